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

use super::{CallEvent, Checker};
use crate::frame::Frame;
use crate::shadow::{Found, Shadow, Stored};
use crate::usage::Step;
use machine::isa::{Bank, Reg, RegisterSet};
use machine::observe::{KnownRun, KnownRuns, NOWHERE, Recalled, Run, Touches};
use machine::run::Registers;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// The most runs with the same ends that are remembered in one state: a jump to a register has
/// many targets.
const MOST_ALIKE: usize = 16;
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
}

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

/// What straight code does to a state, and what must hold for that.
#[derive(Clone, Debug)]
pub(super) struct Effect {
    /// The number of the place behind it, unless it is a return.
    pub(super) next: u32,
    /// Where control is then.
    pub(super) to: u32,
    /// The state behind it; for a call that of the function, for a return the last of it.
    pub(super) state: u32,
    /// It has no part in the stack, and restores nothing: the rest but the exit does not matter.
    pub(super) is_simple: bool,
    /// It changes nothing but the state, and depends on nothing but that its accesses are none of the
    /// stack's.
    pub(super) is_quick: bool,
    /// The lists of rarer conditions and changes are all empty.
    pub(super) is_plain: bool,
    /// The integer registers that hold what they held on entry.
    pub(super) kept: u32,
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

/// A remembered return: the last state of the function, the state of the caller, the call, what
/// `epoch` was, and the number of the place behind it. (Numbers, so that a table of zeros is memory
/// as it comes: most programs use little of it.)
type Back = [u32; 5];

/// Runs and returns that were seen before.
pub(super) struct Memo {
    /// The numbers of places, and the places by number.
    numbers: FxHashMap<Place, u32>,
    places: FxHashMap<u32, Place>,
    /// What known runs do.
    effects: Vec<Effect>,
    /// Returns, each at a place that its hash chooses: the last one that was seen there.
    backs: Box<[Back; PLACES]>,
    /// The one that was seen last: the first three numbers of its key.
    last_back: Option<[u32; 3]>,
    /// How often all runs were forgotten; at least one.
    epoch: u32,
    /// What the machine has of the runs is to be forgotten.
    is_stale: bool,
    /// The targets of remembered [`Exit::Jump`]s.
    jumps: FxHashSet<u32>,
}

#[inline(always)]
fn hash(a: u32, b: u32, c: u32) -> usize {
    let key = u64::from(a) << 32 ^ u64::from(b) << 13 ^ u64::from(c);
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
}

impl Default for Memo {
    fn default() -> Self {
        let backs = vec![[0; 5]; PLACES].into_boxed_slice();
        Memo {
            numbers: FxHashMap::default(),
            places: FxHashMap::default(),
            effects: Vec::new(),
            backs: match backs.try_into() {
                Ok(backs) => backs,
                Err(_) => unreachable!("a table has {PLACES} places"),
            },
            last_back: None,
            epoch: 1,
            is_stale: false,
            jumps: FxHashSet::default(),
        }
    }
}

impl Memo {
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
        self.places.get(&number)
    }

    /// The number of a place, if it has one.
    pub(super) fn number(&self, place: &Place) -> Option<u32> {
        self.numbers.get(place).copied()
    }

    /// The number of a place.
    pub(super) fn number_for(&mut self, place: Place, known: &mut KnownRuns) -> u32 {
        *self.numbers.entry(place).or_insert_with(|| {
            let number = known.add_place();
            self.places.insert(number, place);
            number
        })
    }

    /// Remembers what a run from this place does that ends with the instruction `last`.
    pub(super) fn remember(&mut self, effect: Effect, from: u32, last: u32, known: &mut KnownRuns) {
        if let Exit::Jump { to } = effect.exit {
            self.jumps.insert(to);
        }
        let alike: Vec<u32> = known.ending(from, last).collect();
        let effect_of = |number: u32| known.get(number).map(|run| run.data);
        // The same run under other conditions: what was true last is likely to be true again.
        let same = alike.iter().copied().find(|number| {
            let other = effect_of(*number).and_then(|data| self.effects.get(data as usize));
            other.is_some_and(|other| other.to == effect.to || effect.exit == Exit::Return)
        });
        let same = same.or((alike.len() >= MOST_ALIKE).then(|| alike[0]));
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

    /// A function has returned from this call: its last state, and the caller's.
    pub(super) fn note_return(&mut self, callee: u32, caller: u32, call: u32) {
        self.last_back = Some([callee, caller, call]);
    }

    /// The return that was seen last has led to this place.
    pub(super) fn lead_back(&mut self, place: u32) {
        if let Some([callee, caller, call]) = self.last_back.take() {
            let back = [callee, caller, call, self.epoch, place];
            self.backs[hash(callee, caller, call)] = back;
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
        let [key @ .., place] = self.backs[hash(callee, frame.caller, frame.call)];
        match key == [callee, frame.caller, frame.call, self.epoch] {
            true => place,
            false => NOWHERE,
        }
    }
}

impl Effect {
    /// Whether everything that the effect depends on is as it was, for a run that began with this
    /// stack pointer.
    #[inline(always)]
    fn holds(&self, checker: &Checker, registers: &Registers, touches: &Touches) -> bool {
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
        if let Some(frame) = checker.frames.last() {
            let mut kept = self.kept;
            while kept != 0 {
                let reg = kept.trailing_zeros() as usize;
                if registers.x[reg] != frame.kept[reg] {
                    return false;
                }
                kept &= kept - 1;
            }
        }
        self.is_plain || self.rest_holds(checker, registers, touches)
    }

    /// The same, for the rarer conditions.
    #[inline(never)]
    fn rest_holds(&self, checker: &Checker, registers: &Registers, touches: &Touches) -> bool {
        let start = checker.sp;
        let place = checker.shadow.place(start);
        let outermost = checker.frames.is_empty();
        let kept = |same: &Same| {
            outermost && same.reg.bank() == Bank::Int
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
            let plain = match touch.store() {
                true => !found.save,
                false => found == Found::default(),
            };
            !dynamic.strict && apart && !below && plain
        })
    }

    /// What is known of the stack behind the run.
    #[inline(always)]
    fn apply(&self, shadow: &mut Shadow, start: u32) {
        let place = shadow.place(start);
        if self.clear > 0 {
            shadow.clear(place, self.clear);
        }
        if self.window.set != 0 {
            self.window.apply(shadow, place);
        }
    }

    /// The same, for the rarer changes.
    #[inline(never)]
    fn apply_rest(&self, shadow: &mut Shadow, touches: &Touches, start: u32, stack: Range<u32>) {
        let place = shadow.place(start);
        for window in &self.windows {
            window.apply(shadow, place);
        }
        self.store_plainly(shadow, touches, stack);
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
    /// Does what is remembered of straight code, unless the code has to be walked.
    ///
    /// This is what a checked run spends its time on. Most effects that end with a call or a return
    /// and have no part in the stack are dealt with here, without a call of another function.
    #[inline(always)]
    pub(super) fn recall(
        &mut self,
        index: u32,
        to: u32,
        registers: &Registers,
        touches: &mut Touches,
    ) -> Recalled {
        let effect = self.memo.effects.get(index as usize);
        if effect.is_some_and(|effect| effect.is_simple) && !self.kept_floats.is_used() {
            return self.recall_effect::<false>(index, to, registers, touches);
        }
        self.recall_any(index, to, registers, touches)
    }

    #[inline(never)]
    fn recall_any(
        &mut self,
        index: u32,
        to: u32,
        registers: &Registers,
        touches: &mut Touches,
    ) -> Recalled {
        self.recall_effect::<true>(index, to, registers, touches)
    }

    /// `ALL`: the effect may have a part in the stack, and floating-point registers in calls.
    #[inline(always)]
    fn recall_effect<const ALL: bool>(
        &mut self,
        index: u32,
        to: u32,
        registers: &Registers,
        touches: &mut Touches,
    ) -> Recalled {
        let Some(effect) = self.memo.effects.get(index as usize) else {
            return Recalled::No;
        };
        if ALL && !effect.is_simple && !effect.holds(self, registers, touches) {
            return Recalled::No;
        }
        let mut next = effect.next;
        let start = self.sp;
        let sp = match ALL {
            true => start.wrapping_add(effect.moves),
            false => start,
        };
        match &effect.exit {
            Exit::Call(call) => {
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
                    kept: *registers.x.first_chunk().unwrap_or(&[0; 32]),
                });
                if ALL && self.kept_floats.is_used() {
                    self.kept_floats.push(open, &registers.f);
                }
                self.event = Some(CallEvent::Entered);
            }
            Exit::Return => {
                let Some(frame) = self.frames.last() else {
                    return Recalled::No;
                };
                if frame.return_to != to || frame.sp != sp {
                    return Recalled::No;
                }
                next = self.memo.back(effect.state, frame);
                if next == NOWHERE {
                    return Recalled::No;
                }
                self.frames.pop();
                self.event = Some(CallEvent::Returned);
            }
            Exit::Environment { number } => {
                if registers.x[usize::from(self.calls.number.0)] != *number {
                    return Recalled::No;
                }
                // As after a walk, for what the host may answer.
                self.at.pc = effect.to;
                (self.kind, self.reads) = (Step::System, RegisterSet::EMPTY);
                self.state = effect.state;
            }
            Exit::Straight | Exit::Direct | Exit::Jump { .. } => {
                if effect.to != to {
                    return Recalled::No;
                }
            }
        }
        touches.known.go(next);
        if ALL && !effect.is_simple {
            self.sp = sp;
            effect.apply(&mut self.shadow, start);
            if !effect.is_plain {
                effect.apply_rest(&mut self.shadow, touches, start, self.floor..self.top);
                for &index in &effect.findings {
                    self.findings.count(index);
                }
            }
        }
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
        let known = &touches.known;
        let effects = known.ending(number, last);
        let effects = effects.filter_map(|number| known.get(number).map(|run| run.data));
        let effects: Vec<u32> = effects.collect();
        let mut effects = effects.into_iter();
        effects.any(|effect| self.recall(effect, run.to, run.registers, touches) == Recalled::Yes)
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
