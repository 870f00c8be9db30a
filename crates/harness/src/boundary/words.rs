//! What is said about what shows at the boundary.

use super::code;
use assembler::Program;
use diag::number::{count, grouped};
use diag::{Diagnostic, Span};
use machine::isa::{Bank, IsaDesc, Reg};
use runtime::{BoundaryFault, BoundaryFinding};

/// Words what shows at the boundary in one program.
pub(crate) struct CrossingWords<'a> {
    /// The machine.
    pub desc: &'static IsaDesc,
    /// The program.
    pub program: &'a Program,
}

impl CrossingWords<'_> {
    /// A finding as a message.
    pub(crate) fn diagnostic(&self, finding: &BoundaryFinding) -> Diagnostic {
        let diagnostic = Diagnostic::error(code(&finding.what), self.title(finding));
        let diagnostic = self.places(diagnostic, finding);
        let diagnostic = match self.values(finding) {
            Some(values) => diagnostic.note(values),
            None => diagnostic,
        };
        diagnostic.note(when(finding)).help(self.help(finding))
    }

    fn title(&self, finding: &BoundaryFinding) -> String {
        let f = self.label(finding.function);
        let sp = self.name(self.desc.abi.sp);
        match finding.what {
            BoundaryFault::Register { reg, .. } => {
                format!("`{f}` returns with a different {}", self.name(reg))
            }
            BoundaryFault::StackPointer { .. } => format!("`{f}` returns with a different {sp}"),
            BoundaryFault::Frame { .. } => {
                format!("`{f}` overwrites the stack frame of its caller")
            }
            BoundaryFault::Elsewhere { .. } => format!("`{f}` does not return to its call"),
            BoundaryFault::RanOff { into } => {
                format!("`{f}` runs past its end, into `{}`", self.label(into))
            }
            BoundaryFault::Ended { .. } => format!("`{f}` ends the program instead of returning"),
            BoundaryFault::ForeignStack { callee, .. } => {
                let callee = self.label(callee);
                format!("`{f}` calls `{callee}` with {sp} outside of the stack")
            }
            BoundaryFault::Interrupted => {
                "an exception handler that was handed in interrupts the course's code".to_owned()
            }
            BoundaryFault::Prints => {
                format!(
                    "{} prints, but its task does not allow output",
                    self.guilty(finding)
                )
            }
        }
    }

    /// Who prints: a function that the course's code called, or handed-in code of its own.
    fn guilty(&self, finding: &BoundaryFinding) -> String {
        let symbol = self.program.image.symbol_before(finding.function);
        let name = symbol.map_or("the program", |symbol| symbol.name.as_str());
        format!("`{name}`")
    }

    fn places(&self, diagnostic: Diagnostic, finding: &BoundaryFinding) -> Diagnostic {
        let call = self.call_line(finding.return_to);
        let function = self.line(finding.function);
        let now = self.line(finding.pc);
        let f = self.label(finding.function);
        let second = |diagnostic: Diagnostic, span: Option<Span>, text: String| match span {
            Some(span) => diagnostic.secondary(span, text),
            None => diagnostic,
        };
        let first = |diagnostic: Diagnostic, span: Option<Span>, text: &str| match span {
            Some(span) => diagnostic.primary(span, text),
            None => diagnostic,
        };
        let called = format!("`{f}` was called here");
        match finding.what {
            BoundaryFault::Register { .. }
            | BoundaryFault::StackPointer { .. }
            | BoundaryFault::Frame { .. } => {
                let diagnostic = first(diagnostic, function, "this function");
                second(diagnostic, call, called)
            }
            BoundaryFault::Elsewhere { .. } | BoundaryFault::RanOff { .. } => {
                let diagnostic = first(diagnostic, now, "control came here instead");
                let diagnostic = second(diagnostic, call, called);
                second(diagnostic, function, format!("`{f}` begins here"))
            }
            BoundaryFault::Ended { .. } => {
                let diagnostic = first(diagnostic, now, "the program ended here");
                second(diagnostic, call, called)
            }
            BoundaryFault::ForeignStack { .. } | BoundaryFault::Interrupted => {
                let diagnostic = first(diagnostic, function, "this function");
                second(diagnostic, now, "control went here".to_owned())
            }
            BoundaryFault::Prints if finding.function == finding.return_to => {
                first(diagnostic, now, "printed here")
            }
            BoundaryFault::Prints => {
                let diagnostic = first(diagnostic, now, "printed here");
                second(diagnostic, call, called)
            }
        }
    }

    fn values(&self, finding: &BoundaryFinding) -> Option<String> {
        Some(match finding.what {
            BoundaryFault::Register { reg, before, after } => format!(
                "{} was {} at the call and is {} now",
                self.name(reg),
                number(reg, before),
                number(reg, after)
            ),
            BoundaryFault::StackPointer { before, after } => {
                let by = match after < before {
                    true => format!("{} too low", count((before - after).into(), "byte")),
                    false => format!("{} too high", count((after - before).into(), "byte")),
                };
                format!("it was 0x{before:08x} at the call and is 0x{after:08x} now: {by}")
            }
            BoundaryFault::Frame {
                address,
                offset,
                before,
                after,
            } => format!(
                "the byte at 0x{address:08x}, {offset} above {} at the call, was 0x{before:02x} and \
                 is 0x{after:02x} now",
                self.name(self.desc.abi.sp)
            ),
            BoundaryFault::Elsewhere { expected } => {
                format!(
                    "its caller waits at 0x{expected:08x}; it went to 0x{:08x}",
                    finding.pc
                )
            }
            BoundaryFault::ForeignStack { sp, .. } => {
                format!("{} is 0x{sp:08x}", self.name(self.desc.abi.sp))
            }
            _ => return None,
        })
    }

    fn help(&self, finding: &BoundaryFinding) -> String {
        let (abi, ret) = (self.desc.abi, self.desc.idioms.ret);
        let sp = self.name(abi.sp);
        match finding.what {
            BoundaryFault::Register { reg, .. } if abi.fixed.contains(&reg) => {
                format!(
                    "no function may change {}: use a temporary register",
                    self.name(reg)
                )
            }
            BoundaryFault::Register { reg, .. } => format!(
                "save {0} on the stack before you change it, and load it again before `{ret}`; the \
                 caller had a random value in {0}",
                self.name(reg)
            ),
            BoundaryFault::StackPointer { .. } => {
                format!("add to {sp} before `{ret}` exactly what you subtracted from it")
            }
            BoundaryFault::Frame { .. } => format!(
                "subtract from {sp} as many bytes as you use; if the function has arguments on the \
                 stack, the course declares them: `# jal: args N`"
            ),
            BoundaryFault::Elsewhere { .. } => {
                format!(
                    "end with `{ret}`, with the {} of the call",
                    self.name(abi.ra)
                )
            }
            BoundaryFault::RanOff { .. } => format!("end the function with `{ret}`"),
            BoundaryFault::Ended { .. } => format!(
                "end the function with `{ret}`; if it is meant to end the program, the course has to \
                 allow it: `may_exit = true`"
            ),
            BoundaryFault::ForeignStack { .. } => {
                format!("leave {sp} on the stack that your function was called with")
            }
            BoundaryFault::Interrupted => "leave the exception handler to the course".to_owned(),
            BoundaryFault::Prints => "remove the output; the tests print the result".to_owned(),
        }
    }

    fn line(&self, pc: u32) -> Option<Span> {
        self.program.lines.find(pc).map(|line| line.span)
    }

    /// The call that returns to an address.
    fn call_line(&self, return_to: u32) -> Option<Span> {
        let back = if self.program.image.delay_slots { 8 } else { 1 };
        self.line(return_to.wrapping_sub(back))
    }

    fn label(&self, address: u32) -> String {
        match self.program.image.symbol_before(address) {
            Some(symbol) if symbol.address == address => symbol.name.clone(),
            Some(symbol) => format!("{}+{}", symbol.name, address - symbol.address),
            None => format!("0x{address:08x}"),
        }
    }

    fn name(&self, reg: Reg) -> &'static str {
        self.desc.register_name(reg)
    }
}

fn when(finding: &BoundaryFinding) -> String {
    let step = grouped(finding.step);
    match finding.count {
        1 => format!("at step {step}"),
        n => format!("{} times, first at step {step}", grouped(n)),
    }
}

fn number(reg: Reg, value: u64) -> String {
    match (reg.bank(), value as u32 as i32) {
        (Bank::Int, small @ -65536..=65536) => small.to_string(),
        (Bank::Int, other) => format!("0x{other:08x}"),
        _ => format!("0x{value:x}"),
    }
}
