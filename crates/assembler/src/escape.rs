//! Escape sequences of strings and character literals.

use crate::dialect::Lexical;
use crate::error::AsmError;

/// The escape sequences, for advice.
pub const ADVICE: &str = "escapes are `\\n \\t \\r \\b \\0 \\\\ \\\" \\' \\a \\e \\f \\v \\xNN`";

/// A fault in a literal: its bytes, from the start of the literal's inside, and what it is.
pub type Fault = (std::ops::Range<usize>, AsmError);

/// Appends the bytes that `text`, the inside of a literal, stands for.
///
/// An unknown escape sequence stays as it is, with a warning.
pub fn decode(text: &str, rules: &Lexical, out: &mut Vec<u8>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let len = character.len_utf8();
        if character == '\\' {
            at += escape(text, at, out, &mut faults);
        } else if character.is_ascii() || rules.unicode_strings {
            out.extend_from_slice(&text.as_bytes()[at..at + len]);
            at += len;
        } else {
            faults.push((at..at + len, AsmError::NotAscii { character }));
            at += len;
        }
    }
    faults
}

/// Decodes the escape sequence at `at`; its length.
fn escape(text: &str, at: usize, out: &mut Vec<u8>, faults: &mut Vec<Fault>) -> usize {
    let bytes = &text.as_bytes()[at + 1..];
    let simple = match bytes.first() {
        Some(b'n') => b'\n',
        Some(b'r') => b'\r',
        Some(b't') => b'\t',
        Some(b'b') => 8,
        Some(b'a') => 7,
        Some(b'e') => 27,
        Some(b'f') => 12,
        Some(b'v') => 11,
        Some(b @ (b'"' | b'\'' | b'\\')) => *b,
        Some(b'0'..=b'7') => return numeric(&bytes[..bytes.len().min(3)], 8, 1, out),
        Some(b'x') if bytes.get(1).is_some_and(u8::is_ascii_hexdigit) => {
            return numeric(&bytes[1..bytes.len().min(3)], 16, 2, out);
        }
        _ => {
            let len = text[at + 1..].chars().next().map_or(0, char::len_utf8);
            let text = text[at..at + 1 + len].to_owned();
            faults.push((at..at + 1 + len, AsmError::UnknownEscape { text }));
            out.push(b'\\');
            return 1;
        }
    };
    out.push(simple);
    2
}

/// Decodes the leading digits; the length of the whole escape sequence.
fn numeric(digits: &[u8], radix: u32, prefix: usize, out: &mut Vec<u8>) -> usize {
    let values = digits.iter().map_while(|d| char::from(*d).to_digit(radix));
    let (mut value, mut count) = (0u32, 0);
    for digit in values {
        value = value * radix + digit;
        count += 1;
    }
    out.push(value as u8);
    prefix + count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::VENUS;

    #[track_caller]
    fn check(text: &str, expect: &[u8], faults: usize) {
        let mut out = Vec::new();
        let found = decode(text, &VENUS.lexical, &mut out);
        assert_eq!((&out[..], found.len()), (expect, faults), "{text}");
    }

    #[test]
    fn escapes() {
        check(r"a\n\r\t\b", b"a\n\r\t\x08", 0);
        check(r"\\\'\x", b"\\'\\x", 1);
        check("\\\"", b"\"", 0);
        check(r"\0\x1b[\e\101\1018", b"\0\x1b[\x1bAA8", 0);
        check(r"\x4g\xff", b"\x04g\xff", 0);
        check(r"\400\377", b"\x00\xff", 0);
        check(r"\q", b"\\q", 1);
        check("\\é", "\\é".as_bytes(), 1);
        check("\\", b"\\", 1);
        check("é", "é".as_bytes(), 0);
    }
}
