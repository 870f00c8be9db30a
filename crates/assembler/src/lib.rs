//! From text to a program and back: lexer, parser, expressions, imports, layout, linking,
//! listing, disassembly, ELF in and out.
//!
//! Owns the dialects. Does not know which instruction set it serves: it sees the descriptor
//! ([`machine::isa::IsaDesc`]).

pub mod dialect;
mod driver;
mod instructions;
mod macros;
mod messages;
mod options;
mod output;
mod placing;
pub mod program;
mod reuse;
mod source;
mod tables;
mod text;

pub use dialect::{Dialect, MARS, VENUS};
pub use driver::{MainFile, assemble};
pub use macros::origin::ExpansionCause;
pub use messages::error::{AsmError, FaultStage, Located};
pub use messages::{codes, error, mars_text, venus_text};
pub use options::{AssembleOptions, SourceLimits};
pub use output::{disasm, dump, elf, listing};
pub use program::{Assembly, CodeLine, LineTable, Program};
pub use reuse::Assembler;
pub use source::loader::{
    FileCache, FileSource, FsLoader, LoadError, Loader, MemoryLoader, RealFile, SourceFile,
    SourceRequest, tidy,
};
pub use source::{detect, loader};
pub use text::literal;
