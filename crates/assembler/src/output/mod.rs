//! A program as text and as a file: listing, disassembly, stages, ELF in and out.

pub mod disasm;
pub mod dump;
pub(crate) mod dwarf;
pub mod elf;
pub mod listing;
