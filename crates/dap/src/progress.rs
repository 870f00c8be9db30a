//! How far long runs and searches are, as progress that an editor shows and can cancel.

use crate::message::Outbox;
use debug::SearchProgress;
use serde_json::{Value, json};

/// A run of so many instructions takes long enough to be reported, and so does a search through as many.
const LONG: u64 = 100_000_000;
/// How many instructions run forward between two reports.
const AGAIN: u64 = 50_000_000;

/// Reports one move after the other.
pub(crate) struct ProgressReport {
    out: Outbox,
    /// How many were reported.
    given: u64,
    /// Where the present run forward began.
    began: Option<u64>,
    /// What is shown now: steps or percent.
    shown: Option<u64>,
}

impl ProgressReport {
    /// What the engine calls; messages go to this box, and from there at once to whoever takes them.
    pub(crate) fn into(out: Outbox) -> Box<dyn FnMut(SearchProgress)> {
        let mut report = ProgressReport {
            out,
            given: 0,
            began: None,
            shown: None,
        };
        Box::new(move |progress| report.note(progress))
    }

    fn note(&mut self, progress: SearchProgress) {
        match progress {
            SearchProgress::Running { step } => {
                let began = *self.began.get_or_insert(step);
                let ran = step.saturating_sub(began);
                let due = self.shown.map_or(LONG, |shown| shown + AGAIN);
                if ran >= due {
                    self.show(ran, "Running", progress, None);
                }
            }
            SearchProgress::At { step, from, to } => {
                let all = from.saturating_sub(to);
                let percent = from.saturating_sub(step).saturating_mul(100) / all.max(1);
                let is_due = self.shown.is_none_or(|shown| percent > shown);
                if all >= LONG && is_due {
                    self.show(percent, "Searching the history", progress, Some(percent));
                }
            }
            SearchProgress::Done => {
                self.began = None;
                if self.shown.take().is_some() {
                    self.event("progressEnd", json!({}));
                }
            }
        }
    }

    fn show(&mut self, mark: u64, title: &str, progress: SearchProgress, percent: Option<u64>) {
        let words = progress.words().unwrap_or_default();
        let words = words.trim_end_matches(" (Ctrl-C stops)");
        let mut body = json!({ "message": words });
        if let Some(percent) = percent {
            body["percentage"] = percent.into();
        }
        let event = match self.shown.replace(mark) {
            Some(_) => "progressUpdate",
            None => {
                self.given += 1;
                body["title"] = title.into();
                body["cancellable"] = true.into();
                "progressStart"
            }
        };
        self.event(event, body);
    }

    fn event(&self, name: &str, mut body: Value) {
        body["progressId"] = format!("move {}", self.given).into();
        self.out.event(name, body);
        self.out.hurry();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[test]
    fn what_takes_long_is_reported_at_once() {
        let heard: Rc<RefCell<String>> = Rc::default();
        let (out, sink) = (Outbox::default(), Rc::clone(&heard));
        out.hurry_to(Box::new(move |messages| {
            for message in messages {
                *sink.borrow_mut() += &format!("{} {}\n", message["event"], message["body"]);
            }
        }));
        let mut note = ProgressReport::into(out.clone());
        for millions in (5..=180).step_by(25) {
            let step = millions * 1_000_000;
            note(SearchProgress::Running { step });
        }
        note(SearchProgress::Done);
        note(SearchProgress::Running { step: 180_000_000 });
        note(SearchProgress::Done);
        for step in [200_000_000, 199_500_000, 100_000_000, 3] {
            let (from, to) = (200_000_000, 0);
            note(SearchProgress::At { step, from, to });
        }
        note(SearchProgress::Done);
        let (step, from, to) = (5, 10, 0);
        note(SearchProgress::At { step, from, to });
        note(SearchProgress::Done);
        insta::assert_snapshot!(heard.borrow());
        assert!(out.take().is_empty());
    }
}
