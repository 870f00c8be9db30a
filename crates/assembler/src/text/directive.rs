//! What each directive does. Which names they have is the dialect's business.

use diag::Span;

use crate::dialect::{AlignUnit, Directive, SegmentKind};
use crate::messages::error::{AsmError, Hint, MAX_FAULTS};
use crate::text::escape;
use crate::text::evaluate::{self, ExprValue};
use crate::text::lex::{Token, TokenKind};
use crate::text::parse::Parser;
use crate::text::parsed::{Arg, Import, ItemKind, ParsedOperand, Reloc, SymbolBinding};

impl<'t> Parser<'t> {
    /// Handles the directive `name` at `span`; the operands are the rest of the line.
    pub(crate) fn directive(&mut self, name: &'t str, span: Span) {
        let Some(directive) = self.tables.directive(name) else {
            return self.unknown_directive(name, span);
        };
        if directive.is_list() {
            self.list = Some((name, directive));
        }
        self.carry_out(name, span, directive);
    }

    fn unknown_directive(&mut self, name: &str, span: Span) {
        let name = name.to_owned();
        self.error(
            match self.tables.dialect.skips_unknown_directives {
                true => AsmError::SkippedDirective { name },
                false => AsmError::UnknownDirective { name },
            },
            span,
        );
    }

    /// Does what a directive that exists says.
    pub(crate) fn carry_out(&mut self, name: &'t str, span: Span, directive: Directive) {
        if !self.may_stand_here(name, span, directive) {
            return;
        }
        if self.is_stored_outside(span, directive) {
            return;
        }
        self.align_for(directive, span);
        match directive {
            Directive::Segment(segment) => self.switch(segment, span),
            Directive::Place(segment) => self.place(name, span, segment),
            Directive::Extern => self.external(name, span),
            Directive::Section => self.section(name, span),
            Directive::Integers { bytes, strict } => self.integers(name, span, bytes, strict),
            Directive::Strings { terminated, single } => {
                self.strings(name, span, terminated, single);
            }
            Directive::Floats(bytes) => self.floats(name, span, bytes),
            Directive::Space => self.space(name, span),
            Directive::Align { unit, here } => self.align(name, span, unit, here),
            Directive::Global { some } => self.global(name, span, some),
            Directive::Import => self.import(name, span),
            Directive::Constant { again } => self.constant(name, span, again),
            Directive::Substitute => self.substitute(name, span),
            Directive::DataStart => self.data_start(name, span),
            Directive::Common => self.common(name, span),
            // The expander has carried out all but the first.
            Directive::Ignored
            | Directive::Include
            | Directive::Macro
            | Directive::EndMacro
            | Directive::Block(_) => {}
            Directive::Named(section) => self.named_section(name, span, section),
            Directive::Declared => self.declared_section(name, span),
            Directive::PushSection => self.push_section(name, span),
            Directive::PopSection => self.pop_section(name, span),
            Directive::Previous => self.previous_section(name, span),
            Directive::Subsection => self.subsection(name, span),
            Directive::Variable { local } => self.variable(name, span, local),
            Directive::Weak => self.bind(name, span, SymbolBinding::Weak),
            Directive::Local => self.bind(name, span, SymbolBinding::Local),
            Directive::Packed(bytes) => self.integers(name, span, bytes, false),
            Directive::Fill(kind) => self.fill(name, span, kind),
            Directive::Pad(unit) => self.pad(name, span, unit),
            Directive::Leb { signed } => self.leb(name, span, signed),
            Directive::FromPointer => self.pointer_distances(name, span),
            Directive::Instructions => self.instruction(name, span),
            Directive::Set => self.set(name, span),
            Directive::LinkerHint => self.linker_hint(name, span),
            Directive::Stop => self.feed.stop(),
            Directive::Complain { error } => self.complain(span, error),
            Directive::Refused(why) => {
                let name = name.to_owned();
                self.error(AsmError::Refused { name, why }, span);
            }
            Directive::Noted => {
                let name = name.to_owned();
                self.error(AsmError::IgnoredDirective { name }, span);
            }
        }
    }

    pub(crate) fn switch(&mut self, segment: SegmentKind, span: Span) {
        self.segment = segment;
        self.push_item(ItemKind::Segment(segment), span);
    }

    fn section(&mut self, directive: &str, span: Span) {
        let Some(token) = self.peek() else {
            return self.count_error(directive, span, 0, "the name of a section");
        };
        let name = self.text(token.span).trim_matches('"');
        let is = |family: &str| {
            name.strip_prefix(family)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let data = [
            ".data", ".rodata", ".bss", ".sdata", ".sbss", ".srodata", ".tdata", ".tbss",
        ];
        let dropped = [".note", ".comment", ".riscv", ".eh_frame"];
        let segment = if is(".text") || is(".init") {
            SegmentKind::Text
        } else if data.into_iter().any(is) {
            SegmentKind::Data
        } else if dropped.into_iter().any(is) || name.starts_with(".debug") {
            SegmentKind::Dropped
        } else {
            let name = name.to_owned();
            return self.error(AsmError::UnknownSection { name }, token.span);
        };
        self.switch(segment, span);
    }

    fn integers(&mut self, name: &str, span: Span, size: u8, strict: bool) {
        let mut start = self.parsed.bytes.len();
        let mut first = self.parsed.relocs.len();
        while self.pos < self.tokens.len() && self.errors.len() < MAX_FAULTS {
            let at = self.parsed.bytes.len();
            if at > start && self.names_own_place() {
                self.push_data(start, first, span);
                (start, first) = (at, self.parsed.relocs.len());
            }
            let Some(mut operand) = self.operand() else {
                break;
            };
            // What is repeated may be a constant.
            if self.is_repeated()
                && let Ok(ExprValue::Abs(value)) = evaluate::value(&self.known_here(), &operand)
            {
                operand.arg = Arg::Int(value);
            }
            match operand.arg {
                Arg::Int(value) => {
                    self.check_integer(name, operand.span, size, strict, value);
                    let bytes = self.tables.number_bytes(value, size);
                    self.parsed.bytes.extend_from_slice(&bytes[..size.into()]);
                }
                Arg::Name { .. } | Arg::Expr(_) => {
                    let offset = (self.parsed.bytes.len() - start) as u32;
                    self.parsed.bytes.extend_from_slice(&[0; 8][..size.into()]);
                    self.parsed.relocs.push(Reloc {
                        offset,
                        bytes: size,
                        strict,
                        operand,
                    });
                }
                Arg::Base(_) | Arg::Str => {
                    self.operand_error(name, operand.span, "a number or a label");
                }
            }
            if !matches!(operand.arg, Arg::Int(_)) && self.is_repeated() {
                return self.operand_error(name, operand.span, "a number before `:`");
            }
            if self.repeat(name, at).is_none() {
                break;
            }
        }
        self.push_data(start, first, span);
    }

    fn check_integer(&mut self, name: &str, span: Span, size: u8, strict: bool, value: i64) {
        if let Some(error) = integer_fault(name, size, strict, value, || self.text(span).into()) {
            self.error(error, span);
        }
    }

    /// Stores the value of a name, in a line of which nothing else is read.
    pub(crate) fn name_value(&mut self, span: Span) {
        let (start, first) = (self.parsed.bytes.len(), self.parsed.relocs.len());
        let (sym, reg) = (self.intern(span), None);
        self.parsed.bytes.extend_from_slice(&[0; 4]);
        self.parsed.relocs.push(Reloc {
            offset: 0,
            bytes: 4,
            strict: false,
            operand: ParsedOperand {
                arg: Arg::Name { sym, reg },
                span,
            },
        });
        self.push_data(start, first, span);
    }

    pub(crate) fn push_data(&mut self, start: usize, first: usize, span: Span) {
        let kind = ItemKind::Data {
            start: start as u32,
            len: (self.parsed.bytes.len() - start) as u32,
            first: first as u32,
            count: (self.parsed.relocs.len() - first) as u32,
        };
        self.push_item(kind, span);
    }

    fn strings(&mut self, name: &str, span: Span, terminated: bool, single: bool) {
        let (start, first) = (self.parsed.bytes.len(), self.parsed.relocs.len());
        let count = self.tokens.len() - self.pos;
        let may_follow = self.tables.dialect.loose_data;
        if count == 0 && !may_follow || single && count > 1 {
            let want = if single { "one string" } else { "strings" };
            let words = &self.tokens[self.pos..];
            let bare = words.iter().all(|t| t.kind == TokenKind::Word && !t.comma);
            let hint = match words {
                [first, .., last] if bare => Some(self.quote_hint(first.span.to(last.span))),
                _ => None,
            };
            self.count_error(name, span, count, want);
            return self.add_hint(hint);
        }
        while let Some(token) = self.peek() {
            self.pos += 1;
            let text = self.text(token.span);
            if token.kind != TokenKind::Str {
                let hint = (token.kind == TokenKind::Word).then(|| self.quote_hint(token.span));
                let text = text.to_owned();
                self.error(AsmError::BadString { text }, token.span);
                self.add_hint(hint);
                continue;
            }
            let rules = &self.tables.dialect.lexical;
            let inner = escape::inside(text, rules);
            let faults = escape::decode(inner, rules, &mut self.parsed.bytes);
            self.report_faults(token.span, faults);
            if terminated {
                self.parsed.bytes.push(0);
            }
        }
        self.push_data(start, first, span);
    }

    /// Words that lack their quotes.
    fn quote_hint(&self, place: Span) -> Hint {
        let text = self.text(place);
        let right = format!("\"{text}\"");
        Hint::titled(format!("`{text}` is not a string"))
            .and(format!("write a string between two `\"`: `{right}`"))
            .patch(place, right)
    }

    /// Gives the last fault a hint.
    pub(crate) fn add_hint(&mut self, hint: Option<Hint>) {
        if let Some(last) = self.errors.last_mut() {
            last.hint = hint.map(Box::new);
        }
    }

    fn space(&mut self, name: &str, span: Span) {
        let Some(operands) = self.numbers(name, span, (0, 1, 2), "a number of bytes") else {
            return;
        };
        let operand = self.parsed.operands.len() as u32;
        self.parsed.operands.push(operands[0]);
        self.push_item(ItemKind::Space { operand }, span);
    }

    fn align(&mut self, name: &str, span: Span, unit: AlignUnit, here: bool) {
        let Some(operands) = self.numbers(name, span, (0, 1, 3), "an alignment") else {
            return;
        };
        let Some(bytes) = self.alignment(name, &operands[0], unit) else {
            return;
        };
        if let AlignUnit::PowerOfData(_) = unit
            && self.segment.is_text()
        {
            return;
        }
        if bytes == 1 && self.tables.dialect.auto_align {
            self.packed = true;
        }
        self.push_item(ItemKind::Align { bytes, here }, span);
    }

    /// The number of bytes that the operand of an alignment means.
    pub(crate) fn alignment(
        &mut self,
        name: &str,
        operand: &ParsedOperand,
        unit: AlignUnit,
    ) -> Option<u32> {
        let value = self.known(operand)?;
        match unit {
            AlignUnit::Power(max) | AlignUnit::PowerOfData(max)
                if (0..=max.into()).contains(&value) =>
            {
                return Some(1 << value);
            }
            AlignUnit::Bytes if value == 0 => return Some(1),
            AlignUnit::Bytes if value > 0 && value <= 1 << 16 && value.count_ones() == 1 => {
                return Some(value as u32);
            }
            AlignUnit::Power(max) | AlignUnit::PowerOfData(max) => {
                self.alignment_error(name, operand.span, (0, max.into()), false);
            }
            AlignUnit::Bytes => self.alignment_error(name, operand.span, (1, 1 << 16), true),
        }
        None
    }

    fn alignment_error(&mut self, name: &str, span: Span, (low, high): (i64, i64), bytes: bool) {
        let (directive, text) = (name.to_owned(), self.text(span).to_owned());
        self.error(
            AsmError::BadAlignment {
                directive,
                text,
                low,
                high,
                bytes,
            },
            span,
        );
    }

    pub(crate) fn global(&mut self, name: &str, span: Span, some: bool) {
        if some && self.peek().is_none() {
            return self.count_error(name, span, 0, "names of labels");
        }
        while let Some(token) = self.peek() {
            self.pos += 1;
            if token.kind != TokenKind::Word {
                self.pos -= 1;
                return self.error_here("the name of a label");
            }
            let sym = self.intern(token.span);
            self.parsed.symbols[sym.0 as usize]
                .global
                .get_or_insert(token.span);
        }
    }

    fn import(&mut self, name: &str, span: Span) {
        let rest = &self.tokens[self.pos..];
        let [first, .., last] = rest else {
            let Some(only) = rest.first() else {
                return self.count_error(name, span, 0, "one path");
            };
            return self.import_path(only.span);
        };
        let place = first.span.to(last.span);
        if rest[1..].iter().any(|t| t.spaced) && !self.text(place).starts_with('<') {
            let count = rest.len();
            return self.count_error(name, span, count, "one path");
        }
        self.import_path(place);
    }

    fn import_path(&mut self, span: Span) {
        let text = self.text(span);
        let quoted = |open, close| text.strip_prefix(open)?.strip_suffix(close);
        let inner: Option<&str> = quoted('"', '"').or_else(|| quoted('\'', '\''));
        let absolute: Option<&str> = quoted('<', '>');
        let import = Import {
            path: absolute.or(inner).unwrap_or(text).to_owned(),
            relative: absolute.is_none(),
            span,
        };
        self.parsed.imports.push(import);
    }

    fn substitute(&mut self, directive: &str, span: Span) {
        // The name itself may already have been replaced by an earlier definition of it.
        let Some(token) = self.peek().filter(|t| t.kind == TokenKind::Word) else {
            return self.count_error(directive, span, 0, "a name and its text");
        };
        let value: Vec<Token> = self.tokens[self.pos + 1..].to_vec();
        self.feed.define(self.text(token.span), &value);
    }

    fn data_start(&mut self, name: &str, span: Span) {
        let Some(operands) = self.numbers(name, span, (0, 1, 1), "an address") else {
            return;
        };
        let Some(value) = self.known(&operands[0]) else {
            return;
        };
        if self.placed.items + self.parsed.items.len() > 0 {
            return self.error(AsmError::LateDataStart, span);
        }
        match u32::try_from(value) {
            Ok(address) => self.parsed.data_start = Some(address),
            Err(_) => self.operand_error(name, operands[0].span, "an address"),
        }
    }

    fn common(&mut self, directive: &str, span: Span) {
        let Some(token) = self.peek().filter(|t| t.kind == TokenKind::Word) else {
            return self.count_error(directive, span, 0, "a name and a size");
        };
        self.pos += 1;
        let Some(operands) = self.numbers(directive, span, (1, 1, 2), "a name and a size") else {
            return;
        };
        let align = operands.get(1).and_then(|o| self.known(o)).unwrap_or(4);
        let back = self.segment;
        self.switch(SegmentKind::Data, span);
        let bytes = align.clamp(1, 1 << 16) as u32;
        let bytes = bytes.next_power_of_two();
        self.push_item(ItemKind::Align { bytes, here: true }, span);
        self.define_label(token.span);
        let operand = self.parsed.operands.len() as u32;
        self.parsed.operands.push(operands[0]);
        self.push_item(ItemKind::Space { operand }, span);
        self.switch(back, span);
    }

    /// The remaining operands, of which there must be `low` to `high`, none of them a string;
    /// `before` were read already.
    pub(crate) fn numbers(
        &mut self,
        name: &str,
        span: Span,
        (before, low, high): (usize, usize, usize),
        want: &'static str,
    ) -> Option<Vec<ParsedOperand>> {
        let mut operands = Vec::new();
        while self.pos < self.tokens.len() {
            let operand = self.operand()?;
            if matches!(operand.arg, Arg::Str | Arg::Base(_)) {
                self.operand_error(name, operand.span, want);
                return None;
            }
            operands.push(operand);
        }
        if (low..=high).contains(&operands.len()) {
            return Some(operands);
        }
        self.count_error(name, span, before + operands.len(), want);
        None
    }

    /// The value of an operand that must be known here.
    pub(crate) fn known(&mut self, operand: &ParsedOperand) -> Option<i64> {
        if let Ok(ExprValue::Abs(value)) = evaluate::value(&self.known_here(), operand) {
            return Some(value);
        }
        let text = self.text(operand.span).to_owned();
        self.error(AsmError::NotConstant { text }, operand.span);
        None
    }

    pub(crate) fn count_error(&mut self, name: &str, span: Span, got: usize, want: &'static str) {
        let directive = name.to_owned();
        self.error(
            AsmError::DirectiveCount {
                directive,
                got,
                want,
            },
            span,
        );
    }

    pub(crate) fn operand_error(&mut self, name: &str, span: Span, want: &'static str) {
        let directive = name.to_owned();
        let text = self.text(span).chars().take(40).collect();
        self.error(
            AsmError::DirectiveOperand {
                directive,
                text,
                want,
            },
            span,
        );
    }
}

/// What is wrong with storing `value` in `size` bytes.
pub(crate) fn integer_fault(
    name: &str,
    size: u8,
    strict: bool,
    value: i64,
    text: impl FnOnce() -> String,
) -> Option<AsmError> {
    let bits = u32::from(size) * 8;
    if bits >= 64 {
        return None;
    }
    let (low, high) = (-(1i64 << (bits - 1)), (1i64 << bits) - 1);
    if (low..=high).contains(&value) {
        return None;
    }
    let directive = name.to_owned();
    Some(match strict {
        true => AsmError::DataRange {
            directive,
            text: text(),
            value,
            low,
            high,
        },
        false => AsmError::CutValue {
            directive,
            text: text(),
            value,
            bytes: size.into(),
        },
    })
}
