//! Data that goes on in the next line, and values that are repeated with `value : count`.

use crate::dialect::Directive;
use crate::messages::error::AsmError;
use crate::tables::FIRST_LIST;
use crate::text::lex::{Token, TokenKind};
use crate::text::parse::Parser;

/// What stands behind the colon of `value : count`.
pub(crate) const REPEAT_COUNT: &str = "a count of 1 or more after `:`";

impl<'t> Parser<'t> {
    /// Handles a line whose meaning depends on the data before it: one that lists more of them, or
    /// one that is ignored there. Also directives of data and segments, as they may contain `:`.
    /// False if it is none of these.
    pub(crate) fn loose_line(&mut self, first: Token) -> bool {
        let word = self.text(first.span);
        let known = match first.kind {
            TokenKind::Word => self.tables.directive(word),
            _ => None,
        };
        if let Some(directive) = known {
            let colons = directive.is_list() || matches!(directive, Directive::Place(_));
            if colons {
                self.pos += 1;
                self.directive(word, first.span);
            }
            return colons;
        }
        if self.segment.is_text() || !self.tables.dialect.loose_data {
            return false;
        }
        let register = first.kind == TokenKind::Word && self.tables.register(word).is_some();
        if register
            || matches!(
                first.kind,
                TokenKind::Open | TokenKind::Close | TokenKind::Colon
            )
        {
            let line = self.text(self.feed.line_span());
            let text = line.chars().take(40).collect();
            self.error(AsmError::DroppedLine { text }, first.span);
            return true;
        }
        let statement = word.starts_with('.') || self.tables.mnemonic(word).is_some();
        if first.kind == TokenKind::Word && (statement || self.lacks_dot()) {
            return false;
        }
        let Some((name, directive)) = self.current_list() else {
            return false;
        };
        self.carry_out(name, first.span, directive);
        true
    }

    /// Whether a word of the line would be a directive with a dot before it: that one was forgotten.
    fn lacks_dot(&self) -> bool {
        let words = self.tokens[self.pos..].iter();
        let mut words = words.filter(|t| t.kind == TokenKind::Word).take(2);
        words.any(|t| {
            let text = self.text(t.span);
            self.tables.directive(&format!(".{text}")).is_some()
        })
    }

    /// The directive that more values belong to. Every file begins with words.
    fn current_list(&self) -> Option<(&'t str, Directive)> {
        let first = || Some((FIRST_LIST, self.tables.first_list()?));
        self.list.or_else(first)
    }

    /// Whether `: count` follows.
    pub(crate) fn is_repeated(&self) -> bool {
        let colon = self.peek().is_some_and(|t| t.kind == TokenKind::Colon);
        colon && self.tables.dialect.repeats_values
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
