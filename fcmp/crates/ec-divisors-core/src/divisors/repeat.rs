//! Repeats the items of a list, each a secret number of times.

use alloc::vec::Vec;

use subtle::{Choice, ConditionallySelectable};
use zeroize::{Zeroize, Zeroizing};

use super::wiped::with_capacity;

/// Each item, in order, its number of times. The numbers must add up to the number of items. Constant time.
///
/// Wanted items first move left, next to each other. Then each moves right, to its first place. Finally each empty
/// place takes the item on its left. Moving left, an item goes as many places as there are unwanted ones before it, by
/// 1, 2, 4, … in turn. No two meet, since an item on the right moves further by no more than the gap between them.
/// Moving right is the reverse. That takes 2·log₂ n passes; choosing each place among all items would take n.
pub(crate) fn repeated<T: ConditionallySelectable + Zeroize>(
    items: &[T],
    times: &[u64],
) -> Zeroizing<Vec<T>> {
    let n = items.len();
    assert_eq!(n, times.len(), "a number for each item");
    let mut places = Places {
        items: Zeroizing::new(items.to_vec()),
        shifts: with_capacity(n),
        firsts: with_capacity(n),
        taken: with_capacity(n),
    };
    let (mut unwanted, mut first) = (0, 0);
    for times in times {
        // 1 unless the number is 0. Numbers are less than 2^63.
        let wanted = times.wrapping_neg() >> 63;
        places.shifts.push(unwanted);
        places.firsts.push(first);
        places.taken.push(wanted as u8);
        unwanted += 1 - wanted;
        first += times;
    }
    let bits = n.next_power_of_two().ilog2();
    for bit in 0..bits {
        for i in 1 << bit..n {
            places.shift(i, i - (1 << bit), bit);
        }
    }
    for (i, (shift, first)) in places
        .shifts
        .iter_mut()
        .zip(places.firsts.iter())
        .enumerate()
    {
        *shift = first.wrapping_sub(i as u64);
    }
    for bit in (0..bits).rev() {
        for i in (0..n.saturating_sub(1 << bit)).rev() {
            places.shift(i, i + (1 << bit), bit);
        }
    }
    for i in 1..n {
        let left = places.items[i - 1];
        places.items[i].conditional_assign(&left, !Choice::from(places.taken[i]));
    }
    places.items
}

/// Items in places, some of which are empty.
struct Places<T: Zeroize> {
    items: Zeroizing<Vec<T>>,
    /// How far each has to move.
    shifts: Zeroizing<Vec<u64>>,
    /// Where each comes first in the result.
    firsts: Zeroizing<Vec<u64>>,
    /// 1 if the place is taken.
    taken: Zeroizing<Vec<u8>>,
}

impl<T: ConditionallySelectable + Zeroize> Places<T> {
    /// Moves the item at `from` to `to`, which must be empty, if this bit of its shift is set.
    fn shift(&mut self, from: usize, to: usize, bit: u32) {
        let moves = self.taken[from] & (self.shifts[from] >> bit & 1) as u8;
        self.taken[to] |= moves;
        self.taken[from] ^= moves;
        let moves = Choice::from(moves);
        let (item, shift, first) = (self.items[from], self.shifts[from], self.firsts[from]);
        self.items[to].conditional_assign(&item, moves);
        self.shifts[to].conditional_assign(&shift, moves);
        self.firsts[to].conditional_assign(&first, moves);
    }
}
