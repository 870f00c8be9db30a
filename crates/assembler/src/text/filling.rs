//! Directives that fill and pad sections with names, numbers of any length, and the modes that a
//! source can switch.

use diag::Span;

use crate::dialect::{AlignUnit, FillKind, Mode, Modifier, Placement, SegmentKind};
use crate::messages::error::AsmError;
use crate::text::evaluate::{self, ExprValue};
use crate::text::lex::{Op, Token, TokenKind};
use crate::text::parse::Parser;
use crate::text::parsed::{Arg, ExprId, ExprNode, ItemKind, ParsedOperand, Reloc};

/// What a program says in a directive of its own.
const SAID: &str = "the program says so";

impl<'t> Parser<'t> {
    /// The value of an operand, if it is known here.
    pub(crate) fn known_number(&self, operand: &ParsedOperand) -> Option<i64> {
        match evaluate::value(&self.known_here(), operand) {
            Ok(ExprValue::Abs(value)) => Some(value),
            _ => None,
        }
    }

    /// Whether the next value of a list names its own place, where that is not the place of the list.
    pub(crate) fn names_own_place(&self) -> bool {
        let Placement::Sections(_) = self.tables.dialect.placement else {
            return false;
        };
        let rest = self.tokens.get(self.pos..).unwrap_or(&[]);
        let next = rest.iter().skip(1).take_while(|t| !t.comma);
        let mut next = rest.first().into_iter().chain(next);
        next.any(|t| t.kind == TokenKind::Word && self.text(t.span) == ".")
    }

    /// `.space`, `.fill` and `.org`.
    pub(crate) fn fill(&mut self, name: &str, span: Span, kind: FillKind) {
        let most = if kind == FillKind::Repeated { 3 } else { 2 };
        let Some(operands) = self.numbers(name, span, (0, 1, most), "a count and a value") else {
            return;
        };
        let size = match (kind, operands.get(1)) {
            (FillKind::Repeated, Some(size)) => self.known(size).unwrap_or(1),
            _ => 1,
        };
        let value = operands.get(most - 1).map(|value| self.known(value));
        let Some(value) = value.unwrap_or(Some(0)) else {
            return;
        };
        let Ok(size) = u8::try_from(size.clamp(-1, 8)) else {
            let error = AsmError::NegativeSize {
                directive: name.to_owned(),
                value: size,
            };
            return self.error(error, operands[1].span);
        };
        let operand = self.parsed.operands.len() as u32;
        let value = ParsedOperand {
            arg: Arg::Int(value),
            span: operands[0].span,
        };
        self.parsed.operands.extend([operands[0], value]);
        let to = kind == FillKind::Origin;
        self.push_item(ItemKind::Fill { operand, size, to }, span);
    }

    /// `.align 2`, `.p2align 4,,15`
    pub(crate) fn pad(&mut self, name: &str, span: Span, unit: AlignUnit) {
        let rest: Vec<Token> = self.tokens.get(self.pos..).unwrap_or(&[]).to_vec();
        // A value may be left out between two commas.
        let skips = rest.iter().zip(rest.iter().skip(1)).any(|(before, after)| {
            let between = Span::new(before.span.file, before.span.end, after.span.start);
            self.text(between).matches(',').count() > 1
        });
        let Some(operands) = self.numbers(name, span, (0, 1, 3), "an alignment") else {
            return;
        };
        let Some(bytes) = self.alignment(name, &operands[0], unit) else {
            return;
        };
        let (value, most) = match operands[..] {
            [_, most] if skips => (None, Some(most)),
            [_, value] => (Some(value), None),
            [_, value, most] => (Some(value), Some(most)),
            _ => (None, None),
        };
        let value = value.map(|value| self.known(&value));
        let most = most.map_or(Some(i64::MAX), |most| self.known(&most));
        let (Some(value), Some(most)) = (value.map_or(Some(None), |v| v.map(Some)), most) else {
            return;
        };
        if bytes == 1 && self.tables.dialect.auto_align {
            self.packed = true;
        }
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        let value = value.map(|value| value as u8);
        self.push_item(ItemKind::Pad { bytes, value, most }, span);
    }

    /// `.uleb128` and `.sleb128`.
    pub(crate) fn leb(&mut self, name: &str, span: Span, signed: bool) {
        let (start, first) = (self.parsed.bytes.len(), self.parsed.relocs.len());
        while self.pos < self.tokens.len() {
            let Some(operand) = self.operand() else { break };
            let value = match self.known_number(&operand) {
                Some(value) => value,
                // What is for debuggers alone is dropped, whatever it is.
                None if self.is_dropped() => 0,
                None => {
                    self.operand_error(name, operand.span, "a number that is known above");
                    break;
                }
            };
            push_leb(&mut self.parsed.bytes, value, signed);
        }
        self.push_data(start, first, span);
    }

    fn is_dropped(&self) -> bool {
        let SegmentKind::Named(section) = self.segment else {
            return false;
        };
        let head = self.parsed.sections.get(usize::from(section.index));
        head.is_some_and(|head| !head.traits.alloc)
    }

    /// `.gpword`: words with distances from the global pointer.
    pub(crate) fn pointer_distances(&mut self, name: &str, span: Span) {
        let (start, first) = (self.parsed.bytes.len(), self.parsed.relocs.len());
        while self.pos < self.tokens.len() {
            let nodes = self.parsed.nodes.len();
            let Some(operand) = self.operand() else { break };
            let spans = operand.span;
            match operand.arg {
                Arg::Int(value) => self.parsed.nodes.push(ExprNode::Int(value)),
                Arg::Name { sym, .. } if self.parsed.nodes.len() == nodes => {
                    self.parsed.nodes.push(ExprNode::Sym(sym));
                }
                Arg::Name { .. } | Arg::Expr(_) => {}
                Arg::Base(_) | Arg::Str => {
                    self.operand_error(name, operand.span, "a label");
                    break;
                }
            }
            self.parsed.nodes.push(ExprNode::Modifier(Modifier::GpRel));
            let end = self.parsed.nodes.len();
            self.parsed.node_spans.resize(end, spans);
            let arg = Arg::Expr(ExprId {
                start: nodes as u32,
                len: (end - nodes) as u32,
            });
            self.parsed.relocs.push(Reloc {
                offset: (self.parsed.bytes.len() - start) as u32,
                bytes: 4,
                strict: false,
                operand: ParsedOperand { arg, ..operand },
            });
            self.parsed.bytes.extend_from_slice(&[0; 4]);
        }
        self.push_data(start, first, span);
    }

    /// `.set noreorder`, `.set push`, `.set arch=mips32r2`, or a constant.
    pub(crate) fn set(&mut self, name: &'t str, span: Span) {
        let rest = self.tokens.get(self.pos..).unwrap_or(&[]);
        let (word, assigned) = match *rest {
            [word] => (word, false),
            [word, assign, _] if assign.kind == TokenKind::Op(Op::Assign) => (word, true),
            _ => return self.constant(name, span, true),
        };
        let text = self.text(word.span);
        let modes = self.tables.dialect.modes.iter();
        let mode = modes.clone().find(|(known, _)| *known == text);
        match mode.map(|(_, mode)| *mode) {
            _ if assigned => {}
            Some(Mode::Reorder(on)) => self.reorder(on, span),
            Some(Mode::Push) => self.modes.push(self.reorders),
            Some(Mode::Pop) => {
                let back = self.modes.pop().unwrap_or(self.tables.dialect.reorders);
                self.reorder(back, span);
            }
            Some(Mode::Harmless) => {}
            None => self.operand_error(name, word.span, "a name and a value, or a mode"),
        }
    }

    fn reorder(&mut self, on: bool, span: Span) {
        self.reorders = on;
        self.push_item(ItemKind::Reorder(on), span);
    }

    /// `.reloc 1f, R_MIPS_JALR, f`
    pub(crate) fn linker_hint(&mut self, name: &str, span: Span) {
        let words = self.tokens.get(self.pos..).unwrap_or(&[]).iter();
        let mut words = words.map(|token| self.text(token.span));
        let harmless = words.any(|word| {
            ["_JALR", "_NONE", "_RELAX"]
                .iter()
                .any(|end| word.ends_with(end))
        });
        self.pos = self.tokens.len();
        if !harmless {
            let why = "write the function of the address instead, such as `%hi(x)`";
            let name = name.to_owned();
            self.error(AsmError::Refused { name, why }, span);
        }
    }

    /// `.error "text"`
    pub(crate) fn complain(&mut self, span: Span, error: bool) {
        let text = self.peek().map_or(SAID, |token| self.text(token.span));
        let message: String = text.trim_matches('"').chars().take(200).collect();
        self.pos = self.tokens.len();
        self.error(
            match error {
                true => AsmError::UserError { message },
                false => AsmError::UserWarning { message },
            },
            span,
        );
    }
}

/// Adds a number with seven bits in each byte.
fn push_leb(bytes: &mut Vec<u8>, value: i64, signed: bool) {
    let mut rest = value;
    loop {
        let low = (rest & 0x7f) as u8;
        rest = match signed {
            true => rest >> 7,
            false => (rest as u64 >> 7) as i64,
        };
        let sign = low & 0x40 != 0;
        let last = match signed {
            true => rest == 0 && !sign || rest == -1 && sign,
            false => rest == 0,
        };
        bytes.push(if last { low } else { low | 0x80 });
        if last {
            return;
        }
    }
}
