//! Observers see what a run does and cannot change it.
//!
//! Every event goes to a method that does nothing unless it is overridden, and
//! [`Observer::wants`] says which events the run loop has to prepare at all. A pair of observers is
//! an observer.
//!
//! An observer of *runs* ([`Wants::RUNS`]) sees only where memory was accessed and which straight
//! code has run, once that has happened. This costs little more than a run without an observer,
//! because the loop goes on with fused code. For runs that the observer knows ([`KnownRuns`]) it is
//! not even called.
//!
//! The run loop is large, so it is compiled not for each observer but for each kind of them
//! ([`Listener`]): for none, which leaves even the preparation of events out, for observers of
//! runs, and for observers of instructions.

mod known;
mod pairs;
mod places;
mod touches;

pub use known::{KnownRun, KnownRuns, NOWHERE};
pub use places::AddressPlaces;
pub use touches::{Touch, Touches};

use crate::code::ILLEGAL;
use crate::isa::{Insn, IsaDesc, Reg, Row};
use crate::memory::{Memory, Tripwires};
use crate::run::Registers;

/// The instruction that is about to run.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// Its address.
    pub pc: u32,
    /// The instruction, not fused.
    pub insn: Insn,
    /// The index of its row in the instruction table; beyond the table for a word that is not an
    /// instruction.
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
    /// Nothing: the code after it is the next run.
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
    /// How many slots of the loop's code are left from its first instruction on; a [`Touch`] counts
    /// from there.
    pub left: usize,
    /// How many instructions have run before it.
    pub steps: u64,
    /// What ended it.
    pub end: RunEnd,
    /// Where control is now.
    pub to: u32,
    /// The registers after it.
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

    /// Whether the instruction after the last one was begun.
    pub fn has_begun(&self) -> bool {
        self.end == RunEnd::Stop { begun: true }
    }

    /// Whether its last instruction went elsewhere.
    pub fn is_left_by_jump(&self) -> bool {
        matches!(self.end, RunEnd::Transfer(_) | RunEnd::Delayed(_))
    }

    /// The addresses of its instructions, and of the one that was begun.
    pub fn pcs(&self) -> &[u32] {
        self.pcs
    }

    /// Whether it always leads to the same place: nothing ended it, or a jump whose target is part of
    /// the instruction.
    pub fn goes_one_way(&self, desc: &IsaDesc) -> bool {
        let last = self.len().checked_sub(1).map(|last| self.at(last).row);
        let row = last.and_then(|row| desc.rows.get(usize::from(row)));
        match self.end {
            RunEnd::Straight => true,
            RunEnd::Transfer(_) => row.is_some_and(Row::names_target),
            RunEnd::Delayed(_) | RunEnd::Stop { .. } => false,
        }
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

/// Straight code that has run, in short.
#[derive(Clone, Copy)]
pub struct RunSummary<'a> {
    /// The address of its first instruction.
    pub first: u32,
    /// The address of its last instruction; odd if no jump ended the run.
    pub last: u32,
    /// How many slots of the loop's code are left from its first instruction on; a [`Touch`] counts
    /// from there.
    pub left: usize,
    /// Where control is now.
    pub to: u32,
    /// The registers after it.
    pub registers: &'a Registers,
    /// Where it has accessed memory.
    pub touches: &'a Touches,
}

/// What an observer says about a run that it was asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recalled {
    /// It has to see the run.
    No,
    /// It need not.
    Yes,
    /// It need not, and wants to pause.
    AndPause,
}

/// What an observer wants to see. Everything costs time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wants {
    /// Each instruction and each transfer.
    pub instructions: bool,
    /// With them, registers and memory.
    pub data: bool,
    /// Straight code, by [`Observer::knows`] and [`Observer::run`].
    pub runs: bool,
    /// It may ask the loop to pause.
    pub pauses: bool,
}

impl Wants {
    /// Nothing at all.
    pub const NOTHING: Wants = Wants {
        instructions: false,
        data: false,
        runs: false,
        pauses: false,
    };

    /// Instructions and transfers.
    pub const INSTRUCTIONS: Wants = Wants {
        instructions: true,
        ..Wants::NOTHING
    };

    /// Instructions and transfers, and what they do to registers and memory.
    pub const DATA: Wants = Wants {
        data: true,
        ..Wants::INSTRUCTIONS
    };

    /// Nothing but straight code.
    pub const RUNS: Wants = Wants {
        runs: true,
        ..Wants::NOTHING
    };

    /// The same, and pauses.
    pub const fn and_pauses(self) -> Wants {
        Wants {
            pauses: true,
            ..self
        }
    }

    /// What either of two wants.
    pub const fn or(self, other: Wants) -> Wants {
        Wants {
            instructions: self.instructions || other.instructions,
            data: self.data || other.data,
            runs: self.runs || other.runs,
            pauses: self.pauses || other.pauses,
        }
    }

    /// Whether there is nothing to see.
    pub fn is_nothing(self) -> bool {
        self == Wants::NOTHING
    }
}

/// Sees the events of a run.
pub trait Observer {
    /// What it wants to see. The loop asks once, when it begins.
    fn wants(&self) -> Wants {
        Wants::DATA
    }

    /// An instruction is about to run.
    #[inline(always)]
    fn instruction(&mut self, _at: &At) {}

    /// Whether to stop before the instruction it has just seen, which it does not see again when the
    /// run goes on; or after the straight code it has just seen.
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

    /// The host has written these registers for a call that is not made by an instruction.
    fn answers(&mut self, written: &[(Reg, u64)]) {
        for (reg, value) in written {
            self.answer(*reg, *value, *value);
        }
    }

    /// A function is called, and not by an instruction.
    fn call_from_outside(&mut self, call: &Transfer) {
        self.transfer(call);
    }

    /// A register was given another value right after a call, before the first instruction of the
    /// function: what the function may not rely on, or has to keep.
    fn given(&mut self, _reg: Reg, _value: u64) {}

    /// Straight code has run: whether its summary is all that it needs to see of it. A call of the
    /// environment is the last of its run, and begun.
    #[inline(always)]
    fn knows(&mut self, _run: &RunSummary<'_>) -> bool {
        false
    }

    /// Straight code has run that it does not know, and has accessed memory here.
    fn run(&mut self, _run: &Run<'_>, _touches: &mut Touches) {}

    /// The loop begins to report runs: an observer may lend it what it knows ([`Touches::known`]).
    fn enter_loop(&mut self, _touches: &mut Touches) {}

    /// The loop ends, and gives back what it was lent.
    fn leave_loop(&mut self, _touches: &mut Touches) {}

    /// A known run has run that it wants to be asked about, or that accessed guarded memory, and
    /// control is at `to`. If it needs to see no more of it, it sets the place after it and clears the
    /// accesses, unless it keeps them. `data` is what it has made of the run ([`KnownRun::data`]).
    #[inline(always)]
    fn recalls(
        &mut self,
        _data: u32,
        _to: u32,
        _registers: &Registers,
        _touches: &mut Touches,
    ) -> Recalled {
        Recalled::No
    }

    /// Instructions may have changed: what was learnt of them does not count any more.
    fn forget_code(&mut self) {}

    /// Remembers the state that it is in, for [`is_as_marked`](Observer::is_as_marked).
    fn mark(&mut self) {}

    /// Whether it is in the state that it remembered: if the program does again what it has done since,
    /// there is nothing new to see. One that does not remember says no.
    fn is_as_marked(&self) -> bool {
        false
    }

    /// The accesses that it wants to be told of before they happen ([`Observer::tripped`]).
    fn tripwires(&self) -> Tripwires {
        Tripwires::NONE
    }

    /// The instruction at which the run has stopped is about to make such an access.
    fn tripped(&mut self, _access: &TrippedAccess) {}

    /// The program is about to call the environment.
    fn environment_call(&mut self, _pc: u32, _registers: &Registers, _memory: &Memory) {}

    /// The program has ended because there is no instruction at this address, right after the last.
    fn ran_out(&mut self, _pc: u32) {}
}

/// An access that an observer wanted to be told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrippedAccess {
    /// The instruction.
    pub pc: u32,
    /// First address.
    pub address: u32,
    /// How many bytes.
    pub size: u8,
    /// Whether it is a store.
    pub store: bool,
}

/// Sees nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Off;

impl Observer for Off {
    fn wants(&self) -> Wants {
        Wants::NOTHING
    }

    fn is_as_marked(&self) -> bool {
        true
    }
}

/// A kind of observer that the run loop is compiled for. What these constants exclude is not even
/// in the loop.
pub trait Listener {
    /// It may want to see anything: the loop is exact, and asks for its [`Wants`] as it goes.
    const EXACT: bool;
    /// It may want to see runs.
    const RUNS: bool;
}

/// No observer.
pub(crate) enum Nobody {}

impl Listener for Nobody {
    const EXACT: bool = false;
    const RUNS: bool = false;
}

/// An observer of nothing but runs.
pub(crate) enum OfRuns {}

impl Listener for OfRuns {
    const EXACT: bool = false;
    const RUNS: bool = true;
}

/// Any observer.
pub(crate) enum Anybody {}

impl Listener for Anybody {
    const EXACT: bool = true;
    const RUNS: bool = true;
}
