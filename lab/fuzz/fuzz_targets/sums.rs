#![no_main]

use helioselene_fuzz::properties::sums;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sums(bytes));
