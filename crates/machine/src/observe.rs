//! Observers see what a run does and cannot change it.
//!
//! Every event goes to a method that does nothing unless it is overridden. A pair of observers is
//! an observer.
//!
//! An observer of *runs* ([`Observer::RUNS`]) is told only where memory was accessed and which
//! straight code has run, once that has happened. This costs little more than a run without an
//! observer, because the loop goes on with fused code.
//!
//! The run loop is large, so it is not compiled for each observer, but for each kind of them
//! ([`Listener`]): for [`Off`], which leaves even the preparation of events out, for observers of
//! instructions, of runs, and of both, which are told through a table of functions.

mod listener;
mod touches;

pub(crate) use listener::Told;
pub use listener::{Known, Listener, Watch};
pub use touches::{Touch, Touches};

use crate::code::ILLEGAL;
use crate::isa::{Insn, Reg};
use crate::run::Registers;

/// The instruction that is about to run.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// Its address.
    pub pc: u32,
    /// The instruction, not fused.
    pub insn: Insn,
    /// The index of its row in the instruction table; beyond it for a word that is no instruction.
    pub row: u16,
    /// How many instructions have run before it.
    pub step: u64,
}

/// One access to memory. `old` and `new` are the bytes as a number in the byte order of the
/// machine; a load has the same in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryAccess {
    /// First address.
    pub address: u32,
    /// How many bytes.
    pub size: u8,
    /// Whether it was a store.
    pub store: bool,
    /// What memory held before.
    pub old: u64,
    /// What it holds now.
    pub new: u64,
}

/// What a change of the program counter means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferKind {
    /// A conditional branch that was taken.
    Branch,
    /// A jump that keeps no return address.
    Jump,
    /// A jump that keeps its return address.
    Call,
    /// A jump to a return address.
    Return,
}

/// A change of the program counter to something else than the next instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// What it means.
    pub kind: TransferKind,
    /// The instruction that did it.
    pub from: u32,
    /// Where it went.
    pub to: u32,
}

/// What ended a run of straight code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Its last instruction went elsewhere, at once.
    Transfer(Transfer),
    /// Its last instruction goes elsewhere as soon as that in its delay slot, which is the next
    /// run, is done.
    Delayed(Transfer),
    /// Nothing: the code behind it is the next run.
    Straight,
    /// The loop stopped. `begun`: at an instruction that it has begun but could not carry out, or
    /// that the host carries out.
    Stop {
        /// Whether there is such an instruction.
        begun: bool,
    },
}

/// Straight code that has run. Conditional branches that were not taken may be in it.
pub struct Run<'a> {
    /// Its instructions, and the one that was begun.
    pub(crate) code: &'a [Insn],
    pub(crate) pcs: &'a [u32],
    pub(crate) unfuse: fn(u8) -> u8,
    pub(crate) row_of: fn(&Insn) -> usize,
    /// The place of its first instruction in the code of the loop; a [`Touch`] counts from there.
    pub first_slot: usize,
    /// How many instructions have run before it.
    pub steps: u64,
    /// What ended it.
    pub end: RunEnd,
    /// The registers behind it.
    pub registers: &'a Registers,
}

impl Run<'_> {
    /// How many instructions it has; one that was only begun is not counted.
    pub fn len(&self) -> usize {
        self.code.len() - usize::from(self.has_begun())
    }

    /// Whether no instruction was carried out.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the instruction behind the last was begun.
    pub fn has_begun(&self) -> bool {
        self.end == RunEnd::Stop { begun: true }
    }

    /// The addresses of its instructions, and of the one that was begun.
    pub fn pcs(&self) -> &[u32] {
        self.pcs
    }

    /// The instruction with this index, as it was announced to other observers.
    pub fn at(&self, index: usize) -> At {
        let insn = Insn {
            handler: (self.unfuse)(self.code[index].handler),
            ..self.code[index]
        };
        At {
            pc: self.pcs[index],
            insn,
            row: match insn.handler {
                ILLEGAL => u16::MAX,
                _ => (self.row_of)(&insn) as u16,
            },
            step: self.steps + index as u64,
        }
    }
}

/// Sees the events of a run.
pub trait Observer {
    /// Whether the loop prepares events at all.
    const ACTIVE: bool = true;

    /// Whether it is told of straight code by [`knows`](Observer::knows) and
    /// [`run`](Observer::run). An observer that needs nothing else
    /// is not [`ACTIVE`](Observer::ACTIVE).
    const RUNS: bool = false;

    /// Whether it wants to know of registers and memory: to be told costs time.
    const DATA: bool = true;

    /// Whether it may ask the loop to pause.
    const PAUSES: bool = false;

    /// An instruction is about to run.
    #[inline(always)]
    fn instruction(&mut self, _at: &At) {}

    /// Whether to stop before the instruction that was just told, which is not told again when the
    /// run goes on; or after the run that was just told.
    #[inline(always)]
    fn wants_pause(&mut self) -> bool {
        false
    }

    /// A register is written. Integer registers use the low 32 bits.
    #[inline(always)]
    fn register(&mut self, _reg: Reg, _old: u64, _new: u64) {}

    /// Memory was read or written.
    #[inline(always)]
    fn memory(&mut self, _access: &MemoryAccess) {}

    /// Control went elsewhere.
    #[inline(always)]
    fn transfer(&mut self, _transfer: &Transfer) {}

    /// The host has written a register, in answer to a call of the environment.
    #[inline(always)]
    fn answer(&mut self, reg: Reg, old: u64, new: u64) {
        self.register(reg, old, new);
    }

    /// A function is called, and not by an instruction.
    fn call_from_outside(&mut self, call: &Transfer) {
        self.transfer(call);
    }

    /// Straight code has run, from the instruction at `first` to that at `last`, and control is at
    /// `to` now; true if this is all that has to be told of it. `last` is odd if no jump ended the
    /// run. A call of the environment is the last of its run, and begun.
    #[inline(always)]
    fn knows(
        &mut self,
        _first: u32,
        _last: u32,
        _to: u32,
        _registers: &Registers,
        _touches: &Touches,
    ) -> bool {
        false
    }

    /// Straight code has run that is not known, and has accessed memory here.
    fn run(&mut self, _run: &Run<'_>, _touches: &Touches) {}

    /// Instructions may have changed: what was learnt of them does not count any more.
    fn forget_code(&mut self) {}
}

/// Sees nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Off;

impl Observer for Off {
    const ACTIVE: bool = false;
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    const ACTIVE: bool = A::ACTIVE || B::ACTIVE;
    const RUNS: bool = A::RUNS || B::RUNS;
    const DATA: bool = A::DATA || B::DATA;
    const PAUSES: bool = A::PAUSES || B::PAUSES;

    #[inline(always)]
    fn wants_pause(&mut self) -> bool {
        // Both are asked: an answer may be given once.
        let first = self.0.wants_pause();
        self.1.wants_pause() || first
    }

    #[inline(always)]
    fn instruction(&mut self, at: &At) {
        self.0.instruction(at);
        self.1.instruction(at);
    }

    #[inline(always)]
    fn register(&mut self, reg: Reg, old: u64, new: u64) {
        self.0.register(reg, old, new);
        self.1.register(reg, old, new);
    }

    #[inline(always)]
    fn memory(&mut self, access: &MemoryAccess) {
        self.0.memory(access);
        self.1.memory(access);
    }

    #[inline(always)]
    fn transfer(&mut self, transfer: &Transfer) {
        self.0.transfer(transfer);
        self.1.transfer(transfer);
    }

    #[inline(always)]
    fn answer(&mut self, reg: Reg, old: u64, new: u64) {
        self.0.answer(reg, old, new);
        self.1.answer(reg, old, new);
    }

    fn call_from_outside(&mut self, call: &Transfer) {
        self.0.call_from_outside(call);
        self.1.call_from_outside(call);
    }

    // What one of them knows must still be told the other: no quick look for two.

    fn run(&mut self, run: &Run<'_>, touches: &Touches) {
        self.0.run(run, touches);
        self.1.run(run, touches);
    }

    fn forget_code(&mut self) {
        self.0.forget_code();
        self.1.forget_code();
    }
}

/// An observer that may be absent; the loop prepares events either way.
impl<A: Observer> Observer for Option<A> {
    const ACTIVE: bool = A::ACTIVE;
    const RUNS: bool = A::RUNS;
    const DATA: bool = A::DATA;
    const PAUSES: bool = A::PAUSES;

    #[inline(always)]
    fn wants_pause(&mut self) -> bool {
        self.as_mut().is_some_and(A::wants_pause)
    }

    #[inline(always)]
    fn instruction(&mut self, at: &At) {
        if let Some(observer) = self {
            observer.instruction(at);
        }
    }

    #[inline(always)]
    fn register(&mut self, reg: Reg, old: u64, new: u64) {
        if let Some(observer) = self {
            observer.register(reg, old, new);
        }
    }

    #[inline(always)]
    fn memory(&mut self, access: &MemoryAccess) {
        if let Some(observer) = self {
            observer.memory(access);
        }
    }

    #[inline(always)]
    fn transfer(&mut self, transfer: &Transfer) {
        if let Some(observer) = self {
            observer.transfer(transfer);
        }
    }

    #[inline(always)]
    fn answer(&mut self, reg: Reg, old: u64, new: u64) {
        if let Some(observer) = self {
            observer.answer(reg, old, new);
        }
    }

    fn call_from_outside(&mut self, call: &Transfer) {
        if let Some(observer) = self {
            observer.call_from_outside(call);
        }
    }

    #[inline(always)]
    fn knows(
        &mut self,
        first: u32,
        last: u32,
        to: u32,
        registers: &Registers,
        touches: &Touches,
    ) -> bool {
        match self {
            Some(observer) => observer.knows(first, last, to, registers, touches),
            None => true,
        }
    }

    fn run(&mut self, run: &Run<'_>, touches: &Touches) {
        if let Some(observer) = self {
            observer.run(run, touches);
        }
    }

    fn forget_code(&mut self) {
        if let Some(observer) = self {
            observer.forget_code();
        }
    }
}
