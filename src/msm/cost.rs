//! Which algorithm, and with what parameter: a model of what each takes.

use crate::backend::BatchVector;

/// A way to compute a multi-scalar multiplication in variable time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// One accumulator.
    Interleaved,
    /// Lists of odd multiples for each place of width-`width` NAF digits.
    Stretched {
        /// 2 to 8.
        width: u32,
    },
    /// Buckets of digits of `bits` bits.
    Buckets {
        /// 1 to 20.
        bits: u32,
    },
}

/// The cheapest algorithm for n points and scalars of `length` bits.
pub(crate) fn choose<V: BatchVector>(n: usize, length: u32) -> Algorithm {
    let candidates = core::iter::once(Algorithm::Interleaved)
        .chain((2..=6).map(|width| Algorithm::Stretched { width }))
        .chain((3..=16).map(|bits| Algorithm::Buckets { bits }));
    let cost = |algorithm: &Algorithm| cost(*algorithm, n as f64, f64::from(length));
    candidates
        .min_by(|a, b| cost(a).total_cmp(&cost(b)))
        .unwrap_or(Algorithm::Interleaved)
}

/// In affine additions.
fn cost(algorithm: Algorithm, n: f64, length: f64) -> f64 {
    const INVERSION: f64 = 25.0;
    const ADDITION: f64 = 2.0;
    const DOUBLING: f64 = 1.4;
    match algorithm {
        Algorithm::Interleaved => DOUBLING * length + n * (ADDITION * (length / 6.0 + 8.0)),
        Algorithm::Stretched { width } => {
            let width = f64::from(width);
            let table = (width - 2.0).exp2();
            DOUBLING * length
                + (ADDITION + DOUBLING) * length
                + n * (1.0 + table + length / (width + 1.0))
                + (width + 4.0) * INVERSION
        }
        Algorithm::Buckets { bits } => {
            let buckets = f64::from(bits - 1).exp2();
            let bits = f64::from(bits);
            let windows = ((length + 1.0) / bits).ceil();
            DOUBLING * length
                + (ADDITION + DOUBLING) * length
                + n
                + windows * (n + 2.0 * buckets)
                + 12.0 * INVERSION
        }
    }
}
