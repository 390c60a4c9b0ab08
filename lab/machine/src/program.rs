//! This program's functions, and which instructions were executed.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use iced_x86::{CpuidFeature, Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic};
use object::{Object, ObjectSection, ObjectSegment, ObjectSymbol, SymbolKind};

use super::memory::mappings;

/// A function.
struct Function {
    name: String,
    start: u64,
    end: u64,
}

pub struct Program {
    /// By their addresses.
    functions: Vec<Function>,
    /// The difference between this process's addresses and the file's.
    offset: u64,
    text: Vec<u8>,
    text_start: u64,
}

impl Program {
    pub fn this() -> Self {
        let path = std::env::current_exe().expect("a program has a path");
        let file = std::fs::read(path).expect("it can be read");
        let file = object::File::parse(&*file).expect("it is an ELF file");
        let text = file.section_by_name(".text").expect("programs have code");
        let mut functions: Vec<_> = file
            .symbols()
            .filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() != 0)
            .map(|symbol| Function {
                name: symbol.name().unwrap_or("?").to_owned(),
                start: symbol.address(),
                end: symbol.address() + symbol.size(),
            })
            .collect();
        functions.sort_by_key(|function| function.start);
        functions.dedup_by_key(|function| function.start);
        let lowest = file.segments().map(|segment| segment.address()).min();
        let offset = mappings()[0].from - lowest.expect("a program has segments");
        // Including the jumps to the C library (`.plt`) behind it.
        let code = file.segments().find_map(|segment| {
            let at = text.address().checked_sub(segment.address())?;
            segment.data().ok()?.get(usize::try_from(at).ok()?..)
        });
        Self {
            functions,
            offset,
            text: code.expect("code is loaded").into(),
            text_start: text.address(),
        }
    }

    fn function(&self, address: u64) -> Option<&Function> {
        let address = address.wrapping_sub(self.offset);
        let next = self.functions.partition_point(|f| f.start <= address);
        let function = self.functions.get(next.checked_sub(1)?)?;
        (address < function.end).then_some(function)
    }

    /// An address as a place in a named function.
    pub fn place(&self, address: u64) -> String {
        match self.function(address) {
            Some(function) => format!(
                "{:#} + {:#x} ({:#x} in the file)",
                rustc_demangle::demangle(&function.name),
                address - self.offset - function.start,
                address - self.offset,
            ),
            None => format!("{address:#x}, outside of the program"),
        }
    }

    /// The name of the function that has an address.
    pub fn name(&self, address: u64) -> String {
        let function = self.function(address).map_or("?", |f| &f.name);
        format!("{:#}", rustc_demangle::demangle(function))
    }

    /// The instruction at an address.
    pub fn decode(&self, address: u64) -> Option<Instruction> {
        let at = address.checked_sub(self.offset + self.text_start)?;
        let code = self.text.get(usize::try_from(at).ok()?..)?;
        let mut decoder = Decoder::with_ip(64, code, address, DecoderOptions::NONE);
        let instruction = decoder.decode();
        (!instruction.is_invalid()).then_some(instruction)
    }

    /// The executed parts of the program's functions, by addresses.
    pub fn coverage(&self, executed: &HashMap<u64, usize>) -> Coverage {
        let mut functions = BTreeMap::<u64, Counts>::new();
        for address in executed.keys() {
            if let Some(function) = self.function(*address) {
                functions.entry(function.start).or_default();
            }
        }
        let mut coverage = Coverage::default();
        for (start, counts) in &mut functions {
            let function = self
                .function(start + self.offset)
                .expect("it was found before");
            let mut address = start + self.offset;
            while address < function.end + self.offset {
                let Some(instruction) = self.decode(address) else {
                    break;
                };
                let was_executed = executed.contains_key(&address);
                counts.count(&instruction, was_executed);
                address = instruction.next_ip();
            }
            let name = rustc_demangle::demangle(&function.name);
            writeln!(coverage.functions, "{counts}: {name:#}").expect("a string takes all");
            coverage.total.add(counts);
            coverage.number += 1;
        }
        coverage
    }
}

/// Instruction counts of one or more functions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub instructions: usize,
    pub executed: usize,
    pub jumps: usize,
    pub jumps_executed: usize,
    /// Instructions whose time depends on their operands.
    pub divisions: usize,
}

impl Counts {
    fn count(&mut self, instruction: &Instruction, executed: bool) {
        let jump = instruction.flow_control() == FlowControl::ConditionalBranch;
        self.instructions += 1;
        self.executed += usize::from(executed);
        self.jumps += usize::from(jump);
        self.jumps_executed += usize::from(jump && executed);
        self.divisions += usize::from(takes_time_by_value(instruction));
    }

    fn add(&mut self, other: &Self) {
        self.instructions += other.instructions;
        self.executed += other.executed;
        self.jumps += other.jumps;
        self.jumps_executed += other.jumps_executed;
        self.divisions += other.divisions;
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:6} of {:6} instructions, {:4} of {:4} conditional jumps, {} divisions",
            self.executed, self.instructions, self.jumps_executed, self.jumps, self.divisions
        )
    }
}

#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The number of functions.
    pub number: usize,
    pub total: Counts,
    /// A line for each function.
    pub functions: String,
}

/// Whether the time that an instruction takes depends on its operands, on some CPU that the library is for.
pub fn takes_time_by_value(i: &Instruction) -> bool {
    let name = format!("{:?}", i.mnemonic()).to_lowercase();
    i.cpuid_features().contains(&CpuidFeature::FPU)
        || matches!(i.mnemonic(), Mnemonic::Pdep | Mnemonic::Pext)
        || ["div", "sqrt"].iter().any(|slow| name.contains(slow))
}
