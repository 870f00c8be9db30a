//! Which submissions look like copies of each other.
//!
//! A function becomes a set of numbers, its features: each is a value that it computes, or something
//! that it does with values (`value`). What everyone was given is taken out. For every function of a
//! submission, the class itself says how much is to be expected: if many others have as much of it,
//! that another one has it too says nothing, and if nobody else has, it says a lot (`compare`). The
//! result is a hint for the staff, never a deduction.

mod compare;
mod flow;
mod groups;
mod read;
mod side;
#[cfg(test)]
mod tests;
mod value;
mod written;

pub use compare::{SimilarPair, pairs};
pub use groups::{SimilarGroup, groups};
pub use side::{Excerpt, FunctionMatch, Side, side_by_side};

use crate::submission::{SubmissionFiles, is_own_test, is_source};
use flow::{entries, functions, inline};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use value::{Feature, features};
use written::written;

/// What is compared of one submission.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prints {
    functions: Vec<FunctionPrint>,
}

/// What is compared of one function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionPrint {
    /// The file it is in.
    pub file: String,
    /// Its name.
    pub name: String,
    /// What it computes, in order, each once.
    features: Vec<u64>,
    /// How it is written, in order, each once.
    written: Vec<u64>,
}

impl FunctionPrint {
    fn deep(&self) -> FxHashSet<u64> {
        self.features.iter().copied().collect()
    }
}

/// So many files count.
const MOST_FILES: usize = 64;
/// So many functions of a submission count.
const MOST_FUNCTIONS: usize = 256;
/// Of a longer function only the smallest so many features count: the same ones in every copy.
const MOST_FEATURES: usize = 1024;
/// So many features of a submission count.
const MOST_IN_ALL: usize = 16_384;

impl Prints {
    /// Those of the sources among these files.
    pub fn of(files: &SubmissionFiles) -> Self {
        let mut left = MOST_IN_ALL;
        let mut all = Vec::new();
        for marked in marked(files) {
            let mut some = |features: Vec<Feature>| {
                let mut features: Vec<u64> = features.into_iter().map(|(hash, _)| hash).collect();
                features.dedup();
                features.truncate(MOST_FEATURES.min(left));
                left -= features.len();
                features
            };
            all.push(FunctionPrint {
                features: some(marked.features),
                written: some(marked.written),
                file: marked.file,
                name: marked.name,
            });
        }
        Prints { functions: all }
    }

    /// Those that are not among these: what everyone was given says nothing.
    pub fn without(mut self, given: &Prints) -> Self {
        let given: FxHashSet<u64> = given.all().collect();
        for function in &mut self.functions {
            function.features.retain(|feature| !given.contains(feature));
            function.written.retain(|feature| !given.contains(feature));
        }
        self
    }

    /// Those of functions that are not next to the same as one of these.
    pub fn without_functions(mut self, given: &Prints) -> Self {
        let given: Vec<FxHashSet<u64>> = given.functions.iter().map(FunctionPrint::deep).collect();
        self.functions.retain(|function| {
            let own = &function.features;
            let held = |given: &FxHashSet<u64>| own.iter().filter(|f| given.contains(f)).count();
            let is_given = |given: &FxHashSet<u64>| held(given) * 10 >= own.len() * 9;
            own.is_empty() || !given.iter().any(is_given)
        });
        self
    }

    fn all(&self) -> impl Iterator<Item = u64> {
        let all = self.functions.iter();
        all.flat_map(|f| f.features.iter().chain(&f.written).copied())
    }
}

/// A function with its features and the lines that they come from.
struct Marked {
    file: String,
    name: String,
    /// From its name to the next one.
    lines: Range<u32>,
    features: Vec<Feature>,
    written: Vec<Feature>,
}

/// The functions of the sources.
fn marked(files: &SubmissionFiles) -> Vec<Marked> {
    let sources = files.iter();
    let sources = sources.filter(|(path, _)| is_source(path) && !is_own_test(path));
    let (paths, mut sources): (Vec<&String>, Vec<_>) = sources
        .take(MOST_FILES)
        .map(|(path, text)| (path, read::read(&String::from_utf8_lossy(text))))
        .unzip();
    let mut entries = entries(&sources);
    inline(&mut sources, &mut entries);
    let mut found = Vec::new();
    for (path, source) in paths.into_iter().zip(&sources) {
        let all = functions(source, &entries);
        let starts: Vec<u32> = all.iter().map(|function| function.first_line).collect();
        for (number, function) in all.into_iter().enumerate() {
            if found.len() < MOST_FUNCTIONS {
                let lines = starts[number]..starts.get(number + 1).copied().unwrap_or(u32::MAX);
                found.push(Marked {
                    file: path.clone(),
                    features: features(&function, source.target.desc()),
                    written: written(&function, source, &lines),
                    name: function.name,
                    lines,
                });
            }
        }
    }
    found
}
