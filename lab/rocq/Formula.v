(* Formulas: many products one after the other, whose limbs would be polynomials without end. So the limbs of each carried
   vector get names, once they are shown to be tight: atoms below first_atom, bounded as operands are. What is known of a
   vector's number is a congruence with a polynomial in the numbers of earlier vectors. At the end the congruences are
   put into each other. *)
Require Import ZArith List Lia Bool.
Require Import Machine Poly Checker Sound.
Import ListNotations.
Open Scope Z_scope.

(* (m, d, a): what the m-th instruction leaves in register d has the name a, as what is the same may have had before. *)
Definition names := list (Z * Z * Z).
Definition spellings := list (Z * poly).

(* Polynomial expressions in the numbers of vectors: what formulas are written in. *)
Inductive expr := V (j : Z) | C (c : Z) | EMul (x y : expr) | EAdd (x y : expr) | ESub (x y : expr).
Fixpoint eval (v : Z -> Z) (e : expr) : Z :=
  match e with
  | V j => v j | C c => c
  | EMul x y => eval v x * eval v y | EAdd x y => eval v x + eval v y | ESub x y => eval v x - eval v y
  end.
Fixpoint pexpr (e : expr) : poly :=
  match e with
  | V j => patom j | C c => pconst c
  | EMul x y => pmul (pexpr x) (pexpr y) | EAdd x y => padd (pexpr x) (pexpr y) | ESub x y => psub (pexpr x) (pexpr y)
  end.
Lemma pexpr_ok v e : pval v (pexpr e) = eval v e.
Proof.
  induction e; cbn [pexpr eval]; [apply patom_ok | apply pconst_ok | rewrite pmul_ok | rewrite padd_ok | rewrite psub_ok]; congruence.
Qed.

(* Polynomials with polynomials for atoms. *)
Definition msubst (f : Z -> poly) (m : mono) : poly := fold_right (fun j acc => pmul (f j) acc) (pconst 1) m.
Definition psubst (f : Z -> poly) (p : poly) : poly := fold_right (fun t acc => padd (pscale (snd t) (msubst f (fst t))) acc) [] p.
Definition mod_eq (P x y : Z) : Prop := x mod P = y mod P.
Lemma mod_eq_mul P x x' y y' : mod_eq P x x' -> mod_eq P y y' -> mod_eq P (x * y) (x' * y').
Proof.
  unfold mod_eq. intros E F. destruct (Z.eq_dec P 0) as [-> | H]; [rewrite !Zmod_0_r in *; congruence |].
  rewrite Z.mul_mod, E, F, <- Z.mul_mod by assumption. reflexivity.
Qed.
Lemma mod_eq_add P x x' y y' : mod_eq P x x' -> mod_eq P y y' -> mod_eq P (x + y) (x' + y').
Proof.
  unfold mod_eq. intros E F. destruct (Z.eq_dec P 0) as [-> | H]; [rewrite !Zmod_0_r in *; congruence |].
  rewrite Z.add_mod, E, F, <- Z.add_mod by assumption. reflexivity.
Qed.
Lemma psubst_mod P r v f p : (forall j, mod_eq P (v j) (pval r (f j))) -> mod_eq P (pval v p) (pval r (psubst f p)).
Proof.
  intros H. unfold psubst. induction p as [| (m, c) p IH]; cbn [fold_right pval fst snd]; [reflexivity |].
  rewrite padd_ok, pscale_ok. apply mod_eq_add; [| assumption]. apply mod_eq_mul; [reflexivity |]. clear IH. unfold msubst.
  induction m as [| j m IH]; cbn [fold_right mval]; [rewrite pconst_ok; reflexivity |].
  rewrite pmul_ok. apply mod_eq_mul; auto.
Qed.
Lemma psubst_ok r f p : pval r (psubst f p) = pval (fun j => pval r (f j)) p.
Proof.
  unfold psubst. induction p as [| (m, c) p IH]; cbn [fold_right pval fst snd]; [reflexivity |].
  rewrite padd_ok, pscale_ok, IH. f_equal. f_equal. clear. unfold msubst.
  induction m as [| j m IH]; cbn [fold_right mval]; [apply pconst_ok | rewrite pmul_ok, IH; reflexivity].
Qed.
Definition pmodulo (P : Z) (p : poly) : poly := map (fun t => (fst t, snd t mod P)) p.
Lemma pmodulo_ok P r p : mod_eq P (pval r (pmodulo P p)) (pval r p).
Proof.
  unfold pmodulo. induction p as [| (m, c) p IH]; cbn [map pval fst snd]; [reflexivity |].
  apply mod_eq_add; [| assumption]. apply mod_eq_mul; [| reflexivity]. unfold mod_eq.
  destruct (Z.eq_dec P 0) as [-> |]; [rewrite !Zmod_0_r; reflexivity | apply Z.mod_mod; assumption].
Qed.

Fixpoint assoc (l : list (Z * poly)) (a : Z) : option poly :=
  match l with [] => None | (b, p) :: l => if b =? a then Some p else assoc l a end.
Definition spelled (l : list (Z * poly)) (a : Z) : poly := match assoc l a with Some p => p | None => patom a end.
Lemma spelled_ok (R : Z -> Z -> Prop) r l a :
  (forall x, R x x) -> Forall (fun t => R (r (fst t)) (pval r (snd t))) l -> R (r a) (pval r (spelled l a)).
Proof.
  intros X F. unfold spelled. induction F as [| (b, p) l H F IH]; cbn [assoc]; [rewrite patom_ok; apply X |].
  destruct (Z.eqb_spec b a); [subst; exact H | exact IH].
Qed.

Lemma assoc_none l a : assoc l a = None -> ~ In a (map fst l).
Proof.
  induction l as [| (b, p) l IH]; cbn [assoc map fst]; [auto |]. destruct (Z.eqb_spec b a); [discriminate |].
  intros H [|]; [contradiction | exact (IH H H0)].
Qed.

Section Formula.
Variables (P w : Z) (n ma mb : nat) (tight : Z -> Z).
(* ma vectors are at rdi, mb at rsi; the first of these has number ma. *)
Notation N := (Z.of_nat n).
Notation MA := (Z.of_nat ma).
Notation MB := (Z.of_nat mb).
Notation top := (top n tight).
Definition atom (a : Z) : sval := {| sp := patom a; lo := 0; hi := top a |}.

Fixpoint run (hs : hints) (ns : names) (k : Z) (p : list instr) (S : sstate) (L : spellings) : option (sstate * spellings) :=
  match p with
  | [] => Some (S, L)
  | i :: p =>
    match sstep top (hint_of hs 1 k) i S with
    | None => None
    | Some S1 =>
      match ns with
      | (m, d, a) :: ns' =>
        if m =? k then
          match sreg S1 d with
          | Some v =>
            let same := match assoc L a with Some q => peqb (sp v) q | None => true end in
            if fits v && (hi v <=? top a) && same then run hs ns' (k + 1) p (sset S1 d (atom a) (stab S1)) ((a, sp v) :: L) else None
          | None => None
          end
        else run hs ns (k + 1) p S1 L
      | [] => run hs [] (k + 1) p S1 L
      end
    end
  end.

(* What names stand for when the machine runs; a limb that were not tight would stand for 0. *)
Definition clamp (t x : Z) : Z := if (0 <=? x) && (x <=? t) then x else 0.
Fixpoint follows (rho : Z -> Z) (ns : names) (L : list Z) (k : Z) (p : list instr) (s : state) : Prop :=
  match p with
  | [] => True
  | i :: p =>
    match ns with
    | (m, d, a) :: ns' =>
      if m =? k then (~ In a L -> rho a = clamp (top a) (reg (step i s) d)) /\ follows rho ns' (a :: L) (k + 1) p (step i s)
      else follows rho ns L (k + 1) p (step i s)
    | [] => True
    end
  end.

Lemma follows_ext p : forall ns L k s r r', (forall a, In a (map snd ns) -> ~ In a L -> r a = r' a) ->
  follows r ns L k p s -> follows r' ns L k p s.
Proof.
  induction p as [| i p IH]; intros [| ((m, d), a) ns] L k s r r' E F; cbn [follows map snd] in *; auto.
  destruct (m =? k); [| eapply IH; [| exact F]; auto].
  destruct F as (F1 & F2). split; [intros N; rewrite <- E; auto; left; reflexivity |].
  eapply IH; [| exact F2]. intros b B N. apply E; [right; assumption | intros ?; apply N; right; assumption].
Qed.
Lemma follows_exists p : forall ns L k s r0, (forall a, In a (map snd ns) -> 0 <= r0 a <= top a) ->
  exists r, follows r ns L k p s /\ forall a, r a = r0 a \/ (In a (map snd ns) /\ ~ In a L /\ 0 <= r a <= top a).
Proof.
  induction p as [| i p IH]; intros ns L k s r0 B; [exists r0; cbn [follows]; auto |].
  destruct ns as [| ((m, d), a) ns]; [exists r0; cbn [follows]; auto |]. cbn [follows].
  destruct (m =? k); [| apply IH; assumption].
  destruct (IH ns (a :: L) (k + 1) (step i s) r0) as (r & F & E); [intros; apply B; right; assumption |].
  assert (E' : forall b, r b = r0 b \/ (In b (a :: map snd ns) /\ ~ In b L /\ 0 <= r b <= top b)).
  { intros b. destruct (E b) as [| (E1 & E2 & E3)]; [auto | right]. split; [right | split]; auto. intros ?. apply E2. right. assumption. }
  destruct (in_dec Z.eq_dec a L) as [I | I]; [exists r; split; [split; [contradiction | assumption] | exact E'] |].
  exists (upd r a (clamp (top a) (reg (step i s) d))). split; [split |].
  - intros _. unfold upd. rewrite Z.eqb_refl. reflexivity.
  - apply (follows_ext _ _ _ _ _ r); [| assumption]. intros b _ Hb. unfold upd. destruct (Z.eqb_spec b a); [| reflexivity].
    subst b. exfalso. apply Hb. left. reflexivity.
  - intros b. unfold upd. destruct (Z.eqb_spec b a) as [-> | N]; [| apply E'].
    right. split; [left; reflexivity | split; [assumption |]]. specialize (B a (or_introl eq_refl)).
    unfold clamp. destruct ((0 <=? _) && _) eqn:C; [| lia]. apply andb_true_iff in C as [C1 C2]. lia.
Qed.

Definition right (rho : Z -> Z) (L : spellings) : Prop := Forall (fun t => rho (fst t) = pval rho (snd t)) L.
Lemma run_ok hs p : forall ns k S L S' L', run hs ns k p S L = Some (S', L') ->
  forall rho s, inputs rho top -> valid rho (stab S') ->
  valid rho (stab S) /\
  (follows rho ns (map fst L) k p s -> all_hold rho (sfacts S) -> sim rho s S -> right rho L -> sim rho (exec p s) S' /\ right rho L').
Proof.
  induction p as [| i p IH]; intros ns k S L S' L' H rho s I V'; cbn [run exec follows] in *; [inversion H; subst; auto |].
  destruct (sstep _ _ i S) as [S1 |] eqn:E; [| discriminate].
  pose proof (sstep_facts _ _ _ _ _ E) as FE.
  assert (G : valid rho (stab S1) -> valid rho (stab S) /\
    (all_hold rho (sfacts S) -> sim rho s S -> all_hold rho (sfacts S1) /\ sim rho (step i s) S1)).
  { intros V1. split; [eapply sstep_table; eauto |]. intros A HS. split; [rewrite FE; assumption |].
    eapply sstep_ok; eauto. }
  destruct ns as [| ((m, d), a) ns].
  - destruct (IH _ _ _ _ _ _ H rho (step i s) I V') as (V1 & K). destruct (G V1) as (V0 & G1). split; [assumption |].
    intros F A HS R. destruct (G1 A HS). apply K; try assumption. destruct p; exact Logic.I.
  - destruct (m =? k).
    + destruct (sreg S1 d) as [v |] eqn:D; [| discriminate]. cbv zeta in H.
      destruct (fits v && (hi v <=? top a) && match assoc L a with Some q => peqb (sp v) q | None => true end) eqn:C; [| discriminate].
      apply andb_true_iff in C as [C C3]. apply andb_true_iff in C as [C1 C2]. apply Z.leb_le in C2.
      destruct (IH _ _ _ _ _ _ H rho (step i s) I V') as (V1 & K). destruct (G V1) as (V0 & G1). split; [assumption |].
      intros (F & F') A HS R. destruct (G1 A HS) as (A1 & HS1). pose proof HS1 as (HR & HA & HB).
      destruct (mrep_fits _ _ _ (HR _ _ D) C1) as ((P1 & P2) & B & L0).
      assert (Q : rho a = reg (step i s) d).
      { destruct (assoc L a) as [q |] eqn:AL.
        { apply peqb_ok in C3. rewrite <- P1, C3. pose proof (spelled_ok eq rho L a ltac:(reflexivity) R) as Q. unfold spelled in Q.
          rewrite AL in Q. exact Q. }
        rewrite F by (apply assoc_none, AL). unfold clamp. destruct (Z.leb_spec 0 (reg (step i s) d)); [| lia].
        destruct (Z.leb_spec (reg (step i s) d) (top a)); [reflexivity | lia]. }
      apply K; [assumption | exact A1 | | constructor; [cbn [fst snd]; congruence | assumption]].
      unfold sset. repeat split; cbn [sreg sA sB]; auto. intros x u. unfold upd. destruct (Z.eqb_spec x d) as [-> |]; [| apply HR].
      intros [= <-]. apply vrep_mrep; [split; cbn [atom sp lo hi]; [rewrite patom_ok; assumption | lia] | assumption].
    + destruct (IH _ _ _ _ _ _ H rho (step i s) I V') as (V1 & K). destruct (G V1) as (V0 & G1). split; [assumption |].
      intros F A HS R. destruct (G1 A HS). apply K; assumption.
Qed.

Definition fstart : sstate :=
  {| sreg := fun _ => None;
     sA := fun i => if in_range (N * MA) i then Some (atom i) else None;
     sB := fun i => if in_range (N * MB) i then Some (atom (N * MA + i)) else None;
     stab := []; sfacts := [] |}.

(* Congruences (j, E): the number of vector j is E's, a polynomial in the numbers of vectors. *)
Definition congruences := list (Z * expr).
Definition congruent (L : spellings) (c : Z * expr) : bool :=
  pdivides P (psub (pnumber w n (spelled L) (N * fst c)) (psubst (element w n) (pexpr (snd c)))).
(* The later ones with the earlier put into them. *)
Fixpoint solve (cs : congruences) (env : spellings) : spellings :=
  match cs with
  | [] => env
  | (j, E) :: cs => solve cs ((j, pmodulo P (psubst (spelled env) (pexpr E))) :: env)
  end.
Fixpoint of_operands (e : expr) : bool :=
  match e with
  | V j => in_range (MA + MB) j | C _ => true
  | EMul x y | EAdd x y | ESub x y => of_operands x && of_operands y
  end.
(* Output k is vector j, whose number times scale is what the formula says. *)
Definition output (scale : Z) (S : sstate) (env : spellings) (k : Z) (j : Z) (F : expr) : bool :=
  forallb (fun i => let i := Z.of_nat i in
    match sA S (N * k + i) with Some v => fits v && (hi v <=? top i) && peqb (sp v) (patom (N * j + i)) | None => false end) (seq 0 n) &&
  of_operands F && pdivides P (psub (pscale (scale mod P) (spelled env j)) (pexpr F)).
Definition fcheck (scale : Z) (hs : hints) (ns : names) (cs : congruences) (js : Z * Z * Z) (F : expr * expr * expr) (p : list instr) : bool :=
  let '(jx, jy, jz) := js in let '(Fx, Fy, Fz) := F in
  (N * (MA + MB) <=? first_atom) && (3 <=? MA) &&
  forallb (fun t => (N * (MA + MB) <=? snd t) && (snd t <? first_atom)) ns &&
  match run hs ns 0 p fstart [] with
  | None => false
  | Some (S1, L) =>
    let env := solve cs [] in
    wf (next (stab S1)) (stab S1) && forallb (congruent L) cs &&
    output scale S1 env 0 jx Fx && output scale S1 env 1 jy Fy && output scale S1 env 2 jz Fz
  end.

(* Operands with tight limbs in memory; registers may hold anything. *)
Definition arguments (u : state) : Prop :=
  (forall i, 0 <= i < N * MA -> 0 <= mema u i < tight (i mod N)) /\
  (forall i, 0 <= i < N * MB -> 0 <= memb u i < tight (i mod N)).
(* The numbers of the operands: vector j. *)
Definition operand (u : state) (j : Z) : Z :=
  if j <? MA then number w n (mema u) (N * j) else number w n (memb u) (N * (j - MA)).
Definition computes (scale : Z) (F : (Z -> Z) -> Z * Z * Z) (p : list instr) : Prop :=
  forall u, arguments u ->
  let u' := exec p u in let '(x, y, z) := F (operand u) in
  (forall i, 0 <= i < N * 3 -> 0 <= mema u' i < tight (i mod N)) /\
  mod_eq P (scale * number w n (mema u') 0) x /\
  mod_eq P (scale * number w n (mema u') N) y /\
  mod_eq P (scale * number w n (mema u') (N * 2)) z.

Lemma solve_ok rho cs : forall env,
  Forall (fun c => mod_eq P (number w n rho (N * fst c)) (eval (fun j => number w n rho (N * j)) (snd c))) cs ->
  let v j := number w n rho (N * j) in
  Forall (fun t => mod_eq P (v (fst t)) (pval v (snd t))) env -> Forall (fun t => mod_eq P (v (fst t)) (pval v (snd t))) (solve cs env).
Proof.
  induction cs as [| (j, E) cs IH]; intros env F v G; cbn [solve]; [assumption |]. inversion F; subst. apply IH; [assumption |].
  constructor; [| assumption]. cbn [fst snd] in *. unfold mod_eq. rewrite pmodulo_ok. fold (mod_eq P (v j) (pval v (psubst (spelled env) (pexpr E)))).
  unfold mod_eq. rewrite H1, <- pexpr_ok. apply psubst_mod. intros i.
  apply (spelled_ok (mod_eq P) v); [reflexivity | assumption].
Qed.

Theorem formula_sound scale hs ns cs js F p :
  0 < P -> (0 < n)%nat -> (forall i, 0 <= i < N -> 0 < tight i <= W) -> fcheck scale hs ns cs js F p = true ->
  computes scale (fun v => let '(x, y, z) := F in (eval v x, eval v y, eval v z)) p.
Proof.
  intros HP HN HT H u (HA & HB). destruct js as ((jx, jy), jz), F as ((Fx, Fy), Fz). unfold fcheck in H.
  destruct (run hs ns 0 p fstart []) as [(S', L) |] eqn:R; [| rewrite andb_false_r in H; discriminate].
  cbv zeta in H. apply andb_true_iff in H as [H M]. apply andb_true_iff in M as [M OZ]. apply andb_true_iff in M as [M OY].
  apply andb_true_iff in M as [M OX]. apply andb_true_iff in M as [WF CS].
  apply andb_true_iff in H as [H NS]. apply andb_true_iff in H as [H MA3].
  apply Z.leb_le in H, MA3.
  set (r0 := fun a => if a <? N * MA then mema u a else if a <? N * (MA + MB) then memb u (a - N * MA) else 0).
  assert (MN : forall a, 0 < tight (a mod N) <= W) by (intros a; apply HT, Z.mod_pos_bound; lia).
  rewrite forallb_forall in NS.
  assert (NI : forall a, In a (map snd ns) -> N * (MA + MB) <= a).
  { intros a Ha. apply in_map_iff in Ha as (t & <- & Ht). specialize (NS t Ht). apply andb_true_iff in NS as [NS _].
    apply Z.leb_le in NS. assumption. }
  assert (TP : forall a, 0 <= top a) by (intros a; unfold Sound.top; specialize (MN a); lia).
  destruct (follows_exists p ns [] 0 u r0) as (r1 & FO & R1).
  { intros a Ha. specialize (NI a Ha). unfold r0. destruct (Z.ltb_spec a (N * MA)); [lia |].
    destruct (Z.ltb_spec a (N * (MA + MB))); [lia |]. specialize (TP a). lia. }
  destruct (valid_exists _ _ r1 WF) as (rho & V & R0).
  assert (NB : forall a, In a (map snd ns) -> a < first_atom).
  { intros a Ha. apply in_map_iff in Ha as (t & <- & Ht). specialize (NS t Ht). apply andb_true_iff in NS as [_ NS].
    apply Z.ltb_lt in NS. assumption. }
  assert (RI : forall a, a < N * (MA + MB) -> rho a = r0 a).
  { intros a La. rewrite R0 by lia. destruct (R1 a) as [| (Ha & _ & _)]; [assumption |]. specialize (NI a Ha). lia. }
  assert (RA : forall i, 0 <= i < N * MA -> rho i = mema u i).
  { intros i Hi. rewrite RI by nia. unfold r0. destruct (Z.ltb_spec i (N * MA)); [reflexivity | lia]. }
  assert (RB : forall i, 0 <= i < N * MB -> rho (N * MA + i) = memb u i).
  { intros i Hi. rewrite RI by nia. unfold r0. destruct (Z.ltb_spec (N * MA + i) (N * MA)); [lia |].
    destruct (Z.ltb_spec (N * MA + i) (N * (MA + MB))); [f_equal; lia | lia]. }
  assert (MS : forall i, (N * MA + i) mod N = i mod N).
  { intros i. replace (N * MA + i) with (i + MA * N) by lia. apply Z.mod_add. lia. }
  assert (IN : inputs rho top).
  { intros a Ha. destruct (Z.lt_ge_cases a (N * MA)); [| destruct (Z.lt_ge_cases a (N * (MA + MB)))].
    - rewrite RA by lia. unfold Sound.top. specialize (HA a ltac:(lia)). lia.
    - replace a with (N * MA + (a - N * MA)) by lia. rewrite RB by lia. unfold Sound.top. rewrite MS. specialize (HB (a - N * MA) ltac:(lia)). lia.
    - rewrite R0 by lia. destruct (R1 a) as [-> | (_ & _ & ?)]; [| assumption]. unfold r0.
      destruct (Z.ltb_spec a (N * MA)); [lia |]. destruct (Z.ltb_spec a (N * (MA + MB))); [lia |]. specialize (TP a). lia. }
  assert (FO' : follows rho ns [] 0 p u).
  { apply (follows_ext _ _ _ _ _ r1); [| assumption]. intros a Ha _. symmetry. apply R0. auto. }
  assert (IR : forall k i, in_range k i = true -> 0 <= i < k).
  { intros k i Q. unfold in_range in Q. apply andb_true_iff in Q as [Q1 Q2]. apply Z.leb_le in Q1. apply Z.ltb_lt in Q2. lia. }
  assert (AT : forall a x, rho a = x -> 0 <= x < tight (a mod N) -> mrep rho (atom a) x).
  { intros a x E B. specialize (MN a). apply vrep_mrep; [split; cbn [atom sp lo hi]; [rewrite patom_ok; assumption |] |];
      unfold Sound.top; lia. }
  assert (HS : sim rho u fstart).
  { unfold sim, fstart. cbn [sreg sA sB]. repeat split; [discriminate | |]; intros i v.
    - destruct (in_range (N * MA) i) eqn:Q; [intros [= <-] | discriminate]. apply IR in Q. apply AT; auto.
    - destruct (in_range (N * MB) i) eqn:Q; [intros [= <-] | discriminate]. apply IR in Q. apply AT; [auto |]. rewrite MS. auto. }
  destruct (run_ok hs p _ _ _ _ _ _ R rho u IN V) as (_ & K).
  destruct (K FO' (Forall_nil _) HS (Forall_nil _)) as ((_ & FA & _) & RT). clear K.
  set (v := fun j => number w n rho (N * j)).
  assert (PE : forall j, pval rho (element w n j) = v j).
  { intros j. unfold element, v. rewrite pnumber_ok. apply number_ext. intros. apply patom_ok. }
  assert (CG : Forall (fun c => mod_eq P (v (fst c)) (eval v (snd c))) cs).
  { apply Forall_forall. intros c Hc. rewrite forallb_forall in CS. specialize (CS c Hc). unfold congruent in CS.
    apply (pdivides_ok P rho _ HP) in CS. rewrite psub_ok, psubst_ok, pnumber_ok in CS. apply mod_sub in CS; [| assumption].
    unfold mod_eq. rewrite <- pexpr_ok. transitivity (number w n (fun j => pval rho (spelled L j)) (N * fst c) mod P).
    - unfold v. f_equal. apply number_ext. intros k _. apply (spelled_ok eq); [reflexivity | exact RT].
    - rewrite CS. f_equal. clear - PE. set (f := fun j => pval rho (element w n j)).
      assert (E : forall m, mval f m = mval v m) by (induction m; cbn [mval]; [reflexivity | unfold f at 1; congruence]).
      induction (pexpr (snd c)) as [| (m, x) q IH]; cbn [pval]; [reflexivity | rewrite E, IH; reflexivity]. }
  pose proof (solve_ok rho cs [] CG (Forall_nil _)) as SV. cbv zeta in SV. fold v in SV.
  assert (OP : forall j, 0 <= j < MA + MB -> v j = operand u j).
  { intros j Hj. unfold v, operand. destruct (Z.ltb_spec j MA).
    - apply number_ext. intros k Hk. apply RA. nia.
    - apply number_ext. intros k Hk. rewrite <- RB by nia. f_equal. nia. }
  assert (OUT : forall k j F, output scale S' (solve cs []) k j F = true ->
    (forall i, 0 <= i < N -> 0 <= mema (exec p u) (N * k + i) < tight i) /\
    mod_eq P (scale * number w n (mema (exec p u)) (N * k)) (eval (operand u) F)).
  { intros k j G O. apply andb_true_iff in O as [O O2]. apply andb_true_iff in O as [O1 O0]. rewrite forallb_forall in O1.
    assert (LM : forall i, 0 <= i < N -> mema (exec p u) (N * k + i) = rho (N * j + i) /\ 0 <= mema (exec p u) (N * k + i) < tight i).
    { intros i Hi. specialize (O1 (Z.to_nat i) ltac:(apply in_seq; lia)). cbv zeta in O1. rewrite Z2Nat.id in O1 by lia.
      destruct (sA S' (N * k + i)) as [s |] eqn:A; [| discriminate]. apply andb_true_iff in O1 as [O1 O3].
      apply andb_true_iff in O1 as [O1 O4]. apply Z.leb_le in O4. apply peqb_ok in O3.
      destruct (mrep_fits _ _ _ (FA _ _ A) O1) as ((P1 & P2) & B & L0). rewrite O3, patom_ok in P1.
      unfold Sound.top in O4. rewrite Z.mod_small in O4 by lia. split; [congruence | lia]. }
    split; [apply LM |]. unfold mod_eq. apply (pdivides_ok P v _ HP) in O2. rewrite psub_ok, pscale_ok, pexpr_ok in O2.
    apply mod_sub in O2; [| assumption].
    replace (eval (operand u) G) with (eval v G).
    2: { clear - OP O0 IR. induction G; cbn [eval of_operands] in *; [apply OP, IR, O0 | reflexivity | ..];
         apply andb_true_iff in O0 as [? ?]; f_equal; auto. }
    rewrite <- O2, Z.mul_mod_idemp_l by lia.
    apply mod_eq_mul; [reflexivity |].
    transitivity (v j mod P); [| apply (spelled_ok (mod_eq P) v); [reflexivity | exact SV]].
    f_equal. apply number_ext. apply LM. }
  destruct (OUT _ _ _ OX) as (TX & X3). destruct (OUT _ _ _ OY) as (TY & Y3). destruct (OUT _ _ _ OZ) as (TZ & Z3).
  rewrite Z.mul_0_r in X3. rewrite Z.mul_1_r in Y3. cbv zeta. split; [| auto]. intros i Hi.
  pose proof (Z.div_mod i N ltac:(lia)) as D. pose proof (Z.mod_pos_bound i N ltac:(lia)) as B.
  set (k := i / N) in *. set (l := i mod N) in *. clearbody k l. subst i.
  assert (Q : k = 0 \/ k = 1 \/ k = 2) by nia.
  destruct Q as [-> | [-> | ->]]; [apply TX | apply TY | apply TZ]; assumption.
Qed.
End Formula.
