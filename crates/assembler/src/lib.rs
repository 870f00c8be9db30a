//! From text to a program and back: lexer, parser, expressions, imports, layout, linking,
//! listing, disassembly, ELF in and out.
//!
//! Owns the dialects. Does not know which instruction set it serves: it sees the descriptor
//! ([`machine::isa::IsaDesc`]).
//!
//! ```
//! use assembler::{AssembleOptions, MainFile, MemoryLoader, VENUS, assemble};
//!
//! let options = AssembleOptions::new(&rv32::DESC, &VENUS);
//! let mut files = MemoryLoader::default().with("main.s", "main: li a0, 5\n");
//! let main = MainFile::Path("main.s".to_owned());
//! let assembly = assemble(main, &[], &options, &mut files);
//! let program = assembly.program.expect("there is no mistake");
//! let text = program.image.segment_at(program.image.entry).expect("it has code");
//! assert_eq!(text.bytes[..4], 0x0050_0513_u32.to_le_bytes());
//! ```

pub mod dialect;
mod driver;
pub mod format;
mod instructions;
mod macros;
mod messages;
pub mod objects;
mod options;
mod original;
pub mod outline;
mod output;
mod placing;
pub mod program;
mod reuse;
mod source;
mod tables;
mod text;
mod trial;

pub use dialect::{Dialect, GNU_MIPS, GNU_RISCV, MARS, MIPSY, RARS, SPIM, VENUS};
pub use driver::{MainFile, assemble};
pub use macros::origin::ExpansionCause;
pub use messages::error::{AsmError, FaultStage, Located};
pub use messages::{codes, error, mars_text, venus_text};
pub use options::{Additions, AssembleOptions, ForeignSymbols, Prelude, SourceLimits};
pub use output::dwarf::DebugSources;
pub use output::{disasm, dump, elf, listing};
pub use program::{Assembly, CodeLine, LineTable, Program};
pub use reuse::Assembler;
pub use source::loader::{
    FileCache, FileSource, FolderEntries, FsLoader, LoadError, Loader, MemoryLoader, RealFile,
    SourceFile, SourceRequest, tidy,
};
pub use source::virtual_files::VirtualFiles;
pub use source::{detect, loader};
pub use text::literal;
