//! Time as a program sees it, and when waiting has to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use web_time::{Duration, Instant, SystemTime};

/// The longest time between two looks at whether waiting has to end.
pub const SLICE: Duration = Duration::from_millis(50);

/// A clock that programs read and sleep by.
#[derive(Debug, Default)]
pub struct Clock {
    /// With virtual time, how long the program has slept: only sleeping lets this time pass, and
    /// it takes none.
    slept: Option<u64>,
    /// Whether a program has asked for it.
    pub was_used: bool,
    /// Set from outside to stop waiting.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// When waiting makes no sense any more.
    pub deadline: Option<Instant>,
}

impl Clock {
    /// A clock that begins at 0 and moves by sleeping only, so that every run is the same.
    pub fn use_virtual_time(&mut self) {
        self.slept = Some(0);
    }

    /// Milliseconds since 1970, or since the beginning of virtual time.
    pub fn now(&mut self) -> u64 {
        self.was_used = true;
        let real = || SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        self.slept.unwrap_or_else(|| real().as_millis() as u64)
    }

    /// Whether the run must end, so that nobody should wait any longer.
    pub fn must_stop(&self) -> bool {
        let interrupted = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        self.interrupt.as_ref().is_some_and(interrupted)
            || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Waits, unless the run must end.
    pub fn sleep(&mut self, time: Duration) {
        self.was_used = true;
        if let Some(slept) = &mut self.slept {
            *slept = slept.saturating_add(time.as_millis() as u64);
            return;
        }
        let begin = Instant::now();
        while let Some(rest) = time.checked_sub(begin.elapsed()) {
            if rest.is_zero() || self.must_stop() {
                return;
            }
            let until_end = self
                .deadline
                .map_or(SLICE, |end| end.saturating_duration_since(Instant::now()));
            std::thread::sleep(rest.min(SLICE).min(until_end));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn virtual_time_passes_by_sleeping_alone() {
        let mut clock = Clock::default();
        clock.use_virtual_time();
        assert!(!clock.was_used);
        assert_eq!(clock.now(), 0);
        assert!(clock.was_used);
        clock.sleep(Duration::from_secs(1_000_000));
        assert_eq!(clock.now(), 1_000_000_000);
        clock.sleep(Duration::from_millis(5));
        assert_eq!(clock.now(), 1_000_000_005);
    }

    #[test]
    fn real_time_is_after_2020_and_sleeping_takes_it() {
        let mut clock = Clock::default();
        let before = clock.now();
        assert!(before > 1_577_836_800_000);
        clock.sleep(Duration::from_millis(3));
        assert!(clock.now() >= before + 2);
    }

    #[test]
    fn sleeping_ends_when_the_run_must() {
        let mut clock = Clock {
            interrupt: Some(Arc::new(AtomicBool::new(true))),
            ..Clock::default()
        };
        clock.sleep(Duration::from_secs(3600));
        clock.interrupt = None;
        clock.deadline = Some(Instant::now() + Duration::from_millis(2));
        clock.sleep(Duration::from_secs(3600));
        assert!(clock.must_stop());
    }
}
