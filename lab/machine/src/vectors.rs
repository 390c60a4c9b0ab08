//! Instructions on vectors and masks that move bytes, combine bits, shift, add or compare: with them addresses, lengths and
//! zeros in vectors stay public. Results of other instructions, products above all, count as secret.

use iced_x86::{EncodingKind, Instruction, Mnemonic, OpKind, Register, RflagsBits};

use super::machine::Machine;
use super::registers::Vector;
use super::trap::Trap;
use super::value::{Flags, Value};

impl Machine {
    /// Executes an instruction if it is one of these.
    pub fn vector(&mut self, i: &Instruction) -> Result<bool, Trap> {
        if !i.has_op_mask() {
            return self.all_lanes(i);
        }
        let Some(mask) = self.read_register(i.op_mask()).known() else {
            return Ok(false);
        };
        let is_register = i.op_kind(0) == OpKind::Register;
        if self.masked_move(i, mask)? {
            return Ok(true);
        } else if is_register && i.op_register(0).is_k() {
            let executed = self.all_lanes(i)?;
            let result = self.read(i, 0)?.and(Value::public(mask));
            if executed {
                self.write(i, 0, result)?;
            }
            return Ok(executed);
        }
        let name = format!("{:?}", i.mnemonic());
        let lane = match name.strip_prefix("Vp").and_then(|name| name.chars().last()) {
            Some('d') if is_register => 4,
            Some('q') if is_register => 8,
            _ => return Ok(false),
        };
        let blends = matches!(i.mnemonic(), Mnemonic::Vpblendmd | Mnemonic::Vpblendmq);
        let mut result = match i.zeroing_masking() {
            true => Vector::ZERO,
            false => self.read_vector(i, u32::from(blends))?,
        };
        let executed = blends || self.all_lanes(i)?;
        if executed {
            let chosen = self.read_vector(i, if blends { 2 } else { 0 })?;
            let lanes = (0..64).step_by(lane);
            for at in lanes.filter(|at| mask >> (at / lane) & 1 == 1) {
                copy(&mut result, at, &chosen, at, lane);
            }
            self.write_vector(i, result)?;
        }
        Ok(executed)
    }

    /// Executes it for all lanes, whatever the mask.
    fn all_lanes(&mut self, i: &Instruction) -> Result<bool, Trap> {
        use Mnemonic::*;
        let last = i.op_count().saturating_sub(1);
        // Which parts of the operands, if an immediate says it.
        let choice = usize::from(i.immediate8());
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
            Movss | Vmovss if i.op_count() == 2 && i.op_kind(0) == OpKind::Memory => {
                let value = self.read(i, 1)?.truncate(32);
                self.write(i, 0, value)?;
            }
            Movss | Vmovss if i.op_count() == 2 && i.op_kind(1) == OpKind::Memory => {
                let value = self.read(i, 1)?;
                self.write_low(i, &[value, Value::default()])?;
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
            | Vpunpckhqdq | Vunpckhpd | Vmovlhps | Movddup | Vmovddup => {
                let high = matches!(
                    i.mnemonic(),
                    Punpckhqdq | Unpckhpd | Vpunpckhqdq | Vunpckhpd
                );
                let first = match i.mnemonic() {
                    Movddup | Vmovddup => last,
                    _ => last - 1,
                };
                let (a, b) = (self.read_vector(i, first)?, self.read_vector(i, last)?);
                let from = |to: usize| (to & !1) + usize::from(high);
                self.write_parts(i, 8, |to| ([&a, &b][to & 1], from(to)))?;
            }
            Punpckldq | Vpunpckldq if self.size(i, 0) == 128 => {
                let (a, b) = (self.read_vector(i, last - 1)?, self.read_vector(i, last)?);
                self.write_parts(i, 4, |to| ([&a, &b][to & 1], to / 2))?;
            }
            Pshufd | Vpshufd if self.size(i, 0) == 128 => {
                let source = self.read_vector(i, 1)?;
                self.write_parts(i, 4, |to| (&source, choice >> (2 * (to & 3)) & 3))?;
            }
            Shufpd | Vshufpd if self.size(i, 0) == 128 => {
                let a = self.read_vector(i, last - 2)?;
                let b = self.read_vector(i, last - 1)?;
                self.write_parts(i, 8, |to| ([&a, &b][to & 1], choice >> (to & 1) & 1))?;
            }
            Pinsrb | Pinsrw | Pinsrd | Pinsrq | Vpinsrb | Vpinsrw | Vpinsrd | Vpinsrq => {
                let size = lane_size(i);
                let mut result = self.read_vector(i, last - 2)?;
                let at = size * choice % 16;
                result.set(at, size, self.read(i, last - 1)?);
                self.write_vector(i, result)?;
            }
            Pextrq | Vpextrq => {
                let value = self.quads(i, 1)?[choice & 1];
                self.write(i, 0, value)?;
            }
            Vpbroadcastb | Vpbroadcastw | Vpbroadcastd | Vpbroadcastq | Vbroadcastss
            | Vbroadcastsd | Vbroadcastf128 | Vbroadcasti128 | Vbroadcastf32x4
            | Vbroadcasti32x4 | Vbroadcastf64x2 | Vbroadcasti64x2 | Vbroadcastf32x8
            | Vbroadcasti32x8 | Vbroadcastf64x4 | Vbroadcasti64x4 => {
                let size = match i.mnemonic() {
                    // Also of registers.
                    Vpbroadcastb => 1,
                    Vpbroadcastw => 2,
                    Vpbroadcastd | Vbroadcastss => 4,
                    Vpbroadcastq | Vbroadcastsd => 8,
                    _ => i.memory_size().size(),
                };
                let mut source = Vector::ZERO;
                if i.op_kind(1) == OpKind::Register && i.op_register(1).is_gpr() {
                    source.set(0, size, self.read(i, 1)?);
                } else {
                    source = self.read_vector(i, 1)?;
                }
                self.write_parts(i, size, |_| (&source, 0))?;
            }
            Vextracti128 | Vextractf128 | Vextracti32x4 | Vextractf32x4 | Vextracti64x2
            | Vextractf64x2 | Vextracti32x8 | Vextractf32x8 | Vextracti64x4 | Vextractf64x4 => {
                let source = self.read_vector(i, 1)?;
                let parts = self.size(i, 1) / self.size(i, 0);
                let part = self.size(i, 0) as usize / 8;
                self.write_parts(i, part, |_| (&source, choice % parts as usize))?;
            }
            Vinserti128 | Vinsertf128 | Vinserti32x4 | Vinsertf32x4 | Vinserti64x2
            | Vinsertf64x2 | Vinserti32x8 | Vinsertf32x8 | Vinserti64x4 | Vinsertf64x4 => {
                let (whole, source) = (self.read_vector(i, 1)?, self.read_vector(i, 2)?);
                let parts = self.size(i, 0) / self.size(i, 2);
                let place = choice % parts as usize;
                self.write_parts(i, self.size(i, 2) as usize / 8, |to| match to == place {
                    true => (&source, 0),
                    false => (&whole, to),
                })?;
            }
            Blendps | Vblendps | Vpblendd | Blendpd | Vblendpd => {
                let a = self.read_vector(i, last - 2)?;
                let b = self.read_vector(i, last - 1)?;
                self.write_parts(i, lane_size(i), |to| ([&a, &b][choice >> to & 1], to))?;
            }
            // Lanes widened by zeros, or by the topmost bit.
            Vpmovzxbw | Vpmovzxbd | Vpmovzxbq | Vpmovzxwd | Vpmovzxwq | Vpmovzxdq | Vpmovsxbw
            | Vpmovsxbd | Vpmovsxbq | Vpmovsxwd | Vpmovsxwq | Vpmovsxdq => {
                let from = lane_size(i);
                let to = from * self.size(i, 0) as usize / 8 / i.memory_size().size();
                let source = self.read_vector(i, 1)?;
                self.write_lanes(i, to, |lane| {
                    let value = source.lane(lane, from);
                    match i.memory_size().is_signed() {
                        true => value.sign_extend(8 * from as u32),
                        false => value,
                    }
                })?;
            }
            Vpermq if i.op_kind(2) == OpKind::Immediate8 => {
                let source = self.read_vector(i, 1)?;
                let from = |to: usize| (to & 4) + (choice >> (2 * (to & 3)) & 3);
                self.write_parts(i, 8, |to| (&source, from(to)))?;
            }
            // Lanes of two vectors by a third; the result replaces one.
            Vpermt2q | Vpermi2q => {
                let [own, first, second] = self.three_vectors(i)?;
                let (indices, low) = match i.mnemonic() {
                    Vpermt2q => (first, own),
                    _ => (own, first),
                };
                let lanes = self.size(i, 0) as usize / 64;
                self.write_lanes(i, 8, |lane| {
                    let index = indices.lane(lane, 8).truncate(lanes.ilog2() + 1);
                    index.known().map_or(Value::secret(64), |index| {
                        let source = if index as usize >= lanes {
                            &second
                        } else {
                            &low
                        };
                        source.lane(index as usize % lanes, 8)
                    })
                })?;
            }
            Valignq => {
                let (high, low) = (self.read_vector(i, 1)?, self.read_vector(i, 2)?);
                let lanes = self.size(i, 0) as usize / 64;
                self.write_parts(i, 8, |to| {
                    let from = to % lanes + choice % lanes;
                    ([&low, &high][from / lanes], from % lanes)
                })?;
            }
            // Each half of the result from one operand, in parts of 16 bytes.
            Vshuff32x4 | Vshufi32x4 | Vshuff64x2 | Vshufi64x2 => {
                let operands = [self.read_vector(i, 1)?, self.read_vector(i, 2)?];
                let parts = self.size(i, 0) as usize / 128;
                self.write_parts(i, 16, |to| {
                    let source = &operands[usize::from(to >= parts / 2)];
                    (source, choice >> (to * parts / 2) & (parts - 1))
                })?;
            }
            Vpshldq | Vpshldvq => {
                let own = i.mnemonic() == Vpshldvq;
                let first = usize::from(!own) as u32;
                let (a, b) = (self.read_vector(i, first)?, self.read_vector(i, first + 1)?);
                let counts = match own {
                    true => self.read_vector(i, 2)?,
                    false => Vector::ZERO,
                };
                self.write_lanes(i, 8, |lane| {
                    let (a, b) = (a.lane(lane, 8), b.lane(lane, 8));
                    let count = match own {
                        true => counts.lane(lane, 8).truncate(6).known(),
                        false => Some(choice as u64 & 63),
                    };
                    match count {
                        Some(0) => a,
                        Some(count) => a.map(|x| x << count).or(b.map(|x| x >> (64 - count))),
                        None => Value::secret(64),
                    }
                })?;
            }
            Ptest | Vptest => {
                let (a, b) = (self.read_vector(i, 0)?, self.read_vector(i, 1)?);
                let none = |f: fn(Value, Value) -> Value| {
                    let words = (0..8).map(|lane| f(a.lane(lane, 8), b.lane(lane, 8)));
                    let bits = words.fold(Value::default(), Value::or);
                    Flags::of_result(bits, 64).get(RflagsBits::ZF)
                };
                let mut flags = Flags::default();
                flags.set(RflagsBits::ZF, none(Value::and));
                flags.set(RflagsBits::CF, none(|a, b| a.not().and(b)));
                self.flags = flags;
            }
            // A comparison of lanes, to a mask.
            Vpcmpuq | Vpcmpq | Vpcmpud | Vpcmpd => {
                let signed = matches!(i.mnemonic(), Vpcmpq | Vpcmpd);
                let less = |a: Value, b: Value, size| {
                    let (_, flags) = a.sub(b, Value::default(), size);
                    match signed {
                        true => flags.get(RflagsBits::SF).xor(flags.get(RflagsBits::OF)),
                        false => flags.get(RflagsBits::CF),
                    }
                };
                let negated = Value::public(u64::from(i.immediate8() >> 2 & 1));
                self.lanes_to_mask(i, |a, b, size| {
                    let holds = match i.immediate8() & 3 {
                        0 => Flags::of_result(a.xor(b), 64).get(RflagsBits::ZF),
                        1 => less(a, b, size),
                        2 => less(b, a, size).xor(Value::public(1)),
                        _ => Value::public(0),
                    };
                    holds.xor(negated)
                })?;
            }
            Vptestmq | Vptestnmq | Vptestmd | Vptestnmd => {
                let negated = matches!(i.mnemonic(), Vptestmq | Vptestmd);
                self.lanes_to_mask(i, |a, b, _| {
                    let zero = Flags::of_result(a.and(b), 64).get(RflagsBits::ZF);
                    zero.xor(Value::public(negated.into()))
                })?;
            }
            Vpminuq | Vpmaxuq => {
                let first = i.mnemonic() == Vpminuq;
                self.lanes(i, |a, b, size| {
                    let (_, flags) = a.sub(b, Value::default(), size);
                    match flags.get(RflagsBits::CF).known() {
                        Some(less) if (less == 1) == first => a,
                        Some(_) => b,
                        None => a.or_other(b),
                    }
                })?;
            }
            Vpsllvq | Vpsrlvq => {
                let left = i.mnemonic() == Vpsllvq;
                self.lanes(i, |a, count, size| match count.known() {
                    Some(count) if count >= size.into() => Value::default(),
                    Some(count) if left => a.map(|x| x << count),
                    Some(count) => a.map(|x| x >> count),
                    None => Value::secret(size),
                })?;
            }
            Knotb | Kandb | Korb | Kshiftlb | Kshiftrb => self.mask(i, 8)?,
            Knotw | Kandw | Korw | Kshiftlw | Kshiftrw => self.mask(i, 16)?,
            Knotd | Kandd | Kord | Kshiftld | Kshiftrd => self.mask(i, 32)?,
            Knotq | Kandq | Korq | Kshiftlq | Kshiftrq => self.mask(i, 64)?,
            Vpternlogd | Vpternlogq => {
                let operands = self.three_vectors(i)?;
                self.write_lanes(i, 8, |lane| {
                    Value::by_table(i.immediate8(), operands.map(|x| x.lane(lane, 8)))
                })?;
            }
            Psrld | Psrlq | Pslld | Psllq | Vpsrld | Vpsrlq | Vpslld | Vpsllq
                if i.op_kind(last) == OpKind::Immediate8 =>
            {
                let size = match i.mnemonic() {
                    Psrld | Pslld | Vpsrld | Vpslld => 4,
                    _ => 8,
                };
                let right = matches!(i.mnemonic(), Psrld | Psrlq | Vpsrld | Vpsrlq);
                let source = self.read_vector(i, last - 1)?;
                self.write_lanes(i, size, |lane| {
                    source.lane(lane, size).map(|x| match right {
                        true => x.checked_shr(choice as u32).unwrap_or(0),
                        false => x.checked_shl(choice as u32).unwrap_or(0),
                    })
                })?;
            }
            Pxor | Xorps | Xorpd | Vpxor | Vpxord | Vpxorq | Vxorps | Vxorpd
                if i.op_kind(last) == OpKind::Register
                    && i.op_register(last - 1) == i.op_register(last) =>
            {
                self.write_vector(i, Vector::ZERO)?;
            }
            Pxor | Xorps | Xorpd | Vpxor | Vpxord | Vpxorq | Vxorps | Vxorpd => {
                self.lanes(i, |a, b, _| a.xor(b))?;
            }
            Pand | Andps | Andpd | Vpand | Vpandd | Vpandq | Vandps | Vandpd => {
                self.lanes(i, |a, b, _| a.and(b))?;
            }
            Pandn | Andnps | Andnpd | Vpandn | Vpandnd | Vpandnq | Vandnps | Vandnpd => {
                self.lanes(i, |a, b, _| a.not().and(b))?;
            }
            Por | Orps | Orpd | Vpor | Vpord | Vporq | Vorps | Vorpd => {
                self.lanes(i, |a, b, _| a.or(b))?;
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

    /// Executes a move of lanes chosen by a public mask, if it is one; the other lanes stay or become zero.
    fn masked_move(&mut self, i: &Instruction, mask: u64) -> Result<bool, Trap> {
        use Mnemonic::*;
        let lane = match i.mnemonic() {
            Vmovdqu8 => 1,
            Vmovdqu16 => 2,
            Vmovups | Vmovaps | Vmovdqu32 | Vmovdqa32 => 4,
            Vmovupd | Vmovapd | Vmovdqu64 | Vmovdqa64 => 8,
            _ => return Ok(false),
        };
        let size = self.size(i, 0).max(self.size(i, 1)) as usize / 8;
        let lanes = (0..size).step_by(lane);
        let lanes = lanes.filter(|at| mask >> (at / lane) & 1 == 1);
        let [to, from] = [0, 1].map(|operand| match i.op_kind(operand) {
            OpKind::Register => Ok(i.op_register(operand)),
            _ => Err(()),
        });
        let mut result = match to {
            Ok(register) if !i.zeroing_masking() => self.vectors[register.number()],
            _ => Vector::ZERO,
        };
        for at in lanes {
            match from {
                Ok(register) => copy(&mut result, at, &self.vectors[register.number()], at, lane),
                Err(()) => {
                    let value = self
                        .memory
                        .load_value(self.address(i)? + at as u64, 8 * lane as u32)?;
                    result.set(at, lane, value);
                }
            }
            if to.is_err() {
                let value = result.value(at, lane);
                self.memory
                    .store_value(self.address(i)? + at as u64, value, 8 * lane as u32)?;
            }
        }
        if to.is_ok() {
            self.write_vector(i, result)?;
        }
        Ok(true)
    }

    /// An operation on masks of this many bits.
    fn mask(&mut self, i: &Instruction, size: u32) -> Result<(), Trap> {
        use Mnemonic::*;
        let a = self.read(i, 1)?.truncate(size);
        let count = u32::from(i.immediate8());
        let value = match i.mnemonic() {
            Knotb | Knotw | Knotd | Knotq => a.not(),
            Kandb | Kandw | Kandd | Kandq => a.and(self.read(i, 2)?),
            Korb | Korw | Kord | Korq => a.or(self.read(i, 2)?),
            Kshiftlb | Kshiftlw | Kshiftld | Kshiftlq => {
                a.map(|x| x.checked_shl(count).unwrap_or(0))
            }
            _ => a.map(|x| x.checked_shr(count).unwrap_or(0)),
        };
        self.write(i, 0, value.truncate(size))
    }

    /// An operation on the lanes of the last two operands.
    fn lanes(
        &mut self,
        i: &Instruction,
        f: impl Fn(Value, Value, u32) -> Value,
    ) -> Result<(), Trap> {
        let (size, last) = (lane_size(i), i.op_count() - 1);
        let (a, b) = (self.read_vector(i, last - 1)?, self.read_vector(i, last)?);
        self.write_lanes(i, size, |lane| {
            f(a.lane(lane, size), b.lane(lane, size), 8 * size as u32)
        })
    }

    /// A bit for each lane of operands 1 and 2, written to the mask in operand 0.
    fn lanes_to_mask(
        &mut self,
        i: &Instruction,
        f: impl Fn(Value, Value, u32) -> Value,
    ) -> Result<(), Trap> {
        let size = lane_size(i);
        let (a, b) = (self.read_vector(i, 1)?, self.read_vector(i, 2)?);
        let mut mask = Value::default();
        for lane in 0..self.size(i, 1) as usize / 8 / size {
            let [a, b] = [a, b].map(|vector| vector.lane(lane, size));
            mask = mask.or(f(a, b, 8 * size as u32).map(|x| x << lane));
        }
        self.write(i, 0, mask)
    }

    /// The first three operands.
    fn three_vectors(&mut self, i: &Instruction) -> Result<[Vector; 3], Trap> {
        let [a, b, c] = [0, 1, 2].map(|operand| self.read_vector(i, operand));
        Ok([a?, b?, c?])
    }

    /// A vector operand, with zeros above it.
    fn read_vector(&mut self, i: &Instruction, operand: u32) -> Result<Vector, Trap> {
        let size = self.size(i, operand) as usize / 8;
        let mut value = Vector::ZERO;
        if i.op_kind(operand) == OpKind::Memory && i.is_broadcast() {
            // One lane is in memory.
            let lane = i.memory_size().element_size();
            let address = self.address(i)?;
            let one = self.memory.load_value(address, 8 * lane as u32)?;
            for at in (0..64).step_by(lane) {
                value.set(at, lane, one);
            }
        } else if i.op_kind(operand) == OpKind::Memory {
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
        self.write_lanes(i, 8, |lane| quads.get(lane).copied().unwrap_or_default())
    }

    /// Writes the first operand by its lanes of `size` bytes.
    fn write_lanes(
        &mut self,
        i: &Instruction,
        size: usize,
        lane: impl Fn(usize) -> Value,
    ) -> Result<(), Trap> {
        let mut result = Vector::ZERO;
        for to in 0..64 / size {
            result.set(size * to, size, lane(to));
        }
        self.write_vector(i, result)
    }

    /// Writes the first operand by its parts of `size` bytes, each from a part of a vector.
    fn write_parts<'a>(
        &mut self,
        i: &Instruction,
        size: usize,
        part: impl Fn(usize) -> (&'a Vector, usize),
    ) -> Result<(), Trap> {
        let mut result = Vector::ZERO;
        for to in 0..64 / size {
            let (source, from) = part(to);
            copy(&mut result, size * to, source, size * from, size);
        }
        self.write_vector(i, result)
    }

    /// Writes the first operand. The register's upper part is kept by the old encoding, and zeroed by the newer ones.
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

/// The bytes of a lane, or of a part that fits a word: what one is in memory, if the operand is there.
fn lane_size(i: &Instruction) -> usize {
    i.memory_size().element_size().min(8)
}

fn copy(to: &mut Vector, at: usize, from: &Vector, start: usize, size: usize) {
    to.bytes[at..at + size].copy_from_slice(&from.bytes[start..start + size]);
    to.secret[at..at + size].copy_from_slice(&from.secret[start..start + size]);
}

#[cfg(test)]
mod tests {
    use std::arch::global_asm;
    use std::ffi::c_void;

    use super::super::cpu::Cpu;
    use super::super::machine::Machine;
    use super::super::value::tests::numbers;

    /// A function that executes each text on four vectors and a mask and stores the first vector after each. The third argument
    /// is room for one vector.
    macro_rules! each {
        ($($text:literal,)*) => {
            global_asm!(
                "helioselene_each_instruction:",
                $(
                    "vmovdqu64 zmm0, [rdi]",
                    "vmovdqu64 zmm1, [rdi + 64]",
                    "vmovdqu64 zmm2, [rdi + 128]",
                    "vmovdqu64 zmm3, [rdi + 192]",
                    "kmovq k1, [rdi + 256]",
                    "vpxorq zmm9, zmm9, zmm9",
                    "vmovdqu64 [rdx], zmm9",
                    $text,
                    "vmovdqu64 [rsi], zmm0",
                    "add rsi, 64",
                )*
                "ret",
            );
            const TEXTS: &[&str] = &[$($text),*];
        };
    }

    each! {
        "mov rcx, [rdi + 128]; bzhi rax, [rdi + 64], rcx; vmovq xmm0, rax",
        "mov ecx, [rdi + 128]; bzhi eax, [rdi + 64], ecx; setb al; movzx eax, al; vmovq xmm0, rax",
        "mov rcx, [rdi + 128]; bzhi rax, [rdi + 64], rcx; sete al; sets cl; movzx eax, al; movzx ecx, cl; vmovq xmm0, rax; vpinsrq xmm0, xmm0, rcx, 1",
        "vmovss xmm0, dword ptr [rdi + 68]",
        "vmovss dword ptr [rdx], xmm1; vmovdqu64 zmm0, [rdx]",
        "vmovddup xmm0, qword ptr [rdi + 72]",
        "vmovddup zmm0, zmm1",
        "vpunpcklqdq ymm0, ymm1, ymm2",
        "vpunpckhqdq zmm0, zmm1, zmm2",
        "punpckhqdq xmm0, xmm1",
        "mov rax, [rdi + 64]; vpinsrb xmm0, xmm1, eax, 5",
        "vpinsrw xmm0, xmm1, word ptr [rdi + 130], 6",
        "mov rax, [rdi + 64]; vpinsrd xmm0, xmm1, eax, 3",
        "vpinsrq xmm0, xmm1, qword ptr [rdi + 136], 1",
        "vpbroadcastb ymm0, byte ptr [rdi + 65]",
        "mov rax, [rdi + 64]; vpbroadcastw zmm0, eax",
        "vpbroadcastd zmm0, xmm1",
        "vpbroadcastq ymm0, xmm2",
        "vbroadcastss ymm0, xmm1",
        "vbroadcastsd zmm0, qword ptr [rdi + 80]",
        "vbroadcasti128 ymm0, [rdi + 80]",
        "vbroadcasti32x4 zmm0, [rdi + 80]",
        "vbroadcastf64x4 zmm0, [rdi + 96]",
        "vextracti128 xmm0, ymm1, 1",
        "vextracti32x4 xmm0, zmm1, 3",
        "vextracti64x4 ymm0, zmm1, 1",
        "vextractf64x4 [rdx], zmm1, 1; vmovdqu64 zmm0, [rdx]",
        "vinserti128 ymm0, ymm1, xmm2, 1",
        "vinserti32x4 ymm0, ymm1, xmm2, 1",
        "vinserti64x2 zmm0, zmm1, [rdi + 144], 2",
        "vinserti64x4 zmm0, zmm1, ymm2, 1",
        "vblendps xmm0, xmm1, xmm2, 6",
        "vpblendd ymm0, ymm1, ymm2, 0xa3",
        "blendpd xmm0, xmm1, 2",
        "vpmovsxbq xmm0, word ptr [rdi + 64]",
        "vpmovsxbq zmm0, xmm1",
        "vpmovsxbd xmm0, xmm1",
        "vpmovsxwq ymm0, xmm1",
        "vpmovsxdq zmm0, ymm1",
        "vpmovzxbq zmm0, xmm1",
        "vpmovzxwd ymm0, xmm1",
        "vpmovzxbw zmm0, ymm1",
        "vpternlogq zmm0, zmm1, zmm2, 0x96",
        "vpternlogd ymm0, ymm1, ymm2, 0xca",
        "vpternlogq xmm0, xmm1, [rdi + 128], 0x1f",
        "vpternlogq zmm0, zmm1, qword ptr [rdi + 136]{{1to8}}, 0x1b",
        "vpaddq ymm0, ymm1, qword ptr [rdi + 136]{{1to4}}",
        "vpermq ymm0, ymm1, 0x4b",
        "vpermq zmm0, zmm1, 0x4b",
        "vpermt2q zmm0, zmm1, zmm2",
        "vpermi2q ymm0, ymm1, ymm2",
        "valignq ymm0, ymm1, ymm2, 3",
        "valignq zmm0, zmm1, zmm2, 1",
        "vshufi64x2 ymm0, ymm1, ymm2, 3",
        "vshufi64x2 ymm0, ymm1, ymm2, 2",
        "vshuff32x4 zmm0, zmm1, zmm2, 0x4b",
        "vpshldq zmm0, zmm1, zmm2, 12",
        "vpshldq xmm0, xmm1, xmm2, 64",
        "vpshldvq ymm0, ymm1, ymm2",
        "vptest ymm0, ymm1; setb al; movzx eax, al; vmovq xmm0, rax",
        "vpandn xmm3, xmm0, xmm1; vptest xmm0, xmm3; sete al; movzx eax, al; vmovq xmm0, rax",
        "vpcmpltuq k2, zmm0, zmm1; kmovd eax, k2; vmovq xmm0, rax",
        "vpcmpleuq k2, ymm0, ymm0; kmovd eax, k2; vmovq xmm0, rax",
        "vpcmpnltq k2, zmm0, zmm1; kmovd eax, k2; vmovq xmm0, rax",
        "vpcmpneqd k2, zmm0, zmm0; kmovd eax, k2; vmovq xmm0, rax",
        "vpcmpleud k2, xmm0, xmm1; vpcmpltd k3, xmm0, xmm1; korb k4, k2, k3; kandw k5, k1, k4; kmovd eax, k5; vmovq xmm0, rax",
        "vptestmq k2, zmm0, zmm1; kmovd eax, k2; vmovq xmm0, rax",
        "vptestnmd k2, ymm0, [rdi + 64]; kmovd eax, k2; vmovq xmm0, rax",
        "vpandnq zmm3, zmm0, zmm1; vptestnmq k2, zmm0, zmm3; kmovd eax, k2; vmovq xmm0, rax",
        "vpminuq zmm0, zmm0, zmm1",
        "vpmaxuq ymm0, ymm0, ymm1",
        "vpsllvq zmm0, zmm1, zmm2",
        "vpsrlvq xmm0, xmm1, [rdi + 128]",
        "vpaddq zmm0{{k1}}, zmm1, zmm2",
        "vpaddd ymm0{{k1}}{{z}}, ymm1, [rdi + 128]{{1to8}}",
        "vpbroadcastq zmm0{{k1}}, rdi; vpsubq zmm3, zmm0, zmm0; vpsubq zmm0{{k1}}, zmm3, zmm1",
        "vpblendmq zmm0{{k1}}, zmm1, zmm2",
        "vpblendmd ymm0{{k1}}{{z}}, ymm1, ymm2",
        "vpcmpltuq k2, zmm0, zmm1; kshiftrb k2, k2, 3; kshiftlw k3, k1, 6; korq k2, k2, k3; kmovd eax, k2; vmovq xmm0, rax",
        "vpermt2q zmm0{{k1}}, zmm1, zmm2",
        "vpcmpltuq k2{{k1}}, zmm0, zmm1; knotw k3, k2; kmovd eax, k3; vmovq xmm0, rax",
        // What is above the operands' width.
        "vzeroupper",
        "vmovdqa64 zmm16, zmm1; vzeroupper; vmovdqa64 zmm0, zmm16",
        "vpaddq ymm0, ymm1, ymm2",
        "vpaddq xmm0, xmm1, xmm2",
        "paddq xmm0, xmm1",
        "vpxor xmm0, xmm1, xmm1",
        "vpternlogq ymm0, ymm1, ymm2, 0xe4",
        "vmovdqa64 xmm0, xmm1",
        "movdqu xmm0, xmm1",
        "vmovdqu [rdx], ymm1; vmovdqu64 zmm0, [rdx]",
        "mov rax, [rdi + 64]; shr rax, 64; vmovq xmm0, rax",
        "mov rax, [rdi + 64]; rorx rax, rax, 65; vmovq xmm0, rax",
        "mov eax, [rdi + 64]; shl eax, 33; vmovq xmm0, rax",
        "vpsrlq ymm0, ymm1, 5",
        "vpsllq zmm0, zmm1, 51",
        "vpsrld xmm0, xmm1, 32",
        "psllq xmm0, 9",
        "vpsrld zmm0, zmm1, 3",
        "vmovdqu64 zmm0{{k1}}, zmm1",
        "vmovdqu64 zmm0{{k1}}, [rdi + 128]",
        "vmovdqu32 ymm0{{k1}}{{z}}, [rdi + 128]",
        "vmovdqu8 xmm0{{k1}}, xmm2",
        "vmovdqu16 [rdx]{{k1}}, zmm1; vmovdqu64 zmm0, [rdx]",
    }

    unsafe extern "C" {
        #[link_name = "helioselene_each_instruction"]
        fn execute(input: *const c_void, results: *mut c_void, room: *mut c_void);
    }

    /// Without secrets, all bits are known and equal the processor's; bits called known have that value whatever the secrets are.
    #[test]
    fn known_bits_are_the_processors() {
        let has = is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("bmi2");
        if !has {
            println!("not run: it takes a CPU with AVX-512 and VBMI2");
            return;
        }
        const INPUT: usize = 4 * 64 + 8;
        let mut machine = Machine::new(Cpu::Ifma);
        let mut numbers = numbers();
        let mut byte = || numbers.next().expect("there is no end") as u8;
        let mut room = [0_u8; 64];
        let mut exact = vec![0_u8; 64 * TEXTS.len()];
        for round in 0..200 {
            let mut input: [u8; INPUT] = [(); INPUT].map(|()| byte());
            // A number of bits that mostly fits the word.
            input[128] &= 0x7f;
            let mut secret = [0; INPUT];
            if round >= 20 {
                // The mask of lanes is public.
                secret[..256].fill_with(|| byte() & byte() & byte());
                // Sometimes the number of bits is secret.
                secret[128..136].fill(if round % 2 == 0 { 0 } else { 4 });
            }
            let (mut known, mut unknown) = (exact.clone(), exact.clone());
            let place = |bytes: *const u8| bytes.addr() as u64;
            machine.memory.forget();
            let public: Vec<u8> = (0..INPUT).map(|i| input[i] & !secret[i]).collect();
            let arguments = [
                place(input.as_ptr()),
                place(known.as_ptr()),
                place(room.as_ptr()),
            ];
            machine
                .memory
                .write(arguments[0], &public, &secret)
                .unwrap();
            machine
                .call(execute as *const () as u64, arguments)
                .unwrap();
            let results = machine.memory.read(arguments[1], &mut known, &mut unknown);
            results.unwrap();
            for _ in 0..4 {
                for (byte_of_input, secret) in input.iter_mut().zip(secret) {
                    *byte_of_input ^= byte() & secret;
                }
                // SAFETY: all three have the sizes that the function uses, and the processor has its instructions.
                unsafe {
                    execute(
                        input.as_ptr().cast(),
                        exact.as_mut_ptr().cast(),
                        room.as_mut_ptr().cast(),
                    );
                }
                for (i, text) in TEXTS.iter().enumerate() {
                    let result = |bytes: &[u8]| bytes[64 * i..][..64].to_vec();
                    let (known, unknown, exact) =
                        (result(&known), result(&unknown), result(&exact));
                    let so: Vec<u8> = exact.iter().zip(&unknown).map(|(x, u)| x & !u).collect();
                    assert_eq!(so, known, "{text}");
                    assert!(round >= 20 || unknown == [0; 64], "{text} is not known");
                }
            }
        }
    }
}
