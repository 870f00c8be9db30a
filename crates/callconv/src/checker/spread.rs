//! How values that nobody may rely on spread from register to register, and where something depends
//! on them.

use super::{Checker, MOST_OPEN};
use crate::finding::What;
use crate::undefined::{Undefined, bytes_of};
use crate::usage::BitRule;
use machine::isa::{Bank, Reg, RegisterSet};
use machine::observe::Touch;
use machine::reading::definedness::DefinedWord;

/// With more origins than this, fewer open calls are kept with each.
const MANY_ORIGINS: usize = 1 << 12;
/// So many.
const FEW_OPEN: usize = 8;

/// All bits of a register of a bank.
pub(super) fn all_bits(reg: Reg) -> u64 {
    match reg.bank() {
        Bank::Float => u64::MAX,
        _ => u32::MAX.into(),
    }
}

impl Checker {
    /// These registers, which the present instruction reads, hold values that nobody may rely on,
    /// some of them the caller's. What it computes from them is as undefined as they are, as far as
    /// it depends on them.
    pub(super) fn spread(&mut self, read: RegisterSet, callers: RegisterSet) {
        self.follow(read);
        let mut result: Option<Undefined> = None;
        let mut values = self.work.undefined.clone();
        for reg in callers.iter() {
            let origin = self.callers_origin(reg, self.at.pc);
            let bits = all_bits(reg);
            values.push(Undefined { reg, bits, origin });
        }
        for value in values {
            if !read.contains(value.reg) || self.usage().upper_half == Some(value.reg) {
                continue;
            }
            let bits = self.bits_after(&value);
            if bits != 0 {
                let before = result.map_or(0, |result| result.bits);
                result = Some(Undefined {
                    bits: before | bits,
                    ..value
                });
            }
        }
        self.pending = result;
    }

    /// These registers are read now: those of which nobody knows the value have an origin from here
    /// on.
    pub(super) fn follow(&mut self, read: RegisterSet) {
        let new = read & (self.work.now.unknown | self.work.now.given_back);
        for reg in new.iter() {
            self.follow_as(reg, self.why_unknown(reg));
        }
    }

    /// The value of this register, which nobody knows, is read now.
    pub(super) fn follow_as(&mut self, reg: Reg, what: What) {
        let origin = self.origin(what, self.at.pc);
        let bits = all_bits(reg);
        self.work.define(reg, Some(Undefined { reg, bits, origin }));
        self.work.now.unknown.remove(reg);
        self.work.now.given_back.remove(reg);
    }

    /// The number of an origin.
    pub(super) fn origin(&mut self, what: What, pc: u32) -> u32 {
        let (step, frames) = (self.at.step, &self.frames);
        // Few of many will be reported.
        let most = match self.origins.len() {
            ..=MANY_ORIGINS => MOST_OPEN,
            _ => FEW_OPEN,
        };
        self.origins
            .number(what, pc, || (step, super::open_calls(frames, most)))
    }

    /// Which bits of the result depend on those of a register.
    fn bits_after(&mut self, value: &Undefined) -> u64 {
        let usage = self.usage();
        let number = u64::from(self.at.insn.imm());
        let shift = number as u32 & 31;
        let (bits, has_number) = (value.bits, usage.has_number());
        match usage.bits {
            _ if self.moved == Some(true) => bits,
            BitRule::Copy => bits,
            BitRule::Sum if self.is_of_itself() && !has_number && usage.is_difference() => 0,
            BitRule::Xor if self.is_of_itself() && !has_number => 0,
            BitRule::Xor => bits,
            // A carry may go anywhere above.
            BitRule::Sum if !self.is_padding(value) => {
                (bits | bits.wrapping_neg()) & all_bits(value.reg)
            }
            BitRule::Sum => self.bits_of_sum(value),
            BitRule::And if has_number => bits & number,
            // With the constant zero.
            BitRule::And if self.at.insn.rs1 == 0 || self.at.insn.rs2 == 0 => 0,
            BitRule::Or if has_number => bits & !number,
            BitRule::And | BitRule::Or => match self.other_operand(value.reg) {
                Some(other) if usage.bits == BitRule::And => bits & other,
                Some(other) => bits & !other,
                // It may have settled every bit.
                None => 0,
            },
            BitRule::ShiftLeft => bits << shift & all_bits(value.reg),
            BitRule::ShiftRight => bits >> shift,
            BitRule::ShiftRightSigned => (bits as u32 as i32 >> shift) as u32 as u64,
            // It may have been replaced, and padding may be what was not taken.
            BitRule::Part if self.is_kept(value.reg) || self.is_padding(value) => 0,
            BitRule::Any => self.any_bits(value) & self.result_bits(value),
            BitRule::Part | BitRule::Equality | BitRule::Order => self.any_bits(value),
        }
    }

    /// Which bits of a sum or difference depend on undefined bits, if a carry can be told.
    fn bits_of_sum(&mut self, value: &Undefined) -> u64 {
        let usage = self.usage();
        let bits = value.bits as u32;
        self.record.refuse();
        let other = self.reads.iter().find(|other| *other != value.reg);
        let number = Some(self.at.insn.imm()).filter(|_| usage.has_number());
        let other = number.or_else(|| other.and_then(|other| self.value_now(other)));
        let (Some(one), Some(other)) = (self.value_now(value.reg), other) else {
            return value.bits;
        };
        let first = Reg(self.at.insn.rs1 & 31) == value.reg;
        let compute = |one: u32| match usage.is_difference() {
            true if first => one.wrapping_sub(other),
            true => other.wrapping_sub(one),
            false => one.wrapping_add(other),
        };
        (bits | compute(one & !bits) ^ compute(one | bits)).into()
    }

    /// Whether a register is the one that the present instruction changes in part, or not at all, and
    /// nothing else that it reads.
    fn is_kept(&self, reg: Reg) -> bool {
        let insn = &self.at.insn;
        let read = [insn.rs1, insn.rs2].contains(&reg.number());
        self.usage().writes(insn).contains(reg) && !read
    }

    /// Whether the present instruction works on a register and the same again.
    fn is_of_itself(&self) -> bool {
        self.at.insn.rs1 == self.at.insn.rs2
    }

    /// The defined bits that are set in the other register that the present instruction reads, or
    /// could be.
    fn other_operand(&mut self, reg: Reg) -> Option<u64> {
        let other = self.reads.iter().find(|other| *other != reg)?;
        self.record.refuse();
        let value = u64::from(self.value_now(other)?);
        let undefined = self.work.undefined.iter();
        let undefined = undefined.filter(|value| value.reg == other);
        Some(undefined.fold(value, |value, other| value | other.bits))
    }

    /// Whether only some bits are undefined, and so because memory was not written.
    fn is_padding(&self, value: &Undefined) -> bool {
        let origin = self.origins.get(value.origin);
        origin.is_some_and(|origin| origin.is_memory())
    }

    /// All bits, if the value as a whole is undefined. Where some bits are defined and say something,
    /// these are probably what the program wants to know.
    fn any_bits(&mut self, value: &Undefined) -> u64 {
        let all = all_bits(value.reg);
        if value.bits == all || !self.is_padding(value) {
            return all;
        }
        self.record.refuse();
        match self.value_now(value.reg) {
            Some(known) if u64::from(known) & !value.bits == 0 => all,
            _ => 0,
        }
    }

    /// The bits of the result that can be undefined, as the row of the present instruction says. Of
    /// registers whose value is not known any more, both extremes must agree.
    fn result_bits(&mut self, value: &Undefined) -> u64 {
        let insn = self.at.insn;
        let operand = |number: u8| {
            let reg = Reg(number & 31);
            let undefined = self.work.undefined.iter().chain([value]);
            let undefined = undefined.filter(|undefined| undefined.reg == reg);
            let bits = undefined.fold(0, |bits, undefined| bits | undefined.bits) as u32;
            // What an undefined bit happens to be does not matter.
            let known = if bits == u32::MAX {
                Some(0)
            } else {
                self.value_now(reg)
            };
            (known, bits)
        };
        let (first, second) = (operand(insn.rs1), operand(insn.rs2));
        let result = |unknown: u32| {
            let word = |(value, bits): (Option<u32>, u32)| {
                DefinedWord::new(value.unwrap_or(unknown), bits)
            };
            let registers = |number: u8| match number {
                number if number == insn.rs1 => word(first),
                number if number == insn.rs2 => word(second),
                // It keeps a part of this, or does not name it.
                _ => DefinedWord::new(0, u32::MAX),
            };
            (self.desc.undefined_result)(&insn, &registers)
        };
        let Some(bits) = result(0).zip(result(u32::MAX)) else {
            return u64::MAX;
        };
        self.record.refuse();
        u64::from(bits.0 & bits.1)
    }

    /// Whether what the present instruction decides depends on the undefined bits of a register.
    pub(super) fn depends_on(&mut self, value: &Undefined) -> bool {
        let rule = self.usage().bits;
        if !matches!(rule, BitRule::Equality | BitRule::Order) {
            return self.any_bits(value) != 0;
        }
        // A register is equal to itself, whatever it holds.
        if self.usage().names_twice(&self.at.insn) {
            return false;
        }
        if value.bits == all_bits(value.reg) {
            return true;
        }
        self.record.refuse();
        let other = self.reads.iter().find(|other| *other != value.reg);
        let known = self.value_now(value.reg);
        let known = known.zip(other.map_or(Some(0), |other| self.value_now(other)));
        let Some((one, two)) = known else {
            return !self.is_padding(value);
        };
        let undefined = self.work.undefined.iter();
        let others = undefined.filter(|undefined| Some(undefined.reg) == other);
        let others = others.fold(0, |bits, other| bits | other.bits) as u32;
        let bits = value.bits as u32;
        match rule {
            BitRule::Equality => (one ^ two) & !(bits | others) == 0,
            _ => self.order_depends_on((value.reg, one, bits), (two, others)),
        }
    }

    /// Whether a comparison of a register with another word can come out in more than one way, whatever
    /// the undefined bits of both are. A comparison that holds for both extremes of a number holds for
    /// all between them, with a sign and without.
    fn order_depends_on(&self, first: (Reg, u32, u32), second: (u32, u32)) -> bool {
        const SIGN: u32 = 1 << 31;
        let extremes = |value: u32, bits: u32| {
            let set = [0, bits, bits & SIGN, bits & !SIGN];
            set.map(|set| value & !bits | set)
        };
        let insn = self.at.insn;
        let (reg, value, bits) = first;
        let ends = extremes(value, bits);
        let mut pairs = ends
            .into_iter()
            .flat_map(|one| extremes(second.0, second.1).map(|two| (one, two)));
        let taken = |(one, two): (u32, u32)| {
            let registers = |number: u8| match Reg(number) == reg {
                true => one.into(),
                false => two.into(),
            };
            (self.desc.is_taken)(&insn, &registers)
        };
        let Some(first) = pairs.next().and_then(taken) else {
            return true;
        };
        !pairs.all(|pair| taken(pair) == Some(first))
    }

    /// Something depends on this undefined value: where it was read first is a mistake.
    pub(super) fn report_origin(&mut self, number: u32) {
        let Some(origin) = self.origins.get(number) else {
            return;
        };
        let (what, pc, step) = (origin.what, origin.pc, origin.step);
        let index = self.findings.add(what, pc, step, || origin.calls.clone());
        if let Some(index) = index {
            self.findings.matters(index, self.at.pc);
        }
        self.note_finding(what, index);
        self.work.keep_undefined(|value| value.origin != number);
        if let What::CallersValue { reg } = what {
            self.work.now.told.insert(reg);
            self.watch();
        }
    }

    /// The undefined bytes that the present instruction stores, the first in memory lowest, and
    /// their origin.
    pub(super) fn stored_undefined(&mut self, stored: Reg, access: &Touch) -> Option<(u8, u32)> {
        if !self.work.now.undefined.contains(stored) {
            return None;
        }
        let mut values = self.work.undefined.iter();
        let value = values.find(|value| value.reg == stored)?;
        let bytes = bytes_of(value.bits, access.size(), self.big_endian);
        (bytes != 0).then_some((bytes, value.origin))
    }
}
