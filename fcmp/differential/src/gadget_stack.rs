//! Calls of the gadgets. This file is compiled twice: as a module of `ours` and of `original`.

use ciphersuite::group::ff::PrimeField;
use generic_array::typenum::{U13, U64, U255};
use generic_array::{ArrayLength, GenericArray};

use super::abstraction::{Circuit, Transcript as Challenges};
use super::gadgets::{
    CurveSpec, DiscreteLogParameter, DiscreteLogParameters, Divisor, EcDlogGadgets, EcGadgets,
    GeneratorTable, PointWithDlog,
};
use super::proofs::Generators;
use super::proofs::arithmetic_circuit_proof::{
    ArithmeticCircuitStatement, ArithmeticCircuitWitness, LinComb, Variable,
};
use super::proofs::transcript::{Commitments, Transcript};
use super::stack::{added, commit, openings, proven, variable, verified};
use crate::circuit::{Case, Randomness};
use crate::curve::Suite;
use crate::element::Element;
use crate::gadgets::{Gadget, GadgetCircuit, Terms};
use crate::outcome::{Outcome, Proof, or_panic};

/// Logarithms with this many digits.
#[derive(Clone)]
struct Digits<const N: usize>;

impl DiscreteLogParameter for Digits<13> {
    type ScalarBits = U13;
}

impl DiscreteLogParameter for Digits<64> {
    type ScalarBits = U64;
}

impl DiscreteLogParameter for Digits<255> {
    type ScalarBits = U255;
}

fn combination<F: PrimeField>(terms: &Terms) -> LinComb<F> {
    let terms = terms.iter();
    terms.fold(LinComb::empty(), |combination, (weight, of)| {
        combination.term(weight.scalar(), variable(*of))
    })
}

fn array<N: ArrayLength>(
    variables: &mut impl Iterator<Item = Variable>,
) -> GenericArray<Variable, N> {
    variables.take(N::to_usize()).collect()
}

/// The combination's value, or `otherwise` if there is none; `None` for a verifier.
fn witness<C: Suite>(
    circuit: &Circuit<C>,
    combination: Option<&LinComb<C::F>>,
    otherwise: u64,
) -> Option<C::F> {
    let any = circuit.eval(&LinComb::empty().constant(C::F::from(otherwise)));
    combination.map_or(any, |combination| circuit.eval(combination))
}

fn call<C: Suite, P: DiscreteLogParameters>(
    circuit: &mut Circuit<C>,
    description: &GadgetCircuit,
    transcript: &mut impl Challenges,
) {
    let (a, b) = description.curve;
    let curve = CurveSpec {
        a: a.scalar::<C::F>(),
        b: b.scalar(),
    };
    let tables = description.generators.iter();
    let tables: Vec<GeneratorTable<C::F, P>> = tables
        .map(|(x, y)| GeneratorTable::new(&curve, x.scalar(), y.scalar()))
        .collect();
    let tables: Vec<_> = tables.iter().collect();
    let (challenge, generators) =
        circuit.discrete_log_challenge::<_, P>(transcript, &curve, &tables);
    let on_curve =
        |circuit: &mut Circuit<C>, (x, y)| circuit.on_curve(&curve, (variable(x), variable(y)));
    for gadget in &description.gadgets {
        match gadget {
            Gadget::Multiply(a, b) => {
                let [a, b] = [a, b].map(|terms| terms.as_ref().map(combination));
                let left = witness(circuit, a.as_ref(), 2);
                let right = witness(circuit, b.as_ref(), 3);
                circuit.mul(a, b, left.zip(right));
            }
            Gadget::Equality(a, constant, b) => circuit.equality(
                combination::<C::F>(a).constant(constant.scalar()),
                &combination(b),
            ),
            Gadget::Inverse(a) => {
                let a = a.as_ref().map(combination);
                let value = witness(circuit, a.as_ref(), 5);
                circuit.inverse(a, value);
            }
            Gadget::Inequality(a, b) => {
                let (a, b) = (combination(a), combination(b));
                let values = circuit.eval(&a).zip(circuit.eval(&b));
                circuit.inequality(a, &b, values);
            }
            Gadget::Zero(a, constant) => {
                let a = combination::<C::F>(a).constant(constant.scalar());
                circuit.constrain_equal_to_zero(a);
            }
            Gadget::OnCurve(x, y) => {
                on_curve(circuit, (*x, *y));
            }
            Gadget::IncompleteAdd { fixed, other, sum } => {
                let other = on_curve(circuit, *other);
                let sum = on_curve(circuit, *sum);
                circuit.incomplete_add_fixed((fixed.0.scalar(), fixed.1.scalar()), other, sum);
            }
            Gadget::DiscreteLog(generator, variables) => {
                let mut all = variables.iter().copied().map(variable).cycle();
                let mut next = || all.next().expect("there are variables");
                let (point, zero, y) = ((next(), next()), next(), next());
                let point = PointWithDlog::<P> {
                    point,
                    dlog: array(&mut all),
                    divisor: Divisor {
                        zero,
                        x_from_power_of_2: array(&mut all),
                        yx: array(&mut all),
                        y,
                    },
                };
                circuit.discrete_log(&curve, point, &challenge, &generators[*generator]);
            }
        }
    }
}

fn call_with_digits<C: Suite>(
    circuit: &mut Circuit<C>,
    description: &GadgetCircuit,
    transcript: &mut impl Challenges,
) {
    match description.digits {
        13 => call::<C, Digits<13>>(circuit, description, transcript),
        64 => call::<C, Digits<64>>(circuit, description, transcript),
        255 => call::<C, Digits<255>>(circuit, description, transcript),
        other => panic!("{other} digits"),
    }
}

type Proven<'a, C> = (
    ArithmeticCircuitStatement<'a, C>,
    Option<ArithmeticCircuitWitness<C>>,
);

fn statement<'a, C: Suite>(
    circuit: Circuit<C>,
    description: &GadgetCircuit,
    generators: &'a Generators<C>,
    commitments: Commitments<C>,
) -> Result<Proven<'a, C>, String> {
    let generators = generators.reduce(description.rows);
    let generators = generators.ok_or("there are fewer generators than rows")?;
    let statement = circuit.statement(generators, commitments);
    statement.map_err(|error| format!("statement: {error:?}"))
}

/// A proof of a circuit of gadgets, or the error.
pub fn prove<C: Suite>(
    description: &GadgetCircuit,
    generators: &Generators<C>,
    context: Element,
    randomness: Randomness,
) -> Result<Proof, String> {
    or_panic(|| {
        let (vectors, values) = openings::<C>(&description.vectors, &description.values);
        let mut transcript = Transcript::new(context.0);
        let commitments = commit(generators, &mut transcript, &vectors, &values)?;
        let mut circuit = Circuit::prove(vectors, values);
        call_with_digits(&mut circuit, description, &mut transcript);
        let (statement, witness) = statement(circuit, description, generators, commitments)?;
        let witness = witness.ok_or("no witness")?;
        proven(statement, witness, transcript, randomness)
    })
}

/// Everything observable about a proof of a circuit of gadgets.
pub fn verify<C: Suite>(
    description: &GadgetCircuit,
    generators: &Generators<C>,
    case: &Case,
) -> Outcome {
    verified(generators, case, |rng, verifier| {
        added(case, rng, verifier, |commitments, transcript| {
            let mut circuit = Circuit::verify();
            call_with_digits(&mut circuit, description, transcript);
            let (statement, _) = statement(circuit, description, generators, commitments)?;
            Ok(statement)
        })
    })
}
