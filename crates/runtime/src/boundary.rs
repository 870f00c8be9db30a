//! The boundary between the code of a course and the code that was handed in.
//!
//! The machine stops wherever control goes from one to the other ([`Stop::Crossing`]), in whatever
//! way. At a call from the course's code, all that the function has to keep is recorded, after saved
//! registers got values that nobody can guess; what it may not rely on gets such values, too. When
//! control comes back, all of it is compared *by value*, and the course's own values are put back.
//! Nothing here depends on what anybody knows about the code that ran in between.
//!
//! Handed-in code may call code of the course, and that may call handed-in code again: open calls of
//! both directions are on one stack. A function that was handed in leaves that stack only by coming
//! back to its call, or by a jump to a function of the course that will return there (a tail call).
//!
//! [`Stop::Crossing`]: machine::run::Stop::Crossing

mod finding;
mod kept;
#[cfg(test)]
mod tests;

pub use finding::{BoundaryFault, BoundaryFinding};
pub(crate) use kept::{KeptRegisters, single};

use finding::BoundaryFindings;
use kept::KeptStack;
use machine::code::{CodeSide, CodeSides};
use machine::isa::RegisterSet;
use machine::observe::Observer;
use machine::random::SplitMix64;
use machine::run::Machine;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// Which handed-in functions may end the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MayEnd {
    /// None.
    #[default]
    None,
    /// Those that begin at these addresses.
    These(Vec<u32>),
    /// All.
    All,
}

/// What is known about a program whose code is watched at its boundary.
#[derive(Clone, Debug, Default)]
pub struct BoundaryRules {
    /// Which code was handed in: the inner side.
    pub sides: Arc<CodeSides>,
    /// Whether what functions must keep is compared. Where control goes is watched in any case.
    pub values: bool,
    /// Registers that the program uses in its own way.
    pub shared: RegisterSet,
    /// The functions of the course, by address: what handed-in code may jump to in the end.
    pub functions: Vec<u32>,
    /// Words of arguments of functions that take more than registers hold.
    pub args: FxHashMap<u32, u32>,
    /// Where handed-in data is: what that points to was not passed.
    pub data: Vec<Range<u32>>,
    /// Who may end the program.
    pub may_end: MayEnd,
    /// Code that must not print.
    pub silent: CodeSides,
    /// What values that nobody can rely on are made of.
    pub seed: u64,
}

/// A call that has not come back.
#[derive(Clone, Copy, Debug)]
enum Open {
    /// Of handed-in code, by code of the course.
    In {
        function: u32,
        return_to: u32,
        sp: u32,
    },
    /// Of handed-in code that left the rest to a function of the course, which returns for it.
    Tail { function: u32, return_to: u32 },
    /// Of code of the course, by handed-in code.
    Out { return_to: u32 },
    /// An exception handler that runs on the other side.
    Handler,
}

impl Open {
    /// The function that the course's code has called, and where that returns to.
    fn of_course(&self) -> Option<(u32, u32)> {
        match *self {
            Open::In {
                function,
                return_to,
                ..
            }
            | Open::Tail {
                function,
                return_to,
            } => Some((function, return_to)),
            Open::Out { .. } | Open::Handler => None,
        }
    }
}

/// Watches the boundary in one run.
#[derive(Clone)]
pub(crate) struct Boundary {
    rules: Arc<BoundaryRules>,
    random: SplitMix64,
    /// Where the stack began.
    top: u32,
    open: Vec<Open>,
    /// Where calls return to whose functions ever left the rest to the course: the machine stops
    /// there, because nothing crosses the boundary then. Ascending.
    awaited: Vec<u32>,
    /// What the functions of open calls have to keep.
    kept: KeptStack,
    findings: BoundaryFindings,
    crossed: u64,
}

impl Boundary {
    /// Watches a program that stands before its first instruction.
    pub(crate) fn new(rules: &Arc<BoundaryRules>, machine: &mut Machine) -> Self {
        machine.set_sides(Some(Arc::clone(&rules.sides)));
        let abi = machine.desc().abi;
        Boundary {
            random: SplitMix64::new(rules.seed),
            top: machine.registers.get(abi.sp) as u32,
            open: Vec::new(),
            awaited: Vec::new(),
            kept: KeptStack::new(abi, rules.shared, &rules.data, machine.is_big_endian()),
            findings: BoundaryFindings::default(),
            crossed: 0,
            rules: Arc::clone(rules),
        }
    }

    /// The same program begins once more, with other values that nobody can rely on.
    pub(crate) fn begin_again(&mut self, seed: u64) {
        self.random = SplitMix64::new(seed);
        self.open.clear();
        self.kept.clear();
        self.findings = BoundaryFindings::default();
    }

    /// Goes back to what was known at an earlier moment of the run.
    pub(crate) fn go_back(&mut self, kept: &Boundary) {
        self.random = kept.random;
        self.open.clone_from(&kept.open);
        self.kept.go_back(&kept.kept);
        self.findings.clone_from(&kept.findings);
        // The machine stops there in any case.
    }

    /// Where the machine has to stop for it, ascending.
    pub(crate) fn awaited(&self) -> &[u32] {
        &self.awaited
    }

    /// What was found.
    pub(crate) fn findings(&self) -> &[BoundaryFinding] {
        self.findings.all()
    }

    pub(crate) fn rules(&self) -> &Arc<BoundaryRules> {
        &self.rules
    }

    /// How often control has come to the other side.
    pub(crate) fn crossed(&self) -> u64 {
        self.crossed
    }

    /// Control has come to the other side.
    pub(crate) fn cross(&mut self, machine: &mut Machine, observer: &mut dyn Observer) {
        self.crossed += 1;
        match machine.side() {
            CodeSide::Inner => self.enter(machine, observer),
            CodeSide::Outer => self.leave(machine),
        }
    }

    /// Control has come to handed-in code.
    fn enter(&mut self, machine: &mut Machine, observer: &mut dyn Observer) {
        let (pc, abi) = (machine.pc, machine.desc().abi);
        let ra = machine.registers.get(abi.ra) as u32;
        match self.open.last() {
            Some(Open::Handler) => {
                self.open.pop();
                return;
            }
            // It returns, or leaves that to another function that was handed in.
            Some(Open::Out { return_to }) if [pc, ra].contains(return_to) => {
                self.open.pop();
                return;
            }
            _ => {}
        }
        if machine.exception_vector == Some(pc) {
            let what = BoundaryFault::Interrupted;
            self.find(machine, what, pc, pc);
            self.open.push(Open::Handler);
            return;
        }
        // A jump that nobody expects to come back from is no call.
        if machine.side_of(ra) != Some(CodeSide::Outer) || machine.ran_across() {
            return;
        }
        let sp = machine.registers.get(abi.sp) as u32;
        self.open.push(Open::In {
            function: pc,
            return_to: ra,
            sp,
        });
        if self.rules.values {
            let args = self.rules.args.get(&pc).copied().unwrap_or(0);
            self.kept.record(machine, args, self.top);
            self.kept.scramble(machine, observer, &mut self.random);
        }
    }

    /// Control has come to code of the course.
    fn leave(&mut self, machine: &mut Machine) {
        let (pc, abi) = (machine.pc, machine.desc().abi);
        let ra = machine.registers.get(abi.ra) as u32;
        let calls = machine.side_of(ra) == Some(CodeSide::Inner) && !machine.ran_across();
        let last = self.open.last().copied();
        if let Some(Open::Handler) = last {
            self.open.pop();
            return;
        }
        let Some(Open::In {
            function,
            return_to,
            sp: entry_sp,
        }) = last
        else {
            // The program itself was handed in.
            if calls {
                self.open.push(Open::Out { return_to: ra });
            }
            return;
        };
        if pc == return_to && !machine.ran_across() {
            return self.close(machine, self.open.len() - 1, true);
        }
        if machine.exception_vector == Some(pc) {
            self.open.push(Open::Handler);
        } else if calls {
            let sp = machine.registers.get(abi.sp) as u32;
            let room = machine.memory.heap_end..=entry_sp;
            if self.rules.values && !room.contains(&sp) {
                let what = BoundaryFault::ForeignStack { sp, callee: pc };
                self.find(machine, what, function, return_to);
            }
            self.open.push(Open::Out { return_to: ra });
        } else if ra == return_to && self.is_function(pc) && !machine.ran_across() {
            self.close(machine, self.open.len() - 1, true);
            self.await_return(function, return_to);
        } else {
            let what = match machine.ran_across() {
                true => BoundaryFault::RanOff { into: pc },
                false => BoundaryFault::Elsewhere {
                    expected: return_to,
                },
            };
            self.find(machine, what, function, return_to);
            let outer = self
                .open
                .iter()
                .rposition(|open| matches!(open, Open::In { return_to, .. } if *return_to == pc));
            self.close(machine, outer.unwrap_or(self.open.len() - 1), false);
        }
    }

    /// A function of the course returns in the place of the one that it was jumped to from.
    fn await_return(&mut self, function: u32, return_to: u32) {
        self.open.push(Open::Tail {
            function,
            return_to,
        });
        if let Err(place) = self.awaited.binary_search(&return_to) {
            self.awaited.insert(place, return_to);
        }
    }

    /// The machine has stopped before an instruction: whether the boundary alone asked for it.
    pub(crate) fn has_stopped(&mut self, machine: &Machine) -> bool {
        let pc = machine.pc;
        if !machine.is_at_stop() || self.awaited.binary_search(&pc).is_err() {
            return false;
        }
        if let Some(Open::Tail { return_to, .. }) = self.open.last()
            && *return_to == pc
        {
            self.open.pop();
        }
        true
    }

    fn is_function(&self, pc: u32) -> bool {
        self.rules.functions.binary_search(&pc).is_ok()
    }

    /// The call with this index has ended, and all calls in it. Where control did not come back to the
    /// call, what registers hold says nothing more.
    fn close(&mut self, machine: &mut Machine, index: usize, has_returned: bool) {
        let Some(Open::In {
            function,
            return_to,
            ..
        }) = self.open.get(index).copied()
        else {
            return;
        };
        let calls = self.open[..index].iter();
        let depth = calls.filter(|open| matches!(open, Open::In { .. })).count();
        self.open.truncate(index);
        if !self.rules.values {
            return;
        }
        if has_returned {
            for what in self.kept.compare(depth, machine) {
                self.find(machine, what, function, return_to);
            }
        }
        self.kept.put_back(depth, machine);
    }

    fn find(&mut self, machine: &Machine, what: BoundaryFault, function: u32, return_to: u32) {
        self.findings.add(BoundaryFinding {
            what,
            function,
            return_to,
            pc: machine.pc,
            step: machine.steps,
            count: 1,
        });
    }

    /// The outermost function that was handed in and has not come back.
    fn running(&self) -> Option<(u32, u32)> {
        self.open.iter().find_map(Open::of_course)
    }

    /// The program has ended itself. `pc` is what did it.
    pub(crate) fn ended(&mut self, machine: &Machine, pc: u32, by_call: bool) {
        let Some((function, return_to)) = self.running() else {
            return;
        };
        let may_end = match &self.rules.may_end {
            MayEnd::None => false,
            MayEnd::All => true,
            MayEnd::These(functions) => functions.contains(&function),
        };
        if !may_end {
            let what = BoundaryFault::Ended { by_call };
            self.findings.add(BoundaryFinding {
                what,
                function,
                return_to,
                pc,
                step: machine.steps,
                count: 1,
            });
        }
    }

    /// The program prints.
    pub(crate) fn prints(&mut self, machine: &Machine) {
        let silent = |at: u32| self.rules.silent.of(at) == CodeSide::Inner;
        let calls = self.open.iter().filter_map(Open::of_course);
        let itself = silent(machine.pc).then_some((machine.pc, machine.pc));
        let guilty = calls.rev().find(|(function, _)| silent(*function));
        if let Some((function, return_to)) = guilty.or(itself) {
            self.find(machine, BoundaryFault::Prints, function, return_to);
        }
    }
}
