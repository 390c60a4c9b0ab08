//! What the process remembers of each curve's points.

use helioselene_simd::{Curve, Helios, Selene};

use super::kept;
use super::lists::Lists;
use super::recurring::Recurring;

/// A curve whose points are remembered.
pub(crate) trait Remembered: Curve {
    /// Points that come again.
    fn recurring() -> &'static Recurring<Self>;
    /// Points that their owner declared public.
    fn declared() -> &'static Lists<Self>;
}

macro_rules! remembered {
    ($($Curve:ident)*) => {$(
        impl Remembered for $Curve {
            fn recurring() -> &'static Recurring<Self> {
                static RECURRING: Recurring<$Curve> = Recurring::new();
                &RECURRING
            }

            fn declared() -> &'static Lists<Self> {
                static DECLARED: Lists<$Curve> = Lists::new();
                &DECLARED
            }
        }
    )*};
}
remembered!(Helios Selene);

/// Turns tables of points that come again in [`multiexp_vartime`](crate::multiexp_vartime) on (the default) or off.
///
/// For each curve there are up to four tables of half a megabyte. Each is made when the same 8 to 256 points come for the 16th
/// time in the same order, within some thousand sums. If there are four already, it replaces the one whose points came least
/// often. `keep_tables(false)` frees them, in a child of `fork` unless another thread of the parent had them locked at that
/// moment. Tables that belong to an owner of the points ([`Fixed`](crate::Fixed),
/// [`Declared`](crate::Declared)) keep their memory, but are not used, and no more are made.
pub fn keep_tables(keep: bool) {
    kept::set(keep);
    if !keep {
        Helios::recurring().clear();
        Selene::recurring().clear();
    }
}
