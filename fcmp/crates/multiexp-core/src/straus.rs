//! Straus' algorithm: one chain of doublings, to which every product adds the multiple for its digit.

use alloc::vec;
use alloc::vec::Vec;

use ff::PrimeFieldBits;
use group::Group;
use subtle::{ConditionallySelectable, ConstantTimeEq};
use zeroize::{Zeroize, Zeroizing};

use crate::digits::{self, Bits};

/// Constant time: signed digits of four bits, whose multiples are selected by reading all.
pub(crate) fn multiexp<G>(pairs: &[(G::Scalar, G)]) -> G
where
    G: Zeroize + ConditionallySelectable + Group<Scalar: PrimeFieldBits>,
{
    const WIDTH: usize = 4;
    let len = digits::signed_len::<G::Scalar>(WIDTH);
    let mut digits = Zeroizing::new(vec![0; len * pairs.len()]);
    let mut tables = Zeroizing::new(Vec::with_capacity(pairs.len()));
    for ((scalar, point), digits) in pairs.iter().zip(digits.chunks_exact_mut(len)) {
        Bits::of(scalar).signed(WIDTH, digits);
        tables.push(multiples(point));
    }

    let mut sum = G::identity();
    for i in (0..len).rev() {
        for _ in 0..WIDTH {
            sum = sum.double();
        }
        for (table, digits) in tables.iter().zip(digits.chunks_exact(len)) {
            sum += select(table, digits[i]);
        }
    }
    sum
}

/// The multiples of a point by 1 to 8.
fn multiples<G: Group>(point: &G) -> [G; 8] {
    let mut table = [*point; 8];
    for i in 1..8 {
        table[i] = if i % 2 == 1 {
            table[i / 2].double()
        } else {
            table[i - 1] + point
        };
    }
    table
}

/// digit · point for a digit of −8 to 8, reading the whole table.
fn select<G: Group + ConditionallySelectable>(table: &[G; 8], digit: i16) -> G {
    let negative = digit >> 15; // 0 or −1
    let magnitude = (digit ^ negative) - negative;
    let mut multiple = G::identity();
    for (i, entry) in (1i16..).zip(table) {
        multiple.conditional_assign(entry, magnitude.ct_eq(&i));
    }
    let negated = -multiple;
    multiple.conditional_assign(&negated, negative.ct_eq(&-1));
    multiple
}

/// Variable time: non-adjacent forms, with tables of `ODD` odd multiples.
pub(crate) fn multiexp_vartime<G: Group<Scalar: PrimeFieldBits>>(pairs: &[(G::Scalar, G)]) -> G {
    let len = digits::non_adjacent_len::<G::Scalar>();
    let mut digits = vec![0; len * pairs.len()];
    let mut tables = Vec::with_capacity(pairs.len());
    for ((scalar, point), digits) in pairs.iter().zip(digits.chunks_exact_mut(len)) {
        Bits::of(scalar).non_adjacent(NAF_WIDTH, digits);
        let double = point.double();
        let mut odd = [*point; ODD];
        for i in 1..ODD {
            odd[i] = odd[i - 1] + double;
        }
        tables.push(odd);
    }

    let mut sum = G::identity();
    let mut started = false;
    for i in (0..len).rev() {
        if started {
            sum = sum.double();
        }
        for (table, digits) in tables.iter().zip(digits.chunks_exact(len)) {
            let digit = digits[i];
            let multiple = table[usize::from(digit.unsigned_abs()) / 2];
            match digit {
                0 => continue,
                1.. => sum += multiple,
                _ => sum -= multiple,
            }
            started = true;
        }
    }
    sum
}

const NAF_WIDTH: usize = 5;
/// The digits are ±1, ±3, … ±(2^(NAF_WIDTH − 1) − 1).
const ODD: usize = 1 << (NAF_WIDTH - 2);

/// About how many additions `multiexp_vartime` takes, besides the doublings.
pub(crate) fn vartime_cost(bits: usize, len: usize) -> usize {
    len * (ODD + bits / (NAF_WIDTH + 1))
}
