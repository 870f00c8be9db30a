//! Files to one program: addresses, symbols across files, and the values that depend on them.

use diag::{SourceMap, Span};
use machine::image::{Access, Image, Segment as ImageSegment, Symbol};
use machine::isa::Class;
use rustc_hash::FxHashMap;

use crate::dialect::{Dialect, MemoryMap, Modifier, Segment};
use crate::encode::{Fixup, Slot, origin};
use crate::error::{AsmError, Hint, Located, MAX_FAULTS, Stage};
use crate::expr::{self, Env, Fault, Value};
use crate::layout::{Object, data_fault, fault_error};
use crate::program::{Line, LineTable, Program};
use crate::section::Section;
use crate::statement::{Statement, address_hint, far_hint};
use crate::suggest;
use crate::tables::Tables;
use crate::unit::{Arg, Def, Node, Operand, SymId, Unit};

/// Looking for similar names is for the first errors only.
const MAX_SUGGESTIONS: usize = 20;

/// Links the files in this order.
pub fn link(tables: &Tables, sources: &SourceMap, objects: Vec<Object>) -> (Program, Vec<Located>) {
    let mut errors = Vec::new();
    let (mut text, mut data) = (Section::default(), Section::default());
    let mut map = tables.dialect.map;
    map.data = objects
        .iter()
        .find_map(|o| o.unit.data_start)
        .unwrap_or(map.data);
    let mut parts = Vec::with_capacity(objects.len());
    for mut object in objects {
        let base = [map.text as u64 + text.len(), map.data as u64 + data.len()];
        text.append(std::mem::take(&mut object.text));
        data.append(std::mem::take(&mut object.data));
        parts.push(Part {
            object,
            base: base.map(|b| b as u32),
        });
    }
    check_limits(&map, &text, &data, &mut errors);
    let globals = collect_globals(sources, &parts, &mut errors);
    let mut linker = Linker {
        tables,
        sources,
        parts: &parts,
        globals,
        pcrel: FxHashMap::default(),
        errors,
        suggestions: 0,
    };
    if errors_allow(&linker.errors) {
        linker.find_pcrel();
        linker.fix_all(&mut text, &mut data, map.data);
    }
    linker.check_declared();
    if text.len() == 0 {
        let warning = AsmError::NoInstructions;
        linker.errors.push(Located::placeless(warning, Stage::Link));
    }
    let program = linker.finish(map, text, data);
    (program, linker.errors)
}

fn errors_allow(errors: &[Located]) -> bool {
    !errors.iter().any(|e| {
        matches!(
            e.error,
            AsmError::DataLimit { .. } | AsmError::TextLimit { .. }
        )
    })
}

fn check_limits(map: &MemoryMap, text: &Section, data: &Section, errors: &mut Vec<Located>) {
    let mut fault = |error| errors.push(Located::placeless(error, Stage::Link));
    let limit = u64::from(map.data_limit);
    if data.len() > limit {
        fault(AsmError::DataLimit {
            size: data.len(),
            limit,
        });
    }
    let limit = u64::from(map.text_limit);
    if text.len() > limit {
        fault(AsmError::TextLimit {
            size: text.len(),
            limit,
        });
    }
}

/// One file with the addresses of its parts of the segments.
struct Part {
    object: Object,
    base: [u32; 2],
}

impl Part {
    fn address(&self, segment: Segment, offset: u32) -> u32 {
        match segment {
            Segment::Text | Segment::Data => self.base[segment as usize].wrapping_add(offset),
            Segment::Dropped => 0,
        }
    }
}

type Globals<'a> = FxHashMap<&'a str, (usize, SymId)>;

fn collect_globals<'a>(
    sources: &'a SourceMap,
    parts: &[Part],
    errors: &mut Vec<Located>,
) -> Globals<'a> {
    let mut globals = Globals::default();
    for (k, part) in parts.iter().enumerate() {
        for (index, symbol) in part.object.unit.symbols.iter().enumerate() {
            let (Some(_), Some(defined)) = (symbol.global, symbol.defined) else {
                continue;
            };
            let name = sources.slice(symbol.name);
            let here = (k, SymId(index as u32));
            let (first, sym) = *globals.entry(name).or_insert(here);
            let old = parts[first].object.unit.symbols[sym.0 as usize].defined;
            if let (true, Some(first)) = ((first, sym) != here, old) {
                let name = name.to_owned();
                let error = AsmError::DuplicateGlobal { name, first };
                errors.push(Located::new(error, defined, Stage::Link));
            }
        }
    }
    globals
}

struct Linker<'a> {
    tables: &'a Tables,
    sources: &'a SourceMap,
    parts: &'a [Part],
    globals: Globals<'a>,
    pcrel: FxHashMap<i64, i64>,
    errors: Vec<Located>,
    suggestions: usize,
}

impl Linker<'_> {
    fn scope(&self, part: usize, pc: Option<i64>) -> FileScope<'_> {
        FileScope {
            sources: self.sources,
            parts: self.parts,
            globals: &self.globals,
            pcrel: &self.pcrel,
            part,
            pc,
            depth: 0,
        }
    }

    /// Notes what each `%pcrel_hi` is about, if a `%pcrel_lo` asks for it.
    fn find_pcrel(&mut self) {
        let ends_with = |unit: &Unit, fixup: &Fixup, wanted: Modifier| match fixup.operand.arg {
            Arg::Expr(id) => unit.expr(id).last() == Some(&Node::Modifier(wanted)),
            _ => false,
        };
        for k in 0..self.parts.len() {
            let object = &self.parts[k].object;
            let unit = &object.unit;
            let asks = |f: &Fixup| ends_with(unit, f, Modifier::PcrelLo12);
            if !object.fixups.iter().any(asks) {
                continue;
            }
            for fixup in &object.fixups {
                if !ends_with(unit, fixup, Modifier::PcrelHi20) {
                    continue;
                }
                let Arg::Expr(mut id) = fixup.operand.arg else {
                    continue;
                };
                id.len -= 1;
                let operand = Operand {
                    arg: Arg::Expr(id),
                    ..fixup.operand
                };
                let pc = i64::from(self.parts[k].address(fixup.segment, fixup.offset));
                if let Ok(Value::Abs(target)) = expr::value(&self.scope(k, Some(pc)), &operand) {
                    self.pcrel.insert(pc, target);
                }
            }
        }
    }

    fn fix_all(&mut self, text: &mut Section, data: &mut Section, data_base: u32) {
        let text_base = self.tables.dialect.map.text;
        for k in 0..self.parts.len() {
            let part = &self.parts[k];
            for fixup in &part.object.fixups {
                let address = part.address(fixup.segment, fixup.offset);
                let (section, start) = match fixup.segment {
                    Segment::Text => (&mut *text, text_base),
                    Segment::Data => (&mut *data, data_base),
                    Segment::Dropped => continue,
                };
                let Some(bytes) = section.bytes_mut(address.wrapping_sub(start).into()) else {
                    continue;
                };
                self.fix(k, fixup, address, bytes);
            }
        }
    }

    fn fix(&mut self, part: usize, fixup: &Fixup, address: u32, bytes: &mut [u8]) {
        let pc = i64::from(address);
        let value = match expr::value(&self.scope(part, Some(pc)), &fixup.operand) {
            Ok(Value::Abs(value)) => value,
            Ok(Value::Rel(..)) => return,
            Err(fault) => match self.whole_name(&fixup.operand) {
                Some(value) => value,
                None => return self.fault(part, fault, fixup),
            },
        };
        match fixup.slot {
            Slot::Data { bytes: size, .. } => {
                if let Some(error) = data_fault(self.sources, fixup, value) {
                    self.error(error, fixup.operand.span, fixup, None);
                }
                let size = usize::from(size);
                bytes[..size].copy_from_slice(&value.to_le_bytes()[..size]);
            }
            Slot::Field(slot) => {
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
                        for (byte, more) in bytes.iter_mut().zip(bits.to_le_bytes()) {
                            *byte |= more;
                        }
                    }
                    Err(error) => {
                        let hint = self.field_hint(part, fixup, &error, pc.wrapping_add(value));
                        self.error(error, fixup.operand.span, fixup, hint);
                    }
                }
            }
        }
    }

    /// The value of a global label with operators in its name, such as `print-board`.
    fn whole_name(&self, operand: &Operand) -> Option<i64> {
        if !matches!(operand.arg, Arg::Expr(_)) {
            return None;
        }
        let (part, sym) = self.globals.get(self.sources.slice(operand.span))?;
        match self.scope(*part, None).label(*sym, operand.span) {
            Ok(Value::Abs(value)) => Some(value),
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
        let line = object
            .lines
            .iter()
            .find(|l| l.segment == fixup.segment && l.covers(fixup.offset))?;
        let statement = Statement::read(self.sources.slice(line.span));
        match error {
            AsmError::ImmediateRange { text, .. } => address_hint(self.tables, &statement, text),
            AsmError::TooFar {
                name, low, high, ..
            } => {
                let text = self.sources.slice(fixup.operand.span);
                let reach = format!("`{name}` reaches from {low} to {high} bytes");
                if target >= i64::from(self.tables.dialect.map.data) {
                    return Some(
                        Hint::titled(format!("`{text}` is data: `{name}` cannot jump to it"))
                            .label("stands in the data segment")
                            .and("jump to a label that stands before an instruction in `.text`"),
                    );
                }
                far_hint(&statement, text).map(|hint| hint.note(reach))
            }
            _ => None,
        }
    }

    fn error(&mut self, error: AsmError, span: Span, fixup: &Fixup, hint: Option<Hint>) {
        let stage = match error {
            AsmError::UndefinedSymbol { branch: false, .. } => Stage::Link,
            _ => Stage::Pass2,
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

    fn fault(&mut self, part: usize, fault: Fault, fixup: &Fixup) {
        let unit = &self.parts[part].object.unit;
        let (error, span) = match fault {
            // A numeric label that is missing was reported when it was read.
            Fault::Undefined(sym, _)
                if unit.symbols.get(sym.0 as usize).is_some_and(|s| s.hidden) =>
            {
                return;
            }
            Fault::Undefined(sym, span) => {
                let branch = matches!(fixup.slot, Slot::Field(slot) if slot.class == Class::Branch);
                (self.undefined(part, sym, span, branch), span)
            }
            fault => fault_error(unit, self.sources, fault, &fixup.operand),
        };
        // The instructions of one pseudo-instruction would all say the same.
        let last = self.errors.last();
        if last.is_none_or(|l| l.span != Some(span) || l.error.code() != error.code()) {
            self.error(error, span, fixup, None);
        }
    }

    fn undefined(&mut self, part: usize, sym: SymId, span: Span, branch: bool) -> AsmError {
        let unit = &self.parts[part].object.unit;
        let place = unit.symbols.get(sym.0 as usize).map_or(span, |s| s.name);
        let name: String = self.sources.slice(place).chars().take(200).collect();
        if self.tables.register(&name).is_some() {
            return AsmError::RegisterInExpression { text: name };
        }
        let (mut similar, mut local_in) = (Vec::new(), None);
        self.suggestions += 1;
        if self.suggestions <= MAX_SUGGESTIONS {
            // A constant made of the name is not what was meant.
            let users = unit.symbols.iter().filter(|s| unit.uses(s.def, sym));
            let users: Vec<&str> = users.map(|s| self.sources.slice(s.name)).collect();
            let names = self.visible(unit).filter(|n| !users.contains(n));
            similar = suggest::similar(&name, names);
            local_in = self.private_label(&name);
        }
        AsmError::UndefinedSymbol {
            name,
            similar,
            local_in,
            branch,
        }
    }

    /// Warns of names that are declared global, but defined nowhere.
    fn check_declared(&mut self) {
        for part in self.parts {
            let unit = &part.object.unit;
            for symbol in &unit.symbols {
                let (Some(place), None) = (symbol.global, symbol.defined) else {
                    continue;
                };
                let name = self.sources.slice(symbol.name);
                if self.globals.contains_key(name) || self.errors.len() >= MAX_FAULTS {
                    continue;
                }
                self.suggestions += 1;
                let similar = match self.suggestions <= MAX_SUGGESTIONS {
                    true => suggest::similar(name, self.visible(unit)),
                    false => Vec::new(),
                };
                let name = name.chars().take(200).collect();
                let warning = AsmError::UndefinedGlobal { name, similar };
                self.errors.push(Located::new(warning, place, Stage::Link));
            }
        }
    }

    /// The names that a file can use.
    fn visible<'b>(&'b self, unit: &'b Unit) -> impl Iterator<Item = &'b str> {
        let own = unit
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
            .flat_map(|part| &part.object.unit.symbols)
            .filter(|s| !s.hidden && s.global.is_none() && self.sources.slice(s.name) == name)
            .find_map(|s| s.defined)
    }

    fn finish(&mut self, map: MemoryMap, text: Section, data: Section) -> Program {
        let entry = self.entry(self.tables.dialect, map);
        let mut segments = Vec::new();
        let code = Access {
            read: true,
            write: map.text_writable,
            execute: true,
        };
        let plain = Access {
            read: true,
            write: true,
            execute: false,
        };
        add_segments(&mut segments, "text", map.text, text, code);
        add_segments(&mut segments, "data", map.data, data, plain);
        segments.sort_by_key(|s: &ImageSegment| s.address);
        let symbols = self.symbols();
        Program {
            image: Image {
                segments,
                symbols,
                entry,
                big_endian: false,
                delay_slots: false,
            },
            lines: LineTable::new(self.lines()),
        }
    }

    fn entry(&mut self, dialect: &Dialect, map: MemoryMap) -> u32 {
        if let Some((part, sym)) = self.globals.get(dialect.entry) {
            let symbol = self.parts[*part].object.unit.symbols[sym.0 as usize];
            if let Def::Label {
                at: Some((Segment::Text, offset)),
            } = symbol.def
            {
                return self.parts[*part].address(Segment::Text, offset);
            }
        }
        let first = self.parts.first();
        let local = first
            .into_iter()
            .flat_map(|p| &p.object.unit.symbols)
            .find(|s| !s.hidden && self.sources.slice(s.name) == dialect.entry);
        if let Some(symbol) = local
            && let Def::Label {
                at: Some((Segment::Text, offset)),
            } = symbol.def
            && offset != 0
            && let Some(span) = symbol.defined
        {
            let error = AsmError::MainNotGlobal { address: map.text };
            self.errors.push(Located::new(error, span, Stage::Link));
        }
        map.text
    }

    fn symbols(&self) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        for (k, part) in self.parts.iter().enumerate() {
            for (index, symbol) in part.object.unit.symbols.iter().enumerate() {
                if symbol.hidden || symbol.defined.is_none() {
                    continue;
                }
                let scope = self.scope(k, None);
                let sym = SymId(index as u32);
                let absolute = matches!(symbol.def, Def::Constant(..));
                let arg = Arg::Name { sym, reg: None };
                let operand = Operand {
                    arg,
                    span: symbol.name,
                };
                let Ok(Value::Abs(value)) = expr::value(&scope, &operand) else {
                    continue;
                };
                symbols.push(Symbol {
                    name: self.sources.slice(symbol.name).to_owned(),
                    address: value as u32,
                    global: symbol.global.is_some(),
                    absolute,
                });
            }
        }
        symbols.sort_by_key(|s| s.address);
        symbols
    }

    fn lines(&self) -> Vec<Line> {
        let placed = self.parts.iter().flat_map(|part| {
            part.object.lines.iter().map(move |line| Line {
                address: part.address(line.segment, line.offset),
                size: line.size,
                span: line.span,
                code: line.segment == Segment::Text,
                pseudo: line.pseudo,
            })
        });
        placed.collect()
    }
}

/// Adds a segment; one with huge runs of zeros comes in several pieces.
fn add_segments(
    segments: &mut Vec<ImageSegment>,
    name: &str,
    base: u32,
    section: Section,
    access: Access,
) {
    let len = section.len();
    let mut pieces: Vec<(u64, Vec<u8>)> = Vec::new();
    for chunk in section.into_chunks() {
        if pieces.is_empty() && chunk.offset > 0 {
            pieces.push((0, Vec::new()));
        }
        pieces.push((chunk.offset, chunk.bytes));
    }
    if pieces.is_empty() && len > 0 {
        pieces.push((0, Vec::new()));
    }
    let ends: Vec<u64> = pieces.iter().skip(1).map(|p| p.0).chain([len]).collect();
    for ((offset, bytes), end) in pieces.into_iter().zip(ends) {
        segments.push(ImageSegment {
            name: name.to_owned(),
            address: base.wrapping_add(offset as u32),
            bytes,
            size: (end - offset) as u32,
            access,
        });
    }
}

/// What expressions of one file see.
struct FileScope<'a> {
    sources: &'a SourceMap,
    parts: &'a [Part],
    globals: &'a Globals<'a>,
    pcrel: &'a FxHashMap<i64, i64>,
    part: usize,
    pc: Option<i64>,
    depth: usize,
}

impl Env for FileScope<'_> {
    fn unit(&self) -> &Unit {
        &self.parts[self.part].object.unit
    }

    fn label(&self, sym: SymId, span: Span) -> Result<Value, Fault> {
        let part = &self.parts[self.part];
        let undefined = Fault::Undefined(sym, span);
        let symbol = part
            .object
            .unit
            .symbols
            .get(sym.0 as usize)
            .ok_or(undefined)?;
        match symbol.def {
            Def::Label {
                at: Some((segment, offset)),
            } => Ok(Value::Abs(part.address(segment, offset).into())),
            Def::Label { at: None } => Err(undefined),
            Def::Constant(..) | Def::Undefined => {
                let name = self.sources.slice(symbol.name);
                let (part, other) = *self.globals.get(name).ok_or(undefined)?;
                if self.depth > 32 {
                    return Err(Fault::Circular(sym, span));
                }
                let scope = FileScope {
                    part,
                    depth: self.depth + 1,
                    ..*self
                };
                let arg = Arg::Name {
                    sym: other,
                    reg: None,
                };
                expr::value(&scope, &Operand { arg, span })
            }
        }
    }

    fn pc(&self) -> Option<i64> {
        self.pc
    }

    fn pcrel(&self, address: i64) -> Option<i64> {
        self.pcrel.get(&address).copied()
    }
}
