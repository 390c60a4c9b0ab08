//! The text of the assembly kernels: macros that expand to assembly with named operands.
//!
//! A kernel is a list of fragments, which kernels and kinds of primes share. The registers:
//!
//! - rdi, rsi: addresses of the operands; scratch once the limbs there have been read
//! - rdx: the multiplier of mulx
//! - rax: scratch
//! - n0 … n3, m0 … m3: two 256-bit integers, mostly N at 2^0 and M at 2^128
//! - c: the carry out of M, at 2^384
//!
//! These thirteen leave three of the sixteen: the stack pointer, and a frame pointer and a base pointer where the function
//! that a kernel is inlined into needs them.
//!
//! Comments list limbs from the top down, as in (m3 m2 m1 m0). Every dropped carry has its reason beside it, and the
//! unit tests prove the text for all operands.

// ---- Products of limbs ----

/// Expands to one instruction whose operands are macro parameters.
macro_rules! ins {
    ($op:literal $first:literal $($operand:literal)*) => {
        concat!($op, " ", $first, $(", ", $operand,)* "\n")
    };
}

/// x += x
macro_rules! double {
    ($($x:literal)*) => {
        limbs!($($x)* += $($x)*)
    };
}

/// (p3 … p0) = (a1, a0)·(b1, b0). The register of p3 may be that of b1. Scratch rax, rdx.
///
/// A single carry chain through CF is enough for two limbs: with four products there is little for a second one to
/// overlap, and `add` and `adc` are shorter than `adcx` and `adox`.
macro_rules! two_by_two {
    ($a0:literal $a1:literal * $b0:literal $b1:literal => $p0:literal $p1:literal $p2:literal $p3:literal) => {
        concat!(
            // a0·b0 in (p1 p0), a0·b1 in (p2 rax), and a1·b1 in (p3 rax). The last use of b1 may write p3.
            ins!("mov" "rdx" $a0),
            ins!("mulx" $p1 $p0 $b0),
            ins!("mulx" $p2 "rax" $b1),
            ins!("mov" "rdx" $a1),
            ins!("add" $p1 "rax"),
            ins!("mulx" $p3 "rax" $b1),
            ins!("adc" $p2 "rax"),
            // The product and its partial sums are below 2^256: p3 never carries.
            ins!("adc" $p3 "0"),
            // + a1·b0 in (rdx rax), at limb 1; `mulx` may write its own multiplier.
            ins!("mulx" "rdx" "rax" $b0),
            limbs!($p1 $p2 $p3 += "rax" "rdx" "0"),
        )
    };
}

/// (p3 … p0) = (a1, a0)². Scratch rax, rdx.
macro_rules! two_squared {
    ($a0:literal $a1:literal => $p0:literal $p1:literal $p2:literal $p3:literal) => {
        concat!(
            // a1² = (p3 p2)
            ins!("mov" "rdx" $a1),
            ins!("mulx" $p3 $p2 "rdx"),
            // a1·a0 = (p1, rax), to be added twice.
            ins!("mulx" $p1 "rax" $a0),
            // a0² = (rdx p0)
            ins!("mov" "rdx" $a0),
            ins!("mulx" "rdx" $p0 "rdx"),
            // Add (p1 rax) at limb 1 twice: first to (p3 p2 rdx), then to the sum, whose limb 1 becomes rax. These are
            // partial sums of a square below 2^256: p3 never carries.
            limbs!("rdx" $p2 $p3 += "rax" $p1 "0"),
            limbs!("rax" $p2 $p3 += "rdx" $p1 "0"),
            ins!("mov" $p1 "rax"),
        )
    };
}

/// (t4 … t0) = a·(b3 … b0), one limb times four. Scratch rax, rdx.
macro_rules! first_row {
    ($a:literal * $b0:literal $b1:literal $b2:literal $b3:literal => $t0:literal $t1:literal $t2:literal $t3:literal $t4:literal) => {
        concat!(
            // Each high half is written where the next low half is added, so one chain is enough.
            ins!("mov" "rdx" $a),
            ins!("mulx" $t1 $t0 $b0),
            ins!("mulx" $t2 "rax" $b1),
            ins!("add" $t1 "rax"),
            ins!("mulx" $t3 "rax" $b2),
            ins!("adc" $t2 "rax"),
            ins!("mulx" $t4 "rax" $b3),
            ins!("adc" $t3 "rax"),
            // The product is below 2^320: no carry.
            ins!("adc" $t4 "0"),
        )
    };
}

/// (t4 … t0) = (t3 … t0) + a·(b3 … b0), one limb times four. Scratch n3, rax, rdx.
///
/// Low halves are added to t0 … t3 by `adcx`, which carries through CF, and high halves to t1 … t3 by `adox`, which
/// carries through OF. The last high half becomes t4, to which both chains add their carry. `mulx` and `mov` leave the
/// flags alone, so the chains interleave.
macro_rules! next_row {
    ($a:literal * $b0:literal $b1:literal $b2:literal $b3:literal => $t0:literal $t1:literal $t2:literal $t3:literal $t4:literal) => {
        concat!(
            ins!("mov" "rdx" $a),
            // n3 = 0, CF = OF = 0
            "xor {n3:e}, {n3:e}\n",
            ins!("mulx" $t4 "rax" $b0),
            ins!("adcx" $t0 "rax"),
            ins!("adox" $t1 $t4),
            ins!("mulx" $t4 "rax" $b1),
            ins!("adcx" $t1 "rax"),
            ins!("adox" $t2 $t4),
            ins!("mulx" $t4 "rax" $b2),
            ins!("adcx" $t2 "rax"),
            ins!("adox" $t3 $t4),
            ins!("mulx" $t4 "rax" $b3),
            ins!("adcx" $t3 "rax"),
            // n3 = 0 adds OF, and `adc` adds CF. 2^256 − 1 + (2^64 − 1)·(2^256 − 1) < 2^320: neither carries out of t4.
            ins!("adox" $t4 "{n3}"),
            ins!("adc" $t4 "0"),
        )
    };
}

/// T = [rdi]·[rsi] in limbs (c, n2, m3 … m0, n1, n0). Scratch n3, rax, rdx.
macro_rules! product {
    () => {
        concat!(
            // (m2 m1 m0 n1 n0) = a_0·b < 2^320
            first_row!("[rdi]" * "[rsi]" "[rsi + 8]" "[rsi + 16]" "[rsi + 24]" => "{n0}" "{n1}" "{m0}" "{m1}" "{m2}"),
            // + 2^64·a_1·b, in (m3 … n0): below 2^384, as (a_1·2^64 + a_0)·b is
            next_row!("[rdi + 8]" * "[rsi]" "[rsi + 8]" "[rsi + 16]" "[rsi + 24]" => "{n1}" "{m0}" "{m1}" "{m2}" "{m3}"),
            // + 2^128·a_2·b, in (n2 m3 … n0)
            next_row!("[rdi + 16]" * "[rsi]" "[rsi + 8]" "[rsi + 16]" "[rsi + 24]" => "{m0}" "{m1}" "{m2}" "{m3}" "{n2}"),
            // + 2^192·a_3·b, in (c n2 m3 … n0) = a·b
            next_row!("[rdi + 24]" * "[rsi]" "[rsi + 8]" "[rsi + 16]" "[rsi + 24]" => "{m1}" "{m2}" "{m3}" "{n2}" "{c}"),
        )
    };
}

/// T = a² of a = [rdi], whose limbs are also in the operands, in limbs (c, n2, m3 … m0, n1, n0).
/// Scratch n3, rsi, rax, rdx.
macro_rules! square {
    ($a0:literal $a1:literal $a2:literal $a3:literal) => {
        concat!(
            // The cross products a_i·a_j, i < j, in limbs 1 to 6. Their sum is below a²/2 < 2^511:
            // no carry out of the top limb.
            // (m2 m1 m0 n1) = a_0·(a_3 a_2 a_1), limbs 1 to 4
            ins!("mov" "rdx" $a0),
            ins!("mulx" "{m0}" "{n1}" $a1),
            ins!("mulx" "{m1}" "rax" $a2),
            ins!("mulx" "{m2}" "rsi" $a3),
            limbs!("{m0}" "{m1}" "{m2}" += "rax" "rsi" "0"),
            // + a_1·a_2 in limbs 3 and 4; a_1·a_3 = (m3, n3) for limbs 4 and 5
            ins!("mov" "rdx" $a1),
            ins!("mulx" "rsi" "rax" $a2),
            ins!("mulx" "{m3}" "{n3}" $a3),
            limbs!("{m1}" "{m2}" "{m3}" += "rax" "rsi" "0"),
            // + a_2·a_3 in limbs 5 and 6
            ins!("mov" "rdx" $a2),
            ins!("mulx" "{n2}" "rax" $a3),
            limbs!("{m2}" "{m3}" "{n2}" += "{n3}" "rax" "0"),
            // Twice that; limb 7 takes the top bit.
            "mov {c:e}, 0\n",
            double!("{n1}" "{m0}" "{m1}" "{m2}" "{m3}" "{n2}" "{c}"),
            // Plus the squares a_i². The sum is a² < 2^512: no carry.
            "mov rdx, [rdi]\n",
            "mulx rax, {n0}, rdx\n",
            "mov rdx, [rdi + 8]\n",
            "mulx rdx, rsi, rdx\n",
            limbs!("{n1}" "{m0}" "{m1}" += "rax" "rsi" "rdx"),
            "mov rdx, [rdi + 16]\n",
            "mulx rdx, rax, rdx\n",
            "adc {m2}, rax\n",
            "adc {m3}, rdx\n",
            "mov rdx, [rdi + 24]\n",
            "mulx rdx, rax, rdx\n",
            "adc {n2}, rax\n",
            "adc {c}, rdx\n",
        )
    };
}

/// T = [rdi]·[rsi] + [rax], where rax points to eight limbs; rdi = −1 if the sum carries out of 2^512, else 0.
///
/// The address in rax is saved on the stack, as no register is free during the product.
macro_rules! product_plus {
    () => {
        concat!(
            "push rax\n",
            product!(),
            "pop rdi\n",
            limbs!(
                "{n0}" "{n1}" "{m0}" "{m1}" "{m2}" "{m3}" "{n2}" "{c}" +=
                "[rdi]" "[rdi + 8]" "[rdi + 16]" "[rdi + 24]" "[rdi + 32]" "[rdi + 40]" "[rdi + 48]" "[rdi + 56]"
            ),
            "sbb rdi, rdi\n",
        )
    };
}

// ---- Reduction for γ < 2^8: p = 2^255 − 19 ----

/// (m1, m0, n1, n0) ≡ T, below 2^255 + 2^20.
///
/// `$top` is text that may add to rsi, at 2^256. `$more` is text that may increment rsi, at 2^255, which adds γ to the
/// result: see `take_back_small`.
macro_rules! fold_small {
    ($top:expr, $more:expr) => {
        concat!(
            // The upper half times 2γ is one more row, and rsi is what it carries out of 256 bits.
            // T1 = (rsi, m1, m0, n1, n0) = T mod 2^256 + 2γ·(T >> 256)
            next_row!("{two_gamma0}" * "{m2}" "{m3}" "{n2}" "{c}" => "{n0}" "{n1}" "{m0}" "{m1}" "rsi"),
            $top,
            // T1 mod 2^255 + γ·(T1 >> 255): rsi ≤ 4γ, so T1 >> 255 ≤ 8γ + 1 < 2^12 and the sum is
            // below 2^255 + 2^20: no carry, and below twice the prime.
            // Doubling moves bit 255 to bit 0 of rsi = T1 >> 255; shifting m1 back clears bit 255.
            double!("{m1}" "rsi"),
            "shr {m1}, 1\n",
            $more,
            // Below 2^12·2^8: the upper half of the product is zero, so `imul` is enough.
            "imul rdi, rsi, {gamma0}\n",
            limbs!("{n0}" "{n1}" "{m0}" "{m1}" += "rdi" "0" "0" "0"),
        )
    };
}

/// Folds bit 512 of T, given as the mask rdi: 2^512 ≡ 2^256·2γ. Then rsi ≤ 4γ.
macro_rules! top_small {
    () => {
        concat!("and edi, {two_gamma0}\n", "add rsi, rdi\n")
    };
}

// ---- Reduction for γ of two limbs: q ----
//
// Two folds of two limbs each, eight multiplications. 2^384 ≡ 2^128·2γ folds T >> 384 into the
// middle, giving V = N + M·2^128 + c·2^384; then 2^255 ≡ γ folds V >> 255.
//
// With a = a_h·2^128 + a_l, the first fold needs the upper half of a_h·b_h only, so this product comes
// first, and the fold runs beside the three others, whose carries into the upper half go to c.

/// V ≡ [rdi]·[rsi]. Divided by 2^384, the parts of V are below 1 (the lower half of a_h·b_h), 1, 1
/// (the mixed products; with a_l·b_l still below 2 in all) and 2γ/2^128 (the upper half, folded):
/// V < 4·2^384, and V < 3.2·2^384 if γ < 2^124.
macro_rules! product_folded {
    () => {
        concat!(
            // a_h·b_h = (n3 … n0) at 2^256, whose upper half is folded first: 2^384 ≡ 2^128·2γ.
            two_by_two!("[rdi + 16]" "[rdi + 24]" * "[rsi + 16]" "[rsi + 24]" => "{n0}" "{n1}" "{n2}" "{n3}"),
            two_by_two!("{two_gamma0}" "{two_gamma1}" * "{n2}" "{n3}" => "{m0}" "{m1}" "{m2}" "{m3}"),
            // M = 2γ·(n3 n2) + 2^128·(n1 n0), as 2^256 is 2^128 above M's weight: M < 2·2^256, c ≤ 1.
            "mov {c:e}, 0\n",
            limbs!("{m2}" "{m3}" "{c}" += "{n0}" "{n1}" "0"),
            // + a_l·b_h, of weight 2^128, the weight of M: c ≤ 2
            two_by_two!("[rdi]" "[rdi + 8]" * "[rsi + 16]" "[rsi + 24]" => "{n0}" "{n1}" "{n2}" "{n3}"),
            add_to_m!("{n0}" "{n1}" "{n2}" "{n3}"),
            // + a_h·b_l, likewise: c ≤ 3
            two_by_two!("[rdi + 16]" "[rdi + 24]" * "[rsi]" "[rsi + 8]" => "{n0}" "{n1}" "{n2}" "{n3}"),
            add_to_m!("{n0}" "{n1}" "{n2}" "{n3}"),
            // + a_l·b_l: its lower half is N, and its upper half has M's weight. V < 4·2^384, so c stays ≤ 3.
            two_by_two!("[rdi]" "[rdi + 8]" * "[rsi]" "[rsi + 8]" => "{n0}" "{n1}" "{n2}" "{n3}"),
            add_to_m!("{n2}" "{n3}" "0" "0"),
        )
    };
}

/// (c, m3 … m0) *= 2. c is small, so it does not carry.
macro_rules! double_m {
    () => {
        double!("{m0}" "{m1}" "{m2}" "{m3}" "{c}")
    };
}

/// V ≡ [rdi]², folded and bounded as in `product_folded`. Mixed products are equal, so M is twice a_l·a_h + γ·(upper half
/// of a_h²): γ instead of 2γ, because the doubling applies to it as well.
macro_rules! square_folded {
    () => {
        concat!(
            // a_h² = (m3, c, n0, rsi); n0 is pushed.
            two_squared!("[rdi + 16]" "[rdi + 24]" => "rsi" "{n0}" "{c}" "{m3}"),
            "push {n0}\n",
            // M = 2·(a_l·a_h + (m3, c)·γ). m3 is read for the last time when it is written, as b1 and p3.
            two_by_two!("{gamma0}" "{gamma1}" * "{c}" "{m3}" => "{m0}" "{m1}" "{m2}" "{m3}"),
            two_by_two!("[rdi]" "[rdi + 8]" * "[rdi + 16]" "[rdi + 24]" => "{n0}" "{n1}" "{n2}" "{n3}"),
            "mov {c:e}, 0\n",
            add_to_m!("{n0}" "{n1}" "{n2}" "{n3}"),
            double_m!(),
            // + a_l², whose lower half is N, and + the lower half of a_h² = (rdx, rsi) at 2^256
            two_squared!("[rdi]" "[rdi + 8]" => "{n0}" "{n1}" "{n2}" "{n3}"),
            "pop rdx\n",
            add_to_m!("{n2}" "{n3}" "rsi" "rdx"),
        )
    };
}

/// `square_folded` for an operand that is in (c, n2, n3, n0) as well as at [rdi].
///
/// The registers hold the result of the previous squaring, whose top limbs were written last. This squaring begins with
/// the top limbs, and a round trip through memory would delay them by some seven cycles.
macro_rules! next_square_folded {
    () => {
        concat!(
            // a_h² = (m3, n1, m0, rsi); the lower half is pushed.
            two_squared!("{n2}" "{c}" => "rsi" "{m0}" "{n1}" "{m3}"),
            "push {m0}\n",
            "push rsi\n",
            // M = 2·(a_l·a_h + (m3, n1)·γ)
            two_by_two!("{gamma0}" "{gamma1}" * "{n1}" "{m3}" => "{m0}" "{m1}" "{m2}" "{m3}"),
            two_by_two!("{n0}" "{n3}" * "{n2}" "{c}" => "{n0}" "rsi" "{n1}" "{c}"),
            limbs!("{m0}" "{m1}" "{m2}" "{m3}" += "{n0}" "rsi" "{n1}" "{c}"),
            "mov {c:e}, 0\n",
            "adc {c}, 0\n",
            double_m!(),
            // a_l², and the lower half of a_h²
            two_squared!("[rdi]" "[rdi + 8]" => "{n0}" "{n1}" "{n2}" "{n3}"),
            "pop rsi\n",
            "pop rdx\n",
            add_to_m!("{n2}" "{n3}" "rsi" "rdx"),
        )
    };
}

/// (c, m3 … m0) += (y3 … y0)
macro_rules! add_to_m {
    ($y0:literal $y1:literal $y2:literal $y3:literal) => {
        limbs!("{m0}" "{m1}" "{m2}" "{m3}" "{c}" += $y0 $y1 $y2 $y3 "0")
    };
}

/// V ≡ T + 2^512·(rdi is set), for T = (c, n2, m3 … m0, n1, n0) and the mask rdi.
///
/// Folds T >> 384 = (c, n2) by 2^384 ≡ 2^128·2γ and bit 512 by 2^512 ≡ 2^256·2γ. V < 2^384 + 2·2^256·2γ, which is within
/// the bounds of `product_folded`.
macro_rules! fold_wide {
    () => {
        concat!(
            // (c n3 rsi rdi) = 2γ·(c n2), at 2^128 like M. The mask is pushed to free its register.
            "push rdi\n",
            two_by_two!("{two_gamma0}" "{two_gamma1}" * "{n2}" "{c}" => "rdi" "rsi" "{n3}" "{c}"),
            limbs!("{m0}" "{m1}" "{m2}" "{m3}" += "rdi" "rsi" "{n3}" "{c}"),
            "mov {c:e}, 0\n",
            "adc {c}, 0\n",
            // + 2γ masked, at 2^256, which is limb 2 of M
            "pop rdx\n",
            "mov rdi, {two_gamma0}\n",
            "mov rsi, {two_gamma1}\n",
            "and rdi, rdx\n",
            "and rsi, rdx\n",
            limbs!("{m2}" "{m3}" "{c}" += "rdi" "rsi" "0"),
        )
    };
}

/// (m1, m0, n1, n0) = V mod 2^255, (c, m3, m2) = V >> 255.
///
/// The limbs from 2^192 on are doubled, so that bit 255 becomes the lowest bit of m2; m1 is shifted back, without it.
macro_rules! split_at_255 {
    () => {
        concat!(
            double!("{m1}" "{m2}" "{m3}" "{c}"),
            "shr {m1}, 1\n",
        )
    };
}

/// (m1, m0, n1, n0) ≡ V, below twice the prime, for γ < 2^124.
macro_rules! fold_narrow {
    () => {
        concat!(
            split_at_255!(),
            // V < 3.2·2^384, so V >> 255 has 131 bits: two limbs (m3, m2) and c.
            // V mod 2^255 + 2^128·c·γ, c ≤ 6: c·γ < 2^127, so (m1, m0) does not carry.
            "mov rdx, {gamma0}\n",
            "mulx {n3}, {n2}, {c}\n",
            limbs!("{m0}" "{m1}" += "{n2}" "{n3}"),
            // + (m3, m2)·γ, as in `two_by_two`, but in an order that loads each limb of γ into rdx once:
            // γ0·m2 = (n3 n2), γ0·m3 = (rsi rax), then γ1.
            "mulx {n3}, {n2}, {m2}\n",
            "mulx rsi, rax, {m3}\n",
            "mov rdx, {gamma1}\n",
            // c·γ1 < 6·2^60 has one limb. c·γ is now added in full: it began above with c·γ0 at 2^128.
            "imul {c}, rdx\n",
            "add {m1}, {c}\n",
            "add {n3}, rax\n",
            // γ1·m3 in (m3 rax), at limb 2
            "mulx {m3}, rax, {m3}\n",
            "adc rsi, rax\n",
            // Partial sums of a product below 2^256: m3 never carries.
            "adc {m3}, 0\n",
            // γ1·m2 in (rdx rax), at limb 1
            "mulx rdx, rax, {m2}\n",
            limbs!("{n3}" "rsi" "{m3}" += "rax" "rdx" "0"),
            // The sum is below 2^255 + 6·2^128·γ + 2^128·γ < 2^255 + 7·2^252: no carry, and below
            // twice the prime.
            limbs!("{n0}" "{n1}" "{m0}" "{m1}" += "{n2}" "{n3}" "rsi" "{m3}"),
        )
    };
}

/// (m1, m0, n1, n0) ≡ V, below twice the prime, for any γ < 2^127: `fold_narrow` with a third fold.
macro_rules! fold_any {
    () => {
        concat!(
            split_at_255!(),
            // R = V mod 2^255 + 2^128·c·γ + (m3, m2)·γ < 2^255·(1 + 7 + 1), its top limb in c.
            // c ≤ 7: c·γ0 = (rsi rdi) and c·γ1 = (c rax), added from limbs 2 and 3 on.
            "mov rdx, {gamma0}\n",
            "mulx rsi, rdi, {c}\n",
            "mov rdx, {gamma1}\n",
            "mulx {c}, rax, {c}\n",
            limbs!("{m0}" "{m1}" "{c}" += "rdi" "rsi" "0"),
            limbs!("{m1}" "{c}" += "rax" "0"),
            two_by_two!("{gamma0}" "{gamma1}" * "{m2}" "{m3}" => "{n2}" "{n3}" "rsi" "{m3}"),
            limbs!("{n0}" "{n1}" "{m0}" "{m1}" "{c}" += "{n2}" "{n3}" "rsi" "{m3}" "0"),
            // R mod 2^255 + (R >> 255)·γ, R >> 255 ≤ 8: no carry, and below twice the prime.
            double!("{m1}" "{c}"),
            "shr {m1}, 1\n",
            "mov rdx, {gamma0}\n",
            "mulx rsi, rdi, {c}\n",
            "mov rdx, {gamma1}\n",
            "mulx {n2}, rax, {c}\n",
            limbs!("rsi" "{n2}" += "rax" "0"),
            limbs!("{n0}" "{n1}" "{m0}" "{m1}" += "rdi" "rsi" "{n2}" "0"),
        )
    };
}

// ---- Canonical results ----

/// R = (m1, m0, n1, n0) modulo the prime, for γ of two limbs and R below twice the prime: bit 255 of R + γ is set
/// exactly if R is not below the prime, and then R − prime is the bits below it.
macro_rules! freeze_two {
    () => {
        concat!(
            "mov rdi, {gamma0}\n",
            "mov rsi, {gamma1}\n",
            limbs!(mov "{n2}" "{n3}" "{m2}" "{m3}", "{n0}" "{n1}" "{m0}" "{m1}"),
            // R + γ < 2^256 − γ: no carry.
            limbs!("{n2}" "{n3}" "{m2}" "{m3}" += "rdi" "rsi" "0" "0"),
            // Doubling moves bit 255 to CF and leaves bit 0 clear; `rorx` halves again without changing flags.
            "add {m3}, {m3}\n",
            "rorx {m3}, {m3}, 1\n",
            limbs!(cmovc "{n0}" "{n1}" "{m0}" "{m1}", "{n2}" "{n3}" "{m2}" "{m3}"),
        )
    };
}

/// R modulo the prime, from R + γ < 2^256 in (m1, m0, n1, n0): if its bit 255 is set, R − prime is the bits below it;
/// else γ is subtracted again.
///
/// `fold_small` adds γ at no cost, because it multiplies γ by rsi anyway, which `$more` has incremented.
macro_rules! take_back_small {
    () => {
        concat!(
            // n2 = γ, or 0 if bit 255 is set, which `add` moves to CF and `shr` thereby clears.
            "mov {n2:e}, {gamma0}\n",
            "mov {n3:e}, 0\n",
            "add {m1}, {m1}\n",
            "cmovc {n2}, {n3}\n",
            "shr {m1}, 1\n",
            // No borrow: R ≥ 0.
            limbs!("{n0}" "{n1}" "{m0}" "{m1}" -= "{n2}" "0" "0" "0"),
        )
    };
}

/// (x3 … x0) = k·x mod 2^255 and u = k·x >> 255, for k ≤ 16 in rdx: k·x < 2^260, so u < 2^5.
macro_rules! small_multiple {
    () => {
        concat!(
            // Low halves replace the limbs of x; t and u take turns at the high half that is added next.
            "mulx {t}, {x0}, {x0}\n",
            "mulx {u}, {x1}, {x1}\n",
            "add {x1}, {t}\n",
            "mulx {t}, {x2}, {x2}\n",
            "adc {x2}, {u}\n",
            "mulx {u}, {x3}, {x3}\n",
            "adc {x3}, {t}\n",
            "adc {u}, 0\n",
            double!("{x3}" "{u}"),
            "shr {x3}, 1\n",
        )
    };
}

/// (x3 … x0) += u·γ for γ < 2^8, u < 2^5. The sum is below 2^255 + 2^5·γ: no carry.
macro_rules! add_multiple_small {
    () => {
        concat!(
            "imul {u}, {u}, {gamma0}\n",
            limbs!("{x0}" "{x1}" "{x2}" "{x3}" += "{u}" "0" "0" "0"),
        )
    };
}

/// (x3 … x0) += u·γ for γ of two limbs, u < 2^5. The sum is below 2^255 + 2^5·γ < 2^256: no carry.
macro_rules! add_multiple_two {
    () => {
        concat!(
            // u·γ = (u t v); u is below 2^5, as γ < 2^127.
            "mov rdx, {gamma0}\n",
            "mulx {t}, {v}, {u}\n",
            "mov rdx, {gamma1}\n",
            "mulx {u}, rdx, {u}\n",
            limbs!("{t}" "{u}" += "rdx" "0"),
            limbs!("{x0}" "{x1}" "{x2}" "{x3}" += "{v}" "{t}" "{u}" "0"),
        )
    };
}

// ---- Kernels ----

/// The text of each kernel for each kind of prime: `small` γ < 2^8, or γ of two limbs, `narrow` below 2^124 or `any`.
macro_rules! text {
    (mul small) => { concat!(product!(), fold_small!("", "")) };
    (mul small canonical) => { concat!(product!(), fold_small!("", "inc rsi\n"), take_back_small!()) };
    (mul narrow) => { concat!(product_folded!(), fold_narrow!()) };
    (mul any) => { concat!(product_folded!(), fold_any!()) };
    (square small) => { concat!(square!("[rdi]" "[rdi + 8]" "[rdi + 16]" "[rdi + 24]"), fold_small!("", "")) };
    (next_square small) => { concat!(square!("{n0}" "{n3}" "{n2}" "{c}"), fold_small!("", "")) };
    (square small canonical) => { concat!(square!("[rdi]" "[rdi + 8]" "[rdi + 16]" "[rdi + 24]"), fold_small!("", "inc rsi\n"), take_back_small!()) };
    (square narrow) => { concat!(square_folded!(), fold_narrow!()) };
    (next_square narrow) => { concat!(next_square_folded!(), fold_narrow!()) };
    (square any) => { concat!(square_folded!(), fold_any!()) };
    (next_square any) => { concat!(next_square_folded!(), fold_any!()) };
    (sum_of_products small) => { concat!(product_plus!(), fold_small!(top_small!(), "")) };
    (sum_of_products narrow) => { concat!(product_plus!(), fold_wide!(), fold_narrow!()) };
    (sum_of_products any) => { concat!(product_plus!(), fold_wide!(), fold_any!()) };
    (times small) => { concat!(small_multiple!(), add_multiple_small!()) };
    (times $two_limbs:ident) => { concat!(small_multiple!(), add_multiple_two!()) };
    ($kernel:ident $two_limbs:ident canonical) => { concat!(text!($kernel $two_limbs), freeze_two!()) };
}
