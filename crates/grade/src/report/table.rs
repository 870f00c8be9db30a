//! The scores as a table that spreadsheets read.

use super::words::clean;
use crate::record::Record;
use harness::points::number;

/// The table, as far as it was written.
#[derive(Default)]
pub(super) struct Table {
    text: String,
    /// The tasks; known from the first submission that has any.
    tasks: Vec<String>,
    rows: Vec<TableRow>,
}

/// A submission: its cells before the tasks, one for each task, and those after them.
struct TableRow {
    begin: Vec<String>,
    tasks: Vec<String>,
    end: [String; 2],
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
        let why = record.standing.why().or(record.gate.as_deref());
        let remarks = record.suspicions.iter().chain(&record.remarks);
        let remarks = remarks.map(String::as_str);
        let note: Vec<&str> = why.into_iter().chain(remarks).collect();
        let how = record.tasks.iter().filter(|task| task.points > 0.0);
        let how = how.map(|task| format!("{} = {}", task.name, task.arithmetic));
        self.rows.push(TableRow {
            begin,
            tasks: tasks.collect(),
            end: [note.join("; "), how.collect::<Vec<_>>().join("; ")],
        });
    }

    pub(super) fn csv(mut self) -> String {
        let mut head: Vec<String> = ["name", "standing", "score", "points"]
            .map(str::to_owned)
            .into();
        head.extend(self.tasks.iter().cloned());
        head.extend(["note", "arithmetic"].map(str::to_owned));
        self.line(&head);
        for mut row in std::mem::take(&mut self.rows) {
            row.tasks.resize(self.tasks.len(), "0".to_owned());
            let cells = [row.begin, row.tasks, row.end.into()].concat();
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

/// A cell. What a spreadsheet would take for a formula gets a mark in front, also where it passes
/// over blanks or reads wide characters as the usual ones. Some separate cells by other characters
/// than commas.
fn quoted(cell: &str) -> String {
    let cell = clean(cell);
    let begin = cell.trim_start_matches(|c: char| c.is_whitespace() || c.is_control());
    let formula = begin.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
        || cell.starts_with(['\t', '\r']);
    let cell = match formula {
        true => format!("'{cell}"),
        false => cell,
    };
    match cell.contains([',', ';', '"', '\t', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_no_formulas() {
        for (cell, expected) in [
            ("=1+1", "'=1+1"),
            ("  =1+1", "'  =1+1"),
            ("\u{a0}\u{feff}@f()", "'\u{a0}@f()"),
            ("\u{202e}=1", "'=1"),
            ("＝1", "'＝1"),
            ("－1", "'－1"),
            ("\ta", "\"'\ta\""),
            ("a=1", "a=1"),
            ("4.5", "4.5"),
        ] {
            assert_eq!(quoted(cell), expected, "{cell:?}");
        }
    }

    #[test]
    fn cells_stay_in_one_piece() {
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(quoted("a;b"), "\"a;b\"");
        assert_eq!(quoted("a\nb"), "\"a\nb\"");
    }
}
