//! Which points are in the subgroup, against curve25519-dalek's multiplication by the order.

use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::CompressedEdwardsY;
use dalek_ff_group::EdwardsPoint;
use group::{Group, GroupEncoding};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

/// The expected result: dalek's point, if it is in the subgroup.
fn expected(bytes: &[u8; 32]) -> Option<CompressedEdwardsY> {
    let point = CompressedEdwardsY(*bytes).decompress()?;
    point.is_torsion_free().then(|| point.compress())
}

fn check(bytes: &[u8; 32]) -> bool {
    let decoded = Option::<EdwardsPoint>::from(EdwardsPoint::from_bytes(bytes));
    let decoded = decoded.map(|point| point.compress());
    assert_eq!(decoded, expected(bytes), "{bytes:02x?}");
    decoded.is_some()
}

#[test]
fn points_of_all_orders() {
    let mut rng = ChaCha20Rng::seed_from_u64(58);
    for i in 0..50 {
        // The first is the identity.
        let point = match i {
            0 => EdwardsPoint::identity(),
            _ => EdwardsPoint::random(&mut rng),
        };
        for (order, torsion) in EIGHT_TORSION.into_iter().enumerate() {
            let bytes = (point.0 + torsion).compress().to_bytes();
            assert_eq!(check(&bytes), order == 0);
        }
    }
}

/// Small y, those around p, which need not be reduced, and random ones. An eighth of the points is in the subgroup.
#[test]
fn any_bytes() {
    let mut rng = ChaCha20Rng::seed_from_u64(59);
    let mut accepted = 0;
    for i in 0..3000u32 {
        let mut bytes = [0; 32];
        match i % 3 {
            0 => bytes[..2].copy_from_slice(&(i as u16 / 3).to_le_bytes()),
            1 => {
                bytes = [0xff; 32];
                bytes[0] = (i / 3) as u8;
            }
            _ => rng.fill_bytes(&mut bytes),
        }
        for sign in [0x00, 0x80] {
            bytes[31] = bytes[31] & 0x7f | sign;
            accepted += usize::from(check(&bytes));
        }
    }
    assert!((250..500).contains(&accepted), "{accepted}");
}
