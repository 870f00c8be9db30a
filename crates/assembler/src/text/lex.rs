//! Bytes to tokens, one logical line at a time.
//!
//! A token is a kind and a span; its text stays in the source. Blanks and commas are not tokens:
//! they are flags of the token after them. A *word* is a run of characters that are not blanks,
//! punctuation or operators, so `.data`, `a0`, `0x1F`, `1f`, `$t0` and `grösse` are words.
//!
//! - `#` begins a comment anywhere. `//` and `/*` do so after a blank or at the start of a line;
//!   a block comment counts as a blank, also when it spans lines.
//! - A label may contain operator characters (`print-board:`). Such names are collected in
//!   [`Lexer::odd_names`], and words in that set are not split at operators.
//! - A macro parameter, `%x`, is a word.
//!
//! Which of these rules hold is the dialect's business.

use diag::{FileId, Span};
use memchr::memchr;
use rustc_hash::FxHashSet;

use crate::dialect::Lexical;
use crate::messages::error::{AsmError, FaultStage, Located, MAX_FAULTS};

/// An operator of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    And,
    Or,
    Xor,
    Tilde,
    Shl,
    Shr,
    Not,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    AndAnd,
    OrOr,
    Assign,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name, number, register, mnemonic or directive.
    Word,
    /// A string with its quotes.
    Str,
    /// A character literal with its quotes.
    Char,
    /// `:`
    Colon,
    /// `(`
    Open,
    /// `)`
    Close,
    /// An operator.
    Op(Op),
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// Its place.
    pub span: Span,
    /// What it is.
    pub kind: TokenKind,
    /// A blank, a comma or the start of the line stands before it.
    pub spaced: bool,
    /// A comma stands before it.
    pub comma: bool,
}

/// How many tokens a line may have.
const MAX_TOKENS: usize = 1 << 23;

/// Reads one text.
pub(crate) struct Lexer<'t> {
    text: &'t str,
    file: FileId,
    rules: &'static Lexical,
    bytes: &'static ByteTable,
    pos: usize,
    spaced: bool,
    comma: bool,
    /// Labels with operator characters in their names.
    pub odd_names: FxHashSet<&'t str>,
    /// What was wrong so far.
    pub errors: Vec<Located>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Word,
    Blank,
    Newline,
    Comma,
    Punct(TokenKind),
    Operator,
    Quote,
    Apostrophe,
    Control,
}

/// What the bytes are.
struct ByteTable {
    classes: [Class; 256],
    /// The bytes of words.
    is_word: [bool; 256],
}

/// As usual, and where `;` ends a statement.
static USUAL: ByteTable = ByteTable::new(false);
static SEPARATED: ByteTable = ByteTable::new(true);

impl ByteTable {
    const fn new(separators: bool) -> Self {
        let (mut classes, mut is_word) = (classes(), [false; 256]);
        if separators {
            classes[b';' as usize] = Class::Newline;
        }
        let mut k = 0;
        while k < 256 {
            is_word[k] = matches!(classes[k], Class::Word);
            k += 1;
        }
        ByteTable { classes, is_word }
    }
}

const fn classes() -> [Class; 256] {
    let mut table = [Class::Word; 256];
    let mut k = 0;
    while k < 256 {
        table[k] = match k as u8 {
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => Class::Blank,
            b'\n' => Class::Newline,
            b',' => Class::Comma,
            b':' => Class::Punct(TokenKind::Colon),
            b'(' => Class::Punct(TokenKind::Open),
            b')' => Class::Punct(TokenKind::Close),
            b'"' => Class::Quote,
            b'\'' => Class::Apostrophe,
            b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'~' | b'<' | b'>' | b'!'
            | b'=' => Class::Operator,
            0..=0x1f | 0x7f => Class::Control,
            _ => Class::Word,
        };
        k += 1;
    }
    table
}

impl<'t> Lexer<'t> {
    /// A lexer at the start of `text`, knowing these odd names from an earlier reading.
    pub(crate) fn new(
        text: &'t str,
        file: FileId,
        rules: &'static Lexical,
        odd_names: FxHashSet<&'t str>,
    ) -> Self {
        Lexer {
            text,
            file,
            rules,
            bytes: if rules.separators { &SEPARATED } else { &USUAL },
            pos: if text.starts_with('\u{feff}') { 3 } else { 0 },
            spaced: true,
            comma: false,
            odd_names,
            errors: Vec::new(),
        }
    }

    /// The offset of the next line to read.
    pub(crate) fn position(&self) -> usize {
        self.pos
    }

    /// Goes on reading at `position`, the start of a line.
    pub(crate) fn seek(&mut self, position: usize) {
        self.pos = position;
    }

    /// Reads the tokens of the next line into `tokens`. False at the end of the text.
    pub(crate) fn line(&mut self, tokens: &mut Vec<Token>) -> bool {
        tokens.clear();
        if self.pos >= self.text.len() || self.is_hopeless() {
            return false;
        }
        self.spaced = true;
        self.comma = false;
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.pos) {
            if self.rules.comment == byte || tokens.len() > MAX_TOKENS {
                self.end_line(tokens);
                continue;
            }
            match self.bytes.classes[byte as usize] {
                Class::Word => self.word(tokens),
                Class::Blank => {
                    self.pos += 1;
                    while bytes.get(self.pos) == Some(&b' ') {
                        self.pos += 1;
                    }
                    self.spaced = true;
                }
                Class::Newline => {
                    self.pos += 1;
                    break;
                }
                Class::Comma => {
                    self.pos += 1;
                    (self.spaced, self.comma) = (true, true);
                }
                Class::Punct(kind) => {
                    if kind == TokenKind::Colon && self.rules.odd_labels {
                        self.join_label(tokens);
                    }
                    self.push(tokens, kind, self.pos, self.pos + 1);
                }
                Class::Operator if self.is_parameter(tokens) => self.word(tokens),
                Class::Operator => self.operator(tokens),
                Class::Quote => self.string(tokens),
                Class::Apostrophe => self.character(tokens),
                Class::Control => self.control(),
            }
        }
        if !self.odd_names.is_empty() {
            self.join_odd(tokens);
        }
        true
    }

    fn push(&mut self, tokens: &mut Vec<Token>, kind: TokenKind, start: usize, end: usize) {
        tokens.push(Token {
            span: self.span(start, end),
            kind,
            spaced: self.spaced,
            comma: self.comma,
        });
        (self.spaced, self.comma) = (false, false);
        self.pos = end;
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start as u32, end as u32)
    }

    fn error(&mut self, error: AsmError, start: usize, end: usize) {
        let span = self.span(start, end);
        self.errors
            .push(Located::new(error, span, FaultStage::Pass1));
    }

    /// Whether so much is wrong that the rest is not worth reading.
    fn is_hopeless(&self) -> bool {
        self.errors.len() >= MAX_FAULTS
    }

    /// Leaves out the rest of a line: a comment, or more than anybody can have meant.
    fn end_line(&mut self, tokens: &mut Vec<Token>) {
        if tokens.len() > MAX_TOKENS {
            let (what, limit) = ("words in a line", MAX_TOKENS as u64);
            self.error(
                AsmError::SourceLimit { what, limit },
                self.pos,
                self.pos + 1,
            );
            tokens.clear();
        }
        self.skip_line();
    }

    fn skip_line(&mut self) {
        let rest = &self.text.as_bytes()[self.pos..];
        self.pos += memchr(b'\n', rest).unwrap_or(rest.len());
        self.spaced = true;
    }

    fn word(&mut self, tokens: &mut Vec<Token>) {
        let bytes = self.text.as_bytes();
        let is_word = &self.bytes.is_word;
        let start = self.pos;
        let mut end = start + 1;
        loop {
            while let Some(&byte) = bytes.get(end)
                && is_word[usize::from(byte)]
                && byte != self.rules.comment
            {
                end += 1;
            }
            if matches!(bytes.get(end), Some(b'+' | b'-')) && self.is_exponent(start, end) {
                end += 1;
                continue;
            }
            break;
        }
        self.push(tokens, TokenKind::Word, start, end);
    }

    /// Whether the sign at `end` belongs to a number such as `1.5e-3`.
    fn is_exponent(&self, start: usize, end: usize) -> bool {
        let bytes = self.text.as_bytes();
        let word = &bytes[start..end];
        matches!(bytes[end], b'+' | b'-')
            && matches!(word.last(), Some(b'e' | b'E'))
            && bytes.get(end + 1).is_some_and(u8::is_ascii_digit)
            && word.len() < 64
            && word.iter().any(u8::is_ascii_digit)
            && word[..word.len() - 1]
                .iter()
                .all(|b| b.is_ascii_digit() || *b == b'.')
    }

    /// Whether a macro parameter such as `%x` begins here, not an operator between two values.
    fn is_parameter(&self, tokens: &[Token]) -> bool {
        let [b'%', next, ..] = self.text.as_bytes()[self.pos..] else {
            return false;
        };
        let value =
            |t: &Token| matches!(t.kind, TokenKind::Word | TokenKind::Char | TokenKind::Close);
        self.rules.parameters
            && self.bytes.classes[next as usize] == Class::Word
            && next != self.rules.comment
            && (self.spaced || !tokens.last().is_some_and(value))
            && !self.is_function()
    }

    /// Whether this is a function of the language, such as `%hi(`.
    fn is_function(&self) -> bool {
        let rest = &self.text.as_bytes()[self.pos + 1..];
        let mut names = self.rules.functions.iter();
        names.any(|name| rest.starts_with(name.as_bytes()) && rest.get(name.len()) == Some(&b'('))
    }

    fn operator(&mut self, tokens: &mut Vec<Token>) {
        let rest = &self.text.as_bytes()[self.pos..];
        if self.spaced && self.rules.slash_comments {
            if rest.starts_with(b"//") {
                return self.skip_line();
            }
            if rest.starts_with(b"/*") {
                return self.block_comment();
            }
        }
        let (op, len) = match rest {
            [b'<', b'<', ..] => (Op::Shl, 2),
            [b'>', b'>', ..] => (Op::Shr, 2),
            [b'<', b'=', ..] => (Op::LessEqual, 2),
            [b'>', b'=', ..] => (Op::GreaterEqual, 2),
            [b'=', b'=', ..] => (Op::Equal, 2),
            [b'!', b'=', ..] => (Op::NotEqual, 2),
            [b'&', b'&', ..] => (Op::AndAnd, 2),
            [b'|', b'|', ..] => (Op::OrOr, 2),
            [b'+', ..] => (Op::Plus, 1),
            [b'-', ..] => (Op::Minus, 1),
            [b'*', ..] => (Op::Star, 1),
            [b'/', ..] => (Op::Slash, 1),
            [b'%', ..] => (Op::Percent, 1),
            [b'&', ..] => (Op::And, 1),
            [b'|', ..] => (Op::Or, 1),
            [b'^', ..] => (Op::Xor, 1),
            [b'~', ..] => (Op::Tilde, 1),
            [b'<', ..] => (Op::Less, 1),
            [b'>', ..] => (Op::Greater, 1),
            [b'!', ..] => (Op::Not, 1),
            _ => (Op::Assign, 1),
        };
        self.push(tokens, TokenKind::Op(op), self.pos, self.pos + len);
    }

    fn block_comment(&mut self) {
        let start = self.pos;
        match self.text[start + 2..].find("*/") {
            Some(len) => self.pos = start + 2 + len + 2,
            None => {
                self.error(AsmError::OpenComment, start, start + 2);
                self.pos = self.text.len();
            }
        }
        self.spaced = true;
    }

    fn string(&mut self, tokens: &mut Vec<Token>) {
        let start = self.pos;
        match self.closing(start + 1, b'"') {
            Ok(end) => self.push(tokens, TokenKind::Str, start, end + 1),
            Err(_) if self.rules.open_strings => {
                let end = memchr(b'\n', &self.text.as_bytes()[start..]);
                let end = end.map_or(self.text.len(), |len| start + len);
                let end = start + self.text[start..end].trim_end_matches('\r').len();
                self.error(AsmError::ShortString, start, end);
                self.push(tokens, TokenKind::Str, start, end);
            }
            Err(end) => {
                self.error(AsmError::OpenString, start, end);
                self.push(tokens, TokenKind::Str, start, end);
            }
        }
    }

    fn character(&mut self, tokens: &mut Vec<Token>) {
        let start = self.pos;
        if self.text.as_bytes()[start..].starts_with(b"'''") {
            return self.push(tokens, TokenKind::Char, start, start + 3);
        }
        match self.closing(start + 1, b'\'') {
            Ok(end) => self.push(tokens, TokenKind::Char, start, end + 1),
            Err(end) => {
                self.error(AsmError::OpenCharacter, start, end);
                self.push(tokens, TokenKind::Char, start, end);
            }
        }
    }

    /// The offset of the closing `quote`, or else of the end of the line without blanks.
    fn closing(&self, start: usize, quote: u8) -> Result<usize, usize> {
        let bytes = self.text.as_bytes();
        let mut at = start;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\n' => break,
                b'\\' if bytes.get(at + 1).is_some_and(|b| *b != b'\n') => at += 2,
                _ if byte == quote => return Ok(at),
                _ => at += 1,
            }
        }
        let end = at.min(bytes.len());
        Err(start + self.text[start..end].trim_end().len())
    }

    fn control(&mut self) {
        let character = char::from(self.text.as_bytes()[self.pos]);
        let error = AsmError::StrayCharacter { character };
        self.error(error, self.pos, self.pos + 1);
        self.pos += 1;
        if self.is_hopeless() {
            self.pos = self.text.len();
        }
        self.spaced = true;
    }

    /// Makes one word of the tokens that touch each other before a `:`.
    fn join_label(&mut self, tokens: &mut Vec<Token>) {
        let Some(last) = tokens.last() else { return };
        let mut first = tokens.len() - 1;
        let joinable = |t: &Token| matches!(t.kind, TokenKind::Word | TokenKind::Op(_));
        while first > 0 && !tokens[first].spaced && joinable(&tokens[first - 1]) {
            first -= 1;
        }
        if first + 1 == tokens.len() || !joinable(last) {
            return;
        }
        let span = tokens[first].span.to(last.span);
        self.odd_names
            .insert(&self.text[span.start as usize..span.end as usize]);
        join(tokens, first, span);
    }

    /// Makes one word of each run of touching tokens that is a known odd name.
    fn join_odd(&self, tokens: &mut Vec<Token>) {
        let word = |t: &Token| matches!(t.kind, TokenKind::Word | TokenKind::Op(_));
        let (mut kept, mut k) = (0, 0);
        while k < tokens.len() {
            let mut end = k + 1;
            while end < tokens.len() && !tokens[end].spaced && word(&tokens[end]) {
                end += 1;
            }
            let span = tokens[k].span.to(tokens[end - 1].span);
            let text = &self.text[span.start as usize..span.end as usize];
            if end > k + 1 && word(&tokens[k]) && self.odd_names.contains(text) {
                tokens[kept] = Token {
                    span,
                    kind: TokenKind::Word,
                    ..tokens[k]
                };
                kept += 1;
            } else {
                tokens.copy_within(k..end, kept);
                kept += end - k;
            }
            k = end;
        }
        tokens.truncate(kept);
    }
}

fn join(tokens: &mut Vec<Token>, first: usize, span: Span) {
    tokens.truncate(first + 1);
    if let Some(token) = tokens.last_mut() {
        token.span = span;
        token.kind = TokenKind::Word;
    }
}
