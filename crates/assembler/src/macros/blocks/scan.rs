//! Statements of a text that is not taken apart into words yet: where each begins and ends, and
//! what it begins with.

use std::ops::Range;

/// A statement: where it begins and ends, and where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScannedStatement {
    pub start: usize,
    pub end: usize,
    pub next: usize,
}

/// The statement at or after `at`. One that begins with `#` is a whole line.
pub(super) fn next_statement(text: &str, at: usize) -> ScannedStatement {
    let bytes = text.as_bytes();
    let line_end = |from: usize| {
        let len = memchr::memchr(b'\n', bytes.get(from..).unwrap_or(&[]));
        len.map_or(bytes.len(), |len| from + len)
    };
    let begins = at == 0 || bytes.get(at - 1) == Some(&b'\n');
    if begins && bytes.get(at) == Some(&b'#') {
        let end = line_end(at);
        return ScannedStatement {
            start: at,
            end,
            next: end + 1,
        };
    }
    let statement = |end: usize, next: usize| ScannedStatement {
        start: at,
        end,
        next,
    };
    let mut k = at;
    while let Some(byte) = bytes.get(k) {
        match byte {
            b'\n' | b';' => return statement(k, k + 1),
            b'#' => return statement(k, line_end(k) + 1),
            b'/' if bytes.get(k + 1) == Some(&b'/') => return statement(k, line_end(k) + 1),
            b'/' if bytes.get(k + 1) == Some(&b'*') => {
                let rest = text.get(k + 2..).unwrap_or("");
                k = rest.find("*/").map_or(bytes.len(), |len| k + 2 + len + 2);
            }
            b'"' => k = quoted_end(bytes, k),
            b'\'' => k = character_end(bytes, k),
            _ => k += 1,
        }
    }
    statement(bytes.len(), bytes.len())
}

/// What follows a string that begins at `at`; it ends with its line at the latest.
pub(super) fn quoted_end(bytes: &[u8], at: usize) -> usize {
    let mut k = at + 1;
    while let Some(byte) = bytes.get(k) {
        match byte {
            b'\n' => return k,
            b'\\' => k += 2,
            b'"' => return k + 1,
            _ => k += 1,
        }
    }
    k.min(bytes.len())
}

/// What follows a character that begins at `at`.
fn character_end(bytes: &[u8], at: usize) -> usize {
    let len = if bytes.get(at + 1) == Some(&b'\\') {
        3
    } else {
        2
    };
    let inside = bytes.get(at + 1..at + len).unwrap_or(&[]);
    if inside.contains(&b'\n') {
        return at + 1;
    }
    match bytes.get(at + len) {
        Some(b'\'') => at + len + 1,
        _ => at + 1,
    }
}

/// What a statement begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StatementHead {
    labels: Vec<Range<usize>>,
    /// The first word that is no label.
    pub word: Range<usize>,
    /// What follows it.
    pub rest: Range<usize>,
}

impl StatementHead {
    /// The labels before the word.
    pub(super) fn labels<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let labels: Vec<&str> = self
            .labels
            .iter()
            .map(|range| &text[range.clone()])
            .collect();
        labels.into_iter()
    }
}

/// Takes the beginning of a statement apart.
pub(super) fn head_of(text: &str) -> StatementHead {
    let bytes = text.as_bytes();
    let mut labels = Vec::new();
    let mut at = skip_blanks(text, 0);
    loop {
        let word = at..word_end(bytes, at);
        let after = skip_blanks(text, word.end);
        if word.is_empty() || bytes.get(after) != Some(&b':') {
            let rest = word.end..text.len();
            return StatementHead { labels, word, rest };
        }
        labels.push(word);
        at = skip_blanks(text, after + 1);
    }
}

/// Whether a byte is part of a word.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'_' | b'.' | b'$' | b'\\' | b'@')
        || byte >= 0x80
}

fn word_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or(&[]);
    let len = rest.iter().position(|byte| !is_word(*byte));
    len.map_or(bytes.len(), |len| at + len)
}

/// The place after blanks and comments.
fn skip_blanks(text: &str, mut at: usize) -> usize {
    loop {
        let rest = text.get(at..).unwrap_or("");
        let blanks = rest.len() - rest.trim_start().len();
        if blanks > 0 {
            at += blanks;
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |len| len + 2);
        } else {
            return at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        let (mut at, mut found) = (0, Vec::new());
        while at < text.len() {
            let statement = next_statement(text, at);
            found.push(&text[statement.start..statement.end]);
            at = statement.next;
        }
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn statements() {
        check("a; b # c; d\n e", &["a", " b ", " e"]);
        check("#define x;y\nz", &["#define x;y", "z"]);
        check("a /* ;\n */ b // c\nd", &["a /* ;\n */ b ", "d"]);
        check(".ascii \"a;#\\\"\"; x", &[".ascii \"a;#\\\"\"", " x"]);
        check(
            "li a0, ';'; li a1, '\\n'; b",
            &["li a0, ';'", " li a1, '\\n'", " b"],
        );
        check("\"open;\nx", &["\"open;", "x"]);
    }

    #[test]
    fn heads() {
        let head = |text: &str| {
            let head = head_of(text);
            let labels: Vec<&str> = head.labels(text).collect();
            (
                labels.join(" "),
                text[head.word].to_owned(),
                text[head.rest].to_owned(),
            )
        };
        let is = |labels: &str, word: &str, rest: &str| {
            (labels.to_owned(), word.to_owned(), rest.to_owned())
        };
        assert_eq!(head(" a: 1 : .word 5"), is("a 1", ".word", " 5"));
        assert_eq!(head("x=5"), is("", "x", "=5"));
        assert_eq!(head("/* c */ m a,b"), is("", "m", " a,b"));
        assert_eq!(head(""), is("", "", ""));
        assert_eq!(head("é: ü"), is("é", "ü", ""));
    }
}
