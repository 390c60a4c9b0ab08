use super::*;

/// The constants satisfy their definitions.
#[test]
fn constants() {
    let [n, m] = [121_665u64, 121_666].map(Field25519::from);
    assert_eq!(D * m, -n);
    assert_eq!(TWO_D, D + D);
}
