//! The verifier, each term beside the line of the original that adds it.
//!
//! The original is FCMP++ 0e438ae, `crypto/generalized-bulletproofs/src`: `a` is its `arithmetic_circuit_proof.rs`,
//! `i` its `inner_product.rs`, `t` its `transcript.rs`. Constraint k, from 1, is WLₖ·aL + WRₖ·aR + WOₖ·aO + Σⱼ
//! WCGₖⱼ·Cⱼ + WVₖ·V + cₖ = 0; WL without a number is Σₖ zᵏ·WLₖ, and so on. v and w are the random weights of the two
//! equations, n' is `Places::known`. `tests/proofs/recorded.rs` compares every scalar and point with the original's.
//!
//! What differs, with the same result:
//!
//! - The scalars that both equations give hᵢ are added, then multiplied by y⁻ⁱ once. The −yⁱ of r becomes −1 for all
//!   i: one scalar of the stored sum of the first n bold h (`h_sum`, at the logarithm of n; l 169–178, where `l` is
//!   the original's `lib.rs`).
//! - The argument's scalars are products over the bits of i, see `inner_product::over_bits`.
//! - The sum (l 201–213) drops a proof's scalars for generators that do not exist, as the original does, so a proof
//!   over more generators than the sum has is refused (`generators_are_those_of_the_proofs`).
//! - Statements are refused for the same indices in the same order (a 119–145; `ArithmeticCircuitStatement::of`).

use alloc::vec::Vec;

use ciphersuite::Ciphersuite;
use ciphersuite::group::ff::{Field, FromUniformBytes};
use helioselene_multiexp::{random_weight, slices};
use rand_core::{CryptoRng, RngCore};
use std_shims::io;
use subtle::ConditionallySelectable;

use super::{AcVerifyError, ArithmeticCircuitStatement, Places};
use crate::BatchVerifier;
use crate::fold::{CommitmentWeights, Folded, fold};
use crate::inner_product;
use crate::revision::Revision;
use crate::transcript::{Ahead, VerifierTranscript};

impl<C, Rev: Revision> ArithmeticCircuitStatement<'_, C, Rev>
where
    C: Ciphersuite<F: FromUniformBytes<64>, G: ConditionallySelectable>,
{
    /// Reads a proof and adds its equations to a verifier, in variable time.
    ///
    /// Only [`Generators::verify`](crate::Generators::verify) tells whether the proof is right. After an error, discard
    /// the verifier.
    ///
    /// Both equations of the proof get a random weight. Provers must not be able to predict `rng`, and it must not give
    /// two proofs the same numbers, or wrong proofs could cancel.
    ///
    /// # Errors
    ///
    /// If the proof is too short, or an encoding in it is not canonical.
    ///
    /// # Panics
    ///
    /// If many draws from `rng` give no two weights that are neither zero, equal nor opposite: it is not a
    /// cryptographic generator.
    pub fn verify<R: RngCore + CryptoRng>(
        self,
        rng: &mut R,
        verifier: &mut BatchVerifier<C>,
        transcript: &mut VerifierTranscript<'_>,
    ) -> Result<(), AcVerifyError> {
        self.read(rng, verifier, transcript)
            .map_err(|_| AcVerifyError::IncompleteProof)
    }

    /// Reads the messages, and adds the equations of the corrected paper's steps 3 to 5.
    fn read<R: RngCore + CryptoRng>(
        self,
        rng: &mut R,
        verifier: &mut BatchVerifier<C>,
        transcript: &mut VerifierTranscript<'_>,
    ) -> io::Result<()> {
        let (n, places) = (self.generators.len(), self.places());
        make_room(verifier, n);
        // All points of the proof are decoded together: AI, AO, S and T, then, after three scalars, L and R.
        let committed = places.committed().count();
        let (first, second) = (3 + committed, 2 * inner_product::rounds(n));
        verifier.make_room(self.C.len() + self.V.len() + first + second);
        let mut ahead = transcript.ahead([0..first, first + 3..first + 3 + second]);
        let messages = Messages::read(places, transcript, &mut ahead)?;

        // v (a 693) and w (a 730). The original does not draw again for 0, nor for v = ±w.
        let t_weight: C::F = random_weight(rng, &[]);
        let weight = random_weight(rng, &[t_weight.square()]);
        // The powers of x, times the weight of the equation in l and r.
        let mut weighted_x = messages.x.clone();
        slices::scale_assign(&mut weighted_x, &weight);

        // y⁻ⁱ for i < n, zᵏ from k = 1 (in `fold`): a 180–196.
        let y_inv = slices::powers(&C::F::ONE, &slices::vartime_inverse(&messages.y), n);
        let of_commitments: Vec<C::F> = (0..self.C.len())
            .map(|i| weighted_x[places.commitment(i).0])
            .collect();
        let together = CommitmentWeights::Together(&of_commitments);
        let mut weights = fold(self.constraints, &messages.z, n, self.V.len(), together);
        let len = weights.r.len();
        slices::mul_assign(&mut weights.r, &y_inv[..len]);

        messages.add_t(&weights, &self.V, &t_weight, places, verifier);
        let h_scalars = messages.add_p(weights, &self.C, &weighted_x, places, verifier);
        // Σ hᵢ: −w, for −yⁱ times y⁻ⁱ (a 739–744). h: −w·μ (a 782).
        verifier.h_sum[n.trailing_zeros() as usize] -= weight;
        verifier.h -= weight * messages.mu;

        // Challenge u (a 787). g: w·u·t̂ (a 789).
        let u = transcript.challenge::<C>();
        verifier.g += weight * u * messages.t_caret;
        inner_product::verify(
            &y_inv, &u, &weight, h_scalars, verifier, transcript, &mut ahead,
        )
    }
}

/// Extends the verifier's sums to n generators.
fn make_room<C: Ciphersuite>(verifier: &mut BatchVerifier<C>, n: usize) {
    if verifier.g_bold.len() < n {
        for scalars in [
            &mut verifier.g_bold,
            &mut verifier.h_bold,
            &mut verifier.h_sum,
        ] {
            scalars.resize(n, C::F::ZERO);
        }
    }
}

/// A proof's messages up to the inner-product argument, with the challenges.
struct Messages<C: Ciphersuite> {
    AI: C::G,
    AO: C::G,
    S: C::G,
    y: C::F,
    z: C::F,
    T: Vec<C::G>,
    /// The powers of the challenge x, starting with x⁰.
    x: Vec<C::F>,
    tau_x: C::F,
    mu: C::F,
    t_caret: C::F,
}

impl<C: Ciphersuite<F: FromUniformBytes<64>>> Messages<C> {
    fn read(
        places: Places,
        transcript: &mut VerifierTranscript<'_>,
        ahead: &mut Ahead<C>,
    ) -> io::Result<Self> {
        // a 655–657, t 163–175. Challenges y, z: a 658–660, t 21–33. (`read_commitments` came before: t 180–196.)
        let AI = transcript.next_point::<C>(ahead)?;
        let AO = transcript.next_point::<C>(ahead)?;
        let S = transcript.next_point::<C>(ahead)?;
        let y = transcript.challenge::<C>();
        let z = transcript.challenge::<C>();
        // Tᵢ for i = n'/2 … n' − 1, then n' + 1 … 2(n' + 1): a 663–671. Challenge x: a 672. τ, μ, t̂: a 686–688.
        let mut T = Vec::with_capacity(places.committed().count());
        for _ in places.committed() {
            T.push(transcript.next_point::<C>(ahead)?);
        }
        Ok(Self {
            AI,
            AO,
            S,
            y,
            z,
            T,
            x: slices::powers(&C::F::ONE, &transcript.challenge::<C>(), places.len_of_t()),
            tau_x: transcript.read_scalar::<C>()?,
            mu: transcript.read_scalar::<C>()?,
            t_caret: transcript.read_scalar::<C>()?,
        })
    }

    /// Adds `weight` times the equation t(x) = t_caret: step 4, lines 88 to 90 of Bulletproofs' Protocol 3.
    ///
    /// The coefficient of t at n' is known: δ − c − WV·V. `weights.r` is y⁻ⁿ∘WR.
    fn add_t(
        &self,
        weights: &Folded<C::F>,
        V: &[C::G],
        weight: &C::F,
        places: Places,
        verifier: &mut BatchVerifier<C>,
    ) {
        let both = weights.l.len().min(weights.r.len());
        let delta = slices::inner_product(&weights.r[..both], &weights.l[..both]);
        // g: v·t̂ (a 695) − v·x^n'·(δ − Σ zᵏ·cₖ) with δ = Σᵢ WLᵢ·WRᵢ·y⁻ⁱ (a 674–684, 704–706). h: v·τ (a 696).
        let known = *weight * self.x[places.known()];
        verifier.g += *weight * self.t_caret - known * (delta - weights.c);
        verifier.h += *weight * self.tau_x;
        // Vⱼ: v·x^n'·WVⱼ (a 707–719).
        let V_scalars = weights.v.iter().map(|weight| known * weight);
        verifier.additional.extend(V_scalars.zip(V.iter().copied()));
        // Tᵢ: −v·xⁱ (a 720–725).
        let mut T_scalars: Vec<C::F> = places.committed().map(|i| self.x[i]).collect();
        slices::scale_assign(&mut T_scalars, &-*weight);
        let T = self.T.iter().copied();
        verifier.additional.extend(T_scalars.into_iter().zip(T));
    }

    /// Adds P, the commitment to l and r at x: steps 3 and 5, lines 85 to 87 of Bulletproofs' Protocol 3. Returns the
    /// scalars of the bold h, still to be multiplied by y⁻ⁱ, and without −yⁿ: times y⁻ⁿ that is −1 for every h, which
    /// goes to `h_sum`.
    ///
    /// `weighted_x` holds the powers of x times the equation's weight; `weights.cg` already includes them.
    fn add_p(
        &self,
        weights: Folded<C::F>,
        C: &[C::G],
        weighted_x: &[C::F],
        places: Places,
        verifier: &mut BatchVerifier<C>,
    ) -> Vec<C::F> {
        // AI: w·x^(n'/2) (a 737). AO: w·x^n' (a 738). S: w·x^(n' + 1) (a 745).
        let factors = weighted_x[places.factors()];
        verifier.additional.extend([
            (factors, self.AI),
            (weighted_x[places.known()], self.AO),
            (weighted_x[places.random()], self.S),
        ]);
        // Bold gᵢ: w·x^(n'/2)·y⁻ⁱ·WRᵢ (a 750–752).
        slices::axpy(
            &mut verifier.g_bold[..weights.r.len()],
            &factors,
            &weights.r,
        );
        // Bold hᵢ: w·y⁻ⁱ·(x^(n'/2)·WLᵢ + WOᵢ + Σⱼ x^(1 + j)·WCGⱼᵢ) (a 749, 753, 755–779). `fold` has added the Σⱼ;
        // `inner_product::verify` multiplies by y⁻ⁱ.
        let [mut h_scalars] =
            <[_; 1]>::try_from(weights.cg).expect("one vector for all commitments");
        let rows = [(factors, &weights.l), (weighted_x[0], &weights.o)];
        slices::add_scaled_rows(
            &mut h_scalars,
            &rows.map(|(factor, elements)| slices::Row {
                factor,
                start: 0,
                elements,
            }),
        );
        // Cⱼ: w·x^(n' − 1 − j) (a 770).
        let C_scalars = (0..C.len()).map(|i| weighted_x[places.commitment(i).1]);
        verifier.additional.extend(C_scalars.zip(C.iter().copied()));
        h_scalars
    }
}
