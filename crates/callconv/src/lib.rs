//! Whether functions keep to the calling convention: any correct code can call them, and what they
//! call can be replaced by any correct function.
//!
//! Owns the findings and their codes, what a source says about its own conventions, the checker
//! that watches a run, and the one that reads a program without running it. It knows the
//! conventions only as [`machine::isa::Abi`] describes them, and nothing of terminals and options
//! of commands.

pub mod agreement;
mod checker;
pub mod codes;
pub mod contract;
mod effect;
pub mod elsewhere;
mod finding;
mod flow;
mod frame;
mod groups;
pub mod lint;
pub mod report;
mod scramble;
mod shadow;
#[cfg(test)]
mod testing;
mod text;
mod usage;
mod words;

pub use checker::{CallEvent, CheckOptions, Checker};
pub use contract::Contract;
pub use finding::{Finding, OpenCall, RestoreFault, What};
pub use groups::Returns;
pub use scramble::Scrambler;
