//! One test: its files, and what is asked of it.

use std::fmt;
use std::path::{Path, PathBuf};

/// What kind of file describes a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TestKind {
    /// A program, whose output is compared: `NAME.s` or `NAME.asm`, and `NAME.ref`.
    Program,
    /// Cases of calls of one function: `NAME.unit.toml`.
    Unit,
}

/// One test. All paths begin where the command was given, so that a person can open them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its name: that of the file, without the ending.
    pub name: String,
    /// The folder below `tests/`, such as `pub`; empty for a file that stands alone.
    pub folder: String,
    /// What kind of file describes it.
    pub kind: TestKind,
    /// The project it belongs to, as a path; empty for the folder where the command was given.
    pub project: PathBuf,
    /// The program, or the description of the cases.
    pub source: PathBuf,
}

impl Test {
    /// The file beside the source with the same name and another ending.
    pub fn beside(&self, ending: &str) -> PathBuf {
        self.source
            .with_file_name(format!("{}.{ending}", self.name))
    }

    /// The file with the expected output.
    pub fn reference(&self) -> PathBuf {
        self.beside("ref")
    }

    /// The source's path from the project's folder, the same wherever the command was given.
    pub(crate) fn path_in_project(&self) -> &Path {
        self.source
            .strip_prefix(&self.project)
            .unwrap_or(&self.source)
    }
}

/// `pub/test_merge_1`, or the name alone for a file that stands alone.
impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.folder.as_str() {
            "" => f.write_str(&self.name),
            folder => write!(f, "{folder}/{}", self.name),
        }
    }
}
