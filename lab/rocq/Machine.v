(* The machine: what the instructions do to ONE 64-bit word: a register, or a lane of a vector. Every vector instruction here
   acts lane by lane, so a vector of lanes runs as each of its lanes does (vexec_lane, at the end).
   Memory is two arrays of words that do not overlap, as Rust's `&mut x` (rdi) and `&others` (rsi) promise:
   A i is the i-th word at rdi, or the lane's word in the i-th vector there, B i the one at rsi.
   A flag is a register that holds 0 or 1; so is a place on the stack a register. *)
Require Import ZArith List Lia.
Import ListNotations.
Open Scope Z_scope.

Definition W := 2 ^ 64.

Inductive src :=
| R (r : Z)            (* a register *)
| A (i : Z) | B (i : Z)(* a word in memory *)
| K (c : Z).           (* a constant of the text or of .rodata, there broadcast *)

Inductive instr :=
| Zero (d : Z)                     (* vpxor d,x,x; xor d,d *)
| Mov (d : Z) (s : src)            (* vmovdqa, vpbroadcastq; mov *)
| Store (i : Z) (s : src)          (* the same to memory *)
| Add (d : Z) (x y : src)          (* vpaddq *)
| Sub (d : Z) (x y : src)          (* vpsubq *)
| Mullo (d : Z) (x y : src)        (* vpmullq *)
| And (d : Z) (x y : src)          (* vpandq *)
| Srl (d : Z) (x : src) (k : Z)    (* vpsrlq *)
| Sll (d : Z) (x : src) (k : Z)    (* vpsllq *)
| MaddLo (d : Z) (x y : src)       (* vpmadd52luq *)
| MaddHi (d : Z) (x y : src)       (* vpmadd52huq *)
| Adc (d : Z) (x y c : src) (f : Z)(* add, adc, adcx, adox: with the carry c, the carry out to f *)
| Sbb (d : Z) (x y c : src) (f : Z)(* sub, sbb, cmp: likewise *)
| MulX (h l : Z) (x y : src)       (* mulx h,l,y *)
| Rot (d : Z) (x : src) (k : Z)    (* rorx *)
| Test (f : Z) (x : src)           (* f: whether x is not zero *)
| Sel (d : Z) (x y : src) (c : Z)  (* cmov: y if the flag c is set, else x *)
| Lose (f : Z)                     (* nobody says what is in f from here on *)
| Or (d : Z) (x y : src)           (* vpor *)
| Spread (d : Z) (x : src).        (* in each byte the highest bit, eight times: what vpblendvb selects by *)

(* junk: what Lose leaves. *)
Record state := { reg : Z -> Z; mema : Z -> Z; memb : Z -> Z; junk : Z }.

Definition upd {T} (f : Z -> T) (d : Z) (v : T) : Z -> T := fun r => if Z.eqb r d then v else f r.

Definition get (s : state) (x : src) : Z :=
  match x with R r => reg s r | A i => mema s i | B i => memb s i | K c => c end.

Definition set (s : state) (d v : Z) : state :=
  {| reg := upd (reg s) d v; mema := mema s; memb := memb s; junk := junk s |}.

Definition low52 x := x mod 2 ^ 52.
Definition spread x :=
  fold_right (fun i y => (if Z.testbit x (8 * i + 7) then 255 * 2 ^ (8 * i) else 0) + y) 0 [0; 1; 2; 3; 4; 5; 6; 7].

Definition step (i : instr) (s : state) : state :=
  match i with
  | Zero d => set s d 0
  | Mov d x => set s d (get s x)
  | Store i x => {| reg := reg s; mema := upd (mema s) i (get s x); memb := memb s; junk := junk s |}
  | Add d x y => set s d ((get s x + get s y) mod W)
  | Sub d x y => set s d ((get s x - get s y) mod W)
  | Mullo d x y => set s d ((get s x * get s y) mod W)
  | And d x y => set s d (Z.land (get s x) (get s y))
  | Srl d x k => set s d (get s x / 2 ^ k)
  | Sll d x k => set s d ((get s x * 2 ^ k) mod W)
  | MaddLo d x y => set s d ((reg s d + (low52 (get s x) * low52 (get s y)) mod 2 ^ 52) mod W)
  | MaddHi d x y => set s d ((reg s d + (low52 (get s x) * low52 (get s y)) / 2 ^ 52) mod W)
  | Adc d x y c f => let t := get s x + get s y + get s c in set (set s d (t mod W)) f (t / W)
  | Sbb d x y c f => let t := get s x - get s y - get s c in set (set s d (t mod W)) f (- (t / W))
  | MulX h l x y => let t := get s x * get s y in set (set s l (t mod W)) h (t / W)
  | Rot d x k => set s d (get s x / 2 ^ k + (get s x mod 2 ^ k) * 2 ^ (64 - k))
  | Test f x => set s f (if get s x =? 0 then 0 else 1)
  | Sel d x y c => set s d (if reg s c =? 0 then get s x else get s y)
  | Lose f => set s f (junk s)
  | Or d x y => set s d (Z.lor (get s x) (get s y))
  | Spread d x => set s d (spread (get s x))
  end.

Fixpoint exec (p : list instr) (s : state) : state :=
  match p with [] => s | i :: p => exec p (step i s) end.

(* Vectors: a state for each lane. *)
Definition vstep (i : instr) (v : nat -> state) : nat -> state := fun lane => step i (v lane).
Fixpoint vexec (p : list instr) (v : nat -> state) : nat -> state :=
  match p with [] => v | i :: p => vexec p (vstep i v) end.
Lemma vexec_lane p : forall v lane, vexec p v lane = exec p (v lane).
Proof. induction p as [| i p IH]; intros; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.
