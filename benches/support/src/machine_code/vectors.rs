//! Instructions on vectors that move bytes or combine bits: with them addresses, lengths and zeros stay public in
//! vectors. What the others give counts as secret.

use iced_x86::{EncodingKind, Instruction, Mnemonic, OpKind, Register, RflagsBits};

use super::Trap;
use super::machine::{Machine, Vector};
use super::value::{Flags, Value};

impl Machine {
    /// Executes an instruction on vectors or masks, if it is one of those.
    pub fn vector(&mut self, i: &Instruction) -> Result<bool, Trap> {
        use Mnemonic::*;
        if i.has_op_mask() || i.is_broadcast() {
            return Ok(false);
        }
        let last = i.op_count().saturating_sub(1);
        match i.mnemonic() {
            Vzeroupper => {
                for vector in &mut self.vectors[..16] {
                    vector.bytes[16..].fill(0);
                    vector.secret[16..].fill(0);
                }
            }
            Kmovb | Kmovw | Kmovd | Kmovq => {
                let size = self
                    .size(i, 0)
                    .min(self.size(i, 1))
                    .min(match i.mnemonic() {
                        Kmovb => 8,
                        Kmovw => 16,
                        Kmovd => 32,
                        _ => 64,
                    });
                let value = self.read(i, 1)?.truncate(size);
                self.write(i, 0, value)?;
            }
            Movups | Movaps | Movupd | Movapd | Movdqu | Movdqa | Movntdq | Movntps | Vmovups
            | Vmovaps | Vmovupd | Vmovapd | Vmovdqu | Vmovdqa | Vmovdqu8 | Vmovdqu16
            | Vmovdqu32 | Vmovdqu64 | Vmovdqa32 | Vmovdqa64 | Vmovntdq | Lddqu | Vlddqu => {
                let value = self.read_vector(i, 1)?;
                self.write_vector(i, value)?;
            }
            Movd | Movq | Vmovd | Vmovq => {
                let size = match i.mnemonic() {
                    Movd | Vmovd => 32,
                    _ => 64,
                };
                let value = self.read(i, 1)?.truncate(size);
                if i.op_kind(0) == OpKind::Register && i.op_register(0).is_vector_register() {
                    self.write_low(i, &[value, Value::default()])?;
                } else if i.op_kind(0) == OpKind::Register {
                    self.write(i, 0, value)?;
                } else {
                    let address = self.address(i)?;
                    self.memory.store_value(address, value, size)?;
                }
            }
            // The low half, with zeros above it from memory.
            Movsd | Vmovsd if i.op_count() == 2 => {
                let value = self.read(i, 1)?;
                match (i.op_kind(0), i.op_kind(1)) {
                    (OpKind::Register, OpKind::Memory) => {
                        self.write_low(i, &[value, Value::default()])?;
                    }
                    (OpKind::Register, _) => {
                        let [_, high] = self.quads(i, 0)?;
                        self.write_low(i, &[value, high])?;
                    }
                    _ => self.write(i, 0, value)?,
                }
            }
            Movlps | Movlpd | Movhps | Movhpd if i.op_count() == 2 => {
                let high = matches!(i.mnemonic(), Movhps | Movhpd);
                if i.op_kind(0) == OpKind::Memory {
                    let value = self.quads(i, 1)?[usize::from(high)];
                    self.write(i, 0, value)?;
                } else {
                    let mut quads = self.quads(i, 0)?;
                    quads[usize::from(high)] = self.read(i, 1)?;
                    self.write_low(i, &quads)?;
                }
            }
            Punpcklqdq | Unpcklpd | Movlhps | Punpckhqdq | Unpckhpd | Vpunpcklqdq | Vunpcklpd
            | Vpunpckhqdq | Vunpckhpd | Vmovlhps
                if self.size(i, 0) == 128 =>
            {
                let high = matches!(
                    i.mnemonic(),
                    Punpckhqdq | Unpckhpd | Vpunpckhqdq | Vunpckhpd
                );
                let (a, b) = (self.quads(i, last - 1)?, self.quads(i, last)?);
                let half = usize::from(high);
                self.write_low(i, &[a[half], b[half]])?;
            }
            Punpckldq | Vpunpckldq if self.size(i, 0) == 128 => {
                let (a, b) = (self.read_vector(i, last - 1)?, self.read_vector(i, last)?);
                let mut result = Vector::ZERO;
                for lane in [0, 1] {
                    copy(&mut result, 8 * lane, &a, 4 * lane, 4);
                    copy(&mut result, 8 * lane + 4, &b, 4 * lane, 4);
                }
                self.write_vector(i, result)?;
            }
            Pshufd | Vpshufd if self.size(i, 0) == 128 => {
                let source = self.read_vector(i, 1)?;
                let mut result = Vector::ZERO;
                for to in 0..4 {
                    let from = usize::from(i.immediate8() >> (2 * to) & 3);
                    copy(&mut result, 4 * to, &source, 4 * from, 4);
                }
                self.write_vector(i, result)?;
            }
            Shufpd | Vshufpd if self.size(i, 0) == 128 => {
                let (a, b) = (self.quads(i, last - 2)?, self.quads(i, last - 1)?);
                let choice = i.immediate8();
                let [first, second] = [choice, choice >> 1].map(|bit| usize::from(bit & 1));
                self.write_low(i, &[a[first], b[second]])?;
            }
            Pinsrq | Vpinsrq => {
                let mut quads = self.quads(i, last - 2)?;
                quads[usize::from(i.immediate8() & 1)] = self.read(i, last - 1)?;
                self.write_low(i, &quads)?;
            }
            Pextrq | Vpextrq => {
                let value = self.quads(i, 1)?[usize::from(i.immediate8() & 1)];
                self.write(i, 0, value)?;
            }
            Vpbroadcastq | Vpbroadcastd | Vpbroadcastb | Vpbroadcastw
                if i.op_kind(1) == OpKind::Memory || i.op_register(1).is_gpr() =>
            {
                let size = match i.mnemonic() {
                    Vpbroadcastb => 1,
                    Vpbroadcastw => 2,
                    Vpbroadcastd => 4,
                    _ => 8,
                };
                let value = self.read(i, 1)?;
                let mut result = Vector::ZERO;
                for at in (0..64).step_by(size) {
                    result.set(at, size, value);
                }
                self.write_vector(i, result)?;
            }
            Vextracti128 | Vextractf128 => {
                let source = self.read_vector(i, 1)?;
                let mut result = Vector::ZERO;
                let half = usize::from(i.immediate8() & 1);
                copy(&mut result, 0, &source, 16 * half, 16);
                self.write_vector(i, result)?;
            }
            Vinserti128 | Vinsertf128 => {
                let mut result = self.read_vector(i, 1)?;
                let part = self.read_vector(i, 2)?;
                let half = usize::from(i.immediate8() & 1);
                copy(&mut result, 16 * half, &part, 0, 16);
                self.write_vector(i, result)?;
            }
            Pxor | Xorps | Xorpd | Vpxor | Vpxord | Vpxorq | Vxorps | Vxorpd
                if i.op_kind(last) == OpKind::Register
                    && i.op_register(last - 1) == i.op_register(last) =>
            {
                self.write_vector(i, Vector::ZERO)?;
            }
            Pxor | Xorps | Xorpd | Vpxor | Vpxord | Vpxorq | Vxorps | Vxorpd => {
                self.combine(i, Value::xor)?;
            }
            Pand | Andps | Andpd | Vpand | Vpandd | Vpandq | Vandps | Vandpd => {
                self.combine(i, Value::and)?;
            }
            Pandn | Andnps | Andnpd | Vpandn | Vpandnd | Vpandnq | Vandnps | Vandnpd => {
                self.combine(i, |a, b| a.not().and(b))?;
            }
            Por | Orps | Orpd | Vpor | Vpord | Vporq | Vorps | Vorpd => {
                self.combine(i, Value::or)?;
            }
            Paddb | Paddw | Paddd | Paddq | Vpaddb | Vpaddw | Vpaddd | Vpaddq => {
                self.lanes(i, |a, b, size| a.add(b, Value::default(), size).0)?;
            }
            Psubb | Psubw | Psubd | Psubq | Vpsubb | Vpsubw | Vpsubd | Vpsubq => {
                self.lanes(i, |a, b, size| a.sub(b, Value::default(), size).0)?;
            }
            Pcmpeqb | Pcmpeqw | Pcmpeqd | Vpcmpeqb | Vpcmpeqw | Vpcmpeqd | Vpcmpeqq
                if i.op_register(0).is_vector_register() =>
            {
                self.lanes(i, |a, b, size| {
                    let equal = Flags::of_result(a.xor(b), size).get(RflagsBits::ZF);
                    equal.sign_extend(1).truncate(size)
                })?;
            }
            Pmovmskb | Vpmovmskb | Movmskps | Vmovmskps | Movmskpd | Vmovmskpd => {
                let source = self.read_vector(i, 1)?;
                let size = match i.mnemonic() {
                    Pmovmskb | Vpmovmskb => 1,
                    Movmskps | Vmovmskps => 4,
                    _ => 8,
                };
                // The top bit of each lane.
                let bits = |bytes: &[u8; 64]| {
                    let lanes = bytes.chunks_exact(size).enumerate();
                    lanes.fold(0, |bits, (i, lane)| {
                        bits | u64::from(lane[size - 1] >> 7) << i
                    })
                };
                let value = Value::new(bits(&source.bytes), bits(&source.secret));
                self.write(i, 0, value)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// An operation on the lanes of the last two operands, of the size that the name says.
    fn lanes(
        &mut self,
        i: &Instruction,
        f: impl Fn(Value, Value, u32) -> Value,
    ) -> Result<(), Trap> {
        use Mnemonic::*;
        let size = match i.mnemonic() {
            Paddb | Vpaddb | Psubb | Vpsubb | Pcmpeqb | Vpcmpeqb => 1,
            Paddw | Vpaddw | Psubw | Vpsubw | Pcmpeqw | Vpcmpeqw => 2,
            Paddd | Vpaddd | Psubd | Vpsubd | Pcmpeqd | Vpcmpeqd => 4,
            _ => 8,
        };
        let last = i.op_count() - 1;
        let (a, b) = (self.read_vector(i, last - 1)?, self.read_vector(i, last)?);
        let mut result = Vector::ZERO;
        for at in (0..self.size(i, 0) as usize / 8).step_by(size) {
            let lane = f(a.value(at, size), b.value(at, size), 8 * size as u32);
            result.set(at, size, lane);
        }
        self.write_vector(i, result)
    }

    /// A bitwise operation on the last two operands.
    fn combine(&mut self, i: &Instruction, f: fn(Value, Value) -> Value) -> Result<(), Trap> {
        let last = i.op_count() - 1;
        let (a, b) = (self.read_vector(i, last - 1)?, self.read_vector(i, last)?);
        let mut result = Vector::ZERO;
        for at in (0..64).step_by(8) {
            result.set(at, 8, f(a.value(at, 8), b.value(at, 8)));
        }
        self.write_vector(i, result)
    }

    /// A vector operand, with zeros above it.
    fn read_vector(&mut self, i: &Instruction, operand: u32) -> Result<Vector, Trap> {
        let size = self.size(i, operand) as usize / 8;
        let mut value = Vector::ZERO;
        if i.op_kind(operand) == OpKind::Memory {
            let address = self.address(i)?;
            self.memory
                .read(address, &mut value.bytes[..size], &mut value.secret[..size])?;
        } else {
            let register = &self.vectors[i.op_register(operand).number()];
            copy(&mut value, 0, register, 0, size);
        }
        Ok(value)
    }

    /// The lowest two words of a vector operand.
    fn quads(&mut self, i: &Instruction, operand: u32) -> Result<[Value; 2], Trap> {
        let vector = self.read_vector(i, operand)?;
        Ok([0, 8].map(|at| vector.value(at, 8)))
    }

    /// Writes the lowest two words of a vector register.
    fn write_low(&mut self, i: &Instruction, quads: &[Value; 2]) -> Result<(), Trap> {
        let mut vector = Vector::ZERO;
        for (at, quad) in [0, 8].into_iter().zip(quads) {
            vector.set(at, 8, *quad);
        }
        self.write_vector(i, vector)
    }

    /// Writes the first operand. What is above it in a register stays as it is by the old encoding, and becomes zero
    /// by newer ones.
    fn write_vector(&mut self, i: &Instruction, value: Vector) -> Result<(), Trap> {
        let size = self.size(i, 0) as usize / 8;
        if i.op_kind(0) == OpKind::Memory {
            let address = self.address(i)?;
            return self
                .memory
                .write(address, &value.bytes[..size], &value.secret[..size]);
        }
        let register: Register = i.op_register(0);
        let place = &mut self.vectors[register.number()];
        if i.encoding() != EncodingKind::Legacy {
            *place = Vector::ZERO;
        }
        copy(place, 0, &value, 0, size);
        Ok(())
    }
}

fn copy(to: &mut Vector, at: usize, from: &Vector, start: usize, size: usize) {
    to.bytes[at..at + size].copy_from_slice(&from.bytes[start..start + size]);
    to.secret[at..at + size].copy_from_slice(&from.secret[start..start + size]);
}
