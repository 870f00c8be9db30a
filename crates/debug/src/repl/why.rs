//! Why a place holds what it holds, in a few lines.

use super::stop::number_text;
use super::{Done, Repl, complain};
use crate::engine::{Hop, HopCause, Interrupted, Lineage};
use crate::stops::WatchTarget;
use diag::number::{count, grouped};
use machine::isa::Reg;

/// How many hops are looked for: moves are not shown, and so some more than lines.
const MOST_HOPS: usize = 48;
/// The most lines.
const MOST_LINES: usize = 8;

impl Repl<'_> {
    pub(super) fn show_why(&mut self, rest: &str) -> Done {
        if let Some(place) = rest.trim().strip_prefix("not ") {
            return self.show_why_not(place.trim());
        }
        let what = self.watched(rest)?;
        self.say_lineage(what)
    }

    /// Why the next instruction prints what it prints, if it is about to print byte `index`.
    pub(super) fn show_why_printed(&mut self, index: u64) -> Done {
        match self.engine.about_to_print(index) {
            Some(what) => self.say_lineage(what),
            None => Ok(()),
        }
    }

    fn say_lineage(&mut self, what: WatchTarget) -> Done {
        let lineage = match self.engine.why(what, MOST_HOPS) {
            Ok(lineage) => lineage,
            Err(Interrupted) => return complain("The search was interrupted."),
        };
        let mut lines = Vec::new();
        self.why_lines(&lineage, 0, 0, &mut Vec::new(), &mut lines);
        let hidden = lines.len() > MOST_LINES;
        lines.truncate(if hidden { MOST_LINES - 1 } else { MOST_LINES });
        for line in &lines {
            self.say(line);
        }
        if hidden {
            let dim = self.paint.dim("… and so on");
            self.say(&dim);
        }
        Ok(())
    }

    /// Why a place was not reached.
    fn show_why_not(&mut self, place: &str) -> Done {
        let Some(&target) = self.place(place)?.first() else {
            return complain("There is no such place.");
        };
        let Ok(found) = self.engine.why_not(target) else {
            return complain("The search was interrupted.");
        };
        let here = self.engine.step();
        let place = match place.parse::<u32>() {
            Ok(line) => format!("Line {line}"),
            Err(_) => format!("`{place}`"),
        };
        if let Some(step) = found.reached {
            let (at, back) = (grouped(step), here - step);
            self.say(&format!(
                "{place} was reached, last at step {at}: `back {back}` goes there."
            ));
        }
        let Some(decided) = found.decided else {
            match (found.reached, found.has_branches) {
                (Some(_), _) => {}
                (None, true) => self.say(&format!(
                    "{place} was not reached: no branch that leads away from it has run, so the program did not get \
                     near it."
                )),
                (None, false) => self.say(&format!(
                    "{place} was not reached, and no branch decides about it: nothing that runs leads there."
                )),
            }
            return Ok(());
        };
        let desc = self.engine.desc();
        let compared = decided.compared.iter().map(|(reg, value)| {
            let name = desc.register_name(*reg);
            match reg.0 {
                0 => "0".to_owned(),
                _ => format!("{name} = {}", self.register_text(*reg, *value)),
            }
        });
        let compared = compared.collect::<Vec<_>>().join(" with ");
        let back = here - decided.step;
        let map = self.engine.map();
        let branch = map.position(decided.pc);
        let branch = branch.unwrap_or_else(|| map.name(decided.pc));
        let since = if found.reached.is_some() {
            " again"
        } else {
            ""
        };
        let (step, ago) = (grouped(decided.step), count(back, "instruction"));
        self.say(&format!(
            "{place} was not reached{since}: the branch at {branch} led away from it at step {step}, \
             {ago} ago. It compared {compared}."
        ));
        self.say_source(decided.pc);
        let tip = self.paint.tip(&format!("`back {back}` goes there."));
        self.say(&tip);
        Ok(())
    }

    /// The lines about a hop and, deeper, about what it depended on, each hop once. Of a value that was
    /// moved, the line is about where it was made.
    fn why_lines(
        &self,
        lineage: &Lineage,
        index: usize,
        depth: usize,
        shown: &mut Vec<usize>,
        lines: &mut Vec<String>,
    ) {
        let origin = lineage.origin(index);
        let (Some(asked), Some(made)) = (lineage.hops.get(index), lineage.hops.get(origin)) else {
            return;
        };
        if shown.contains(&origin) || lines.len() > MOST_LINES {
            return;
        }
        shown.push(origin);
        let what = match depth {
            0 => self.place_value(asked.place, asked.value),
            _ => self.place_value(made.place, made.value),
        };
        let how = self.how(made);
        lines.push(format!("{}{what}, {how}", "  ".repeat(depth)));
        for input in lineage.followed(origin) {
            self.why_lines(lineage, input, depth + 1, shown, lines);
        }
    }

    /// How a place came to hold its value, as the end of a sentence.
    fn how(&self, hop: &Hop) -> String {
        match hop.cause {
            HopCause::Computed { step, pc, .. } => {
                let inputs = hop.inputs.iter().filter(|input| !input.is_address);
                let inputs = inputs.map(|input| self.place_value(input.place, input.value));
                let inputs: Vec<String> = inputs.collect();
                let from = match inputs.is_empty() {
                    true => "a constant".to_owned(),
                    false => format!("from {}", inputs.join(", ")),
                };
                format!("{from}: {}", self.at(step, pc))
            }
            HopCause::Given { step, pc } => format!("from the environment: {}", self.at(step, pc)),
            HopCause::Changed { step } => format!("changed by hand at step {}", grouped(step)),
            HopCause::Parts => format!("written in {} parts", hop.inputs.len()),
            HopCause::Initial => match hop.place {
                WatchTarget::Memory { first, .. } => match self.engine.map().line(first) {
                    Some(line) => {
                        let text = line.text.trim();
                        format!("from the start: {}:{} | {text}", line.name, line.line)
                    }
                    None => "from the start".to_owned(),
                },
                WatchTarget::Register(Reg(0)) => "always".to_owned(),
                WatchTarget::Register(_) => "from the start".to_owned(),
            },
            HopCause::Open => "from further back".to_owned(),
        }
    }

    /// Where an instruction is, and its line.
    fn at(&self, step: u64, pc: u32) -> String {
        let step = grouped(step);
        let map = self.engine.map();
        match map.line(pc) {
            Some(line) => {
                let text = line.text.trim();
                let position = map.position(pc).unwrap_or_default();
                format!("step {step}, {position} | {text}")
            }
            None => format!("step {step}, {}", map.name(pc)),
        }
    }

    /// `a0 = 30`, `row+6 = 16`.
    fn place_value(&self, place: WatchTarget, value: u64) -> String {
        match place {
            WatchTarget::Register(reg) => {
                let name = self.engine.desc().register_name(reg);
                format!("{name} = {}", self.register_text(reg, value))
            }
            WatchTarget::Memory { first, last } => {
                let name = self.engine.map().name(first);
                match last - first {
                    0..=2 => format!("{name} = {value}"),
                    3 => format!("{name} = {}", number_text(value as u32)),
                    more => format!("{name} ({} bytes)", u64::from(more) + 1),
                }
            }
        }
    }
}
