(* The machine of AVX2's doubles, one lane of it. A register, and a word in memory, is the NUMBER that a double stands for, in
   units of 2^-1074: every finite double is an integer there. Zeros of both signs are 0. An infinity is no number, and nobody says
   what is in a register that would hold one. The rounding mode is to nearest, the one that the backend asks for. *)
Require Import ZArith List Bool.
Require Import Machine Sound.
Import ListNotations.
Open Scope Z_scope.

Definition ONE := 2 ^ 1074.

(* The double nearest to n / 2^2148, ties to even: doubles of that size are the multiples of 2^(k - 1074) units, k >= 1074. *)
Definition nearest (n : Z) : Z :=
  let k := 1074 + Z.max 0 (Z.log2 (Z.abs n) - 1074 - 52) in
  let q := Z.shiftr n k in
  let r := n - q * 2 ^ k in
  (if (2 ^ k <? 2 * r) || ((2 * r =? 2 ^ k) && Z.odd q) then q + 1 else q) * 2 ^ (k - 1074).

Inductive finstr :=
| FMov (d : Z) (x : src)                     (* vmovapd, vmovupd, vbroadcastsd *)
| FStore (i : Z) (x : src)                   (* the same to memory *)
| Fma (d f : Z) (x y : src) (g : Z) (z : src).
  (* f*x*y + g*z, rounded once; f, g = 1 or -1: vfmadd…pd, vfmsub…pd, vfnmadd…pd, vfnmsub…pd; vaddpd and vsubpd with y = 1;
     vmulpd with z = 0 *)

Definition fstep (i : finstr) (s : state) : state :=
  match i with
  | FMov d x => set s d (get s x)
  | FStore i x => {| reg := reg s; mema := upd (mema s) i (get s x); memb := memb s; junk := junk s |}
  | Fma d f x y g z => let v := nearest (f * get s x * get s y + g * get s z * ONE) in
                       set s d (if Z.abs v <? 2 ^ 2098 then v else junk s)
  end.
Fixpoint fexec (p : list finstr) (s : state) : state :=
  match p with [] => s | i :: p => fexec p (fstep i s) end.

(* k words that are integers c of magnitude tight i at most. *)
Definition integers (tight : Z -> Z) (k : Z) (words c : Z -> Z) : Prop :=
  forall i, 0 <= i < k -> words i = c i * ONE /\ Z.abs (c i) <= tight (i mod 5).

(* x is at rdi; y, z at rsi; elements have five limbs of 51 bits. *)
Definition correct_doubles (P : Z) (tight : Z -> Z) (s : spec) (p : list finstr) : Prop :=
  forall u a b, integers tight 5 (mema u) a -> integers tight 10 (memb u) b ->
  exists c, integers tight 5 (mema (fexec p u)) c /\
  number 51 5 c 0 mod P = denote (number 51 5 a 0) (number 51 5 b 0) (number 51 5 b 5) (number 51 5 b 10) s mod P.
