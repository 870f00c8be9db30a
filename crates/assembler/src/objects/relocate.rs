//! Fills in the values that depend on addresses.

use super::place::Placed;
use super::read::Relocation;
use super::{ObjectError, SourceSide, mips, riscv};
use crate::elf::MIPS;

/// The most errors that are reported.
const MAX_ERRORS: usize = 20;

/// One kind of relocation.
#[derive(Debug)]
pub(super) struct RelocationRow<A: 'static> {
    /// Its number in files.
    pub number: u32,
    /// Its name.
    pub name: &'static str,
    /// What is filled in.
    pub action: A,
}

impl<A> RelocationRow<A> {
    /// The row of a number; rows are in the order of their numbers.
    pub(super) fn find(rows: &'static [Self], number: u32) -> Option<&'static Self> {
        let found = rows.binary_search_by_key(&number, |row| row.number);
        found.ok().map(|index| &rows[index])
    }
}

/// A relocation whose symbol has an address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resolved {
    /// The object that it is in, and its section there.
    pub object: usize,
    pub section: usize,
    pub relocation: Relocation,
    /// The address of the symbol.
    pub value: u32,
    /// The address of the place.
    pub place: u32,
}

/// A value does not fit into its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DoesNotReach;

/// The bytes of a place, in the byte order of the machine.
pub(super) struct PlaceBytes<'a> {
    pub bytes: &'a mut [u8],
    pub big_endian: bool,
}

impl PlaceBytes<'_> {
    pub(super) fn get(&self, at: usize) -> u32 {
        let word = self
            .bytes
            .get(at..)
            .and_then(|rest| rest.first_chunk::<4>());
        let word = word.copied().unwrap_or_default();
        match self.big_endian {
            true => u32::from_be_bytes(word),
            false => u32::from_le_bytes(word),
        }
    }

    pub(super) fn put(&mut self, at: usize, word: u32) {
        let bytes = match self.big_endian {
            true => word.to_be_bytes(),
            false => word.to_le_bytes(),
        };
        if let Some(place) = self.bytes.get_mut(at..at + 4) {
            place.copy_from_slice(&bytes);
        }
    }

    /// Replaces the bits of a mask.
    pub(super) fn merge(&mut self, at: usize, mask: u32, value: u32) {
        let word = self.get(at) & !mask | value & mask;
        self.put(at, word);
    }

    /// A number of one or two bytes.
    pub(super) fn get_small(&self, size: usize) -> u32 {
        let bytes = self.bytes.get(..size).unwrap_or_default();
        let number = |all: u32, byte: &u8| all << 8 | u32::from(*byte);
        match self.big_endian {
            true => bytes.iter().fold(0, number),
            false => bytes.iter().rev().fold(0, number),
        }
    }

    pub(super) fn put_small(&mut self, size: usize, value: u32) {
        let mut bytes = value.to_le_bytes();
        let bytes = &mut bytes[..size];
        if self.big_endian {
            bytes.reverse();
        }
        if let Some(place) = self.bytes.get_mut(..size) {
            place.copy_from_slice(bytes);
        }
    }
}

/// Fills in everything.
pub(super) fn relocate(
    placed: &mut Placed<'_>,
    sources: &SourceSide,
) -> Result<(), Vec<ObjectError>> {
    let mut errors = Vec::new();
    for object in 0..placed.objects.len() {
        let sections = placed.objects[object].sections.len();
        for section in 0..sections {
            let Some(place) = placed.places[object][section] else {
                continue;
            };
            let start = placed.address(place);
            let relocations =
                std::mem::take(&mut placed.objects[object].sections[section].relocations);
            let resolved: Vec<Resolved> = relocations
                .iter()
                .map(|relocation| Resolved {
                    object,
                    section,
                    relocation: *relocation,
                    // What is undefined was reported already; sections that were dropped are nowhere.
                    value: placed
                        .symbol(object, relocation.symbol, sources)
                        .unwrap_or(0),
                    place: start.wrapping_add(relocation.offset),
                })
                .collect();
            let is_mips = placed.objects[object].machine == MIPS;
            let outcome = match is_mips {
                true => mips::fill(placed, &resolved),
                false => riscv::fill(placed, &resolved),
            };
            if let Err(more) = outcome {
                errors.extend(more);
            }
            if errors.len() >= MAX_ERRORS {
                return Err(errors);
            }
        }
    }
    make_ways_in(placed, sources);
    fill_table(placed);
    match errors.is_empty() {
        true => Ok(()),
        false => Err(errors),
    }
}

/// Sources call functions without telling them their address: those that must know it get a way in.
fn make_ways_in(placed: &mut Placed<'_>, sources: &SourceSide) {
    for name in &sources.wanted {
        let Some((object, symbol)) = placed.globals.get(name).copied() else {
            continue;
        };
        if placed.objects[object].symbols[symbol].position_independent
            && let Some(address) = placed.symbol(object, symbol, sources)
        {
            mips::way_in(placed, address);
        }
    }
}

fn fill_table(placed: &mut Placed<'_>) {
    let Some((output, offset)) = placed.table.place else {
        return;
    };
    let big_endian = placed
        .objects
        .first()
        .is_some_and(|object| object.big_endian);
    let mut bytes = PlaceBytes {
        bytes: placed.outputs[output]
            .bytes
            .get_mut(offset as usize..)
            .unwrap_or_default(),
        big_endian,
    };
    for (slot, value) in placed.table.values.iter().enumerate() {
        bytes.put(4 * slot, *value);
    }
}

impl Placed<'_> {
    /// The bytes from the place of a relocation on.
    pub(super) fn bytes(&mut self, resolved: &Resolved) -> PlaceBytes<'_> {
        let big_endian = self.objects[resolved.object].big_endian;
        let place = self.places[resolved.object][resolved.section];
        let bytes: &mut [u8] = match place {
            Some((output, offset)) => {
                let at = offset as usize + resolved.relocation.offset as usize;
                self.outputs[output].bytes.get_mut(at..).unwrap_or_default()
            }
            None => &mut [],
        };
        PlaceBytes { bytes, big_endian }
    }

    /// The address of the table's slot with this number, or of the first of two.
    pub(super) fn slot(&mut self, value: u32, second: Option<u32>) -> Result<u32, DoesNotReach> {
        let offset = self.table.slot(value, second).ok_or(DoesNotReach)?;
        let place = self.table.place.ok_or(DoesNotReach)?;
        Ok(self.address(place).wrapping_add(offset))
    }

    /// An error about a relocation.
    pub(super) fn too_far(&self, resolved: &Resolved, name: &'static str) -> ObjectError {
        let object = &self.objects[resolved.object];
        ObjectError::TooFar {
            file: object.name.clone(),
            section: object.sections[resolved.section].name.clone(),
            offset: resolved.relocation.offset,
            name,
            symbol: object.symbols[resolved.relocation.symbol].name.clone(),
        }
    }

    /// The same, of a kind that is not known.
    pub(super) fn unknown(&self, resolved: &Resolved) -> ObjectError {
        let object = &self.objects[resolved.object];
        ObjectError::UnknownRelocation {
            file: object.name.clone(),
            section: object.sections[resolved.section].name.clone(),
            kind: resolved.relocation.kind,
        }
    }
}
