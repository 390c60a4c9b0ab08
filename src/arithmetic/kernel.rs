//! Defines the trait of scalar kernels, which multiply modulo a prime.

use zeroize::Zeroize;

use super::sums;
use crate::mask::Mask;
use crate::primes::Modulus;
use crate::word::{Limbs, Word};

/// The number of halvings in one [`Kernel::halve`]. 31, so that matrix entries, which are at most 2^31, fit two to a word.
pub(crate) const HALVINGS: u32 = 31;

/// The matrix [[u, v], [q, r]] of a run of halvings: the new a is ±(u·a − v·b)/2^[`HALVINGS`], and the new b is
/// ±(q·a − r·b)/2^[`HALVINGS`].
pub(crate) type Rows = [[u64; 2]; 2];

/// Multiplication of 256-bit integers modulo a prime 2^255 − γ.
///
/// Operands may be any 256-bit integers. Results are congruent to the exact ones modulo the prime and below twice the
/// prime, so that one conditional subtraction makes them canonical. Everything but [`Self::halve`] takes constant time.
pub(crate) trait Kernel: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The kernel's representation of a residue in a chain of products, such as a power by a fixed exponent.
    type Residue: Copy + Zeroize;
    /// Returns a·b.
    fn mul<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs;
    /// Returns a².
    fn square<P: Modulus>(a: &Limbs) -> Limbs;
    /// Returns a·b + c·d, with one reduction.
    fn sum_of_products<P: Modulus>(a: &Limbs, b: &Limbs, c: &Limbs, d: &Limbs) -> Limbs;
    /// Returns k·a for k ≤ 16.
    fn times<P: Modulus>(a: &Limbs, k: Word) -> Limbs;
    /// Returns the canonical residue of a·b.
    #[inline(always)]
    fn mul_canonical<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
        sums::freeze_once::<P>(&Self::mul::<P>(a, b))
    }
    /// Returns the canonical residue of a².
    #[inline(always)]
    fn square_canonical<P: Modulus>(a: &Limbs) -> Limbs {
        sums::freeze_once::<P>(&Self::square::<P>(a))
    }
    /// Squares n times: returns a^(2^n).
    #[inline(always)]
    fn square_n<P: Modulus>(a: &Limbs, n: u32) -> Limbs {
        let mut x = *a;
        for _ in 0..n {
            x = Self::square::<P>(&x);
        }
        x
    }

    /// Runs Stein's binary gcd algorithm for [`HALVINGS`] halvings, for odd b: a is halved until it is odd, then the
    /// smaller number is subtracted from the larger, the difference becomes a, and so on. Variable time.
    ///
    /// Returns the matrix and the length of the last run of halvings, which is cut short so that there are [`HALVINGS`]
    /// in all. The doublings of that run are already in b's row.
    ///
    /// If a and b are approximations of longer numbers (Lehmer), their upper bits decide which number is larger and
    /// their low [`HALVINGS`] bits decide the parities.
    #[inline(always)]
    fn halve(mut a: u64, mut b: u64) -> (Rows, u32) {
        // A row packs u into the low half of a word and v into the high half, so one addition updates both. After h
        // halvings u + v ≤ 2^h: a subtraction at most doubles the sum, and at least one halving follows it. So no
        // half overflows: u, v ≤ 2^31.
        let (mut row_a, mut row_b, mut left) = (1, 1 << 32, HALVINGS);
        let mut zeros = a.trailing_zeros();
        while zeros < left {
            // To halve a without fractions in its row, double b's row: both rows have the denominator 2^h.
            a >>= zeros;
            row_b <<= zeros;
            left -= zeros;
            // Both are odd, so the difference is even.
            if a < b {
                (a, b) = (b - a, a);
                core::mem::swap(&mut row_a, &mut row_b);
            } else {
                a -= b;
            }
            row_a += row_b;
            zeros = a.trailing_zeros();
        }
        // The last run has at least `left` zeros, of which only `left` count.
        (rows(row_a, row_b << left), left)
    }

    /// Converts a 256-bit integer to a residue.
    fn residue(x: &Limbs) -> Self::Residue;
    /// Converts a residue to its canonical integer.
    fn canonical<P: Modulus>(x: &Self::Residue) -> Limbs;
    /// Squares n times, then multiplies by the factor if there is one: returns x^(2^n)·factor.
    fn square_n_times<P: Modulus>(
        x: &Self::Residue,
        n: u32,
        factor: Option<&Self::Residue>,
    ) -> Self::Residue;
    /// Returns `yes` if `mask` is true, else `no`.
    fn select(no: &Self::Residue, yes: &Self::Residue, mask: Mask) -> Self::Residue;
}

/// Unpacks two matrix rows, each from the low and the high half of a word.
#[inline(always)]
pub(crate) fn rows(row_a: u64, row_b: u64) -> Rows {
    [row_a, row_b].map(|row| [row & u64::from(u32::MAX), row >> 32])
}

/// Implements chains of products for kernels whose residues are 256-bit integers below twice the prime.
macro_rules! chains_of_limbs {
    () => {
        type Residue = $crate::word::Limbs;

        #[inline(always)]
        fn residue(x: &Limbs) -> Limbs {
            // Limb by limb, as LLVM would copy with 16-byte loads, which wait for preceding 8-byte stores: see
            // `FieldElement::copied`.
            x.map($crate::mask::barrier)
        }

        #[inline(always)]
        fn canonical<P: Modulus>(x: &Limbs) -> Limbs {
            $crate::arithmetic::sums::freeze_once::<P>(x)
        }

        #[inline(always)]
        fn square_n_times<P: Modulus>(x: &Limbs, n: u32, factor: Option<&Limbs>) -> Limbs {
            let power = Self::square_n::<P>(x, n);
            factor.map_or(power, |factor| Self::mul::<P>(&power, factor))
        }

        #[inline(always)]
        fn select(no: &Limbs, yes: &Limbs, mask: $crate::mask::Mask) -> Limbs {
            $crate::mask::select(no, yes, mask)
        }
    };
}
pub(crate) use chains_of_limbs;
