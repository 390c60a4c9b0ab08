//! Lists the functions whose machine code `lab/rocq/prove` proves, by name. Each reads elements and replaces the first.
//!
//! Their code is read and never run from here, so functions of instruction sets that this CPU lacks are listed as well.

use std::format;
use std::string::String;
use std::vec::Vec;

use super::lanes::Lanes;
use super::limbs::{PointLanes, Radix, Radix51, Radix52, Tight};
use super::{FieldVector, Sum, ifma};
use crate::arithmetic::adx::Adx;
use crate::arithmetic::invert::invert;
use crate::arithmetic::kernel::Kernel;
use crate::arithmetic::sums;
use crate::curve::Curve;
use crate::curves::{Helios, Selene};
use crate::field::Prime;
use crate::point_ops::Projective;
use crate::point_ops::parallel::in_memory;
#[cfg(feature = "cycle2025")]
use crate::primes::Q2025;
use crate::word::Limbs;

/// The constants that the proofs take from the source.
#[derive(Clone, Debug)]
pub struct Constants {
    /// The words of the prime.
    pub prime: [u64; 4],
    /// The number of bits in a limb.
    pub bits: u32,
    /// The exclusive upper bounds of the limbs of carried elements.
    pub tight: Vec<u64>,
    /// The words of the Montgomery factor, by which products are divided.
    pub domain: [u64; 4],
    /// The words of the curve's constant 3b.
    pub three_b: [u64; 4],
}

/// A function whose machine code is proved.
#[derive(Clone, Debug)]
pub struct Code {
    /// The instruction set, the field with its radix, and the operation.
    pub name: String,
    /// The address at which the code begins.
    pub start: *const u8,
    /// The constants with which it computes.
    pub constants: Constants,
}

/// Calls `visit` with every function of the build.
pub fn functions(visit: &mut impl FnMut(Code)) {
    type P = <Helios as Curve>::Base;
    type Q = <Selene as Curve>::Base;
    serial::<P>("p", visit);
    serial::<Q>("q", visit);
    #[cfg(feature = "cycle2025")]
    {
        serial::<Q2025>("q2025", visit);
        limbs::<ifma::vectors::Zmm, Q2025, Radix52>("ifma-512/q2025-52", visit);
        limbs::<ifma::vectors::Ymm, Q2025, Radix51>("ifma-256/q2025-51", visit);
        #[cfg(helioselene_has = "avx2")]
        integers::<Q2025>("avx2-integers/q2025", visit);
    }
    limbs::<ifma::vectors::Zmm, P, Radix51>("ifma-512/p51", visit);
    limbs::<ifma::vectors::Zmm, P, Radix52>("ifma-512/p52", visit);
    limbs::<ifma::vectors::Zmm, Q, Radix52>("ifma-512/q52", visit);
    limbs::<ifma::vectors::Ymm, P, Radix51>("ifma-256/p51", visit);
    limbs::<ifma::vectors::Ymm, P, Radix51<false>>("ifma-256/p51-no-vpmullq", visit);
    limbs::<ifma::vectors::Ymm, Q, Radix51>("ifma-256/q51", visit);
    #[cfg(helioselene_has = "avx2")]
    doubles::<P>("avx2/p", visit);
    #[cfg(helioselene_has = "avx2")]
    doubles::<Q>("avx2/q", visit);
    #[cfg(helioselene_has = "avx2")]
    integers::<P>("avx2-integers/p", visit);
    #[cfg(helioselene_has = "avx2")]
    integers::<Q>("avx2-integers/q", visit);
    one_point::<ifma::vectors::Ymm, Helios, Radix51>("ifma-256/p51", visit);
    one_point::<ifma::vectors::Ymm, Helios, Radix51<false>>("ifma-256/p51-no-vpmullq", visit);
    one_point::<ifma::vectors::Ymm, Selene, Radix51>("ifma-256/q51", visit);
    points::<ifma::vectors::Zmm, Helios, Radix51>("ifma-512/p51", visit);
    points::<ifma::vectors::Zmm, Helios, Radix52>("ifma-512/p52", visit);
    points::<ifma::vectors::Zmm, Selene, Radix52>("ifma-512/q52", visit);
}

macro_rules! visit {
    ($visit:ident, $prefix:ident, $constants:ident: $($name:literal $function:expr;)*) => {$(
        $visit(Code {
            name: format!("{}/{}", $prefix, $name),
            start: $function as *const u8,
            constants: $constants.clone(),
        });
    )*};
}

// Declared after the macro `visit`, which it uses.
mod conversions;

/// Expands to a function that runs `*$x = $value` in `$V::enter`, where `$x` is the first operand and `$y`, `$z` the others.
macro_rules! entered {
    ($V:ty: |$x:ident, $y:pat_param, $z:pat_param| $value:expr) => {{
        let function: fn(&mut $V, &[$V; 2]) = |$x, [$y, $z]| {
            <$V as FieldVector>::enter(
                #[inline(always)]
                || *$x = $value,
            );
        };
        function
    }};
}

/// Returns the constants of a field in limbs.
fn of_limbs<P: Prime, R: Radix<P>>() -> Constants {
    Constants {
        prime: P::MODULUS,
        bits: R::BITS,
        tight: R::TIGHT.into(),
        domain: *R::HELD_DOMAIN.as_limbs(),
        three_b: [0; 4],
    }
}

fn limbs<L: Lanes, P: Prime, R: Radix<P>>(prefix: &str, visit: &mut impl FnMut(Code)) {
    let constants = of_limbs::<P, R>();
    vectors::<Tight<L, P, R>>(prefix, &constants, visit);
    conversions::vectors::<L, P, R>(prefix, &constants, visit);
}

/// Visits the functions of doubles, whose limbs have a magnitude of at most `tight`.
#[cfg(helioselene_has = "avx2")]
fn doubles<P: Prime>(prefix: &str, visit: &mut impl FnMut(Code)) {
    use super::{avx2::vectors::F64x4, doubles};
    let constants = Constants {
        prime: P::MODULUS,
        bits: 51,
        tight: [doubles::TIGHT as u64; 5].into(),
        domain: [1, 0, 0, 0],
        three_b: [0; 4],
    };
    vectors::<doubles::Fma<F64x4, P>>(prefix, &constants, visit);
}

/// Visits the functions of integers, of which two limbs share a 64-bit lane.
#[cfg(helioselene_has = "avx2")]
fn integers<P: Prime>(prefix: &str, visit: &mut impl FnMut(Code)) {
    use super::{avx2::halves::U32x8, halves};
    let constants = Constants {
        prime: P::MODULUS,
        bits: halves::BITS,
        tight: halves::TIGHT.into(),
        domain: [1, 0, 0, 0],
        three_b: [0; 4],
    };
    vectors::<halves::Integers<U32x8, P>>(prefix, &constants, visit);
    conversions::integers::<U32x8, P>(prefix, &constants, visit);
}

fn vectors<V: FieldVector>(prefix: &str, constants: &Constants, visit: &mut impl FnMut(Code)) {
    visit!(visit, prefix, constants:
        "a·b" entered!(V: |x, y, _| x.mul_carried(y));
        "a²" entered!(V: |x, _, _| x.square_carried());
        "a·b + c·d" entered!(V: |x, y, z| V::sum_of_products_carried(x, y, z, x));
        "a + b" entered!(V: |x, y, _| (*x + *y).carry());
        "a - b" entered!(V: |x, y, _| (*x - *y).carry());
        "-a" entered!(V: |x, _, _| Sum::neg(V::Sum::from(*x)).carry());
    );
}

/// Returns the constants of a curve's points.
fn of_points<C: Curve, R: Radix<C::Base>>() -> Constants {
    Constants {
        three_b: *C::THREE_B.as_limbs(),
        ..of_limbs::<C::Base, R>()
    }
}

/// Visits the formulas for one point in four lanes.
fn one_point<L: PointLanes, C: Curve, R: Radix<C::Base>>(
    prefix: &str,
    visit: &mut impl FnMut(Code),
) {
    let constants = of_points::<C, R>();
    type V<L, C, R> = Tight<L, <C as Curve>::Base, R>;
    conversions::signs::<L, C::Base, R>(prefix, &constants, visit);
    visit!(visit, prefix, constants:
        "P + Q in four lanes" (|p, q| V::<L, C, R>::enter(
            #[inline(always)]
            || in_memory::add_in_memory::<C, V<L, C, R>>(p, q),
        )) as fn(&mut V<L, C, R>, &V<L, C, R>);
        "-2P in four lanes" (|p| V::<L, C, R>::enter(
            #[inline(always)]
            || in_memory::double_in_memory(p),
        )) as fn(&mut V<L, C, R>);
    );
}

/// Visits the formulas for independent points in the lanes.
fn points<L: Lanes, C: Curve, R: Radix<C::Base>>(prefix: &str, visit: &mut impl FnMut(Code)) {
    let constants = of_points::<C, R>();
    type V<L, C, R> = Tight<L, <C as Curve>::Base, R>;
    type Point<L, C, R> = Projective<V<L, C, R>>;
    visit!(visit, prefix, constants:
        "P + Q" (|p, q| V::<L, C, R>::enter(
            #[inline(always)]
            || {
                let three_b = const { &C::THREE_B.times_const(&R::HELD_DOMAIN) };
                Point::<L, C, R>::add_in_memory(q, &V::<L, C, R>::splat_unconverted(three_b), p);
            },
        )) as fn(&mut Point<L, C, R>, &[V<L, C, R>; 3]);
        "2P" (|p| V::<L, C, R>::enter(
            #[inline(always)]
            || p.double_in_memory(),
        )) as fn(&mut Point<L, C, R>);
    );
}

type Serial = fn(&mut Limbs, &[Limbs; 3]);

fn serial<P: Prime>(field: &str, visit: &mut impl FnMut(Code)) {
    let constants = Constants {
        prime: P::MODULUS,
        bits: 64,
        tight: Vec::new(),
        domain: [1, 0, 0, 0],
        three_b: [0; 4],
    };
    let prefix = format!("adx/{field}");
    visit!(visit, prefix, constants:
        "a·b" (|x, [y, ..]| *x = Adx::mul::<P>(x, y)) as Serial;
        "a²" (|x, _| *x = Adx::square::<P>(x)) as Serial;
        "a·b + c·d" (|x, [y, z, w]| *x = Adx::sum_of_products::<P>(x, y, z, w)) as Serial;
        "a·b, canonical" (|x, [y, ..]| *x = Adx::mul_canonical::<P>(x, y)) as Serial;
        "a², canonical" (|x, _| *x = Adx::square_canonical::<P>(x)) as Serial;
        "a + b" (|x, [y, ..]| *x = sums::add::<P>(x, y)) as Serial;
        "a - b" (|x, [y, ..]| *x = sums::sub::<P>(x, y)) as Serial;
        "a + b, canonical" (|x, [y, ..]| *x = sums::add_canonical::<P>(x, y)) as Serial;
        "a - b, canonical" (|x, [y, ..]| *x = sums::sub_canonical::<P>(x, y)) as Serial;
        "a, canonical" (|x, _| *x = sums::freeze_once::<P>(x)) as Serial;
        "2·a" (|x, _| *x = Adx::times::<P>(x, 2)) as Serial;
        "16·a" (|x, _| *x = Adx::times::<P>(x, 16)) as Serial;
    );
    conversions::serial::<P>(&prefix, &constants, visit);
    visit(Code {
        name: format!("divsteps/{field}/inversion"),
        start: invert::<P> as *const u8,
        constants,
    });
}
