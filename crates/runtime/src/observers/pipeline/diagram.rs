//! Instructions by cycles: who was in which stage when.

use super::super::places::CodePlace;
use super::super::tables::cut;
use std::fmt::Write as _;

/// When an instruction was where: its first cycle in each stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) pc: u32,
    pub(super) fetch: i64,
    pub(super) decode: i64,
    pub(super) execute: i64,
    pub(super) memory: i64,
}

impl Row {
    /// The last cycle: that in WB.
    pub(super) fn end(&self) -> i64 {
        self.memory + 1
    }

    /// What is written for a cycle. A cycle that is lost in a stage is a dash.
    fn cell(&self, cycle: i64) -> &'static str {
        match cycle {
            _ if cycle < self.fetch || cycle > self.end() => "",
            _ if cycle == self.fetch => "IF",
            _ if cycle < self.decode => "-",
            _ if cycle == self.decode => "ID",
            _ if cycle < self.execute => "-",
            _ if cycle < self.memory => "EX",
            _ if cycle == self.memory => "MEM",
            _ => "WB",
        }
    }
}

/// The most instructions and cycles that are shown.
const ROWS: usize = 12;
const CYCLES: i64 = 24;
/// The width of a cycle, and of the longest statement.
const CELL: usize = 4;
const STATEMENT: usize = 30;

/// The last instructions, on a page of this width.
pub(super) fn diagram(rows: &[(CodePlace, Row)], width: usize) -> String {
    let shown = &rows[rows.len().saturating_sub(ROWS)..];
    let Some((_, last)) = shown.last() else {
        return String::new();
    };
    let label = |place: &CodePlace| match place.text.is_empty() {
        true => place.name.clone(),
        false => place.text.clone(),
    };
    let longest = shown.iter().map(|(place, _)| label(place).chars().count());
    let labels = longest.max().unwrap_or(0).min(STATEMENT.min(width / 3)) + 2;
    let room = (width.saturating_sub(labels) / CELL).max(5) as i64;
    let first = shown.iter().map(|(_, row)| row.fetch).min().unwrap_or(1);
    let first = first.max(last.end() + 1 - room.min(CYCLES));
    let cycles = first..=last.end();
    let mut text = " ".repeat(labels);
    for cycle in cycles.clone() {
        // Of long numbers, the last digits are enough.
        let number = match last.end() {
            ..1000 => cycle.to_string(),
            _ => format!("{:03}", cycle % 1000),
        };
        let _ = write!(text, "{number:<CELL$}");
    }
    let mut text = text.trim_end().to_owned() + "\n";
    for (place, row) in shown.iter().filter(|(_, row)| row.end() >= first) {
        let name = cut(&label(place), labels - 2);
        let mut line = format!("{name:<labels$}");
        for cycle in cycles.clone() {
            let _ = write!(line, "{:<CELL$}", row.cell(cycle));
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
