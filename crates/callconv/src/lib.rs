//! Whether functions keep to the calling convention: any correct code can call them, and what they
//! call can be replaced by any correct function.
//!
//! Owns the findings and their codes, what a source says about its own conventions, the checker
//! that watches a run, and the one that reads a program without running it. It knows the
//! conventions only as [`machine::isa::Abi`] describes them, and nothing of terminals and options
//! of commands.

pub mod codes;
pub mod contract;
mod register_set;
#[cfg(test)]
mod testing;

pub use contract::Contract;
pub use register_set::RegisterSet;
