//! The registers: their numbers, and vectors as bytes.

use iced_x86::Register;

use super::value::Value;

/// A vector register: bytes, and which of their bits are secret.
#[derive(Clone, Copy)]
pub struct Vector {
    pub bytes: [u8; 64],
    pub secret: [u8; 64],
}

impl Vector {
    pub const ZERO: Self = Self {
        bytes: [0; 64],
        secret: [0; 64],
    };
    pub const SECRET: Self = Self {
        bytes: [0; 64],
        secret: [!0; 64],
    };

    /// The integer of `size` bytes from byte `at` on.
    pub fn value(&self, at: usize, size: usize) -> Value {
        let integer = |bytes: &[u8; 64]| {
            let mut integer = [0; 8];
            integer[..size].copy_from_slice(&bytes[at..at + size]);
            u64::from_le_bytes(integer)
        };
        Value::new(integer(&self.bytes), integer(&self.secret))
    }

    /// The lane with this number, of `size` bytes.
    pub fn lane(&self, number: usize, size: usize) -> Value {
        self.value(size * number, size)
    }

    /// Writes an integer of `size` bytes from byte `at` on.
    pub fn set(&mut self, at: usize, size: usize, value: Value) {
        self.bytes[at..at + size].copy_from_slice(&value.bits.to_le_bytes()[..size]);
        self.secret[at..at + size].copy_from_slice(&value.secret.to_le_bytes()[..size]);
    }
}

/// The number of a general register.
pub fn number(register: Register) -> usize {
    register.full_register().number()
}

pub const RAX: usize = 0;
pub const RCX: usize = 1;
pub const RDX: usize = 2;
pub const RBX: usize = 3;
pub const RSP: usize = 4;
pub const RBP: usize = 5;
pub const RSI: usize = 6;
pub const RDI: usize = 7;

/// Whether a register is the second byte of another.
pub fn is_second_byte(register: Register) -> bool {
    matches!(
        register,
        Register::AH | Register::BH | Register::CH | Register::DH
    )
}
