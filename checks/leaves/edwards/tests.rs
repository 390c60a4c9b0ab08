use super::*;

/// The constants satisfy their definitions.
#[test]
fn constants() {
    let [n, m] = [121_665u64, 121_666].map(Field25519::from);
    assert_eq!(D * m, -n);
    // ℓ = 2^252 + 27742317777372353535851937790883648493, and 8·8⁻¹ = 3ℓ + 1.
    let two = Field25519::from(2u64);
    let order = two.pow(Field25519::from(252u64))
        + Field25519::from(27_742_317_777_372_353_535_851_937_790_883_648_493u128);
    let [three, eight] = [3u64, 8].map(Field25519::from);
    assert_eq!(
        INVERSE_OF_EIGHT * eight,
        order * three + Field25519::from(1u64)
    );
}

/// The chain computes 3ℓ + 1 times an integer modulo p.
#[test]
fn chain() {
    let chain = Chain::new();
    let digit = |digit: i8| {
        let size = Field25519::from(digit.unsigned_abs());
        if digit < 0 { -size } else { size }
    };
    let two = Field25519::from(2u64);
    let times = |x: Field25519, doublings: u32| x * two.pow(Field25519::from(doublings));
    let mut sum = digit(chain.first);
    for (doublings, added) in &chain.steps {
        assert!(*doublings >= 1 && usize::from(added.unsigned_abs()) < 2 * ODD_MULTIPLES);
        sum = times(sum, *doublings) + digit(*added);
    }
    assert_eq!(
        times(sum, chain.last),
        INVERSE_OF_EIGHT * Field25519::from(8u64)
    );
    assert_eq!(chain.steps.len(), 25);
}
