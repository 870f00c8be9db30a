//! The state of a run at one moment, to go back to.

use super::{Record, Session};
use crate::boundary::Boundary;
use machine::env::{Environment, Remark};
use machine::isa::Reg;
use machine::memory::MemorySnapshot;
use machine::run::Snapshot;

/// All that a run has changed so far, without what its host has.
pub struct Kept {
    machine: Snapshot,
    environment: Box<dyn Environment>,
    output: u64,
    charged: u64,
    remarks: Vec<(u32, Remark)>,
    ended_by_call: bool,
    boundary: Option<Box<Boundary>>,
}

impl Kept {
    /// About how many bytes it keeps alive that an earlier state does not.
    pub fn bytes_beyond(&self, before: Option<&Kept>) -> u64 {
        /// Registers and environment.
        const REST: u64 = 4096;
        REST + self.memory().bytes_beyond(before.map(Kept::memory))
    }

    /// A register at that moment.
    pub fn register(&self, reg: Reg) -> u64 {
        self.machine.register(reg)
    }

    /// The memory at that moment.
    pub(crate) fn memory(&self) -> &MemorySnapshot {
        self.machine.memory()
    }
}

impl Session {
    /// Keeps the present state. A call that waits for input is not part of it.
    pub fn keep(&mut self) -> Kept {
        Kept {
            machine: self.machine.snapshot(),
            environment: self.environment.fork(),
            output: self.output,
            charged: self.charged,
            remarks: self.remarks.clone(),
            ended_by_call: self.ended_by_call,
            boundary: self.boundary.clone(),
        }
    }

    /// Goes back to a state that was kept, and forgets a call that waits. The run cannot be
    /// repeated from the answers of the host any more.
    pub fn go_back(&mut self, kept: &Kept) {
        self.restore(kept);
        match (&mut self.boundary, &kept.boundary) {
            (Some(boundary), Some(kept)) => boundary.go_back(kept),
            (Some(boundary), None) => {
                let seed = boundary.rules().seed;
                boundary.begin_again(seed);
            }
            (None, _) => {}
        }
        self.record = Record::default();
        self.samples.clear();
        self.forget_waiting();
    }

    pub(super) fn restore(&mut self, kept: &Kept) {
        self.machine.restore(&kept.machine);
        self.environment = kept.environment.fork();
        self.output = kept.output;
        self.charged = kept.charged;
        self.remarks.clone_from(&kept.remarks);
        self.ended_by_call = kept.ended_by_call;
    }
}
