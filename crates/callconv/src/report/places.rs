//! Where a finding shows, and where what it is about was set or lost.

use super::{FindingReporter, MAX_MOVES};
use crate::body::StackMove;
use crate::finding::{Finding, RestoreFault, What};
use diag::Diagnostic;
use diag::number::count;
use machine::isa::Reg;

impl FindingReporter<'_> {
    /// The places, the one where the mistake is first.
    pub(super) fn places(&self, diagnostic: Diagnostic, finding: &Finding) -> Diagnostic {
        let pc = finding.pc;
        match finding.what {
            What::NotRestored {
                reg,
                changed,
                cause,
                ..
            } => self.places_of_restore(diagnostic, (reg, changed, cause), pc),
            What::StackPointer { .. } => {
                let diagnostic = self.primary(diagnostic, pc, "returns here");
                let body = self.body(finding);
                let mut moves = body.moves();
                let before = body.moves_before(pc);
                // Other ways to other returns give back in other places.
                moves.retain(|one| one.by.is_none_or(|by| by < 0) || before.contains(one));
                moves.truncate(MAX_MOVES);
                moves.into_iter().fold(diagnostic, |diagnostic, one| {
                    self.stack_move(diagnostic, one)
                })
            }
            What::ReturnAddressLost { call } => {
                let ra = self.name(self.desc.abi.ra);
                let text = format!("this call overwrites {ra}");
                let diagnostic = self.primary(diagnostic, call, &text);
                self.secondary(diagnostic, pc, "and this return uses it")
            }
            What::WrongReturn { expected, actual } => {
                self.places_of_return(diagnostic, pc, expected, actual)
            }
            What::AfterCall { reg, call, .. } => {
                let text = format!("reads {}", self.name(reg));
                let diagnostic = self.primary(diagnostic, pc, &text);
                let text = format!("this call may change {}", self.name(reg));
                self.secondary(diagnostic, call, &text)
            }
            What::NoResult { reg, call, .. } => {
                let text = format!("reads {}", self.name(reg));
                let diagnostic = self.primary(diagnostic, pc, &text);
                self.secondary(diagnostic, call, "this call does not return such a result")
            }
            What::NoArgument {
                reg,
                argument: true,
            } => {
                let diagnostic = self.primary(diagnostic, pc, &format!("reads {}", self.name(reg)));
                match self.argument_lost(finding, reg) {
                    Some(call) => {
                        let text = format!("this call may change {}", self.name(reg));
                        self.secondary(diagnostic, call, &text)
                    }
                    None => diagnostic,
                }
            }
            What::NoArgument { reg, .. } | What::CallersValue { reg } => {
                self.primary(diagnostic, pc, &format!("reads {}", self.name(reg)))
            }
            What::ResultNotSet { reg } => {
                let text = format!("returns, and nothing has set {}", self.name(reg));
                self.primary(diagnostic, pc, &text)
            }
            What::NeverWritten { reg } => {
                let diagnostic = self.primary(diagnostic, pc, &format!("reads {}", self.name(reg)));
                match finding.matters.filter(|at| !self.is_same_line(*at, pc)) {
                    Some(at) => self.secondary(diagnostic, at, "this depends on it"),
                    None => {
                        let start = self.program.image.entry;
                        self.secondary(diagnostic, start, "the program starts here")
                    }
                }
            }
            What::Reserved { reg, .. } => {
                let text = format!("writes {}", self.name(reg));
                let diagnostic = self.primary(diagnostic, pc, &text);
                match self.body(finding).next_use(pc, reg) {
                    Some((at, sees)) => self.secondary(diagnostic, at, sees),
                    None => diagnostic,
                }
            }
            What::ExceptionsValue { number } => {
                let text = format!("reads {}", self.control(number));
                let diagnostic = self.primary(diagnostic, pc, &text);
                match finding.matters.filter(|at| !self.is_same_line(*at, pc)) {
                    Some(at) => self.secondary(diagnostic, at, "this depends on it"),
                    None => diagnostic,
                }
            }
            What::KernelsValue { reg } => {
                let diagnostic = self.primary(diagnostic, pc, &format!("reads {}", self.name(reg)));
                match self.body(finding).last_write(pc, reg) {
                    Some(at) => self.secondary(diagnostic, at, "written here"),
                    None => diagnostic,
                }
            }
            What::FellThrough { into } => {
                let diagnostic = self.primary(diagnostic, pc, "continues after this");
                let text = format!("`{}` begins here", self.label(into));
                self.secondary(diagnostic, into, &text)
            }
            What::WroteCode { address } => {
                let diagnostic = self.primary(diagnostic, pc, "stores here");
                match self.is_same_line(address, pc) {
                    true => diagnostic,
                    false => self.secondary(diagnostic, address, "this instruction is overwritten"),
                }
            }
            What::DividedByZero { reg } => {
                let text = format!("{} is 0 here", self.name(reg));
                let diagnostic = self.primary(diagnostic, pc, &text);
                match self.body(finding).last_write(pc, reg) {
                    Some(at) => self.secondary(diagnostic, at, "written here"),
                    None => diagnostic,
                }
            }
            What::RanOff => self.primary(diagnostic, pc, "continues after this"),
            What::NoString { reg, .. } => {
                let text = format!("uses {}", self.name(reg));
                let diagnostic = self.primary(diagnostic, pc, &text);
                match self.body(finding).last_write(pc, reg) {
                    Some(at) => self.secondary(diagnostic, at, "set here"),
                    None => diagnostic,
                }
            }
            What::CallWithout { reg, .. } => {
                self.primary(diagnostic, pc, &format!("uses {}", self.name(reg)))
            }
            What::LowAccess { .. } | What::OddAddress { .. } | What::NewMemory { .. } => {
                self.primary(diagnostic, pc, "here")
            }
            What::BelowStack { .. }
            | What::CallersFrame { .. }
            | What::Unwritten { .. }
            | What::OutsideStack { .. }
            | What::NotAStack { .. }
            | What::AboveEntry { .. }
            | What::Misaligned { .. }
            | What::Switched { .. }
            | What::TooDeep { .. } => {
                let diagnostic = self.primary(diagnostic, pc, "here");
                let mut moves = self.body(finding).moves();
                moves.retain(|one| !self.is_same_line(one.pc, pc));
                // The last one before it, or else the first one, which comes too late.
                let before = moves.iter().rev().find(|one| one.pc < pc);
                let other = before.or_else(|| moves.iter().find(|one| one.pc > pc));
                match other {
                    Some(one) => self.stack_move(diagnostic, *one),
                    None => diagnostic,
                }
            }
        }
    }

    fn is_same_line(&self, one: u32, other: u32) -> bool {
        let line = |pc| self.program.lines.find(pc).map(|line| line.span);
        one == other || line(one).is_some_and(|span| line(other) == Some(span))
    }

    /// A store that is written where a load was meant.
    pub(super) fn place_of_store(&self, diagnostic: Diagnostic, finding: &Finding) -> Diagnostic {
        let reg = match finding.what {
            // That message points there already.
            What::NotRestored {
                cause: RestoreFault::Overwritten { .. },
                ..
            } => return diagnostic,
            What::NotRestored { reg, .. } => reg,
            What::ReturnAddressLost { .. } | What::WrongReturn { .. } => self.desc.abi.ra,
            _ => return diagnostic,
        };
        match self.body(finding).store_for_load(finding.pc, reg) {
            Some((at, _)) => {
                let text = format!("stores {} instead of loading it", self.name(reg));
                self.secondary(diagnostic, at, &text)
            }
            None => diagnostic,
        }
    }

    /// Where the stack pointer moves, and by how much.
    fn stack_move(&self, diagnostic: Diagnostic, one: StackMove) -> Diagnostic {
        // Without source, nobody knows where functions end.
        if self.program.lines.find(one.pc).is_none() {
            return diagnostic;
        }
        let bytes = |by: i32| count(by.unsigned_abs().into(), "byte");
        let text = match one.by {
            Some(by @ ..0) => format!("takes {}", bytes(by)),
            Some(by) => format!("gives {} back", bytes(by)),
            None => format!("moves {}", self.name(self.desc.abi.sp)),
        };
        self.secondary(diagnostic, one.pc, &text)
    }

    /// Where a return goes, where it should go, and which call left that address.
    fn places_of_return(
        &self,
        diagnostic: Diagnostic,
        pc: u32,
        expected: u32,
        actual: u32,
    ) -> Diagnostic {
        let ra = self.name(self.desc.abi.ra);
        let diagnostic = self.primary(diagnostic, pc, "returns here");
        let diagnostic = match self.code().text.call_before(actual) {
            Some(call) => {
                let text = format!("{ra} still is the return address of this call");
                self.secondary(diagnostic, call, &text)
            }
            None if self.program.lines.find(actual).is_some() => {
                self.secondary(diagnostic, actual, "goes to here")
            }
            None => diagnostic.note(format!(
                "it goes to 0x{actual:08x}, where the program has no code"
            )),
        };
        self.secondary(diagnostic, expected, "its caller waits here")
    }

    fn places_of_restore(
        &self,
        diagnostic: Diagnostic,
        (reg, changed, cause): (Reg, u32, RestoreFault),
        pc: u32,
    ) -> Diagnostic {
        let name = self.name(reg);
        let changes = format!("changes {name}");
        match cause {
            RestoreFault::NeverSaved | RestoreFault::Luck => {
                let diagnostic = self.primary(diagnostic, changed, &changes);
                self.secondary(diagnostic, pc, "returns without restoring it")
            }
            RestoreFault::NotLoaded { save } => {
                let text = format!("returns without loading {name}");
                let diagnostic = self.primary(diagnostic, pc, &text);
                let diagnostic = self.secondary(diagnostic, save, "saved here");
                self.secondary(diagnostic, changed, "changed here")
            }
            RestoreFault::WrongPlace { load, save, found } => {
                let text = match found {
                    Some(other) => format!("loads what was saved from {}", self.name(other)),
                    None => "loads from here".to_string(),
                };
                let diagnostic = self.primary(diagnostic, load, &text);
                match save {
                    Some(save) => {
                        self.secondary(diagnostic, save, &format!("{name} is saved here"))
                    }
                    None => self.secondary(diagnostic, changed, &changes),
                }
            }
            RestoreFault::Width { at, save, .. } => {
                let text = if save {
                    "saves too little"
                } else {
                    "loads too little"
                };
                let diagnostic = self.primary(diagnostic, at, text);
                self.secondary(diagnostic, changed, &changes)
            }
            RestoreFault::Overwritten { by, save } => {
                let diagnostic = self.primary(diagnostic, by, "overwrites the saved value");
                self.secondary(diagnostic, save, &format!("{name} is saved here"))
            }
        }
    }
}
