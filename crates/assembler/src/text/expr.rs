//! Operands and constant expressions: reading them, and computing their values.
//!
//! Operands are separated by commas or blanks. Inside an expression blanks are allowed where
//! they cannot separate operands: an operator that needs a left operand (`*`, `<<`, …) always
//! continues the expression; `+` and `-` do so unless a blank stands before but not after them.
//! So `4-1`, `4 - 1` and `4- 1` are one operand, and `a0 -1` are two.
//!
//! An expression is stored in postfix order, so that computing it needs no recursion.

use diag::Span;

use crate::dialect::{Modifier, NumberRules, SegmentKind};
use crate::messages::error::{AsmError, FaultStage, Hint, Located};
use crate::text::constants::Constants;
use crate::text::escape;
use crate::text::lex::{Op, Token, TokenKind};
use crate::text::literal;
use crate::text::parse::Parser;
use crate::text::parsed::{Arg, Def, ExprId, ExprNode, ParsedFile, ParsedOperand, SymId};

/// How deeply expressions and constants may nest.
pub(crate) const MAX_DEPTH: usize = 64;
/// How many numbers, names and operators one expression may have.
const MAX_NODES: usize = 10_000;

/// How tightly a binary operator binds; none if it is not one.
pub(crate) fn precedence(op: Op) -> Option<u8> {
    Some(match op {
        Op::OrOr => 1,
        Op::AndAnd => 2,
        Op::Or => 3,
        Op::Xor => 4,
        Op::And => 5,
        Op::Equal | Op::NotEqual => 6,
        Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => 7,
        Op::Shl | Op::Shr => 8,
        Op::Plus | Op::Minus => 9,
        Op::Star | Op::Slash | Op::Percent => 10,
        Op::Tilde | Op::Not | Op::Assign => return None,
    })
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
    let octal = rules == NumberRules::Word
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
        NumberRules::Wide if huge => Err(64),
        NumberRules::Wide => Ok(value as i64),
        NumberRules::Word if radix != 10 && (huge || value > u32::MAX.into()) => Err(32),
        NumberRules::Word => Ok(value as i32 as i64),
    })
}

/// The value as the language computes it.
fn fit(value: i64, rules: NumberRules) -> i64 {
    match rules {
        NumberRules::Wide => value,
        NumberRules::Word => value as i32 as i64,
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
        if token.comma || precedence(op).is_none() {
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
            let Some(level) = precedence(op).filter(|level| *level >= min) else {
                break;
            };
            self.pos += 1;
            self.climb(level + 1, depth + 1)?;
            self.push_binary(op, token.span)?;
        }
        Some(())
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
                let numbers = self.tables.dialect.lexical.numbers;
                match self.parsed.nodes.last_mut() {
                    Some(ExprNode::Int(value)) => *value = fit(apply_unary(op, *value), numbers),
                    _ if op != Op::Plus => self.push_node(ExprNode::Unary(op), token.span),
                    _ => {}
                }
            }
            TokenKind::Op(Op::Percent) if self.modifier(self.pos).is_some() => {
                let modifier = self.modifier(self.pos)?;
                let open = self.tokens.get(self.pos + 2)?.span;
                self.pos += 3;
                self.climb(0, depth + 1)?;
                self.close(open)?;
                self.push_node(ExprNode::Modifier(modifier), token.span);
            }
            _ => {
                self.error_here("a number or a name");
                return None;
            }
        }
        Some(())
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
        let sym = if text == "." {
            self.here(token.span)
        } else {
            self.intern(token.span)
        };
        Some(Arg::Name { sym, reg: None })
    }

    fn character(&mut self, span: Span) -> Option<i64> {
        let text = self.text(span);
        let inner = text.strip_prefix('\'').unwrap_or(text);
        // The lexer has reported a literal that is not closed.
        let inner = inner.strip_suffix('\'')?;
        let rules = &self.tables.dialect.lexical;
        let (bytes, faults) = escape::character(inner, rules);
        if let [byte] = bytes[..] {
            self.report_faults(span, faults);
            return Some(byte.into());
        }
        let mut characters = inner.chars();
        let error = match (characters.next(), characters.next()) {
            (Some(character), None) => AsmError::NotAscii { character },
            _ => AsmError::BadCharacter {
                text: text.to_owned(),
            },
        };
        let escape = faults.into_iter().find_map(|fault| match fault.1 {
            AsmError::UnknownEscape { text } => Some(text),
            _ => None,
        });
        let hint = escape.map(|escape| {
            Hint::titled(format!("`{escape}` is not an escape sequence"))
                .and(escape::advice(rules.escapes))
        });
        let fault = Located::new(error, span, FaultStage::Pass1);
        self.errors.push(fault.hint(hint));
        None
    }
}

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExprValue {
    /// A number.
    Abs(i64),
    /// A place in a segment of this file.
    Rel(SegmentKind, i64),
}

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExprFault {
    /// It depends on addresses that are not known yet.
    NotYet,
    /// A symbol is not defined.
    Undefined(SymId, Span),
    /// A constant depends on itself.
    Circular(SymId, Span),
    /// A division by zero.
    DivisionByZero(Span),
    /// There is no `%pcrel_hi` at the place that `%pcrel_lo` names.
    NoPcrelHi(Span),
}

/// What an expression can ask for.
pub(crate) trait Env {
    /// The symbols' file.
    fn parsed(&self) -> &ParsedFile;
    /// The value of a symbol that is no constant.
    fn label(&self, sym: SymId, span: Span) -> Result<ExprValue, ExprFault>;
    /// The address of the instruction that the expression is part of, once that is known.
    fn pc(&self) -> Option<i64> {
        None
    }
    /// The value whose `%pcrel_hi` the instruction at this address uses, once that is known.
    fn pcrel(&self, _address: i64) -> Option<i64> {
        None
    }
    /// What the global pointer points to, once that is known.
    fn global_pointer(&self) -> Option<i64> {
        None
    }
    /// The slot of the table of addresses that the instruction is about, once that is known.
    fn slot(&self) -> Option<i64> {
        None
    }
    /// Whether a symbol that had no value still has none.
    fn is_missing(&self, sym: SymId) -> bool;
    /// What is known about constants.
    fn constants(&self) -> &Constants;
    /// Which of the files it is whose constants are meant.
    fn file(&self) -> usize {
        0
    }
    /// Through how many files the expression has led here.
    fn files(&self) -> usize {
        0
    }
}

/// Computes an operand's value.
pub(crate) fn value(env: &impl Env, operand: &ParsedOperand) -> Result<ExprValue, ExprFault> {
    arg_value(env, operand.arg, operand.span, 0)
}

fn arg_value(env: &impl Env, arg: Arg, span: Span, depth: usize) -> Result<ExprValue, ExprFault> {
    match arg {
        Arg::Int(value) => Ok(ExprValue::Abs(value)),
        Arg::Name {
            sym: SymId::NONE,
            reg,
        } => {
            let shadow = reg.and_then(|reg| env.parsed().shadow(reg));
            symbol(env, shadow.unwrap_or(SymId::NONE), span, depth)
        }
        Arg::Name { sym, .. } => symbol(env, sym, span, depth),
        Arg::Expr(id) => evaluate(env, id, depth),
        Arg::Base(_) | Arg::Str => Err(ExprFault::NotYet),
    }
}

fn symbol(env: &impl Env, sym: SymId, span: Span, depth: usize) -> Result<ExprValue, ExprFault> {
    let Some(known) = env.parsed().symbols.get(sym.0 as usize) else {
        return Err(ExprFault::Undefined(sym, span));
    };
    match known.def {
        Def::Constant(..) if depth > MAX_DEPTH => Err(ExprFault::Circular(sym, span)),
        Def::Constant(Arg::Int(value), _) => {
            env.constants().add_number();
            Ok(ExprValue::Abs(value))
        }
        Def::Constant(arg, place) => {
            let compute = || arg_value(env, arg, place, depth + 1);
            env.constants().value(env, sym, depth, compute)
        }
        _ => {
            let value = env.label(sym, span);
            env.constants().add_label(value.is_err().then_some(sym));
            value
        }
    }
}

fn evaluate(env: &impl Env, id: ExprId, depth: usize) -> Result<ExprValue, ExprFault> {
    let parsed = env.parsed();
    let spans = parsed.node_spans.get(id.start as usize..).unwrap_or(&[]);
    let mut stack: Vec<ExprValue> = Vec::with_capacity(8);
    for (node, span) in parsed.expr(id).iter().zip(spans) {
        let next = match *node {
            ExprNode::Int(value) => ExprValue::Abs(value),
            ExprNode::Sym(sym) => symbol(env, sym, *span, depth)?,
            ExprNode::Unary(op) => match stack.pop() {
                Some(ExprValue::Abs(value)) => ExprValue::Abs(apply_unary(op, value)),
                _ => return Err(ExprFault::NotYet),
            },
            ExprNode::Binary(op) => {
                let (right, left) = (stack.pop(), stack.pop());
                let (Some(left), Some(right)) = (left, right) else {
                    return Err(ExprFault::NotYet);
                };
                combine(op, left, right, *span)?
            }
            ExprNode::Modifier(modifier) => {
                let Some(ExprValue::Abs(value)) = stack.pop() else {
                    return Err(ExprFault::NotYet);
                };
                ExprValue::Abs(modify(env, modifier, value, *span)?)
            }
        };
        stack.push(next);
    }
    stack.pop().ok_or(ExprFault::NotYet)
}

fn combine(op: Op, left: ExprValue, right: ExprValue, span: Span) -> Result<ExprValue, ExprFault> {
    match (op, left, right) {
        (_, ExprValue::Abs(a), ExprValue::Abs(b)) => apply(op, a, b)
            .map(ExprValue::Abs)
            .ok_or(ExprFault::DivisionByZero(span)),
        (Op::Plus, ExprValue::Rel(s, a), ExprValue::Abs(b))
        | (Op::Plus, ExprValue::Abs(b), ExprValue::Rel(s, a)) => {
            Ok(ExprValue::Rel(s, a.wrapping_add(b)))
        }
        (Op::Minus, ExprValue::Rel(s, a), ExprValue::Abs(b)) => {
            Ok(ExprValue::Rel(s, a.wrapping_sub(b)))
        }
        (Op::Minus, ExprValue::Rel(s, a), ExprValue::Rel(t, b)) if s == t => {
            Ok(ExprValue::Abs(a.wrapping_sub(b)))
        }
        _ => Err(ExprFault::NotYet),
    }
}

fn modify(env: &impl Env, modifier: Modifier, value: i64, span: Span) -> Result<i64, ExprFault> {
    let pc = || {
        env.constants().add_pc();
        env.pc().ok_or(ExprFault::NotYet)
    };
    let pointer = || env.global_pointer().ok_or(ExprFault::NotYet);
    Ok(match modifier {
        Modifier::Hi20 => upper(value),
        Modifier::Lo12 => lower(value),
        Modifier::PcrelHi20 => upper(value.wrapping_sub(pc()?)),
        Modifier::PcrelLoBack(back) => lower(value.wrapping_sub(pc()?.wrapping_sub(back.into()))),
        Modifier::PcrelLo12 => {
            pc()?;
            let target = env.pcrel(value).ok_or(ExprFault::NoPcrelHi(span))?;
            lower(target.wrapping_sub(value))
        }
        Modifier::Hi16 => high_half(value),
        Modifier::Lo16 => i64::from(value as i16),
        Modifier::Upper16 => value >> 16 & 0xffff,
        Modifier::Lower16 => value & 0xffff,
        Modifier::High32 => value >> 32 & 0xffff_ffff,
        Modifier::Shift => value & 31,
        Modifier::Skip => pc()?.wrapping_add(value.wrapping_add(1).wrapping_mul(4)),
        Modifier::GpRel => value.wrapping_sub(pointer()?),
        Modifier::Slot => {
            pc()?;
            env.slot()
                .ok_or(ExprFault::NotYet)?
                .wrapping_sub(pointer()?)
        }
        Modifier::SlotPcrelHi20 => {
            let here = pc()?;
            upper(env.slot().ok_or(ExprFault::NotYet)?.wrapping_sub(here))
        }
        Modifier::PointerHi16 => high_half(value.wrapping_add(pointer()?).wrapping_sub(pc()?)),
        Modifier::PointerLo16 => {
            let distance = value.wrapping_add(pointer()?).wrapping_sub(pc()?);
            i64::from(distance.wrapping_add(4) as i16)
        }
    })
}

fn high_half(value: i64) -> i64 {
    value.wrapping_add(0x8000) >> 16 & 0xffff
}

fn upper(value: i64) -> i64 {
    (value.wrapping_add(0x800) >> 12) & 0xf_ffff
}

fn lower(value: i64) -> i64 {
    ((value & 0xfff) ^ 0x800) - 0x800
}
