//! Limits attempts to log in.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many wrong passwords are allowed in [`WINDOW`].
const MOST: usize = 10;
/// The time in which attempts are counted.
const WINDOW: Duration = Duration::from_secs(900);
/// Names that are remembered; guessing more of them fills no memory.
const MOST_NAMES: usize = 1000;

/// Remembers failed attempts by the name that was tried.
#[derive(Default)]
pub(crate) struct Throttle {
    failed: Mutex<HashMap<String, Vec<Instant>>>,
}

impl Throttle {
    /// Whether somebody may try.
    pub(crate) fn may_try(&self, name: &str, now: Instant) -> bool {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.retain(|_, times| {
            times.retain(|time| now.duration_since(*time) < WINDOW);
            !times.is_empty()
        });
        failed.len() < MOST_NAMES && failed.get(name).is_none_or(|times| times.len() < MOST)
    }

    /// An attempt has failed.
    pub(crate) fn fail(&self, name: &str, now: Instant) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.entry(name.to_owned()).or_default().push(now);
    }

    /// An attempt has succeeded.
    pub(crate) fn forgive(&self, name: &str) {
        self.failed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guessing_ends_after_a_few_attempts() {
        let (throttle, now) = (Throttle::default(), Instant::now());
        for _ in 0..MOST {
            assert!(throttle.may_try("ann", now));
            throttle.fail("ann", now);
        }
        assert!(!throttle.may_try("ann", now) && throttle.may_try("bob", now));
        assert!(throttle.may_try("ann", now + WINDOW));
    }
}
