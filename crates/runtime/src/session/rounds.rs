//! Rounds: the instructions of a run between two looks at the clock.
//!
//! What an instruction takes depends on the machine, on who watches, and on what the program does, by
//! a factor of a thousand. So a round is as long as the rounds before it allow, and short at first.

use super::cycle::Cycles;
use machine::observe::Observer;
use web_time::{Duration, Instant};

/// Instructions between two samples of a run.
const SAMPLE: u64 = 4_000_000;
/// The same under an observer of instructions, which may be slow.
pub(super) const OBSERVED_SAMPLE: u64 = 50_000;
/// The instructions of the shortest round; so many take some milliseconds at worst.
const SHORTEST: u64 = 4096;
/// A round that takes less may be longer next time.
const SHORT: Duration = Duration::from_millis(1);
/// What a round should take at most.
const LONG: Duration = Duration::from_millis(4);

/// The rounds of a run.
pub(super) struct Rounds {
    /// How many instructions a round has.
    size: u64,
    /// The step at which the present round ends.
    pub(super) end: u64,
    began: Instant,
    /// The most instructions of a round. If watching becomes a thousand times slower of a sudden, the
    /// round that this happens in still ends soon.
    longest: u64,
    /// Instructions between two samples, and the step of the next.
    sample: u64,
    next_sample: u64,
    pub(super) cycles: Cycles,
}

impl Rounds {
    /// The first round of a run that is at this step. Samples are at most `look` instructions apart.
    pub(super) fn begin(observer: &dyn Observer, steps: u64, look: u64) -> Self {
        let wants = observer.wants();
        let (longest, sample) = match (wants.is_nothing(), wants.instructions) {
            (true, _) => (SAMPLE, SAMPLE),
            (_, true) => (OBSERVED_SAMPLE, OBSERVED_SAMPLE),
            _ => (4 * SHORTEST, SAMPLE),
        };
        let sample = sample.min(look.max(SHORTEST));
        Rounds {
            size: SHORTEST,
            end: steps.saturating_add(SHORTEST),
            began: Instant::now(),
            longest,
            sample,
            next_sample: steps.saturating_add(sample),
            cycles: Cycles::from(steps),
        }
    }

    /// The step of the next sample.
    pub(super) fn next_sample(&self) -> u64 {
        self.next_sample
    }

    /// Whether the present round may end a little early: nothing depends on where.
    pub(super) fn is_rough(&self) -> bool {
        self.end < self.next_sample
    }

    /// A round has ended at this step, and the next begins: whether a sample is due.
    pub(super) fn next(&mut self, steps: u64) -> bool {
        let now = Instant::now();
        self.resize(now.saturating_duration_since(self.began));
        self.began = now;
        let is_due = steps >= self.next_sample;
        if is_due {
            self.next_sample = steps.saturating_add(self.sample);
        }
        let end = steps.saturating_add(self.size);
        // No round is so short that it would have to end before it has begun.
        self.end = match self.next_sample.saturating_sub(end) < SHORTEST {
            true => self.next_sample,
            false => end,
        };
        is_due
    }

    /// Chooses the size of the next round by the time that the last one took.
    fn resize(&mut self, took: Duration) {
        if took < SHORT {
            self.size = (2 * self.size).min(self.longest);
        } else if took > LONG {
            let share = LONG.as_secs_f64() / took.as_secs_f64();
            self.size = ((self.size as f64 * share) as u64).max(SHORTEST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::observe::Off;

    /// The steps after which the clock is looked at, if every instruction takes so long.
    fn looks(each: Duration, count: usize) -> Vec<u64> {
        let mut rounds = Rounds::begin(&Off, 0, u64::MAX);
        let sizes = (0..count).map(|_| {
            let size = rounds.size;
            rounds.resize(each.saturating_mul(size as u32));
            size
        });
        sizes.collect()
    }

    #[test]
    fn the_clock_is_looked_at_every_few_milliseconds() {
        for nanoseconds in [1, 3, 50, 1000, 1500] {
            let each = Duration::from_nanos(nanoseconds);
            let sizes = looks(each, 40);
            let longest = sizes.iter().max().copied().unwrap_or_default();
            let time = each.saturating_mul(longest as u32);
            assert!(time < Duration::from_millis(10), "{nanoseconds}: {time:?}");
        }
        // Fast code is not disturbed often.
        assert!(looks(Duration::from_nanos(2), 40).last() >= Some(&400_000));
    }

    #[test]
    fn samples_are_taken_at_the_same_steps_however_fast_the_rounds_are() {
        for delay in [0, 2] {
            let mut rounds = Rounds::begin(&Off, 100, u64::MAX);
            let mut samples = Vec::new();
            let mut steps;
            while samples.len() < 3 {
                // A rough round ends early.
                steps = rounds.end - if rounds.is_rough() { 1000 } else { 0 };
                rounds.began -= Duration::from_millis(delay);
                if rounds.next(steps) {
                    samples.push(steps);
                }
            }
            assert_eq!(samples, [100 + SAMPLE, 100 + 2 * SAMPLE, 100 + 3 * SAMPLE]);
        }
    }
}
