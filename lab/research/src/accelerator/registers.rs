//! The cost of a trace on a register file of a given size: cycles of instructions, and the transport of operands.
//!
//! The choice of values to keep in registers knows the whole trace: it is straight-line code, the same for all secrets,
//! so an assembler of microcode sees it too. The host writes a value that is needed but not in a register. To free a
//! register, the value that is needed last is given up; the host reads it if it has no copy.
//!
//! Cycles are those of the multiplier's clock, 100 MHz, like the bus; the engine's clock is half as fast. The figures
//! are the hardware's: an instruction is fetched, reads its operands and is executed, one engine cycle each, except for
//! products. Microcode is already loaded, and the host's own instructions take no time: the transport is a lower bound.

use std::collections::{HashMap, VecDeque};

use super::engine::{Event, Name, Opcode, Trace};

/// Registers of a window, which an instruction can name.
pub const WINDOW: usize = 32;
/// Registers of the engine, in 16 windows. Instructions that name all of them are an assumption.
pub const FILE: usize = 512;

/// The multiplier's cycles for a product.
pub mod product {
    /// Waiting for a start, and the multiples of 19.
    pub const SET_UP: u64 = 2;
    /// One row of limbs each.
    pub const ROWS: u64 = 15;
    /// A pipeline's delay, and two cycles.
    pub const COLLAPSE: u64 = 3;
    /// From limb to limb, twice.
    pub const CARRIES: u64 = 2 * 14;
    /// One.
    pub const NORMALISE: u64 = 1;
    /// To the slower clock.
    pub const HAND_OVER: u64 = 3;
    /// All together: 52, as the hardware's authors say.
    pub const CYCLES: u64 = SET_UP + ROWS + COLLAPSE + CARRIES + NORMALISE + HAND_OVER;
}

/// Cycles of the multiplier's clock for one of the engine's.
const ENGINE: u64 = 2;
/// Fetching an instruction and reading its operands.
const ISSUE: u64 = 2 * ENGINE;
/// Cycles of the bus for a word of 32 bits that the host writes.
const WRITE: u64 = 2;
/// Cycles of the bus for a word that the host reads: the register file takes four cycles at 200 MHz.
const READ: u64 = 4;
/// Words of an operand.
const OPERAND: u64 = 8;

/// Cycles of an instruction.
pub fn cycles(opcode: Opcode) -> u64 {
    ISSUE
        + match opcode {
            Opcode::Multiply => product::CYCLES,
            _ => ENGINE,
        }
}

/// What a trace costs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cost {
    /// Instructions, in the order of [`Opcode`].
    pub instructions: [u64; 6],
    /// Operands that the host wrote.
    pub operands_in: u64,
    /// Decisions that the host wrote, a word each.
    pub decisions_in: u64,
    /// Operands that the host read.
    pub operands_out: u64,
}

impl Cost {
    /// Instructions of one kind.
    pub fn of(&self, opcode: Opcode) -> u64 {
        self.instructions[opcode as usize]
    }

    /// Cycles of the instructions.
    pub fn computing(&self) -> u64 {
        let all: u64 = self.instructions.iter().sum();
        let products = self.of(Opcode::Multiply);
        products * cycles(Opcode::Multiply) + (all - products) * cycles(Opcode::Add)
    }

    /// Cycles of the transport.
    pub fn transport(&self) -> u64 {
        let Self {
            operands_in,
            decisions_in,
            operands_out,
            ..
        } = self;
        (operands_in * OPERAND + decisions_in) * WRITE + operands_out * OPERAND * READ
    }

    /// All cycles.
    pub fn cycles(&self) -> u64 {
        self.computing() + self.transport()
    }
}

/// The cost on a file of this many registers, at least three.
///
/// # Panics
///
/// If there are fewer.
pub fn cost(trace: &Trace, registers: usize) -> Cost {
    replayed(trace, registers, false)
}

/// The cost if nothing stays in a register between field operations: that of a library which calls the engine for each
/// operation, with operands and results in its own memory.
pub fn cost_by_value(trace: &Trace) -> Cost {
    replayed(trace, WINDOW, true)
}

fn replayed(trace: &Trace, registers: usize, by_value: bool) -> Cost {
    assert!(registers >= 3, "two operands and a result");
    let mut file = File::new(trace, registers);
    for event in trace {
        match *event {
            Event::Given(name, words) => {
                file.at_host.insert(name, words);
            }
            Event::Taken(name) => {
                file.copy_to_host(name);
                file.used(name);
            }
            Event::Executed(opcode, operands, result) => {
                let operands: Vec<Name> = operands.into_iter().flatten().collect();
                for name in &operands {
                    file.bring(*name, &operands);
                }
                for name in &operands {
                    file.used(*name);
                }
                file.cost.instructions[opcode as usize] += 1;
                file.put(result, &[]);
                file.drop_if_dead(result);
            }
            Event::Returned => {
                if by_value {
                    file.clear();
                }
            }
        }
    }
    file.cost
}

/// The registers, and where else values are.
struct File {
    registers: usize,
    /// The values in registers.
    resident: Vec<Name>,
    /// The values that the host has, and their words.
    at_host: HashMap<Name, u32>,
    /// When each value is still needed.
    uses: HashMap<Name, VecDeque<usize>>,
    cost: Cost,
}

impl File {
    fn new(trace: &Trace, registers: usize) -> Self {
        let mut uses: HashMap<Name, VecDeque<usize>> = HashMap::new();
        for (time, event) in trace.iter().enumerate() {
            let used = match *event {
                Event::Given(..) | Event::Returned => [None; 2],
                Event::Executed(_, operands, _) => operands,
                Event::Taken(name) => [Some(name), None],
            };
            for name in used.into_iter().flatten() {
                uses.entry(name).or_default().push_back(time);
            }
        }
        Self {
            registers,
            resident: Vec::new(),
            at_host: HashMap::new(),
            uses,
            cost: Cost::default(),
        }
    }

    /// Makes a value resident without giving up one of `kept`.
    fn bring(&mut self, name: Name, kept: &[Name]) {
        if !self.resident.contains(&name) {
            match self.at_host[&name] {
                1 => self.cost.decisions_in += 1,
                _ => self.cost.operands_in += 1,
            }
            self.put(name, kept);
        }
    }

    fn put(&mut self, name: Name, kept: &[Name]) {
        if self.resident.len() == self.registers {
            let next_use = |name: &Name| self.uses[name].front().copied();
            let candidates = self.resident.iter().copied();
            let victim = candidates
                .filter(|name| !kept.contains(name))
                .max_by_key(next_use)
                .expect("more registers than operands");
            self.copy_to_host(victim);
            self.resident.retain(|name| *name != victim);
        }
        self.resident.push(name);
    }

    fn copy_to_host(&mut self, name: Name) {
        if !self.at_host.contains_key(&name) {
            self.cost.operands_out += 1;
            self.at_host.insert(name, 8);
        }
    }

    /// Gives up all registers.
    fn clear(&mut self) {
        for name in std::mem::take(&mut self.resident) {
            self.copy_to_host(name);
        }
    }

    /// Marks one use of the value as done.
    fn used(&mut self, name: Name) {
        if let Some(uses) = self.uses.get_mut(&name) {
            uses.pop_front();
        }
        self.drop_if_dead(name);
    }

    fn drop_if_dead(&mut self, name: Name) {
        if self.uses.get(&name).is_none_or(VecDeque::is_empty) {
            self.resident.retain(|other| *other != name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::{add, load, load_mask, mask, multiply, record, returned, store};
    use super::*;

    /// (a + b) + a·b, and a choice: with enough registers each operand is moved once.
    #[test]
    fn operands_stay() {
        let (_, trace) = record(|| {
            let (a, b) = (load([1, 0, 0, 0]), load([2, 0, 0, 0]));
            let sum = returned(add(add(a, b), multiply(a, b)));
            store(returned(mask(load_mask(1), sum)))
        });
        let enough = cost(&trace, 4);
        let expected = Cost {
            instructions: [1, 2, 0, 0, 1, 0],
            operands_in: 2,
            decisions_in: 1,
            operands_out: 1,
        };
        assert_eq!(enough, expected);
        assert_eq!(enough.of(Opcode::Add), 2);
        assert_eq!(enough.computing(), 56 + 3 * 6);
        assert_eq!(enough.transport(), (2 * 8 + 1) * 2 + 8 * 4);
        assert_eq!(cost(&trace, FILE), expected);
        // The sum is read, and written for the choice.
        let by_value = Cost {
            operands_in: 3,
            operands_out: 2,
            ..expected
        };
        assert_eq!(cost_by_value(&trace), by_value);
    }

    /// With three registers the value that is needed last is given up: read if the host lacks it, and written again.
    #[test]
    fn registers_are_given_up() {
        let (_, trace) = record(|| {
            let (a, b, c) = (load([1, 0, 0, 0]), load([2, 0, 0, 0]), load([3, 0, 0, 0]));
            let sum = add(a, b);
            let other = add(add(a, c), add(b, c));
            store(add(other, sum))
        });
        let enough = cost(&trace, 8);
        assert_eq!((enough.operands_in, enough.operands_out), (3, 1));
        // `sum` waits at the host for three instructions.
        let few = cost(&trace, 3);
        assert_eq!(few.instructions, enough.instructions);
        assert_eq!((few.operands_in, few.operands_out), (4, 2));
    }
}
