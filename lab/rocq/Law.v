(* The complete formula adds points: on y^2 = x^3 - 3x + b modulo a prime, if no point has order two, that is if x^3 - 3x + b has no
   root. (A curve whose order is odd has none.) *)
Require Import ZArith Znumtheory Lia List Setoid Morphisms.
Require Import Machine Formula Curve.
Require Sound.
Open Scope Z_scope.

Section Law.
Variables (P b : Z).
(* Equal modulo P; a type of its own, so that no rewriting looks inside. *)
Inductive same (x y : Z) : Prop := Same : x mod P = y mod P -> same x y.
Notation "x == y" := (same x y) (at level 70).
Lemma same_eq x y : x == y <-> x mod P = y mod P.
Proof. split; [intros []; assumption | apply Same]. Qed.
Instance same_equivalence : Equivalence same.
Proof. split; [intros x; apply Same | intros x y []; apply Same | intros x y z [E] []; apply Same]; congruence. Qed.
Ltac proper lemma := intros x x' [E] y y' [F]; apply Same; apply (lemma P); assumption.
Instance same_add : Proper (same ==> same ==> same) Z.add. Proof. proper Zplus_eqm. Qed.
Instance same_sub : Proper (same ==> same ==> same) Z.sub. Proof. proper Zminus_eqm. Qed.
Instance same_mul : Proper (same ==> same ==> same) Z.mul. Proof. proper Zmult_eqm. Qed.
Instance same_opp : Proper (same ==> same) Z.opp.
Proof. intros x x' [E]. apply Same. apply (Zopp_eqm P). assumption. Qed.

(* A point, by integers that stand for their residues. *)
Inductive point := Infinity | Affine (x y : Z).
Definition on_curve (A : point) : Prop := match A with Infinity => True | Affine x y => y * y == x * x * x - 3 * x + b end.
Definition represents (c : Z * Z * Z) (A : point) : Prop :=
  let '(X, Y, Z) := c in
  match A with Infinity => X == 0 /\ ~ Y == 0 /\ Z == 0 | Affine x y => X == x * Z /\ Y == y * Z /\ ~ Z == 0 end.

(* Chord and tangent: through A and B goes a line of slope l. *)
Definition third (x1 y1 x2 l : Z) : point := let x3 := l * l - x1 - x2 in Affine x3 (l * (x1 - x3) - y1).
Inductive adds : point -> point -> point -> Prop :=
| adds_left B : adds Infinity B B
| adds_right A : adds A Infinity A
| adds_opposite x1 y1 x2 y2 : x1 == x2 -> y1 + y2 == 0 -> adds (Affine x1 y1) (Affine x2 y2) Infinity
| adds_chord x1 y1 x2 y2 l : ~ x1 == x2 -> l * (x2 - x1) == y2 - y1 -> adds (Affine x1 y1) (Affine x2 y2) (third x1 y1 x2 l)
| adds_tangent x1 y1 x2 y2 l : x1 == x2 -> y1 == y2 -> ~ y1 == 0 -> l * (2 * y1) == 3 * (x1 * x1) - 3 ->
    adds (Affine x1 y1) (Affine x2 y2) (third x1 y1 x2 l).

Hypotheses (HP : prime P) (P2 : 2 < P) (no_root : forall x, ~ x * x * x - 3 * x + b == 0).

Lemma eq_divide x : x == 0 <-> (P | x).
Proof. rewrite same_eq, Z.mod_0_l by lia. split; intros; apply Z.mod_divide; assumption || lia. Qed.
Lemma two : ~ 2 == 0.
Proof. rewrite same_eq, !Z.mod_small by lia. discriminate. Qed.
Lemma decide x y : x == y \/ ~ x == y.
Proof. rewrite same_eq. destruct (Z.eq_dec (x mod P) (y mod P)); auto. Qed.
Lemma plus_multiple x k : x + k * P == x.
Proof. apply Same, Z.mod_add. lia. Qed.
Lemma eq_same x y : x = y -> x == y.
Proof. intros ->. reflexivity. Qed.
Lemma eq_sub x y : x == y <-> x - y == 0.
Proof.
  split; intros H; [rewrite H, Z.sub_diag; reflexivity |]. replace x with ((x - y) + y) by ring. rewrite H. reflexivity.
Qed.
Lemma no_divisors x y : x * y == 0 -> x == 0 \/ y == 0.
Proof. rewrite !eq_divide. apply prime_mult, HP. Qed.
Lemma product x y : ~ x == 0 -> ~ y == 0 -> ~ x * y == 0.
Proof. intros Hx Hy H. destruct (no_divisors _ _ H); auto. Qed.
Lemma quotient x y : ~ x == 0 -> exists z, z * x == y.
Proof.
  rewrite eq_divide. intros H. destruct (rel_prime_bezout _ _ (prime_rel_prime P HP x H)) as [u v E].
  exists (y * v). replace (y * v * x) with (y * (v * x)) by ring. replace (v * x) with (1 - u * P) by lia.
  replace (y * (1 - u * P)) with (y + (- u * y) * P) by ring. apply plus_multiple.
Qed.
(* What the line's slope satisfies, which the cubic's other root follows from. *)
Definition line (x y d l : Z) := 2 * y * l + l * l * d - 3 * x * x - 3 * x * d - d * d + 3.
Ltac combination e := transitivity e; [apply eq_same; cbv [line]; ring |].
Lemma line_chord x1 y1 x2 y2 l : on_curve (Affine x1 y1) -> on_curve (Affine x2 y2) -> ~ x1 == x2 -> l * (x2 - x1) == y2 - y1 ->
  line x1 y1 (x2 - x1) l == 0.
Proof.
  cbn [on_curve]. intros H1 H2 N L. assert (N' : ~ x2 - x1 == 0) by (rewrite <- eq_sub; intros E; apply N; symmetry; exact E).
  assert (E : y2 == l * (x2 - x1) + y1) by (rewrite L; apply eq_sub; ring_simplify; reflexivity).
  destruct (no_divisors (x2 - x1) (line x1 y1 (x2 - x1) l)) as [D | D]; [| contradiction | exact D].
  rewrite E in H2. apply eq_sub in H1, H2.
  transitivity ((l * (x2 - x1) + y1) * (l * (x2 - x1) + y1) - (x2 * x2 * x2 - 3 * x2 + b) - (y1 * y1 - (x1 * x1 * x1 - 3 * x1 + b)));
    [apply eq_sub; unfold line; ring_simplify; reflexivity | rewrite H1, H2; reflexivity].
Qed.
(* The third point is on the curve, so its y is not 0. *)
Lemma third_y x y d l : on_curve (Affine x y) -> line x y d l == 0 -> ~ l * (x - (l * l - x - (x + d))) - y == 0.
Proof.
  cbn [on_curve]. intros H L E. apply (no_root (l * l - x - (x + d))). set (x3 := l * l - x - (x + d)) in *. set (y3 := l * (x - x3) - y) in *.
  apply eq_sub in H.
  transitivity (y3 * y3 - line x y d l * (l * l - 3 * x - d) - (y * y - (x * x * x - 3 * x + b)));
    [apply eq_sub; unfold line, y3, x3; ring_simplify; reflexivity | rewrite E, L, H; ring_simplify; reflexivity].
Qed.

(* The affine case of a chord or a tangent. *)
Notation sum := (numbers (@complete_sum) b).
Definition coordinates (X1 Y1 Z1 X2 Y2 Z2 : Z) (j : Z) : Z :=
  match j with 0 => X1 | 1 => Y1 | 2 => Z1 | 3 => X2 | 4 => Y2 | 5 => Z2 | _ => 0 end.
Lemma sum_line x y d l : y * y == x * x * x - 3 * x + b -> line x y d l == 0 ->
  let '(X3, Y3, Z3) := sum (coordinates x y 1 (x + d) (y + l * d) 1) in
  let x3 := l * l - x - (x + d) in let n := - (y + (y + l * d)) in
  X3 == x3 * Z3 /\ Y3 == (l * (x - x3) - y) * Z3 /\ Z3 == n * (x * d * d - n * n + (x + (x + d)) * d * d) - y * d * d * d.
Proof.
  intros H L. unfold numbers, complete_sum, coordinates. cbv zeta beta. apply eq_sub in H.
  assert (E : b == y * y - x * x * x + 3 * x).
  { apply eq_sub. combination (- (y * y - (x * x * x - 3 * x + b))). rewrite H. reflexivity. }
  rewrite !E. split; [| split]; apply eq_sub.
  - combination (line x y d l * ((-6) * x * x * y + (-3) * x * x * d * l + (-3) * x * y * d + (-4) * y * y * l + (-1) * y * d * l * l + 6 * y + 3 * d * l)). rewrite L. reflexivity.
  - combination (line x y d l * (9 * x * x * x * x + 6 * x * x * y * l + 3 * x * x * d * l * l + (-18) * x * x + (-12) * x * y * y + 3 * x * y * d * l + 4 * y * y * l * l + 1 * y * d * l * l * l + (-6) * y * l + (-3) * d * l * l + 9)). rewrite L. reflexivity.
  - combination (line x y d l * ((-3) * y * d + (-1) * d * d * l)). rewrite L. reflexivity.
Qed.

(* The formula is homogeneous in either point. *)
Lemma sum_scaled x1 y1 Z1 x2 y2 Z2 :
  let '(X, Y, Z) := sum (coordinates x1 y1 1 x2 y2 1) in
  sum (coordinates (x1 * Z1) (y1 * Z1) Z1 (x2 * Z2) (y2 * Z2) Z2) = (Z1 * Z1 * Z2 * Z2 * X, Z1 * Z1 * Z2 * Z2 * Y, Z1 * Z1 * Z2 * Z2 * Z)%Z.
Proof. unfold numbers, complete_sum, coordinates. cbv zeta beta. f_equal; [f_equal |]; ring. Qed.
Definition each (R : Z -> Z -> Prop) (c d : Z * Z * Z) : Prop :=
  let '(X, Y, Z) := c in let '(X', Y', Z') := d in R X X' /\ R Y Y' /\ R Z Z'.
Lemma sum_same X1 Y1 Z1 X2 Y2 Z2 X1' Y1' Z1' X2' Y2' Z2' :
  X1 == X1' -> Y1 == Y1' -> Z1 == Z1' -> X2 == X2' -> Y2 == Y2' -> Z2 == Z2' ->
  each same (sum (coordinates X1 Y1 Z1 X2 Y2 Z2)) (sum (coordinates X1' Y1' Z1' X2' Y2' Z2')).
Proof.
  intros E1 E2 E3 E4 E5 E6. unfold numbers, complete_sum, coordinates, each. cbv zeta beta.
  rewrite E1, E2, E3, E4, E5, E6. split; [| split]; reflexivity.
Qed.
Lemma represents_same c d A : each same c d -> represents d A -> represents c A.
Proof.
  destruct c as ((X, Y), Z0), d as ((X', Y'), Z'). intros (E1 & E2 & E3). unfold represents. destruct A; rewrite E1, E2, E3; auto.
Qed.
Lemma represents_scaled k X Y Z0 A : ~ k == 0 -> represents (X, Y, Z0) A -> represents (k * X, k * Y, k * Z0) A.
Proof.
  intros K. unfold represents. destruct A as [| x y]; intros (E1 & E2 & E3).
  - rewrite E1, E3. split; [| split]; [rewrite Z.mul_0_r; reflexivity | apply product; assumption | rewrite Z.mul_0_r; reflexivity].
  - rewrite E1, E2. split; [| split]; [combination (x * (k * Z0)); reflexivity | combination (y * (k * Z0)); reflexivity | apply product; assumption].
Qed.
Lemma sum_of e x : ~ e == 0 -> e == x -> ~ x == 0.
Proof. intros H E F. apply H. rewrite E. exact F. Qed.
Lemma cancel k x y : ~ k == 0 -> k * x == k * y -> x == y.
Proof.
  intros K E. apply eq_sub. destruct (no_divisors k (x - y)); [| contradiction | assumption].
  combination (k * x - k * y). rewrite E, Z.sub_diag. reflexivity.
Qed.
Lemma represents_unscaled k X Y Z0 A : ~ k == 0 -> represents (k * X, k * Y, k * Z0) A -> represents (X, Y, Z0) A.
Proof.
  intros K. unfold represents. destruct A as [| x y]; intros (E1 & E2 & E3).
  - split; [| split]; [apply (cancel k); [| rewrite E1, Z.mul_0_r] | intros E; apply E2; rewrite E, Z.mul_0_r | apply (cancel k); [| rewrite E3, Z.mul_0_r]];
      assumption || reflexivity.
  - split; [| split]; [apply (cancel k); [assumption |]; rewrite E1; apply eq_same; ring
      | apply (cancel k); [assumption |]; rewrite E2; apply eq_same; ring |].
    intros E. apply E3. rewrite E, Z.mul_0_r. reflexivity.
Qed.
Lemma y_not_0 x y : on_curve (Affine x y) -> ~ y == 0.
Proof. cbn [on_curve]. intros H E. apply (no_root x). rewrite <- H, E. reflexivity. Qed.

Lemma sum_slope x1 y1 x2 y2 l : on_curve (Affine x1 y1) -> line x1 y1 (x2 - x1) l == 0 -> l * (x2 - x1) == y2 - y1 ->
  let d := x2 - x1 in let n := - (y1 + (y1 + l * d)) in
  ~ n * (x1 * d * d - n * n + (x1 + (x1 + d)) * d * d) - y1 * d * d * d == 0 ->
  represents (sum (coordinates x1 y1 1 x2 y2 1)) (third x1 y1 x2 l).
Proof.
  intros H K L d n Z3. cbn [on_curve] in H. pose proof (sum_line x1 y1 d l H K) as S. cbv zeta in S. fold n in S.
  assert (E2 : x2 == x1 + d). { apply eq_same. unfold d. ring. }
  assert (E3 : y2 == y1 + l * d). { unfold d. rewrite L. combination (y1 + (y2 - y1)). reflexivity. }
  eapply represents_same; [apply sum_same; [reflexivity .. | exact E2 | exact E3 | reflexivity] |].
  destruct (sum (coordinates x1 y1 1 (x1 + d) (y1 + l * d) 1)) as ((X, Y), Z0). destruct S as (SX & SY & SZ).
  unfold third, represents. assert (E : x1 + d = x2) by (unfold d; ring). rewrite E in SX, SY. split; [| split].
  - rewrite SX. reflexivity.
  - rewrite SY. reflexivity.
  - rewrite SZ. exact Z3.
Qed.

Lemma sum_affine x1 y1 x2 y2 C : on_curve (Affine x1 y1) -> on_curve (Affine x2 y2) -> adds (Affine x1 y1) (Affine x2 y2) C ->
  represents (sum (coordinates x1 y1 1 x2 y2 1)) C.
Proof.
  intros H1 H2 A. inversion A as [| | ? ? ? ? EX EY | ? ? ? ? l N L | ? ? ? ? l E1 E2 N L]; subst; clear A.
  - (* Opposite points: X3 and Z3 are 0, and Y3 is 8y^3 times the y of 2P. *)
    assert (N := y_not_0 _ _ H1). destruct (quotient (2 * y1) (3 * (x1 * x1) - 3)) as (l & L); [apply product; [apply two | assumption] |].
    assert (L0 : line x1 y1 0 l == 0).
    { combination (l * (2 * y1) - (3 * (x1 * x1) - 3)). rewrite L, Z.sub_diag. reflexivity. }
    pose proof (third_y _ _ _ _ H1 L0) as T.
    assert (E2 : x2 == x1) by (symmetry; assumption).
    assert (E3 : y2 == - y1). { apply eq_sub. combination (y1 + y2). assumption. }
    eapply represents_same; [apply sum_same; [reflexivity .. | exact E2 | exact E3 | reflexivity] |].
    unfold represents, numbers, complete_sum, coordinates. cbv zeta beta. split; [| split].
    + combination 0. reflexivity.
    + cbn [on_curve] in H1. apply eq_sub in H1. assert (E : b == y1 * y1 - x1 * x1 * x1 + 3 * x1).
      { apply eq_sub. combination (- (y1 * y1 - (x1 * x1 * x1 - 3 * x1 + b))). rewrite H1. reflexivity. }
      rewrite !E. apply (sum_of (8 * y1 * y1 * y1 * (l * (x1 - (l * l - x1 - (x1 + 0))) - y1))).
      * repeat (apply product; [| assumption]). change 8 with (2 * 2 * 2). repeat apply product; apply two.
      * apply eq_sub. apply eq_sub in L.
        combination ((l * (2 * y1) - (3 * (x1 * x1) - 3)) * (12 * x1 * y1 * y1 -
          ((l * (2 * y1)) * (l * (2 * y1)) + (l * (2 * y1)) * (3 * (x1 * x1) - 3) + (3 * (x1 * x1) - 3) * (3 * (x1 * x1) - 3)))).
        rewrite L. reflexivity.
    + combination 0. reflexivity.
  - (* A chord: Z3 is (x2 - x1)^3 times the y of P - Q. *)
    pose proof (line_chord _ _ _ _ _ H1 H2 N L) as K.
    assert (N' : ~ x2 - x1 == 0) by (rewrite <- eq_sub; intros E; apply N; symmetry; exact E).
    destruct (quotient (x2 - x1) (- y2 - y1) N') as (m & M).
    assert (H2' : on_curve (Affine x2 (- y2))). { cbn [on_curve] in *. rewrite <- H2. combination (y2 * y2). reflexivity. }
    pose proof (third_y _ _ _ _ H1 (line_chord _ _ _ _ _ H1 H2' N M)) as T.
    apply (sum_slope x1 y1 x2 y2 l H1 K); [rewrite L; apply eq_sub; combination 0; reflexivity |].
    apply (sum_of ((x2 - x1) * (x2 - x1) * (x2 - x1) * (m * (x1 - (m * m - x1 - (x1 + (x2 - x1)))) - y1))).
    + repeat apply product; assumption.
    + assert (M' : - (y1 + (y1 + l * (x2 - x1))) == m * (x2 - x1)). { rewrite L, M. combination (- y2 - y1). reflexivity. }
      rewrite M'. apply eq_sub. combination 0. reflexivity.
  - (* A tangent: Z3 is 8y^3. *)
    assert (D : x2 - x1 == 0) by (rewrite E1, Z.sub_diag; reflexivity).
    assert (K : line x1 y1 (x2 - x1) l == 0).
    { unfold line. rewrite D. combination (l * (2 * y1) - (3 * (x1 * x1) - 3)). rewrite L, Z.sub_diag. reflexivity. }
    apply (sum_slope x1 y1 x2 y2 l H1 K); [rewrite D, E2, Z.sub_diag, Z.mul_0_r; reflexivity |].
    apply (sum_of (8 * y1 * y1 * y1)).
    + repeat (apply product; [| assumption]). change 8 with (2 * 2 * 2). repeat apply product; apply two.
    + rewrite D. apply eq_sub. combination 0. reflexivity.
Qed.

Theorem complete_sum_adds A B C v :
  on_curve A -> on_curve B -> represents (v 0, v 1, v 2) A -> represents (v 3, v 4, v 5) B -> adds A B C -> represents (sum v) C.
Proof.
  change (sum v) with (sum (coordinates (v 0) (v 1) (v 2) (v 3) (v 4) (v 5))).
  generalize (v 0) as X1, (v 1) as Y1, (v 2) as Z1, (v 3) as X2, (v 4) as Y2, (v 5) as Z2. intros *. intros HA HB RA RB S.
  assert (Inf : forall X1 Y1 Z1 X2 Y2 Z2 D, X1 == 0 -> ~ Y1 == 0 -> Z1 == 0 -> ~ Y2 == 0 -> represents (X2, Y2, Z2) D ->
    represents (sum (coordinates X1 Y1 Z1 X2 Y2 Z2)) D /\ represents (sum (coordinates X2 Y2 Z2 X1 Y1 Z1)) D).
  { clear - HP P2. intros X1 Y1 Z1 X2 Y2 Z2 D EX NY EZ N R.
    assert (K : ~ Y1 * Y1 * Y2 == 0) by (repeat apply product; assumption).
    apply (represents_scaled _ _ _ _ _ K) in R. split; (eapply represents_same; [| exact R]).
    all: unfold each, numbers, complete_sum, coordinates; cbv zeta beta; rewrite EX, EZ; split; [| split]; apply eq_sub; combination 0; reflexivity. }
  assert (NY : forall X Y Z0 D, on_curve D -> represents (X, Y, Z0) D -> ~ Y == 0).
  { intros X Y Z0 [| x y] H R; [apply R |]. destruct R as (_ & E & N). rewrite E. apply product; [eapply y_not_0; exact H | exact N]. }
  destruct A as [| x1 y1]; [| destruct B as [| x2 y2]].
  - destruct RA as (EX & EY & EZ). apply (Inf X1 Y1 Z1 X2 Y2 Z2); try assumption; [exact (NY _ _ _ _ HB RB) |].
    inversion S; subst; assumption.
  - destruct RB as (EX & EY & EZ). apply (Inf X2 Y2 Z2 X1 Y1 Z1); try assumption; [exact (NY _ _ _ _ HA RA) |].
    inversion S; subst; assumption.
  - pose proof (sum_affine _ _ _ _ _ HA HB S) as R. destruct RA as (EX1 & EY1 & N1), RB as (EX2 & EY2 & N2).
    eapply represents_same; [apply sum_same; [exact EX1 | exact EY1 | reflexivity | exact EX2 | exact EY2 | reflexivity] |].
    pose proof (sum_scaled x1 y1 Z1 x2 y2 Z2) as E. destruct (sum (coordinates x1 y1 1 x2 y2 1)) as ((X, Y), Z0). rewrite E.
    apply represents_scaled; [repeat apply product |]; assumption.
Qed.

Theorem double_adds x y C v : on_curve (Affine x y) -> represents (v 0, v 1, v 2) (Affine x y) -> adds (Affine x y) (Affine x y) C ->
  represents (numbers (@double) b v) C.
Proof.
  intros H (EX & EY & N) S. pose proof (y_not_0 _ _ H) as NY.
  inversion S as [| | ? ? ? ? _ E | ? ? ? ? l E | ? ? ? ? l _ _ _ L]; subst; clear S.
  - exfalso. apply (product 2 y two NY). rewrite <- E. apply eq_same. ring.
  - exfalso. apply E. reflexivity.
  - unfold numbers, double, third, represents. cbv zeta beta. rewrite !EX, !EY. set (Z0 := v 2) in *. clearbody Z0.
    assert (W : 3 * ((x * Z0 - Z0) * (x * Z0 + Z0)) == l * (2 * (y * Z0) * Z0)).
    { combination ((3 * (x * x) - 3) * Z0 * Z0). rewrite <- L. apply eq_same. ring. }
    rewrite !W. split; [| split]; [apply eq_same; ring .. |].
    repeat apply product; assumption || apply two.
Qed.
Theorem double_identity v : represents (v 0, v 1, v 2) Infinity -> each same (numbers (@double) b v) (0, 0, 0).
Proof.
  intros (EX & _ & EZ). unfold numbers, double, each. cbv zeta beta. rewrite EX, EZ.
  split; [| split]; apply eq_same; ring.
Qed.

(* Any two points have a sum. *)
Theorem adds_total A B : on_curve A -> on_curve B -> exists C, adds A B C.
Proof.
  destruct A as [| x1 y1]; [exists B; constructor |]. destruct B as [| x2 y2]; [exists (Affine x1 y1); constructor |].
  intros H1 H2. destruct (decide x1 x2) as [E | N].
  - destruct (decide (y1 + y2) 0) as [O | N]; [exists Infinity; constructor; assumption |].
    assert (E2 : y1 == y2).
    { destruct (no_divisors (y1 - y2) (y1 + y2)) as [D | D]; [| apply eq_sub, D | contradiction].
      cbn [on_curve] in *. combination (y1 * y1 - y2 * y2). rewrite H1, H2, E, Z.sub_diag. reflexivity. }
    pose proof (y_not_0 _ _ H1) as NY. destruct (quotient (2 * y1) (3 * (x1 * x1) - 3) (product 2 y1 two NY)) as (l & L).
    exists (third x1 y1 x2 l). apply adds_tangent; assumption.
  - destruct (quotient (x2 - x1) (y2 - y1)) as (l & L); [| exists (third x1 y1 x2 l); apply adds_chord; assumption].
    intros D. apply N. symmetry. apply eq_sub, D.
Qed.

(* What the machine code computes is the sum, up to a factor that homogeneous coordinates may have. *)
Theorem code_adds w n tight scale code A B C u :
  computes P w n 3 3 tight scale sum code -> ~ scale == 0 -> arguments n 3 3 tight u -> let v := operand w n 3 u in let u' := exec code u in
  let result j := Sound.number w n (mema u') (Z.of_nat n * j) in
  on_curve A -> on_curve B -> represents (v 0, v 1, v 2) A -> represents (v 3, v 4, v 5) B -> adds A B C ->
  represents (result 0, result 1, result 2) C.
Proof.
  intros K N U v u' result HA HB RA RB S. specialize (K u U). cbv zeta in K. fold v u' in K.
  pose proof (complete_sum_adds A B C v HA HB RA RB S) as R. destruct (sum v) as ((X, Y), Z0). destruct K as (_ & KX & KY & KZ).
  apply (represents_unscaled scale); [assumption |]. refine (represents_same _ _ _ _ R). unfold each, result.
  rewrite Z.mul_0_r, Z.mul_1_r. repeat split; assumption.
Qed.
End Law.
