//! Both sides, and the comparison of their results for the same inputs.
//!
//! There are two proof layers and two curve crates. These are compared:
//!
//! 1. ours with the original's proof layer over our curve crate;
//! 2. ours with the original's own stack;
//! 3. our proof layer over the original's curve crate with the original's stack.

use generalized_bulletproofs::batch::{Refused, vartime_batch_verify};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::circuit::{Case, Circuit, GeneratorPoints, Randomness};
use crate::curve::Curve;
use crate::element::Element;
use crate::gadgets::GadgetCircuit;
use crate::generate;
use crate::input::{Against, Input};
use crate::outcome::{Outcome, Proof, Together};
use crate::report::Report;
use crate::{original, ours};

const OVER_OUR_CURVE: &str = "ours and the original's proof layer over our curve";
const FULL_STACK: &str = "ours and the original's stack";
const OVER_ITS_CURVE: &str = "our proof layer over the original's curve and the original's stack";

/// The most points of proofs that a verifier of ours keeps.
const MOST_POINTS: usize = 4096;

/// The same generators in the types of each pair of proof layer and curve crate.
struct Generators<C: Curve> {
    ours: ours::stack::Generators<C>,
    original_over_our_curve: original::stack::Generators<C>,
    original: original::stack::Generators<C::Original>,
    ours_over_its_curve: ours::stack::Generators<C::Original>,
}

impl<C: Curve> Generators<C> {
    fn of(points: &GeneratorPoints) -> Self {
        let distinct = "distinct generators";
        Self {
            ours: ours::stack::generators(points).expect(distinct),
            original_over_our_curve: original::stack::generators(points).expect(distinct),
            original: original::stack::generators(points).expect(distinct),
            ours_over_its_curve: ours::stack::generators(points).expect(distinct),
        }
    }
}

/// Both sides, ready to be given inputs on a curve.
pub struct Sides<C: Curve> {
    /// The generators of provers.
    pub points: GeneratorPoints,
    /// Whether to compare with the original's curve crate too, which takes most of the time.
    pub both_curves: bool,
    generators: Generators<C>,
    others: Generators<C>,
    fewer: Generators<C>,
}

/// What a function of our proof layer and of the original's gives over our curve, and over the original's if that is asked for.
/// `$generators` is an array with, of each `$all`, the generators of that layer over that curve.
macro_rules! sides {
    ($both:expr, $generators:ident in [$($all:expr),*] => $stack:ident::$function:ident($($argument:expr),*)) => {{
        let over_our_curve = [
            { let $generators = [$(&$all.ours),*]; ours::$stack::$function($($argument),*) },
            { let $generators = [$(&$all.original_over_our_curve),*]; original::$stack::$function($($argument),*) },
        ];
        let over_its_curve = $both.then(|| [
            { let $generators = [$(&$all.ours_over_its_curve),*]; ours::$stack::$function($($argument),*) },
            { let $generators = [$(&$all.original),*]; original::$stack::$function($($argument),*) },
        ]);
        (over_our_curve, over_its_curve)
    }};
}

impl<C: Curve> Sides<C> {
    /// Both sides, with generators for this many rows.
    pub fn new(rows: usize) -> Self {
        let points = generate::generators::distinct::<C>(1, rows);
        let of = |seed, rows| Generators::of(&generate::generators::distinct::<C>(seed, rows));
        Self {
            generators: Generators::of(&points),
            others: of(2, rows),
            fewer: of(3, rows / 4),
            points,
            both_curves: true,
        }
    }

    /// Compares the weights of linear combinations.
    pub fn combinations(&self, report: &mut Report, circuit: &Circuit) {
        let ours = ours::stack::views::<C::F>(circuit);
        let original = original::stack::views::<C::F>(circuit);
        report.counts.circuits += 1;
        let differ = ours != original;
        let differences = differ.then(|| "weights of linear combinations".to_owned());
        report.compare(C::NAME, OVER_OUR_CURVE, differences, || {
            Input::Combinations(circuit.clone())
        });
    }

    /// Compares proofs, and returns ours.
    pub fn proof(
        &self,
        report: &mut Report,
        circuit: &Circuit,
        context: Element,
        randomness: Randomness,
    ) -> Result<Proof, String> {
        report.counts.proofs += 1;
        let (over_our_curve, over_its_curve) = sides!(self.both_curves, generators in [&self.generators] =>
            stack::prove(circuit, generators[0], context, randomness));
        compare_proofs::<C>(report, over_our_curve, over_its_curve, || {
            Input::Proof(circuit.clone(), context, randomness)
        })
    }

    /// Compares verdicts and everything else that is known, and returns ours.
    pub fn verification(
        &self,
        report: &mut Report,
        circuit: &Circuit,
        case: &Case,
        against: Against,
    ) -> Outcome {
        let with = match against {
            Against::Same => &self.generators,
            Against::Others => &self.others,
            Against::Fewer => &self.fewer,
        };
        report.counts.verdicts += 1;
        report.counts.with_both_curves += u64::from(self.both_curves);
        report.counts.with_zeros += u64::from(case.has_zeros());
        let (over_our_curve, over_its_curve) = sides!(self.both_curves, generators in [&self.generators, with] =>
            stack::verify(circuit, generators[0], generators[1], case));
        let outcome = compare_outcomes::<C>(report, over_our_curve, over_its_curve, || {
            Input::Verification(circuit.clone(), case.clone(), against)
        });
        report.counts.accepted += u64::from(outcome.accepts());
        report.count(format!("proof: {}", outcome.kind()));
        outcome
    }

    /// Compares verifiers of several proofs.
    pub fn together(
        &self,
        report: &mut Report,
        proofs: &[(Circuit, Case)],
        points: &[(Element, Element)],
        randomness: Randomness,
    ) {
        let Generators {
            ours,
            original_over_our_curve: over_our_curve,
            original,
            ..
        } = &self.generators;
        let ours = ours::stack::verify_many(ours, proofs, points, randomness);
        let over_our_curve =
            original::stack::verify_many(over_our_curve, proofs, points, randomness);
        let original = original::stack::verify_many(original, proofs, points, randomness);

        let seen = original.as_ref();
        let long = seen.is_ok_and(|all| all.sums.additional.len() > MOST_POINTS);
        report.counts.verifiers += u64::from(!long);
        report.counts.long_verifiers += u64::from(long);
        report.count(match seen.map(|all| all.verdict) {
            Ok(true) => "several proofs: accepted".into(),
            Ok(false) => "several proofs: refused by the sum".into(),
            Err(error) => format!("several proofs: {error}"),
        });
        let as_original = ours.clone().map(Together::encoded_as_original::<C>);
        for (comparison, ours, other) in [
            (OVER_OUR_CURVE, ours, over_our_curve),
            (FULL_STACK, as_original, original),
        ] {
            // Above this, ours has replaced points by their sum.
            let both = [ours, other].map(|all| match all {
                Ok(all) if long => Ok(all.without_points()),
                other => other,
            });
            let differ = both[0] != both[1];
            let differences = differ.then(|| "verifiers of several proofs".to_owned());
            report.compare(C::NAME, comparison, differences, || {
                Input::Together(proofs.to_vec(), points.to_vec(), randomness)
            });
        }
    }

    /// Compares one call's verdicts on many proofs with the original's verdict on each.
    pub fn batch(&self, report: &mut Report, proofs: &[(Circuit, Case)], seed: u64) {
        let Generators {
            ours,
            original_over_our_curve,
            ..
        } = &self.generators;
        let expected = proofs.iter().map(|(circuit, case)| {
            let original = original_over_our_curve;
            original::stack::verify(circuit, original, original, case)
        });
        let expected: Vec<_> = expected
            .enumerate()
            .filter(|(_, outcome)| !outcome.accepts())
            .map(|(i, outcome)| match outcome.added.result {
                Err(error) => (i, Refused::Error(error)),
                Ok(()) => (i, Refused::Wrong),
            })
            .collect();
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let add = |(circuit, case): &(Circuit, Case), rng: &mut _, verifier: &mut _| {
            ours::stack::add(circuit, ours, case, rng, verifier).result
        };
        let found = vartime_batch_verify(&mut rng, ours, proofs, add);
        let found = found.err().unwrap_or_default();
        report.counts.batches += 1;
        report.counts.batched += proofs.len() as u64;
        let differ = found != expected;
        let differences = differ.then(|| format!("found {found:?}, expected {expected:?}"));
        report.compare(C::NAME, OVER_OUR_CURVE, differences, || {
            Input::Batch(proofs.to_vec(), seed)
        });
    }

    /// Compares errors for generators, the generators themselves, and for how many rows there are enough.
    pub fn any_generators(&self, report: &mut Report, points: &GeneratorPoints) {
        const HALF: usize = 1 << (usize::BITS - 1);
        const ROWS: [usize; 12] = [0, 1, 2, 3, 4, 5, 8, 9, HALF / 2, HALF, HALF + 1, usize::MAX];
        let ours = ours::stack::described::<C>(points, &ROWS);
        report.count(match &ours {
            Ok(_) => "generators: made".into(),
            Err(error) => format!("generators: {error}"),
        });
        report.counts.generators += 1;
        let over_our_curve = original::stack::described::<C>(points, &ROWS);
        let original = original::stack::described::<C::Original>(points, &ROWS);
        for (comparison, original) in [(OVER_OUR_CURVE, over_our_curve), (FULL_STACK, original)] {
            let differ = ours != original;
            let differences = differ.then(|| format!("{ours:?}, {original:?}"));
            report.compare(C::NAME, comparison, differences, || {
                Input::Generators(points.clone())
            });
        }
    }

    /// Compares proofs of circuits of gadgets, and returns ours.
    pub fn gadget_proof(
        &self,
        report: &mut Report,
        circuit: &GadgetCircuit,
        context: Element,
        randomness: Randomness,
    ) -> Result<Proof, String> {
        report.counts.gadget_proofs += 1;
        let (over_our_curve, over_its_curve) = sides!(self.both_curves, generators in [&self.generators] =>
            gadget_stack::prove(circuit, generators[0], context, randomness));
        compare_proofs::<C>(report, over_our_curve, over_its_curve, || {
            Input::GadgetProof(circuit.clone(), context, randomness)
        })
    }

    /// Compares verdicts on proofs of circuits of gadgets and everything else that is known, and returns ours.
    pub fn gadget_verification(
        &self,
        report: &mut Report,
        circuit: &GadgetCircuit,
        case: &Case,
    ) -> Outcome {
        let (over_our_curve, over_its_curve) = sides!(self.both_curves, generators in [&self.generators] =>
            gadget_stack::verify(circuit, generators[0], case));
        let outcome = compare_outcomes::<C>(report, over_our_curve, over_its_curve, || {
            Input::GadgetVerification(circuit.clone(), case.clone())
        });
        report.counts.gadget_verdicts += 1;
        report.count(format!("gadgets: {}", outcome.kind()));
        outcome
    }

    /// Compares an input that once gave different results.
    pub fn replay(&self, report: &mut Report, input: &Input) {
        match input {
            Input::Combinations(circuit) => self.combinations(report, circuit),
            Input::Proof(circuit, context, randomness) => {
                let proof = self.proof(report, circuit, *context, *randomness);
                println!("ours: {proof:?}");
            }
            Input::Verification(circuit, case, against) => {
                let outcome = self.verification(report, circuit, case, *against);
                println!("ours: {}", outcome.kind());
            }
            Input::Together(proofs, points, randomness) => {
                self.together(report, proofs, points, *randomness);
            }
            Input::Batch(proofs, seed) => self.batch(report, proofs, *seed),
            Input::Generators(points) => self.any_generators(report, points),
            Input::GadgetProof(circuit, context, randomness) => {
                let proof = self.gadget_proof(report, circuit, *context, *randomness);
                println!("ours: {proof:?}");
            }
            Input::GadgetVerification(circuit, case) => {
                let outcome = self.gadget_verification(report, circuit, case);
                println!("ours: {}", outcome.kind());
            }
        }
    }
}

/// Results of both proof layers over our curve, and maybe over the original's. `mapped` is ours over our curve, as it would be
/// over the original's.
fn comparisons<T: Clone>(
    [ours, original]: [T; 2],
    mapped: T,
    over_its_curve: Option<[T; 2]>,
) -> Vec<(&'static str, T, T)> {
    let mut comparisons = vec![(OVER_OUR_CURVE, ours, original)];
    if let Some([ours, original]) = over_its_curve {
        comparisons.push((FULL_STACK, mapped, original.clone()));
        comparisons.push((OVER_ITS_CURVE, ours, original));
    }
    comparisons
}

/// Compares the proofs made by both proof layers, and returns ours over our curve.
fn compare_proofs<C: Curve>(
    report: &mut Report,
    over_our_curve: [Result<Proof, String>; 2],
    over_its_curve: Option<[Result<Proof, String>; 2]>,
    input: impl Fn() -> Input,
) -> Result<Proof, String> {
    let ours = over_our_curve[0].clone();
    for (comparison, a, b) in comparisons(over_our_curve, ours.clone(), over_its_curve) {
        let differences = match (a, b) {
            (a, b) if a == b => None,
            (Ok(a), Ok(b)) if a.bytes == b.bytes => Some("transcripts, or bytes drawn".into()),
            (Ok(_), Ok(_)) => Some("proofs".into()),
            (a, b) => Some(format!("errors {:?}, {:?}", a.err(), b.err())),
        };
        report.compare(C::NAME, comparison, differences, &input);
    }
    report.count(match &ours {
        Ok(_) => "proven".into(),
        Err(error) => format!("not proven: {error}"),
    });
    ours
}

/// Compares the outcomes of both proof layers, and returns ours over our curve.
fn compare_outcomes<C: Curve>(
    report: &mut Report,
    over_our_curve: [Outcome; 2],
    over_its_curve: Option<[Outcome; 2]>,
    input: impl Fn() -> Input,
) -> Outcome {
    let ours = over_our_curve[0].clone();
    let mapped = ours.clone().encoded_as_original::<C>();
    for (comparison, a, b) in comparisons(over_our_curve, mapped, over_its_curve) {
        report.compare(C::NAME, comparison, a.differences(&b), &input);
    }
    ours
}
