//! How suspicious a line is, by the tests that ran it: Ochiai's coefficient over the tests that failed
//! and those that passed.

use super::survey::{Survey, SurveyLine};
use rustc_hash::{FxHashMap, FxHashSet};

/// A line of a file.
pub(crate) type LineKey = (String, u32);

/// How many tests that failed, and how many that passed, ran each line of what is tested.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spectrum {
    lines: FxHashMap<LineKey, (u32, u32)>,
    failed: u32,
    /// The functions that tests call: those of tests that failed, and of tests that passed.
    failing: FxHashSet<String>,
    passing: FxHashSet<String>,
}

/// What is left of the suspicion of a function whose own tests all pass.
const TRUSTED: f64 = 0.3;

impl Spectrum {
    /// Counts a test.
    pub(crate) fn add(&mut self, survey: &Survey, passed: bool) {
        self.failed += u32::from(!passed);
        let tested = survey.tested().into_iter();
        match passed {
            true => self.passing.extend(tested),
            false => self.failing.extend(tested),
        }
        let mut ran: Vec<LineKey> = { survey.lines.iter() }
            .filter(|line| line.own && line.ran > 0)
            .map(|line| (line.file.clone(), line.line))
            .collect();
        ran.sort();
        ran.dedup();
        for key in ran {
            let counts = self.lines.entry(key).or_default();
            match passed {
                true => counts.1 += 1,
                false => counts.0 += 1,
            }
        }
    }

    /// From 0, for a line that no failing test ran, to 1, for a line that all of them ran and no other.
    pub(crate) fn suspicion(&self, line: &SurveyLine) -> f64 {
        let counts = self.lines.get(&(line.file.clone(), line.line));
        let (failed, passed) = counts.copied().unwrap_or_default();
        if failed == 0 {
            return 0.0;
        }
        let all = f64::from(self.failed) * f64::from(failed + passed);
        let is_trusted =
            self.passing.contains(&line.function) && !self.failing.contains(&line.function);
        let trust = if is_trusted { TRUSTED } else { 1.0 };
        trust * f64::from(failed) / all.sqrt()
    }
}
