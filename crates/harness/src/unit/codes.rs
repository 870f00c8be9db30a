//! Codes of diagnostics about unit tests and generators, with those that all files share.

pub use keys::codes::WRONG_VALUE as VALUE;

diag::codes! {
    /// A name that neither the file nor the program has.
    NAME = "T0201";
    /// There is no program to test.
    LINK = "T0202";
}
