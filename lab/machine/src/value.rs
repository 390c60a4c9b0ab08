//! Integers with some secret bits.

use iced_x86::RflagsBits as F;

/// An integer of up to 64 bits. A bit set in `secret` is unknown, and 0 in `bits`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    pub bits: u64,
    pub secret: u64,
}

/// The lowest `size` bits.
pub fn mask(size: u32) -> u64 {
    if size == 64 { !0 } else { (1 << size) - 1 }
}

impl Value {
    pub fn public(bits: u64) -> Self {
        Self { bits, secret: 0 }
    }

    pub fn new(bits: u64, secret: u64) -> Self {
        let bits = bits & !secret;
        Self { bits, secret }
    }

    pub fn secret(size: u32) -> Self {
        Self::new(0, mask(size))
    }

    pub fn known(self) -> Option<u64> {
        (self.secret == 0).then_some(self.bits)
    }

    pub fn truncate(self, size: u32) -> Self {
        Self::new(self.bits & mask(size), self.secret & mask(size))
    }

    /// `size` bits, sign-extended.
    pub fn sign_extend(self, size: u32) -> Self {
        let extend = |x: u64| (x << (64 - size)).cast_signed() >> (64 - size);
        Self::new(
            extend(self.bits).cast_unsigned(),
            extend(self.secret).cast_unsigned(),
        )
    }

    /// Applies one operation to the bits and to what is known of them.
    pub fn map(self, f: impl Fn(u64) -> u64) -> Self {
        Self::new(f(self.bits), f(self.secret))
    }

    pub fn not(self) -> Self {
        Self::new(!self.bits, self.secret)
    }

    pub fn and(self, other: Self) -> Self {
        let zero = !(self.bits | self.secret) | !(other.bits | other.secret);
        Self::new(self.bits & other.bits, (self.secret | other.secret) & !zero)
    }

    pub fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }

    pub fn xor(self, other: Self) -> Self {
        Self::new(self.bits ^ other.bits, self.secret | other.secret)
    }

    /// One of the two, unknown which.
    pub fn or_other(self, other: Self) -> Self {
        Self::new(
            self.bits,
            self.secret | other.secret | (self.bits ^ other.bits),
        )
    }

    pub fn bit(self, i: u32) -> Self {
        self.map(|x| x >> i & 1)
    }

    /// self + other + carry, with an addition's flags.
    pub fn add(self, other: Self, carry: Self, size: u32) -> (Self, Flags) {
        let secret = (self.secret | other.secret | carry.secret) & mask(size);
        let wide = u128::from(self.bits & mask(size))
            + u128::from(other.bits & mask(size))
            + u128::from(carry.bits);
        let bits = wide as u64 & mask(size);
        // Carries only go up.
        let result = Self::new(bits, mask(size) & !below(secret));
        let mut flags = Flags::of_result(result, size);
        let exact = |bit: u64| Self::new(bit & 1, u64::from(secret != 0));
        flags.set(F::CF, exact((wide >> size) as u64));
        flags.set(F::AF, exact((self.bits ^ other.bits ^ bits) >> 4));
        let overflow = (self.bits ^ bits) & (other.bits ^ bits);
        flags.set(F::OF, exact(overflow >> (size - 1)));
        (result, flags)
    }

    /// self − other − borrow, with a subtraction's flags.
    pub fn sub(self, other: Self, borrow: Self, size: u32) -> (Self, Flags) {
        let one = Self::public(1);
        let (result, mut flags) = self.add(other.not(), borrow.xor(one), size);
        flags.set(F::CF, flags.get(F::CF).xor(one));
        flags.set(F::AF, flags.get(F::AF).xor(one));
        (result, flags)
    }

    /// Looks up each triple of bits in a table: its bit 4·a + 2·b + c.
    pub fn by_table(table: u8, [a, b, c]: [Self; 3]) -> Self {
        // For each bit: whether the result may be 0 and 1, from what each of the three bits may be.
        let may_be = |value: Self, bit: u8| match bit & 1 {
            0 => !value.bits,
            _ => value.bits | value.secret,
        };
        let [zeros, ones] = [0, 1].map(|bit| {
            let places = (0..8).filter(|place| table >> place & 1 == bit);
            places.fold(0, |any, place| {
                any | may_be(a, place >> 2) & may_be(b, place >> 1) & may_be(c, place)
            })
        });
        Self::new(ones, ones & zeros)
    }

    /// The lowest bits; their number is in the lowest byte of `count`. Flags as for `bzhi`.
    pub fn lowest(self, count: Self, size: u32) -> (Self, Flags) {
        let value = self.truncate(size);
        let count = count.truncate(8).known().map(|count| count as u32);
        let value = match count {
            Some(count) => value.truncate(count.min(size)),
            None => Self::new(0, value.bits | value.secret),
        };
        let mut flags = Flags::of_result(value, size);
        let all = count.map(|count| Self::public(u64::from(count >= size)));
        flags.set(F::CF, all.unwrap_or(Self::secret(1)));
        flags.set(F::PF, Self::secret(1));
        (value, flags)
    }
}

/// The bits below the lowest one of x.
fn below(x: u64) -> u64 {
    if x == 0 {
        !0
    } else {
        (x & x.wrapping_neg()) - 1
    }
}

/// The flags, by iced's bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flags(pub Value);

impl Flags {
    pub const ALL: u32 = F::OF | F::SF | F::ZF | F::AF | F::CF | F::PF;

    pub fn secret() -> Self {
        Self(Value::new(0, Self::ALL.into()))
    }

    pub fn get(self, flag: u32) -> Value {
        self.0.bit(flag.trailing_zeros())
    }

    pub fn set(&mut self, flag: u32, value: Value) {
        let i = flag.trailing_zeros();
        let rest = !u64::from(flag);
        self.0 = Value::new(
            self.0.bits & rest | value.bits << i,
            self.0.secret & rest | value.secret << i,
        );
    }

    /// Takes the given flags from `from`.
    pub fn update(&mut self, flags: u32, from: Self) {
        let taken = Value::public(flags.into());
        self.0 = self.0.and(taken.not()).or(from.0.and(taken));
    }

    /// The flags of the value itself: zero, sign, parity. The others are 0, but for AF, which is undefined.
    pub fn of_result(result: Value, size: u32) -> Self {
        let result = result.truncate(size);
        let mut flags = Self::default();
        let zero = match result {
            Value { bits: 0, secret: 0 } => Value::public(1),
            Value { bits: 0, .. } => Value::secret(1),
            _ => Value::public(0),
        };
        flags.set(F::ZF, zero);
        flags.set(F::SF, result.bit(size - 1));
        let parity = |low: u64| Value::public(u64::from(low.count_ones().is_multiple_of(2)));
        let low = result.truncate(8).known();
        flags.set(F::PF, low.map_or(Value::secret(1), parity));
        flags.set(F::AF, Value::secret(1));
        flags
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Numbers that look random (xorshift).
    pub fn numbers() -> impl Iterator<Item = u64> {
        std::iter::successors(Some(0x9e37_79b9_7f4a_7c15), |x: &u64| {
            let x = x ^ x << 13;
            let x = x ^ x >> 7;
            Some(x ^ x << 17)
        })
    }

    /// What is known of a result holds for all secret bits.
    #[test]
    fn known_bits_are_right() {
        type Operation = fn(Value, Value, Value, u32) -> (Value, Flags);
        let operations: [Operation; 8] = [
            |a, b, carry, size| a.add(b, carry, size),
            |a, b, carry, size| a.sub(b, carry, size),
            |a, b, _, size| (a.and(b), Flags::of_result(a.and(b), size)),
            |a, b, _, size| (a.or(b), Flags::of_result(a.or(b), size)),
            |a, b, _, size| (a.xor(b), Flags::of_result(a.xor(b), size)),
            |a, b, c, _| {
                let table = |table| Value::by_table(table, [a, b, c]);
                (table(0x96), Flags(table(0xca)))
            },
            |a, count, _, size| a.lowest(count, size),
            |a, _, _, size| (a.sign_extend(size / 2), Flags::default()),
        ];
        let mut numbers = numbers();
        let mut next = || numbers.next().expect("there is no end");
        for _ in 0..20_000 {
            let size = [8, 16, 32, 64][next() as usize % 4];
            // Few secret bits, so that something is known.
            let secret = [(); 3].map(|()| next() & next() & next() & mask(size));
            let bits = [(); 3].map(|()| next() & mask(size));
            let fill = [(); 3].map(|()| next());
            let value = |i: usize| Value::new(bits[i], secret[i]);
            let filled = |i: usize| Value::public(bits[i] & !secret[i] | fill[i] & secret[i]);
            for operation in operations {
                let (result, flags) = operation(value(0), value(1), value(2).bit(0), size);
                let (exact, exact_flags) = operation(filled(0), filled(1), filled(2).bit(0), size);
                assert_eq!(exact.bits & !result.secret, result.bits);
                assert_eq!(exact_flags.0.bits & !flags.0.secret, flags.0.bits);
            }
        }
    }

    #[test]
    fn flags() {
        let [zero, one, top] = [0, 1, 0x80].map(Value::public);
        let (sum, flags) = top.add(top, zero, 8);
        assert_eq!(sum, zero);
        let set = |flags: Flags| flags.0.bits as u32 & !F::AF;
        assert_eq!(set(flags), F::CF | F::OF | F::ZF | F::PF);
        let (difference, flags) = zero.sub(one, zero, 8);
        assert_eq!(difference, Value::public(0xff));
        assert_eq!(set(flags), F::CF | F::SF | F::PF);
        assert_eq!(set(top.sub(one, zero, 8).1), F::OF);
        assert_eq!(one.sub(one, one, 8).0, Value::public(0xff));
    }
}
