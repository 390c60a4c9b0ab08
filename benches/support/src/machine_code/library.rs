//! The C library's functions that Rust programs call, by their effect.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};

use super::machine::{Machine, RAX, RDI, RDX, RSI};
use super::value::Value;
use super::{Leak, Trap};

unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn calloc(count: usize, size: usize) -> *mut c_void;
    fn realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn free(block: *mut c_void);
    fn posix_memalign(block: *mut *mut c_void, alignment: usize, size: usize) -> c_int;
    fn memcpy(to: *mut c_void, from: *const c_void, size: usize) -> *mut c_void;
    fn memmove(to: *mut c_void, from: *const c_void, size: usize) -> *mut c_void;
    fn memset(to: *mut c_void, byte: c_int, size: usize) -> *mut c_void;
    fn memcmp(a: *const c_void, b: *const c_void, size: usize) -> c_int;
    fn bcmp(a: *const c_void, b: *const c_void, size: usize) -> c_int;
}

#[derive(Clone, Copy, Debug)]
pub enum Function {
    Allocate,
    AllocateZeros,
    Reallocate,
    Free,
    AllocateAligned,
    Copy,
    Fill,
    Compare,
}

impl Function {
    pub fn addresses() -> HashMap<u64, Self> {
        HashMap::from([
            (malloc as *const () as u64, Self::Allocate),
            (calloc as *const () as u64, Self::AllocateZeros),
            (realloc as *const () as u64, Self::Reallocate),
            (free as *const () as u64, Self::Free),
            (posix_memalign as *const () as u64, Self::AllocateAligned),
            (memcpy as *const () as u64, Self::Copy),
            (memmove as *const () as u64, Self::Copy),
            (memset as *const () as u64, Self::Fill),
            (memcmp as *const () as u64, Self::Compare),
            (bcmp as *const () as u64, Self::Compare),
        ])
    }

    /// Does what the function does. The return address is still to be popped.
    pub fn run(self, machine: &mut Machine) -> Result<(), Trap> {
        let [a, b, c] = [RDI, RSI, RDX].map(|register| machine.registers[register]);
        // An address or a size.
        let public = |value: Value| value.known().ok_or(Trap::Leak(Leak::Address));
        let result = match self {
            Self::Allocate => machine.memory.allocate(public(a)?, 1)?,
            Self::AllocateZeros => {
                let size = public(a)? * public(b)?;
                let block = machine.memory.allocate(size, 1)?;
                fill(machine, block, Value::public(0), size)?;
                block
            }
            Self::AllocateAligned => {
                let block = machine.memory.allocate(public(c)?, public(b)?)?;
                machine
                    .memory
                    .store_value(public(a)?, Value::public(block), 64)?;
                0
            }
            Self::Reallocate => {
                let (old, size) = (public(a)?, public(b)?);
                let block = machine.memory.allocate(size, 1)?;
                let kept = machine.memory.size_of_block(old)?.min(size);
                machine.memory.copy(block, old, kept as usize)?;
                machine.memory.free(old)?;
                block
            }
            Self::Free => {
                machine.memory.free(public(a)?)?;
                return Ok(());
            }
            Self::Copy => {
                let (to, from, size) = (public(a)?, public(b)?, public(c)?);
                machine.memory.copy(to, from, size as usize)?;
                to
            }
            Self::Fill => {
                let to = public(a)?;
                fill(machine, to, b, public(c)?)?;
                to
            }
            Self::Compare => return compare(machine, public(a)?, public(b)?, public(c)?),
        };
        machine.registers[RAX] = Value::public(result);
        Ok(())
    }
}

fn fill(machine: &mut Machine, to: u64, byte: Value, size: u64) -> Result<(), Trap> {
    let [bytes, secret] = [byte.bits, byte.secret].map(|x| vec![x as u8; size as usize]);
    machine.memory.from_secret = machine.origin.register(RSI, byte);
    machine.memory.write(to, &bytes, &secret)
}

/// Its time depends on where the first difference is.
fn compare(machine: &mut Machine, a: u64, b: u64, size: u64) -> Result<(), Trap> {
    let mut bytes = [a, b].map(|_| vec![0; size as usize]);
    for (start, bytes) in [a, b].into_iter().zip(&mut bytes) {
        let mut secret = bytes.clone();
        machine.memory.read(start, bytes, &mut secret)?;
        if secret.iter().any(|secret| *secret != 0) {
            return Err(Trap::Leak(Leak::Time));
        }
    }
    let order = bytes[0].cmp(&bytes[1]) as i32;
    machine.registers[RAX] = Value::public(order.cast_unsigned().into());
    Ok(())
}
