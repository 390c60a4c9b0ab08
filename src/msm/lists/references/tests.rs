use super::*;

impl Unsorted {
    pub(in crate::msm) fn is_wiped(&self) -> bool {
        self.references.iter().all(|digit| *digit == (0, 0)) && self.counts.is_empty()
    }
}

#[test]
fn references_are_sorted_and_wiped() {
    let (mut lists, mut unsorted) = (Lists::default(), Unsorted::default());
    // The second call has more room than needed.
    for most in [5, 9] {
        lists.collect(&mut unsorted, 4, most, |writer| {
            for (list, reference) in [(3, 10), (0, 11), (3, 12), (1, 13), (0, 14)] {
                writer.push(list, reference);
            }
        });
        assert_eq!(lists.references, [11, 14, 13, 10, 12]);
        assert_eq!(lists.ends, [2, 3, 3, 5]);
        assert!(unsorted.is_wiped());
    }
}

#[test]
fn the_identity_is_on_no_list() {
    let (zero, point) = ([[0; 5]; 2], [[0, 0, 1, 0, 0], [0; 5]]);
    let points = [point, zero, zero, point, zero].map(Affine::<[u64; 5]>::new);
    let mut lists = Lists::default();
    lists.push(0..3, &points);
    lists.push([4, 3, 3, 1].into_iter(), &points);
    lists.push(1..2, &points);
    assert_eq!(lists.references, [0, 3, 3]);
    assert_eq!(lists.ends, [1, 3, 3]);
}
