use ciphersuite::Ciphersuite;
use helioselene::{Helios, HeliosPoint, Selene, SelenePoint};

pub fn hash_inits() -> (HeliosPoint, SelenePoint) {
    (Helios::generator(), Selene::generator())
}
