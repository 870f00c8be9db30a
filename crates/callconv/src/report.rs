//! Findings in words: what happened, where, with which values, and what to write instead.

mod advice;
mod patches;
mod places;

use crate::body::FunctionBody;
use crate::finding::{Finding, NoText, RestoreFault, What};
use crate::text::Text;
use assembler::Program;
use diag::number::{count, grouped};
use diag::{Diagnostic, Severity};
use machine::isa::{Bank, IsaDesc, Reg};
use std::cell::OnceCell;

const ENDED: &str = "from here, the calling convention is not checked";
/// The most open calls that a finding shows.
const MAX_CALLS: usize = 6;
/// The most moves of the stack pointer that a finding shows.
const MAX_MOVES: usize = 4;

/// Words findings about one program.
pub struct FindingReporter<'a> {
    desc: &'static IsaDesc,
    program: &'a Program,
    /// Read when the first message needs it.
    code: OnceCell<ProgramCode>,
}

/// The code of a program, and where its functions begin.
struct ProgramCode {
    text: Text,
    entries: Vec<u32>,
}

impl ProgramCode {
    /// The name of an instruction.
    fn name(&self, pc: u32) -> Option<&'static str> {
        self.text.find(pc).map(|found| found.row.name)
    }
}

impl<'a> FindingReporter<'a> {
    /// Words for findings about a program for a machine.
    pub fn new(desc: &'static IsaDesc, program: &'a Program) -> Self {
        FindingReporter {
            desc,
            program,
            code: OnceCell::new(),
        }
    }

    fn code(&self) -> &ProgramCode {
        self.code.get_or_init(|| {
            let text = Text::new(self.desc, &self.program.image);
            let entries = text.entries(self.program);
            ProgramCode { text, entries }
        })
    }

    /// The function that a finding is about.
    fn body(&self, finding: &Finding) -> FunctionBody {
        let entry = finding.calls.last().map(|open| open.function);
        self.body_at(entry.unwrap_or(self.program.image.entry))
    }

    fn body_at(&self, entry: u32) -> FunctionBody {
        let ProgramCode { text, entries } = self.code();
        FunctionBody::of(text, self.desc, entry, entries)
    }

    /// The call that may have changed an argument before it came to the function of a finding.
    fn argument_lost(&self, finding: &Finding, reg: Reg) -> Option<u32> {
        let start = self.program.image.entry;
        let callers = finding.calls.iter().rev().skip(1).map(|open| open.function);
        let callers = callers.chain([start]);
        let calls = finding.calls.iter().rev().map(|open| open.call);
        calls
            .zip(callers)
            .take(MAX_CALLS)
            .find_map(|(call, caller)| self.body_at(caller).lost_in_call(call, reg))
    }

    /// A finding as a message.
    pub fn diagnostic(&self, finding: &Finding) -> Diagnostic {
        let title = self.title(finding);
        let code = finding.what.code();
        let diagnostic = match finding.what.severity() {
            Severity::Error => Diagnostic::error(code, title),
            Severity::Warning => Diagnostic::warning(code, title),
            Severity::Note => Diagnostic::info(code, title),
        };
        let diagnostic = self.places(diagnostic, finding);
        let diagnostic = self.place_of_store(diagnostic, finding);
        let diagnostic = self.calls(diagnostic, finding);
        let diagnostic = self.values(diagnostic, finding).note(when(finding));
        let advice = self.advice(finding);
        let diagnostic = advice.into_iter().fold(diagnostic, Diagnostic::help);
        match self.patch(finding) {
            Some(patch) => diagnostic.patch(patch.span, patch.replacement),
            None => diagnostic,
        }
    }

    fn title(&self, finding: &Finding) -> String {
        let inside = self.function(finding);
        match finding.what {
            What::NotRestored { reg, cause, .. } => {
                let reg = self.name(reg);
                match cause {
                    RestoreFault::NeverSaved => {
                        format!("{inside} changes {reg} and does not restore it")
                    }
                    RestoreFault::NotLoaded { .. } => {
                        format!("{inside} returns without restoring {reg}")
                    }
                    RestoreFault::WrongPlace { .. } => {
                        format!("{inside} restores {reg} from a place where it was not saved")
                    }
                    RestoreFault::Width { bytes, save, .. } => {
                        let verb = if save { "saves" } else { "restores" };
                        format!(
                            "{inside} {verb} only {} of {reg}",
                            count(bytes.into(), "byte")
                        )
                    }
                    RestoreFault::Overwritten { .. } => {
                        format!("{inside} saves {reg}, but the saved value is overwritten")
                    }
                    RestoreFault::Luck => format!(
                        "{inside} changes {reg} and does not restore it: it has its old value \
                         only by luck"
                    ),
                }
            }
            What::StackPointer { .. } => {
                format!(
                    "{inside} returns with a different {}",
                    self.name(self.desc.abi.sp)
                )
            }
            What::ReturnAddressLost { .. } => format!(
                "{inside} does not save {} before it calls another function",
                self.name(self.desc.abi.ra)
            ),
            What::WrongReturn { .. } => format!("{inside} returns to a wrong address"),
            What::AfterCall { reg, function, .. } => {
                format!(
                    "{} is read after the call of `{}`",
                    self.name(reg),
                    self.label(function)
                )
            }
            What::NoResult {
                reg,
                function,
                given_back,
                ..
            } => {
                let (reg, function) = (self.name(reg), self.label(function));
                let does =
                    ["never writes it", "leaves the argument there"][usize::from(given_back)];
                format!("{reg} is read after the call of `{function}`, which {does}")
            }
            What::NoArgument {
                reg,
                argument: true,
            } => format!(
                "{inside} reads its argument {}, which its caller did not set",
                self.name(reg)
            ),
            What::NoArgument { reg, .. } => {
                format!("{inside} reads {} before writing it", self.name(reg))
            }
            What::ResultNotSet { reg } => {
                format!("{inside} returns without setting {}", self.name(reg))
            }
            What::NeverWritten { reg } => {
                format!("{} is read, but was never written", self.name(reg))
            }
            What::CallersValue { reg } => {
                format!("{inside} uses {} before writing it", self.name(reg))
            }
            What::BelowStack { store, .. } => {
                let verb = if store { "stores" } else { "loads" };
                format!("{inside} {verb} below the stack pointer")
            }
            What::CallersFrame { store, .. } => {
                let verb = if store { "writes into" } else { "reads from" };
                format!("{inside} {verb} the stack frame of its caller")
            }
            What::Unwritten { .. } => {
                format!("{inside} loads from stack memory that was never written")
            }
            What::OutsideStack { .. } => {
                format!("{} leaves the stack", self.name(self.desc.abi.sp))
            }
            What::Misaligned { alignment, .. } => {
                format!(
                    "{} is not aligned to {alignment} bytes at this call",
                    self.name(self.desc.abi.sp)
                )
            }
            What::Reserved { reg, .. } => {
                format!(
                    "{}, which belongs to {}, is written",
                    self.name(reg),
                    self.owner(reg)
                )
            }
            What::KernelsValue { reg } => format!(
                "a value is kept in {}, which the kernel may change at any time",
                self.name(reg)
            ),
            What::ExceptionsValue { number } => format!(
                "{inside} relies on {}, which an exception may change at any time",
                self.control(number)
            ),
            What::NotAStack { .. } => format!(
                "{inside} uses {} for something other than a stack",
                self.name(self.desc.abi.sp)
            ),
            What::AboveEntry { .. } => format!(
                "{inside} raises {} above where it was on entry",
                self.name(self.desc.abi.sp)
            ),
            What::FellThrough { into } => {
                format!("{inside} runs into `{}`", self.label(into))
            }
            What::WroteCode { address } => {
                format!("{inside} stores over the instruction at 0x{address:08x}")
            }
            What::LowAccess { address, store } => {
                let verb = if store { "stores to" } else { "loads from" };
                format!("{inside} {verb} 0x{address:08x}, which is not an address of data")
            }
            What::OddAddress {
                address,
                size,
                store,
            } => {
                let verb = if store { "stores to" } else { "loads from" };
                format!("{inside} {verb} 0x{address:08x}, which is not a multiple of {size}")
            }
            What::DividedByZero { reg } => {
                format!("{inside} divides by {}, which is 0", self.name(reg))
            }
            What::RanOff => {
                format!("{inside} runs past the last instruction of the program")
            }
            What::NewMemory { address } => {
                format!("{inside} loads from 0x{address:08x} on the heap, where nothing was stored")
            }
            What::NoString { address, .. } => {
                format!("there is no string at 0x{address:08x}, which is to be printed")
            }
            What::CallWithout { reg, call } => format!(
                "the call {call} uses {}, which the program never set",
                self.name(reg)
            ),
            What::Switched { .. } => format!("the program switches to another stack: {ENDED}"),
            What::TooDeep { calls } => {
                let calls = count(calls.into(), "function call");
                format!("{calls} are open: {ENDED}")
            }
        }
    }

    /// The values that tell.
    fn values(&self, diagnostic: Diagnostic, finding: &Finding) -> Diagnostic {
        match finding.what {
            What::NotRestored {
                reg, before, after, ..
            } if before != after => diagnostic.note(format!(
                "{} was {} on entry and is {} at the return",
                self.name(reg),
                number(reg, before),
                number(reg, after)
            )),
            What::NotRestored { reg, before, .. } => diagnostic.note(format!(
                "{} is {} on entry and at the return; another caller may have another value in it",
                self.name(reg),
                number(reg, before)
            )),
            What::StackPointer { before, after } => diagnostic.note(format!(
                "it was 0x{before:08x} on entry and is 0x{after:08x} at the return: {}",
                difference(before, after)
            )),
            What::BelowStack { address, sp, .. } => diagnostic.note(format!(
                "0x{address:08x} is {} below {} (0x{sp:08x}), where the next call may write",
                count((sp - address).into(), "byte"),
                self.name(self.desc.abi.sp)
            )),
            What::CallersFrame { address, frame, .. } if address == frame => {
                diagnostic.note(format!("the frame of the caller begins at 0x{address:08x}"))
            }
            What::CallersFrame { address, frame, .. } => diagnostic.note(format!(
                "0x{address:08x} is {} above 0x{frame:08x}, where the frame of the caller begins",
                count((address - frame).into(), "byte"),
            )),
            What::Unwritten { address } => {
                diagnostic.note(format!("nothing was stored at 0x{address:08x}"))
            }
            What::OutsideStack { old, new, top } => diagnostic.note(format!(
                "it goes from 0x{old:08x} to 0x{new:08x}, and the stack begins at 0x{top:08x} and \
                 grows down"
            )),
            What::NotAStack { sp } => diagnostic.note(format!(
                "it becomes 0x{sp:08x}; until it is set back, anything may overwrite what is below"
            )),
            What::AboveEntry { sp, entry } => diagnostic.note(format!(
                "it was 0x{sp:08x} until here, {} above 0x{entry:08x}, where it was on entry: \
                 anything may overwrite what is below it, the frame of the caller",
                count((sp - entry).into(), "byte")
            )),
            What::Misaligned { depth, .. } => diagnostic.note(format!(
                "{} of the stack are in use",
                count(depth.into(), "byte")
            )),
            What::WroteCode { .. } => {
                diagnostic.note("the next time it runs, it does something else")
            }
            What::LowAccess { address: 0, .. } => {
                diagnostic.note("0 is what a pointer holds that was never set")
            }
            What::LowAccess { .. } => diagnostic.note(
                "numbers this small are counters and sizes; instructions are there, not data",
            ),
            What::OddAddress { .. } => diagnostic.note("real machines are slow here, or stop"),
            What::DividedByZero { .. } => diagnostic
                .note("the machine does not stop: the result is a number that means nothing"),
            What::NewMemory { .. } => {
                diagnostic.note("it is 0 here; another system may have anything in new memory")
            }
            What::NoString { why, .. } => diagnostic.note(match why {
                NoText::Code => "instructions are there",
                NoText::Nothing => "the number is too small for an address",
                NoText::Empty => "nothing was ever stored there",
            }),
            What::CallWithout { reg, .. } => diagnostic.note(format!(
                "{} still holds what it held when the program began",
                self.name(reg)
            )),
            What::Switched { sp } => diagnostic.note(format!(
                "{} becomes 0x{sp:08x}, which is not on the stack",
                self.name(self.desc.abi.sp)
            )),
            _ => diagnostic,
        }
    }

    fn calls(&self, diagnostic: Diagnostic, finding: &Finding) -> Diagnostic {
        let inner = finding.calls.iter().rev().take(MAX_CALLS);
        inner.fold(diagnostic, |diagnostic, open| {
            let text = format!("`{}` was called here", self.label(open.function));
            match self.program.lines.find(open.call) {
                Some(line) => diagnostic.trail(line.span, text),
                None => diagnostic,
            }
        })
    }

    fn primary(&self, diagnostic: Diagnostic, pc: u32, text: &str) -> Diagnostic {
        match self.program.lines.find(pc) {
            Some(line) => diagnostic.primary(line.span, text),
            None => diagnostic.note(format!("at {}: {text}", self.place(pc))),
        }
    }

    fn secondary(&self, diagnostic: Diagnostic, pc: u32, text: &str) -> Diagnostic {
        match self.program.lines.find(pc) {
            Some(line) => diagnostic.secondary(line.span, text),
            None => diagnostic.note(format!("at {}: {text}", self.place(pc))),
        }
    }

    /// The function that a finding is about: its name, marked as one.
    fn function(&self, finding: &Finding) -> String {
        match finding.calls.last() {
            Some(open) => format!("`{}`", self.label(open.function)),
            None => "the main program".to_string(),
        }
    }

    fn label(&self, address: u32) -> String {
        match self.program.image.symbol_before(address) {
            Some(symbol) if symbol.address == address => symbol.name.clone(),
            _ => self.place(address),
        }
    }

    fn place(&self, pc: u32) -> String {
        match self.program.image.symbol_before(pc) {
            Some(symbol) => format!("{}+{}", symbol.name, pc - symbol.address),
            None => format!("0x{pc:08x}"),
        }
    }

    fn name(&self, reg: Reg) -> String {
        let mut known = self.desc.registers.iter();
        let found = known.find(|register| register.reg == reg);
        found.map_or_else(|| format!("register {}", reg.0), |r| r.name.to_string())
    }

    /// The name of a control register.
    fn control(&self, number: u32) -> String {
        let mut known = self.desc.control_registers.iter();
        let found = known.find(|register| register.number == number);
        found.map_or_else(
            || format!("control register {number}"),
            |r| r.name.to_string(),
        )
    }

    fn owner(&self, reg: Reg) -> &'static str {
        let abi = self.desc.abi;
        if abi.kernel.contains(&reg) {
            "the kernel"
        } else if abi.assembler == Some(reg) {
            "the assembler"
        } else {
            "the whole program"
        }
    }
}

fn when(finding: &Finding) -> String {
    match finding.count {
        1 => format!("at step {}", grouped(finding.step)),
        n => format!(
            "{} times, first at step {}",
            grouped(n),
            grouped(finding.step)
        ),
    }
}

fn difference(before: u32, after: u32) -> String {
    match after < before {
        true => format!("{} too low", count((before - after).into(), "byte")),
        false => format!("{} too high", count((after - before).into(), "byte")),
    }
}

/// A value as people read it: small numbers as numbers, others as bits.
fn number(reg: Reg, value: u64) -> String {
    if reg.bank() != Bank::Int {
        // A single in a register for doubles has ones above it.
        let single = value >> 32 == 0xffff_ffff;
        return match single {
            true => format!("0x{:08x}", value as u32),
            false => format!("0x{value:x}"),
        };
    }
    match value as u32 as i32 {
        small @ -65536..=65536 => small.to_string(),
        other => format!("0x{other:08x}"),
    }
}
