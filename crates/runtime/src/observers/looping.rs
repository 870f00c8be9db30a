//! Where a program that does not end goes round, and since when.

use machine::observe::{At, Observer};
use rustc_hash::FxHashMap;

/// Instructions that a stopped program keeps running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Their addresses, ascending.
    pub addresses: Vec<u32>,
}

impl Loop {
    /// Whether `pc` is one of them.
    pub fn contains(&self, pc: u32) -> bool {
        self.addresses.binary_search(&pc).is_ok()
    }
}

/// Watches a stretch of a run and finds what it goes round in.
#[derive(Clone, Debug, Default)]
pub struct LoopFinder {
    counts: FxHashMap<u32, u64>,
}

impl LoopFinder {
    /// How many instructions to watch.
    pub const WATCH: u64 = 100_000;

    /// The loop, if the stretch ran the same instructions again and again: everything that ran
    /// at least a hundred times.
    pub fn found(&self) -> Option<Loop> {
        const AGAIN: u64 = 100;
        let mut addresses: Vec<u32> = self
            .counts
            .iter()
            .filter(|(_, count)| **count >= AGAIN)
            .map(|(pc, _)| *pc)
            .collect();
        addresses.sort_unstable();
        (!addresses.is_empty()).then_some(Loop { addresses })
    }
}

impl Observer for LoopFinder {
    const DATA: bool = false;

    #[inline]
    fn instruction(&mut self, at: &At) {
        *self.counts.entry(at.pc).or_insert(0) += 1;
    }
}

/// Finds out at which step a run entered a loop for the last time.
#[derive(Clone, Debug)]
pub struct LoopAge<'a> {
    ring: &'a Loop,
    /// The first step after the last one outside the loop.
    pub since: u64,
}

impl<'a> LoopAge<'a> {
    /// Watches for `ring`.
    pub fn new(ring: &'a Loop) -> Self {
        LoopAge { ring, since: 0 }
    }
}

impl Observer for LoopAge<'_> {
    const DATA: bool = false;

    #[inline]
    fn instruction(&mut self, at: &At) {
        if !self.ring.contains(at.pc) {
            self.since = at.step + 1;
        }
    }
}
