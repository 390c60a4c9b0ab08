(* From the symbolic execution to a statement about the machine alone. *)
Require Import ZArith List Lia Bool.
Require Import Machine Poly Checker.
Import ListNotations.
Open Scope Z_scope.

Lemma sstep_facts top h i S S' : sstep top h i S = Some S' -> sfacts S' = sfacts S.
Proof.
  intros E. destruct i; simpl in E;
    repeat match type of E with
    | match ?x with _ => _ end = _ => destruct x eqn:?; try discriminate
    end; inversion E; subst; reflexivity.
Qed.

(* The flag on which the paths part. *)
Lemma fork_ok rho s S i r v : fork i S = Some (r, v) -> sim rho s S -> vrep rho v (reg s r) /\ 0 <= reg s r <= 1.
Proof.
  intros E (HR & _).
  assert (F : match sreg S r with Some u => if (lo u =? 0) && (hi u =? 1) then Some (r, u) else None | None => None end = Some (r, v)).
  { destruct i; simpl in E; try discriminate;
      repeat match type of E with
      | match ?x with _ => _ end = _ => destruct x eqn:?; try discriminate
      end; inversion E; subst;
      match goal with H : sreg S _ = _ |- _ => rewrite H end;
      match goal with H : _ && _ = true |- _ => rewrite H end; reflexivity. }
  destruct (sreg S r) as [u |] eqn:U; [| discriminate]. destruct ((lo u =? 0) && (hi u =? 1)) eqn:C; inversion F; subst.
  apply andb_true_iff in C as [C1 C2]. apply Z.eqb_eq in C1, C2.
  destruct (mrep_fits _ _ _ (HR _ _ U)) as ((P1 & P2) & _); [unfold fits; rewrite C1, C2; reflexivity |].
  split; [split; assumption | lia].
Qed.
Lemma assume_ok rho s S r v : vrep rho v (reg s r) -> 0 <= reg s r <= 1 -> sim rho s S -> all_hold rho (sfacts S) ->
  sim rho s (assume S r v (reg s r)) /\ all_hold rho (sfacts (assume S r v (reg s r))).
Proof.
  intros (P & _) B (HR & HA & HB) AH. split.
  - repeat split; simpl; auto. intros x w. unfold upd. destruct (Z.eqb_spec x r) as [-> |]; [intros [= <-] | apply HR].
    apply vrep_mrep; [split; cbn [sp lo hi]; [apply pconst_ok | lia] | unfold W; lia].
  - constructor; [| assumption]. split; [lia | auto].
Qed.

(* The path that s takes ends in a state that passes, and that stands for what the machine has then. *)
Lemma explore_ok top hs passes p : forall path n S s,
  explore top hs passes path n p S = true ->
  exists path' S', passes path' S' = true /\ forall rho, inputs rho top ->
    valid rho (stab S') ->
    valid rho (stab S) /\
    (sim rho s S -> all_hold rho (sfacts S) -> sim rho (exec p s) S' /\ all_hold rho (sfacts S')).
Proof.
  induction p as [| i p IH]; intros path n S s H; cbn [explore exec] in *.
  { eexists path, _. split; [exact H |]. intros rho I V. destruct (hint_of hs path n) as [[| | l] |]; auto.
    cbn [with_facts stab sfacts] in *. split; [assumption |]. intros HS AH. split; [exact HS |]. apply derive_ok; assumption. }
  assert (G : forall path S0,
    match sstep top (hint_of hs path n) i S0 with Some S1 => explore top hs passes path (n + 1) p S1 | None => false end = true ->
    exists path' S', passes path' S' = true /\ forall rho, inputs rho top -> valid rho (stab S') ->
      valid rho (stab S0) /\
      (sim rho s S0 -> all_hold rho (sfacts S0) -> sim rho (exec p (step i s)) S' /\ all_hold rho (sfacts S'))).
  { intros path0 S0 H0. destruct (sstep _ _ i S0) as [S1 |] eqn:E; [| discriminate].
    destruct (IH _ _ _ (step i s) H0) as (path' & S' & F & K). exists path', S'. split; [assumption |].
    intros rho I V. destruct (K rho I V) as (V1 & K1). split; [eapply sstep_table; eauto |].
    intros HS AH. apply K1; [| rewrite (sstep_facts _ _ _ _ _ E); assumption].
    apply (sstep_ok rho _ _ i S0 S1 E); assumption. }
  clear IH. destruct (fork i S) as [(r, v) |] eqn:E; [| apply (G path); assumption].
  apply andb_true_iff in H as [H0 H1].
  destruct (Z.eq_dec (reg s r) 0) as [Z0 | Z0].
  - destruct (G _ _ H0) as (path' & S' & F & K). exists path', S'. split; [assumption |].
    intros rho I V. destruct (K rho I V) as (V1 & K1). split; [assumption |]. intros HS AH.
    destruct (fork_ok _ _ _ _ _ _ E HS) as (P & B). destruct (assume_ok _ _ _ _ _ P B HS AH) as (HS' & AH').
    rewrite Z0 in HS', AH'. apply K1; assumption.
  - destruct (G _ _ H1) as (path' & S' & F & K). exists path', S'. split; [assumption |].
    intros rho I V. destruct (K rho I V) as (V1 & K1). split; [assumption |]. intros HS AH.
    destruct (fork_ok _ _ _ _ _ _ E HS) as (P & B). destruct (assume_ok _ _ _ _ _ P B HS AH) as (HS' & AH').
    replace (reg s r) with 1 in HS', AH' by lia. apply K1; assumption.
Qed.

Lemma mod_sub P x y : 0 < P -> (x - y) mod P = 0 -> x mod P = y mod P.
Proof.
  intros HP H. apply Z.mod_divide in H as (k & H); [| lia]. replace x with (y + k * P) by lia. apply Z.mod_add. lia.
Qed.

(* ---- Atoms that satisfy the table exist. ---- *)
Fixpoint wf (b : Z) (D : table) : bool :=
  match D with
  | [] => true
  | (n, p, _) :: D => (first_atom <=? n) && (n <? b) && pbelow n p && wf n D
  end.

Lemma wf_ext b D r r' : wf b D = true -> (forall a, a < b -> r a = r' a) -> valid r D -> valid r' D.
Proof.
  revert b. induction D as [| ((n, p), k) D IH]; intros b H E V; simpl in *; [exact I |].
  repeat (apply andb_true_iff in H as [H ?]). apply Z.ltb_lt in H2. destruct V as (V1 & V2).
  split.
  - rewrite <- (E n) by lia. rewrite <- (pbelow_ok n p r r'); [assumption | assumption |]. intros; apply E; lia.
  - apply (IH n); auto. intros; apply E; lia.
Qed.
Lemma valid_exists D : forall b r0, wf b D = true -> exists r, valid r D /\ forall a, a < first_atom -> r a = r0 a.
Proof.
  induction D as [| ((n, p), k) D IH]; intros b r0 H; simpl in *; [exists r0; auto |].
  repeat (apply andb_true_iff in H as [H ?]). apply Z.leb_le in H.
  destruct (IH n r0 H0) as (r & V & E).
  set (r' := upd r n (pval r p / 2 ^ k)).
  assert (X : forall a, a < n -> r a = r' a).
  { intros a La. unfold r', upd. destruct (Z.eqb_spec a n); [lia | reflexivity]. }
  exists r'. repeat split.
  - rewrite <- (pbelow_ok n p r r'); [| assumption | exact X]. unfold r', upd. rewrite Z.eqb_refl. reflexivity.
  - apply (wf_ext n D r); assumption.
  - intros a La. rewrite <- X by lia. apply E. assumption.
Qed.

(* ---- Kernels ---- *)

(* What a kernel computes from the elements x (at rdi), y, z and t (at rsi). *)
Inductive spec := X | Y | Zz | T | Mul (s t : spec) | Plus (s t : spec) | Minus (s t : spec) | Times (k : Z) (s : spec).
Fixpoint denote (x y z t : Z) (s : spec) : Z :=
  match s with
  | X => x | Y => y | Zz => z | T => t
  | Mul u v => denote x y z t u * denote x y z t v
  | Plus u v => denote x y z t u + denote x y z t v
  | Minus u v => denote x y z t u - denote x y z t v
  | Times k u => k * denote x y z t u
  end.

(* n limbs of w bits from an index on. *)
Fixpoint number (w : Z) (n : nat) (f : Z -> Z) (i : Z) : Z :=
  match n with O => 0 | S n => f i + 2 ^ w * number w n f (i + 1) end.
Fixpoint pnumber (w : Z) (n : nat) (f : Z -> poly) (i : Z) : poly :=
  match n with O => [] | S n => padd (f i) (pscale (2 ^ w) (pnumber w n f (i + 1))) end.
Lemma pnumber_ok rho w n f : forall i, pval rho (pnumber w n f i) = number w n (fun j => pval rho (f j)) i.
Proof. induction n as [| n IH]; intros i; cbn [pnumber number]; [reflexivity |]. rewrite padd_ok, pscale_ok, IH. ring. Qed.
Lemma number_ext w n f g : forall i j,
  (forall k, 0 <= k < Z.of_nat n -> f (i + k) = g (j + k)) -> number w n f i = number w n g j.
Proof.
  induction n as [| n IH]; intros i j H; cbn [number]; [reflexivity |].
  rewrite (IH (i + 1) (j + 1)).
  - specialize (H 0 ltac:(lia)). rewrite !Z.add_0_r in H. congruence.
  - intros k Hk. specialize (H (1 + k) ltac:(lia)). rewrite !Z.add_assoc in H. assumption.
Qed.

Section Kernel.
Variables (P w : Z) (n m : nat) (tight : Z -> Z) (within out : option Z) (scale : Z) (s : spec) (w' : Z) (n' : nat) (tight' : Z -> Z).
(* P: the prime. n limbs of w bits make an element, limb i below tight i. m elements are at rsi. within, out: what all elements,
   and the result, are below. scale * (what the kernel stores) = what s says, modulo P; that has n' limbs of w' bits. *)
Notation N := (Z.of_nat n).

Fixpoint reads (s : spec) : nat :=
  match s with
  | X => 0 | Y => 1 | Zz => 2 | T => 3
  | Mul u v | Plus u v | Minus u v => Nat.max (reads u) (reads v)
  | Times _ u => reads u
  end.
Definition element (j : Z) : poly := pnumber w n patom (N * j).
Fixpoint pspec (s : spec) : poly :=
  match s with
  | X => element 0 | Y => element 1 | Zz => element 2 | T => element 3
  | Mul u v => pmul (pspec u) (pspec v)
  | Plus u v => padd (pspec u) (pspec v)
  | Minus u v => psub (pspec u) (pspec v)
  | Times k u => pscale k (pspec u)
  end.

Definition in_range (n i : Z) : bool := (0 <=? i) && (i <? n).
Definition top (a : Z) : Z := tight (a mod N) - 1.
Definition start : sstate :=
  let v a := {| sp := patom a; lo := 0; hi := top a |} in
  {| sreg := fun _ => None;
     sA := fun i => if in_range N i then Some (v i) else None;
     sB := fun i => if in_range (N * Z.of_nat m) i then Some (v (N + i)) else None;
     stab := [];
     sfacts := match within with
               | Some x => map (fun j => (element (Z.of_nat j), x - 1, false)) (seq 0 (S m))
               | None => [] end |}.

(* Multiples of facts: for the congruence, and for the bound of the result. *)
Definition ends := list (Z * (list Z * list Z)).
Fixpoint end_of (es : ends) (path : Z) : list Z * list Z :=
  match es with [] => ([], []) | (q, e) :: es => if q =? path then e else end_of es path end.
Fixpoint equal (fs : facts) (ds : list Z) (E : poly) : option poly :=
  match fs, ds with
  | (F, N, e) :: fs, d :: ds => if e || (d =? 0) then equal fs ds (padd E (pscale d (psub F (pconst N)))) else None
  | _, [] => Some E
  | [], _ => None
  end.
Definition stored (S : sstate) (i : Z) : poly := match sA S i with Some v => sp v | None => [] end.
Definition small (S : sstate) (i : Z) : bool :=
  match sA S i with Some v => fits v && (hi v <? tight' i) | None => false end.
Definition passes (es : ends) (path : Z) (S : sstate) : bool :=
  let (ds, us) := end_of es path in
  let r := pnumber w' n' (stored S) 0 in
  wf (next (stab S)) (stab S) && forallb (fun i => small S (Z.of_nat i)) (seq 0 n') &&
  match equal (sfacts S) ds (psub (pscale (scale mod P) r) (pspec s)) with Some E => pdivides P E | None => false end &&
  match out with
  | None => true
  | Some x => match ceiling top (stab S) (sfacts S) us r with Some b => b <? x | None => false end
  end.
Definition checks (hs : hints) (es : ends) (p : list instr) : bool :=
  (reads s <=? m)%nat && (N * (Z.of_nat m + 1) <=? first_atom) && explore top hs (passes es) 1 0 p start.

(* Operands with tight limbs in memory; registers may hold anything. *)
Definition below (x : option Z) (y : Z) : Prop := match x with Some x => y < x | None => True end.
Definition operands (u : state) : Prop :=
  (forall i, 0 <= i < N -> 0 <= mema u i < tight i) /\
  (forall i, 0 <= i < N * Z.of_nat m -> 0 <= memb u i < tight (i mod N)) /\
  below within (number w n (mema u) 0) /\
  (forall j, (j < m)%nat -> below within (number w n (memb u) (N * Z.of_nat j))).

Definition after (u u' : state) : Prop :=
  (forall i, 0 <= i < Z.of_nat n' -> 0 <= mema u' i < tight' i) /\
  below out (number w' n' (mema u') 0) /\
  (scale * number w' n' (mema u') 0) mod P =
  denote (number w n (mema u) 0) (number w n (memb u) 0) (number w n (memb u) N) (number w n (memb u) (N * 2)) s mod P.
Definition transforms (p : list instr) : Prop := forall u, operands u -> after u (exec p u).

Lemma equal_ok rho fs : forall ds E E', equal fs ds E = Some E' -> all_hold rho fs -> pval rho E = pval rho E'.
Proof.
  induction fs as [| ((F, M), e) fs IH]; intros [| d ds] E E' H A; cbn [equal] in H; try discriminate; try congruence.
  destruct (e || (d =? 0)) eqn:C; [| discriminate]. inversion A as [| f l A0 A3]; subst. destruct A0 as (A1 & A2).
  rewrite <- (IH _ _ _ H A3), padd_ok, pscale_ok, psub_ok, pconst_ok.
  apply orb_true_iff in C as [-> | C]; [rewrite (A2 eq_refl); ring |]. apply Z.eqb_eq in C. subst d. ring.
Qed.

Theorem checks_sound hs es p :
  0 < P -> (0 < n)%nat -> (forall i, 0 <= i < N -> 0 < tight i <= W) -> checks hs es p = true -> transforms p.
Proof.
  intros HP HN HT C u (HA & HB & IA & IB). unfold checks in C.
  apply andb_true_iff in C as [C Ex]. apply andb_true_iff in C as [C1 C2]. apply Nat.leb_le in C1. apply Z.leb_le in C2.
  destruct (explore_ok _ _ _ _ _ _ _ u Ex) as (path & S' & F & K). unfold passes in F.
  destruct (end_of es path) as (ds, us).
  apply andb_true_iff in F as [F F4]. apply andb_true_iff in F as [F F3]. apply andb_true_iff in F as [F1 F2].
  set (r0 := fun a => if a <? N then mema u a else if a <? N * (Z.of_nat m + 1) then memb u (a - N) else 0).
  destruct (valid_exists _ _ r0 F1) as (rho & V & R0).
  assert (RA : forall i, 0 <= i < N -> rho i = mema u i).
  { intros i Hi. rewrite R0 by lia. unfold r0. destruct (Z.ltb_spec i N); [reflexivity | lia]. }
  assert (RB : forall i, 0 <= i < N * Z.of_nat m -> rho (N + i) = memb u i).
  { intros i Hi. rewrite R0 by lia. unfold r0. destruct (Z.ltb_spec (N + i) N); [lia |].
    destruct (Z.ltb_spec (N + i) (N * (Z.of_nat m + 1))); [f_equal; lia | lia]. }
  assert (MN : forall a, tight (a mod N) <= W /\ 0 < tight (a mod N)).
  { intros a. specialize (HT (a mod N)). pose proof (Z.mod_pos_bound a N ltac:(lia)). lia. }
  assert (MS : forall i, (N + i) mod N = i mod N).
  { intros i. replace (N + i) with (i + 1 * N) by lia. apply Z.mod_add. lia. }
  assert (IN : inputs rho top).
  { intros a Ha. unfold top. destruct (Z.ltb_spec a N).
    - rewrite RA by lia. specialize (HA a ltac:(lia)). rewrite Z.mod_small by lia. lia.
    - destruct (Z.ltb_spec a (N * (Z.of_nat m + 1))).
      + replace a with (N + (a - N)) by lia. rewrite RB, MS by lia. specialize (HB (a - N) ltac:(lia)). lia.
      + rewrite R0 by lia. unfold r0. destruct (Z.ltb_spec a N); [lia |].
        destruct (Z.ltb_spec a (N * (Z.of_nat m + 1))); [lia |]. specialize (MN a). lia. }
  assert (EA : number w n rho (N * 0) = number w n (mema u) 0).
  { apply number_ext. intros k Hk. rewrite Z.mul_0_r, Z.add_0_l. auto. }
  assert (EB : forall j, 0 <= j < Z.of_nat m -> number w n rho (N * (j + 1)) = number w n (memb u) (N * j)).
  { intros j Hj. apply number_ext. intros k Hk. rewrite <- RB by nia. f_equal. lia. }
  assert (PE : forall j, pval rho (element j) = number w n rho (N * j)).
  { intros j. unfold element. rewrite pnumber_ok. apply number_ext. intros. apply patom_ok. }
  assert (IR : forall k i, in_range k i = true -> 0 <= i < k).
  { intros k i H. unfold in_range in H. apply andb_true_iff in H as [H1 H2]. apply Z.leb_le in H1. apply Z.ltb_lt in H2. lia. }
  assert (HS : sim rho u start).
  { unfold sim, start. cbn [sreg sA sB]. repeat split; [discriminate | |]; intros i v.
    - destruct (in_range N i) eqn:I; [intros [= <-] | discriminate]. apply IR in I. specialize (HA i I). specialize (MN i).
      unfold top. rewrite (Z.mod_small i) in * by lia.
      apply vrep_mrep; [split; cbn [sp lo hi]; [rewrite patom_ok; auto |] |]; lia.
    - destruct (in_range (N * Z.of_nat m) i) eqn:I; [intros [= <-] | discriminate]. apply IR in I. specialize (HB i I).
      specialize (MN i). unfold top. rewrite MS.
      apply vrep_mrep; [split; cbn [sp lo hi]; [rewrite patom_ok; auto |] |]; lia. }
  assert (AH : all_hold rho (sfacts start)).
  { unfold start, all_hold. cbn [sfacts]. unfold below in IA, IB. destruct within as [x |]; [| constructor].
    apply Forall_forall. intros f Hf. apply in_map_iff in Hf as (j & <- & Hj). apply in_seq in Hj.
    split; [| discriminate]. rewrite PE. destruct j as [| j]; [change (Z.of_nat 0) with 0; rewrite EA; lia |].
    specialize (IB j ltac:(lia)). rewrite <- EB in IB by lia. replace (Z.of_nat (S j)) with (Z.of_nat j + 1) by lia. lia. }
  destruct (K rho IN V) as (_ & K1). destruct (K1 HS AH) as ((_ & FA & _) & AH').
  assert (L : forall i, 0 <= i < Z.of_nat n' -> pval rho (stored S' i) = mema (exec p u) i /\ 0 <= mema (exec p u) i < tight' i).
  { intros i Hi. rewrite forallb_forall in F2. specialize (F2 (Z.to_nat i)).
    rewrite Z2Nat.id in F2 by lia. specialize (F2 ltac:(apply in_seq; lia)). unfold small in F2. unfold stored.
    destruct (sA S' i) as [v |] eqn:A; [| discriminate]. apply andb_true_iff in F2 as [F5 F6]. apply Z.ltb_lt in F6.
    destruct (mrep_fits _ _ _ (FA _ _ A) F5) as ((P1 & P2) & ? & ?). split; [assumption | lia]. }
  assert (RO : pval rho (pnumber w' n' (stored S') 0) = number w' n' (mema (exec p u)) 0).
  { rewrite pnumber_ok. apply number_ext. intros k Hk. rewrite Z.add_0_l. apply L. assumption. }
  assert (SP : pval rho (pspec s) =
    denote (number w n (mema u) 0) (number w n (memb u) 0) (number w n (memb u) N) (number w n (memb u) (N * 2)) s).
  { clear - C1 EA EB PE. revert C1.
    induction s as [| | | | a IHa b IHb | a IHa b IHb | a IHa b IHb | k a IHa]; cbn [reads pspec denote]; intros C1;
      rewrite ?pmul_ok, ?padd_ok, ?psub_ok, ?pscale_ok;
      try (rewrite IHa, IHb by lia; reflexivity); try (rewrite IHa by lia; reflexivity); rewrite PE; auto.
    - change 1 with (0 + 1). rewrite EB by lia. rewrite Z.mul_0_r. reflexivity.
    - change 2 with (1 + 1). rewrite EB by lia. rewrite Z.mul_1_r. reflexivity.
    - change 3 with (2 + 1). rewrite EB by lia. reflexivity. }
  split; [apply L |]. split.
  - unfold below. destruct out as [x |]; [| exact I]. destruct (ceiling _ _ _ _ _) as [b |] eqn:B; [| discriminate].
    apply Z.ltb_lt in F4. pose proof (ceiling_ok _ _ _ _ _ _ _ B IN V AH'). lia.
  - destruct (equal _ _ _) as [E |] eqn:Q; [| discriminate]. apply (pdivides_ok P rho _ HP) in F3.
    rewrite <- (equal_ok _ _ _ _ _ Q AH'), psub_ok, pscale_ok, RO, SP in F3.
    rewrite <- Z.mul_mod_idemp_l by lia. apply mod_sub; assumption.
Qed.
End Kernel.

(* Operands and result in the same limbs. *)
Definition correct P w n m tight within out scale s := transforms P w n m tight within out scale s w n tight.
Definition check P w n m tight within out scale s := checks P w n m tight within out scale s w n tight.
Theorem check_sound P w n m tight within out scale s hs es p :
  0 < P -> (0 < n)%nat -> (forall i, 0 <= i < Z.of_nat n -> 0 < tight i <= W) ->
  check P w n m tight within out scale s hs es p = true -> correct P w n m tight within out scale s p.
Proof. apply checks_sound. Qed.
