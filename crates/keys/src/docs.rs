//! Tables of keys in Markdown, for pages of documentation.

use crate::row::{KeyRow, KeyTable};
use serde_json::Value;
use std::fmt::Write as _;

/// The keys of a section as a table in Markdown.
pub fn table(section: &KeyTable) -> String {
    let rows: Vec<&KeyRow> = section.rows().chain(section.free).collect();
    let has_defaults = rows.iter().any(|row| !row.default.is_empty());
    let (head, line) = match has_defaults {
        true => (" default |", "---|"),
        false => ("", ""),
    };
    let mut text = format!("| key | value |{head} meaning |\n|---|---|{line}---|\n");
    for row in rows {
        // Writing to a string does not fail.
        let _ = write!(text, "| `{}` | {} |", row.name, cell(row.expects));
        if has_defaults {
            // What TOML can say is code, and the rest is words.
            let is_value = serde_json::from_str::<Value>(row.default).is_ok();
            let _ = match (row.default, is_value) {
                ("", _) => write!(text, " |"),
                (value, true) => write!(text, " `{value}` |"),
                (words, false) => write!(text, " {words} |"),
            };
        }
        let _ = writeln!(text, " {} |", cell(row.doc.trim()));
    }
    text
}

/// A text in a cell, in which only backticks mean something.
fn cell(text: &str) -> String {
    let mut out = String::new();
    let mut is_code = false;
    for c in text.chars() {
        is_code ^= c == '`';
        if c == '|' || matches!(c, '*' | '_') && !is_code {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A page in which the tables of these sections are renewed. A table is between a line
/// `<!-- keys: NAME -->` and a line `<!-- end -->`.
pub fn renewed(page: &str, sections: &[&KeyTable]) -> String {
    let mut out = String::new();
    let mut lines = page.split_inclusive('\n');
    while let Some(line) = lines.next() {
        out.push_str(line);
        let name = line.trim().strip_prefix("<!-- keys: ");
        let name = name.and_then(|name| name.strip_suffix(" -->"));
        let Some(section) = name.and_then(|name| sections.iter().find(|s| s.name == name)) else {
            continue;
        };
        let _ = write!(out, "\n{}\n", table(section));
        let end = lines.find(|line| line.trim() == "<!-- end -->");
        out.push_str(end.unwrap_or("<!-- end -->\n"));
    }
    out
}
