//! Observers see what a run does and cannot change it.
//!
//! The run loop is generic over its observer; every event goes to an `#[inline]` method that does
//! nothing unless it is overridden, and [`Off`] tells the loop at compile time to leave even the
//! preparation of events out. A pair of observers is an observer.

use crate::isa::{Insn, Reg};

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

/// Sees the events of a run.
pub trait Observer {
    /// Whether the loop prepares events at all.
    const ACTIVE: bool = true;

    /// Whether it may ask the loop to pause; without, the loop does not look.
    const PAUSES: bool = false;

    /// An instruction is about to run.
    #[inline(always)]
    fn instruction(&mut self, _at: &At) {}

    /// Whether to stop before the instruction that was just told. It is not told again when the run
    /// goes on.
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
}

/// Sees nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Off;

impl Observer for Off {
    const ACTIVE: bool = false;
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    const ACTIVE: bool = A::ACTIVE || B::ACTIVE;
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
}

/// An observer that may be absent; the loop prepares events either way.
impl<A: Observer> Observer for Option<A> {
    const ACTIVE: bool = A::ACTIVE;
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
}
