use ciphersuite::Ciphersuite;
use dalek_ff_group::{Ed25519, FieldElement};
use fcmps::FcmpCurves;
use helioselene::{Helios, Selene, SelenePoint};
use multiexp::multiexp_vartime;

pub use fcmps;

/// Compiles only if Selene's scalars and Ed25519's coordinates are of one type.
pub struct Curves;
impl FcmpCurves for Curves {
    type OC = Ed25519;
    type C1 = Selene;
    type C2 = Helios;
}

pub fn product(scalar: FieldElement) -> SelenePoint {
    multiexp_vartime(&[(scalar, Selene::generator())])
}
