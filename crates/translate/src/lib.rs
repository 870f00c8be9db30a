//! Native code for hot guest code.
//!
//! Owns the translation of guest instructions to code of the host. A region (`plan.rs`) is the code around a hot
//! place, as far as direct jumps lead. Each instruction in it is read from its row, as the loops read it, but with
//! words that are values of the code generator (`word.rs`, `reading.rs`). Guest registers are such values
//! throughout a region; they are written back where it is left. What the code cannot do it leaves to the loops,
//! *before* the instruction: traps, calls of the environment, accesses that the tables of memory do not answer,
//! rows that only the interpreter knows. So it has no traps of its own, and all of this happens at the same
//! instruction and step as without it.
//!
//! It is the one crate with `unsafe` code: memory that is written and then executed (`host.rs`), and the call of
//! it (`abi.rs`). Whatever the guest does, native code accesses no other memory than the 4 GiB of the guest, its
//! registers and the tables of pages: an address has 32 bits, and is added to where memory begins.

mod options;

#[cfg(all(
    feature = "native",
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod native;

pub use options::{TranslateOptions, TranslateStats};

use machine::run::Machine;
use std::sync::{Arc, Mutex};

/// Translates the hot code of a machine from now on, where this host is one that code is generated for; the
/// figures of it, or none.
pub fn attach(
    machine: &mut Machine,
    options: TranslateOptions,
) -> Option<Arc<Mutex<TranslateStats>>> {
    #[cfg(all(
        feature = "native",
        target_os = "linux",
        any(target_arch = "x86_64", target_arch = "aarch64")
    ))]
    return native::attach(machine, options);
    #[cfg(not(all(
        feature = "native",
        target_os = "linux",
        any(target_arch = "x86_64", target_arch = "aarch64")
    )))]
    {
        let _ = (machine, options);
        None
    }
}
