//! What the checker finds. The same mistake at the same place is one finding with a count.

use crate::codes;
use diag::{Code, Severity};
use machine::isa::Reg;
use rustc_hash::FxHashMap;

/// Why a saved register does not have its old value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestoreFault {
    /// It was never saved.
    NeverSaved,
    /// It was saved, but not loaded again.
    NotLoaded {
        /// The save.
        save: u32,
    },
    /// It was loaded from another place than it was saved in.
    WrongPlace {
        /// The load.
        load: u32,
        /// The save, if there is one.
        save: Option<u32>,
        /// The register that was saved where the load looked.
        found: Option<Reg>,
    },
    /// It was saved or loaded with fewer bytes.
    Width {
        /// The instruction.
        at: u32,
        /// Its bytes.
        bytes: u8,
        /// Whether that is the save.
        save: bool,
    },
    /// The place of the save was written over.
    Overwritten {
        /// By this store.
        by: u32,
        /// The save.
        save: u32,
    },
    /// It has the same value by luck.
    Luck,
}

/// What is at an address where a string was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoText {
    /// Instructions.
    Code,
    /// It is too low to be an address of anything.
    Nothing,
    /// Nothing was ever stored near it.
    Empty,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A saved register came back changed.
    NotRestored {
        /// The register.
        reg: Reg,
        /// Its value on entry.
        before: u64,
        /// Its value at the return.
        after: u64,
        /// The instruction that changed it.
        changed: u32,
        /// Why.
        cause: RestoreFault,
    },
    /// The stack pointer came back changed.
    StackPointer {
        /// Its value on entry.
        before: u32,
        /// Its value at the return.
        after: u32,
    },
    /// A nested call overwrote the return address.
    ReturnAddressLost {
        /// The nested call.
        call: u32,
    },
    /// A return to nowhere.
    WrongReturn {
        /// Where the caller waits.
        expected: u32,
        /// Where it went.
        actual: u32,
    },
    /// A register was read that a call may have changed.
    AfterCall {
        /// The register.
        reg: Reg,
        /// The call.
        call: u32,
        /// What was called.
        function: u32,
    },
    /// A result was read that was never given.
    NoResult {
        /// The register.
        reg: Reg,
        /// The call.
        call: u32,
        /// What was called.
        function: u32,
        /// The argument that was passed there is still in it, and could be meant as the result.
        given_back: bool,
    },
    /// A function read a register in which nothing was passed.
    NoArgument {
        /// The register.
        reg: Reg,
        /// Whether arguments can be passed in it at all.
        argument: bool,
    },
    /// A function returned without setting a register in which it is known to give a result.
    ResultNotSet {
        /// The register.
        reg: Reg,
    },
    /// A register was read that nothing ever wrote.
    NeverWritten {
        /// The register.
        reg: Reg,
    },
    /// A function used its caller's value.
    CallersValue {
        /// The register.
        reg: Reg,
    },
    /// An access below the stack pointer.
    BelowStack {
        /// The address.
        address: u32,
        /// The stack pointer.
        sp: u32,
        /// Whether it was a store.
        store: bool,
    },
    /// An access to the caller's frame.
    CallersFrame {
        /// The address.
        address: u32,
        /// Where that frame begins.
        frame: u32,
        /// Whether it was a store.
        store: bool,
    },
    /// A load of memory that was never written.
    Unwritten {
        /// The address.
        address: u32,
    },
    /// The stack pointer left the stack.
    OutsideStack {
        /// Before.
        old: u32,
        /// After.
        new: u32,
        /// Where the stack begins.
        top: u32,
    },
    /// The stack pointer is not aligned at a call.
    Misaligned {
        /// How many bytes of the stack are in use.
        depth: u32,
        /// What that should be a multiple of.
        alignment: u32,
    },
    /// A register that belongs to others was written.
    Reserved {
        /// The register.
        reg: Reg,
        /// It is the same in the whole program, and a function has written it.
        harms: bool,
    },
    /// A value was kept where the kernel may change it at any time.
    KernelsValue {
        /// The register.
        reg: Reg,
    },
    /// A value was kept in a control register that exceptions change.
    ExceptionsValue {
        /// Its number.
        number: u32,
    },
    /// The stack pointer was set to an address that is not the end of a stack, and came back.
    NotAStack {
        /// The stack pointer.
        sp: u32,
    },
    /// The stack pointer was above where it was on entry, and came back.
    AboveEntry {
        /// The stack pointer.
        sp: u32,
        /// What it was on entry.
        entry: u32,
    },
    /// Control ran into the next function.
    FellThrough {
        /// The function it ran into.
        into: u32,
    },
    /// Something was stored over instructions.
    WroteCode {
        /// The address.
        address: u32,
    },
    /// An access to an address so low that it is no pointer.
    LowAccess {
        /// The address.
        address: u32,
        /// Whether it was a store.
        store: bool,
    },
    /// An access to an address that is not a multiple of its size.
    OddAddress {
        /// The address.
        address: u32,
        /// How many bytes.
        size: u8,
        /// Whether it was a store.
        store: bool,
    },
    /// A division by zero.
    DividedByZero {
        /// The register with the divisor.
        reg: Reg,
    },
    /// Memory of the heap was read that nothing was stored in.
    NewMemory {
        /// The address.
        address: u32,
    },
    /// A function ran past the last instruction of the program.
    RanOff,
    /// A string was to be printed from where there is none.
    NoString {
        /// The register with the address.
        reg: Reg,
        /// The address.
        address: u32,
        /// What is there.
        why: NoText,
    },
    /// A call of the environment used a register that nothing ever wrote.
    CallWithout {
        /// The register.
        reg: Reg,
        /// The name of the call.
        call: &'static str,
    },
    /// A function returned on another stack, or to where that one belongs.
    Switched {
        /// The new stack pointer.
        sp: u32,
    },
    /// More calls are open than can be followed.
    TooDeep {
        /// How many.
        calls: u32,
    },
}

impl What {
    /// Its code.
    pub fn code(&self) -> Code {
        match self {
            What::NotRestored { cause, .. } => match cause {
                RestoreFault::NeverSaved | RestoreFault::NotLoaded { .. } => codes::NOT_RESTORED,
                RestoreFault::WrongPlace { .. } => codes::WRONG_PLACE,
                RestoreFault::Width { .. } => codes::WRONG_WIDTH,
                RestoreFault::Overwritten { .. } => codes::SAVE_OVERWRITTEN,
                RestoreFault::Luck => codes::BY_LUCK,
            },
            What::StackPointer { .. } => codes::STACK_POINTER,
            What::ReturnAddressLost { .. } => codes::RETURN_ADDRESS_LOST,
            What::WrongReturn { .. } => codes::WRONG_RETURN,
            What::AfterCall { .. } => codes::READ_AFTER_CALL,
            What::NoResult { .. } => codes::NO_RESULT,
            What::NoArgument { .. } | What::ResultNotSet { .. } => codes::NO_ARGUMENT,
            What::NeverWritten { .. } => codes::NEVER_WRITTEN,
            What::CallersValue { .. } => codes::CALLERS_VALUE,
            What::BelowStack { .. } => codes::BELOW_STACK,
            What::CallersFrame { .. } => codes::CALLERS_FRAME,
            What::Unwritten { .. } => codes::UNWRITTEN_STACK,
            What::OutsideStack { .. } | What::NotAStack { .. } | What::AboveEntry { .. } => {
                codes::OUTSIDE_STACK
            }
            What::Misaligned { .. } => codes::MISALIGNED_STACK,
            What::Reserved { .. } | What::KernelsValue { .. } | What::ExceptionsValue { .. } => {
                codes::RESERVED
            }
            What::FellThrough { .. } => codes::FELL_THROUGH,
            What::WroteCode { .. } => codes::WROTE_CODE,
            What::LowAccess { .. } => codes::LOW_ACCESS,
            What::OddAddress { .. } => codes::ODD_ADDRESS,
            What::DividedByZero { .. } => codes::DIVIDED_BY_ZERO,
            What::RanOff => codes::RAN_OFF,
            What::NewMemory { .. } => codes::NEW_MEMORY,
            What::NoString { .. } => codes::NO_STRING,
            What::CallWithout { .. } => codes::CALL_WITHOUT,
            What::Switched { .. } => codes::STACK_SWITCHED,
            What::TooDeep { .. } => codes::TOO_DEEP,
        }
    }

    /// How bad it is: what breaks the convention is an error, what is only likely to be a mistake a
    /// warning.
    pub fn severity(&self) -> Severity {
        match self {
            What::Misaligned { .. }
            | What::FellThrough { .. }
            | What::WroteCode { .. }
            | What::LowAccess { .. }
            | What::OddAddress { .. }
            | What::DividedByZero { .. }
            | What::RanOff
            | What::NewMemory { .. }
            | What::NoString { .. }
            | What::CallWithout { .. }
            | What::Reserved { harms: false, .. }
            | What::NoResult {
                given_back: true, ..
            } => Severity::Warning,
            What::Switched { .. } | What::TooDeep { .. } => Severity::Note,
            _ => Severity::Error,
        }
    }

    /// Whether it is about what registers hold, and not about the stack or where control goes.
    pub(crate) fn is_about_registers(&self) -> bool {
        matches!(
            self,
            What::NotRestored { .. }
                | What::AfterCall { .. }
                | What::NoResult { .. }
                | What::NoArgument { .. }
                | What::ResultNotSet { .. }
                | What::NeverWritten { .. }
                | What::CallersValue { .. }
                | What::Reserved { .. }
                | What::KernelsValue { .. }
                | What::ExceptionsValue { .. }
                | What::DividedByZero { .. }
        )
    }

    /// What tells it from others of its code at the same place.
    pub(crate) fn detail(&self) -> (u8, u32) {
        match *self {
            What::NotRestored { reg, changed, .. } => (reg.0, changed),
            What::AfterCall { reg, call, .. } | What::NoResult { reg, call, .. } => (reg.0, call),
            What::NoArgument { reg, .. }
            | What::ResultNotSet { reg }
            | What::NeverWritten { reg }
            | What::CallersValue { reg }
            | What::Reserved { reg, .. } => (reg.0, 0),
            What::KernelsValue { reg } => (reg.0, 1),
            What::ExceptionsValue { number } => (0, number),
            What::ReturnAddressLost { call } => (0, call),
            _ => (0, 0),
        }
    }
}

/// An open call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenCall {
    /// The call instruction.
    pub call: u32,
    /// What was called.
    pub function: u32,
}

/// Something found, once or many times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is, as it was the first time.
    pub what: What,
    /// The instruction at which it showed.
    pub pc: u32,
    /// The first one that depends on a value that was undefined there.
    pub matters: Option<u32>,
    /// How many instructions had run before that the first time.
    pub step: u64,
    /// How often it was found.
    pub count: u64,
    /// The calls that were open the first time, the outermost first.
    pub calls: Vec<OpenCall>,
}

/// The most findings that are kept apart; a program with more has other troubles.
const MOST: usize = 256;

/// Findings by cause.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    all: Vec<Finding>,
    known: FxHashMap<(&'static str, u32, u8, u32), usize>,
}

impl Findings {
    /// Adds a finding, or counts it; its index. `calls` is only asked for if it is new.
    pub(crate) fn add(
        &mut self,
        what: What,
        pc: u32,
        step: u64,
        calls: impl FnOnce() -> Vec<OpenCall>,
    ) -> Option<usize> {
        let (reg, other) = what.detail();
        // A register that is not restored is one mistake, whichever return shows it.
        let place = match what {
            What::NotRestored { .. } | What::ReturnAddressLost { .. } => 0,
            _ => pc,
        };
        let key = (what.code().0, place, reg, other);
        if let Some(&known) = self.known.get(&key) {
            self.all[known].count += 1;
            return Some(known);
        }
        if self.all.len() == MOST {
            return None;
        }
        self.known.insert(key, self.all.len());
        self.all.push(Finding {
            what,
            pc,
            matters: None,
            step,
            count: 1,
            calls: calls(),
        });
        Some(self.all.len() - 1)
    }

    /// The instruction at `pc` depends on what the finding with this index is about.
    pub(crate) fn matters(&mut self, index: usize, pc: u32) {
        if let Some(finding) = self.all.get_mut(index) {
            finding.matters.get_or_insert(pc);
        }
    }

    /// The finding with this index was found once more.
    pub(crate) fn count(&mut self, index: usize) {
        if let Some(finding) = self.all.get_mut(index) {
            finding.count += 1;
        }
    }

    /// All of them, in the order in which they first showed.
    pub(crate) fn all(&self) -> &[Finding] {
        &self.all
    }
}
