//! Finding out more about a run that has ended: repeating it, and looking at what would come next.

use super::cycle::Cycles;
use super::rounds::OBSERVED_SAMPLE;
use super::{Limits, Session};
use crate::host::Nowhere;
use crate::record::{Record, Replay};
use machine::observe::Observer;
use web_time::{Duration, Instant};

/// The longest run that is repeated: well under a second.
const REPEAT_LIMIT: u64 = 50_000_000;
/// The longest time to find out more about a run that was ended by its time, or from outside, and the
/// least that there always is for others.
const MORE_TIME: Duration = Duration::from_millis(500);
/// Instructions between two looks at that time, for those that come next: their calls may be slow.
const LOOK_AHEAD_CHUNK: u64 = 1000;

impl Session {
    /// Repeats the run so far, with the same answers and without any effect outside, under an
    /// observer. `None` if the answers were too many to be kept, or the run is too long.
    pub fn repeat(&self, observer: &mut dyn Observer) -> Option<()> {
        if !self.record.is_complete() || self.machine.steps > REPEAT_LIMIT {
            return None;
        }
        let limits = Limits {
            steps: Some(self.machine.steps + self.charged),
            free_calls: self.limits.free_calls,
            ..self.limits.only_memory()
        };
        let mut session = Session::start(self.start.copy(), limits, Record::default()).ok()?;
        let mut host = Replay::new(&self.record);
        let begin = Instant::now();
        let mut is_whole = true;
        let mut cycles = Cycles::from(0);
        while is_whole {
            let end = session.advance(observer, &mut host, OBSERVED_SAMPLE);
            let end = end.or_else(|| cycles.leave_out(&mut session, observer, &mut host, u64::MAX));
            if end.is_some() {
                break;
            }
            is_whole = self.has_time(begin);
        }
        session.recycle();
        is_whole.then_some(())
    }

    /// Whether there is time to find out more. What a report says of a run that ended by itself must
    /// not depend on how fast that is found out: then there is, as long as the run itself may take.
    fn has_time(&self, begin: Instant) -> bool {
        let most = match self.is_hurried {
            true => Some(MORE_TIME),
            false => self.limits.time.map(|time| time.max(MORE_TIME)),
        };
        most.is_none_or(|most| begin.elapsed() < most)
    }

    /// Runs on from here for at most `fuel` instructions under an observer, then goes back: what
    /// a program that was stopped would have done next.
    pub fn look_ahead(&mut self, observer: &mut dyn Observer, fuel: u64) {
        let kept = self.keep();
        let limits = self.limits;
        self.limits = limits.only_memory();
        let record = std::mem::take(&mut self.record);
        let interrupt = std::mem::take(&mut self.interrupt);
        let boundary = self.boundary.take();
        let (begin, end) = (Instant::now(), self.machine.steps.saturating_add(fuel));
        let mut chunk = LOOK_AHEAD_CHUNK;
        while chunk > 0 && self.advance(observer, &mut Nowhere, chunk).is_none() {
            let left = end.saturating_sub(self.machine.steps);
            chunk = if self.has_time(begin) {
                left.min(LOOK_AHEAD_CHUNK)
            } else {
                0
            };
        }
        self.restore(&kept);
        self.limits = limits;
        self.record = record;
        self.interrupt = interrupt;
        self.boundary = boundary;
    }
}
