//! The prime fields against num-bigint.

use helioselene_simd::{Curve, Helios, Prime, Selene};
use num_bigint::BigUint;

use super::input::Input;
use super::vectors::vectors;
use crate::common::field::{
    check_inverse, check_inverses, check_list, check_load, check_pair, check_power,
    check_primitives, check_root, check_root_ratio, check_unary, check_wide,
};
use crate::common::oracle::Integers;

/// Loading, sums, products, wide reduction, inverses, powers and roots; and programs on every kind of vector.
pub fn field(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    match input.below(5) {
        0 | 1 => over::<<Helios as Curve>::Base>(&mut input),
        2 | 3 => over::<<Selene as Curve>::Base>(&mut input),
        #[cfg(feature = "cycle2025")]
        4 => over::<<helioselene_simd::cycle2025::Selene as Curve>::Base>(&mut input),
        _ => {}
    }
}

fn over<P: Prime>(input: &mut Input<'_>) {
    let field = Integers::of::<P>();
    let mut integers = Vec::new();
    let what = input.below(8);
    for _ in 0..4 {
        integers.push(input.integer(&field.modulus, &integers));
    }
    let residues: Vec<BigUint> = integers.iter().map(|x| field.reduce(x)).collect();
    let [a, b, ..] = &residues[..] else {
        unreachable!("four residues")
    };
    match what {
        0 => {
            for (x, y) in integers.iter().zip(integers.iter().rev()) {
                check_load::<P>(&field, x);
                check_wide::<P>(&field, &((x << 256) + y));
            }
            check_primitives::<P>(u128::from_le_bytes(input.bytes()));
        }
        1 => {
            for a in &residues {
                check_unary::<P>(&field, a);
                for b in &residues {
                    check_pair::<P>(&field, a, b);
                }
            }
            check_list::<P>(&field, &residues);
        }
        2 => {
            check_inverse::<P>(&field, a);
            let list = residues.iter().cycle().take(input.below(12)).cloned();
            check_inverses::<P>(&field, &list.collect::<Vec<_>>());
        }
        3 => check_power::<P>(&field, a, b),
        4 => {
            check_root::<P>(&field, a);
            check_root::<P>(&field, &field.square(a));
        }
        5 => {
            check_root_ratio::<P>(&field, a, b);
            let ratio = field.mul(&field.square(a), b);
            check_root_ratio::<P>(&field, &ratio, b);
        }
        _ => vectors::<P>(&field, &residues, input),
    }
}
