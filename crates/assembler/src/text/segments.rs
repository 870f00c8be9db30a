//! Directives about where things stand: segments with addresses, automatic alignment, variables
//! that no file defines, and data where only instructions may be.

use diag::Span;

use crate::dialect::{Directive, SegmentKind};
use crate::messages::error::{AsmError, MAX_FAULTS};
use crate::text::escape;
use crate::text::lex::{Op, TokenKind};
use crate::text::parse::Parser;
use crate::text::parsed::ItemKind;

impl Parser<'_> {
    /// Whether the directive may stand in this segment; if not, it is reported.
    pub(crate) fn may_stand_here(&mut self, name: &str, span: Span, directive: Directive) -> bool {
        let data = directive.is_list() || directive == Directive::Space;
        let dialect = self.tables.dialect;
        let is_word = matches!(directive, Directive::Integers { bytes: 4, .. });
        let allowed = !dialect.strict_segments || dialect.words_in_text && is_word;
        if !data || !self.segment.is_text() || allowed {
            return true;
        }
        let name = name.to_owned();
        self.error(AsmError::DataInText { name }, span);
        false
    }

    /// Data stand at a multiple of their size, unless `.align 0` has switched that off.
    pub(crate) fn align_for(&mut self, directive: Directive, span: Span) {
        let bytes = match directive {
            // Pairs of words are words.
            Directive::Integers { bytes, .. } => u32::from(bytes.min(4)),
            Directive::Floats(bytes) => u32::from(bytes),
            _ => return,
        };
        // A directive whose values follow below does nothing yet.
        let is_empty = self.pos >= self.tokens.len();
        if self.tables.dialect.auto_align && !self.packed && bytes > 1 && !is_empty {
            let here = true;
            self.push_item(ItemKind::Align { bytes, here }, span);
        }
    }

    /// `.data`, and `.data 0x10010000`. What else stands there is left out.
    pub(crate) fn place(&mut self, name: &str, span: Span, segment: SegmentKind) {
        if !segment.is_text() {
            self.packed = false;
        }
        self.switch(segment, span);
        let address = match self.is_number(self.pos) {
            true => self.operand().and_then(|operand| self.known(&operand)),
            false => None,
        };
        self.drop_rest(name);
        let Some(value) = address else {
            return;
        };
        // Numbers have a sign: an address of the upper half is negative.
        let address = value as u32;
        let inside = self.tables.map.area_at(segment, address).is_some();
        if let Some(outside) = self.outside.get_mut(segment.place()) {
            *outside = (!inside && !segment.is_text()).then_some(address);
        }
        self.seek(address, span);
    }

    /// Whether a number begins at this token.
    fn is_number(&self, at: usize) -> bool {
        let digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        match self.tokens.get(at) {
            Some(token) if token.kind == TokenKind::Word => digit(self.text(token.span)),
            Some(token) if matches!(token.kind, TokenKind::Op(Op::Minus | Op::Plus)) => {
                let next = self.tokens.get(at + 1);
                next.is_some_and(|next| !next.spaced && digit(self.text(next.span)))
            }
            Some(token) => token.kind == TokenKind::Char,
            None => false,
        }
    }

    /// Warns of what stands behind a segment and is left out, unless that is a colon.
    fn drop_rest(&mut self, name: &str) {
        let rest = &self.tokens[self.pos..];
        let colon = matches!(rest, [only] if only.kind == TokenKind::Colon);
        if let [first, ..] = rest
            && !colon
        {
            let place = rest
                .last()
                .map_or(first.span, |last| first.span.to(last.span));
            let text = self.text(place).chars().take(40).collect();
            let directive = name.to_owned();
            self.error(AsmError::DroppedRest { directive, text }, place);
        }
        self.pos = self.tokens.len();
    }

    /// Goes on at an address of the current segment.
    fn seek(&mut self, address: u32, span: Span) {
        if let Some(area) = self.tables.map.area(self.segment) {
            // Places before the area's own count as behind all others.
            let offset = address.wrapping_sub(area.first);
            self.push_item(ItemKind::Address(offset), span);
        }
    }

    /// Carries out a directive at an address where nothing can be stored: each value is an error, but
    /// to reserve room is none. False if the current address is not one of these.
    pub(crate) fn is_stored_outside(&mut self, span: Span, directive: Directive) -> bool {
        let outside = self.outside.get(self.segment.place()).copied().flatten();
        let Some(mut address) = outside else {
            return false;
        };
        let align = match directive {
            Directive::Integers { bytes, .. } => u32::from(bytes.min(4)),
            Directive::Floats(bytes) => u32::from(bytes),
            Directive::Strings { .. } | Directive::Space | Directive::Align { .. } => 1,
            _ => return false,
        };
        if !self.packed && self.pos < self.tokens.len() {
            address = address.next_multiple_of(align);
        }
        while self.pos < self.tokens.len() && self.errors.len() < MAX_FAULTS {
            let text = self.peek().map_or("", |token| self.text(token.span));
            let Some(operand) = self.operand() else { break };
            let size = match directive {
                Directive::Integers { bytes, .. } | Directive::Floats(bytes) => u32::from(bytes),
                Directive::Strings { terminated, .. } => {
                    self.outside_string(text, terminated, address, operand.span)
                }
                _ => {
                    let number = self.known(&operand).unwrap_or(0).clamp(0, 1 << 24) as u32;
                    address = match directive {
                        Directive::Align { .. } => address.next_multiple_of(1 << number.min(16)),
                        _ => address.wrapping_add(number),
                    };
                    0
                }
            };
            if matches!(directive, Directive::Integers { .. } | Directive::Floats(_)) {
                self.outside_value(address, operand.span);
            }
            address = address.wrapping_add(size);
        }
        self.seek(address, span);
        if let Some(outside) = self.outside.get_mut(self.segment.place()) {
            *outside = Some(address);
        }
        true
    }

    /// Reports each byte of a string that cannot be stored; how many there are.
    fn outside_string(&mut self, text: &str, terminated: bool, address: u32, span: Span) -> u32 {
        let rules = &self.tables.dialect.lexical;
        let mut bytes = Vec::new();
        escape::decode(escape::inside(text, rules), rules, &mut bytes);
        let count = (bytes.len() + usize::from(terminated)).min(MAX_FAULTS) as u32;
        for k in 0..count {
            self.outside_value(address.wrapping_add(k), span);
        }
        count
    }

    fn outside_value(&mut self, address: u32, span: Span) {
        let Some(area) = self.tables.map.area(self.segment) else {
            return;
        };
        let (low, high) = (area.first, area.first + (area.size - 1));
        let error = AsmError::AddressOutside {
            address,
            low,
            high,
            pseudo: None,
        };
        self.error(error, span);
    }

    /// A variable that exists even if no file defines it.
    pub(crate) fn external(&mut self, directive: &str, span: Span) {
        let want = "a name and a size";
        let Some(token) = self.peek().filter(|t| t.kind == TokenKind::Word) else {
            return self.count_error(directive, span, 0, want);
        };
        self.pos += 1;
        let Some(operands) = self.numbers(directive, span, (1, 1, 1), want) else {
            return;
        };
        let Some(value) = self.known(&operands[0]) else {
            return;
        };
        let Ok(size) = u32::try_from(value) else {
            let directive = directive.to_owned();
            let error = AsmError::NegativeSize { directive, value };
            return self.error(error, operands[0].span);
        };
        let sym = self.intern(token.span);
        self.parsed.externs.push((sym, size));
    }
}
