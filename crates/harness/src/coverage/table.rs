//! Coverage as tables for the terminal.

use super::{CoverageView, Covered, FileCoverage, SuiteCoverage, Totals, percent};
use diag::number::count;
use std::fmt::Write as _;

/// Ranges of lines that are named in one row.
const MOST_GAPS: usize = 4;
/// Branches that are named below the table.
const MOST_BRANCHES: usize = 8;

/// A row for each file: lines, branches, and the first lines that no test ran; and below it
/// branches that went only one way.
pub fn per_file(coverage: &SuiteCoverage, view: &CoverageView) -> String {
    let files = coverage.total.files(view);
    if files.is_empty() {
        return match coverage.unit_tests {
            0 => "No coverage: no test ran a program assembled from source.\n".to_owned(),
            _ => {
                "No coverage: it counts only tests that are programs, not unit tests.\n".to_owned()
            }
        };
    }
    let mut table = Table::new(["file", "lines run", "branches both ways", "never run"]);
    for (name, file) in &files {
        table.row(name, file.totals(), &gaps(file));
    }
    if files.len() > 1 {
        table.row("all", coverage.total.totals(view), "");
    }
    let tests = count(coverage.tests.len() as u64, "test");
    let left_out = match coverage.unit_tests {
        0 => String::new(),
        n => format!(" ({} not counted)", count(n as u64, "unit test")),
    };
    format!(
        "Coverage by {tests}{left_out}\n\n{}{}",
        table.text(),
        one_way(&coverage.total, view)
    )
}

/// A row for each test: what it ran, and how many lines no other test runs.
pub fn per_test(coverage: &SuiteCoverage, view: &CoverageView) -> String {
    let mut table = Table::new(["test", "lines run", "branches both ways", "only this test"]);
    let all = coverage.total.totals(view);
    let alone = super::alone(coverage, view);
    for ((name, covered), alone) in coverage.tests.iter().zip(alone) {
        let own = covered.totals(view);
        let alone = match alone {
            0 => String::new(),
            n => count(n as u64, "line"),
        };
        let of_all = Totals {
            lines: all.lines,
            branches: all.branches,
            ..own
        };
        table.row(name, of_all, &alone);
    }
    table.text()
}

/// `12-14, 20 and 3 more places`
fn gaps(file: &FileCoverage) -> String {
    let gaps = file.gaps();
    let named = gaps.iter().take(MOST_GAPS).map(|range| match range {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}-{last}"),
    });
    let text = named.collect::<Vec<_>>().join(", ");
    let text = match gaps.first() {
        None => text,
        Some((first, last)) if gaps.len() == 1 && first == last => format!("line {text}"),
        Some(_) => format!("lines {text}"),
    };
    match gaps.len().saturating_sub(MOST_GAPS) {
        0 => text,
        more => format!("{text} and {}", count(more as u64, "more place")),
    }
}

/// The branches that ran, but went only one way.
fn one_way(covered: &Covered, view: &CoverageView) -> String {
    let mut found = Vec::new();
    for (name, file) in covered.files(view) {
        let half = file.one_way();
        found.extend(half.map(|(line, branch)| (format!("{name}:{line}"), branch.words())));
    }
    if found.is_empty() {
        return String::new();
    }
    let mut text = String::from("\nBranches that went only one way\n\n");
    let shown = &found[..found.len().min(MOST_BRANCHES)];
    let width = shown.iter().map(|(place, _)| place.chars().count());
    let width = width.max().unwrap_or(0);
    for (place, words) in shown {
        let _ = writeln!(text, "  {place:<width$}  {words}");
    }
    if found.len() > shown.len() {
        let more = found.len() - shown.len();
        let _ = writeln!(text, "  and {more} more: --coverage=html shows all");
    }
    text
}

/// Columns as wide as their contents: a name, two shares, and a remark.
struct Table {
    rows: Vec<[String; 4]>,
}

impl Table {
    fn new(titles: [&str; 4]) -> Self {
        Table {
            rows: vec![titles.map(str::to_owned)],
        }
    }

    fn row(&mut self, name: &str, totals: Totals, remark: &str) {
        self.rows.push([
            name.to_owned(),
            share(totals.lines_run, totals.lines),
            share(totals.branches_both, totals.branches),
            remark.to_owned(),
        ]);
    }

    fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.max().unwrap_or(0)
        };
        let widths = [width(0), width(1), width(2)];
        let mut text = String::new();
        for [name, lines, branches, remark] in &self.rows {
            let [a, b, c] = widths;
            let line = format!("  {name:<a$}  {lines:>b$}  {branches:>c$}  {remark}");
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

/// `31 of 44   70 %`
fn share(part: usize, whole: usize) -> String {
    match percent(part, whole) {
        None => "none".to_owned(),
        Some(percent) => format!("{part} of {whole} {percent:>4} %"),
    }
}
