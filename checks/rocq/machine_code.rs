//! Prints the machine code of the functions to be proved, a line of JSON for each: its instructions in the order in which
//! they run, through jumps and calls, with their bytes and the second disassembler's reading; and the constants that they load.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod printed {
    use std::fs::File;
    use std::os::unix::fs::FileExt;

    use helioselene_checks::checks::internals::functions;
    use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, OpKind, Register};

    /// Instructions of a function.
    const LONGEST: usize = 4096;

    /// The bytes at an address of this process.
    fn memory<const N: usize>(address: u64) -> [u8; N] {
        let mut bytes = [0; N];
        File::open("/proc/self/mem")
            .and_then(|memory| memory.read_at(&mut bytes, address))
            .expect("a process reads its own memory");
        bytes
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
        for operand in 0..i.op_count() {
            let operand = match i.op_kind(operand) {
                OpKind::Register => format!("{:?}", i.op_register(operand)).to_lowercase(),
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
            text += " ";
            text += &operand;
        }
        text
    }

    pub fn main() {
        functions(&mut |code| {
            let (mut instructions, mut constants) = (Vec::new(), Vec::new());
            // Of a function with loops, all instructions in the order of addresses.
            let sweep = code.name.starts_with("divsteps/");
            let (mut address, mut callers) = (code.start as u64, Vec::new());
            // A loop ends here, and the reader refuses it.
            while instructions.len() < LONGEST {
                let bytes: [u8; 15] = memory(address);
                let instruction =
                    Decoder::with_ip(64, &bytes, address, DecoderOptions::NONE).decode();
                let read = hexadecimal(&bytes[..instruction.len()]);
                let reading = reading(&instruction);
                instructions.push(format!("[{address}, {read:?}, {reading:?}]"));
                if instruction.is_ip_rel_memory_operand() {
                    let at = instruction.ip_rel_memory_address();
                    constants.push(format!(
                        "\"{at:#x}\": \"{}\"",
                        hexadecimal(&memory::<64>(at))
                    ));
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
                    // Through the linker's table of addresses, which is read-only by now.
                    FlowControl::IndirectCall if instruction.is_ip_rel_memory_operand() => {
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
