use ciphersuite::Ciphersuite;
use dalek_ff_group::FieldElement;
use helioselene::{HeliosPoint, HelioseleneField, Selene, SelenePoint};

/// Points and scalars by value: a warning about types that C does not know is an error here.
#[deny(improper_ctypes_definitions)]
#[no_mangle]
pub extern "C" fn selene_product(scalar: FieldElement) -> SelenePoint {
    Selene::generator() * scalar
}

#[deny(improper_ctypes_definitions)]
#[no_mangle]
pub extern "C" fn helios_product(point: HeliosPoint, scalar: HelioseleneField) -> HeliosPoint {
    point * scalar
}
