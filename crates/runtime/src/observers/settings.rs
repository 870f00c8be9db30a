//! The small languages of options: words and numbers between separators, such as
//! `4KiB:32:2:lru` or `no-forwarding,branch-id`. Every word is a row, from which the reader, the
//! advice about misspelled words, `jal explain` and the documentation come.

use std::fmt;
use std::ops::Range;

/// A word of such a language.
#[derive(Clone, Copy, Debug)]
pub struct SettingRow {
    /// How it is written, with the number that it takes, if any: `lru`, `mul=N`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
}

impl SettingRow {
    /// The word alone: `mul` of `mul=N`.
    pub fn word(&self) -> &'static str {
        self.name.split('=').next().unwrap_or(self.name)
    }
}

/// What is wrong with a setting, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    /// All that was written.
    text: String,
    /// The wrong part.
    at: Range<usize>,
    message: String,
    /// The topic of `jal explain` that lists what is right.
    topic: &'static str,
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.text.get(..self.at.start).unwrap_or_default();
        let wrong = self.text.get(self.at.clone()).unwrap_or_default();
        let indent = " ".repeat(before.chars().count());
        let marks = "^".repeat(wrong.chars().count().max(1));
        writeln!(f, "{}", self.message)?;
        writeln!(f, "\n  {}\n  {indent}{marks}\n", self.text)?;
        write!(f, "`jal explain {}` lists the settings", self.topic)
    }
}

impl std::error::Error for SettingError {}

/// A part of a setting, with its place in all that was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    whole: &'a str,
    start: usize,
    pub(super) text: &'a str,
    topic: &'static str,
}

impl<'a> Part<'a> {
    /// All of it.
    pub(super) fn whole(text: &'a str, topic: &'static str) -> Self {
        Part {
            whole: text,
            start: 0,
            text,
            topic,
        }
    }

    /// The parts between separators.
    pub(super) fn split(self, separator: char) -> impl Iterator<Item = Part<'a>> {
        let mut start = self.start;
        self.text.split(separator).map(move |text| {
            let part = Part {
                start,
                text,
                ..self
            };
            start += text.len() + separator.len_utf8();
            part
        })
    }

    /// The parts before and after the first separator.
    pub(super) fn split_once(self, separator: char) -> Option<(Part<'a>, Part<'a>)> {
        let (before, after) = self.text.split_once(separator)?;
        let start = self.start + before.len() + separator.len_utf8();
        let before = Part {
            text: before,
            ..self
        };
        let after = Part {
            start,
            text: after,
            ..self
        };
        Some((before, after))
    }

    /// This part is wrong.
    pub(super) fn error(self, message: impl Into<String>) -> SettingError {
        SettingError {
            text: self.whole.to_owned(),
            at: self.start..self.start + self.text.len(),
            message: message.into(),
            topic: self.topic,
        }
    }

    /// This part is none of these words; `what` it should be.
    pub(super) fn unknown(
        self,
        what: &str,
        words: impl Iterator<Item = &'static str>,
    ) -> SettingError {
        let text = self.text;
        if text.is_empty() {
            return self.error(format!("{what} is missing here"));
        }
        let lower = text.to_ascii_lowercase();
        match diag::similar(&lower, words).first() {
            Some(near) => self.error(format!("`{text}` is not {what}; did you mean `{near}`?")),
            None => self.error(format!("`{text}` is not {what}")),
        }
    }

    /// A whole number in a range.
    pub(super) fn number(self, range: Range<u32>) -> Result<u32, SettingError> {
        let number = self.text.parse().ok().filter(|n| range.contains(n));
        number.ok_or_else(|| {
            let (first, last) = (range.start, range.end - 1);
            let text = self.text;
            self.error(format!("`{text}` is not a number from {first} to {last}"))
        })
    }

    /// A number of bytes: `128`, `4KiB`, `1M`.
    pub(super) fn bytes(self) -> Option<u32> {
        let lower = self.text.to_ascii_lowercase();
        let plain = lower.trim_end_matches("ib").trim_end_matches('b');
        let (digits, shift) = match plain.strip_suffix('k') {
            Some(digits) => (digits, 10),
            None => match plain.strip_suffix('m') {
                Some(digits) => (digits, 20),
                None => (plain, 0),
            },
        };
        let number: u32 = digits.parse().ok()?;
        number.checked_mul(1 << shift)
    }
}

/// A number of bytes as it is written in a setting: `4KiB`, `48`.
pub(super) fn bytes_text(bytes: u32) -> String {
    const KIB: u32 = 1 << 10;
    const MIB: u32 = 1 << 20;
    match bytes {
        0 => "0".to_owned(),
        _ if bytes.is_multiple_of(MIB) => format!("{}MiB", bytes / MIB),
        _ if bytes.is_multiple_of(KIB) => format!("{}KiB", bytes / KIB),
        _ => bytes.to_string(),
    }
}
