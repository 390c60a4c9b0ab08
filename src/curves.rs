//! The curves: their constants, and their public operations.
//!
//! `notes/cycle.md` says where the constants come from.
//!
//! Each slow operation of [`Curve`] makes a value that describes the operation and hands it to the selected backend: an
//! [`Operation`] on single points by [`run`], a job on many by `run_batch`. The backend calls it back with its own
//! vectors, inside a function compiled for their instructions.

use crate::curve::{Curve, Point, Sealed};
use crate::dispatch::Backend;
use crate::field::FieldElement;
use crate::point_ops::{OnePoint, Operation};
use crate::primes::{P25519, Q};
use crate::scalar_mul::{Addition, DoubleBase, Doubling, FixedBase, VariableBase};
use crate::word::from_hex;
#[cfg(feature = "alloc")]
use {
    crate::backend::tuning::sums::{DIVIDED_AT_ONCE, points_per_thread::NORMALISATION},
    crate::curve::{AffinePoint, Algorithm, MultiscalarWorkspace, Tables, Term},
    crate::dispatch::run_batch,
    crate::mask::Mask,
    crate::msm::{
        ConstantTimeSum, Decode, Normalize, PairSums, Prepare, Products, VartimeDecode,
        VartimePrepare, VartimePreparedSums, VartimeRows, VartimeSum,
    },
    crate::threads,
    alloc::vec::Vec,
    subtle::CtOption,
};

/// Runs an operation on single points on the selected backend, compiled as a whole under its target features.
#[inline(always)]
fn run<C: Curve>(operation: impl Operation<Curve = C>) -> Point<C> {
    Backend::selected().one(OnePoint(operation))
}

/// Implements a curve's operations on many points.
#[cfg(feature = "alloc")]
macro_rules! batches {
    () => {
        fn vartime_sum(
            terms: Vec<Term<'_, Self>>,
            algorithm: Option<Algorithm>,
            workspace: Option<&mut MultiscalarWorkspace>,
        ) -> Point<Self> {
            run_batch(VartimeSum {
                terms,
                algorithm,
                workspace,
            })
        }

        fn vartime_prepare(points: &[Point<Self>], bytes: usize) -> (Tables, usize) {
            run_batch(VartimePrepare { points, bytes })
        }

        fn vartime_prepared_sums(
            tables: &Tables,
            points: &[Point<Self>],
            sums: &[(usize, &[FieldElement<Self::Scalar>])],
        ) -> Vec<Point<Self>> {
            run_batch(VartimePreparedSums {
                tables,
                points,
                sums,
            })
        }

        fn vartime_rows(
            scalars: &[FieldElement<Self::Scalar>],
            points: &[Point<Self>],
            row: usize,
            first: usize,
            sums: &mut [Point<Self>],
        ) {
            run_batch(VartimeRows {
                scalars,
                points,
                row,
                first,
                sums,
            });
        }

        fn sum(
            terms: &[Term<'_, Self>],
            tables: Option<(&Tables, &[usize])>,
            short: bool,
            independent: bool,
        ) -> (Point<Self>, Mask) {
            run_batch(ConstantTimeSum {
                terms,
                tables,
                short,
                independent,
            })
        }

        fn prepare(points: &[Point<Self>]) -> Tables {
            run_batch(Prepare { points })
        }

        fn products(
            scalars: &[FieldElement<Self::Scalar>],
            points: &[Point<Self>],
            products: &mut [Point<Self>],
        ) {
            run_batch(Products {
                scalars,
                points,
                products,
            });
        }

        fn pair_sums(
            scalars: &[[FieldElement<Self::Scalar>; 2]],
            points: &[Point<Self>; 2],
            sums: &mut [Point<Self>],
        ) {
            run_batch(PairSums {
                scalars,
                points,
                sums,
            });
        }

        fn normalize(points: &[Point<Self>], affine: &mut [AffinePoint<Self>]) {
            // A thread's piece, and of it so many points at a time that the products of their Z stay in a cache.
            threads::fill(affine, NORMALISATION, |first, affine| {
                let points = points[first..].chunks(DIVIDED_AT_ONCE);
                for (points, affine) in points.zip(affine.chunks_mut(DIVIDED_AT_ONCE)) {
                    // `points` runs on past the end of this piece, `affine` does not.
                    let points = &points[..affine.len()];
                    run_batch(Normalize { points, affine });
                }
            });
        }

        fn decode(
            encodings: &[[u8; 32]],
            public: bool,
            put: &mut dyn FnMut(usize, CtOption<Point<Self>>),
        ) {
            let decode = Decode { encodings, put };
            // The type says whether the data are public, so that a backend picks its vectors when compiled.
            if public {
                run_batch(VartimeDecode(decode));
            } else {
                run_batch(decode);
            }
        }
    };
}

/// Defines a curve: its marker type, its constants (`points` names its point type, `table` is a file in `tables/`), and its
/// operations.
macro_rules! curve {
    (
        $(#[$doc:meta])* $name:ident, $base:ident, $scalar:ident,
        points: $points:literal, b: $b:literal, generator: ($x:literal, $y:literal),
        sswu_z: $z:literal, table: $table:literal
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name;

        impl Sealed for $name {}
        impl Curve for $name {
            type Base = $base;
            type Scalar = $scalar;
            // `notes/cycle.md` says where these come from; `tests/vectors/generate.py` checks them with plain integers.
            const B: FieldElement<$base> = FieldElement::from_canonical(from_hex($b));
            const GENERATOR: [FieldElement<$base>; 2] = [
                FieldElement::from_small($x),
                FieldElement::from_canonical(from_hex($y)),
            ];
            const SSWU_Z: u8 = $z;
            const POINT_NAME: &'static str = $points;
            const GENERATOR_TABLE: &'static [u8] = include_bytes!(concat!("tables/", $table));

            fn add(a: &Point<Self>, b: &Point<Self>) -> Point<Self> {
                run(Addition { a, b })
            }

            fn double(a: &Point<Self>) -> Point<Self> {
                run(Doubling { a })
            }

            fn mul(point: &Point<Self>, scalar: &FieldElement<Self::Scalar>) -> Point<Self> {
                run(VariableBase { scalar, point })
            }

            fn mul_base(scalar: &FieldElement<Self::Scalar>) -> Point<Self> {
                run(FixedBase { scalar })
            }

            fn vartime_double_base(
                a: &FieldElement<Self::Scalar>,
                point: &Point<Self>,
                b: &FieldElement<Self::Scalar>,
            ) -> Point<Self> {
                run(DoubleBase { a, point, b })
            }

            #[cfg(feature = "alloc")]
            batches!();
        }
    };
}

curve!(
    /// The curve Helios: base field p = 2^255 − 19, order q.
    Helios, P25519, Q,
    points: "HeliosPoint",
    b: "26bdec0884fe05f20cb42071569fab6432be360d07da8c5b460b82b980fd8c60",
    generator: (1, "611dffc62fe02c759e5ac10f40e009b8e3b147387068aaf810dbdf2d817c67ba"),
    sswu_z: 8, table: "helios.bin"
);

curve!(
    /// The curve Selene: base field q, order p = 2^255 − 19.
    Selene, Q, P25519,
    points: "SelenePoint",
    b: "38c40d10c226ef3bc597c2e1e25bc748e3401c3d031d14ca2265f309ba81efe4",
    generator: (1, "39098c0a54bd9d2781c7d734720d5ca639ee79deeefcd74517fced93ad6635c0"),
    sswu_z: 6, table: "selene.bin"
);

/// The curves of the 2025 cycle.
#[cfg(any(test, feature = "cycle2025"))]
pub(crate) mod cycle2025 {
    use super::*;
    use crate::primes::Q2025;

    /// Spares unit tests from compiling batches of these curves, which `tests/msm.rs` tests as they ship.
    #[cfg(all(test, feature = "alloc"))]
    fn run_batch<P: crate::field::Prime, J: crate::backend::Job<P>>(_: J) -> J::Output {
        unimplemented!("not compiled for unit tests")
    }

    curve!(
        /// The curve Helios of the 2025 cycle: base field p = 2^255 − 19, order q.
        Helios, P25519, Q2025,
        points: "HeliosPoint2025",
        b: "22e8c739b0ea70b8be94a76b3ebb7b3b043f6f384113bf3522b49ee1edd73ad4",
        generator: (3, "537b74d97ac0721cbd92668350205f0759003bddc586a5dcd243e639e3183ef4"),
        sswu_z: 8, table: "helios2025.bin"
    );

    curve!(
        /// The curve Selene of the 2025 cycle: base field q, order p = 2^255 − 19.
        Selene, Q2025, P25519,
        points: "SelenePoint2025",
        b: "70127713695876c17f51bba595ffe279f3944bdf06ae900e68de0983cb5a4558",
        generator: (1, "7a19d927b85cca9257c93177455c825f938bb198c8f09b37741e0aa6a1d3fdd2"),
        sswu_z: 17, table: "selene2025.bin"
    );
}
