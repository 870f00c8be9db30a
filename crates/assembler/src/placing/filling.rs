//! Sections with names while they grow: which one is meant, padding, and variables that only their
//! file knows.

use diag::Span;
use machine::isa::Class;

use crate::dialect::{SectionRef, SegmentKind};
use crate::messages::error::{AsmError, FaultStage, Located};
use crate::placing::layout::Layout;
use crate::placing::named::{NamedSection, SectionHead};
use crate::text::evaluate::{self, ExprFault, ExprValue};
use crate::text::parsed::{Arg, Def, Item, SymbolBinding};

/// How many bytes of values other than zero may fill the sections of a file.
const MOST_FILLED: u64 = 64 << 20;

impl Layout<'_> {
    /// The section of this index, once the file has declared it.
    pub(crate) fn named(&mut self, section: SectionRef) -> Option<&mut NamedSection> {
        self.open_sections(section);
        self.object.named.get_mut(usize::from(section.index))
    }

    /// Opens the sections that were declared up to this one.
    pub(crate) fn open_sections(&mut self, section: SectionRef) {
        let (heads, named) = (&self.object.parsed.sections, &mut self.object.named);
        if usize::from(section.index) >= named.len() {
            let new = heads.iter().skip(named.len()).map(|head| NamedSection {
                head: head.clone(),
                ..NamedSection::default()
            });
            named.extend(new);
        }
    }

    /// Adds bytes of one value.
    pub(crate) fn fill(&mut self, item: Item, operand: u32, size: u8, to: bool) {
        let segment = self.data_segment();
        self.place_labels(segment);
        let operands = &self.object.parsed.operands;
        let (Some(&count), Some(&value)) = (
            operands.get(operand as usize),
            operands.get(operand as usize + 1),
        ) else {
            return;
        };
        let at = self.section(segment).len() as i64;
        let wanted = match evaluate::value(&self.here(), &count) {
            Ok(ExprValue::Abs(wanted)) if to => wanted.wrapping_sub(at),
            Ok(ExprValue::Rel(place, wanted)) if to && place == segment => wanted - at,
            Ok(ExprValue::Abs(wanted)) => wanted.saturating_mul(size.into()),
            Err(fault @ (ExprFault::Circular(..) | ExprFault::DivisionByZero(_))) => {
                return self.fault(fault, &count);
            }
            _ => {
                let text = self.text(count.span);
                let error = AsmError::NotConstant { text };
                return self.error(error, count.span, FaultStage::Pass1, None);
            }
        };
        let Ok(len) = u64::try_from(wanted) else {
            let directive = self.text(item.span);
            let directive = directive.split_whitespace().next().unwrap_or("").to_owned();
            let error = AsmError::NegativeSize {
                directive,
                value: wanted,
            };
            return self.error(error, count.span, FaultStage::Pass1, None);
        };
        if !self.has_room(segment, len, count.span) {
            return;
        }
        let value = match value.arg {
            Arg::Int(value) => value,
            _ => 0,
        };
        if value == 0 {
            self.section(segment).skip(len);
        } else if self.written.saturating_add(len) > MOST_FILLED {
            let (size, limit) = (self.written.saturating_add(len), MOST_FILLED);
            let error = AsmError::DataLimit { size, limit };
            return self.error(error, count.span, FaultStage::Pass1, None);
        } else {
            self.written += len;
            // The value has at most 4 bytes of its own; those above are zero.
            let value = match size {
                5.. => value & 0xffff_ffff,
                _ => value,
            };
            let bytes = self.tables.number_bytes(value, size);
            let one = bytes.get(..usize::from(size)).unwrap_or(&bytes);
            let all = one.repeat((len / u64::from(size.max(1))) as usize);
            self.section(segment).push(&all);
        }
        self.add_data_line(segment, at as u32, len as u32, item.span);
    }

    /// Pads to a multiple, unless that takes too much.
    pub(crate) fn pad(&mut self, bytes: u32, value: Option<u8>, most: u32) {
        let segment = self.segment;
        let len = self.section(segment).len();
        let padding = len.next_multiple_of(bytes.into()) - len;
        if padding > most.into() {
            return self.place_labels(segment);
        }
        match value.filter(|_| padding > 0) {
            None => self.align(bytes, true),
            Some(value) => {
                if !self.tables.dialect.auto_align {
                    self.place_labels(segment);
                }
                if let SegmentKind::Named(section) = segment
                    && let Some(named) = self.named(section)
                {
                    named.align = named.align.max(bytes);
                }
                self.section(segment).push(&vec![value; padding as usize]);
            }
        }
    }

    /// Pads to a multiple.
    pub(crate) fn align(&mut self, bytes: u32, here: bool) {
        if self.tables.dialect.auto_align {
            self.take_labels_back(self.segment);
        } else {
            self.place_labels(self.segment);
        }
        let segment = if here {
            self.segment
        } else {
            self.data_segment()
        };
        if let SegmentKind::Named(section) = segment
            && let Some(named) = self.named(section)
        {
            named.align = named.align.max(bytes);
        }
        if !segment.is_text() {
            let section = self.section(segment);
            let padding = section.len().next_multiple_of(bytes.into()) - section.len();
            section.skip(padding);
        }
        if self.segment.is_text() {
            // Instructions of four bytes need no padding that would move them.
            let bytes = if here { bytes } else { bytes.min(4) };
            self.align_text(bytes.into());
        }
    }

    pub(crate) fn align_text(&mut self, bytes: u64) {
        let segment = self.code_segment();
        let shortest = match self.tables.isa.idioms.short_nop {
            Some(_) => 2,
            None => 1,
        };
        if bytes <= shortest {
            return;
        }
        self.align_to_instructions(segment, bytes);
        let Some((forms, suffix)) = self.tables.mnemonic(self.tables.isa.idioms.nop) else {
            return;
        };
        let nowhere = Span::new(self.object.parsed.file, 0, 0);
        if !self.has_room_for_text(segment, bytes) {
            return;
        }
        let lines = self.object.lines_of(segment).len();
        while !self.section(segment).len().is_multiple_of(bytes) {
            let before = self.section(segment).len();
            self.instruction(forms, suffix, &[], nowhere, nowhere);
            if self.section(segment).len() == before {
                break;
            }
        }
        self.forget_lines(segment, lines);
    }

    /// Adds what is too small for an instruction of four bytes: data may have any size.
    fn align_to_instructions(&mut self, segment: SegmentKind, bytes: u64) {
        let size = self.section(segment).len();
        let padding = size.checked_next_multiple_of(bytes).unwrap_or(size) - size;
        if !padding.is_multiple_of(2) {
            self.section(segment).push(&[0]);
        }
        if padding & 2 != 0 {
            let idioms = self.tables.isa.idioms;
            let mut short = self.tables.isa.compressed.iter();
            let short = short.find(|c| Some(c.name) == idioms.short_nop);
            let half = short.map_or(0, |c| c.pattern.bits as u16);
            self.section(segment).push(&half.to_le_bytes());
        }
    }

    /// Whether `more` bytes of instructions can be added; if not, it is reported once.
    fn has_room_for_text(&mut self, segment: SegmentKind, more: u64) -> bool {
        let map = &self.tables.map;
        let limit = map.area(segment).unwrap_or(map.text).size;
        let limit = u64::from(limit);
        let size = self.section(segment).len().saturating_add(more);
        if size > limit && !self.full {
            let error = AsmError::TextLimit { size, limit };
            self.errors
                .push(Located::placeless(error, FaultStage::Pass1));
            self.full = true;
        }
        size <= limit
    }

    /// Puts a `nop` after a branch, if that is wanted.
    pub(crate) fn fill_slot(&mut self) {
        let class = self.last_class.take();
        let branches = matches!(
            class,
            Some(Class::Branch | Class::LikelyBranch | Class::Jump | Class::JumpRegister)
        );
        if !(branches && self.reorders && self.tables.delay_slots) {
            return;
        }
        let segment = self.code_segment();
        let nowhere = Span::new(self.object.parsed.file, 0, 0);
        let lines = self.object.lines_of(segment).len();
        if let Some((forms, suffix)) = self.tables.mnemonic(self.tables.isa.idioms.nop) {
            self.instruction(forms, suffix, &[], nowhere, nowhere);
        }
        self.forget_lines(segment, lines);
    }

    /// Gives variables that the file declares for itself their places.
    pub(crate) fn place_own_variables(&mut self) {
        let symbols = self.object.parsed.symbols.iter();
        let is_own = |sym: &usize| {
            let symbol = &self.object.parsed.symbols[*sym];
            let local = symbol.binding == SymbolBinding::Local || symbol.global.is_none();
            local && matches!(symbol.def, Def::Common { .. })
        };
        let own: Vec<usize> = (0..symbols.len()).filter(is_own).collect();
        if own.is_empty() {
            return;
        }
        let zeros = SectionHead::named(".bss");
        let sections = &mut self.object.parsed.sections;
        let index = sections.iter().position(|head| *head == zeros);
        let index = index.unwrap_or_else(|| {
            sections.push(zeros);
            sections.len() - 1
        });
        let section = self.object.parsed.sections[index].at(index);
        for sym in own {
            let Def::Common { size, align } = self.object.parsed.symbols[sym].def else {
                continue;
            };
            let Some(named) = self.named(section) else {
                return;
            };
            let align = align.max(1);
            named.align = named.align.max(align);
            let offset = named.contents.len().next_multiple_of(align.into());
            named
                .contents
                .skip(offset - named.contents.len() + u64::from(size));
            let at = Some((SegmentKind::Named(section), offset as u32));
            let symbol = &mut self.object.parsed.symbols[sym];
            symbol.def = Def::Label { at };
            symbol.global = None;
        }
    }
}
