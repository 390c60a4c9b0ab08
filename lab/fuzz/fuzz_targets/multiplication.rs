#![no_main]

use helioselene_fuzz::properties::multiplication;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| multiplication(bytes));
