//! The command line `jal`: arguments, exit codes, colour, terminals.
//!
//! Owns everything that only a program with a terminal needs. What a command does is done by the
//! crates below.

pub mod error;
pub mod exit;
pub mod jal;
