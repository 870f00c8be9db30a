//! Directives about where things stand: segments with addresses, automatic alignment, variables
//! that no file defines, and data where only instructions may be.

use diag::Span;

use crate::dialect::{Directive, SegmentKind};
use crate::messages::error::AsmError;
use crate::text::lex::TokenKind;
use crate::text::parse::Parser;
use crate::text::parsed::ItemKind;

impl Parser<'_> {
    /// Whether the directive may stand in this segment; if not, it is reported.
    pub(crate) fn may_stand_here(&mut self, name: &str, span: Span, directive: Directive) -> bool {
        let data = directive.is_list() || directive == Directive::Space;
        if !data || !self.segment.is_text() || !self.tables.dialect.strict_segments {
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
        if self.tables.dialect.auto_align && !self.packed && bytes > 1 {
            let here = true;
            self.push_item(ItemKind::Align { bytes, here }, span);
        }
    }

    /// `.data`, and `.data 0x10010000`.
    pub(crate) fn place(&mut self, name: &str, span: Span, segment: SegmentKind) {
        self.packed = false;
        self.switch(segment, span);
        let want = "an address, or nothing";
        let Some(operands) = self.numbers(name, span, (0, 0, 1), want) else {
            return;
        };
        let Some(operand) = operands.first() else {
            return;
        };
        let (Some(value), Some(area)) = (self.known(operand), self.tables.map.area(segment)) else {
            return;
        };
        // Numbers have a sign: an address of the upper half is negative.
        let address = value as u32;
        let step = if segment.is_text() { 4 } else { 1 };
        let inside = self.tables.map.area_at(segment, address).is_some();
        if !inside || !address.is_multiple_of(step) {
            let directive = name.to_owned();
            let (low, high) = (area.first, area.first + (area.size - 1));
            let error = AsmError::AddressOutside {
                directive,
                address,
                low,
                high,
                step,
            };
            return self.error(error, operand.span);
        }
        // Places before the area's own count as behind all others.
        let offset = address.wrapping_sub(area.first);
        self.push_item(ItemKind::Address(offset), span);
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
