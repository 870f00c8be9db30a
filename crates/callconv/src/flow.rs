//! Where control goes: the instructions of a program, what follows each, and its functions.
//!
//! A function begins at a global label, at the target of a call, or where the program begins; the
//! calling convention holds at these places. It consists of everything that control reaches from
//! there without coming to the beginning of another. An address that is computed is unknown, and
//! then [`ProgramFlow`] claims nothing about what lies behind it.

mod build;
#[cfg(test)]
mod tests;

use assembler::Program;
use diag::{SourceMap, Span};
use machine::isa::{IsaDesc, Reg, Row};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where control goes after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// To the next instruction.
    Straight,
    /// To this address, or to the next instruction.
    Branch(u32),
    /// To a function, if it is known which, and from there to the next instruction.
    Call(Option<u32>),
    /// To this address.
    Jump(u32),
    /// Back to the caller.
    Return,
    /// To an address in another register.
    Unknown,
    /// To this address, if it is known, and back by a register that is not the return address:
    /// a call that follows another convention.
    OddCall(Option<u32>),
    /// Nowhere: the program ends.
    Exit,
    /// To a debugger.
    Break,
    /// Back to what was interrupted.
    HandlerReturn,
}

/// An instruction in its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Its address.
    pub address: u32,
    /// How many bytes it has.
    pub len: u8,
    /// What it is.
    pub row: &'static Row,
    /// Its bits, as those of a 32-bit instruction.
    pub word: u32,
    /// The statement that it comes from.
    pub span: Span,
    /// Whether that is a pseudo-instruction.
    pub pseudo: bool,
    /// Where control goes from here.
    pub next: Next,
}

/// What leads to the beginning of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entered {
    /// The program begins here.
    pub start: bool,
    /// There is a global label.
    pub global: bool,
    /// It is called.
    pub called: bool,
    /// A jump or a branch goes there.
    pub jumped: bool,
    /// Its address is used as a number.
    pub taken: bool,
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct FlowFunction {
    /// Its first instruction.
    pub entry: usize,
    /// What it is called, if it has a name.
    pub name: Option<String>,
    /// Whether the program begins here, so that nobody wants his registers back.
    pub is_start: bool,
    /// Whether the code before the program calls it, which does not want them back either.
    pub is_started: bool,
    /// Whether it ever returns.
    pub returns: bool,
}

/// The instructions and functions of a program.
#[derive(Debug)]
pub(crate) struct ProgramFlow {
    /// The machine.
    pub desc: &'static IsaDesc,
    /// Whether words have their high byte first.
    pub big_endian: bool,
    /// All instructions that users wrote, by ascending address; a kernel's are not among them.
    pub steps: Vec<Step>,
    /// All functions, by ascending address.
    pub functions: Vec<FlowFunction>,
    /// Whether control goes to a computed address somewhere.
    pub has_unknown: bool,
    index: FxHashMap<u32, usize>,
    entered: FxHashMap<usize, Entered>,
    /// The instructions to which a direct jump or branch goes.
    leaders: FxHashSet<usize>,
}

/// A way from an instruction to another in the same function, or out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// On to this instruction of the same function.
    To(usize),
    /// The same by the branch that stands here.
    Taken(usize),
    /// By a jump to the beginning of another function, which returns to our caller.
    Tail(usize),
    /// Straight on to the beginning of another function.
    Into(usize),
    /// Straight on to where there is no instruction.
    PastEnd,
}

impl ProgramFlow {
    /// Finds the instructions and functions of a program.
    pub(crate) fn new(
        sources: &SourceMap,
        program: &Program,
        desc: &'static IsaDesc,
    ) -> ProgramFlow {
        build::flow(sources, program, desc)
    }

    /// The instruction at an address.
    pub(crate) fn at(&self, address: u32) -> Option<usize> {
        self.index.get(&address).copied()
    }

    /// What leads to an instruction from outside of functions.
    pub(crate) fn entered(&self, step: usize) -> Entered {
        self.entered.get(&step).copied().unwrap_or_default()
    }

    /// The function that begins at an instruction.
    pub(crate) fn function_at(&self, step: usize) -> Option<&FlowFunction> {
        let found = self.functions.binary_search_by_key(&step, |f| f.entry);
        found.ok().map(|k| &self.functions[k])
    }

    /// The instruction behind this one, if there is one.
    pub(crate) fn after(&self, step: usize) -> Option<usize> {
        let Step { address, len, .. } = self.steps[step];
        self.at(address.wrapping_add(len.into()))
    }

    /// Where control goes from an instruction of the function that begins at `entry`.
    pub(crate) fn ways(&self, entry: usize, step: usize) -> impl Iterator<Item = Way> {
        let (jump, falls) = match self.steps[step].next {
            Next::Straight => (None, true),
            Next::Branch(target) => (self.way_to(entry, target, true), true),
            Next::Jump(target) => (self.way_to(entry, target, false), false),
            Next::Call(target) => (None, target.is_none_or(|target| self.comes_back(target))),
            _ => (None, false),
        };
        let fall = falls.then(|| match self.after(step) {
            None => Way::PastEnd,
            Some(next) if next != entry && self.is_boundary(next) => Way::Into(next),
            Some(next) => Way::To(next),
        });
        jump.into_iter().chain(fall)
    }

    /// All instructions of the function that begins at `entry`, in the order of addresses.
    pub(crate) fn body(&self, entry: usize) -> Vec<usize> {
        let mut seen = vec![entry];
        let mut found = FxHashSet::from_iter([entry]);
        let mut k = 0;
        while let Some(&step) = seen.get(k) {
            k += 1;
            for way in self.ways(entry, step) {
                if let Way::To(next) | Way::Taken(next) = way
                    && found.insert(next)
                {
                    seen.push(next);
                }
            }
        }
        seen.sort_unstable();
        seen
    }

    /// The value of a register before an instruction, if instructions just before it set it.
    pub(crate) fn constant_before(&self, step: usize, reg: Reg) -> Option<u32> {
        build::constant(self, step, reg)
    }

    fn way_to(&self, entry: usize, target: u32, branch: bool) -> Option<Way> {
        let to = self.at(target)?;
        Some(match to != entry && self.is_boundary(to) {
            true => Way::Tail(to),
            false if branch => Way::Taken(to),
            false => Way::To(to),
        })
    }

    /// Whether another function begins here. A global label to which jumps go and no calls may be
    /// one inside a function; if it is not, the function behind it is what a tail call leads to,
    /// and part of the way as well.
    fn is_boundary(&self, step: usize) -> bool {
        let entered = self.entered(step);
        entered.called || entered.global && !entered.jumped
    }

    /// Whether a call of the function at this address comes back.
    fn comes_back(&self, target: u32) -> bool {
        let function = self.at(target).and_then(|step| self.function_at(step));
        function.is_none_or(|function| function.returns)
    }
}
