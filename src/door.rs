//! The doors: where a public operation comes to the backend that serves it.

mod select;
#[cfg(test)]
mod tests;

#[cfg(test)]
#[allow(unused_imports)] // where there is one backend
pub(crate) use select::tests::with_backend;
pub use select::{Backend, Unavailable};

use crate::arithmetic::with_kernel;
#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
use crate::backend::features;
use crate::backend::serial::Serial;
use crate::backend::tuning::{Family, Work};
use crate::curve::Curve;
use crate::point_ops::{Independent, Operation};
#[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
use crate::{
    backend::{ifma::vectors::Ymm, limbs::Tight},
    point_ops::Parallel,
};
#[cfg(all(feature = "alloc", test))]
pub(crate) use batch::Selected;
#[cfg(feature = "alloc")]
pub use batch::cost_row;
#[cfg(feature = "alloc")]
pub(crate) use batch::run_batch;

/// The family of kernels that serves a kind of work on the selected backend.
#[inline(always)]
fn family(work: [Family; 3]) -> Family {
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
    #[cfg(test)]
    tests::note(work, family);
    #[cfg(not(test))]
    let _ = (work, family);
}

/// Runs an operation on the kernels that serve it. The whole operation is compiled under the backend's
/// target features.
#[inline(always)]
pub(crate) fn run<C: Curve, T: Operation<C>>(operation: T) -> T::Output {
    match family(const { T::WORK.families() }) {
        #[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
        Family::Ifma => {
            note(T::WORK, Family::Ifma);
            // SAFETY: the family serves a backend only if nothing that it needs is missing there.
            unsafe {
                features::enter_ifma(
                    #[inline(always)]
                    || {
                        if const { T::INLINED && !cfg!(debug_assertions) } {
                            operation.run::<Parallel<Tight<Ymm, C::Base>, true>>()
                        } else {
                            operation.run::<Parallel<Tight<Ymm, C::Base>>>()
                        }
                    },
                )
            }
        }
        _ => {
            note(T::WORK, Family::Serial);
            with_kernel!(K => operation.run::<Independent<Serial<K, C::Base>>>())
        }
    }
}

#[cfg(feature = "alloc")]
mod batch {
    use alloc::string::String;

    use super::{family, note};
    use crate::arithmetic::with_kernel;
    use crate::backend::serial::Serial;
    use crate::backend::tuning::{Family, Work, sums};
    #[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
    use crate::backend::{
        avx2::{self, vectors::F64x4},
        doubles::Fma,
        ifma::vectors::Zmm,
        limbs::Tight,
    };
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

    /// Measured nanoseconds of public sums over a curve on the selected backend and this processor, as a row
    /// of the tuning file.
    pub fn cost_row<C: Curve>(costs: [f64; 5]) -> String {
        let kernels = family(const { Work::ManyPublic.families() });
        sums::line(&sums::this_row::<C::Base>(kernels, costs))
    }

    /// Runs an operation on many elements or points on the kernels that serve it. It picks the vectors;
    /// the operation enters their target features by `BatchVector::enter` wherever it computes with
    /// them.
    pub(crate) fn run_batch<P: Prime, T: BatchOperation<P>>(operation: T) -> T::Output {
        // The guards keep from being compiled what the table of choices never names for this work.
        match family(const { T::WORK.families() }) {
            #[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
            Family::Ifma if const { T::WORK.may_run_on(Family::Ifma) } => {
                note(T::WORK, Family::Ifma);
                operation.run::<Tight<Zmm, P>, Selected>()
            }
            #[cfg(all(target_arch = "x86_64", not(helioselene_backend = "serial")))]
            Family::Doubles
                if const { T::WORK.may_run_on(Family::Doubles) } && avx2::rounds_to_nearest() =>
            {
                note(T::WORK, Family::Doubles);
                operation.run::<Fma<F64x4, P>, Selected>()
            }
            _ => {
                note(T::WORK, Family::Serial);
                with_kernel!(K => operation.run::<Serial<K, P>, Selected>())
            }
        }
    }
}
