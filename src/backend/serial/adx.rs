//! The kernels with mulx, adcx and adox (x86-64 with BMI2 and ADX, so 64-bit words).
//!
//! An assembly fragment is a macro that yields text with named operands; a kernel is a list of
//! fragments, and no instruction is written twice for two primes or two kernels. The names:
//!
//! - u, v: addresses of the operands; scratch once the limbs there have been read
//! - n0 … n3, m0 … m3: two 256-bit integers, mostly N at 2^0 and M at 2^128
//! - c: carries out of M, at 2^384
//! - s, x and rdx: scratch
//!
//! With rdx these are fourteen registers, all that inline assembly may count on.
//! `notes/serial.md` has the bounds of the machine and what else was tried.

use core::arch::asm;

use super::kernel::Kernel;
use super::word::{LIMBS, Limbs, Word};
use crate::params::Prime;

cpufeatures::new!(adx_and_bmi2, "adx", "bmi2");

/// Whether this machine has the instructions that [`Adx`] executes.
pub(crate) fn available() -> bool {
    adx_and_bmi2::get()
}

/// Assembly on 64-bit limbs. To be used only where [`available`] has said yes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adx;

// ---- Products of limbs ----

/// (p3 … p0) = (a1, a0)·(b1, b0). The register of p3 may be that of b1. Scratch x, rdx.
macro_rules! two_by_two {
    ($a0:literal $a1:literal * $b0:literal $b1:literal => $p0:literal $p1:literal $p2:literal $p3:literal) => {
        concat!(
            "mov rdx, ",
            $a0,
            "\n",
            "mulx ",
            $p1,
            ", ",
            $p0,
            ", ",
            $b0,
            "\n",
            "mulx ",
            $p2,
            ", {x}, ",
            $b1,
            "\n",
            "mov rdx, ",
            $a1,
            "\n",
            "add ",
            $p1,
            ", {x}\n",
            "mulx ",
            $p3,
            ", {x}, ",
            $b1,
            "\n",
            "adc ",
            $p2,
            ", {x}\n",
            // The product and every part of it are below 2^256: p3 never carries.
            "adc ",
            $p3,
            ", 0\n",
            "mulx rdx, {x}, ",
            $b0,
            "\n",
            "add ",
            $p1,
            ", {x}\n",
            "adc ",
            $p2,
            ", rdx\n",
            "adc ",
            $p3,
            ", 0\n",
        )
    };
}

/// (p3 … p0) = (a1, a0)². Scratch x, rdx.
macro_rules! two_squared {
    ($a0:literal $a1:literal => $p0:literal $p1:literal $p2:literal $p3:literal) => {
        concat!(
            "mov rdx, ",
            $a1,
            "\n",
            "mulx ",
            $p3,
            ", ",
            $p2,
            ", rdx\n",
            // a1·a0 = (p1, x), to be added twice.
            "mulx ",
            $p1,
            ", {x}, ",
            $a0,
            "\n",
            "mov rdx, ",
            $a0,
            "\n",
            "mulx rdx, ",
            $p0,
            ", rdx\n",
            "add rdx, {x}\n",
            "adc ",
            $p2,
            ", ",
            $p1,
            "\n",
            // Parts of a square below 2^256: p3 never carries.
            "adc ",
            $p3,
            ", 0\n",
            "add {x}, rdx\n",
            "adc ",
            $p2,
            ", ",
            $p1,
            "\n",
            "adc ",
            $p3,
            ", 0\n",
            "mov ",
            $p1,
            ", {x}\n",
        )
    };
}

/// (t4 … t0) = a·[v], one limb times four. Scratch x, rdx.
macro_rules! first_row {
    ($a:literal => $t0:literal $t1:literal $t2:literal $t3:literal $t4:literal) => {
        concat!(
            "mov rdx, ",
            $a,
            "\n",
            "mulx ",
            $t1,
            ", ",
            $t0,
            ", [{v}]\n",
            "mulx ",
            $t2,
            ", {x}, [{v} + 8]\n",
            "add ",
            $t1,
            ", {x}\n",
            "mulx ",
            $t3,
            ", {x}, [{v} + 16]\n",
            "adc ",
            $t2,
            ", {x}\n",
            "mulx ",
            $t4,
            ", {x}, [{v} + 24]\n",
            "adc ",
            $t3,
            ", {x}\n",
            // The product is below 2^320: no carry.
            "adc ",
            $t4,
            ", 0\n",
        )
    };
}

/// (t4 … t0) = (t3 … t0) + a·(b3 … b0). Low halves ride on CF, high halves on OF. Scratch x, rdx.
macro_rules! next_row {
    ($a:literal * $b0:literal $b1:literal $b2:literal $b3:literal => $t0:literal $t1:literal $t2:literal $t3:literal $t4:literal) => {
        concat!(
            "mov rdx, ",
            $a,
            "\n",
            // Clears CF and OF.
            "xor {x:e}, {x:e}\n",
            "mulx ",
            $t4,
            ", {x}, ",
            $b0,
            "\n",
            "adcx ",
            $t0,
            ", {x}\n",
            "adox ",
            $t1,
            ", ",
            $t4,
            "\n",
            "mulx ",
            $t4,
            ", {x}, ",
            $b1,
            "\n",
            "adcx ",
            $t1,
            ", {x}\n",
            "adox ",
            $t2,
            ", ",
            $t4,
            "\n",
            "mulx ",
            $t4,
            ", {x}, ",
            $b2,
            "\n",
            "adcx ",
            $t2,
            ", {x}\n",
            "adox ",
            $t3,
            ", ",
            $t4,
            "\n",
            "mulx ",
            $t4,
            ", {x}, ",
            $b3,
            "\n",
            "mov edx, 0\n",
            "adcx ",
            $t3,
            ", {x}\n",
            // 2^256 − 1 + (2^64 − 1)·(2^256 − 1) < 2^320: neither chain carries out of t4.
            "adox ",
            $t4,
            ", rdx\n",
            "adc ",
            $t4,
            ", 0\n",
        )
    };
}

/// T = [u]·[v], limbs (c, s, m3 … m0, n1, n0). Scratch x, rdx.
macro_rules! product {
    () => {
        concat!(
            first_row!("[{u}]" => "{n0}" "{n1}" "{m0}" "{m1}" "{m2}"),
            next_row!("[{u} + 8]" * "[{v}]" "[{v} + 8]" "[{v} + 16]" "[{v} + 24]" => "{n1}" "{m0}" "{m1}" "{m2}" "{m3}"),
            next_row!("[{u} + 16]" * "[{v}]" "[{v} + 8]" "[{v} + 16]" "[{v} + 24]" => "{m0}" "{m1}" "{m2}" "{m3}" "{s}"),
            next_row!("[{u} + 24]" * "[{v}]" "[{v} + 8]" "[{v} + 16]" "[{v} + 24]" => "{m1}" "{m2}" "{m3}" "{s}" "{c}"),
        )
    };
}

/// T = [u]², limbs (c, s, m3 … m0, n1, n0). Scratch n2, n3, x, rdx.
macro_rules! square {
    () => {
        concat!(
            // The cross products a_i·a_j, i < j, in limbs 1 to 6. Their sum is below a²/2 < 2^511,
            // so that what each line adds to the top limb cannot carry out of it.
            "mov rdx, [{u}]\n",
            "mulx {m0}, {n1}, [{u} + 8]\n",
            "mulx {m1}, {x}, [{u} + 16]\n",
            "mulx {m2}, {n2}, [{u} + 24]\n",
            "add {m0}, {x}\n",
            "adc {m1}, {n2}\n",
            "adc {m2}, 0\n",
            "mov rdx, [{u} + 8]\n",
            "mulx {n2}, {x}, [{u} + 16]\n",
            "mulx {m3}, {n3}, [{u} + 24]\n",
            "add {m1}, {x}\n",
            "adc {m2}, {n2}\n",
            "adc {m3}, 0\n",
            "mov rdx, [{u} + 16]\n",
            "mulx {s}, {x}, [{u} + 24]\n",
            "add {m2}, {n3}\n",
            "adc {m3}, {x}\n",
            "adc {s}, 0\n",
            // Twice that; limb 7 takes the top bit.
            "mov {c:e}, 0\n",
            "add {n1}, {n1}\n",
            "adc {m0}, {m0}\n",
            "adc {m1}, {m1}\n",
            "adc {m2}, {m2}\n",
            "adc {m3}, {m3}\n",
            "adc {s}, {s}\n",
            "adc {c}, {c}\n",
            // Plus the squares a_i². The sum is a² < 2^512: no carry.
            "mov rdx, [{u}]\n",
            "mulx {x}, {n0}, rdx\n",
            "mov rdx, [{u} + 8]\n",
            "mulx rdx, {n2}, rdx\n",
            "add {n1}, {x}\n",
            "adc {m0}, {n2}\n",
            "adc {m1}, rdx\n",
            "mov rdx, [{u} + 16]\n",
            "mulx rdx, {x}, rdx\n",
            "adc {m2}, {x}\n",
            "adc {m3}, rdx\n",
            "mov rdx, [{u} + 24]\n",
            "mulx rdx, {x}, rdx\n",
            "adc {s}, {x}\n",
            "adc {c}, rdx\n",
        )
    };
}

/// T += [n2]; n2 = −1 if that carries, else 0.
macro_rules! add_wide {
    () => {
        concat!(
            "add {n0}, [{n2}]\n",
            "adc {n1}, [{n2} + 8]\n",
            "adc {m0}, [{n2} + 16]\n",
            "adc {m1}, [{n2} + 24]\n",
            "adc {m2}, [{n2} + 32]\n",
            "adc {m3}, [{n2} + 40]\n",
            "adc {s}, [{n2} + 48]\n",
            "adc {c}, [{n2} + 56]\n",
            "sbb {n2}, {n2}\n",
        )
    };
}

// ---- Reduction for γ < 2^8: p = 2^255 − 19 ----

/// (m1, m0, n1, n0) ≡ T, below 2^255 + 2^20. `$top` may add to n3, the limb above.
macro_rules! fold_small {
    ($top:expr) => {
        concat!(
            // T1 = (n3, m1, m0, n1, n0) = T mod 2^256 + 2γ·(T >> 256)
            next_row!("{two_gamma0}" * "{m2}" "{m3}" "{s}" "{c}" => "{n0}" "{n1}" "{m0}" "{m1}" "{n3}"),
            $top,
            // T1 mod 2^255 + γ·(T1 >> 255): n3 ≤ 4γ, so T1 >> 255 ≤ 8γ + 1 < 2^12 and the sum is
            // below 2^255 + 2^20: no carry, and below twice the prime.
            "add {m1}, {m1}\n",
            "adc {n3}, {n3}\n",
            "shr {m1}, 1\n",
            "imul {v}, {n3}, {gamma0}\n",
            "add {n0}, {v}\n",
            "adc {n1}, 0\n",
            "adc {m0}, 0\n",
            "adc {m1}, 0\n",
        )
    };
}

/// Bit 512 of T is set where the mask n2 is: 2^512 ≡ 2^256·2γ.
macro_rules! top_small {
    () => {
        concat!("and {n2:e}, {two_gamma0}\n", "add {n3}, {n2}\n")
    };
}

// ---- Reduction for γ of two limbs: q ----
//
// Twice, two limbs times two: 2^384 ≡ 2^128·2γ folds the top 128 bits of T into the middle, giving
// V = N + M·2^128 + c·2^384; then 2^255 ≡ γ folds V >> 255. As only the upper half of a_h·b_h
// (h: the high two limbs, l: the low two) has to be known for the first fold, that product comes
// first and the three others run beside the fold; carries into the top wait in c.

/// V ≡ [u]·[v] from products of halves. Divided by 2^384, the parts of V are below 1 (a_h·b_h mod
/// 2^128), 1 and 1 (the mixed products; with a_l·b_l still below 2) and 2γ/2^128: V < 2^386, and
/// V < 3.2·2^384 if γ < 2^124.
macro_rules! product_folded {
    () => {
        concat!(
            // a_h·b_h = (m3, s, m1, m0)
            two_by_two!("[{u} + 16]" "[{u} + 24]" * "[{v} + 16]" "[{v} + 24]" => "{m0}" "{m1}" "{s}" "{m3}"),
            // a_l·b_h + 2^128·(m1, m0)
            two_by_two!("[{u}]" "[{u} + 8]" * "[{v} + 16]" "[{v} + 24]" => "{n0}" "{n1}" "{n2}" "{n3}"),
            "mov {c:e}, 0\n",
            "add {n2}, {m0}\n",
            "adc {n3}, {m1}\n",
            "adc {c}, 0\n",
            two_by_two!("{two_gamma0}" "{two_gamma1}" * "{s}" "{m3}" => "{m0}" "{m1}" "{m2}" "{m3}"),
            add_to_middle!("{n0}" "{n1}" "{n2}" "{n3}"),
            // a_h·b_l
            two_by_two!("[{u} + 16]" "[{u} + 24]" * "[{v}]" "[{v} + 8]" => "{n0}" "{n1}" "{n2}" "{n3}"),
            add_to_middle!("{n0}" "{n1}" "{n2}" "{n3}"),
            // a_l·b_l
            two_by_two!("[{u}]" "[{u} + 8]" * "[{v}]" "[{v} + 8]" => "{n0}" "{n1}" "{n2}" "{n3}"),
            add_to_middle!("{n2}" "{n3}" "0" "0"),
        )
    };
}

/// V ≡ [u]² in the same way, with the same bound.
macro_rules! square_folded {
    () => {
        concat!(
            // a_h² = (m3, c, s, v), s and v kept
            two_squared!("[{u} + 16]" "[{u} + 24]" => "{v}" "{s}" "{c}" "{m3}"),
            // M = 2·(a_l·a_h + (m3, c)·γ)
            two_by_two!("{gamma0}" "{gamma1}" * "{c}" "{m3}" => "{m0}" "{m1}" "{m2}" "{m3}"),
            two_by_two!("[{u}]" "[{u} + 8]" * "[{u} + 16]" "[{u} + 24]" => "{n0}" "{n1}" "{n2}" "{n3}"),
            "mov {c:e}, 0\n",
            add_to_middle!("{n0}" "{n1}" "{n2}" "{n3}"),
            "add {m0}, {m0}\n",
            "adc {m1}, {m1}\n",
            "adc {m2}, {m2}\n",
            "adc {m3}, {m3}\n",
            "adc {c}, {c}\n",
            // a_l², and the low half of a_h²
            two_squared!("[{u}]" "[{u} + 8]" => "{n0}" "{n1}" "{n2}" "{n3}"),
            add_to_middle!("{n2}" "{n3}" "{v}" "{s}"),
        )
    };
}

/// (c, m3 … m0) += (y3 … y0)
macro_rules! add_to_middle {
    ($y0:literal $y1:literal $y2:literal $y3:literal) => {
        concat!(
            "add {m0}, ",
            $y0,
            "\n",
            "adc {m1}, ",
            $y1,
            "\n",
            "adc {m2}, ",
            $y2,
            "\n",
            "adc {m3}, ",
            $y3,
            "\n",
            "adc {c}, 0\n",
        )
    };
}

/// V ≡ T + 2^512·(1 if the mask n2 is set). V < 2^384 + 2·2^256·2γ: within the bounds above.
macro_rules! fold_wide {
    () => {
        concat!(
            "mov {n3}, {two_gamma0}\n",
            "mov {x}, {two_gamma1}\n",
            "and {n3}, {n2}\n",
            "and {x}, {n2}\n",
            "add {m2}, {n3}\n",
            "adc {m3}, {x}\n",
            "mov {n3:e}, 0\n",
            "adc {n3}, 0\n",
            two_by_two!("{two_gamma0}" "{two_gamma1}" * "{s}" "{c}" => "{u}" "{v}" "{n2}" "{c}"),
            "mov {s}, {c}\n",
            "mov {c}, {n3}\n",
            add_to_middle!("{u}" "{v}" "{n2}" "{s}"),
        )
    };
}

/// (m1, m0, n1, n0) = V mod 2^255, (c, m3, m2) = V >> 255.
macro_rules! split_at_255 {
    () => {
        concat!(
            "add {m1}, {m1}\n",
            "adc {m2}, {m2}\n",
            "adc {m3}, {m3}\n",
            "adc {c}, {c}\n",
            "shr {m1}, 1\n",
        )
    };
}

/// (m1, m0, n1, n0) ≡ V, below twice the prime, for γ < 2^124.
macro_rules! fold_narrow {
    () => {
        concat!(
            split_at_255!(),
            // (m3, s, n3, n2) = (m3, m2)·γ and (v, u) + 2^64·c = c·γ < 2^127
            "mov rdx, {gamma0}\n",
            "mulx {n3}, {n2}, {m2}\n",
            "mulx {s}, {x}, {m3}\n",
            "mulx {v}, {u}, {c}\n",
            "mov rdx, {gamma1}\n",
            "imul {c}, rdx\n",
            "add {n3}, {x}\n",
            "mulx {m3}, {x}, {m3}\n",
            "adc {s}, {x}\n",
            "adc {m3}, 0\n",
            "mulx rdx, {x}, {m2}\n",
            "add {n3}, {x}\n",
            "adc {s}, rdx\n",
            "adc {m3}, 0\n",
            // (m1, m0) < 2^127: no carry.
            "add {m0}, {u}\n",
            "adc {m1}, {v}\n",
            "add {m1}, {c}\n",
            // c ≤ 6, so the sum is below 2^255 + 2^128·γ·(1 + 6) < 2^255 + 7·2^252: no carry, and
            // below twice the prime.
            "add {n0}, {n2}\n",
            "adc {n1}, {n3}\n",
            "adc {m0}, {s}\n",
            "adc {m1}, {m3}\n",
        )
    };
}

/// The same for any γ < 2^127, which takes a third fold.
macro_rules! fold_any {
    () => {
        concat!(
            split_at_255!(),
            // R = (c, m1, m0, n1, n0) = V mod 2^255 + 2^128·γ·c + (m3, m2)·γ < 2^255·(1 + 7 + 1)
            "mov rdx, {gamma0}\n",
            "mulx {v}, {u}, {c}\n",
            "mov rdx, {gamma1}\n",
            "mulx {c}, {x}, {c}\n",
            "add {m0}, {u}\n",
            "adc {m1}, {v}\n",
            "adc {c}, 0\n",
            "add {m1}, {x}\n",
            "adc {c}, 0\n",
            two_by_two!("{gamma0}" "{gamma1}" * "{m2}" "{m3}" => "{n2}" "{n3}" "{s}" "{m3}"),
            "add {n0}, {n2}\n",
            "adc {n1}, {n3}\n",
            "adc {m0}, {s}\n",
            "adc {m1}, {m3}\n",
            "adc {c}, 0\n",
            // R mod 2^255 + γ·c with c = R >> 255 ≤ 8: no carry, and below twice the prime.
            "add {m1}, {m1}\n",
            "adc {c}, {c}\n",
            "shr {m1}, 1\n",
            "mov rdx, {gamma0}\n",
            "mulx {v}, {u}, {c}\n",
            "mov rdx, {gamma1}\n",
            "mulx {s}, {x}, {c}\n",
            // (s, v, u) = γ·c < 2^131
            "add {v}, {x}\n",
            "adc {s}, 0\n",
            "add {n0}, {u}\n",
            "adc {n1}, {v}\n",
            "adc {m0}, {s}\n",
            "adc {m1}, 0\n",
        )
    };
}

// ---- Canonical results ----

/// R = (m1, m0, n1, n0) modulo the prime, for R below twice the prime: R + γ has bit 255 set exactly
/// if R is at least the prime, and then R − prime is what lies below that bit.
macro_rules! freeze {
    ($gamma:expr, $gamma0:literal, $gamma1:literal) => {
        concat!(
            $gamma,
            "mov {s}, {n0}\n",
            "mov {m2}, {n1}\n",
            "mov {m3}, {m0}\n",
            "mov {c}, {m1}\n",
            // R + γ < 2^256 − γ: no carry.
            "add {s}, ",
            $gamma0,
            "\n",
            "adc {m2}, ",
            $gamma1,
            "\n",
            "adc {m3}, 0\n",
            "adc {c}, 0\n",
            // Bit 255 to CF, and cleared.
            "btr {c}, 63\n",
            "cmovc {n0}, {s}\n",
            "cmovc {n1}, {m2}\n",
            "cmovc {m0}, {m3}\n",
            "cmovc {m1}, {c}\n",
        )
    };
}

// ---- Kernels ----

/// Runs `$text` with the registers that every kernel uses; its result is (m1, m0, n1, n0).
macro_rules! run {
    ($text:expr, $($operand:tt)*) => {{
        let (r0, r1, r2, r3): (Word, Word, Word, Word);
        // SAFETY: the text reads the arrays that u, v and n2 point at, and writes registers only.
        unsafe {
            asm!(
                $text,
                n0 = out(reg) r0, n1 = out(reg) r1, m0 = out(reg) r2, m1 = out(reg) r3,
                n3 = out(reg) _, m2 = out(reg) _, m3 = out(reg) _,
                c = out(reg) _, s = out(reg) _, x = out(reg) _, out("rdx") _,
                $($operand)*
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3]
    }};
}

/// Runs the text that suits `$P`: `$small` and the reduction for a small γ, or `$folded`, which
/// leaves V, and the reduction for a γ of two limbs; then `freeze!` if `canonical`.
macro_rules! reduced {
    ($P:ident, canonical, $small:expr, $folded:expr, $($operand:tt)*) => {
        reduced!(@
            $P, freeze!("", "{gamma0}", "0"),
            freeze!("mov {u}, {gamma0}\nmov {v}, {gamma1}\n", "{u}", "{v}"),
            $small, $folded, $($operand)*
        )
    };
    ($P:ident, loose, $small:expr, $folded:expr, $($operand:tt)*) => {
        reduced!(@ $P, "", "", $small, $folded, $($operand)*)
    };
    (@ $P:ident, $freeze_small:expr, $freeze:expr, $small:expr, $folded:expr, $($operand:tt)*) => {
        if const { is_small::<$P>() } {
            run!(
                concat!("/* {n2} */\n", $small, $freeze_small),
                two_gamma0 = const $P::TWO_GAMMA[0],
                gamma0 = const $P::GAMMA[0],
                $($operand)*
            )
        } else if const { is_narrow::<$P>() } {
            run!(
                concat!("/* {two_gamma0} {two_gamma1} */\n", $folded, fold_narrow!(), $freeze),
                two_gamma0 = const $P::TWO_GAMMA[0], two_gamma1 = const $P::TWO_GAMMA[1],
                gamma0 = const $P::GAMMA[0], gamma1 = const $P::GAMMA[1],
                $($operand)*
            )
        } else {
            run!(
                concat!("/* {two_gamma0} {two_gamma1} */\n", $folded, fold_any!(), $freeze),
                two_gamma0 = const $P::TWO_GAMMA[0], two_gamma1 = const $P::TWO_GAMMA[1],
                gamma0 = const $P::GAMMA[0], gamma1 = const $P::GAMMA[1],
                $($operand)*
            )
        }
    };
}

/// γ < 2^8, which [`fold_small`] takes.
const fn is_small<P: Prime>() -> bool {
    P::TWO_GAMMA_LIMBS == 1 && P::GAMMA[0] < 1 << 8
}

/// γ < 2^124, for which [`fold_narrow`] suffices.
const fn is_narrow<P: Prime>() -> bool {
    P::GAMMA[1] < 1 << 60
}

macro_rules! mul {
    ($P:ident, $range:ident, $a:ident, $b:ident) => {
        reduced!(
            $P, $range, concat!(product!(), fold_small!("")), product_folded!(),
            u = inout(reg) $a.as_ptr() => _,
            v = inout(reg) $b.as_ptr() => _,
            n2 = out(reg) _,
        )
    };
}

macro_rules! square_of {
    ($P:ident, $range:ident, $a:ident) => {
        reduced!(
            $P, $range, concat!(square!(), fold_small!("")), square_folded!(),
            u = inout(reg) $a.as_ptr() => _,
            v = out(reg) _,
            n2 = out(reg) _,
        )
    };
}

impl Kernel for Adx {
    #[inline(always)]
    fn mul<P: Prime>(a: &Limbs, b: &Limbs) -> Limbs {
        mul!(P, loose, a, b)
    }

    #[inline(always)]
    fn mul_canonical<P: Prime>(a: &Limbs, b: &Limbs) -> Limbs {
        mul!(P, canonical, a, b)
    }

    #[inline(always)]
    fn square<P: Prime>(a: &Limbs) -> Limbs {
        square_of!(P, loose, a)
    }

    #[inline(always)]
    fn square_canonical<P: Prime>(a: &Limbs) -> Limbs {
        square_of!(P, canonical, a)
    }

    #[inline(always)]
    fn sum_of_products<P: Prime>(a: &Limbs, b: &Limbs, c: &Limbs, d: &Limbs) -> Limbs {
        let ab = wide_product(a, b);
        reduced!(
            P, loose,
            concat!(product!(), add_wide!(), fold_small!(top_small!())),
            concat!(product!(), add_wide!(), fold_wide!()),
            u = inout(reg) c.as_ptr() => _,
            v = inout(reg) d.as_ptr() => _,
            n2 = inout(reg) ab.as_ptr() => _,
        )
    }
}

/// a·b, exact.
#[inline(always)]
fn wide_product(a: &Limbs, b: &Limbs) -> [Word; 2 * LIMBS] {
    let mut t = [0; 2 * LIMBS];
    let [t0, t1, t2, t3, t4, t5, t6, t7] = &mut t;
    // SAFETY: the text reads the limb arrays that u and v point at, and writes registers only.
    unsafe {
        asm!(
            product!(),
            n0 = out(reg) *t0, n1 = out(reg) *t1, m0 = out(reg) *t2, m1 = out(reg) *t3,
            m2 = out(reg) *t4, m3 = out(reg) *t5, s = out(reg) *t6, c = out(reg) *t7,
            x = out(reg) _, out("rdx") _,
            u = in(reg) a.as_ptr(),
            v = in(reg) b.as_ptr(),
            options(pure, readonly, nostack),
        );
    }
    t
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::portable::{self, Portable};
    use super::super::word;
    use super::*;

    /// What the kernels must survive: carries that run through, and the prime's neighbourhood.
    fn edges<P: Prime>() -> [Limbs; 13] {
        let prime = P::MODULUS;
        let twice = word::add(&prime, &prime).0;
        let [one, max] = [[1, 0, 0, 0], [Word::MAX; LIMBS]];
        [
            [0; LIMBS],
            one,
            max,
            word::sub(&max, &one).0,
            [0, 0, 0, 1 << 63],
            [Word::MAX, Word::MAX, Word::MAX, Word::MAX >> 1],
            [0, 0, Word::MAX, Word::MAX],
            [Word::MAX, Word::MAX, 0, 0],
            word::sub(&prime, &one).0,
            prime,
            word::add(&prime, &one).0,
            word::sub(&twice, &one).0,
            twice,
        ]
    }

    /// 256-bit integers from a fixed seed (xorshift); every eighth limb or so is 0 or all ones.
    fn stream() -> impl Iterator<Item = Limbs> {
        let mut state: Word = 0x9e37_79b9_7f4a_7c15;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        core::iter::repeat_with(move || {
            [(); LIMBS].map(|()| match next() >> 60 {
                0 => 0,
                1 => Word::MAX,
                _ => next(),
            })
        })
    }

    #[track_caller]
    fn assert_congruent<P: Prime>(got: Limbs, expected: Limbs) {
        // Below twice the prime, as the contract says, so that one subtraction suffices.
        assert_eq!(
            portable::freeze_once::<P>(&got),
            portable::freeze_once::<P>(&expected)
        );
    }

    fn kernels_agree<K: Kernel, P: Prime>() {
        let compare = |a: &Limbs, b: &Limbs, c: &Limbs, d: &Limbs| {
            assert_congruent::<P>(K::mul::<P>(a, b), Portable::mul::<P>(a, b));
            assert_congruent::<P>(K::square::<P>(a), Portable::square::<P>(a));
            assert_eq!(
                K::mul_canonical::<P>(a, b),
                Portable::mul_canonical::<P>(a, b)
            );
            assert_eq!(
                K::square_canonical::<P>(a),
                Portable::square_canonical::<P>(a)
            );
            assert_congruent::<P>(
                K::sum_of_products::<P>(a, b, c, d),
                Portable::sum_of_products::<P>(a, b, c, d),
            );
        };
        let edges = edges::<P>();
        for a in &edges {
            for b in &edges {
                for c in &edges {
                    for d in &edges {
                        compare(a, b, c, d);
                    }
                }
            }
        }
        let mut stream = stream();
        let mut next = || stream.next().unwrap();
        for i in 0..20_000 {
            compare(&next(), &next(), &next(), &next());
            let (a, n) = (next(), i % 20);
            assert_congruent::<P>(K::square_n::<P>(&a, n), Portable::square_n::<P>(&a, n));
        }
    }

    fn agrees<P: Prime>() {
        if available() {
            kernels_agree::<Adx, P>();
        } else {
            std::println!("no ADX and BMI2 here: only the portable kernel ran");
            kernels_agree::<Portable, P>();
        }
    }

    #[test]
    fn agrees_modulo_p() {
        agrees::<crate::params::P25519>();
    }

    #[test]
    fn agrees_modulo_q() {
        agrees::<crate::params::Q>();
    }

    #[cfg(feature = "cycle2025")]
    #[test]
    fn agrees_modulo_q_of_2025() {
        agrees::<crate::params::Q2025>();
    }
}
