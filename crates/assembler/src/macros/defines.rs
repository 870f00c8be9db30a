//! Names that stand for tokens: `#define` and `.eqv`.

use std::rc::Rc;

use diag::Span;
use rustc_hash::FxHashMap;

use crate::text::lex::{Token, TokenKind};

/// How many tokens one line may grow by, and how deeply definitions may use each other.
const MAX_GROWTH: usize = 100_000;
const MAX_DEPTH: usize = 32;

/// The names that are defined.
#[derive(Default)]
pub(crate) struct Defines<'t> {
    map: FxHashMap<&'t str, Rc<[Token]>>,
}

impl<'t> Defines<'t> {
    /// Whether no name is defined.
    pub(crate) fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// What a name stands for.
    pub(crate) fn get(&self, name: &str) -> Option<&[Token]> {
        self.map.get(name).map(|value| &**value)
    }

    /// Defines `name` from here on.
    pub(crate) fn insert(&mut self, name: &'t str, value: &[Token]) {
        self.map.insert(name, value.into());
    }

    /// Forgets `name`.
    pub(crate) fn remove(&mut self, name: &str) {
        self.map.remove(name);
    }

    /// A replacement of the tokens of one line.
    pub(crate) fn line<F: Fn(Span) -> &'t str>(&self, text: F) -> Replacement<'_, 't, F> {
        Replacement {
            defines: self,
            text,
            budget: MAX_GROWTH,
        }
    }
}

/// Replaces the tokens of one line.
pub(crate) struct Replacement<'a, 't, F> {
    defines: &'a Defines<'t>,
    text: F,
    /// How many tokens may still come from definitions.
    budget: usize,
}

impl<'t, F: Fn(Span) -> &'t str> Replacement<'_, 't, F> {
    /// Whether a name is defined that the token is.
    pub(crate) fn concerns(&self, token: &Token) -> bool {
        self.value(token).is_some()
    }

    fn value(&self, token: &Token) -> Option<&Rc<[Token]>> {
        let word = (token.kind == TokenKind::Word).then(|| (self.text)(token.span));
        word.and_then(|word| self.defines.map.get(word))
    }

    /// Appends what the token stands for. False if that has no end.
    pub(crate) fn append(&mut self, token: Token, out: &mut Vec<Token>) -> bool {
        self.append_at(token, out, 0)
    }

    fn append_at(&mut self, token: Token, out: &mut Vec<Token>, depth: usize) -> bool {
        let Some(value) = self.value(&token).cloned() else {
            out.push(token);
            return true;
        };
        if depth > MAX_DEPTH || self.budget < value.len() {
            return false;
        }
        self.budget -= value.len();
        for (k, part) in value.iter().enumerate() {
            let mut part = *part;
            if k == 0 {
                (part.spaced, part.comma) = (token.spaced, token.comma);
            }
            // A name inside its own definition stays.
            let own =
                part.kind == TokenKind::Word && (self.text)(part.span) == (self.text)(token.span);
            if own {
                out.push(part);
            } else if !self.append_at(part, out, depth + 1) {
                return false;
            }
        }
        true
    }
}
