//! What straight code does to a state, as a value: conditions that must hold again, and changes.

use super::Checker;
use crate::finding::Findings;
use crate::shadow::{Found, Shadow, Stored};
use machine::isa::{Bank, Reg};
use machine::observe::Touches;
use machine::run::Registers;
use std::ops::Range;

/// A register that holds the value another one had on entry, or does not. A divisor is compared with
/// register 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Same {
    pub(super) reg: Reg,
    pub(super) of: Reg,
    pub(super) equal: bool,
}

/// Eight words of the stack's shadow: what must be known of them, and what is then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Window {
    /// How many words below the stack pointer it begins.
    pub(super) offset: i32,
    pub(super) care: u64,
    pub(super) expect: u64,
    pub(super) set: u64,
    pub(super) value: u64,
}

impl Window {
    /// Whether what must be known of it is known.
    #[inline(always)]
    fn is_met(&self, shadow: &Shadow, place: usize) -> bool {
        let known = shadow.eight(place, self.offset);
        known.is_some_and(|known| known & self.care == self.expect)
    }

    /// It changes.
    #[inline(always)]
    fn apply(&self, shadow: &mut Shadow, place: usize) {
        shadow.set_eight(place, self.offset, self.set, self.value);
    }
}

/// An access by another register than the stack pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dynamic {
    /// Its index among the accesses of the run.
    pub(super) index: u16,
    /// It must not be one of the stack.
    pub(super) strict: bool,
    /// How far the stack pointer is above where the run began.
    pub(super) moved: u32,
}

/// How the run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// Straight on.
    Straight,
    /// At a call of the environment with this number, which writes nothing.
    Environment { number: u32 },
    /// With a branch or jump to a place that stands in it.
    Direct,
    /// With a jump to an address in a register that is no return.
    Jump { to: u32 },
    /// With a call.
    Call(Call),
    /// With a return.
    Return,
}

/// A call that ends a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) from: u32,
    /// The register with the return address.
    pub(super) link: u8,
    /// The state of the caller.
    pub(super) waiting: u32,
    /// [`Frame::hash`].
    pub(super) hash: u32,
}

/// What it takes to do an effect again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// It ends with a call or a return, has no part in the stack, and restores nothing.
    Light,
    /// It ends with a call or a return, and all lists of rarer conditions and changes are empty.
    Plain,
    /// Anything.
    Heavy,
}

/// What straight code does to a state, and what must hold for that.
#[derive(Clone, Debug)]
pub(super) struct Effect {
    /// The number of the place behind it, unless it is a return.
    pub(super) next: u32,
    /// Where control is then.
    pub(super) to: u32,
    /// The state behind it; for a call that of the function, for a return the last of it.
    pub(super) state: u32,
    /// What it takes to do it again.
    pub(super) weight: Weight,
    /// It changes nothing but the state, and depends on nothing but that its accesses are none of the
    /// stack's.
    pub(super) is_quick: bool,
    /// The integer registers that hold what they held on entry, no more than eight: a byte each, the
    /// first in the lowest.
    pub(super) kept: u64,
    /// What must be known of the stack, and is then.
    pub(super) window: Window,
    /// What is added to the stack pointer.
    pub(super) moves: u32,
    /// How far the stack pointer goes down and up in between.
    pub(super) down: u32,
    pub(super) up: u32,
    /// How many accesses to memory there are.
    pub(super) touches: usize,
    pub(super) exit: Exit,
    /// Other registers that hold, or do not hold, what one held on entry.
    pub(super) same: Box<[Same]>,
    /// Other windows.
    pub(super) windows: Box<[Window]>,
    pub(super) dynamic: Box<[Dynamic]>,
    /// What is found again.
    pub(super) findings: Box<[usize]>,
    /// The words of new room that are to be cleared before the windows are set.
    pub(super) clear: usize,
    /// The bytes around the stack pointer that windows and room cover.
    pub(super) from: u32,
    pub(super) span: u32,
}

impl Effect {
    /// Whether what the effect depends on is as it was, but for the rarer conditions.
    #[inline(always)]
    pub(super) fn holds(
        &self,
        checker: &Checker,
        registers: &Registers,
        touches: &Touches,
    ) -> bool {
        let start = checker.sp;
        let sp = registers.x[usize::from(checker.groups.sp.0)];
        let inside = start.wrapping_sub(self.down) >= checker.lowest
            && start.wrapping_add(self.up) <= checker.top;
        if sp != start.wrapping_add(self.moves) || !inside || touches.len() != self.touches {
            return false;
        }
        let place = checker.shadow.place(start);
        if self.window.care != 0 && !self.window.is_met(&checker.shadow, place) {
            return false;
        }
        let mut kept = self.kept;
        if kept != 0
            && let Some(frame) = checker.frames.last()
        {
            while kept != 0 {
                let reg = usize::from(kept as u8 & 31);
                if registers.x[reg] != frame.kept[reg] {
                    return false;
                }
                kept >>= 8;
            }
        }
        true
    }

    /// The same, for the rarer conditions.
    #[inline(never)]
    pub(super) fn rest_holds(
        &self,
        checker: &Checker,
        registers: &Registers,
        touches: &Touches,
    ) -> bool {
        let start = checker.sp;
        let place = checker.shadow.place(start);
        let outermost = checker.frames.is_empty();
        let kept = |same: &Same| {
            let is_divisor = same.of == Reg(0);
            outermost && same.reg.bank() == Bank::Int && !is_divisor
                || (registers.get(same.reg) == checker.kept_value(same.of)) == same.equal
        };
        let mut windows = self.windows.iter();
        windows.all(|window| window.is_met(&checker.shadow, place))
            && self.same.iter().all(kept)
            && self.allows(checker, start, touches)
    }

    /// Whether the accesses by other registers are of no importance, for a run that began with this
    /// stack pointer.
    pub(super) fn allows(&self, checker: &Checker, start: u32, touches: &Touches) -> bool {
        let is_defined = checker.undefined_memory.is_empty();
        self.dynamic.iter().all(|dynamic| {
            let Some(touch) = touches.get(dynamic.index.into()) else {
                return false;
            };
            let address = touch.address;
            if !checker.is_stack(address) {
                return is_defined || !checker.undefined_memory.meets(address, touch.size());
            }
            // Counted from 8 bytes before what the windows cover, so that one comparison is enough.
            let before = start.wrapping_add(self.from).wrapping_sub(8);
            let apart = address.wrapping_sub(before) >= self.span + 8;
            let below = address < start.wrapping_add(dynamic.moved);
            let found = checker.shadow.load(address, touch.size());
            if touch.store() {
                checker.note_store(&touch, &found);
            }
            let plain = match touch.store() {
                true => !found.save,
                false => found == Found::default(),
            };
            !dynamic.strict && apart && !below && plain
        })
    }

    /// What is known of the stack behind the run.
    #[inline(always)]
    pub(super) fn apply(&self, shadow: &mut Shadow, start: u32) {
        if self.window.set != 0 {
            self.window.apply(shadow, shadow.place(start));
        }
    }

    /// New room is cleared, before anything is known of it.
    pub(super) fn clear_room(&self, shadow: &mut Shadow, start: u32) {
        if self.clear > 0 {
            shadow.clear(shadow.place(start), self.clear);
        }
    }

    /// The same, for the rarer changes.
    #[inline(never)]
    pub(super) fn apply_rest(
        &self,
        shadow: &mut Shadow,
        touches: &Touches,
        start: u32,
        stack: Range<u32>,
    ) {
        let place = shadow.place(start);
        for window in &self.windows {
            window.apply(shadow, place);
        }
        self.store_plainly(shadow, touches, stack);
    }

    /// What was found with it is found again.
    pub(super) fn find_again(&self, findings: &mut Findings) {
        for &index in &self.findings {
            findings.count(index);
        }
    }

    /// Stores by other registers than the stack pointer.
    fn store_plainly(&self, shadow: &mut Shadow, touches: &Touches, stack: Range<u32>) {
        for dynamic in &self.dynamic {
            if let Some(touch) = touches.get(dynamic.index.into())
                && touch.store()
                && stack.contains(&touch.address)
            {
                shadow.store(touch.address, touch.size(), Stored::default());
            }
        }
    }
}
