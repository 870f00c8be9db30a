//! A line on the terminal that says how far a long run or search is.

use debug::SearchProgress;
use std::io::{self, Write};

/// What shows the progress on standard error, and takes the line away in the end.
pub(super) fn line() -> Box<dyn FnMut(SearchProgress)> {
    debug::progress::paced(|words| {
        // The line is only a comfort.
        let _ = write!(io::stderr(), "\r\x1b[K{}", words.unwrap_or_default());
    })
}
