//! Programs written for arkworks, generic over its traits, give the same results on this crate's types, on arkworks' types over
//! this crate's constants, and on arkworks' arithmetic.

use ark_ec::scalar_mul::wnaf::WnafContext;
use ark_ec::short_weierstrass::Projective as Sw;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{BigInt, FftField, Field, PrimeField, batch_inversion};
use ark_poly::univariate::DensePolynomial;
use ark_poly::{DenseUVPolynomial, EvaluationDomain, GeneralEvaluationDomain, Polynomial};
use helioselene_arkworks::{helios, selene};
use helioselene_bench_support::arkworks as peer;

/// Field elements without structure: powers of a three-digit number.
fn numbers<F: PrimeField>(seed: u64) -> impl Iterator<Item = F> {
    let base = F::from(seed).pow([97]);
    core::iter::successors(Some(base), move |x| Some(*x * base))
}

/// A point's x as an integer.
fn x<G: CurveGroup<BaseField: PrimeField<BigInt = BigInt<4>>>>(point: G) -> BigInt<4> {
    point
        .into_affine()
        .x()
        .expect("not the identity")
        .into_bigint()
}

/// Bases of a commitment. Nobody should know their logarithms; here they are multiples of the generator.
fn bases<G: CurveGroup>(n: usize) -> Vec<G::Affine> {
    let multiples: Vec<_> = numbers(101).take(n).collect();
    G::generator().batch_mul(&multiples)
}

/// Pedersen's commitment to a vector.
fn commit<G: CurveGroup>(
    bases: &[G::Affine],
    values: &[G::ScalarField],
    blinding: G::ScalarField,
) -> G {
    let (blinding_base, bases) = bases.split_last().expect("a base");
    G::msm(bases, values).expect("as many bases as values") + *blinding_base * blinding
}

/// Halves a commitment's vectors as Bulletproofs' inner-product argument does, with a given challenge in each round. Returns L
/// and R of every round, and the last base and value.
fn fold<G: CurveGroup>(
    mut bases: Vec<G::Affine>,
    mut values: Vec<G::ScalarField>,
    challenges: impl Iterator<Item = G::ScalarField>,
) -> (Vec<[G; 2]>, G::Affine, G::ScalarField) {
    let mut rounds = Vec::new();
    for challenge in challenges {
        if bases.len() == 1 {
            break;
        }
        let inverse = challenge.inverse().expect("not zero");
        let ((low_bases, high_bases), (low, high)) = (
            bases.split_at(bases.len() / 2),
            values.split_at(values.len() / 2),
        );
        rounds.push([
            G::msm(high_bases, low).unwrap(),
            G::msm(low_bases, high).unwrap(),
        ]);
        let context = WnafContext::new(4);
        let folded: Vec<G> = low_bases
            .iter()
            .zip(high_bases)
            .map(|(low, high)| context.mul(low.into_group(), &inverse) + *high * challenge)
            .collect();
        values = low
            .iter()
            .zip(high)
            .map(|(low, high)| *low * challenge + *high * inverse)
            .collect();
        bases = G::normalize_batch(&folded);
    }
    (rounds, bases[0], values[0])
}

/// Commits, folds, verifies. Returns x of the points of a proof, and the last value.
fn proof<G: CurveGroup<BaseField: PrimeField<BigInt = BigInt<4>>>>() -> Vec<BigInt<4>>
where
    G::ScalarField: PrimeField<BigInt = BigInt<4>>,
{
    let n = 16;
    let bases = bases::<G>(n + 1);
    let values: Vec<_> = numbers::<G::ScalarField>(103).take(n).collect();
    let blinding = numbers(107).next().unwrap();
    let commitment: G = commit(&bases, &values, blinding);

    let challenges = || numbers::<G::ScalarField>(109);
    let (rounds, base, value) = fold::<G>(bases[..n].to_vec(), values, challenges());
    let mut folded = commitment - bases[n] * blinding;
    let mut inverses: Vec<_> = challenges().take(rounds.len()).collect();
    batch_inversion(&mut inverses);
    for (([l, r], challenge), inverse) in rounds.iter().zip(challenges()).zip(inverses) {
        folded += *l * challenge.square() + *r * inverse.square();
    }
    assert_eq!(folded, base * value);

    let mut proof = vec![x(commitment), x(base.into_group()), value.into_bigint()];
    proof.extend(rounds.into_iter().flatten().map(x));
    proof
}

#[test]
fn commitments_fold_as_in_arkworks_arithmetic() {
    let expected = proof::<Sw<peer::Helios>>();
    assert_eq!(proof::<helios::Projective>(), expected);
    assert_eq!(proof::<Sw<helios::Config>>(), expected);
    let expected = proof::<Sw<peer::Selene>>();
    assert_eq!(proof::<selene::Projective>(), expected);
    assert_eq!(proof::<Sw<selene::Config>>(), expected);
}

/// Polynomials of ark-poly, on domains of up to `largest` elements.
fn polynomials<F: FftField + PrimeField>(largest: usize) {
    let coefficients: Vec<F> = numbers(113).take(10).collect();
    let [a, b] =
        [0, 5].map(|from| DensePolynomial::from_coefficients_slice(&coefficients[from..from + 5]));
    let point = coefficients[3];
    assert_eq!(
        a.naive_mul(&b).evaluate(&point),
        a.evaluate(&point) * b.evaluate(&point)
    );

    let domain = GeneralEvaluationDomain::<F>::new(largest).expect("a subgroup of that order");
    let coefficients = &coefficients[..largest];
    let evaluations = domain.fft(coefficients);
    let polynomial = DensePolynomial::from_coefficients_slice(coefficients);
    for (point, evaluation) in domain.elements().zip(&evaluations) {
        assert_eq!(polynomial.evaluate(&point), *evaluation);
    }
    assert_eq!(domain.ifft(&evaluations), coefficients);
    assert!(GeneralEvaluationDomain::<F>::new(2 * largest).is_none());
}

#[test]
fn polynomials_multiply_but_domains_are_small() {
    polynomials::<helios::Fq>(4);
    polynomials::<selene::Fq>(2);
}
