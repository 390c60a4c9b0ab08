//! The doors: where a public operation comes to the backend that serves it.

mod select;
#[cfg(all(test, feature = "checks"))]
#[path = "../checks/door/tests.rs"]
pub(crate) mod tests;

pub use select::{Backend, Unavailable, UnknownBackend};

use core::marker::PhantomData;

use crate::arithmetic::with_kernel;
use crate::backend::serial::OneLane;
use crate::backend::tuning::{Family, Work};
use crate::backend::{FieldVector, Ifma, OnVector};
use crate::curve::Curve;
use crate::field::Prime;
use crate::point_ops::{Independent, Operation, Parallel};

/// The family of kernels that serves a kind of work on the selected backend.
#[inline(always)]
pub(crate) fn family(work: [Family; 3]) -> Family {
    family_of(work, Backend::selected())
}

/// The same on any backend.
#[inline(always)]
fn family_of([serial, avx2, ifma]: [Family; 3], backend: Backend) -> Family {
    match backend {
        Backend::Serial => serial,
        Backend::Avx2 => avx2,
        Backend::Ifma => ifma,
    }
}

/// Tells the tests which kernels ran.
#[inline(always)]
fn note(work: Work, family: Family) {
    #[cfg(all(test, feature = "checks"))]
    tests::note(work, family);
    let _ = (work, family);
}

/// Runs an operation on the kernels that serve it. The whole operation is compiled under the backend's
/// target features.
#[inline(always)]
pub(crate) fn run<C: Curve, T: Operation<C>>(operation: T) -> T::Output {
    if family(const { T::WORK.families() }) == Family::Ifma {
        if let Some(door) = Ifma::open() {
            note(T::WORK, Family::Ifma);
            return door.one_point(OnePoint(operation, PhantomData));
        }
    }
    note(T::WORK, Family::Serial);
    with_kernel!(K => operation.run::<Independent<<K as OneLane<C::Base>>::Vector>>())
}

/// Runs work on slices of elements, which may be secret, on the kernels that serve it.
pub(crate) fn run_on_slices<P: Prime, W: OnVector<P>>(work: W) -> W::Output {
    if family(const { Work::Many.families() }) == Family::Ifma {
        if let Some(door) = Ifma::open() {
            note(Work::Many, Family::Ifma);
            return door.sums(work);
        }
    }
    note(Work::Many, Family::Serial);
    with_kernel!(K => work.run::<<K as OneLane<P>>::Vector>())
}

/// An operation on one point in four lanes.
pub(crate) struct OnePoint<C, T>(pub(crate) T, pub(crate) PhantomData<C>);

impl<C: Curve, T: Operation<C>> OnVector<C::Base> for OnePoint<C, T> {
    type Output = T::Output;

    #[inline(always)]
    fn run<V: FieldVector<Prime = C::Base>>(self) -> T::Output {
        V::enter(
            #[inline(always)]
            || self.0.run::<Parallel<V>>(),
        )
    }
}

#[cfg(feature = "alloc")]
pub(crate) mod batch {
    use super::{family, note};
    use crate::arithmetic::with_kernel;
    use crate::backend::serial::OneLane;
    use crate::backend::tuning::{Family, doubles, limbs};
    use crate::backend::{Avx2, Avx512, FieldVector, Ifma, OnVector};
    use crate::curve::Curve;
    use crate::field::Prime;
    use crate::msm::{BatchOperation, Singles};
    use crate::point_ops::Operation;

    /// Single points on the selected backend.
    pub(crate) struct Selected;

    impl<P: Prime> Singles<P> for Selected {
        fn run<C: Curve<Base = P>, T: Operation<C>>(operation: T) -> T::Output {
            super::run(operation)
        }
    }

    /// An operation on many points, with single ones on the selected backend.
    struct ManyPoints<T>(T);

    impl<P: Prime, T: BatchOperation<P>> OnVector<P> for ManyPoints<T> {
        type Output = T::Output;
        const WITHOUT_VPMULLQ: bool = limbs::may_do_without_vpmullq(T::WORK);

        fn run<V: FieldVector<Prime = P>>(self) -> T::Output {
            #[cfg(all(test, feature = "checks"))]
            super::tests::note_lanes(V::LANES);
            self.0.run::<V, Selected>()
        }
    }

    /// Runs an operation on many elements or points on the kernels that serve it.
    #[inline(never)]
    pub(crate) fn run_batch<P: Prime, T: BatchOperation<P>>(operation: T) -> T::Output {
        let family = family(const { T::WORK.families() });
        // What the table of choices never names for this work is not compiled.
        if const { T::WORK.may_run_on(Family::Ifma) } && family == Family::Ifma {
            if let Some(door) = Ifma::open() {
                note(T::WORK, Family::Ifma);
                return door.many(ManyPoints(operation));
            }
        }
        if const { T::WORK.may_run_on(Family::Doubles) } && family == Family::Doubles {
            if const { doubles::may_have_eight_lanes(T::WORK) } && doubles::in_eight_lanes() {
                if let Some(door) = Avx512::open() {
                    note(T::WORK, Family::Doubles);
                    return door.many(ManyPoints(operation));
                }
            }
            if let Some(door) = Avx2::open() {
                note(T::WORK, Family::Doubles);
                return door.many(ManyPoints(operation));
            }
        }
        note(T::WORK, Family::Serial);
        with_kernel!(K => operation.run::<<K as OneLane<P>>::Vector, Selected>())
    }
}
