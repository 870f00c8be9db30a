//! Puts reports of parts of a class together. What does not belong together, or is not all of it,
//! is refused: a part that failed must not cost its students their grades unnoticed.

use crate::store::{Store, StoreError, StorePart};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why reports cannot be put together.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A report cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// One is about another course.
    #[error(
        "these are reports of two courses: `{course}`, and `{other}` in `{}`",
        folder.display()
    )]
    OtherCourse {
        /// The course of the first one.
        course: String,
        /// The other course.
        other: String,
        /// Where that is.
        folder: PathBuf,
    },
    /// One was made by other rules.
    #[error(
        "`{}` was graded by another version of the course than the parts before it: grade it again",
        folder.display()
    )]
    OtherRules {
        /// Where it is.
        folder: PathBuf,
    },
    /// They are parts of different wholes.
    #[error(
        "`{}` is a part of {of}, and the others are parts of {others}: is it from an earlier run?",
        folder.display()
    )]
    OtherParts {
        /// Where it is.
        folder: PathBuf,
        /// How many parts it speaks of.
        of: usize,
        /// How many the others speak of.
        others: usize,
    },
    /// They are parts of different classes.
    #[error(
        "submissions were added or removed between the parts, most recently before `{}`: grade \
         all parts again",
        folder.display()
    )]
    OtherClass {
        /// Where the one is that differs from those before it.
        folder: PathBuf,
    },
    /// Parts are missing, or not complete.
    #[error(
        "these parts of {of} are missing or incomplete (continue with `--resume`): {parts}; there \
         is no record of `{name}`"
    )]
    Missing {
        /// The parts.
        parts: String,
        /// How many there are.
        of: usize,
        /// A submission that is missing.
        name: String,
    },
    /// Two say different things about the same submission.
    #[error(
        "`{}` and `{}` contradict each other about `{name}`: remove the one that does not count",
        first.display(),
        second.display()
    )]
    Contradiction {
        /// The submission.
        name: String,
        /// One of them.
        first: PathBuf,
        /// The other one.
        second: PathBuf,
    },
}

/// Puts these reports together into another one, which may be one of them.
pub fn merge(reports: &[PathBuf], output: &Path) -> Result<Store, MergeError> {
    let stores: Vec<(&PathBuf, Store)> = reports
        .iter()
        .map(|folder| Ok((folder, Store::open(folder)?)))
        .collect::<Result<_, StoreError>>()?;
    check_records(&stores)?;
    check_parts(&stores)?;
    let same = |folder: &Path| folder.canonicalize().ok() == output.canonicalize().ok();
    let whole = Store::open(output)?;
    if !reports.iter().any(|folder| same(folder)) {
        whole.remove_records()?;
    }
    for (_, store) in stores.iter().filter(|(folder, _)| !same(folder)) {
        for record in store.records()? {
            whole.keep(&record?)?;
        }
    }
    whole.set_part(None)?;
    Ok(whole)
}

/// All records are about the same course by the same rules, and no two contradict each other.
fn check_records(stores: &[(&PathBuf, Store)]) -> Result<(), MergeError> {
    let mut first: Option<(String, String)> = None;
    let mut seen: BTreeMap<String, (String, &PathBuf)> = BTreeMap::new();
    for (folder, store) in stores {
        for record in store.records()? {
            let record = record?;
            let (course, rules) =
                first.get_or_insert((record.course.clone(), record.rules.clone()));
            if *course != record.course {
                return Err(MergeError::OtherCourse {
                    course: course.clone(),
                    other: record.course,
                    folder: folder.to_path_buf(),
                });
            }
            if *rules != record.rules {
                return Err(MergeError::OtherRules {
                    folder: folder.to_path_buf(),
                });
            }
            let found = (record.key.clone(), *folder);
            match seen.get(&record.name) {
                Some((key, other)) if *key != record.key => {
                    return Err(MergeError::Contradiction {
                        name: record.name,
                        first: other.to_path_buf(),
                        second: folder.to_path_buf(),
                    });
                }
                _ => seen.insert(record.name, found),
            };
        }
    }
    Ok(())
}

/// The parts are those of one class, and all submissions of it are there.
fn check_parts(stores: &[(&PathBuf, Store)]) -> Result<(), MergeError> {
    let mut first: Option<StorePart> = None;
    for (folder, store) in stores {
        let Some(part) = store.part() else {
            continue;
        };
        let folder = folder.to_path_buf();
        match &first {
            Some(first) if first.of != part.of => {
                let (of, others) = (part.of, first.of);
                return Err(MergeError::OtherParts { folder, of, others });
            }
            Some(first) if first.class != part.class => {
                return Err(MergeError::OtherClass { folder });
            }
            Some(_) => {}
            None => first = Some(part),
        }
    }
    let Some(StorePart { of, class, .. }) = first else {
        return Ok(());
    };
    let is_there = |name: &String| stores.iter().any(|(_, store)| store.has(name));
    let missing = class.iter().enumerate().filter(|(_, name)| !is_there(name));
    let missing: Vec<(usize, &String)> = missing.collect();
    let Some((_, name)) = missing.first() else {
        return Ok(());
    };
    let parts: BTreeSet<usize> = missing
        .iter()
        .map(|(index, _)| StorePart::with(*index, of))
        .collect();
    let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
    Err(MergeError::Missing {
        parts: parts.join(", "),
        of,
        name: name.to_string(),
    })
}
