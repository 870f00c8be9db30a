//! The codes of everything that is said about a settings file. They are stable: people search for
//! them.

use diag::Code;

/// A file is not TOML.
pub const NOT_TOML: Code = Code("T0101");
/// A key that means nothing.
pub const UNKNOWN_KEY: Code = Code("T0102");
/// A value that a key cannot have.
pub const WRONG_VALUE: Code = Code("T0103");
