//! Which registers come from a secret. Unknown values may come from none, such as results on public vectors or unwritten memory.
//! An instruction that reads from a secret writes from a secret, unless its result is known whatever the secret is.

use iced_x86::{EncodingKind, Instruction, InstructionInfoFactory, OpAccess, Register};

use super::registers::{Vector, number};
use super::value::{Flags, Value};

/// For each register, whether its unknown bits come from a secret.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin {
    registers: [bool; 16],
    vectors: [bool; 32],
    masks: [bool; 8],
    flags: bool,
}

impl Origin {
    /// Whether a general register comes from a secret.
    pub fn register(&self, register: usize, value: Value) -> bool {
        self.registers[register] && value.secret != 0
    }
}

/// A register, by its number among those of its kind.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    General(usize),
    Vector(usize),
    Mask(usize),
}

/// What an instruction reads and writes.
pub struct Uses {
    read: Vec<Place>,
    flags_read: u32,
    /// Whether some of the register's old content may stay.
    pub written: Vec<(Place, Kept)>,
    pub flags_written: u32,
    /// A written register of another kind.
    pub unknown: Option<Register>,
    pub memory: Vec<Access>,
}

/// A memory access, of this many bytes.
pub struct Access {
    pub read: bool,
    pub written: bool,
    pub size: usize,
}

/// What stays in a written register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Nothing,
    /// The part above a vector's lowest 16 bytes.
    Above,
    Some,
}

impl Uses {
    pub fn of(i: &Instruction, factory: &mut InstructionInfoFactory) -> Self {
        let info = factory.info(i);
        let mut uses = Self {
            read: Vec::new(),
            flags_read: i.rflags_read() & Flags::ALL,
            written: Vec::new(),
            flags_written: i.rflags_modified() & Flags::ALL,
            unknown: None,
            memory: Vec::new(),
        };
        // It zeroes the part above 16 bytes, which is known.
        if i.mnemonic() == iced_x86::Mnemonic::Vzeroupper {
            return uses;
        }
        for used in info.used_registers() {
            let register = used.register();
            let (reads, writes) = match used.access() {
                OpAccess::Read | OpAccess::CondRead => (true, None),
                OpAccess::Write => (false, Some(Kept::Nothing)),
                OpAccess::ReadWrite => (true, Some(Kept::Nothing)),
                OpAccess::CondWrite => (false, Some(Kept::Some)),
                OpAccess::ReadCondWrite => (true, Some(Kept::Some)),
                OpAccess::None | OpAccess::NoMemAccess => (false, None),
            };
            let Some(place) = place(register) else {
                uses.unknown = uses.unknown.or(writes.map(|_| register));
                continue;
            };
            if reads {
                uses.read.push(place);
            }
            if let Some(kept) = writes {
                let kept = match register {
                    _ if register.is_gpr() && register.size() < 4 => Kept::Some,
                    _ if register.is_vector_register() && i.encoding() == EncodingKind::Legacy => {
                        kept.max_above()
                    }
                    _ => kept,
                };
                uses.written.push((place, kept));
            }
        }
        let reads = [OpAccess::Read, OpAccess::CondRead];
        let memory = info.used_memory().iter();
        let memory = memory.filter(|memory| memory.access() != OpAccess::NoMemAccess);
        let memory = memory.map(|m| Access {
            read: m.access() != OpAccess::Write,
            written: !reads.contains(&m.access()),
            size: m.memory_size().size(),
        });
        uses.memory.extend(memory);
        uses
    }
}

impl Kept {
    /// The same, with the part above 16 bytes.
    fn max_above(self) -> Self {
        match self {
            Self::Nothing => Self::Above,
            kept => kept,
        }
    }
}

fn place(register: Register) -> Option<Place> {
    if register.is_gpr() {
        Some(Place::General(number(register)))
    } else if register.is_vector_register() {
        Some(Place::Vector(register.number()))
    } else if register.is_k() {
        Some(Place::Mask(register.number()))
    } else {
        None
    }
}

/// The registers and flags of a machine.
pub struct State<'a> {
    pub registers: &'a [Value; 16],
    pub vectors: &'a [Vector; 32],
    pub masks: &'a [Value; 8],
    pub flags: &'a Flags,
}

impl Origin {
    /// Whether an instruction reads what comes from a secret, memory apart.
    #[inline]
    pub fn reads_secret(&self, uses: &Uses, state: &State<'_>) -> bool {
        let flags = state.flags.0.secret & u64::from(uses.flags_read) != 0;
        let mut read = uses.read.iter();
        self.flags && flags || read.any(|place| self.is_from_secret(*place, state))
    }

    fn is_from_secret(&self, place: Place, state: &State<'_>) -> bool {
        match place {
            Place::General(i) => self.register(i, state.registers[i]),
            Place::Mask(i) => self.masks[i] && state.masks[i].secret != 0,
            Place::Vector(i) => {
                self.vectors[i] && state.vectors[i].secret.iter().any(|byte| *byte != 0)
            }
        }
    }

    /// Records what an instruction has written (for vectors, as they are then) and whether it has read a secret.
    #[inline]
    pub fn note_written(&mut self, uses: &Uses, vectors: &[Vector; 32], from_secret: bool) {
        if uses.flags_written == Flags::ALL {
            self.flags = from_secret;
        } else if uses.flags_written != 0 {
            self.flags |= from_secret;
        }
        for (place, kept) in &uses.written {
            let above = |vector: usize| vectors[vector].secret[16..].iter().any(|b| *b != 0);
            let stays = match (kept, place) {
                (Kept::Nothing, _) => false,
                (Kept::Above, Place::Vector(i)) => above(*i),
                _ => true,
            };
            let origin = match place {
                Place::General(i) => &mut self.registers[*i],
                Place::Vector(i) => &mut self.vectors[*i],
                Place::Mask(i) => &mut self.masks[*i],
            };
            *origin = from_secret || stays && *origin;
        }
    }
}
