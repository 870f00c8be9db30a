//! Numbers that must be known before lines are read: conditions and counts.

use crate::dialect::OperatorRules;
use crate::text::expr;
use crate::text::lex::{Op, Token, TokenKind};

/// How deeply a number may nest.
const MAX_DEPTH: usize = 32;

/// What words are in a number.
pub(crate) trait NumberWords {
    /// The value of the word at `token`; more tokens may belong to it.
    fn word(&self, reader: &mut NumberReader<'_, Self>, token: Token) -> Option<i64>
    where
        Self: Sized;
    /// The value of a character.
    fn character(&self, _token: Token) -> Option<i64> {
        None
    }
}

/// Reads the number that tokens are.
pub(crate) struct NumberReader<'a, W: NumberWords> {
    pub(crate) words: &'a W,
    pub(crate) tokens: &'a [Token],
    pub(crate) rules: OperatorRules,
    pub(crate) pos: usize,
    pub(crate) depth: usize,
}

impl<'a, W: NumberWords> NumberReader<'a, W> {
    /// The number that all tokens are.
    pub(crate) fn read(words: &'a W, tokens: &'a [Token], rules: OperatorRules) -> Option<i64> {
        let mut reader = NumberReader {
            words,
            tokens,
            rules,
            pos: 0,
            depth: 0,
        };
        let value = reader.binary(0)?;
        (reader.pos == tokens.len()).then_some(value)
    }

    fn binary(&mut self, min: u8) -> Option<i64> {
        let mut left = self.unary()?;
        while let Some(Token {
            kind: TokenKind::Op(op),
            ..
        }) = self.tokens.get(self.pos)
        {
            let Some(level) = expr::precedence(*op, self.rules).filter(|p| *p >= min) else {
                break;
            };
            self.pos += 1;
            let right = self.binary(level + 1)?;
            left = expr::apply(*op, left, right)?;
            if self.rules == OperatorRules::Gnu && expr::is_comparison(*op) {
                left = -left;
            }
        }
        Some(left)
    }

    /// A number with its signs, or one in parentheses.
    pub(crate) fn unary(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let token = *self.tokens.get(self.pos)?;
        self.pos += 1;
        let value = match token.kind {
            TokenKind::Op(op @ (Op::Not | Op::Minus | Op::Plus | Op::Tilde)) => {
                expr::apply_unary(op, self.unary()?)
            }
            TokenKind::Open => {
                let value = self.binary(0)?;
                self.close()?;
                value
            }
            TokenKind::Word => self.words.word(self, token)?,
            TokenKind::Char => self.words.character(token)?,
            _ => return None,
        };
        self.depth -= 1;
        Some(value)
    }

    /// The end of a parenthesis.
    pub(crate) fn close(&mut self) -> Option<()> {
        let token = self.tokens.get(self.pos)?;
        self.pos += 1;
        (token.kind == TokenKind::Close).then_some(())
    }
}
