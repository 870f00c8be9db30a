//! How far a run may go, and how it ends.

use machine::env::CallFault;
use machine::trap::Trap;
use std::time::Duration;

/// How far a run may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions.
    pub steps: Option<u64>,
    /// Bytes printed and written to files.
    pub output: Option<u64>,
    /// Bytes of memory made real.
    pub memory: u64,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Calls count as one instruction each, whatever they do, as in other simulators.
    pub free_calls: bool,
}

impl Limits {
    /// The memory that a program gets by default.
    pub const DEFAULT_MEMORY: u64 = 512 << 20;

    /// The limit of memory alone.
    pub(super) fn only_memory(self) -> Self {
        let memory = self.memory;
        Limits {
            memory,
            ..Limits::default()
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: None,
            output: None,
            memory: Limits::DEFAULT_MEMORY,
            time: None,
            free_calls: false,
        }
    }
}

/// A limit that was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Instructions.
    Steps(u64),
    /// Bytes printed.
    Output(u64),
    /// Memory.
    Memory {
        /// The limit in bytes.
        bytes: u64,
        /// The address that would have needed more.
        address: u32,
    },
    /// Wall-clock time.
    Time(Duration),
}

/// What went wrong in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// An instruction could not be carried out.
    Trap(Trap),
    /// A call of the environment could not.
    Call(CallFault),
}

/// A fault and where it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// The instruction.
    pub pc: u32,
    /// How many instructions had run before it.
    pub step: u64,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The program ended itself.
    Exit(i32),
    /// It did something that cannot be done.
    Fault(Fault),
    /// It was stopped at a limit.
    Limit(Limit),
    /// The user stopped it.
    Interrupted,
    /// It waits for input that the host does not have yet; running on asks the host again.
    Waiting,
    /// The observer asked to pause; running on goes on.
    Paused,
    /// Its output could not be shown any more; the host knows why.
    OutputLost,
}

impl End {
    /// How the run ended, as a sentence.
    pub fn words(&self) -> &'static str {
        match self {
            End::Exit(_) => "The program has ended.",
            End::Fault(_) => "The program has ended with a run-time fault.",
            End::Limit(_) => "The program was stopped at a limit.",
            End::Interrupted | End::OutputLost | End::Waiting | End::Paused => {
                "The program was stopped."
            }
        }
    }
}

/// A run's end and its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// Instructions that ran.
    pub steps: u64,
    /// Bytes printed.
    pub output: u64,
}
