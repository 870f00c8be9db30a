//! Words that come from a submission, made fit for the place where they are shown.

use crate::submission::file_name;
use harness::report::xml::escaped;
use std::fmt::Write as _;

/// The name of a submission's page in an address, without its ending. Its file is called `A%20B`,
/// letter by letter, and an address has another way to write a per cent sign.
pub(super) fn link(name: &str) -> String {
    file_name(name).replace('%', "%25")
}

/// A text without what cannot be seen or turns the direction of what follows: that can make a name
/// look like another one.
pub(super) fn clean(text: &str) -> String {
    text.replace(diag::is_invisible, "")
}

/// A remark as a sentence. What may be the name of a file is left as it is written.
pub(super) fn sentence(text: &str) -> String {
    let text = clean(text.trim());
    let first = text.split_whitespace().next().unwrap_or_default();
    let first = first.trim_end_matches([':', ',', '?']);
    let is_word = first
        .split('-')
        .all(|part| part.chars().all(char::is_alphabetic));
    let mut chars = text.chars();
    let mut sentence = match chars.next() {
        Some(first) if is_word => first.to_uppercase().chain(chars).collect(),
        _ => text.clone(),
    };
    if !sentence.is_empty() && !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

/// The beginning of a text, if it is longer than this many characters.
pub(super) fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => {
            let begin: String = text.chars().take(most.saturating_sub(1)).collect();
            format!("{}…", begin.trim_end())
        }
        None => text.to_owned(),
    }
}

/// A text in one line of Markdown that shows what is written, and does nothing else.
pub(super) fn markdown(text: &str) -> String {
    let text = clean(&in_one_line(text));
    let text = text.trim();
    let mut out = String::new();
    let mut before = None;
    let mut chars = text.chars().peekable();
    // Numbers at the beginning would begin a list.
    let mut is_number = true;
    while let Some(char) = chars.next() {
        let is_letter = |c: Option<&char>| c.is_some_and(|c| c.is_alphanumeric());
        let special = match char {
            '\\' | '`' | '[' | ']' | '|' | '~' | '$' => true,
            // Between blanks it multiplies.
            '*' => before != Some(' ') || chars.peek() != Some(&' '),
            // Between letters it is one of these.
            '_' => !is_letter(before.as_ref()) || !is_letter(chars.peek()),
            '#' => before.is_none_or(|c| c == ' ' || c == '#'),
            '+' | '-' | '=' => before.is_none(),
            '.' | ')' => before.is_some() && is_number && chars.peek().is_none_or(|c| *c == ' '),
            _ => false,
        };
        is_number &= char.is_ascii_digit();
        match char {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            _ => {
                out.extend(special.then_some('\\'));
                out.push(char);
            }
        }
        before = Some(char);
    }
    out
}

/// The same for a text with code in backticks.
pub(super) fn markdown_with_code(text: &str) -> String {
    let mut out = String::new();
    for piece in pieces(&in_one_line(text)) {
        match piece {
            // A bar would end the cell of a table, in code as well.
            Piece::Code(code) => {
                let _ = write!(out, "`{}`", clean(code).replace('|', "\\|"));
            }
            Piece::Words(words) => {
                let (begin, rest) = words.split_at(words.len() - words.trim_start().len());
                let end = &rest[rest.trim_end().len()..];
                let _ = write!(out, "{begin}{}{end}", markdown(words));
            }
        }
    }
    out
}

/// The same for HTML.
pub(super) fn html_with_code(text: &str) -> String {
    let mut out = String::new();
    for piece in pieces(&clean(text)) {
        let _ = match piece {
            Piece::Code(code) => write!(out, "<code>{}</code>", escaped(code)),
            Piece::Words(words) => write!(out, "{}", escaped(words)),
        };
    }
    out
}

enum Piece<'a> {
    Words(&'a str),
    Code(&'a str),
}

/// What is between backticks is code. If they do not come in pairs, nothing is.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let parts: Vec<&str> = text.split('`').collect();
    let codes = || parts.iter().skip(1).step_by(2);
    if parts.len().is_multiple_of(2) || codes().any(|code| code.trim().is_empty()) {
        return vec![Piece::Words(text)];
    }
    let pieces = parts.iter().enumerate().map(|(k, part)| match k % 2 {
        0 => Piece::Words(part),
        _ => Piece::Code(part),
    });
    pieces.collect()
}

/// Without line ends and other control characters, which become blanks.
fn in_one_line(text: &str) -> String {
    let ends = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.replace(ends, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a browser asks for when it follows an address.
    fn followed(address: &str) -> String {
        let mut bytes = Vec::new();
        let mut rest = address.as_bytes();
        while let [first, others @ ..] = rest {
            let escaped = others.split_at_checked(2).filter(|_| *first == b'%');
            let (byte, others) = match escaped {
                Some((digits, others)) => {
                    let digits = str::from_utf8(digits).unwrap();
                    (u8::from_str_radix(digits, 16).unwrap(), others)
                }
                None => (*first, others),
            };
            bytes.push(byte);
            rest = others;
        }
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn links_lead_to_the_file_that_was_written() {
        assert_eq!(link("alice"), "alice");
        assert_eq!(link("Anna Müller"), "Anna%2520M%25C3%25BCller");
        for name in ["Anna Müller", "../x", "x<b>|", "50%", "a?b#c"] {
            assert_eq!(followed(&link(name)), file_name(name));
        }
    }

    #[test]
    fn nothing_in_markdown_does_anything() {
        for (text, expected) in [
            ("Anna Müller", "Anna Müller"),
            ("pub/test_merge_1", "pub/test_merge_1"),
            ("<img src=x onerror=f()>", "&lt;img src=x onerror=f()&gt;"),
            ("[x](javascript:f())", "\\[x\\](javascript:f())"),
            ("a|b `c` *d* __e__", "a\\|b \\`c\\` \\*d\\* \\_\\_e\\_\\_"),
            ("a\n\n# b\r- c", "a  \\# b - c"),
            ("# a #", "\\# a \\#"),
            ("- a-b", "\\- a-b"),
            ("12. a 3. b", "12\\. a 3. b"),
            ("3.33 = 5 * 2/3", "3.33 = 5 * 2/3"),
            ("* a", "\\* a"),
            ("&lt;b\\", "&amp;lt;b\\\\"),
            ("    code", "code"),
            ("abc\u{202e}s.exe", "abcs.exe"),
        ] {
            assert_eq!(markdown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn code_stays_code() {
        let text = "0: 2 of 3, but `me|r<ge` differs";
        assert_eq!(
            markdown_with_code(text),
            "0: 2 of 3, but `me\\|r<ge` differs"
        );
        assert_eq!(
            html_with_code(text),
            "0: 2 of 3, but <code>me|r&lt;ge</code> differs"
        );
        assert_eq!(html_with_code("a `b` c ` <i>"), "a `b` c ` &lt;i&gt;");
        assert_eq!(markdown_with_code("``` a ```"), "\\`\\`\\` a \\`\\`\\`");
    }

    #[test]
    fn remarks_are_sentences() {
        for (text, expected) in [
            ("the files are in 2048", "The files are in 2048."),
            ("late: too late", "Late: too late."),
            ("src/place.s was not taken", "src/place.s was not taken."),
            ("LLM.txt is missing.", "LLM.txt is missing."),
            ("\u{202e}one", "One."),
            ("", ""),
        ] {
            assert_eq!(sentence(text), expected);
        }
        assert_eq!(short("a file is missing", 60), "a file is missing");
        assert_eq!(short("äöü äöü", 5), "äöü…");
    }
}
