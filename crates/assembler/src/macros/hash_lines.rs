//! Line-leading `#define`, `#undef`, `#ifdef`, `#ifndef`, `#if`, `#elif`, `#else`, `#endif` and
//! `#error`; and the replacement of defined names.
//!
//! `#` also begins a comment, and people write comments such as `#if the key was pressed`. So a
//! line is a directive only if `#` is its first character, the word follows at once, and the
//! line is well-formed:
//!
//! - `#ifdef NAME`, `#ifndef NAME`, `#undef NAME`: exactly one name.
//! - `#if EXPR`, `#elif EXPR`: one constant expression, in which an unknown name is 0 and
//!   `defined NAME` may stand.
//! - `#else`, `#endif`: nothing else on the line.
//! - A condition counts only together with its `#endif`; `#else` and `#elif` only inside one.
//! - `#define NAME text…`: a name that is neither a register nor a mnemonic nor a directive.
//! - `#error text`: only inside a condition.
//!
//! Everything else is a comment. A defined name is replaced where it is a whole word.

use diag::{FileId, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dialect::{NumberRules, OperatorRules};
use crate::macros::defines::Defines;
use crate::macros::number::{NumberReader, NumberWords};
use crate::messages::error::{AsmError, FaultStage, Located};
use crate::tables::Tables;
use crate::text::expr;
use crate::text::lex::{Lexer, Token, TokenKind};

/// The texts that tokens of one file may point into.
#[derive(Clone, Copy)]
pub(crate) struct Texts<'t> {
    /// The file itself.
    pub main: (FileId, &'t str),
    /// The definitions from the command line.
    pub defines: (FileId, &'t str),
}

impl<'t> Texts<'t> {
    /// The text under a span.
    pub(crate) fn get(&self, span: Span) -> &'t str {
        let text = if span.file == self.main.0 {
            self.main.1
        } else {
            self.defines.1
        };
        text.get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }
}

/// Yields the lines of one file, preprocessed.
pub(crate) struct Feed<'t> {
    /// The lexer of the file.
    pub lexer: Lexer<'t>,
    /// The texts that tokens point into.
    pub texts: Texts<'t>,
    tables: &'t Tables,
    marks: FxHashMap<usize, Mark>,
    conditions: Vec<Condition>,
    defines: Defines<'t>,
    line: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    If,
    Ifdef,
    Ifndef,
    Elif,
    Else,
    Endif,
    Define,
    Undef,
    Error,
}

/// A condition that we are inside of.
struct Condition {
    /// The lines of this branch are read.
    active: bool,
    /// An earlier branch was read (or none may be).
    done: bool,
}

impl<'t> Feed<'t> {
    /// A feed of `texts.main`.
    pub(crate) fn new(tables: &'t Tables, texts: Texts<'t>, odd_names: FxHashSet<&'t str>) -> Self {
        let (file, text) = texts.main;
        let lexer = Lexer::new(text, file, &tables.dialect.lexical, odd_names);
        let mut feed = Feed {
            lexer,
            texts,
            tables,
            marks: FxHashMap::default(),
            conditions: Vec::new(),
            defines: Defines::default(),
            line: Span::new(file, 0, 0),
        };
        if tables.dialect.preprocessor {
            feed.read_defines();
            feed.find_marks();
        }
        feed
    }

    /// From the first to the last token of the line as it is written.
    pub(crate) fn line_span(&self) -> Span {
        self.line
    }

    /// Where the lines are that are directives, in order, each with the length of its word.
    pub(crate) fn hash_lines(&self) -> Vec<(usize, usize)> {
        let text = self.texts.main.1;
        let length = |start: usize| 1 + directive_word(&text[start..]).len();
        let starts = self.marks.keys();
        let mut lines: Vec<_> = starts.map(|start| (*start, length(*start))).collect();
        lines.sort_unstable();
        lines
    }

    /// Reads the next line that is not skipped. False at the end.
    pub(crate) fn next_line(&mut self, tokens: &mut Vec<Token>) -> bool {
        if !self.marks.is_empty() || !self.conditions.is_empty() {
            self.pass_directives();
        }
        if !self.lexer.line(tokens) {
            return false;
        }
        if let (Some(first), Some(last)) = (tokens.first(), tokens.last()) {
            self.line = first.span.to(last.span);
            if !self.defines.is_empty() {
                self.replace(tokens);
            }
        }
        true
    }

    /// Reads no further line.
    pub(crate) fn stop(&mut self) {
        self.lexer.seek(self.texts.main.1.len());
    }

    /// Defines `name` from here on.
    pub(crate) fn define(&mut self, name: &'t str, value: &[Token]) {
        self.defines.insert(name, value);
    }

    /// Handles directive lines and skips excluded ones, up to a line that is to be read.
    fn pass_directives(&mut self) {
        let text = self.texts.main.1;
        while self.lexer.position() < text.len() {
            let start = self.lexer.position();
            if let Some(mark) = self.marks.get(&start).copied() {
                self.directive(mark, start);
            } else if self.active() {
                return;
            }
            let rest = &text.as_bytes()[start..];
            let len = memchr::memchr(b'\n', rest);
            self.lexer.seek(start + len.map_or(rest.len(), |n| n + 1));
        }
    }

    fn active(&self) -> bool {
        self.conditions.last().is_none_or(|c| c.active)
    }

    fn directive(&mut self, mark: Mark, start: usize) {
        let tokens = self.operands(start);
        let name = tokens.first().map_or("", |t| self.texts.get(t.span));
        match mark {
            Mark::Define if self.active() => self.define(name, tokens.get(1..).unwrap_or(&[])),
            Mark::Undef if self.active() => {
                self.defines.remove(name);
            }
            Mark::Error if self.active() && !self.conditions.is_empty() => self.user_error(start),
            Mark::Define | Mark::Undef | Mark::Error => {}
            Mark::If => self.open(|feed| feed.test(&tokens)),
            Mark::Ifdef => self.open(|feed| feed.defines.get(name).is_some()),
            Mark::Ifndef => self.open(|feed| feed.defines.get(name).is_none()),
            Mark::Elif => {
                let test = self.test(&tokens);
                self.turn(test);
            }
            Mark::Else => self.turn(true),
            Mark::Endif => {
                self.conditions.pop();
            }
        }
    }

    fn open(&mut self, test: impl FnOnce(&Self) -> bool) {
        let outer = self.active();
        let active = outer && test(self);
        let done = active || !outer;
        self.conditions.push(Condition { active, done });
    }

    fn turn(&mut self, test: bool) {
        if let Some(condition) = self.conditions.last_mut() {
            condition.active = test && !condition.done;
            condition.done |= condition.active;
        }
    }

    fn user_error(&mut self, start: usize) {
        let (file, text) = self.texts.main;
        let line = text[start..].lines().next().unwrap_or("");
        let message = line.trim_start_matches("#error").trim().to_owned();
        let span = Span::new(file, start as u32, (start + line.len()) as u32);
        let error = AsmError::UserError { message };
        self.lexer
            .errors
            .push(Located::new(error, span, FaultStage::Pass1));
    }

    /// The tokens after the directive word of the line at `start`.
    fn operands(&self, start: usize) -> Vec<Token> {
        let (file, text) = self.texts.main;
        let word = directive_word(&text[start..]).len();
        let rules = &self.tables.dialect.lexical;
        let mut lexer = Lexer::new(text, file, rules, FxHashSet::default());
        let mut tokens = Vec::new();
        lexer.seek(start + 1 + word);
        if text[start + 1 + word..].starts_with(['\n', '\r']) {
            return tokens;
        }
        lexer.line(&mut tokens);
        tokens
    }

    /// Finds the lines that are directives by the rules above.
    fn find_marks(&mut self) {
        let text = self.texts.main.1;
        let mut groups: Vec<Vec<(usize, Mark)>> = Vec::new();
        let bytes = text.as_bytes();
        let begins = |at: &usize| *at == 0 || bytes[at - 1] == b'\n';
        for start in memchr::memchr_iter(b'#', bytes).filter(begins) {
            let Some(mark) = self.mark_at(start) else {
                continue;
            };
            match mark {
                Mark::If | Mark::Ifdef | Mark::Ifndef => groups.push(vec![(start, mark)]),
                Mark::Elif | Mark::Else => {
                    if let Some(group) = groups.last_mut() {
                        group.push((start, mark));
                    }
                }
                Mark::Endif => {
                    self.marks.extend(groups.pop().into_iter().flatten());
                    self.marks.insert(start, mark);
                }
                Mark::Define | Mark::Undef | Mark::Error => {
                    self.marks.insert(start, mark);
                }
            }
        }
    }

    /// The directive that the line at `start` is, if it is well-formed.
    fn mark_at(&self, start: usize) -> Option<Mark> {
        let mark = match directive_word(&self.texts.main.1[start..]) {
            "if" => Mark::If,
            "ifdef" => Mark::Ifdef,
            "ifndef" => Mark::Ifndef,
            "elif" => Mark::Elif,
            "else" => Mark::Else,
            "endif" => Mark::Endif,
            "define" => Mark::Define,
            "undef" => Mark::Undef,
            "error" => return Some(Mark::Error),
            _ => return None,
        };
        let tokens = self.operands(start);
        let name = tokens.first().filter(|t| t.kind == TokenKind::Word);
        let name = name
            .map(|t| self.texts.get(t.span))
            .filter(|n| is_identifier(n));
        let good = match mark {
            Mark::If | Mark::Elif => self.condition(&tokens).is_some(),
            Mark::Ifdef | Mark::Ifndef | Mark::Undef => tokens.len() == 1 && name.is_some(),
            Mark::Define => name.is_some_and(|n| !self.is_reserved(n)),
            _ => tokens.is_empty(),
        };
        good.then_some(mark)
    }

    fn is_reserved(&self, name: &str) -> bool {
        self.tables.register(name).is_some()
            || self.tables.is_mnemonic(name)
            || self.tables.directive(name).is_some()
    }

    fn test(&self, tokens: &[Token]) -> bool {
        self.condition(tokens).is_some_and(|value| value != 0)
    }

    /// The value of a condition, if it is one expression.
    fn condition(&self, tokens: &[Token]) -> Option<i64> {
        NumberReader::read(self, tokens, OperatorRules::C)
    }

    /// Reads the definitions of the command line: lines of `NAME value…`.
    fn read_defines(&mut self) {
        let (file, text) = self.texts.defines;
        let rules = &self.tables.dialect.lexical;
        let mut lexer = Lexer::new(text, file, rules, FxHashSet::default());
        let mut tokens = Vec::new();
        while lexer.line(&mut tokens) {
            if let Some((name, value)) = tokens.split_first() {
                self.define(self.texts.get(name.span), value);
            }
        }
    }

    fn replace(&mut self, tokens: &mut Vec<Token>) {
        let texts = self.texts;
        let mut line = self.defines.line(|span| texts.get(span));
        let Some(first) = tokens.iter().position(|t| line.concerns(t)) else {
            return;
        };
        let mut out: Vec<Token> = tokens[..first].to_vec();
        for token in &tokens[first..] {
            if !line.append(*token, &mut out) {
                let name = self.texts.get(token.span).to_owned();
                let error = AsmError::ExpansionLimit { name };
                let error = Located::new(error, token.span, FaultStage::Pass1);
                self.lexer.errors.push(error);
                out.clear();
                break;
            }
        }
        *tokens = out;
    }
}

/// The letters right after the `#` of a line.
fn directive_word(line: &str) -> &str {
    let rest = line.get(1..).unwrap_or("");
    let end = rest.bytes().position(|b| !b.is_ascii_alphabetic());
    let word = &rest[..end.unwrap_or(rest.len())];
    let after = rest.as_bytes().get(word.len());
    match after {
        None | Some(b' ' | b'\t' | b'\r' | b'\n') => word,
        Some(_) => "",
    }
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '$'))
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$'))
}

impl NumberWords for Feed<'_> {
    fn word(&self, reader: &mut NumberReader<'_, Self>, token: Token) -> Option<i64> {
        let word = self.texts.get(token.span);
        if word == "defined" {
            let open = reader.tokens.get(reader.pos)?.kind == TokenKind::Open;
            reader.pos += usize::from(open);
            let name = self.texts.get(reader.tokens.get(reader.pos)?.span);
            reader.pos += 1;
            if open {
                reader.close()?;
            }
            return Some(self.defines.get(name).is_some().into());
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return expr::number(word, NumberRules::Wide)?.ok();
        }
        if !is_identifier(word) {
            return None;
        }
        let Some(value) = self.defines.get(word) else {
            return Some(0);
        };
        let mut reader = NumberReader {
            words: self,
            tokens: value,
            rules: OperatorRules::C,
            pos: 0,
            depth: reader.depth + 1,
        };
        Some(reader.unary().unwrap_or(0))
    }
}
