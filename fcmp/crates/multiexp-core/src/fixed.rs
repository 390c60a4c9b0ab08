//! Tables of points, such as generators, kept by the points' owner.

#[cfg(feature = "std")]
use alloc::boxed::Box;
use core::marker::PhantomData;
#[cfg(feature = "std")]
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
#[cfg(feature = "std")]
use std::sync::OnceLock;

use group::Group;

#[cfg(feature = "std")]
use crate::dispatch;
use crate::tables::Tables;
#[cfg(feature = "std")]
use crate::tables::are_kept;

/// The call that makes the tables. That takes as long as some 35 sums save, in verifying or proving; a program that
/// makes a single proof never pays for it.
#[cfg(feature = "std")]
const CALLS: u32 = 32;

/// Tables of points for their owner to keep. They are made when [`tables`](Self::tables) is called for the 32nd time,
/// and never without the feature `std`.
pub struct Fixed<G> {
    #[cfg(feature = "std")]
    wanted: AtomicU32,
    #[cfg(feature = "std")]
    tables: OnceLock<Option<Box<dyn Tables<G>>>>,
    _group: PhantomData<fn() -> G>,
}

impl<G> Default for Fixed<G> {
    fn default() -> Self {
        Self {
            #[cfg(feature = "std")]
            wanted: AtomicU32::new(0),
            #[cfg(feature = "std")]
            tables: OnceLock::new(),
            _group: PhantomData,
        }
    }
}

impl<G: Group> Fixed<G> {
    /// The tables of `points`, which must be the same in each call. `None` until they are made, in groups other than Helios and
    /// Selene, and after `keep_tables(false)`.
    pub fn tables<P: AsRef<[G]>>(&self, points: impl FnOnce() -> P) -> Option<&dyn Tables<G>> {
        #[cfg(feature = "std")]
        if are_kept() {
            // One thread makes them; no other waits.
            if self.tables.get().is_none() && self.wanted.fetch_add(1, Relaxed) == CALLS - 1 {
                let _ = self.tables.set(dispatch::tables(points().as_ref()));
            }
            return self.tables.get()?.as_deref();
        }
        let _ = points;
        None
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use ff::Field;
    use std::vec::Vec;

    use super::*;

    /// The number of the first call that has tables. Checks their sums.
    fn first_with_tables<G: Group>() -> Option<u32> {
        let points: Vec<G> = (1..20)
            .map(|i| G::generator() * G::Scalar::from(i))
            .collect();
        let fixed = Fixed::default();
        let first = (1..=2 * CALLS).find(|_| fixed.tables(|| &points[..]).is_some())?;
        let tables = fixed
            .tables(|| -> &[G] { unreachable!("they are there") })
            .unwrap();
        let others = [
            (G::Scalar::from(7), G::generator()),
            (G::Scalar::ZERO, points[3]),
        ];
        for len in [0, 1, 5, 19] {
            let scalars: Vec<G::Scalar> = (0..len).map(|i| -G::Scalar::from(i)).collect();
            let sum = |len: u64| (1..=len).map(|i| i * (i - 1)).sum::<u64>();
            let fixed = G::generator() * -G::Scalar::from(sum(len));
            assert_eq!(tables.sum(&scalars, &[]), fixed);
            let others = others.each_ref().map(|(scalar, point)| (scalar, point));
            let both = fixed + G::generator() * G::Scalar::from(7);
            assert_eq!(tables.sum(&scalars, &others), both);
        }
        Some(first)
    }

    #[test]
    fn tables_come_with_the_32nd_call() {
        let _alone = crate::tables::alone();
        assert_eq!(first_with_tables::<helioselene::HeliosPoint>(), Some(32));
        assert_eq!(first_with_tables::<helioselene::SelenePoint>(), Some(32));
        assert_eq!(
            first_with_tables::<helioselene_simd::HeliosPoint>(),
            Some(32)
        );
        assert_eq!(
            first_with_tables::<helioselene_simd::SelenePoint>(),
            Some(32)
        );
        assert_eq!(
            first_with_tables::<curve25519_dalek::RistrettoPoint>(),
            None
        );
    }

    /// Then they are neither made nor used.
    #[test]
    fn tables_can_be_done_without() {
        let _alone = crate::tables::alone();
        let points = [helioselene::SelenePoint::generator(); 3];
        let fixed = Fixed::default();
        let come = || (0..2 * CALLS).any(|_| fixed.tables(|| points).is_some());
        crate::keep_tables(false);
        assert!(!come());
        crate::keep_tables(true);
        assert!(come());
        crate::keep_tables(false);
        assert!(!come());
        crate::keep_tables(true);
        assert!(come());
    }
}
