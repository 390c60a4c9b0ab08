//! Proving.

use alloc::vec;
use alloc::vec::Vec;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes};
use helioselene_multiexp::{multiexps_selectable, pair_sums, slices};
use rand_core::{CryptoRng, RngCore};
use subtle::{Choice, ConditionallySelectable};
use zeroize::{Zeroize, Zeroizing};

use super::{AcProveError, ArithmeticCircuitStatement, ArithmeticCircuitWitness, Places};
use crate::fold::{Commitments, Folded, fold};
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
    /// The proof is valid if the witness satisfies the statement; if not, there need not be an error.
    pub fn prove<R: RngCore + CryptoRng>(
        self,
        rng: &mut R,
        transcript: &mut Transcript,
        mut witness: ArithmeticCircuitWitness<C>,
    ) -> Result<(), AcProveError> {
        let (n, places, generators) = (self.generators.len(), self.places(), self.generators);
        let lens = witness.c.iter().map(|c| c.g_values.len());
        if lens.chain([witness.aL.len()]).any(|len| len > n) {
            return Err(AcProveError::IncorrectAmountOfGenerators);
        }
        if (self.C.len(), self.V.len()) != (witness.c.len(), witness.v.len()) {
            return Err(AcProveError::InconsistentWitness);
        }
        if cfg!(debug_assertions) && !self.is_satisfied_by(&witness) {
            return Err(AcProveError::InconsistentWitness);
        }

        let mut random = || Secret::new(C::F::random(&mut *rng));
        let (alpha, beta, rho) = (random(), random(), random());
        let (mut sL, mut sR) = (secrets(n), secrets(n));
        for (sL, sR) in sL.iter_mut().zip(sR.iter_mut()) {
            (*sL, *sR) = (*random(), *random());
        }
        // One list of points for all commitments: h, the bold g, the bold h.
        let mut points = vec![*generators.h];
        points.extend_from_slice(generators.g_bold);
        points.extend_from_slice(generators.h_bold);
        let scalars = |mask: &C::F, g_values: &[C::F], h_values: &[C::F]| {
            let mut scalars = secrets(1 + n + h_values.len());
            scalars[0] = *mask;
            scalars[1..][..g_values.len()].copy_from_slice(g_values);
            scalars[1 + n..].copy_from_slice(h_values);
            scalars
        };
        let commitments = [
            scalars(&alpha, &witness.aL, &witness.aR),
            scalars(&beta, &witness.aO, &[]),
            scalars(&rho, &sL, &sR),
        ];
        for point in
            multiexps_selectable(&commitments.each_ref().map(|scalars| &scalars[..]), &points)
        {
            transcript.push_point(&point);
        }

        let y = transcript.challenge::<C>();
        let z = transcript.challenge::<C>();
        let y_inv = y.invert().expect("challenges are not zero");
        let y_inv = slices::powers(&C::F::ONE, &y_inv, n);
        let y = slices::powers(&C::F::ONE, &y, n);
        let Folded {
            l: l_weights,
            r: r_weights,
            o: o_weights,
            cg: cg_weights,
            v: v_weights,
            ..
        } = fold(
            self.constraints,
            &z,
            n,
            self.V.len(),
            Commitments::Apart(self.C.len()),
        );

        for (c, weights) in witness.c.iter_mut().zip(&cg_weights) {
            drop_padding(&mut c.g_values, weights.len());
        }

        // The coefficients of l and r that are not zero, with their places, as long as what they hold.
        let mut factors_l = secrets(r_weights.len().max(witness.aL.len()));
        factors_l[..r_weights.len()].copy_from_slice(&r_weights);
        slices::mul_assign(&mut factors_l[..r_weights.len()], &y_inv[..r_weights.len()]);
        add(&mut factors_l, &witness.aL);
        let mut factors_r = secrets(l_weights.len().max(witness.aR.len()));
        factors_r[..witness.aR.len()].copy_from_slice(&witness.aR);
        slices::mul_assign(&mut factors_r[..witness.aR.len()], &y[..witness.aR.len()]);
        add(&mut factors_r, &l_weights);
        let mut products_r = y.clone();
        slices::scale_assign(&mut products_r, &-C::F::ONE);
        add(&mut products_r, &o_weights);
        slices::mul_assign(&mut sR, &y);

        let mut l: Vec<(usize, &[C::F])> = vec![
            (places.factors(), &factors_l),
            (places.known(), &witness.aO),
            (places.random(), &sL),
        ];
        let mut r: Vec<(usize, &[C::F])> = vec![
            (places.factors(), &factors_r),
            (0, &products_r),
            (places.random(), &sR),
        ];
        for (i, (c, weights)) in witness.c.iter().zip(&cg_weights).enumerate() {
            let (of_r, of_l) = places.commitment(i);
            l.push((of_l, &c.g_values));
            r.push((of_r, weights));
        }
        let t = product(&l, &r, places);

        // All masks first: the order in which randomness is drawn is part of what a seed gives.
        let mut tau = secrets(places.len_of_t());
        for i in places.committed() {
            tau[i] = *random();
        }
        let openings = places.committed().map(|i| [t[i], tau[i]]);
        let openings = Secret::new(openings.collect::<Vec<_>>());
        for T in pair_sums(&openings, &[*generators.g, *generators.h]) {
            transcript.push_point(&T);
        }
        // Where nothing was committed to, V's masks are.
        let v_masks = witness.v.iter().zip(&v_weights);
        tau[places.known()] = v_masks.fold(C::F::ZERO, |sum, (v, weight)| sum - v.mask * weight);

        let x = slices::powers(&C::F::ONE, &transcript.challenge::<C>(), places.len_of_t());
        let at_x = |coefficients: &[(usize, &[C::F])]| {
            let rows = coefficients.iter().map(|(i, elements)| slices::Row {
                factor: x[*i],
                start: 0,
                elements,
            });
            let mut value = secrets(n);
            slices::add_scaled_rows(&mut value, &rows.collect::<Vec<_>>());
            value
        };
        let (mut l, mut r) = (at_x(&l), at_x(&r));
        // The proof tells them, but for its length.
        #[cfg(test)]
        [&l, &r]
            .into_iter()
            .for_each(|vector| crate::constant_time::publish(vector));
        let t_caret = slices::inner_product(&l, &r);
        let tau_x = slices::inner_product(&tau, &x);
        let masks = witness.c.iter().enumerate();
        let masks = masks.map(|(i, c)| (places.commitment(i).1, &c.mask));
        let masks = masks.chain([
            (places.factors(), &*alpha),
            (places.known(), &*beta),
            (places.random(), &*rho),
        ]);
        let mu = masks.fold(C::F::ZERO, |sum, (i, mask)| sum + x[i] * mask);
        transcript.push_scalar(tau_x);
        transcript.push_scalar(mu);
        transcript.push_scalar(t_caret);

        let u = transcript.challenge::<C>();
        let (l, r) = (core::mem::take(&mut *l), core::mem::take(&mut *r));
        inner_product::prove(generators, &y_inv, &u, transcript, l, r);
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

/// Drops values after so many, if all are zero: where commitments have one length and few values, that is most of memory and of
/// what would be multiplied.
///
/// Whether values that no constraint has are zero is public, as their number is.
fn drop_padding<F: Field + Zeroize>(values: &mut Vec<F>, constrained: usize) {
    let padding = values.get(constrained..).unwrap_or(&[]);
    let is_zero = padding.iter().map(Field::is_zero);
    let all_zero = is_zero.fold(Choice::from(1), |all, is_zero| all & is_zero);
    #[cfg(test)]
    let all_zero = crate::constant_time::published(all_zero);
    let all_zero = bool::from(all_zero);
    if all_zero && !padding.is_empty() {
        // A vector that shrinks may leave a copy behind.
        let kept = values[..constrained].to_vec();
        values.zeroize();
        *values = kept;
    }
}

/// The coefficients of l·r, but for the known one, which nobody needs.
///
/// What one vector has and the other has not counts nothing. Lengths are public.
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

/// Adds fewer elements to the first of a vector.
fn add<F: Field>(vector: &mut [F], elements: &[F]) {
    for (sum, element) in vector.iter_mut().zip(elements) {
        *sum += element;
    }
}

/// So many secrets, zero at first.
fn secrets<F: Field + Zeroize>(len: usize) -> Secret<Vec<F>> {
    Secret::new(vec![F::ZERO; len])
}
