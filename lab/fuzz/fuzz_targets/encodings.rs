#![no_main]

use helioselene_fuzz::properties::encodings;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| encodings(bytes));
