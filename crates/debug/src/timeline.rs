//! The history of a run: states of it to go back to, and what was changed by hand on the way.
//!
//! There is no log of what instructions did. A state is kept every so many instructions, at little
//! cost because unchanged pages of memory are shared, and every other state is reached by running
//! on from the nearest one before it. When the states need more memory than the history may have,
//! old ones are thinned out: then the way to what lies between is longer.
//!
//! A change by hand makes a kept state of its own, which stays: to run across it is to go on from
//! there.

use crate::world::WorldState;
use machine::memory::{Memory, PAGE_SIZE};
use runtime::session::Kept;
use std::rc::Rc;

/// The instructions between two kept states, if each writes little memory.
const INTERVAL: u64 = 1_000_000;
/// So many instructions run for each page that a kept state has to copy, so that copying takes
/// less time than running.
const PER_PAGE: u64 = 2_000;
/// The same for each page that the program has at all, which a kept state lists.
const PER_LISTED_PAGE: u64 = 100;
/// The longest way between two states that are kept.
const LONGEST: u64 = 64_000_000;
/// The most states that are kept.
const MOST: usize = 4096;

/// A state to go back to.
pub(crate) struct Snapshot {
    /// How many instructions had run.
    pub(crate) step: u64,
    /// How many changes by hand were made before.
    pub(crate) edits: usize,
    /// It begins with a change by hand, so that it must stay.
    pinned: bool,
    pub(crate) moment: Rc<Kept>,
    pub(crate) world: WorldState,
    bytes: u64,
}

/// A change by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// At which step.
    pub step: u64,
    /// What was changed, in words.
    pub what: String,
}

/// All kept states, by ascending step.
pub(crate) struct Timeline {
    snapshots: Vec<Snapshot>,
    edits: Vec<Edit>,
    /// The most bytes that may be used.
    budget: u64,
    /// How far the run has come.
    pub(crate) last: u64,
}

impl Timeline {
    /// A history of at most `budget` bytes that begins with this state.
    pub(crate) fn new(budget: u64, step: u64, moment: Rc<Kept>, world: WorldState) -> Self {
        let mut timeline = Timeline {
            snapshots: Vec::new(),
            edits: Vec::new(),
            budget,
            last: step,
        };
        timeline.push(step, moment, world, true);
        timeline
    }

    /// The first step that can be gone back to.
    pub(crate) fn first(&self) -> u64 {
        self.snapshots.first().map_or(0, |snapshot| snapshot.step)
    }

    /// The bytes that kept states use.
    pub(crate) fn bytes(&self) -> u64 {
        self.snapshots.iter().map(|snapshot| snapshot.bytes).sum()
    }

    /// How many states are kept.
    pub(crate) fn count(&self) -> usize {
        self.snapshots.len()
    }

    /// Their steps.
    pub(crate) fn steps(&self) -> impl Iterator<Item = u64> {
        self.snapshots.iter().map(|snapshot| snapshot.step)
    }

    /// The changes by hand.
    pub(crate) fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// The last kept state at or before a step.
    pub(crate) fn before(&self, step: u64) -> Option<&Snapshot> {
        let after = self.snapshots.partition_point(|s| s.step <= step);
        self.snapshots.get(after.checked_sub(1)?)
    }

    /// The first kept state.
    pub(crate) fn beginning(&self) -> Option<&Snapshot> {
        self.snapshots.first()
    }

    /// The last kept state before a change, at or before its step.
    pub(crate) fn before_edit(&self, edit: usize) -> Option<&Snapshot> {
        let step = self.edits.get(edit)?.step;
        let mut before = self.snapshots.iter().rev();
        before.find(|s| s.edits <= edit && s.step <= step)
    }

    /// The state after a change.
    pub(crate) fn after_edit(&self, edit: usize) -> Option<&Snapshot> {
        self.snapshots.iter().find(|s| s.edits == edit + 1)
    }

    /// The step of the next change by hand, if so many were made already.
    pub(crate) fn next_edit(&self, edits: usize) -> Option<u64> {
        self.edits.get(edits).map(|edit| edit.step)
    }

    /// The first kept state after a step, unless it is a change at that very step.
    pub(crate) fn next_step(&self, step: u64) -> Option<u64> {
        let after = self.snapshots.partition_point(|s| s.step <= step);
        self.snapshots.get(after).map(|snapshot| snapshot.step)
    }

    /// The step at which the next state should be kept, for a run at `step` with this memory.
    pub(crate) fn due(&self, step: u64, memory: &Memory) -> u64 {
        let before = self.before(step).map_or(0, |snapshot| snapshot.step);
        let written = memory.written_pages() as u64;
        let listed = memory.resident() / PAGE_SIZE as u64;
        let interval = written * PER_PAGE + listed * PER_LISTED_PAGE;
        let interval = interval.clamp(INTERVAL, LONGEST);
        before.saturating_add(interval)
    }

    /// Keeps a state, and thins out older ones if there are too many.
    pub(crate) fn keep(&mut self, step: u64, moment: Rc<Kept>, world: WorldState) {
        let here = self.before(step).is_some_and(|known| known.step == step);
        if !here {
            self.push(step, moment, world, false);
            self.thin();
        }
    }

    /// Keeps the state after a change by hand. What came after it is forgotten.
    pub(crate) fn edit(&mut self, edit: Edit, moment: Rc<Kept>, world: WorldState) {
        let step = edit.step;
        self.edits.push(edit);
        self.push(step, moment, world, true);
        self.last = step;
        self.thin();
    }

    /// Forgets what came after this step and after so many changes.
    pub(crate) fn cut(&mut self, step: u64, edits: usize) {
        self.edits.truncate(edits);
        self.snapshots
            .retain(|s| s.step <= step && s.edits <= edits);
        self.last = self.last.min(step);
    }

    fn push(&mut self, step: u64, moment: Rc<Kept>, world: WorldState, pinned: bool) {
        let edits = self.edits.len();
        let edits = match pinned {
            true => edits,
            false => self.before(step).map_or(edits, |before| before.edits),
        };
        let at = self.snapshots.partition_point(|s| s.step <= step);
        let before = at.checked_sub(1).and_then(|k| self.snapshots.get(k));
        let bytes = moment.bytes_beyond(before.map(|s| &*s.moment));
        self.snapshots.insert(
            at,
            Snapshot {
                step,
                edits,
                pinned,
                moment,
                world,
                bytes,
            },
        );
        self.count_again(at + 1);
    }

    fn count_again(&mut self, at: usize) {
        let before = at.checked_sub(1).and_then(|k| self.snapshots.get(k));
        let before = before.map(|s| s.moment.clone());
        if let Some(snapshot) = self.snapshots.get_mut(at) {
            snapshot.bytes = snapshot.moment.bytes_beyond(before.as_deref());
        }
    }

    fn thin(&mut self) {
        while self.snapshots.len() > 2
            && (self.bytes() > self.budget || self.snapshots.len() > MOST)
        {
            let victim = self.least_missed().unwrap_or(0);
            self.snapshots.remove(victim);
            self.count_again(victim);
        }
    }

    /// The kept state whose loss makes the smallest gap for its age, so that gaps grow with age.
    fn least_missed(&self) -> Option<usize> {
        let last = self.last.max(self.snapshots.last()?.step);
        let inner = 1..self.snapshots.len() - 1;
        let loss = |k: &usize| {
            let gap = self.snapshots[k + 1].step - self.snapshots[k - 1].step;
            let age = last - self.snapshots[*k].step + INTERVAL;
            gap as f64 / age as f64
        };
        let candidates = inner.filter(|&k| !self.snapshots[k].pinned);
        candidates.min_by(|a, b| loss(a).total_cmp(&loss(b)))
    }
}
