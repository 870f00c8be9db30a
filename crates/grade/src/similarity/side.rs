//! Two submissions side by side, function by function, with the lines that they share.

use super::{Marked, Prints, marked};
use crate::submission::SubmissionFiles;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// So many functions are shown.
const MOST_SHOWN: usize = 48;
/// So many lines of each.
const MOST_LINES: usize = 400;
/// From how much on a function is shown beside another.
const LEAST: usize = 50;

/// Two functions that look alike.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionMatch {
    /// How much of the first is in the second, from 0 to 100.
    pub score: usize,
    /// That of the first submission.
    pub first: Excerpt,
    /// That of the second.
    pub second: Excerpt,
}

/// A piece of a source.
#[derive(Clone, Debug, PartialEq)]
pub struct Excerpt {
    /// The file.
    pub file: String,
    /// The function.
    pub name: String,
    /// The number of the first line.
    pub line: u32,
    /// The lines, and whether each is in the other one.
    pub lines: Vec<(String, bool)>,
}

/// The functions of one submission that are in another one, each beside that with the most of it. What
/// was given to everyone is in neither's prints, and is not marked.
pub fn side_by_side(ours: &Side, theirs: &Side) -> Vec<FunctionMatch> {
    let mut matches = Vec::new();
    for a in &ours.functions {
        let own: FxHashSet<u64> = ours.own(a).collect();
        let in_all = own.iter().filter(|hash| theirs.all.contains(hash)).count();
        let score = in_all * 100 / own.len().max(1);
        let with = |b: &&Marked| theirs.own(b).filter(|hash| own.contains(hash)).count();
        let best = theirs.functions.iter().rev().max_by_key(with);
        if let Some(b) = best.filter(|b| with(b) > 0 && score >= LEAST) {
            matches.push(FunctionMatch {
                score,
                first: ours.excerpt(a, &theirs.all),
                second: theirs.excerpt(b, &ours.all),
            });
        }
    }
    matches.sort_by_key(|pair| usize::MAX - pair.score);
    matches.truncate(MOST_SHOWN);
    matches
}

/// A submission, ready to be shown beside others.
pub struct Side {
    files: SubmissionFiles,
    functions: Vec<Marked>,
    /// What counts of it.
    all: FxHashSet<u64>,
}

impl Side {
    /// A submission with these files.
    pub fn new(files: SubmissionFiles, prints: &Prints) -> Self {
        let all = prints.functions.iter();
        Side {
            functions: marked(&files),
            files,
            all: all.flat_map(|f| f.features.iter().copied()).collect(),
        }
    }

    /// The features of a function that count, each once.
    fn own(&self, function: &Marked) -> impl Iterator<Item = u64> {
        let hashes: BTreeSet<u64> = function.features.iter().map(|(hash, _)| *hash).collect();
        hashes.into_iter().filter(|hash| self.all.contains(hash))
    }

    fn excerpt(&self, function: &Marked, other: &FxHashSet<u64>) -> Excerpt {
        let text = self.files.get(&function.file).map(Vec::as_slice);
        let text = String::from_utf8_lossy(text.unwrap_or_default());
        let first = function.lines.start.max(1);
        let end = function.lines.end.saturating_sub(first) as usize;
        let lines = text.lines().skip(first as usize - 1);
        let lines = lines.take(end.min(MOST_LINES)).zip(first..);
        let lines = lines.map(|(line, number)| {
            let here = function.features.iter().filter(|(_, line)| *line == number);
            let (mut shared, mut all) = (0, 0);
            for (hash, _) in here {
                all += 1;
                shared += usize::from(other.contains(hash) && self.all.contains(hash));
            }
            (line.to_owned(), shared > 0 && shared * 2 >= all)
        });
        let mut lines: Vec<(String, bool)> = lines.collect();
        while lines.last().is_some_and(|(line, _)| line.trim().is_empty()) {
            lines.pop();
        }
        Excerpt {
            file: function.file.clone(),
            name: function.name.clone(),
            line: first,
            lines,
        }
    }
}
