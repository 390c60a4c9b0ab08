//! Models of the C library's functions that Rust programs call.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};

use super::memory::Memory;
use super::trap::{Leak, Trap};
use super::value::Value;

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

    /// Applies the function's effect to its arguments, and returns its result, if it has one. The byte that it fills with may
    /// come from a secret.
    pub fn run(
        self,
        [a, b, c]: [Value; 3],
        fills_secret: bool,
        memory: &mut Memory,
    ) -> Result<Option<u64>, Trap> {
        // An address or a size.
        let public = |value: Value| value.known().ok_or(Trap::Leak(Leak::Address));
        let result = match self {
            Self::Allocate => memory.allocate(public(a)?, 1)?,
            Self::AllocateZeros => {
                let size = public(a)? * public(b)?;
                let block = memory.allocate(size, 1)?;
                memory.from_secret = false;
                fill(memory, block, Value::public(0), size)?;
                block
            }
            Self::AllocateAligned => {
                let block = memory.allocate(public(c)?, public(b)?)?;
                memory.store_value(public(a)?, Value::public(block), 64)?;
                0
            }
            Self::Reallocate => {
                let (old, size) = (public(a)?, public(b)?);
                let block = memory.allocate(size, 1)?;
                let kept = memory.size_of_block(old)?.min(size);
                memory.copy(block, old, kept as usize)?;
                memory.free(old)?;
                block
            }
            Self::Free => {
                memory.free(public(a)?)?;
                return Ok(None);
            }
            Self::Copy => {
                let (to, from, size) = (public(a)?, public(b)?, public(c)?);
                memory.copy(to, from, size as usize)?;
                to
            }
            Self::Fill => {
                let to = public(a)?;
                let size = public(c)?;
                memory.from_secret = fills_secret;
                fill(memory, to, b, size)?;
                to
            }
            Self::Compare => compare(memory, public(a)?, public(b)?, public(c)?)?,
        };
        Ok(Some(result))
    }
}

fn fill(memory: &mut Memory, to: u64, byte: Value, size: u64) -> Result<(), Trap> {
    let [bytes, secret] = [byte.bits, byte.secret].map(|x| vec![x as u8; size as usize]);
    memory.write(to, &bytes, &secret)
}

/// Its time depends on where the first difference is.
fn compare(memory: &mut Memory, a: u64, b: u64, size: u64) -> Result<u64, Trap> {
    let mut bytes = [a, b].map(|_| vec![0; size as usize]);
    for (start, bytes) in [a, b].into_iter().zip(&mut bytes) {
        let mut secret = bytes.clone();
        memory.read(start, bytes, &mut secret)?;
        if secret.iter().any(|secret| *secret != 0) {
            return Err(Trap::Leak(Leak::Time));
        }
    }
    let order = bytes[0].cmp(&bytes[1]) as i32;
    Ok(order.cast_unsigned().into())
}
