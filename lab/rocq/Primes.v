(* The numbers in statements, which lab/rocq/prove compares with those of the source. *)
Require Import ZArith Lia.
Open Scope Z_scope.
Definition p := 2 ^ 255 - 19.
Definition q := 0x7ffffffffffffffffffffffffffffffff735481d1969f317f9850b68df11df53.
(* The q of 2025. *)
Definition q2025 := 0x7fffffffffffffffffffffffffffffffbf7f782cb7656b586eb6d2727927c79f.
(* Above all numbers here: a congruence modulo it is an equation. *)
Definition all := 2 ^ 400.
(* b of y^2 = x^3 - 3x + b: Helios over the first, Selene over the second. *)
Definition helios_b := 0x26bdec0884fe05f20cb42071569fab6432be360d07da8c5b460b82b980fd8c60.
Definition selene_b := 0x38c40d10c226ef3bc597c2e1e25bc748e3401c3d031d14ca2265f309ba81efe4.
(* What limbs of carried elements are below, in radix 2^51 and 2^52. *)
Definition tight51 (i : Z) := 2 ^ 51 + 2 ^ 18.
Definition tight52p (i : Z) := if i =? 4 then 2 ^ 47 + 2 ^ 14 else 2 ^ 52.
Definition tight52q (i : Z) := if i =? 4 then 2 ^ 49 + 2 ^ 28 else 2 ^ 52.
(* In radix 2^29. A tenth limb would be zero. *)
Definition tight29 (i : Z) := if i =? 8 then 5 * 2 ^ 27 else if i =? 9 then 1 else 2 ^ 29 + 8.
Definition tight_doubles (i : Z) := 2 ^ 50 + 2 ^ 28. (* the magnitude, this number included *)
Definition words (i : Z) := 2 ^ 64.
(* Those of numbers below 2^255 and somewhat more. *)
Definition words255 (i : Z) := if i =? 3 then 2 ^ 63 + 2 ^ 30 else 2 ^ 64.
(* What limbs are below for which a number has 52 bits each. *)
Definition limbs52 (i : Z) := 2 ^ 52.

Ltac prove_tight :=
  intros i Hi; unfold tight51, tight52p, tight52q, tight29, words, words255, limbs52; try destruct (i =? 4); try destruct (i =? 3);
  try destruct (i =? 8); try destruct (i =? 9); split; reflexivity || discriminate.
