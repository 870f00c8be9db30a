//! Escape sequences of strings and character literals.

use crate::dialect::{Encoding, Escapes, Lexical};
use crate::messages::error::AsmError;
use crate::text::literal;

/// The escape sequences, for advice.
pub(crate) fn advice(escapes: Escapes) -> &'static str {
    match escapes {
        Escapes::Full => "escapes are `\\n \\t \\r \\b \\0 \\\\ \\\" \\' \\a \\e \\f \\v \\xNN`",
        Escapes::Letters => "escapes are `\\n \\t \\r \\b \\0 \\\\ \\\" \\' \\f`",
        Escapes::LettersAndUnicode => "escapes are `\\n \\t \\r \\b \\0 \\\\ \\\" \\' \\f \\uNNNN`",
        Escapes::Few => "escapes in strings are `\\n \\t \\\" \\0 \\NNN \\XNN`",
    }
}

/// What becomes of an unknown escape sequence.
pub(crate) fn fallback(escapes: Escapes) -> &'static str {
    match escapes {
        Escapes::Full | Escapes::Few => "the backslash and the character both stay in the text",
        Escapes::Letters | Escapes::LettersAndUnicode => {
            "the character stays in the text, without the backslash"
        }
    }
}

/// The inside of a string. One without its closing quote lacks its last character where that is
/// taken for the quote, unless a backslash stands before it.
pub(crate) fn inside<'t>(text: &'t str, rules: &Lexical) -> &'t str {
    let inner = text.strip_prefix('"').unwrap_or(text);
    let (mut at, mut last) = (0, None);
    while let Some(character) = inner[at..].chars().next() {
        last = Some((at, character));
        at += character.len_utf8();
        if character == '\\'
            && let Some(escaped) = inner[at..].chars().next()
        {
            last = None;
            at += escaped.len_utf8();
        }
    }
    match last {
        Some((at, '"')) => &inner[..at],
        Some((at, _)) if rules.open_strings => &inner[..at],
        _ => inner,
    }
}

/// A fault in a literal: its bytes, from the start of the literal's inside, and what it is.
pub(crate) type EscapeFault = (std::ops::Range<usize>, AsmError);

/// Appends the bytes that `text`, the inside of a string, stands for.
///
/// An unknown escape sequence is a warning.
pub(crate) fn decode(text: &str, rules: &Lexical, out: &mut Vec<u8>) -> Vec<EscapeFault> {
    let mut faults = Vec::new();
    let narrow = rules.encoding == Encoding::Latin1 && text.chars().all(|c| c <= '\u{ff}');
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        if character == '\\' {
            at += escape(text, at, rules.escapes, out, &mut faults);
            continue;
        }
        let len = character.len_utf8();
        match u8::try_from(u32::from(character)) {
            Ok(byte) if narrow => out.push(byte),
            _ => out.extend_from_slice(&text.as_bytes()[at..at + len]),
        }
        at += len;
    }
    faults
}

/// The bytes that `text`, the inside of a character literal, stands for.
pub(crate) fn character(text: &str, rules: &Lexical) -> (Vec<u8>, Vec<EscapeFault>) {
    let mut out = Vec::new();
    if let (Escapes::Letters | Escapes::LettersAndUnicode, [b'\\', digits @ ..]) =
        (rules.escapes, text.as_bytes())
        && digits.len() == 3
        && digits.iter().all(|d| matches!(d, b'0'..=b'7'))
    {
        numeric(digits, 8, 1, &mut out);
        return (out, Vec::new());
    }
    if rules.escapes == Escapes::Few
        && let [b'\\', letter] = text.as_bytes()
        && let Some(plain) = literal::escaped(*letter)
    {
        return (vec![plain], Vec::new());
    }
    let faults = decode(text, rules, &mut out);
    (out, faults)
}

/// Decodes the escape sequence at `at`; its length.
fn escape(
    text: &str,
    at: usize,
    escapes: Escapes,
    out: &mut Vec<u8>,
    faults: &mut Vec<EscapeFault>,
) -> usize {
    let bytes = &text.as_bytes()[at + 1..];
    let full = escapes == Escapes::Full;
    let few = escapes == Escapes::Few;
    let first = bytes.first().copied();
    let simple = match (first, first.and_then(literal::escaped)) {
        (Some(b'n' | b't' | b'"'), Some(plain)) if few => plain,
        (Some(b'0'..=b'7'), _) if few => return numeric(&bytes[..bytes.len().min(3)], 8, 1, out),
        (Some(b'X'), _) if few && bytes.get(1).is_some_and(u8::is_ascii_hexdigit) => {
            return numeric(&bytes[1..bytes.len().min(3)], 16, 2, out);
        }
        _ if few => return kept(text, at, out, faults),
        (Some(b'0'..=b'7'), _) if full => return numeric(&bytes[..bytes.len().min(3)], 8, 1, out),
        (_, Some(plain)) => plain,
        (Some(b'b'), _) => 8,
        (Some(b'a'), _) if full => 7,
        (Some(b'e'), _) if full => 27,
        (Some(b'f'), _) => 12,
        (Some(b'v'), _) if full => 11,
        (Some(b'x'), _) if full && bytes.get(1).is_some_and(u8::is_ascii_hexdigit) => {
            return numeric(&bytes[1..bytes.len().min(3)], 16, 2, out);
        }
        (Some(b'u'), _) if escapes == Escapes::LettersAndUnicode && unicode(bytes).is_some() => {
            let mut utf8 = [0; 4];
            let character = unicode(bytes).unwrap_or_default();
            out.extend_from_slice(character.encode_utf8(&mut utf8).as_bytes());
            return 6;
        }
        _ => {
            let len = text[at + 1..].chars().next().map_or(0, char::len_utf8);
            let text = text[at..at + 1 + len].to_owned();
            faults.push((at..at + 1 + len, AsmError::UnknownEscape { text }));
            if full {
                out.push(b'\\');
            }
            return 1;
        }
    };
    out.push(simple);
    2
}

/// An unknown escape sequence that stays as it is written; its length.
fn kept(text: &str, at: usize, out: &mut Vec<u8>, faults: &mut Vec<EscapeFault>) -> usize {
    let len = text[at + 1..].chars().next().map_or(0, char::len_utf8);
    let escape = &text[at..at + 1 + len];
    out.push(b'\\');
    let text = escape.to_owned();
    faults.push((at..at + 1 + len, AsmError::UnknownEscape { text }));
    1
}

/// The character of `uNNNN`; half of a pair is none.
fn unicode(bytes: &[u8]) -> Option<char> {
    let digits = bytes.get(1..5)?;
    let mut digits = digits.iter().map(|d| char::from(*d).to_digit(16));
    let code = digits.try_fold(0, |code, digit| Some(code << 4 | digit?))?;
    Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
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
    use crate::dialect::{Dialect, MARS, VENUS};

    #[track_caller]
    fn check(dialect: &Dialect, text: &str, expect: &[u8], faults: usize) {
        let mut out = Vec::new();
        let found = decode(text, &dialect.lexical, &mut out);
        assert_eq!((&out[..], found.len()), (expect, faults), "{text}");
    }

    #[test]
    fn escapes() {
        check(&VENUS, r"a\n\r\t\b", b"a\n\r\t\x08", 0);
        check(&VENUS, r"\\\'\x", b"\\'\\x", 1);
        check(&VENUS, "\\\"", b"\"", 0);
        check(&VENUS, r"\0\x1b[\e\101\1018", b"\0\x1b[\x1bAA8", 0);
        check(&VENUS, r"\x4g\xff", b"\x04g\xff", 0);
        check(&VENUS, r"\400\377", b"\x00\xff", 0);
        check(&VENUS, r"\q", b"\\q", 1);
        check(&VENUS, "\\é", "\\é".as_bytes(), 1);
        check(&VENUS, "\\", b"\\", 1);
        check(&VENUS, "é", "é".as_bytes(), 0);
    }

    #[test]
    fn letters_only() {
        check(&MARS, r#"\n\t\r\\\'\"\b\f\0"#, b"\n\t\r\\'\"\x08\x0c\0", 0);
        check(&MARS, r"\x41\e\101\012", b"x41e101\x0012", 3);
        check(&MARS, "é", b"\xe9", 0);
        check(&MARS, "é€", "é€".as_bytes(), 0);
        check(&MARS, "\\é", b"\xe9", 1);
        check(&MARS, "\\", b"", 1);
    }

    #[test]
    fn characters() {
        let bytes = |dialect: &Dialect, text| character(text, &dialect.lexical).0;
        assert_eq!(bytes(&MARS, r"\101"), b"A");
        assert_eq!(bytes(&MARS, "é"), b"\xe9");
        assert_eq!(bytes(&MARS, r"\0"), b"\0");
        assert_eq!(bytes(&MARS, r"\01"), b"\x001");
        assert_eq!(bytes(&VENUS, r"\101"), b"A");
    }
}
