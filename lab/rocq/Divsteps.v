(* The packed divsteps of inversion, src/arithmetic/invert/divsteps.rs: 15 instructions do a divstep on f and g and on their matrix at once.
   Registers: 108 is f, 109 is g, 110 is zeta = -delta - 1/2, 111 the summand of an odd g, 112 whether zeta < 0; m holds -2. *)
Require Import ZArith List Lia Bool.
Require Import Machine.
Import ListNotations.
Open Scope Z_scope.

Definition sar d := [And 120 (R d) (K 1); Srl 123 (R d) 63; Sll 123 (R 123) 63; Srl d (R d) 1; Add d (R d) (R 123)].
Definition packed_step (m : Z) : list instr :=
  Add 102 (R 109) (R 111) :: sar 102 ++
  [Mov 100 (R m); Sbb 100 (R 100) (R 110) (K 0) 120; Sbb 110 (R 110) (K 1) (K 0) 123;
   And 123 (R 109) (R 112); Test 122 (R 123); Zero 120; Zero 121; Sel 110 (R 110) (R 100) 122; Sel 108 (R 108) (R 109) 122] ++ sar 109 ++
  [Lose 121; Sel 109 (R 109) (R 102) 120; Mov 111 (R 108); Sbb 111 (K 0) (R 111) (K 0) 120; Mov 112 (R 110); Srl 112 (R 112) 63;
   Lose 120; Test 122 (R 112); Sel 111 (R 108) (R 111) 122].
(* Where -2 may be. *)
Definition free := [101; 103; 105; 106; 107; 113; 114; 115].

(* A word holds a signed number. *)
Definition word (x z : Z) : Prop := x = z mod W /\ - 2 ^ 63 <= z < 2 ^ 63.
Definition inv (s : state) (z f g : Z) : Prop :=
  word (reg s 108) f /\ word (reg s 109) g /\ word (reg s 110) z /\
  reg s 111 = (if z <? 0 then - f else f) mod W /\ reg s 112 = (if z <? 0 then 1 else 0).

(* The divstep, see src/arithmetic/invert.rs. *)
Definition divstep (z f g : Z) : Z * Z * Z :=
  if Z.odd g then if z <? 0 then (- 2 - z, g, (g - f) / 2) else (z - 1, f, (g + f) / 2) else (z - 1, f, g / 2).

Definition half x := (x / 2 ^ 1 + (x / 2 ^ 63 * 2 ^ 63) mod W) mod W.
Definition flag x := if x =? 0 then 0 else 1.
Lemma step_regs m s : In m free ->
  let s' := exec (packed_step m) s in
  let nz := flag (Z.land (reg s 109) (reg s 112)) in
  let z := if nz =? 0 then (reg s 110 - 1 - 0) mod W else (reg s m - reg s 110 - 0) mod W in
  let f := if nz =? 0 then reg s 108 else reg s 109 in
  reg s' 108 = f /\
  reg s' 109 = (if Z.land (reg s 109) 1 =? 0 then half (reg s 109) else half ((reg s 109 + reg s 111) mod W)) /\
  reg s' 110 = z /\
  reg s' 111 = (if flag (z / 2 ^ 63) =? 0 then f else (0 - f - 0) mod W) /\
  reg s' 112 = z / 2 ^ 63.
Proof.
  intros H. repeat (destruct H as [<- | H]; [repeat split; reflexivity |]). destruct H.
Qed.

Lemma half_ok x z : word x z -> half x = (z / 2) mod W.
Proof.
  intros (-> & B). unfold half. change (2 ^ 1) with 2. assert (C : 0 <= z \/ z < 0) by lia. destruct C as [C | C].
  - rewrite (Z.mod_small z W) by (unfold W; lia). rewrite (Z.div_small z (2 ^ 63)) by lia. change (0 * 2 ^ 63) with 0.
    rewrite Z.mod_0_l by (unfold W; lia). rewrite Z.add_0_r. reflexivity.
  - replace (z mod W) with (z + W) by (rewrite <- (Z.mod_add z 1 W), Z.mod_small; unfold W; lia).
    replace ((z + W) / 2 ^ 63) with 1 by (apply (Z.div_unique _ _ _ (z + W - 2 ^ 63)); [left |]; unfold W in *; lia).
    rewrite (Z.mod_small (1 * 2 ^ 63) W) by (unfold W; lia). change W with (2 ^ 63 * 2) at 1. rewrite Z.div_add by lia.
    rewrite <- (Z.mod_add (z / 2) 1 W) by (unfold W; lia). f_equal. unfold W. lia.
Qed.
Lemma parity x z : word x z -> Z.land x 1 = if Z.odd z then 1 else 0.
Proof.
  intros (-> & _). change 1 with (Z.ones 1) at 1. rewrite Z.land_ones by lia. change (2 ^ 1) with 2.
  rewrite <- Znumtheory.Zmod_div_mod by (unfold W; try lia; exists (2 ^ 63); reflexivity). rewrite Zmod_odd. reflexivity.
Qed.
Lemma sign x z : word x z -> x / 2 ^ 63 = if z <? 0 then 1 else 0.
Proof.
  intros (-> & B). destruct (Z.ltb_spec z 0).
  - replace (z mod W) with (z + W) by (rewrite <- (Z.mod_add z 1 W), Z.mod_small; unfold W; lia).
    symmetry. apply (Z.div_unique _ _ _ (z + W - 2 ^ 63)); [left |]; unfold W in *; lia.
  - rewrite Z.mod_small by (unfold W; lia). apply Z.div_small. lia.
Qed.

(* What the instructions do, for all words whose sums do not overflow. *)
Theorem step_ok m s z f g : In m free -> reg s m = W - 2 -> inv s z f g -> - 2 ^ 63 <= g + f < 2 ^ 63 -> - 2 ^ 63 <= g - f < 2 ^ 63 ->
  - 2 ^ 62 <= z <= 2 ^ 62 ->
  let '(z', f', g') := divstep z f g in inv (exec (packed_step m) s) z' f' g'.
Proof.
  intros Hm HM (HF & HG & HZ & HA & HP) B1 B2 BZ. pose proof (step_regs m s Hm) as (EF & EG & EZ & EA & EP).
  rewrite HP in *. rewrite HM in *.
  assert (N : flag (Z.land (reg s 109) (if z <? 0 then 1 else 0)) = if Z.odd g && (z <? 0) then 1 else 0).
  { destruct (z <? 0); [rewrite (parity _ _ HG), andb_true_r; destruct (Z.odd g); reflexivity |].
    rewrite Z.land_0_r, andb_false_r. reflexivity. }
  rewrite N in *. rewrite (parity _ _ HG) in EG. clear N.
  assert (Z0 : (reg s 110 - 1 - 0) mod W = (z - 1) mod W).
  { destruct HZ as (-> & _). rewrite Z.sub_0_r, Zminus_mod_idemp_l. reflexivity. }
  assert (Z1 : (W - 2 - reg s 110 - 0) mod W = (- 2 - z) mod W).
  { destruct HZ as (-> & _). rewrite Z.sub_0_r, Zminus_mod_idemp_r. replace (W - 2 - z) with (- 2 - z + 1 * W) by lia.
    apply Z.mod_add. unfold W; lia. }
  assert (S : word ((reg s 109 + reg s 111) mod W) (if z <? 0 then g - f else g + f)).
  { destruct HG as (-> & _). rewrite HA, <- Z.add_mod by (unfold W; lia). destruct (z <? 0); split; try lia; f_equal; lia. }
  assert (Fin : forall z' f' g', word (reg (exec (packed_step m) s) 108) f' -> word (reg (exec (packed_step m) s) 109) g' ->
    word (reg (exec (packed_step m) s) 110) z' -> inv (exec (packed_step m) s) z' f' g').
  { intros z' f' g' F' G' Z'. split; [assumption |]. split; [assumption |]. split; [assumption |].
    rewrite <- EZ, <- EF in EA. rewrite <- EZ in EP. rewrite (sign _ _ Z') in EA, EP. split; [| exact EP].
    rewrite EA. destruct F' as (-> & _). destruct (z' <? 0); cbn [flag Z.eqb].
    - rewrite Z.sub_0_r, Zminus_mod_idemp_r. reflexivity.
    - reflexivity. }
  rewrite (half_ok _ _ HG) in EG. rewrite (half_ok _ _ S) in EG. rewrite Z0, Z1 in EZ. unfold divstep.
  assert (D : forall x, - 2 ^ 63 <= x < 2 ^ 63 -> - 2 ^ 63 <= x / 2 < 2 ^ 63).
  { intros x Hx. split; [apply Z.div_le_lower_bound | apply Z.div_lt_upper_bound]; lia. }
  destruct HF as (HF & BF). destruct HG as (HG & BG). destruct HZ as (HZ & BZ').
  destruct (Z.odd g); [destruct (Z.ltb_spec z 0) |]; cbn [andb Z.eqb] in *; apply Fin; rewrite ?EF, ?EG, ?EZ;
    (split; [assumption || reflexivity | try (apply D); lia]).
Qed.

(* ---- The packing ---- *)

(* f and g with the matrix of the divsteps so far, over 2^i. *)
Record numbers := { zeta : Z; nf : Z; ng : Z; nu : Z; nv : Z; nq : Z; nr : Z }.
Definition next (n : numbers) : numbers :=
  let '{| zeta := z; nf := f; ng := g; nu := u; nv := v; nq := q; nr := r |} := n in
  if Z.odd g then
    if z <? 0 then {| zeta := - 2 - z; nf := g; ng := (g - f) / 2; nu := 2 * q; nv := 2 * r; nq := q - u; nr := r - v |}
    else {| zeta := z - 1; nf := f; ng := (g + f) / 2; nu := 2 * u; nv := 2 * v; nq := q + u; nr := r + v |}
  else {| zeta := z - 1; nf := f; ng := g / 2; nu := 2 * u; nv := 2 * v; nq := q; nr := r |}.
Fixpoint nexts (k : nat) (n : numbers) : numbers := match k with O => n | S k => next (nexts k n) end.
(* A run: divstep k goes from t k to s (k + 1). Between divsteps is other code, from s k to t k, which leaves the five words as they are. *)
Definition words := [108; 109; 110; 111; 112].
Definition run (N : nat) (m : nat -> Z) (s t : nat -> state) : Prop := forall k, (k < N)%nat ->
  In (m k) free /\ reg (t k) (m k) = W - 2 /\ (forall r, In r words -> reg (t k) r = reg (s k) r) /\ s (S k) = exec (packed_step (m k)) (t k).

Definition pack (i x u v : Z) := x - 2 ^ (41 - i) * u - 2 ^ (62 - i) * v.
(* After i divsteps of f0 and g0. *)
Definition bounds (i z0 f0 g0 : Z) (n : numbers) : Prop :=
  Z.odd (nf n) = true /\ Z.abs (nf n) < 2 ^ 20 /\ Z.abs (ng n) < 2 ^ 20 /\
  Z.abs (nu n) + Z.abs (nv n) <= 2 ^ i /\ Z.abs (nq n) + Z.abs (nr n) <= 2 ^ i /\ Z.abs (zeta n) <= z0 + 2 * i /\
  2 ^ i * nf n = nu n * f0 + nv n * g0 /\ 2 ^ i * ng n = nq n * f0 + nr n * g0 /\
  (i = 0 /\ nu n = 1 /\ nv n = 0 /\ nq n = 0 /\ nr n = 1 \/ 0 < i /\ Z.abs (nr n) <= 2 ^ i - 1).
Definition holds (s : state) (i : Z) (n : numbers) : Prop :=
  inv s (zeta n) (pack i (nf n) (nu n) (nv n)) (pack i (ng n) (nq n) (nr n)).

Lemma half_even x : Z.odd x = false -> 2 * (x / 2) = x.
Proof. intros H. rewrite (Z.div_mod x 2) at 2 by lia. rewrite Zmod_odd, H. lia. Qed.

Lemma bounds_next i z0 f0 g0 n : 0 <= i -> bounds i z0 f0 g0 n -> bounds (i + 1) z0 f0 g0 (next n).
Proof.
  intros Hi (HO & BF & BG & BU & BQ & BZ & EF & EG & BR). destruct n as [z f g u v q r]. cbn [nf ng nu nv nq nr zeta] in *.
  unfold bounds, next. rewrite Z.pow_add_r by lia. change (2 ^ 1) with 2. set (c := 2 ^ i) in *.
  assert (R : (q = 0 /\ r = 1 /\ u = 1 /\ v = 0 /\ c = 1) \/ Z.abs r <= c - 1).
  { destruct BR as [(I & ? & ? & ? & ?) | (_ & BR)]; [left | right; assumption]. unfold c. rewrite I. auto. }
  clear BR. change (2 ^ 20) with 1048576 in *. clearbody c.
  assert (O1 : Z.odd (g - f) = negb (Z.odd g)) by (rewrite Z.odd_sub, HO; destruct (Z.odd g); reflexivity).
  assert (O2 : Z.odd (g + f) = negb (Z.odd g)) by (rewrite Z.odd_add, HO; destruct (Z.odd g); reflexivity).
  assert (L : forall x, Z.odd x = false -> c * 2 * (x / 2) = c * x).
  { intros x O. rewrite <- Z.mul_assoc, half_even by exact O. reflexivity. }
  assert (HB : forall x, Z.odd x = false -> Z.abs x < 2 * 1048576 -> Z.abs (x / 2) < 1048576).
  { intros x O A. pose proof (half_even x O). lia. }
  destruct (Z.odd g) eqn:O; [destruct (z <? 0) |]; cbn [nf ng nu nv nq nr zeta negb] in *.
  - pose proof (L _ O1) as L1. rewrite Z.mul_sub_distr_l, EF, EG in L1.
    repeat split; [exact O | exact BG | apply HB; [exact O1 | lia] | lia | lia | lia | rewrite (Z.mul_comm c 2), <- Z.mul_assoc, EG; ring | rewrite L1; ring | lia].
  - pose proof (L _ O2) as L1. rewrite Z.mul_add_distr_l, EF, EG in L1.
    repeat split; [exact HO | exact BF | apply HB; [exact O2 | lia] | lia | lia | lia | rewrite (Z.mul_comm c 2), <- Z.mul_assoc, EF; ring | rewrite L1; ring | lia].
  - pose proof (L _ O) as L1. rewrite EG in L1.
    repeat split; [exact HO | exact BF | apply HB; [exact O | lia] | lia | lia | lia | rewrite (Z.mul_comm c 2), <- Z.mul_assoc, EF; ring | exact L1 | lia].
Qed.

(* No sum of packed words overflows. *)
Lemma sums_fit i z0 f0 g0 n : 0 <= i < 20 -> bounds i z0 f0 g0 n ->
  Z.abs (pack i (nf n) (nu n) (nv n)) + Z.abs (pack i (ng n) (nq n) (nr n)) < 2 ^ 63.
Proof.
  intros Hi (_ & BF & BG & BU & BQ & _ & _ & _ & BR). destruct n as [z f g u v q r]. cbn [nf ng nu nv nq nr zeta] in *. unfold pack.
  assert (AC : 2 ^ (41 - i) * 2 ^ i = 2 ^ 41) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (A2 : 2 ^ (62 - i) = 2 ^ 21 * 2 ^ (41 - i)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (BA : 2 ^ 22 <= 2 ^ (41 - i)) by (apply Z.pow_le_mono_r; lia).
  rewrite A2. destruct BR as [(-> & -> & -> & -> & ->) | (_ & BR)].
  { change (2 ^ (41 - 0)) with (2 ^ 41). lia. }
  set (a := 2 ^ (41 - i)) in *. set (c := 2 ^ i) in *. clearbody a c.
  assert (T : forall x y w, Z.abs (x - a * y - 2 ^ 21 * a * w) <= Z.abs x + a * Z.abs y + 2 ^ 21 * (a * Z.abs w)).
  { intros. replace (a * Z.abs y) with (Z.abs (a * y)) by (rewrite Z.abs_mul; f_equal; lia).
    replace (a * Z.abs w) with (Z.abs (a * w)) by (rewrite Z.abs_mul; f_equal; lia). lia. }
  pose proof (T f u v) as T1. pose proof (T g q r) as T2. clear T.
  assert (X : a * (Z.abs v + Z.abs r) <= a * (2 * c - 1)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (Y : a * (Z.abs u + Z.abs v + (Z.abs q + Z.abs r)) <= a * (c + c)) by (apply Z.mul_le_mono_nonneg_l; lia).
  rewrite !Z.mul_add_distr_l in *. rewrite Z.mul_sub_distr_l in X. replace (a * (2 * c)) with (2 ^ 42) in X by lia.
  rewrite AC in Y. lia.
Qed.

(* One more divstep, of the packed words and of the numbers. *)
Lemma next_ok m s i z0 f0 g0 n : In m free -> reg s m = W - 2 -> 0 <= i < 20 -> 0 <= z0 <= 2 ^ 61 -> bounds i z0 f0 g0 n -> holds s i n ->
  holds (exec (packed_step m) s) (i + 1) (next n).
Proof.
  intros Hm HM Hi Hz BN H. pose proof (sums_fit i z0 f0 g0 n Hi BN) as B.
  destruct BN as (HO & _ & _ & _ & _ & BZ & _). destruct n as [z f g u v q r]. cbn [nf ng nu nv nq nr zeta] in *.
  unfold holds in *. cbn [nf ng nu nv nq nr zeta] in H.
  pose proof (step_ok m s z _ _ Hm HM H ltac:(lia) ltac:(lia) ltac:(lia)) as S. clear H B.
  unfold pack in *. replace (41 - i) with (Z.succ (41 - (i + 1))) in S by lia. replace (62 - i) with (Z.succ (62 - (i + 1))) in S by lia.
  rewrite !Z.pow_succ_r in S by lia. set (a := 2 ^ (41 - (i + 1))) in *. set (b := 2 ^ (62 - (i + 1))) in *. clearbody a b.
  assert (OG : Z.odd (g - 2 * a * q - 2 * b * r) = Z.odd g).
  { replace (g - 2 * a * q - 2 * b * r) with (g + 2 * (- (a * q) - b * r)) by ring. apply Z.odd_add_mul_2. }
  assert (M : forall x y w, (x + 2 * (- (a * y) - b * w)) / 2 = x / 2 - a * y - b * w).
  { intros. rewrite Z.mul_comm, Z.div_add by lia. ring. }
  unfold divstep in S. rewrite OG in S. unfold next.
  destruct (Z.odd g); [destruct (z <? 0) |]; cbn [nf ng nu nv nq nr zeta].
  - replace (g - 2 * a * q - 2 * b * r - (f - 2 * a * u - 2 * b * v)) with (g - f + 2 * (- (a * (q - u)) - b * (r - v))) in S by ring.
    rewrite M in S. replace (g - a * (2 * q) - b * (2 * r)) with (g - 2 * a * q - 2 * b * r) by ring. exact S.
  - replace (g - 2 * a * q - 2 * b * r + (f - 2 * a * u - 2 * b * v)) with (g + f + 2 * (- (a * (q + u)) - b * (r + v))) in S by ring.
    rewrite M in S. replace (f - a * (2 * u) - b * (2 * v)) with (f - 2 * a * u - 2 * b * v) by ring. exact S.
  - replace ((g - 2 * a * q - 2 * b * r) / 2) with (g / 2 - a * q - b * r) in S by (rewrite <- M; f_equal; ring).
    replace (f - a * (2 * u) - b * (2 * v)) with (f - 2 * a * u - 2 * b * v) by ring. exact S.
Qed.

(* N <= 20 divsteps, from the words that `Packed::new` makes of 20 bits of f and g: the words are then the packing of the numbers and of the
   matrix after N divsteps, and the matrix is theirs. *)
Definition first z f g := {| zeta := z; nf := f; ng := g; nu := 1; nv := 0; nq := 0; nr := 1 |}.
Theorem steps_ok (N : nat) m s t z f g : (N <= 20)%nat -> run N m s t -> Z.abs z <= 2 ^ 61 ->
  Z.odd f = true -> 0 <= f < 2 ^ 20 -> 0 <= g < 2 ^ 20 -> inv (s O) z (f - 2 ^ 41) (g - 2 ^ 62) ->
  let i := Z.of_nat N in let n := nexts N (first z f g) in
  holds (s N) i n /\ 2 ^ i * nf n = nu n * f + nv n * g /\ 2 ^ i * ng n = nq n * f + nr n * g.
Proof.
  intros HN HR Hz HO BF BG H. cbv zeta.
  assert (K : forall k, (k <= N)%nat -> bounds (Z.of_nat k) (Z.abs z) f g (nexts k (first z f g)) /\
    holds (s k) (Z.of_nat k) (nexts k (first z f g))).
  { induction k as [| k IH]; intros Hk.
    - split; [| unfold holds, pack, first; cbn [nexts nf ng nu nv nq nr zeta];
        replace (f - 2 ^ (41 - Z.of_nat 0) * 1 - 2 ^ (62 - Z.of_nat 0) * 0) with (f - 2 ^ 41) by (cbn; lia);
        replace (g - 2 ^ (41 - Z.of_nat 0) * 0 - 2 ^ (62 - Z.of_nat 0) * 1) with (g - 2 ^ 62) by (cbn; lia); exact H].
      unfold bounds, first; cbn [nexts nf ng nu nv nq nr zeta]. change (2 ^ Z.of_nat 0) with 1.
      repeat split; try assumption; try lia.
    - destruct (IH ltac:(lia)) as (B & L). destruct (HR k ltac:(lia)) as (Hm & HM & HW & ->). cbn [nexts]. rewrite Nat2Z.inj_succ.
      split; [apply bounds_next; [lia | assumption] | apply (next_ok (m k) _ _ (Z.abs z) f g); try assumption; try lia].
      unfold holds, inv in *. rewrite !HW by (cbn; tauto). exact L. }
  destruct (K N ltac:(lia)) as (B & L). split; [exact L |]. unfold bounds in B. tauto.
Qed.
