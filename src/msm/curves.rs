//! The entries of this module for each curve.
//!
//! What takes long is a function of each curve, not a generic one, so that it is compiled once, in
//! this crate and with its optimisation level, and not in every crate that calls it.

use alloc::vec::Vec;

use subtle::CtOption;

use crate::backend::run_batch;
use crate::curve::Point;
use crate::field::FieldElement;
use crate::params::Curve;

use super::constant_time::{ConstantTime, Products};
use super::cost::Algorithm;
use super::decode::{Decode, DecodePublic};
use super::memory::MultiscalarWorkspace;
use super::normalize::Normalize;
use super::precomputed::{
    ConstantTimeSum, Precomputation, Prepare, PrepareConstantTime, Sums, VartimePrecomputation,
};
use super::vartime::Vartime;

/// A curve's operations on many points; for their meaning see the [`super`] module's types.
pub trait ManyPoints: Sized {
    /// [`Vartime`].
    fn vartime_sum(
        workspace: &mut MultiscalarWorkspace,
        scalars: &[FieldElement<Self::Scalar>],
        points: &[Point<Self>],
        algorithm: Option<Algorithm>,
    ) -> Point<Self>
    where
        Self: Curve;
    /// [`ConstantTime`].
    fn sum(scalars: &[FieldElement<Self::Scalar>], points: &[Point<Self>]) -> Point<Self>
    where
        Self: Curve;
    /// [`Products`].
    fn products(
        scalars: &[FieldElement<Self::Scalar>],
        points: &[Point<Self>],
        products: &mut [Point<Self>],
    ) where
        Self: Curve;
    /// [`Prepare`].
    fn prepare_vartime(points: Vec<Point<Self>>, bytes: usize) -> VartimePrecomputation<Self>
    where
        Self: Curve;
    /// [`Sums`].
    fn vartime_prepared_sums(
        prepared: &VartimePrecomputation<Self>,
        scalars: &[&[FieldElement<Self::Scalar>]],
    ) -> Vec<Point<Self>>
    where
        Self: Curve;
    /// [`PrepareConstantTime`].
    fn prepare(points: Vec<Point<Self>>) -> Precomputation<Self>
    where
        Self: Curve;
    /// [`ConstantTimeSum`].
    fn prepared_sum(
        prepared: &Precomputation<Self>,
        scalars: &[FieldElement<Self::Scalar>],
    ) -> Point<Self>
    where
        Self: Curve;
    /// [`Normalize`].
    fn normalize(points: &[Point<Self>], normalized: &mut [Point<Self>])
    where
        Self: Curve;
    /// [`Decode`].
    fn decode(encodings: &[[u8; 32]]) -> Vec<CtOption<Point<Self>>>
    where
        Self: Curve;
    /// [`DecodePublic`].
    fn vartime_decode(encodings: &[[u8; 32]]) -> Vec<CtOption<Point<Self>>>
    where
        Self: Curve;
}

macro_rules! many_points {
    ($($Curve:ty),*) => {$(
        impl ManyPoints for $Curve {
            fn vartime_sum(
                workspace: &mut MultiscalarWorkspace,
                scalars: &[FieldElement<<$Curve as Curve>::Scalar>],
                points: &[Point<Self>],
                algorithm: Option<Algorithm>,
            ) -> Point<Self> {
                run_batch(Vartime { scalars, points, algorithm, workspace })
            }

            fn sum(
                scalars: &[FieldElement<<$Curve as Curve>::Scalar>],
                points: &[Point<Self>],
            ) -> Point<Self> {
                run_batch(ConstantTime { scalars, points })
            }

            fn products(
                scalars: &[FieldElement<<$Curve as Curve>::Scalar>],
                points: &[Point<Self>],
                products: &mut [Point<Self>],
            ) {
                run_batch(Products { scalars, points, products });
            }

            fn prepare_vartime(
                points: Vec<Point<Self>>,
                bytes: usize,
            ) -> VartimePrecomputation<Self> {
                run_batch(Prepare { points, bytes })
            }

            fn vartime_prepared_sums(
                prepared: &VartimePrecomputation<Self>,
                scalars: &[&[FieldElement<<$Curve as Curve>::Scalar>]],
            ) -> Vec<Point<Self>> {
                run_batch(Sums { prepared, scalars })
            }

            fn prepare(points: Vec<Point<Self>>) -> Precomputation<Self> {
                run_batch(PrepareConstantTime { points })
            }

            fn prepared_sum(
                prepared: &Precomputation<Self>,
                scalars: &[FieldElement<<$Curve as Curve>::Scalar>],
            ) -> Point<Self> {
                run_batch(ConstantTimeSum { prepared, scalars })
            }

            fn normalize(points: &[Point<Self>], normalized: &mut [Point<Self>]) {
                run_batch(Normalize { points, normalized });
            }

            fn decode(encodings: &[[u8; 32]]) -> Vec<CtOption<Point<Self>>> {
                run_batch(Decode::<Self>::new(encodings))
            }

            fn vartime_decode(encodings: &[[u8; 32]]) -> Vec<CtOption<Point<Self>>> {
                run_batch(DecodePublic(Decode::<Self>::new(encodings)))
            }
        }
    )*};
}
many_points!(crate::Helios, crate::Selene);
#[cfg(feature = "cycle2025")]
many_points!(crate::cycle2025::Helios, crate::cycle2025::Selene);
