//! Variable-base scalar multiplication, constant time.

use zeroize::Zeroize;

use super::odd_multiples;
use super::recoding::{Digit, ODD_MULTIPLES, OddDigits, WINDOW};
use crate::backend::always;
use crate::curve::{Curve, Point};
use crate::field::FieldElement;
use crate::mask::Mask;
use crate::point_ops::{Operation, PointOps};
use crate::word::Word;

/// The operation scalar · point, constant time in both.
///
/// Fixed windows of five bits over the odd multiples P, 3P, … 31P: 250 doublings and 50 complete additions for the
/// 51 digits, a doubling and 15 additions for the table.
pub(crate) struct VariableBase<'a, C: Curve> {
    pub scalar: &'a FieldElement<C::Scalar>,
    pub point: &'a Point<C>,
}

impl<C: Curve> Operation for VariableBase<'_, C> {
    type Curve = C;

    #[inline(always)]
    fn run<O: PointOps<C>>(self) -> Point<C> {
        let point = O::load(self.point);
        let mut table = [O::cache(point); ODD_MULTIPLES];
        odd_multiples::<C, O>(point, &mut table);

        // The top digit is positive, so its multiple, as it is in the table, is the first sum.
        let digits = OddDigits::new(self.scalar);
        let top = OddDigits::count::<C::Scalar>() - 1;
        let mut entry = lookup::<C, O>(&table, digits.digit(top).index);
        let sum = O::uncache(&entry);
        entry.zeroize();
        // Complete additions: for the scalar 0, whose digits are those of the order, the last one adds opposite points.
        let mut sum = always!(O::call, {
            let mut sum = sum;
            for i in (0..top).rev() {
                window::<C, O::Inlined>(&mut sum, &table, digits.digit(i));
            }
            sum
        });
        // The digits of an even scalar k are those of −k.
        O::conditional_negate(&mut sum, *digits.was_even);
        let product = O::store(sum);
        // The point's multiples, and the product in the backend's format. `digits` wipes itself when dropped.
        table.zeroize();
        sum.zeroize();
        product
    }
}

/// Multiplies the sum by 32, by five doublings, and adds the multiple that a digit selects.
#[inline(always)]
fn window<C: Curve, O: PointOps<C>>(
    sum: &mut O::Point,
    table: &[O::Cached; ODD_MULTIPLES],
    digit: Digit,
) {
    O::double_n(sum, WINDOW);
    // A new variable each time: assignment copies with vector moves, which delay the scalar code that reads its limbs.
    let mut entry = lookup::<C, O>(table, digit.index);
    O::add(sum, &entry, digit.negative);
    entry.zeroize();
}

/// Returns `table[index]`, reading every entry.
///
/// A function of its own: inlined into the loop early on, it would store half of an entry in each round.
#[inline(always)]
fn lookup<C: Curve, O: PointOps<C>>(table: &[O::Cached; ODD_MULTIPLES], index: Word) -> O::Cached {
    always!(O::call, {
        let mut found = table[0];
        // With an iterator the compiler stores `found` in each round.
        #[allow(clippy::needless_range_loop)]
        for i in 1..ODD_MULTIPLES {
            found = O::select(found, table[i], Mask::equal(index, i as Word));
        }
        found
    })
}
