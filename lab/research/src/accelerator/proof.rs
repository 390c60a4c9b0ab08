//! Proves the multiplier's bounds for all operands, by running its text on ranges; that its normalisation is then
//! right; and that the rule of the engine that it models is not.

use num_bigint::BigUint;

use super::multiplier::{BITS, LIMBS, Limbs, Word, carried, collapsed, multiply, normalise, rows};

/// All numbers from `min` to `max`. An operation that the multiplier's slices lack panics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    min: u64,
    max: u64,
}

impl Range {
    const LIMB: Self = Self {
        min: 0,
        max: (1 << BITS) - 1,
    };
}

impl Word for Range {
    fn constant(x: u32) -> Self {
        let x = x.into();
        Self { min: x, max: x }
    }
    #[track_caller]
    fn times(self, other: Self) -> Self {
        // The ports are signed: one bit less than 25 and 18.
        assert!(self.max < 1 << 24, "the wide port: {self:?}");
        assert!(other.max < 1 << 17, "the narrow port: {other:?}");
        Self {
            min: self.min * other.min,
            max: self.max * other.max,
        }
    }
    #[track_caller]
    fn plus(self, other: Self) -> Self {
        let max = self.max + other.max;
        assert!(max < 1 << 47, "the accumulator: {max:#x}");
        Self {
            min: self.min + other.min,
            max,
        }
    }
    fn low(self) -> Self {
        // A range within one multiple of 2^17 keeps its order.
        if self.min >> BITS == self.max >> BITS {
            let low = |x| x & Self::LIMB.max;
            Self {
                min: low(self.min),
                max: low(self.max),
            }
        } else {
            Self::LIMB
        }
    }
    fn high(self) -> Self {
        Self {
            min: self.min >> BITS,
            max: self.max >> BITS,
        }
    }
}

fn prime() -> BigUint {
    (BigUint::from(1u8) << 255) - 19u8
}

fn integer(limbs: &Limbs<u64>) -> BigUint {
    let from_top = limbs.iter().rev();
    from_top.fold(BigUint::ZERO, |sum, limb| (sum << BITS) + limb)
}

fn limbs(x: &BigUint) -> Limbs<u64> {
    let limb = |i: usize| (x >> (BITS as usize * i)) & BigUint::from(Range::LIMB.max);
    core::array::from_fn(|i| u64::try_from(limb(i)).expect("17 bits"))
}

fn hex(digits: &str) -> BigUint {
    BigUint::parse_bytes(digits.as_bytes(), 16).expect("hexadecimal digits")
}

/// Operands below the prime, and what each shows.
fn witnesses() -> [(BigUint, BigUint); 3] {
    [
        // The product is 1, V = 2p + 1.
        (
            "4093d7ae4c31d624d72088a6c5c4e4e9a86648b289ba131292a13a42e6794c55",
            "7295d30daa3a23f50973f746d55118781726c49d7e9733e0ce38ddd17349d365",
        ),
        // The product is 20, V = 2p + 20.
        (
            "598b24cc6a298f86c344c2f2ee5ca57b006e55e5e0ba240d736dd84321c4cb19",
            "6097d60827bc49c6c45474e57bab3daf0187233761fb41798fb100678ab41027",
        ),
        // h = 2.
        (
            "596972f4702317166c29f46d7e0f01d6231efc3957de72afb8fdea2f6ebbffa4",
            "7be0ecfa5f838df8d86c671c2c81ca83723dd5b3d9c15a2cd2ae25cb0e4e9cec",
        ),
    ]
    .map(|(a, b)| (hex(a), hex(b)))
}

/// V, for numbers below 2^255.
fn before_normalisation(a: &BigUint, b: &BigUint) -> Limbs<u64> {
    carried(collapsed(&rows(&limbs(a), &limbs(b))))
}

#[test]
fn no_slice_overflows_and_h_is_at_most_two() {
    let any = [Range::LIMB; LIMBS];
    let sums = rows(&any, &any);
    // The greatest sum, that of the lowest limb, occurs if all limbs are full.
    let greatest = rows(&[Range::LIMB.max; LIMBS], &[Range::LIMB.max; LIMBS]);
    assert_eq!(sums.map(|sum| sum.max), greatest);
    assert_eq!(
        greatest.into_iter().max(),
        Some(267 * Range::LIMB.max.pow(2))
    );
    assert!(greatest[0] < 1 << 43);

    let before = carried(collapsed(&sums));
    assert_eq!(before[..LIMBS - 1], any[..LIMBS - 1]);
    let h = before[LIMBS - 1].high();
    assert_eq!((h.min, h.max), (0, 2));
    // What the argument for one pass requires: a detector that looks for one carry, and one subtraction.
    assert!(19 * (h.max + 1) < 1 << BITS);
    assert!((BigUint::from(1u8) << 255) + 19 * h.max < prime() * 2u8);

    // And the second pass of carries leaves at most one bit above the highest limb.
    let after = carried(normalise(before));
    assert_eq!(after[LIMBS - 1].high(), Range { min: 0, max: 1 });
}

/// Both extremes of h occur, and a V of at least 2p: the bounds cannot be better.
#[test]
fn the_corner_cases_exist() {
    let [(a, b), (c, d), (e, f)] = witnesses();
    for (a, b, product) in [(&a, &b, 1u8), (&c, &d, 20)] {
        let v = before_normalisation(a, b);
        assert_eq!(integer(&v), prime() * 2u8 + product);
        assert_eq!(v[LIMBS - 1] >> BITS, 1);
    }
    assert_eq!(before_normalisation(&e, &f)[LIMBS - 1] >> BITS, 2);
}

/// For every V within the bounds normalisation gives the canonical number: near all multiples of 2^255 and of the
/// prime, and with the limbs in between full, empty and mixed.
#[test]
fn one_pass_is_enough() {
    let two_255 = BigUint::from(1u8) << 255;
    let mut values = Vec::new();
    for h in 0..=2u8 {
        let first = &two_255 * h;
        values.extend((0..100u8).map(|k| &first + k));
        values.extend((1..100u8).map(|k| &first + &two_255 - k));
        // One limb that is not full stops the carry.
        values
            .extend((0..LIMBS).map(|i| &first + &two_255 - 1u8 - (BigUint::from(1u8) << (17 * i))));
    }
    for v in values {
        let h = u64::try_from(&v >> 255usize).expect("0 to 2");
        let mut before = limbs(&v);
        before[LIMBS - 1] += h << BITS;
        assert_eq!(integer(&before), v);
        let mut after = carried(normalise(before));
        assert!(after[LIMBS - 1] >> BITS <= 1);
        after[LIMBS - 1] = after[LIMBS - 1].low();
        assert_eq!(integer(&after), &v % prime(), "V = {v:#x}");
    }
}

/// The rule of the engine that this models.
fn multiply_by_the_published_rule(a: &BigUint, b: &BigUint) -> BigUint {
    let mut v = before_normalisation(a, b);
    let bit_17 = v[LIMBS - 1] >> BITS & 1 == 1;
    let full = v[1..].iter().all(|limb| limb.low() == Range::LIMB.max);
    if bit_17 || full && v[0] >= (1 << BITS) - 19 {
        v[0] += 19;
    }
    v[LIMBS - 1] = v[LIMBS - 1].low();
    let mut product = carried(v);
    product[LIMBS - 1] = product[LIMBS - 1].low();
    integer(&product)
}

#[test]
fn the_published_rule_is_too_little() {
    let [(a, b), (c, d), (e, f)] = witnesses();
    assert_eq!(multiply_by_the_published_rule(&a, &b), prime() + 1u8);
    assert_eq!(&c * &d % prime(), 20u8.into());
    assert_eq!(multiply_by_the_published_rule(&c, &d), 1u8.into());
    let product = &e * &f % prime();
    assert_eq!(multiply_by_the_published_rule(&e, &f) + 38u8, product);
    for (a, b) in witnesses() {
        let product = multiply(&limbs(&a), &limbs(&b));
        assert_eq!(integer(&product), a * b % prime());
    }
    // Elsewhere it is right; otherwise the three would show nothing.
    let (x, y) = (hex(&"5a".repeat(31)), hex(&"17".repeat(31)));
    assert_eq!(multiply_by_the_published_rule(&x, &y), x * y % prime());
}

/// Operands of 255 bits: edges and numbers without structure.
#[test]
fn products() {
    let top = (BigUint::from(1u8) << 255) - 1u8;
    let mut operands = vec![
        BigUint::ZERO,
        1u8.into(),
        prime() - 1u8,
        prime(),
        prime() + 1u8,
        top,
    ];
    // One full limb: rows are bilinear, so pairs of these show each factor 19 where it belongs.
    operands.extend((0..LIMBS).map(|i| BigUint::from(Range::LIMB.max) << (17 * i)));
    operands.extend((1..40u32).map(|k| BigUint::from(3u8).pow(k * 37) % prime()));
    for a in &operands {
        for b in &operands {
            let product = multiply(&limbs(a), &limbs(b));
            assert_eq!(integer(&product), a * b % prime(), "{a:#x} · {b:#x}");
        }
    }
}
