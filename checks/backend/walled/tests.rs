use super::*;

#[test]
fn each_says_why() {
    assert_eq!(Avx2::missing(), Some(NOT_CONTAINED));
    let compiler = Ifma::missing().is_some_and(|why| why.contains("Rust older than 1.89"));
    assert_eq!(compiler, cfg!(helioselene_has = "avx2"));
}
