//! What straight code does to a state, remembered.
//!
//! A program goes through the same code again and again, and mostly in the same state as before.
//! Whatever [`walk`](super::walk) has found out about such a run is then true again, as long as a
//! few conditions hold that depend on values: where the stack pointer is in the end, that what was
//! loaded into a saved register is its old value, what the shadow of the stack knows of the words
//! in use, and that other addresses are none of the stack's, or plain ones. [`Effect`] has them all.
//! What was found about registers is found again, and counted. A run in which something was found
//! about the stack is not remembered.

use super::{CallEvent, Checker};
use crate::frame::Frame;
use crate::shadow::{Found, Shadow, Stored};
use crate::usage::Step;
use machine::isa::{Reg, RegisterSet};
use machine::observe::{RunSummary, Touches};
use machine::run::Registers;
use rustc_hash::FxHashSet;
use std::ops::Range;

/// The most effects that are remembered.
const MOST_EFFECTS: usize = 1 << 15;
/// So many bits of a hash choose the place of an entry.
const BITS: u32 = 13;
const PLACES: usize = 1 << BITS;

/// A register that holds the value another one had on entry, or does not.
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
    Direct { next_entry: u32 },
    /// With a jump to an address in a register that is no return.
    Jump { to: u32, next_entry: u32 },
    /// With a call.
    Call(Call),
    /// With a return.
    Return,
}

/// A call that ends a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The register with the return address.
    pub(super) link: u8,
    /// The state of the caller.
    pub(super) waiting: u32,
    /// The next entries of functions behind the one that is called, and behind the call.
    pub(super) next_entry: u32,
    pub(super) entry_behind_call: u32,
}

/// Which code, and in which state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) state: u32,
    pub(super) first: u32,
    /// The last instruction, or the one that was begun; odd if no jump ended the run.
    pub(super) last: u32,
}

/// What straight code does to a state, and what must hold for that.
#[derive(Clone, Debug)]
pub(super) struct Effect {
    pub(super) key: Key,
    /// The state behind it; for a call that of the function, for a return the last of it.
    pub(super) state: u32,
    /// It has no part in the stack, and restores nothing: the rest but the exit does not matter.
    pub(super) is_simple: bool,
    /// What is added to the stack pointer.
    pub(super) moves: u32,
    /// How far the stack pointer goes down and up in between.
    pub(super) down: u32,
    pub(super) up: u32,
    /// How many accesses to memory there are.
    pub(super) touches: usize,
    pub(super) exit: Exit,
    /// Integer registers, and floating-point ones.
    pub(super) same: Box<[Same]>,
    pub(super) same_floats: Box<[Same]>,
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

/// A remembered return: the last state of the function, the state of the caller, the call, and the
/// state of the caller behind it. None is from state 0: that is one of the outermost code.
type Back = [u32; 4];

/// Runs and returns that were seen before. A place is for one of them: the last.
pub(super) struct Memo {
    /// For each place, the index of an effect, which may be another one.
    places: Box<[u32; PLACES]>,
    backs: Box<[Back; PLACES]>,
    effects: Vec<Effect>,
    /// The targets of remembered [`Exit::Jump`]s.
    jumps: FxHashSet<u32>,
}

#[inline(always)]
fn place(a: u32, b: u32, c: u32) -> usize {
    let key = u64::from(a) << 32 ^ u64::from(b) << 13 ^ u64::from(c);
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
}

/// A table of zeros, as memory comes: most programs use little of it.
fn table<T>(zeros: Vec<T>) -> Box<[T; PLACES]> {
    match zeros.into_boxed_slice().try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("a table has {PLACES} places"),
    }
}

impl Default for Memo {
    fn default() -> Self {
        Memo {
            places: table(vec![0; PLACES]),
            backs: table(vec![[0; 4]; PLACES]),
            effects: Vec::new(),
            jumps: FxHashSet::default(),
        }
    }
}

impl Memo {
    /// Forgets what code does. Returns stay: they are about states.
    pub(super) fn forget_code(&mut self) {
        self.effects.clear();
        self.jumps.clear();
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Memo::default();
    }

    /// Remembers an effect.
    pub(super) fn remember(&mut self, effect: Effect) {
        if self.effects.len() == MOST_EFFECTS {
            self.forget_code();
        }
        if let Exit::Jump { to, .. } = effect.exit {
            self.jumps.insert(to);
        }
        let Key { state, first, last } = effect.key;
        self.places[place(state, first, last)] = self.effects.len() as u32;
        self.effects.push(effect);
    }

    /// Remembers the state of a caller behind its call.
    pub(super) fn remember_return(&mut self, callee: u32, caller: u32, call: u32, state: u32) {
        self.backs[place(callee, caller, call)] = [callee, caller, call, state];
    }

    /// Somebody waits at this address: jumps to it can be returns.
    pub(super) fn note_return_place(&mut self, address: u32) {
        if self.jumps.contains(&address) {
            self.forget_code();
        }
    }

    #[inline(always)]
    fn step(&self, state: u32, first: u32, last: u32) -> Option<&Effect> {
        let index = self.places[place(state, first, last)];
        let effect = self.effects.get(index as usize)?;
        (effect.key == Key { state, first, last }).then_some(effect)
    }

    #[inline(always)]
    fn back(&self, callee: u32, frame: &Frame) -> Option<u32> {
        let [known @ .., state] = self.backs[place(callee, frame.caller, frame.call)];
        (known == [callee, frame.caller, frame.call]).then_some(state)
    }
}

impl Effect {
    /// Whether everything that the effect depends on is as it was, for a run that began with this
    /// stack pointer.
    fn holds(&self, checker: &Checker, registers: &Registers, touches: &Touches) -> bool {
        let start = checker.sp;
        let sp = registers.x[usize::from(checker.groups.sp.0)];
        let inside = start.wrapping_sub(self.down) >= checker.lowest
            && start.wrapping_add(self.up) <= checker.top;
        if sp != start.wrapping_add(self.moves) || !inside || touches.len() != self.touches {
            return false;
        }
        let place = checker.shadow.place(start);
        let as_expected = |window: &Window| {
            let known = checker.shadow.eight(place, window.offset);
            known.is_some_and(|known| known & window.care == window.expect)
        };
        if !self.windows.iter().all(as_expected) {
            return false;
        }
        if let Some(frame) = checker.frames.last() {
            let kept = |same: &Same| {
                let kept = frame.kept[usize::from(same.of.0 & 31)];
                (registers.x[usize::from(same.reg.0)] == kept) == same.equal
            };
            if !self.same.iter().all(kept) {
                return false;
            }
        }
        let floats =
            |same: &Same| (registers.get(same.reg) == checker.kept_value(same.of)) == same.equal;
        // Looking for floats costs something even if there are none.
        (self.same_floats.is_empty() || self.same_floats.iter().all(floats))
            && (self.dynamic.is_empty() || self.allows(checker, start, touches))
    }

    /// Whether the accesses by other registers are of no importance, for a run that began with this
    /// stack pointer.
    pub(super) fn allows(&self, checker: &Checker, start: u32, touches: &Touches) -> bool {
        self.dynamic.iter().all(|dynamic| {
            let Some(touch) = touches.get(dynamic.index.into()) else {
                return false;
            };
            let address = touch.address;
            if !checker.is_stack(address) {
                return !checker.undefined_memory.meets(address, touch.size());
            }
            // Counted from 8 bytes before what the windows cover, so that one comparison is enough.
            let before = start.wrapping_add(self.from).wrapping_sub(8);
            let apart = address.wrapping_sub(before) >= self.span + 8;
            let below = address < start.wrapping_add(dynamic.moved);
            let found = checker.shadow.load(address, touch.size());
            let plain = match touch.store() {
                true => !found.save,
                false => found == Found::default(),
            };
            !dynamic.strict && apart && !below && plain
        })
    }

    /// What is known of the stack behind the run.
    fn apply(&self, shadow: &mut Shadow, start: u32) {
        let place = shadow.place(start);
        if self.clear > 0 {
            shadow.clear(place, self.clear);
        }
        for window in &self.windows {
            if window.set != 0 {
                shadow.set_eight(place, window.offset, window.set, window.value);
            }
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

impl Checker {
    /// Does what is remembered of straight code, if anything is; false if the code has to be
    /// walked.
    #[inline(always)]
    pub(super) fn recall(&mut self, run: &RunSummary<'_>) -> bool {
        let RunSummary {
            first,
            last,
            to,
            registers,
            touches,
        } = *run;
        let Some(effect) = self.memo.step(self.state, first, last) else {
            return false;
        };
        if last >= self.next_entry || !effect.is_simple && !effect.holds(self, registers, touches) {
            return false;
        }
        let mut state = effect.state;
        let start = self.sp;
        let sp = start.wrapping_add(effect.moves);
        match effect.exit {
            Exit::Straight => {}
            Exit::Environment { number } => {
                if registers.x[usize::from(self.calls.number.0)] != number {
                    return false;
                }
                // As after a walk, for what the host may answer.
                self.at.pc = last & !1;
                (self.kind, self.reads) = (Step::System, RegisterSet::EMPTY);
            }
            Exit::Direct { next_entry } => self.next_entry = next_entry,
            Exit::Jump {
                to: known,
                next_entry,
            } => {
                if known != to {
                    return false;
                }
                self.next_entry = next_entry;
            }
            Exit::Call(call) => {
                if call.to != to || self.frames.len() >= super::DEEPEST {
                    return false;
                }
                self.next_entry = call.next_entry;
                self.frames.push(Frame {
                    call: call.from,
                    function: to,
                    return_to: registers.x[usize::from(call.link)],
                    next_entry: call.entry_behind_call,
                    sp,
                    moved: 0,
                    caller: call.waiting,
                    kept: *registers.x.first_chunk().unwrap_or(&[0; 32]),
                });
                if self.kept_floats.is_used() {
                    self.kept_floats.push(self.frames.len() - 1, &registers.f);
                }
                self.event = Some(CallEvent::Entered);
            }
            Exit::Return => {
                let Some(frame) = self.frames.last() else {
                    return false;
                };
                if frame.return_to != to || frame.sp != sp {
                    return false;
                }
                let Some(behind) = self.memo.back(state, frame) else {
                    return false;
                };
                state = behind;
                self.next_entry = frame.next_entry;
                self.frames.pop();
                self.event = Some(CallEvent::Returned);
            }
        }
        self.state = state;
        if !effect.is_simple {
            self.sp = sp;
            effect.apply(&mut self.shadow, start);
            if !effect.dynamic.is_empty() {
                effect.store_plainly(&mut self.shadow, touches, self.floor..self.top);
            }
            for &index in &effect.findings {
                self.findings.count(index);
            }
        }
        true
    }
}
