//! Memory as numbers, text, instructions and boards.

use super::registers::split_format;
use super::{Complaint, Done, Repl, complain};
use crate::engine::FloatWidth;
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
    /// Of floating-point numbers, if that was said.
    float: Option<FloatWidth>,
}

impl Repl<'_> {
    pub(super) fn examine(&mut self, rest: &str) -> Done {
        let (format, text) = split_format(rest);
        if text.is_empty() {
            return complain("Which address? `x/8xh board`.");
        }
        let expr = self.engine.parse(text)?;
        let address = expr.value(&self.state())? as u32;
        let format = parse_format(&format, expr.element())?;
        match format.letter {
            'i' => self.examine_code(address, format.count),
            's' => {
                let string = self.string_at(address)?;
                self.say(&format!("{}: {string}", self.address_label(address)));
                Ok(())
            }
            'f' => {
                let declared = self.engine.map().float_at(address);
                let width = format.float.or(declared).unwrap_or(FloatWidth::Single);
                self.examine_floats(address, format.count, width)
            }
            _ => self.examine_numbers(address, format),
        }
    }

    fn examine_floats(&mut self, address: u32, count: u64, width: FloatWidth) -> Done {
        let per_line = 16 / width.size();
        for first in (0..count as u32).step_by(per_line as usize) {
            let mut cells = Vec::new();
            for index in first..(first + per_line).min(count as u32) {
                let at = address.wrapping_add(index * width.size());
                cells.push(self.float_cell(at, Some(width))?);
            }
            let label = self.address_label(address.wrapping_add(first * width.size()));
            self.say(&format!("{label}: {}", cells.join(" ")));
        }
        Ok(())
    }

    /// The floating-point number at an address; as long as was declared there, if nobody says how long.
    pub(super) fn float_cell(
        &self,
        address: u32,
        width: Option<FloatWidth>,
    ) -> Result<String, Complaint> {
        let declared = || self.engine.map().float_at(address);
        let width = width.or_else(declared).unwrap_or(FloatWidth::Single);
        match self.engine.float_at(address, width) {
            Ok(number) => Ok(number.to_string()),
            Err(wrong) => complain(format!("There is no memory at 0x{wrong:08x}.")),
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
        let value = self.state().load(format.width, at)?;
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
        let address = self.evaluate(&address.join(" "))? as u32;
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
        let state = self.state();
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
        float: None,
    };
    for letter in text[digits..].chars() {
        match letter {
            'b' => format.width = Width::Byte,
            'h' => format.width = Width::Half,
            'w' => {
                format.width = Width::Word;
                format.float = Some(FloatWidth::Single);
            }
            'g' => format.float = Some(FloatWidth::Double),
            'x' | 'd' | 'u' | 's' | 'i' | 'f' => format.letter = letter,
            'c' => {
                format.letter = letter;
                format.width = Width::Byte;
            }
            _ => {
                return complain(
                    "A format is a count, one of x d u c s i f, and a size b h w g: `x/8xh board`.",
                );
            }
        }
    }
    if format.letter == ' ' {
        format.letter = 'x';
    }
    if format.float == Some(FloatWidth::Double) && format.letter != 'f' {
        return complain("The size g is for floating-point numbers: `x/2fg table`.");
    }
    Ok(format)
}
