//! Items to bytes: chooses forms, places labels, and leaves a fixup for each value that depends
//! on addresses.
//!
//! Instructions go to a text segment and data to a data segment: where the current segment is
//! none, to the program's own. A label names what follows it: it is placed when the next
//! instruction or datum is, or at the end of the segment's part.

use std::cell::Cell;

use diag::{FileId, SourceMap, Span};
use machine::isa::Class;

use crate::dialect::SegmentKind;
use crate::instructions::fixup::{Fixup, Slot, origin};
use crate::messages::error::{AsmError, FaultStage, Located, MAX_FAULTS};
use crate::placing::named::NamedSection;
use crate::placing::passes::TextPlacing;
use crate::placing::section::Section;
use crate::tables::Tables;
use crate::text::constants::Constants;
use crate::text::directive::integer_fault;
use crate::text::evaluate::{self, Env, ExprFault, ExprValue};
use crate::text::parsed::{
    Arg, Def, ExprNode, Item, ItemKind, ParsedFile, ParsedOperand, Sym, SymId,
};

/// One file, laid out from its start in each segment.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// Symbols and expressions.
    pub parsed: ParsedFile,
    /// The contents of the segments that become memory.
    pub sections: [Section; 4],
    /// Values still to be computed.
    pub fixups: Vec<Fixup>,
    /// Where the statements' bytes are, for each segment in the order of the file.
    pub lines: [Vec<PlacedLine>; 4],
    /// The sections that it names, in the order of [`ParsedFile::sections`].
    pub named: Vec<NamedSection>,
    /// Whether the file chose an address.
    pub chose_addresses: bool,
}

/// A statement's bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedLine {
    /// Offset of the first byte.
    pub offset: u32,
    /// Number of bytes.
    pub size: u32,
    /// Where the statement begins and ends in the file.
    pub place: (u32, u32),
    /// Whether the source wrote a pseudo-instruction.
    pub pseudo: bool,
    /// Whether it is data, even among instructions.
    pub data: bool,
}

impl Object {
    /// The contents of all its segments and sections.
    pub(crate) fn contents(&self) -> impl Iterator<Item = &Section> {
        let named = self.named.iter().map(|section| &section.contents);
        self.sections.iter().chain(named)
    }

    /// Where the statements of a segment are.
    pub(crate) fn lines_of(&self, segment: SegmentKind) -> &[PlacedLine] {
        let lines = match segment {
            SegmentKind::Named(section) => {
                let section = self.named.get(usize::from(section.index));
                section.map(|section| &section.lines)
            }
            segment => self.lines.get(segment.place()),
        };
        lines.map_or(&[], Vec::as_slice)
    }
}

impl PlacedLine {
    /// The statement, in the file that it stands in.
    pub(crate) fn span(&self, file: FileId) -> Span {
        let (start, end) = self.place;
        Span::new(file, start, end)
    }

    /// Whether the byte at `offset` of its segment is among them.
    pub(crate) fn covers(&self, offset: u32) -> bool {
        offset
            .checked_sub(self.offset)
            .is_some_and(|k| k < self.size)
    }
}

pub(crate) struct Layout<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) sources: &'a SourceMap,
    pub(crate) object: Object,
    pub(crate) errors: Vec<Located>,
    /// Whether it made a difference that a symbol was not defined above.
    pub(crate) asked_below: Cell<bool>,
    pub(crate) segment: SegmentKind,
    pending: Vec<SymId>,
    /// For each segment, the labels at its end.
    placed: [(u32, Vec<SymId>); 4],
    dropped: Section,
    constants: Constants,
    args: Vec<ParsedOperand>,
    /// Room for the operands of one instruction of a pseudo-instruction.
    pub(crate) step_operands: Vec<ParsedOperand>,
    /// Whether a `nop` follows branches.
    pub(crate) reorders: bool,
    /// How many bytes fill directives have written.
    pub(crate) written: u64,
    /// What the last instruction does.
    pub(crate) last_class: Option<Class>,
    red_zones: bool,
    pub(crate) full: bool,
}

impl<'a> Layout<'a> {
    /// Nothing is placed yet.
    pub(crate) fn new(places: &TextPlacing<'a>, parsed: ParsedFile) -> Self {
        Layout {
            tables: places.tables,
            sources: places.sources,
            segment: places.tables.dialect.first_segment(),
            pending: Vec::new(),
            placed: Default::default(),
            dropped: Section::default(),
            object: Object {
                parsed,
                sections: places.starts.map(Section::starting_at),
                fixups: Vec::new(),
                lines: Default::default(),
                named: Vec::new(),
                chose_addresses: false,
            },
            constants: Constants::default(),
            args: Vec::new(),
            step_operands: Vec::new(),
            asked_below: Cell::new(false),
            reorders: places.tables.dialect.reorders,
            written: 0,
            last_class: None,
            red_zones: places.red_zones,
            full: false,
            errors: Vec::new(),
        }
    }

    /// TextPlacing the statements of the file, or those that were read last.
    pub(crate) fn place_items(&mut self) {
        for k in 0..self.object.parsed.items.len() {
            let item = self.object.parsed.items[k];
            self.item(item);
            if self.errors.len() >= MAX_FAULTS {
                break;
            }
        }
    }

    pub(crate) fn finish(mut self) -> (Object, Vec<Located>) {
        self.place_labels(self.segment);
        self.place_own_variables();
        self.object.parsed.drop_statements();
        (self.object, self.errors)
    }
}

impl Layout<'_> {
    fn item(&mut self, item: Item) {
        match item.kind {
            ItemKind::Label(sym) => self.pending.push(sym),
            ItemKind::Insn {
                forms,
                suffix,
                first,
                count,
                name_len,
            } => {
                self.place_labels(self.code_segment());
                let mut args = std::mem::take(&mut self.args);
                args.clear();
                let range = first as usize..(first + count) as usize;
                args.extend_from_slice(&self.object.parsed.operands[range]);
                let start = item.span.start;
                let name = Span::new(item.span.file, start, start + name_len);
                self.instruction(forms, suffix, &args, item.span, name);
                self.args = args;
            }
            ItemKind::Data {
                start,
                len,
                first,
                count,
            } => {
                self.data(item, start, len, first, count);
            }
            ItemKind::Space { operand } => self.space(item, operand),
            ItemKind::Align { bytes, here } => self.align(bytes, here),
            ItemKind::Fill { operand, size, to } => self.fill(item, operand, size, to),
            ItemKind::Pad { bytes, value, most } => self.pad(bytes, value, most),
            ItemKind::Reorder(on) => self.reorders = on,
            ItemKind::Segment(segment) => {
                self.place_labels(self.segment);
                self.segment = segment;
            }
            ItemKind::Address(offset) => {
                self.place_labels(self.segment);
                self.section(self.segment).seek(offset.into());
                self.object.chose_addresses = true;
            }
        }
    }

    pub(crate) fn section(&mut self, segment: SegmentKind) -> &mut Section {
        if let SegmentKind::Named(section) = segment {
            self.open_sections(section);
            let named = self.object.named.get_mut(usize::from(section.index));
            return match named {
                Some(named) => &mut named.contents,
                None => &mut self.dropped,
            };
        }
        let sections = &mut self.object.sections;
        sections
            .get_mut(segment.place())
            .unwrap_or(&mut self.dropped)
    }

    /// Where instructions go.
    pub(crate) fn code_segment(&self) -> SegmentKind {
        match self.segment {
            SegmentKind::KernelText | SegmentKind::Named(_) => self.segment,
            _ => SegmentKind::Text,
        }
    }

    /// Gives the labels that wait for it the current end of `segment`.
    pub(crate) fn place_labels(&mut self, segment: SegmentKind) {
        if self.pending.is_empty() {
            return;
        }
        let offset = self.section(segment).len() as u32;
        let at = Some((segment, offset));
        for sym in &self.pending {
            let symbol = &mut self.object.parsed.symbols[sym.0 as usize];
            if let Def::Label { at: Some(old) } = symbol.def
                && at != Some(old)
            {
                self.constants.label_moved();
            }
            symbol.def = Def::Label { at };
        }
        if let Some((at, labels)) = self.placed.get_mut(segment.place()) {
            if *at != offset {
                labels.clear();
                *at = offset;
            }
            labels.append(&mut self.pending);
        }
        self.pending.clear();
    }

    /// Lets the labels at the end of `segment` wait again, so that they move with what follows.
    pub(crate) fn take_labels_back(&mut self, segment: SegmentKind) {
        let end = self.section(segment).len() as u32;
        if let Some((at, labels)) = self.placed.get_mut(segment.place())
            && *at == end
        {
            labels.append(&mut self.pending);
            std::mem::swap(labels, &mut self.pending);
        }
    }

    /// Where data directives put their bytes.
    pub(crate) fn data_segment(&self) -> SegmentKind {
        match self.segment {
            text if self.tables.dialect.words_in_text => text,
            SegmentKind::Text => SegmentKind::Data,
            SegmentKind::KernelText => SegmentKind::KernelData,
            data => data,
        }
    }

    fn data(&mut self, item: Item, start: u32, len: u32, first: u32, count: u32) {
        let segment = self.data_segment();
        self.place_labels(segment);
        let offset = self.section(segment).len() as u32;
        if !self.has_room(segment, u64::from(len), item.span) {
            return;
        }
        let range = start as usize..(start + len) as usize;
        let bytes = std::mem::take(&mut self.object.parsed.bytes);
        self.section(segment).push(&bytes[range]);
        self.object.parsed.bytes = bytes;
        self.add_data_line(segment, offset, len, item.span);
        for k in first..first + count {
            let reloc = self.object.parsed.relocs[k as usize];
            self.object.fixups.push(Fixup {
                segment,
                offset: offset + reloc.offset,
                operand: reloc.operand,
                slot: Slot::Data {
                    bytes: reloc.bytes,
                    strict: reloc.strict,
                    directive: (item.span.start, item.span.end),
                },
                pseudo: None,
            });
        }
        self.red_zone(u64::from(len));
    }

    fn red_zone(&mut self, len: u64) {
        if self.red_zones && self.segment != SegmentKind::Dropped {
            self.section(SegmentKind::Data).skip(len);
        }
    }

    pub(crate) fn add_line(
        &mut self,
        segment: SegmentKind,
        offset: u32,
        size: u32,
        span: Span,
        pseudo: bool,
    ) {
        let line = PlacedLine {
            offset,
            size,
            place: (span.start, span.end),
            pseudo,
            data: false,
        };
        self.push_line(segment, line);
    }

    pub(crate) fn add_data_line(
        &mut self,
        segment: SegmentKind,
        offset: u32,
        size: u32,
        span: Span,
    ) {
        let line = PlacedLine {
            offset,
            size,
            place: (span.start, span.end),
            pseudo: false,
            data: true,
        };
        self.push_line(segment, line);
    }

    fn push_line(&mut self, segment: SegmentKind, line: PlacedLine) {
        if line.size == 0 {
            return;
        }
        if let Some(lines) = self.lines_mut(segment) {
            lines.push(line);
        }
    }

    /// Forgets the statements of a segment after the first `count`.
    pub(crate) fn forget_lines(&mut self, segment: SegmentKind, count: usize) {
        if let Some(lines) = self.lines_mut(segment) {
            lines.truncate(count);
        }
    }

    fn lines_mut(&mut self, segment: SegmentKind) -> Option<&mut Vec<PlacedLine>> {
        match segment {
            SegmentKind::Named(section) => self.named(section).map(|named| &mut named.lines),
            segment => self.object.lines.get_mut(segment.place()),
        }
    }

    /// Whether `more` bytes of data can be added; if not, it is reported once.
    pub(crate) fn has_room(&mut self, segment: SegmentKind, more: u64, span: Span) -> bool {
        // What is dropped must not take memory either.
        let map = &self.tables.map;
        let own = map.area(segment).unwrap_or(map.data);
        let place = self.section(segment).len();
        let address = own.first.wrapping_add(place as u32);
        let chosen = map.area_at(segment, address).filter(|_| place < 1 << 32);
        let area = chosen.unwrap_or(own);
        let limit = u64::from(area.size);
        let factor = if self.red_zones { 2 } else { 1 };
        let used = match chosen {
            Some(_) => u64::from(address - area.first),
            None => place,
        };
        let size = used.saturating_add(more.saturating_mul(factor));
        if size <= limit {
            return true;
        }
        if !self.full {
            let lead = u64::from(area.lead());
            let (size, limit) = (size.saturating_sub(lead), limit - lead);
            self.error(
                AsmError::DataLimit { size, limit },
                span,
                FaultStage::Pass1,
                None,
            );
        }
        self.full = true;
        false
    }

    fn space(&mut self, item: Item, operand: u32) {
        let segment = self.data_segment();
        self.place_labels(segment);
        let operand = self.object.parsed.operands[operand as usize];
        let size = match evaluate::value(&self.here(), &operand) {
            Ok(ExprValue::Abs(size)) => size,
            Err(fault @ (ExprFault::Circular(..) | ExprFault::DivisionByZero(_))) => {
                return self.fault(fault, &operand);
            }
            _ => {
                let text = self.text(operand.span);
                let error = AsmError::NotConstant { text };
                return self.error(error, operand.span, FaultStage::Pass1, None);
            }
        };
        let Ok(size) = u64::try_from(size) else {
            let directive = self.text(item.span);
            let directive = directive.split_whitespace().next().unwrap_or("").to_owned();
            let error = AsmError::NegativeSize {
                directive,
                value: size,
            };
            return self.error(error, operand.span, FaultStage::Pass1, None);
        };
        if !self.has_room(segment, size, operand.span) {
            return;
        }
        let offset = self.section(segment).len() as u32;
        self.section(segment).skip(size);
        self.add_data_line(segment, offset, size as u32, item.span);
        self.red_zone(size);
    }

    /// Reports why an expression has no value.
    pub(crate) fn fault(&mut self, fault: ExprFault, operand: &ParsedOperand) {
        let (error, span) = fault_error(&self.object.parsed, self.sources, fault, operand);
        self.error(error, span, FaultStage::Pass2, None);
    }

    /// What is known at this point.
    pub(crate) fn here(&self) -> Here<'_> {
        Here {
            parsed: &self.object.parsed,
            constants: &self.constants,
            asked_below: &self.asked_below,
        }
    }

    pub(crate) fn text(&self, span: Span) -> String {
        self.sources.slice(span).chars().take(80).collect()
    }

    pub(crate) fn error(
        &mut self,
        error: AsmError,
        span: Span,
        stage: FaultStage,
        pseudo: Option<(u16, u8)>,
    ) {
        self.errors.push(Located {
            pseudo: origin(self.tables.isa, pseudo),
            ..Located::new(error, span, stage)
        });
    }
}

/// The error for a fault of an expression, except that a symbol is undefined.
pub(crate) fn fault_error(
    parsed: &ParsedFile,
    sources: &SourceMap,
    fault: ExprFault,
    operand: &ParsedOperand,
) -> (AsmError, Span) {
    let text = |span| sources.slice(span).chars().take(80).collect();
    match fault {
        ExprFault::Circular(sym, span) => {
            let symbol = parsed.symbols.get(sym.0 as usize);
            let name = symbol.map_or_else(String::new, |s| text(s.name));
            let place = symbol.and_then(|s| s.defined).unwrap_or(span);
            let through = symbol.and_then(|s| next_constant(parsed, sym, s.def));
            let through = through.and_then(|s| Some((text(s.name), s.defined?)));
            (AsmError::CircularConstant { name, through }, place)
        }
        ExprFault::DivisionByZero(span) => (AsmError::DivisionByZero, span),
        ExprFault::NoPcrelHi(_) => {
            let text = text(operand.span);
            (AsmError::NoPcrelHi { text }, operand.span)
        }
        ExprFault::NotYet | ExprFault::Undefined(..) => {
            let text = text(operand.span);
            (AsmError::NotConstant { text }, operand.span)
        }
    }
}

/// Another constant that the constant `sym` depends on.
fn next_constant(parsed: &ParsedFile, sym: SymId, def: Def) -> Option<Sym> {
    let Def::Constant(arg, _) = def else {
        return None;
    };
    let other = |other: SymId| {
        let symbol = *parsed.symbols.get(other.0 as usize)?;
        (other != sym && matches!(symbol.def, Def::Constant(..))).then_some(symbol)
    };
    match arg {
        Arg::Name { sym, .. } => other(sym),
        Arg::Expr(id) => parsed.expr(id).iter().find_map(|node| match node {
            ExprNode::Sym(sym) => other(*sym),
            _ => None,
        }),
        _ => None,
    }
}

/// What a data fixup's value is checked with.
pub(crate) fn data_fault(
    parsed: &ParsedFile,
    sources: &SourceMap,
    fixup: &Fixup,
    value: i64,
) -> Option<AsmError> {
    let Slot::Data {
        bytes,
        strict,
        directive,
    } = fixup.slot
    else {
        return None;
    };
    let (start, end) = directive;
    let name = sources
        .slice(Span::new(parsed.file, start, end))
        .split_whitespace()
        .next()
        .unwrap_or("");
    integer_fault(name, bytes, strict, value, || {
        sources.slice(fixup.operand.span).to_owned()
    })
}

/// What is known during layout: constants, and labels already placed.
#[derive(Clone, Copy)]
pub(crate) struct Here<'a> {
    pub(crate) parsed: &'a ParsedFile,
    /// Set if it makes a difference that a symbol is not defined above.
    pub(crate) asked_below: &'a Cell<bool>,
    constants: &'a Constants,
}

impl Env for Here<'_> {
    fn parsed(&self) -> &ParsedFile {
        self.parsed
    }

    fn label(&self, sym: SymId, _: Span) -> Result<ExprValue, ExprFault> {
        match self.parsed.symbols.get(sym.0 as usize).map(|s| s.def) {
            Some(Def::Label {
                at: Some((segment, offset)),
            }) => Ok(ExprValue::Rel(segment, offset.into())),
            _ => Err(ExprFault::NotYet),
        }
    }

    fn is_missing(&self, sym: SymId) -> bool {
        let symbol = self.parsed.symbols.get(sym.0 as usize);
        symbol.is_some_and(|s| matches!(s.def, Def::Undefined | Def::Label { at: None }))
    }

    fn constants(&self) -> &Constants {
        self.constants
    }
}
