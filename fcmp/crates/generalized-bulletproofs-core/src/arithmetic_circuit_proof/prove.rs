//! The prover.

use alloc::vec;
use alloc::vec::Vec;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes, PrimeField, PrimeFieldBits};
use helioselene_multiexp::{multiexps_selectable, pair_sums, slices};
use rand_core::{CryptoRng, RngCore};
use subtle::{Choice, ConditionallySelectable};
use zeroize::{Zeroize, Zeroizing};

use super::{AcProveError, ArithmeticCircuitStatement, ArithmeticCircuitWitness, Places};
use crate::ProofGenerators;
use crate::fold::{CommitmentWeights, Folded, fold};
use crate::inner_product;
use crate::lincomb::Variable;
use crate::revision::Revision;
use crate::transcript::Transcript;

/// A secret, wiped when it is dropped.
type Secret<T> = Zeroizing<T>;

impl<C, Rev: Revision> ArithmeticCircuitStatement<'_, C, Rev>
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    /// Writes a proof, in constant time in the witness.
    ///
    /// If the witness does not satisfy the statement, the proof is invalid, but that is an error only with debug
    /// assertions on.
    // The steps are those of the corrected paper's prover, in the order of the original's `prove`.
    pub fn prove<R: RngCore + CryptoRng>(
        self,
        rng: &mut R,
        transcript: &mut Transcript,
        mut witness: ArithmeticCircuitWitness<C>,
    ) -> Result<(), AcProveError> {
        self.check(&witness)?;
        let (n, places, generators) = (self.generators.len(), self.places(), self.generators);
        let mut blinds = Blinds::zero(n);
        blinds.draw(rng);
        for point in blinds.commitments(&witness, generators) {
            transcript.push_point(&point);
        }

        let y = transcript.challenge::<C>();
        let z = transcript.challenge::<C>();
        let y_inv = y.invert().expect("challenges are not zero");
        let y_inv = slices::powers(&C::F::ONE, &y_inv, n);
        let y = slices::powers(&C::F::ONE, &y, n);
        let apart = CommitmentWeights::Apart(self.C.len());
        let weights = fold(self.constraints, &z, n, self.V.len(), apart);
        for (c, weights) in witness.c.iter_mut().zip(&weights.cg) {
            drop_padding(&mut c.g_values, weights.len());
        }

        slices::mul_assign(&mut blinds.sR, &y);
        let own = OwnCoefficients::new(&witness, &weights, &y, &y_inv);
        let (l, r) = own.polynomials(&witness, &weights, &blinds, places);
        let t = product(&l, &r, places);

        // All masks are drawn before the first is used, as in the original: seeded proofs depend on the order.
        let mut tau = secrets(places.len_of_t());
        for i in places.committed() {
            tau[i] = *Secret::new(C::F::random(&mut *rng));
        }
        let openings = places.committed().map(|i| [t[i], tau[i]]);
        let openings = Secret::new(openings.collect::<Vec<_>>());
        let T = pair_sums(&openings, &[*generators.g, *generators.h]);
        // Helios' and Selene's are affine, so they tell no more than their encodings.
        #[cfg(test)]
        crate::constant_time::publish(&T);
        transcript.push_points_vartime(&T);
        // The known coefficient's commitment is −WV·V, so its mask comes from the masks of V.
        let v_masks = witness.v.iter().zip(&weights.v);
        tau[places.known()] = v_masks.fold(C::F::ZERO, |sum, (v, weight)| sum - v.mask * weight);

        let x = slices::powers(&C::F::ONE, &transcript.challenge::<C>(), places.len_of_t());
        let (mut l, mut r) = (evaluate(&l, &x, n), evaluate(&r, &x, n));
        // The proof reveals both, folded.
        #[cfg(test)]
        [&l, &r]
            .into_iter()
            .for_each(|vector| crate::constant_time::publish(vector));
        let t_caret = slices::inner_product(&l, &r);
        transcript.push_scalar(slices::inner_product(&tau, &x));
        transcript.push_scalar(blinds.mu(&witness, &x, places));
        transcript.push_scalar(t_caret);

        // Protocol 1: t_caret is bound to the vectors by the challenge u.
        let u = transcript.challenge::<C>();
        let (l, r) = (core::mem::take(&mut *l), core::mem::take(&mut *r));
        inner_product::prove(generators, &y_inv, &u, transcript, l, r);
        Ok(())
    }

    fn check(&self, witness: &ArithmeticCircuitWitness<C>) -> Result<(), AcProveError> {
        let lens = witness.c.iter().map(|c| c.g_values.len());
        let mut lens = lens.chain([witness.aL.len()]);
        if lens.any(|len| len > self.generators.len()) {
            return Err(AcProveError::IncorrectAmountOfGenerators);
        }
        if (self.C.len(), self.V.len()) != (witness.c.len(), witness.v.len()) {
            return Err(AcProveError::InconsistentWitness);
        }
        if cfg!(debug_assertions) && !self.is_satisfied_by(witness) {
            return Err(AcProveError::InconsistentWitness);
        }
        Ok(())
    }

    /// Whether a witness opens the commitments and satisfies the constraints. Variables without a value are zero.
    fn is_satisfied_by(&self, witness: &ArithmeticCircuitWitness<C>) -> bool {
        let generators = self.generators;
        let mut V = self.V.iter().zip(&witness.v);
        let mut C = self.C.iter().zip(&witness.c);
        let of = |values: &[C::F], i: usize| values.get(i).copied().unwrap_or(C::F::ZERO);
        let value = |variable| match variable {
            Variable::aL(i) => of(&witness.aL, i),
            Variable::aR(i) => of(&witness.aR, i),
            Variable::aO(i) => of(&witness.aO, i),
            Variable::CG { commitment, index } => of(&witness.c[commitment].g_values, index),
            Variable::V(i) => witness.v[i].value,
        };
        let values = |commitment: usize, places: core::ops::Range<usize>| {
            let values = &witness.c[commitment].g_values[..];
            &values[places.start.min(values.len())..places.end.min(values.len())]
        };
        V.all(|(commitment, v)| *commitment == v.commit(*generators.g, *generators.h))
            && C.all(|(commitment, c)| {
                c.commit(generators.g_bold, *generators.h) == Some(*commitment)
            })
            && (self.constraints.evaluate(value, values)).all(|value| value.is_zero().into())
    }
}

/// The prover's randomness in AI, AO and S: their masks, and the vectors of S.
struct Blinds<F: Field + Zeroize> {
    alpha: Secret<F>,
    beta: Secret<F>,
    rho: Secret<F>,
    sL: Secret<Vec<F>>,
    sR: Secret<Vec<F>>,
}

impl<F: Field + Zeroize> Blinds<F> {
    fn zero(n: usize) -> Self {
        let zero = || Secret::new(F::ZERO);
        Self {
            alpha: zero(),
            beta: zero(),
            rho: zero(),
            sL: secrets(n),
            sR: secrets(n),
        }
    }

    /// Draws all of it in place: a return by value might leave a copy on the stack.
    fn draw(&mut self, rng: &mut (impl RngCore + CryptoRng)) {
        let mut random = || Secret::new(F::random(&mut *rng));
        for mask in [&mut self.alpha, &mut self.beta, &mut self.rho] {
            **mask = *random();
        }
        for (sL, sR) in self.sL.iter_mut().zip(self.sR.iter_mut()) {
            (*sL, *sR) = (*random(), *random());
        }
    }

    /// AI = αH + aL·G + aR·H, AO = βH + aO·G and S = ρH + sL·G + sR·H.
    fn commitments<C, Rev: Revision>(
        &self,
        witness: &ArithmeticCircuitWitness<C>,
        generators: ProofGenerators<'_, C, Rev>,
    ) -> Vec<C::G>
    where
        C: Ciphersuite<F = F, G: ConditionallySelectable>,
        F: PrimeFieldBits,
    {
        let n = generators.len();
        // One list of points serves all three: h, the bold g, the bold h.
        let mut points = vec![*generators.h];
        points.extend_from_slice(generators.g_bold);
        points.extend_from_slice(generators.h_bold);
        let scalars = |mask: &F, g_values: &[F], h_values: &[F]| {
            let mut scalars = secrets(1 + n + h_values.len());
            scalars[0] = *mask;
            scalars[1..][..g_values.len()].copy_from_slice(g_values);
            scalars[1 + n..].copy_from_slice(h_values);
            scalars
        };
        let scalars = [
            scalars(&self.alpha, &witness.aL, &witness.aR),
            scalars(&self.beta, &witness.aO, &[]),
            scalars(&self.rho, &self.sL, &self.sR),
        ];
        multiexps_selectable(&scalars.each_ref().map(|scalars| &scalars[..]), &points)
    }

    /// The mask of the commitment to l and r at x.
    fn mu<C: Ciphersuite<F = F>>(
        &self,
        witness: &ArithmeticCircuitWitness<C>,
        x: &[F],
        places: Places,
    ) -> F {
        let masks = witness.c.iter().enumerate();
        let masks = masks.map(|(i, c)| (places.commitment(i).1, &c.mask));
        let masks = masks.chain([
            (places.factors(), &*self.alpha),
            (places.known(), &*self.beta),
            (places.random(), &*self.rho),
        ]);
        masks.fold(F::ZERO, |sum, (i, mask)| sum + x[i] * mask)
    }
}

/// A polynomial in x with vector coefficients: the nonzero ones, each with its place. Vectors are zero after their end.
type Polynomial<'a, F> = Vec<(usize, &'a [F])>;

/// The coefficients of l and r that neither the witness nor the weights hold already.
struct OwnCoefficients<F: Field + Zeroize> {
    /// aL + y⁻ⁿ∘WR, of l.
    left: Secret<Vec<F>>,
    /// yⁿ∘aR + WL, of r.
    right: Secret<Vec<F>>,
    /// WO − yⁿ, of r.
    products: Vec<F>,
}

impl<F: PrimeField + Zeroize> OwnCoefficients<F> {
    fn new<C: Ciphersuite<F = F>>(
        witness: &ArithmeticCircuitWitness<C>,
        weights: &Folded<F>,
        y: &[F],
        y_inv: &[F],
    ) -> Self {
        let mut left = secrets(weights.r.len().max(witness.aL.len()));
        left[..weights.r.len()].copy_from_slice(&weights.r);
        slices::mul_assign(&mut left[..weights.r.len()], &y_inv[..weights.r.len()]);
        add(&mut left, &witness.aL);
        let mut right = secrets(weights.l.len().max(witness.aR.len()));
        right[..witness.aR.len()].copy_from_slice(&witness.aR);
        slices::mul_assign(&mut right[..witness.aR.len()], &y[..witness.aR.len()]);
        add(&mut right, &weights.l);
        let mut products = y.to_vec();
        slices::scale_assign(&mut products, &-F::ONE);
        add(&mut products, &weights.o);
        Self {
            left,
            right,
            products,
        }
    }

    /// l and r. `blinds.sR` must already be multiplied by yⁿ.
    fn polynomials<'a, C: Ciphersuite<F = F>>(
        &'a self,
        witness: &'a ArithmeticCircuitWitness<C>,
        weights: &'a Folded<F>,
        blinds: &'a Blinds<F>,
        places: Places,
    ) -> (Polynomial<'a, F>, Polynomial<'a, F>) {
        let mut l: Polynomial<'a, F> = vec![
            (places.factors(), &self.left),
            (places.known(), &witness.aO),
            (places.random(), &blinds.sL),
        ];
        let mut r: Polynomial<'a, F> = vec![
            (places.factors(), &self.right),
            (0, &self.products),
            (places.random(), &blinds.sR),
        ];
        for (i, (c, weights)) in witness.c.iter().zip(&weights.cg).enumerate() {
            let (of_r, of_l) = places.commitment(i);
            l.push((of_l, &c.g_values));
            r.push((of_r, weights));
        }
        (l, r)
    }
}

/// Evaluates a polynomial at x, given the powers of x, to a vector of length n.
fn evaluate<F: PrimeField + Zeroize>(
    polynomial: &[(usize, &[F])],
    x: &[F],
    n: usize,
) -> Secret<Vec<F>> {
    let rows = polynomial.iter().map(|(i, elements)| slices::Row {
        factor: x[*i],
        start: 0,
        elements,
    });
    let mut value = secrets(n);
    slices::add_scaled_rows(&mut value, &rows.collect::<Vec<_>>());
    value
}

/// Drops the values that no constraint refers to, if all of them are zero. Commitments padded to one length consist
/// mostly of such values, which take memory and time.
///
/// Whether the padding is zero is public, like its length.
fn drop_padding<F: Field + Zeroize>(values: &mut Vec<F>, constrained: usize) {
    let padding = values.get(constrained..).unwrap_or(&[]);
    let is_zero = padding.iter().map(Field::is_zero);
    let all_zero = is_zero.fold(Choice::from(1), |all, is_zero| all & is_zero);
    #[cfg(test)]
    let all_zero = crate::constant_time::published(all_zero);
    let all_zero = bool::from(all_zero);
    if all_zero && !padding.is_empty() {
        // Shrinking in place may leave a copy behind.
        let kept = values[..constrained].to_vec();
        values.zeroize();
        *values = kept;
    }
}

/// The coefficients of t = ⟨l, r⟩, except for the known one, which is not used.
///
/// Vectors are zero after their end. Lengths are public.
fn product<F: Field + Zeroize>(
    l: &[(usize, &[F])],
    r: &[(usize, &[F])],
    places: Places,
) -> Secret<Vec<F>> {
    let mut t = secrets(places.len_of_t());
    for (i, l) in l {
        for (j, r) in r {
            let len = l.len().min(r.len());
            if i + j != places.known() && len > 0 {
                t[i + j] += slices::inner_product(&l[..len], &r[..len]);
            }
        }
    }
    t
}

/// Adds elements to the start of a vector.
fn add<F: Field>(vector: &mut [F], elements: &[F]) {
    for (sum, element) in vector.iter_mut().zip(elements) {
        *sum += element;
    }
}

/// `len` zeros in memory that is wiped on drop.
fn secrets<F: Field + Zeroize>(len: usize) -> Secret<Vec<F>> {
    Secret::new(vec![F::ZERO; len])
}
