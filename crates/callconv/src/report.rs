//! Findings in words: what happened, where, with which values, and what to write instead.

use crate::finding::{Finding, RestoreFault, What};
use assembler::Program;
use diag::number::{count, grouped};
use diag::{Diagnostic, Severity};
use machine::isa::{Bank, IsaDesc, Reg};

/// The most open calls that a finding shows.
const MAX_CALLS: usize = 6;

/// Words findings about one program.
pub struct FindingReporter<'a> {
    /// The machine.
    pub desc: &'static IsaDesc,
    /// The program.
    pub program: &'a Program,
}

impl FindingReporter<'_> {
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
        let diagnostic = self.calls(diagnostic, finding);
        let diagnostic = self.values(diagnostic, finding).note(when(finding));
        let help = self.help(finding);
        help.into_iter().fold(diagnostic, Diagnostic::help)
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
            What::NoResult { reg, function, .. } => format!(
                "{} is read after the call of `{}`, which never writes it",
                self.name(reg),
                self.label(function)
            ),
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
            What::Reserved { reg } => {
                format!(
                    "{}, which belongs to {}, is written",
                    self.name(reg),
                    self.owner(reg)
                )
            }
            What::FellThrough { into } => {
                format!("{inside} runs into `{}`", self.label(into))
            }
            What::Switched { .. } => "the program switches to another stack: from here, the \
                                      calling convention is not checked"
                .to_string(),
        }
    }

    /// The places, the one where the mistake is first.
    fn places(&self, diagnostic: Diagnostic, finding: &Finding) -> Diagnostic {
        let pc = finding.pc;
        match finding.what {
            What::NotRestored {
                reg,
                changed,
                cause,
                ..
            } => self.places_of_restore(diagnostic, (reg, changed, cause), pc),
            What::StackPointer { .. } => self.primary(diagnostic, pc, "returns here"),
            What::ReturnAddressLost { call } => {
                let ra = self.name(self.desc.abi.ra);
                let text = format!("this call overwrites {ra}");
                let diagnostic = self.primary(diagnostic, call, &text);
                self.secondary(diagnostic, pc, "and this return uses it")
            }
            What::WrongReturn { .. } => self.primary(diagnostic, pc, "returns here"),
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
            What::NoArgument { reg, .. }
            | What::NeverWritten { reg }
            | What::CallersValue { reg } => {
                self.primary(diagnostic, pc, &format!("reads {}", self.name(reg)))
            }
            What::Reserved { reg } => {
                self.primary(diagnostic, pc, &format!("writes {}", self.name(reg)))
            }
            What::FellThrough { into } => {
                let diagnostic = self.primary(diagnostic, pc, "continues after this");
                let text = format!("`{}` begins here", self.label(into));
                self.secondary(diagnostic, into, &text)
            }
            What::BelowStack { .. }
            | What::CallersFrame { .. }
            | What::Unwritten { .. }
            | What::OutsideStack { .. }
            | What::Misaligned { .. }
            | What::Switched { .. } => self.primary(diagnostic, pc, "here"),
        }
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
            What::WrongReturn { expected, actual } => diagnostic.note(format!(
                "it goes to 0x{actual:08x}, but its caller expects it at 0x{expected:08x}"
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
            What::Misaligned { depth, .. } => diagnostic.note(format!(
                "{} of the stack are in use",
                count(depth.into(), "byte")
            )),
            What::Switched { sp } => diagnostic.note(format!(
                "{} becomes 0x{sp:08x}, which is not on the stack",
                self.name(self.desc.abi.sp)
            )),
            _ => diagnostic,
        }
    }

    fn help(&self, finding: &Finding) -> Option<String> {
        let words = Words::of(self.desc);
        let sp = self.name(self.desc.abi.sp);
        let inside = self.function(finding);
        Some(match finding.what {
            What::NotRestored { reg, cause, .. } => self.help_restore(reg, cause),
            What::StackPointer { before, after } => format!(
                "every path to the return must add as much to {sp} as the beginning of {inside} \
                 subtracted: {} here",
                match after < before {
                    true => format!("{} more", before - after),
                    false => format!("{} less", after - before),
                }
            ),
            What::ReturnAddressLost { .. } => {
                let ra = self.name(self.desc.abi.ra);
                format!(
                    "at the beginning of {inside}: {}; before the return: {}",
                    words.save(&ra),
                    words.restore(&ra)
                )
            }
            What::WrongReturn { .. } => format!(
                "{} must hold the value that it had when {inside} was called",
                self.name(self.desc.abi.ra)
            ),
            What::AfterCall { reg, .. } => format!(
                "keep the value in a saved register ({}), or store it on the stack before the \
                 call: a call may change {}, even if this one does not today",
                words.saved,
                self.name(reg)
            ),
            What::NoResult { reg, function, .. } => format!(
                "either `{}` should set {} before it returns, or the value is meant to be in \
                 another register",
                self.label(function),
                self.name(reg)
            ),
            What::NoArgument {
                reg,
                argument: true,
            } => format!(
                "set {} before the call, or do not use it in {inside}",
                self.name(reg)
            ),
            What::NoArgument { .. } => format!(
                "pass values in argument registers ({}): on entry, every other register that a \
                 call may change can hold anything",
                words.args
            ),
            What::NeverWritten { reg } => format!(
                "set {} first: another simulator, or another caller, may have a different value \
                 in it",
                self.name(reg)
            ),
            What::CallersValue { reg } => format!(
                "{} holds whatever the caller had in it; pass the value as an argument ({})",
                self.name(reg),
                words.args
            ),
            What::BelowStack { .. } => {
                format!("make room first: {}, then use 0({sp}) and up", words.room)
            }
            What::CallersFrame { .. } => format!(
                "is the frame of {inside} large enough? The bytes it subtracts from {sp} must \
                 cover everything it uses"
            ),
            What::Unwritten { .. } => {
                "store a value there before loading it; is the offset the one that you stored to?"
                    .to_string()
            }
            What::OutsideStack { new, top, .. } if new > top => {
                format!("{sp} was moved up more often, or farther, than down")
            }
            What::OutsideStack { .. } => {
                format!("{sp} is moved down very far at once: is the number right?")
            }
            What::Misaligned { alignment, .. } => {
                format!("make every frame a multiple of {alignment} bytes")
            }
            What::Reserved { .. } => {
                format!("use another register, for example {}", words.temporary)
            }
            What::FellThrough { .. } => {
                format!("end {inside} with `{}`", words.ret)
            }
            What::Switched { .. } => return None,
        })
    }

    fn help_restore(&self, reg: Reg, cause: RestoreFault) -> String {
        let (words, name) = (Words::of(self.desc), self.name(reg));
        match cause {
            RestoreFault::NeverSaved
            | RestoreFault::Luck
            | RestoreFault::WrongPlace { save: None, .. }
                if reg.bank() == Bank::Int =>
            {
                format!(
                    "save it first: {}; and restore it before the return: {}; or use a register \
                     that need not be preserved, such as {}",
                    words.save(&name),
                    words.restore(&name),
                    words.temporary
                )
            }
            RestoreFault::NeverSaved
            | RestoreFault::Luck
            | RestoreFault::WrongPlace { save: None, .. } => {
                format!("store {name} on the stack first, and load it again before the return")
            }
            RestoreFault::NotLoaded { .. } => {
                format!("load {name} again on every path to the return, from where it was saved")
            }
            RestoreFault::WrongPlace { .. } => {
                format!("load {name} from the offset at which it was saved")
            }
            RestoreFault::Width { .. } => format!("use `sw` and `lw`: {name} has four bytes"),
            RestoreFault::Overwritten { .. } => {
                format!("store at another offset, or give {name} its own place")
            }
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

/// What a program for a machine would write.
struct Words {
    sp: &'static str,
    add: &'static str,
    frame: u32,
    ret: &'static str,
    room: String,
    saved: &'static str,
    temporary: &'static str,
    args: String,
}

impl Words {
    fn of(desc: &'static IsaDesc) -> Words {
        let abi = desc.abi;
        let name = |reg: Reg| {
            let mut known = desc.registers.iter();
            known.find(|r| r.reg == reg).map_or("", |r| r.name)
        };
        let sp = name(abi.sp);
        let add = desc.idioms.move_pointer;
        let frame = abi.stack_alignment.max(8);
        let is_plain =
            |reg: &&Reg| reg.bank() == Bank::Int && !abi.args.contains(reg) && **reg != abi.sp;
        let named = |prefix: &str| {
            let all = abi.temporaries.iter().chain(abi.saved).filter(is_plain);
            let mut names = all.map(|reg| name(*reg));
            names.find(|name| name.trim_start_matches('$').starts_with(prefix))
        };
        let (first, last) = (abi.args.first(), abi.args.last());
        Words {
            sp,
            add,
            frame,
            ret: desc.idioms.ret,
            room: format!("`{add} {sp}, {sp}, -{frame}`"),
            saved: named("s").unwrap_or_default(),
            temporary: named("t").unwrap_or_default(),
            args: match (first, last) {
                (Some(first), Some(last)) => format!("{} to {}", name(*first), name(*last)),
                _ => String::new(),
            },
        }
    }

    fn save(&self, reg: &str) -> String {
        let slot = self.frame - 4;
        format!("{}, `sw {reg}, {slot}({})`", self.room, self.sp)
    }

    fn restore(&self, reg: &str) -> String {
        let (slot, add, sp, frame) = (self.frame - 4, self.add, self.sp, self.frame);
        format!("`lw {reg}, {slot}({sp})`, `{add} {sp}, {sp}, {frame}`")
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
