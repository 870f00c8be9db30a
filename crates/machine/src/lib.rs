//! The machine under both instruction sets: ISA descriptors, memory, the run loop, observers and
//! the environments that answer system calls.
//!
//! Owns how a program is held, predecoded and run. Knows no source text, no terminal and no file:
//! what a guest wants of the world leaves the loop as a value.

pub mod code;
pub mod env;
pub mod float;
pub mod image;
pub mod isa;
pub mod memory;
pub mod observe;
pub mod run;
mod table;
pub mod trap;
