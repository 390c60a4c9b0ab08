//! Constants of permutations and factors in four lanes, each packed into one number as instructions take it.

/// The constant of a [`FieldVector::shuffle`](super::FieldVector::shuffle), in the coding of `vpermq`.
#[allow(dead_code)] // without vectors
pub const fn order(lanes: [i32; 4]) -> i32 {
    lanes[0] | lanes[1] << 2 | lanes[2] << 4 | lanes[3] << 6
}

/// The constant of a [`Sum::scale`](super::Sum::scale): each factor 0, 1, 2, 3, 4, 6 or 9.
#[allow(dead_code)] // without vectors
pub const fn factors(lanes: [u8; 4]) -> u32 {
    u32::from_le_bytes(lanes)
}

/// Fails the build for a constant of [`Sum::scale`](super::Sum::scale) with other factors, some of which would take more
/// than two shifts.
#[allow(dead_code)] // without vectors
pub(crate) const fn assert_factors(factors: u32) {
    let (lanes, mut i) = (factors.to_le_bytes(), 0);
    while i < 4 {
        assert!(matches!(lanes[i], 0 | 1 | 2 | 3 | 4 | 6 | 9));
        i += 1;
    }
}
