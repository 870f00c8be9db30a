//! Lines and columns, as the protocol counts them.
//!
//! Lines end with `\n`, `\r\n` or `\r`. Columns are bytes, or halves of UTF-16 pairs, or characters, as
//! editor and server have agreed. Whatever an editor says, the result is a place in the text.

use serde_json::{Value, json};
use std::ops::Range;

/// What a column counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ColumnUnit {
    /// Bytes.
    Utf8,
    /// Units of UTF-16: what everybody knows.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl ColumnUnit {
    /// All of them, the best first.
    const ALL: [ColumnUnit; 3] = [ColumnUnit::Utf8, ColumnUnit::Utf32, ColumnUnit::Utf16];

    /// The one to use with an editor that knows these.
    pub(crate) fn agreed(known: &[Value]) -> Self {
        let mut all = ColumnUnit::ALL.into_iter();
        let is_known = |unit: &ColumnUnit| known.iter().any(|k| k.as_str() == Some(unit.name()));
        all.find(is_known).unwrap_or_default()
    }

    /// Its name in the protocol.
    pub(crate) fn name(self) -> &'static str {
        match self {
            ColumnUnit::Utf8 => "utf-8",
            ColumnUnit::Utf16 => "utf-16",
            ColumnUnit::Utf32 => "utf-32",
        }
    }

    fn width(self, character: char) -> usize {
        match self {
            ColumnUnit::Utf8 => character.len_utf8(),
            ColumnUnit::Utf16 => character.len_utf16(),
            ColumnUnit::Utf32 => 1,
        }
    }

    /// How many of them a text has.
    pub(crate) fn count(self, text: &str) -> usize {
        match self {
            ColumnUnit::Utf8 => text.len(),
            _ if text.is_ascii() => text.len(),
            _ => text.chars().map(|c| self.width(c)).sum(),
        }
    }

    /// The byte of a text that so many of them lead to; its end if there are fewer.
    fn byte(self, text: &str, count: usize) -> usize {
        if self == ColumnUnit::Utf8 || text.is_ascii() {
            return text.floor_char_boundary(count.min(text.len()));
        }
        let mut left = count;
        for (at, character) in text.char_indices() {
            let width = self.width(character);
            // A place inside a character is the one before it.
            if left < width {
                return at;
            }
            left -= width;
        }
        text.len()
    }
}

/// A place: line and column, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Place {
    fn read(value: &Value) -> Option<Place> {
        let number = |key: &str| {
            let number = value.get(key)?.as_u64()?;
            Some(usize::try_from(number).unwrap_or(usize::MAX))
        };
        let (line, column) = (number("line")?, number("character")?);
        Some(Place { line, column })
    }

    /// As the protocol writes it.
    pub(crate) fn json(self) -> Value {
        json!({ "line": self.line, "character": self.column })
    }
}

/// The lines of a text.
pub(crate) struct TextLines<'t> {
    text: &'t str,
    unit: ColumnUnit,
    starts: Vec<usize>,
}

impl<'t> TextLines<'t> {
    pub(crate) fn new(text: &'t str, unit: ColumnUnit) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let is_end = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if is_end {
                starts.push(at + 1);
            }
        }
        TextLines { text, unit, starts }
    }

    /// The bytes of a line, without its end.
    pub(crate) fn line(&self, line: usize) -> Range<usize> {
        let start = *self.starts.get(line).unwrap_or(&self.text.len());
        let end = *self
            .starts
            .get(line.saturating_add(1))
            .unwrap_or(&self.text.len());
        let text = &self.text[start..end];
        start..start + text.trim_end_matches(['\r', '\n']).len()
    }

    /// The byte at a place.
    pub(crate) fn offset(&self, place: Place) -> usize {
        let line = self.line(place.line);
        line.start + self.unit.byte(&self.text[line], place.column)
    }

    /// The same for a place as the protocol writes it.
    pub(crate) fn offset_of(&self, value: &Value) -> Option<usize> {
        Some(self.offset(Place::read(value)?))
    }

    /// The bytes of a range as the protocol writes it.
    pub(crate) fn range_of(&self, value: &Value) -> Option<Range<usize>> {
        let start = self.offset_of(value.get("start")?)?;
        let end = self.offset_of(value.get("end")?)?;
        Some(start.min(end)..start.max(end))
    }

    /// The place of a byte.
    pub(crate) fn place(&self, offset: usize) -> Place {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let text = &self.text[self.starts[line]..offset];
        Place {
            line,
            column: self.unit.count(text),
        }
    }

    /// A range of bytes as the protocol writes it.
    pub(crate) fn range(&self, bytes: Range<usize>) -> Value {
        let (start, end) = (self.place(bytes.start), self.place(bytes.end));
        json!({ "start": start.json(), "end": end.json() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, unit: ColumnUnit, offset: usize, expect: (usize, usize)) {
        let lines = TextLines::new(text, unit);
        let place = lines.place(offset);
        assert_eq!((place.line, place.column), expect);
        assert_eq!(lines.offset(place), offset);
    }

    #[test]
    fn places_are_counted_as_agreed() {
        let text = "a\r\nä𝄞b\rc\n";
        for (unit, column) in [
            (ColumnUnit::Utf8, 6),
            (ColumnUnit::Utf16, 3),
            (ColumnUnit::Utf32, 2),
        ] {
            check(text, unit, 0, (0, 0));
            check(text, unit, 3, (1, 0));
            check(text, unit, 9, (1, column));
            check(text, unit, 11, (2, 0));
            check(text, unit, 13, (3, 0));
        }
    }

    #[test]
    fn places_that_are_not_there_are_the_nearest() {
        let lines = TextLines::new("ab\r\n𝄞", ColumnUnit::Utf16);
        let offset = |line, column| lines.offset(Place { line, column });
        assert_eq!(offset(0, 9), 2);
        assert_eq!(offset(1, 1), 4);
        assert_eq!(offset(7, 0), 8);
        assert_eq!(offset(usize::MAX, usize::MAX), 8);
    }
}
