//! Points in homogeneous projective coordinates, x = X/Z and y = Y/Z.

use core::{
    fmt::Debug,
    iter::Sum,
    marker::PhantomData,
    ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign},
};

use crypto_bigint::U256;
use ff::{Field, PrimeField, PrimeFieldBits};
use group::{Group, GroupEncoding, prime::PrimeGroup};
use rand_core::RngCore;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use zeroize::Zeroize;

use super::{Cycle, Fp, Fq, window};

/// One of the two fields.
pub trait PointField: PrimeFieldBits<Repr = [u8; 32]> + Zeroize {}

impl<F: PrimeFieldBits<Repr = [u8; 32]> + Zeroize> PointField for F {}

/// A curve y² = x³ + ax + b of prime order, as a type with constants.
pub trait Curve: Copy + Debug + Eq + Send + Sync + 'static {
    /// The field of the coordinates.
    type Base: PointField;
    /// The coefficient a = −3.
    const A: Self::Base;
    /// The constant term.
    const B: Self::Base;
    /// Three times the constant term.
    const B3: Self::Base;
    /// The generator's coordinates.
    const GENERATOR: (Self::Base, Self::Base);
}

/// Helios of the cycle `C`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Helios<C>(PhantomData<C>);

/// Selene of the cycle `C`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selene<C>(PhantomData<C>);

/// A point of Helios of the cycle `C`.
pub type HeliosPoint<C> = Point<Helios<C>, Fq<C>>;

/// A point of Selene of the cycle `C`.
pub type SelenePoint<C> = Point<Selene<C>, Fp>;

const P: U256 = U256::MAX.shr_vartime(1).wrapping_sub(&U256::from_u8(18));
const MINUS_3: U256 = U256::ZERO.wrapping_sub(&U256::from_u8(3));

/// 3b modulo p or q.
const fn triple(b: &U256, modulus: &U256) -> U256 {
    b.add_mod(b, modulus).add_mod(b, modulus)
}

impl<C: Cycle> Curve for Helios<C> {
    type Base = Fp;
    const A: Fp = Fp::from_u256(&P.wrapping_add(&MINUS_3));
    const B: Fp = Fp::from_u256(&C::HELIOS.b);
    const B3: Fp = Fp::from_u256(&triple(&C::HELIOS.b, &P));
    const GENERATOR: (Fp, Fp) = (Fp::from_u256(&C::HELIOS.x), Fp::from_u256(&C::HELIOS.y));
}

impl<C: Cycle> Curve for Selene<C> {
    type Base = Fq<C>;
    const A: Fq<C> = Fq::from_u256(&Fq::<C>::MODULUS_INTEGER.wrapping_add(&MINUS_3));
    const B: Fq<C> = Fq::from_u256(&C::SELENE.b);
    const B3: Fq<C> = Fq::from_u256(&triple(&C::SELENE.b, &Fq::<C>::MODULUS_INTEGER));
    const GENERATOR: (Fq<C>, Fq<C>) = (Fq::from_u256(&C::SELENE.x), Fq::from_u256(&C::SELENE.y));
}

/// A point of the curve `C` with scalars in `S`.
///
/// `S` is a parameter, not an associated type of the curve, because the compiler could not tell a multiplication by an
/// associated type from one by a reference to it.
#[derive(Clone, Copy, Debug)]
pub struct Point<C: Curve, S> {
    x: C::Base,
    y: C::Base,
    z: C::Base,
    scalars: PhantomData<S>,
}

impl<C: Curve, S> Point<C, S> {
    const IDENTITY: Self = Self::new(C::Base::ZERO, C::Base::ONE, C::Base::ZERO);

    const fn new(x: C::Base, y: C::Base, z: C::Base) -> Self {
        let scalars = PhantomData;
        Self { x, y, z, scalars }
    }
}

impl<C: Curve, S: PointField> Zeroize for Point<C, S> {
    fn zeroize(&mut self) {
        self.x.zeroize();
        self.y.zeroize();
        self.z.zeroize();
        *self = Self::IDENTITY;
    }
}

impl<C: Curve, S: PointField> ConstantTimeEq for Point<C, S> {
    fn ct_eq(&self, other: &Self) -> Choice {
        (self.x * other.z).ct_eq(&(other.x * self.z))
            & (self.y * other.z).ct_eq(&(other.y * self.z))
    }
}

impl<C: Curve, S: PointField> PartialEq for Point<C, S> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: Curve, S: PointField> Eq for Point<C, S> {}

impl<C: Curve, S: PointField> ConditionallySelectable for Point<C, S> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::new(
            C::Base::conditional_select(&a.x, &b.x, choice),
            C::Base::conditional_select(&a.y, &b.y, choice),
            C::Base::conditional_select(&a.z, &b.z, choice),
        )
    }
}

impl<C: Curve, S: PointField> Add for Point<C, S> {
    type Output = Self;

    /// Renes–Costello–Batina, eprint 2015/1060, algorithm 1: complete, for any coefficient a.
    /// Twelve multiplications, three by a and two by 3b.
    fn add(self, other: Self) -> Self {
        let xx = self.x * other.x;
        let yy = self.y * other.y;
        let zz = self.z * other.z;
        // X1·Y2 + X2·Y1 and the like, each with one multiplication.
        let xy = (self.x + self.y) * (other.x + other.y) - (xx + yy);
        let xz = (self.x + self.z) * (other.x + other.z) - (xx + zz);
        let yz = (self.y + self.z) * (other.y + other.z) - (yy + zz);
        let a_zz = C::A * zz;
        let s = C::B3 * zz + C::A * xz;
        let t = C::B3 * xz + C::A * (xx - a_zz);
        let m = xx + xx + xx + a_zz;
        let minus = yy - s;
        let plus = yy + s;
        Self::new(
            xy * minus - yz * t,
            minus * plus + m * t,
            yz * plus + xy * m,
        )
    }
}

impl<C: Curve, S: PointField> Neg for Point<C, S> {
    type Output = Self;
    fn neg(self) -> Self {
        Self { y: -self.y, ..self }
    }
}

impl<C: Curve, S: PointField> Sub for Point<C, S> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl<C: Curve, S: PointField> Mul<S> for Point<C, S> {
    type Output = Self;

    fn mul(self, scalar: S) -> Self {
        let mut table = [Self::IDENTITY; 16];
        for i in 1..16 {
            table[i] = table[i - 1] + self;
        }
        let bytes = scalar.to_repr();
        let mut windows = window::windows(&bytes);
        let mut product = window::select(&table, windows.next().unwrap_or(0));
        for window in windows {
            for _ in 0..4 {
                product = product.double();
            }
            product += window::select(&table, window);
        }
        product
    }
}

by_reference!([C: Curve, S: PointField] Point<C, S>: Add, add, AddAssign, add_assign, Self);
by_reference!([C: Curve, S: PointField] Point<C, S>: Sub, sub, SubAssign, sub_assign, Self);
by_reference!([C: Curve, S: PointField] Point<C, S>: Mul, mul, MulAssign, mul_assign, S);

impl<C: Curve, S: PointField> Sum for Point<C, S> {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::identity(), Add::add)
    }
}

impl<'a, C: Curve, S: PointField> Sum<&'a Self> for Point<C, S> {
    fn sum<I: Iterator<Item = &'a Self>>(terms: I) -> Self {
        terms.copied().sum()
    }
}

impl<C: Curve, S: PointField> Group for Point<C, S> {
    type Scalar = S;

    fn random(mut rng: impl RngCore) -> Self {
        loop {
            let mut bytes = C::Base::random(&mut rng).to_repr();
            bytes[31] |= ((rng.next_u32() & 1) as u8) << 7;
            if let Some(point) = Self::from_bytes(&bytes).into_option() {
                return point;
            }
        }
    }

    fn identity() -> Self {
        Self::IDENTITY
    }

    fn generator() -> Self {
        let (x, y) = C::GENERATOR;
        Self::new(x, y, C::Base::ONE)
    }

    fn is_identity(&self) -> Choice {
        self.z.is_zero()
    }

    /// The Explicit-Formulas Database's dbl-2007-bl: five multiplications, six squarings and one
    /// multiplication by a.
    fn double(&self) -> Self {
        let xx = self.x.square();
        let w = C::A * self.z.square() + xx + xx.double();
        let s = (self.y * self.z).double();
        let sss = s * s.square();
        let r = self.y * s;
        let rr = r.square();
        let b = (self.x + r).square() - xx - rr;
        let h = w.square() - b.double();
        let doubled = Self::new(h * s, w * (b - h) - rr.double(), sss);
        // The formula maps the identity to (0:0:0), which is not a point.
        Self::conditional_select(&doubled, self, self.is_identity())
    }
}

impl<C: Curve, S: PointField> GroupEncoding for Point<C, S> {
    type Repr = [u8; 32];

    fn from_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
        let mut bytes = *bytes;
        let sign = Choice::from(bytes[31] >> 7);
        bytes[31] &= 0x7f;
        C::Base::from_repr(bytes).and_then(|x| {
            // No point has x = 0, because b is not a square, nor y = 0, because the order is odd.
            let is_identity = x.is_zero();
            (x.square() * x + C::A * x + C::B)
                .sqrt()
                .map(|y| {
                    let y = C::Base::conditional_select(&y, &-y, y.is_odd() ^ sign);
                    Self::new(x, y, C::Base::ONE)
                })
                .or_else(|| CtOption::new(Self::IDENTITY, is_identity & !sign))
        })
    }

    fn from_bytes_unchecked(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::from_bytes(bytes)
    }

    fn to_bytes(&self) -> [u8; 32] {
        // The identity has no inverse of z; taking 0 for it makes x and y zero too.
        let z = self.z.invert().unwrap_or(C::Base::ZERO);
        let mut bytes = (self.x * z).to_repr();
        bytes[31] |= (self.y * z).is_odd().unwrap_u8() << 7;
        bytes
    }
}

impl<C: Curve, S: PointField> PrimeGroup for Point<C, S> {}
