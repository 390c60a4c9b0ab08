(* Kernels that select by a word of memory, where that word is known: a mask that is clear or set. *)
Require Import ZArith List Lia.
Require Import Machine Poly Checker Sound.
Import ListNotations.
Open Scope Z_scope.

(* (i, c): the word B i is c. *)
Definition given := list (Z * Z).
Definition is_given (g : given) (u : state) : Prop := Forall (fun x => memb u (fst x) = snd x) g.

(* The same instructions, with the words that are known as constants. *)
Fixpoint word (g : given) (i : Z) : src := match g with [] => B i | (j, c) :: g => if j =? i then K c else word g i end.
Definition put1 (g : given) (x : src) : src := match x with B i => word g i | _ => x end.
Definition put (g : given) (i : instr) : instr :=
  let f := put1 g in
  match i with
  | Zero _ | Lose _ => i
  | Mov d x => Mov d (f x) | Store d x => Store d (f x) | Srl d x k => Srl d (f x) k | Sll d x k => Sll d (f x) k
  | Rot d x k => Rot d (f x) k | Test d x => Test d (f x) | Spread d x => Spread d (f x)
  | Add d x y => Add d (f x) (f y) | Sub d x y => Sub d (f x) (f y) | Mullo d x y => Mullo d (f x) (f y)
  | And d x y => And d (f x) (f y) | Or d x y => Or d (f x) (f y)
  | MaddLo d x y => MaddLo d (f x) (f y) | MaddHi d x y => MaddHi d (f x) (f y)
  | Adc d x y c e => Adc d (f x) (f y) (f c) e | Sbb d x y c e => Sbb d (f x) (f y) (f c) e
  | MulX h l x y => MulX h l (f x) (f y) | Sel d x y c => Sel d (f x) (f y) c
  end.

Lemma put1_ok g s x : is_given g s -> get s (put1 g x) = get s x.
Proof.
  intros H. destruct x as [r | i | i | c]; try reflexivity. cbn [put1].
  induction H as [| (j, c) g E H IH]; [reflexivity |]. cbn [word]. destruct (Z.eqb_spec j i) as [-> |]; [symmetry; exact E | exact IH].
Qed.
Lemma put_ok g s i : is_given g s -> step (put g i) s = step i s.
Proof. intros H. destruct i; cbn [put step]; rewrite ?(put1_ok g s) by assumption; reflexivity. Qed.
Lemma memb_step i s : memb (step i s) = memb s.
Proof. destruct i; reflexivity. Qed.
Lemma exec_put g p : forall s, is_given g s -> exec (map (put g) p) s = exec p s.
Proof.
  induction p as [| i p IH]; intros s H; [reflexivity |]. cbn [map exec]. rewrite put_ok by assumption. apply IH.
  unfold is_given. rewrite memb_step. exact H.
Qed.

Section Given.
Variables (P w : Z) (n m : nat) (tight : Z -> Z) (within out : option Z) (scale : Z) (s : spec) (w' : Z) (n' : nat) (tight' : Z -> Z).
Definition transforms_given (g : given) (p : list instr) : Prop := forall u, is_given g u ->
  operands w n m tight within u -> after P w n out scale s w' n' tight' u (exec p u).
Theorem given_sound g p :
  transforms P w n m tight within out scale s w' n' tight' (map (put g) p) -> transforms_given g p.
Proof. intros H u G O. rewrite <- (exec_put g p u G). apply H. assumption. Qed.
End Given.
