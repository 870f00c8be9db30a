//! Codes of diagnostics about unit tests and generators, with those that all files share.

pub use crate::codes::{NOT_TOML as SYNTAX, UNKNOWN_KEY as KEY, WRONG_VALUE as VALUE};
use diag::Code;

/// A name that neither the file nor the program has.
pub const NAME: Code = Code("T0201");
/// There is no program to test.
pub const LINK: Code = Code("T0202");
