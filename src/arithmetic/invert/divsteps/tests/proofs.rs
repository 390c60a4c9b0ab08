//! Packed divsteps are divsteps, for all inputs.

use super::*;
use crate::testing::extent;

/// A row (u, v) of the matrix after i divsteps, over 2^i.
type Row = [i128; 2];

/// (u·f + v·g − 2^U·u − 2^V·v)/2^i: the packed word of a row, or its initial value.
#[derive(Clone, Copy)]
struct Part {
    row: Row,
    constant: i128,
    i: usize,
}

impl Part {
    /// f or g by itself.
    fn low(row: Row, i: usize) -> Self {
        let constant = 0;
        Self { row, constant, i }
    }

    /// That less 2^U·u.
    fn with_u(row: Row, i: usize) -> Self {
        Self {
            constant: -(row[0] << U),
            ..Self::low(row, i)
        }
    }

    /// The whole word.
    fn whole(row: Row, i: usize) -> Self {
        Self {
            constant: -(row[0] << U) - (row[1] << V),
            ..Self::low(row, i)
        }
    }

    /// Whether this is from −2^n to 2^n − 1 for all f and g of `CHUNK` bits.
    fn is_within(self, n: usize) -> bool {
        let [mut least, mut greatest] = [self.constant; 2];
        for x in self.row {
            least += x.min(0) * i128::from(LOW);
            greatest += x.max(0) * i128::from(LOW);
        }
        let bound = 1 << (n + self.i);
        -bound <= least && greatest < bound
    }
}

/// Checks all states that may follow i divsteps which have led to this matrix and this ζ, for all next bits of g.
fn follow(i: usize, zeta: i32, [f, g]: [Row; 2]) {
    let ([u, v], [q, r], all) = (f, g, 1 << i);
    assert!(u.abs() + v.abs() <= all && q.abs() + r.abs() <= all);
    assert_eq!(u * r - v * q, all);
    if i == CHUNK || i == CHUNK - 1 {
        // The parts of u and v, and of v, that `unpack` rounds away.
        for row in [f, g] {
            assert!(Part::low(row, i).is_within(U - i - 1));
            assert!(Part::with_u(row, i).is_within(V - i - 1));
        }
    }
    if i == CHUNK {
        return;
    }
    let (twice, word) = (|[u, v]: Row| [2 * u, 2 * v], Signed::BITS as usize - 1);
    follow(i + 1, zeta - 1, [twice(f), g]);
    // No sum of packed words overflows.
    if zeta < 0 {
        let difference = [q - u, r - v];
        assert!(Part::whole([-u, -v], i).is_within(word));
        assert!(Part::whole(difference, i).is_within(word));
        follow(i + 1, -2 - zeta, [twice(g), difference]);
    } else {
        let sum = [q + u, r + v];
        assert!(Part::whole(sum, i).is_within(word));
        follow(i + 1, zeta - 1, [twice(f), sum]);
    }
}

#[test]
fn every_matrix_fits() {
    // With a greater ζ no swap occurs; with a smaller one only the first odd g swaps.
    let chunk = CHUNK as i32;
    let mut zetas = -chunk - 1..=chunk;
    if CHUNK > 10 {
        zetas = extent(-1..=0, zetas);
    }
    for zeta in zetas {
        follow(0, zeta, [[1, 0], [0, 1]]);
    }
}

#[cfg(helioselene_has = "assembly")]
mod text {
    use std::collections::HashMap;
    use std::vec::Vec;

    use crate::testing::poly::Poly;

    /// Registers that hold polynomials; `None` if their contents do not matter.
    struct Machine {
        registers: HashMap<&'static str, Option<Poly>>,
        zero: Option<bool>,
        carry: Option<bool>,
    }

    /// A case: whether g is odd, whether δ > 0, and whether the next δ is.
    #[derive(Clone, Copy)]
    struct Case {
        odd: bool,
        positive: bool,
        next_positive: bool,
    }

    impl Machine {
        fn get(&self, operand: &str) -> Option<Poly> {
            match operand {
                "{minus_two}" => Some((-2).into()),
                _ => self.registers[operand].clone(),
            }
        }

        /// Half of an even number.
        fn half(x: Poly) -> Option<Poly> {
            let even = x.0.values().all(|coefficient| !coefficient.bit(0));
            let halves = x.0.into_iter().map(|(symbols, c)| (symbols, c / 2));
            even.then(|| Poly(halves.collect()))
        }

        fn instruction(&mut self, line: &'static str, case: Case) {
            let (operation, operands) = line.split_once(' ').expect("operands");
            let (to, from) = operands.split_once(", ").unwrap_or((operands, ""));
            let x = self.registers[to].clone();
            let result = match (operation, from) {
                ("lea", _) => {
                    let sum = from.trim_matches(['[', ']']).split_once(" + ");
                    let (a, b) = sum.expect("a sum");
                    Some(self.get(a).unwrap().plus(&self.get(b).unwrap()))
                }
                ("mov", _) => self.get(from),
                ("sub", _) => Some(x.unwrap().minus(&self.get(from).unwrap())),
                ("dec", _) => Some(x.unwrap().minus(&1.into())),
                ("neg", _) => Some(Poly::default().minus(&x.unwrap())),
                ("sar", "1") => {
                    let half = Self::half(x.unwrap());
                    // Nobody needs half of an odd number.
                    self.carry = Some(half.is_none());
                    half
                }
                ("shr", "63") => {
                    // The sign of ζ, which is that of the next δ.
                    assert_eq!(x, self.registers["r10"]);
                    self.zero = Some(!case.next_positive);
                    Some(u8::from(case.next_positive).into())
                }
                ("test", "r12") => {
                    // The lowest bit of g, as this is 0 or 1.
                    assert_eq!(to, "r9");
                    let positive = u8::from(case.positive).into();
                    assert_eq!(self.get(from), Some(positive));
                    self.zero = Some(!(case.odd && case.positive));
                    return;
                }
                ("cmovnz", _) if !self.zero.unwrap() => self.get(from),
                ("cmovz", _) if self.zero.unwrap() => self.get(from),
                ("cmovc", _) if self.carry.unwrap() => self.get(from),
                ("cmovnz" | "cmovz" | "cmovc", _) => return,
                _ => panic!("unknown instruction: {line}"),
            };
            self.registers.insert(to, result);
        }
    }

    fn prove(lines: &[&'static str], case: Case) {
        let [f, half, zeta] = [0, 1, 2].map(Poly::symbol);
        let negated = |x: &Poly, negative| x.times(&Poly::from(if negative { -1 } else { 1 }));
        let addend = negated(&f, case.positive);
        // The next g is `half`.
        let twice = half.shl(1);
        let g = twice.minus(&addend.times(&u8::from(case.odd).into()));
        let registers = [
            ("r8", f.clone()),
            ("r9", g.clone()),
            ("r10", zeta.clone()),
            ("r11", addend),
            ("r12", u8::from(case.positive).into()),
        ];
        let known = registers.map(|(name, value)| (name, Some(value)));
        let scratch = ["rax", "rdx"].map(|name| (name, None));
        let mut machine = Machine {
            registers: known.into_iter().chain(scratch).collect(),
            zero: None,
            carry: None,
        };
        for line in lines {
            machine.instruction(line, case);
        }
        let (f, zeta) = if case.odd && case.positive {
            (g, Poly::from(-2).minus(&zeta))
        } else {
            (f, zeta.minus(&1.into()))
        };
        let addend = negated(&f, case.next_positive);
        let positive = u8::from(case.next_positive).into();
        let next = [f, half, zeta, addend, positive];
        for (register, value) in ["r8", "r9", "r10", "r11", "r12"].into_iter().zip(next) {
            assert_eq!(machine.get(register), Some(value), "{register}");
        }
    }

    fn prove_all(lines: &[&'static str]) {
        for case in 0..8 {
            let [odd, positive, next_positive] = [0, 1, 2].map(|bit| case >> bit & 1 == 1);
            let case = Case {
                odd,
                positive,
                next_positive,
            };
            prove(lines, case);
        }
    }

    /// The assembly does a divstep, for all g and δ, on words whose sums do not overflow; and no instruction can be
    /// left out.
    #[test]
    fn a_divstep_for_all_words() {
        let lines: Vec<&str> = text!().lines().collect();
        prove_all(&lines);
        for i in 0..lines.len() {
            let mut lines = lines.clone();
            lines.remove(i);
            let proof = std::panic::catch_unwind(|| prove_all(&lines));
            assert!(proof.is_err(), "without line {i}");
        }
    }
}
