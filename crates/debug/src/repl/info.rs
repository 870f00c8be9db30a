//! `info` and its kinds.

use super::{Done, Repl, complain};
use crate::place::nearest;
use diag::number::{count, grouped};
use diag::render;

/// What there is to say something about.
pub(super) const KINDS: [&str; 12] = [
    "break",
    "display",
    "edits",
    "end",
    "files",
    "findings",
    "frame",
    "history",
    "input",
    "line",
    "memory",
    "registers",
];

impl Repl<'_> {
    pub(super) fn info(&mut self, rest: &str) -> Done {
        let (word, rest) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
        let kind = match word {
            "b" | "breakpoints" | "w" | "watch" | "watchpoints" => "break",
            "r" | "reg" | "regs" => "registers",
            "f" => "frame",
            "fault" => "end",
            "" => return complain(format!("About what? {}.", KINDS.join(", "))),
            word => {
                let mut begins = KINDS.iter().filter(|kind| kind.starts_with(word));
                match (begins.next(), begins.next()) {
                    (Some(kind), None) => kind,
                    _ if KINDS.contains(&word) => word,
                    _ => {
                        return complain(match nearest(word, KINDS.into_iter()) {
                            Some(kind) => {
                                format!("There is no `info {word}`. Did you mean `info {kind}`?")
                            }
                            None => format!(
                                "There is no `info {word}`; choose one of {}.",
                                KINDS.join(", ")
                            ),
                        });
                    }
                }
            }
        };
        match kind {
            "break" => self.info_break(),
            "display" => self.info_display(),
            "edits" => self.info_edits(),
            "end" => self.info_end(),
            "files" => self.info_files(),
            "findings" => self.info_findings(),
            "frame" => return self.choose_frame(""),
            "history" => self.info_history(),
            "input" => self.info_input(),
            "line" => {
                let place = self.engine.location();
                let line = self.place_line(&place);
                self.say(&line);
                for (at, text, _) in place.instructions {
                    self.say(&format!("  0x{at:08x}: {text}"));
                }
            }
            "memory" => self.info_memory(),
            _ => return self.registers(rest),
        }
        Ok(())
    }

    fn info_break(&mut self) {
        let lines: Vec<String> = self
            .engine
            .stops
            .iter()
            .flat_map(|stop| {
                let commands = stop.commands.iter().map(|command| format!("    {command}"));
                std::iter::once(self.stop_text(stop)).chain(commands)
            })
            .collect();
        self.say_all(lines, "There are no breakpoints, watchpoints or catches.");
    }

    fn say_all(&mut self, lines: Vec<String>, none: &str) {
        if lines.is_empty() {
            self.say(none);
        }
        for line in lines {
            self.say(&line);
        }
    }

    fn info_display(&mut self) {
        let lines = self.displays.iter();
        let lines = lines.map(|display| format!("{}: {}", display.id, display.text));
        let lines = lines.collect();
        self.say_all(lines, "Nothing is displayed at stops.");
    }

    fn info_edits(&mut self) {
        let lines = self.engine.edits().iter();
        let lines = lines.map(|edit| format!("step {}: {}", grouped(edit.step), edit.what));
        let lines = lines.collect();
        self.say_all(lines, "There are no changes by hand.");
    }

    fn info_end(&mut self) {
        match self.engine.end_report() {
            Some(report) => {
                let options = self.render_options();
                let text = render(&self.engine.loaded().sources, &report, &options);
                self.say(text.trim_end());
            }
            None if self.engine.ended().is_some() => self.say("The program ended normally."),
            None => self.say("The program has not ended at this step."),
        }
    }

    fn info_files(&mut self) {
        let files = self.engine.files().into_iter();
        let lines =
            files.map(|(name, bytes)| format!("{name}, {}", count(bytes.len() as u64, "byte")));
        let lines = lines.collect();
        self.say_all(lines, "The program has not opened any files.");
        self.say("In the debugger, a program works on copies: files on the disk do not change.");
    }

    fn info_findings(&mut self) {
        if !self.engine.is_checking() {
            self.say("The calling convention is not checked: turn it on with `catch finding`.");
            return;
        }
        let options = self.render_options();
        let found = self.engine.findings();
        let lines = found.iter().map(|(step, finding)| {
            let report = self.engine.finding_report(finding);
            let text = render(&self.engine.loaded().sources, &report, &options);
            format!("at step {}:\n{}", grouped(*step), text.trim_end())
        });
        let lines = lines.collect();
        self.say_all(lines, "Nothing has been found so far.");
    }

    fn info_history(&mut self) {
        let span = self.engine.span();
        self.say(&format!(
            "Step {} of {}; you can go back to step {}.",
            grouped(span.step),
            grouped(span.last),
            grouped(span.first)
        ));
        let kib = span.bytes.div_ceil(1024);
        self.say(&format!(
            "{} kept, in {} KiB; --history limits this memory.",
            count(span.states as u64, "state"),
            grouped(kib)
        ));
    }

    fn info_input(&mut self) {
        let (read, given) = self.engine.input_read();
        let unread = self.engine.unread_input();
        let unread = String::from_utf8_lossy(&unread).into_owned();
        let shown: String = unread.chars().take(60).collect();
        self.say(&format!(
            "{read} of {} read; next: {shown:?}",
            count(given as u64, "byte")
        ));
    }

    fn info_memory(&mut self) {
        for (name, first, end) in self.engine.memory_places() {
            let size = count(u64::from(end - first), "byte");
            self.say(&format!("0x{first:08x}  {name:<12} {size}"));
        }
    }

    pub(super) fn all_output(&mut self) -> Done {
        let text = String::from_utf8_lossy(self.engine.output(0)).into_owned();
        if text.is_empty() {
            self.say("The program has not printed anything up to this step.");
        }
        let missing = self.engine.printed() - text.len().min(self.engine.printed() as usize) as u64;
        if missing > 1 << 20 {
            self.say("The beginning of the output was not kept.");
        }
        for line in text.lines() {
            let line = self.paint.output(&diag::one_line(line));
            let label = self.paint.dim("output|");
            self.say(format!("{label} {line}").trim_end());
        }
        Ok(())
    }
}
