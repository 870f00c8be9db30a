//! Observers of runs. Each owns one question; none changes what a program does.

mod calls;
mod coverage;
mod looping;
mod pages;
mod recent;
mod stats;
mod trace;

pub use calls::{Calls, Frame};
pub use coverage::{Count, Coverage};
pub use looping::{Loop, LoopAge, LoopFinder};
pub use stats::Stats;
pub use trace::Trace;
