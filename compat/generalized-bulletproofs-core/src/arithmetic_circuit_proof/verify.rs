//! Verifying.

use alloc::vec::Vec;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes};
use helioselene_multiexp::{random_weight, slices};
use rand_core::{CryptoRng, RngCore};
use std_shims::io;
use subtle::ConditionallySelectable;

use super::{AcVerifyError, ArithmeticCircuitStatement};
use crate::BatchVerifier;
use crate::fold::{Commitments, Folded, fold};
use crate::inner_product;
use crate::revision::Revision;
use crate::transcript::VerifierTranscript;

impl<C, Rev: Revision> ArithmeticCircuitStatement<'_, C, Rev>
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    /// Reads a proof and adds it to those that are verified together.
    ///
    /// Only [`Generators::verify`](crate::Generators::verify) tells whether the proof is right. After an error the
    /// verifier is of no use any more. Variable time.
    ///
    /// Both equations of the proof get a random weight. Nobody who made a proof for this verifier may foresee what `rng` gives,
    /// and it must not give two proofs the same: wrong ones could cancel each other.
    ///
    /// # Errors
    ///
    /// If the proof is too short, or an encoding in it is not canonical.
    ///
    /// # Panics
    ///
    /// If `rng` gives no two weights that are neither zero, equal nor opposite in many draws: it is no generator for keys.
    pub fn verify<R: RngCore + CryptoRng>(
        self,
        rng: &mut R,
        verifier: &mut BatchVerifier<C>,
        transcript: &mut VerifierTranscript<'_>,
    ) -> Result<(), AcVerifyError> {
        self.read(rng, verifier, transcript)
            .map_err(|_| AcVerifyError::IncompleteProof)
    }

    fn read<R: RngCore + CryptoRng>(
        self,
        rng: &mut R,
        verifier: &mut BatchVerifier<C>,
        transcript: &mut VerifierTranscript<'_>,
    ) -> io::Result<()> {
        let (n, places) = (self.generators.len(), self.places());
        if verifier.g_bold.len() < n {
            for scalars in [
                &mut verifier.g_bold,
                &mut verifier.h_bold,
                &mut verifier.h_sum,
            ] {
                scalars.resize(n, C::F::ZERO);
            }
        }

        // All points of the proof are decoded together: AI, AO, S and T, then, after three scalars, L and R.
        let committed = places.committed().count();
        let (first, second) = (3 + committed, 2 * inner_product::rounds(n));
        verifier.make_room(self.C.len() + self.V.len() + first + second);
        let mut ahead = transcript.ahead([0..first, first + 3..first + 3 + second]);

        let AI = transcript.next_point::<C>(&mut ahead)?;
        let AO = transcript.next_point::<C>(&mut ahead)?;
        let S = transcript.next_point::<C>(&mut ahead)?;
        let y = transcript.challenge::<C>();
        let z = transcript.challenge::<C>();
        let mut T = Vec::with_capacity(committed);
        for _ in 0..committed {
            T.push(transcript.next_point::<C>(&mut ahead)?);
        }
        let x = slices::powers(&C::F::ONE, &transcript.challenge::<C>(), places.len_of_t());
        let tau_x = transcript.read_scalar::<C>()?;
        let mu = transcript.read_scalar::<C>()?;
        let t_caret = transcript.read_scalar::<C>()?;

        let t_weight: C::F = random_weight(rng, &[]);
        let weight = random_weight(rng, &[t_weight.square()]);
        // The powers of x with the weight of the equation that has l and r.
        let mut weighted = x.clone();
        slices::scale_assign(&mut weighted, &weight);

        let y_inv = slices::powers(&C::F::ONE, &slices::vartime_inverse(&y), n);
        let of_commitments: Vec<C::F> = (0..self.C.len())
            .map(|i| weighted[places.commitment(i).0])
            .collect();
        let Folded {
            l,
            mut r,
            o,
            cg,
            v,
            c,
        } = fold(
            self.constraints,
            &z,
            n,
            self.V.len(),
            Commitments::Together(&of_commitments),
        );
        let both = l.len().min(r.len());
        let r_len = r.len();
        slices::mul_assign(&mut r, &y_inv[..r_len]);
        let delta = slices::inner_product(&r[..both], &l[..both]);

        // t(x) = t_caret, whose coefficient at n' is delta − c − WV·V.
        let known = t_weight * x[places.known()];
        verifier.g += t_weight * t_caret - known * (delta - c);
        verifier.h += t_weight * tau_x;
        let V = v.iter().map(|weight| known * weight).zip(self.V);
        verifier.additional.extend(V);
        let mut T_scalars: Vec<C::F> = places.committed().map(|i| x[i]).collect();
        slices::scale_assign(&mut T_scalars, &-t_weight);
        verifier.additional.extend(T_scalars.into_iter().zip(T));

        // P, the commitment to l and r at x. Generators bold h have weights y⁻ⁱ, which −yⁿ does away with.
        let factors = weighted[places.factors()];
        verifier.additional.extend([
            (factors, AI),
            (weighted[places.known()], AO),
            (weighted[places.random()], S),
        ]);
        verifier.h_sum[n.trailing_zeros() as usize] -= weight;
        slices::axpy(&mut verifier.g_bold[..r_len], &factors, &r);
        let [mut h_scalars] = <[_; 1]>::try_from(cg).expect("one vector for all commitments");
        let rows = [(factors, &l), (weighted[0], &o)];
        slices::add_scaled_rows(
            &mut h_scalars,
            &rows.map(|(factor, elements)| slices::Row {
                factor,
                start: 0,
                elements,
            }),
        );
        let C = (0..self.C.len()).map(|i| weighted[places.commitment(i).1]);
        verifier.additional.extend(C.zip(self.C));
        verifier.h -= weight * mu;

        let u = transcript.challenge::<C>();
        verifier.g += weight * u * t_caret;
        inner_product::verify(
            &y_inv, &u, &weight, h_scalars, verifier, transcript, &mut ahead,
        )
    }
}
