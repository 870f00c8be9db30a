//! Data that goes on in the next line, and values that are repeated with `value : count`.

use crate::dialect::Directive;
use crate::messages::error::AsmError;
use crate::text::lex::{Token, TokenKind};
use crate::text::parse::Parser;

/// What stands behind the colon of `value : count`.
pub(crate) const REPEAT_COUNT: &str = "a count of 1 or more after `:`";

/// What lists data before the first directive that does.
const WORDS: &str = ".word";

impl<'t> Parser<'t> {
    /// Handles a line whose meaning depends on the data before it: one that lists more of them.
    /// Also data directives, as they may contain `:`. False if it is neither.
    pub(crate) fn loose_line(&mut self, first: Token) -> bool {
        let word = self.text(first.span);
        let known = first.kind == TokenKind::Word && self.tables.directive(word).is_some();
        if known {
            let list = self.tables.directive(word).is_some_and(Directive::is_list);
            if list {
                self.pos += 1;
                self.directive(word, first.span);
            }
            return list;
        }
        let Some((name, directive)) = self.current_list(first) else {
            return false;
        };
        // A word with a dot before it would be a directive: that one was forgotten.
        let statement = first.kind == TokenKind::Word
            && (word.starts_with('.')
                || self.tables.mnemonic(word).is_some()
                || self.tables.directive(&format!(".{word}")).is_some());
        if !statement {
            self.carry_out(name, first.span, directive);
        }
        !statement
    }

    /// The directive that a line beginning with this token goes on with. A file without one begins
    /// with words; but then a name is more likely a directive that is misspelt.
    fn current_list(&self, first: Token) -> Option<(&'t str, Directive)> {
        if self.segment.is_text() || !self.tables.dialect.loose_data {
            return None;
        }
        let text = self.text(first.span);
        let is_name =
            first.kind == TokenKind::Word && !text.starts_with(|c: char| c.is_ascii_digit());
        let words = || {
            let directive = self.tables.directive(WORDS)?;
            Some((WORDS, directive)).filter(|_| !is_name)
        };
        self.list.or_else(words)
    }

    /// Whether `: count` follows.
    pub(crate) fn is_repeated(&self) -> bool {
        let colon = self.peek().is_some_and(|t| t.kind == TokenKind::Colon);
        colon && self.tables.dialect.loose_data
    }

    /// Reads `: count`, and repeats the bytes of the value that begins at `at`. None after an
    /// error.
    pub(crate) fn repeat(&mut self, name: &str, at: usize) -> Option<()> {
        if !self.is_repeated() {
            return Some(());
        }
        self.pos += 1;
        if self.peek().is_none() {
            self.error_here("a repeat count");
            return None;
        }
        let operand = self.operand()?;
        let count = self.known(&operand)?;
        let len = self.parsed.bytes.len() - at;
        if count < 1 {
            self.operand_error(name, operand.span, REPEAT_COUNT);
            return None;
        }
        let (limit, size) = (
            u64::from(self.tables.map.data.size - self.tables.map.data.lead()),
            (count as u64).saturating_mul(len as u64),
        );
        if (at as u64 + self.placed.bytes as u64).saturating_add(size) > limit {
            self.error(AsmError::DataLimit { size, limit }, operand.span);
            return None;
        }
        // A value with an error has no bytes; however often, they stay none.
        let copies = if len == 0 { 0 } else { count - 1 };
        for _ in 0..copies {
            self.parsed.bytes.extend_from_within(at..at + len);
        }
        Some(())
    }
}
