//! Sections of all files to memory, as a linker does it: those of one name come together, first the
//! instructions, then constants, data and zeros; and names for the places where each begins and
//! ends.

use std::rc::Rc;

use diag::SourceMap;
use rustc_hash::FxHashMap;

use crate::dialect::{LinkRules, LinkerSymbol, MemoryMap};
use crate::messages::error::{AsmError, FaultStage, Located};
use crate::placing::addresses::PlacedFile;
use crate::placing::globals::Globals;
use crate::placing::named::{SectionHead, SectionTraits, is_of};
use crate::placing::section::Section;
use crate::placing::slots::is_slot;
use crate::text::parsed::Def;

/// Code, constants and data begin at a multiple of this.
const PAGE: u64 = 0x1000;
/// The table of addresses, and the variables that several files may declare.
const TABLE: &str = ".got";
const ZEROS: &str = ".bss";
/// Sections whose families come together under one name.
const FAMILIES: [&str; 12] = [
    ".init",
    ".text",
    ".fini",
    ".rodata",
    ".srodata",
    ".init_array",
    ".fini_array",
    ".data",
    ".got",
    ".sdata",
    ".sbss",
    ".bss",
];
/// The global pointer is near these.
const SMALL_DATA: [&str; 3] = [".got", ".sdata", ".sbss"];

/// What a linker knows about the memory of a program whose files have sections with names.
#[derive(Default)]
pub(crate) struct LinkedPlaces {
    /// Names that no file defines, and variables that files only declare.
    symbols: FxHashMap<String, u32>,
    /// Where the global pointer points to.
    pub global_pointer: u32,
    /// Where the table of addresses begins.
    pub table: u32,
    /// The address of the slot that the instruction at an address is about.
    pub slots: FxHashMap<i64, i64>,
}

/// A run of memory: all sections of one name.
pub(crate) struct OutputSection {
    /// Its name.
    pub name: String,
    /// Its first address.
    pub address: u32,
    /// Its bytes.
    pub contents: Section,
    /// What it is for.
    pub traits: SectionTraits,
}

/// Where a section of a file is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedPlace {
    /// Index of the run of memory; none if the section is dropped.
    pub output: Option<u32>,
    /// Its offset there.
    pub offset: u64,
    /// Its first address.
    pub address: u32,
}

impl LinkedPlaces {
    /// The address of a name that no file defines.
    pub(crate) fn symbol(&self, name: &str) -> Option<u32> {
        self.symbols.get(name).copied()
    }
}

impl OutputSection {
    /// The address after its last byte.
    fn end(&self) -> u32 {
        self.address.wrapping_add(self.contents.end() as u32)
    }
}

/// The first instruction.
pub(crate) fn first_instruction(outputs: &[OutputSection]) -> Option<u32> {
    let mut texts = outputs.iter().filter(|output| output.traits.execute);
    let text = texts.find(|output| output.contents.end() > 0)?;
    Some(text.address.wrapping_add(text.contents.first()? as u32))
}

/// The bytes of a section of a file from `offset` on.
pub(crate) fn bytes_mut(
    outputs: &mut [OutputSection],
    place: NamedPlace,
    offset: u32,
) -> Option<&mut [u8]> {
    let output = outputs.get_mut(place.output? as usize)?;
    output.contents.bytes_mut(place.offset + u64::from(offset))
}

/// What is known before sections get their addresses.
pub(crate) struct Gathering<'a> {
    pub(crate) rules: &'static LinkRules,
    pub(crate) map: &'a MemoryMap,
    pub(crate) sources: &'a SourceMap,
    pub(crate) globals: &'a Globals<'a>,
}

impl Gathering<'_> {
    /// Gives the sections of all files their places.
    pub(crate) fn place(
        &self,
        parts: &mut [PlacedFile],
        errors: &mut Vec<Located>,
    ) -> (Vec<OutputSection>, LinkedPlaces) {
        let commons = self.commons(parts);
        let slots = table_slots(parts);
        let mut memory = Memory::default();
        for (part, index) in order(parts) {
            let section = &parts[part].object.named[index];
            let (head, align) = (section.head.clone(), section.align);
            if !head.traits.alloc {
                continue;
            }
            let contents = match Rc::get_mut(&mut parts[part].object) {
                Some(object) => std::mem::take(&mut object.named[index].contents),
                // Of a file that is kept for the next program, this one gets a copy.
                None => parts[part].object.named[index].contents.clone(),
            };
            let (output, offset) = memory.add(&head, contents, align);
            if let Some(place) = parts[part].named.get_mut(index) {
                (place.output, place.offset) = (Some(output as u32), offset);
            }
        }
        let table = (slots > 0).then(|| {
            let mut contents = Section::default();
            contents.push(&vec![0; slots * 4]);
            memory.add(&SectionHead::named(TABLE), contents, 16)
        });
        let zeros = SectionHead::named(ZEROS);
        let commons: Vec<(String, (usize, u64))> = commons
            .into_iter()
            .map(|(name, size, align)| {
                let mut contents = Section::default();
                contents.skip(size.into());
                (name, memory.add(&zeros, contents, align))
            })
            .collect();
        let order = self.addresses(&mut memory, errors);
        let at = |(output, offset): (usize, u64)| memory.address(output, offset);
        let table = table.map_or(0, at);
        let symbols = commons.into_iter().map(|(name, place)| (name, at(place)));
        let symbols = symbols.collect();
        memory.tell(parts, &order);
        let outputs = memory.in_order(order);
        let mut places = LinkedPlaces {
            symbols,
            table,
            ..LinkedPlaces::default()
        };
        self.name_places(&outputs, &mut places);
        (outputs, places)
    }

    /// Gives the runs of memory their addresses; their order by address.
    fn addresses(&self, memory: &mut Memory, errors: &mut Vec<Located>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..memory.outputs.len()).collect();
        order.sort_by_key(|k| rank(&memory.outputs[*k]));
        let mut at = u64::from(self.map.text.start);
        let mut access = None;
        for k in &order {
            let (output, align) = (&mut memory.outputs[*k], u64::from(memory.aligns[*k]));
            let own = output.traits.access();
            if access.is_some_and(|access| access != own) {
                at = at.next_multiple_of(PAGE);
            }
            access = Some(own);
            at = at.next_multiple_of(align);
            output.address = at as u32;
            at = at.saturating_add(output.contents.end());
        }
        let limit = u64::from(self.map.data.first) + u64::from(self.map.data.size);
        if at > limit {
            let size = at - u64::from(self.map.text.start);
            let error = AsmError::DataLimit { size, limit };
            errors.push(Located::placeless(error, FaultStage::Link));
        }
        order
    }

    /// The variables that files only declare: name, size and alignment of each.
    fn commons(&self, parts: &[PlacedFile]) -> Vec<(String, u32, u32)> {
        let mut all: Vec<(String, u32, u32)> = Vec::new();
        let mut known: FxHashMap<&str, usize> = FxHashMap::default();
        for part in parts {
            for symbol in &part.object.parsed.symbols {
                let Def::Common { size, align } = symbol.def else {
                    continue;
                };
                let name = self.sources.slice(symbol.name);
                let chosen = self.globals.get(name).and_then(|(part, sym)| {
                    let symbols = &parts.get(*part)?.object.parsed.symbols;
                    symbols.get(sym.0 as usize)
                });
                if !chosen.is_some_and(|chosen| matches!(chosen.def, Def::Common { .. })) {
                    continue;
                }
                match known.get(name).and_then(|k| all.get_mut(*k)) {
                    Some((_, most, widest)) => {
                        (*most, *widest) = (size.max(*most), align.max(*widest));
                    }
                    None => {
                        known.insert(name, all.len());
                        all.push((name.to_owned(), size, align));
                    }
                }
            }
        }
        all
    }

    /// Names the places that programs ask for.
    fn name_places(&self, outputs: &[OutputSection], places: &mut LinkedPlaces) {
        let small = outputs.iter().find(|o| SMALL_DATA.contains(&&*o.name));
        let small = small.or_else(|| outputs.iter().find(|output| output.traits.write));
        let small = small.map_or(self.map.data.start, |output| output.address);
        places.global_pointer = small.wrapping_add(self.rules.pointer_offset);
        let (start, table) = (self.map.text.start, places.table);
        let pointer = places.global_pointer;
        let mut provide = |name: &str, address: u32| {
            if !self.globals.contains_key(name) {
                places.symbols.entry(name.to_owned()).or_insert(address);
            }
        };
        for (name, symbol) in self.rules.symbols {
            provide(
                name,
                match symbol {
                    LinkerSymbol::GlobalPointer => pointer,
                    LinkerSymbol::AddressTable => table,
                    symbol => place_of(*symbol, outputs, start),
                },
            );
        }
        // Where a section begins and ends whose name is a word.
        for output in outputs.iter().filter(|output| is_word(&output.name)) {
            provide(&format!("__start_{}", output.name), output.address);
            provide(&format!("__stop_{}", output.name), output.end());
        }
    }
}

/// Where a linker's name is.
fn place_of(symbol: LinkerSymbol, outputs: &[OutputSection], start: u32) -> u32 {
    let last = |wanted: &dyn Fn(&OutputSection) -> bool| {
        let mut found = outputs.iter().filter(|output| wanted(output));
        found.next_back().map_or(start, OutputSection::end)
    };
    let named = |name: &str| outputs.iter().find(|output| output.name == name);
    let zeros = outputs.iter().find(|output| output.traits.zeroed);
    match symbol {
        LinkerSymbol::TextEnd => last(&|output| output.traits.execute),
        LinkerSymbol::DataEnd => last(&|output| !output.traits.zeroed),
        LinkerSymbol::ZerosStart => zeros.map_or_else(|| last(&|_| true), |zeros| zeros.address),
        LinkerSymbol::End => last(&|_| true),
        LinkerSymbol::SectionStart(name) => named(name).map_or(0, |output| output.address),
        LinkerSymbol::SectionEnd(name) => named(name).map_or(0, OutputSection::end),
        LinkerSymbol::Start | LinkerSymbol::GlobalPointer | LinkerSymbol::AddressTable => start,
    }
}

/// Runs of memory that grow.
#[derive(Default)]
struct Memory {
    outputs: Vec<OutputSection>,
    /// What the addresses of each must be multiples of.
    aligns: Vec<u32>,
    names: FxHashMap<String, usize>,
}

impl Memory {
    /// Adds a section to its run of memory: which one that is, and the offset there.
    fn add(&mut self, head: &SectionHead, contents: Section, align: u32) -> (usize, u64) {
        let align = align.max(1);
        let index = self.output_of(head);
        self.aligns[index] = align.max(self.aligns[index]);
        let all = &mut self.outputs[index].contents;
        let offset = all.len().next_multiple_of(align.into());
        all.skip(offset - all.len());
        all.append(contents, offset);
        (index, offset)
    }

    /// The run of memory that a section belongs to; a new one if it is the first of its name.
    fn output_of(&mut self, head: &SectionHead) -> usize {
        let family = FAMILIES
            .into_iter()
            .find(|family| is_of(&head.name, family));
        let name = family.unwrap_or(&head.name);
        let index = match self.names.get(name) {
            Some(index) => *index,
            None => {
                self.outputs.push(OutputSection {
                    name: name.to_owned(),
                    address: 0,
                    contents: Section::default(),
                    traits: head.traits,
                });
                self.aligns.push(1);
                self.names.insert(name.to_owned(), self.outputs.len() - 1);
                self.outputs.len() - 1
            }
        };
        let traits = &mut self.outputs[index].traits;
        traits.write |= head.traits.write;
        traits.execute |= head.traits.execute;
        traits.zeroed &= head.traits.zeroed;
        index
    }

    fn address(&self, output: usize, offset: u64) -> u32 {
        let output = self.outputs.get(output);
        output.map_or(0, |output| output.address.wrapping_add(offset as u32))
    }

    /// Tells the files where their sections are, when the runs of memory come in this order.
    fn tell(&self, parts: &mut [PlacedFile], order: &[usize]) {
        let mut ranks = vec![0; order.len()];
        for (rank, output) in order.iter().enumerate() {
            ranks[*output] = rank as u32;
        }
        for place in parts.iter_mut().flat_map(|part| &mut part.named) {
            if let Some(output) = place.output {
                place.address = self.address(output as usize, place.offset);
                place.output = ranks.get(output as usize).copied();
            }
        }
    }

    fn in_order(self, order: Vec<usize>) -> Vec<OutputSection> {
        let mut outputs: Vec<Option<OutputSection>> = self.outputs.into_iter().map(Some).collect();
        let taken = order.into_iter().filter_map(|k| outputs.get_mut(k)?.take());
        taken.collect()
    }
}

/// The sections in the order in which they come into memory, as file and index: by file, and there
/// as they are written, but numbered parts of a section after those with smaller numbers.
fn order(parts: &[PlacedFile]) -> Vec<(usize, usize)> {
    let mut order = Vec::new();
    for (part, placed) in parts.iter().enumerate() {
        let own = &placed.object.named;
        let mut sections: Vec<usize> = (0..own.len()).collect();
        let first = |name: &str| own.iter().position(|section| *section.head.name == *name);
        if own.iter().any(|section| section.head.part != 0) {
            sections.sort_by_cached_key(|k| (first(&own[*k].head.name), own[*k].head.part));
        }
        order.extend(sections.into_iter().map(|index| (part, index)));
    }
    order
}

/// In which order runs of memory come: instructions, constants, data, zeros.
fn rank(output: &OutputSection) -> (u32, usize) {
    let traits = output.traits;
    let group = match traits {
        SectionTraits { execute: true, .. } => 0,
        SectionTraits { write: false, .. } => 1,
        SectionTraits { zeroed: false, .. } => 2,
        SectionTraits { .. } => 3,
    };
    let named = FAMILIES.iter().position(|family| *family == output.name);
    // What has another name comes between the first two and the rest of its group.
    (group, named.unwrap_or(2))
}

/// How many slots the table of addresses needs at most.
fn table_slots(parts: &[PlacedFile]) -> usize {
    let asks = |part: &PlacedFile| {
        let fixups = part.object.fixups.iter();
        fixups
            .filter(|fixup| is_slot(&part.object.parsed, fixup))
            .count()
    };
    parts.iter().map(asks).sum()
}

/// Whether a name could be one of C.
fn is_word(name: &str) -> bool {
    let letter = |b: u8| b.is_ascii_alphabetic() || b == b'_';
    name.bytes().next().is_some_and(letter) && name.bytes().all(|b| letter(b) || b.is_ascii_digit())
}
