//! The `jal` command as people use it: the real binary, in folders of its own.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod check;
mod commands;
mod dap;
mod debug;
mod doctor;
mod fmt;
mod folder;
mod fuzz;
mod handout;
#[cfg(unix)]
mod lines;
mod lsp;
mod mips;
mod mistakes;
mod pages;
#[cfg(feature = "play")]
mod play;
mod portable;
mod remedies;
mod reports;
mod serve;
mod test;
mod units;
mod views;
mod windows;
