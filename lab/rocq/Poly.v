(* Polynomials over Z in atoms. A monomial is a sorted list of atoms; nothing below depends on its being sorted. *)
Require Import ZArith List Lia Bool.
Import ListNotations.
Open Scope Z_scope.

Definition mono := list Z.
Definition poly := list (mono * Z).

Fixpoint mval (rho : Z -> Z) (m : mono) : Z := match m with [] => 1 | a :: m => rho a * mval rho m end.
Fixpoint pval (rho : Z -> Z) (p : poly) : Z :=
  match p with [] => 0 | (m, c) :: p => c * mval rho m + pval rho p end.

Fixpoint mcmp (m n : mono) : comparison :=
  match m, n with
  | [], [] => Eq | [], _ => Lt | _, [] => Gt
  | a :: m, b :: n => match Z.compare a b with Eq => mcmp m n | c => c end
  end.
Lemma mcmp_eq m : forall n, mcmp m n = Eq -> m = n.
Proof.
  induction m as [| a m IH]; intros [| b n] H; simpl in H; try discriminate; [reflexivity |].
  destruct (Z.compare a b) eqn:E; try discriminate. apply Z.compare_eq in E. f_equal; auto.
Qed.

Fixpoint padd (p : poly) : poly -> poly :=
  match p with
  | [] => fun q => q
  | (m, c) :: p' =>
    fix aux (q : poly) : poly :=
      match q with
      | [] => p
      | (n, d) :: q' =>
        match mcmp m n with
        | Eq => if c + d =? 0 then padd p' q' else (m, c + d) :: padd p' q'
        | Lt => (m, c) :: padd p' q
        | Gt => (n, d) :: aux q'
        end
      end
  end.
Lemma padd_ok rho p : forall q, pval rho (padd p q) = pval rho p + pval rho q.
Proof.
  induction p as [| (m, c) p IH]; [reflexivity |].
  induction q as [| (n, d) q IHq]; [simpl; lia |].
  cbn [padd]. destruct (mcmp m n) eqn:E.
  - apply mcmp_eq in E. subst n. destruct (Z.eqb_spec (c + d) 0); cbn [pval]; rewrite IH; nia.
  - cbn [pval]. rewrite IH. cbn [pval]. lia.
  - transitivity (d * mval rho n + pval rho (padd ((m, c) :: p) q)); [reflexivity | rewrite IHq; cbn [pval]; lia].
Qed.

Definition pscale (k : Z) (p : poly) : poly := if k =? 0 then [] else map (fun t => (fst t, k * snd t)) p.
Lemma pscale_ok rho k p : pval rho (pscale k p) = k * pval rho p.
Proof.
  unfold pscale. destruct (Z.eqb_spec k 0) as [-> |]; [reflexivity |].
  induction p as [| (m, c) p IH]; simpl; [ring | rewrite IH; ring].
Qed.

Definition psub p q := padd p (pscale (-1) q).
Lemma psub_ok rho p q : pval rho (psub p q) = pval rho p - pval rho q.
Proof. unfold psub. rewrite padd_ok, pscale_ok. lia. Qed.

Fixpoint minsert (a : Z) (m : mono) : mono :=
  match m with [] => [a] | b :: m' => if a <=? b then a :: m else b :: minsert a m' end.
Lemma minsert_ok rho a m : mval rho (minsert a m) = rho a * mval rho m.
Proof. induction m as [| b m IH]; simpl; [lia |]. destruct (a <=? b); simpl; [ring | rewrite IH; ring]. Qed.
Definition mmul (m n : mono) : mono := fold_right minsert n m.
Lemma mmul_ok rho m n : mval rho (mmul m n) = mval rho m * mval rho n.
Proof. unfold mmul. induction m as [| a m IH]; cbn [fold_right mval]; [ring |]. rewrite minsert_ok, IH. ring. Qed.

Definition tmul (m : mono) (c : Z) (q : poly) : poly :=
  fold_right (fun t acc => padd [(mmul m (fst t), c * snd t)] acc) [] q.
Lemma tmul_ok rho m c q : pval rho (tmul m c q) = c * mval rho m * pval rho q.
Proof.
  unfold tmul. induction q as [| (n, d) q IH]; cbn [fold_right pval fst snd]; [ring |].
  rewrite padd_ok, IH. cbn [pval]. rewrite mmul_ok. ring.
Qed.
Definition pmul (p q : poly) : poly := fold_right (fun t acc => padd (tmul (fst t) (snd t) q) acc) [] p.
Lemma pmul_ok rho p q : pval rho (pmul p q) = pval rho p * pval rho q.
Proof.
  unfold pmul. induction p as [| (m, c) p IH]; cbn [fold_right pval fst snd]; [ring |].
  rewrite padd_ok, IH, tmul_ok. ring.
Qed.

Definition pconst (c : Z) : poly := if c =? 0 then [] else [([], c)].
Lemma pconst_ok rho c : pval rho (pconst c) = c.
Proof. unfold pconst. destruct (Z.eqb_spec c 0); simpl; lia. Qed.
Definition patom (a : Z) : poly := [([a], 1)].
Lemma patom_ok rho a : pval rho (patom a) = rho a.
Proof. unfold patom; cbn [pval mval]; ring. Qed.

Fixpoint peqb (p q : poly) : bool :=
  match p, q with
  | [], [] => true
  | (m, c) :: p, (n, d) :: q => (c =? d) && match mcmp m n with Eq => peqb p q | _ => false end
  | _, _ => false
  end.
Lemma peqb_ok p : forall q, peqb p q = true -> p = q.
Proof.
  induction p as [| (m, c) p IH]; intros [| (n, d) q] H; simpl in H; try discriminate; [reflexivity |].
  apply andb_true_iff in H as [H1 H2]. apply Z.eqb_eq in H1. destruct (mcmp m n) eqn:E; try discriminate.
  apply mcmp_eq in E. f_equal; [congruence | auto].
Qed.

(* All coefficients are multiples of the prime. *)
Definition pdivides (P : Z) (p : poly) : bool := forallb (fun t => snd t mod P =? 0) p.
Lemma pdivides_ok P rho p : 0 < P -> pdivides P p = true -> pval rho p mod P = 0.
Proof.
  intros HP. unfold pdivides. induction p as [| (m, c) p IH]; cbn [forallb pval snd]; intros H; [apply Z.mod_0_l; lia |].
  apply andb_true_iff in H as [H1 H2]. apply Z.eqb_eq in H1.
  rewrite Z.add_mod, Z.mul_mod, H1, (IH H2) by lia. simpl. apply Z.mod_0_l. lia.
Qed.

(* All atoms are below n. *)
Definition mbelow (n : Z) (m : mono) : bool := forallb (fun a => a <? n) m.
Definition pbelow (n : Z) (p : poly) : bool := forallb (fun t => mbelow n (fst t)) p.
Lemma mbelow_ok n m r r' : mbelow n m = true -> (forall a, a < n -> r a = r' a) -> mval r m = mval r' m.
Proof.
  intros H E. induction m as [| a m IH]; simpl in *; [reflexivity |].
  apply andb_true_iff in H as [H1 H2]. apply Z.ltb_lt in H1. rewrite (E a H1), IH; auto.
Qed.
Lemma pbelow_ok n p r r' : pbelow n p = true -> (forall a, a < n -> r a = r' a) -> pval r p = pval r' p.
Proof.
  intros H E. induction p as [| (m, c) p IH]; simpl in *; [reflexivity |].
  apply andb_true_iff in H as [H1 H2]. rewrite (mbelow_ok n m r r'), IH; auto.
Qed.

(* The polynomial over d, where all coefficients are multiples of d. *)
Definition pquot (d : Z) (p : poly) : poly := map (fun t => (fst t, snd t / d)) p.
Lemma pquot_ok d rho p : 0 < d -> pdivides d p = true -> pval rho p = d * pval rho (pquot d p).
Proof.
  intros Hd. unfold pdivides, pquot. induction p as [| (m, c) p IH]; cbn [forallb map pval fst snd]; intros H; [ring |].
  apply andb_true_iff in H as [H1 H2]. apply Z.eqb_eq in H1. rewrite (IH H2).
  rewrite (Z.div_mod c d) at 1 by lia. rewrite H1. ring.
Qed.

(* The coefficient of an atom. *)
Fixpoint coef (p : poly) (n : Z) : Z :=
  match p with
  | [] => 0
  | (m, c) :: p => match m with [a] => if a =? n then c else coef p n | _ => coef p n end
  end.

(* An upper bound of a polynomial whose atoms a are in [0, n) and have values in [0, top a]. *)
Definition mtop (top : Z -> Z) (m : mono) : Z := fold_right (fun a x => top a * x) 1 m.
Fixpoint ptop (n : Z) (top : Z -> Z) (p : poly) : option Z :=
  match p with
  | [] => Some 0
  | (m, c) :: p =>
    match ptop n top p with
    | Some x => if forallb (fun a => (0 <=? a) && (a <? n)) m
                then Some (match m with [] => c | _ => if c <? 0 then 0 else c * mtop top m end + x) else None
    | None => None
    end
  end.
Lemma mtop_ok rho n top m :
  (forall a, 0 <= a < n -> 0 <= rho a <= top a) -> forallb (fun a => (0 <=? a) && (a <? n)) m = true ->
  0 <= mval rho m <= mtop top m.
Proof.
  intros B. unfold mtop. induction m as [| a m IH]; cbn [forallb mval fold_right]; intros H; [lia |].
  apply andb_true_iff in H as [H1 H2]. apply andb_true_iff in H1 as [H0 H1].
  apply Z.leb_le in H0. apply Z.ltb_lt in H1. specialize (B a ltac:(lia)). specialize (IH H2). nia.
Qed.
Lemma ptop_ok rho n top p : forall x,
  (forall a, 0 <= a < n -> 0 <= rho a <= top a) -> ptop n top p = Some x -> pval rho p <= x.
Proof.
  induction p as [| (m, c) p IH]; cbn [ptop pval]; intros x B H; [inversion H; lia |].
  destruct (ptop n top p) as [y |]; [| discriminate].
  destruct (forallb _ m) eqn:E; [| discriminate]. inversion H; subst.
  pose proof (mtop_ok rho n top m B E). specialize (IH y B eq_refl).
  destruct m as [| a m]; [simpl; lia |]. destruct (Z.ltb_spec c 0); nia.
Qed.
