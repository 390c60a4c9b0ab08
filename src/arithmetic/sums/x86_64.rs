//! Sums and differences in assembly of x86-64's base instruction set: two dependent 256-bit carry chains each.
//! LLVM would move carries between flags and registers. See [`super`] for the bounds.
//!
//! A sum is computed together with the sum corrected by a constant, and `cmov` selects one of them by a carry. A
//! difference is corrected by a constant that is masked by the borrow. Neither branches. Weakly reduced numbers are
//! below 2·prime = 2^256 − 2γ, so adding 2γ carries out of 256 bits exactly if 2·prime must be subtracted.
//!
//! 2γ has two limbs even for p, whose upper one is zero: one text serves all primes. On Zen 5 a sum or a difference has a
//! latency of 7 cycles and a throughput of one in 6; the sums of a complete addition over q take half as long as LLVM's.

use core::arch::asm;

use crate::primes::Modulus;
use crate::word::{self, Limbs, Word};

/// Sets a −= b, m = −1 if that borrows, else 0, and g &= m.
///
/// `sbb m, m` copies CF to all bits of m, whatever m was.
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

/// Sets b = a + g, for g of two limbs. CF is the carry out of 256 bits.
macro_rules! add_constant {
    () => {
        concat!(
            limbs!(mov "{b0}" "{b1}" "{b2}" "{b3}", "{a0}" "{a1}" "{a2}" "{a3}"),
            limbs!("{b0}" "{b1}" "{b2}" "{b3}" += "{g0}" "{g1}" "0" "0"),
        )
    };
}

/// Reduces a weakly reduced a modulo the prime, with g = γ. The sum a + γ < 2^256 − γ does not carry, and its
/// bit 255 is set exactly if a is not below the prime; then a − prime is the bits below it.
macro_rules! freeze {
    () => {
        concat!(
            add_constant!(),
            // Moves bit 255 to CF and clears it.
            "btr {b3}, 63\n",
            limbs!(cmovc "{a0}" "{a1}" "{a2}" "{a3}", "{b0}" "{b1}" "{b2}" "{b3}"),
        )
    };
}

/// The assembly text of each function.
macro_rules! text {
    (add) => {
        concat!(
            limbs!("{a0}" "{a1}" "{a2}" "{a3}" += "{b0}" "{b1}" "{b2}" "{b3}"),
            "sbb {m}, {m}\n",
            // m = −1 if a + b carries. If either a + b or a + b + 2γ carries, 2·prime is subtracted, by adding 2γ and
            // dropping 2^256. They never both do: a + b < 2^257 − 4γ, so a first carry leaves less than 2^256 − 4γ.
            add_constant!(),
            // m − CF is −1 after either carry, else 0, and sets ZF for `cmovnz`.
            "sbb {m}, 0\n",
            limbs!(cmovnz "{a0}" "{a1}" "{a2}" "{a3}", "{b0}" "{b1}" "{b2}" "{b3}"),
        )
    };
    (sub) => {
        concat!(
            subtract_b!(),
            // After a borrow the difference is 2^256 + a − b > 2γ. Subtracting 2γ (g is masked) makes it a − b +
            // 2·prime, without a second borrow.
            limbs!("{a0}" "{a1}" "{a2}" "{a3}" -= "{g0}" "{g1}" "0" "0"),
        )
    };
    // The sum of two canonical residues is below 2·prime < 2^256: no carry, and `freeze!` takes it.
    (add_canonical) => {
        concat!(limbs!("{a0}" "{a1}" "{a2}" "{a3}" += "{b0}" "{b1}" "{b2}" "{b3}"), freeze!())
    };
    (sub_canonical) => {
        concat!(
            subtract_b!(),
            // After a borrow the difference is 2^256 + a − b > 2^255 + γ. Subtracting 2^255 + γ, whose top limb is m
            // shifted, makes it a − b + prime, without a second borrow.
            "shl {m}, 63\n",
            limbs!("{a0}" "{a1}" "{a2}" "{a3}" -= "{g0}" "{g1}" "0" "{m}"),
        )
    };
}

/// Runs `$text` on the limbs `$a` in registers, and returns what is in these registers afterwards.
macro_rules! run {
    ($text:expr, $a:expr, $($operand:tt)*) => {{
        let [mut a0, mut a1, mut a2, mut a3]: Limbs = $a;
        // SAFETY: the text reads and changes only operands and flags. Operands that it changes are declared `inout` or
        // `out`, and flags are clobbered by default.
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

/// Returns a + b modulo 2·prime, for weakly reduced a and b.
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

/// Returns a − b modulo 2·prime, for weakly reduced a and b.
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

/// Returns the canonical residue of a weakly reduced x.
#[inline(always)]
pub(crate) fn freeze_once<P: Modulus>(x: &Limbs) -> Limbs {
    run!(
        freeze!(),
        *x,
        g0 = in(reg) P::GAMMA[0], g1 = in(reg) P::GAMMA[1],
        b0 = out(reg) _, b1 = out(reg) _, b2 = out(reg) _, b3 = out(reg) _,
    )
}

/// Returns the canonical residue of a + b, for canonical a and b.
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

/// Returns the canonical residue of a − b, for canonical a and b.
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

/// Returns whether x is below 2·prime = 2^256 − 2γ.
fn is_weakly_reduced<P: Modulus>(x: &Limbs) -> bool {
    let carry: Word = word::add(x, &P::TWO_GAMMA).1;
    carry == 0
}

#[cfg(test)]
mod tests;
