//! What came of the mistakes, in numbers.

use super::judge::{Suite, Told};
use super::slips::KINDS;
use std::fmt::Write as _;

/// Counts of mistakes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub all: usize,
    /// A public test fails, or would give no points.
    pub found: usize,
    /// Of these, the first lines name the line,
    pub line: usize,
    /// the function,
    pub function: usize,
    /// the kind of mistake.
    pub kind: usize,
    /// All tests pass that look at the output alone, but points are lost.
    pub silent: usize,
    /// Of these, the report says so.
    pub silent_told: usize,
}

impl Counts {
    pub(crate) fn add(&mut self, told: &Told) {
        self.all += 1;
        if !told.fails {
            return;
        }
        self.found += 1;
        self.line += usize::from(told.line);
        self.function += usize::from(told.function);
        self.kind += usize::from(told.kind);
        self.silent += usize::from(told.passes_plainly);
        self.silent_told += usize::from(told.passes_plainly && told.names_points);
    }

    /// A part of those that were found, in percent.
    pub(crate) fn percent(&self, part: usize) -> f64 {
        100.0 * part as f64 / self.found.max(1) as f64
    }

    fn cells(&self) -> String {
        let Counts {
            all,
            found,
            line,
            function,
            kind,
            ..
        } = self;
        format!(" {all} | {found} | {line} | {function} | {kind} |")
    }

    fn last_row(&self) -> String {
        let [line, function, kind] = [self.line, self.function, self.kind]
            .map(|part| format!("{part} ({:.0} %)", self.percent(part)));
        let (all, found) = (self.all, self.found);
        format!(" {all} | {found} | {line} | {function} | {kind} |")
    }
}

/// A table of each machine, by kind.
pub(crate) fn table(suite: Suite, machines: &[(&str, Vec<(usize, Told)>)]) -> String {
    let mut text = String::new();
    let (tests, fails) = match suite {
        Suite::Public => ("", "fail or lose points"),
        Suite::Unit => (", unit tests", "fail"),
    };
    for (machine, told) in machines {
        let _ = writeln!(
            text,
            "| mistake, {machine}{tests} | mutants | {fails} | line named | function | kind |"
        );
        text.push_str("|---|---|---|---|---|---|\n");
        for (kind, row) in KINDS.iter().enumerate() {
            let mut counts = Counts::default();
            let of_kind = told.iter().filter(|(k, _)| *k == kind);
            of_kind.for_each(|(_, told)| counts.add(told));
            let _ = writeln!(text, "| {} |{}", row.name, counts.cells());
        }
        let _ = writeln!(text, "| **all** |{}\n", total(told).last_row());
    }
    text.trim_end().to_owned()
}

/// The sum of all kinds.
pub(crate) fn total(told: &[(usize, Told)]) -> Counts {
    let mut counts = Counts::default();
    told.iter().for_each(|(_, told)| counts.add(told));
    counts
}

/// How many mistakes no output shows, and of how many the report says that they cost points.
pub(crate) fn silent(machines: &[(&str, Vec<(usize, Told)>)]) -> String {
    let (mut all, mut told) = (0, 0);
    for (_, of_machine) in machines {
        let total = total(of_machine);
        all += total.silent;
        told += total.silent_told;
    }
    format!(
        "With {all} of all these mutants every public test prints what it should, and the grader would \
         give no points: the report says so for {told} of them."
    )
}
