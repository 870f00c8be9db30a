//! Directives that name constants.

use diag::Span;

use crate::messages::error::{AsmError, Hint};
use crate::text::evaluate::{self, ExprValue};
use crate::text::lex::{Op, Token, TokenKind};
use crate::text::parse::{Parser, add_symbol};
use crate::text::parsed::{Arg, Def, ExprNode, ParsedOperand, SymId};

impl Parser<'_> {
    pub(crate) fn constant(&mut self, directive: &str, span: Span, again: bool) {
        let Some(token) = self.peek().filter(|t| t.kind == TokenKind::Word) else {
            return self.count_error(directive, span, 0, "a name and a value");
        };
        self.pos += 1;
        self.define_constant(directive, span, token, again);
    }

    /// Defines a constant whose value follows.
    pub(crate) fn define_constant(
        &mut self,
        directive: &str,
        span: Span,
        token: Token,
        again: bool,
    ) {
        // A constant whose value is wrong is defined all the same, or each use were an error.
        let value = self.constant_value(directive, span, token.span);
        let mut value = value.unwrap_or(ParsedOperand {
            arg: Arg::Int(1),
            span: token.span,
        });
        if let Ok(ExprValue::Abs(known)) = evaluate::value(&self.known_here(), &value) {
            value.arg = Arg::Int(known);
        }
        if let Some(sym) = self.constant_symbol(token.span, again) {
            let is_place = self.is_place(value.arg);
            self.placed.is_late |= (sym.0 as usize) < self.placed.symbols && !is_place;
            let symbol = &mut self.parsed.symbols[sym.0 as usize];
            symbol.def = Def::Constant(value.arg, value.span);
            symbol.defined = Some(token.span);
        }
    }

    /// Whether a value is a place near here, so that it can never become a number that instructions
    /// above could have held.
    fn is_place(&self, arg: Arg) -> bool {
        let Arg::Expr(id) = arg else { return false };
        let here = match *self.parsed.expr(id) {
            [
                ExprNode::Sym(sym),
                ExprNode::Int(_),
                ExprNode::Binary(Op::Plus | Op::Minus),
            ] => sym,
            _ => return false,
        };
        let symbol = self.parsed.symbols.get(here.0 as usize);
        symbol.is_some_and(|s| s.hidden && matches!(s.def, Def::Label { .. }))
    }

    fn constant_value(&mut self, directive: &str, span: Span, name: Span) -> Option<ParsedOperand> {
        let value = self.numbers(directive, span, (1, 1, 1), "a name and a value")?[0];
        if let Arg::Name {
            sym: SymId::NONE, ..
        } = value.arg
        {
            let (name, register) = (self.text(name), self.text(value.span));
            let hint = Hint::help(format!("to rename a register: `.eqv {name}, {register}`"));
            self.operand_error(directive, value.span, "a number");
            self.add_hint(Some(hint.label("this is a register")));
            return None;
        }
        Some(value)
    }

    /// The symbol for a new constant, unless the name is taken.
    fn constant_symbol(&mut self, span: Span, again: bool) -> Option<SymId> {
        let sym = self.intern(span);
        let old = self.parsed.symbols[sym.0 as usize];
        let name = self.text(span);
        if let Some(reg) = self.tables.register(name) {
            self.parsed.shadows.push((reg, sym));
        }
        match (old.def, old.defined) {
            (Def::Constant(..), Some(_)) if again => {
                let new = add_symbol(&mut self.parsed, span, false);
                self.parsed.symbols[new.0 as usize].global = old.global;
                let old = &mut self.parsed.symbols[sym.0 as usize];
                (old.hidden, old.global) = (true, None);
                self.names.insert(name, new);
                Some(new)
            }
            (Def::Constant(..), Some(first)) => {
                let name = name.to_owned();
                self.error(AsmError::RedefinedConstant { name, first }, span);
                None
            }
            (_, Some(first)) => {
                let name = name.to_owned();
                self.error(AsmError::DuplicateLabel { name, first }, span);
                None
            }
            (_, None) => Some(sym),
        }
    }
}
