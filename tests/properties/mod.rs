//! The properties for which `lab/fuzz/` seeks counterexamples. Each is a function of any bytes that panics if the library
//! disagrees with the oracle or with itself. `lab/library/tests/properties.rs` runs them on random bytes and on those that
//! fuzzing kept.

mod encodings;
mod field;
mod input;
mod multiplication;
mod sums;
mod vectors;

pub use encodings::encodings;
pub use field::field;
pub use multiplication::multiplication;
pub use sums::sums;

/// `$function::<C>(…)` for one of the four curves.
macro_rules! on_a_curve {
    ($choice:expr, $function:ident($($argument:expr),*)) => {
        match $choice {
            0 | 1 => $function::<helioselene_simd::Helios>($($argument),*),
            2 | 3 => $function::<helioselene_simd::Selene>($($argument),*),
            #[cfg(feature = "cycle2025")]
            4 => $function::<helioselene_simd::cycle2025::Helios>($($argument),*),
            #[cfg(feature = "cycle2025")]
            5 => $function::<helioselene_simd::cycle2025::Selene>($($argument),*),
            _ => {}
        }
    };
}
use on_a_curve;
