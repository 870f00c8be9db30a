//! How far a long run or search is, in words, and not too often.

use crate::SearchProgress;
use diag::number::grouped;
use web_time::{Duration, Instant};

/// A move is long after this time.
const LONG: Duration = Duration::from_millis(400);
/// How often the words are shown again.
const AGAIN: Duration = Duration::from_millis(100);

impl SearchProgress {
    /// As a line; none if it is over.
    pub fn words(self) -> Option<String> {
        match self {
            SearchProgress::At { step, from, to } => {
                let all = from.saturating_sub(to).max(1);
                let percent = 100 * u128::from(from.saturating_sub(step)) / u128::from(all);
                let step = grouped(step);
                Some(format!(
                    "Searching back: step {step}, {percent} % (Ctrl-C stops)"
                ))
            }
            SearchProgress::Running { step } => {
                let step = grouped(step);
                Some(format!("Running: step {step} (Ctrl-C stops)"))
            }
            SearchProgress::Done => None,
        }
    }
}

/// Calls `show` with the words of a move that takes long, now and then, and without words once it is over.
pub fn paced(mut show: impl FnMut(Option<&str>) + 'static) -> Box<dyn FnMut(SearchProgress)> {
    let mut began: Option<Instant> = None;
    let mut shown: Option<Instant> = None;
    Box::new(move |progress| {
        if progress == SearchProgress::Done {
            began = None;
            if shown.take().is_some() {
                show(None);
            }
            return;
        }
        let began = *began.get_or_insert_with(Instant::now);
        let is_due = || shown.is_none_or(|shown| shown.elapsed() >= AGAIN);
        if began.elapsed() >= LONG && is_due() {
            shown = Some(Instant::now());
            show(progress.words().as_deref());
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is() {
        let search = SearchProgress::At {
            step: 30_000_000,
            from: 40_000_000,
            to: 0,
        };
        insta::assert_snapshot!(search.words().unwrap_or_default(), @"Searching back: step 30 000 000, 25 % (Ctrl-C stops)");
        let running = SearchProgress::Running { step: 1_234_567 };
        insta::assert_snapshot!(running.words().unwrap_or_default(), @"Running: step 1 234 567 (Ctrl-C stops)");
        assert_eq!(SearchProgress::Done.words(), None);
    }

    #[test]
    fn what_is_over_soon_is_not_shown() {
        let mut show = paced(|_| panic!("nothing takes long here"));
        show(SearchProgress::Running { step: 1 });
        show(SearchProgress::Done);
    }
}
