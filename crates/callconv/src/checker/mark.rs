//! Whether the checker is in a state again in which it was before.

use super::Checker;
use crate::frame::Frame;
use crate::shadow::Shadow;
use machine::isa::RegisterSet;

/// A deeper recursion is not remembered.
const MOST_FRAMES: usize = 1 << 10;
/// Nor is a larger stack.
const MOST_WORDS: usize = 1 << 16;

/// All that decides what the checker makes of what comes next.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mark {
    /// Numbers of states stay the same as long as nothing is forgotten.
    epoch: u32,
    state: u32,
    next_entry: u32,
    frames: Vec<Frame>,
    return_places: usize,
    sp: u32,
    shadow: Shadow,
    /// Where the stack began, its lowest end, and from where its alignment counts.
    stack: (u32, u32, u32),
    has_own_stack: bool,
    relies: bool,
    stopped: bool,
    untouched: RegisterSet,
}

impl Checker {
    /// The present state, if it is a plain one: with findings, undefined values or saved floating-point
    /// registers there would be more to it.
    pub(super) fn marked(&self) -> Option<Mark> {
        let is_plain = self.findings.all().is_empty()
            && self.origins.is_empty()
            && self.undefined_memory.is_empty()
            && self.away.is_none()
            && self.jump.is_none()
            && !self.kept_floats.is_used()
            && self.frames.len() <= MOST_FRAMES
            && self.shadow.len() <= MOST_WORDS;
        is_plain.then(|| Mark {
            epoch: self.memo.epoch(),
            state: self.state,
            next_entry: self.next_entry,
            frames: self.frames.clone(),
            return_places: self.return_places.len(),
            sp: self.sp,
            shadow: self.shadow.clone(),
            stack: (self.top, self.lowest, self.aligned_from),
            has_own_stack: self.has_own_stack,
            relies: self.relies.get(),
            stopped: self.stopped,
            untouched: self.mistakes.untouched,
        })
    }
}
