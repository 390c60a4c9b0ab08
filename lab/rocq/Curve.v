(* What the formulas compute, over whatever can be added, subtracted and multiplied: numbers, and expressions of Formula.v. *)
Require Import ZArith.
Require Import Formula.
Open Scope Z_scope.

Section Formulas.
Context {T : Type} (add sub mul : T -> T -> T) (num : Z -> T).
Notation "x + y" := (add x y). Notation "x - y" := (sub x y). Notation "x * y" := (mul x y).

(* Renes, Costello and Batina, eprint 2015/1060, for a = -3; v holds X1, Y1, Z1, X2, Y2, Z2. *)
Definition complete_sum (b : Z) (v : Z -> T) : T * T * T :=
  let XX := v 0 * v 3 in let YY := v 1 * v 4 in let ZZ := v 2 * v 5 in
  let XY := v 0 * v 4 + v 3 * v 1 in let YZ := v 1 * v 5 + v 4 * v 2 in let XZ := v 0 * v 5 + v 3 * v 2 in
  let m := num 3 * (XX - ZZ) in
  let s := num (3 * b) * ZZ - num 3 * XZ in
  let t := num (3 * b) * XZ - m - num 12 * ZZ in
  (XY * (YY - s) - YZ * t, m * t + (YY - s) * (YY + s), YZ * (YY + s) + XY * m).

(* The double, but for the identity, which becomes (0, 0, 0); v holds X, Y, Z. *)
Definition double (b : Z) (v : Z -> T) : T * T * T :=
  let U := num 2 * v 1 in let w := num 3 * ((v 0 - v 2) * (v 0 + v 2)) in let s := U * v 2 in
  let B := v 0 * U * s in let h := w * w - num 2 * B in
  (num 2 * (h * s), num 2 * (w * (B - h)) - (U * s) * (U * s), num 2 * (s * s * s)).
(* Of one point in four lanes: with a fourth element after X, Y and Z; and doubled, the opposite. *)
Definition complete_sum_in_lanes (b : Z) (v : Z -> T) : T * T * T := complete_sum b (fun j => v (if j <? 3 then j else j + 1)%Z).
Definition negated_double (b : Z) (v : Z -> T) : T * T * T := let '(X, Y, Z) := double b v in (X, num 0 - Y, Z).
End Formulas.

Definition formula := forall T : Type, (T -> T -> T) -> (T -> T -> T) -> (T -> T -> T) -> (Z -> T) -> Z -> (Z -> T) -> T * T * T.
Definition numbers (F : formula) (b : Z) (v : Z -> Z) := F Z Z.add Z.sub Z.mul (fun c => c) b v.
Definition expressions (F : formula) (b : Z) := F expr EAdd ESub EMul C b V.
