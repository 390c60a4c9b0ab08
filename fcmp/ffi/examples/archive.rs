//! The archive of a program with its own Rust code, as Monero has `fcmp_pp_rust`. It exports this library's functions, and the
//! generators as points, for which C++ has no other source.

use std::sync::LazyLock;

use helioselene_simd::group::GroupEncoding;
use helioselene_simd::{Curve, HeliosPoint, HeliosScalar, Point, SelenePoint, SeleneScalar};

// Puts its functions into the archive. Not `pub use helioselene_ffi::*`, because the program has types with the same names.
use helioselene_ffi as _;

/// In place of FCMP++'s generators, the points with small x.
fn generators<C: Curve>() -> Vec<Point<C>> {
    let encodings = (1..=64).map(|x| core::array::from_fn(|i| if i == 0 { x } else { 0 }));
    let points = encodings.filter_map(|bytes| Point::from_bytes(&bytes).into());
    points.collect()
}

static HELIOS_FCMP_GENERATORS: LazyLock<Vec<HeliosPoint>> = LazyLock::new(generators);
static SELENE_FCMP_GENERATORS: LazyLock<Vec<SelenePoint>> = LazyLock::new(generators);

/// The generators of Helios' nodes, for `helioselene_helios_generators_new_vartime`.
#[unsafe(no_mangle)]
pub extern "C" fn helios_generators() -> *const HeliosPoint {
    HELIOS_FCMP_GENERATORS.as_ptr()
}

/// The generators of Selene's nodes, for `helioselene_selene_generators_new_vartime`.
#[unsafe(no_mangle)]
pub extern "C" fn selene_generators() -> *const SelenePoint {
    SELENE_FCMP_GENERATORS.as_ptr()
}

/// The program's own functions, which use the results of this library's functions: whether scalars are the x coordinates of
/// points.
macro_rules! own {
    ($name:ident, $Point:ident, $Scalar:ident) => {
        /// # Safety
        ///
        /// There are `count` points and as many scalars.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            points: *const $Point,
            scalars: *const $Scalar,
            count: usize,
        ) -> bool {
            // SAFETY: the caller's contract.
            let (points, scalars) = unsafe {
                (
                    core::slice::from_raw_parts(points, count),
                    core::slice::from_raw_parts(scalars, count),
                )
            };
            let x = points.iter().map(|point| point.to_xy().unwrap()[0]);
            x.eq(scalars.iter().copied())
        }
    };
}
own!(are_x_of_helios, HeliosPoint, SeleneScalar);
own!(are_x_of_selene, SelenePoint, HeliosScalar);
