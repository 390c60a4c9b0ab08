use super::*;

#[test]
fn tables_end_where_references_do() {
    assert_countable(1 << 31, u32::MAX as usize);
}

#[cfg(target_pointer_width = "64")]
#[test]
#[should_panic(expected = "at most 2^31 table entries")]
fn larger_tables_panic() {
    assert_countable((1 << 31) + 1, 0);
}

#[cfg(target_pointer_width = "64")]
#[test]
#[should_panic(expected = "2^32 − 1 references")]
fn longer_lists_panic() {
    assert_countable(0, 1 << 32);
}
