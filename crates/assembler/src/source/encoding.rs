//! From the bytes of a file to its text.

use diag::{FileId, Span};
use rustc_hash::FxHashSet;

use crate::dialect::{Encoding, Lexical};
use crate::text::lex::Lexer;

/// Bytes that are no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BadBytes {
    /// Where they are in the file.
    pub offset: usize,
    /// Where the character is that stands for them in the text.
    pub place: usize,
}

/// At most so many of them are remembered.
const MOST_BAD: usize = 1000;

/// The text of a file, and what in it is none.
pub(crate) fn decode(bytes: Vec<u8>, encoding: Encoding) -> (String, Vec<BadBytes>) {
    let error = match String::from_utf8(bytes) {
        Ok(text) => return (text, Vec::new()),
        Err(error) => error,
    };
    let bytes = error.as_bytes();
    if encoding == Encoding::Latin1 {
        return (bytes.iter().copied().map(char::from).collect(), Vec::new());
    }
    let (mut text, mut bad, mut offset) = (String::new(), Vec::new(), 0);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        offset += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            if bad.len() < MOST_BAD {
                let place = text.len();
                bad.push(BadBytes { offset, place });
            }
            text.push(char::REPLACEMENT_CHARACTER);
        }
        offset += chunk.invalid().len();
    }
    (text, bad)
}

/// The first of these that stands outside of comments: in a comment, nobody reads them.
pub(crate) fn bad_code(
    text: &str,
    file: FileId,
    rules: &'static Lexical,
    bad: &[BadBytes],
) -> Option<BadBytes> {
    if bad.is_empty() {
        return None;
    }
    let has =
        |span: Span, bad: &BadBytes| (span.start as usize..span.end as usize).contains(&bad.place);
    let mut lexer = Lexer::new(text, file, rules, FxHashSet::default());
    let mut tokens = Vec::new();
    let mut found: Vec<&BadBytes> = Vec::new();
    // Both are in the order of the text.
    let mut rest = bad;
    while lexer.line(&mut tokens) {
        for token in &tokens {
            let passed = rest.partition_point(|bad| bad.place < token.span.start as usize);
            rest = &rest[passed..];
            found.extend(rest.first().filter(|bad| has(token.span, bad)));
        }
        if !found.is_empty() {
            break;
        }
    }
    for span in lexer.errors.iter().filter_map(|error| error.span) {
        found.extend(bad.iter().find(|bad| has(span, bad)));
    }
    found.into_iter().min_by_key(|bad| bad.place).copied()
}
