//! The run loop.
//!
//! One loop, generic over the instruction set, the observer and two switches that are known at
//! compile time. Without an observer it runs predecoded code with pairs of instructions fused,
//! and counts steps when a straight run ends; with one, or in the last stretch before the fuel is
//! used up, the same loop takes one instruction at a time and counts each.

mod context;

pub use context::Cx;

use crate::code::{Code, MAX_RUN};
use crate::image::{Image, Segment};
use crate::isa::{Insn, IsaDesc, Reg};
use crate::memory::{Memory, MemorySnapshot, PAGE_SIZE, Region};
use crate::observe::{Observer, TransferKind};
use crate::trap::Trap;

/// What an instruction set adds to the common machine.
pub trait Isa: Sized + 'static {
    /// State beyond the common registers (control registers, HI and LO).
    type State: Clone + Default;

    /// The tables.
    const DESC: &'static IsaDesc;

    /// The handler that runs the first two or all three of these in one go, if there is one.
    fn fuse(first: u8, second: u8, third: u8) -> Option<u8>;

    /// The first of those that `handler` runs (or `handler`, if it runs one).
    fn unfuse(handler: u8) -> u8;

    /// What a jump by this instruction means.
    fn transfer_kind(insn: &Insn) -> TransferKind;

    /// Makes the machine accept what teaching simulators accept beyond the specification.
    fn relax(_state: &mut Self::State) {}

    /// Runs one instruction (or a fused run of them), and says whether to go on.
    fn execute<O: Observer, const GAP: bool>(cx: &mut Cx<'_, Self, O, GAP>, insn: &Insn) -> bool;
}

/// The registers both machines have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registers {
    /// Integer registers. 0 stays zero; 32 takes writes to it; the rest is there so that a byte
    /// as an index needs no bounds check.
    pub x: [u32; 256],
    /// Floating-point registers.
    pub f: [u64; 32],
}

impl Default for Registers {
    fn default() -> Self {
        Registers {
            x: [0; 256],
            f: [0; 32],
        }
    }
}

impl Registers {
    /// The value of `reg`.
    pub fn get(&self, reg: Reg) -> u64 {
        match reg.0 {
            n if n < 32 => self.x[n as usize].into(),
            n => self.f[(n & 31) as usize],
        }
    }

    /// Sets `reg`; a write to the constant-zero register is dropped.
    pub fn set(&mut self, reg: Reg, value: u64) {
        match reg.0 {
            0 => {}
            n if n < 32 => self.x[n as usize] = value as u32,
            n => self.f[(n & 31) as usize] = value,
        }
    }
}

/// Where control goes after an instruction that may change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// To the next instruction.
    Next,
    /// To the target of this direct jump, a slot.
    Direct(u32),
    /// To an address.
    Indirect(u32),
    /// To the host, to answer a call of the environment.
    Host,
}

/// What the semantics of an instruction may evaluate to. Each kind knows how the loop goes on
/// from it; it answers false if the loop must be left.
pub trait Outcome {
    /// Moves the machine on.
    fn settle<I: Isa, O: Observer, const GAP: bool>(
        self,
        cx: &mut Cx<'_, I, O, GAP>,
        insn: &Insn,
    ) -> bool;
}

impl Outcome for () {
    #[inline(always)]
    fn settle<I: Isa, O: Observer, const GAP: bool>(
        self,
        cx: &mut Cx<'_, I, O, GAP>,
        _insn: &Insn,
    ) -> bool {
        cx.slot += 1;
        true
    }
}

impl Outcome for Flow {
    #[inline(always)]
    fn settle<I: Isa, O: Observer, const GAP: bool>(
        self,
        cx: &mut Cx<'_, I, O, GAP>,
        insn: &Insn,
    ) -> bool {
        match self {
            Flow::Next => ().settle(cx, insn),
            Flow::Direct(target) => cx.go_direct(insn, target),
            Flow::Indirect(address) => cx.go_indirect(insn, address),
            Flow::Host => cx.leave(Leave::Stop(Stop::Host), cx.pc()),
        }
    }
}

impl<T: Outcome> Outcome for Result<T, Trap> {
    #[inline(always)]
    fn settle<I: Isa, O: Observer, const GAP: bool>(
        self,
        cx: &mut Cx<'_, I, O, GAP>,
        insn: &Insn,
    ) -> bool {
        match self {
            Ok(outcome) => outcome.settle(cx, insn),
            Err(trap) => cx.leave(Leave::Stop(Stop::Trap(trap)), cx.pc()),
        }
    }
}

/// Why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program calls its environment. The program counter stands on the call; the host
    /// answers and goes on with [`Machine::skip`].
    Host,
    /// The instruction at the program counter could not be carried out.
    Trap(Trap),
    /// All fuel is used.
    OutOfFuel,
}

/// A machine with a program in it.
pub struct Machine<I: Isa> {
    /// The common registers.
    pub registers: Registers,
    /// The registers of this instruction set only.
    pub state: I::State,
    /// The address of the next instruction.
    pub pc: u32,
    /// Instructions that have run.
    pub steps: u64,
    /// Memory.
    pub memory: Memory,
    /// Whether loads and stores between [`Memory::heap_end`] and the stack pointer are faults.
    pub check_gap: bool,
    code: Code,
}

/// Everything a [`Machine`] can be brought back to.
#[derive(Clone)]
pub struct Snapshot<I: Isa> {
    registers: Registers,
    state: I::State,
    pc: u32,
    steps: u64,
    memory: MemorySnapshot,
}

impl<I: Isa> Default for Machine<I> {
    fn default() -> Self {
        Machine {
            registers: Registers::default(),
            state: I::State::default(),
            pc: 0,
            steps: 0,
            memory: Memory::default(),
            check_gap: false,
            code: Code::default(),
        }
    }
}

impl<I: Isa> Machine<I> {
    /// Puts the program's segments into memory, makes them usable as they ask, and sets the
    /// program counter.
    pub fn load(&mut self, image: &Image) -> Result<(), Trap> {
        for segment in image.segments.iter().filter(|s| s.size > 0) {
            self.memory.add_region(usable_range(image, segment));
            self.memory.write_host(segment.address, &segment.bytes)?;
            if segment.access.execute {
                let last = segment.address + (segment.size - 1);
                self.code.add_executable(segment.address, last);
            }
        }
        self.pc = image.entry;
        Ok(())
    }

    /// Drops decoded instructions, as after a change of memory from outside.
    fn forget_code(&mut self) {
        self.code.clear();
        self.memory.forget_decoded();
    }

    /// The 32 bits at `pc`, for reports.
    pub fn word_at(&self, pc: u32) -> u32 {
        u32::from_le_bytes(self.memory.peek_bytes(pc))
    }

    /// The address after the instruction at the program counter.
    pub fn next_pc(&self) -> u32 {
        let decoded = I::DESC.decode_any(self.word_at(self.pc));
        self.pc.wrapping_add(decoded.map_or(4, |d| d.len.into()))
    }

    /// Counts the instruction at the program counter and goes on at `next`: what follows a call
    /// that the host has answered.
    pub fn skip_to(&mut self, next: u32) {
        self.pc = next;
        self.steps += 1;
    }

    /// Counts the instruction at the program counter and goes to the next.
    pub fn skip(&mut self) {
        self.skip_to(self.next_pc());
    }

    /// Keeps the present state.
    pub fn snapshot(&mut self) -> Snapshot<I> {
        Snapshot {
            registers: self.registers.clone(),
            state: self.state.clone(),
            pc: self.pc,
            steps: self.steps,
            memory: self.memory.snapshot(),
        }
    }

    /// Goes back to a kept state.
    pub fn restore(&mut self, snapshot: &Snapshot<I>) {
        self.registers = snapshot.registers.clone();
        self.state = snapshot.state.clone();
        self.pc = snapshot.pc;
        self.steps = snapshot.steps;
        if self.memory.restore(&snapshot.memory) {
            self.forget_code();
        }
    }

    /// Runs at most `fuel` instructions.
    pub fn run<O: Observer>(&mut self, observer: &mut O, fuel: u64) -> Stop {
        if self.check_gap {
            self.run_checked::<O, true>(observer, fuel)
        } else {
            self.run_checked::<O, false>(observer, fuel)
        }
    }

    fn run_checked<O: Observer, const GAP: bool>(&mut self, observer: &mut O, fuel: u64) -> Stop {
        let end = self.steps.saturating_add(fuel);
        if self.memory.take_code_written() {
            self.forget_code();
        }
        loop {
            let entered = self.code.enter(self.pc, I::DESC, I::fuse, &mut self.memory);
            let Some((piece, slot)) = entered else {
                return Stop::Trap(Trap::Fetch { address: self.pc });
            };
            let left = end - self.steps;
            let exact = O::ACTIVE || left <= MAX_RUN as u64;
            let stop = if exact {
                self.run_piece::<O, GAP, true>(observer, piece, slot, left)
            } else {
                self.run_piece::<O, GAP, false>(observer, piece, slot, left - MAX_RUN as u64)
            };
            match stop {
                Leave::Stop(Stop::Trap(Trap::CodeModified)) => {
                    // It may have overwritten itself: only the old code knows what follows it.
                    self.pc = self.code.after(piece, self.pc);
                    self.steps += 1;
                    self.forget_code();
                }
                Leave::Stop(Stop::OutOfFuel) if self.steps < end => {}
                // A program whose last step leaves the code has ended, not run out of fuel.
                Leave::Stop(Stop::OutOfFuel) if !self.code.executable(self.pc) => {}
                Leave::Stop(stop) => return stop,
                Leave::Elsewhere => {}
            }
        }
    }

    /// Runs inside one piece of code. With `EXACT`, one instruction at a time and never more than
    /// `fuel`; otherwise up to `MAX_RUN` more.
    fn run_piece<O: Observer, const GAP: bool, const EXACT: bool>(
        &mut self,
        observer: &mut O,
        piece: usize,
        slot: usize,
        fuel: u64,
    ) -> Leave {
        let mut cx = Cx::<I, O, GAP> {
            registers: &mut self.registers,
            state: &mut self.state,
            memory: &mut self.memory,
            observer,
            code: &self.code.slots,
            pcs: &self.code.pcs,
            lookup: self.code.lookup(piece),
            slot,
            run_start: slot,
            retired: self.steps,
            end: self.steps.saturating_add(fuel),
            left: (Leave::Elsewhere, self.pc),
        };
        cx.run::<EXACT>();
        self.steps = cx.steps();
        let (leave, pc) = cx.left;
        self.pc = pc;
        leave
    }
}

/// The addresses that a segment makes usable: as in an operating system its whole pages, as far as
/// no other segment lies in them.
fn usable_range(image: &Image, segment: &Segment) -> Region {
    const PAGE: u32 = PAGE_SIZE as u32;
    let (mut first, mut last) = (segment.address, segment.address + (segment.size - 1));
    let others = || image.segments.iter().filter(|s| s.size > 0);
    let below = others().filter(|s| s.end() <= first).map(|s| s.end()).max();
    let above = others()
        .filter(|s| s.address > last)
        .map(|s| s.address - 1)
        .min();
    first = (first & !(PAGE - 1)).max(below.unwrap_or(0));
    last = (last | (PAGE - 1)).min(above.unwrap_or(u32::MAX));
    Region {
        first,
        last,
        write: segment.access.write,
    }
}

/// Why the inner loop stopped.
#[derive(Clone, Copy)]
enum Leave {
    Stop(Stop),
    /// The program counter went to code that is not decoded or in another piece.
    Elsewhere,
}
