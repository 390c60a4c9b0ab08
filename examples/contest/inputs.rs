//! The inputs, all from the committed test vectors, so that a run can be repeated.

use helioselene_bench_support::vectors::{column, encodings, parse};

/// The encodings that every implementation decodes its inputs from. Edge cases come first in each
/// list, random values last.
pub struct Inputs {
    /// Pairs of elements of the field with q elements.
    pub q: Vec<[[u8; 32]; 2]>,
    /// Pairs of elements of the field with p elements.
    pub p: Vec<[[u8; 32]; 2]>,
    pub helios: CurveInputs,
    pub selene: CurveInputs,
}

/// The inputs of one curve.
pub struct CurveInputs {
    /// Strings that may or may not encode points.
    pub encodings: Vec<[u8; 32]>,
    /// Pairs of points with every exceptional case of an addition.
    pub pairs: Vec<[[u8; 32]; 2]>,
    /// Random points.
    pub points: Vec<[u8; 32]>,
    pub scalars: Vec<[u8; 32]>,
}

macro_rules! vectors {
    ($file:literal) => {
        include_str!(concat!("../../tests/vectors/", $file, ".json"))
    };
}

impl Inputs {
    /// Those of the current cycle.
    pub fn current() -> Self {
        Self::new(
            vectors!("current-field"),
            vectors!("current-helios"),
            vectors!("current-selene"),
        )
    }

    /// Those of the cycle of 2025.
    #[cfg(feature = "cycle2025")]
    pub fn of_2025() -> Self {
        Self::new(
            vectors!("2025-field"),
            vectors!("2025-helios"),
            vectors!("2025-selene"),
        )
    }

    fn new(q: &str, helios: &str, selene: &str) -> Self {
        Self {
            q: pairs(q, "binary"),
            p: pairs(vectors!("field25519"), "binary"),
            helios: CurveInputs::new(helios),
            selene: CurveInputs::new(selene),
        }
    }
}

impl CurveInputs {
    fn new(text: &str) -> Self {
        let file = parse(text);
        let points = column(&file, "points", "encoded");
        let mut strings = column(&file, "decode", "bytes");
        strings.extend(&points);
        Self {
            encodings: strings,
            pairs: pairs(text, "add"),
            points,
            scalars: encodings(&file, "scalars"),
        }
    }
}

fn pairs(text: &str, list: &str) -> Vec<[[u8; 32]; 2]> {
    let file = parse(text);
    let (a, b) = (column(&file, list, "a"), column(&file, list, "b"));
    a.into_iter().zip(b).map(|(a, b)| [a, b]).collect()
}
