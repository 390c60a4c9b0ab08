//! Counts of instructions, of functions that are executed from their first to their last.

use std::fs::File;
use std::os::unix::fs::FileExt;

use iced_x86::FlowControl;

use super::program::Program;
use crate::measure::Make;

/// A word of this process.
fn word(address: u64) -> u64 {
    let mut bytes = [0; 8];
    File::open("/proc/self/mem")
        .and_then(|memory| memory.read_exact_at(&mut bytes, address))
        .expect("a process reads its own memory");
    u64::from_le_bytes(bytes)
}

/// Instructions of a function without conditional jumps, by kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kinds {
    /// Bits of the widest register that is computed in.
    pub width: usize,
    /// Vector multiplications, with or without an addition.
    pub products: usize,
    /// Vector additions, subtractions, and bitwise operations.
    pub sums: usize,
    /// Vector shifts.
    pub shifts: usize,
    /// Vector loads, stores, copies and zeros, which take no unit that computes; and what no vector has a part in.
    pub others: usize,
    /// Multiplications of words, among the others.
    pub word_products: usize,
    /// All instructions.
    pub instructions: usize,
}

impl Kinds {
    /// Of the function that begins there, and of those that it calls; none if it has a conditional jump.
    ///
    /// # Panics
    ///
    /// If it is not this program's.
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
                // Another crate's function, by the table of the linker.
                FlowControl::IndirectCall if instruction.is_ip_rel_memory_operand() => {
                    self.add(program, word(instruction.ip_rel_memory_address()))?;
                }
                _ => return None,
            }
            let name = format!("{:?}", instruction.mnemonic()).to_lowercase();
            let begins = |with: &[&str]| with.iter().any(|with| name.starts_with(with));
            let widest = (0..instruction.op_count()).map(|i| instruction.op_register(i).size());
            let width = 8 * widest.max().unwrap_or(0);
            self.word_products += usize::from(begins(&["mul", "imul"]));
            // A register exclusive-or itself is a zero, which the renaming of registers makes.
            let zeroes = begins(&["vpxor", "vxorp"])
                && instruction.op1_register() == instruction.op2_register();
            let kind = if begins(&["vpmadd52", "vpmul", "vfmadd", "vfnmadd", "vfmsub", "vmul"]) {
                &mut self.products
            } else if begins(&["vpsll", "vpsrl", "vpsra"]) {
                &mut self.shifts
            } else if begins(&[
                "vpadd",
                "vpsub",
                "vadd",
                "vsub",
                "vpand",
                "vand",
                "vpor",
                "vpternlog",
                "vpblend",
            ]) || begins(&["vpxor", "vxorp"]) && !zeroes
            {
                &mut self.sums
            } else {
                // Copies may be wider than what is computed.
                self.others += 1;
                continue;
            };
            *kind += 1;
            self.width = self.width.max(width);
        }
    }

    /// Cycles that the make's execution units, and the front of its pipeline, need for the function: what no order of its
    /// instructions undercuts. Loads and stores are not counted.
    pub fn bound(&self, make: Make) -> f64 {
        let [products, shifts, all] = [self.products, self.shifts, self.all()].map(|n| n as f64);
        let wide = self.width > 256;
        let vectors = match make {
            // Two units multiply, one of them and a third shift, four compute in all; with 512 bits each is busy for two
            // cycles.
            Make::Zen3 | Make::Zen4 => {
                let cycles = if wide { 2.0 } else { 1.0 };
                let busiest = (products / 2.0).max(shifts / 2.0);
                cycles * busiest.max((products + shifts) / 3.0).max(all / 4.0)
            }
            // Two multiply, two others shift, four compute in all.
            Make::Zen5 => (products / 2.0).max(shifts / 2.0).max(all / 4.0),
            // With 256 bits two multiply and shift, and a third does the rest; with 512 bits two do all, and one of them
            // shifts.
            Make::GoldenCove if wide => (all / 2.0).max(shifts),
            Make::GoldenCove => ((products + shifts) / 2.0).max(all / 3.0),
        };
        let issued = match make {
            Make::Zen5 => 8.0,
            Make::Zen3 | Make::Zen4 | Make::GoldenCove => 6.0,
        };
        // One unit multiplies words.
        let words = self.word_products as f64;
        vectors.max(words).max(self.instructions as f64 / issued)
    }

    fn all(&self) -> usize {
        self.products + self.sums + self.shifts
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
        assert_eq!((kinds.word_products, kinds.products), (1, 0));
        assert!(kinds.bound(Make::Zen4) >= 1.0);
        assert!(Kinds::of((power as fn(u64, &mut u64)) as *const u8).is_none());
    }

    #[test]
    fn the_busiest_units_bind() {
        let kinds = Kinds {
            width: 256,
            products: 12,
            sums: 4,
            shifts: 8,
            ..Kinds::default()
        };
        let wide = Kinds { width: 512, ..kinds };
        let bounds = |kinds: Kinds| Make::ALL.map(|make| kinds.bound(make));
        assert_eq!(bounds(kinds), [20.0 / 3.0, 20.0 / 3.0, 6.0, 10.0]);
        assert_eq!(bounds(wide), [40.0 / 3.0, 40.0 / 3.0, 6.0, 12.0]);
    }
}
