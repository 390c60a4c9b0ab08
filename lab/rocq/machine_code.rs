//! Prints the machine code of the functions to be proved, a line of JSON for each: its instructions in the order in which
//! they run, through jumps and calls, with their bytes and the second disassembler's reading; and the constants that they load,
//! as far as nobody can write there.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod printed {
    use std::collections::HashMap;
    use std::fs::{File, read_to_string};
    use std::os::unix::fs::FileExt;

    use helioselene_inside::inside::functions;
    use iced_x86::{
        Code, Decoder, DecoderOptions, FlowControl, Instruction, InstructionInfoFactory, OpAccess,
        OpKind, Register, RoundingControl,
    };

    /// Instructions of a function.
    const LONGEST: usize = 4096;
    /// Bytes.
    const LONGEST_INSTRUCTION: u64 = 15;

    /// The bytes at an address of this process.
    fn memory<const N: usize>(address: u64) -> [u8; N] {
        let mut bytes = [0; N];
        File::open("/proc/self/mem")
            .and_then(|memory| memory.read_at(&mut bytes, address))
            .expect("a process reads its own memory");
        bytes
    }

    /// How many bytes from an address on, `most` at most, are in pages that cannot be written.
    fn lasting(address: u64, most: u64) -> u64 {
        let maps = read_to_string("/proc/self/maps").expect("a process reads its own pages");
        let mut end = address;
        for line in maps.lines() {
            let (range, rest) = line.split_once(' ').expect("pages and rights");
            let (from, to) = range.split_once('-').expect("two addresses");
            let bound = |text| u64::from_str_radix(text, 16).expect("an address");
            if bound(from) <= end && end < bound(to) && rest.starts_with("r-") {
                end = bound(to);
            }
        }
        most.min(end - address)
    }

    fn hexadecimal(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The mnemonic and the operands, in a form that has no syntax of its own.
    fn reading(i: &Instruction) -> String {
        let mut text = format!("{:?}", i.mnemonic()).to_lowercase();
        if i.has_op_mask() {
            text += "{mask}";
        }
        // The reader knows neither; none of the kernels' instructions has them.
        if i.rounding_control() != RoundingControl::None || i.suppress_all_exceptions() {
            text += "{rounding}";
        }
        for operand in 0..i.op_count() {
            let memory = i.op_kind(operand) == OpKind::Memory;
            let mut operand = match i.op_kind(operand) {
                OpKind::Register => format!("{:?}", i.op_register(operand)).to_lowercase(),
                OpKind::Memory if i.segment_prefix() != Register::None => "[?]".into(),
                OpKind::Memory if i.is_ip_rel_memory_operand() => {
                    let broadcast = if i.is_broadcast() { "{broadcast}" } else { "" };
                    format!("[{:#x}]{broadcast}", i.ip_rel_memory_address())
                }
                OpKind::Memory if i.memory_index() == Register::None && !i.is_broadcast() => {
                    let displacement = i.memory_displacement64().cast_signed();
                    format!("[{:?}{displacement:+}]", i.memory_base()).to_lowercase()
                }
                OpKind::Memory
                    if i.memory_index_scale() == 1
                        && i.memory_displacement64() == 0
                        && !i.is_broadcast() =>
                {
                    format!("[{:?}+{:?}]", i.memory_base(), i.memory_index()).to_lowercase()
                }
                OpKind::NearBranch64 => format!("{:#x}", i.near_branch_target()),
                OpKind::Memory => "[?]".into(),
                _ => format!("{:#x}", i.immediate(operand)),
            };
            if memory && i.memory_size().size() != 0 {
                operand += &format!(":{}", i.memory_size().size());
            }
            text += " ";
            text += &operand;
        }
        text
    }

    pub fn main() {
        let mut factory = InstructionInfoFactory::new();
        functions(&mut |code| {
            let (mut instructions, mut constants) = (Vec::new(), Vec::new());
            // Of a function with loops, all instructions in the order of addresses.
            let sweep = code.name.starts_with("divsteps/");
            let (mut address, mut callers) = (code.start as u64, Vec::new());
            // Registers that hold addresses from the linker's table, which is read-only by now.
            let mut addresses = HashMap::new();
            // A loop ends here, and the reader refuses it.
            while instructions.len() < LONGEST {
                if lasting(address, LONGEST_INSTRUCTION) < LONGEST_INSTRUCTION {
                    break;
                }
                let bytes: [u8; LONGEST_INSTRUCTION as usize] = memory(address);
                let instruction =
                    Decoder::with_ip(64, &bytes, address, DecoderOptions::NONE).decode();
                let read = hexadecimal(&bytes[..instruction.len()]);
                let reading = reading(&instruction);
                instructions.push(format!("[{address}, {read:?}, {reading:?}]"));
                if instruction.is_ip_rel_memory_operand() {
                    let at = instruction.ip_rel_memory_address();
                    constants.push(format!(
                        "\"{at:#x}\": \"{}\"",
                        hexadecimal(&memory::<64>(at)[..lasting(at, 64) as usize])
                    ));
                }
                for used in factory.info(&instruction).used_registers() {
                    if used.access() != OpAccess::Read {
                        addresses.remove(&used.register().full_register());
                    }
                }
                if instruction.code() == Code::Mov_r64_rm64
                    && instruction.is_ip_rel_memory_operand()
                {
                    let at = instruction.ip_rel_memory_address();
                    if lasting(at, 8) == 8 {
                        addresses
                            .insert(instruction.op0_register(), u64::from_le_bytes(memory(at)));
                    }
                }
                address = match instruction.flow_control() {
                    FlowControl::Return if sweep => break,
                    _ if sweep => instruction.next_ip(),
                    FlowControl::Next => instruction.next_ip(),
                    FlowControl::UnconditionalBranch => instruction.near_branch_target(),
                    FlowControl::Call => {
                        callers.push(instruction.next_ip());
                        instruction.near_branch_target()
                    }
                    FlowControl::IndirectCall
                        if addresses.contains_key(&instruction.op0_register()) =>
                    {
                        callers.push(instruction.next_ip());
                        addresses[&instruction.op0_register()]
                    }
                    FlowControl::IndirectCall
                        if instruction.is_ip_rel_memory_operand()
                            && lasting(instruction.ip_rel_memory_address(), 8) == 8 =>
                    {
                        callers.push(instruction.next_ip());
                        u64::from_le_bytes(memory(instruction.ip_rel_memory_address()))
                    }
                    FlowControl::Return => match callers.pop() {
                        Some(caller) => caller,
                        None => break,
                    },
                    // No straight line, which the reader refuses.
                    _ => break,
                };
            }
            let c = &code.constants;
            println!(
                "{{\"name\": {:?}, \"instructions\": [{}], \"constants\": {{{}}}, \"prime\": {:?}, \"bits\": {}, \"tight\": {:?}, \
             \"domain\": {:?}, \"three_b\": {:?}}}",
                code.name,
                instructions.join(", "),
                constants.join(", "),
                c.prime,
                c.bits,
                c.tight,
                c.domain,
                c.three_b,
            );
        });
    }
}
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
use printed::main;

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn main() {
    eprintln!("error: the machine code is read on x86-64 under Linux only");
}
