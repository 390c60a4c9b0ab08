//! Sums and differences in assembly of the base instruction set: two dependent 256-bit operations each.
//! LLVM would move the carries between them out of the flags and back. See [`super`] for the bounds.
//!
//! Each function computes the sum and, from it, the sum corrected by a constant, and chooses by a carry: `cmov` for
//! sums, a constant that is masked for differences. Neither branches. Weakly reduced numbers are below 2·prime =
//! 2^256 − 2γ, so that adding 2γ carries out of 256 bits exactly where 2·prime must be subtracted.

use core::arch::asm;

use crate::primes::Modulus;
use crate::word::{self, Limbs, Word};

/// a −= b; m = −1 if that borrows, else 0; g &= m.
macro_rules! subtract_b {
    () => {
        concat!(
            limbs!("{a0}" "{a1}" "{a2}" "{a3}" -= "{b0}" "{b1}" "{b2}" "{b3}"),
            "sbb {m}, {m}\n",
            "and {g0}, {m}\n",
            "and {g1}, {m}\n",
        )
    };
}

/// b = a + g
macro_rules! add_constant {
    () => {
        concat!(
            limbs!(mov "{b0}" "{b1}" "{b2}" "{b3}", "{a0}" "{a1}" "{a2}" "{a3}"),
            limbs!("{b0}" "{b1}" "{b2}" "{b3}" += "{g0}" "{g1}" "0" "0"),
        )
    };
}

/// With g = γ: a modulo the prime, for weakly reduced a. a + γ < 2^256 − γ does not carry, and has
/// bit 255 set exactly where a is not below the prime; then a − prime is what lies below that bit.
macro_rules! freeze {
    () => {
        concat!(
            add_constant!(),
            // Bit 255 moves to CF.
            "btr {b3}, 63\n",
            limbs!(cmovc "{a0}" "{a1}" "{a2}" "{a3}", "{b0}" "{b1}" "{b2}" "{b3}"),
        )
    };
}

/// The text of a function.
macro_rules! text {
    (add) => {
        concat!(
            limbs!("{a0}" "{a1}" "{a2}" "{a3}" += "{b0}" "{b1}" "{b2}" "{b3}"),
            "sbb {m}, {m}\n",
            // 2·prime is subtracted, by adding 2γ, where either sum carries; never both do, as the
            // first carry leaves less than 2^256 − 4γ.
            add_constant!(),
            "sbb {m}, 0\n",
            limbs!(cmovnz "{a0}" "{a1}" "{a2}" "{a3}", "{b0}" "{b1}" "{b2}" "{b3}"),
        )
    };
    (sub) => {
        concat!(
            subtract_b!(),
            // After a borrow the difference is 2^256 + a − b > 2γ. Less 2γ it is a − b + 2·prime, without
            // a second borrow.
            limbs!("{a0}" "{a1}" "{a2}" "{a3}" -= "{g0}" "{g1}" "0" "0"),
        )
    };
    // The sum of two residues is weakly reduced.
    (add_canonical) => {
        concat!(limbs!("{a0}" "{a1}" "{a2}" "{a3}" += "{b0}" "{b1}" "{b2}" "{b3}"), freeze!())
    };
    (sub_canonical) => {
        concat!(
            subtract_b!(),
            // After a borrow the difference is 2^256 + a − b > 2^255 + γ. Less 2^255 + γ it is
            // a − b + prime, without a second borrow.
            "shl {m}, 63\n",
            limbs!("{a0}" "{a1}" "{a2}" "{a3}" -= "{g0}" "{g1}" "0" "{m}"),
        )
    };
}

/// Runs `$text` on a.
macro_rules! run {
    ($text:expr, $a:expr, $($operand:tt)*) => {{
        let [mut a0, mut a1, mut a2, mut a3]: Limbs = $a;
        // SAFETY: the text changes registers and flags only.
        unsafe {
            asm!(
                $text,
                a0 = inout(reg) a0, a1 = inout(reg) a1, a2 = inout(reg) a2, a3 = inout(reg) a3,
                $($operand)*
                options(pure, nomem, nostack),
            );
        }
        [a0, a1, a2, a3]
    }};
}

/// a + b, all weakly reduced.
#[inline(always)]
pub(crate) fn add<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
    debug_assert!(is_weakly_reduced::<P>(a) && is_weakly_reduced::<P>(b));
    run!(
        text!(add),
        *a,
        g0 = in(reg) P::TWO_GAMMA[0], g1 = in(reg) P::TWO_GAMMA[1],
        b0 = inout(reg) b[0] => _, b1 = inout(reg) b[1] => _,
        b2 = inout(reg) b[2] => _, b3 = inout(reg) b[3] => _,
        m = out(reg) _,
    )
}

/// a − b, all weakly reduced.
#[inline(always)]
pub(crate) fn sub<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
    debug_assert!(is_weakly_reduced::<P>(a) && is_weakly_reduced::<P>(b));
    run!(
        text!(sub),
        *a,
        g0 = inout(reg) P::TWO_GAMMA[0] => _, g1 = inout(reg) P::TWO_GAMMA[1] => _,
        b0 = in(reg) b[0], b1 = in(reg) b[1], b2 = in(reg) b[2], b3 = in(reg) b[3],
        m = out(reg) _,
    )
}

/// x modulo the prime, for weakly reduced x.
#[inline(always)]
pub(crate) fn freeze_once<P: Modulus>(x: &Limbs) -> Limbs {
    run!(
        freeze!(),
        *x,
        g0 = in(reg) P::GAMMA[0], g1 = in(reg) P::GAMMA[1],
        b0 = out(reg) _, b1 = out(reg) _, b2 = out(reg) _, b3 = out(reg) _,
    )
}

/// a + b for canonical a and b, canonical.
#[inline(always)]
pub(crate) fn add_canonical<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
    run!(
        text!(add_canonical),
        *a,
        g0 = in(reg) P::GAMMA[0], g1 = in(reg) P::GAMMA[1],
        b0 = inout(reg) b[0] => _, b1 = inout(reg) b[1] => _,
        b2 = inout(reg) b[2] => _, b3 = inout(reg) b[3] => _,
    )
}

/// a − b for canonical a and b, canonical.
#[inline(always)]
pub(crate) fn sub_canonical<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
    run!(
        text!(sub_canonical),
        *a,
        g0 = inout(reg) P::GAMMA[0] => _, g1 = inout(reg) P::GAMMA[1] => _,
        b0 = in(reg) b[0], b1 = in(reg) b[1], b2 = in(reg) b[2], b3 = in(reg) b[3],
        m = out(reg) _,
    )
}

/// Whether x is below 2·prime = 2^256 − 2γ.
fn is_weakly_reduced<P: Modulus>(x: &Limbs) -> bool {
    let carry: Word = word::add(x, &P::TWO_GAMMA).1;
    carry == 0
}

#[cfg(test)]
mod tests;
