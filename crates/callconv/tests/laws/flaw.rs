//! Breaches of the convention that can be put into a program.

use super::program::Program;
use callconv::codes;
use diag::Code;

/// A breach of the convention in one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// A saved register is not saved, but restored.
    NotSaved(usize),
    /// A saved register is not restored.
    NotRestored(usize),
    /// Two saved registers are restored from each other's place.
    Swapped(usize, usize),
    /// The stack pointer goes up too far, or not far enough.
    StackPointer(i64),
    /// The return address is not saved, but restored.
    ReturnAddressNotSaved,
    /// The return address is neither saved nor restored, and a call was made.
    ReturnAddressLost,
    /// A temporary is set before a call and used after it.
    TemporaryAcrossCall,
    /// A temporary is used that nobody has set.
    TemporaryAtEntry,
    /// Its caller uses a result that the function does not give.
    NoResult,
}

impl Flaw {
    /// The codes of findings, one of which names the breach.
    pub(crate) fn codes(self) -> &'static [Code] {
        match self {
            Flaw::NotSaved(_) => &[codes::UNWRITTEN_STACK, codes::NOT_RESTORED],
            // A variable that was loaded last looks like a saved value.
            Flaw::NotRestored(_) => &[codes::NOT_RESTORED, codes::BY_LUCK, codes::WRONG_PLACE],
            Flaw::Swapped(..) => &[codes::WRONG_PLACE, codes::BY_LUCK],
            Flaw::StackPointer(_) => &[codes::STACK_POINTER],
            Flaw::ReturnAddressNotSaved => &[codes::UNWRITTEN_STACK, codes::RETURN_ADDRESS_LOST],
            Flaw::ReturnAddressLost => &[codes::RETURN_ADDRESS_LOST],
            Flaw::TemporaryAcrossCall => &[codes::READ_AFTER_CALL],
            Flaw::TemporaryAtEntry => &[codes::NO_ARGUMENT],
            Flaw::NoResult => &[codes::NO_RESULT],
        }
    }
}

/// All breaches that would matter in a program, with the function each of them is for.
pub(crate) fn flaws(program: &Program) -> Vec<(usize, Flaw)> {
    let mut flaws = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        let mut add = |flaw| flaws.push((index, flaw));
        for k in 0..function.saved {
            add(Flaw::NotSaved(k));
            add(Flaw::NotRestored(k));
        }
        for k in 1..function.saved {
            add(Flaw::Swapped(k - 1, k));
        }
        add(Flaw::StackPointer(4));
        add(Flaw::StackPointer(-4));
        add(Flaw::TemporaryAtEntry);
        if function.last_call.is_some() {
            add(Flaw::TemporaryAcrossCall);
            add(Flaw::ReturnAddressNotSaved);
            add(Flaw::ReturnAddressLost);
        }
        // What it calls may leave something in the register, which looks like its result; and a
        // function may give its argument back.
        if !function.returns && !function.has_calls() && function.args == 0 {
            add(Flaw::NoResult);
        }
    }
    flaws
}
