//! Counts of instructions, of functions that are executed from their first to their last.

use std::fs::File;
use std::os::unix::fs::FileExt;

use iced_x86::FlowControl;

use super::program::Program;

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
    /// Bits of the widest register.
    pub width: usize,
    /// Vector multiplications, with or without an addition.
    pub products: usize,
    /// Vector additions, subtractions, and bitwise operations.
    pub sums: usize,
    /// Vector shifts.
    pub shifts: usize,
    /// Vector loads, stores, copies and zeros, which take no unit that computes; and what no vector has a part in.
    pub others: usize,
}

impl Kinds {
    /// Of the function that begins there, and of those that it calls.
    ///
    /// # Panics
    ///
    /// If it has a conditional jump, or is not this program's.
    pub fn of(function: *const u8) -> Self {
        let mut kinds = Self::default();
        kinds.add(&Program::this(), function.addr() as u64);
        kinds
    }

    fn add(&mut self, program: &Program, mut address: u64) {
        loop {
            let instruction = program.decode(address).expect("the program's code");
            address = instruction.next_ip();
            match instruction.flow_control() {
                FlowControl::Next => {}
                FlowControl::Return => return,
                FlowControl::UnconditionalBranch => address = instruction.near_branch_target(),
                FlowControl::Call => self.add(program, instruction.near_branch_target()),
                // Another crate's function, by the table of the linker.
                FlowControl::IndirectCall if instruction.is_ip_rel_memory_operand() => {
                    self.add(program, word(instruction.ip_rel_memory_address()));
                }
                other => panic!("{other:?} at {}", program.place(address)),
            }
            let name = format!("{:?}", instruction.mnemonic()).to_lowercase();
            let begins = |with: &[&str]| with.iter().any(|with| name.starts_with(with));
            let widest = (0..instruction.op_count()).map(|i| instruction.op_register(i).size());
            self.width = self.width.max(8 * widest.max().unwrap_or(0));
            // A register exclusive-or itself is a zero, which the renaming of registers makes.
            let zeroes = begins(&["vpxor", "vxorp"])
                && instruction.op1_register() == instruction.op2_register();
            *if begins(&["vpmadd52", "vpmul", "vfmadd", "vfnmadd", "vfmsub", "vmul"]) {
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
                &mut self.others
            } += 1;
        }
    }

    /// Cycles that the units of a Zen 5 need: two multiply, two others shift, four compute in all.
    pub fn zen5(&self) -> f64 {
        let [products, shifts, all] = [self.products, self.shifts, self.all()].map(|n| n as f64);
        (products / 2.0).max(shifts / 2.0).max(all / 4.0)
    }

    /// Cycles that those of a Golden Cove need. With 256 bits two multiply and shift, and a third does the rest; with 512
    /// bits two do all, and one of them shifts.
    pub fn golden_cove(&self) -> f64 {
        let [products, shifts, all] = [self.products, self.shifts, self.all()].map(|n| n as f64);
        if self.width > 256 {
            (all / 2.0).max(shifts)
        } else {
            ((products + shifts) / 2.0).max(all / 3.0)
        }
    }

    fn all(&self) -> usize {
        self.products + self.sums + self.shifts
    }
}
