//! From text to a program and back: lexer, parser, expressions, imports, layout, linking,
//! listing, disassembly, ELF in and out.
//!
//! Owns the dialects. Does not know which instruction set it serves: it sees the descriptor
//! ([`machine::isa::IsaDesc`]).

pub mod disasm;
pub mod elf;
pub mod listing;
pub mod program;

pub use program::{Assembly, Line, LineTable, Program};
