#![no_main]

use helioselene_fuzz::changed::changed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| changed(bytes));
