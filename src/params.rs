//! Every constant of the fields and curves, both cycles.
//!
//! The traits are public because the public types are generic over them; they are implemented by
//! this module's marker types and cannot be implemented elsewhere.

use crate::backend;
use crate::backend::serial::portable;
use crate::backend::serial::word::{self, LIMBS, Limbs, Word, from_hex};
use crate::curve::Point;
use crate::field::{self, FieldElement};
use crate::scalar_mul::{Addition, DoubleBase, Doubling, FixedBase, VariableBase};
use rand_core::RngCore;
use subtle::{Choice, CtOption};
use zeroize::Zeroizing;

#[cfg(feature = "alloc")]
use crate::msm::ManyPoints;
/// Without an allocator there are no operations on many points.
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
pub trait ManyPoints {}
#[cfg(not(feature = "alloc"))]
impl<T> ManyPoints for T {}

pub(crate) mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

/// A prime 2^255 − γ with γ < 2^127, and the constants that `ff::PrimeField` publishes of it.
pub trait Prime: Sealed + Copy + Eq + core::fmt::Debug + Send + Sync + 'static {
    /// The prime.
    #[doc(hidden)]
    const MODULUS: Limbs;
    /// γ = 2^255 − MODULUS.
    #[doc(hidden)]
    const GAMMA: Limbs = gamma(&Self::MODULUS);
    /// 2γ ≡ 2^256, at most 128 bits.
    #[doc(hidden)]
    const TWO_GAMMA: Limbs = word::add(&Self::GAMMA, &Self::GAMMA).0;
    /// How many low limbs of 2γ are not zero.
    #[doc(hidden)]
    const TWO_GAMMA_LIMBS: usize = used_limbs(&Self::TWO_GAMMA);
    /// The prime as a string, in the notation that `ff::PrimeField::MODULUS` has always had.
    #[doc(hidden)]
    const MODULUS_HEX: &'static str;
    /// The smallest generator of the multiplicative group.
    #[doc(hidden)]
    const GENERATOR: Word;
    /// The exponent of 2 in MODULUS − 1.
    #[doc(hidden)]
    const S: u32;
    /// GENERATOR^((MODULUS − 1) / 2^S).
    #[doc(hidden)]
    const ROOT_OF_UNITY: Limbs;
    /// GENERATOR^(2^S).
    #[doc(hidden)]
    const DELTA: Word;

    /// The inverse, 0 of 0.
    #[doc(hidden)]
    fn invert(x: &FieldElement<Self>) -> FieldElement<Self>;
    /// base^exponent
    #[doc(hidden)]
    fn pow(base: &FieldElement<Self>, exponent: &FieldElement<Self>) -> FieldElement<Self>;
    /// See `ff::Field::sqrt`; each field has a convention of its own.
    #[doc(hidden)]
    fn sqrt(x: &FieldElement<Self>) -> CtOption<FieldElement<Self>>;
    /// See `ff::Field::sqrt_ratio`.
    #[doc(hidden)]
    fn sqrt_ratio(u: &FieldElement<Self>, v: &FieldElement<Self>) -> (Choice, FieldElement<Self>);
    /// See `ff::Field::random`; what is drawn is part of the contract, as seeded tests depend on it.
    #[doc(hidden)]
    fn random(rng: impl RngCore) -> FieldElement<Self>;
}

/// Fails the build for a prime of which the library would compute wrong roots.
///
/// Square roots are computed for primes ≡ 3 (mod 4), of 2-adicity 1, and ≡ 5 (mod 8), of
/// 2-adicity 2; the inverse of the root of unity rests on that as well.
pub(crate) const fn assert_supported<P: Prime>() {
    let adicity = (P::MODULUS[0] - 1).trailing_zeros();
    assert!(adicity == P::S, "S is not the 2-adicity");
    assert!(P::S == 1 || P::S == 2, "no square roots for this 2-adicity");
    let one = FieldElement::<P>::from_small(1);
    let minus_one = FieldElement::<P>::from_canonical(word::sub(&P::MODULUS, one.as_limbs()).0);
    let mut power = FieldElement::<P>::from_canonical(P::ROOT_OF_UNITY);
    let mut delta = FieldElement::<P>::from_small(P::GENERATOR);
    let mut i = 0;
    while i < P::S {
        if i == P::S - 1 {
            assert!(
                equal(&power, &minus_one),
                "not a root of unity of order 2^S"
            );
        }
        power = power.times_const(&power);
        delta = delta.times_const(&delta);
        i += 1;
    }
    assert!(
        equal(&delta, &FieldElement::from_small(P::DELTA)),
        "not GENERATOR^(2^S)"
    );
}

/// Whether two constants are equal.
const fn equal<P: Prime>(a: &FieldElement<P>, b: &FieldElement<P>) -> bool {
    let (a, b) = (a.as_limbs(), b.as_limbs());
    let mut i = 0;
    while i < LIMBS {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

const fn gamma(modulus: &Limbs) -> Limbs {
    let mut two_255 = [0; LIMBS];
    two_255[LIMBS - 1] = 1 << (Word::BITS - 1);
    let (gamma, borrow) = word::sub(&two_255, modulus);
    assert!(borrow == 0 && used_limbs(&word::add(&gamma, &gamma).0) <= LIMBS / 2);
    gamma
}

const fn three_times<P: Prime>(x: FieldElement<P>) -> FieldElement<P> {
    // The sum of two residues is below 2^256.
    let (twice, _) = word::add(x.as_limbs(), x.as_limbs());
    let (thrice, _) = word::add(&portable::freeze::<P>(&twice), x.as_limbs());
    FieldElement::from_canonical(portable::freeze::<P>(&thrice))
}

const fn used_limbs(x: &Limbs) -> usize {
    let mut n = LIMBS;
    while n > 0 && x[n - 1] == 0 {
        n -= 1;
    }
    n
}

/// A short Weierstrass curve y² = x³ − 3x + b of prime order, and its generator.
pub trait Curve:
    Sealed + ManyPoints + Copy + Eq + core::fmt::Debug + Send + Sync + 'static
{
    /// The field of the coordinates.
    type Base: Prime;
    /// The field of the scalars: its prime is the order of the curve.
    type Scalar: Prime;
    /// b. It is no square, so that no point has x = 0.
    #[doc(hidden)]
    const B: FieldElement<Self::Base>;
    /// 3b, by which the addition law multiplies.
    #[doc(hidden)]
    const THREE_B: FieldElement<Self::Base> = three_times(Self::B);
    /// The generator's coordinates.
    #[doc(hidden)]
    const GENERATOR: [FieldElement<Self::Base>; 2];
    /// The name of the type of its points, for `Debug`.
    #[doc(hidden)]
    const POINT_NAME: &'static str;
    /// Multiples of the generator, see `crate::tables`.
    #[doc(hidden)]
    const GENERATOR_TABLE: &'static [u8];

    // The operations that take long are functions of each curve, not generic ones, so that they are
    // compiled once, in this crate and with its optimisation level, and not in every crate that
    // calls them.

    /// a + b
    #[doc(hidden)]
    fn add(a: &Point<Self>, b: &Point<Self>) -> Point<Self>;
    /// a − b
    #[doc(hidden)]
    fn sub(a: &Point<Self>, b: &Point<Self>) -> Point<Self>;
    /// 2a
    #[doc(hidden)]
    fn double(a: &Point<Self>) -> Point<Self>;
    /// scalar · point
    #[doc(hidden)]
    fn mul(scalar: &FieldElement<Self::Scalar>, point: &Point<Self>) -> Point<Self>;
    /// scalar · generator
    #[doc(hidden)]
    fn mul_base(scalar: &FieldElement<Self::Scalar>) -> Point<Self>;
    /// a · point + b · generator, in variable time
    #[doc(hidden)]
    fn vartime_double_base(
        a: &FieldElement<Self::Scalar>,
        point: &Point<Self>,
        b: &FieldElement<Self::Scalar>,
    ) -> Point<Self>;
}

/// p = 2^255 − 19: Helios' base field, Selene's order, the field of Ed25519.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct P25519;

impl Sealed for P25519 {}
impl Prime for P25519 {
    const MODULUS: Limbs =
        from_hex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
    const MODULUS_HEX: &'static str =
        "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed";
    const GENERATOR: Word = 2;
    const S: u32 = 2;
    const ROOT_OF_UNITY: Limbs =
        from_hex("2b8324804fc1df0b2b4d00993dfbd7a72f431806ad2fe478c4ee1b274a0ea0b0");
    const DELTA: Word = 16;

    fn invert(x: &FieldElement<Self>) -> FieldElement<Self> {
        field::invert(x)
    }

    fn pow(base: &FieldElement<Self>, exponent: &FieldElement<Self>) -> FieldElement<Self> {
        field::pow(base, exponent)
    }

    fn sqrt(x: &FieldElement<Self>) -> CtOption<FieldElement<Self>> {
        field::sqrt_rfc8032(x)
    }

    fn sqrt_ratio(u: &FieldElement<Self>, v: &FieldElement<Self>) -> (Choice, FieldElement<Self>) {
        FieldElement::sqrt_ratio_i(*u, *v)
    }

    /// One fill of 64 bytes, reduced.
    fn random(mut rng: impl RngCore) -> FieldElement<Self> {
        let mut bytes = Zeroizing::new([0; 64]);
        rng.fill_bytes(bytes.as_mut());
        FieldElement::wide_reduce(*bytes)
    }
}

const _: () = assert_supported::<P25519>();

/// A prime q ≡ 3 (mod 4): Selene's base field and Helios' order, one for each cycle.
macro_rules! crandall_prime {
    ($(#[$doc:meta])* $name:ident, $modulus:literal, generator: $generator:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name;

        impl Sealed for $name {}
        impl Prime for $name {
            const MODULUS: Limbs = from_hex($modulus);
            const MODULUS_HEX: &'static str = concat!("0x", $modulus);
            const GENERATOR: Word = $generator;
            const S: u32 = 1;
            const ROOT_OF_UNITY: Limbs = {
                let mut minus_one = Self::MODULUS;
                minus_one[0] -= 1;
                minus_one
            };
            const DELTA: Word = $generator * $generator;

            fn invert(x: &FieldElement<Self>) -> FieldElement<Self> {
                field::invert(x)
            }

            fn pow(base: &FieldElement<Self>, exponent: &FieldElement<Self>) -> FieldElement<Self> {
                field::pow(base, exponent)
            }

            fn sqrt(x: &FieldElement<Self>) -> CtOption<FieldElement<Self>> {
                field::even_sqrt(x)
            }

            fn sqrt_ratio(
                u: &FieldElement<Self>,
                v: &FieldElement<Self>,
            ) -> (Choice, FieldElement<Self>) {
                ff::helpers::sqrt_ratio_generic(u, v)
            }

            /// Two fills of 32 bytes, the low half first, reduced together.
            fn random(mut rng: impl RngCore) -> FieldElement<Self> {
                let mut bytes = Zeroizing::new([0; 64]);
                let (low, high) = bytes.split_at_mut(32);
                rng.fill_bytes(low);
                rng.fill_bytes(high);
                FieldElement::wide_reduce(*bytes)
            }
        }

        const _: () = assert_supported::<$name>();
    };
}

crandall_prime!(
    /// q = 2^255 − γ, γ of 124 bits: Selene's base field, Helios' order, in the current cycle.
    Q,
    "7ffffffffffffffffffffffffffffffff735481d1969f317f9850b68df11df53",
    generator: 2
);

#[cfg(feature = "cycle2025")]
crandall_prime!(
    /// q = 2^255 − γ, γ of 127 bits: Selene's base field, Helios' order, in the 2025 cycle.
    Q2025,
    "7fffffffffffffffffffffffffffffffbf7f782cb7656b586eb6d2727927c79f",
    generator: 5
);

/// A curve of one of the cycles.
macro_rules! curve {
    (
        $(#[$doc:meta])* $name:ident, $base:ident, $scalar:ident,
        points: $points:literal, b: $b:literal, generator: ($x:literal, $y:literal),
        table: $table:literal
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name;

        impl Sealed for $name {}
        impl Curve for $name {
            type Base = $base;
            type Scalar = $scalar;
            const B: FieldElement<$base> = FieldElement::from_canonical(from_hex($b));
            const GENERATOR: [FieldElement<$base>; 2] = [
                FieldElement::from_small($x),
                FieldElement::from_canonical(from_hex($y)),
            ];
            const POINT_NAME: &'static str = $points;
            const GENERATOR_TABLE: &'static [u8] = include_bytes!(concat!("tables/", $table));

            fn add(a: &Point<Self>, b: &Point<Self>) -> Point<Self> {
                backend::run(Addition { a, b })
            }

            fn sub(a: &Point<Self>, b: &Point<Self>) -> Point<Self> {
                let b = &b.with_opposite_y();
                backend::run(Addition { a, b })
            }

            fn double(a: &Point<Self>) -> Point<Self> {
                backend::run(Doubling { a })
            }

            fn mul(scalar: &FieldElement<Self::Scalar>, point: &Point<Self>) -> Point<Self> {
                backend::run(VariableBase { scalar, point })
            }

            fn mul_base(scalar: &FieldElement<Self::Scalar>) -> Point<Self> {
                backend::run(FixedBase { scalar })
            }

            fn vartime_double_base(
                a: &FieldElement<Self::Scalar>,
                point: &Point<Self>,
                b: &FieldElement<Self::Scalar>,
            ) -> Point<Self> {
                backend::run(DoubleBase { a, point, b })
            }
        }
    };
}

curve!(
    /// The curve Helios: base field p = 2^255 − 19, order q.
    Helios, P25519, Q,
    points: "HeliosPoint",
    b: "26bdec0884fe05f20cb42071569fab6432be360d07da8c5b460b82b980fd8c60",
    generator: (1, "611dffc62fe02c759e5ac10f40e009b8e3b147387068aaf810dbdf2d817c67ba"),
    table: "helios.bin"
);

curve!(
    /// The curve Selene: base field q, order p = 2^255 − 19.
    Selene, Q, P25519,
    points: "SelenePoint",
    b: "38c40d10c226ef3bc597c2e1e25bc748e3401c3d031d14ca2265f309ba81efe4",
    generator: (1, "39098c0a54bd9d2781c7d734720d5ca639ee79deeefcd74517fced93ad6635c0"),
    table: "selene.bin"
);

/// The curves of the 2025 cycle.
#[cfg(feature = "cycle2025")]
pub(crate) mod cycle2025 {
    use super::*;

    curve!(
        /// The curve Helios of the 2025 cycle: base field p = 2^255 − 19, order q.
        Helios, P25519, Q2025,
        points: "HeliosPoint2025",
        b: "22e8c739b0ea70b8be94a76b3ebb7b3b043f6f384113bf3522b49ee1edd73ad4",
        generator: (3, "537b74d97ac0721cbd92668350205f0759003bddc586a5dcd243e639e3183ef4"),
        table: "helios2025.bin"
    );

    curve!(
        /// The curve Selene of the 2025 cycle: base field q, order p = 2^255 − 19.
        Selene, Q2025, P25519,
        points: "SelenePoint2025",
        b: "70127713695876c17f51bba595ffe279f3944bdf06ae900e68de0983cb5a4558",
        generator: (1, "7a19d927b85cca9257c93177455c825f938bb198c8f09b37741e0aa6a1d3fdd2"),
        table: "selene2025.bin"
    );
}
