use super::sums::small_tables;

#[test]
fn small_tables_have_a_size() {
    assert_eq!([0, 38, 228].map(small_tables), [256 << 10; 3]);
    assert_eq!(small_tables(1024), 1024 * 1149);
    assert_eq!(small_tables(usize::MAX), usize::MAX);
}
