//! Registers, and the effect of instructions on them.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use iced_x86::{
    ConditionCode, FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpKind, Register,
    RflagsBits as F,
};

use super::cpu::Cpu;
use super::library::Function;
use super::memory::{Memory, STACK, Writer};
use super::origin::{Access, Origin, Place as Written, State, Uses};
use super::program::{Program, takes_time_by_value};
use super::registers::{RAX, RDI, RDX, RSI, RSP, Vector, is_second_byte, number};
use super::trap::{Leak, Trap};
use super::value::{Flags, Value};

/// The judged function's return address.
const RETURN: u64 = 0x3000_0000_0000;
/// The limit after which a function counts as not returning.
const LIMIT: u64 = 1 << 31;

/// An instruction, with answers that are needed again and again.
struct Decoded {
    instruction: Instruction,
    uses: Uses,
    takes_time_by_value: bool,
}

struct Place {
    decoded: Rc<Decoded>,
    /// The place of the next instruction.
    next: Option<usize>,
    /// Its last jump target.
    target: Option<(u64, usize)>,
}

pub struct Machine {
    pub cpu: Cpu,
    pub program: Program,
    pub memory: Memory,
    pub registers: [Value; 16],
    pub vectors: [Vector; 32],
    pub masks: [Value; 8],
    pub flags: Flags,
    library: HashMap<u64, Function>,
    code: Vec<Place>,
    /// The executed instructions' places in `code`, by address.
    pub places: HashMap<u64, usize>,
    /// Executed instructions, with repetitions.
    pub steps: u64,
    /// Which registers come from a secret.
    pub origin: Origin,
    /// Where a secret decides which lanes of a vector in memory are used.
    pub masked_loads: BTreeSet<u64>,
    info: InstructionInfoFactory,
}

impl Machine {
    pub fn new(cpu: Cpu) -> Self {
        Self {
            cpu,
            program: Program::this(),
            memory: Memory::new(),
            registers: [Value::secret(64); 16],
            vectors: [Vector::SECRET; 32],
            masks: [Value::secret(64); 8],
            flags: Flags::secret(),
            library: Function::addresses(),
            code: Vec::new(),
            places: HashMap::new(),
            steps: 0,
            origin: Origin::default(),
            masked_loads: BTreeSet::new(),
            info: InstructionInfoFactory::new(),
        }
    }

    /// Calls a function of the program. What it reads before writing counts as secret.
    pub fn call(&mut self, function: u64, arguments: [u64; 3]) -> Result<(), Trap> {
        self.registers = [Value::secret(64); 16];
        self.vectors = [Vector::SECRET; 32];
        self.masks = [Value::secret(64); 8];
        self.flags = Flags::secret();
        self.origin = Origin::default();
        self.memory.from_secret = false;
        for (register, argument) in [RDI, RSI, RDX].into_iter().zip(arguments) {
            self.registers[register] = Value::public(argument);
        }
        self.registers[RSP] = Value::public(STACK);
        self.push(Value::public(RETURN))?;
        self.run(function)
    }

    fn run(&mut self, start: u64) -> Result<(), Trap> {
        let mut place = self.fetch(start)?;
        for _ in 0..LIMIT {
            let decoded = Rc::clone(&self.code[place].decoded);
            let instruction = &decoded.instruction;
            let ip = instruction.ip();
            self.steps += 1;
            self.memory.writer = place as Writer + 1;
            self.memory.from_secret = self.origin.reads_secret(&decoded.uses, &self.state());
            let target = self
                .step(&decoded)
                .map_err(|trap| trap.at(self.program.place(ip)))?;
            let from_secret = self.memory.from_secret;
            self.origin
                .note_written(&decoded.uses, &self.vectors, from_secret);
            place = match target {
                None => match self.code[place].next {
                    Some(next) => next,
                    None => {
                        let next = self.fetch(instruction.next_ip())?;
                        self.code[place].next = Some(next);
                        next
                    }
                },
                Some(target) => match self.code[place].target {
                    Some((address, next)) if address == target => next,
                    _ => {
                        let Some(next) = self.jump(ip, target)? else {
                            return Ok(());
                        };
                        next
                    }
                },
            };
        }
        Err(Trap::Failed("it does not return".into()))
    }

    /// The registers and flags.
    #[inline]
    fn state(&self) -> State<'_> {
        State {
            registers: &self.registers,
            vectors: &self.vectors,
            masks: &self.masks,
            flags: &self.flags,
        }
    }

    /// The place of a jump's target; `None` if the judged function has returned.
    fn jump(&mut self, ip: u64, mut target: u64) -> Result<Option<usize>, Trap> {
        if let Some(function) = self.library.get(&target).copied() {
            self.memory.from_secret = false;
            let returned = self.run_library(function);
            target = returned.map_err(|trap| trap.at(self.program.place(ip)))?;
            return self.fetch(target).map(Some);
        }
        if target == RETURN {
            return Ok(None);
        }
        let next = self.fetch(target)?;
        let from = self.places[&ip];
        self.code[from].target = Some((target, next));
        Ok(Some(next))
    }

    /// Models a function of the C library, and returns.
    fn run_library(&mut self, function: Function) -> Result<u64, Trap> {
        let arguments = [RDI, RSI, RDX].map(|register| self.registers[register]);
        let fills_secret = self.origin.register(RSI, arguments[1]);
        if let Some(result) = function.run(arguments, fills_secret, &mut self.memory)? {
            self.registers[RAX] = Value::public(result);
        }
        self.pop_address()
    }

    /// Where in the program a writer is.
    pub fn writer(&self, writer: Writer) -> Option<u64> {
        let place = self.code.get((writer as usize).checked_sub(1)?)?;
        Some(place.decoded.instruction.ip())
    }

    /// The place of an instruction in `code`.
    #[inline]
    fn fetch(&mut self, address: u64) -> Result<usize, Trap> {
        if let Some(place) = self.places.get(&address) {
            return Ok(*place);
        }
        let Some(instruction) = self.program.decode(address) else {
            return Err(Trap::Failed(format!(
                "no instruction at {}",
                self.program.place(address)
            )));
        };
        self.code.push(Place {
            decoded: Rc::new(Decoded {
                instruction,
                uses: Uses::of(&instruction, &mut self.info),
                takes_time_by_value: takes_time_by_value(&instruction),
            }),
            next: None,
            target: None,
        });
        self.places.insert(address, self.code.len() - 1);
        Ok(self.code.len() - 1)
    }

    pub fn push(&mut self, value: Value) -> Result<(), Trap> {
        let top = self.pointer(self.registers[RSP])?.wrapping_sub(8);
        self.registers[RSP] = Value::public(top);
        self.memory.store_value(top, value, 64)
    }

    pub fn pop(&mut self) -> Result<Value, Trap> {
        let top = self.pointer(self.registers[RSP])?;
        self.registers[RSP] = Value::public(top.wrapping_add(8));
        self.memory.load_value(top, 64)
    }

    fn pop_address(&mut self) -> Result<u64, Trap> {
        let value = self.pop()?;
        self.target(value)
    }

    /// A value as an address, which must not depend on a secret.
    pub fn pointer(&self, value: Value) -> Result<u64, Trap> {
        value.known().ok_or(Trap::Leak(Leak::Address))
    }

    fn target(&self, value: Value) -> Result<u64, Trap> {
        value.known().ok_or(Trap::Leak(Leak::Branch))
    }

    /// The address of an instruction's memory operand.
    pub fn address(&self, i: &Instruction) -> Result<u64, Trap> {
        let value = self.effective_address(i);
        if !matches!(
            i.memory_segment(),
            Register::DS | Register::SS | Register::ES
        ) {
            return Err(Trap::Failed("thread-local memory is not modelled".into()));
        }
        self.pointer(value)
    }

    /// Base + scale·index + displacement.
    pub fn effective_address(&self, i: &Instruction) -> Value {
        let none = Value::public(0);
        let register = |register: Register| match register {
            Register::None | Register::RIP | Register::EIP => none,
            register => self.registers[number(register)],
        };
        let index =
            register(i.memory_index()).map(|x| x.wrapping_mul(i.memory_index_scale().into()));
        let displacement = Value::public(i.memory_displacement64());
        let (sum, _) = register(i.memory_base()).add(index, none, 64);
        let (sum, _) = sum.add(displacement, none, 64);
        sum
    }

    /// The size of an operand in bits.
    pub fn size(&self, i: &Instruction, operand: u32) -> u32 {
        match i.op_kind(operand) {
            OpKind::Register => 8 * i.op_register(operand).size() as u32,
            OpKind::Memory => 8 * i.memory_size().size() as u32,
            _ => 64,
        }
    }

    /// An integer operand.
    pub fn read(&mut self, i: &Instruction, operand: u32) -> Result<Value, Trap> {
        match i.op_kind(operand) {
            OpKind::Register => Ok(self.read_register(i.op_register(operand))),
            OpKind::Memory => {
                let address = self.address(i)?;
                self.memory.load_value(address, self.size(i, operand))
            }
            _ => i
                .try_immediate(operand)
                .map(Value::public)
                .map_err(|_| Trap::Failed("an operand of a kind that is not modelled".into())),
        }
    }

    pub fn read_register(&self, register: Register) -> Value {
        if register.is_gpr() {
            let value = self.registers[number(register)];
            if is_second_byte(register) {
                return value.map(|x| x >> 8 & 0xff);
            }
            return value.truncate(8 * register.size() as u32);
        }
        if register.is_k() {
            return self.masks[register.number()];
        }
        self.vectors[register.number()].value(0, 8)
    }

    pub fn write(&mut self, i: &Instruction, operand: u32, value: Value) -> Result<(), Trap> {
        match i.op_kind(operand) {
            OpKind::Register => {
                self.write_register(i.op_register(operand), value);
                Ok(())
            }
            _ => {
                let address = self.address(i)?;
                self.memory
                    .store_value(address, value, self.size(i, operand))
            }
        }
    }

    /// Writes to a general register or a mask.
    pub fn write_register(&mut self, register: Register, value: Value) {
        if register.is_k() {
            self.masks[register.number()] = value;
            return;
        }
        let place = &mut self.registers[number(register)];
        let (written, shift) = match register.size() {
            1 if is_second_byte(register) => (0xff00, 8),
            1 => (0xff, 0),
            2 => (0xffff, 0),
            // A 32-bit write zeroes the register's upper half.
            4 => {
                *place = value.truncate(32);
                return;
            }
            _ => (!0, 0),
        };
        let kept = place.map(|x| x & !written);
        *place = kept.or(value.map(|x| x << shift & written));
    }

    /// A condition: 0 or 1.
    fn condition(&self, code: ConditionCode) -> Value {
        use ConditionCode::*;
        let flag = |flag| self.flags.get(flag);
        let less = || flag(F::SF).xor(flag(F::OF));
        let value = match code {
            o | no => flag(F::OF),
            b | ae => flag(F::CF),
            e | ne => flag(F::ZF),
            be | a => flag(F::CF).or(flag(F::ZF)),
            s | ns => flag(F::SF),
            p | np => flag(F::PF),
            l | ge => less(),
            le | g => less().or(flag(F::ZF)),
            None => unreachable!("the instruction has a condition"),
        };
        let negated = matches!(code, no | ae | ne | a | ns | np | ge | g);
        value.xor(Value::public(negated.into()))
    }

    /// Executes an instruction; returns its jump target, if it jumps.
    fn step(&mut self, decoded: &Decoded) -> Result<Option<u64>, Trap> {
        let i = &decoded.instruction;
        match i.flow_control() {
            FlowControl::Next => {}
            FlowControl::UnconditionalBranch => return Ok(Some(i.near_branch_target())),
            FlowControl::ConditionalBranch => {
                if i.condition_code() == ConditionCode::None {
                    return Err(Trap::Failed("a loop instruction is not modelled".into()));
                }
                let jumps = self.target(self.condition(i.condition_code()))?;
                return Ok((jumps != 0).then(|| i.near_branch_target()));
            }
            FlowControl::IndirectBranch => {
                let target = self.read(i, 0)?;
                return self.target(target).map(Some);
            }
            FlowControl::Call => {
                self.push(Value::public(i.next_ip()))?;
                return Ok(Some(i.near_branch_target()));
            }
            FlowControl::IndirectCall => {
                let target = self.read(i, 0)?;
                let target = self.target(target)?;
                self.push(Value::public(i.next_ip()))?;
                return Ok(Some(target));
            }
            FlowControl::Return => return self.pop_address().map(Some),
            FlowControl::Exception => return Err(Trap::Failed("it panicked".into())),
            _ => return Err(Trap::Failed("the operating system is not modelled".into())),
        }
        if i.mnemonic() != Mnemonic::Nop && !self.integer(i)? && !self.vector(i)? {
            self.opaque(decoded)?;
        }
        Ok(None)
    }

    /// Executes cmov and setcc.
    pub fn conditional(&mut self, i: &Instruction) -> Result<(), Trap> {
        let condition = self.condition(i.condition_code());
        if i.op_count() == 1 {
            return self.write(i, 0, condition);
        }
        let (no, yes) = (self.read(i, 0)?, self.read(i, 1)?);
        let chosen = match condition.known() {
            Some(0) => no,
            Some(_) => yes,
            None => no.or_other(yes),
        };
        self.write(i, 0, chosen)
    }

    /// Any other instruction: everything it writes counts as secret.
    fn opaque(&mut self, decoded: &Decoded) -> Result<(), Trap> {
        let (i, uses) = (&decoded.instruction, &decoded.uses);
        if decoded.takes_time_by_value {
            return Err(Trap::Leak(Leak::Time));
        }
        if let Some(register) = uses.unknown {
            return Err(Trap::Failed(format!("{register:?} is not modelled")));
        }
        for access in &uses.memory {
            let Access {
                read,
                written,
                size,
            } = *access;
            if i.has_op_mask() && self.read_register(i.op_mask()).secret != 0 {
                // The address is public, and CPUs load the whole vector whatever the mask; but they store only chosen
                // lanes.
                if written || i.is_vsib() {
                    return Err(Trap::Leak(Leak::Address));
                }
                self.masked_loads.insert(i.ip());
            }
            if i.is_vsib() {
                let (base, index) = (i.memory_base(), i.memory_index());
                self.pointer(self.registers[number(base)])?;
                let indices = &self.vectors[index.number()].secret[..index.size()];
                if indices.iter().any(|secret| *secret != 0) {
                    return Err(Trap::Leak(Leak::Address));
                }
                // From a table that may hold secrets.
                self.memory.from_secret = true;
                if written {
                    return Err(Trap::Failed("a scatter is not modelled".into()));
                }
                continue;
            }
            let address = self.address(i)?;
            if read {
                self.memory.touch(address, size)?;
            }
            if written {
                self.memory.mark_secret(address, size)?;
            }
        }
        for (place, _) in &uses.written {
            match *place {
                Written::General(i) => self.registers[i] = Value::secret(64),
                Written::Vector(i) => self.vectors[i] = Vector::SECRET,
                Written::Mask(i) => self.masks[i] = Value::secret(64),
            }
        }
        self.flags.update(uses.flags_written, Flags::secret());
        Ok(())
    }
}
