//! What is said when the program stops: at most five lines.

use super::registers::float_text;
use super::{Repl, Stopped, Why};
use crate::engine::{FaultCause, Where, float_number, float_value, pair};
use crate::expr::Width;
use crate::observers::{Hit, StepEffect, WatchedAccess};
use crate::place::SourceLine;
use crate::stops::{StopCause, WatchTarget};
use callconv::What;
use diag::number::{count, grouped};
use machine::isa::{Bank, Reg};
use machine::run::HandledException;
use runtime::{End, FaultKind};

/// The most changes that are shown.
const MOST_CHANGES: usize = 4;
/// The most instructions of a statement that are shown.
const MOST_INSTRUCTIONS: usize = 3;
/// The most calls of macros that are shown of nested ones.
const MOST_CALLS: usize = 2;
/// The most stops that are remembered.
const MOST_MARKS: usize = 10_000;
/// The most lines of output that are shown of one move.
const MOST_OUTPUT: usize = 200;

impl Repl<'_> {
    /// Tells of a move that has ended.
    pub(super) fn tell(&mut self, stopped: &Stopped) {
        self.chosen = None;
        self.listed = None;
        self.was_interrupted = stopped.why.contains(&Why::Interrupted);
        self.note_stop(&stopped.why);
        self.show_output();
        let lines = self.stop_lines(stopped);
        for line in lines {
            self.say(&line);
        }
        self.show_displays();
        self.run_commands(&stopped.why);
    }

    /// Remembers a step at which the program was stopped.
    fn note_stop(&mut self, why: &[Why]) {
        let step = self.engine.step();
        let by_something = why.iter().any(|why| {
            matches!(
                why,
                Why::Break(_)
                    | Why::Watch(..)
                    | Why::Catch(..)
                    | Why::Exception(..)
                    | Why::Finding(_)
            )
        });
        if let Err(place) = self.marks.binary_search(&step)
            && by_something
            && self.marks.len() < MOST_MARKS
        {
            self.marks.insert(place, step);
        }
    }

    /// Shows what the program printed since the last time, or that it was taken back.
    pub(super) fn show_output(&mut self) {
        if self.captured.is_some() {
            return;
        }
        let printed = self.engine.printed();
        let shown = std::mem::replace(&mut self.shown, printed);
        if printed < shown {
            let taken = count(shown - printed, "byte");
            self.say(&self.paint.dim(&format!("{taken} of output taken back")));
            return;
        }
        let text = String::from_utf8_lossy(self.engine.output(shown)).into_owned();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let hidden = lines.len().saturating_sub(MOST_OUTPUT);
        if hidden > 0 {
            let hidden = count(hidden as u64, "line");
            self.say(&self.paint.dim(&format!("{hidden} of output before this")));
        }
        for line in &lines[hidden..] {
            let line = diag::one_line(line.trim_end_matches('\n'));
            let label = self.paint.dim("output|");
            let text = self.paint.output(&line);
            self.say(format!("{label} {text}").trim_end());
        }
    }

    fn stop_lines(&mut self, stopped: &Stopped) -> Vec<String> {
        let place = self.engine.location();
        let mut lines = Vec::new();
        let why: Vec<String> = stopped.why.iter().map(|why| self.why(why)).collect();
        let why: Vec<String> = why.into_iter().filter(|text| !text.is_empty()).collect();
        let ended = stopped.why.iter().find_map(|why| match why {
            Why::Ended(end) => Some(end.clone()),
            _ => None,
        });
        if !why.is_empty() {
            lines.push(why.join("; "));
        }
        if let Some(End::Exit(_)) = ended {
            // A program without instructions has no past.
            if self.engine.span().last > 0 {
                let tip = self.paint.tip("`back 1`, `rc` and `reset` go back.");
                lines.push(tip);
            }
            return lines;
        }
        if self.captured.is_none() {
            lines.push(self.place_line(&place));
            lines.extend(self.source_line(&place));
        }
        let changes = self.changes(&stopped.effects);
        if !changes.is_empty() && ended.is_none() {
            lines.push(changes);
        }
        let tip = match &ended {
            Some(End::Fault(_)) => self.fault_tip(),
            _ => self.finding_tip(&stopped.why),
        };
        if let Some(tip) = tip {
            lines.push(self.paint.tip(&tip));
        } else if stopped.why.contains(&Why::Waiting) && self.captured.is_none() {
            lines.push(
                self.paint
                    .tip("`input TEXT` gives it a line, `input --end` ends its input."),
            );
        }
        // Each call of a macro has a line of its own.
        lines.truncate(5 + place.calls.len().min(MOST_CALLS));
        lines
    }

    fn why(&mut self, why: &Why) -> String {
        let paint = self.paint;
        match why {
            Why::Step => String::new(),
            Why::Arrived => paint.why("Arrived"),
            Why::Returned { function, results } => {
                let (name, results) = (self.engine.map().name(*function), self.results(results));
                paint.why(&format!("`{name}` returned {results}"))
            }
            Why::Break(id) => {
                let hits = self.engine.stops.get(*id).map_or(0, |stop| stop.hits);
                let times = match hits {
                    0 | 1 => String::new(),
                    n => format!(", hit {} times", grouped(n)),
                };
                paint.why(&format!("Breakpoint {id}{times}"))
            }
            Why::Watch(id, hit) => {
                let (name, what) = self.hit(*id, hit);
                let by = self.by(hit.pc);
                paint.why(&format!("Watchpoint {id}: {name} {what}, {by}"))
            }
            Why::Exception(id, exception) => {
                let HandledException { name, code, .. } = exception;
                let at = match exception.address {
                    Some(address) => format!(" at 0x{address:08x}"),
                    None => String::new(),
                };
                let by = self.by(exception.resume);
                paint.why(&format!("Caught {id}: {name}{at} (exception {code}), {by}"))
            }
            Why::Catch(id, moved) => paint.why(&match moved {
                Some(moved) => {
                    let (from, to) = (
                        self.engine.map().name(moved.from),
                        self.engine.map().name(moved.to),
                    );
                    format!("Caught {id}: {} from {from} to {to}", self.event(*id))
                }
                None => format!("Caught {id}: {}, before the call", self.event(*id)),
            }),
            Why::Finding(index) => {
                let Some(finding) = self.engine.finding(*index) else {
                    return String::new();
                };
                let report = self.engine.finding_report(finding);
                paint.wrong(&format!("{}: {}", report.code, report.title))
            }
            Why::Output => paint.why("The next instruction prints it"),
            Why::Ended(end) => self.ended(end),
            Why::Waiting => paint.why("The program is waiting for input"),
            Why::Interrupted => paint.why("Interrupted"),
            Why::Beginning => match self.engine.span().first {
                0 => paint.why("This is the beginning"),
                step => paint.why(&format!(
                    "This is as far back as the history goes: step {}",
                    grouped(step)
                )),
            },
        }
    }

    /// The results of a function that has just returned.
    fn results(&self, results: &[Reg]) -> String {
        let (desc, registers) = (self.engine.desc(), self.engine.registers());
        let results = results.iter().map(|reg| {
            let name = desc.register_name(*reg);
            let text = match reg.bank() {
                Bank::Float => float_text(&float_value(desc.abi, registers, *reg)),
                _ => number_text(registers.get(*reg) as u32),
            };
            format!("{name} = {text}")
        });
        results.collect::<Vec<_>>().join(", ")
    }

    fn event(&self, id: u32) -> String {
        match self.engine.stops.get(id).map(|stop| &stop.cause) {
            Some(StopCause::Catch(event)) => event.name().to_owned(),
            _ => String::new(),
        }
    }

    fn ended(&mut self, end: &End) -> String {
        let steps = count(self.engine.step(), "instruction");
        match end {
            End::Exit(code) => self.paint.why(&format!(
                "The program ended with exit code {code} after {steps}"
            )),
            _ => {
                let report = self.engine.end_report();
                let title = report.map_or_else(String::new, |r| format!("{}: {}", r.code, r.title));
                self.paint.wrong(&title)
            }
        }
    }

    /// `slide.s:12 in merge+8, step 37`
    pub(super) fn place_line(&self, place: &Where) -> String {
        let step = grouped(self.engine.step());
        let name = &place.name;
        match self.engine.map().position(place.pc) {
            Some(position) => format!("{position} in {name}, step {step}"),
            // Where there is no label, the name is the address.
            None if name.starts_with("0x") => format!("{name}, step {step}"),
            None => format!("0x{:08x} in {name}, step {step}", place.pc),
        }
    }

    /// Shows the source line of an address, after those of the calls of macros that it is in.
    pub(super) fn say_source(&mut self, pc: u32) {
        let map = self.engine.map();
        let lines = map.macro_calls(pc).into_iter().chain(map.line(pc));
        let lines: Vec<SourceLine> = lines.collect();
        for line in lines {
            self.say(&numbered(&line));
        }
    }

    /// The source line, and the instructions of it where those differ.
    fn source_line(&self, place: &Where) -> Vec<String> {
        let mut lines = Vec::new();
        let gutter = match &place.line {
            Some(line) => {
                let calls = place.calls.iter().take(MOST_CALLS);
                for line in calls.chain([line]) {
                    lines.push(numbered(line));
                }
                // Of a compiled program, the source may not be there.
                place.pseudo || line.text.trim().is_empty()
            }
            None => true,
        };
        if gutter {
            let shown = place.instructions.iter().take(MOST_INSTRUCTIONS);
            let several = place.instructions.len() > 1;
            let texts = shown.map(|(_, text, next)| match *next && several {
                true => format!("> {text}"),
                false => text.clone(),
            });
            let mut text = texts.collect::<Vec<_>>().join("; ");
            if place.instructions.len() > MOST_INSTRUCTIONS {
                text += "; …";
            }
            if !text.is_empty() {
                lines.push(self.paint.dim(&format!("     = {text}")));
            }
        }
        lines
    }

    pub(super) fn changes(&self, effects: &[StepEffect]) -> String {
        let mut texts: Vec<String> = self.effect_texts(effects);
        let hidden = texts.len().saturating_sub(MOST_CHANGES);
        texts.truncate(MOST_CHANGES);
        if hidden > 0 {
            texts.push(format!("{hidden} more"));
        }
        match texts.is_empty() {
            true => String::new(),
            false => self
                .paint
                .changed(&format!("changed: {}", texts.join(", "))),
        }
    }

    /// Each change; those of the two registers of a double are one.
    fn effect_texts(&self, effects: &[StepEffect]) -> Vec<String> {
        let desc = self.engine.desc();
        let has_pairs = desc.abi.has_float_pairs();
        let float = |wanted: Reg| {
            effects.iter().find_map(|effect| match *effect {
                StepEffect::Register { reg, old, new } if reg == wanted => Some((old, new)),
                _ => None,
            })
        };
        let mut texts = Vec::new();
        for effect in effects {
            if let StepEffect::Register { reg, .. } = *effect
                && has_pairs
                && reg.bank() == Bank::Float
                && let even = Reg(reg.0 & !1)
                && let Some((low, high)) = float(even).zip(float(Reg(even.0 + 1)))
            {
                if reg == even {
                    let name = desc.register_name(reg);
                    let (old, new) = (pair(low.0, high.0), pair(low.1, high.1));
                    texts.push(set_to(name, &old.to_string(), &new.to_string()));
                }
                continue;
            }
            texts.push(self.effect(effect));
        }
        texts
    }

    fn effect(&self, effect: &StepEffect) -> String {
        match effect {
            StepEffect::Register { reg, old, new } => {
                let name = self.engine.desc().register_name(*reg);
                let (old, new) = (
                    self.register_text(*reg, *old),
                    self.register_text(*reg, *new),
                );
                set_to(name, &old, &new)
            }
            StepEffect::Memory(access) => {
                let place = self.engine.map().name(access.address);
                let text = |value: u64| signed(value, access.size).to_string();
                format!("{place} = {} (was {})", text(access.new), text(access.old))
            }
        }
    }

    /// A register's value: an address in hexadecimal, other numbers in decimal.
    pub(super) fn register_text(&self, reg: Reg, value: u64) -> String {
        match reg.bank() {
            Bank::Float => float_number(self.engine.desc().abi, value).to_string(),
            _ => number_text(value as u32),
        }
    }

    fn hit(&self, id: u32, hit: &Hit) -> (String, String) {
        let name = self.engine.stops.get(id).map(|stop| stop.text.clone());
        let name = name.unwrap_or_default();
        (name, self.access_text(&hit.access))
    }

    /// What an access did, as the end of a sentence.
    pub(super) fn access_text(&self, access: &WatchedAccess) -> String {
        match access {
            WatchedAccess::Register { reg, old, new } => became(
                &self.register_text(*reg, *old),
                &self.register_text(*reg, *new),
            ),
            WatchedAccess::ReadRegister { .. } => "was read".to_owned(),
            WatchedAccess::Memory(access) => {
                let text = |value: u64| sized_text(value, access.size);
                match access.store {
                    true => became(&text(access.old), &text(access.new)),
                    false => format!("was read: {}", text(access.new)),
                }
            }
            WatchedAccess::Call {
                address,
                size,
                old,
                new,
            } => {
                let place = self.engine.map().name(*address);
                let (old, new) = (sized_text(*old, *size), sized_text(*new, *size));
                format!("was filled by the call: {place} = {new} (was {old})")
            }
        }
    }

    /// `by slide.s:12`
    pub(super) fn by(&self, pc: u32) -> String {
        let map = self.engine.map();
        match map.position(pc) {
            Some(position) => format!("by {position}"),
            None => format!("by {}", map.name(pc)),
        }
    }

    /// The command that goes to the cause of a fault.
    fn fault_tip(&mut self) -> Option<String> {
        let step = self.engine.step();
        if let Some(End::Fault(fault)) = self.engine.ended()
            && let FaultKind::Call(machine::env::CallFault::EndOfInput { .. }) = fault.kind
        {
            return Some("`back 1`, then `input TEXT`, gives it more.".to_owned());
        }
        let FaultCause { reg, wrote } = self.engine.fault_cause()?;
        let name = self.engine.desc().register_name(reg);
        Some(match wrote {
            Some(wrote) => {
                let by = self.by(wrote.pc);
                format!(
                    "{name} {}, {by}: `back {}` goes there.",
                    self.access_text(&wrote.access),
                    step - wrote.step
                )
            }
            None => format!("{name} was never written: `reset` goes to the beginning."),
        })
    }

    /// The command that goes to the cause of a finding: where the register that it is about was
    /// written, or else where it shows.
    fn finding_tip(&mut self, why: &[Why]) -> Option<String> {
        let index = why.iter().find_map(|why| match why {
            Why::Finding(index) => Some(*index),
            _ => None,
        })?;
        let finding = self.engine.finding(index)?.clone();
        let step = self.engine.step();
        let reg = self.finding_register(&finding.what);
        let wrote = reg.and_then(|reg| self.engine.writes(WatchTarget::Register(reg), 1).pop());
        if let (Some(reg), Some(wrote)) = (reg, wrote) {
            let name = self.engine.desc().register_name(reg);
            let text = self.access_text(&wrote.access);
            let back = step - wrote.step;
            let by = self.by(wrote.pc);
            return Some(format!(
                "{name} {text}, {by}: `back {back}` goes there. For more: `info findings`."
            ));
        }
        Some(match step.saturating_sub(finding.step) {
            0 => "This instruction shows it. For more: `info findings`.".to_owned(),
            back => format!("`back {back}` goes to where it shows. For more: `info findings`."),
        })
    }

    /// The register that a finding is about.
    fn finding_register(&self, what: &What) -> Option<Reg> {
        match *what {
            What::NotRestored { reg, .. }
            | What::AfterCall { reg, .. }
            | What::NoResult { reg, .. }
            | What::NoArgument { reg, .. }
            | What::ResultNotSet { reg }
            | What::CallersValue { reg }
            | What::Reserved { reg, .. }
            | What::KernelsValue { reg } => Some(reg),
            What::StackPointer { .. }
            | What::OutsideStack { .. }
            | What::NotAStack { .. }
            | What::AboveEntry { .. } => Some(self.engine.desc().abi.sp),
            What::ReturnAddressLost { .. } | What::WrongReturn { .. } => {
                Some(self.engine.desc().abi.ra)
            }
            _ => None,
        }
    }

    fn run_commands(&mut self, why: &[Why]) {
        for why in why {
            let Some(id) = why.stop() else {
                continue;
            };
            let commands = self.engine.stops.get(id).map(|stop| stop.commands.clone());
            for command in commands.unwrap_or_default() {
                if self.is_done() {
                    return;
                }
                if let Err(super::Complaint(text)) = self.carry_out(&command) {
                    self.say(&text);
                }
            }
        }
        for id in why.iter().filter_map(Why::stop) {
            if self.engine.stops.get(id).is_some_and(|stop| stop.temporary) {
                self.engine.stops.remove(id);
            }
        }
    }
}

/// `  12 |     addi a0, a0, 1`
fn numbered(line: &SourceLine) -> String {
    let text = format!("{:>4} | {}", line.line, line.text);
    text.trim_end().to_owned()
}

fn set_to(name: &str, old: &str, new: &str) -> String {
    match old == new {
        true => format!("{name} = {new} again"),
        false => format!("{name} = {new} (was {old})"),
    }
}

fn became(old: &str, new: &str) -> String {
    match old == new {
        true => format!("was set to {new} again"),
        false => format!("became {new} (was {old})"),
    }
}

/// A number of so many bytes as people write it: words have a sign, smaller ones have none.
pub(super) fn signed(value: u64, size: u8) -> i64 {
    match size {
        4 => i64::from(value as u32 as i32),
        _ => value as i64,
    }
}

/// What so many bytes hold, as people write it.
fn sized_text(value: u64, size: u8) -> String {
    match size {
        4 => number_text(value as u32),
        _ => value.to_string(),
    }
}

/// A word: small numbers in decimal, what looks like an address in hexadecimal.
pub(super) fn number_text(value: u32) -> String {
    match value as i32 {
        number @ -999_999..=999_999 => number.to_string(),
        _ => format!("0x{value:08x}"),
    }
}

/// The value of a width in decimal and hexadecimal.
pub fn both_texts(value: i64, width: Width) -> String {
    let digits = 2 * width.size() as usize;
    let mask = u32::MAX >> (32 - 8 * width.size());
    format!("{value} (0x{:0digits$x})", value as u32 & mask)
}
