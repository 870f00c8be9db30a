//! Figures for Prometheus.

use crate::storage::Run;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper ends of the classes of answer times, in seconds.
const BUCKETS: [f64; 8] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];
/// How much the newest run counts in the mean.
const WEIGHT: f64 = 0.1;

/// A figure that only the storage has: its values by their labels.
pub(super) struct StoredFigure {
    pub(super) name: &'static str,
    pub(super) help: &'static str,
    pub(super) values: Vec<(String, i64)>,
}

/// What is counted.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) pushes: AtomicU64,
    pub(crate) runs: AtomicU64,
    pub(crate) grader_errors: AtomicU64,
    pub(crate) letters_sent: AtomicU64,
    pub(crate) letters_failed: AtomicU64,
    requests: Mutex<BTreeMap<(String, u16), u64>>,
    times: Mutex<[u64; BUCKETS.len() + 1]>,
    seconds: Mutex<f64>,
    /// The mean time from the end of a run to the end of the next one.
    pace: Mutex<Pace>,
}

#[derive(Default)]
struct Pace {
    last: Option<std::time::Instant>,
    mean: Option<f64>,
}

impl Metrics {
    /// A request was answered.
    pub(crate) fn request(&self, route: &str, status: u16, took: Duration) {
        let seconds = took.as_secs_f64();
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.entry((route.to_owned(), status)).or_default() += 1;
        drop(requests);
        let bucket = BUCKETS
            .iter()
            .position(|end| seconds <= *end)
            .unwrap_or(BUCKETS.len());
        self.times.lock().unwrap_or_else(PoisonError::into_inner)[bucket] += 1;
        *self.seconds.lock().unwrap_or_else(PoisonError::into_inner) += seconds;
    }

    /// A run was finished.
    pub(crate) fn finished(&self, run: &Run, now: i64) {
        self.runs.fetch_add(1, Ordering::Relaxed);
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        let instant = std::time::Instant::now();
        // After a pause, how long the run took says more than how long nothing happened.
        let since = pace
            .last
            .map(|last| instant.duration_since(last).as_secs_f64());
        let own = run
            .started_at
            .map_or(1.0, |began| (now - began).max(1) as f64);
        let each = since.filter(|since| *since < own).unwrap_or(own);
        pace.mean = Some(
            pace.mean
                .map_or(each, |mean| mean * (1.0 - WEIGHT) + each * WEIGHT),
        );
        pace.last = Some(instant);
    }

    /// The mean time from one run to the next, if that is known.
    pub(crate) fn pace(&self) -> Option<f64> {
        self.pace
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .mean
    }

    /// All of it, with the figures that only the storage has.
    pub(super) fn text(&self, stored: &[StoredFigure]) -> String {
        let mut text = String::new();
        let counters = [
            (
                "jal_pushes_total",
                "Pushes that were received.",
                &self.pushes,
            ),
            ("jal_runs_total", "Runs that were finished.", &self.runs),
            (
                "jal_grader_errors_total",
                "Runs on which the grader failed.",
                &self.grader_errors,
            ),
            (
                "jal_letters_sent_total",
                "Letters that were sent.",
                &self.letters_sent,
            ),
            (
                "jal_letters_failed_total",
                "Attempts to send a letter that failed.",
                &self.letters_failed,
            ),
        ];
        for (name, help, value) in counters {
            let value = value.load(Ordering::Relaxed);
            let _ = write!(
                text,
                "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}\n"
            );
        }
        for StoredFigure { name, help, values } in stored {
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n");
            for (label, value) in values {
                let _ = writeln!(text, "{name}{label} {value}");
            }
        }
        text += "# HELP jal_requests_total Requests by route and status.\n# TYPE jal_requests_total counter\n";
        for ((route, status), count) in
            &*self.requests.lock().unwrap_or_else(PoisonError::into_inner)
        {
            let _ = writeln!(
                text,
                "jal_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}"
            );
        }
        let name = "jal_request_seconds";
        let _ = write!(
            text,
            "# HELP {name} Time to answer a request.\n# TYPE {name} histogram\n"
        );
        let mut sum = 0;
        let times = *self.times.lock().unwrap_or_else(PoisonError::into_inner);
        for (k, count) in times.iter().enumerate() {
            sum += count;
            let end = BUCKETS.get(k).map_or("+Inf".to_owned(), f64::to_string);
            let _ = writeln!(text, "{name}_bucket{{le=\"{end}\"}} {sum}");
        }
        let seconds = *self.seconds.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(text, "{name}_sum {seconds}\n{name}_count {sum}");
        text
    }
}
