//! From text to a program and back: lexer, parser, expressions, imports, layout, linking,
//! listing, disassembly, ELF in and out.
//!
//! Owns the dialects. Does not know which instruction set it serves: it sees the descriptor
//! ([`machine::isa::IsaDesc`]).

mod assemble;
mod assembler;
pub mod codes;
mod constants;
mod decode;
mod defines;
pub mod detect;
mod diagnose;
pub mod dialect;
mod directive;
pub mod disasm;
pub mod dump;
pub mod elf;
mod emit;
mod encode;
pub mod error;
mod escape;
mod expand;
mod expr;
mod imports;
mod include;
mod layout;
mod lex;
mod link;
pub mod listing;
pub mod loader;
mod loose;
mod macros;
pub mod mars_text;
mod mismatch;
mod operands;
mod options;
mod origin;
mod parse;
mod place;
mod placement;
mod preprocess;
pub mod program;
mod reader;
mod scope;
mod section;
mod select;
mod slips;
mod statement;
mod suggest;
mod tables;
mod template;
mod title;
mod unit;
pub mod venus_text;

pub use assemble::{MainFile, assemble};
pub use assembler::Assembler;
pub use dialect::{Dialect, MARS, VENUS};
pub use error::{AsmError, Located, Stage};
pub use loader::{
    FileCache, FileSource, FsLoader, LoadError, Loaded, Loader, MemoryLoader, RealFile, Request,
    tidy,
};
pub use options::{Options, SourceLimits};
pub use origin::Cause;
pub use program::{Assembly, Line, LineTable, Program};
