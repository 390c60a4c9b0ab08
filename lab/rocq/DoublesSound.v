(* Symbolic execution of doubles, and the proof that it is right.

   A value is 2^k times a polynomial over Z in atoms, and a power of two that divides the polynomial. Atoms are the limbs of the
   operands and the errors of roundings: (n, E, h) in the table says that atom n is what rounding adds to E, h at most. A result
   that is a multiple of 2^u and at most 2^(53 + u) is exact, and makes no atom. Bounds are those of the polynomial's terms. *)
Require Import ZArith List Lia Bool.
Require Import Machine Poly Checker Sound Doubles.
Import ListNotations.
Open Scope Z_scope.

(* ---- Rounding ---- *)

Lemma pow2 k : 0 <= k -> 0 < 2 ^ k. Proof. intros. apply Z.pow_pos_nonneg; lia. Qed.
Lemma pow2_add a b : 0 <= a -> 0 <= b -> 2 ^ (a + b) = 2 ^ a * 2 ^ b. Proof. intros. apply Z.pow_add_r; lia. Qed.
Lemma pow2_divide a b : 0 <= a <= b -> (2 ^ a | 2 ^ b).
Proof. intros. exists (2 ^ (b - a)). rewrite <- pow2_add by lia. f_equal. lia. Qed.

(* An integer rounded to 53 bits, which `nearest` does in any unit. *)
Definition rnd (e : Z) : Z :=
  let k := Z.max 0 (Z.log2 (Z.abs e) - 52) in
  let q := e / 2 ^ k in
  let r := e mod 2 ^ k in
  (if (2 ^ k <? 2 * r) || ((2 * r =? 2 ^ k) && Z.odd q) then q + 1 else q) * 2 ^ k.
Lemma nearest_rnd j e : 0 <= j -> nearest (2 ^ (1074 + j) * e) = 2 ^ j * rnd e.
Proof.
  intros Hj. destruct (Z.eq_dec e 0) as [-> | E0]; [rewrite !Z.mul_0_r; reflexivity |]. unfold nearest, rnd.
  rewrite Z.shiftr_div_pow2, (Z.mul_comm (_ / _)), <- Z.mod_eq by (lia || apply Z.pow_nonzero; lia).
  replace (Z.log2 (Z.abs (2 ^ (1074 + j) * e))) with (1074 + j + Z.log2 (Z.abs e)).
  2: { rewrite Z.abs_mul, (Z.abs_eq (2 ^ _)), Z.mul_comm by (pose proof (pow2 (1074 + j)); lia). rewrite Z.log2_mul_pow2; lia. }
  pose proof (Z.log2_nonneg (Z.abs e)). set (l := Z.log2 (Z.abs e)) in *.
  assert (F : forall a b : Z, 0 < a -> (a <? 2 * 0) || ((2 * 0 =? a) && Z.odd b) = false).
  { intros a b Ha. destruct (Z.ltb_spec a (2 * 0)); [lia |]. destruct (Z.eqb_spec (2 * 0) a); [lia | reflexivity]. }
  destruct (Z.le_gt_cases l 52).
  - rewrite (Z.max_l 0 (l - 52)), Z.pow_0_r, Z.mod_1_r, Z.div_1_r, F, Z.mul_1_r by lia.
    set (k := 1074 + Z.max 0 _). pose proof (pow2 k ltac:(lia)).
    replace (2 ^ (1074 + j) * e) with (2 ^ (1074 + j - k) * e * 2 ^ k).
    2: { replace (1074 + j) with (1074 + j - k + k) at 2 by lia. rewrite (pow2_add (1074 + j - k)) by lia. ring. }
    rewrite Z.mod_mul, Z.div_mul, F by lia. replace j with ((1074 + j - k) + (k - 1074)) at 2 by lia. rewrite pow2_add by lia. ring.
  - rewrite (Z.max_r 0 (l - 52)), Z.max_r by lia. set (d := l - 52) in *.
    replace (1074 + (1074 + j + l - 1074 - 52)) with (1074 + j + d) by lia.
    replace (1074 + j + d - 1074) with (j + d) by lia. rewrite (pow2_add (1074 + j)), (pow2_add j) by lia.
    pose proof (pow2 (1074 + j) ltac:(lia)). pose proof (pow2 d ltac:(lia)). set (b := 2 ^ (1074 + j)) in *.
    rewrite Z.div_mul_cancel_l, Z.mul_mod_distr_l by lia. set (r := e mod 2 ^ d). set (q := e / 2 ^ d).
    replace (b * 2 ^ d <? 2 * (b * r)) with (2 ^ d <? 2 * r).
    2: { destruct (Z.ltb_spec (2 ^ d) (2 * r)), (Z.ltb_spec (b * 2 ^ d) (2 * (b * r))); try reflexivity; nia. }
    replace (2 * (b * r) =? b * 2 ^ d) with (2 * r =? 2 ^ d).
    2: { destruct (Z.eqb_spec (2 * r) (2 ^ d)), (Z.eqb_spec (2 * (b * r)) (b * 2 ^ d)); try reflexivity; nia. }
    ring.
Qed.
Lemma rnd_multiple e : exists q k, k = Z.max 0 (Z.log2 (Z.abs e) - 52) /\ rnd e = q * 2 ^ k /\
  2 * Z.abs (rnd e - e) <= 2 ^ k /\ ((2 ^ k | e) -> rnd e = e).
Proof.
  unfold rnd. set (k := Z.max 0 (Z.log2 (Z.abs e) - 52)). assert (K : 0 < 2 ^ k) by (apply pow2; lia).
  pose proof (Z.div_mod e (2 ^ k) ltac:(lia)) as E. pose proof (Z.mod_pos_bound e (2 ^ k) K) as B.
  set (q := e / 2 ^ k) in *. set (r := e mod 2 ^ k) in *.
  assert (D : (2 ^ k | e) -> r = 0) by (intros; apply Z.mod_divide; [lia | assumption]).
  eexists; exists k; split; [reflexivity |]; split; [reflexivity |]. clearbody q r k.
  set (d := 2 ^ k) in *. clearbody d.
  destruct (Z.ltb_spec d (2 * r)); cbn [orb]; [| destruct (Z.eqb_spec (2 * r) d); cbn [andb]; [destruct (Z.odd q) |]];
    rewrite ?Z.mul_add_distr_r, (Z.mul_comm q d); (split; [| intros Hd; specialize (D Hd)]); lia.
Qed.

Lemma rnd_exact e u : 0 <= u -> (2 ^ u | e) -> Z.abs e <= 2 ^ (53 + u) -> rnd e = e.
Proof.
  intros Hu D B. destruct (rnd_multiple e) as (q & k & K & _ & _ & X). apply X. clear X.
  destruct (Z.eq_dec e 0) as [-> | E0]; [apply Z.divide_0_r |].
  destruct (Z.lt_ge_cases (Z.abs e) (2 ^ (53 + u))) as [L | L].
  - apply Z.log2_lt_pow2 in L; [| lia]. apply Z.divide_trans with (2 ^ u); [apply pow2_divide; lia | assumption].
  - assert (E : Z.abs e = 2 ^ (53 + u)) by lia. apply Z.divide_abs_r. rewrite E. apply pow2_divide.
    rewrite E, Z.log2_pow2 in K by lia. lia.
Qed.
Lemma rnd_error e b : Z.abs e <= b -> 53 <= Z.log2 b -> Z.abs (rnd e - e) <= 2 ^ (Z.log2 b - 53).
Proof.
  intros B L. destruct (rnd_multiple e) as (q & k & K & _ & X & _). apply Z.log2_le_mono in B.
  assert (2 ^ k <= 2 ^ (1 + (Z.log2 b - 53))) by (apply Z.pow_le_mono_r; lia). rewrite pow2_add in H by lia. lia.
Qed.
Lemma rnd_divide e u : 0 <= u -> (2 ^ u | e) -> (2 ^ u | rnd e).
Proof.
  intros Hu D. destruct (rnd_multiple e) as (q & k & K & E & _ & X). destruct (Z.le_ge_cases u k).
  - rewrite E. apply Z.divide_mul_r, pow2_divide. lia.
  - rewrite X; [assumption |]. apply Z.divide_trans with (2 ^ u); [apply pow2_divide; lia | assumption].
Qed.
Lemma rnd_large e l : 52 <= l -> 2 ^ l <= Z.abs e -> (2 ^ (l - 52) | rnd e).
Proof.
  intros Hl B. destruct (rnd_multiple e) as (q & k & K & E & _). apply Z.log2_le_mono in B. rewrite Z.log2_pow2 in B by lia.
  rewrite E. apply Z.divide_mul_r, pow2_divide. lia.
Qed.

(* ---- Symbolic execution ---- *)

(* 2^dk times dp, which 2^du divides. *)
Record dval := { dp : poly; dk : Z; du : Z }.
Record dstate := { dreg : Z -> option dval; dA : Z -> option dval; dB : Z -> option dval; dtab : table }.

Section Tops.
Variable tight : Z -> Z.
(* What an atom is at most. *)
Fixpoint dtop (D : table) (a : Z) : option Z :=
  match D with
  | [] => if (0 <=? a) && (a <? 15) then Some (tight (a mod 5)) else None
  | (n, _, h) :: D => if a =? n then Some h else dtop D a
  end.
Fixpoint mono_top (D : table) (m : mono) : option Z :=
  match m with
  | [] => Some 1
  | a :: m => match dtop D a, mono_top D m with Some x, Some y => Some (x * y) | _, _ => None end
  end.
(* The constant term, and what the others amount to at most. *)
Fixpoint disc (D : table) (p : poly) : option (Z * Z) :=
  match p with
  | [] => Some (0, 0)
  | (m, c) :: p =>
    match mono_top D m, disc D p with
    | Some t, Some (x, r) => Some (match m with [] => (x + c, r) | _ => (x, r + Z.abs c * t) end)
    | _, _ => None
    end
  end.

Definition dconst (c : Z) : option dval :=
  let k := if c =? 0 then 2000 else Z.log2 (Z.land c (- c)) in
  let x := Z.shiftr c k in
  if (c =? 2 ^ k * x) && (0 <=? k) then Some {| dp := pconst x; dk := k; du := 0 |} else None.
Definition dget (S : dstate) (x : src) : option dval :=
  match x with R r => dreg S r | A i => dA S i | B i => dB S i | K c => dconst c end.
Definition dset (S : dstate) (d : Z) (v : dval) (D : table) : dstate :=
  {| dreg := upd (dreg S) d (Some v); dA := dA S; dB := dB S; dtab := D |}.

(* The double nearest to 2^k E, where 2^u divides E. *)
Definition dround (D : table) (E : poly) (k u : Z) : option (dval * table) :=
  match disc D E with
  | Some (c, r) =>
    let b := Z.abs c + r in
    if (0 <=? k) && (k <=? 1100) && (0 <=? u) && (b <? 2 ^ 900) then
      if b <=? 2 ^ (53 + u) then Some ({| dp := E; dk := k; du := u |}, D) else
      let l := Z.log2 (Z.abs c - r) in
      Some ({| dp := padd E (patom (next D)); dk := k; du := if 52 <=? l then Z.max u (l - 52) else u |},
            (next D, E, 2 ^ (Z.log2 b - 53)) :: D)
    else None
  | None => None
  end.
Definition dstep (i : finstr) (S : dstate) : option dstate :=
  match i with
  | FMov d x => match dget S x with Some v => Some (dset S d v (dtab S)) | None => None end
  | FStore i x => match dget S x with
                  | Some v => Some {| dreg := dreg S; dA := upd (dA S) i (Some v); dB := dB S; dtab := dtab S |}
                  | None => None end
  | Fma d f x y g z =>
    match dget S x, dget S y, dget S z with
    | Some x, Some y, Some z =>
      let j := dk x + dk y - 1074 in
      let k := Z.min j (dk z) in
      let E := padd (pscale (f * 2 ^ (j - k)) (pmul (dp x) (dp y))) (pscale (g * 2 ^ (dk z - k)) (dp z)) in
      match dround (dtab S) E k (Z.min (du x + du y + (j - k)) (du z + (dk z - k))) with
      | Some (v, D) => Some (dset S d v D)
      | None => None end
    | _, _, _ => None
    end
  end.
Fixpoint dexec (p : list finstr) (S : dstate) : option dstate :=
  match p with [] => Some S | i :: p => match dstep i S with Some S1 => dexec p S1 | None => None end end.

(* ---- Soundness ---- *)

(* The table of errors, and of their bounds. *)
Fixpoint errors (rho : Z -> Z) (D : table) : Prop :=
  match D with [] => True | (n, E, h) :: D => rho n = rnd (pval rho E) - pval rho E /\ errors rho D end.
Definition bounded (rho : Z -> Z) (D : table) : Prop := forall a t, dtop D a = Some t -> Z.abs (rho a) <= t.
Definition means (rho : Z -> Z) (v : dval) (x : Z) : Prop :=
  x = 2 ^ dk v * pval rho (dp v) /\ (2 ^ du v | pval rho (dp v)) /\ 0 <= du v /\ 0 <= dk v.

Lemma mono_top_ok rho D m : forall t, bounded rho D -> mono_top D m = Some t -> Z.abs (mval rho m) <= t.
Proof.
  intros t B. revert t. induction m as [| a m IH]; cbn [mono_top mval]; intros t H; [injection H as <-; lia |].
  destruct (dtop D a) as [x |] eqn:T; [| discriminate]. destruct (mono_top D m) as [y |]; [| discriminate]. injection H as <-.
  rewrite Z.abs_mul. apply Z.mul_le_mono_nonneg; auto using Z.abs_nonneg.
Qed.
Lemma disc_ok rho D p : forall c r, bounded rho D -> disc D p = Some (c, r) -> Z.abs (pval rho p - c) <= r.
Proof.
  intros c r B. revert c r. induction p as [| (m, k) p IH]; cbn [disc pval]; intros c r H; [inversion H; lia |].
  destruct (mono_top D m) as [t |] eqn:T; [| discriminate]. destruct (disc D p) as [(x, s) |]; [| discriminate].
  specialize (IH x s eq_refl). pose proof (mono_top_ok _ _ _ _ B T) as M.
  destruct m as [| a m]; inversion H; subst; clear H; [cbn [mval]; lia |].
  pose proof (Z.abs_mul k (mval rho (a :: m))). assert (Z.abs k * Z.abs (mval rho (a :: m)) <= Z.abs k * t) by (apply Z.mul_le_mono_nonneg_l; lia).
  lia.
Qed.

Lemma dround_table rho D E k u v D' : dround D E k u = Some (v, D') -> errors rho D' -> errors rho D.
Proof.
  unfold dround. destruct (disc D E) as [(c, r) |]; [| discriminate]. destruct (_ && _); [| discriminate].
  destruct (_ <=? _); intros H V; inversion H; subst; [assumption | apply V].
Qed.
Lemma dround_ok rho D E k u v D' : dround D E k u = Some (v, D') -> errors rho D' -> bounded rho D ->
  (0 <= u -> (2 ^ u | pval rho E)) ->
  bounded rho D' /\ pval rho (dp v) = rnd (pval rho E) /\ (2 ^ du v | pval rho (dp v)) /\ 0 <= du v /\ dk v = k /\ 0 <= k <= 1100 /\
  Z.abs (rnd (pval rho E)) < 2 ^ 901.
Proof.
  unfold dround. intros H V B Dv. destruct (disc D E) as [(c, r) |] eqn:C; [| discriminate].
  pose proof (disc_ok _ _ _ _ _ B C) as P. set (e := pval rho E) in *. set (b := Z.abs c + r) in *.
  destruct (_ && (b <? 2 ^ 900)) eqn:L; [| discriminate]. apply andb_true_iff in L as [L L2].
  apply andb_true_iff in L as [L L1]. apply andb_true_iff in L as [L3 L4]. apply Z.leb_le in L1, L3, L4. apply Z.ltb_lt in L2.
  specialize (Dv L1). assert (Eb : Z.abs e <= b) by lia.
  assert (T : 2 ^ 901 = 2 ^ 900 * 2) by (apply (pow2_add 900 1); lia).
  destruct (Z.leb_spec b (2 ^ (53 + u))) as [X | X]; inversion H; subst; clear H; cbn [dp dk du].
  - rewrite (rnd_exact e u) by (assumption || lia). repeat split; try assumption. lia.
  - destruct V as (V & _). fold e in V.
    assert (L53 : 53 <= Z.log2 b).
    { apply Z.log2_le_pow2; [pose proof (pow2 (53 + u)); lia |]. rewrite pow2_add in X by lia. pose proof (pow2 u L1).
      pose proof (pow2 53 ltac:(lia)). nia. }
    pose proof (rnd_error e b Eb L53) as R.
    assert (2 ^ (Z.log2 b - 53) < 2 ^ 900) by (apply Z.pow_lt_mono_r; [lia | lia |]; apply Z.log2_lt_pow2 in L2; lia).
    rewrite padd_ok, patom_ok, V. fold e. replace (e + (rnd e - e)) with (rnd e) by lia.
    split; [| split; [reflexivity | split; [| split; [| split; [reflexivity | split; [lia |]]]]]].
    + intros a t. cbn [dtop]. destruct (Z.eqb_spec a (next D)) as [-> |]; [intros [= <-]; lia | apply B].
    + destruct (Z.leb_spec 52 (Z.log2 (Z.abs c - r))) as [Y | Y]; [| apply rnd_divide; assumption].
      destruct (Z.max_spec u (Z.log2 (Z.abs c - r) - 52)) as [(_ & ->) | (_ & ->)]; [| apply rnd_divide; assumption].
      apply rnd_large; [assumption |]. destruct (Z.lt_ge_cases 0 (Z.abs c - r)) as [Q | Q]; [| rewrite Z.log2_nonpos in Y by lia; lia].
      apply Z.log2_spec in Q. lia.
    + destruct (52 <=? _); lia.
    + lia.
Qed.

Definition dsim rho (s : state) (S : dstate) : Prop :=
  (forall r v, dreg S r = Some v -> means rho v (reg s r)) /\
  (forall i v, dA S i = Some v -> means rho v (mema s i)) /\
  (forall i v, dB S i = Some v -> means rho v (memb s i)).

Lemma dget_ok rho s S x v : dsim rho s S -> dget S x = Some v -> means rho v (get s x).
Proof.
  intros (HR & HA & HB) E. destruct x as [r | i | i | c]; cbn [dget get] in *; auto. unfold dconst in E.
  set (k := if c =? 0 then _ else _) in *. destruct ((c =? _) && (0 <=? k)) eqn:C; [| discriminate]. inversion E; subst; clear E.
  apply andb_true_iff in C as [C1 C2]. apply Z.eqb_eq in C1. apply Z.leb_le in C2.
  unfold means. cbn [dp dk du]. rewrite pconst_ok. repeat split; try lia. apply Z.divide_1_l.
Qed.

Lemma dstep_table rho i S S' : dstep i S = Some S' -> errors rho (dtab S') -> errors rho (dtab S).
Proof.
  intros E V. destruct i; cbn [dstep] in E;
    repeat match type of E with
    | match ?x with _ => _ end = _ => destruct x eqn:?; try discriminate
    end; inversion E; subst; cbn [dset dtab] in V; eauto using dround_table.
Qed.
Lemma dstep_ok rho i s S S' : dstep i S = Some S' -> errors rho (dtab S') -> bounded rho (dtab S) -> dsim rho s S ->
  bounded rho (dtab S') /\ dsim rho (fstep i s) S'.
Proof.
  intros E V B HS. assert (G := fun x v => dget_ok rho s S x v HS). pose proof HS as (HR & HA & HB).
  assert (Set_ : forall d v x D, means rho v x -> dsim rho (set s d x) (dset S d v D)).
  { intros d v x D M. split; [| split; assumption]. intros r w. cbn [dset dreg set reg]. unfold upd.
    destruct (r =? d); [intros [= <-]; assumption | apply HR]. }
  destruct i as [d x | j x | d f x y g z]; cbn [dstep] in E.
  - destruct (dget S x) eqn:X; inversion E; subst. split; [assumption |]. apply Set_. auto.
  - destruct (dget S x) eqn:X; inversion E; subst. split; [assumption |]. split; [assumption | split; [| assumption]].
    intros r w. cbn [dA fstep mema]. unfold upd. destruct (r =? j); [intros [= <-]; auto | apply HA].
  - destruct (dget S x) as [a |] eqn:X; [| discriminate]. destruct (dget S y) as [b |] eqn:Y; [| discriminate].
    destruct (dget S z) as [c |] eqn:Z0; [| discriminate].
    destruct (dround _ _ _ _) as [(v, D) |] eqn:Rd; [| discriminate]. inversion E; subst; clear E. cbn [dset dtab] in V |- *.
    destruct (G _ _ X) as (X1 & X2 & X3 & X4). destruct (G _ _ Y) as (Y1 & Y2 & Y3 & Y4). destruct (G _ _ Z0) as (Z1 & Z2 & Z3 & Z4).
    set (j := dk a + dk b - 1074) in *. set (k := Z.min j (dk c)) in *. set (E := padd _ _) in *. set (u := Z.min (_ + _) _) in *.
    set (e := pval rho E) in *.
    assert (P : e = f * 2 ^ (j - k) * (pval rho (dp a) * pval rho (dp b)) + g * 2 ^ (dk c - k) * pval rho (dp c)).
    { unfold e, E. rewrite padd_ok, !pscale_ok, pmul_ok. reflexivity. }
    assert (U : 0 <= u -> (2 ^ u | e)).
    { intros U0. rewrite P, <- !Z.mul_assoc. destruct X2 as (x' & ->), Y2 as (y' & ->), Z2 as (z' & ->).
      apply Z.divide_add_r; apply Z.divide_mul_r.
      - apply Z.divide_trans with (2 ^ (du a + du b + (j - k))); [apply pow2_divide; lia |]. rewrite !pow2_add by lia.
        exists (x' * y'). ring.
      - apply Z.divide_trans with (2 ^ (du c + (dk c - k))); [apply pow2_divide; lia |]. rewrite pow2_add by lia. exists z'. ring. }
    destruct (dround_ok _ _ _ _ _ _ _ Rd V B U) as (B' & P1 & P2 & P3 & P4 & P5 & P6). fold e in P1, P6.
    split; [assumption |]. cbn [fstep].
    replace (f * get s x * get s y + g * get s z * ONE) with (2 ^ (1074 + k) * e).
    + rewrite nearest_rnd by lia. assert (Sm : Z.abs (2 ^ k * rnd e) < 2 ^ 2098).
      { rewrite Z.abs_mul, Z.abs_eq by (pose proof (pow2 k); lia). assert (2 ^ k <= 2 ^ 1100) by (apply Z.pow_le_mono_r; lia).
        apply Z.le_lt_trans with (2 ^ 1100 * 2 ^ 901); [apply Z.mul_le_mono_nonneg; lia |]. rewrite <- pow2_add by lia.
        apply Z.pow_lt_mono_r; lia. }
      apply Z.ltb_lt in Sm. rewrite Sm. apply Set_. split; [rewrite P1, P4; reflexivity | repeat split; assumption || lia].
    + rewrite P, X1, Y1, Z1. unfold ONE. rewrite Z.mul_add_distr_l.
      assert (Q1 : 2 ^ dk a * 2 ^ dk b = 2 ^ (1074 + k) * 2 ^ (j - k)) by (rewrite <- !pow2_add by lia; f_equal; lia).
      assert (Q2 : 2 ^ dk c * 2 ^ 1074 = 2 ^ (1074 + k) * 2 ^ (dk c - k)) by (rewrite <- !pow2_add by lia; f_equal; lia).
      transitivity (f * (2 ^ (1074 + k) * 2 ^ (j - k)) * (pval rho (dp a) * pval rho (dp b)) +
        g * (2 ^ (1074 + k) * 2 ^ (dk c - k)) * pval rho (dp c)); [ring |]. rewrite <- Q1, <- Q2. ring.
Qed.

Lemma dexec_ok p : forall s S S' rho, dexec p S = Some S' -> errors rho (dtab S') ->
  errors rho (dtab S) /\ (bounded rho (dtab S) -> dsim rho s S -> bounded rho (dtab S') /\ dsim rho (fexec p s) S').
Proof.
  induction p as [| i p IH]; intros s S S' rho E V; cbn [dexec fexec] in *; [inversion E; subst; auto |].
  destruct (dstep i S) as [S1 |] eqn:E1; [| discriminate]. destruct (IH (fstep i s) _ _ _ E V) as (V1 & K).
  split; [eapply dstep_table; eauto |]. intros B HS. destruct (dstep_ok _ _ _ _ _ E1 V1 B HS). auto.
Qed.

(* Errors that satisfy the table exist. *)
Lemma errors_ext b D r r' : wf b D = true -> (forall a, a < b -> r a = r' a) -> errors r D -> errors r' D.
Proof.
  revert b. induction D as [| ((n, p), k) D IH]; intros b H E V; cbn [wf errors] in *; [exact I |].
  repeat (apply andb_true_iff in H as [H ?]). apply Z.ltb_lt in H2. destruct V as (V1 & V2). split.
  - rewrite <- (E n), <- (pbelow_ok n p r r') by (assumption || lia || (intros; apply E; lia)). assumption.
  - apply (IH n); auto. intros; apply E; lia.
Qed.
Lemma errors_exist D : forall b r0, wf b D = true -> exists r, errors r D /\ forall a, a < first_atom -> r a = r0 a.
Proof.
  induction D as [| ((n, p), k) D IH]; intros b r0 H; cbn [wf errors] in *; [exists r0; auto |].
  repeat (apply andb_true_iff in H as [H ?]). apply Z.leb_le in H. destruct (IH n r0 H0) as (r & V & E).
  set (r' := upd r n (rnd (pval r p) - pval r p)).
  assert (X : forall a, a < n -> r a = r' a) by (intros a La; unfold r', upd; destruct (Z.eqb_spec a n); [lia | reflexivity]).
  exists r'. repeat split.
  - rewrite <- (pbelow_ok n p r r' H1 X). unfold r', upd. rewrite Z.eqb_refl. reflexivity.
  - apply (errors_ext n D r); assumption.
  - intros a La. rewrite <- X by lia. apply E. assumption.
Qed.

(* ---- Kernels ---- *)

Definition dstart : dstate :=
  let v a := Some {| dp := patom a; dk := 1074; du := 0 |} in
  {| dreg := fun _ => None; dA := fun i => if in_range 5 i then v i else None;
     dB := fun i => if in_range 10 i then v (5 + i) else None; dtab := [] |}.
Definition dstored (S : dstate) (i : Z) : poly := match dA S i with Some v => pscale (2 ^ dk v) (dp v) | None => [] end.
Definition dsmall (S : dstate) (i : Z) : bool :=
  match dA S i with
  | Some v => match disc (dtab S) (dp v) with Some (c, r) => (1074 <=? dk v + du v) && (dk v <=? 1074) && (Z.abs c + r <=? 2 ^ (1074 - dk v) * tight i)
              | None => false end
  | None => false
  end.
Definition dcheck (P : Z) (s : spec) (p : list finstr) : bool :=
  match dexec p dstart with
  | Some S1 => wf (next (dtab S1)) (dtab S1) && forallb (dsmall S1) [0; 1; 2; 3; 4] &&
              pdivides P (psub (pnumber 51 5 (dstored S1) 0) (pscale ONE (pspec 51 5 s)))
  | None => false
  end.

Theorem dcheck_sound P s p : 0 < P -> Z.gcd P ONE = 1 -> dcheck P s p = true -> correct_doubles P tight s p.
Proof.
  intros HP HG C u a b HA HB. unfold dcheck in C. destruct (dexec p dstart) as [S |] eqn:Ex; [| discriminate].
  apply andb_true_iff in C as [C C3]. apply andb_true_iff in C as [C1 C2].
  set (r0 := fun i => if i <? 5 then a i else b (i - 5)).
  destruct (errors_exist _ _ r0 C1) as (rho & V & R0). unfold first_atom in R0.
  assert (RA : forall i, i < 5 -> rho i = a i).
  { intros i Hi. rewrite R0 by lia. unfold r0. destruct (Z.ltb_spec i 5); [reflexivity | lia]. }
  assert (RB : forall i, 0 <= i < 15 -> rho (5 + i) = b i).
  { intros i Hi. rewrite R0 by lia. unfold r0. destruct (Z.ltb_spec (5 + i) 5); [lia | f_equal; lia]. }
  destruct (dexec_ok p u _ _ rho Ex V) as (_ & K). destruct K as (B & (_ & FA & _)).
  { intros i t. cbn [dstart dtab dtop]. destruct ((0 <=? i) && (i <? 15)) eqn:I; [intros [= <-] | discriminate].
    apply andb_true_iff in I as [I1 I2]. apply Z.leb_le in I1. apply Z.ltb_lt in I2. destruct (Z.lt_ge_cases i 5).
    - rewrite RA by lia. apply HA. lia.
    - replace (i mod 5) with ((i - 5) mod 5) by (rewrite <- (Z.mod_add (i - 5) 1 5) by lia; f_equal; lia).
      replace i with (5 + (i - 5)) at 1 by lia. rewrite RB by lia. apply HB. lia. }
  { assert (IR : forall k i, in_range k i = true -> 0 <= i < k).
    { intros k i H. unfold in_range in H. apply andb_true_iff in H as [H1 H2]. apply Z.leb_le in H1. apply Z.ltb_lt in H2. lia. }
    assert (M : forall i x, x = rho i * ONE -> means rho {| dp := patom i; dk := 1074; du := 0 |} x).
    { intros i x ->. unfold means. cbn [dp dk du]. rewrite patom_ok. fold ONE. repeat split; try lia. apply Z.divide_1_l. }
    unfold dsim, dstart. cbn [dreg dA dB]. split; [discriminate |]. split; intros i v.
    - destruct (in_range 5 i) eqn:I; [intros [= <-] | discriminate]. apply IR in I. apply M. rewrite RA by lia. apply HA. lia.
    - destruct (in_range 10 i) eqn:I; [intros [= <-] | discriminate]. apply IR in I. apply (M (5 + i)). rewrite RB by lia. apply HB. lia. }
  set (c := fun i => pval rho (dstored S i) / ONE). assert (O : 0 < ONE) by reflexivity.
  assert (L : forall i, 0 <= i < 5 -> pval rho (dstored S i) = ONE * c i /\ mema (fexec p u) i = c i * ONE /\ Z.abs (c i) <= tight i).
  { intros i Hi. assert (Sm : dsmall S i = true).
    { rewrite forallb_forall in C2. apply C2. assert (i = 0 \/ i = 1 \/ i = 2 \/ i = 3 \/ i = 4) by lia. cbn. intuition. }
    unfold dsmall in Sm. unfold c, dstored. destruct (dA S i) as [v |] eqn:Av; [| discriminate].
    destruct (disc (dtab S) (dp v)) as [(x, r) |] eqn:Dc; [| discriminate]. pose proof (disc_ok _ _ _ _ _ B Dc) as Db.
    apply andb_true_iff in Sm as [Sm S3]. apply andb_true_iff in Sm as [S1 S2]. apply Z.leb_le in S1, S2, S3.
    destruct (FA _ _ Av) as (M1 & M2 & M3 & M4). rewrite pscale_ok, <- M1.
    assert (Q : (ONE | mema (fexec p u) i)).
    { rewrite M1. unfold ONE. apply Z.divide_trans with (2 ^ (dk v + du v)); [apply pow2_divide; lia |]. rewrite pow2_add by lia.
      apply Z.mul_divide_mono_l. assumption. }
    destruct Q as (k & Q). rewrite Q, Z.div_mul by lia. split; [ring |]. split; [reflexivity |].
    assert (R : 2 ^ dk v * pval rho (dp v) = 2 ^ dk v * (k * 2 ^ (1074 - dk v))).
    { rewrite <- M1, Q. unfold ONE. replace 1074 with (dk v + (1074 - dk v)) at 1 by lia. rewrite pow2_add by lia. ring. }
    pose proof (pow2 (dk v) M4). pose proof (pow2 (1074 - dk v) ltac:(lia)). apply Z.mul_reg_l in R; [| lia].
    assert (Z.abs (k * 2 ^ (1074 - dk v)) <= 2 ^ (1074 - dk v) * tight i) by lia.
    rewrite Z.abs_mul, (Z.abs_eq (2 ^ _)) in * by lia. nia. }
  exists c. split.
  - intros i Hi. rewrite Z.mod_small by lia. apply L. assumption.
  - apply (pdivides_ok P rho _ HP) in C3. rewrite psub_ok, pscale_ok, pnumber_ok in C3.
    assert (RN : number 51 5 (fun j => pval rho (dstored S j)) 0 = ONE * number 51 5 c 0).
    { cbn [number]. rewrite !(fun i H => proj1 (L i H)) by lia. ring. }
    assert (PE : forall j, pval rho (element 51 5 j) = number 51 5 rho (5 * j)).
    { intros j. unfold element. rewrite pnumber_ok. apply number_ext. intros. apply patom_ok. }
    assert (SP : pval rho (pspec 51 5 s) = denote (number 51 5 a 0) (number 51 5 b 0) (number 51 5 b 5) (number 51 5 b 10) s).
    { clear C3 Ex. induction s as [| | | | x IHx y IHy | x IHx y IHy | x IHx y IHy | k x IHx]; cbn [pspec denote];
        rewrite ?pmul_ok, ?padd_ok, ?psub_ok, ?pscale_ok, ?IHx, ?IHy; try reflexivity; rewrite PE; apply number_ext; intros j Hj.
      - apply RA. lia.
      - apply (RB j). lia.
      - replace (5 * 2 + j) with (5 + (5 + j)) by lia. apply RB. lia.
      - replace (5 * 3 + j) with (5 + (10 + j)) by lia. apply RB. lia. }
    rewrite RN, SP, <- Z.mul_sub_distr_l in C3. apply mod_sub; [assumption |]. apply Z.mod_divide; [lia |].
    apply Z.mod_divide in C3; [| lia]. apply Z.gauss with ONE; assumption.
Qed.
End Tops.
