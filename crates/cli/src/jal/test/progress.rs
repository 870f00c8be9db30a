//! A progress bar, for tests that keep a person waiting.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// What is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// Shows how many tests are done, on a terminal, if it takes long.
pub(super) struct Progress {
    total: usize,
    begin: Instant,
    is_wanted: bool,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// Nothing is shown yet.
    pub(super) fn new(total: usize) -> Self {
        Progress {
            total,
            begin: Instant::now(),
            is_wanted: io::stderr().is_terminal(),
            bar: OnceLock::new(),
        }
    }

    /// So many tests are done.
    pub(super) fn show(&self, done: usize) {
        if !self.is_wanted || self.begin.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let bar = ProgressBar::new(self.total as u64);
            match ProgressStyle::with_template("{wide_bar} {pos} of {len} tests") {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            }
        });
        bar.set_position(done as u64);
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
