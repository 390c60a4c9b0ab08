//! Arkworks' own test templates, `ark-algebra-test-templates`, on the fields and the curves.
//!
//! These are not run, because they do not apply:
//!
//! - `test_field!`: `mont_prime_field`, which reads the constants R, R² and −1/p of arkworks' Montgomery form. Elements here are
//!   canonical residues.
//! - `test_group!`: `te`, for twisted Edwards curves, and `glv`: these curves have no cheap endomorphism.
//! - `test_group!`'s `sw` needs arkworks' own point types, so it runs on those over this crate's constants; `curve`, which it
//!   contains, runs on this crate's points as well.
//! - `test_pairing!` and `test_h2c!`: there is no pairing, and no map to the curve in arkworks' traits.

use ark_algebra_test_templates::{test_field, test_group};
use ark_ec::short_weierstrass;
use helioselene_arkworks::{helios, selene};

// The first number is that of repetitions; sums and products of fields are repeated that often squared.
test_field!(100; field_of_p; helios::Fq; prime);
test_field!(100; field_of_q; selene::Fq; prime);

test_group!(20; helios_points; helios::Projective; curve);
test_group!(20; selene_points; selene::Projective; curve);
test_group!(20; helios_in_arkworks_types; short_weierstrass::Projective<helios::Config>; sw);
test_group!(20; selene_in_arkworks_types; short_weierstrass::Projective<selene::Config>; sw);
