#![no_main]

use helioselene_fuzz::proofs::{Choices, lincomb::combination};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| combination(&mut Choices::new(bytes)));
