//! The trace: the program runs to its end first, then each step is printed by a pattern.

use super::args::TraceArgs;
use super::places::{AFTER_EXIT, is_call};
use crate::folder_host::FolderHost;
use assembler::disasm::{self, Style};
use machine::observe::{Observer, Transfer, TransferKind, Wants};
use runtime::{End, Host, Session};
use std::io::{self, Write};
use std::sync::atomic::Ordering;

/// What a line shows without `-tp` and `-tf`.
pub(super) fn default_pattern() -> String {
    let registers: String = (0..32).map(|number| format!("%{number}%\\t")).collect();
    format!("%output%{registers}%line%\\t%pc%\\t%inst%\\n")
}

/// The longest trace.
const MAX_STEPS: usize = 1_000_000;

/// The machine between two steps, and one line of the trace.
#[derive(Clone)]
struct Frame {
    x: [u32; 32],
    pc: u32,
    /// The instruction: while recording the one that comes next, 0 at the end.
    inst: u32,
    /// How the step before went.
    flow: Flow,
    /// What the step before printed.
    output: Vec<u8>,
}

impl Frame {
    fn new(session: &Session, flow: Flow, output: Vec<u8>) -> Self {
        let machine = &session.machine;
        let x = std::array::from_fn(|number| machine.registers.x[number]);
        let inst = match machine.word_at(machine.pc) {
            word if word & 3 == 3 => word,
            word => word & 0xffff,
        };
        Frame {
            x,
            pc: machine.pc,
            inst,
            flow,
            output,
        }
    }

    /// The address after its instruction.
    fn after(&self) -> u32 {
        let length = if self.inst == 0 || self.inst & 3 == 3 {
            4
        } else {
            2
        };
        self.pc.wrapping_add(length)
    }
}

/// Notes how control went on after a step.
#[derive(Clone, Copy, Default)]
struct Flow {
    branched: bool,
    jumped: bool,
}

impl Observer for Flow {
    fn wants(&self) -> Wants {
        Wants::INSTRUCTIONS
    }

    fn transfer(&mut self, transfer: &Transfer) {
        match transfer.kind {
            TransferKind::Branch => self.branched = true,
            _ => self.jumped = true,
        }
    }
}

/// A finished run.
pub(super) struct TraceRecording {
    frames: Vec<Frame>,
    entry: u32,
    text_end: u32,
    /// The machine code before the run, for instructions that were fetched and not run.
    text: Vec<(u32, u32)>,
}

/// Runs the program to its end and keeps every state. What ended it otherwise than by itself is
/// the error.
pub(super) fn record(
    session: &mut Session,
    host: &mut FolderHost,
    text: Vec<(u32, u32)>,
) -> Result<TraceRecording, End> {
    host.captured = Some(Vec::new());
    let text_end = session.image().text_end();
    let entry = session.machine.pc;
    let mut frames = vec![Frame::new(session, Flow::default(), Vec::new())];
    loop {
        let steps = session.machine.steps;
        let word = session.machine.word_at(session.machine.pc);
        let mut flow = Flow::default();
        let end = session.advance(&mut flow, host, 1);
        let output = host
            .captured
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default();
        if session.machine.steps > steps {
            if end.is_some() && is_call(word) {
                session.machine.pc = AFTER_EXIT;
            }
            frames.push(Frame::new(session, flow, output));
        }
        let interrupted = session.interrupt.load(Ordering::Relaxed);
        match end {
            Some(End::Exit(_)) => break,
            Some(end) => return Err(end),
            None if interrupted => return Err(End::Interrupted),
            None if host.output_error().is_some() => return Err(End::OutputLost),
            None if frames.len() > MAX_STEPS + 1 => break,
            None => {}
        }
    }
    host.flush();
    if let Some(last) = frames.last_mut() {
        last.inst = 0;
    }
    Ok(TraceRecording {
        frames,
        entry,
        text_end,
        text,
    })
}

impl TraceRecording {
    /// Whether the run was too long to be traced.
    pub(super) fn is_cut(&self) -> bool {
        self.frames.len() > MAX_STEPS + 1
    }

    /// The lines: the state before each instruction and the last one, or the state after each;
    /// a pipeline of two stages shows the first state in any case.
    fn lines(&mut self, args: &TraceArgs) -> Vec<Frame> {
        let mut frames = std::mem::take(&mut self.frames);
        let first = frames.first().cloned();
        if !args.inst_first && frames.len() > 1 {
            for k in (1..frames.len()).rev() {
                frames[k].inst = frames[k - 1].inst;
            }
            frames.remove(0);
        }
        if args.two_stage {
            frames.splice(0..0, first);
            shift(&mut frames);
        }
        frames
    }

    /// Prints the trace.
    pub(super) fn print(mut self, args: &TraceArgs, pattern: &str) -> io::Result<()> {
        let mut frames = self.lines(args);
        let mut printer = Printer {
            pattern: Pattern::new(pattern),
            args,
            line: 0,
            out: io::BufWriter::with_capacity(1 << 16, io::stdout().lock()),
        };
        if args.two_stage {
            self.print_two_stages(&mut frames, &mut printer)?;
        } else {
            for frame in &frames {
                if printer.is_full() {
                    break;
                }
                printer.print(frame)?;
            }
        }
        if let Some(last) = frames.pop() {
            printer.fill(last)?;
        }
        printer.out.flush()
    }

    /// Prints the lines of a pipeline of two stages: after a jump or a branch that was taken, the
    /// instruction behind it has been fetched and is dropped.
    fn print_two_stages<W: Write>(
        &self,
        frames: &mut [Frame],
        printer: &mut Printer<'_, W>,
    ) -> io::Result<()> {
        let last = frames.len().saturating_sub(1);
        for k in 0..frames.len() {
            let next = (k + 1).min(last);
            let first = printer.args.inst_first;
            let flow = if first {
                frames[next].flow
            } else {
                frames[k].flow
            };
            if first {
                if flow.branched || flow.jumped {
                    printer.print(&self.dropped(frames, k))?;
                }
                if flow.jumped {
                    frames[k].x = frames[next].x;
                }
                if (flow.branched || flow.jumped) && k == last && frames[k].pc > self.text_end {
                    frames[k].pc = frames[k].pc.wrapping_add(4);
                }
            }
            printer.print(&frames[k])?;
            if !first && (flow.branched || flow.jumped) {
                if flow.jumped {
                    frames[k].x = frames[next].x;
                }
                printer.print(&self.dropped(frames, k))?;
            }
            if printer.is_full() {
                break;
            }
        }
        Ok(())
    }

    /// The line of the instruction that was fetched behind the jump at line `k` and dropped.
    fn dropped(&self, frames: &[Frame], k: usize) -> Frame {
        let mut frame = match k {
            0 | 1 => Frame {
                pc: self.entry,
                ..frames[k].clone()
            },
            _ => frames[k - 1].clone(),
        };
        frame.pc = frame.after();
        let found = self.text.binary_search_by_key(&frame.pc, |(pc, _)| *pc);
        frame.inst = found.map_or(0, |index| self.text[index].1);
        frame.x = frames[k].x;
        frame.output.clear();
        frame
    }
}

/// Gives every line but the first the address and instruction of the line after it: the one that
/// is being fetched.
fn shift(frames: &mut [Frame]) {
    let Some(last) = frames.last() else { return };
    let mut next = (last.pc.wrapping_add(4), 0);
    for frame in frames.iter_mut().skip(1).rev() {
        let own = (frame.pc, frame.inst);
        (frame.pc, frame.inst) = next;
        next = own;
    }
}

struct Printer<'a, W> {
    pattern: Pattern,
    args: &'a TraceArgs,
    line: u64,
    out: W,
}

impl<W: Write> Printer<'_, W> {
    fn is_full(&self) -> bool {
        self.args.lines > 0 && self.line >= self.args.lines.unsigned_abs()
    }

    /// Adds lines after the last one up to the wanted number.
    fn fill(&mut self, mut last: Frame) -> io::Result<()> {
        while self.args.lines > 0 && !self.is_full() {
            last.inst = 0;
            last.pc = last.pc.wrapping_add(4);
            self.print(&last)?;
        }
        Ok(())
    }

    fn print(&mut self, frame: &Frame) -> io::Result<()> {
        let radix = self.args.radix;
        for piece in &self.pattern.pieces {
            match piece {
                Piece::Text(text) => self.out.write_all(text.as_bytes())?,
                Piece::Output => self.out.write_all(&frame.output)?,
                Piece::Register(index) => {
                    let text = number(frame.x[*index].into(), 32, radix);
                    self.out.write_all(text.as_bytes())?;
                }
                Piece::Line => self
                    .out
                    .write_all(number(self.line, 16, radix).as_bytes())?,
                Piece::Inst => {
                    self.out
                        .write_all(number(frame.inst.into(), 32, radix).as_bytes())?;
                }
                Piece::Pc => {
                    let pc = if self.args.word_pc {
                        frame.pc / 4
                    } else {
                        frame.pc
                    };
                    self.out
                        .write_all(number(pc.into(), 32, radix).as_bytes())?;
                }
                Piece::Decode => self.out.write_all(decode(frame.inst).as_bytes())?,
            }
        }
        self.line += 1;
        Ok(())
    }
}

fn decode(inst: u32) -> String {
    let text = disasm::instruction(&rv32::DESC, inst, 0, &Style::VENUS, |_| None);
    text.map_or_else(|| "Invalid Instruction".to_owned(), |text| text.text)
}

/// A number with all the digits that `bits` bits can need; in binary in groups of four.
fn number(value: u64, bits: u32, radix: u32) -> String {
    let mut digits = Vec::new();
    let (mut rest, mut reach) = (value, 1u64);
    while reach < 1 << bits || rest > 0 {
        let digit = (rest % u64::from(radix)) as u32;
        if radix == 2 && digits.len() % 5 == 4 {
            digits.push(' ');
        }
        digits.push(char::from_digit(digit, radix).unwrap_or('?'));
        rest /= u64::from(radix);
        reach = reach.saturating_mul(radix.into());
    }
    digits.iter().rev().collect()
}

/// A pattern taken apart.
struct Pattern {
    pieces: Vec<Piece>,
}

#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Output,
    Register(usize),
    Line,
    Pc,
    Inst,
    Decode,
}

impl Pattern {
    fn new(pattern: &str) -> Self {
        let pattern = pattern.replace("\\t", "\t").replace("\\n", "\n");
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut rest = &*pattern;
        while let Some((before, after)) = rest.split_once('%') {
            text.push_str(before);
            let found = after
                .split_once('%')
                .and_then(|(name, more)| Some((variable(name)?, more)));
            match found {
                Some((piece, more)) => {
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                    pieces.push(piece);
                    rest = more;
                }
                None => {
                    text.push('%');
                    rest = after;
                }
            }
        }
        pieces.push(Piece::Text(text + rest));
        pieces.retain(|piece| *piece != Piece::Text(String::new()));
        Pattern { pieces }
    }
}

fn variable(name: &str) -> Option<Piece> {
    Some(match name {
        "output" => Piece::Output,
        "line" => Piece::Line,
        "pc" => Piece::Pc,
        "inst" => Piece::Inst,
        "decode" => Piece::Decode,
        _ => {
            let number = name.strip_prefix('x').unwrap_or(name);
            let index = number.parse().ok().filter(|index: &usize| *index < 32)?;
            // `%07%` and `%+7%` are no variables.
            (number == index.to_string()).then_some(Piece::Register(index))?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_all_their_digits() {
        assert_eq!(number(10, 16, 2), "0000 0000 0000 1010");
        assert_eq!(number(255, 32, 16), "000000ff");
        assert_eq!(number(u32::MAX.into(), 32, 10), "4294967295");
        assert_eq!(number(7, 32, 10), "0000000007");
        assert_eq!(number(0, 32, 36), "0000000");
        assert_eq!(number(70_000, 16, 16), "11170");
    }

    #[test]
    fn what_is_no_variable_stays() {
        let pattern = Pattern::new("100% %x7%%pc%\\t%nothing%line%");
        let text = |text: &str| Piece::Text(text.to_owned());
        let expect = [
            text("100% "),
            Piece::Register(7),
            Piece::Pc,
            text("\t%nothing"),
            Piece::Line,
        ];
        assert_eq!(pattern.pieces, expect);
    }
}
