use crate::Field25519;

use super::*;

/// The chain computes 3ℓ + 1 times an integer modulo p.
#[test]
fn chain() {
    let digit = |digit: i8| {
        let size = Field25519::from(digit.unsigned_abs());
        if digit < 0 { -size } else { size }
    };
    let two = Field25519::from(2u64);
    let times = |x: Field25519, doublings: u32| x * two.pow(Field25519::from(doublings));
    let mut sum = digit(3);
    for (doublings, added) in &CHAIN {
        assert!(*doublings >= 1 && usize::from(added.unsigned_abs()) < 2 * ODD_MULTIPLES);
        sum = times(sum, *doublings) + digit(*added);
    }
    // ℓ = 2^252 + 27742317777372353535851937790883648493.
    let order = times(Field25519::from(1u64), 252)
        + Field25519::from(27_742_317_777_372_353_535_851_937_790_883_648_493u128);
    let [three, one] = [3u64, 1].map(Field25519::from);
    assert_eq!(times(sum, 3), order * three + one);
    // As an integer, as 3·2^252 is below 2^254.
    let doublings: u32 = CHAIN.iter().map(|(doublings, _)| doublings).sum();
    assert_eq!(doublings + 3, 252);
}
