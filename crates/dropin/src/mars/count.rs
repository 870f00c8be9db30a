//! `ic`: how many instructions ran, as the classic program counts.

use machine::observe::{At, Observer, Wants};
use std::ops::RangeInclusive;

/// Counts fetches of instructions of the program, not of the kernel. A fetch from where the last
/// one was does not count, so a loop of one instruction counts once.
pub(super) struct InstructionCount {
    text: RangeInclusive<u32>,
    last: Option<u32>,
    fetches: u64,
}

impl InstructionCount {
    /// Counts instructions at these addresses.
    pub(super) fn new(text: RangeInclusive<u32>) -> Self {
        InstructionCount {
            text,
            last: None,
            fetches: 0,
        }
    }

    /// The count. When the program ran off its end, it also fetched what is not there.
    pub(super) fn total(&self, ran_off: bool) -> u64 {
        self.fetches + u64::from(ran_off)
    }
}

impl Observer for InstructionCount {
    fn wants(&self) -> Wants {
        Wants::INSTRUCTIONS
    }

    fn instruction(&mut self, at: &At) {
        if self.text.contains(&at.pc) && self.last.replace(at.pc) != Some(at.pc) {
            self.fetches += 1;
        }
    }
}
