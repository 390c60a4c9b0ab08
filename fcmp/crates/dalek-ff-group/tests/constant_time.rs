//! No branch and no address depends on the encoding being decoded, judged by Valgrind's memcheck.
#![cfg(all(target_os = "linux", target_arch = "x86_64", feature = "std"))]

use dalek_ff_group::EdwardsPoint;
use group::{Group, GroupEncoding};
use helioselene_judge::memcheck::{Report, is_running, mark, rerun};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

#[test]
fn decoding_is_constant_time() {
    rerun("under_valgrind");
}

#[test]
#[ignore = "`decoding_is_constant_time` runs it, under valgrind"]
fn under_valgrind() {
    assert!(is_running());
    let mut report = Report::default();
    let mut bytes = EdwardsPoint::random(&mut ChaCha20Rng::seed_from_u64(3)).to_bytes();
    mark(&mut bytes);
    report.constant_time("Ed25519: from_bytes", || EdwardsPoint::from_bytes(&bytes));
    report.finish();
}
