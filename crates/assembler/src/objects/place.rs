//! Gives the sections of objects their places: those of one kind and name come together.

use super::headers;
use super::names;
use super::read::{InputSection, RelocatableObject, SymbolPlace};
use super::resolve::Chosen;
use super::table::{AddressTable, TableNeeds};
use super::{LinkedObjects, ObjectArea, ObjectError, SourceSide};
use crate::elf::is_internal;
use machine::image::{Access, Segment, Symbol};
use rustc_hash::FxHashMap;

const PAGE: u64 = 0x1000;

/// Sections whose families come together under one name, in the order in which they come. Others come
/// before `.data`, or after `.rodata` if they are constants.
const FAMILIES: [&str; 18] = [
    ".init",
    ".text",
    ".fini",
    ".rodata",
    ".srodata",
    ".tdata",
    ".tbss",
    ".preinit_array",
    ".init_array",
    ".ctors",
    ".fini_array",
    ".dtors",
    ".data",
    ".got",
    ".sdata",
    ".lit",
    ".sbss",
    ".bss",
];

/// The table of addresses.
pub(super) const TABLE: &str = ".got";
/// What is made for jumps into position-independent code.
const STUBS: &str = ".text";
const ZEROS: &str = ".bss";

/// A run of memory: all sections of one name.
#[derive(Debug)]
pub(super) struct Output {
    pub name: String,
    pub address: u32,
    /// Its bytes; what is missing of its size is zero.
    pub bytes: Vec<u8>,
    pub size: u32,
    pub align: u32,
    pub write: bool,
    pub execute: bool,
    pub zeroed: bool,
    pub thread_local: bool,
}

impl Output {
    /// The address after its last byte.
    pub(super) fn end(&self) -> u32 {
        self.address.wrapping_add(self.size)
    }
}

/// Where something is: a run of memory, and an offset there.
pub(super) type OutputPlace = (usize, u32);

/// Objects whose sections have addresses.
pub(super) struct Placed<'a> {
    pub objects: Vec<RelocatableObject<'a>>,
    pub globals: FxHashMap<String, (usize, usize)>,
    pub outputs: Vec<Output>,
    /// Where each section of each object is, if it is in the program.
    pub places: Vec<Vec<Option<OutputPlace>>>,
    /// Variables that no section has.
    commons: FxHashMap<String, OutputPlace>,
    /// The usual places that a linker names.
    pub names: FxHashMap<String, u32>,
    /// The table of addresses.
    pub table: AddressTable,
    /// Where the way into a position-independent function is, by the function's address.
    pub stubs: FxHashMap<u32, u32>,
    pub stub_place: Option<OutputPlace>,
    /// Where the variables of a thread begin.
    pub thread_start: u32,
    pub global_pointer: u32,
}

/// Gives everything its place.
pub(super) fn place(chosen: Chosen<'_>, area: ObjectArea) -> Result<Placed<'_>, Vec<ObjectError>> {
    let mut gathering = Gathering {
        outputs: Vec::new(),
        limit: area.limit,
        total: 0,
    };
    let Chosen { objects, globals } = chosen;
    let one = |error| vec![error];
    let places = gathering.sections(&objects).map_err(one)?;
    let commons = gathering.commons(&objects, &globals).map_err(one)?;
    let needs = TableNeeds::of(&objects);
    let table = match needs.slots {
        0 => None,
        slots => Some(gathering.room(TABLE, 4 * slots, 16, true).map_err(one)?),
    };
    if gathering.outputs.iter().any(|output| output.thread_local) || wants_headers(&objects) {
        gathering.headers().map_err(one)?;
    }
    let stub_place = match needs.stubs {
        0 => None,
        stubs => Some(gathering.room(STUBS, 16 * stubs, 16, false).map_err(one)?),
    };
    let mut placed = Placed {
        objects,
        globals,
        outputs: gathering.outputs,
        places,
        commons,
        names: FxHashMap::default(),
        table: AddressTable::new(table, needs.slots),
        stubs: FxHashMap::default(),
        stub_place,
        thread_start: 0,
        global_pointer: 0,
    };
    placed.give_addresses(area).map_err(one)?;
    placed.global_pointer = names::global_pointer(&placed.outputs, placed.objects.first());
    placed.names = names::usual_places(&placed);
    headers::fill(&mut placed);
    Ok(placed)
}

struct Gathering {
    outputs: Vec<Output>,
    limit: u64,
    total: u64,
}

impl Gathering {
    fn sections(
        &mut self,
        objects: &[RelocatableObject<'_>],
    ) -> Result<Vec<Vec<Option<OutputPlace>>>, ObjectError> {
        let mut places: Vec<Vec<Option<OutputPlace>>> = objects
            .iter()
            .map(|object| vec![None; object.sections.len()])
            .collect();
        let mut all: Vec<(usize, usize)> = Vec::new();
        for (number, object) in objects.iter().enumerate() {
            let alloc = object.sections.iter().enumerate().filter(|(_, s)| s.alloc);
            all.extend(alloc.map(|(index, _)| (number, index)));
        }
        // Lists of functions come in the order of the numbers in their names, those without one last.
        all.sort_by_key(|(object, index)| priority(&objects[*object].sections[*index].name));
        for (object, index) in all {
            let section = &objects[object].sections[index];
            places[object][index] = Some(self.add(section)?);
        }
        Ok(places)
    }

    fn add(&mut self, section: &InputSection<'_>) -> Result<OutputPlace, ObjectError> {
        let index = self.output(family(&section.name), section);
        let offset = self.reserve(index, section.size, section.align)?;
        let output = &mut self.outputs[index];
        if !section.zeroed {
            output.zeroed = false;
            output.bytes.resize(offset as usize, 0);
            output.bytes.extend_from_slice(section.bytes);
        }
        output.write |= section.write;
        output.execute |= section.execute;
        Ok((index, offset))
    }

    /// Room for headers, which are constants.
    fn headers(&mut self) -> Result<(), ObjectError> {
        let (index, _) = self.room(headers::SECTION, headers::SIZE, 16, true)?;
        let output = &mut self.outputs[index];
        (output.write, output.execute) = (false, false);
        Ok(())
    }

    /// Room that no object brings along.
    fn room(
        &mut self,
        name: &str,
        size: u32,
        align: u32,
        write: bool,
    ) -> Result<OutputPlace, ObjectError> {
        let section = InputSection {
            name: name.to_owned(),
            write,
            execute: !write,
            align,
            ..InputSection::default()
        };
        let index = self.output(name, &section);
        let offset = self.reserve(index, size, align)?;
        let output = &mut self.outputs[index];
        output.zeroed = false;
        output.bytes.resize((offset + size) as usize, 0);
        Ok((index, offset))
    }

    fn output(&mut self, name: &str, first: &InputSection<'_>) -> usize {
        let known = self.outputs.iter().position(|output| output.name == name);
        known.unwrap_or_else(|| {
            self.outputs.push(Output {
                name: name.to_owned(),
                address: 0,
                bytes: Vec::new(),
                size: 0,
                align: 1,
                write: first.write,
                execute: first.execute,
                zeroed: true,
                thread_local: first.thread_local,
            });
            self.outputs.len() - 1
        })
    }

    fn reserve(&mut self, index: usize, size: u32, align: u32) -> Result<u32, ObjectError> {
        let output = &mut self.outputs[index];
        let offset = u64::from(output.size).next_multiple_of(align.into());
        self.total += offset - u64::from(output.size) + u64::from(size);
        if self.total > self.limit.min(u32::MAX.into()) {
            return Err(ObjectError::TooLarge { limit: self.limit });
        }
        output.align = output.align.max(align);
        output.size = (offset + u64::from(size)) as u32;
        Ok(offset as u32)
    }

    /// Variables that objects only declare.
    fn commons(
        &mut self,
        objects: &[RelocatableObject<'_>],
        globals: &FxHashMap<String, (usize, usize)>,
    ) -> Result<FxHashMap<String, OutputPlace>, ObjectError> {
        let mut names: Vec<(&String, u32, u32)> = globals
            .iter()
            .map(|(name, (object, symbol))| (name, &objects[*object].symbols[*symbol]))
            .filter(|(_, symbol)| symbol.place == SymbolPlace::Common)
            .map(|(name, symbol)| (name, symbol.size, symbol.value))
            .collect();
        names.sort_unstable();
        let zeros = InputSection {
            write: true,
            ..InputSection::default()
        };
        let mut places = FxHashMap::default();
        for (name, size, align) in names {
            let align = align.clamp(1, 1 << 16).next_power_of_two();
            let index = self.output(ZEROS, &zeros);
            let offset = self.reserve(index, size, align)?;
            places.insert(name.clone(), (index, offset));
        }
        Ok(places)
    }
}

/// Whether an object looks for its own headers.
fn wants_headers(objects: &[RelocatableObject<'_>]) -> bool {
    let mut symbols = objects.iter().flat_map(|object| &object.symbols);
    symbols.any(|symbol| symbol.name == headers::NAME)
}

/// The family that a section belongs to, or its own name.
fn family(name: &str) -> &str {
    let belongs = |family: &&&str| {
        let rest = name.strip_prefix(**family);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let literals = name.strip_prefix(".lit").is_some();
    match FAMILIES.iter().find(belongs) {
        Some(family) => family,
        None if literals => ".lit",
        None => name,
    }
}

/// The number at the end of `.init_array.00100`; without one, the section comes last.
fn priority(name: &str) -> u32 {
    let is_list = [
        ".init_array",
        ".fini_array",
        ".preinit_array",
        ".ctors",
        ".dtors",
    ];
    let number = is_list
        .iter()
        .find_map(|list| name.strip_prefix(list)?.strip_prefix('.'));
    match number {
        Some(number) => number.parse().unwrap_or(u32::MAX),
        None => u32::MAX,
    }
}

/// In which order runs of memory come: instructions, constants, data, zeros.
fn rank(output: &Output) -> (u32, usize) {
    let group = match output {
        Output { execute: true, .. } => 0,
        Output { write: false, .. } => 1,
        Output {
            thread_local: true, ..
        } => 2,
        Output { zeroed: false, .. } => 3,
        Output { .. } => 4,
    };
    let known = FAMILIES.iter().position(|family| *family == output.name);
    (group, known.unwrap_or(4))
}

impl Placed<'_> {
    fn give_addresses(&mut self, area: ObjectArea) -> Result<(), ObjectError> {
        let mut order: Vec<usize> = (0..self.outputs.len()).collect();
        order.sort_by_key(|k| rank(&self.outputs[*k]));
        let mut at = u64::from(area.text);
        let mut data = area.data.map(u64::from);
        let mut access = None;
        for k in order {
            let output = &mut self.outputs[k];
            let own = (output.execute, output.write);
            if !output.execute
                && let Some(start) = data.take()
            {
                at = start;
            }
            if access.is_some_and(|access| access != own) {
                at = at.next_multiple_of(PAGE);
            }
            access = Some(own);
            at = at.next_multiple_of(output.align.into());
            output.address = at as u32;
            if output.thread_local && self.thread_start == 0 {
                self.thread_start = output.address;
            }
            // Variables of threads are memory, too: a program with one thread may use them in place.
            at += u64::from(output.size);
            if at > u64::from(u32::MAX) {
                return Err(ObjectError::TooLarge { limit: area.limit });
            }
        }
        Ok(())
    }

    /// The address of a place.
    pub(super) fn address(&self, (output, offset): OutputPlace) -> u32 {
        self.outputs[output].address.wrapping_add(offset)
    }

    /// The address of a symbol; nothing if nothing defines it.
    pub(super) fn symbol(&self, object: usize, symbol: usize, sources: &SourceSide) -> Option<u32> {
        let entry = &self.objects[object].symbols[symbol];
        if entry.local || entry.name.is_empty() {
            return self.own_symbol(object, symbol);
        }
        if let Some(address) = sources.defined.get(&entry.name) {
            return Some(*address);
        }
        let defined = self.globals.get(&entry.name);
        if let Some((object, symbol)) = defined {
            return self.own_symbol(*object, *symbol);
        }
        let named = self.names.get(&entry.name).copied();
        named.or_else(|| entry.weak.then_some(0))
    }

    /// The address of a symbol that this object defines.
    fn own_symbol(&self, object: usize, symbol: usize) -> Option<u32> {
        let entry = &self.objects[object].symbols[symbol];
        match entry.place {
            SymbolPlace::Absolute => Some(entry.value),
            SymbolPlace::Section(section) => {
                let place = self.places[object].get(section).copied().flatten()?;
                Some(self.address(place).wrapping_add(entry.value))
            }
            SymbolPlace::Common => self
                .commons
                .get(&entry.name)
                .map(|place| self.address(*place)),
            // The symbol without a name is zero.
            SymbolPlace::Undefined => entry.name.is_empty().then_some(0),
        }
    }

    /// What the rest of the program sees of the objects.
    pub(super) fn finish(self) -> LinkedObjects {
        let mut exports = FxHashMap::default();
        for (name, (object, symbol)) in &self.globals {
            if let Some(address) = self.own_symbol(*object, *symbol) {
                let way_in = self.stubs.get(&address).copied();
                exports.insert(name.clone(), way_in.unwrap_or(address));
            }
        }
        for (name, address) in &self.names {
            exports.entry(name.clone()).or_insert(*address);
        }
        let first = self.objects.first();
        let (flags, big_endian) = first.map_or((0, false), |o| (o.flags, o.big_endian));
        let symbols = self.symbols();
        let program_headers = headers::place(&self);
        let mut segments: Vec<Segment> = self.outputs.into_iter().filter_map(segment).collect();
        segments.sort_by_key(|segment| segment.address);
        LinkedObjects {
            segments,
            symbols,
            exports,
            program_headers,
            flags,
            big_endian,
        }
    }

    fn symbols(&self) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        for (number, object) in self.objects.iter().enumerate() {
            for (index, entry) in object.symbols.iter().enumerate() {
                let dropped = entry.section
                    || entry.thread_local
                    || entry.name.is_empty()
                    || entry.place == SymbolPlace::Undefined
                    || entry.local && is_internal(&entry.name);
                let chosen = self.globals.get(&entry.name) == Some(&(number, index));
                if dropped || !entry.local && !chosen {
                    continue;
                }
                symbols.extend(self.own_symbol(number, index).map(|address| Symbol {
                    name: entry.name.clone(),
                    address,
                    global: !entry.local,
                    absolute: entry.place == SymbolPlace::Absolute,
                }));
            }
        }
        symbols.sort_by_key(|symbol| symbol.address);
        symbols
    }
}

fn segment(output: Output) -> Option<Segment> {
    if output.size == 0 {
        return None;
    }
    Some(Segment {
        name: output.name.trim_start_matches('.').to_owned(),
        address: output.address,
        bytes: output.bytes,
        size: output.size,
        access: Access {
            read: true,
            write: output.write,
            execute: output.execute,
        },
    })
}
