//! Which of a project's tests are to run.

use super::{Folder, PUBLIC, Project, TESTS};
use crate::course;
use crate::test::Test;
use keys::glob;
use std::path::Path;
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
    /// Remarks about how they were found.
    pub notes: Vec<String>,
    /// What was asked for and is not here. With several projects, another may have it.
    pub missing: Vec<NothingFits>,
}

/// A choice that fits no test.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NothingFits {
    /// There is no such folder.
    #[error(
        "there is no folder `{name}` with tests{}{}",
        instead(.similar, .all),
        before(name, .similar)
    )]
    Folder {
        /// As it was asked for.
        name: String,
        /// What may have been meant.
        similar: Option<String>,
        /// The folders that there are.
        all: Vec<String>,
    },
    /// The folder is there, but closed.
    #[error("cannot read the folder `{path}`: {why}")]
    Unreadable {
        /// As it was asked for.
        name: String,
        /// Its path as shown to people.
        path: String,
        /// What the system says.
        why: String,
    },
    /// There is no such test.
    #[error("no test matches `{name}`; {}`jal test -l` lists the tests", question(.similar))]
    Test {
        /// As it was asked for.
        name: String,
        /// What may have been meant.
        similar: Option<String>,
    },
}

impl NothingFits {
    /// The word that was asked for.
    pub fn word(&self) -> &str {
        match self {
            NothingFits::Folder { name, .. }
            | NothingFits::Unreadable { name, .. }
            | NothingFits::Test { name, .. } => name,
        }
    }
}

/// What to say if the word may be a function or a test: `-d` takes all words after it.
fn before(name: &str, similar: &Option<String>) -> String {
    match similar {
        Some(_) => String::new(),
        None => format!("; to test `{name}`, write it before `-d`"),
    }
}

/// The name that is most like this one.
fn nearest(name: &str, all: &[&str]) -> Option<String> {
    let near = diag::similar(name, all.iter().copied());
    near.first().map(|best| (*best).to_owned())
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
    pub fn select(&self, choice: &Choice) -> Selection {
        let mut selection = Selection::default();
        let folders = self.chosen_folders(&choice.folders, &mut selection);
        if choice.names.is_empty() {
            let tests = folders.iter().flat_map(|folder| folder.tests.clone());
            selection.tests = tests.collect();
            return selection;
        }
        // Somebody who names tests knows which ones run.
        selection.notes.clear();
        let mut wanted: Vec<&Test> = Vec::new();
        for pattern in &choice.names {
            let mut found: Vec<&Test> = fitting(folders.iter().copied(), pattern).collect();
            if found.is_empty() && choice.folders.is_empty() {
                // Nor need they say where it is.
                found = fitting(&self.folders, pattern).collect();
            }
            if found.is_empty() {
                selection.missing.push(self.no_test(pattern));
            }
            wanted.extend(found);
        }
        let tests = self.tests().filter(|test| wanted.contains(test));
        selection.tests = tests.cloned().collect();
        selection
    }

    /// Whether the tests of a folder run unless others are asked for.
    pub(crate) fn is_usual(&self, folder: &str) -> bool {
        match &self.course.folders {
            Some(names) => names.iter().any(|name| plain(name) == folder),
            None => folder == PUBLIC || self.folder(PUBLIC).is_none(),
        }
    }

    /// The folders with these names, or else the usual ones.
    fn chosen_folders(&self, names: &[String], selection: &mut Selection) -> Vec<&Folder> {
        let mut folders = Vec::new();
        if !names.is_empty() {
            for name in names {
                match self.named_folder(name) {
                    Ok(folder) => folders.push(folder),
                    Err(missing) => selection.missing.push(missing),
                }
            }
            return folders;
        }
        if let Some(names) = &self.course.folders {
            for name in names {
                match self.named_folder(name) {
                    Ok(folder) => folders.push(folder),
                    Err(closed @ NothingFits::Unreadable { .. }) => selection.missing.push(closed),
                    // A folder for tests that are still to be written.
                    Err(_) => selection.notes.push(self.without_tests(name)),
                }
            }
            return folders;
        }
        match self.named_folder(PUBLIC) {
            Ok(folder) => return vec![folder],
            Err(closed @ NothingFits::Unreadable { .. }) => selection.missing.push(closed),
            Err(_) => {}
        }
        let all: Vec<&Folder> = self.folders.iter().collect();
        let names: Vec<&str> = all.iter().map(|folder| folder.name.as_str()).collect();
        let named = names.iter().all(|name| !name.is_empty());
        if named && !names.is_empty() {
            let names = names.join(", ");
            selection.notes.push(format!(
                "There is no folder tests/{PUBLIC}, so all folders are used: {names}."
            ));
        }
        all
    }

    /// What to say about a folder that the course file names in vain.
    fn without_tests(&self, name: &str) -> String {
        let file = self.root.join(course::FILE);
        let folder = self.root.join(TESTS).join(plain(name));
        format!(
            "{} also asks for the tests in {}, but there are none.",
            file.display(),
            folder.display()
        )
    }

    fn named_folder(&self, name: &str) -> Result<&Folder, NothingFits> {
        let found = self.folder(plain(name)).or(self.folder(name));
        found.ok_or_else(|| {
            let mut closed = self.unreadable.iter();
            if let Some(closed) = closed.find(|c| c.name.is_empty() || c.name == plain(name)) {
                return NothingFits::Unreadable {
                    name: name.to_owned(),
                    path: closed.path.display().to_string(),
                    why: closed.why.clone(),
                };
            }
            let all: Vec<&str> = self.folders.iter().map(|f| f.name.as_str()).collect();
            NothingFits::Folder {
                name: name.to_owned(),
                similar: nearest(plain(name), &all),
                all: all.iter().map(|name| (*name).to_owned()).collect(),
            }
        })
    }

    fn no_test(&self, name: &str) -> NothingFits {
        let all: Vec<&str> = self.tests().map(|test| test.name.as_str()).collect();
        NothingFits::Test {
            name: name.to_owned(),
            similar: nearest(name, &all),
        }
    }
}

/// The name of a folder: people also write `tests/pub` and `pub/`, as the shell completes it.
fn plain(name: &str) -> &str {
    let name = name.trim_end_matches(glob::SEPARATORS);
    let below = name.strip_prefix("tests");
    let below = below.and_then(|below| below.strip_prefix(glob::SEPARATORS));
    below.unwrap_or(name)
}

fn fitting<'a>(
    folders: impl IntoIterator<Item = &'a Folder>,
    pattern: &str,
) -> impl Iterator<Item = &'a Test> {
    let tests = folders.into_iter().flat_map(|folder| &folder.tests);
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    tests.filter(move |test| {
        // Also `pub/test_1` and, as the shell completes it, `test_1.s` and `tests/pub/test_1.s`.
        let file = test.source.file_name().map(Path::new);
        let paths = [file, Some(test.path_in_project()), Some(&test.source)];
        let mut paths = paths.into_iter().flatten().filter_map(Path::to_str);
        glob::fits(pattern, &test.name)
            || glob::fits(pattern, &test.to_string())
            || paths.any(|path| glob::fits(pattern, path))
    })
}
