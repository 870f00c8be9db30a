//! The machine under both instruction sets: ISA descriptors, memory, the run loop, observers and
//! the environments that answer system calls.
//!
//! Owns how a program is held, predecoded and run. Knows no source text, no terminal and no file:
//! what a guest wants of the world leaves the loop as a value.
//!
//! Memory, for one, can be put back as it was, however much has changed (the crates of the
//! instruction sets show how programs run):
//!
//! ```
//! use machine::memory::{Memory, Region};
//!
//! let mut memory = Memory::default();
//! let (first, last) = (0x1000, 0x1fff);
//! memory.add_region(Region { first, last, read: true, write: true });
//! memory.write_host(0x1000, b"before")?;
//! let kept = memory.snapshot();
//! memory.write_host(0x1000, b"after!")?;
//! memory.restore(&kept);
//! assert_eq!(memory.read_host(0x1000, 6)?, b"before");
//! # Ok::<(), machine::trap::Trap>(())
//! ```

pub mod code;
pub mod env;
pub mod float;
pub mod image;
pub mod isa;
pub mod memory;
pub mod observe;
pub mod random;
pub mod reading;
pub mod run;
pub mod screen;
mod table;
pub mod trap;
