//! Which submissions look like copies of each other.
//!
//! A submission becomes a set of fingerprints: every few instructions in a row, with labels left
//! out, registers numbered in the order in which they appear, common pseudo-instructions written as
//! what they stand for, and without comments and data. So renaming, reordering of data or of whole
//! functions, and new comments change next to nothing. What many have in common is no sign of
//! copying and does not count. The result is a hint for the staff, never a deduction.

mod fingerprint;
#[cfg(test)]
mod tests;

use crate::submission::Files;
use fingerprint::fingerprints;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The fingerprints of one submission, by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prints {
    files: BTreeMap<String, FxHashSet<u64>>,
}

impl Prints {
    /// Those of the sources among these files.
    pub fn of(files: &Files) -> Self {
        let sources = files.iter().filter(|(path, _)| is_source(path));
        let prints = sources.map(|(path, text)| (path.clone(), fingerprints(text)));
        Prints {
            files: prints.collect(),
        }
    }

    /// Those that were kept with [`Prints::lists`].
    pub fn from_lists(lists: BTreeMap<String, Vec<u64>>) -> Self {
        let files = lists.into_iter();
        let files = files.map(|(path, prints)| (path, prints.into_iter().collect()));
        Prints {
            files: files.collect(),
        }
    }

    /// The fingerprints as lists in a fixed order.
    pub fn lists(&self) -> BTreeMap<String, Vec<u64>> {
        let lists = self.files.iter().map(|(path, prints)| {
            let mut list: Vec<u64> = prints.iter().copied().collect();
            list.sort_unstable();
            (path.clone(), list)
        });
        lists.collect()
    }

    /// Those that are not among these: what everyone was given says nothing.
    pub fn without(mut self, given: &Prints) -> Self {
        let given = given.all();
        for prints in self.files.values_mut() {
            prints.retain(|print| !given.contains(print));
        }
        self
    }

    fn all(&self) -> FxHashSet<u64> {
        self.files.values().flatten().copied().collect()
    }
}

fn is_source(path: &str) -> bool {
    [".s", ".S", ".asm"].iter().any(|end| path.ends_with(end))
}

/// Two submissions that look alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The submissions, as indices.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// How much of the smaller one is in the other, from 0 to 100.
    pub score: u32,
    /// The files that are alike.
    pub files: Vec<String>,
}

/// From which score on a pair is told.
pub const THRESHOLD: u32 = 75;
/// Fewer fingerprints than these say nothing.
const FEWEST: usize = 16;
/// What is in more submissions than this, and in more than this part of all, is common.
const COMMON: (usize, f64) = (3, 0.15);

/// The pairs that look alike, the most alike first.
pub fn pairs(class: &[Prints]) -> Vec<Pair> {
    let sets: Vec<FxHashSet<u64>> = class.iter().map(Prints::all).collect();
    let telling = telling(&sets);
    let sizes: Vec<usize> = sets
        .iter()
        .map(|set| {
            set.iter()
                .filter(|print| telling.contains_key(print))
                .count()
        })
        .collect();
    let mut shared: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for owners in telling.values() {
        for (k, &first) in owners.iter().enumerate() {
            for &second in &owners[k + 1..] {
                *shared.entry((first, second)).or_default() += 1;
            }
        }
    }
    let mut pairs: Vec<Pair> = shared
        .into_iter()
        .filter_map(|((first, second), count)| {
            let smaller = sizes[first].min(sizes[second]);
            let score = percent(count, smaller);
            (smaller >= FEWEST && score >= THRESHOLD).then(|| Pair {
                first,
                second,
                score,
                files: alike(&class[first], &class[second], &telling),
            })
        })
        .collect();
    pairs.sort_by_key(|pair| (u32::MAX - pair.score, pair.first, pair.second));
    pairs
}

/// The fingerprints that tell something, and who has them.
fn telling(sets: &[FxHashSet<u64>]) -> FxHashMap<u64, Vec<usize>> {
    let mut owners: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for (index, set) in sets.iter().enumerate() {
        for print in set {
            owners.entry(*print).or_default().push(index);
        }
    }
    let most = COMMON.0.max((sets.len() as f64 * COMMON.1) as usize);
    owners.retain(|_, who| who.len() <= most);
    owners
}

/// The files of which most is in the other submission.
fn alike(a: &Prints, b: &Prints, telling: &FxHashMap<u64, Vec<usize>>) -> Vec<String> {
    let other = b.all();
    let files = a.files.iter().filter(|(_, prints)| {
        let own: Vec<_> = prints
            .iter()
            .filter(|print| telling.contains_key(print))
            .collect();
        let shared = own.iter().filter(|print| other.contains(print)).count();
        shared > 0 && percent(shared, own.len()) >= THRESHOLD
    });
    files.map(|(path, _)| path.clone()).collect()
}

fn percent(part: usize, whole: usize) -> u32 {
    (part * 100).checked_div(whole).unwrap_or(0) as u32
}
