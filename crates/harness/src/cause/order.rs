//! In which order to repair functions: what others call comes first.

use super::survey::Survey;
use rustc_hash::FxHashMap;

/// Where to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstStep {
    /// The function whose tests fail and that others call.
    pub function: String,
    /// How many tests of other functions fail that call it.
    pub others: usize,
}

/// The calls of the functions that are tested.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallGraph {
    calls: FxHashMap<String, Vec<String>>,
}

/// Deeper is not looked.
const DEEPEST: usize = 64;

impl CallGraph {
    /// Adds the calls of a program.
    pub(crate) fn add(&mut self, survey: &Survey) {
        let own = |name: &str| survey.lines.iter().any(|l| l.own && l.function == name);
        for (from, to) in &survey.calls {
            if from != to && own(from) && own(to) {
                let known = self.calls.entry(from.clone()).or_default();
                if !known.contains(to) {
                    known.push(to.clone());
                }
            }
        }
    }

    /// How many calls deep a function goes.
    pub(crate) fn depth(&self, function: &str) -> usize {
        self.depth_within(function, DEEPEST)
    }

    fn depth_within(&self, function: &str, left: usize) -> usize {
        if left == 0 {
            return 0;
        }
        let callees = self.calls.get(function).into_iter().flatten();
        let depths = callees.map(|callee| 1 + self.depth_within(callee, left - 1));
        depths.max().unwrap_or(0)
    }

    /// Whether a function calls another one, or what it calls does.
    pub(crate) fn reaches(&self, from: &str, to: &str) -> bool {
        let mut seen = vec![from];
        let mut at = 0;
        while let Some(function) = seen.get(at).copied() {
            at += 1;
            for callee in self.calls.get(function).into_iter().flatten() {
                if callee == to {
                    return true;
                }
                if !seen.contains(&callee.as_str()) {
                    seen.push(callee);
                }
            }
        }
        false
    }
}
