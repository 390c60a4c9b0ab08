//! The multiplier: one text, which runs on numbers ([`u64`]) and, in its proof, on ranges of numbers.
//!
//! An operand is 255 bits in 15 limbs of 17. One slice of the multiplier (a DSP48E1) belongs to each limb:
//! it multiplies 25 bits by 18, signed, and adds 48 bits. All slices work on one *row* of the schoolbook
//! product in a cycle.
//!
//! 1. Rows: the partial sums of a·b, with 2^255 ≡ 19.
//! 2. Collapse: a partial sum has up to 43 bits. Its bits from 17 and from 34 up go to the next two limbs.
//! 3. Carry: a ripple from the lowest limb to the highest, which keeps what passes its 17 bits.
//! 4. Normalise: 19 is added for each 2^255 in the number, and once more if the prime fits in what is left.
//! 5. Carry again, and the bit above the highest limb is dropped.
//!
//! Every step takes the same time for all operands: there is no shortcut when no carry occurs.
//!
//! # Normalisation, for all inputs
//!
//! Let V = 2^255·h + L with L < 2^255 be the number before step 4. The proof (`proof.rs`) runs steps 1 to 3
//! on ranges: no slice is asked for more than it has, and h ≤ 2. So R = L + 19h ≡ V is below 2^255 + 38 <
//! 2p, and one subtraction of p makes it canonical. It is due if R ≥ p, that is L + 19(h + 1) ≥ 2^255. As
//! 19(h + 1) < 2^17, that happens just if the lowest limb of L and 19(h + 1) carry and all others are full,
//! which a pattern detector sees in the cycle of the addition. Then R + 19 = R − p + 2^255, whose bit 255
//! step 5 drops; otherwise R < p has no such bit. **One pass is enough.**
//!
//! The engine that this models asks less: whether bit 17 of the highest limb is set, or L ≥ p, and adds 19
//! or nothing. Its authors ask whether that ever is too little. It is, and the tests have operands:
//!
//! - 2p ≤ V < 2^256: the sum is p or more, and needs a second pass. For a·b ≡ c < 38 about one pair (a, b)
//!   in 10 000 leads there. The result is c + p for c < 19, and the wrong number c − 19 above.
//! - h = 2, which bit 17 does not show: the result is wrong by 38. About one random product in 2^27.

/// Limbs of an operand.
pub const LIMBS: usize = 15;
/// Bits of a limb.
pub const BITS: u32 = 17;

/// What a slice of the multiplier computes with.
pub trait Word: Copy {
    /// A constant.
    fn constant(x: u32) -> Self;
    /// The product of the slice's two operands, of 24 and of 17 bits.
    fn times(self, other: Self) -> Self;
    /// The sum, of at most 47 bits.
    fn plus(self, other: Self) -> Self;
    /// The low 17 bits.
    fn low(self) -> Self;
    /// The bits from 17 up.
    fn high(self) -> Self;
}

impl Word for u64 {
    fn constant(x: u32) -> Self {
        x.into()
    }
    fn times(self, other: Self) -> Self {
        self * other
    }
    fn plus(self, other: Self) -> Self {
        self + other
    }
    fn low(self) -> Self {
        self & ((1 << BITS) - 1)
    }
    fn high(self) -> Self {
        self >> BITS
    }
}

/// A number in limbs, least significant first.
pub type Limbs<W> = [W; LIMBS];

/// a·b modulo 2^255 − 19, canonical, of any two numbers below 2^255.
pub fn multiply<W: Word>(a: &Limbs<W>, b: &Limbs<W>) -> Limbs<W> {
    let normalised = normalise(carried(collapsed(&rows(a, b))));
    let mut product = carried(normalised);
    product[LIMBS - 1] = product[LIMBS - 1].low();
    product
}

/// Step 1: in each row one limb of b meets all limbs of a; those that pass 2^255 are multiplied by 19.
pub(super) fn rows<W: Word>(a: &Limbs<W>, b: &Limbs<W>) -> Limbs<W> {
    let wrapped = a.map(|limb| limb.times(W::constant(19)));
    let mut sums = [W::constant(0); LIMBS];
    for (j, b) in b.iter().enumerate() {
        for (i, sum) in sums.iter_mut().enumerate() {
            let a = if i >= j {
                a[i - j]
            } else {
                wrapped[LIMBS + i - j]
            };
            *sum = sum.plus(a.times(*b));
        }
    }
    sums
}

/// Step 2.
pub(super) fn collapsed<W: Word>(sums: &Limbs<W>) -> Limbs<W> {
    core::array::from_fn(|i| {
        let from = |distance: usize| {
            if i >= distance {
                (sums[i - distance].high(), W::constant(1))
            } else {
                (sums[LIMBS + i - distance].high(), W::constant(19))
            }
        };
        let ((middle, once), (top, twice)) = (from(1), from(2));
        sums[i]
            .low()
            .plus(middle.low().times(once))
            .plus(top.high().times(twice))
    })
}

/// Steps 3 and 5, after which all limbs except the highest have 17 bits.
pub(super) fn carried<W: Word>(mut limbs: Limbs<W>) -> Limbs<W> {
    for i in 1..LIMBS {
        limbs[i] = limbs[i].plus(limbs[i - 1].high());
        limbs[i - 1] = limbs[i - 1].low();
    }
    limbs
}

/// Step 4.
pub(super) fn normalise<W: Word>(mut limbs: Limbs<W>) -> Limbs<W> {
    let (one, nineteen) = (W::constant(1), W::constant(19));
    let h = limbs[LIMBS - 1].high();
    limbs[LIMBS - 1] = limbs[LIMBS - 1].low();
    let excess = limbs[0].plus(h.plus(one).times(nineteen)).high();
    let reaches = limbs[1..]
        .iter()
        .fold(excess, |all, limb| all.times(limb.plus(one).high()));
    limbs[0] = limbs[0].plus(h.plus(reaches).times(nineteen));
    limbs
}
