//! Source, instructions, labels, and how often they ran.

use super::{Complaint, Done, Repl, complain};
use crate::stops::StopCause;
use diag::FileId;
use diag::number::grouped;
use machine::image::Symbol;
use std::time::Duration;

/// Lines before and after the one that is asked for.
const AROUND: u32 = 5;
/// How many instructions are shown.
const INSTRUCTIONS: u64 = 12;
/// The most labels that are listed.
const MOST_SYMBOLS: usize = 200;

impl Repl<'_> {
    pub(super) fn list(&mut self, rest: &str) -> Done {
        let (file, first) = match (rest.trim(), self.listed) {
            ("", Some((file, next))) => (file, next),
            (place, _) => {
                let pc = match place {
                    "" => self.chosen_pc(),
                    place => self.first_place(place)?,
                };
                let Some(line) = self.engine.map().line(pc) else {
                    return complain("There is no source here: `disas` shows the instructions.");
                };
                (line.file, line.line.saturating_sub(AROUND).max(1))
            }
        };
        let end = first + 2 * AROUND;
        let lines = self.source_lines(file, first, end);
        if lines.is_empty() {
            return complain("The file ends here.");
        }
        for line in lines {
            self.say(&line);
        }
        self.listed = Some((file, end + 1));
        Ok(())
    }

    fn first_place(&self, text: &str) -> Result<u32, Complaint> {
        let addresses = self.place(text)?;
        match addresses.first() {
            Some(address) => Ok(*address),
            None => complain("There is no such place."),
        }
    }

    /// Lines with marks: `>` is where the program is, `*` has a breakpoint.
    fn source_lines(&self, file: FileId, first: u32, last: u32) -> Vec<String> {
        let map = self.engine.map();
        let here = map.macro_calls(self.engine.pc()).into_iter();
        let here = here.chain(map.line(self.engine.pc()));
        let here: Vec<u32> = here
            .filter(|line| line.file == file)
            .map(|line| line.line)
            .collect();
        let breaks = self.break_lines(file);
        let mut lines = Vec::new();
        for number in first..=last {
            if map.sources.line_span(file, number).is_none() {
                break;
            }
            let mark = match here.contains(&number) {
                true => '>',
                false => ' ',
            };
            let point = if breaks.contains(&number) { '*' } else { ' ' };
            let text = diag::one_line(map.sources.line_text(file, number));
            let line = format!("{point}{mark}{number:>4} | {}", text.trim_end());
            let line = line.trim_end();
            lines.push(match mark {
                '>' => self.paint.why(line),
                _ => line.to_owned(),
            });
        }
        lines
    }

    fn break_lines(&self, file: FileId) -> Vec<u32> {
        let map = self.engine.map();
        let addresses = self.engine.stops.iter().flat_map(|stop| match &stop.cause {
            StopCause::Break { addresses } => addresses.as_slice(),
            _ => &[],
        });
        let lines = addresses.filter_map(|address| map.line(*address));
        lines
            .filter(|line| line.file == file)
            .map(|line| line.line)
            .collect()
    }

    pub(super) fn disassemble(&mut self, rest: &str) -> Done {
        let rest = rest.trim();
        // The last word is a count if another one precedes it.
        let (place, most) = match rest.rsplit_once(' ') {
            Some((place, count)) => (place.trim(), self.whole(count)?),
            None => (rest, INSTRUCTIONS),
        };
        let from = match place {
            "" => self.chosen_pc(),
            place => self.first_place(place)?,
        };
        let found = self.engine.instructions(from, most.min(4096) as usize);
        if found.is_empty() {
            return complain(format!("There is no instruction at 0x{from:08x}."));
        }
        let mut known = None;
        for (at, text) in found {
            let map = self.engine.map();
            let mark = if at == self.engine.pc() { '>' } else { ' ' };
            let statement = map.statement(at).map(|line| line.address);
            let line = map.line(at).filter(|_| statement != known);
            let source = line.map_or(String::new(), |line| {
                format!("  {:>4} | {}", line.line, line.text.trim())
            });
            known = statement;
            let label = self.address_label(at);
            let line = format!("{mark} {label:<28} {text:<32}{source}");
            self.say(line.trim_end());
        }
        Ok(())
    }

    pub(super) fn symbols(&mut self, rest: &str) -> Done {
        let wanted = rest.trim().to_lowercase();
        let image = &self.engine.map().program.image;
        let matches = |symbol: &&Symbol| symbol.name.to_lowercase().contains(&wanted);
        let found: Vec<String> = image
            .symbols
            .iter()
            .filter(matches)
            .map(|symbol| {
                let segment = image.segment_at(symbol.address);
                let place = match (symbol.absolute, segment) {
                    (true, _) => "a number",
                    (false, Some(segment)) => &segment.name,
                    (false, None) => "",
                };
                let name = diag::one_line(&symbol.name);
                format!("0x{:08x}  {name:<24} {place}", symbol.address)
            })
            .collect();
        if found.is_empty() {
            return complain("There is no such label.");
        }
        for line in found.iter().take(MOST_SYMBOLS) {
            self.say(line.trim_end());
        }
        if found.len() > MOST_SYMBOLS {
            self.say(&format!("and {} more", found.len() - MOST_SYMBOLS));
        }
        Ok(())
    }

    pub(super) fn coverage(&mut self, rest: &str) -> Done {
        let pc = match rest.trim() {
            "" => self.chosen_pc(),
            place => self.first_place(place)?,
        };
        let Some(line) = self.engine.map().line(pc) else {
            return complain("There is no source here.");
        };
        let coverage = self.engine.coverage();
        let (first, last) = (
            line.line.saturating_sub(AROUND).max(1),
            line.line + 3 * AROUND,
        );
        let map = self.engine.map();
        let statements = map.program.lines.iter().filter(|l| l.code);
        let statements = statements.map(|l| (l.span, l.address));
        let calls = map.macros.iter().map(|code| (code.call, code.first));
        let in_file = statements
            .chain(calls)
            .filter(|(at, _)| at.file == line.file);
        let counts: Vec<(u32, u64)> = in_file
            .map(|(at, address)| {
                let number = map.sources.position(line.file, at.start).line;
                (number, coverage.count(address))
            })
            .collect();
        let mut lines = Vec::new();
        for number in first..=last {
            if map.sources.line_span(line.file, number).is_none() {
                break;
            }
            let times = counts
                .iter()
                .filter(|(at, _)| *at == number)
                .map(|(_, n)| *n);
            let times = times.reduce(|a, b| a + b);
            let times = times.map_or(String::new(), |n| match n {
                0 => "never".to_owned(),
                n => grouped(n),
            });
            let text = diag::one_line(map.sources.line_text(line.file, number));
            let line = format!("{times:>9} {number:>4} | {text}");
            lines.push(line.trim_end().to_owned());
        }
        for line in lines {
            self.say(&line);
        }
        Ok(())
    }

    pub(super) fn stats(&mut self) -> Done {
        let report = self.engine.stats().report(Duration::ZERO);
        // How long the debugger took says nothing about the program.
        let lines = report.lines().filter(|line| !line.starts_with("time"));
        for line in lines {
            self.say(line);
        }
        Ok(())
    }
}
