//! Assembly run on polynomials: proves for all inputs that a text computes what its comments say.
//!
//! A register holds a polynomial with integer coefficients in *symbols*: the limbs of the operands, and unknown results
//! of instructions. An addition of two words is x + y − 2^64·c with a new symbol c, the carry, 0 or 1; a product's low
//! word is x·y − 2^64·h with a new symbol h, its high word. So each instruction is an equation over the integers, and
//! nothing is assumed.
//!
//! A [`claim`](Machine::claim) says that a weighted sum of registers equals a polynomial E. It holds if the difference
//! vanishes, except for carries that no instruction has read. The weight of each of these exceeds the greatest sums of
//! the registers and of E, so the carry is 0 from then on. After a claim the registers are new symbols, bounded by E's
//! greatest value.

extern crate std;

pub(crate) mod samples;

use std::collections::HashMap;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use num_bigint::{BigInt, BigUint, Sign};

use crate::primes::Modulus;
use crate::testing::integer;
use crate::testing::poly::{Poly, weighted};

/// The polynomial of a word, and its greatest value.
#[derive(Clone, Debug)]
struct Value {
    poly: Poly,
    max: BigUint,
}

/// The value of limbs, from the lowest.
pub(crate) fn number(limbs: &[Poly]) -> Poly {
    weighted(limbs.iter().cloned().zip((0..).step_by(64)))
}

fn word_max() -> BigUint {
    BigUint::from(u64::MAX)
}

#[derive(Default)]
pub(crate) struct Machine {
    words: HashMap<String, Value>,
    stack: Vec<Value>,
    /// The flags CF and OF: values 0 and 1, and whether an instruction has read them.
    flags: [Option<(Poly, bool)>; 2],
    /// The result of the last addition or subtraction modulo 2^64, for the flag ZF.
    last: Option<Poly>,
    /// The operands at the address in a register.
    addresses: HashMap<String, Poly>,
    /// The greatest value of each symbol.
    max: Vec<BigInt>,
    /// Carries that no instruction read.
    dropped: Vec<usize>,
    /// Symbols and the polynomials equal to them, see [`Machine::claim`].
    equations: Vec<(usize, Poly)>,
    /// Text of constants.
    constants: HashMap<String, Poly>,
}

const CF: usize = 0;
const OF: usize = 1;

impl Machine {
    /// A new symbol with values from 0 to `max`.
    pub(crate) fn symbol(&mut self, max: BigUint) -> Poly {
        self.max.push(max.into());
        Poly::symbol(self.max.len() - 1)
    }

    /// Puts a new word into a place, and returns its symbol.
    pub(crate) fn word(&mut self, place: &str) -> Poly {
        let poly = self.symbol(word_max());
        self.put(place, poly.clone());
        poly
    }

    /// Sets a place to a value, which the caller knows to be a word.
    pub(crate) fn put(&mut self, place: &str, poly: Poly) {
        let max = self.bound(&poly).min(word_max());
        self.words.insert(place.to_string(), Value { poly, max });
    }

    /// Defines a constant.
    pub(crate) fn constant(&mut self, name: &str, value: u64) {
        self.constants.insert(format!("{{{name}}}"), value.into());
    }

    /// The value of a place.
    pub(crate) fn get(&self, place: &str) -> Poly {
        self.value(place).poly
    }

    /// Places operands at the address in a register.
    pub(crate) fn address(&mut self, register: &str) {
        let address = self.get(register);
        self.addresses.insert(register.to_string(), address);
    }

    /// The value of CF.
    pub(crate) fn carry(&mut self) -> Poly {
        self.read(CF)
    }

    /// A lower and an upper bound of a polynomial.
    fn bounds(&self, poly: &Poly) -> [BigInt; 2] {
        poly.bounds(|i| &self.max[i])
    }

    /// An upper bound of a polynomial.
    pub(crate) fn greatest(&self, poly: &Poly) -> BigInt {
        let [_, greatest] = self.bounds(poly);
        greatest
    }

    /// An upper bound of a polynomial that is not negative.
    fn bound(&self, poly: &Poly) -> BigUint {
        self.greatest(poly).to_biguint().unwrap_or_default()
    }

    fn value(&self, operand: &str) -> Value {
        if let Some(poly) = self.constants.get(operand) {
            let max = self.bound(poly);
            return Value {
                poly: poly.clone(),
                max,
            };
        }
        if let Ok(constant) = operand.parse::<u64>() {
            return Value {
                poly: constant.into(),
                max: constant.into(),
            };
        }
        if let Some(place) = operand.strip_prefix('[') {
            let register = place.split([' ', ']']).next().expect("a register");
            let (now, then) = (self.get(register), &self.addresses[register]);
            assert_eq!(now, *then, "{operand} is elsewhere");
        }
        let value = self.words.get(&name(operand)).cloned();
        value.unwrap_or_else(|| panic!("nothing is in {operand}"))
    }

    fn write(&mut self, place: &str, poly: Poly, max: BigUint) {
        assert!(!place.starts_with('['), "nothing is written to memory");
        // A register's low half is written as the register, whose upper half becomes 0.
        if place != name(place) {
            assert!(max.bits() <= 32, "{place} has 32 bits");
        }
        self.words.insert(name(place), Value { poly, max });
    }

    fn read(&mut self, flag: usize) -> Poly {
        let (poly, read) = self.flags[flag].as_mut().expect("the flag is known");
        *read = true;
        poly.clone()
    }

    /// Sets a flag. If no instruction has read its old value, that was dropped.
    fn set(&mut self, flag: usize, value: Option<Poly>) {
        if let Some((poly, false)) = self.flags[flag].take()
            && let Some((symbols, _)) = poly.0.first_key_value()
            && let [symbol] = symbols[..]
        {
            self.dropped.push(symbol);
        }
        self.flags[flag] = value.map(|poly| (poly, false));
        self.last = None;
    }

    /// x + y, or x − y if the sign is −1, with the incoming carry or borrow; the flag gets the outgoing one.
    fn sum(&mut self, to: &str, [x, y]: [Value; 2], sign: i32, carry_in: Poly, flags: &[usize]) {
        let carry = self.symbol(BigUint::from(1u8));
        let sign = Poly::from(sign);
        let last = x.poly.plus(&y.poly.plus(&carry_in).times(&sign));
        let sum = last.minus(&carry.shl(64).times(&sign));
        self.write(to, sum, word_max());
        for flag in [CF, OF] {
            if flags == [flag] {
                self.set(flag, Some(carry.clone()));
            } else if flags.len() > 1 {
                // OF of an ordinary addition is not a carry.
                self.set(flag, (flag == CF).then(|| carry.clone()));
            }
        }
        self.last = Some(last);
    }

    /// Runs a text.
    pub(crate) fn run(&mut self, text: &str) {
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if !line.starts_with("/*") {
                self.instruction(line);
            }
        }
    }

    fn instruction(&mut self, line: &str) {
        let (operation, operands) = line.split_once(' ').unwrap_or((line, ""));
        let operands: Vec<&str> = operands.split(',').map(str::trim).collect();
        let zero = Poly::default;
        match (operation, &operands[..]) {
            ("mov", [to, from]) => {
                let Value { poly, max } = self.value(from);
                self.write(to, poly, max);
            }
            ("xor", [x, y]) if x == y => {
                self.write(x, zero(), BigUint::ZERO);
                self.set(CF, Some(zero()));
                self.set(OF, Some(zero()));
            }
            ("mulx", [high, low, x]) => {
                let (x, y) = (self.value(x), self.value("rdx"));
                let high_max: BigUint = (&x.max * &y.max) >> 64;
                let h = self.symbol(high_max.clone());
                let l = x.poly.times(&y.poly).minus(&h.shl(64));
                // The high word is written last, in case both places are the same.
                self.write(low, l, word_max());
                self.write(high, h, high_max);
            }
            ("imul", [to, x]) => self.instruction(&format!("imul {to}, {to}, {x}")),
            ("imul", [to, x, y]) => {
                let (x, y) = (self.value(x), self.value(y));
                let max = &x.max * &y.max;
                assert!(max <= word_max(), "{line}: no word");
                self.write(to, x.poly.times(&y.poly), max);
                self.set(CF, None);
                self.set(OF, None);
            }
            ("add" | "adc" | "adcx" | "adox" | "sub" | "sbb" | "inc", _) => {
                self.add(operation, &operands)
            }
            ("shr", [x, "1"]) => {
                self.halve(x, x);
                self.set(CF, None);
                self.set(OF, None);
            }
            // Of an even word, for which a rotation is a shift.
            ("rorx", [to, x, "1"]) => self.halve(to, x),
            ("and", [x, y]) => {
                // Of a mask −c, and a constant or a word.
                let (mut mask, mut y) = (self.value(x), self.value(y));
                if mask.poly.constant().is_some() {
                    (mask, y) = (y, mask);
                }
                let flag = Self::flag_of_mask(&mask.poly);
                self.write(x, flag.times(&y.poly), y.max);
                self.set(CF, None);
                self.set(OF, None);
            }
            ("cmovc", [to, from]) => {
                let (no, yes, c) = (self.value(to), self.value(from), self.read(CF));
                let chosen = no.poly.plus(&c.times(&yes.poly.minus(&no.poly)));
                self.write(to, chosen, no.max.max(yes.max));
            }
            ("cmovnz", [to, from]) => {
                // In a case of a proof in which the flag is known.
                let last = self.last.as_ref().expect("ZF is known");
                let last = self.reduced(last).constant();
                let last = last.expect("ZF is known in this case");
                if last % (BigInt::from(1) << 64) != BigInt::ZERO {
                    self.instruction(&format!("mov {to}, {from}"));
                }
            }
            ("btr", [x, "63"]) => {
                let value = self.value(x);
                let bit = self.symbol(BigUint::from(1u8));
                self.write(x, value.poly.minus(&bit.shl(63)), word_max() >> 1);
                self.set(CF, Some(bit));
                self.set(OF, None);
            }
            ("shl", [x, "63"]) => {
                // Of a mask −c.
                let flag = Self::flag_of_mask(&self.value(x).poly);
                self.write(x, flag.shl(63), word_max());
                self.set(CF, None);
                self.set(OF, None);
            }
            ("push", [x]) => {
                let value = self.value(x);
                self.stack.push(value);
            }
            ("pop", [x]) => {
                let Value { poly, max } = self.stack.pop().expect("something on the stack");
                self.write(x, poly, max);
            }
            _ => panic!("unknown instruction: {line}"),
        }
    }

    fn add(&mut self, operation: &str, operands: &[&str]) {
        let (to, y) = match *operands {
            [x, y] => (x, y),
            [x] => (x, "1"),
            _ => panic!("{operation} of {operands:?}"),
        };
        if operation == "sbb" && to == y {
            // The mask −c.
            let c = self.read(CF);
            self.write(to, c.times(&u64::MAX.into()), word_max());
            return self.set(OF, None);
        }
        let operands = [self.value(to), self.value(y)];
        let (sign, carry, flags): (_, _, &[usize]) = match operation {
            "add" => (1, Poly::default(), &[CF, OF]),
            "adc" => (1, self.read(CF), &[CF, OF]),
            "sub" => (-1, Poly::default(), &[CF, OF]),
            "sbb" => (-1, self.read(CF), &[CF, OF]),
            "adcx" => (1, self.read(CF), &[CF]),
            "adox" => (1, self.read(OF), &[OF]),
            "inc" => {
                let [x, _] = &operands;
                assert!(x.max < word_max(), "inc {to}: no word");
                return self.write(to, x.poly.plus(&1.into()), &x.max + 1u8);
            }
            _ => unreachable!(),
        };
        self.sum(to, operands, sign, carry, flags);
    }

    /// Half of an even word.
    fn halve(&mut self, to: &str, x: &str) {
        let Value { poly, max } = self.value(x);
        let half = poly.0.into_iter().map(|(symbols, coefficient)| {
            assert!(!coefficient.bit(0), "half of {x}, which is odd");
            (symbols, coefficient / 2)
        });
        self.write(to, Poly(half.collect()), max >> 1);
    }

    /// c of the mask −c.
    fn flag_of_mask(mask: &Poly) -> Poly {
        let (symbols, _) = mask.0.first_key_value().expect("a mask");
        let flag = Poly::symbol(symbols[0]);
        assert_eq!(*mask, flag.times(&Poly::from(u64::MAX)), "no mask");
        flag
    }

    /// A polynomial with symbols replaced by their equals.
    fn reduced(&self, poly: &Poly) -> Poly {
        let equations = self.equations.iter().rev();
        let reduced = equations.fold(poly.clone(), |poly, (symbol, value)| {
            poly.with(*symbol, value)
        });
        // An equation may contain symbols that a later one replaces.
        if reduced == *poly {
            reduced
        } else {
            self.reduced(&reduced)
        }
    }

    /// Assumes that the weighted sum x of new words equals y.
    fn assume_equal(&mut self, x: &Poly, y: &Poly) {
        let (lowest, one) = x.0.first_key_value().expect("a symbol");
        assert_eq!(*one, BigInt::from(1), "the lowest word");
        let rest = x.minus(&Poly::symbol(lowest[0]));
        self.equations.push((lowest[0], y.minus(&rest)));
    }

    /// Assumes that a flag, a symbol, is 0 or 1: one case of a proof.
    pub(crate) fn assume(&mut self, flag: &Poly, value: u8) {
        let (symbols, _) = flag.0.first_key_value().expect("a symbol");
        self.equations.push((symbols[0], value.into()));
    }

    /// Claims that the sum of the places, each times 2 to the power beside it, is `sum`. They become new symbols, which
    /// are returned.
    pub(crate) fn claim(&mut self, what: &str, places: &[(&str, u32)], sum: &Poly) -> Vec<Poly> {
        // Flags that have not been read are dropped.
        for flag in [CF, OF] {
            self.set(flag, None);
        }
        let max = self.bound(sum);
        let difference = self.difference(places, sum);
        let mut signs = Vec::new();
        for symbol in core::mem::take(&mut self.dropped) {
            let Some(weight) = difference.0.get(&Vec::from([symbol])) else {
                self.dropped.push(symbol);
                continue;
            };
            // The places lack a carry, or have one borrow too many.
            let reached = if weight.sign() == Sign::Minus {
                max.clone()
            } else {
                assert!(
                    self.bounds(sum)[0] >= BigInt::ZERO,
                    "{what}: may be negative"
                );
                let places = places.iter();
                places
                    .map(|(place, power)| self.value(place).max << power)
                    .sum()
            };
            assert!(&reached < weight.magnitude(), "{what}: a carry is lost");
            signs.push(weight.sign());
            self.equations.push((symbol, Poly::default()));
        }
        // One could compensate for the other.
        signs.dedup();
        assert!(signs.len() <= 1, "{what}: drops carries and borrows");
        let difference = self.reduced(&difference);
        assert!(difference.is_zero(), "{what}: is not the sum of its parts");
        let sum = self.reduced(sum);
        let mut symbols = Vec::new();
        for (place, power) in places {
            let value = self.value(place);
            let symbol = self.symbol((&max >> power).min(value.max));
            self.put(place, symbol.clone());
            symbols.push(symbol);
        }
        // The lowest follows from the others.
        let powers = places.iter().map(|(_, power)| *power);
        let lowest = powers.clone().min();
        assert_eq!(
            (places[0].1, lowest),
            (0, Some(0)),
            "the first is the lowest"
        );
        let rest = weighted(symbols.iter().cloned().zip(powers).skip(1));
        let (first, _) = symbols[0].0.first_key_value().expect("a symbol");
        self.equations.push((first[0], sum.minus(&rest)));
        symbols
    }

    fn difference(&self, places: &[(&str, u32)], sum: &Poly) -> Poly {
        let values = places
            .iter()
            .map(|(place, power)| (self.get(place), *power));
        self.reduced(&weighted(values).minus(sum))
    }

    /// Whether two polynomials are congruent.
    pub(crate) fn congruent(&self, x: &Poly, y: &Poly, modulus: &BigUint) -> bool {
        self.reduced(&x.minus(y)).is_multiple_of(modulus)
    }
}

/// The name of a register, or of the one whose low half this is: of n3 for `{n3:e}`.
fn name(operand: &str) -> String {
    match operand {
        "edi" => "rdi".to_string(),
        _ => operand.replace(":e}", "}"),
    }
}

/// Limbs from the place at 2^0 upwards.
pub(crate) fn limbs<'a>(places: impl AsRef<[&'a str]>) -> Vec<(&'a str, u32)> {
    let places = places.as_ref().iter();
    places.zip(0..).map(|(place, i)| (*place, 64 * i)).collect()
}

/// Places of a number that is split at 2^255: limbs from 2^0 and from 2^255 upwards.
pub(crate) fn split_at_255<'a>(low: [&'a str; 4], high: &[&'a str]) -> Vec<(&'a str, u32)> {
    let high = (0..).zip(high).map(|(i, place)| (*place, 255 + 64 * i));
    limbs(low).into_iter().chain(high).collect()
}

/// A text being run by the machine.
pub(crate) struct Proof<'a> {
    pub(crate) machine: Machine,
    lines: Vec<&'a str>,
    pub(crate) gamma: Poly,
    pub(crate) prime: BigUint,
}

impl<'a> Proof<'a> {
    pub(crate) fn new<P: Modulus>(text: &'a str) -> Self {
        let mut machine = Machine::default();
        for i in 0..2 {
            machine.constant(["gamma0", "gamma1"][i], P::GAMMA[i]);
            machine.constant(["two_gamma0", "two_gamma1"][i], P::TWO_GAMMA[i]);
        }
        Self {
            machine,
            lines: text.lines().rev().collect(),
            gamma: BigInt::from(integer(&P::GAMMA)).into(),
            prime: integer(&P::MODULUS),
        }
    }

    /// Runs as many lines of the text as this fragment has.
    pub(crate) fn through(&mut self, fragment: &str) {
        self.lines(fragment.lines().count());
    }

    /// Runs a number of lines.
    pub(crate) fn lines(&mut self, n: usize) {
        for _ in 0..n {
            self.machine.run(self.lines.pop().expect("another line"));
        }
    }

    /// The number of the new symbols, see [`Machine::claim`].
    pub(crate) fn claim(&mut self, what: &str, places: &[(&str, u32)], sum: &Poly) -> Poly {
        let symbols = self.machine.claim(what, places, sum);
        let powers = places.iter().map(|(_, power)| *power);
        weighted(symbols.into_iter().zip(powers))
    }

    pub(crate) fn get<'b>(&self, places: impl AsRef<[&'b str]>) -> Poly {
        let limbs = limbs(places).into_iter();
        weighted(limbs.map(|(place, power)| (self.machine.get(place), power)))
    }

    /// An operand of any four limbs.
    pub(crate) fn operand(&mut self, limbs: [&str; 4]) -> [Poly; 4] {
        limbs.map(|limb| self.machine.word(limb))
    }

    /// An operand that is less than `bound`.
    pub(crate) fn operand_below(&mut self, places: [&str; 4], bound: &BigUint) -> Poly {
        let words = number(&self.operand(places));
        let operand = self.machine.symbol(bound - 1u8);
        self.machine.assume_equal(&words, &operand);
        operand
    }

    /// Assumes CF: one case of a proof.
    pub(crate) fn assume_carry(&mut self, case: u8) {
        let carry = self.machine.carry();
        self.machine.assume(&carry, case);
    }

    /// Asserts that x is always below `multiple` times the prime.
    pub(crate) fn assert_below(&self, x: &Poly, multiple: u8) {
        let bound = BigInt::from(&self.prime * multiple);
        assert!(self.machine.greatest(x) < bound, "not below its bound");
    }

    /// Lines that reduce R, below twice the prime, in the case that R + γ has this bit 255: `sum` lines copy R and add
    /// γ, one puts bit 255 into CF, `choice` lines clear the bit and choose.
    pub(crate) fn freeze(
        &mut self,
        [places, copies]: [[&str; 4]; 2],
        [sum, choice]: [usize; 2],
        r: &Poly,
        case: u8,
    ) {
        let r_itself = self.get(places);
        let r_plus_gamma = r.plus(&self.gamma);
        self.lines(sum);
        self.claim("R + γ", &limbs(copies), &r_plus_gamma);
        self.lines(1);
        self.assume_carry(case);
        self.lines(choice);
        let without_bit = r_plus_gamma.minus(&Poly::from(case).shl(255));
        let words = self.claim("without bit 255", &limbs(copies), &without_bit);
        // R − prime, or R, which is these words less γ.
        let (residue, bound) = if case == 1 {
            (words, without_bit)
        } else {
            (r_itself, words.minus(&self.gamma))
        };
        self.claim("the residue", &limbs(places), &residue);
        self.assert_below(&bound, 1);
    }

    /// Asserts that the text has ended, and that these places hold a number ≡ x.
    pub(crate) fn end(&self, places: [&str; 4], x: &Poly) {
        assert!(self.lines.is_empty(), "more text: {:?}", self.lines);
        assert!(self.machine.stack.is_empty(), "something on the stack");
        let right = self.machine.congruent(&self.get(places), x, &self.prime);
        assert!(right, "the result is wrong");
    }
}

/// Asserts that the proof fails for the text with any one instruction left out, or replaced by one that is not
/// `equivalent`.
pub(crate) fn every_change_fails(
    text: &str,
    equivalent: &[&str],
    prove: impl Fn(&str) + std::panic::RefUnwindSafe,
) {
    prove(text);
    let lines: Vec<&str> = text.lines().collect();
    let is_code = |(_, line): &(usize, &&str)| !line.starts_with("/*");
    for (i, line) in lines.iter().enumerate().filter(is_code) {
        let (operation, operands) = line.split_once(' ').expect("operands");
        let others = ["add", "adc", "sub", "sbb", "mov", "mulx"];
        let changes = others.iter().filter(|other| **other != operation);
        let changes = changes.map(|other| format!("{other} {operands}"));
        for change in changes.chain(["/* left out */".to_string()]) {
            let mut lines = lines.clone();
            lines[i] = &change;
            let text = lines.join("\n");
            let holds = std::panic::catch_unwind(|| prove(&text)).is_ok();
            let may_hold = equivalent.contains(&&change[..]);
            assert_eq!(holds, may_hold, "line {i}, {line}: {change}");
        }
    }
}
