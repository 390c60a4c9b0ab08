//! The archive of a program with its own Rust code, as Monero has `fcmp_pp_rust`. It exports this library's functions, and the
//! generators as points, for which C++ has no other source.

use std::sync::LazyLock;

use helioselene_simd::group::GroupEncoding;
use helioselene_simd::{Curve, HeliosPoint, HeliosScalar, Point, SelenePoint, SeleneScalar};

// Puts its functions into the archive. Not `pub use helioselene_ffi::*`, because the program has types with the same names.
use helioselene_ffi as _;

/// Generators, as in FCMP++'s `HELIOS_FCMP_GENERATORS` and `SELENE_FCMP_GENERATORS`: the points with small x.
struct Generators<C: Curve>(Vec<Point<C>>);

impl<C: Curve> Generators<C> {
    fn new() -> Self {
        let encodings = (1..=64).map(|x| core::array::from_fn(|i| if i == 0 { x } else { 0 }));
        Self(
            encodings
                .filter_map(|bytes| Point::from_bytes(&bytes).into())
                .collect(),
        )
    }

    fn g_bold_slice(&self) -> &[Point<C>] {
        &self.0
    }
}

static HELIOS_FCMP_GENERATORS: LazyLock<Generators<helioselene_simd::Helios>> =
    LazyLock::new(Generators::new);
static SELENE_FCMP_GENERATORS: LazyLock<Generators<helioselene_simd::Selene>> =
    LazyLock::new(Generators::new);

/// The generators of Helios' nodes, for `helioselene_helios_generators_new_vartime`.
#[unsafe(no_mangle)]
pub extern "C" fn helios_generators() -> *const HeliosPoint {
    HELIOS_FCMP_GENERATORS.g_bold_slice().as_ptr()
}

/// The generators of Selene's nodes, for `helioselene_selene_generators_new_vartime`.
#[unsafe(no_mangle)]
pub extern "C" fn selene_generators() -> *const SelenePoint {
    SELENE_FCMP_GENERATORS.g_bold_slice().as_ptr()
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
