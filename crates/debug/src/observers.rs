//! What watches a run for the debugger: where it may have to stop, what instructions change, and
//! which calls are open.

mod arrivals;
mod filter;
mod frames;
mod recorded;
mod scan;
mod watch;

pub(crate) use arrivals::Arrivals;
pub use frames::CallFrame;
pub(crate) use frames::{CallFollower, Frames};
pub(crate) use recorded::{CallRecorder, RecordedCall, StoredByte};
pub(crate) use scan::Scan;
pub(crate) use watch::{Goal, Points, Watch, WatchedRange, WatchedRegister, sub_number};
pub use watch::{Hit, WatchedAccess};

use arrivals::deeper;
use machine::isa::Reg;
use machine::observe::{At, MemoryAccess, Observer, Transfer};
use rustc_hash::FxHashMap;

/// One thing that an instruction changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepEffect {
    /// A register.
    Register {
        /// Which.
        reg: Reg,
        /// Before.
        old: u64,
        /// After.
        new: u64,
    },
    /// Memory.
    Memory(MemoryAccess),
}

/// Collects what instructions change: what is changed several times counts as one change.
#[derive(Default)]
pub(crate) struct Collect {
    pub(crate) effects: Vec<StepEffect>,
    /// The calls and returns that were made.
    pub(crate) transfers: Vec<Transfer>,
}

impl Observer for Collect {
    fn register(&mut self, reg: Reg, old: u64, new: u64) {
        let known = self.effects.iter_mut().find_map(|effect| match effect {
            StepEffect::Register { reg: r, new, .. } if *r == reg => Some(new),
            _ => None,
        });
        match known {
            Some(known) => *known = new,
            None => self.effects.push(StepEffect::Register { reg, old, new }),
        }
    }

    fn memory(&mut self, access: &MemoryAccess) {
        if !access.store {
            return;
        }
        let same =
            |known: &MemoryAccess| known.address == access.address && known.size == access.size;
        let known = self.effects.iter_mut().find_map(|effect| match effect {
            StepEffect::Memory(known) if same(known) => Some(known),
            _ => None,
        });
        match known {
            Some(known) => known.new = access.new,
            None => self.effects.push(StepEffect::Memory(*access)),
        }
    }

    fn transfer(&mut self, transfer: &Transfer) {
        self.transfers.push(*transfer);
    }
}

/// For each depth of calls, the last step at which an instruction, or a statement, began.
pub(crate) struct Depths {
    starts: Points,
    /// Every instruction counts.
    all: bool,
    depth: i64,
    arrivals: Arrivals,
    /// The last step at the present depth.
    now: Option<u64>,
    /// Those of other depths.
    last: FxHashMap<i64, u64>,
}

impl Depths {
    /// Counts instructions at these addresses; all of them if there are none. `arriving`: the
    /// transfer that the first instruction is in the delay slot of.
    pub(crate) fn new(starts: &[u32], arriving: Option<Transfer>) -> Self {
        let mut arrivals = Arrivals::default();
        if let Some(transfer) = arriving {
            arrivals.leave(&transfer);
        }
        Depths {
            starts: Points::new(starts),
            all: starts.is_empty(),
            depth: 0,
            arrivals,
            now: None,
            last: FxHashMap::default(),
        }
    }

    /// How many calls deeper the run is than at the beginning.
    pub(crate) fn depth(&self) -> i64 {
        self.depth
    }

    /// The last step that counts, no deeper than `deepest`.
    pub(crate) fn last(&self, deepest: Option<i64>) -> Option<u64> {
        let fits = |depth: i64| deepest.is_none_or(|deepest| depth <= deepest);
        let others = self.last.iter().filter(|(depth, _)| fits(**depth));
        let others = others.map(|(_, step)| *step);
        others.chain(self.now.filter(|_| fits(self.depth))).max()
    }

    /// The stretch has ended before this instruction.
    #[inline(always)]
    pub(crate) fn arrive(&mut self, pc: u32) {
        if let Some(transfer) = self.arrivals.arrive(pc) {
            self.go(deeper(&transfer));
        }
    }

    fn go(&mut self, by: i64) {
        if let Some(step) = self.now {
            self.last.insert(self.depth, step);
        }
        self.depth += by;
        self.now = self.last.get(&self.depth).copied();
    }
}

impl Observer for Depths {
    #[inline(always)]
    fn instruction(&mut self, at: &At) {
        self.arrive(at.pc);
        if self.all || self.starts.contains(at.pc) {
            self.now = Some(at.step);
        }
    }

    #[inline(always)]
    fn transfer(&mut self, transfer: &Transfer) {
        self.arrivals.leave(transfer);
    }
}
