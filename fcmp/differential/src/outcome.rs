//! Results, which must be the same on both sides.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::circuit::GeneratorPoints;
use crate::curve::Curve;
use crate::element::{Bytes, Element};

/// A finished proof.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// Its bytes, with those of the commitments.
    pub bytes: Bytes,
    /// A challenge drawn afterwards, which reveals the transcript's state.
    pub transcript: Bytes,
    /// How many bytes of randomness it took.
    pub drawn: u64,
}

/// The result of adding a proof to a verifier.
#[derive(Clone, Debug, PartialEq)]
pub struct Added {
    /// The error, if there was one.
    pub result: Result<(), String>,
    /// A challenge drawn afterwards, which reveals the transcript's state.
    pub transcript: Bytes,
    /// How many bytes are left.
    pub rest: usize,
}

/// A verifier's scalars and points.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    /// The scalar of g.
    pub g: Element,
    /// The scalar of h.
    pub h: Element,
    /// The scalars of the bold g.
    pub g_bold: Vec<Element>,
    /// The scalars of the bold h.
    pub h_bold: Vec<Element>,
    /// The scalars of sums of bold h.
    pub h_sum: Vec<Element>,
    /// Points of proofs with their scalars, sorted.
    pub additional: Vec<(Element, Element)>,
}

impl Sums {
    /// Sorts the points by their encodings.
    pub fn sorted(mut self) -> Self {
        self.additional.sort();
        self
    }

    /// From our curve: with points as the original's curve crate encodes them.
    pub fn encoded_as_original<C: Curve>(mut self) -> Self {
        for (point, _) in &mut self.additional {
            *point = C::as_the_original_encodes(*point);
        }
        self.sorted()
    }
}

/// Everything observable about a proof.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The result of adding it.
    pub added: Added,
    /// How many bytes of randomness were drawn.
    pub drawn: u64,
    /// The verifier, if the proof was added.
    pub sums: Option<Sums>,
    /// Whether the verifier's sum was the identity.
    pub verdict: Option<bool>,
}

impl Outcome {
    /// The outcome of a panic, after which nothing else is known.
    pub fn of_panic(panic: String) -> Self {
        Self {
            added: Added {
                result: Err(panic),
                transcript: Bytes::default(),
                rest: 0,
            },
            drawn: 0,
            sums: None,
            verdict: None,
        }
    }

    /// From our curve: with points as the original's curve crate encodes them.
    pub fn encoded_as_original<C: Curve>(mut self) -> Self {
        self.sums = self.sums.map(Sums::encoded_as_original::<C>);
        self
    }

    /// Whether the proof is accepted.
    pub fn accepts(&self) -> bool {
        self.verdict == Some(true)
    }

    /// Whether there was a panic.
    pub fn panicked(&self) -> bool {
        self.added.result == Err(PANIC.into())
    }

    /// Short, for counting.
    pub fn kind(&self) -> String {
        match (&self.added.result, self.verdict) {
            (Err(error), _) => error.clone(),
            (_, Some(true)) => "accepted".into(),
            _ => "refused by the sum".into(),
        }
    }

    /// How this outcome and another differ.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let shown = |of: &Self| {
            [
                format!("result {:?}", of.added.result),
                format!("bytes left {}", of.added.rest),
                format!("bytes drawn {}", of.drawn),
                format!("verdict {:?}", of.verdict),
            ]
        };
        let pairs = shown(self).into_iter().zip(shown(other));
        let differing = pairs.filter(|(a, b)| a != b);
        let mut differences: Vec<_> = differing.map(|(a, b)| format!("{a}, {b}")).collect();
        let mut differ = |differs: bool, what: &str| {
            differences.extend(differs.then(|| what.to_owned()));
        };
        let transcripts_differ = self.added.transcript != other.added.transcript;
        differ(transcripts_differ, "transcripts");
        if let (Some(a), Some(b)) = (&self.sums, &other.sums) {
            differ(a.g != b.g, "the scalar of g");
            differ(a.h != b.h, "the scalar of h");
            differ(a.g_bold != b.g_bold, "scalars of bold g");
            differ(a.h_bold != b.h_bold, "scalars of bold h");
            differ(a.h_sum != b.h_sum, "scalars of sums of bold h");
            differ(a.additional != b.additional, "points or their scalars");
        }
        differences
    }
}

/// What is observable about generators.
#[derive(Clone, Debug, PartialEq)]
pub struct Described {
    /// Their encodings.
    pub points: GeneratorPoints,
    /// Whether there are enough, for several numbers of rows.
    pub enough: Vec<Result<bool, String>>,
}

const PANIC: &str = "panic";

/// The result. A panic's message is dropped, as each side has its own.
pub fn or_panic<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err(PANIC.into()))
}

/// Everything observable about a verifier with many proofs.
#[derive(Clone, Debug, PartialEq)]
pub struct Together {
    /// The result of adding each.
    pub added: Vec<Added>,
    /// How many bytes of randomness were drawn.
    pub drawn: u64,
    /// The verifier.
    pub sums: Sums,
    /// Whether its sum was the identity.
    pub verdict: bool,
}

impl Together {
    /// From our curve: with points as the original's curve crate encodes them.
    pub fn encoded_as_original<C: Curve>(mut self) -> Self {
        self.sums = self.sums.encoded_as_original::<C>();
        self
    }

    /// Without the points: ours replaces them by a sum when there are many.
    pub fn without_points(mut self) -> Self {
        self.sums.additional.clear();
        self
    }
}
