//! Calls, values and memory as people write them.

use super::memory::{DataItem, DataKind, DataValue, Elements, Layout};
use machine::image::Image;
use std::fmt::Write as _;

/// The most elements of an array that are shown inside of a call.
const INLINE: usize = 16;
/// The most characters of an array in a table; of a longer one only what differs is shown.
const WIDE: usize = 60;

/// Knows the names of addresses.
#[derive(Clone, Copy)]
pub(crate) struct ShownNames<'a> {
    /// The program.
    pub image: &'a Image,
    /// The memory that was laid out.
    pub items: &'a [DataItem],
    /// How it lies.
    pub layout: &'a Layout,
    /// Where it begins.
    pub base: u32,
}

impl ShownNames<'_> {
    /// `&row[2]` or `&score`, if the address is one of these.
    pub(crate) fn address(&self, address: u32) -> Option<String> {
        let offset = address.wrapping_sub(self.base) as usize;
        for (index, item) in self.items.iter().enumerate() {
            let range = self.layout.range(self.items, index);
            let size = item.kind.size();
            let inside = range.contains(&offset) || offset == range.start;
            if inside && (offset - range.start).is_multiple_of(size) {
                return Some(match (offset - range.start) / size {
                    0 => format!("&{}", item.name),
                    index => format!("&{}[{index}]", item.name),
                });
            }
        }
        let mut symbols = self.image.symbols.iter().filter(|s| !s.absolute);
        let symbol = symbols.find(|symbol| symbol.address == address && address > 0xff)?;
        Some(format!("&{}", symbol.name))
    }

    /// A result or a word of memory.
    pub(crate) fn word(&self, bits: u32) -> String {
        match bits as i32 {
            -65_536..=65_535 => (bits as i32).to_string(),
            _ => match self.address(bits) {
                Some(name) => name,
                None if bits < 1 << 24 => bits.to_string(),
                None => format!("0x{bits:08x}"),
            },
        }
    }

    /// An element of data.
    pub(crate) fn element(&self, kind: DataKind, bits: u32) -> String {
        match kind {
            DataKind::Floats => format!("{:?}", f32::from_bits(bits)),
            DataKind::Pointers | DataKind::Words => self.word(bits),
            _ => bits.to_string(),
        }
    }
}

/// Text in quotes, with escapes for what cannot be seen.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for c in String::from_utf8_lossy(bytes).chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            c if diag::visible_char(c) != c => {
                let _ = write!(text, "\\u{:04X}", c as u32);
            }
            c => text.push(c),
        }
    }
    text.push('"');
    text
}

/// A call as a person would write it: `merge(&addresses(row = [2, 2]), 2)`.
pub(crate) fn call(
    function: &str,
    args: &[DataValue],
    items: &[DataItem],
    labels: &[String],
) -> String {
    let mut told = Vec::new();
    let args: Vec<String> = args
        .iter()
        .map(|value| argument(*value, items, labels, &mut told))
        .collect();
    let mut text = format!("{function}({})", args.join(", "));
    // Data that an address in other data leads to.
    for (index, item) in items.iter().enumerate() {
        if !told.contains(&index) && !item.is_hidden {
            let _ = write!(
                text,
                " with {} = {}",
                item.name,
                contents(item, items, labels)
            );
        }
    }
    text
}

fn argument(
    value: DataValue,
    items: &[DataItem],
    labels: &[String],
    told: &mut Vec<usize>,
) -> String {
    match value {
        DataValue::Address { item, index } => {
            let Some(piece) = items.get(item) else {
                return "?".to_owned();
            };
            let name = match (&piece.elements, told.contains(&item)) {
                (Elements::AddressesOf(of), _) => {
                    let inner = items.get(*of).map_or("?", |item| &item.name);
                    let known = told.contains(of);
                    told.push(*of);
                    match (known, items.get(*of)) {
                        (false, Some(of)) => {
                            format!("addresses({inner} = {})", contents(of, items, labels))
                        }
                        _ => format!("addresses({inner})"),
                    }
                }
                _ if piece.name.starts_with('"') => return piece.name.clone(),
                (_, false) if index == 0 => {
                    format!("{} = {}", piece.name, contents(piece, items, labels))
                }
                _ => piece.name.clone(),
            };
            told.push(item);
            match index {
                0 => format!("&{name}"),
                index => {
                    told.retain(|known| *known != item);
                    format!("&{name}[{index}]")
                }
            }
        }
        value => plain(value, items, labels),
    }
}

fn plain(value: DataValue, items: &[DataItem], labels: &[String]) -> String {
    match value {
        DataValue::Number(bits) if bits as i32 >= -65_536 && (bits as i32) < 1 << 24 => {
            (bits as i32).to_string()
        }
        DataValue::Number(bits) => format!("0x{bits:08x}"),
        DataValue::Address { item, index } => {
            let name = items.get(item).map_or("?", |item| &item.name);
            match index {
                0 => format!("&{name}"),
                index => format!("&{name}[{index}]"),
            }
        }
        DataValue::Label(label) => format!("&{}", labels.get(label).map_or("?", |name| name)),
        DataValue::Length(item) => match items.get(item).map(|item| &item.elements) {
            Some(Elements::Values(values)) => values.len().to_string(),
            _ => "0".to_owned(),
        },
    }
}

/// What data holds, cut if it is long.
fn contents(item: &DataItem, items: &[DataItem], labels: &[String]) -> String {
    let Elements::Values(values) = &item.elements else {
        return "[…]".to_owned();
    };
    let byte = |value: &DataValue| match value {
        DataValue::Number(bits) => *bits as u8,
        _ => b'?',
    };
    match item.kind {
        DataKind::Text | DataKind::Ascii => {
            let end = usize::from(item.kind == DataKind::Text);
            let bytes: Vec<u8> = values[..values.len().saturating_sub(end)]
                .iter()
                .map(byte)
                .collect();
            quoted(&bytes)
        }
        DataKind::Space => format!("{} bytes", values.len()),
        kind => {
            let shown = values.iter().take(INLINE).map(|value| match value {
                DataValue::Number(bits) if kind == DataKind::Floats => {
                    format!("{:?}", f32::from_bits(*bits))
                }
                DataValue::Number(bits)
                    if kind != DataKind::Words && kind != DataKind::Pointers =>
                {
                    let bits = if kind == DataKind::Bytes {
                        bits & 0xff
                    } else {
                        bits & 0xffff
                    };
                    bits.to_string()
                }
                value => plain(*value, items, labels),
            });
            let mut shown: Vec<String> = shown.collect();
            if values.len() > INLINE {
                shown.push("…".to_owned());
            }
            format!("[{}]", shown.join(", "))
        }
    }
}

/// What was expected of something, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// A register, or data.
    pub what: String,
    /// What it should be, element by element.
    pub expected: Vec<String>,
    /// What it is.
    pub got: Vec<String>,
    /// Whether it is an array.
    pub array: bool,
}

impl Difference {
    /// The first line in which two outputs differ.
    pub(crate) fn of_lines(expected: &[u8], got: &[u8]) -> Option<Self> {
        let lines = |text: &[u8]| -> Vec<String> {
            let lines = text.split_inclusive(|byte| *byte == b'\n');
            lines.map(quoted).collect()
        };
        let (expected, got) = (lines(expected), lines(got));
        let count = expected.len().max(got.len());
        let line = (0..count).find(|line| expected.get(*line) != got.get(*line))?;
        let of = |lines: &[String]| match lines.get(line) {
            Some(line) => line.clone(),
            None => "(the end)".to_owned(),
        };
        let what = format!("line {} of the output", line + 1);
        Some(Difference::one(what, of(&expected), of(&got)))
    }

    /// Of one value.
    pub fn one(what: impl Into<String>, expected: String, got: String) -> Self {
        Difference {
            what: what.into(),
            expected: vec![expected],
            got: vec![got],
            array: false,
        }
    }

    /// The elements that differ. An expected `_` is like anything.
    fn differs(&self, index: usize) -> bool {
        let expected = self.expected.get(index).map(String::as_str);
        expected != Some("_") && expected != self.got.get(index).map(String::as_str)
    }

    /// Its lines in a table: name, both sides, and marks below the right one.
    fn rows(&self) -> Vec<[String; 4]> {
        let text = |list: &[String]| match self.array {
            true => format!("[{}]", list.join(", ")),
            false => list.concat(),
        };
        let (expected, got) = (text(&self.expected), text(&self.got));
        let wide = expected.chars().count().max(got.chars().count()) > WIDE;
        if self.array && wide {
            return self.differing_elements();
        }
        let mut marks = String::new();
        if self.array {
            let mut column = 1;
            for (index, element) in self.got.iter().enumerate() {
                let width = element.chars().count();
                if self.differs(index) {
                    marks.extend(std::iter::repeat_n(' ', column - marks.chars().count()));
                    marks.extend(std::iter::repeat_n('^', width));
                }
                column += width + 2;
            }
        }
        vec![[self.what.clone(), expected, got, marks]]
    }

    /// The first elements that differ, one a line.
    fn differing_elements(&self) -> Vec<[String; 4]> {
        const MOST: usize = 8;
        let count = self.expected.len().max(self.got.len());
        let differing: Vec<usize> = (0..count).filter(|index| self.differs(*index)).collect();
        let of = |list: &[String], index: usize| list.get(index).cloned().unwrap_or_default();
        let mut rows: Vec<[String; 4]> = differing
            .iter()
            .take(MOST)
            .map(|&index| {
                let name = format!("{}[{index}]", self.what);
                let (expected, got) = (of(&self.expected, index), of(&self.got, index));
                [name, expected, got, String::new()]
            })
            .collect();
        if differing.len() > MOST {
            let more = format!("and {} more", differing.len() - MOST);
            rows.push([more, String::new(), String::new(), String::new()]);
        }
        rows
    }
}

/// Differences as the lines of a table, with these two headings.
pub(crate) fn table(differences: &[Difference], left: &str, right: &str) -> Vec<String> {
    let mut rows = vec![[String::new(), left.into(), right.into(), String::new()]];
    rows.extend(differences.iter().flat_map(Difference::rows));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let (first, second) = (width(0).unwrap_or(0), width(1).unwrap_or(0));
    let mut lines = Vec::new();
    for [what, expected, got, marks] in &rows {
        let line = format!("{what:first$}  {expected:second$}  {got}");
        lines.push(line.trim_end().to_owned());
        if !marks.is_empty() {
            lines.push(format!("{:first$}  {:second$}  {marks}", "", ""));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(numbers: &[u32]) -> Vec<String> {
        numbers.iter().map(u32::to_string).collect()
    }

    #[test]
    fn differing_elements_are_marked() {
        let differences = [
            Difference::one("a0", "2".to_owned(), "1".to_owned()),
            Difference {
                what: "row".to_owned(),
                expected: texts(&[4, 0, 8, 0]),
                got: texts(&[4, 0, 16, 4]),
                array: true,
            },
        ];
        insta::assert_snapshot!(table(&differences, "expected", "got").join("\n"), @r"
             expected      got
        a0   2             1
        row  [4, 0, 8, 0]  [4, 0, 16, 4]
                                  ^^  ^
        ");
    }

    #[test]
    fn of_a_long_array_only_what_differs_is_shown() {
        let expected: Vec<u32> = (100..130).collect();
        let mut got = expected.clone();
        got[3] = 0;
        got[29] = 7;
        let difference = Difference {
            what: "board".to_owned(),
            expected: texts(&expected),
            got: texts(&got),
            array: true,
        };
        insta::assert_snapshot!(table(&[difference], "expected", "got").join("\n"), @r"
                   expected  got
        board[3]   103       0
        board[29]  129       7
        ");
    }

    #[test]
    fn text_shows_what_cannot_be_seen() {
        assert_eq!(quoted(b"a\tb\n\x07\"\0"), r#""a\tb\n\u0007\"\u0000""#);
    }
}
