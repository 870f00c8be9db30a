//! Which submissions look like copies of each other.
//!
//! A submission becomes a set of fingerprints: every few instructions in a row, with labels left
//! out, registers numbered in the order in which they appear, common pseudo-instructions written as
//! what they stand for, and without comments and data. So renaming, reordering of data or of whole
//! functions, and new comments change next to nothing. What many have in common is not a sign of
//! copying and does not count, unless all of two submissions is the same. The result is a hint for
//! the staff, never a deduction.

mod fingerprint;
#[cfg(test)]
mod tests;

use crate::submission::{SubmissionFiles, is_own_test, is_source};
use fingerprint::fingerprints;
use std::collections::BTreeMap;

/// The fingerprints of one submission, by file; those of a file in order, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prints {
    files: BTreeMap<String, Vec<u64>>,
}

/// Of a longer file only the smallest so many fingerprints count: the same ones in every copy.
const MOST: usize = 2048;
/// So many files count.
const MOST_FILES: usize = 64;

impl Prints {
    /// Those of the sources among these files.
    pub fn of(files: &SubmissionFiles) -> Self {
        let sources = files.iter();
        let sources = sources.filter(|(path, _)| is_source(path) && !is_own_test(path));
        let prints = sources.take(MOST_FILES).map(|(path, text)| {
            let mut prints = in_order(fingerprints(text));
            prints.truncate(MOST);
            (path.clone(), prints)
        });
        Prints {
            files: prints.collect(),
        }
    }

    /// Those that were kept with [`Prints::lists`].
    pub(crate) fn from_lists(files: BTreeMap<String, Vec<u64>>) -> Self {
        let files = files.into_iter();
        let files = files.map(|(path, prints)| (path, in_order(prints)));
        Prints {
            files: files.collect(),
        }
    }

    /// The fingerprints as lists.
    pub fn lists(self) -> BTreeMap<String, Vec<u64>> {
        self.files
    }

    /// Those that are not among these: what everyone was given says nothing.
    pub fn without(mut self, given: &Prints) -> Self {
        let given = given.all();
        for prints in self.files.values_mut() {
            prints.retain(|print| given.binary_search(print).is_err());
        }
        self
    }

    /// Those of all files, in order, each once.
    fn all(&self) -> Vec<u64> {
        in_order(self.files.values().flatten().copied().collect())
    }
}

fn in_order(mut prints: Vec<u64>) -> Vec<u64> {
    prints.sort_unstable();
    prints.dedup();
    prints
}

/// Two submissions that look alike.
#[derive(Clone, Debug, PartialEq)]
pub struct SimilarPair {
    /// The submissions, as indices.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// How much of the smaller one is in the other, from 0 to 100.
    pub score: u32,
    /// The files that are alike.
    pub files: Vec<String>,
}

/// The score from which on a pair is reported.
pub(crate) const THRESHOLD: u32 = 75;
/// Fewer fingerprints than these say nothing.
const FEWEST: usize = 16;
/// What is in more submissions than this, and in more than this part of all, is common.
const COMMON: (usize, f64) = (6, 0.15);
/// Of more equal submissions than these, each is paired with the first of them alone.
const MOST_EQUAL: usize = 12;

/// The pairs that look alike, the most alike first.
pub fn pairs(class: &[Prints]) -> Vec<SimilarPair> {
    let sets: Vec<Vec<u64>> = class.iter().map(Prints::all).collect();
    let mut pairs = equal(class, &sets);
    let telling = Telling::of(&sets);
    let own = |set: &[u64]| -> Vec<u64> {
        let telling = set.iter().filter(|print| telling.has(**print));
        telling.copied().collect()
    };
    let sizes: Vec<usize> = sets.iter().map(|set| own(set).len()).collect();
    let mut shared = vec![0; class.len()];
    for (first, set) in sets.iter().enumerate() {
        shared.fill(0);
        for print in own(set) {
            for (_, owner) in telling.owners(print) {
                shared[*owner] += 1;
            }
        }
        for second in first + 1..class.len() {
            let smaller = sizes[first].min(sizes[second]);
            let score = percent(shared[second], smaller);
            if smaller >= FEWEST && score >= THRESHOLD && *set != sets[second] {
                pairs.push(SimilarPair {
                    first,
                    second,
                    score,
                    files: alike(&class[first], &sets[second], &telling),
                });
            }
        }
    }
    pairs.sort_by_key(|pair| (u32::MAX - pair.score, pair.first, pair.second));
    pairs
}

/// The pairs of which all is the same.
fn equal(class: &[Prints], sets: &[Vec<u64>]) -> Vec<SimilarPair> {
    let mut order: Vec<usize> = (0..sets.len()).collect();
    order.retain(|index| sets[*index].len() >= FEWEST);
    order.sort_by(|a, b| sets[*a].cmp(&sets[*b]).then(a.cmp(b)));
    let mut pairs = Vec::new();
    for group in order.chunk_by(|a, b| sets[*a] == sets[*b]) {
        let heads = match group.len() > MOST_EQUAL {
            true => 1,
            false => group.len(),
        };
        for (k, &first) in group.iter().enumerate().take(heads) {
            let files = class[first].files.iter();
            let files = files.filter(|(_, prints)| !prints.is_empty());
            let files: Vec<String> = files.map(|(path, _)| path.clone()).collect();
            pairs.extend(group[k + 1..].iter().map(|&second| SimilarPair {
                first,
                second,
                score: 100,
                files: files.clone(),
            }));
        }
    }
    pairs
}

/// The fingerprints that tell something, each with everyone who has it, in order.
struct Telling {
    owners: Vec<(u64, usize)>,
}

impl Telling {
    fn of(sets: &[Vec<u64>]) -> Self {
        let with_owner = |(owner, set): (usize, &Vec<u64>)| {
            let prints = set.clone().into_iter();
            prints.map(move |print| (print, owner))
        };
        let all = sets.iter().enumerate().flat_map(with_owner);
        let mut all: Vec<(u64, usize)> = all.collect();
        all.sort_unstable();
        let most = COMMON.0.max((sets.len() as f64 * COMMON.1) as usize);
        let rare = all.chunk_by(|a, b| a.0 == b.0);
        let rare = rare.filter(|owners| owners.len() <= most);
        Telling {
            owners: rare.flatten().copied().collect(),
        }
    }

    /// Everyone who has this one; no one if it tells nothing.
    fn owners(&self, print: u64) -> &[(u64, usize)] {
        let begin = self.owners.partition_point(|(other, _)| *other < print);
        let rest = &self.owners[begin..];
        let count = rest.iter().take_while(|(other, _)| *other == print).count();
        &rest[..count]
    }

    fn has(&self, print: u64) -> bool {
        !self.owners(print).is_empty()
    }
}

/// The files of which most is in the other submission.
fn alike(a: &Prints, other: &[u64], telling: &Telling) -> Vec<String> {
    let files = a.files.iter().filter(|(_, prints)| {
        let own: Vec<_> = prints.iter().filter(|print| telling.has(**print)).collect();
        let shared = own
            .iter()
            .filter(|print| other.binary_search(print).is_ok());
        let shared = shared.count();
        shared > 0 && percent(shared, own.len()) >= THRESHOLD
    });
    files.map(|(path, _)| path.clone()).collect()
}

fn percent(part: usize, whole: usize) -> u32 {
    (part * 100).checked_div(whole).unwrap_or(0) as u32
}
