use super::*;

#[test]
fn answers_are_found_once() {
    let [yes, no] = [Answer::new(), Answer::new()];
    assert_eq!([yes.get(|| true), yes.get(|| unreachable!())], [true; 2]);
    assert_eq!([no.get(|| false), no.get(|| unreachable!())], [false; 2]);
}
