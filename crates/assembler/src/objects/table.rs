//! The table of addresses, which position-independent code reads addresses from.
//!
//! When a program is linked as a whole, a slot is nothing but a number: all that want the same one
//! share it.

use super::place::OutputPlace;
use super::read::RelocatableObject;
use super::{mips, riscv};
use crate::elf::MIPS;
use rustc_hash::{FxHashMap, FxHashSet};

/// What MIPS keeps free at the start.
const RESERVED: u32 = 2;

/// How much of what a linker makes a program needs, at most.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TableNeeds {
    pub slots: u32,
    pub stubs: u32,
}

impl TableNeeds {
    /// Counts what the relocations ask for.
    pub(super) fn of(objects: &[RelocatableObject<'_>]) -> Self {
        let mut slots: FxHashSet<(usize, usize, u32)> = FxHashSet::default();
        let mut stubs = 0;
        let mut pairs = 0;
        for (number, object) in objects.iter().enumerate() {
            let is_mips = object.machine == MIPS;
            for section in object.sections.iter().filter(|section| section.alloc) {
                for relocation in &section.relocations {
                    let wanted = match is_mips {
                        true => mips::slots(relocation.kind),
                        false => riscv::slots(relocation.kind),
                    };
                    let bytes = section.bytes.get(relocation.offset as usize..);
                    let place = bytes.and_then(|bytes| bytes.first_chunk::<4>().copied());
                    let place = u32::from_le_bytes(place.unwrap_or_default());
                    let addend = relocation.addend.map_or(place, |addend| addend as u32);
                    if wanted > 0 && slots.insert((number, relocation.symbol, addend)) {
                        pairs += wanted - 1;
                    }
                }
            }
            let functions = object.symbols.iter();
            stubs += functions
                .filter(|symbol| symbol.position_independent)
                .count() as u32;
        }
        TableNeeds {
            slots: match slots.len() as u32 {
                0 => 0,
                count => count + pairs + RESERVED,
            },
            stubs,
        }
    }
}

/// The table while it is filled.
#[derive(Debug)]
pub(super) struct AddressTable {
    pub place: Option<OutputPlace>,
    capacity: u32,
    next: u32,
    known: FxHashMap<(u32, Option<u32>), u32>,
    /// What the slots hold, in order, after those that are kept free.
    pub values: Vec<u32>,
}

impl AddressTable {
    pub(super) fn new(place: Option<OutputPlace>, capacity: u32) -> Self {
        AddressTable {
            place,
            capacity,
            next: RESERVED,
            known: FxHashMap::default(),
            values: vec![0; RESERVED as usize],
        }
    }

    /// The offset of the slot that holds a number, or of the first of two slots.
    pub(super) fn slot(&mut self, value: u32, second: Option<u32>) -> Option<u32> {
        if let Some(slot) = self.known.get(&(value, second)) {
            return Some(4 * slot);
        }
        let count = 1 + u32::from(second.is_some());
        let slot = self.next;
        if slot + count > self.capacity {
            return None;
        }
        self.next += count;
        self.values.push(value);
        self.values.extend(second);
        self.known.insert((value, second), slot);
        Some(4 * slot)
    }
}
