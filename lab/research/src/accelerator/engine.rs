//! The engine's instructions, and a record of those that were executed.

use core::cell::{Cell, RefCell};
use core::hint::black_box;

use zeroize::Zeroize;

use super::multiplier::{self, BITS, Limbs};

/// What an instruction computes from its operands A and B, each of 256 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opcode {
    /// A·B modulo the prime, of the low 255 bits of each.
    Multiply,
    /// A + B modulo 2^256.
    Add,
    /// A − B modulo 2^256.
    Sub,
    /// The prime if A reaches it, else 0.
    TestReduce,
    /// B if the lowest bit of A is set, else 0.
    Mask,
    /// The exclusive or.
    Xor,
}

/// The name of a value; every instruction's result gets a new one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Name(u32);

/// An event inside the engine or at its border.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The host provides a value of this many 32-bit words for later instructions.
    Given(Name, u32),
    /// An instruction; an operand without a name is a constant of the engine.
    Executed(Opcode, [Option<Name>; 2], Name),
    /// The host needs a value.
    Taken(Name),
    /// A field operation is complete.
    Returned,
}

/// What happened, in order.
pub type Trace = Vec<Event>;

thread_local! {
    static NAMES: Cell<u32> = const { Cell::new(0) };
    static TRACE: RefCell<Option<Trace>> = const { RefCell::new(None) };
}

/// Runs a computation and records what it asks of the engine, on this thread.
///
/// # Panics
///
/// If it is called while it records.
pub fn record<R>(run: impl FnOnce() -> R) -> (R, Trace) {
    let before = TRACE.replace(Some(Trace::new()));
    assert!(before.is_none(), "recorded once at a time");
    let result = run();
    (result, TRACE.take().unwrap_or_default())
}

fn happened(event: impl FnOnce() -> Event) {
    TRACE.with_borrow_mut(|trace| {
        if let Some(trace) = trace {
            trace.push(event());
        }
    });
}

/// A value in the engine, under its name.
#[derive(Clone, Copy, Debug)]
pub struct Register {
    words: [u64; 4],
    /// None of a constant.
    name: Option<Name>,
}

impl Register {
    /// The prime, 2^255 − 19, a constant of the engine.
    pub const PRIME: Self = Self {
        words: [u64::MAX - 18, u64::MAX, u64::MAX, u64::MAX >> 1],
        name: None,
    };

    /// 1, a constant of the engine.
    pub const ONE: Self = Self {
        words: [1, 0, 0, 0],
        name: None,
    };

    /// A new value, and how it came about.
    fn new(words: [u64; 4], event: impl FnOnce(Name) -> Event) -> Self {
        let name = Name(NAMES.get());
        // Names need to differ only within a trace, which is shorter.
        NAMES.set(name.0.wrapping_add(1));
        happened(|| event(name));
        let name = Some(name);
        Self { words, name }
    }

    fn result(opcode: Opcode, [a, b]: [Self; 2], words: [u64; 4]) -> Self {
        let operands = [a.name, b.name];
        Self::new(words, |name| Event::Executed(opcode, operands, name))
    }
}

impl Zeroize for Register {
    fn zeroize(&mut self) {
        self.words.zeroize();
    }
}

/// Marks the result of a field operation as complete.
pub fn returned(result: Register) -> Register {
    happened(|| Event::Returned);
    result
}

/// A value from the host.
pub fn load(words: [u64; 4]) -> Register {
    Register::new(words, |name| Event::Given(name, 8))
}

/// A decision of the host, in bit 0.
pub fn load_mask(bits: u32) -> Register {
    Register::new([bits.into(), 0, 0, 0], |name| Event::Given(name, 1))
}

/// A value for the host.
pub fn store(x: Register) -> [u64; 4] {
    if let Some(name) = x.name {
        happened(|| Event::Taken(name));
    }
    x.words
}

fn sum(a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
    let mut carry = 0;
    core::array::from_fn(|i| {
        let sum = u128::from(a[i]) + u128::from(b[i]) + carry;
        carry = sum >> 64;
        sum as u64
    })
}

/// The difference, and all ones if it is negative.
fn difference(a: [u64; 4], b: [u64; 4]) -> ([u64; 4], u64) {
    let mut borrow = 0;
    let words = core::array::from_fn(|i| {
        let difference = i128::from(a[i]) - i128::from(b[i]) + borrow;
        borrow = difference >> 64;
        difference as u64
    });
    (words, borrow as u64)
}

/// [`Opcode::Add`]
pub fn add(a: Register, b: Register) -> Register {
    Register::result(Opcode::Add, [a, b], sum(a.words, b.words))
}

/// [`Opcode::Sub`]
pub fn sub(a: Register, b: Register) -> Register {
    let (words, _) = difference(a.words, b.words);
    Register::result(Opcode::Sub, [a, b], words)
}

/// [`Opcode::TestReduce`]
pub fn test_reduce(a: Register) -> Register {
    let (_, below) = difference(a.words, Register::PRIME.words);
    // So that the compiler makes no branch of the secret.
    let reaches = !black_box(below);
    let words = Register::PRIME.words.map(|word| word & reaches);
    Register::result(Opcode::TestReduce, [a, Register::PRIME], words)
}

/// [`Opcode::Mask`]
pub fn mask(decision: Register, b: Register) -> Register {
    let all = black_box((decision.words[0] & 1).wrapping_neg());
    let words = b.words.map(|word| word & all);
    Register::result(Opcode::Mask, [decision, b], words)
}

/// [`Opcode::Xor`]
pub fn xor(a: Register, b: Register) -> Register {
    let words = core::array::from_fn(|i| a.words[i] ^ b.words[i]);
    Register::result(Opcode::Xor, [a, b], words)
}

/// [`Opcode::Multiply`]
pub fn multiply(a: Register, b: Register) -> Register {
    let product = multiplier::multiply(&limbs(a.words), &limbs(b.words));
    Register::result(Opcode::Multiply, [a, b], from_limbs(&product))
}

/// The low 255 bits.
fn limbs(words: [u64; 4]) -> Limbs<u64> {
    core::array::from_fn(|i| {
        let (word, shift) = (i * BITS as usize / 64, i * BITS as usize % 64);
        let above = words.get(word + 1).copied().unwrap_or(0);
        let pair = u128::from(above) << 64 | u128::from(words[word]);
        (pair >> shift) as u64 & ((1 << BITS) - 1)
    })
}

fn from_limbs(limbs: &Limbs<u64>) -> [u64; 4] {
    let mut words = [0; 4];
    for (i, limb) in limbs.iter().enumerate() {
        let (word, shift) = (i * BITS as usize / 64, i * BITS as usize % 64);
        let placed = u128::from(*limb) << shift;
        words[word] |= placed as u64;
        if word + 1 < words.len() {
            words[word + 1] |= (placed >> 64) as u64;
        }
    }
    words
}
