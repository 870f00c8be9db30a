//! Where a program that does not end goes round, and since when.

use super::Calls;
use super::calls::OpenCalls;
use super::recent::Recent;
use machine::observe::{Observer, Run, RunEnd, RunSummary, Touches, Wants};
use rustc_hash::FxHashMap;

/// Instructions that a stopped program keeps running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Their addresses, ascending.
    pub addresses: Vec<u32>,
}

impl Loop {
    /// Whether `pc` is one of them.
    pub fn contains(&self, pc: u32) -> bool {
        self.addresses.binary_search(&pc).is_ok()
    }
}

/// Watches a stretch of a run and finds what it goes round in.
#[derive(Clone, Debug, Default)]
pub struct LoopFinder {
    /// Straight code by its first address and its length: its addresses, and how often it ran.
    runs: FxHashMap<(u32, usize), (Vec<u32>, u64)>,
    /// The step of the instruction that was begun last.
    begun: Option<u64>,
}

impl LoopFinder {
    /// How many instructions to watch.
    pub const WATCH: u64 = 100_000;

    /// The loop, if the stretch ran the same instructions again and again: everything that ran
    /// at least a hundred times.
    pub fn found(&self) -> Option<Loop> {
        const AGAIN: u64 = 100;
        let mut counts: FxHashMap<u32, u64> = FxHashMap::default();
        for (addresses, times) in self.runs.values() {
            for pc in addresses {
                *counts.entry(*pc).or_insert(0) += times;
            }
        }
        let often = counts.into_iter().filter(|(_, count)| *count >= AGAIN);
        let mut addresses: Vec<u32> = often.map(|(pc, _)| pc).collect();
        addresses.sort_unstable();
        (!addresses.is_empty()).then_some(Loop { addresses })
    }
}

impl Observer for LoopFinder {
    fn wants(&self) -> Wants {
        Wants::RUNS
    }

    fn run(&mut self, run: &Run<'_>, _: &mut Touches) {
        let Some(&first) = run.pcs().first() else {
            return;
        };
        // An access to a device is begun, and reported again when the device is ready.
        let told_again = self.begun == Some(run.steps) && run.pcs().len() == 1;
        self.begun = run.has_begun().then(|| run.steps + run.len() as u64);
        if told_again {
            return;
        }
        let seen = self.runs.entry((first, run.pcs().len()));
        seen.or_insert_with(|| (run.pcs().to_vec(), 0)).1 += 1;
    }
}

/// Finds out at which step a run entered a loop for the last time, and which calls are open.
#[derive(Clone, Debug)]
pub struct LoopAge<'a> {
    ring: &'a Loop,
    /// The first step after the last one outside the loop.
    pub since: u64,
    /// The calls that are open.
    pub calls: Calls,
    /// Straight code in the loop, by its ends as they are reported.
    inside: Recent<()>,
    /// The state that was remembered.
    marked: Option<(u64, OpenCalls)>,
}

impl<'a> LoopAge<'a> {
    /// Watches for `ring`.
    pub fn new(ring: &'a Loop) -> Self {
        LoopAge {
            ring,
            since: 0,
            calls: Calls::default(),
            inside: Recent::default(),
            marked: None,
        }
    }

    #[inline(always)]
    fn key(first: u32, last: u32) -> u64 {
        u64::from(first) << 32 | u64::from(last)
    }
}

impl Observer for LoopAge<'_> {
    fn wants(&self) -> Wants {
        Wants::RUNS
    }

    #[inline(always)]
    fn knows(&mut self, run: &RunSummary<'_>) -> bool {
        // What the calls know, they have counted: they are asked last.
        self.inside.get(Self::key(run.first, run.last)).is_some() && self.calls.knows(run)
    }

    fn run(&mut self, run: &Run<'_>, touches: &mut Touches) {
        self.calls.run(run, touches);
        let outside = run.pcs().iter().rposition(|pc| !self.ring.contains(*pc));
        if let Some(outside) = outside {
            self.since = run.steps + outside as u64 + 1;
            return;
        }
        let mark = match run.end {
            RunEnd::Transfer(_) => 0,
            RunEnd::Straight | RunEnd::Stop { .. } => 1,
            RunEnd::Delayed(_) => return,
        };
        if let (Some(&first), Some(&last)) = (run.pcs().first(), run.pcs().last()) {
            self.inside.remember(Self::key(first, last | mark), ());
        }
    }

    fn forget_code(&mut self) {
        self.calls.forget_code();
        self.inside.forget();
    }

    fn mark(&mut self) {
        self.marked = Some((self.since, self.calls.open()));
    }

    fn is_as_marked(&self) -> bool {
        let marked = self.marked.as_ref();
        marked.is_some_and(|(since, open)| *since == self.since && self.calls.are(open))
    }
}
