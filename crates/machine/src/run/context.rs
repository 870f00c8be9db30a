//! The context of one instruction: what its semantics read and write, and how control goes on.

use super::{Isa, Leave, Registers, Stop, rules};
use crate::code::{self, EXACTLY, GOTO, LEAVE, Lookup};
use crate::isa::{Insn, Reg};
use crate::memory::Memory;
use crate::observe::{Listener, Observer, Touches, Wants};
use crate::trap::Trap;
use std::marker::PhantomData;

/// What the semantics of an instruction work on.
///
/// The run loop wants `rest` and its neighbours in registers, which the compiler can do only as
/// long as no function that it does not inline is given a `Cx`. So every method here is
/// `#[inline(always)]`, and what is long and rare takes the parts that it needs instead.
pub struct Cx<'a, I: Isa, L, const RULES: u8> {
    pub(super) registers: &'a mut Registers,
    /// The registers of this instruction set only.
    pub state: &'a mut I::State,
    pub(super) memory: &'a mut Memory,
    pub(super) observer: &'a mut dyn Observer,
    /// Where the accesses of a run are collected for it.
    pub(super) touches: &'a mut Touches,
    /// What it wants to see.
    pub(super) wants: Wants,
    pub(super) kind: PhantomData<L>,
    pub(super) code: &'a [Insn],
    pub(super) pcs: &'a [u32],
    /// The code from the present instruction on. One look at its length serves all instructions
    /// that a handler runs in one go.
    pub(super) rest: &'a [Insn],
    /// How many instructions will have run when all of `rest` has.
    pub(super) steps_at_end: u64,
    /// How many may have run when a straight run ends; 0 if an observer wants to pause then.
    pub(super) end: u64,
    pub(super) lookup: Lookup<'a>,
    /// Why and where the loop was left.
    pub(super) left: (Leave, u32),
    /// It was left only to report the run that a jump ends, for an observer of runs.
    pub(super) jumps: bool,
    /// The slot where that jump goes; beyond all slots if its target is not decoded.
    pub(super) jump: u32,
    /// The address of the target, if that is not decoded.
    pub(super) jump_address: u32,
    /// The rules that hold, if `RULES` says to ask.
    pub(super) rules: u8,
    /// Where to go after the instruction in the delay slot (exact loop only).
    pub(super) delayed_target: Option<u32>,
    /// The observer already knows of the first instruction (exact loop only).
    pub(super) announced: bool,
}

impl<'a, I: Isa, L: Listener, const RULES: u8> Cx<'a, I, L, RULES> {
    #[inline(always)]
    pub(super) fn run(&mut self) {
        while let Some(insns) = self.rest.first_chunk() {
            let single;
            let mut insns = insns;
            if L::EXACT {
                let mut first = *insns;
                first[0].handler = I::unfuse(first[0].handler);
                single = first;
                insns = &single;
                let insn = &insns[0];
                if !matches!(insn.handler, GOTO | LEAVE | EXACTLY) {
                    if self.steps() >= self.end {
                        self.leave(Leave::Stop(Stop::OutOfFuel), self.pc());
                        return;
                    }
                    let told = std::mem::take(&mut self.announced);
                    if self.wants.instructions && !told && self.announce(insn) {
                        return;
                    }
                }
            }
            let target = if L::EXACT { self.delayed_target } else { None };
            if L::EXACT || !L::RUNS {
                if !I::execute(self, insns) {
                    return;
                }
            } else if !I::execute(self, insns) && !self.take_jump() {
                return;
            }
            if L::EXACT
                && let Some(target) = target
                && self.delayed_target.is_some()
                && insns[0].handler != GOTO
                && !self.end_delay_slot(target)
            {
                return;
            }
        }
    }

    /// Whether a rule holds.
    #[inline(always)]
    pub fn rule(&self, rule: u8) -> bool {
        let holding = if RULES & rules::ASK != 0 {
            self.rules
        } else {
            RULES
        };
        // The compiler knows which rules a machine can have at all.
        holding & rule & I::RULES != 0
    }

    /// Whether jumps wait for their delay slot: only the exact loop sees it, to the fast one the
    /// slot comes first.
    #[inline(always)]
    pub(super) fn delays(&self) -> bool {
        RULES & rules::ASK != 0 && self.rule(rules::DELAYED)
    }

    /// Passes over the delay slot; without delay slots, goes to the next instruction.
    #[inline(always)]
    pub(super) fn annul(&mut self) -> bool {
        if !self.delays() {
            self.advance();
            return true;
        }
        // In a delay slot itself, it goes where that branch goes.
        let after = self.pc().wrapping_add(8);
        let to = self.delayed_target.take().unwrap_or(after);
        self.tell_straight(1, to);
        self.go_to(to, 1)
    }

    /// Goes to an address after `extra` more instructions of this run.
    #[inline(always)]
    pub(super) fn go_to(&mut self, address: u32, extra: usize) -> bool {
        match self.lookup.slot(address) {
            Some(target) => self.begin_run(target as usize, extra),
            None => {
                self.count_run(extra);
                self.leave(Leave::Elsewhere, address)
            }
        }
    }

    #[inline(always)]
    pub(super) fn leave(&mut self, why: Leave, pc: u32) -> bool {
        self.left = (why, pc);
        if L::RUNS {
            self.jumps = false;
        }
        false
    }

    /// Ends the present straight run after `extra` more instructions and begins one at `target`.
    #[inline(always)]
    pub(super) fn begin_run(&mut self, target: usize, extra: usize) -> bool {
        let steps = self.steps() + extra as u64;
        self.rest = &self.code[target..];
        self.steps_at_end = steps + self.rest.len() as u64;
        self.mark_run(target);
        if steps >= self.end {
            return self.leave(Leave::Stop(Stop::OutOfFuel), self.pc());
        }
        true
    }

    /// A straight run begins at this slot.
    #[inline(always)]
    pub(super) fn mark_run(&mut self, slot: usize) {
        if L::RUNS {
            self.touches.run_start = slot;
        }
    }

    /// The slot of the present instruction.
    #[inline(always)]
    pub(super) fn slot(&self) -> usize {
        self.code.len() - self.rest.len()
    }

    /// Goes to the next slot.
    #[inline(always)]
    pub(super) fn advance(&mut self) {
        if let [_, rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    /// Counts the present straight run and `extra` more instructions; none of it is left.
    #[inline(always)]
    pub(super) fn count_run(&mut self, extra: usize) {
        self.steps_at_end += extra as u64;
        self.mark_run(self.slot());
    }

    #[inline(always)]
    pub(super) fn go_direct(&mut self, insn: &Insn, target: u32) -> bool {
        let to = target as usize;
        if L::EXACT {
            return self.go_exactly(insn, self.pcs[to], Some(to), self.delays());
        }
        if L::RUNS {
            return self.jump_to(target);
        }
        self.begin_run(to, 1)
    }

    #[inline(always)]
    pub(super) fn go_now(&mut self, insn: &Insn, address: u32) -> bool {
        if L::EXACT {
            self.delayed_target = None;
            return self.go_exactly(insn, address, None, false);
        }
        if L::RUNS {
            return self.jump_to_address(address);
        }
        self.go_to(address, 1)
    }

    #[inline(always)]
    pub(super) fn go_indirect(&mut self, insn: &Insn, address: u32) -> bool {
        if L::EXACT {
            return self.go_exactly(insn, address, None, self.delays());
        }
        if L::RUNS {
            return self.jump_to_address(address);
        }
        self.go_to(address, 1)
    }

    /// What handlers do that no row has: illegal words and glue.
    #[inline(always)]
    pub fn other(&mut self, insn: &Insn) -> bool {
        match insn.handler {
            GOTO => {
                self.tell_straight(0, self.pc());
                self.begin_run(insn.imm() as usize, 0)
            }
            LEAVE => self.leave(Leave::Elsewhere, insn.imm()),
            EXACTLY => self.leave(Leave::Exactly, self.pc()),
            _ => {
                let trap = self.illegal();
                self.leave(Leave::Stop(Stop::Trap(trap)), self.pc())
            }
        }
    }

    /// Keeps what the branch after the next instruction reads.
    #[inline(always)]
    pub fn latch(&mut self, insn: &Insn) -> bool {
        let kept = Insn::LATCH as usize;
        self.registers.x[kept] = self.rs1(insn);
        self.registers.x[kept + 1] = self.rs2(insn);
        self.advance();
        // Glue does not count.
        self.steps_at_end -= 1;
        true
    }

    /// The fault of an instruction whose bits decode but mean nothing here.
    #[inline(always)]
    pub fn illegal(&self) -> Trap {
        illegal(self.memory, self.pc(), self.big_endian())
    }

    /// The address of this instruction.
    #[inline(always)]
    pub fn pc(&self) -> u32 {
        self.pcs[self.slot()]
    }

    /// The address of the next instruction (of that after the delay slot), which calls keep. The
    /// decoder goes on after every call, so the next slot is the next instruction.
    #[inline(always)]
    pub fn next_pc(&self) -> u32 {
        if self.delays() {
            return self.pc().wrapping_add(8);
        }
        self.pcs[self.slot() + 1]
    }

    /// Instructions that have run before this one.
    #[inline(always)]
    pub fn steps(&self) -> u64 {
        self.steps_at_end - self.rest.len() as u64
    }

    /// Integer register `number`.
    #[inline(always)]
    pub fn x(&self, number: u8) -> u32 {
        self.registers.x[number as usize]
    }

    /// The first source register.
    #[inline(always)]
    pub fn rs1(&self, insn: &Insn) -> u32 {
        self.x(insn.rs1)
    }

    /// The second source register.
    #[inline(always)]
    pub fn rs2(&self, insn: &Insn) -> u32 {
        self.x(insn.rs2)
    }

    /// Sets the destination register.
    #[inline(always)]
    pub fn set_rd(&mut self, insn: &Insn, value: u32) {
        self.set_x(insn.rd, value);
    }

    /// Sets integer or hidden register `number`, which is not the constant zero.
    #[inline(always)]
    pub fn set_x(&mut self, number: u8, value: u32) {
        if L::EXACT && self.wants.data && number != Insn::SINK {
            self.tell_register(Reg(number), self.x(number).into(), value.into());
        }
        self.registers.x[number as usize] = value;
    }

    /// Floating-point register `number`.
    #[inline(always)]
    pub fn f(&self, number: u8) -> u64 {
        self.registers.f[(number & 31) as usize]
    }

    /// Sets floating-point register `number`.
    #[inline(always)]
    pub fn set_f(&mut self, number: u8, value: u64) {
        if L::EXACT && self.wants.data {
            self.tell_register(Reg(32 + (number & 31)), self.f(number), value);
        }
        self.registers.f[(number & 31) as usize] = value;
    }

    /// Loads `N` bytes, zero-extended.
    #[inline(always)]
    pub fn load<const N: usize>(&mut self, address: u32) -> Result<u64, Trap> {
        if L::EXACT {
            return self.load_exactly::<N>(address);
        }
        self.check_place::<N>(address, false)?;
        let value = self.memory.load::<N>(address)?;
        self.tell_touch::<N>(address, false);
        Ok(self.in_order::<N>(value))
    }

    /// Stores the low `N` bytes of `value`.
    #[inline(always)]
    pub fn store<const N: usize>(&mut self, address: u32, value: u64) -> Result<(), Trap> {
        if L::EXACT {
            return self.store_exactly::<N>(address, value);
        }
        self.check_place::<N>(address, true)?;
        let done = self.memory.store::<N>(address, self.in_order::<N>(value));
        if !L::RUNS {
            return done;
        }
        done?;
        // One that has overwritten code is told when the loop is left.
        self.tell_touch::<N>(address, true);
        Ok(())
    }

    /// Causes a trap unless an address is a multiple of `N`.
    #[inline(always)]
    pub fn align<const N: usize>(&mut self, address: u32, store: bool) -> Result<(), Trap> {
        if address as usize & (N - 1) != 0 {
            return Err(misaligned(address, N, store));
        }
        Ok(())
    }

    /// Loads `N` bytes from an address that must be a multiple of `N`.
    #[inline(always)]
    pub fn load_aligned<const N: usize>(&mut self, address: u32) -> Result<u64, Trap> {
        if address as usize & (N - 1) != 0 {
            return Err(misaligned(address, N, false));
        }
        self.load::<N>(address)
    }

    /// Stores `N` bytes to an address that must be a multiple of `N`.
    #[inline(always)]
    pub fn store_aligned<const N: usize>(&mut self, address: u32, value: u64) -> Result<(), Trap> {
        if address as usize & (N - 1) != 0 {
            return Err(misaligned(address, N, true));
        }
        self.store::<N>(address, value)
    }

    /// Little-endian bytes as a number of this machine, or the other way round.
    #[inline(always)]
    pub(super) fn in_order<const N: usize>(&self, value: u64) -> u64 {
        if !self.rule(rules::BIG_ENDIAN) {
            return value;
        }
        match N {
            1 => value,
            2 => (value as u16).swap_bytes().into(),
            4 => (value as u32).swap_bytes().into(),
            _ => value.swap_bytes(),
        }
    }

    /// Whether words have their high byte first.
    #[inline(always)]
    pub fn big_endian(&self) -> bool {
        self.rule(rules::BIG_ENDIAN)
    }

    /// Whether the access is where the rules allow one.
    #[inline(always)]
    pub(super) fn check_place<const N: usize>(
        &self,
        address: u32,
        store: bool,
    ) -> Result<(), Trap> {
        if self.rule(rules::ALIGNED) && address as usize & (N.min(4) - 1) != 0 {
            return Err(misaligned(address, N, store));
        }
        if self.rule(rules::GAP) {
            let sp = self.registers.x[I::DESC.abi.sp.0 as usize] as i32;
            let heap_end = self.memory.heap_end as i32;
            let in_gap = |at: i32| at > heap_end && at < sp;
            let (first, after) = (address as i32, (address as i32).wrapping_add(N as i32));
            if in_gap(first) || in_gap(after) {
                return Err(Trap::Gap {
                    address,
                    size: N as u8,
                    store,
                });
            }
        }
        Ok(())
    }
}

#[cold]
#[inline(never)]
fn illegal(memory: &Memory, pc: u32, big_endian: bool) -> Trap {
    Trap::Illegal {
        word: code::word_at(memory, pc, big_endian),
    }
}

#[cold]
#[inline(never)]
fn misaligned(address: u32, size: usize, store: bool) -> Trap {
    Trap::Misaligned {
        address,
        size: size as u8,
        store,
    }
}
