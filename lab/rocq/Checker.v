(* Symbolic execution of one lane, and the proof that it is right.

   A value is a polynomial over Z in atoms, with an interval; the lane holds the polynomial's value modulo 2^64. Sums,
   differences, multiples and shifts to the left need no condition. Whoever reads bits (shift to the right, mask, a factor of
   vpmadd52, a store that counts as a result) checks that the interval lies in [0, 2^64): there the lane IS the value.

   Atoms: below 200 the limbs of A, those of B, and limbs with names (Formula.v); the others are quotients: (n, p, k) in the table says that atom
   n is floor(p / 2^k). So with h = floor(x*y / 2^52): vpmadd52huq adds h, vpmadd52luq adds x*y - 2^52 h; a mask of k bits
   gives p - 2^k floor(p / 2^k). *)
Require Import ZArith List Lia Bool.
Require Import Machine Poly.
Import ListNotations.
Open Scope Z_scope.

Record sval := { sp : poly; lo : Z; hi : Z }.
Definition table := list (Z * poly * Z).
Definition first_atom := 200.

Definition next (D : table) : Z := match D with [] => first_atom | (n, _, _) :: _ => n + 1 end.
Fixpoint lookup (D : table) (p : poly) (k : Z) : option Z :=
  match D with
  | [] => None
  | (n, q, j) :: D => if (j =? k) && peqb p q then Some n else lookup D p k
  end.

Fixpoint valid (rho : Z -> Z) (D : table) : Prop :=
  match D with [] => True | (n, p, k) :: D => rho n = pval rho p / 2 ^ k /\ valid rho D end.

Definition szero := {| sp := []; lo := 0; hi := 0 |}.
Definition sone_of c := {| sp := pconst c; lo := c; hi := c |}.
Definition sone := sone_of 1.

(* What atom n is. *)
Fixpoint definition (D : table) (n : Z) : option (poly * Z) :=
  match D with
  | [] => None
  | (m, p, k) :: D => if m =? n then Some (p, k) else definition D n
  end.
(* p / 2^k, where p may be a quotient itself, or even: one atom for each number. *)
Definition as_atom (p : poly) : option Z :=
  match p with
  | [] => None
  | (m, c) :: p => match m, p with [n], [] => if c =? 1 then Some n else None | _, _ => None end
  end.
Fixpoint halve (times : nat) (p : poly) (k : Z) : poly * Z :=
  match times with
  | O => (p, k)
  | S t => if (1 <=? k) && pdivides 2 p then halve t (pquot 2 p) (k - 1) else (p, k)
  end.
Definition base (D : table) (p : poly) (k : Z) : poly * Z :=
  match as_atom p with
  | None => halve 64 p k
  | Some n => match definition D n with
              | Some (q, j) => if 0 <=? j then halve 64 q (j + k) else (p, k)
              | None => (p, k) end
  end.

(* floor(v / 2^k) and v mod 2^k, for 0 <= v. *)
Definition shr (D : table) (v : sval) (k : Z) : sval * table :=
  if hi v <? 2 ^ k then (szero, D) else
  let (p, j) := base D (sp v) k in
  if j =? 0 then ({| sp := p; lo := lo v / 2 ^ k; hi := hi v / 2 ^ k |}, D) else
  match lookup D p j with
  | Some n => ({| sp := patom n; lo := lo v / 2 ^ k; hi := hi v / 2 ^ k |}, D)
  | None => let n := next D in
            ({| sp := patom n; lo := lo v / 2 ^ k; hi := hi v / 2 ^ k |}, (n, p, j) :: D)
  end.
Definition low (D : table) (v : sval) (k : Z) : sval * table :=
  if hi v <? 2 ^ k then (v, D) else
  let (s, D) := shr D v k in
  ({| sp := psub (sp v) (pscale (2 ^ k) (sp s)); lo := 0; hi := 2 ^ k - 1 |}, D).

(* floor((v mod 2^64) / 2^k). *)
Definition shr_word (D : table) (v : sval) (k : Z) : sval * table := let (s, D) := shr D v k in low D s (64 - k).

(* An exact shift to the right. Reductions that cancel the low end (Montgomery's, the bipartite one of radix51.rs) compute only
   the last of the columns that become zero, and take its carry by rounding up. A hint (s, r, E) says how to see that: E is what
   the columns below amount to, so 2^s (v - r) + E is a multiple of 2^(s+k) by its coefficients. If 0 <= E <= 2^s r, then
   floor(v / 2^k) is that polynomial over 2^(s+k), without a new atom. *)
Definition exact := (Z * Z * poly)%type.

(* An upper bound. The latest atoms go first: where n is floor(p / 2^k), 2^k n is between p - 2^k + 1 and p. What is left of a
   coefficient that is no multiple of 2^k is bounded by the atom alone. *)
Fixpoint bound (top : Z -> Z) (D : table) (E : poly) : option Z :=
  match D with
  | [] => ptop first_atom top E
  | (n, p, k) :: D =>
    let c := coef E n in
    if c =? 0 then bound top D E else
    if k <? 0 then None else
    let d := c / 2 ^ k in
    let r := c mod 2 ^ k in
    match (if r =? 0 then Some 0 else bound top D p),
          bound top D (padd E (psub (pscale d p) (pscale c (patom n)))) with
    | Some b, Some x => Some (x + r * (b / 2 ^ k) + (if d <? 0 then - d * (2 ^ k - 1) else 0))
    | _, _ => None
    end
  end.

Definition shr_exact (top : Z -> Z) (D : table) (v : sval) (k : Z) (h : exact) : option sval :=
  let '(s, r, E) := h in
  let n := padd (pscale (2 ^ s) (psub (sp v) (pconst r))) E in
  match bound top D E, bound top D (pscale (-1) E) with
  | Some x, Some y =>
    if (0 <=? s) && (0 <=? r) && (r <? 2 ^ k) && (x <=? 2 ^ s * r) && (y <=? 0) && pdivides (2 ^ (s + k)) n
    then Some {| sp := pquot (2 ^ (s + k)) n; lo := lo v / 2 ^ k; hi := hi v / 2 ^ k |} else None
  | _, _ => None
  end.

(* What is known beside: (F, N, e) says that F is at most N, and if e equal to N. *)
Definition facts := list (poly * Z * bool).
Definition holds (rho : Z -> Z) (f : poly * Z * bool) : Prop :=
  let '(F, N, e) := f in pval rho F <= N /\ (e = true -> pval rho F = N).
(* E plus multiples of F - N that are not negative. *)
Fixpoint more (fs : facts) (ds : list Z) (E : poly) : option poly :=
  match fs, ds with
  | (F, N, e) :: fs, d :: ds =>
    if e || (d <=? 0) then more fs ds (padd E (pscale d (psub F (pconst N)))) else None
  | _, [] => Some E
  | [], _ => None
  end.
(* Bounds of v from those of 2^s v, with multiples of facts for the upper and for the lower one. *)
Definition ceiling (top : Z -> Z) (D : table) (fs : facts) (ds : list Z) (E : poly) : option Z :=
  match more fs ds E with Some E => bound top D E | None => None end.
Definition refine (top : Z -> Z) (D : table) (fs : facts) (s : Z) (up down : list Z) (v : sval) : sval :=
  if s <? 0 then v else
  let E := pscale (2 ^ s) (sp v) in
  {| sp := sp v;
     lo := match ceiling top D fs down (pscale (-1) E) with Some x => Z.max (lo v) (- (x / 2 ^ s)) | None => lo v end;
     hi := match ceiling top D fs up E with Some x => Z.min (hi v) (x / 2 ^ s) | None => hi v end |}.

(* A fact that follows: F <= N, as 2^s F is below 2^s (N + 1); and F = N, if 2^s F is also above 2^s (N - 1). *)
Definition derived := (poly * Z * bool * Z * list Z * list Z)%type.
Fixpoint derive (top : Z -> Z) (D : table) (l : list derived) (fs : facts) : facts :=
  match l with
  | [] => fs
  | (F, N, e, s, up, down) :: l =>
    let E := pscale (2 ^ s) F in
    let below x N := match x with Some x => x <? 2 ^ s * (N + 1) | None => false end in
    if (0 <=? s) && below (ceiling top D fs up E) N && (negb e || below (ceiling top D fs down (pscale (-1) E)) (- N))
    then derive top D l ((F, N, e) :: fs) else fs
  end.

Inductive hint := Exact (e : exact) | Bounds (s : Z) (up down : list Z) | Derive (l : list derived).

(* What has one value only is a constant. *)
Definition snorm (v : sval) : sval :=
  if lo v =? hi v then {| sp := pconst (lo v mod W); lo := lo v mod W; hi := lo v mod W |} else v.

Definition sadd x y := {| sp := padd (sp x) (sp y); lo := lo x + lo y; hi := hi x + hi y |}.
Definition ssub x y := {| sp := psub (sp x) (sp y); lo := lo x - hi y; hi := hi x - lo y |}.
Definition snot x := ssub sone x.
Definition smul x y := {| sp := pmul (sp x) (sp y); lo := lo x * lo y; hi := hi x * hi y |}. (* for x, y >= 0 *)
Definition sshl x k := {| sp := pscale (2 ^ k) (sp x); lo := lo x * 2 ^ k; hi := hi x * 2 ^ k |}.
Definition srot x y k := sadd x (sshl y (64 - k)).

Definition fits (v : sval) : bool := (0 <=? lo v) && (hi v <? W).
(* The same modulo 2^64, in [0, 2^64) if possible. *)
Definition reduced (D : table) (v : sval) : sval * table := if fits v || (lo v <? 0) then (v, D) else low D v 64.

Record sstate := { sreg : Z -> option sval; sA : Z -> option sval; sB : Z -> option sval; stab : table; sfacts : facts }.
Definition sget (S : sstate) (x : src) : option sval :=
  match x with
  | R r => sreg S r | A i => sA S i | B i => sB S i
  | K c => if (0 <=? c) && (c <? W) then Some {| sp := pconst c; lo := c; hi := c |} else None
  end.
Definition sset (S : sstate) (d : Z) (v : sval) (D : table) : sstate :=
  {| sreg := upd (sreg S) d (Some v); sA := sA S; sB := sB S; stab := D; sfacts := sfacts S |}.

(* a and b, if c is b ones above a zeros. *)
Definition mask_bits (c : Z) : option (Z * Z) :=
  let a := Z.log2 (Z.land c (- c)) in
  let b := Z.log2 (c / 2 ^ a + 1) in
  if (0 <=? a) && (0 <=? b) && (a + b <=? 64) && (c =? Z.shiftl (Z.ones b) a) then Some (a, b) else None.
Definition smask (D : table) (v : sval) (ab : Z * Z) : sval * table :=
  let (a, b) := ab in
  if a =? 0 then low D v b else
  let (s, D) := shr D v a in let (l, D) := low D s b in (sshl l a, D).

Definition constant (v : sval) : option Z :=
  let is c := if (0 <=? c) && (c <? W) then Some c else None in
  match sp v with (m, c) :: p => match m, p with [], [] => is c | _, _ => None end | [] => is 0 end.
Definition smasked (D : table) (v : sval) (c : Z) : option (sval * table) :=
  if c =? 0 then Some (szero, D) else if c =? W - 1 then Some (v, D) else
  if lo v <? 0 then None else match mask_bits c with Some ab => Some (smask D v ab) | None => None end.
(* By a constant from 2^63 on, where the product is no word: by a negative number. *)
Definition sscale (k : Z) (v : sval) := {| sp := pscale k (sp v); lo := k * hi v; hi := k * lo v |}. (* for k <= 0 *)
Definition smullo (x y : sval) : sval :=
  match constant y, constant x with
  | Some c, _ => if (2 ^ 63 <=? c) && (c <? W) && (W <=? hi x * c) then sscale (c - W) x else smul x y
  | _, Some c => if (2 ^ 63 <=? c) && (c <? W) && (W <=? hi y * c) then sscale (c - W) y else smul x y
  | _, _ => smul x y
  end.
(* One of the two is a mask. *)
Definition sand (D : table) (x y : sval) : option (sval * table) :=
  match match constant y with Some c => smasked D x c | None => None end with
  | Some r => Some r
  | None => match constant x with Some c => smasked D y c | None => None end
  end.
(* The bits of one of the two are below those of the other. *)
Definition sor (D : table) (x y : sval) : option (sval * table) :=
  let apart u v := pdivides (2 ^ Z.log2_up (hi u + 1)) (sp v) in
  if (lo x <? 0) || (lo y <? 0) then None else
  let (x, D) := low D x 64 in let (y, D) := low D y 64 in
  let s := sadd x y in
  if apart x y || apart y x then Some ({| sp := sp s; lo := lo s; hi := Z.min (hi s) (W - 1) |}, D) else None.

Definition product (D : table) (x y : sval) : option (sval * table) :=
  if fits x && fits y then
    let (x, D) := low D x 52 in let (y, D) := low D y 52 in Some (smul x y, D)
  else None.

Definition sstep (top : Z -> Z) (h : option hint) (i : instr) (S : sstate) : option sstate :=
  let bin d x y (f : sval -> sval -> option (sval * table)) :=
    match sget S x, sget S y with
    | Some x, Some y => match f x y with Some (v, D) => Some (sset S d v D) | None => None end
    | _, _ => None
    end in
  let refined v := match h with Some (Bounds s up down) => refine top (stab S) (sfacts S) s up down v | _ => v end in
  match i with
  | Zero d => Some (sset S d szero (stab S))
  | Mov d x => match sget S x with Some v => Some (sset S d v (stab S)) | None => None end
  | Store i x => match sget S x with
                 | Some v => let (v, D) := reduced (stab S) v in
                             Some {| sreg := sreg S; sA := upd (sA S) i (Some v); sB := sB S; stab := D; sfacts := sfacts S |}
                 | None => None end
  | Add d x y => bin d x y (fun x y => Some (sadd x y, stab S))
  | Sub d x y => bin d x y (fun x y => Some (snorm (ssub x y), stab S))
  | Mullo d x y => bin d x y (fun x y => if fits x && fits y then Some (smullo x y, stab S) else None)
  | And d x y => bin d x y (fun x y => sand (stab S) x y)
  | Srl d x k =>
    match sget S x with
    | Some x =>
      if fits x && (0 <=? k) then
        match h with
        | Some (Exact h) => match shr_exact top (stab S) x k h with Some v => Some (sset S d v (stab S)) | None => None end
        | _ => let (v, D) := shr (stab S) x k in Some (sset S d v D)
        end
      else if (0 <=? lo x) && (0 <=? k) && (k <=? 64) then
        let (v, D) := shr_word (stab S) x k in Some (sset S d v D)
      else None
    | None => None
    end
  | Sll d x k =>
    match sget S x with
    | Some x => if 0 <=? k then Some (sset S d (snorm (sshl x k)) (stab S)) else None
    | None => None
    end
  | MaddLo d x y =>
    bin d x y (fun x y =>
      match sreg S d, product (stab S) x y with
      | Some z, Some (t, D) => let (l, D) := low D t 52 in Some (sadd z l, D)
      | _, _ => None
      end)
  | MaddHi d x y =>
    bin d x y (fun x y =>
      match sreg S d, product (stab S) x y with
      | Some z, Some (t, D) => let (h, D) := shr D t 52 in Some (sadd z h, D)
      | _, _ => None
      end)
  | Adc d x y c f =>
    match sget S x, sget S y, sget S c with
    | Some x, Some y, Some c =>
      if fits x && fits y && fits c then
        let t := refined (sadd (sadd x y) c) in
        if 0 <=? lo t then
          let (w, D) := low (stab S) t 64 in let (q, D) := shr D t 64 in Some (sset (sset S d w D) f q D)
        else None
      else None
    | _, _, _ => None
    end
  | Sbb d x y c f =>
    match sget S x, sget S y, sget S c with
    | Some x, Some y, Some c =>
      if fits x && fits y && fits c then
        let t := refined (ssub (ssub x y) c) in
        if fits t then Some (sset (sset S d t (stab S)) f szero (stab S)) else
        let t := {| sp := padd (sp t) (pconst W); lo := lo t + W; hi := hi t + W |} in
        if 0 <=? lo t then
          let (w, D) := low (stab S) t 64 in let (q, D) := shr D t 64 in
          Some (sset (sset S d w D) f (snot q) D)
        else None
      else None
    | _, _, _ => None
    end
  | MulX h l x y =>
    match sget S x, sget S y with
    | Some x, Some y =>
      if fits x && fits y then
        let (w, D) := low (stab S) (smul x y) 64 in let (q, D) := shr D (smul x y) 64 in Some (sset (sset S l w D) h q D)
      else None
    | _, _ => None
    end
  | Rot d x k =>
    match sget S x with
    | Some x =>
      if fits x && (0 <=? k) && (k <=? 64) then
        let (q, D) := shr (stab S) x k in let (w, D) := low D x k in
        if fits (srot q w k) then Some (sset S d (srot q w k) D) else None
      else None
    | None => None
    end
  | Test f x =>
    match sget S x with
    | Some v => if fits v then
                  if hi v =? 0 then Some (sset S f szero (stab S)) else
                  if 0 <? lo v then Some (sset S f sone (stab S)) else None
                else None
    | None => None
    end
  | Sel d x y c =>
    match sreg S c, sget S x, sget S y with
    | Some c, Some x, Some y => if fits c then
                                  if hi c =? 0 then Some (sset S d x (stab S)) else
                                  if 0 <? lo c then Some (sset S d y (stab S)) else None
                                else None
    | _, _, _ => None
    end
  | Lose f => Some {| sreg := upd (sreg S) f None; sA := sA S; sB := sB S; stab := stab S; sfacts := sfacts S |}
  | Or d x y => bin d x y (fun x y => sor (stab S) x y)
  | Spread d x => match sget S x with
                  | Some v => if fits v && (lo v =? hi v) && fits (sone_of (spread (lo v)))
                              then Some (sset S d (sone_of (spread (lo v))) (stab S)) else None
                  | None => None end
  end.

(* Whoever selects by a flag, or makes a mask or a number of it, goes on twice: with the flag clear, and with it set. *)
Definition one_value (v : option sval) : bool := match v with Some v => lo v =? hi v | None => false end.
Definition fork (i : instr) (S : sstate) : option (Z * sval) :=
  let of r := match sreg S r with
              | Some v => if (lo v =? 0) && (hi v =? 1) then Some (r, v) else None
              | None => None end in
  match i with
  | Sel _ _ _ c => of c
  | Sub _ x (R c) => if one_value (sget S x) then of c else None
  | Mullo _ (R c) x => if one_value (sget S x) then of c else None
  | MaddLo _ (R c) _ => of c
  | Sbb _ x y (R c) _ => if one_value (sget S x) && one_value (sget S y) then of c else None
  | _ => None
  end.
Definition assume (S : sstate) (r : Z) (v : sval) (b : Z) : sstate :=
  {| sreg := upd (sreg S) r (Some {| sp := pconst b; lo := b; hi := b |}); sA := sA S; sB := sB S; stab := stab S;
     sfacts := (sp v, b, true) :: sfacts S |}.

(* Hints are for the instructions with these numbers, on the path with this number: 1, and a bit more after each fork. *)
Definition hints := list (Z * Z * hint).
Fixpoint hint_of (hs : hints) (path n : Z) : option hint :=
  match hs with
  | [] => None
  | (q, m, h) :: hs => if (q =? path) && (m =? n) then Some h else hint_of hs path n
  end.

Definition with_facts (S : sstate) (fs : facts) : sstate :=
  {| sreg := sreg S; sA := sA S; sB := sB S; stab := stab S; sfacts := fs |}.

(* Whether all paths end in a state that passes. *)
Fixpoint explore (top : Z -> Z) (hs : hints) (passes : Z -> sstate -> bool) (path n : Z) (p : list instr) (S : sstate) : bool :=
  match p with
  | [] => passes path (match hint_of hs path n with
                       | Some (Derive l) => with_facts S (derive top (stab S) l (sfacts S))
                       | _ => S end)
  | i :: p =>
    let go path S := match sstep top (hint_of hs path n) i S with
                     | Some S1 => explore top hs passes path (n + 1) p S1
                     | None => false end in
    match fork i S with
    | None => go path S
    | Some (r, v) => go (2 * path) (assume S r v 0) && go (2 * path + 1) (assume S r v 1)
    end
  end.

(* ---- Soundness ---- *)

Definition vrep rho (v : sval) (y : Z) : Prop := pval rho (sp v) = y /\ lo v <= y <= hi v.
Definition mrep rho (v : sval) (x : Z) : Prop := exists y, vrep rho v y /\ x = y mod W.

Lemma W_pos : 0 < W. Proof. reflexivity. Qed.

Lemma mrep_fits rho v x : mrep rho v x -> fits v = true -> vrep rho v x /\ 0 <= x < W /\ 0 <= lo v.
Proof.
  intros (y & (H1 & H2) & ->) F. unfold fits in F. apply andb_true_iff in F as [F1 F2].
  apply Z.leb_le in F1. apply Z.ltb_lt in F2. rewrite Z.mod_small by lia. repeat split; try assumption; lia.
Qed.

Lemma lookup_ok rho D p k n : lookup D p k = Some n -> valid rho D -> rho n = pval rho p / 2 ^ k.
Proof.
  induction D as [| ((m, q), j) D IH]; simpl; [discriminate |]. intros H (V1 & V2).
  destruct ((j =? k) && peqb p q) eqn:E; [| auto].
  apply andb_true_iff in E as [E1 E2]. apply Z.eqb_eq in E1. apply peqb_ok in E2. congruence.
Qed.

Lemma definition_ok rho D n p k : definition D n = Some (p, k) -> valid rho D -> rho n = pval rho p / 2 ^ k.
Proof.
  induction D as [| ((m, q), j) D IH]; simpl; [discriminate |]. intros H (V1 & V2).
  destruct (Z.eqb_spec m n); [| auto]. inversion H; subst. assumption.
Qed.

Lemma as_atom_ok rho p n : as_atom p = Some n -> pval rho p = rho n.
Proof.
  destruct p as [| ([| m [|]], c) [|]]; simpl; try discriminate.
  destruct (Z.eqb_spec c 1); [| discriminate]. intros [= ->]. subst c. ring.
Qed.

Lemma halve_ok rho t : forall p k q j, halve t p k = (q, j) -> 0 <= k -> pval rho q / 2 ^ j = pval rho p / 2 ^ k.
Proof.
  induction t as [| t IH]; intros p k q j E Hk; cbn [halve] in E; [inversion E; reflexivity |].
  destruct ((1 <=? k) && pdivides 2 p) eqn:C; [| inversion E; reflexivity].
  apply andb_true_iff in C as [C1 C2]. apply Z.leb_le in C1.
  rewrite (IH _ _ _ _ E) by lia. rewrite (pquot_ok 2 rho p) by (lia || assumption).
  replace k with (1 + (k - 1)) at 2 by lia. rewrite Z.pow_add_r by lia. change (2 ^ 1) with 2.
  rewrite Z.div_mul_cancel_l; [reflexivity | apply Z.pow_nonzero; lia | lia].
Qed.

Lemma base_ok rho D p k q j : base D p k = (q, j) -> 0 <= k -> valid rho D -> pval rho q / 2 ^ j = pval rho p / 2 ^ k.
Proof.
  intros E Hk V. unfold base in E.
  destruct (as_atom p) as [n |] eqn:A; [| apply (halve_ok _ _ _ _ _ _ E Hk)].
  destruct (definition D n) as [(q', j') |] eqn:L; [| inversion E; subst; reflexivity].
  destruct (Z.leb_spec 0 j'); [| inversion E; subst; reflexivity].
  rewrite (halve_ok rho _ _ _ _ _ E) by lia.
  assert (0 < 2 ^ j' /\ 0 < 2 ^ k) by (split; apply Z.pow_pos_nonneg; lia).
  rewrite (as_atom_ok _ _ _ A), (definition_ok _ _ _ _ _ L V), Z.pow_add_r, Z.div_div by lia. reflexivity.
Qed.

Lemma shr_table rho D v k w D' : shr D v k = (w, D') -> valid rho D' -> valid rho D.
Proof.
  unfold shr. intros L V. destruct (hi v <? 2 ^ k); [inversion L; subst; assumption |].
  destruct (base D (sp v) k) as (p, j). destruct (j =? 0); [inversion L; subst; assumption |].
  destruct (lookup D p j); inversion L; subst; simpl in V; tauto.
Qed.

Lemma shr_ok rho D v k w D' y :
  shr D v k = (w, D') -> 0 <= k -> 0 <= lo v -> valid rho D' -> vrep rho v y ->
  valid rho D /\ vrep rho w (y / 2 ^ k) /\ 0 <= lo w.
Proof.
  intros E Hk Hl V (P1 & P2). pose proof (shr_table _ _ _ _ _ _ E V) as V0. unfold shr in E.
  assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
  destruct (Z.ltb_spec (hi v) (2 ^ k)).
  - inversion E; subst. split; [assumption |]. split; [| simpl; lia]. split; simpl; rewrite Z.div_small by lia; lia.
  - assert (I : lo v / 2 ^ k <= y / 2 ^ k <= hi v / 2 ^ k) by (split; apply Z.div_le_mono; lia).
    assert (0 <= lo v / 2 ^ k) by (apply Z.div_pos; lia).
    destruct (base D (sp v) k) as (p, j) eqn:B. pose proof (base_ok _ _ _ _ _ _ B Hk V0) as Q.
    destruct (Z.eqb_spec j 0) as [J |].
    { rewrite J in Q. inversion E; subst; clear E. rewrite Z.pow_0_r, Z.div_1_r in Q.
      split; [assumption |]. split; [split |]; cbn [sp lo hi]; try assumption; try lia; congruence. }
    destruct (lookup D p j) eqn:L; inversion E; subst; clear E.
    + pose proof (lookup_ok _ _ _ _ _ L V) as N. repeat split; cbn [sp lo hi]; try assumption; try lia.
      rewrite patom_ok. congruence.
    + destruct V as (V1 & V2). repeat split; cbn [sp lo hi]; try assumption; try lia.
      rewrite patom_ok. congruence.
Qed.

Lemma low_table rho D v k w D' : low D v k = (w, D') -> valid rho D' -> valid rho D.
Proof.
  unfold low. intros L V. destruct (hi v <? 2 ^ k); [inversion L; subst; assumption |].
  destruct (shr D v k) as (s, D1) eqn:E. inversion L; subst. eapply shr_table; eauto.
Qed.

Lemma low_ok rho D v k w D' y :
  low D v k = (w, D') -> 0 <= k -> 0 <= lo v -> valid rho D' -> vrep rho v y ->
  valid rho D /\ vrep rho w (y mod 2 ^ k) /\ 0 <= lo w.
Proof.
  unfold low. intros E Hk Hl V P. assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
  destruct (Z.ltb_spec (hi v) (2 ^ k)).
  - inversion E; subst. destruct P as (P1 & P2). rewrite Z.mod_small by lia. repeat split; assumption || lia.
  - destruct (shr D v k) as (s, D1) eqn:E1. inversion E; subst; clear E.
    destruct (shr_ok _ _ _ _ _ _ _ E1 Hk Hl V P) as (V0 & (S1 & _) & _). destruct P as (P1 & P2).
    pose proof (Z.mod_pos_bound y (2 ^ k) ltac:(lia)). repeat split; cbn [sp lo hi]; try assumption; try lia.
    rewrite psub_ok, pscale_ok, S1, P1. rewrite (Z.mod_eq y (2 ^ k)) by lia. reflexivity.
Qed.

Definition inputs (rho top : Z -> Z) : Prop := forall a, 0 <= a < first_atom -> 0 <= rho a <= top a.

Lemma bound_ok rho top D : forall E x, bound top D E = Some x -> inputs rho top -> valid rho D -> pval rho E <= x.
Proof.
  induction D as [| ((n, p), k) D IH]; cbn [bound valid]; intros E x H I V; [eapply ptop_ok; eauto |].
  destruct V as (V1 & V2). destruct (Z.eqb_spec (coef E n) 0); [eauto |].
  destruct (Z.ltb_spec k 0); [discriminate |]. assert (K : 0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
  set (d := coef E n / 2 ^ k) in *. set (r := coef E n mod 2 ^ k) in *.
  assert (C : coef E n = d * 2 ^ k + r) by (unfold d, r; rewrite (Z.div_mod (coef E n) (2 ^ k)) at 1; lia).
  assert (0 <= r < 2 ^ k) by (apply Z.mod_pos_bound; lia).
  destruct (if r =? 0 then Some 0 else bound top D p) as [b |] eqn:B; [| discriminate].
  destruct (bound top D (padd E _)) as [y |] eqn:Y; [| discriminate]. injection H as <-.
  pose proof IH as IH0. specialize (IH _ _ Y I V2). rewrite padd_ok, psub_ok, !pscale_ok, patom_ok in IH.
  rewrite V1 in IH. set (t := pval rho p / 2 ^ k) in *.
  assert (N : r * t <= r * (b / 2 ^ k)).
  { destruct (Z.eqb_spec r 0) as [-> |]; [lia |]. apply Z.mul_le_mono_nonneg_l; [lia |]. apply Z.div_le_mono; [lia |].
    exact (IH0 _ _ B I V2). }
  pose proof (Z.mod_pos_bound (pval rho p) (2 ^ k) K) as M. rewrite Z.mod_eq in M by lia. fold t in M. clearbody d r t.
  destruct (Z.ltb_spec d 0); nia.
Qed.

Lemma shr_exact_ok rho top D v k h w y :
  shr_exact top D v k h = Some w -> 0 <= k -> inputs rho top -> valid rho D -> vrep rho v y -> vrep rho w (y / 2 ^ k).
Proof.
  destruct h as ((s, r), E). unfold shr_exact. intros H Hk I V (P1 & P2).
  destruct (bound top D E) as [x |] eqn:U; [| discriminate]. pose proof (bound_ok _ _ _ _ _ U I V) as B.
  destruct (bound top D (pscale (-1) E)) as [z |] eqn:U'; [| discriminate]. pose proof (bound_ok _ _ _ _ _ U' I V) as B'.
  rewrite pscale_ok in B'.
  match type of H with (if ?c then _ else _) = _ => destruct c eqn:C; [| discriminate] end.
  apply andb_true_iff in C as [C C5]. apply andb_true_iff in C as [C C6]. apply andb_true_iff in C as [C C4].
  apply andb_true_iff in C as [C C3]. apply andb_true_iff in C as [C1 C2]. apply Z.leb_le in C1, C2, C4, C6. apply Z.ltb_lt in C3.
  assert (0 < 2 ^ k /\ 0 < 2 ^ s) as (K1 & K2) by (split; apply Z.pow_pos_nonneg; lia).
  rewrite Z.pow_add_r in C5, H by lia.
  apply (pquot_ok _ rho) in C5; [| nia]. rewrite padd_ok, pscale_ok, psub_ok, pconst_ok, P1 in C5.
  inversion H; subst w; clear H. split; cbn [sp lo hi]; [| split; apply Z.div_le_mono; lia].
  set (q := pval rho (pquot _ _)) in *. clearbody q. clear U U' I V.
  apply (Z.div_unique y (2 ^ k) q (y - 2 ^ k * q)); [left | ring].
  assert (2 ^ s * (y - 2 ^ k * q) = 2 ^ s * r - pval rho E) as R by lia. nia.
Qed.

Lemma smul_ok rho v w x y :
  vrep rho v x -> vrep rho w y -> 0 <= lo v -> 0 <= lo w -> vrep rho (smul v w) (x * y) /\ 0 <= lo (smul v w).
Proof.
  intros (P1 & P2) (Q1 & Q2) Hv Hw. repeat split; cbn [sp lo hi smul].
  - rewrite pmul_ok. congruence.
  - apply Z.mul_le_mono_nonneg; lia.
  - apply Z.mul_le_mono_nonneg; lia.
  - apply Z.mul_nonneg_nonneg; lia.
Qed.

Lemma product_ok rho D v w t D' x y :
  product D v w = Some (t, D') -> valid rho D' -> mrep rho v x -> mrep rho w y ->
  valid rho D /\ vrep rho t (low52 x * low52 y) /\ 0 <= lo t.
Proof.
  unfold product. destruct (fits v && fits w) eqn:F; [| discriminate]. apply andb_true_iff in F as [F1 F2].
  destruct (low D v 52) as (v', D1) eqn:E1. destruct (low D1 w 52) as (w', D2) eqn:E2.
  intros E V Mv Mw. inversion E; subst; clear E.
  destruct (mrep_fits _ _ _ Mv F1) as (Pv & _ & Lv). destruct (mrep_fits _ _ _ Mw F2) as (Pw & _ & Lw).
  destruct (low_ok _ _ _ _ _ _ _ E2 ltac:(lia) Lw V Pw) as (V1 & Pw' & Lw').
  destruct (low_ok _ _ _ _ _ _ _ E1 ltac:(lia) Lv V1 Pv) as (V0 & Pv' & Lv').
  split; [assumption |]. apply smul_ok; assumption.
Qed.

Lemma vrep_add rho v w x y : vrep rho v x -> vrep rho w y -> vrep rho (sadd v w) (x + y).
Proof. intros (P1 & P2) (Q1 & Q2). split; cbn [sadd sp lo hi]; [rewrite padd_ok |]; lia. Qed.
Lemma vrep_sub rho v w x y : vrep rho v x -> vrep rho w y -> vrep rho (ssub v w) (x - y).
Proof. intros (P1 & P2) (Q1 & Q2). split; cbn [ssub sp lo hi]; [rewrite psub_ok |]; lia. Qed.

(* Arithmetic modulo 2^64. *)
Lemma mrep_add rho v w x y : mrep rho v x -> mrep rho w y -> mrep rho (sadd v w) ((x + y) mod W).
Proof.
  intros (x' & (P1 & P2) & ->) (y' & (Q1 & Q2) & ->). exists (x' + y').
  rewrite <- Z.add_mod by (pose proof W_pos; lia). repeat split; cbn [sadd sp lo hi]; try lia. rewrite padd_ok. lia.
Qed.
Lemma mrep_sub rho v w x y : mrep rho v x -> mrep rho w y -> mrep rho (ssub v w) ((x - y) mod W).
Proof.
  intros (x' & (P1 & P2) & ->) (y' & (Q1 & Q2) & ->). exists (x' - y').
  rewrite <- Zminus_mod. repeat split; cbn [ssub sp lo hi]; try lia. rewrite psub_ok. lia.
Qed.
Lemma mrep_mul rho v w x y :
  mrep rho v x -> mrep rho w y -> fits v && fits w = true -> mrep rho (smul v w) ((x * y) mod W).
Proof.
  intros Mv Mw F. apply andb_true_iff in F as [F1 F2].
  destruct (mrep_fits _ _ _ Mv F1) as (Pv & _ & Lv). destruct (mrep_fits _ _ _ Mw F2) as (Pw & _ & Lw).
  exists (x * y). split; [apply smul_ok; assumption | reflexivity].
Qed.
Lemma mrep_shl rho v x k : 0 <= k -> mrep rho v x -> mrep rho (sshl v k) ((x * 2 ^ k) mod W).
Proof.
  intros Hk (x' & (P1 & P2) & ->). exists (x' * 2 ^ k). assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
  split; [split; cbn [sshl sp lo hi] | rewrite Z.mul_mod_idemp_l by (pose proof W_pos; lia); reflexivity].
  - rewrite pscale_ok, P1. ring.
  - split; apply Z.mul_le_mono_nonneg_r; lia.
Qed.
(* A value that lies in [0, 2^64) added as a whole. *)
Lemma mrep_madd rho v w z t : mrep rho v z -> vrep rho w t -> mrep rho (sadd v w) ((z + t) mod W).
Proof.
  intros M P. replace ((z + t) mod W) with ((z + t mod W) mod W).
  - apply mrep_add; [assumption |]. exists t. auto.
  - rewrite Z.add_mod_idemp_r by (pose proof W_pos; lia). reflexivity.
Qed.
Lemma vrep_mrep rho v x : vrep rho v x -> 0 <= x < W -> mrep rho v x.
Proof. intros P B. exists x. split; [assumption | rewrite Z.mod_small; auto]. Qed.

Lemma smask_table rho D v ab w D' : smask D v ab = (w, D') -> valid rho D' -> valid rho D.
Proof.
  destruct ab as (a, b). unfold smask. destruct (a =? 0); [apply low_table |].
  destruct (shr D v a) as (s, D1) eqn:E1. destruct (low D1 s b) as (l, D2) eqn:E2. intros E V. inversion E; subst.
  eauto using shr_table, low_table.
Qed.

Lemma land_shifted_ones x a b : 0 <= a -> 0 <= b -> Z.land x (Z.shiftl (Z.ones b) a) = ((x / 2 ^ a) mod 2 ^ b) * 2 ^ a.
Proof.
  intros Ha Hb. rewrite <- Z.land_ones, <- Z.shiftr_div_pow2, <- Z.shiftl_mul_pow2 by lia.
  apply Z.bits_inj'. intros n Hn. rewrite Z.land_spec.
  destruct (Z.lt_ge_cases n a).
  - rewrite !Z.shiftl_spec_low by lia. apply andb_false_r.
  - rewrite !Z.shiftl_spec_high, Z.land_spec, Z.shiftr_spec by lia. f_equal. f_equal. lia.
Qed.

Lemma smask_ok rho D v c ab w D' x :
  mask_bits c = Some ab -> smask D v ab = (w, D') -> 0 <= lo v -> valid rho D' -> mrep rho v x ->
  valid rho D /\ mrep rho w (Z.land x c).
Proof.
  destruct ab as (a, b). unfold mask_bits. intros B E L V (y & P & ->).
  match type of B with (if ?t then _ else _) = _ => destruct t eqn:T; [| discriminate] end.
  injection B as B1 B2. rewrite B1 in B2, T. rewrite B2 in T. clear B1 B2.
  apply andb_true_iff in T as [T T3]. apply andb_true_iff in T as [T T4]. apply andb_true_iff in T as [T1 T2].
  apply Z.leb_le in T1, T2, T4. apply Z.eqb_eq in T3. subst c.
  split; [eapply smask_table; eauto |].
  (* The mask has no bit above the word. *)
  replace (Z.land (y mod W) (Z.shiftl (Z.ones b) a)) with (Z.land y (Z.shiftl (Z.ones b) a)).
  2: { change W with (2 ^ 64). apply Z.bits_inj'. intros n Hn. rewrite !Z.land_spec. destruct (Z.lt_ge_cases n 64).
       - rewrite Z.mod_pow2_bits_low by lia. reflexivity.
       - rewrite Z.mod_pow2_bits_high, Z.shiftl_spec_high, Z.ones_spec_high by lia. apply andb_false_r. }
  rewrite land_shifted_ones by assumption. unfold smask in E.
  assert (A0 : 0 < 2 ^ a) by (apply Z.pow_pos_nonneg; lia). assert (B0 : 0 < 2 ^ b) by (apply Z.pow_pos_nonneg; lia).
  assert (AB : 2 ^ b * 2 ^ a <= W) by (rewrite <- Z.pow_add_r by lia; apply (Z.pow_le_mono_r 2 (b + a) 64); lia).
  pose proof (Z.mod_pos_bound (y / 2 ^ a) (2 ^ b) B0).
  destruct (Z.eqb_spec a 0).
  - subst a. change (2 ^ 0) with 1 in *. rewrite Z.div_1_r in *. rewrite Z.mul_1_r.
    apply vrep_mrep; [| lia]. apply (low_ok _ _ _ _ _ _ _ E T2 L V P).
  - destruct (shr D v a) as (s, D1) eqn:E1. destruct (low D1 s b) as (l, D2) eqn:E2. inversion E; subst w D'; clear E.
    pose proof (low_table _ _ _ _ _ _ E2 V) as V1.
    destruct (shr_ok _ _ _ _ _ _ _ E1 T1 L V1 P) as (_ & Ps & Ls).
    destruct (low_ok _ _ _ _ _ _ _ E2 T2 Ls V Ps) as (_ & (Pl1 & Pl2) & _).
    apply vrep_mrep; [| nia]. split; cbn [sshl sp lo hi]; [rewrite pscale_ok, Pl1; ring | nia].
Qed.

Lemma constant_ok rho v c x : constant v = Some c -> mrep rho v x -> x = c.
Proof.
  unfold constant. intros E (y & (P & _) & ->). destruct (sp v) as [| ([|], c') [|]]; try discriminate.
  all: cbn [pval mval] in P; match type of E with (if ?t then _ else _) = _ => destruct t eqn:B; [| discriminate] end.
  all: apply andb_true_iff in B as [B1 B2]; apply Z.leb_le in B1; apply Z.ltb_lt in B2; injection E as <-; rewrite Z.mod_small; lia.
Qed.
Lemma smasked_table rho D v c u D' : smasked D v c = Some (u, D') -> valid rho D' -> valid rho D.
Proof.
  unfold smasked. destruct (c =? 0); [congruence |]. destruct (c =? W - 1); [congruence |]. destruct (lo v <? 0); [discriminate |].
  destruct (mask_bits c) as [ab |]; [| discriminate]. intros [= E]. eapply smask_table. eassumption.
Qed.
Lemma smasked_ok rho D v c u D' x : smasked D v c = Some (u, D') -> valid rho D' -> mrep rho v x -> mrep rho u (Z.land x c).
Proof.
  unfold smasked. intros E V M. destruct (Z.eqb_spec c 0) as [-> |].
  { inversion E; subst. rewrite Z.land_0_r. exists 0. repeat split; cbn; lia. }
  destruct (Z.eqb_spec c (W - 1)) as [-> |].
  { inversion E; subst. destruct M as (y & P & ->). exists y. split; [assumption |].
    change (W - 1) with (Z.ones 64). change W with (2 ^ 64). rewrite Z.land_ones, Z.mod_mod by lia. reflexivity. }
  destruct (Z.ltb_spec (lo v) 0); [discriminate |]. destruct (mask_bits c) as [ab |] eqn:B; [| discriminate].
  injection E as E. eapply smask_ok; eauto.
Qed.
Lemma mrep_scale rho v x c : c < W -> mrep rho v x -> mrep rho (sscale (c - W) v) ((x * c) mod W).
Proof.
  intros H (y & (P1 & P2) & ->). exists ((c - W) * y). rewrite Z.mul_mod_idemp_l by (pose proof W_pos; lia).
  split; [split; cbn [sscale sp lo hi]; [rewrite pscale_ok; congruence | nia] |].
  replace (y * c) with ((c - W) * y + y * W) by ring. rewrite Z.mod_add by (pose proof W_pos; lia). reflexivity.
Qed.
Lemma mrep_mullo rho v w x y :
  mrep rho v x -> mrep rho w y -> fits v && fits w = true -> mrep rho (smullo v w) ((x * y) mod W).
Proof.
  intros Mv Mw F. pose proof (mrep_mul _ _ _ _ _ Mv Mw F) as M. apply andb_true_iff in F as [F1 F2].
  unfold smullo.
  destruct (constant w) as [c |] eqn:E; [| destruct (constant v) as [c |] eqn:E'; [| assumption]];
    (match goal with |- mrep _ (if ?t then _ else _) _ => destruct t eqn:T; [| assumption] end);
    apply andb_true_iff in T as [T _]; apply andb_true_iff in T as [_ T]; apply Z.ltb_lt in T.
  - rewrite (constant_ok _ _ _ _ E Mw). apply mrep_scale; assumption.
  - rewrite (constant_ok _ _ _ _ E' Mv), Z.mul_comm. apply mrep_scale; assumption.
Qed.
Lemma sand_table rho D v w u D' : sand D v w = Some (u, D') -> valid rho D' -> valid rho D.
Proof.
  unfold sand. destruct (constant w) as [c |]; [destruct (smasked D v c) as [r |] eqn:M |];
    try (intros [= ->]; eapply smasked_table; eassumption);
    (destruct (constant v) as [c' |]; [| discriminate]; apply smasked_table).
Qed.
Lemma sand_ok rho D v w u D' x y :
  sand D v w = Some (u, D') -> valid rho D' -> mrep rho v x -> mrep rho w y -> mrep rho u (Z.land x y).
Proof.
  intros E V Mv Mw. unfold sand in E.
  assert (Other : forall c, constant v = Some c -> smasked D w c = Some (u, D') -> mrep rho u (Z.land x y)).
  { intros c C S. rewrite (constant_ok _ _ _ _ C Mv), Z.land_comm. eapply smasked_ok; eauto. }
  destruct (constant w) as [c |] eqn:C; [destruct (smasked D v c) as [r |] eqn:M |];
    try (injection E as ->; rewrite (constant_ok _ _ _ _ C Mw); eapply smasked_ok; eassumption);
    (destruct (constant v) as [c' |] eqn:C'; [| discriminate]; eauto).
Qed.

Definition sim rho (s : state) (S : sstate) : Prop :=
  (forall r v, sreg S r = Some v -> mrep rho v (reg s r)) /\
  (forall i v, sA S i = Some v -> mrep rho v (mema s i)) /\
  (forall i v, sB S i = Some v -> mrep rho v (memb s i)).

Lemma sget_ok rho s S x v : sim rho s S -> sget S x = Some v -> mrep rho v (get s x).
Proof.
  intros (HR & HA & HB) E. destruct x as [r | i | i | c]; simpl in *; auto.
  destruct ((0 <=? c) && (c <? W)) eqn:B; [| discriminate]. inversion E; subst.
  apply andb_true_iff in B as [B1 B2]. apply Z.leb_le in B1. apply Z.ltb_lt in B2.
  apply vrep_mrep; [| lia]. split; cbn [sp lo hi]; [apply pconst_ok | lia].
Qed.

Lemma sim_set rho s S d v x D : sim rho s S -> mrep rho v x -> sim rho (set s d x) (sset S d v D).
Proof.
  intros (HR & HA & HB) M. repeat split; simpl; auto.
  intros r w. unfold upd. destruct (r =? d); [intros [= <-]; assumption | apply HR].
Qed.

Lemma low_mrep rho D v k w D' x :
  low D v k = (w, D') -> 0 <= k -> fits v = true -> valid rho D' -> mrep rho v x ->
  valid rho D /\ mrep rho w (x mod 2 ^ k).
Proof.
  intros E Hk F V M. destruct (mrep_fits _ _ _ M F) as (P & B & L).
  destruct (low_ok _ _ _ _ _ _ _ E Hk L V P) as (V0 & P' & _). split; [assumption |].
  apply vrep_mrep; [assumption |]. assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
  pose proof (Z.mod_pos_bound x (2 ^ k) ltac:(lia)). pose proof (Z.mod_le x (2 ^ k) ltac:(lia) ltac:(lia)). lia.
Qed.

Definition all_hold (rho : Z -> Z) (fs : facts) : Prop := Forall (holds rho) fs.
Lemma more_ok rho fs : forall ds E E', more fs ds E = Some E' -> all_hold rho fs -> pval rho E <= pval rho E'.
Proof.
  induction fs as [| ((F, N), e) fs IH]; intros [| d ds] E E' M H; cbn [more] in M; try discriminate; try (inversion M; lia).
  destruct (e || (d <=? 0)) eqn:C; [| discriminate]. inversion H as [| f l H0 H3]; subst. destruct H0 as (H1 & H2).
  specialize (IH _ _ _ M H3). rewrite padd_ok, pscale_ok, psub_ok, pconst_ok in IH.
  apply orb_true_iff in C as [-> | C]; [rewrite (H2 eq_refl) in IH; nia |]. apply Z.leb_le in C. nia.
Qed.
Lemma ceiling_ok rho top D fs ds E x :
  ceiling top D fs ds E = Some x -> inputs rho top -> valid rho D -> all_hold rho fs -> pval rho E <= x.
Proof.
  unfold ceiling. destruct (more fs ds E) as [E' |] eqn:M; [| discriminate]. intros B I V H.
  pose proof (more_ok _ _ _ _ _ M H). pose proof (bound_ok _ _ _ _ _ B I V). lia.
Qed.
Lemma refine_ok rho top D fs s up down v y :
  inputs rho top -> valid rho D -> all_hold rho fs -> vrep rho v y -> vrep rho (refine top D fs s up down v) y.
Proof.
  intros I V H (P1 & P2). unfold refine. destruct (Z.ltb_spec s 0); [split; assumption |].
  assert (0 < 2 ^ s) by (apply Z.pow_pos_nonneg; lia).
  assert (Q : forall u x, 2 ^ s * u <= x -> u <= x / 2 ^ s) by (intros; apply Z.div_le_lower_bound; lia).
  split; cbn [sp lo hi]; [assumption |]. split.
  - destruct (ceiling top D fs down _) as [x |] eqn:C; [| lia].
    pose proof (ceiling_ok _ _ _ _ _ _ _ C I V H) as B. rewrite !pscale_ok, P1 in B.
    specialize (Q (- y) x ltac:(lia)). lia.
  - destruct (ceiling top D fs up _) as [x |] eqn:C; [| lia].
    pose proof (ceiling_ok _ _ _ _ _ _ _ C I V H) as B. rewrite pscale_ok, P1 in B. specialize (Q y x ltac:(lia)). lia.
Qed.

Lemma derive_ok rho top D l : forall fs, inputs rho top -> valid rho D -> all_hold rho fs -> all_hold rho (derive top D l fs).
Proof.
  induction l as [| (((((F, N), e), s), up), down) l IH]; intros fs I V H; cbn [derive]; [assumption |].
  match goal with |- all_hold _ (if ?c then _ else _) => destruct c eqn:C; [| assumption] end.
  apply andb_true_iff in C as [C C3]. apply andb_true_iff in C as [C1 C2]. apply Z.leb_le in C1.
  assert (0 < 2 ^ s) by (apply Z.pow_pos_nonneg; lia).
  destruct (ceiling top D fs up _) as [x |] eqn:U; [| discriminate]. apply Z.ltb_lt in C2.
  pose proof (ceiling_ok _ _ _ _ _ _ _ U I V H) as A. rewrite pscale_ok in A.
  apply IH; try assumption. constructor; [| assumption]. assert (pval rho F <= N) by nia. split; [assumption |].
  intros ->. cbn [negb orb] in C3. destruct (ceiling top D fs down _) as [y |] eqn:L; [| discriminate]. apply Z.ltb_lt in C3.
  pose proof (ceiling_ok _ _ _ _ _ _ _ L I V H) as B. rewrite !pscale_ok in B. nia.
Qed.

Lemma snorm_ok rho v x : mrep rho v x -> mrep rho (snorm v) x.
Proof.
  intros (y & (P1 & P2) & ->). unfold snorm. destruct (Z.eqb_spec (lo v) (hi v)); [| exists y; repeat split; assumption || lia].
  assert (Y : y = lo v) by lia. rewrite Y. clear. exists (lo v mod W).
  rewrite Z.mod_mod by (pose proof W_pos; lia). split; [| reflexivity].
  split; cbn [sp lo hi]; [apply pconst_ok | lia].
Qed.

(* A sum t in the word t mod 2^64 and the carry t / 2^64. *)
Lemma cut_ok rho D t y w q D1 D2 :
  low D t 64 = (w, D1) -> shr D1 t 64 = (q, D2) -> 0 <= lo t -> valid rho D2 -> vrep rho t y ->
  valid rho D /\ vrep rho w (y mod W) /\ vrep rho q (y / W).
Proof.
  intros E1 E2 L V P. change W with (2 ^ 64).
  destruct (shr_ok _ _ _ _ _ _ _ E2 ltac:(lia) L V P) as (V1 & Q & _).
  destruct (low_ok _ _ _ _ _ _ _ E1 ltac:(lia) L V1 P) as (V0 & M & _). auto.
Qed.
Lemma word_mrep rho v x : vrep rho v (x mod W) -> mrep rho v (x mod W).
Proof. intros P. apply vrep_mrep; [assumption |]. apply Z.mod_pos_bound, W_pos. Qed.
Lemma sim_two rho s S d v x f u y D : sim rho s S -> mrep rho v x -> mrep rho u y ->
  sim rho (set (set s d x) f y) (sset (sset S d v D) f u D).
Proof. intros. apply sim_set; [apply sim_set |]; assumption. Qed.

Lemma div_word y k : 0 <= k <= 64 -> (y mod W) / 2 ^ k = (y / 2 ^ k) mod 2 ^ (64 - k).
Proof.
  intros H. assert (0 < 2 ^ (64 - k)) by (apply Z.pow_pos_nonneg; lia). assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
  assert (W = 2 ^ k * 2 ^ (64 - k)) as -> by (rewrite <- Z.pow_add_r by lia; replace (k + (64 - k)) with 64 by lia; reflexivity).
  rewrite Z.rem_mul_r by lia. rewrite Z.add_comm, Z.mul_comm, Z.div_add_l by lia.
  rewrite (Z.div_small (y mod 2 ^ k)) by (apply Z.mod_pos_bound; lia). lia.
Qed.
Lemma lor_apart a b s : 0 <= a < 2 ^ s -> b mod 2 ^ s = 0 -> 0 <= s -> Z.lor a b = a + b.
Proof.
  intros A B S. assert (0 < 2 ^ s) by (apply Z.pow_pos_nonneg; lia).
  assert (L : Z.land a b = 0).
  { apply Z.bits_inj'. intros n Hn. rewrite Z.land_spec, Z.bits_0. destruct (Z.lt_ge_cases n s).
    - pose proof (Z.div_mod b (2 ^ s) ltac:(lia)) as Q. rewrite Q, B, Z.add_0_r, Z.mul_comm, Z.mul_pow2_bits_low by lia.
      apply andb_false_r.
    - rewrite <- (Z.mod_small a (2 ^ s)), Z.mod_pow2_bits_high by lia. reflexivity. }
  rewrite Z.add_nocarry_lxor by assumption. symmetry. apply Z.lxor_lor. assumption.
Qed.
Lemma sor_table rho D u v w D' : sor D u v = Some (w, D') -> valid rho D' -> valid rho D.
Proof.
  unfold sor. destruct (_ || _); [discriminate |]. destruct (low D u 64) as (u', D1) eqn:E1. destruct (low D1 v 64) as (v', D2) eqn:E2.
  destruct (_ || _); [| discriminate]. intros [= _ <-] V. eauto using low_table.
Qed.
Lemma sor_ok rho D u v w D' x y : sor D u v = Some (w, D') -> valid rho D' -> mrep rho u x -> mrep rho v y ->
  mrep rho w (Z.lor x y).
Proof.
  unfold sor. intros O V (x' & Pu & ->) (y' & Pv & ->). change W with (2 ^ 64).
  destruct ((lo u <? 0) || (lo v <? 0)) eqn:F; [discriminate |]. apply orb_false_iff in F as (F1 & F2). apply Z.ltb_ge in F1, F2.
  destruct (low D u 64) as (u', D1) eqn:E1. destruct (low D1 v 64) as (v', D2) eqn:E2.
  match type of O with (if ?t then _ else _) = _ => destruct t eqn:C; [| discriminate] end. inversion O; subst w D2; clear O.
  destruct (low_ok _ _ _ _ _ _ _ E2 ltac:(lia) F2 V Pv) as (V1 & Qv & _).
  destruct (low_ok _ _ _ _ _ _ _ E1 ltac:(lia) F1 V1 Pu) as (_ & Qu & _).
  pose proof (Z.mod_pos_bound x' (2 ^ 64) ltac:(lia)) as Bx. pose proof (Z.mod_pos_bound y' (2 ^ 64) ltac:(lia)) as By.
  set (a := x' mod 2 ^ 64) in *. set (b := y' mod 2 ^ 64) in *. clearbody a b. clear - C Qu Qv Bx By.
  assert (A : forall u v a b, vrep rho u a -> vrep rho v b -> 0 <= a -> pdivides (2 ^ Z.log2_up (hi u + 1)) (sp v) = true ->
    Z.lor a b = a + b).
  { clear. intros u v x y (P1 & P2) (Q1 & Q2) Hx D. pose proof (Z.log2_up_nonneg (hi u + 1)) as N.
    apply lor_apart with (s := Z.log2_up (hi u + 1)); [| | assumption].
    - split; [assumption |]. apply Z.lt_le_trans with (hi u + 1); [lia |].
      destruct (Z.eq_dec (hi u) 0) as [-> | NZ]; [apply Z.le_refl |]. apply Z.log2_up_spec. lia.
    - rewrite <- Q1. apply pdivides_ok; [apply Z.pow_pos_nonneg; lia | assumption]. }
  assert (T : Z.lor a b = a + b).
  { apply orb_true_iff in C as [C | C]; [apply (A u' v'); assumption || lia |].
    rewrite Z.lor_comm, Z.add_comm. apply (A v' u'); assumption || lia. }
  assert (0 <= Z.lor a b < W) as B.
  2: { apply vrep_mrep; [| exact B]. rewrite T in B |- *. destruct (vrep_add _ _ _ _ _ Qu Qv) as (P & Q).
       split; cbn [sp lo hi]; [exact P |]. split; [apply Q |]. apply Z.min_glb; [apply Q |]. change (a + b <= W - 1). lia. }
  assert (0 <= Z.lor a b) by (apply Z.lor_nonneg; lia). split; [assumption |]. change W with (2 ^ 64).
  destruct (Z.eq_dec (Z.lor a b) 0) as [-> |]; [reflexivity |].
  apply Z.log2_lt_pow2; [lia |]. rewrite Z.log2_lor by lia.
  assert (L : forall z, 0 <= z < 2 ^ 64 -> Z.log2 z < 64).
  { intros z Hz. destruct (Z.eq_dec z 0) as [-> |]; [reflexivity |]. apply Z.log2_lt_pow2; lia. }
  apply Z.max_lub_lt; auto.
Qed.

Lemma sstep_ok rho top h i S S' : sstep top h i S = Some S' -> forall s, inputs rho top -> all_hold rho (sfacts S) ->
  sim rho s S -> valid rho (stab S') -> valid rho (stab S) /\ sim rho (step i s) S'.
Proof.
  intros E s IN AH HS V.
  assert (G := fun x v => sget_ok rho s S x v HS).
  destruct i as [d | d x | j x | d x y | d x y | d x y | d x y | d x k | d x k | d x y | d x y
    | d x y c f | d x y c f | hd l x y | d x k | f x | d x y c | f | d x y | d x]; simpl in E.
  - inversion E; subst. split; [assumption |]. apply sim_set; [assumption |].
    exists 0. repeat split; simpl; lia.
  - destruct (sget S x) eqn:X; inversion E; subst. split; [assumption |]. apply sim_set; auto.
  - destruct (sget S x) as [u |] eqn:X; [| discriminate].
    assert (K : forall v D, reduced (stab S) u = (v, D) -> valid rho D -> valid rho (stab S) /\ mrep rho v (get s x)).
    { intros v D Q VD. unfold reduced in Q. destruct (fits u || (lo u <? 0)) eqn:F; [inversion Q; subst; auto |].
      apply orb_false_iff in F as (_ & F). apply Z.ltb_ge in F. destruct (G _ _ X) as (y & P & ->).
      destruct (low_ok _ _ _ _ _ _ _ Q ltac:(lia) F VD P) as (V0 & P' & _). split; [assumption |].
      apply vrep_mrep; [exact P' | apply Z.mod_pos_bound, W_pos]. }
    destruct (reduced (stab S) u) as (v, D). inversion E; subst. simpl in V.
    destruct (K _ _ eq_refl V) as (V0 & M). split; [assumption |]. destruct HS as (HR & HA & HB). repeat split; simpl; auto.
    intros r w. unfold upd. destruct (r =? j); [intros [= <-]; auto | apply HA].
  - destruct (sget S x) eqn:X; [| discriminate]. destruct (sget S y) eqn:Y; [| discriminate]. inversion E; subst.
    split; [assumption |]. apply sim_set; [assumption |]. apply mrep_add; auto.
  - destruct (sget S x) eqn:X; [| discriminate]. destruct (sget S y) eqn:Y; [| discriminate]. inversion E; subst.
    split; [assumption |]. apply sim_set; [assumption |]. apply snorm_ok, mrep_sub; auto.
  - destruct (sget S x) eqn:X; [| discriminate]. destruct (sget S y) eqn:Y; [| discriminate].
    destruct (fits s0 && fits s1) eqn:F; inversion E; subst.
    split; [assumption |]. apply sim_set; [assumption |]. apply mrep_mullo; auto.
  - destruct (sget S x) eqn:X; [| discriminate]. destruct (sget S y) eqn:Y; [| discriminate].
    destruct (sand (stab S) s0 s1) as [(w, D) |] eqn:L; inversion E; subst. simpl in V.
    split; [eapply sand_table; eauto |]. apply sim_set; [assumption |]. eapply sand_ok; eauto.
  - destruct (sget S x) eqn:X; [| discriminate]. destruct (fits s0 && (0 <=? k)) eqn:F.
    2: { destruct ((0 <=? lo s0) && (0 <=? k) && (k <=? 64)) eqn:F'; [| discriminate].
      apply andb_true_iff in F' as (F' & K2). apply andb_true_iff in F' as (F1 & K1). apply Z.leb_le in F1, K1, K2.
      destruct (shr_word (stab S) s0 k) as (v, D2) eqn:E2. inversion E; subst. simpl in V. unfold shr_word in E2.
      destruct (shr (stab S) s0 k) as (u, D1) eqn:E1.
      destruct (G _ _ X) as (y & P & Y). pose proof (low_table _ _ _ _ _ _ E2 V) as V1.
      destruct (shr_ok _ _ _ _ _ _ _ E1 K1 F1 V1 P) as (V0 & Pu & Lu). destruct (low_ok _ _ _ _ _ _ _ E2 ltac:(lia) Lu V Pu) as (_ & Pv & _).
      split; [assumption |]. apply sim_set; [assumption |]. rewrite Y, div_word by lia. apply vrep_mrep; [assumption |].
      assert (0 < 2 ^ (64 - k) <= W) by (split; [apply Z.pow_pos_nonneg | apply (Z.pow_le_mono_r 2 (64 - k) 64)]; lia).
      pose proof (Z.mod_pos_bound (y / 2 ^ k) (2 ^ (64 - k))). lia. }
    apply andb_true_iff in F as [F1 F2]. apply Z.leb_le in F2.
    destruct (mrep_fits _ _ _ (G _ _ X) F1) as (P & B & Lo).
    assert (B' : 0 <= get s x / 2 ^ k < W).
    { assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
      split; [apply Z.div_pos; lia |]. apply Z.le_lt_trans with (get s x); [| lia]. apply Z.div_le_upper_bound; nia. }
    destruct h as [[h | hs hu hd | hl] |].
    + destruct (shr_exact top (stab S) s0 k h) as [w |] eqn:L; inversion E; subst. simpl in V.
      split; [assumption |]. apply sim_set; [assumption |]. apply vrep_mrep; [| assumption].
      eapply shr_exact_ok; eauto.
    + destruct (shr (stab S) s0 k) as (w, D) eqn:L. inversion E; subst. simpl in V.
      destruct (shr_ok _ _ _ _ _ _ _ L F2 Lo V P) as (V0 & P' & _).
      split; [assumption |]. apply sim_set; [assumption |]. apply vrep_mrep; assumption.
    + destruct (shr (stab S) s0 k) as (w, D) eqn:L. inversion E; subst. simpl in V.
      destruct (shr_ok _ _ _ _ _ _ _ L F2 Lo V P) as (V0 & P' & _).
      split; [assumption |]. apply sim_set; [assumption |]. apply vrep_mrep; assumption.
    + destruct (shr (stab S) s0 k) as (w, D) eqn:L. inversion E; subst. simpl in V.
      destruct (shr_ok _ _ _ _ _ _ _ L F2 Lo V P) as (V0 & P' & _).
      split; [assumption |]. apply sim_set; [assumption |]. apply vrep_mrep; assumption.
  - destruct (sget S x) eqn:X; [| discriminate]. destruct (Z.leb_spec 0 k); inversion E; subst.
    split; [assumption |]. apply sim_set; [assumption |]. apply snorm_ok, mrep_shl; auto.
  - destruct (sget S x) eqn:X; [| discriminate]. destruct (sget S y) eqn:Y; [| discriminate].
    destruct (sreg S d) eqn:Z0; [| discriminate]. destruct (product (stab S) s0 s1) as [(t, D) |] eqn:P; [| discriminate].
    destruct (low D t 52) as (l, D1) eqn:L. inversion E; subst. simpl in V.
    assert (V1 : valid rho D).
    { eapply low_table; eauto. }
    destruct (product_ok _ _ _ _ _ _ _ _ P V1 (G _ _ X) (G _ _ Y)) as (V0 & T & Lt).
    destruct (low_ok _ _ _ _ _ _ _ L ltac:(lia) Lt V T) as (_ & Pl & _).
    split; [assumption |]. apply sim_set; [assumption |]. apply mrep_madd; [| assumption].
    destruct HS as (HR & _). apply HR. assumption.
  - destruct (sget S x) eqn:X; [| discriminate]. destruct (sget S y) eqn:Y; [| discriminate].
    destruct (sreg S d) eqn:Z0; [| discriminate]. destruct (product (stab S) s0 s1) as [(t, D) |] eqn:P; [| discriminate].
    destruct (shr D t 52) as (l, D1) eqn:L. inversion E; subst. simpl in V.
    assert (V1 : valid rho D).
    { eapply shr_table; eauto. }
    destruct (product_ok _ _ _ _ _ _ _ _ P V1 (G _ _ X) (G _ _ Y)) as (V0 & T & Lt).
    destruct (shr_ok _ _ _ _ _ _ _ L ltac:(lia) Lt V T) as (_ & Pl & _).
    split; [assumption |]. apply sim_set; [assumption |]. apply mrep_madd; [| assumption].
    destruct HS as (HR & _). apply HR. assumption.
  - destruct (sget S x) as [u |] eqn:X; [| discriminate]. destruct (sget S y) as [v |] eqn:Y; [| discriminate].
    destruct (sget S c) as [w |] eqn:C; [| discriminate].
    destruct (fits u && fits v && fits w) eqn:F; [| discriminate].
    apply andb_true_iff in F as (F & F3). apply andb_true_iff in F as (F1 & F2).
    destruct (mrep_fits _ _ _ (G _ _ X) F1) as (Px & _). destruct (mrep_fits _ _ _ (G _ _ Y) F2) as (Py & _).
    destruct (mrep_fits _ _ _ (G _ _ C) F3) as (Pc & _).
    assert (P0 := vrep_add _ _ _ _ _ (vrep_add _ _ _ _ _ Px Py) Pc).
    match type of E with (if 0 <=? lo ?t then _ else _) = _ => set (T := t) in * end.
    assert (P : valid rho (stab S) -> vrep rho T (get s x + get s y + get s c)).
    { intros V0. unfold T. destruct h as [[| |] |]; auto using refine_ok. } clearbody T.
    destruct (Z.leb_spec 0 (lo T)); [| discriminate].
    destruct (low (stab S) T 64) as (a, D1) eqn:L. destruct (shr D1 T 64) as (b, D2) eqn:H1. inversion E; subst. simpl in V.
    assert (V0 : valid rho (stab S)) by eauto using low_table, shr_table.
    destruct (cut_ok _ _ _ _ _ _ _ _ L H1 H V (P V0)) as (_ & Pa & Pb).
    split; [assumption |]. apply sim_two; [assumption | apply word_mrep; assumption |]. exists ((get s x + get s y + get s c) / W).
    split; [assumption |]. symmetry. apply Z.mod_small.
    assert (B1 := G _ _ X). assert (B2 := G _ _ Y). assert (B3 := G _ _ C).
    apply mrep_fits in B1 as (_ & B1 & _); [| assumption]. apply mrep_fits in B2 as (_ & B2 & _); [| assumption].
    apply mrep_fits in B3 as (_ & B3 & _); [| assumption].
    split; [apply Z.div_pos; lia |]. apply Z.div_lt_upper_bound; unfold W in *; lia.
  - destruct (sget S x) as [u |] eqn:X; [| discriminate]. destruct (sget S y) as [v |] eqn:Y; [| discriminate].
    destruct (sget S c) as [w |] eqn:C; [| discriminate].
    destruct (fits u && fits v && fits w) eqn:F; [| discriminate].
    apply andb_true_iff in F as (F & F3). apply andb_true_iff in F as (F1 & F2).
    destruct (mrep_fits _ _ _ (G _ _ X) F1) as (Px & Bx & _). destruct (mrep_fits _ _ _ (G _ _ Y) F2) as (Py & By & _).
    destruct (mrep_fits _ _ _ (G _ _ C) F3) as (Pc & Bc & _).
    assert (P0 := vrep_sub _ _ _ _ _ (vrep_sub _ _ _ _ _ Px Py) Pc).
    assert (BZ : - 2 * W < get s x - get s y - get s c < W) by lia.
    set (z := get s x - get s y - get s c) in *.
    change (step (Sbb d x y c f) s) with (set (set s d (z mod W)) f (- (z / W))).
    match type of E with (if fits ?t then _ else _) = _ => set (T := t) in * end.
    assert (P : valid rho (stab S) -> vrep rho T z).
    { intros V0. unfold T. destruct h as [[| |] |]; auto using refine_ok. } clearbody T.
    destruct (fits T) eqn:FT.
    + inversion E; subst. simpl in V. specialize (P V). split; [assumption |].
      unfold fits in FT. apply andb_true_iff in FT as [T1 T2]. apply Z.leb_le in T1. apply Z.ltb_lt in T2.
      assert (0 <= z < W) by (destruct P; lia).
      rewrite Z.mod_small, Z.div_small by assumption.
      apply sim_two; [assumption | apply vrep_mrep; assumption |]. exists 0. repeat split; simpl; lia.
    + set (T' := {| sp := padd (sp T) (pconst W); lo := lo T + W; hi := hi T + W |}) in *.
      destruct (Z.leb_spec 0 (lo T + W)); [| discriminate].
      destruct (low (stab S) T' 64) as (a, D1) eqn:L. destruct (shr D1 T' 64) as (b, D2) eqn:H1. inversion E; subst. simpl in V.
      assert (V0 : valid rho (stab S)) by eauto using low_table, shr_table.
      assert (P' : vrep rho T' (z + W)).
      { destruct (P V0) as (P1 & P2). unfold T'. split; cbn [sp lo hi]; [rewrite padd_ok, pconst_ok | ]; lia. }
      destruct (cut_ok _ _ _ _ _ _ _ _ L H1 H V P') as (_ & Pa & Pb).
      replace (z + W) with (z + 1 * W) in Pa, Pb by lia.
      rewrite Z.mod_add in Pa by (unfold W; lia). rewrite Z.div_add in Pb by (unfold W; lia).
      split; [assumption |]. apply sim_two; [assumption | apply word_mrep; assumption |].
      assert (- 2 <= z / W <= 0).
      { split; [apply Z.div_le_lower_bound | apply Z.lt_succ_r, Z.div_lt_upper_bound]; unfold W in *; lia. }
      exists (- (z / W)). split; [| symmetry; apply Z.mod_small; assert (2 < W) by reflexivity; lia].
      replace (- (z / W)) with (1 - (z / W + 1)) by lia. apply vrep_sub; [repeat split; simpl; lia | assumption].
  - destruct (sget S x) as [u |] eqn:X; [| discriminate]. destruct (sget S y) as [v |] eqn:Y; [| discriminate].
    destruct (fits u && fits v) eqn:F; [| discriminate]. apply andb_true_iff in F as (F1 & F2).
    destruct (mrep_fits _ _ _ (G _ _ X) F1) as (Px & Bx & Lx). destruct (mrep_fits _ _ _ (G _ _ Y) F2) as (Py & By & Ly).
    destruct (smul_ok _ _ _ _ _ Px Py Lx Ly) as (P & Lt).
    destruct (low (stab S) (smul u v) 64) as (a, D1) eqn:L. destruct (shr D1 (smul u v) 64) as (b, D2) eqn:H1.
    inversion E; subst. simpl in V.
    destruct (cut_ok _ _ _ _ _ _ _ _ L H1 Lt V P) as (V0 & Pa & Pb).
    split; [assumption |]. apply sim_two; [assumption | apply word_mrep; assumption |]. apply vrep_mrep; [assumption |].
    split; [apply Z.div_pos; unfold W in *; nia |]. apply Z.div_lt_upper_bound; unfold W in *; nia.
  - destruct (sget S x) as [u |] eqn:X; [| discriminate]. destruct (fits u && (0 <=? k) && (k <=? 64)) eqn:F; [| discriminate].
    apply andb_true_iff in F as (F & K2). apply andb_true_iff in F as (F & K1). apply Z.leb_le in K1, K2.
    destruct (mrep_fits _ _ _ (G _ _ X) F) as (Px & Bx & Lx).
    destruct (shr (stab S) u k) as (a, D1) eqn:H1. destruct (low D1 u k) as (b, D2) eqn:L.
    destruct (fits (srot a b k)) eqn:FT; [| discriminate]. inversion E; subst. simpl in V.
    destruct (low_ok _ _ _ _ _ _ _ L K1 Lx V Px) as (V1 & Pb & _).
    destruct (shr_ok _ _ _ _ _ _ _ H1 K1 Lx V1 Px) as (V0 & Pa & _).
    split; [assumption |]. apply sim_set; [assumption |].
    assert (PT : vrep rho (srot a b k) (get s x / 2 ^ k + get s x mod 2 ^ k * 2 ^ (64 - k))).
    { apply vrep_add; [assumption |]. destruct Pb as (Q1 & Q2). assert (0 < 2 ^ (64 - k)) by (apply Z.pow_pos_nonneg; lia).
      split; cbn [sshl sp lo hi]; [rewrite pscale_ok, Q1; ring | split; apply Z.mul_le_mono_nonneg_r; lia]. }
    apply vrep_mrep; [assumption |].
    unfold fits in FT. apply andb_true_iff in FT as [_ FT]. apply Z.ltb_lt in FT. split; [| destruct PT; lia].
    assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
    apply Z.add_nonneg_nonneg; [apply Z.div_pos; lia |].
    apply Z.mul_nonneg_nonneg; [apply Z.mod_pos_bound; lia | apply Z.pow_nonneg; lia].
  - destruct (sget S x) as [u |] eqn:X; [| discriminate]. destruct (fits u) eqn:F; [| discriminate].
    destruct (mrep_fits _ _ _ (G _ _ X) F) as ((P1 & P2) & Bx & Lx).
    destruct (Z.eqb_spec (hi u) 0); [| destruct (Z.ltb_spec 0 (lo u)); [| discriminate]]; inversion E; subst;
      (split; [assumption |]); apply sim_set; try assumption.
    + cbn [step]. rewrite (proj2 (Z.eqb_eq (get s x) 0)) by lia. exists 0. repeat split; simpl; lia.
    + cbn [step]. rewrite (proj2 (Z.eqb_neq (get s x) 0)) by lia. exists 1. repeat split; simpl; lia.
  - destruct (sreg S c) as [w |] eqn:C; [| discriminate].
    destruct (sget S x) as [u |] eqn:X; [| discriminate]. destruct (sget S y) as [v |] eqn:Y; [| discriminate].
    destruct (fits w) eqn:F; [| discriminate].
    destruct (mrep_fits _ _ _ (G (R c) _ C) F) as ((P1 & P2) & Bx & Lx). cbn [get] in *.
    destruct (Z.eqb_spec (hi w) 0); [| destruct (Z.ltb_spec 0 (lo w)); [| discriminate]]; inversion E; subst;
      (split; [assumption |]); apply sim_set; try assumption.
    + rewrite (proj2 (Z.eqb_eq (reg s c) 0)) by lia. auto.
    + rewrite (proj2 (Z.eqb_neq (reg s c) 0)) by lia. auto.
  - inversion E; subst. split; [assumption |]. destruct HS as (HR & HA & HB). repeat split; simpl; auto.
    intros r w. unfold upd. destruct (r =? f); [discriminate | apply HR].
  - destruct (sget S x) as [u |] eqn:X; [| discriminate]. destruct (sget S y) as [v |] eqn:Y; [| discriminate].
    destruct (sor (stab S) u v) as [(w, D) |] eqn:O; inversion E; subst. simpl in V.
    split; [eapply sor_table; eauto |]. apply sim_set; [assumption |]. eapply sor_ok; eauto.
  - destruct (sget S x) as [u |] eqn:X; [| discriminate].
    destruct (fits u && (lo u =? hi u) && fits (sone_of (spread (lo u)))) eqn:F; inversion E; subst. simpl in V.
    apply andb_true_iff in F as (F & F3). apply andb_true_iff in F as (F1 & F2). apply Z.eqb_eq in F2.
    split; [assumption |]. apply sim_set; [assumption |]. destruct (mrep_fits _ _ _ (G _ _ X) F1) as ((_ & B) & _).
    cbn [step]. replace (get s x) with (lo u) by lia. unfold fits in F3. cbn [sone_of lo hi] in F3.
    apply andb_true_iff in F3 as (F3 & F4). apply Z.leb_le in F3. apply Z.ltb_lt in F4.
    apply vrep_mrep; [| lia]. split; cbn [sone_of sp lo hi]; [apply pconst_ok | lia].
Qed.

(* The table only grows. *)
Lemma reduced_table rho D v w D' : reduced D v = (w, D') -> valid rho D' -> valid rho D.
Proof. unfold reduced. destruct (_ || _); [congruence | apply low_table]. Qed.
Lemma shr_word_table rho D v k w D' : shr_word D v k = (w, D') -> valid rho D' -> valid rho D.
Proof. unfold shr_word. destruct (shr D v k) as (s, D1) eqn:E. eauto using shr_table, low_table. Qed.
Lemma product_table rho D v w t D' : product D v w = Some (t, D') -> valid rho D' -> valid rho D.
Proof.
  unfold product. destruct (fits v && fits w); [| discriminate].
  destruct (low D v 52) as (v', D1) eqn:E1. destruct (low D1 w 52) as (w', D2) eqn:E2. intros E V. inversion E; subst.
  eapply low_table; eauto. eapply low_table; eauto.
Qed.
Lemma sstep_table rho top h i S S' : sstep top h i S = Some S' -> valid rho (stab S') -> valid rho (stab S).
Proof.
  intros E V. destruct i; simpl in E;
    repeat match type of E with
    | match ?x with _ => _ end = _ => destruct x eqn:?; try discriminate
    end; inversion E; subst; simpl in V; try assumption.
  all: repeat match goal with
    | H : match ?x with _ => _ end = Some _ |- _ => destruct x eqn:?; try discriminate
    | H : Some _ = Some _ |- _ => inversion H; subst; clear H
    end; try assumption; eauto using shr_table, low_table, product_table, smask_table, sand_table, sor_table, shr_word_table, reduced_table.
Qed.
