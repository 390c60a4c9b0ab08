use super::*;
use crate::arithmetic::portable::Portable;
use crate::backend::serial::Serial;
use crate::primes::P25519;

impl<V: FieldVector> Reduction<V> {
    pub(in crate::msm) fn is_wiped(&self) -> bool {
        self.lines.present.is_empty()
    }
}

type V = Serial<Portable, P25519>;

#[test]
fn additions_are_counted() {
    for bits in 1..=12 {
        let (mut lines, mut batch) = (Lines::default(), Batched::<V>::new());
        let grid = Grid::of(bits);
        assert_eq!(grid.buckets(), 1 << (bits - 1));
        let one = V::one();
        for _ in 0..grid.buckets() {
            lines.put(one, one, !0, &mut batch);
        }
        lines.put_lines(&grid, 0, &mut batch);
        let pairs = batch.additions.len();
        let of_lines = lines.places.len() - lines.ends.len();
        let of_bits = (0..bits).map(|bit| grid.lines_of_bit(bit).count() - 1);
        let additions = of_lines + of_bits.sum::<usize>();
        assert_eq!(grid.lines(), lines.ends.len());
        assert_eq!(grid.half_additions(), (2 * additions + 3 * pairs) as u64);
    }
}

#[test]
fn sets_are_cut_for_the_lanes() {
    // 32 sets fill eight lanes, and 29 leave few of them empty.
    assert_eq!(cut(8, 32, 8), (0, 32 * OF_A_SET));
    assert_eq!(cut(8, 29, 9), (0, 32 * OF_A_SET));
    assert_eq!(cut(8, 9, 8), (3, 9 * OF_A_SET * 9 / 8));
    assert_eq!(cut(8, 1, 8), (3, OF_A_SET * 9 / 8));
    // One bucket cannot be cut.
    assert_eq!(cut(8, 1, 1), (0, 8 * OF_A_SET));
    assert_eq!(cut(1, 3, 8), (0, 3 * OF_A_SET));
}
