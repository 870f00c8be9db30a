//! A line on the terminal that says how far a long search is.

use debug::SearchProgress;
use diag::number::grouped;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// A search is long after this time.
const LONG: Duration = Duration::from_millis(400);
/// How often the line is written again.
const AGAIN: Duration = Duration::from_millis(100);

/// What shows the progress of searches on standard error, and takes the line away in the end.
pub(super) fn line() -> Box<dyn FnMut(SearchProgress)> {
    let mut began: Option<Instant> = None;
    let mut shown: Option<Instant> = None;
    Box::new(move |progress| match progress {
        SearchProgress::At { step, from, to } => {
            let began = *began.get_or_insert_with(Instant::now);
            let is_due = shown.is_none_or(|shown| shown.elapsed() >= AGAIN);
            if began.elapsed() >= LONG && is_due {
                shown = Some(Instant::now());
                let all = from.saturating_sub(to).max(1);
                let percent = 100 * u128::from(from.saturating_sub(step)) / u128::from(all);
                let step = grouped(step);
                // The line is only a comfort.
                let _ = write!(
                    io::stderr(),
                    "\r\x1b[KSearching back: step {step}, {percent} % (Ctrl-C stops)"
                );
            }
        }
        SearchProgress::Done => {
            began = None;
            if shown.take().is_some() {
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        }
    })
}
