#![no_main]

use helioselene_fuzz::properties::field;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| field(bytes));
