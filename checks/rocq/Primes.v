(* The numbers in statements, which checks/rocq/prove compares with those of the source. *)
Require Import ZArith Lia.
Open Scope Z_scope.
Definition p := 2 ^ 255 - 19.
Definition q := 0x7ffffffffffffffffffffffffffffffff735481d1969f317f9850b68df11df53.
(* What limbs of carried elements are below, in radix 2^51 and 2^52. *)
Definition tight51 (i : Z) := 2 ^ 51 + 2 ^ 18.
Definition tight52p (i : Z) := if i =? 4 then 2 ^ 47 + 2 ^ 14 else 2 ^ 52.
Definition tight52q (i : Z) := if i =? 4 then 2 ^ 49 + 2 ^ 28 else 2 ^ 52.
Definition words (i : Z) := 2 ^ 64.

Ltac prove_tight :=
  intros i Hi; unfold tight51, tight52p, tight52q, words; try destruct (i =? 4); split; reflexivity || discriminate.
(* 3b of the curves. *)
