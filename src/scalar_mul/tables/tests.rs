use super::*;
use crate::curve::Point;
use crate::scalar_mul::OddDigits;

/// Every entry, by additions and doublings that use no table.
fn every_entry_is_its_multiple<C: Curve>() {
    let rows = OddDigits::count::<C::Scalar>();
    assert_eq!(C::GENERATOR_TABLE.len(), rows * ROW_BYTES);
    let mut base = Point::<C>::GENERATOR;
    for i in 0..rows {
        let twice = base + base;
        let mut multiple = base;
        for j in 0..ODD_MULTIPLES {
            let [x, y] = entry::<C>(i, j);
            let point = Point::from_xy(x, y).expect("on the curve");
            assert_eq!(point, multiple, "row {i}, {j}");
            assert_eq!(lookup::<C>(i, j as Word), [x, y]);
            multiple += twice;
        }
        base = (0..5).fold(base, |point, _| point + point);
    }
}

#[test]
fn tables_hold_the_multiples() {
    every_entry_is_its_multiple::<crate::Helios>();
    every_entry_is_its_multiple::<crate::Selene>();
    every_entry_is_its_multiple::<crate::curves::cycle2025::Helios>();
    every_entry_is_its_multiple::<crate::curves::cycle2025::Selene>();
}
