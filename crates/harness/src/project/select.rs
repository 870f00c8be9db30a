//! Which of a project's tests are to run.

use super::{Folder, PUBLIC, Project};
use crate::glob;
use crate::keys::similar;
use crate::test::Test;
use thiserror::Error;

/// What a person asked for.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Folders below `tests/`; none for the usual ones.
    pub folders: Vec<String>,
    /// Names of tests, or patterns for them; none for all.
    pub names: Vec<String>,
}

/// The tests that are to run.
#[derive(Debug, Default)]
pub struct Selection {
    /// The tests, in order.
    pub tests: Vec<Test>,
    /// Something to tell about how they were found.
    pub note: Option<String>,
}

/// A choice that fits no test.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NothingFits {
    /// There is no such folder.
    #[error("there is no folder `{name}` with tests in it{}", instead(.similar, .all))]
    Folder {
        /// As it was asked for.
        name: String,
        /// What may have been meant.
        similar: Option<String>,
        /// The folders that there are.
        all: Vec<String>,
    },
    /// There is no such test.
    #[error("no test fits `{name}`; {}`jal test -l` lists the tests", question(.similar))]
    Test {
        /// As it was asked for.
        name: String,
        /// What may have been meant.
        similar: Option<String>,
    },
}

fn question(similar: &Option<String>) -> String {
    match similar {
        Some(similar) => format!("did you mean `{similar}`? "),
        None => String::new(),
    }
}

fn instead(similar: &Option<String>, all: &[String]) -> String {
    match (similar, all) {
        (Some(_), _) => format!("; {}", question(similar).trim_end()),
        (None, []) => String::new(),
        (None, all) => format!("; there are: {}", all.join(", ")),
    }
}

impl Project {
    /// The tests that a choice means.
    pub fn select(&self, choice: &Choice) -> Result<Selection, NothingFits> {
        let (folders, note) = self.chosen_folders(&choice.folders)?;
        if choice.names.is_empty() {
            let tests = folders.iter().flat_map(|folder| folder.tests.clone());
            let tests = tests.collect();
            return Ok(Selection { tests, note });
        }
        let mut wanted: Vec<&Test> = Vec::new();
        for pattern in &choice.names {
            let mut found: Vec<&Test> = fitting(folders.iter().copied(), pattern).collect();
            if found.is_empty() && choice.folders.is_empty() {
                // Somebody who names a test need not say where it is.
                found = fitting(&self.folders, pattern).collect();
            }
            if found.is_empty() {
                return Err(self.no_test(pattern));
            }
            wanted.extend(found);
        }
        let tests = self.tests().filter(|test| wanted.contains(test));
        let tests = tests.cloned().collect();
        Ok(Selection { tests, note: None })
    }

    fn chosen_folders(
        &self,
        names: &[String],
    ) -> Result<(Vec<&Folder>, Option<String>), NothingFits> {
        if !names.is_empty() {
            let folders = names.iter().map(|name| self.named_folder(name));
            return Ok((folders.collect::<Result<_, _>>()?, None));
        }
        if let Some(names) = &self.course.folders {
            let folders = names.iter().map(|name| self.named_folder(name));
            return Ok((folders.collect::<Result<_, _>>()?, None));
        }
        if let Some(folder) = self.folder(PUBLIC) {
            return Ok((vec![folder], None));
        }
        let all: Vec<&Folder> = self.folders.iter().collect();
        let names: Vec<&str> = all.iter().map(|folder| folder.name.as_str()).collect();
        let named = names.iter().all(|name| !name.is_empty());
        let note = (named && !names.is_empty()).then(|| {
            let names = names.join(", ");
            format!("There is no folder tests/{PUBLIC}, so all folders are taken: {names}.")
        });
        Ok((all, note))
    }

    fn named_folder(&self, name: &str) -> Result<&Folder, NothingFits> {
        // People also write `tests/pub` and `pub/`, as the shell completes it.
        let plain = name.trim_end_matches('/');
        let plain = plain.strip_prefix("tests/").unwrap_or(plain);
        let found = self.folder(plain).or(self.folder(name));
        found.ok_or_else(|| {
            let all: Vec<&str> = self.folders.iter().map(|f| f.name.as_str()).collect();
            NothingFits::Folder {
                name: name.to_owned(),
                similar: similar(plain, &all).map(str::to_owned),
                all: all.iter().map(|name| (*name).to_owned()).collect(),
            }
        })
    }

    fn no_test(&self, name: &str) -> NothingFits {
        let all: Vec<&str> = self.tests().map(|test| test.name.as_str()).collect();
        NothingFits::Test {
            name: name.to_owned(),
            similar: similar(name, &all).map(str::to_owned),
        }
    }
}

fn fitting<'a>(
    folders: impl IntoIterator<Item = &'a Folder>,
    pattern: &str,
) -> impl Iterator<Item = &'a Test> {
    let tests = folders.into_iter().flat_map(|folder| &folder.tests);
    tests.filter(move |test| {
        // Also `pub/test_1` and, as the shell completes it, `test_1.s`.
        let file = test.source.file_name().and_then(|name| name.to_str());
        glob::fits(pattern, &test.name)
            || glob::fits(pattern, &test.to_string())
            || file.is_some_and(|file| glob::fits(pattern, file))
    })
}
