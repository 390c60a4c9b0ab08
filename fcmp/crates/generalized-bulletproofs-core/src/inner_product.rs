//! The inner-product argument: Protocol 2 of Bulletproofs, <https://eprint.iacr.org/2017/1066>.
//!
//! The statement is P = Σ aᵢ·Gᵢ + Σ bᵢ·yᵢ·Hᵢ + ⟨a, b⟩·u·g, for generators Gᵢ and Hᵢ, a power of two of each, and public
//! weights yᵢ, the powers of a number. It hides nothing: a and b may become known, and sums take variable time.

use alloc::vec;
use alloc::vec::Vec;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes};
use helioselene_multiexp::slices;
use std_shims::io;
use zeroize::{Zeroize, Zeroizing};

use crate::generators::TABLED;
use crate::revision::Revision;
use crate::transcript::{Ahead, Transcript, VerifierTranscript};
use crate::{BatchVerifier, ProofGenerators};

/// The fewest generators of a kind that are folded: more than have tables.
const FOLDED: usize = 2 * TABLED;
/// The rounds before folding.
const ROUNDS_BEFORE: usize = 4;

/// Proves the statement for a and b.
///
/// Every round halves a and b, and in the paper the generators too: one half times x⁻¹ plus the other times x. Here
/// generators stay. Each has a factor, a product of x or x⁻¹ for every round so far, and a round's L and R are sums
/// over all of them. Large sets are [folded](FOLDED) once, by the factors of four rounds. That takes as long as two to
/// four rounds; all later rounds together take less than one.
///
/// # Panics
///
/// If the vectors are not as long as there are generators.
pub(crate) fn prove<C: Ciphersuite<F: FromUniformBytes<64>>, R: Revision>(
    generators: ProofGenerators<'_, C, R>,
    weights: &[C::F],
    u: &C::F,
    transcript: &mut Transcript,
    a: Vec<C::F>,
    b: Vec<C::F>,
) {
    let mut n = generators.len();
    let (mut a, mut b) = (Zeroizing::new(a), Zeroizing::new(b));
    assert_eq!([n; 3], [a.len(), b.len(), weights.len()]);
    let mut g_factors = vec![C::F::ONE; n];
    let mut h_factors = weights.to_vec();

    let mut folded = None;
    let mut len = n;
    while len > 1 {
        if folded.is_none() && n >= FOLDED && n >> ROUNDS_BEFORE == len {
            // Generators i, i + len, … become one, for each i. A block of `len` generators has one factor, except for
            // yᵢ: the factor of i + k·len is the block's, which includes y_(k·len), times that of i.
            let of_blocks =
                |factors: &[C::F]| factors.iter().step_by(len).copied().collect::<Vec<_>>();
            folded = generators.vartime_combined([of_blocks(&g_factors), of_blocks(&h_factors)]);
            if folded.is_some() {
                n = len;
                g_factors = vec![C::F::ONE; n];
                h_factors = weights[..n].to_vec();
            }
        }
        let half = len / 2;
        // Place i of the vectors belongs to generators i, i + len, i + 2·len, …, and each coefficient goes to the
        // opposite half: L has a's first half with generators G of the second, and b's second half with generators H of
        // the first.
        let (g_scalars, h_scalars) = (opposite(&a, &g_factors), opposite(&b, &h_factors));
        let cross = |of_a: &[C::F], of_b: &[C::F]| slices::inner_product(of_a, of_b) * u;
        let sides = [
            (cross(&a[..half], &b[half..]), 1),
            (cross(&a[half..], &b[..half]), 0),
        ];
        for (of_g, half_of_g) in sides {
            let bold = (0..n).map(|i| match i / half % 2 == half_of_g {
                true => (i, false, g_scalars[i]),
                false => (i, true, h_scalars[i]),
            });
            let bold = Zeroizing::new(bold.collect::<Vec<_>>());
            transcript.push_point(&generators.vartime_sum(folded.as_ref(), &of_g, &bold));
        }

        let x = transcript.challenge::<C>();
        let x_inv = x.invert().expect("challenges are not zero");
        fold(&mut a, &x, &x_inv);
        fold(&mut b, &x_inv, &x);
        // One factor for the first half of each block of `len` generators, one for the second.
        let factors = |first: &C::F, second: &C::F| {
            [vec![*first; half], vec![*second; half]]
                .concat()
                .repeat(n / len)
        };
        slices::mul_assign(&mut g_factors, &factors(&x_inv, &x));
        slices::mul_assign(&mut h_factors, &factors(&x, &x_inv));
        len = half;
    }
    transcript.push_scalar(a[0]);
    transcript.push_scalar(b[0]);
}

/// The vector with its halves exchanged, repeated for each block of generators, times the generators' factors.
fn opposite<F: Field + Zeroize>(vector: &[F], factors: &[F]) -> Zeroizing<Vec<F>> {
    let (first, second) = vector.split_at(vector.len() / 2);
    let exchanged = Zeroizing::new([second, first].concat());
    let mut scalars = Zeroizing::new(exchanged.repeat(factors.len() / vector.len()));
    slices::mul_assign(&mut scalars, factors);
    scalars
}

/// Replaces a vector by its first half times `first` plus its second half times `second`, and wipes the rest.
fn fold<F: Field + Zeroize>(vector: &mut Vec<F>, first: &F, second: &F) {
    let half = vector.len() / 2;
    let (low, high) = vector.split_at_mut(half);
    slices::scale_assign(low, first);
    slices::axpy(low, second, high);
    high.iter_mut().zeroize();
    vector.truncate(half);
}

/// The number of rounds for `n` generators.
pub(crate) fn rounds(n: usize) -> usize {
    n.trailing_zeros() as usize
}

/// For each index, `first` times the factors of its set bits.
fn over_bits<F: Field>(first: F, factors: impl ExactSizeIterator<Item = F>) -> Vec<F> {
    let mut products = Vec::with_capacity(1 << factors.len());
    products.push(first);
    for factor in factors {
        let len = products.len();
        products.extend_from_within(..);
        slices::scale_assign(&mut products[len..], &factor);
    }
    products
}

/// Reads a proof, and adds its equation to a verifier with a weight: −(a·G' + b·H' + a·b·u·g) + Σ (x²·L + x⁻²·R).
///
/// The caller adds `P`. H gets `h_scalars` times `weights`, the powers of a number. `ahead` has the decoded points.
///
/// # Errors
///
/// If the proof is too short, or has an invalid encoding.
#[allow(clippy::too_many_arguments)]
pub(crate) fn verify<C: Ciphersuite<F: FromUniformBytes<64>>>(
    weights: &[C::F],
    u: &C::F,
    verifier_weight: &C::F,
    mut h_scalars: Vec<C::F>,
    verifier: &mut BatchVerifier<C>,
    transcript: &mut VerifierTranscript<'_>,
    ahead: &mut Ahead<C>,
) -> io::Result<()> {
    let n = weights.len();
    let rounds = rounds(n);
    let mut points = Vec::with_capacity(2 * rounds);
    let mut challenges = Vec::with_capacity(rounds);
    // For each bit of n, from the highest: Lⱼ, Rⱼ, challenge xⱼ. `i` is the original's file of this name, see the
    // verifier: i 338–344.
    for _ in 0..rounds {
        points.push(transcript.next_point::<C>(ahead)?);
        points.push(transcript.next_point::<C>(ahead)?);
        challenges.push(transcript.challenge::<C>());
    }
    let mut inverses = challenges.clone();
    slices::vartime_invert(&mut inverses);

    // Lⱼ: w·xⱼ² (i 367). Rⱼ: w·xⱼ⁻² (i 368).
    let pairs = challenges.iter().zip(&inverses);
    let squares = pairs.map(|(x, x_inv)| [x.square(), x_inv.square()]);
    let squares = squares.collect::<Vec<_>>();
    let terms = squares.iter().flatten();
    let terms = terms.map(|square| *verifier_weight * square).zip(points);
    verifier.additional.extend(terms);

    // i 375–376.
    let a = transcript.read_scalar::<C>()?;
    let b = transcript.read_scalar::<C>()?;

    // Bold gᵢ: −w·a·Πⱼ xⱼ^±1, + where bit j of i is set, the first challenge for the highest bit (i 385–387,
    // 274–298). Bold hᵢ: −w·b·y⁻ⁱ·Πⱼ xⱼ^∓1 (i 389–392). The factors of G as in `prove`, times a. Bit 0 belongs to the
    // last challenge; a set bit gives x, a clear one x⁻¹. Those of H have x and x⁻¹ swapped, times b, times the
    // weights, which are products over bits too.
    let times_all = |first: C::F, factors: &[C::F]| factors.iter().fold(first, |all, x| all * x);
    let of_bits = squares.iter().rev();
    let of_g = over_bits(
        times_all(-*verifier_weight * a, &inverses),
        of_bits.clone().map(|[square, _]| *square),
    );
    let of_h = over_bits(
        times_all(-*verifier_weight * b, &challenges),
        of_bits
            .enumerate()
            .map(|(bit, [_, square])| weights[1 << bit] * square),
    );
    slices::mul_assign(&mut h_scalars, weights);
    for (sum, scalar) in verifier.g_bold[..n].iter_mut().zip(of_g) {
        *sum += scalar;
    }
    let of_h = h_scalars.into_iter().zip(of_h);
    for (sum, (scalar, other)) in verifier.h_bold[..n].iter_mut().zip(of_h) {
        *sum += scalar + other;
    }
    // g: −w·a·b·u (i 394).
    verifier.g -= *verifier_weight * a * b * u;
    Ok(())
}
