use super::*;

#[test]
fn what_tells_scalars_is_overwritten() {
    let mut digits = [1, 2, 3];
    overwrite(&mut digits[..2]);
    assert_eq!(digits, [0, 0, 3]);
    let mut digits = Vec::from(digits);
    wipe(&mut digits);
    assert!(digits.is_empty());
}
