//! Runs programs: chooses machine and environment, keeps limits, answers requests through a host,
//! attaches observers, and turns faults into diagnostics with source.
//!
//! Knows no command line and no terminal: the host that does input and output is passed in.

pub mod clock;
pub mod files;
pub mod host;
pub mod load;
pub mod observers;
mod record;
pub mod report;
pub mod session;
pub mod subroutine;
pub mod target;

pub use clock::SLICE;
pub use host::{Console, Host};
pub use session::{End, Fault, FaultKind, Limit, Limits, Outcome, Session};
pub use subroutine::Subroutine;
pub use target::{EnvironmentKind, EnvironmentSetup, Target};
