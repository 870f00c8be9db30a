//! Directives about sections with names, and about who sees a symbol.

use diag::Span;
use rustc_hash::FxHashMap;

use crate::dialect::{Placement, SegmentKind};
use crate::messages::error::AsmError;
use crate::placing::named::{SectionHead, SectionTraits};
use crate::text::lex::{Token, TokenKind};
use crate::text::parse::Parser;
use crate::text::parsed::{Def, SymbolBinding};

/// How many sections a file may name.
const MAX_SECTIONS: usize = 1 << 15;

/// Which sections there are, and which were left.
#[derive(Default)]
pub(crate) struct OpenSections {
    indices: FxHashMap<(Box<str>, i32), usize>,
    previous: Option<SegmentKind>,
    stack: Vec<(SegmentKind, Option<SegmentKind>)>,
}

impl<'t> Parser<'t> {
    /// Opens the section that a file begins in.
    pub(crate) fn open_first_section(&mut self) {
        if let Placement::Sections(_) = self.tables.dialect.placement {
            self.section_of(SectionHead::named(".text"));
        }
    }

    /// The section with this name and number, which may be new; nothing if there are too many.
    fn section_of(&mut self, head: SectionHead) -> Option<SegmentKind> {
        let sections = &mut self.parsed.sections;
        let key = (head.name.clone(), head.part);
        let index = match self.sections.indices.get(&key) {
            Some(index) => *index,
            None if sections.len() >= MAX_SECTIONS => return None,
            None => {
                self.sections.indices.insert(key, sections.len());
                sections.push(head);
                sections.len() - 1
            }
        };
        let section = sections.get(index)?;
        Some(SegmentKind::Named(section.at(index)))
    }

    /// Goes on in a section.
    fn go_to(&mut self, head: SectionHead, span: Span) {
        let Some(segment) = self.section_of(head) else {
            let (what, limit) = ("sections", MAX_SECTIONS as u64);
            return self.error(AsmError::SourceLimit { what, limit }, span);
        };
        self.return_to(segment, span);
    }

    fn return_to(&mut self, segment: SegmentKind, span: Span) {
        self.sections.previous = Some(self.segment);
        self.packed = false;
        self.switch(segment, span);
    }

    /// `.text`, and `.text 1`.
    pub(crate) fn named_section(&mut self, directive: &str, span: Span, name: &str) {
        let want = "the number of a part, or nothing";
        let Some(operands) = self.numbers(directive, span, (0, 0, 1), want) else {
            return;
        };
        let part = match operands.first() {
            Some(operand) => self.part(directive, operand.span, self.known_number(operand)),
            None => Some(0),
        };
        let Some(part) = part else { return };
        let head = SectionHead {
            part,
            ..SectionHead::named(name)
        };
        self.go_to(head, span);
    }

    fn part(&mut self, directive: &str, span: Span, value: Option<i64>) -> Option<i32> {
        let part = value.and_then(|value| i32::try_from(value).ok());
        let part = part.filter(|part| (0..=8192).contains(part));
        if part.is_none() {
            self.operand_error(directive, span, "a number from 0 to 8192");
        }
        part
    }

    /// `.subsection 1`
    pub(crate) fn subsection(&mut self, directive: &str, span: Span) {
        let Some(operands) = self.numbers(directive, span, (0, 1, 1), "a number") else {
            return;
        };
        let value = self.known_number(&operands[0]);
        let Some(part) = self.part(directive, operands[0].span, value) else {
            return;
        };
        let SegmentKind::Named(section) = self.segment else {
            return;
        };
        if let Some(head) = self.parsed.sections.get(usize::from(section.index)) {
            let head = SectionHead {
                part,
                ..head.clone()
            };
            self.go_to(head, span);
        }
    }

    /// `.section .rodata.str1.4, "aMS", @progbits, 1`
    pub(crate) fn declared_section(&mut self, directive: &str, span: Span) {
        if let Some(head) = self.section_head(directive, span) {
            self.go_to(head, span);
        }
    }

    fn section_head(&mut self, directive: &str, span: Span) -> Option<SectionHead> {
        let rest: Vec<Token> = self.tokens.get(self.pos..)?.to_vec();
        let Some(first) = rest.first() else {
            self.count_error(directive, span, 0, "the name of a section");
            return None;
        };
        // The parts of a name such as `.note.GNU-stack` touch each other.
        let touching = rest.iter().skip(1).take_while(|t| !t.spaced && !t.comma);
        let last = touching.last().unwrap_or(first);
        let name = self.text(first.span.to(last.span)).trim_matches('"');
        let known = (Box::from(name), 0);
        let known = self.sections.indices.get(&known);
        let known = known.and_then(|k| self.parsed.sections.get(*k));
        let mut traits = known.map_or_else(|| SectionTraits::of_name(name), |head| head.traits);
        let mut operands = rest.iter().filter(|t| t.comma);
        if let Some(flags) = operands.next().filter(|t| t.kind == TokenKind::Str) {
            let zeroed = traits.zeroed;
            let letters = self.text(flags.span);
            traits = SectionTraits::of_letters(letters);
            traits.zeroed = zeroed;
            if letters.contains('T') {
                let why = "there are no threads here";
                let name = name.to_owned();
                self.error(AsmError::Refused { name, why }, first.span);
                return None;
            }
        }
        let kinds = rest.iter().map(|t| self.text(t.span));
        let mut kinds = kinds.map(|word| word.trim_start_matches('@'));
        traits.zeroed |= kinds.any(|word| word == "nobits");
        self.pos = self.tokens.len();
        Some(SectionHead {
            name: name.into(),
            part: 0,
            traits,
        })
    }

    /// `.pushsection .data`
    pub(crate) fn push_section(&mut self, directive: &str, span: Span) {
        let back = (self.segment, self.sections.previous);
        if let Some(head) = self.section_head(directive, span) {
            self.go_to(head, span);
            self.sections.stack.push(back);
        }
    }

    /// `.popsection`
    pub(crate) fn pop_section(&mut self, directive: &str, span: Span) {
        let Some((segment, previous)) = self.sections.stack.pop() else {
            let name = directive.to_owned();
            return self.error(AsmError::StrayBlockEnd { name }, span);
        };
        self.return_to(segment, span);
        self.sections.previous = previous;
    }

    /// `.previous`
    pub(crate) fn previous_section(&mut self, directive: &str, span: Span) {
        match self.sections.previous {
            Some(segment) => self.return_to(segment, span),
            None => {
                let name = directive.to_owned();
                self.error(AsmError::StrayBlockEnd { name }, span);
            }
        }
    }

    /// `.weak` and `.local`: who sees symbols.
    pub(crate) fn bind(&mut self, directive: &str, span: Span, binding: SymbolBinding) {
        let first = self.pos;
        if binding == SymbolBinding::Weak {
            self.global(directive, span, true);
        }
        let names: Vec<Token> = self.tokens.get(first..).unwrap_or(&[]).to_vec();
        for token in names.iter().filter(|t| t.kind == TokenKind::Word) {
            let sym = self.intern(token.span);
            let symbol = &mut self.parsed.symbols[sym.0 as usize];
            symbol.binding = binding;
            if binding == SymbolBinding::Local {
                symbol.global = None;
            }
        }
    }

    /// `.comm name, size, alignment`
    pub(crate) fn variable(&mut self, directive: &str, span: Span, local: bool) {
        let want = "a name and a size";
        let Some(token) = self.peek().filter(|t| t.kind == TokenKind::Word) else {
            return self.count_error(directive, span, 0, want);
        };
        self.pos += 1;
        let Some(operands) = self.numbers(directive, span, (1, 1, 2), want) else {
            return;
        };
        let Some(value) = self.known(&operands[0]) else {
            return;
        };
        let limit = i64::from(self.tables.map.data.size);
        let Some(size) = u32::try_from(value).ok().filter(|_| value <= limit) else {
            let directive = directive.to_owned();
            let error = AsmError::NegativeSize { directive, value };
            return self.error(error, operands[0].span);
        };
        let usual = i64::from(size.clamp(1, 8)).ilog2();
        let align = match operands.get(1) {
            Some(operand) => self.known(operand).unwrap_or(1),
            None => 1 << usual,
        };
        let align = (align.clamp(1, 1 << 16) as u32).next_power_of_two();
        let sym = self.intern(token.span);
        let symbol = &mut self.parsed.symbols[sym.0 as usize];
        let (size, align) = match (symbol.def, symbol.defined) {
            (
                Def::Common {
                    size: old,
                    align: other,
                },
                _,
            ) => (size.max(old), align.max(other)),
            (_, None) => (size, align),
            (_, Some(first)) => {
                let name = self.text(token.span).to_owned();
                return self.error(AsmError::DuplicateLabel { name, first }, token.span);
            }
        };
        symbol.def = Def::Common { size, align };
        symbol.defined = Some(token.span);
        if !local && symbol.binding != SymbolBinding::Local {
            symbol.global.get_or_insert(token.span);
        }
    }
}
