//! The lowest of the free blocks that are large enough, found without looking at all of them.

use std::collections::BTreeMap;

/// Bits of an address that each level decides about.
const BITS: u32 = 4;
/// Levels, so that the uppermost has one entry for all addresses.
const LEVELS: usize = (u32::BITS / BITS) as usize + 1;

/// Free blocks: their addresses and sizes. A level has an entry for each group of entries below it:
/// the size of the largest block in it.
#[derive(Debug, Default)]
pub(super) struct FirstFit {
    levels: [BTreeMap<u64, u32>; LEVELS],
}

/// The entries of the next lower level that this one stands for.
fn below(entry: u64) -> std::ops::Range<u64> {
    entry << BITS..(entry + 1) << BITS
}

impl FirstFit {
    /// Sets the size of the free block at an address; none: it is not free.
    pub(super) fn set(&mut self, address: u32, size: Option<u32>) {
        let [lowest, upper @ ..] = &mut self.levels;
        let mut entry = u64::from(address);
        let old = match size {
            Some(size) => lowest.insert(entry, size),
            None => lowest.remove(&entry),
        };
        if old == size {
            return;
        }
        let mut lower = lowest;
        for level in upper {
            entry >>= BITS;
            match lower.range(below(entry)).map(|(_, size)| *size).max() {
                Some(largest) => level.insert(entry, largest),
                None => level.remove(&entry),
            };
            lower = level;
        }
    }

    /// The lowest address of a block with at least this size.
    pub(super) fn lowest(&self, size: u32) -> Option<u32> {
        let mut entry = 0;
        for level in self.levels.iter().rev().skip(1) {
            let mut fitting = level.range(below(entry)).filter(|(_, at)| **at >= size);
            entry = *fitting.next()?.0;
        }
        u32::try_from(entry).ok()
    }
}
