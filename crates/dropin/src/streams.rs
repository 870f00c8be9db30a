//! The standard streams of the drop-in command lines.

use std::io::{self, Write};

/// Writes to standard output. When its reader is gone there is nobody to tell.
pub(crate) fn out(text: &str) {
    let mut stdout = io::stdout();
    let _ = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
}

/// Writes to standard error.
pub(crate) fn err(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
