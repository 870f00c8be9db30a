//! Operands and constant expressions: reading them, and computing their values.
//!
//! Operands are separated by commas or blanks. Inside an expression blanks are allowed where
//! they cannot separate operands: an operator that needs a left operand (`*`, `<<`, …) always
//! continues the expression; `+` and `-` do so unless a blank stands before but not after them.
//! So `4-1`, `4 - 1` and `4- 1` are one operand, and `a0 -1` are two.
//!
//! An expression is stored in postfix order, so that computing it needs no recursion.

use diag::Span;

use crate::dialect::{Modifier, NumberRules, OperatorRules};
use crate::messages::error::{AsmError, Hint};
use crate::text::lex::{Op, Token, TokenKind};
use crate::text::literal;
use crate::text::parse::Parser;
use crate::text::parsed::{Arg, ExprId, ExprNode, ParsedOperand, SymId};

/// How deeply expressions and constants may nest.
pub(crate) const MAX_DEPTH: usize = 64;
/// The distance of the global pointer from an instruction, as linkers name it.
const POINTER_DISTANCE: &str = "_gp_disp";
/// How many numbers, names and operators one expression may have.
const MAX_NODES: usize = 10_000;

/// How tightly a binary operator binds; none if it is not one.
pub(crate) fn precedence(op: Op, rules: OperatorRules) -> Option<u8> {
    Some(match op {
        Op::Star | Op::Slash | Op::Percent => 10,
        Op::Shl | Op::Shr if rules == OperatorRules::Gnu => 10,
        Op::Or | Op::Xor | Op::And if rules == OperatorRules::Gnu => 9,
        Op::Plus | Op::Minus if rules == OperatorRules::Gnu => 8,
        op if rules == OperatorRules::Gnu && is_comparison(op) => 8,
        Op::OrOr => 1,
        Op::AndAnd => 2,
        Op::Or => 3,
        Op::Xor => 4,
        Op::And => 5,
        Op::Equal | Op::NotEqual => 6,
        Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => 7,
        Op::Shl | Op::Shr => 8,
        Op::Plus | Op::Minus => 9,
        Op::Tilde | Op::Not | Op::Assign => return None,
    })
}

/// Whether it asks something about two numbers.
pub(crate) fn is_comparison(op: Op) -> bool {
    use Op::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    matches!(
        op,
        Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual
    )
}

/// `left op right`; none for a division by zero.
pub(crate) fn apply(op: Op, left: i64, right: i64) -> Option<i64> {
    let shift = (right & 63) as u32;
    Some(match op {
        Op::Plus => left.wrapping_add(right),
        Op::Minus => left.wrapping_sub(right),
        Op::Star => left.wrapping_mul(right),
        Op::Slash if right == 0 => return None,
        Op::Percent if right == 0 => return None,
        Op::Slash => left.wrapping_div(right),
        Op::Percent => left.wrapping_rem(right),
        Op::And => left & right,
        Op::Or => left | right,
        Op::Xor => left ^ right,
        Op::Shl => left.wrapping_shl(shift),
        Op::Shr => left.wrapping_shr(shift),
        Op::Equal => (left == right).into(),
        Op::NotEqual => (left != right).into(),
        Op::Less => (left < right).into(),
        Op::LessEqual => (left <= right).into(),
        Op::Greater => (left > right).into(),
        Op::GreaterEqual => (left >= right).into(),
        Op::AndAnd => (left != 0 && right != 0).into(),
        Op::OrOr => (left != 0 || right != 0).into(),
        Op::Tilde | Op::Not | Op::Assign => right,
    })
}

/// `op value`
pub(crate) fn apply_unary(op: Op, value: i64) -> i64 {
    match op {
        Op::Minus => value.wrapping_neg(),
        Op::Tilde => !value,
        Op::Not => (value == 0).into(),
        _ => value,
    }
}

/// The value of a number; an inner error, with the limit, if it has more bits than that.
pub(crate) fn number(text: &str, rules: NumberRules) -> Option<Result<i64, u32>> {
    let octal = !matches!(rules, NumberRules::Wide | NumberRules::PlainWord)
        && text.len() > 1
        && text.starts_with('0')
        && text.bytes().all(|b| matches!(b, b'0'..=b'7'));
    let (radix, digits) = match octal {
        true => (8, &text[1..]),
        false => literal::radix(text),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0u64;
    let mut huge = false;
    for digit in digits.chars() {
        let digit = u64::from(digit.to_digit(radix)?);
        let next = value
            .checked_mul(radix.into())
            .and_then(|v| v.checked_add(digit));
        huge |= next.is_none();
        value = value.wrapping_mul(radix.into()).wrapping_add(digit);
    }
    Some(match rules {
        NumberRules::Wide | NumberRules::WideOctal if huge => Err(64),
        NumberRules::Wide | NumberRules::WideOctal => Ok(value as i64),
        _ if radix != 10 && (huge || value > u32::MAX.into()) => Err(32),
        NumberRules::Word | NumberRules::PlainWord => Ok(value as i32 as i64),
    })
}

/// The value as the language computes it.
fn fit(value: i64, rules: NumberRules) -> i64 {
    match rules {
        NumberRules::Wide | NumberRules::WideOctal => value,
        NumberRules::Word | NumberRules::PlainWord => value as i32 as i64,
    }
}

/// Reading operands.
impl<'t> Parser<'t> {
    /// Reads one operand. None after an error, which is reported.
    pub(crate) fn operand(&mut self) -> Option<ParsedOperand> {
        let token = self.peek()?;
        let simple = !self.continues(self.pos + 1);
        match token.kind {
            TokenKind::Word if simple => {
                self.pos += 1;
                let arg = self.word(token)?;
                return Some(ParsedOperand {
                    arg,
                    span: token.span,
                });
            }
            TokenKind::Str => {
                self.pos += 1;
                return Some(ParsedOperand {
                    arg: Arg::Str,
                    span: token.span,
                });
            }
            TokenKind::Open => {
                if let Some(operand) = self.base_register(token) {
                    return Some(operand);
                }
            }
            _ => {}
        }
        self.expression(token)
    }

    /// `( register )`
    fn base_register(&mut self, open: Token) -> Option<ParsedOperand> {
        let name = self.tokens.get(self.pos + 1)?;
        let close = self.tokens.get(self.pos + 2)?;
        if name.kind != TokenKind::Word || close.kind != TokenKind::Close {
            return None;
        }
        let reg = self.tables.register(self.text(name.span))?;
        let span = open.span.to(close.span);
        self.pos += 3;
        Some(ParsedOperand {
            arg: Arg::Base(reg),
            span,
        })
    }

    fn expression(&mut self, first: Token) -> Option<ParsedOperand> {
        let start = self.parsed.nodes.len();
        self.climb(0, 0)?;
        if self.parsed.nodes.len() - start > MAX_NODES {
            self.error(AsmError::TooDeep, first.span);
            return None;
        }
        let last = self
            .tokens
            .get(self.pos.wrapping_sub(1))
            .map_or(first.span, |t| t.span);
        let span = first.span.to(last);
        let arg = match self.parsed.nodes[start..] {
            [ExprNode::Int(value)] => {
                self.parsed.nodes.truncate(start);
                self.parsed.node_spans.truncate(start);
                Arg::Int(value)
            }
            [ExprNode::Sym(sym)] => Arg::Name { sym, reg: None },
            _ => Arg::Expr(ExprId {
                start: start as u32,
                len: (self.parsed.nodes.len() - start) as u32,
            }),
        };
        Some(ParsedOperand { arg, span })
    }

    /// Whether the token at `at` is an operator that continues the expression before it.
    fn continues(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else {
            return false;
        };
        let TokenKind::Op(op) = token.kind else {
            return false;
        };
        if token.comma || self.precedence(op).is_none() {
            return false;
        }
        match op {
            Op::Plus | Op::Minus => {
                !token.spaced || self.tokens.get(at + 1).is_none_or(|next| next.spaced)
            }
            Op::Percent => self.modifier(at).is_none(),
            _ => true,
        }
    }

    /// The function that `%name(` at `at` is.
    fn modifier(&self, at: usize) -> Option<Modifier> {
        let name = self
            .tokens
            .get(at + 1)
            .filter(|t| t.kind == TokenKind::Word && !t.spaced)?;
        let open = self
            .tokens
            .get(at + 2)
            .filter(|t| t.kind == TokenKind::Open)?;
        let text = self.text(name.span);
        let known = self
            .tables
            .dialect
            .modifiers
            .iter()
            .find(|(n, _)| *n == text)?;
        (!open.comma).then_some(known.1)
    }

    fn climb(&mut self, min: u8, depth: usize) -> Option<()> {
        self.primary(depth)?;
        while self.continues(self.pos) {
            let Some(token) = self.peek() else { break };
            let TokenKind::Op(op) = token.kind else { break };
            let Some(level) = self.precedence(op).filter(|level| *level >= min) else {
                break;
            };
            self.pos += 1;
            self.climb(level + 1, depth + 1)?;
            self.push_binary(op, token.span)?;
            if self.tables.dialect.lexical.operators == OperatorRules::Gnu && is_comparison(op) {
                self.push_unary(Op::Minus, token.span);
            }
        }
        Some(())
    }

    fn precedence(&self, op: Op) -> Option<u8> {
        precedence(op, self.tables.dialect.lexical.operators)
    }

    fn push_binary(&mut self, op: Op, span: Span) -> Option<()> {
        let count = self.parsed.nodes.len();
        if let [.., ExprNode::Int(left), ExprNode::Int(right)] = self.parsed.nodes[..] {
            let Some(value) = apply(op, left, right) else {
                self.error(AsmError::DivisionByZero, span);
                return None;
            };
            self.parsed.nodes.truncate(count - 1);
            self.parsed.node_spans.truncate(count - 1);
            self.parsed.nodes[count - 2] =
                ExprNode::Int(fit(value, self.tables.dialect.lexical.numbers));
        } else {
            self.push_node(ExprNode::Binary(op), span);
        }
        Some(())
    }

    fn push_unary(&mut self, op: Op, span: Span) {
        let numbers = self.tables.dialect.lexical.numbers;
        match self.parsed.nodes.last_mut() {
            Some(ExprNode::Int(value)) => *value = fit(apply_unary(op, *value), numbers),
            _ if op != Op::Plus => self.push_node(ExprNode::Unary(op), span),
            _ => {}
        }
    }

    fn push_node(&mut self, node: ExprNode, span: Span) {
        self.parsed.nodes.push(node);
        self.parsed.node_spans.push(span);
    }

    fn primary(&mut self, depth: usize) -> Option<()> {
        let Some(token) = self.peek() else {
            self.error_here("a number or a name");
            return None;
        };
        if depth > MAX_DEPTH {
            self.error(AsmError::TooDeep, token.span);
            return None;
        }
        match token.kind {
            TokenKind::Word => {
                self.pos += 1;
                let node = match self.word(token)? {
                    Arg::Int(value) => ExprNode::Int(value),
                    Arg::Name {
                        sym: SymId::NONE, ..
                    } => ExprNode::Sym(self.intern(token.span)),
                    Arg::Name { sym, .. } => ExprNode::Sym(sym),
                    _ => return None,
                };
                self.push_node(node, token.span);
            }
            TokenKind::Char => {
                self.pos += 1;
                let value = self.character(token.span)?;
                self.push_node(ExprNode::Int(value), token.span);
            }
            TokenKind::Open => {
                self.pos += 1;
                self.climb(0, depth + 1)?;
                self.close(token.span)?;
            }
            TokenKind::Op(op @ (Op::Plus | Op::Minus | Op::Tilde | Op::Not)) => {
                self.pos += 1;
                self.primary(depth + 1)?;
                self.push_unary(op, token.span);
            }
            TokenKind::Op(Op::Percent) if self.modifier(self.pos).is_some() => {
                let modifier = self.modifier(self.pos)?;
                let open = self.tokens.get(self.pos + 2)?.span;
                let named = token.span.to(self.tokens.get(self.pos + 1)?.span);
                self.pos += 3;
                let inner = self.peek().map(|t| self.text(t.span));
                self.climb(0, depth + 1)?;
                self.close(open)?;
                let modifier = self.pointer_part(modifier, inner, named)?;
                self.push_node(ExprNode::Modifier(modifier), token.span);
            }
            _ => {
                self.error_here("a number or a name");
                return None;
            }
        }
        Some(())
    }

    /// The function that is meant when `inner` follows: of `_gp_disp` it depends on the place. None
    /// after an error.
    fn pointer_part(
        &mut self,
        modifier: Modifier,
        inner: Option<&str>,
        span: Span,
    ) -> Option<Modifier> {
        let meant = match modifier {
            Modifier::Hi16 => Modifier::PointerHi16,
            Modifier::Lo16 => Modifier::PointerLo16,
            Modifier::ThreadLocal => {
                let why = "there are no threads here";
                let name = self.text(span).to_owned();
                self.error(AsmError::Refused { name, why }, span);
                return None;
            }
            _ => return Some(modifier),
        };
        if inner != Some(POINTER_DISTANCE) {
            return Some(modifier);
        }
        if let Some(node @ ExprNode::Sym(_)) = self.parsed.nodes.last_mut() {
            *node = ExprNode::Int(0);
        }
        Some(meant)
    }

    fn close(&mut self, open: Span) -> Option<()> {
        match self.peek() {
            Some(token) if token.kind == TokenKind::Close => {
                self.pos += 1;
                Some(())
            }
            Some(_) => {
                self.error_here("`)`");
                None
            }
            None => {
                self.error(AsmError::OpenParenthesis, open);
                let last = self.tokens.last().map_or(open, |token| token.span);
                let end = Span::new(last.file, last.end, last.end);
                self.add_hint(Some(Hint::help("close it with `)`").patch(end, ")")));
                None
            }
        }
    }

    fn word(&mut self, token: Token) -> Option<Arg> {
        let text = self.text(token.span);
        if text.as_bytes().first().is_some_and(u8::is_ascii_digit) {
            match number(text, self.tables.dialect.lexical.numbers) {
                Some(Ok(value)) => return Some(Arg::Int(value)),
                Some(Err(bits)) => {
                    let text = text.to_owned();
                    self.error(AsmError::HugeNumber { text, bits }, token.span);
                    return None;
                }
                None => {}
            }
            if let Some(sym) = self.numeric_label(text, token.span) {
                return Some(Arg::Name {
                    sym: sym?,
                    reg: None,
                });
            }
        }
        if let Some(reg) = self.tables.register(text) {
            return Some(Arg::Name {
                sym: SymId::NONE,
                reg: Some(reg),
            });
        }
        if self.tables.dialect.lexical.parameters && text.starts_with('%') {
            let name = text.to_owned();
            self.error(AsmError::UnknownParameter { name }, token.span);
            return None;
        }
        let mut numbers = self.tables.dialect.numbers.iter();
        if let Some((_, value)) = numbers.find(|(name, _)| *name == text) {
            return Some(Arg::Int(*value));
        }
        let suffix = self.tables.dialect.lexical.linkage_suffix;
        let sym = if text == "." {
            self.here(token.span)
        } else if !suffix.is_empty() && text.ends_with(suffix) {
            let Span { file, start, end } = token.span;
            self.intern(Span::new(file, start, end - suffix.len() as u32))
        } else {
            self.intern(token.span)
        };
        Some(Arg::Name { sym, reg: None })
    }
}
