use super::not_contained;

#[test]
fn each_part_says_why() {
    let older = |part| not_contained(part).contains("Rust older than 1.89");
    assert!(!older("avx2"));
    assert_eq!(older("ifma"), cfg!(helioselene_has = "avx2"));
}
