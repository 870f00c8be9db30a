//! Memory as numbers, text, instructions and boards.

use super::registers::split_format;
use super::{Complaint, Done, Repl, complain};
use crate::expr::Width;

/// The most items that are shown.
const MOST: u64 = 4096;
/// The most rows or columns of a board.
const LONGEST_SIDE: u64 = 64;

/// How memory is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Format {
    count: u64,
    letter: char,
    width: Width,
}

impl Repl<'_> {
    pub(super) fn examine(&mut self, rest: &str) -> Done {
        let (format, text) = split_format(rest);
        if text.is_empty() {
            return complain("Which address? `x/8xh board`.");
        }
        let expr = self.engine.parse(text)?;
        let address = expr.value(&self.engine.state())? as u32;
        let format = parse_format(&format, expr.element())?;
        match format.letter {
            'i' => self.examine_code(address, format.count),
            's' => {
                let string = self.string_at(address)?;
                self.say(&format!("{}: {string}", self.address_label(address)));
                Ok(())
            }
            _ => self.examine_numbers(address, format),
        }
    }

    fn examine_code(&mut self, address: u32, count: u64) -> Done {
        let found = self.engine.instructions(address, count as usize);
        if found.is_empty() {
            return complain(format!("There is no instruction at 0x{address:08x}."));
        }
        for (at, text) in found {
            let label = self.address_label(at);
            self.say(&format!("{label}: {text}"));
        }
        Ok(())
    }

    fn examine_numbers(&mut self, address: u32, format: Format) -> Done {
        let size = format.width.size();
        let per_line = match format.letter {
            'c' => 16,
            _ => u64::from(16 / size.max(1)).min(8),
        };
        let mut index = 0;
        while index < format.count {
            let first = address.wrapping_add(index as u32 * size);
            let mut cells = Vec::new();
            for k in 0..per_line.min(format.count - index) {
                let at = first.wrapping_add(k as u32 * size);
                cells.push(self.cell(at, format)?);
            }
            self.say(&format!(
                "{}: {}",
                self.address_label(first),
                cells.join(" ")
            ));
            index += per_line;
        }
        Ok(())
    }

    fn cell(&self, at: u32, format: Format) -> Result<String, Complaint> {
        let value = self.engine.state().load(format.width, at)?;
        let digits = 2 * format.width.size() as usize;
        Ok(match format.letter {
            'x' => {
                let mask = u32::MAX >> (32 - 4 * digits);
                format!("0x{:0digits$x}", value as u32 & mask)
            }
            'u' => format!("{:>6}", value as u32),
            'c' => match u8::try_from(value) {
                Ok(byte @ b' '..=b'~') => format!("{}", char::from(byte)),
                _ => ".".to_owned(),
            },
            _ => format!("{value:>6}"),
        })
    }

    /// `0x10000000 <board>`
    pub(super) fn address_label(&self, address: u32) -> String {
        match self.engine.map().label_before(address) {
            Some(_) => format!("0x{address:08x} <{}>", self.engine.map().name(address)),
            None => format!("0x{address:08x}"),
        }
    }

    pub(super) fn board(&mut self, rest: &str) -> Done {
        const USAGE: &str =
            "Write it like this: `board ADDRESS ROWS COLUMNS [byte|half|word|pointers]`.";
        let words: Vec<&str> = rest.split_whitespace().collect();
        let (words, kind) = match words.split_last() {
            Some((last, before)) if Width::named(last).is_some() || *last == "pointers" => {
                (before, *last)
            }
            _ => (words.as_slice(), "half"),
        };
        let [address @ .., rows, columns] = words else {
            return complain(USAGE);
        };
        if address.is_empty() {
            return complain(USAGE);
        }
        let (rows, columns) = (self.whole(rows)?, self.whole(columns)?);
        if rows == 0 || columns == 0 || rows > LONGEST_SIDE || columns > LONGEST_SIDE {
            return complain("A board has 1 to 64 rows and columns.");
        }
        let address = self.engine.evaluate(&address.join(" "))? as u32;
        let mut cells = Vec::new();
        for index in 0..(rows * columns) as u32 {
            cells.push(self.field(address, index, kind)?);
        }
        let width = cells.iter().map(String::len).max().unwrap_or(1).max(5);
        for row in cells.chunks(columns as usize) {
            let row: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
            self.say(&row.join(" "));
        }
        Ok(())
    }

    /// One field of a board; an empty one is a dot.
    fn field(&self, board: u32, index: u32, kind: &str) -> Result<String, Complaint> {
        let state = self.engine.state();
        let value = match kind {
            "pointers" => {
                let to = state.load(Width::Word, board.wrapping_add(4 * index))? as u32;
                state.load(Width::Half, to)?
            }
            name => {
                let width = Width::named(name).unwrap_or(Width::Half);
                state.load(width, board.wrapping_add(index * width.size()))?
            }
        };
        Ok(match value {
            0 => ".".to_owned(),
            value => value.to_string(),
        })
    }
}

/// `8xh`
fn parse_format(text: &str, width: Width) -> Result<Format, Complaint> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let count = match &text[..digits] {
        "" => 1,
        digits => digits.parse().unwrap_or(u64::MAX),
    };
    if count == 0 || count > MOST {
        return complain("How many? From 1 to 4096.");
    }
    let mut format = Format {
        count,
        letter: ' ',
        width,
    };
    for letter in text[digits..].chars() {
        match letter {
            'b' => format.width = Width::Byte,
            'h' => format.width = Width::Half,
            'w' => format.width = Width::Word,
            'x' | 'd' | 'u' | 's' | 'i' => format.letter = letter,
            'c' => {
                format.letter = letter;
                format.width = Width::Byte;
            }
            _ => {
                return complain(
                    "A format is a count, one of x d u c s i, and a size b h w: `x/8xh board`.",
                );
            }
        }
    }
    if format.letter == ' ' {
        format.letter = 'x';
    }
    Ok(format)
}
