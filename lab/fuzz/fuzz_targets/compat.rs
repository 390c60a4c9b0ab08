#![no_main]

use helioselene_comparison::properties::compat;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| compat(bytes));
