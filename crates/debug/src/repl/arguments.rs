//! What follows commands.

use super::{Complaint, Repl, complain};
use crate::engine::FloatWidth;
use crate::expr::{Assignable, Expr, Width, unescaped};
use crate::stops::WatchTarget;

/// The longest range of memory that is watched.
const LONGEST_RANGE: u32 = 1 << 16;

impl Repl<'_> {
    /// How often: a number, an expression, or once.
    pub(super) fn count(&self, text: &str) -> Result<i64, Complaint> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(1);
        }
        let plain = text.replace(['_', ' '], "");
        let digits = plain.trim_end_matches(['k', 'M', 'G']);
        let scale = match &plain[digits.len()..] {
            "" => Some(1),
            "k" => Some(1_000),
            "M" => Some(1_000_000),
            "G" => Some(1_000_000_000),
            _ => None,
        };
        let number: Option<i64> = digits.parse().ok();
        if let (Some(number), Some(scale)) = (number, scale) {
            let scaled = number.checked_mul(scale);
            return scaled.map_or_else(|| complain("The number is too large."), Ok);
        }
        Ok(self.evaluate(text)?)
    }

    /// The same, and it is not negative.
    pub(super) fn whole(&self, text: &str) -> Result<u64, Complaint> {
        let count = self.count(text)?;
        u64::try_from(count).or_else(|_| complain("The number must not be negative."))
    }

    /// The addresses of a place in the code.
    pub(crate) fn place(&self, text: &str) -> Result<Vec<u32>, Complaint> {
        let map = self.engine.map();
        let here = map.line(self.engine.pc()).map(|line| line.file);
        let file = here.or_else(|| map.sources.files().next());
        // A register or an expression may hold the address.
        if let Some(expression) = text.trim().strip_prefix('*') {
            let address = self.evaluate(expression)? as u32;
            return match self.engine.is_code(address) {
                true => Ok(vec![address]),
                false => complain(format!("There is no instruction at 0x{address:08x}.")),
            };
        }
        Ok(map.resolve(text, file, |address| self.engine.is_code(address))?)
    }

    /// What is to be watched: a register, memory, or a range of it.
    pub(super) fn watched(&self, text: &str) -> Result<WatchTarget, Complaint> {
        let text = text.trim();
        if text.is_empty() {
            return complain(
                "What? Name a register, a label, an address, or a range such as `board..board+31`.",
            );
        }
        if let Some((first, last)) = text.split_once("..") {
            let first = self.evaluate(first)? as u32;
            let last = self.evaluate(last)? as u32;
            if last < first || last - first >= LONGEST_RANGE {
                return complain("A range goes from a lower to a higher address, 64 KiB at most.");
            }
            return Ok(WatchTarget::Memory { first, last });
        }
        let (width, text) = leading_width(text);
        let expr = self.engine.parse(text)?;
        let state = self.state();
        let memory = |first: u32, width: Width| WatchTarget::Memory {
            first,
            last: first.saturating_add(width.size() - 1),
        };
        let watched = match &expr {
            Expr::Register(reg) => WatchTarget::Register(*reg),
            Expr::Pc | Expr::Step => {
                return complain("`pc` and `step` change with every instruction.");
            }
            Expr::Control(_) => {
                return complain(
                    "Control registers cannot be followed: `catch exception` stops where the machine \
                     sets them.",
                );
            }
            Expr::Load(..) => match expr.place(width, &state)? {
                Assignable::Memory(address, width) => memory(address, width),
                _ => return complain("This is not a place in memory."),
            },
            Expr::FloatLoad(width, address) => {
                let first = address.value(&state)? as u32;
                let last = first.saturating_add(width.size() - 1);
                WatchTarget::Memory { first, last }
            }
            other => {
                let address = other.value(&state)? as u32;
                memory(address, width.unwrap_or_else(|| other.element()))
            }
        };
        if let WatchTarget::Memory { first, .. } = watched
            && !self.engine.memory().readable(first)
        {
            return complain(format!("There is no memory at 0x{first:08x}."));
        }
        Ok(watched)
    }
}

/// `double $f4`: the length of a floating-point number, and the rest.
pub(super) fn leading_float(text: &str) -> (Option<FloatWidth>, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match FloatWidth::named(word).filter(|_| !rest.trim().is_empty()) {
        Some(width) => (Some(width), rest.trim()),
        None => (None, text),
    }
}

/// `half board[3]`: the width, and the rest.
pub(super) fn leading_width(text: &str) -> (Option<Width>, &str) {
    let text = text.trim();
    let Some((word, rest)) = text.split_once(char::is_whitespace) else {
        return (None, text);
    };
    match Width::named(word) {
        Some(width) => (Some(width), rest.trim()),
        None => (None, text),
    }
}

/// Splits off a condition: `merge if a0 > 3`.
pub(super) fn split_condition(text: &str) -> (&str, Option<&str>) {
    let text = text.trim();
    if let Some(condition) = text.strip_prefix("if ") {
        return ("", Some(condition.trim()));
    }
    match text.split_once(" if ") {
        Some((place, condition)) => (place.trim(), Some(condition.trim())),
        None => (text, None),
    }
}

/// A text with its escapes: `\n`, `\t`, `\\`, `\0`; quotes around it go.
pub(super) fn unescape(text: &str) -> Vec<u8> {
    let text = text.trim();
    let quoted = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let mut bytes = Vec::new();
    let mut chars = quoted.unwrap_or(text).chars();
    while let Some(c) = chars.next() {
        let c = match c {
            '\\' => match chars.next() {
                Some(c) => unescaped(c),
                None => '\\',
            },
            plain => plain,
        };
        let mut buffer = [0; 4];
        bytes.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
    }
    bytes
}
