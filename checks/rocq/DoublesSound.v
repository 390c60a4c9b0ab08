(* Symbolic execution of doubles, and the proof that it is right.

   A value is a polynomial over Z in atoms, in units of 2^-51, and a power of two that divides it. Atoms are the limbs of the
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

Lemma nearest_multiple n : exists q k, 
  k = 1074 + Z.max 0 (Z.log2 (Z.abs n) - 1126) /\ nearest n = q * 2 ^ (k - 1074) /\
  2 * Z.abs (q * 2 ^ k - n) <= 2 ^ k /\ ((2 ^ k | n) -> q * 2 ^ k = n).
Proof.
  set (k := 1074 + Z.max 0 (Z.log2 (Z.abs n) - 1126)). assert (K : 0 < 2 ^ k) by (apply pow2; lia).
  pose proof (Z.div_mod n (2 ^ k) ltac:(lia)) as E. pose proof (Z.mod_pos_bound n (2 ^ k) K) as B.
  set (q := n / 2 ^ k) in *. set (r := n mod 2 ^ k) in *.
  assert (D : (2 ^ k | n) -> r = 0) by (intros; apply Z.mod_divide; [lia | assumption]).
  assert (O : forall q', nearest n = q' * 2 ^ (k - 1074) -> (q' = q /\ 2 * r <= 2 ^ k \/ q' = q + 1 /\ 2 ^ k <= 2 * r) ->
    exists q k, k = 1074 + Z.max 0 (Z.log2 (Z.abs n) - 1126) /\ nearest n = q * 2 ^ (k - 1074) /\
    2 * Z.abs (q * 2 ^ k - n) <= 2 ^ k /\ ((2 ^ k | n) -> q * 2 ^ k = n)).
  { intros q' N C. exists q', k. split; [reflexivity |]. split; [assumption |].
    assert (T : q' * 2 ^ k = 2 ^ k * q /\ 2 * r <= 2 ^ k \/ q' * 2 ^ k = 2 ^ k * q + 2 ^ k /\ 2 ^ k <= 2 * r).
    { destruct C as [(-> & C) | (-> & C)]; [left | right]; (split; [ring | exact C]). }
    clear C N. clearbody q r k. split; [lia |]. intros H. specialize (D H). lia. }
  apply (O (if (2 ^ k <? 2 * r) || ((2 * r =? 2 ^ k) && Z.odd q) then q + 1 else q)).
  - unfold nearest. replace (Z.log2 (Z.abs n) - 1074 - 52) with (Z.log2 (Z.abs n) - 1126) by lia. reflexivity.
  - destruct (Z.ltb_spec (2 ^ k) (2 * r)); cbn [orb]; [lia |].
    destruct (Z.eqb_spec (2 * r) (2 ^ k)); cbn [andb]; [destruct (Z.odd q) |]; lia.
Qed.

(* In units of 2^-51: e is rounded to multiples of 2^k. *)
Definition rnd (e : Z) : Z := nearest (2 ^ 2097 * e) / 2 ^ 1023.
Lemma rnd_multiple e : exists q k, k = Z.max 0 (Z.log2 (Z.abs e) - 52) /\ rnd e = q * 2 ^ k /\
  nearest (2 ^ 2097 * e) = 2 ^ 1023 * rnd e /\ 2 * Z.abs (rnd e - e) <= 2 ^ k /\ ((2 ^ k | e) -> rnd e = e).
Proof.
  unfold rnd. destruct (nearest_multiple (2 ^ 2097 * e)) as (q & k & K & N & B & X).
  assert (U : forall x, 2 ^ 1023 * x / 2 ^ 1023 = x) by (intros; rewrite Z.mul_comm; apply Z.div_mul, Z.pow_nonzero; lia).
  assert (Exact : (2 ^ k | 2 ^ 2097 * e) -> 1074 <= k -> nearest (2 ^ 2097 * e) = 2 ^ 1023 * e).
  { intros D Hk. specialize (X D). replace k with (1074 + (k - 1074)) in X by lia. rewrite pow2_add in X by lia.
    rewrite N. replace 2097 with (1074 + 1023) in X by lia. rewrite pow2_add in X by lia. pose proof (pow2 1074 ltac:(lia)).
    apply (Z.mul_reg_l _ _ (2 ^ 1074)); lia. }
  destruct (Z.eq_dec e 0) as [-> | E0].
  { exists 0, 0. rewrite Z.mul_0_r in *. rewrite Exact by (apply Z.divide_0_r || lia). rewrite U. cbn. repeat split; lia. }
  assert (L : Z.log2 (Z.abs (2 ^ 2097 * e)) = 2097 + Z.log2 (Z.abs e)).
  { rewrite Z.abs_mul, (Z.abs_eq (2 ^ 2097)), Z.mul_comm by (pose proof (pow2 2097); lia). rewrite Z.log2_mul_pow2 by lia. lia. }
  rewrite L in K. pose proof (Z.log2_nonneg (Z.abs e)). set (l := Z.log2 (Z.abs e)) in *.
  destruct (Z.le_gt_cases l 52).
  - assert (D : (2 ^ k | 2 ^ 2097 * e)) by (apply Z.divide_mul_l, pow2_divide; lia).
    exists e, 0. rewrite Exact, U by (assumption || lia). rewrite Z.max_l, Z.pow_0_r by lia. repeat split; lia.
  - assert (K' : k = 2097 + (l - 52)) by lia.
    rewrite K' in N, B, X. replace (2097 + (l - 52) - 1074) with (1023 + (l - 52)) in N by lia. rewrite pow2_add in N, B, X by lia.
    exists q, (l - 52). assert (V : nearest (2 ^ 2097 * e) = 2 ^ 1023 * (q * 2 ^ (l - 52))) by (rewrite N; ring).
    rewrite V, U. pose proof (pow2 2097 ltac:(lia)). set (b := 2 ^ 2097) in *. set (d := 2 ^ (l - 52)) in *.
    replace (q * (b * d) - b * e) with (b * (q * d - e)) in B by ring. rewrite Z.abs_mul, (Z.abs_eq b) in B by lia.
    split; [lia |]. split; [reflexivity |]. split; [reflexivity |]. split; [nia |].
    intros D. apply (Z.mul_reg_l _ _ b); [lia |]. rewrite <- X; [ring | apply Z.mul_divide_mono_l; assumption].
Qed.

Lemma rnd_exact e u : 0 <= u -> (2 ^ u | e) -> Z.abs e <= 2 ^ (53 + u) -> rnd e = e.
Proof.
  intros Hu D B. destruct (rnd_multiple e) as (q & k & K & _ & _ & _ & X). apply X. clear X.
  destruct (Z.eq_dec e 0) as [-> | E0]; [apply Z.divide_0_r |].
  destruct (Z.lt_ge_cases (Z.abs e) (2 ^ (53 + u))) as [L | L].
  - apply Z.log2_lt_pow2 in L; [| lia]. apply Z.divide_trans with (2 ^ u); [apply pow2_divide; lia | assumption].
  - assert (E : Z.abs e = 2 ^ (53 + u)) by lia. apply Z.divide_abs_r. rewrite E. apply pow2_divide.
    rewrite E, Z.log2_pow2 in K by lia. lia.
Qed.
Lemma rnd_error e b : Z.abs e <= b -> 53 <= Z.log2 b -> Z.abs (rnd e - e) <= 2 ^ (Z.log2 b - 53).
Proof.
  intros B L. destruct (rnd_multiple e) as (q & k & K & _ & _ & X & _). apply Z.log2_le_mono in B.
  assert (2 ^ k <= 2 ^ (1 + (Z.log2 b - 53))) by (apply Z.pow_le_mono_r; lia). rewrite pow2_add in H by lia. lia.
Qed.
Lemma rnd_divide e u : 0 <= u -> (2 ^ u | e) -> (2 ^ u | rnd e).
Proof.
  intros Hu D. destruct (rnd_multiple e) as (q & k & K & E & _ & _ & X). destruct (Z.le_ge_cases u k).
  - rewrite E. apply Z.divide_mul_r, pow2_divide. lia.
  - rewrite X; [assumption |]. apply Z.divide_trans with (2 ^ u); [apply pow2_divide; lia | assumption].
Qed.
Lemma rnd_large e l : 52 <= l -> 2 ^ l <= Z.abs e -> (2 ^ (l - 52) | rnd e).
Proof.
  intros Hl B. destruct (rnd_multiple e) as (q & k & K & E & _). apply Z.log2_le_mono in B. rewrite Z.log2_pow2 in B by lia.
  rewrite E. apply Z.divide_mul_r, pow2_divide. lia.
Qed.

(* ---- Symbolic execution ---- *)

Record dval := { dp : poly; du : Z }.
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
  let x := c / 2 ^ 1023 in
  let u := if x =? 0 then 2000 else Z.log2 (Z.land x (- x)) in
  if (c =? 2 ^ 1023 * x) && (x mod 2 ^ u =? 0) && (0 <=? u) then Some {| dp := pconst x; du := u |} else None.
Definition dget (S : dstate) (x : src) : option dval :=
  match x with R r => dreg S r | A i => dA S i | B i => dB S i | K c => dconst c end.
Definition dset (S : dstate) (d : Z) (v : dval) (D : table) : dstate :=
  {| dreg := upd (dreg S) d (Some v); dA := dA S; dB := dB S; dtab := D |}.

(* The double nearest to E, a multiple of 2^u. *)
Definition dround (D : table) (E : poly) (u : Z) : option (dval * table) :=
  match disc D E with
  | Some (c, r) =>
    let b := Z.abs c + r in
    if (0 <=? u) && (b <? 2 ^ 900) then
      if b <=? 2 ^ (53 + u) then Some ({| dp := E; du := u |}, D) else
      let l := Z.log2 (Z.abs c - r) in
      Some ({| dp := padd E (patom (next D)); du := if 52 <=? l then Z.max u (l - 52) else u |},
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
      let E := padd (pscale f (pmul (dp x) (dp y))) (pscale (g * 2 ^ 51) (dp z)) in
      if pdivides (2 ^ 51) E then
        match dround (dtab S) (pquot (2 ^ 51) E) (Z.min (du x + du y) (du z + 51) - 51) with
        | Some (v, D) => Some (dset S d v D)
        | None => None end
      else None
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
  x = 2 ^ 1023 * pval rho (dp v) /\ (2 ^ du v | pval rho (dp v)) /\ 0 <= du v.

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

Lemma dround_table rho D E u v D' : dround D E u = Some (v, D') -> errors rho D' -> errors rho D.
Proof.
  unfold dround. destruct (disc D E) as [(c, r) |]; [| discriminate]. destruct (_ && _); [| discriminate].
  destruct (_ <=? _); intros H V; inversion H; subst; [assumption | apply V].
Qed.
Lemma dround_ok rho D E u v D' : dround D E u = Some (v, D') -> errors rho D' -> bounded rho D -> (2 ^ u | pval rho E) ->
  bounded rho D' /\ pval rho (dp v) = rnd (pval rho E) /\ (2 ^ du v | pval rho (dp v)) /\ 0 <= du v /\
  Z.abs (rnd (pval rho E)) < 2 ^ 1000.
Proof.
  unfold dround. intros H V B Dv. destruct (disc D E) as [(c, r) |] eqn:C; [| discriminate].
  pose proof (disc_ok _ _ _ _ _ B C) as P. set (e := pval rho E) in *. set (b := Z.abs c + r) in *.
  destruct ((0 <=? u) && (b <? 2 ^ 900)) eqn:L; [| discriminate]. apply andb_true_iff in L as [L1 L2].
  apply Z.leb_le in L1. apply Z.ltb_lt in L2. assert (Eb : Z.abs e <= b) by lia.
  assert (T : 2 ^ 1000 = 2 ^ 900 * 2 ^ 100) by (apply (pow2_add 900 100); lia).
  destruct (Z.leb_spec b (2 ^ (53 + u))) as [X | X]; inversion H; subst; clear H; cbn [dp du].
  - rewrite (rnd_exact e u) by (assumption || lia). repeat split; try assumption. lia.
  - destruct V as (V & _). fold e in V.
    assert (L53 : 53 <= Z.log2 b).
    { apply Z.log2_le_pow2; [pose proof (pow2 (53 + u)); lia |]. rewrite pow2_add in X by lia. pose proof (pow2 u L1).
      pose proof (pow2 53 ltac:(lia)). nia. }
    pose proof (rnd_error e b Eb L53) as R.
    assert (2 ^ (Z.log2 b - 53) <= 2 ^ 900) by (apply Z.pow_le_mono_r; [lia |]; apply Z.log2_lt_pow2 in L2; lia).
    rewrite padd_ok, patom_ok, V. fold e. replace (e + (rnd e - e)) with (rnd e) by lia.
    split; [| split; [reflexivity | split; [| split]]].
    + intros a t. cbn [dtop]. destruct (Z.eqb_spec a (next D)) as [-> |]; [intros [= <-]; lia | apply B].
    + destruct (Z.leb_spec 52 (Z.log2 (Z.abs c - r))) as [Y | Y]; [| apply rnd_divide; assumption].
      destruct (Z.max_spec u (Z.log2 (Z.abs c - r) - 52)) as [(_ & ->) | (_ & ->)]; [| apply rnd_divide; assumption].
      apply rnd_large; [assumption |]. destruct (Z.lt_ge_cases 0 (Z.abs c - r)) as [Q | Q]; [| rewrite Z.log2_nonpos in Y by lia; lia].
      apply Z.log2_spec in Q. lia.
    + destruct (52 <=? _); lia.
    + pose proof (pow2 900 ltac:(lia)). assert (2 < 2 ^ 100) by reflexivity. nia.
Qed.

Definition dsim rho (s : state) (S : dstate) : Prop :=
  (forall r v, dreg S r = Some v -> means rho v (reg s r)) /\
  (forall i v, dA S i = Some v -> means rho v (mema s i)) /\
  (forall i v, dB S i = Some v -> means rho v (memb s i)).

Lemma dget_ok rho s S x v : dsim rho s S -> dget S x = Some v -> means rho v (get s x).
Proof.
  intros (HR & HA & HB) E. destruct x as [r | i | i | c]; cbn [dget get] in *; auto. unfold dconst in E.
  set (x := c / 2 ^ 1023) in *. set (u := if x =? 0 then _ else _) in *.
  destruct ((c =? 2 ^ 1023 * x) && (x mod 2 ^ u =? 0) && (0 <=? u)) eqn:C; [| discriminate]. inversion E; subst; clear E.
  apply andb_true_iff in C as [C C3]. apply andb_true_iff in C as [C1 C2]. apply Z.eqb_eq in C1, C2. apply Z.leb_le in C3.
  unfold means. cbn [dp du]. rewrite pconst_ok. repeat split; try assumption. apply Z.mod_divide; [| assumption].
  pose proof (pow2 u C3). lia.
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
    set (E2 := padd _ _) in E. destruct (pdivides (2 ^ 51) E2) eqn:Dv; [| discriminate].
    destruct (dround _ _ _) as [(v, D) |] eqn:Rd; [| discriminate]. inversion E; subst; clear E. cbn [dset dtab] in V |- *.
    destruct (G _ _ X) as (X1 & X2 & X3). destruct (G _ _ Y) as (Y1 & Y2 & Y3). destruct (G _ _ Z0) as (Z1 & Z2 & Z3).
    apply (pquot_ok (2 ^ 51) rho E2 ltac:(reflexivity)) in Dv. set (e := pval rho (pquot (2 ^ 51) E2)) in *.
    assert (P : pval rho E2 = f * (pval rho (dp a) * pval rho (dp b)) + g * 2 ^ 51 * pval rho (dp c)).
    { unfold E2. rewrite padd_ok, !pscale_ok, pmul_ok. reflexivity. }
    set (u := Z.min _ _ - 51) in Rd.
    assert (U0 : 0 <= u). { unfold dround in Rd. destruct (disc _ _) as [(?, ?) |]; [| discriminate].
      destruct (Z.leb_spec 0 u); [assumption | discriminate]. }
    assert (U : (2 ^ u | e)).
    { apply (Z.mul_divide_cancel_l _ _ (2 ^ 51)); [discriminate |]. rewrite <- Dv, P, <- pow2_add by lia.
      apply Z.divide_add_r.
      - apply Z.divide_mul_r. apply Z.divide_trans with (2 ^ (du a + du b)); [apply pow2_divide; unfold u in *; lia |].
        rewrite pow2_add by lia. destruct X2 as (i & ->), Y2 as (j & ->). exists (i * j). ring.
      - rewrite <- Z.mul_assoc. apply Z.divide_mul_r. apply Z.divide_trans with (2 ^ (51 + du c)); [apply pow2_divide; unfold u in *; lia |].
        rewrite pow2_add by lia. apply Z.mul_divide_mono_l. assumption. }
    destruct (dround_ok _ _ _ _ _ _ Rd V B U) as (B' & P1 & P2 & P3 & P4). fold e in P1, P4.
    split; [assumption |]. cbn [fstep].
    destruct (rnd_multiple e) as (_ & _ & _ & _ & N & _).
    replace (f * get s x * get s y + g * get s z * ONE) with (2 ^ 2097 * e).
    + rewrite N. assert (Sm : Z.abs (2 ^ 1023 * rnd e) < 2 ^ 2098).
      { change 2098 with (1023 + (1000 + 75)). rewrite !pow2_add by lia. rewrite Z.abs_mul, Z.abs_eq by (pose proof (pow2 1023); lia).
        pose proof (pow2 1023 ltac:(lia)). pose proof (pow2 1000 ltac:(lia)). assert (1 < 2 ^ 75) by reflexivity.
        apply Z.mul_lt_mono_pos_l; nia. }
      apply Z.ltb_lt in Sm. rewrite Sm. apply Set_. unfold means. rewrite P1 in *. auto.
    + change 2097 with (1023 + 1023 + 51). unfold ONE. change 1074 with (1023 + 51). rewrite !pow2_add by lia.
      rewrite <- Z.mul_assoc, <- Dv, P, X1, Y1, Z1. ring.
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
  let v a := Some {| dp := pscale (2 ^ 51) (patom a); du := 51 |} in
  {| dreg := fun _ => None; dA := fun i => if in_range 5 i then v i else None;
     dB := fun i => if in_range 10 i then v (5 + i) else None; dtab := [] |}.
Definition dstored (S : dstate) (i : Z) : poly := match dA S i with Some v => dp v | None => [] end.
Definition dsmall (S : dstate) (i : Z) : bool :=
  match dA S i with
  | Some v => match disc (dtab S) (dp v) with Some (c, r) => (51 <=? du v) && (Z.abs c + r <=? 2 ^ 51 * tight i) | None => false end
  | None => false
  end.
Definition dcheck (P : Z) (s : spec) (p : list finstr) : bool :=
  match dexec p dstart with
  | Some S1 => wf (next (dtab S1)) (dtab S1) && forallb (dsmall S1) [0; 1; 2; 3; 4] &&
              pdivides P (psub (pnumber 51 5 (dstored S1) 0) (pscale (2 ^ 51) (pspec 51 5 s)))
  | None => false
  end.

Theorem dcheck_sound P s p : 0 < P -> Z.gcd P (2 ^ 51) = 1 -> dcheck P s p = true -> correct_doubles P tight s p.
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
    assert (M : forall i x, x = rho i * ONE -> means rho {| dp := pscale (2 ^ 51) (patom i); du := 51 |} x).
    { intros i x ->. unfold means. cbn [dp du]. rewrite pscale_ok, patom_ok. repeat split; [| exists (rho i); ring | lia].
      unfold ONE. change 1074 with (1023 + 51). rewrite pow2_add by lia. ring. }
    unfold dsim, dstart. cbn [dreg dA dB]. split; [discriminate |]. split; intros i v.
    - destruct (in_range 5 i) eqn:I; [intros [= <-] | discriminate]. apply IR in I. apply M. rewrite RA by lia. apply HA. lia.
    - destruct (in_range 10 i) eqn:I; [intros [= <-] | discriminate]. apply IR in I. apply (M (5 + i)). rewrite RB by lia. apply HB. lia. }
  set (c := fun i => pval rho (dstored S i) / 2 ^ 51).
  assert (L : forall i, 0 <= i < 5 -> pval rho (dstored S i) = 2 ^ 51 * c i /\ mema (fexec p u) i = c i * ONE /\ Z.abs (c i) <= tight i).
  { intros i Hi. assert (Sm : dsmall S i = true).
    { rewrite forallb_forall in C2. apply C2. assert (i = 0 \/ i = 1 \/ i = 2 \/ i = 3 \/ i = 4) by lia. cbn. intuition. }
    unfold dsmall in Sm. unfold c, dstored. destruct (dA S i) as [v |] eqn:Av; [| discriminate].
    destruct (disc (dtab S) (dp v)) as [(x, r) |] eqn:Dc; [| discriminate]. pose proof (disc_ok _ _ _ _ _ B Dc) as Db.
    apply andb_true_iff in Sm as [S1 S2]. apply Z.leb_le in S1, S2. destruct (FA _ _ Av) as (M1 & M2 & _).
    assert (Q : (2 ^ 51 | pval rho (dp v))) by (apply Z.divide_trans with (2 ^ du v); [apply pow2_divide; lia | assumption]).
    destruct Q as (k & Q). rewrite Q, Z.div_mul by discriminate. split; [ring |]. split.
    - rewrite M1, Q. unfold ONE. change 1074 with (1023 + 51). rewrite pow2_add by lia. ring.
    - assert (0 < 2 ^ 51) by reflexivity. assert (Z.abs (k * 2 ^ 51) <= 2 ^ 51 * tight i) by lia. rewrite Z.abs_mul, (Z.abs_eq (2 ^ 51)) in * by lia. nia. }
  exists c. split.
  - intros i Hi. rewrite Z.mod_small by lia. apply L. assumption.
  - apply (pdivides_ok P rho _ HP) in C3. rewrite psub_ok, pscale_ok, pnumber_ok in C3.
    assert (RN : number 51 5 (fun j => pval rho (dstored S j)) 0 = 2 ^ 51 * number 51 5 c 0).
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
    apply Z.mod_divide in C3; [| lia]. apply Z.gauss with (2 ^ 51); assumption.
Qed.
End Tops.
