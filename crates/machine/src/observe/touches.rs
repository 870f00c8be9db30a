//! What the loop keeps for an observer of runs: the accesses to memory of the present run, in order,
//! and what the observer knows of runs.

use super::Observer;
use super::known::KnownRuns;
use std::cell::RefCell;

/// An access to memory, as an observer of runs sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touch {
    /// First address.
    pub address: u32,
    /// How many slots are left from the instruction on, whether it was a store, and how many bytes.
    packed: u32,
}

impl Touch {
    /// An access of `size` bytes by the instruction with which so many slots of the code are left.
    #[inline(always)]
    pub fn new(address: u32, left: usize, size: u8, store: bool) -> Self {
        Touch {
            address,
            packed: (left as u32) << 8 | u32::from(size) | if store { Touch::STORE } else { 0 },
        }
    }

    const STORE: u32 = 1 << 7;

    /// The index of the instruction in a run at whose beginning so many slots are left
    /// ([`Run::left`](super::Run::left)).
    #[inline]
    pub fn index(&self, left: usize) -> usize {
        ((left as u32).wrapping_sub(self.packed >> 8) & 0x00ff_ffff) as usize
    }

    /// Whether it was a store, and how many bytes, as one number.
    #[inline(always)]
    pub fn kind(&self) -> u8 {
        self.packed as u8
    }

    /// An access of this kind to nowhere.
    pub fn of_kind(kind: u8) -> Self {
        Touch {
            address: 0,
            packed: kind.into(),
        }
    }

    /// How many bytes.
    #[inline(always)]
    pub fn size(&self) -> u8 {
        self.packed as u8 & 0x7f
    }

    /// Whether it was a store.
    #[inline(always)]
    pub fn store(&self) -> bool {
        self.packed & Touch::STORE != 0
    }
}

/// More accesses than the longest run makes.
const MOST: usize = 1 << 12;
/// With so many accesses kept from earlier runs there is still room for those of the next.
const FULL: usize = 1 << 11;

/// The accesses of a run. In this order the loop needs one address for what each access changes.
#[repr(C)]
pub struct Touches {
    all: [Touch; MOST],
    len: usize,
    guarded: u32,
    guarded_bytes: u64,
    /// What stays of `len` after a run that the observer knows.
    kept: usize,
    /// So many are of no interest to the observer, wherever they are.
    few: usize,
    /// The slot where the present run began. It is here, and not with what the loop keeps in
    /// registers, because only reports read it.
    pub(crate) run_start: usize,
    /// What the observer knows of runs, while the loop has it.
    pub known: KnownRuns,
    /// The loop has it.
    is_lent: bool,
}

impl Default for Touches {
    fn default() -> Self {
        Touches {
            len: 0,
            all: [Touch::default(); MOST],
            guarded: 0,
            guarded_bytes: 0,
            kept: 0,
            few: 0,
            run_start: 0,
            known: KnownRuns::default(),
            is_lent: false,
        }
    }
}

/// How many of those that machines have given up a thread keeps.
const SPARE: usize = 4;

thread_local! {
    /// Empty ones: to make one takes as long as a small program runs.
    static SPARES: RefCell<Vec<Box<Touches>>> = const { RefCell::new(Vec::new()) };
}

impl Touches {
    /// An empty one.
    pub(crate) fn fresh() -> Box<Touches> {
        let spare = SPARES.with_borrow_mut(Vec::pop);
        spare.unwrap_or_default()
    }

    /// Gives it up, so that the next one costs less.
    pub(crate) fn recycle(mut self: Box<Touches>) {
        self.known = KnownRuns::default();
        (self.len, self.kept, self.is_lent) = (0, 0, false);
        (self.guarded, self.guarded_bytes) = (0, 0);
        SPARES.with_borrow_mut(|spares| {
            if spares.len() < SPARE {
                spares.push(self);
            }
        });
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, touch: Touch) {
        self.all[self.len % MOST] = touch;
        self.len += 1;
    }

    /// The observer is asked about every run that accesses these bytes of memory.
    pub fn guard(&mut self, from: u32, bytes: u64) {
        (self.guarded, self.guarded_bytes) = (from, bytes);
    }

    /// Accesses are kept from run to run, until the observer clears them. It is asked about the next
    /// run once there are very many.
    pub fn keep(&mut self) {
        (self.kept, self.few) = (usize::MAX, FULL - 1);
    }

    /// Whether there are so few that they need not be looked at.
    #[inline(always)]
    pub(crate) fn are_few(&self) -> bool {
        self.len <= self.few
    }

    /// Whether the accesses so far are none that the observer must be asked about.
    #[inline(never)]
    pub(crate) fn are_harmless(&mut self) -> bool {
        let (guarded, bytes) = (self.guarded, self.guarded_bytes);
        let near = |touch: &Touch| u64::from(touch.address.wrapping_sub(guarded)) < bytes;
        if self.is_full() || bytes > 0 && self.all[..self.len].iter().any(near) {
            return false;
        }
        self.end_run();
        true
    }

    /// Borrows what the observer knows, if that has not happened.
    pub(crate) fn borrow_from(&mut self, observer: &mut dyn Observer) {
        if !std::mem::replace(&mut self.is_lent, true) {
            observer.enter_loop(self);
        }
    }

    /// Gives it back.
    pub(crate) fn give_back(&mut self, observer: &mut dyn Observer) {
        if std::mem::take(&mut self.is_lent) {
            observer.leave_loop(self);
            self.known = KnownRuns::default();
            self.clear();
            (self.guarded_bytes, self.kept, self.few) = (0, 0, 0);
        }
    }

    /// Whether there are so many that the observer should clear them.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.len >= FULL
    }

    /// How many there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// All of them.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &Touch> {
        self.all[..self.len.min(MOST)].iter()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The access with this index.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Touch> {
        self.all[..self.len.min(MOST)].get(index).copied()
    }

    /// Forgets all of them.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// A run has ended of which the observer knows.
    #[inline(always)]
    pub(crate) fn end_run(&mut self) {
        self.len &= self.kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_observer_is_asked_about_what_it_guards() {
        let mut touches = Touches::default();
        touches.guard(0x1000, 0x100);
        touches.push(Touch::new(0xffc, 0, 4, false));
        assert!(touches.are_harmless());
        assert!(touches.is_empty(), "the next run begins");
        touches.push(Touch::new(0x1000, 0, 4, false));
        assert!(!touches.are_harmless());
        touches.clear();
        touches.guard(0, 1 << 32);
        touches.push(Touch::new(u32::MAX, 0, 1, false));
        assert!(!touches.are_harmless());
    }

    #[test]
    fn accesses_are_kept_until_there_are_many() {
        let mut touches = Touches::default();
        touches.keep();
        for _ in 0..FULL - 1 {
            touches.push(Touch::default());
            assert!(touches.are_harmless());
        }
        touches.push(Touch::default());
        assert_eq!(touches.iter().count(), FULL);
        assert!(!touches.are_harmless());
    }

    #[test]
    fn too_many_accesses_do_no_harm() {
        let mut touches = Touches::default();
        for _ in 0..MOST + 10 {
            touches.push(Touch::default());
        }
        assert!(touches.get(MOST - 1).is_some());
        assert!(touches.get(MOST).is_none());
        touches.clear();
        assert!(touches.get(0).is_none());
    }
}
