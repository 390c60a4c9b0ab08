//! Pippenger's algorithm: in every window, points are sorted into buckets by their digit.

use alloc::vec;

use ff::{PrimeField, PrimeFieldBits};
use group::Group;

use crate::digits::{self, Bits};

/// Variable time, with signed digits of `width` bits.
pub(crate) fn multiexp_vartime<G: Group<Scalar: PrimeFieldBits>>(
    pairs: &[(G::Scalar, G)],
    width: usize,
) -> G {
    let len = digits::signed_len::<G::Scalar>(width);
    let mut digits = vec![0; len * pairs.len()];
    for ((scalar, _), digits) in pairs.iter().zip(digits.chunks_exact_mut(len)) {
        Bits::of(scalar).signed(width, digits);
    }

    let mut buckets = vec![G::identity(); 1 << (width - 1)];
    let mut sum = G::identity();
    for i in (0..len).rev() {
        for _ in 0..width {
            sum = sum.double();
        }
        buckets.fill(G::identity());
        for ((_, point), digits) in pairs.iter().zip(digits.chunks_exact(len)) {
            let digit = digits[i];
            match digit {
                0 => {}
                1.. => buckets[usize::from(digit.unsigned_abs()) - 1] += point,
                _ => buckets[usize::from(digit.unsigned_abs()) - 1] -= point,
            }
        }
        // Σ j·bucketⱼ: bucket j is part of the running sum j times.
        let mut running = G::identity();
        for bucket in buckets.iter().rev() {
            running += bucket;
            sum += running;
        }
    }
    sum
}

/// The cheapest width for this many points, and about how many additions it takes, besides the doublings.
pub(crate) fn best_width<F: PrimeField>(len: usize) -> (usize, usize) {
    (2..=15)
        .map(|width| {
            let additions = digits::signed_len::<F>(width) * (len + (1 << width));
            (width, additions)
        })
        .min_by_key(|&(_, additions)| additions)
        .unwrap_or((2, usize::MAX))
}
