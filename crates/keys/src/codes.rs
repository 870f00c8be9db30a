//! The codes of everything that is said about a settings file. They are stable: people search for
//! them.

diag::codes! {
    /// A file is not TOML.
    NOT_TOML = "T0101";
    /// A key that means nothing.
    UNKNOWN_KEY = "T0102";
    /// A value that a key cannot have.
    WRONG_VALUE = "T0103";
}
