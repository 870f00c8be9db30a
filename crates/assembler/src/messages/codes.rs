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
    /// A word that a simulator cannot read.
    NOT_ITS_WORD = "P0101";
    /// A second label on a line, where a simulator takes one.
    SECOND_LABEL = "P0102";
    /// A directive that a simulator does not have.
    NOT_ITS_DIRECTIVE = "P0201";
    /// Data or operands of a directive that a simulator does not take.
    NOT_ITS_DATA = "P0202";
    /// An instruction that a simulator does not have.
    NOT_ITS_INSTRUCTION = "P0301";
    /// Operands that an instruction does not have in a simulator.
    NOT_ITS_OPERANDS = "P0302";
    /// A call of a macro that a simulator does not accept.
    NOT_ITS_MACRO = "P0401";
    /// A program that is written for another simulator.
    OTHER_SIMULATOR = "P0501";
    /// Nothing tells which machine the program is for.
    GUESSED_LANGUAGE = "W0702";
}
