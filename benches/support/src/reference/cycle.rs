//! The constants of the two cycles.

use core::fmt::Debug;

use crypto_bigint::{
    CtChoice, U256, impl_modulus,
    modular::constant_mod::{Residue, ResidueParams},
};

/// A cycle of curves: Helios over p = 2^255 − 19 with q points, Selene over q with p points.
pub trait Cycle: Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// The prime q, for crypto-bigint's residues.
    type Q: ResidueParams<{ U256::LIMBS }> + Copy + Debug + Eq + Send + Sync + 'static;
    /// q in hexadecimal.
    const MODULUS: &'static str;
    /// The smallest generator of the multiplicative group of the field with q elements.
    const MULTIPLICATIVE_GENERATOR: u8;
    /// Helios, over the field with p elements.
    const HELIOS: CurveConstants;
    /// Selene, over the field with q elements.
    const SELENE: CurveConstants;

    // crypto-bigint's arithmetic modulo q is called from non-generic functions, which are compiled with this crate, as
    // dalek-ff-group's are with that one. Generic functions are compiled with each benchmark; there a multiplication's
    // latency went from 79 to 100 cycles when an unrelated function was inlined. Here it is 108, like dalek-ff-group's.

    /// a + b.
    fn add(a: &Integer<Self>, b: &Integer<Self>) -> Integer<Self>;
    /// a − b.
    fn subtract(a: &Integer<Self>, b: &Integer<Self>) -> Integer<Self>;
    /// −a.
    fn negate(a: &Integer<Self>) -> Integer<Self>;
    /// a·b.
    fn multiply(a: &Integer<Self>, b: &Integer<Self>) -> Integer<Self>;
    /// a².
    fn square(a: &Integer<Self>) -> Integer<Self>;
    /// a⁻¹, and whether it exists.
    fn invert(a: &Integer<Self>) -> (Integer<Self>, CtChoice);
}

/// An integer modulo q.
pub type Integer<C> = Residue<<C as Cycle>::Q, { U256::LIMBS }>;

/// The constants of one curve y² = x³ − 3x + b.
pub struct CurveConstants {
    /// The constant term of the equation.
    pub b: U256,
    /// The generator's x coordinate.
    pub x: U256,
    /// The generator's y coordinate.
    pub y: U256,
}

impl CurveConstants {
    const fn new(b: &str, x: u8, y: &str) -> Self {
        Self {
            b: U256::from_be_hex(b),
            x: U256::from_u8(x),
            y: U256::from_be_hex(y),
        }
    }
}

const CURRENT_Q: &str = "7ffffffffffffffffffffffffffffffff735481d1969f317f9850b68df11df53";
const Q_2025: &str = "7fffffffffffffffffffffffffffffffbf7f782cb7656b586eb6d2727927c79f";

impl_modulus!(CurrentQ, U256, CURRENT_Q);
impl_modulus!(Q2025, U256, Q_2025);

macro_rules! arithmetic {
    () => {
        fn add(a: &Integer<Self>, b: &Integer<Self>) -> Integer<Self> {
            a.add(b)
        }
        fn subtract(a: &Integer<Self>, b: &Integer<Self>) -> Integer<Self> {
            a.sub(b)
        }
        fn negate(a: &Integer<Self>) -> Integer<Self> {
            a.neg()
        }
        fn multiply(a: &Integer<Self>, b: &Integer<Self>) -> Integer<Self> {
            a.mul(b)
        }
        fn square(a: &Integer<Self>) -> Integer<Self> {
            a.square()
        }
        fn invert(a: &Integer<Self>) -> (Integer<Self>, CtChoice) {
            a.invert()
        }
    };
}

/// The cycle in use today.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Current;

impl Cycle for Current {
    type Q = CurrentQ;
    const MODULUS: &'static str = CURRENT_Q;
    const MULTIPLICATIVE_GENERATOR: u8 = 2;
    const HELIOS: CurveConstants = CurveConstants::new(
        "26bdec0884fe05f20cb42071569fab6432be360d07da8c5b460b82b980fd8c60",
        1,
        "611dffc62fe02c759e5ac10f40e009b8e3b147387068aaf810dbdf2d817c67ba",
    );
    const SELENE: CurveConstants = CurveConstants::new(
        "38c40d10c226ef3bc597c2e1e25bc748e3401c3d031d14ca2265f309ba81efe4",
        1,
        "39098c0a54bd9d2781c7d734720d5ca639ee79deeefcd74517fced93ad6635c0",
    );
    arithmetic!();
}

/// The cycle of the 2025 contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cycle2025;

impl Cycle for Cycle2025 {
    type Q = Q2025;
    const MODULUS: &'static str = Q_2025;
    const MULTIPLICATIVE_GENERATOR: u8 = 5;
    const HELIOS: CurveConstants = CurveConstants::new(
        "22e8c739b0ea70b8be94a76b3ebb7b3b043f6f384113bf3522b49ee1edd73ad4",
        3,
        "537b74d97ac0721cbd92668350205f0759003bddc586a5dcd243e639e3183ef4",
    );
    const SELENE: CurveConstants = CurveConstants::new(
        "70127713695876c17f51bba595ffe279f3944bdf06ae900e68de0983cb5a4558",
        1,
        "7a19d927b85cca9257c93177455c825f938bb198c8f09b37741e0aa6a1d3fdd2",
    );
    arithmetic!();
}
