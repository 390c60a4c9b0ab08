#![no_main]

use helioselene_compat_checks::properties::compat;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| compat(bytes));
