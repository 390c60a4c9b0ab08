//! The trait of scalar kernels: products modulo a prime.

use zeroize::Zeroize;

use super::sums;
use crate::mask::Mask;
use crate::primes::Modulus;
use crate::word::{Limbs, Word};

/// How many halvings [`Kernel::halve`] does.
pub(crate) const HALVINGS: u32 = 31;

/// ((u, v), (q, r)): the new a is ±(u·a − v·b)/2^[`HALVINGS`], the new b likewise with q and r.
pub(crate) type Rows = [[u64; 2]; 2];

/// Multiplication of 256-bit integers modulo a prime 2^255 − γ.
///
/// Operands are any 256-bit integers. Results are congruent modulo the prime and below twice the
/// prime, so that one conditional subtraction makes them canonical. All constant time.
pub(crate) trait Kernel: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The kernel's representation of a residue in a chain of products.
    type Residue: Copy + Zeroize;
    /// a·b
    fn mul<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs;
    /// a²
    fn square<P: Modulus>(a: &Limbs) -> Limbs;
    /// a·b + c·d, reduced once
    fn sum_of_products<P: Modulus>(a: &Limbs, b: &Limbs, c: &Limbs, d: &Limbs) -> Limbs;
    /// k·a for k ≤ 16
    fn times<P: Modulus>(a: &Limbs, k: Word) -> Limbs;
    /// a·b, canonical
    #[inline(always)]
    fn mul_canonical<P: Modulus>(a: &Limbs, b: &Limbs) -> Limbs {
        sums::freeze_once::<P>(&Self::mul::<P>(a, b))
    }
    /// a², canonical
    #[inline(always)]
    fn square_canonical<P: Modulus>(a: &Limbs) -> Limbs {
        sums::freeze_once::<P>(&Self::square::<P>(a))
    }
    /// a^(2^n)
    #[inline(always)]
    fn square_n<P: Modulus>(a: &Limbs, n: u32) -> Limbs {
        let mut x = *a;
        for _ in 0..n {
            x = Self::square::<P>(&x);
        }
        x
    }

    /// [`HALVINGS`] steps of Stein's algorithm for odd b: a is halved until it is odd, then the smaller of the two is
    /// subtracted from the larger, the difference becomes a, and so on. Also returns the length of the last run of
    /// halvings, whose doublings are in b's row. Variable time.
    ///
    /// If a and b stand for longer numbers, their upper bits tell which is larger, their low [`HALVINGS`] bits the
    /// parities.
    #[inline(always)]
    fn halve(mut a: u64, mut b: u64) -> (Rows, u32) {
        // u and v in the halves of a word. u + v ≤ 2^h after h halvings: a subtraction doubles that at most, and a
        // halving follows it.
        let (mut row_a, mut row_b, mut left) = (1, 1 << 32, HALVINGS);
        let mut zeros = a.trailing_zeros();
        while zeros < left {
            a >>= zeros;
            row_b <<= zeros;
            left -= zeros;
            if a < b {
                (a, b) = (b - a, a);
                core::mem::swap(&mut row_a, &mut row_b);
            } else {
                a -= b;
            }
            row_a += row_b;
            zeros = a.trailing_zeros();
        }
        (rows(row_a, row_b << left), left)
    }

    /// The residue of a 256-bit integer.
    fn residue(x: &Limbs) -> Self::Residue;
    /// The canonical residue.
    fn canonical<P: Modulus>(x: &Self::Residue) -> Limbs;
    /// x^(2^n), times the factor if given.
    fn square_n_times<P: Modulus>(
        x: &Self::Residue,
        n: u32,
        factor: Option<&Self::Residue>,
    ) -> Self::Residue;
    /// `yes` if `mask`, `no` if not.
    fn select(no: &Self::Residue, yes: &Self::Residue, mask: Mask) -> Self::Residue;
}

/// Unpacks rows from the halves of words.
#[inline(always)]
pub(crate) fn rows(row_a: u64, row_b: u64) -> Rows {
    [row_a, row_b].map(|row| [row & u64::from(u32::MAX), row >> 32])
}

/// Chains of products for kernels whose residues are integers below twice the prime.
macro_rules! chains_of_limbs {
    () => {
        type Residue = $crate::word::Limbs;

        #[inline(always)]
        fn residue(x: &Limbs) -> Limbs {
            // Limb by limb, see `FieldElement::copied`.
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
