//! The scores as a table that spreadsheets read.

use crate::record::Record;
use crate::score::number;

/// The table, as far as it was written.
#[derive(Default)]
pub(super) struct Table {
    text: String,
    /// The tasks; known from the first submission that has any.
    tasks: Vec<String>,
    rows: Vec<(Vec<String>, Vec<String>, String)>,
}

impl Table {
    pub(super) fn add(&mut self, record: &Record) {
        if self.tasks.is_empty() {
            self.tasks = record.tasks.iter().map(|task| task.name.clone()).collect();
        }
        let begin = vec![
            record.name.clone(),
            record.standing.words().to_owned(),
            number(record.score),
            number(record.points),
        ];
        let tasks = record.tasks.iter().map(|task| number(task.earned));
        let note = record.standing.why().or(record.gate.as_deref());
        let note = note.unwrap_or_default().to_owned();
        self.rows.push((begin, tasks.collect(), note));
    }

    pub(super) fn csv(mut self) -> String {
        let mut head: Vec<String> = ["name", "standing", "score", "points"]
            .map(str::to_owned)
            .into();
        head.extend(self.tasks.iter().cloned());
        head.push("note".to_owned());
        self.line(&head);
        for (mut cells, mut tasks, note) in std::mem::take(&mut self.rows) {
            tasks.resize(self.tasks.len(), "0".to_owned());
            cells.extend(tasks);
            cells.push(note);
            self.line(&cells);
        }
        self.text
    }

    fn line(&mut self, cells: &[String]) {
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        self.text.push_str(&cells.join(","));
        self.text.push_str("\r\n");
    }
}

/// A cell. What a spreadsheet would take for a formula gets a mark in front.
fn quoted(cell: &str) -> String {
    let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let cell = match formula {
        true => format!("'{cell}"),
        false => cell.to_owned(),
    };
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_no_formulas() {
        assert_eq!(quoted("=1+1"), "'=1+1");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(quoted("4.5"), "4.5");
    }
}
