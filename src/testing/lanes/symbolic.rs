//! Lanes as polynomials: the result of a kernel for ANY input.
//!
//! A lane is a polynomial with integer coefficients and an interval, which proves that the lane does not
//! wrap, so that sums and products are those of the integers. The quotient ⌊x/2^N⌋ is a symbol h with
//! 0 ≤ x − 2^N·h < 2^N, the same symbol wherever x and N are the same. All lanes of a vector hold the same
//! polynomial, as kernels do not mix lanes.
//!
//! An operation can be made wrong, to show that a proof notices; see [`every_fault_fails`].

use core::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::vec::Vec;

use num_bigint::{BigInt, BigUint, Sign};

use super::interval::{Interval, Range};
use crate::backend::inlining::TargetFeatures;
use crate::backend::lanes::Lanes;
use crate::testing::poly::Poly;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Symbolic {
    /// The index of the polynomial in the arena.
    value: usize,
    range: Interval,
}

/// A symbol, whose values are from 0 to `max`.
struct Symbol {
    max: BigInt,
    /// x and N, if this is x/2^N rounded down.
    quotient: Option<(Poly, u32)>,
}

/// A wrong operation.
#[derive(Clone, Copy)]
struct Fault {
    /// The number of operations before it.
    place: usize,
    /// Whether the result differs.
    matters: bool,
}

#[derive(Default)]
struct Arena {
    values: Vec<Poly>,
    symbols: Vec<Symbol>,
    quotients: HashMap<(Poly, u32), usize>,
    /// The symbols of inputs, and the results of operations, when nothing is wrong.
    inputs: Vec<usize>,
    results: Vec<Symbolic>,
    /// How many inputs and operations this proof has had.
    input_count: usize,
    operations: usize,
    fault: Option<Fault>,
}

std::thread_local!(static ARENA: RefCell<Arena> = RefCell::default());

impl Arena {
    fn symbol(&mut self, max: i128, quotient: Option<(Poly, u32)>) -> usize {
        self.symbols.push(Symbol {
            max: max.into(),
            quotient,
        });
        self.symbols.len() - 1
    }

    /// x/2^n, rounded down, for x from 0 to `max`.
    fn quotient(&mut self, x: Poly, max: i128, n: u32) -> Poly {
        if max >> n == 0 {
            return Poly::default();
        }
        let key = (x, n);
        if let Some(symbol) = self.quotients.get(&key) {
            return Poly::symbol(*symbol);
        }
        let symbol = self.symbol(max >> n, Some(key.clone()));
        self.quotients.insert(key, symbol);
        Poly::symbol(symbol)
    }

    /// Forgets all but the proof without faults, whose arena had these sizes.
    fn restart(&mut self, [values, symbols]: [usize; 2], place: usize) {
        self.values.truncate(values);
        self.symbols.truncate(symbols);
        self.quotients.retain(|_, symbol| *symbol < symbols);
        (self.input_count, self.operations) = (0, 0);
        let matters = false;
        self.fault = Some(Fault { place, matters });
    }

    /// A lower and an upper bound of the values.
    fn bounds(&self, x: &Poly) -> [BigInt; 2] {
        let (mut rest, mut remainders) = (x.clone(), [BigInt::ZERO, BigInt::ZERO]);
        // a·2^n·h = a·x − a·(x − 2^n·h), from the last quotient back, because x has only older symbols than h.
        for (i, symbol) in self.symbols.iter().enumerate().rev() {
            if let Some((x, n)) = &symbol.quotient
                && let Some(coefficient) = rest.0.get(&Vec::from([i]))
                && coefficient.trailing_zeros() >= Some((*n).into())
            {
                let a = coefficient >> n;
                let remainder = x.minus(&Poly::symbol(i).shl(*n));
                rest = rest.plus(&remainder.times(&Poly::from(a.clone())));
                let greatest = (BigInt::from(1) << n) - 1;
                remainders[usize::from(a.sign() == Sign::Minus)] -= a * greatest;
            }
        }
        let [least, greatest] = rest.bounds(|i| &self.symbols[i].max);
        [least + &remainders[0], greatest + &remainders[1]]
    }
}

/// A lower and an upper bound of the polynomial's values.
pub(crate) fn bounds(x: &Poly) -> [BigInt; 2] {
    ARENA.with_borrow(|arena| arena.bounds(x))
}

/// Whether x ≡ 0 modulo the prime for all inputs.
///
/// It is if x ≡ d, coefficient by coefficient, for a d whose coefficients are multiples of 2^n and whose
/// values are between −2^n and 2^n, so 0. The prime and 2^n determine a small d.
pub(crate) fn vanishes(x: &Poly, prime: &BigUint, n: u32) -> bool {
    let prime = BigInt::from(prime.clone());
    let power = BigInt::from(1) << n;
    let inverse = power.modpow(&(&prime - 2), &prime);
    let coefficients = x.0.iter().map(|(symbols, coefficient)| {
        let mut residue = (coefficient * &inverse) % &prime;
        if &residue * 2 > prime {
            residue -= &prime;
        } else if &residue * 2 < -&prime {
            residue += &prime;
        }
        (symbols.clone(), residue << n)
    });
    let d: BTreeMap<_, _> = coefficients
        .filter(|(_, coefficient)| coefficient.sign() != Sign::NoSign)
        .collect();
    let [least, greatest] = bounds(&Poly(d));
    -&power < least && greatest < power
}

/// Asserts that a proof holds, and fails with any one operation wrong, except for `unused` ones whose results nobody
/// uses. A wrong sum is a difference, a wrong low half of a product the high half; other operations are left out.
pub(crate) fn every_fault_fails(unused: usize, prove: impl Fn() + std::panic::RefUnwindSafe) {
    ARENA.take();
    prove();
    let sizes = ARENA.with_borrow(|arena| [arena.values.len(), arena.symbols.len()]);
    let operations = ARENA.with_borrow(|arena| arena.operations);
    let unnoticed = (0..operations).filter(|&place| {
        ARENA.with_borrow_mut(|arena| arena.restart(sizes, place));
        let proof = std::panic::catch_unwind(&prove);
        let fault = ARENA.with_borrow(|arena| arena.fault).expect("a fault");
        fault.matters && proof.is_ok()
    });
    let unnoticed: Vec<_> = unnoticed.collect();
    assert_eq!(unnoticed.len(), unused, "of {operations}: {unnoticed:?}");
    ARENA.take();
}

impl Symbolic {
    /// Any number below `bound`.
    pub(crate) fn input(bound: u64) -> Self {
        let range = Interval::splat(0).join(Interval::splat(bound - 1));
        let symbol = ARENA.with_borrow_mut(|arena| {
            if arena.input_count == arena.inputs.len() {
                let symbol = arena.symbol((bound - 1).into(), None);
                arena.inputs.push(symbol);
            }
            arena.input_count += 1;
            arena.inputs[arena.input_count - 1]
        });
        Self::new(Poly::symbol(symbol), range)
    }

    /// The lane's polynomial.
    pub(crate) fn poly(self) -> Poly {
        ARENA.with_borrow(|arena| arena.values[self.value].clone())
    }

    /// An upper bound.
    pub(crate) fn greatest(self) -> i128 {
        self.readable().max
    }

    fn new(value: Poly, range: Interval) -> Self {
        ARENA.with_borrow_mut(|arena| {
            arena.values.push(value);
            Self {
                value: arena.values.len() - 1,
                range,
            }
        })
    }

    /// The range, whose bits may be read.
    #[track_caller]
    fn readable(self) -> Range {
        let range = self.range.0[0];
        assert!(range.min >= 0, "a negative lane is read");
        range
    }

    /// The quotient by 2^n.
    fn quotient(self, n: u32) -> Poly {
        let (x, max) = (self.poly(), self.readable().max);
        ARENA.with_borrow_mut(|arena| arena.quotient(x, max, n))
    }

    fn remainder(self, n: u32, range: Interval) -> Self {
        Self::new(self.poly().minus(&self.quotient(n).shl(n)), range)
    }

    /// a·b, and its quotient by 2^52.
    fn product(a: Self, b: Self) -> [Poly; 2] {
        let product = a.poly().times(&b.poly());
        let max = a.readable().max * b.readable().max;
        let high = ARENA.with_borrow_mut(|arena| arena.quotient(product.clone(), max, 52));
        [product, high]
    }

    /// The product of two lanes, which is wrong if it is left out.
    pub(crate) fn whole_product(self, other: Self) -> Self {
        self.or_left_out(|| {
            let range = self.range.product(other.range);
            Self::new(self.poly().times(&other.poly()), range)
        })
    }

    fn sum(self, other: Self) -> Self {
        Self::new(self.poly().plus(&other.poly()), self.range.add(other.range))
    }

    fn difference(self, other: Self) -> Self {
        Self::new(
            self.poly().minus(&other.poly()),
            self.range.sub(other.range),
        )
    }

    /// An operation on this lane, which is wrong if it is left out.
    fn or_left_out(self, right: impl Fn() -> Self) -> Self {
        Self::operation(right, || self)
    }

    /// An operation, or its wrong version. Before a fault all results are those of the proof without.
    fn operation(right: impl Fn() -> Self, wrong: impl Fn() -> Self) -> Self {
        let (place, fault) = ARENA.with_borrow_mut(|arena| {
            arena.operations += 1;
            (arena.operations - 1, arena.fault)
        });
        match fault {
            None => {
                let result = right();
                ARENA.with_borrow_mut(|arena| {
                    assert_eq!(arena.results.len(), place, "an operation in an operation");
                    arena.results.push(result);
                });
                return result;
            }
            Some(fault) if place < fault.place => {
                return ARENA.with_borrow(|arena| arena.results[place]);
            }
            Some(fault) if place > fault.place => return right(),
            Some(_) => {}
        }
        // The right version first, because the wrong one may panic, as proofs do.
        let right = right();
        let fault = |matters| {
            ARENA.with_borrow_mut(|arena| {
                let fault = arena.fault.as_mut().expect("a fault");
                fault.matters = matters;
            });
        };
        fault(true);
        let wrong = wrong();
        fault(wrong.poly() != right.poly());
        wrong
    }
}

impl TargetFeatures for Symbolic {
    without_features!();
}

impl Lanes for Symbolic {
    const LANES: usize = 4;
    without_barriers!();

    fn splat(x: u64) -> Self {
        Self::new(x.into(), Interval::splat(x))
    }
    fn load(_: &[u64]) -> Self {
        panic!("kernels do not read memory")
    }
    fn store(self, _: &mut [u64]) {
        panic!("kernels do not write memory")
    }

    fn add(self, other: Self) -> Self {
        Self::operation(|| self.sum(other), || self.difference(other))
    }
    fn sub(self, other: Self) -> Self {
        Self::operation(|| self.difference(other), || self.sum(other))
    }
    fn times(self, factor: u64) -> Self {
        self.or_left_out(|| Self::new(self.poly().times(&factor.into()), self.range.times(factor)))
    }
    fn shl(self, bits: u32) -> Self {
        self.or_left_out(|| Self::new(self.poly().shl(bits), self.range.shl(bits)))
    }
    fn shr(self, bits: u32) -> Self {
        self.or_left_out(|| Self::new(self.quotient(bits), self.range.shr(bits)))
    }
    fn low(self, bits: u32) -> Self {
        self.or_left_out(|| self.remainder(bits, self.range.low(bits)))
    }
    /// For numbers without common bits.
    fn or(self, other: Self) -> Self {
        let below = |x: Self, y: Self| {
            let zeros = y.poly().0.values().map(BigInt::trailing_zeros).min();
            let zeros = zeros.flatten().unwrap_or(64);
            x.readable().max < 1 << zeros
        };
        self.or_left_out(|| {
            let disjoint = below(self, other) || below(other, self);
            assert!(disjoint, "bits in common");
            Self::new(self.poly().plus(&other.poly()), self.range.or(other.range))
        })
    }

    fn factor(self) -> Self {
        self.or_left_out(|| self.remainder(52, self.range.factor()))
    }
    fn madd_lo(self, a: Self, b: Self) -> Self {
        Self::operation(|| madd_lo(self, a, b), || madd_hi(self, a, b))
    }
    fn madd_hi(self, a: Self, b: Self) -> Self {
        Self::operation(|| madd_hi(self, a, b), || madd_lo(self, a, b))
    }

    fn below(self, bound: u64) -> Self {
        Self {
            range: self.range.below(bound),
            ..self
        }
    }

    fn is_zero(self) -> Self {
        panic!("not a polynomial")
    }
    /// For a mask −c, c being 0 or 1.
    fn select(self, other: Self, mask: Self) -> Self {
        let flag = Poly::default().minus(&mask.poly());
        let symbol = match flag.0.first_key_value() {
            Some((symbols, _)) if flag == Poly::symbol(symbols[0]) => symbols[0],
            _ => panic!("not a mask"),
        };
        assert!(mask.range.0[0].min >= -1, "not a mask");
        let difference = other.poly().minus(&self.poly());
        // c² = c
        let chosen = self
            .poly()
            .plus(&flag.times(&difference.with(symbol, &1.into())));
        self.or_left_out(|| Self::new(chosen.clone(), self.range.select(other.range, mask.range)))
    }
}

fn madd_lo(sum: Symbolic, a: Symbolic, b: Symbolic) -> Symbolic {
    let range = sum.range.madd_lo(a.range, b.range);
    let [product, high] = Symbolic::product(a, b);
    Symbolic::new(sum.poly().plus(&product.minus(&high.shl(52))), range)
}

fn madd_hi(sum: Symbolic, a: Symbolic, b: Symbolic) -> Symbolic {
    let range = sum.range.madd_hi(a.range, b.range);
    let [_, high] = Symbolic::product(a, b);
    Symbolic::new(sum.poly().plus(&high), range)
}
