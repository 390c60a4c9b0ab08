//! Scalars as sums of as many powers of two as they have bits.

use alloc::vec::Vec;
use core::borrow::Borrow;

use ff::PrimeFieldBits;
use subtle::{
    Choice, ConditionallySelectable, ConstantTimeEq, ConstantTimeGreater, ConstantTimeLess,
};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::repeat::repeated;
use super::wiped::{wiped, with_capacity};
use super::{DivisorCurve, Poly, XyPoint, new_divisor};

/// A scalar s and d_0, …, d_(n−1) with Σ d_i·2^i = s and Σ d_i = n, the number of bits of the field.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct ScalarDecomposition<F: Zeroize + PrimeFieldBits> {
    scalar: F,
    decomposition: Vec<u64>,
}

impl<F: Zeroize + PrimeFieldBits> ScalarDecomposition<F> {
    /// Decomposes a scalar; `None` for zero. Constant time, except for that.
    ///
    /// The highest unit of s is moved down, becoming two of the next lower power, until there are n units. So there is
    /// a level L with no d_i above it, d_L = ⌊s/2^L⌋ − r, d_(L−1) a bit plus 2r, and only bits below. L is the lowest
    /// level for which S_L = ⌊s/2^L⌋ + (the number of ones below bit L) is at most n, and r = n − S_L. A scalar of less
    /// than n has too few units at every level, so the field's prime is added first.
    pub fn new(scalar: F) -> Option<Self> {
        if scalar.is_zero().into() {
            return None;
        }
        let n = F::NUM_BITS as usize;
        let bits = scalar.to_le_bits();
        let mut bits = wiped(bits.iter().by_vals().take(n).map(u64::from));
        let mut top = plus_prime_if_small::<F>(&mut bits);

        let ones = bits.iter().sum::<u64>();
        let too_large = 4 * n as u64;
        let mut result = Self {
            scalar,
            decomposition: alloc::vec![0; n],
        };
        let decomposition = &mut result.decomposition;
        // `top` is ⌊s/2^i⌋, or something too large.
        let mut ones_above = 0;
        // Whether S_(i + 1) is at most n, and how much is missing: r, if i + 1 is L.
        let (mut fits_above, mut moved) = (Choice::from(1), 0);
        for i in (0..n).rev() {
            let above = top;
            top = 2 * top + bits[i];
            top.conditional_assign(&too_large, top.ct_gt(&too_large));
            ones_above += bits[i];
            let sum = top + (ones - ones_above);
            let fits = !sum.ct_gt(&(n as u64));
            let is_first = fits_above & !fits;
            // At L − 1 it is known that the level above was L.
            if i + 1 < n {
                let keeps = above.wrapping_sub(moved);
                decomposition[i + 1].conditional_assign(&keeps, is_first);
            }
            let with_moved = bits[i] + 2 * moved;
            let bit_or_zero = u64::conditional_select(&bits[i], &0, fits);
            decomposition[i] = u64::conditional_select(&bit_or_zero, &with_moved, is_first);
            moved = u64::conditional_select(&0, &(n as u64).wrapping_sub(sum), fits);
            fits_above = fits;
        }
        // L = 0
        decomposition[0].conditional_assign(&top, fits_above);
        Some(result)
    }

    /// The scalar.
    pub fn scalar(&self) -> &F {
        &self.scalar
    }

    /// d_0, d_1, …
    pub fn decomposition(&self) -> &[u64] {
        &self.decomposition
    }

    /// The function whose zeros are −s·G and each 2^i·G, with multiplicity d_i. Constant time.
    ///
    /// # Panics
    /// If G is the identity, if the curve's interpolator is for a degree of less than (n + 1)/2, or if a point has an x
    /// at which [`new_divisor`] computes values.
    pub fn scalar_mul_divisor<C: Zeroize + DivisorCurve<Scalar = F>>(
        &self,
        generator: C,
    ) -> Poly<C::FieldElement> {
        let product = Zeroizing::new(-(generator * self.scalar));
        let mut power = C::XyPoint::from(generator);
        let mut powers = Vec::with_capacity(self.decomposition.len());
        for _ in &self.decomposition {
            powers.push(power);
            power = power.double();
        }
        let repeated = repeated(&powers, &self.decomposition);
        let mut points = with_capacity(repeated.len() + 1);
        points.push(C::XyPoint::from(*product));
        points.extend_from_slice(&repeated);
        new_divisor::<C>(&points, C::interpolator_for_scalar_mul().borrow())
            .expect("points that sum up to the identity")
    }
}

/// Adds the field's prime to an integer, given by its n bits, if that is less than n. Returns bit n.
fn plus_prime_if_small<F: PrimeFieldBits>(bits: &mut [u64]) -> u64 {
    const LOW: usize = 16;
    let low = bits
        .iter()
        .take(LOW)
        .enumerate()
        .map(|(i, bit)| bit << i)
        .sum::<u64>();
    let others = bits.iter().skip(LOW).sum::<u64>();
    let is_small = others.ct_eq(&0) & low.ct_lt(&(bits.len() as u64));
    let mut carry = 0;
    for (bit, of_prime) in bits.iter_mut().zip(F::char_le_bits().iter().by_vals()) {
        let sum = *bit + u64::conditional_select(&0, &u64::from(of_prime), is_small) + carry;
        (*bit, carry) = (sum & 1, sum >> 1);
    }
    carry
}
