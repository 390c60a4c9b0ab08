//! Instructions on integers.

use iced_x86::{ConditionCode, Instruction, Mnemonic, OpKind, Register, RflagsBits as F};

use super::machine::Machine;
use super::registers::{RAX, RBP, RBX, RCX, RDI, RDX, RSI, RSP};
use super::trap::{Leak, Trap};
use super::value::{Flags, Value, mask};

impl Machine {
    /// Executes an instruction if it works on integers.
    pub fn integer(&mut self, i: &Instruction) -> Result<bool, Trap> {
        use Mnemonic::*;
        let none = Value::public(0);
        let one = Value::public(1);
        let size = self.size(i, 0);
        match i.mnemonic() {
            Mov | Movzx => {
                let value = self.read(i, 1)?;
                self.write(i, 0, value)?;
            }
            Movsx | Movsxd => {
                let value = self.read(i, 1)?.sign_extend(self.size(i, 1));
                self.write(i, 0, value)?;
            }
            Lea => {
                let address = self.effective_address(i);
                self.write(i, 0, address)?;
            }
            Push => {
                let value = self.read(i, 0)?;
                self.push(value)?;
            }
            Pop => {
                let value = self.pop()?;
                self.write(i, 0, value)?;
            }
            Leave => {
                self.registers[RSP] = self.registers[RBP];
                self.registers[RBP] = self.pop()?;
            }
            // `cmov` and `set`: jumps do not get here.
            _ if i.condition_code() != ConditionCode::None => self.conditional(i)?,
            Add | Adc | Xadd => {
                let (a, b) = (self.read(i, 0)?, self.read(i, 1)?);
                let carry = match i.mnemonic() {
                    Adc => self.flags.get(F::CF),
                    _ => none,
                };
                let (sum, flags) = a.add(b, carry, size);
                if i.mnemonic() == Xadd {
                    self.write(i, 1, a)?;
                }
                self.flags = flags;
                self.write(i, 0, sum)?;
            }
            Sub | Sbb | Cmp => {
                let (a, b) = (self.read(i, 0)?, self.read(i, 1)?);
                let borrow = match i.mnemonic() {
                    Sbb => self.flags.get(F::CF),
                    _ => none,
                };
                let (difference, flags) = if same_registers(i) {
                    none.sub(none, borrow, size)
                } else {
                    a.sub(b, borrow, size)
                };
                // All bits of −borrow are equal.
                self.flags = flags;
                if i.mnemonic() != Cmp {
                    self.write(i, 0, difference)?;
                }
            }
            Adcx | Adox => {
                let flag = if i.mnemonic() == Adcx { F::CF } else { F::OF };
                let (a, b) = (self.read(i, 0)?, self.read(i, 1)?);
                let (sum, flags) = a.add(b, self.flags.get(flag), size);
                self.flags.set(flag, flags.get(F::CF));
                self.write(i, 0, sum)?;
            }
            Inc | Dec => {
                let value = self.read(i, 0)?;
                let (value, flags) = match i.mnemonic() {
                    Inc => value.add(one, none, size),
                    _ => value.sub(one, none, size),
                };
                self.flags.update(Flags::ALL & !F::CF, flags);
                self.write(i, 0, value)?;
            }
            Neg => {
                let (value, flags) = none.sub(self.read(i, 0)?, none, size);
                self.flags = flags;
                self.write(i, 0, value)?;
            }
            Not => {
                let value = self.read(i, 0)?.not();
                self.write(i, 0, value)?;
            }
            And | Test | Or | Xor | Andn => {
                let (a, b) = match i.mnemonic() {
                    Andn => (self.read(i, 1)?.not(), self.read(i, 2)?),
                    _ => (self.read(i, 0)?, self.read(i, 1)?),
                };
                let value = match i.mnemonic() {
                    Or => a.or(b),
                    Xor if same_registers(i) => none,
                    Xor => a.xor(b),
                    _ => a.and(b),
                };
                self.flags = Flags::of_result(value, size);
                if i.mnemonic() != Test {
                    self.write(i, 0, value.truncate(size))?;
                }
            }
            Blsr | Blsi | Blsmsk => {
                let a = self.read(i, 1)?;
                let value = match i.mnemonic() {
                    Blsr => a.and(a.sub(one, none, size).0),
                    Blsi => a.and(none.sub(a, none, size).0),
                    _ => a.xor(a.sub(one, none, size).0),
                };
                let carry = Flags::of_result(a, size).get(F::ZF);
                self.flags = Flags::of_result(value, size);
                let carry = if i.mnemonic() == Blsi {
                    carry.xor(one)
                } else {
                    carry
                };
                self.flags.set(F::CF, carry);
                self.write(i, 0, value.truncate(size))?;
            }
            Bzhi => {
                let (value, flags) = self.read(i, 1)?.lowest(self.read(i, 2)?, size);
                self.flags = flags;
                self.write(i, 0, value)?;
            }
            Shl | Shr | Sar | Rol | Ror => self.shift(i, size)?,
            Shlx | Shrx | Sarx | Rorx => {
                let (a, count) = (self.read(i, 1)?, self.read(i, 2)?);
                let value = match count.known() {
                    Some(count) => {
                        let count = count as u32 & (size - 1);
                        match i.mnemonic() {
                            Shlx => a.map(|x| x << count),
                            Shrx => a.map(|x| x >> count),
                            Sarx => shift_signed(a, count, size),
                            _ => rotate_right(a, count, size),
                        }
                    }
                    None => Value::secret(size),
                };
                self.write(i, 0, value.truncate(size))?;
            }
            Shld | Shrd => {
                let (a, b, count) = (self.read(i, 0)?, self.read(i, 1)?, self.read(i, 2)?);
                let (value, flags) = match count.known().map(|count| count as u32 & (size - 1)) {
                    Some(0) => return Ok(true),
                    Some(count) => {
                        let (value, carry) = if i.mnemonic() == Shld {
                            let low = b.map(|x| x >> (size - count));
                            (a.map(|x| x << count).or(low), a.bit(size - count))
                        } else {
                            let high = b.map(|x| x << (size - count));
                            (a.map(|x| x >> count).or(high), a.bit(count - 1))
                        };
                        let value = value.truncate(size);
                        let mut flags = Flags::of_result(value, size);
                        flags.set(F::CF, carry);
                        flags.set(F::OF, Value::secret(1));
                        (value, flags)
                    }
                    None => (Value::secret(size), Flags::secret()),
                };
                self.flags = flags;
                self.write(i, 0, value)?;
            }
            Mulx => {
                let (a, b) = (self.registers[RDX].truncate(size), self.read(i, 2)?);
                let [low, high] = product(a, b, size, false);
                // The high half last, because both may go to one register.
                self.write(i, 1, low)?;
                self.write(i, 0, high)?;
            }
            Mul | Imul if i.op_count() == 1 && size >= 16 => {
                let (a, b) = (self.registers[RAX].truncate(size), self.read(i, 0)?);
                let [low, high] = self.multiply(a, b, size, i.mnemonic() == Imul);
                let [rax, rdx] = registers_of(size);
                self.write_register(rax, low);
                self.write_register(rdx, high);
            }
            Imul if i.op_count() >= 2 => {
                let first = i.op_count() - 2;
                let (a, b) = (self.read(i, first)?, self.read(i, first + 1)?);
                let [low, _] = self.multiply(a, b, size, true);
                self.write(i, 0, low)?;
            }
            Div if size >= 32 => {
                let [rax, rdx] = registers_of(size);
                let operands = [
                    self.read_register(rax),
                    self.read_register(rdx),
                    self.read(i, 0)?,
                ];
                let [Some(low), Some(high), Some(divisor)] = operands.map(Value::known) else {
                    return Err(Trap::Leak(Leak::Time));
                };
                let dividend = u128::from(high) << size | u128::from(low);
                let Some(quotient) = dividend.checked_div(divisor.into()) else {
                    return Err(Trap::Failed("it divided by zero".into()));
                };
                let remainder = dividend % u128::from(divisor);
                self.write_register(rax, Value::public(quotient as u64));
                self.write_register(rdx, Value::public(remainder as u64));
                self.flags = Flags::secret();
            }
            Bt | Bts | Btr | Btc
                if i.op_kind(0) == OpKind::Register || i.op_kind(1) != OpKind::Register =>
            {
                let (a, place) = (self.read(i, 0)?, self.read(i, 1)?);
                let bit = match place.known().map(|place| place as u32 & (size - 1)) {
                    Some(place) => {
                        let bit = Value::public(1 << place);
                        match i.mnemonic() {
                            Bts => self.write(i, 0, a.or(bit))?,
                            Btr => self.write(i, 0, a.and(bit.not()))?,
                            Btc => self.write(i, 0, a.xor(bit))?,
                            _ => {}
                        }
                        a.bit(place)
                    }
                    None => {
                        if i.mnemonic() != Bt {
                            self.write(i, 0, Value::secret(size))?;
                        }
                        Value::secret(1)
                    }
                };
                self.flags.update(Flags::ALL & !F::ZF, Flags::secret());
                self.flags.set(F::CF, bit);
            }
            Tzcnt | Lzcnt | Bsf | Bsr | Popcnt => {
                let a = self.read(i, 1)?;
                self.flags = Flags::secret();
                let Some(x) = a.known() else {
                    self.write(i, 0, Value::secret(size))?;
                    return Ok(true);
                };
                let leading = (x << (64 - size)).leading_zeros().min(size);
                let trailing = x.trailing_zeros().min(size);
                let zero = Value::public(u64::from(x == 0));
                let result = match i.mnemonic() {
                    Tzcnt => trailing,
                    Lzcnt => leading,
                    Popcnt => x.count_ones(),
                    Bsf if x != 0 => trailing,
                    Bsr if x != 0 => size - 1 - leading,
                    // The result is undefined.
                    _ => {
                        self.flags.set(F::ZF, zero);
                        self.write(i, 0, Value::secret(size))?;
                        return Ok(true);
                    }
                };
                let result = Value::public(result.into());
                match i.mnemonic() {
                    Tzcnt | Lzcnt => {
                        self.flags.set(F::CF, zero);
                        self.flags
                            .set(F::ZF, Flags::of_result(result, size).get(F::ZF));
                    }
                    _ => self.flags.set(F::ZF, zero),
                }
                self.write(i, 0, result)?;
            }
            Bswap => {
                let value = self.read(i, 0)?.map(|x| x.swap_bytes() >> (64 - size));
                self.write(i, 0, value)?;
            }
            Xchg => {
                let (a, b) = (self.read(i, 0)?, self.read(i, 1)?);
                self.write(i, 0, b)?;
                self.write(i, 1, a)?;
            }
            Cmpxchg => {
                let (a, new) = (self.read(i, 0)?, self.read(i, 1)?);
                let accumulator = registers_of(size)[0];
                let (_, flags) = self.read_register(accumulator).sub(a, none, size);
                self.flags = flags;
                match flags.get(F::ZF).known() {
                    Some(0) => self.write_register(accumulator, a),
                    Some(_) => self.write(i, 0, new)?,
                    None => {
                        self.write_register(accumulator, Value::secret(size));
                        self.write(i, 0, Value::secret(size))?;
                    }
                }
            }
            Cwde | Cdqe => {
                let size = if i.mnemonic() == Cdqe { 64 } else { 32 };
                let value = self.registers[RAX].truncate(size / 2).sign_extend(size / 2);
                self.write_register(registers_of(size)[0], value);
            }
            Cdq | Cqo => {
                let size = if i.mnemonic() == Cqo { 64 } else { 32 };
                let sign = self.registers[RAX].bit(size - 1).sign_extend(1);
                self.write_register(registers_of(size)[1], sign);
            }
            Stc => self.flags.set(F::CF, one),
            Clc => self.flags.set(F::CF, none),
            Cmc => self.flags.set(F::CF, self.flags.get(F::CF).xor(one)),
            Cpuid => {
                let [Some(leaf), Some(subleaf)] =
                    [RAX, RCX].map(|r| self.registers[r].truncate(32).known())
                else {
                    return Err(Trap::Leak(Leak::Branch));
                };
                let words = self.cpu.cpuid(leaf as u32, subleaf as u32);
                for (register, word) in [RAX, RBX, RCX, RDX].into_iter().zip(words) {
                    self.registers[register] = Value::public(word.into());
                }
            }
            Xgetbv => {
                self.registers[RAX] = Value::public(self.cpu.enabled_state().into());
                self.registers[RDX] = none;
            }
            Stosb | Stosd | Stosq | Movsb | Movsq => self.string(i)?,
            // Not the move of a double, which has the same name.
            Movsd if i.is_string_instruction() => self.string(i)?,
            Endbr64 | Lfence | Mfence | Sfence | Pause | Prefetcht0 | Prefetchnta | Prefetchw => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The halves of a product. The flags tell whether the low half is all of it.
    fn multiply(&mut self, a: Value, b: Value, size: u32, signed: bool) -> [Value; 2] {
        let [low, high] = product(a, b, size, signed);
        self.flags = Flags::secret();
        if let (Some(low), Some(high)) = (low.known(), high.known()) {
            let sign = if signed { low >> (size - 1) } else { 0 };
            let overflow = Value::public(u64::from(high != sign.wrapping_neg() & mask(size)));
            self.flags.set(F::CF, overflow);
            self.flags.set(F::OF, overflow);
        }
        [low, high]
    }

    fn shift(&mut self, i: &Instruction, size: u32) -> Result<(), Trap> {
        use Mnemonic::*;
        let (a, count) = (self.read(i, 0)?, self.read(i, 1)?);
        let rotates = matches!(i.mnemonic(), Rol | Ror);
        let Some(count) = count.known() else {
            self.flags = Flags::secret();
            return self.write(i, 0, Value::secret(size));
        };
        let count = count as u32 & if size == 64 { 63 } else { 31 };
        if count == 0 {
            // But a 32-bit write zeroes the register's upper half.
            return self.write(i, 0, a);
        }
        if size < 32 && count >= size {
            return Err(Trap::Failed(
                "a long shift of a short word is not modelled".into(),
            ));
        }
        let (value, carry) = match i.mnemonic() {
            Shl => (a.map(|x| x << count), a.bit(size - count)),
            Shr => (a.map(|x| x >> count), a.bit(count - 1)),
            Sar => (shift_signed(a, count, size), a.bit(count - 1)),
            Rol => (rotate_right(a, size - count, size), a.bit(size - count)),
            _ => (rotate_right(a, count, size), a.bit(count - 1)),
        };
        let value = value.truncate(size);
        if !rotates {
            self.flags = Flags::of_result(value, size);
        }
        self.flags.set(F::CF, carry);
        // Defined for shifts by one only.
        self.flags.set(F::OF, Value::secret(1));
        self.write(i, 0, value)
    }

    /// `stos` and `movs`, upwards.
    fn string(&mut self, i: &Instruction) -> Result<(), Trap> {
        use Mnemonic::*;
        let size = match i.mnemonic() {
            Stosb | Movsb => 8,
            Stosd | Movsd => 32,
            _ => 64,
        };
        let repeats = i.has_rep_prefix();
        let count = match repeats {
            true => self.pointer(self.registers[RCX])?,
            false => 1,
        };
        let step = u64::from(size / 8);
        let moves = matches!(i.mnemonic(), Movsb | Movsd | Movsq);
        for _ in 0..count {
            let to = self.pointer(self.registers[RDI])?;
            let value = if moves {
                let from = self.pointer(self.registers[RSI])?;
                self.registers[RSI] = Value::public(from.wrapping_add(step));
                self.memory.load_value(from, size)?
            } else {
                self.registers[RAX]
            };
            self.memory.store_value(to, value, size)?;
            self.registers[RDI] = Value::public(to.wrapping_add(step));
        }
        if repeats {
            self.registers[RCX] = Value::public(0);
        }
        Ok(())
    }
}

/// Whether the first operands are the same register, so that the result may not depend on it.
fn same_registers(i: &Instruction) -> bool {
    i.op_kind(0) == OpKind::Register
        && i.op_kind(1) == OpKind::Register
        && i.op_register(0) == i.op_register(1)
}

/// The accumulator and the register above it.
fn registers_of(size: u32) -> [Register; 2] {
    match size {
        8 => [Register::AL, Register::AH],
        16 => [Register::AX, Register::DX],
        32 => [Register::EAX, Register::EDX],
        _ => [Register::RAX, Register::RDX],
    }
}

fn shift_signed(a: Value, count: u32, size: u32) -> Value {
    a.truncate(size)
        .sign_extend(size)
        .map(|x| (x.cast_signed() >> count).cast_unsigned())
}

/// Rotates by less than `size`.
fn rotate_right(a: Value, count: u32, size: u32) -> Value {
    match count % size {
        0 => a,
        count => a.map(|x| x >> count | x << (size - count) & mask(size)),
    }
}

/// The low and the high half of a product, of signed factors or not.
fn product(a: Value, b: Value, size: u32, signed: bool) -> [Value; 2] {
    let factor = |x: Value| match signed {
        true => x.sign_extend(size),
        false => x.truncate(size),
    };
    let (Some(a), Some(b)) = (factor(a).known(), factor(b).known()) else {
        return [Value::secret(size); 2];
    };
    let wide = match signed {
        true => (i128::from(a.cast_signed()) * i128::from(b.cast_signed())).cast_unsigned(),
        false => u128::from(a) * u128::from(b),
    };
    [wide, wide >> size].map(|x| Value::public(x as u64 & mask(size)))
}
