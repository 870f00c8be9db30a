//! The command lines `jal`, `venus` and `mars`: arguments, exit codes, colour, terminals.
//!
//! Owns everything that only a program with a terminal needs. What a command does is done by the
//! crates below.

pub mod console;
pub mod exit;
mod folder_host;
pub mod jal;
pub mod mars;
mod streams;
pub mod venus;
