//! Turns the end of a run into a diagnostic: what happened, where, why, and what to do.
//!
//! A plain run keeps nothing but its last state, so what a report needs beyond that (the open
//! calls, the age of a loop) comes from repeating the run under an observer.

mod calls;
mod faults;
mod limits;
mod words;

use crate::observers::{Calls, Frame};
use crate::session::{End, Outcome, Session};
use assembler::Program;
use assembler::disasm::{self, Style};
use diag::number::{count, grouped};
use diag::{Code, Diagnostic, SourceMap, Span};
use machine::env::{CallTable, LINUX_RISCV, MemoryPlace, Remark, VENUS_CALLS};
use machine::isa::{IsaDesc, Role};

/// Codes of run-time diagnostics.
pub mod codes {
    diag::codes! {
        /// A load from memory that does not exist.
        LOAD = "R0101";
        /// A store to memory that does not exist.
        STORE = "R0102";
        /// A store to read-only memory.
        READ_ONLY = "R0103";
        /// An access between heap and stack.
        GAP = "R0104";
        /// An address that is not a multiple of the access size.
        MISALIGNED = "R0105";
        /// A word that is not an instruction.
        ILLEGAL = "R0106";
        /// The program counter left the code.
        FETCH = "R0107";
        /// A breakpoint without a debugger.
        BREAKPOINT = "R0108";
        /// A load of instructions.
        EXECUTE_ONLY = "R0109";
        /// A signed result that 32 bits cannot hold.
        OVERFLOW = "R0110";
        /// A trap instruction whose condition holds.
        CONDITIONAL = "R0111";
        /// A double in an odd register.
        ODD_FLOAT = "R0112";
        /// A division by zero.
        DIVISION = "R0113";
        /// A floating-point exception that the program has enabled.
        FLOAT = "R0114";
        /// Input was wanted and there is none.
        END_OF_INPUT = "R0201";
        /// Input was not what the call reads.
        BAD_INPUT = "R0202";
        /// The heap would run into the stack.
        HEAP_FULL = "R0203";
        /// A call was given an address that is not usable.
        BAD_ADDRESS = "R0204";
        /// A call number that does not exist.
        UNKNOWN_CALL = "R0205";
        /// A file was not opened.
        FILE_REFUSED = "R0206";
        /// The heap was to shrink.
        NEGATIVE_HEAP = "R0207";
        /// A random number below a bound that leaves none.
        RANDOM_BOUND = "R0208";
        /// Too many instructions.
        STEP_LIMIT = "R0301";
        /// Too much output.
        OUTPUT_LIMIT = "R0302";
        /// Too much memory.
        MEMORY_LIMIT = "R0303";
        /// Too much time.
        TIME_LIMIT = "R0304";
        /// The user stopped the program.
        INTERRUPTED = "R0305";
    }
}

/// The most open calls that a report shows.
const MAX_CALLS: usize = 8;

/// Makes diagnostics about runs of one program.
pub struct Reporter<'a> {
    /// The instruction set.
    pub desc: &'static IsaDesc,
    /// The program.
    pub program: &'a Program,
    /// Its sources.
    pub sources: &'a SourceMap,
}

impl Reporter<'_> {
    /// What to say about the end of a run; nothing if the program ended itself.
    pub fn end(&self, session: &mut Session, outcome: &Outcome) -> Option<Diagnostic> {
        match &outcome.end {
            End::Exit(_) | End::OutputLost | End::Waiting | End::Paused => None,
            End::Fault(fault) => Some(self.fault(session, fault)),
            End::Limit(limit) => Some(self.limit(session, *limit)),
            End::Interrupted => Some(self.interrupted(session)),
        }
    }

    /// What to say about things that did not stop the program.
    pub fn remark(&self, pc: u32, remark: Remark) -> Diagnostic {
        let Remark::UnknownCall { number, meant } = remark;
        let title = format!("unknown environment call {}", number as i32);
        let mut diagnostic = Diagnostic::warning(codes::UNKNOWN_CALL, title);
        diagnostic = self.at(diagnostic, pc, format!("a0 is {} here", number as i32));
        match meant {
            Some(a7) if LINUX_RISCV.knows(a7) => diagnostic.help(format!(
                "a7 holds {a7}, a Linux call: run the program with `--env linux`; in Venus the \
                 number belongs in a0 and the arguments in a1, a2, …"
            )),
            Some(a7) => diagnostic.help(format!(
                "a7 holds {a7}: other simulators read the number from there; in Venus it belongs \
                 in a0 (`li a0, {a7}`) and the arguments in a1, a2, …"
            )),
            None => self.with_nearest(diagnostic, &VENUS_CALLS, number).help(
                "the call number belongs in a0: 1 prints the integer in a1, 4 the string at a1, \
                 10 ends the program",
            ),
        }
    }

    /// Names the call whose number is nearest to one that does not exist.
    fn with_nearest(&self, diagnostic: Diagnostic, calls: &CallTable, number: u32) -> Diagnostic {
        match calls.nearest(number) {
            Some(near) => diagnostic.help(format!(
                "the nearest call is {}, {}: `jal explain {}` lists all",
                near.number, near.name, calls.instruction
            )),
            None => diagnostic.help(format!(
                "`jal explain {}` lists all calls",
                calls.instruction
            )),
        }
    }

    /// What to say about a file that was not opened.
    pub fn refusal(&self, why: String) -> Diagnostic {
        Diagnostic::warning(codes::FILE_REFUSED, why)
    }

    /// Puts the primary label on the statement at `pc`, or says in words where that is.
    fn at(&self, diagnostic: Diagnostic, pc: u32, text: impl Into<String>) -> Diagnostic {
        match self.program.lines.find(pc) {
            Some(line) => {
                let way = self.program.lines.trail(line).iter();
                way.fold(diagnostic.primary(line.span, text), |d, (call, cause)| {
                    d.trail(*call, cause.words())
                })
            }
            None => diagnostic.note(format!("at {}: {}", self.place(pc), text.into())),
        }
    }

    fn span(&self, pc: u32) -> Option<Span> {
        self.program.lines.find(pc).map(|line| line.span)
    }

    /// `main+8 (0x00000008)`
    fn place(&self, pc: u32) -> String {
        match self.program.image.symbol_before(pc) {
            Some(symbol) if symbol.address == pc => format!("{} (0x{pc:08x})", symbol.name),
            Some(symbol) => format!("{}+{} (0x{pc:08x})", symbol.name, pc - symbol.address),
            None => format!("0x{pc:08x}"),
        }
    }

    /// The name of the function or label at `pc`.
    fn function(&self, pc: u32) -> String {
        match self.program.image.symbol_before(pc) {
            Some(symbol) if symbol.address == pc => format!("`{}`", symbol.name),
            _ => format!("0x{pc:08x}"),
        }
    }

    /// The instruction at `pc` as text.
    fn instruction(&self, session: &Session, pc: u32) -> Option<String> {
        let bits = session.machine.word_at(pc);
        disasm::instruction(self.desc, bits, pc, &Style::JAL, |_| None).map(|text| text.text)
    }

    /// The registers that the instruction at `pc` reads, with their values.
    fn operands(&self, session: &Session, pc: u32) -> String {
        let bits = session.machine.word_at(pc);
        let Some(decoded) = self.desc.decode_any(bits) else {
            return String::new();
        };
        let mut texts: Vec<String> = Vec::new();
        for reg in self.desc.rows[decoded.row].registers(decoded.word, Role::Read) {
            let value = session.machine.registers.get(reg);
            let name = self.desc.register_name(reg);
            let text = match value as u32 as i32 {
                small @ 0..=9 => format!("{name} = {small}"),
                // The decimal form of an address helps nobody.
                number @ -999_999..=999_999 => format!("{name} = 0x{value:08x} ({number})"),
                _ => format!("{name} = 0x{value:08x}"),
            };
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts.join(", ")
    }

    /// Adds what every run-time diagnostic ends with: operand values, the calls that led here,
    /// and the step.
    fn with_context(&self, mut diagnostic: Diagnostic, session: &Session, pc: u32) -> Diagnostic {
        let from_pseudo = self.program.lines.find(pc).is_some_and(|line| line.pseudo);
        if let Some(text) = self
            .instruction(session, pc)
            .filter(|_| from_pseudo || self.span(pc).is_none())
        {
            diagnostic = diagnostic.note(format!("the instruction is `{text}`"));
        }
        let operands = self.operands(session, pc);
        if !operands.is_empty() {
            diagnostic = diagnostic.note(operands);
        }
        diagnostic = self.with_calls(diagnostic, session);
        let steps = count(session.machine.steps, "instruction");
        diagnostic.note(format!("after {steps}, at address 0x{pc:08x}"))
    }

    /// Adds the open calls, the innermost first.
    fn with_calls(&self, diagnostic: Diagnostic, session: &Session) -> Diagnostic {
        let mut calls = Calls::default();
        match session.repeat(&mut calls) {
            Some(()) => self.with_open(diagnostic, &calls),
            None => diagnostic,
        }
    }

    /// Adds these open calls.
    fn with_open(&self, mut diagnostic: Diagnostic, calls: &Calls) -> Diagnostic {
        let groups = collapse(calls.frames());
        let shown = groups.len().min(MAX_CALLS);
        for (frame, times) in &groups[..shown] {
            let function = self.function(frame.function);
            let times = match times {
                1 => String::new(),
                n => format!(", {} times", grouped(*n)),
            };
            diagnostic = match self.span(frame.call) {
                Some(span) => diagnostic.trail(span, format!("{function} was called here{times}")),
                None => {
                    let place = self.place(frame.call);
                    diagnostic.note(format!("{function} was called at {place}{times}"))
                }
            };
        }
        match groups[shown..].iter().map(|(_, times)| times).sum() {
            0 => diagnostic,
            more => diagnostic.note(format!("{} outside these", count(more, "call"))),
        }
    }

    /// Every part of memory that has a name, by ascending address.
    fn places(&self, session: &mut Session) -> Vec<(String, u32, u32)> {
        let mut places: Vec<(String, u32, u32)> = Vec::new();
        for segment in session.image().segments.iter().filter(|s| s.size > 0) {
            places.push((segment.name.clone(), segment.address, segment.end()));
        }
        for MemoryPlace { name, first, end } in session.environment.places(&mut session.machine) {
            places.push((name.to_string(), first, end));
        }
        places.sort_by_key(|place| place.1);
        places
    }

    /// Says which part of memory `address` is in, or which is nearest.
    fn whereabouts(&self, session: &mut Session, address: u32) -> String {
        let places = self.places(session);
        if let Some((name, first, end)) = places.iter().find(|p| p.1 <= address && address < p.2) {
            let last = end - 1;
            return format!("0x{address:08x} is in the {name} (0x{first:08x} to 0x{last:08x})");
        }
        let distance = |place: &(String, u32, u32)| match address < place.1 {
            true => place.1 - address,
            false => address - place.2,
        };
        let Some(place) = places.iter().min_by_key(|place| distance(place)) else {
            return "the program has no memory at all".to_string();
        };
        let (name, first, end) = place;
        let away = match distance(place) {
            0 => "right".to_string(),
            bytes => count(bytes.into(), "byte"),
        };
        let side = if address < *first {
            "before the beginning"
        } else {
            "after the end"
        };
        let extent = match first == end {
            true => format!("empty, at 0x{first:08x}"),
            false => format!("0x{first:08x} to 0x{:08x}", end - 1),
        };
        format!("0x{address:08x} is {away} {side} of the {name} ({extent})")
    }

    /// A diagnostic of this kind with its title.
    fn error(code: Code, title: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, title.into())
    }
}

/// Open calls, the innermost first; a call that a recursion repeats counts as one.
fn collapse(frames: &[Frame]) -> Vec<(Frame, u64)> {
    let mut groups: Vec<(Frame, u64)> = Vec::new();
    for frame in frames.iter().rev() {
        match groups.last_mut() {
            Some((last, times)) if last == frame => *times += 1,
            _ => groups.push((*frame, 1)),
        }
    }
    groups
}
