#![no_main]

use helioselene_fuzz::proofs::circuit_of_bytes;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| circuit_of_bytes(bytes));
