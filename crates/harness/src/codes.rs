//! The codes of everything that is said about files that describe tests. They are stable: people
//! search for them.

use diag::Code;

pub use keys::codes::{NOT_TOML, UNKNOWN_KEY, WRONG_VALUE};

/// A pattern that fits nothing.
pub const NO_MATCH: Code = Code("T0104");
/// A file of a test that cannot be read.
pub const UNREADABLE: Code = Code("T0105");
/// A task for which nothing of a submission counts.
pub const NOTHING_TAKEN: Code = Code("T0106");
/// A function that cannot be compared with the course's own.
pub const NOT_COMPARED: Code = Code("T0107");
/// The course's own solution does not pass its tests.
pub const MODEL_FAILS: Code = Code("T0108");
