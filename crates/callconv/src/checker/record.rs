//! What a walk over straight code depended on, and what it did: enough to make an [`Effect`] of it.

use super::Checker;
use super::effects::{Dynamic, Effect, Exit, Same, Weight, Window};
use crate::shadow::{SAVE, Shadow, WRITTEN};
use machine::isa::{Bank, Reg, RegisterSet, Row};
use machine::observe::{Touch, Touches};

/// More new room than this is cleared as a whole.
const SMALL_ROOM: u32 = 64;
/// No more windows are kept for one run.
const MOST_WINDOWS: usize = 16;

/// A walk over straight code.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    /// Nothing was met that cannot be remembered.
    is_plain: bool,
    /// No instruction can access memory or writes the stack pointer.
    is_simple: bool,
    /// What was found.
    findings: Vec<usize>,
    /// The stack pointer at its beginning, its lowest and its highest.
    start: u32,
    low: u32,
    high: u32,
    same: Vec<Same>,
    words: Vec<Word>,
    /// The addresses that became new room, from and to.
    room: Option<(u32, u32)>,
    dynamic: Vec<Dynamic>,
}

/// Where a run leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Behind {
    /// The state that is remembered with it.
    pub(super) state: u32,
    /// The number of the next place.
    pub(super) next: u32,
    /// Where control is.
    pub(super) to: u32,
}

/// A word of the stack that was used by the stack pointer.
#[derive(Clone, Copy, Debug)]
struct Word {
    address: u32,
    /// What of its shadow mattered when it was used first.
    care: u8,
    expect: u8,
    stored: bool,
}

impl Record {
    /// A walk begins.
    pub(super) fn begin(&mut self, sp: u32) {
        self.is_plain = sp.is_multiple_of(4);
        self.is_simple = true;
        self.findings.clear();
        (self.start, self.low, self.high) = (sp, sp, sp);
        self.same.clear();
        self.words.clear();
        self.dynamic.clear();
        self.room = None;
    }

    /// Something depends on more than can be remembered.
    pub(super) fn refuse(&mut self) {
        self.is_plain = false;
    }

    /// An instruction may access memory.
    pub(super) fn use_memory(&mut self) {
        self.is_simple = false;
    }

    /// Something was found that is always found when this state and this code meet.
    pub(super) fn find(&mut self, index: usize) {
        self.findings.push(index);
    }

    /// It mattered whether `reg` has in the end what `of` had on entry.
    pub(super) fn compare(&mut self, reg: Reg, of: Reg, equal: bool) {
        self.same.push(Same { reg, of, equal });
    }

    /// The stack pointer moves.
    pub(super) fn move_stack(&mut self, sp: u32) {
        self.is_simple = false;
        self.low = self.low.min(sp);
        self.high = self.high.max(sp);
    }

    /// The stack from `new` to `old` becomes new room.
    pub(super) fn make_room(&mut self, old: u32, new: u32) {
        self.room = match self.room {
            None => Some((new, old)),
            Some((low, high)) if new <= high && low <= old => Some((low.min(new), high.max(old))),
            Some(_) => {
                self.refuse();
                None
            }
        };
    }

    /// An access by the stack pointer. `whole`: more than a saved register matters there.
    pub(super) fn touch_word(&mut self, shadow: &Shadow, touch: &Touch, whole: bool) {
        for (address, bytes) in Shadow::pieces(touch.address, touch.size()) {
            let known = self.words.iter_mut().find(|word| word.address == address);
            if let Some(word) = known {
                word.stored |= touch.store();
                continue;
            }
            let is_new = self
                .room
                .is_some_and(|(low, high)| low <= address && address < high);
            let care = match touch.store() {
                _ if is_new => 0,
                true if bytes == WRITTEN && !whole => SAVE,
                _ => u8::MAX,
            };
            match shadow.raw(address) {
                Some(raw) => self.words.push(Word {
                    address,
                    care,
                    expect: raw & care,
                    stored: touch.store(),
                }),
                None => self.refuse(),
            }
        }
    }

    /// An access by another register.
    pub(super) fn touch_elsewhere(&mut self, index: usize, strict: bool, sp: u32) {
        match u16::try_from(index) {
            Ok(index) => self.dynamic.push(Dynamic {
                index,
                strict,
                moved: sp.wrapping_sub(self.start),
            }),
            Err(_) => self.refuse(),
        }
    }

    /// The words that matter, by how far below the start they are, each once: what of its shadow must
    /// be what, and whether it may change.
    fn by_offset(&self) -> Vec<(i32, Word)> {
        let mut words = Vec::with_capacity(self.words.len());
        let room = self.room.filter(|_| self.cleared() == 0);
        let (low, high) = room.unwrap_or_default();
        for address in (low..high).step_by(4) {
            let known = self.words.iter().any(|word| word.address == address);
            if !known {
                let word = Word {
                    address,
                    care: 0,
                    expect: 0,
                    stored: true,
                };
                words.push((self.offset(address), word));
            }
        }
        for word in &self.words {
            let is_new = low <= word.address && word.address < high;
            let stored = word.stored || is_new;
            words.push((self.offset(word.address), Word { stored, ..*word }));
        }
        words.sort_unstable_by_key(|(offset, _)| *offset);
        words
    }

    /// The place of a word as [`Shadow::eight`] counts.
    fn offset(&self, address: u32) -> i32 {
        (self.start.wrapping_sub(address) as i32) / 4 - 1
    }

    /// How many words below the start are to be cleared as a whole.
    fn cleared(&self) -> usize {
        let room = self.room.map(|(low, _)| self.start.wrapping_sub(low));
        room.filter(|&bytes| bytes > SMALL_ROOM)
            .map_or(0, |bytes| bytes as usize / 4)
    }

    fn windows(&self, shadow: &Shadow) -> Option<Vec<Window>> {
        let mut windows: Vec<Window> = Vec::new();
        for (offset, word) in self.by_offset() {
            let fits = windows.last().is_some_and(|w| offset < w.offset + 8);
            if !fits {
                windows.push(Window {
                    offset,
                    ..Window::default()
                });
            }
            let window = windows.last_mut()?;
            let shift = 8 * (offset - window.offset);
            window.care |= u64::from(word.care) << shift;
            window.expect |= u64::from(word.expect) << shift;
            if word.stored {
                window.set |= 0xff << shift;
                window.value |= u64::from(shadow.raw(word.address)?) << shift;
            }
        }
        Some(windows).filter(|windows| windows.len() <= MOST_WINDOWS)
    }

    /// Whether the stack pointer has not moved, and nothing was accessed by it.
    fn leaves_stack(&self) -> bool {
        self.low == self.high && self.words.is_empty() && self.room.is_none()
    }

    /// The addresses that the windows and the new room cover: from and to.
    fn covers(&self) -> (u32, u32) {
        let words = self
            .words
            .iter()
            .map(|word| (word.address, word.address + 4));
        let all = words.chain(self.room);
        all.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
            .unwrap_or((self.start, self.start))
    }
}

impl Checker {
    /// What the walk that was recorded did, if the same code can do that again in the same way.
    pub(super) fn effect(&self, behind: Behind, exit: Exit, touches: &Touches) -> Option<Effect> {
        let record = &self.record;
        let room_is_even = record.room.is_none_or(|(low, high)| {
            low.is_multiple_of(4)
                && high.is_multiple_of(4)
                && (record.cleared() == 0 || high == record.start)
        });
        if !record.is_plain || self.stopped || !room_is_even {
            return None;
        }
        let (low, high) = record.covers();
        let stays = |same: &Same| same.reg.bank() == Bank::Int && same.equal && same.reg == same.of;
        let (kept, mut same): (Vec<Same>, Vec<Same>) =
            record.same.iter().partition(|same| stays(same));
        let (kept, others) = kept.split_at(kept.len().min(8));
        same.extend(others);
        let Behind { state, next, to } = behind;
        let mut windows = record.windows(&self.shadow)?;
        let first = windows.first().copied().unwrap_or_default();
        windows.drain(..windows.len().min(1));
        let is_plain = same.is_empty()
            && windows.is_empty()
            && record.dynamic.is_empty()
            && record.findings.is_empty()
            && record.cleared() == 0;
        let changes_nothing = record.same.is_empty() && record.findings.is_empty();
        let effect = Effect {
            state,
            next,
            to,
            weight: match exit {
                Exit::Call(_) | Exit::Return if record.is_simple && changes_nothing => {
                    Weight::Light
                }
                Exit::Call(_) | Exit::Return if is_plain => Weight::Plain,
                _ => Weight::Heavy,
            },
            kept: kept
                .iter()
                .rev()
                .fold(0, |kept, same| kept << 8 | u64::from(same.reg.0)),
            window: first,
            is_quick: changes_nothing && record.leaves_stack() && self.goes_one_way(exit),
            moves: self.sp.wrapping_sub(record.start),
            down: record.start.wrapping_sub(record.low),
            up: record.high.wrapping_sub(record.start),
            touches: touches.len(),
            exit,
            same: same.into(),
            windows: windows.into(),
            dynamic: record.dynamic.clone().into(),
            findings: record.findings.clone().into(),
            clear: record.cleared(),
            from: low.wrapping_sub(record.start),
            span: high.wrapping_sub(low),
        };
        Some(effect).filter(|effect| effect.allows(self, record.start, touches))
    }

    /// Whether a run that ends so always goes to the same place, without anybody being called.
    fn goes_one_way(&self, exit: Exit) -> bool {
        let row = self.desc.rows.get(usize::from(self.at.row));
        match exit {
            Exit::Straight => true,
            Exit::Direct => row.is_some_and(Row::names_target),
            _ => false,
        }
    }

    /// Notes an access for what is remembered of the run. `index`: the how manieth it is.
    pub(super) fn record_touch(&mut self, touch: &Touch, index: usize) {
        let by_sp = self.usage().base(&self.at.insn) == Some(self.groups.sp);
        if by_sp && self.is_stack(touch.address) {
            let whole = touch.address >= self.base();
            self.record.touch_word(&self.shadow, touch, whole);
            return;
        }
        let home = self.groups.saved | RegisterSet::of(&[self.groups.ra, self.groups.sp]);
        let now = &self.work.now;
        let matters = match touch.store() {
            true => (now.unknown | now.entry | now.held).contains(self.stored()),
            false => self.usage().writes(&self.at.insn).meets(home),
        };
        self.record.touch_elsewhere(index, matters, self.sp);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shadow::Stored;

    const SP: u32 = 0x7fff_fff0;

    /// A stack with 64 bytes of room, all of it written.
    fn shadow() -> Shadow {
        let mut shadow = Shadow::new(SP + 16);
        shadow.make_room(SP + 16, SP - 48);
        for address in (SP - 48..SP + 16).step_by(4) {
            shadow.store(address, 4, Stored::default());
        }
        shadow
    }

    #[test]
    fn new_room_is_set_whatever_was_there() {
        let mut shadow = shadow();
        let mut record = Record::default();
        record.begin(SP);
        record.make_room(SP, SP - 8);
        shadow.make_room(SP, SP - 8);
        record.touch_word(&shadow, &Touch::new(SP - 4, 0, 4, true), false);
        let save = Stored {
            save: true,
            ..Stored::default()
        };
        shadow.store(SP - 4, 4, save);
        let expected = Window {
            offset: 0,
            care: 0,
            expect: 0,
            set: 0xffff,
            value: u64::from(WRITTEN | SAVE),
        };
        assert_eq!(record.windows(&shadow), Some(vec![expected]));
    }

    #[test]
    fn what_was_loaded_must_be_there_again() {
        let shadow = shadow();
        let mut record = Record::default();
        record.begin(SP);
        record.touch_word(&shadow, &Touch::new(SP + 4, 0, 4, false), false);
        record.touch_word(&shadow, &Touch::new(SP, 1, 4, true), false);
        let expected = Window {
            offset: -2,
            care: u64::from(SAVE) << 8 | 0xff,
            expect: WRITTEN.into(),
            set: 0xff00,
            value: u64::from(WRITTEN) << 8,
        };
        assert_eq!(record.windows(&shadow), Some(vec![expected]));
        assert_eq!(record.covers(), (SP, SP + 8));
    }
}
