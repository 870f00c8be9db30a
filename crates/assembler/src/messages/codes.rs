//! The codes of everything that the assembler reports. They are stable: people search for them.
//! Those of faults come from their rows.

pub use super::faults::codes as faults;
pub use super::faults::codes::*;

diag::codes! {
    /// A file that cannot be found.
    FILE_MISSING = "E0501";
    /// A file that may not be read.
    FILE_FORBIDDEN = "E0502";
    /// A file that cannot be read.
    FILE_UNREADABLE = "E0503";
    /// A program that is written in two assembly languages.
    MIXED_LANGUAGES = "E0508";
    /// Nothing tells which machine the program is for.
    GUESSED_LANGUAGE = "W0702";
}
