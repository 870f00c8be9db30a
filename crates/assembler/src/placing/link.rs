//! Files to one program: addresses, symbols across files, and the values that depend on them.

use std::rc::Rc;

use diag::{SourceMap, Span};
use machine::image::{Image, Segment, Symbol};
use machine::isa::Class;
use rustc_hash::FxHashMap;

use crate::dialect::{Area, MemoryMap, Placement, SegmentKind};
use crate::instructions::fixup::{Fixup, Slot, origin};
use crate::messages::error::{AsmError, FaultStage, Hint, Located, MAX_FAULTS};
use crate::messages::free::Nearby;
use crate::messages::statement::{Statement, address_hint, far_hint};
use crate::messages::words::is_numeric;
use crate::options::{Additions, AssembleOptions, ForeignSymbols};
use crate::placing::addresses::{
    Externs, PlacedFile, add_segments, check_limits, check_overlaps, code_lines, join,
    place_externs,
};
use crate::placing::globals::{Globals, collect_globals};
use crate::placing::layout::{Object, data_fault, fault_error};
use crate::placing::outputs::{
    Gathering, LinkedPlaces, OutputSection, bytes_mut, first_instruction,
};
use crate::placing::scope::FileScope;
use crate::placing::section::Section;
use crate::program::Program;
use crate::tables::Tables;
use crate::text::constants::Constants;
use crate::text::evaluate::{self, Env, ExprFault, ExprValue};
use crate::text::parsed::{Arg, Def, ParsedFile, ParsedOperand, SymId};

/// Looking for similar names is for the first errors only.
pub(super) const MAX_SUGGESTIONS: usize = 20;

/// Links the files in this order.
pub(crate) fn link(
    tables: &Tables,
    sources: &SourceMap,
    objects: Vec<Rc<Object>>,
    options: &AssembleOptions,
) -> (Program, Vec<Located>) {
    let mut errors = Vec::new();
    let mut map = tables.map;
    if let Some(address) = objects.iter().find_map(|o| o.parsed.data_start) {
        map.data = Area::new(address, map.data.size);
    }
    let (mut parts, mut sections) = join(tables.dialect.placement, &map, objects);
    let first = sections.first().and_then(Section::first);
    let first = first.map(|offset| map.text.first.wrapping_add(offset as u32));
    // A program without an entry label starts where the text does, or else with its first
    // instruction. A simulator itself always starts there, even if nothing is there.
    let lead = u64::from(map.text.lead());
    let covers_start = sections.first().is_some_and(|text| text.covers(lead));
    check_limits(tables.dialect.placement, &map, &sections, &mut errors);
    check_overlaps(&parts, &mut errors);
    let shared = tables.dialect.shared_labels;
    let globals = collect_globals(sources, &parts, shared, &mut errors);
    let (mut outputs, places) = match tables.dialect.placement {
        Placement::PerFile | Placement::Continuous => Default::default(),
        Placement::Sections(rules) => {
            let gathering = Gathering {
                rules,
                map: &map,
                sources,
                globals: &globals,
            };
            gathering.place(&mut parts, &mut errors)
        }
    };
    let first = first.or_else(|| first_instruction(&outputs));
    let externs = place_externs(sources, &map, &parts, &sections[1], &globals, &mut errors);
    let mut linker = Linker {
        tables,
        sources,
        parts: &parts,
        globals,
        externs: &externs,
        places,
        foreign: options.foreign.as_deref(),
        pcrel: FxHashMap::default(),
        constants: Constants::default(),
        errors,
        suggestions: 0,
    };
    if errors_allow(&linker.errors) {
        linker.fill_slots(&mut outputs);
        linker.find_pcrel();
        // What was computed meanwhile did not know all of these.
        linker.constants = Constants::default();
        linker.fix_all(&map, &mut sections, &mut outputs);
    }
    linker.check_declared();
    if first.is_none() {
        let warning = AsmError::NoInstructions;
        linker
            .errors
            .push(Located::placeless(warning, FaultStage::Link));
    }
    let start = match covers_start || options.additions == Additions::Refused {
        true => map.text.start,
        false => first.unwrap_or(map.text.start),
    };
    let entry = linker.entry(options, start);
    let mut segments = Vec::new();
    for output in outputs {
        let name = output.name.trim_start_matches('.');
        let (at, access) = (output.address, output.traits.access());
        add_segments(&mut segments, name, at, output.contents, access);
    }
    let image = linker.finish(&map, (segments, sections), entry, options);
    let wanted = linker.wanted();
    let errors = linker.errors;
    let lines = code_lines(&map, parts);
    let program = Program {
        image,
        lines,
        wanted,
    };
    (program, errors)
}

fn errors_allow(errors: &[Located]) -> bool {
    !errors.iter().any(|e| {
        matches!(
            e.error,
            AsmError::DataLimit { .. } | AsmError::TextLimit { .. } | AsmError::Overlap { .. }
        )
    })
}

pub(super) fn similar_names<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let similar = diag::similar(name, names).into_iter();
    similar.map(str::to_owned).collect()
}

/// Whether a program can start there.
fn is_entry_segment(segment: SegmentKind) -> bool {
    match segment {
        SegmentKind::Named(section) => section.code,
        segment => segment.is_text(),
    }
}

pub(crate) struct Linker<'a> {
    pub(crate) tables: &'a Tables,
    pub(super) sources: &'a SourceMap,
    pub(crate) parts: &'a [PlacedFile],
    pub(super) globals: Globals<'a>,
    pub(super) externs: &'a Externs<'a>,
    pub(crate) places: LinkedPlaces,
    pub(super) foreign: Option<&'a ForeignSymbols>,
    pub(crate) pcrel: FxHashMap<i64, i64>,
    constants: Constants,
    pub(super) errors: Vec<Located>,
    pub(super) suggestions: usize,
}

impl Linker<'_> {
    pub(crate) fn scope(&self, part: usize, pc: Option<i64>) -> FileScope<'_> {
        FileScope {
            sources: self.sources,
            parts: self.parts,
            globals: &self.globals,
            externs: self.externs,
            places: &self.places,
            foreign: self.foreign,
            pcrel: &self.pcrel,
            constants: &self.constants,
            part,
            pc,
            files: 0,
        }
    }

    fn fix_all(
        &mut self,
        map: &MemoryMap,
        sections: &mut [Section; 4],
        outputs: &mut [OutputSection],
    ) {
        for k in 0..self.parts.len() {
            let part = &self.parts[k];
            for fixup in &part.object.fixups {
                let address = part.address(fixup.segment, fixup.offset);
                let bytes = match fixup.segment {
                    SegmentKind::Named(section) => {
                        let place = part.named.get(usize::from(section.index));
                        place.and_then(|place| bytes_mut(outputs, *place, fixup.offset))
                    }
                    segment => {
                        let section = sections.get_mut(segment.place());
                        let area = map.area(segment);
                        section.zip(area).and_then(|(section, area)| {
                            let offset = address.wrapping_sub(area.first);
                            section.bytes_mut(offset.into())
                        })
                    }
                };
                if let Some(bytes) = bytes {
                    self.fix(k, fixup, address, bytes);
                }
            }
        }
    }

    fn fix(&mut self, part: usize, fixup: &Fixup, address: u32, bytes: &mut [u8]) {
        let pc = i64::from(address);
        let value = match evaluate::value(&self.scope(part, Some(pc)), &fixup.operand) {
            Ok(ExprValue::Abs(value)) => value,
            Ok(ExprValue::Rel(..)) => return,
            Err(fault) => match self.whole_name(&fixup.operand) {
                Some(value) => value,
                None => return self.fault(part, fault, fixup),
            },
        };
        match fixup.slot.field(self.tables.isa) {
            None => {
                let Slot::Data { bytes: size, .. } = fixup.slot else {
                    return;
                };
                let parsed = &self.parts[part].object.parsed;
                if let Some(error) = data_fault(parsed, self.sources, fixup, value) {
                    self.error(error, fixup.operand.span, fixup, None);
                }
                let ordered = self.tables.number_bytes(value, size);
                let size = usize::from(size);
                bytes[..size].copy_from_slice(&ordered[..size]);
            }
            Some(slot) => {
                let target = value;
                let value = slot.kind.field_value(value, pc);
                let text = || {
                    self.sources
                        .slice(fixup.operand.span)
                        .chars()
                        .take(80)
                        .collect()
                };
                match slot.bits(value, text) {
                    Ok(bits) => {
                        for (byte, more) in bytes.iter_mut().zip(self.tables.word_bytes(bits)) {
                            *byte |= more;
                        }
                    }
                    Err(error) => {
                        let hint = self.field_hint(part, fixup, &error, target);
                        self.error(error, fixup.operand.span, fixup, hint);
                    }
                }
            }
        }
    }

    /// The value of a global label with operators in its name, such as `print-board`.
    fn whole_name(&self, operand: &ParsedOperand) -> Option<i64> {
        if !matches!(operand.arg, Arg::Expr(_)) {
            return None;
        }
        let (part, sym) = self.globals.get(self.sources.slice(operand.span))?;
        match self.scope(*part, None).label(*sym, operand.span) {
            Ok(ExprValue::Abs(value)) => Some(value),
            _ => None,
        }
    }

    /// What to write instead of an instruction whose field cannot hold a value.
    fn field_hint(
        &mut self,
        part: usize,
        fixup: &Fixup,
        error: &AsmError,
        target: i64,
    ) -> Option<Hint> {
        self.suggestions += 1;
        if self.suggestions > MAX_SUGGESTIONS {
            return None;
        }
        let object = &self.parts[part].object;
        let mut lines = object.lines_of(fixup.segment).iter();
        let line = lines.find(|line| line.covers(fixup.offset))?;
        let span = line.span(object.parsed.file);
        let statement = Statement::read(self.sources.slice(span));
        let nearby = Nearby {
            tables: self.tables,
            text: self.sources.text(span.file),
            at: span.start as usize,
        };
        match error {
            AsmError::ImmediateRange { text, .. } => {
                let hint = address_hint(nearby, &statement, text)?;
                Some(hint.in_place_of(self.sources, Some(span)))
            }
            AsmError::TooFar {
                name, low, high, ..
            } => {
                let text = self.sources.slice(fixup.operand.span);
                let reach = format!("`{name}` reaches from {low} to {high} bytes");
                let data = self.tables.map.data;
                let data = i64::from(data.first)..i64::from(data.first) + i64::from(data.size);
                if data.contains(&target) {
                    return Some(
                        Hint::titled(format!("`{text}` is data: `{name}` cannot jump to it"))
                            .label("is in the data segment")
                            .and("jump to a label before an instruction in `.text`"),
                    );
                }
                far_hint(self.tables, &statement, text).map(|hint| hint.note(reach))
            }
            _ => None,
        }
    }

    fn error(&mut self, error: AsmError, span: Span, fixup: &Fixup, hint: Option<Hint>) {
        let stage = match error {
            AsmError::UndefinedSymbol { branch: false, .. } => FaultStage::Link,
            _ => FaultStage::Pass2,
        };
        if self.errors.len() >= MAX_FAULTS {
            return;
        }
        let fault = Located {
            pseudo: origin(self.tables.isa, fixup.pseudo),
            ..Located::new(error, span, stage)
        };
        self.errors.push(fault.hint(hint));
    }

    fn fault(&mut self, part: usize, fault: ExprFault, fixup: &Fixup) {
        let parsed = &self.parts[part].object.parsed;
        let mut hint = None;
        let (error, span) = match fault {
            // A numeric label that is missing was reported when it was read.
            ExprFault::Undefined(sym, _)
                if parsed.symbols.get(sym.0 as usize).is_some_and(|s| s.hidden) =>
            {
                return;
            }
            ExprFault::Undefined(_, span) if let Some(text) = self.fraction(fixup, span) => {
                let advice =
                    format!("for a floating-point number: `.float {text}` or `.double {text}`");
                hint = Some(Hint::help(advice));
                (self.not_whole(part, fixup, text), span)
            }
            ExprFault::Undefined(sym, span) => {
                let slot = fixup.slot.field(self.tables.isa);
                let branch = slot.is_some_and(|slot| slot.class == Class::Branch);
                let data = slot.is_none();
                (self.undefined(part, sym, span, (branch, data)), span)
            }
            fault => fault_error(parsed, self.sources, fault, &fixup.operand),
        };
        // The instructions of one pseudo-instruction would all say the same.
        let last = self.errors.last();
        if last.is_none_or(|l| l.span != Some(span) || l.error.code() != error.code()) {
            self.error(error, span, fixup, hint);
        }
    }

    /// The text of a number among data that is not whole.
    fn fraction(&self, fixup: &Fixup, span: Span) -> Option<String> {
        let text = self.sources.slice(span);
        let data = matches!(fixup.slot, Slot::Data { .. });
        let found = data && is_numeric(text) && text.parse::<f64>().is_ok();
        found.then(|| text.chars().take(40).collect())
    }

    fn not_whole(&self, part: usize, fixup: &Fixup, text: String) -> AsmError {
        let file = self.parts[part].object.parsed.file;
        let line = match fixup.slot {
            Slot::Data {
                directive: (start, end),
                ..
            } => self.sources.slice(Span::new(file, start, end)),
            _ => "",
        };
        // A line may go on with the data of one before.
        let first = line.split_whitespace().next();
        let directive = first.filter(|word| word.starts_with('.'));
        AsmError::DirectiveOperand {
            directive: directive.unwrap_or(".word").to_owned(),
            text,
            want: "whole numbers and labels",
        }
    }

    fn undefined(
        &mut self,
        part: usize,
        sym: SymId,
        span: Span,
        (branch, data): (bool, bool),
    ) -> AsmError {
        let parsed = &self.parts[part].object.parsed;
        let place = parsed.symbols.get(sym.0 as usize).map_or(span, |s| s.name);
        let name: String = self.sources.slice(place).chars().take(200).collect();
        if self.tables.register(&name).is_some() {
            return AsmError::RegisterInExpression { text: name };
        }
        let (mut similar, mut local_in) = (Vec::new(), None);
        self.suggestions += 1;
        if self.suggestions <= MAX_SUGGESTIONS {
            // A constant made of the name is not what was meant.
            let users = parsed.symbols.iter().filter(|s| parsed.uses(s.def, sym));
            let users: Vec<&str> = users.map(|s| self.sources.slice(s.name)).collect();
            let names = self.visible(parsed).filter(|n| !users.contains(n));
            similar = similar_names(&name, names);
            local_in = self.private_label(&name);
        }
        AsmError::UndefinedSymbol {
            name,
            similar,
            local_in,
            branch,
            data,
        }
    }

    /// The names that a file can use.
    pub(super) fn visible<'b>(&'b self, parsed: &'b ParsedFile) -> impl Iterator<Item = &'b str> {
        let own = parsed
            .symbols
            .iter()
            .filter(|s| s.defined.is_some() && !s.hidden);
        let own = own.map(|s| self.sources.slice(s.name));
        own.chain(self.globals.keys().copied())
    }

    /// A label of this name that another file keeps to itself.
    fn private_label(&self, name: &str) -> Option<Span> {
        self.parts
            .iter()
            .flat_map(|part| &part.object.parsed.symbols)
            .filter(|s| !s.hidden && s.global.is_none() && self.sources.slice(s.name) == name)
            .find_map(|s| s.defined)
    }

    pub(super) fn finish(
        &mut self,
        map: &MemoryMap,
        (mut segments, sections): (Vec<Segment>, [Section; 4]),
        entry: u32,
        options: &AssembleOptions,
    ) -> Image {
        for (segment, section) in SegmentKind::PLACED.into_iter().zip(sections) {
            let access = match segment.is_text() {
                true => map.code,
                false => map.plain,
            };
            let base = map.area(segment).map_or(0, |area| area.first);
            add_segments(&mut segments, segment.name(), base, section, access);
        }
        if self.externs.size > 0 {
            segments.push(Segment {
                name: "extern".to_owned(),
                address: self.externs.base,
                bytes: Vec::new(),
                size: self.externs.size as u32,
                access: map.plain,
            });
        }
        segments.sort_by_key(|s: &Segment| s.address);
        let symbols = self.symbols().into();
        Image {
            segments,
            symbols,
            entry,
            big_endian: options.big_endian,
            delay_slots: options.delay_slots,
            program_headers: None,
            subset: options.subset.clone(),
            ..Image::default()
        }
    }

    /// Where the program starts: at its entry label, or else with its first instruction.
    fn entry(&mut self, options: &AssembleOptions, start: u32) -> u32 {
        let dialect = self.tables.dialect;
        if !options.start_at_entry {
            return start;
        }
        let other = match dialect.placement {
            Placement::Sections(rules) => rules.other_entry,
            Placement::PerFile | Placement::Continuous => dialect.entry,
        };
        let found = self.globals.get(dialect.entry);
        if let Some((part, sym)) = found.or_else(|| self.globals.get(other)) {
            let symbol = self.parts[*part].object.parsed.symbols[sym.0 as usize];
            if let Def::Label {
                at: Some((segment, offset)),
            } = symbol.def
                && is_entry_segment(segment)
            {
                return self.parts[*part].address(segment, offset);
            }
        }
        let first = self.parts.first();
        let local = first
            .into_iter()
            .flat_map(|p| &p.object.parsed.symbols)
            .find(|s| !s.hidden && self.sources.slice(s.name) == dialect.entry);
        if let Some(symbol) = local
            && let Def::Label {
                at: Some((segment, offset)),
            } = symbol.def
            && is_entry_segment(segment)
            && let Some(part) = first
            && part.address(segment, offset) != start
            && let Some(span) = symbol.defined
        {
            let error = AsmError::MainNotGlobal { address: start };
            self.errors
                .push(Located::new(error, span, FaultStage::Link));
        }
        start
    }

    /// All names with their values, by ascending value.
    fn symbols(&self) -> Vec<Symbol> {
        // What has the same value stays in the order of the program.
        let mut found: Vec<(u32, u32, u32)> = Vec::new();
        for (k, part) in (0..).zip(self.parts) {
            let scope = self.scope(k as usize, None);
            for (index, symbol) in (0..).zip(&part.object.parsed.symbols) {
                if symbol.hidden || symbol.defined.is_none() {
                    continue;
                }
                let (sym, reg) = (SymId(index), None);
                let operand = ParsedOperand {
                    arg: Arg::Name { sym, reg },
                    span: symbol.name,
                };
                if let Ok(ExprValue::Abs(value)) = evaluate::value(&scope, &operand) {
                    found.push((value as u32, k, index));
                }
            }
        }
        found.sort_unstable();
        let symbols = found.into_iter().map(|(address, part, index)| {
            let symbol = &self.parts[part as usize].object.parsed.symbols[index as usize];
            Symbol {
                name: self.sources.slice(symbol.name).to_owned(),
                address,
                global: symbol.global.is_some(),
                absolute: matches!(symbol.def, Def::Constant(..)),
            }
        });
        let mut symbols: Vec<Symbol> = symbols.collect();
        if self.externs.places.is_empty() {
            return symbols;
        }
        let externs = self.externs.places.keys().map(|name| Symbol {
            name: (*name).to_owned(),
            address: self.externs.address(name).unwrap_or(0),
            global: true,
            absolute: false,
        });
        symbols.extend(externs);
        symbols.sort_by_key(|s| s.address);
        symbols
    }
}
