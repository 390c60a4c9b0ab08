#![no_main]

use helioselene_fuzz::proofs::changed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| changed(bytes));
