//! Where the parts of all files come to lie: addresses, limits, overlaps, and the segments of the
//! image.

use std::rc::Rc;

use diag::{SourceMap, Span};
use machine::image::{Access, Segment};
use rustc_hash::FxHashMap;

use crate::dialect::{MemoryMap, Placement, SegmentKind};
use crate::messages::error::{AsmError, FaultStage, Located, MAX_FAULTS};
use crate::placing::globals::Globals;
use crate::placing::layout::Object;
use crate::placing::outputs::NamedPlace;
use crate::placing::section::Section;
use crate::program::{CodeLine, LineTable};
use crate::text::parsed::ParsedFile;

/// One file with the addresses of its parts of the segments.
pub(crate) struct PlacedFile {
    pub(crate) object: Rc<Object>,
    base: [u32; 4],
    /// Where its sections with names are.
    pub(crate) named: Vec<NamedPlace>,
}

impl PlacedFile {
    pub(crate) fn address(&self, segment: SegmentKind, offset: u32) -> u32 {
        let base = match segment {
            SegmentKind::Named(section) => {
                let place = self.named.get(usize::from(section.index));
                place.map(|place| place.address)
            }
            segment => self.base.get(segment.place()).copied(),
        };
        base.map_or(0, |base| base.wrapping_add(offset))
    }
}

/// The files with their addresses, and the contents of the segments that become memory.
pub(crate) fn join(
    placement: Placement,
    map: &MemoryMap,
    objects: Vec<Rc<Object>>,
) -> (Vec<PlacedFile>, [Section; 4]) {
    let mut sections: [Section; 4] = Default::default();
    let mut parts = Vec::with_capacity(objects.len());
    for mut object in objects {
        let mut base = [0; 4];
        // Of a file that is kept for the next program, this one gets a copy.
        let own = match Rc::get_mut(&mut object) {
            Some(object) => std::mem::take(&mut object.sections),
            None => object.sections.clone(),
        };
        for (k, (all, own)) in sections.iter_mut().zip(own).enumerate() {
            let shift = match placement {
                Placement::PerFile => all.len(),
                Placement::Continuous | Placement::Sections(_) => 0,
            };
            all.append(own, shift);
            let area = SegmentKind::PLACED.get(k).and_then(|s| map.area(*s));
            base[k] = area.map_or(0, |area| area.first).wrapping_add(shift as u32);
        }
        let nowhere = NamedPlace {
            output: None,
            offset: 0,
            address: 0,
        };
        let named = vec![nowhere; object.named.len()];
        parts.push(PlacedFile {
            object,
            base,
            named,
        });
    }
    (parts, sections)
}

pub(crate) fn check_limits(
    placement: Placement,
    map: &MemoryMap,
    sections: &[Section; 4],
    errors: &mut Vec<Located>,
) {
    for (segment, section) in SegmentKind::PLACED.into_iter().zip(sections) {
        // The layout has checked data whose addresses it knew.
        if placement == Placement::Continuous && !segment.is_text() {
            continue;
        }
        let size = section.end();
        let limit = map.area(segment).map_or(0, |area| u64::from(area.size));
        if size > limit {
            let error = match segment.is_text() {
                true => AsmError::TextLimit { size, limit },
                false => AsmError::DataLimit { size, limit },
            };
            errors.push(Located::placeless(error, FaultStage::Link));
        }
    }
}

/// Where the statements of all files are in memory, by ascending address.
pub(crate) fn code_lines(map: &MemoryMap, mut parts: Vec<PlacedFile>) -> LineTable {
    let count = |part: &PlacedFile| {
        let named = part.object.named.iter().map(|section| section.lines.len());
        let plain = part.object.lines.iter().map(Vec::len);
        plain.chain(named).sum::<usize>()
    };
    let mut lines = Vec::with_capacity(parts.iter().map(count).sum());
    let first = |segment: &SegmentKind| map.area(*segment).map_or(0, |area| area.first);
    let mut segments = SegmentKind::PLACED;
    segments.sort_by_key(first);
    for part in &mut parts {
        // Nobody needs the rest any more: large programs have a lot of it.
        if let Some(object) = Rc::get_mut(&mut part.object) {
            object.fixups = Vec::new();
            object.parsed = ParsedFile::new(object.parsed.file);
        }
    }
    for segment in segments {
        for part in &parts {
            let file = part.object.parsed.file;
            let own = part.object.lines.get(segment.place());
            lines.extend(own.into_iter().flatten().map(|line| CodeLine {
                address: part.address(segment, line.offset),
                size: line.size,
                span: line.span(file),
                code: segment.is_text() && !line.data,
                pseudo: line.pseudo,
            }));
        }
    }
    for part in &parts {
        for (section, place) in part.object.named.iter().zip(&part.named) {
            let own = section.lines.iter().filter(|_| place.output.is_some());
            lines.extend(own.map(|line| CodeLine {
                address: place.address.wrapping_add(line.offset),
                size: line.size,
                span: line.span(part.object.parsed.file),
                code: section.head.traits.execute && !line.data,
                pseudo: line.pseudo,
            }));
        }
    }
    LineTable::new(lines)
}

/// A statement with its place in memory.
struct Filled {
    start: u64,
    end: u64,
    segment: SegmentKind,
    /// Which file of the program it is in.
    part: usize,
    span: Span,
}

/// Reports statements that fill memory which another has filled. Data may be replaced.
pub(crate) fn check_overlaps(parts: &[PlacedFile], errors: &mut Vec<Located>) {
    if !parts.iter().any(|part| part.object.chose_addresses) {
        return;
    }
    let mut lines: Vec<Filled> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        for (segment, own) in SegmentKind::PLACED.into_iter().zip(&part.object.lines) {
            lines.extend(own.iter().map(|line| {
                let start = u64::from(part.address(segment, line.offset));
                Filled {
                    start,
                    end: start + u64::from(line.size),
                    segment,
                    part: index,
                    span: line.span(part.object.parsed.file),
                }
            }));
        }
    }
    // What stands at the same place stays in the order of the program.
    lines.sort_by_key(|line| (line.start, line.part, line.span.start));
    let mut furthest: Option<&Filled> = None;
    for line in &lines {
        if let Some(before) = furthest.filter(|before| line.start < before.end)
            && errors.len() < MAX_FAULTS
        {
            errors.push(overlap(before, line));
        }
        if furthest.is_none_or(|before| line.end >= before.end) {
            furthest = Some(line);
        }
    }
}

fn overlap(one: &Filled, other: &Filled) -> Located {
    let address = other.start as u32;
    let place = |line: &Filled| (line.span.file, line.span.start);
    let (first, second) = match place(one) <= place(other) {
        true => (one.span, other.span),
        false => (other.span, one.span),
    };
    let replaced = one.segment == other.segment && !one.segment.is_text();
    let error = match replaced {
        true => AsmError::ReplacedData { address, first },
        false => AsmError::Overlap { address, first },
    };
    Located::new(error, second, FaultStage::Link)
}

/// The variables that no file defines, but one declares with a size.
pub(crate) fn place_externs<'a>(
    sources: &'a SourceMap,
    map: &MemoryMap,
    parts: &[PlacedFile],
    data: &Section,
    globals: &Globals<'_>,
    errors: &mut Vec<Located>,
) -> Externs<'a> {
    let mut externs = Externs::default();
    for part in parts {
        let parsed = &part.object.parsed;
        for (sym, size) in &parsed.externs {
            let Some(symbol) = parsed.symbols.get(sym.0 as usize) else {
                continue;
            };
            let name = sources.slice(symbol.name);
            if !globals.contains_key(name) && !externs.places.contains_key(name) {
                externs.places.insert(name, externs.size);
                externs.size += u64::from(*size);
            }
        }
    }
    let Some(area) = map.externs else {
        return externs;
    };
    let (size, first) = (externs.size, u64::from(map.data.first));
    let mut base = u64::from(area.start);
    // Data at chosen addresses come first.
    let address = |offset: u64| u64::from((first + offset) as u32);
    let mut runs: Vec<(u64, u64)> = data
        .runs()
        .map(|(start, end)| (address(start), address(start) + (end - start)))
        .collect();
    runs.sort_unstable();
    for (start, end) in runs {
        if start < base + size && base < end {
            base = end.next_multiple_of(4);
        }
    }
    let limit = (u64::from(area.first) + u64::from(area.size)).saturating_sub(base);
    if size > limit {
        let error = AsmError::ExternLimit { size, limit };
        errors.push(Located::placeless(error, FaultStage::Link));
    }
    externs.base = base as u32;
    externs
}

/// Variables that no file defines: their offsets from `base`.
#[derive(Default)]
pub(crate) struct Externs<'a> {
    pub(crate) places: FxHashMap<&'a str, u64>,
    pub(crate) base: u32,
    pub(crate) size: u64,
}

impl Externs<'_> {
    pub(crate) fn address(&self, name: &str) -> Option<u32> {
        let offset = *self.places.get(name)?;
        Some(self.base.wrapping_add(offset as u32))
    }
}

/// Adds a segment; one with huge runs of zeros comes in several pieces.
pub(crate) fn add_segments(
    segments: &mut Vec<Segment>,
    name: &str,
    base: u32,
    section: Section,
    access: Access,
) {
    segments.extend(section.into_pieces().into_iter().map(|piece| Segment {
        name: name.to_owned(),
        address: base.wrapping_add(piece.offset as u32),
        bytes: piece.bytes,
        size: piece.size as u32,
        access,
    }));
}
