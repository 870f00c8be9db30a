//! How often each instruction ran.

use machine::observe::{At, Observer};
use rustc_hash::FxHashMap;

/// Counts executions by address.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    counts: FxHashMap<u32, u64>,
}

impl Coverage {
    /// How often the instruction at `pc` ran.
    pub fn count(&self, pc: u32) -> u64 {
        self.counts.get(&pc).copied().unwrap_or(0)
    }
}

impl Observer for Coverage {
    #[inline]
    fn instruction(&mut self, at: &At) {
        *self.counts.entry(at.pc).or_insert(0) += 1;
    }
}
