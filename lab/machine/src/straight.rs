//! Counts the instructions of straight-line functions.

use std::fs::File;
use std::os::unix::fs::FileExt;

use iced_x86::FlowControl;

use helioselene_judge::make::Make;

use super::program::Program;

/// A word of this process.
fn word(address: u64) -> u64 {
    let mut bytes = [0; 8];
    File::open("/proc/self/mem")
        .and_then(|memory| memory.read_exact_at(&mut bytes, address))
        .expect("a process reads its own memory");
    u64::from_le_bytes(bytes)
}

/// Vector instructions that compute, by the units they need.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vectors {
    /// Multiplications, with or without an addition.
    pub products: usize,
    /// How many of these are the 64-bit `vpmullq`, three instructions each on Intel's processors.
    pub products_64: usize,
    /// Additions, subtractions, and bitwise operations.
    pub sums: usize,
    /// Shifts.
    pub shifts: usize,
}

impl Vectors {
    /// As numbers: products, shifts, and all.
    fn numbers(&self, make: Make) -> [f64; 3] {
        let products = match make {
            Make::GoldenCove => self.products + 2 * self.products_64,
            Make::Zen3 | Make::Zen4 | Make::Zen5 => self.products,
        };
        [products, self.shifts, products + self.sums + self.shifts].map(|n| n as f64)
    }
}

/// Instructions of a function without conditional jumps, by kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kinds {
    /// In registers of up to 256 bits.
    pub narrow: Vectors,
    /// In registers of 512 bits.
    pub wide: Vectors,
    /// Vector loads, stores, copies and zeros, which take no computing unit; and instructions without vectors.
    pub others: usize,
    /// Multiplications of words, among the others.
    pub word_products: usize,
    /// All instructions.
    pub instructions: usize,
}

impl Kinds {
    /// Counts the instructions of the function at this address and of those that it calls; `None` if it has a conditional jump.
    ///
    /// # Panics
    ///
    /// If the function is not this program's.
    pub fn of(function: *const u8) -> Option<Self> {
        let mut kinds = Self::default();
        kinds.add(&Program::this(), function.addr() as u64)?;
        Some(kinds)
    }

    fn add(&mut self, program: &Program, mut address: u64) -> Option<()> {
        loop {
            let instruction = program.decode(address).expect("the program's code");
            address = instruction.next_ip();
            self.instructions += 1;
            match instruction.flow_control() {
                FlowControl::Next => {}
                FlowControl::Return => return Some(()),
                FlowControl::UnconditionalBranch => address = instruction.near_branch_target(),
                FlowControl::Call => self.add(program, instruction.near_branch_target())?,
                // Another crate's function, by the linker's table.
                FlowControl::IndirectCall if instruction.is_ip_rel_memory_operand() => {
                    self.add(program, word(instruction.ip_rel_memory_address()))?;
                }
                _ => return None,
            }
            let name = format!("{:?}", instruction.mnemonic()).to_lowercase();
            let begins = |with: &str| with.split(' ').any(|with| name.starts_with(with));
            let widest = (0..instruction.op_count()).map(|i| instruction.op_register(i).size());
            let vectors = match widest.max() {
                Some(64) => &mut self.wide,
                _ => &mut self.narrow,
            };
            self.word_products += usize::from(begins("mul imul"));
            vectors.products_64 += usize::from(name.starts_with("vpmullq"));
            // A register exclusive-or itself is a zero, made by register renaming.
            let zeroes = instruction.op1_register() == instruction.op2_register();
            *if begins("vpmadd52 vpmul vfmadd vfnmadd vfmsub vmul") {
                &mut vectors.products
            } else if begins("vpsll vpsrl vpsra") {
                &mut vectors.shifts
            } else if begins("vpadd vpsub vadd vsub vpand vand vpor vpternlog vpblend")
                || begins("vpxor vxorp") && !zeroes
            {
                &mut vectors.sums
            } else {
                &mut self.others
            } += 1;
        }
    }

    /// The cycles that the processor's execution units and front end need for the function, a lower bound for any order of its
    /// instructions. Loads and stores are not counted.
    pub fn bound(&self, make: Make) -> f64 {
        let [narrow, wide] = [self.narrow, self.wide].map(|vectors| vectors.numbers(make));
        let [products, shifts, all] = core::array::from_fn(|i| narrow[i] + wide[i]);
        let vectors = match make {
            // Two units multiply, one of them and a third shift, four compute in all; 512 bits keep one busy for two
            // cycles.
            Make::Zen3 | Make::Zen4 => {
                let [products, shifts, all] = core::array::from_fn(|i| narrow[i] + 2.0 * wide[i]);
                let either = (products + shifts) / 3.0;
                (products / 2.0)
                    .max(shifts / 2.0)
                    .max(either)
                    .max(all / 4.0)
            }
            // Two multiply, two others shift, four compute in all.
            Make::Zen5 => (products / 2.0).max(shifts / 2.0).max(all / 4.0),
            // With 256 bits two multiply and shift, and a third does the rest; with 512 bits two do all, and one of them
            // shifts.
            Make::GoldenCove => {
                let narrow = ((narrow[0] + narrow[1]) / 2.0).max(all / 3.0);
                narrow.max(wide[2] / 2.0).max(wide[1])
            }
        };
        let issued = match make {
            Make::Zen5 => 8.0,
            Make::Zen3 | Make::Zen4 | Make::GoldenCove => 6.0,
        };
        // One unit multiplies words.
        let words = self.word_products as f64;
        vectors.max(words).max(self.instructions as f64 / issued)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[inline(never)]
    fn product(a: u64, b: u64) -> u64 {
        a.wrapping_mul(b)
    }

    #[inline(never)]
    fn power(a: u64, n: &mut u64) {
        for _ in 0..*n {
            *n = n.wrapping_mul(a);
        }
    }

    #[test]
    fn straight_functions_are_counted() {
        let kinds = Kinds::of((product as fn(u64, u64) -> u64) as *const u8).unwrap();
        assert_eq!((kinds.word_products, kinds.narrow.products), (1, 0));
        assert!(kinds.bound(Make::Zen4) >= 1.0);
        assert!(Kinds::of((power as fn(u64, &mut u64)) as *const u8).is_none());
    }

    #[test]
    fn the_busiest_units_bind() {
        let vectors = Vectors {
            products: 12,
            products_64: 0,
            sums: 4,
            shifts: 8,
        };
        let bounds = |narrow, wide| {
            let kinds = Kinds {
                narrow,
                wide,
                ..Kinds::default()
            };
            Make::ALL.map(|make| kinds.bound(make))
        };
        let none = Vectors::default();
        assert_eq!(bounds(vectors, none), [20.0 / 3.0, 20.0 / 3.0, 6.0, 10.0]);
        assert_eq!(bounds(none, vectors), [40.0 / 3.0, 40.0 / 3.0, 6.0, 12.0]);
        assert_eq!(bounds(vectors, vectors), [20.0, 20.0, 12.0, 16.0]);
        let with_64 = Vectors {
            products_64: 3,
            ..vectors
        };
        assert_eq!(bounds(none, with_64), [40.0 / 3.0, 40.0 / 3.0, 6.0, 15.0]);
    }
}
