//! Codes of diagnostics about unit tests and generators, with those that all files share.

use diag::Code;
pub use keys::codes::WRONG_VALUE as VALUE;

/// A name that neither the file nor the program has.
pub const NAME: Code = Code("T0201");
/// There is no program to test.
pub const LINK: Code = Code("T0202");
