//! The comparisons of a run.

use ciphersuite::group::Group;
use ciphersuite::group::ff::Field;
use rand_chacha::ChaCha20Rng;
use rand_core::RngCore;

use crate::circuit::{Case, Circuit, Operation, Randomness, Variable};
use crate::curve::Curve;
use crate::element::Element;
use crate::generate::circuits::{Kind, MOST_ROWS, Size};
use crate::generate::{circuits, gadgets, generators, mutations};
use crate::input::{Against, Input};
use crate::outcome::Outcome;
use crate::randomness::{self, Choose, chooser};
use crate::report::Report;
use crate::sides::Sides;

/// One in this many circuits is also compared over the original's curve crate.
const BOTH_CURVES: u64 = 4;

/// How many proofs a batch has.
const BATCH: usize = 300;

/// The chooser's number for choices that belong to no circuit.
const ONCE: u64 = u64::MAX;

/// A run on a curve.
pub struct Rounds<C: Curve> {
    sides: Sides<C>,
    /// The seed of all random choices.
    seed: u64,
    /// The number of changed proofs for each circuit.
    mutations: u64,
    pool: Vec<Element>,
    /// Proofs kept for a verifier of several.
    together: Vec<(Circuit, Case)>,
    /// Proofs kept for a batch, and whether each is right.
    batch: Vec<((Circuit, Case), bool)>,
}

impl<C: Curve> Rounds<C> {
    /// Nothing compared yet.
    pub fn new(seed: u64, mutations: u64) -> Self {
        let sides = Sides::new(MOST_ROWS);
        let mut rng = chooser(seed, C::NAME, ONCE);
        Self {
            pool: mutations::pool::<C>(&mut rng, &sides.points),
            sides,
            seed,
            mutations,
            together: vec![],
            batch: vec![],
        }
    }

    /// Comparisons made once in a run.
    pub fn once(&mut self, report: &mut Report) {
        let mut rng = chooser(self.seed, C::NAME, ONCE - 1);
        self.identity(report, &mut rng);
        self.long_verifiers(report, &mut rng);
    }

    /// Compares a circuit, its proof and changes of it; sometimes other inputs too.
    pub fn circuit(&mut self, report: &mut Report, number: u64) {
        let mut rng = chooser(self.seed, C::NAME, number);
        let rng = &mut rng;
        self.sides.both_curves = number.is_multiple_of(BOTH_CURVES);
        let kind = Kind {
            size: Size::any(rng),
            honest: rng.chance(4, 5),
            weird: rng.chance(1, 6),
        };
        report.count(format!("circuit: {}", kind.size.name));
        let circuit = circuits::circuit::<C::F>(rng, kind);
        self.sides.combinations(report, &circuit);

        let context = randomness::element(rng);
        let randomness = if rng.chance(1, 15) {
            Randomness::Zeros
        } else {
            Randomness::Seed(rng.next_u64())
        };
        let proof = self.sides.proof(report, &circuit, context, randomness);
        let proven = proof.is_ok();
        let commitments = (circuit.vectors.len(), circuit.values.len());
        let proof = match proof {
            Ok(proof) => proof.bytes,
            Err(_) => mutations::of_nothing::<C>(rng, &self.pool, circuit.rows, commitments),
        };
        let randomness = Randomness::Seed(rng.next_u64());
        let case = Case::new(context, proof, commitments, randomness);
        let outcome = self
            .sides
            .verification(report, &circuit, &case, Against::Same);
        self.keep(rng, &circuit, &case, &outcome);
        // The revisions treat encoded identities differently.
        let is_right = kind.honest && !kind.weird && !case.has_zeros();
        if is_right && proven && !outcome.accepts() {
            let differences = vec!["an honest proof is not accepted".to_owned()];
            report.compare(C::NAME, "ours", differences, || {
                Input::Verification(circuit.clone(), case.clone(), Against::Same)
            });
        }
        for mutation in 0..self.mutations.div_ceil(kind.size.share) {
            let (changed, change) = mutations::mutate::<C>(rng, &case, &self.pool);
            let against = match rng.below(50) {
                0 => Against::Others,
                1 => Against::Fewer,
                _ => Against::Same,
            };
            report.count(format!("change: {change}"));
            let outcome = self.sides.verification(report, &circuit, &changed, against);
            if mutation < 2 && against == Against::Same {
                self.keep(rng, &circuit, &changed, &outcome);
            }
        }

        if rng.chance(1, 6) {
            self.gadgets(report, rng);
        }
        if rng.chance(1, 10) {
            let points = generators::any::<C>(rng);
            self.sides.any_generators(report, &points);
        }
        self.several(report, rng);
    }

    /// Compares a circuit made by gadgets, its proof, a changed proof, and a random string in place of a proof.
    fn gadgets(&self, report: &mut Report, rng: &mut ChaCha20Rng) {
        let honest = rng.chance(1, 2);
        let circuit = gadgets::circuit::<C::F>(rng, honest);
        let context = randomness::element(rng);
        let commitments = (circuit.vectors.len(), circuit.values.len());
        let proof = mutations::of_nothing::<C>(rng, &self.pool, circuit.rows, commitments);
        let randomness = Randomness::Seed(rng.next_u64());
        let mut case = Case::new(context, proof, commitments, randomness);
        self.sides.gadget_verification(report, &circuit, &case);
        let randomness = Randomness::Seed(rng.next_u64());
        let proof = self
            .sides
            .gadget_proof(report, &circuit, context, randomness);
        if let Ok(proof) = proof {
            case.proof = proof.bytes;
            self.sides.gadget_verification(report, &circuit, &case);
            let (changed, _) = mutations::mutate::<C>(rng, &case, &self.pool);
            self.sides.gadget_verification(report, &circuit, &changed);
        }
    }

    /// Keeps a proof for verifiers of several, and for batches.
    fn keep(&mut self, rng: &mut ChaCha20Rng, circuit: &Circuit, case: &Case, outcome: &Outcome) {
        if outcome.panicked() {
            return;
        }
        let proof = (circuit.clone(), case.clone());
        let wrong = outcome.verdict == Some(false);
        if outcome.accepts() || wrong && rng.chance(1, 40) {
            self.together.push(proof.clone());
        }
        self.batch.push((proof, outcome.accepts()));
    }

    /// Verifies the kept proofs together, once there are enough.
    fn several(&mut self, report: &mut Report, rng: &mut ChaCha20Rng) {
        if rng.chance(1, 25) {
            let proofs = std::mem::take(&mut self.together);
            let randomness = Randomness::Seed(rng.next_u64());
            self.sides.together(report, &proofs, &[], randomness);
        }
        if self.batch.len() >= BATCH {
            let proofs = std::mem::take(&mut self.batch);
            let (right, wrong): (Vec<_>, Vec<_>) = proofs.iter().partition(|(_, right)| *right);
            let all = proofs.iter().map(|(proof, _)| proof.clone()).collect();
            let mut right: Vec<_> = right.into_iter().map(|(proof, _)| proof.clone()).collect();
            let mut lists: Vec<Vec<(Circuit, Case)>> = vec![all, right.clone()];
            if let Some((proof, _)) = wrong.first() {
                let place = rng.below(right.len() + 1);
                right.insert(place, proof.clone());
                lists.push(right);
            }
            for list in lists {
                self.sides.batch(report, &list, rng.next_u64());
            }
        }
    }

    /// Compares a proof without blinding: commitments to zero are the identity, so it contains encoded identities.
    fn identity(&mut self, report: &mut Report, rng: &mut ChaCha20Rng) {
        let scalar = |scalar: u64| Element::of_scalar(&C::F::from(scalar));
        let circuit = Circuit {
            rows: 4,
            al: vec![scalar(3); 4],
            ar: vec![scalar(5); 4],
            vectors: vec![(vec![scalar(15)], scalar(9))],
            combinations: vec![vec![
                Operation::Term(scalar(1), Variable::Ao(0)),
                Operation::Term(Element::of_scalar(&-C::F::ONE), Variable::Cg(0, 0)),
            ]],
            constraints: vec![0],
            ..Circuit::default()
        };
        let context = Element([7; 32]);
        let sides = &self.sides;
        let proof = sides.proof(report, &circuit, context, Randomness::Zeros);
        let proof = proof.expect("an honest witness").bytes;
        let case = Case::new(context, proof, (1, 0), Randomness::Seed(5));
        let outcome = sides.verification(report, &circuit, &case, Against::Same);
        let (curve, kind) = (C::NAME, outcome.kind());
        println!("{curve}, a proof with encoded identities: {kind}");
        for _ in 0..50 {
            let (changed, _) = mutations::mutate::<C>(rng, &case, &self.pool);
            sides.verification(report, &circuit, &changed, Against::Same);
        }
    }

    /// Compares verifiers with about 4096 points and more, before and after proofs are added; every other one contains
    /// a wrong proof.
    fn long_verifiers(&mut self, report: &mut Report, rng: &mut ChaCha20Rng) {
        const POINTS: [usize; 6] = [4050, 4090, 4095, 4096, 5000, 1];
        for (round, points) in POINTS.into_iter().enumerate() {
            let point = C::G::random(&mut *rng);
            let mut sum = C::F::ZERO;
            let mut all = vec![];
            for i in 0..points {
                let scalar = C::F::random(&mut *rng);
                let multiple = C::F::from(i as u64 % 7 + 1);
                sum += scalar * multiple;
                let multiple = Element::of_point(&(point * multiple));
                all.push((Element::of_scalar(&scalar), multiple));
            }
            all.push((Element::of_scalar(&-sum), Element::of_point(&point)));
            let mut proofs = vec![];
            while proofs.len() < 8 {
                let kind = Kind {
                    size: Size::small(),
                    honest: true,
                    weird: false,
                };
                let circuit = circuits::circuit::<C::F>(rng, kind);
                let context = randomness::element(rng);
                let randomness = Randomness::Seed(rng.next_u64());
                let proof = self.sides.proof(report, &circuit, context, randomness);
                let mut proof = proof.expect("an honest witness").bytes;
                if proofs.len() == 3 && round % 2 == 1 {
                    let scalar = proof.0.len() - 64;
                    proof.0[scalar] ^= 1;
                }
                let commitments = (circuit.vectors.len(), circuit.values.len());
                let case = Case::new(context, proof, commitments, randomness);
                proofs.push((circuit, case));
            }
            let randomness = Randomness::Seed(rng.next_u64());
            self.sides.together(report, &proofs, &all, randomness);
        }
    }
}
