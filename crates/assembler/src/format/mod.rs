//! One layout for all sources: where lines begin, what is between words, and where comments are.
//!
//! Only blanks between words change, and only where there were some or where they mean nothing: the
//! assembler reads the same words with the same commas. Lines are neither joined nor split. What
//! cannot be read word by word stays as it is: lines with broken strings, lines for the preprocessor,
//! comments inside of statements, and everything after the directive that ends a source.

mod columns;
mod rows;

use crate::outline::{ByteRange, OutlineReader};

/// A line of a source as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutRow {
    /// The line as it is, with its end.
    pub at: ByteRange,
    /// What it should be; empty if the line should not be there.
    pub text: String,
}

/// The lines of a text as they should be.
pub fn rows(reader: &OutlineReader, text: &str) -> Vec<LayoutRow> {
    let mut rows = rows::read(reader.tables(), text);
    // At the start of a text it means nothing: no line with one may come to be there.
    if text.chars().skip(1).any(|c| c == '\u{feff}') {
        for row in &mut rows {
            row.content = None;
        }
    }
    columns::assign(&mut rows);
    let usual_end = match rows.first().map(|row| row.end(text)) {
        Some("\r\n") => "\r\n",
        _ => "\n",
    };
    let last = rows.iter().rposition(|row| !row.is_blank());
    let mut was_blank = true;
    let mut out = Vec::with_capacity(rows.len());
    for (k, row) in rows.iter().enumerate() {
        let is_needless = row.is_blank() && (was_blank || last.is_none_or(|last| k > last));
        was_blank = row.is_blank();
        let text = match is_needless {
            true => String::new(),
            false => row.text(text, usual_end),
        };
        out.push(LayoutRow { at: row.at, text });
    }
    out
}

/// A text as it should be.
pub fn format(reader: &OutlineReader, text: &str) -> String {
    let rows = rows(reader, text);
    let begin = rows.first().map_or(text.len(), |row| row.at.start);
    let mut out = text[..begin].to_owned();
    let mut end = begin;
    for row in rows {
        out.push_str(&row.text);
        end = row.at.end;
    }
    // What was not even taken apart into lines.
    out.push_str(&text[end..]);
    out
}

#[cfg(test)]
mod tests;
