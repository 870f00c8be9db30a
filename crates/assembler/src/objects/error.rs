//! Owns the reasons why objects cannot be linked, and what to do about each.

use diag::{Code, Diagnostic};
use thiserror::Error;

use crate::elf::ElfError;

/// The diagnostic codes of linking objects.
pub mod codes {
    diag::codes! {
        /// An archive or an object that is damaged.
        BAD_OBJECT = "L0201";
        /// A name that nothing defines.
        UNDEFINED = "L0202";
        /// A name that two files define.
        DUPLICATE = "L0203";
        /// A value that does not fit where an object wants it, or of a kind that is not known.
        RELOCATION = "L0204";
    }
}

/// Why objects cannot be linked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ObjectError {
    /// The ELF file itself cannot be read.
    #[error("cannot link {file}: {error}")]
    Elf {
        /// The file.
        file: String,
        /// What is wrong.
        error: ElfError,
    },
    /// An archive, or a part of an object, is not as it must be.
    #[error("cannot link {file}: {what}")]
    Damaged {
        /// The file.
        file: String,
        /// What is wrong.
        what: &'static str,
    },
    /// A file is for the other byte order.
    #[error("cannot link {file}: its words have the other byte order")]
    ByteOrder {
        /// The file.
        file: String,
    },
    /// The sections of all files need more memory than is allowed.
    #[error("the objects need more than {limit} bytes of memory")]
    TooLarge {
        /// What they may take.
        limit: u64,
    },
    /// Nothing defines a name.
    #[error("`{name}` is not defined: {file} needs it")]
    Undefined {
        /// The name.
        name: String,
        /// The file that needs it.
        file: String,
        /// Names that are alike.
        similar: Vec<String>,
    },
    /// Two files define a name.
    #[error("`{name}` is defined twice: in {first} and in {second}")]
    Duplicate {
        /// The name.
        name: String,
        /// The file that comes first.
        first: String,
        /// The other one.
        second: String,
    },
    /// A kind of relocation that is not known.
    #[error("cannot link {file}: {section} has a relocation of the unknown kind {kind}")]
    UnknownRelocation {
        /// The file.
        file: String,
        /// The section.
        section: String,
        /// Its number.
        kind: u32,
    },
    /// A value that does not fit.
    #[error("cannot link {file}: {name} at {section}+{offset:#x} does not reach `{symbol}`")]
    TooFar {
        /// The file.
        file: String,
        /// The section.
        section: String,
        /// Where in it.
        offset: u32,
        /// The kind of relocation.
        name: &'static str,
        /// The symbol.
        symbol: String,
    },
}

impl ObjectError {
    /// The code of its family.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            ObjectError::Elf { error, .. } => error.code(),
            ObjectError::Damaged { .. }
            | ObjectError::ByteOrder { .. }
            | ObjectError::TooLarge { .. } => codes::BAD_OBJECT,
            ObjectError::Undefined { .. } => codes::UNDEFINED,
            ObjectError::Duplicate { .. } => codes::DUPLICATE,
            ObjectError::UnknownRelocation { .. } | ObjectError::TooFar { .. } => codes::RELOCATION,
        }
    }

    fn help(&self) -> String {
        match self {
            ObjectError::Elf { error, .. } => error.help().to_owned(),
            ObjectError::Damaged { .. } => {
                "compile the object again; `readelf -a` shows what is in it".to_owned()
            }
            ObjectError::ByteOrder { .. } => {
                "compile all objects with the same compiler: `mips-linux-gnu-gcc` puts the high byte first, `mipsel-linux-gnu-gcc` the low byte".to_owned()
            }
            ObjectError::TooLarge { .. } => "allow more with `--max-memory`".to_owned(),
            ObjectError::Undefined { name, similar, .. } => match similar.first() {
                Some(other) => format!("did you mean `{other}`?"),
                None => format!("pass the source, object or archive that defines `{name}`, too"),
            },
            ObjectError::Duplicate { .. } => {
                "rename one of them, or make it `static` in C or a local label".to_owned()
            }
            ObjectError::UnknownRelocation { .. } => {
                "compile it without debug information, and not as position-independent code: `-g0 -fno-pic`".to_owned()
            }
            ObjectError::TooFar { .. } => {
                "the target is too far away: compile with `-mcmodel=medany` on RISC-V, or `-mlong-calls` on MIPS".to_owned()
            }
        }
    }

    /// This error as a diagnostic.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::error(self.code(), self.to_string()).help(self.help())
    }
}
