//! What a function has to keep, recorded at its call and compared when control comes back.

use super::BoundaryFault;
use machine::isa::{Abi, Bank, Reg, RegisterSet};
use machine::memory::Memory;
use machine::observe::Observer;
use machine::random::SplitMix64;
use machine::run::{Machine, Registers};
use std::ops::Range;

/// How much of the stack below the stack pointer is overwritten.
const BELOW: u32 = 256;
/// The most bytes of the stack above it that are compared.
const ABOVE: u32 = 64 << 10;
/// So many words from where an argument points are looked at for pointers.
const WORDS: u32 = 64;

/// The values of the registers that a function has to keep.
#[derive(Clone, Debug)]
pub(crate) struct KeptRegisters {
    values: Vec<(Reg, u64)>,
}

impl KeptRegisters {
    /// Those that the convention names.
    pub(crate) fn new(abi: &Abi) -> Self {
        KeptRegisters {
            values: abi.preserved().map(|reg| (reg, 0)).collect(),
        }
    }

    /// Remembers the values that they have now.
    pub(crate) fn record(&mut self, registers: &Registers) {
        for (reg, value) in &mut self.values {
            *value = registers.get(*reg);
        }
    }

    /// Those that have another value now: the register, and its value before.
    pub(crate) fn lost(&self, now: &Registers) -> impl Iterator<Item = (Reg, u64)> {
        let values = self.values.iter().copied();
        values.filter(|(reg, before)| now.get(*reg) != *before)
    }
}

/// What the functions of all open calls have to keep. Values are in one list, and so are bytes of
/// frames: a call takes no memory of its own.
#[derive(Clone)]
pub(super) struct KeptStack {
    sp: Reg,
    big_words: bool,
    home: u32,
    arg_registers: usize,
    args: Vec<Reg>,
    /// The registers that are compared: `hidden`, and some more.
    compared: Vec<Reg>,
    /// Those among them that get other values, and are put back.
    hidden: Vec<Reg>,
    /// Those of which the function may know nothing.
    undefined: Vec<Reg>,
    calls: Vec<KeptCall>,
    /// For each call the caller's own values of `hidden`, then what was given in `compared`.
    values: Vec<u64>,
    bytes: Vec<u8>,
    /// Memory that is looked at now.
    now: Vec<u8>,
    big_endian: bool,
    /// Where handed-in data is.
    data: Vec<Range<u32>>,
}

#[derive(Clone, Copy, Debug)]
struct KeptCall {
    sp: u32,
    /// The frame's part that is compared, and where its bytes begin.
    frame: (u32, u32),
    bytes: usize,
}

impl KeptStack {
    pub(super) fn new(
        abi: &Abi,
        shared: RegisterSet,
        data: &[Range<u32>],
        big_endian: bool,
    ) -> Self {
        let has_pairs = abi.has_float_pairs();
        let mut passed = RegisterSet::of(abi.args) | RegisterSet::of(abi.float_args);
        if has_pairs {
            for reg in abi.float_args {
                passed.insert(Reg(reg.0 + 1));
            }
        }
        passed.insert(abi.ra);
        let own = |reg: &&Reg| !shared.contains(**reg) && reg.bank() != Bank::Hidden;
        let saved = abi.saved.iter().filter(own).filter(|reg| **reg != abi.sp);
        let hidden: Vec<Reg> = saved.copied().collect();
        let others = abi
            .preserved()
            .filter(|reg| !hidden.contains(reg) && !shared.contains(*reg));
        let undefined = abi.temporaries.iter().filter(own);
        KeptStack {
            sp: abi.sp,
            big_words: !has_pairs,
            home: abi.home_space,
            arg_registers: abi.args.len(),
            args: abi.args.to_vec(),
            compared: hidden.iter().copied().chain(others).collect(),
            hidden,
            undefined: undefined
                .filter(|reg| !passed.contains(**reg))
                .copied()
                .collect(),
            calls: Vec::new(),
            values: Vec::new(),
            bytes: Vec::new(),
            now: Vec::new(),
            data: data.to_vec(),
            big_endian,
        }
    }

    /// Goes back to the calls that were open at an earlier moment.
    pub(super) fn go_back(&mut self, kept: &KeptStack) {
        self.calls.clone_from(&kept.calls);
        self.values.clone_from(&kept.values);
        self.bytes.clone_from(&kept.bytes);
    }

    pub(super) fn clear(&mut self) {
        self.calls.clear();
        self.values.clear();
        self.bytes.clear();
    }

    fn values_of_call(&self) -> usize {
        self.compared.len() + self.hidden.len()
    }

    /// A function with so many words of arguments was called: its caller's frame. The caller's stack
    /// began at `top`. What is above the stack pointer of an open call is compared when that one
    /// comes back, so that all of them together take no more memory than the stack.
    pub(super) fn record(&mut self, machine: &Machine, args: u32, top: u32) {
        let sp = machine.registers.get(self.sp) as u32;
        let outer = self.calls.iter().rev().map(|call| call.sp);
        let top = outer.filter(|outer| *outer > sp).fold(top, u32::min);
        let on_stack = 4 * args.saturating_sub(self.arg_registers as u32);
        let first = sp.saturating_add(self.home + on_stack);
        let mut end = top.min(first.saturating_add(ABOVE)).max(first);
        if first < end {
            end = self
                .passed(machine, sp..top)
                .map_or(end, |at| at.clamp(first, end));
        }
        self.calls.push(KeptCall {
            sp,
            frame: (first, end),
            bytes: self.bytes.len(),
        });
        machine
            .memory
            .peek_into(first, end - first, &mut self.bytes);
    }

    /// The lowest address of the stack that an argument leads to: what begins there is the function's
    /// to change.
    fn passed(&mut self, machine: &Machine, stack: Range<u32>) -> Option<u32> {
        let mut lowest: Option<u32> = None;
        let mut note = |at: u32| {
            if stack.contains(&at) {
                lowest = Some(lowest.map_or(at, |lowest| lowest.min(at)));
            }
        };
        for reg in &self.args {
            let at = machine.registers.get(*reg) as u32;
            note(at);
            if at.is_multiple_of(4) && machine.memory.readable(at) {
                self.now.clear();
                machine.memory.peek_into(at, 4 * WORDS, &mut self.now);
                for (k, word) in (0..).zip(self.now.as_chunks::<4>().0) {
                    let place = at.wrapping_add(4 * k);
                    if self.data.iter().any(|data| data.contains(&place)) {
                        continue;
                    }
                    note(match self.big_endian {
                        true => u32::from_be_bytes(*word),
                        false => u32::from_le_bytes(*word),
                    });
                }
            }
        }
        lowest
    }

    /// Gives the function that was recorded last values that nobody can guess.
    pub(super) fn scramble(
        &mut self,
        machine: &mut Machine,
        observer: &mut dyn Observer,
        random: &mut SplitMix64,
    ) {
        let is_watched = !observer.wants().is_nothing();
        let mut values = Values(random.draw());
        let mut give = |machine: &mut Machine, reg: Reg, old: u64| {
            let value = other_value(reg, old, self.big_words, values.next());
            machine.registers.set(reg, value);
            if is_watched {
                observer.given(reg, value);
            }
        };
        for reg in &self.hidden {
            let old = machine.registers.get(*reg);
            self.values.push(old);
            give(machine, *reg, old);
        }
        let function = u64::from(machine.pc);
        for reg in &self.undefined {
            let old = machine.registers.get(*reg);
            // Code that can be anywhere finds its data from its own address.
            if old != function {
                give(machine, *reg, old);
            }
        }
        let given = self.compared.iter().map(|reg| machine.registers.get(*reg));
        self.values.extend(given);
        let sp = machine.registers.get(self.sp) as u32;
        let from = sp.saturating_sub(BELOW).max(machine.memory.heap_end);
        let mut bytes = [0; BELOW as usize];
        for chunk in bytes.chunks_exact_mut(8) {
            chunk.copy_from_slice(&values.next().to_le_bytes());
        }
        let length = (sp.saturating_sub(from) as usize).min(bytes.len());
        // What cannot be written is no stack.
        let _ = machine.memory.write_host(from, &bytes[..length]);
    }

    /// What the function of the call with this index has not kept.
    pub(super) fn compare(&mut self, index: usize, machine: &Machine) -> Vec<BoundaryFault> {
        let mut faults = Vec::new();
        let Some(call) = self.calls.get(index).copied() else {
            return faults;
        };
        let given = self.given(index).unwrap_or_default();
        for (reg, before) in self.compared.iter().zip(given) {
            let after = machine.registers.get(*reg);
            if after == *before {
                continue;
            }
            faults.push(match *reg == self.sp {
                true => BoundaryFault::StackPointer {
                    before: *before as u32,
                    after: after as u32,
                },
                false => BoundaryFault::Register {
                    reg: *reg,
                    before: *before,
                    after,
                },
            });
        }
        faults.extend(self.frame_fault(&call, &machine.memory));
        faults
    }

    fn given(&self, index: usize) -> Option<&[u64]> {
        let from = index * self.values_of_call() + self.hidden.len();
        self.values.get(from..from + self.compared.len())
    }

    /// The first byte of the caller's frame that has changed.
    fn frame_fault(&mut self, call: &KeptCall, memory: &Memory) -> Option<BoundaryFault> {
        let (first, end) = call.frame;
        let length = end - first;
        self.now.clear();
        memory.peek_into(first, length, &mut self.now);
        let before = self.bytes.get(call.bytes..call.bytes + length as usize)?;
        if before == self.now {
            return None;
        }
        let at = before.iter().zip(&self.now).position(|(a, b)| a != b)?;
        let address = first.wrapping_add(at as u32);
        Some(BoundaryFault::Frame {
            address,
            offset: address.wrapping_sub(call.sp),
            before: before[at],
            after: self.now[at],
        })
    }

    /// Gives the callers of this call and of all in it their own values back, and forgets these calls.
    /// What a function has lost stays lost.
    pub(super) fn put_back(&mut self, index: usize, machine: &mut Machine) {
        for index in (index..self.calls.len()).rev() {
            let from = index * self.values_of_call();
            let own = self.values.get(from..from + self.hidden.len());
            let (own, given) = (
                own.unwrap_or_default(),
                self.given(index).unwrap_or_default(),
            );
            // The first that are compared are those that were hidden.
            for (reg, (own, given)) in self.hidden.iter().zip(own.iter().zip(given)) {
                if machine.registers.get(*reg) == *given {
                    machine.registers.set(*reg, *own);
                }
            }
            self.values.truncate(from);
            if let Some(call) = self.calls.pop() {
                self.bytes.truncate(call.bytes);
            }
        }
    }
}

/// Values that follow from one, quickly: each call needs many.
struct Values(u64);

impl Values {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        self.0.rotate_left(29)
    }
}

/// What is above a single in a register for doubles.
const ABOVE_SINGLE: u64 = 0xffff_ffff_0000_0000;

/// A value of 32 bits as a register holds it. A function that knows no doubles may save it so.
/// `has_pairs`: a double takes two registers ([`Abi::has_float_pairs`]).
pub(crate) fn single(has_pairs: bool, reg: Reg, value: u64) -> u64 {
    match reg.bank() {
        Bank::Float if !has_pairs => ABOVE_SINGLE | value,
        _ => value,
    }
}

/// A value of the same kind that nobody can guess.
fn other_value(reg: Reg, old: u64, big_words: bool, random: u64) -> u64 {
    let small = random & !ABOVE_SINGLE;
    match reg.bank() {
        Bank::Float if !big_words => small,
        // A program that has no doubles may save its registers as singles.
        Bank::Float if old == 0 || old >= ABOVE_SINGLE => ABOVE_SINGLE | small,
        Bank::Float => random,
        _ => small,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Target;

    #[test]
    fn open_calls_keep_no_more_than_the_stack() {
        let mut machine = Target::RiscV.machine();
        let abi = machine.desc().abi;
        let mut kept = KeptStack::new(abi, RegisterSet::EMPTY, &[], false);
        let top = 0x7fff_f000;
        for depth in 1..=1000 {
            machine.registers.set(abi.sp, top - 16 * depth);
            kept.record(&machine, 0, top as u32);
        }
        assert_eq!(kept.bytes.len(), 16 * 1000);
    }
}
