//! Owns the reasons why an ELF file cannot be loaded, and what to do about each.

use diag::{Code, Diagnostic};
use thiserror::Error;

use super::MIPS;

/// The diagnostic codes of loading, one a family of reasons.
pub mod codes {
    diag::codes! {
        /// Not an ELF file.
        NOT_ELF = "L0101";
        /// The file is cut off, or its headers contradict each other.
        DAMAGED = "L0102";
        /// A 64-bit program.
        NOT_32_BIT = "L0103";
        /// A program for another processor.
        WRONG_MACHINE = "L0104";
        /// A program that needs a dynamic linker, or that is to be relocated when loaded.
        DYNAMIC = "L0105";
        /// An object file, a core dump or the like: nothing that can be started.
        NOT_LINKED = "L0106";
        /// A segment that leaves the 32-bit address space.
        OUTSIDE = "L0107";
        /// Two segments that want the same memory.
        OVERLAP = "L0108";
        /// More memory than is allowed.
        TOO_LARGE = "L0109";
        /// Nothing to load.
        EMPTY = "L0110";
        /// The entry point is not in executable memory.
        BAD_ENTRY = "L0111";
    }
}

/// Why an ELF file cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ElfError {
    /// The first four bytes are not those of an ELF file.
    #[error("this is not an ELF file")]
    NotElf,
    /// Something that the headers speak of lies beyond the end of the file.
    #[error("the file is cut off: {what} is beyond its end")]
    Truncated {
        /// What is missing.
        what: &'static str,
    },
    /// Headers that no linker writes.
    #[error("the ELF headers contradict each other: {what}")]
    Inconsistent {
        /// What is wrong with them.
        what: &'static str,
    },
    /// A 64-bit program.
    #[error("this is a 64-bit program, but the machine has 32 bits")]
    Not32Bit {
        /// The ELF machine number.
        machine: u16,
    },
    /// A program for another processor.
    #[error("this program is for another processor (ELF machine number {machine})")]
    WrongMachine {
        /// The ELF machine number.
        machine: u16,
    },
    /// A program that asks for a dynamic linker.
    #[error("this program is dynamically linked")]
    Dynamic,
    /// A program that may stand anywhere, and has to be relocated when it is loaded.
    #[error("this program is position-independent")]
    PositionIndependent,
    /// An object file.
    #[error("this is an object file that is not linked yet")]
    Object,
    /// A core dump or something else that does not run.
    #[error("this ELF file is not an executable (ELF type {kind})")]
    NotExecutable {
        /// The ELF type number.
        kind: u16,
    },
    /// A segment that leaves the address space.
    #[error("the segment at {address:#010x} of {size} bytes extends past the 32-bit address space")]
    Outside {
        /// Its first address.
        address: u32,
        /// Its size in memory.
        size: u32,
    },
    /// Two segments that want the same memory.
    #[error("the segments at {first:#010x} and {second:#010x} overlap")]
    Overlap {
        /// First address of the lower one.
        first: u32,
        /// First address of the other one.
        second: u32,
    },
    /// More memory than is allowed.
    #[error("the program needs {size} bytes of memory, but the limit is {limit}")]
    TooLarge {
        /// What the segments take together.
        size: u64,
        /// What they may take.
        limit: u64,
    },
    /// Nothing to load.
    #[error("the file has no segment to load")]
    Empty,
    /// The entry point is not in executable memory.
    #[error("the entry point {entry:#010x} is not in executable memory")]
    BadEntry {
        /// The entry point.
        entry: u32,
    },
}

impl ElfError {
    /// The code of its family.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            ElfError::NotElf => codes::NOT_ELF,
            ElfError::Truncated { .. } | ElfError::Inconsistent { .. } => codes::DAMAGED,
            ElfError::Not32Bit { .. } => codes::NOT_32_BIT,
            ElfError::WrongMachine { .. } => codes::WRONG_MACHINE,
            ElfError::Dynamic | ElfError::PositionIndependent => codes::DYNAMIC,
            ElfError::Object | ElfError::NotExecutable { .. } => codes::NOT_LINKED,
            ElfError::Outside { .. } => codes::OUTSIDE,
            ElfError::Overlap { .. } => codes::OVERLAP,
            ElfError::TooLarge { .. } => codes::TOO_LARGE,
            ElfError::Empty => codes::EMPTY,
            ElfError::BadEntry { .. } => codes::BAD_ENTRY,
        }
    }

    /// What to do about it.
    #[must_use]
    pub const fn help(&self) -> &'static str {
        match self {
            ElfError::NotElf => "pass an assembly source, or an executable that a linker wrote",
            ElfError::Truncated { .. } => "copy the file again, or link the program again",
            ElfError::Inconsistent { .. } => {
                "link the program again; `readelf -a` shows the headers"
            }
            ElfError::Not32Bit { machine: MIPS } => "compile with `-march=mips32 -mabi=32`",
            ElfError::Not32Bit { .. } => "compile with `-march=rv32imac -mabi=ilp32`",
            ElfError::WrongMachine { .. } => {
                "compile for rv32 (`riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32`) or mips32 (`mipsel-linux-gnu-gcc -march=mips32 -mabi=32`)"
            }
            ElfError::Dynamic => "link with `-static -no-pie`",
            ElfError::PositionIndependent => "link with `-static -no-pie`, not `-static-pie`",
            ElfError::Object => {
                "link it: pass it once more to the compiler that made it, with `-nostdlib -static`"
            }
            ElfError::NotExecutable { .. } => "pass the executable itself, not a dump or a library",
            ElfError::Outside { .. } => "correct the addresses in the linker script",
            ElfError::Overlap { .. } => "correct the addresses in the linker script",
            ElfError::TooLarge { .. } => {
                "make its arrays smaller, or allow more with `--max-memory`"
            }
            ElfError::Empty => {
                "the program is empty: link it with the object file that has its code"
            }
            ElfError::BadEntry { .. } => {
                "name the first instruction `_start` (for MIPS `__start`) and declare it `.globl`, or link with `-e LABEL`"
            }
        }
    }

    /// This error as a diagnostic about the file called `file`.
    #[must_use]
    pub fn diagnostic(&self, file: &str) -> Diagnostic {
        Diagnostic::error(self.code(), format!("cannot load {file}: {self}")).help(self.help())
    }
}

impl From<&ElfError> for Diagnostic {
    fn from(error: &ElfError) -> Self {
        Diagnostic::error(error.code(), error.to_string()).help(error.help())
    }
}
