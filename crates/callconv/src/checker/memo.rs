//! What straight code does to a state, remembered.
//!
//! A program goes through the same code again and again, and mostly in the same state as before.
//! Whatever [`walk`](super::walk) has found out about such a run is then true again, as long as a
//! few conditions hold that depend on values: where the stack pointer is in the end, that what was
//! loaded into a saved register is its old value, what the shadow of the stack knows of the words
//! in use, and that other addresses are none of the stack's, or plain ones. [`Effect`] has them all.
//! What was found about registers is found again, and counted. A run in which something was found
//! about the stack is not remembered.
//!
//! The way from run to run is in the machine's [`KnownRuns`], whose places are [`Place`]s of the
//! checker. Runs whose conditions can be seen from the addresses of their accesses alone are done
//! there and then by the loop; for the others it asks ([`Checker::recall`]).

use super::backs::{self, Back, PLACES};
use super::effects::{Effect, Exit, Weight};
use super::{CallEvent, Checker};
use crate::frame::Frame;
use crate::usage::Step;
use machine::isa::RegisterSet;
use machine::observe::{KnownRun, KnownRuns, NOWHERE, Recalled, Run, Touches};
use machine::run::Registers;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most runs with the same ends that are remembered in one state: a jump to a register has
/// many targets.
const MOST_ALIKE: usize = 16;

/// [`Weight`]s as numbers.
const LIGHT: u8 = 0;
const PLAIN: u8 = 1;
const HEAVY: u8 = 2;

/// A point between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// The state of the function that runs.
    pub(super) state: u32,
    /// The next entry of a function behind the last jump's target.
    pub(super) next_entry: u32,
    /// The address of the next instruction.
    pub(super) pc: u32,
}

/// Runs and returns that were seen before.
pub(super) struct Memo {
    /// The numbers of places, and the places by number: some numbers are those of runs.
    numbers: FxHashMap<Place, u32>,
    places: Vec<Option<Place>>,
    /// What known runs do.
    effects: Vec<Effect>,
    /// Returns, each at a place that its hash chooses: the last one that was seen there.
    backs: Box<[Back; PLACES]>,
    /// The one that was seen last: its place, and the first three numbers of its key.
    last_back: Option<(usize, [u32; 3])>,
    /// How often all runs were forgotten; at least one.
    epoch: u32,
    /// What the machine has of the runs is to be forgotten.
    is_stale: bool,
    /// The targets of remembered [`Exit::Jump`]s.
    jumps: FxHashSet<u32>,
}

/// How deep the stack has been, and how many of its words the shadow knows.
struct StackEnd {
    lowest: u32,
    words: usize,
}

/// The place of a [`Back`], by the last state of the function and [`Frame::hash`].
#[inline(always)]
fn hash(callee: u32, frame: u32) -> usize {
    (callee.wrapping_mul(0x2c1b_3c6d) ^ frame) as usize % PLACES
}

impl Default for Memo {
    fn default() -> Self {
        let (backs, epoch) = backs::fresh();
        Memo {
            numbers: FxHashMap::default(),
            places: Vec::new(),
            effects: Vec::new(),
            backs,
            last_back: None,
            epoch,
            is_stale: false,
            jumps: FxHashSet::default(),
        }
    }
}

impl Memo {
    /// How often all runs were forgotten.
    pub(super) fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Gives it up, so that the next one costs less.
    pub(super) fn recycle(self) {
        backs::recycle(self.backs, self.epoch);
    }

    /// Forgets what code does.
    pub(super) fn forget_code(&mut self) {
        self.numbers.clear();
        self.places.clear();
        self.effects.clear();
        self.jumps.clear();
        self.epoch += 1;
        self.is_stale = true;
    }

    /// Brings what the machine knows up to date.
    pub(super) fn refresh(&mut self, known: &mut KnownRuns) {
        if known.len() >= KnownRuns::MOST {
            self.forget_code();
        }
        if std::mem::take(&mut self.is_stale) {
            *known = KnownRuns::default();
        }
    }

    /// The place with a number.
    pub(super) fn place(&self, number: u32) -> Option<&Place> {
        self.places.get(number as usize)?.as_ref()
    }

    /// The number of a place, if it has one.
    pub(super) fn number(&self, place: &Place) -> Option<u32> {
        self.numbers.get(place).copied()
    }

    /// The number of a place.
    pub(super) fn number_for(&mut self, place: Place, known: &mut KnownRuns) -> u32 {
        *self.numbers.entry(place).or_insert_with(|| {
            let number = known.add_place();
            let index = number as usize;
            if self.places.len() <= index {
                self.places.resize(index + 1, None);
            }
            self.places[index] = Some(place);
            number
        })
    }

    /// Remembers what a run from this place does that ends with the instruction `last`.
    pub(super) fn remember(&mut self, effect: Effect, from: u32, last: u32, known: &mut KnownRuns) {
        if let Exit::Jump { to } = effect.exit {
            self.jumps.insert(to);
        }
        let effect_of = |number: u32| known.get(number).map(|run| run.data);
        // The same run under other conditions: what was true last is likely to be true again.
        let same = known.ending(from, last).find(|number| {
            let other = effect_of(*number).and_then(|data| self.effects.get(data as usize));
            other.is_some_and(|other| other.to == effect.to || effect.exit == Exit::Return)
        });
        let mut alike = known.ending(from, last);
        let first = alike.next().filter(|_| alike.count() + 1 >= MOST_ALIKE);
        let same = same.or(first);
        let next = effect.next;
        let asks = !effect.is_quick;
        match same.and_then(|number| known.get_mut(number)) {
            Some(run) => {
                (run.next, run.asks) = (next, asks);
                self.effects[run.data as usize] = effect;
            }
            None => {
                let mut run = KnownRun::new(last, next, self.effects.len() as u32);
                run.asks = asks;
                known.add(from, run);
                self.effects.push(effect);
            }
        }
    }

    /// A walk begins, in which no function has returned yet.
    pub(super) fn begin_walk(&mut self) {
        self.last_back = None;
    }

    /// A function has returned from this call, in its last state.
    pub(super) fn note_return(&mut self, callee: u32, frame: &Frame) {
        let key = [callee, frame.caller, frame.call];
        self.last_back = Some((hash(callee, frame.hash), key));
    }

    /// The return that was seen last has led to this place.
    pub(super) fn lead_back(&mut self, place: u32) {
        if let Some((index, [callee, caller, call])) = self.last_back.take() {
            self.backs[index] = [callee, caller, call, self.epoch, place];
        }
    }

    /// Somebody waits at this address: jumps to it can be returns.
    pub(super) fn note_return_place(&mut self, address: u32) {
        if self.jumps.contains(&address) {
            self.forget_code();
        }
    }

    /// The number of the place behind a return.
    #[inline(always)]
    fn back(&self, callee: u32, frame: &Frame) -> u32 {
        let back = &self.backs[hash(callee, frame.hash)];
        let [its_callee, caller, call, epoch, place] = *back;
        // One after the other: put together for one comparison, they cost more.
        if its_callee == callee
            && caller == frame.caller
            && call == frame.call
            && epoch == self.epoch
        {
            place
        } else {
            NOWHERE
        }
    }
}

impl Checker {
    /// Does what is remembered of straight code, unless the code has to be walked.
    ///
    /// This is what a checked run spends its time on: calls and returns. Most of them are dealt with
    /// here, without a call of another function, so that no register has to be saved.
    #[inline(always)]
    pub(super) fn recall(
        &mut self,
        index: u32,
        to: u32,
        registers: &Registers,
        touches: &mut Touches,
    ) -> Recalled {
        let effect = self.memo.effects.get(index as usize);
        let weight = match effect {
            Some(effect) if !self.kept_floats.is_used() => effect.weight,
            _ => Weight::Heavy,
        };
        match weight {
            Weight::Light => self.recall_effect::<LIGHT>(index, to, registers, touches),
            Weight::Plain => self.recall_effect::<PLAIN>(index, to, registers, touches),
            Weight::Heavy => self.recall_any(index, to, registers, touches),
        }
    }

    #[inline(never)]
    fn recall_any(
        &mut self,
        index: u32,
        to: u32,
        registers: &Registers,
        touches: &mut Touches,
    ) -> Recalled {
        self.recall_effect::<HEAVY>(index, to, registers, touches)
    }

    /// `WEIGHT`: what the effect weighs at most.
    #[inline(always)]
    fn recall_effect<const WEIGHT: u8>(
        &mut self,
        index: u32,
        to: u32,
        registers: &Registers,
        touches: &mut Touches,
    ) -> Recalled {
        let Some(effect) = self.memo.effects.get(index as usize) else {
            return Recalled::No;
        };
        if WEIGHT >= PLAIN && !effect.holds(self, registers, touches) {
            return Recalled::No;
        }
        if WEIGHT == HEAVY && !effect.rest_holds(self, registers, touches) {
            return Recalled::No;
        }
        let start = self.sp;
        let sp = match WEIGHT {
            LIGHT => start,
            _ => start.wrapping_add(effect.moves),
        };
        let next = if let Exit::Call(call) = &effect.exit {
            let open = self.frames.len();
            // Where there is no room, the walk makes some.
            if effect.to != to || open >= super::DEEPEST || open == self.frames.capacity() {
                return Recalled::No;
            }
            self.frames.push(Frame {
                call: call.from,
                function: to,
                return_to: registers.x[usize::from(call.link)],
                sp,
                moved: 0,
                caller: call.waiting,
                hash: call.hash,
                kept: *registers.x.first_chunk().unwrap_or(&[0; 32]),
            });
            if WEIGHT == HEAVY && self.kept_floats.is_used() {
                self.kept_floats.push(open, &registers.f);
            }
            self.event = Some(CallEvent::Entered);
            effect.next
        } else if effect.exit == Exit::Return {
            let Some(frame) = self.frames.last() else {
                return Recalled::No;
            };
            if frame.return_to != to || frame.sp != sp {
                return Recalled::No;
            }
            let next = self.memo.back(effect.state, frame);
            if next == NOWHERE {
                return Recalled::No;
            }
            self.frames.pop();
            self.event = Some(CallEvent::Returned);
            next
        } else if WEIGHT == HEAVY {
            return self.recall_other(index, to, registers, touches);
        } else {
            return Recalled::No;
        };
        touches.known.go(next);
        if WEIGHT == HEAVY {
            effect.clear_room(&mut self.shadow, start);
        }
        if WEIGHT >= PLAIN {
            self.sp = sp;
            effect.apply(&mut self.shadow, start);
        }
        if WEIGHT == HEAVY {
            effect.apply_rest(&mut self.shadow, touches, start, self.floor..self.top);
            effect.find_again(&mut self.findings);
        }
        touches.clear();
        Recalled::Yes
    }

    /// The same, for an end that is neither a call nor a return. All else holds.
    #[inline(never)]
    fn recall_other(
        &mut self,
        index: u32,
        to: u32,
        registers: &Registers,
        touches: &mut Touches,
    ) -> Recalled {
        let Some(effect) = self.memo.effects.get(index as usize) else {
            return Recalled::No;
        };
        match effect.exit {
            Exit::Environment { number } => {
                if registers.x[usize::from(self.calls.number.0)] != number {
                    return Recalled::No;
                }
                // As after a walk, for what the host may answer.
                self.at.pc = effect.to;
                (self.kind, self.reads) = (Step::System, RegisterSet::EMPTY);
                self.state = effect.state;
            }
            _ if effect.to != to => return Recalled::No,
            _ => {}
        }
        touches.known.go(effect.next);
        let start = self.sp;
        self.sp = start.wrapping_add(effect.moves);
        effect.clear_room(&mut self.shadow, start);
        effect.apply(&mut self.shadow, start);
        effect.apply_rest(&mut self.shadow, touches, start, self.floor..self.top);
        effect.find_again(&mut self.findings);
        touches.clear();
        Recalled::Yes
    }

    /// Does what is remembered of a run that the machine has not followed.
    pub(super) fn recall_run(
        &mut self,
        from: &Place,
        last: u32,
        run: &Run<'_>,
        touches: &mut Touches,
    ) -> bool {
        let Some(number) = self.memo.number(from) else {
            return false;
        };
        let effect = |known: &KnownRuns, nth: usize| {
            let run = known.get(known.ending(number, last).nth(nth)?)?;
            Some(run.data)
        };
        let mut effects = 0..;
        while let Some(effect) = effects.next().and_then(|nth| effect(&touches.known, nth)) {
            let shallower = self.go_deeper(effect);
            if self.recall(effect, run.to, run.registers, touches) == Recalled::Yes {
                if shallower.is_some() {
                    self.guard(touches);
                }
                return true;
            }
            if let Some(end) = shallower {
                self.set_stack_end(end);
            }
        }
        false
    }

    /// Where the stack ends, if it has to grow for a remembered run: it does so as in a walk.
    fn go_deeper(&mut self, effect: u32) -> Option<StackEnd> {
        let down = self.memo.effects.get(effect as usize)?.down;
        let lowest = self.sp.checked_sub(down)?;
        let grows = lowest < self.lowest && self.sp >= self.lowest && self.away.is_none();
        let end = StackEnd {
            lowest: self.lowest,
            words: self.shadow.len(),
        };
        let grows = grows && down <= Self::GROWTH;
        grows.then(|| {
            self.set_stack_end(StackEnd {
                lowest,
                words: self.shadow.len_down_to(lowest),
            });
            end
        })
    }

    fn set_stack_end(&mut self, end: StackEnd) {
        self.set_lowest(end.lowest);
        self.shadow.set_len(end.words);
    }

    /// Takes over the place to which the machine has followed known runs.
    pub(super) fn catch_up(&mut self, known: &KnownRuns) {
        let place = known.place().and_then(|number| self.memo.place(number));
        if let Some(place) = place {
            (self.state, self.next_entry) = (place.state, place.next_entry);
        }
    }

    /// The machine asks about accesses to the stack, and about all of them while any could matter.
    pub(super) fn guard(&self, touches: &mut Touches) {
        let inside = self.sp >= self.lowest && self.sp <= self.top;
        match inside && self.away.is_none() && self.undefined_memory.is_empty() {
            true => touches.guard(self.floor, self.top.saturating_sub(self.floor).into()),
            false => touches.guard(0, 1 << 32),
        }
    }
}
