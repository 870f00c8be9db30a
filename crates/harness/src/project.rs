//! Finding tests: which folder is the project, and which files in it are tests.

mod select;

pub use select::{Choice, NothingFits, Selection};

use crate::codes;
use crate::course::{self, Course};
use crate::handed_in::HandedInOnce;
use crate::test::{Test, TestKind};
use assembler::error::LoadFailure;
use assembler::{FileCache, FileSource, FolderEntries};
use diag::{Diagnostic, Severity, SourceMap};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of a project with the tests in it.
pub const TESTS: &str = "tests";
/// The folder in there whose tests run unless others are asked for.
pub(crate) const PUBLIC: &str = "pub";
/// What the names of unit tests end with.
const UNIT: &str = ".unit.toml";

/// The largest course file that is read.
const LARGEST_COURSE: u64 = 1 << 20;

/// A folder with tests, and the rules for them.
#[derive(Debug, Default)]
pub struct Project {
    /// Its path as shown to people; empty for the folder where the command was given.
    pub root: PathBuf,
    /// The rules.
    pub course: Course,
    /// The folders with tests in them, by name, each with its tests in order. Tests that stand
    /// beside the folders have the folder ``.
    pub folders: Vec<Folder>,
    /// Folders that are there, but closed. One without a name is that of all tests.
    pub unreadable: Vec<Unreadable>,
    /// What is wrong with the course file.
    pub diagnostics: Vec<Diagnostic>,
    /// The course file, which the diagnostics speak of.
    pub sources: SourceMap,
    /// The files that students hand in.
    pub(crate) handed_in: HandedInOnce,
}

/// A folder with tests.
#[derive(Debug, Default)]
pub struct Folder {
    /// Its name below `tests/`.
    pub name: String,
    /// Its path as shown to people.
    pub path: PathBuf,
    /// Its tests, in the order in which people count.
    pub tests: Vec<Test>,
    /// The names of all files in it.
    pub files: BTreeSet<String>,
}

/// A folder that cannot be looked into.
#[derive(Debug)]
pub struct Unreadable {
    /// Its name below `tests/`.
    pub name: String,
    /// Its path as shown to people.
    pub path: PathBuf,
    /// What the system says.
    pub why: String,
}

impl Project {
    /// The project that `path` is or lies in: the nearest folder upwards that has tests or a
    /// course file. `here` is where the command was given.
    pub fn root_of(path: &Path, here: &Path) -> Option<PathBuf> {
        Project::root_in(path, here, &FileCache::default())
    }

    /// The same among these files.
    pub fn root_in(path: &Path, here: &Path, files: &dyn FileSource) -> Option<PathBuf> {
        let real = files.real(&here.join(path))?;
        let mut ancestors = real.ancestors();
        let is_project = |folder: &&Path| {
            let tests = files.entries(&folder.join(TESTS));
            tests.is_ok() || files.has_file(&folder.join(course::FILE))
        };
        let root = ancestors.find(is_project)?;
        let here = files.real(here).unwrap_or_else(|| here.to_owned());
        Some(shown_from(root, &here))
    }

    /// Reads the course file and finds all tests. Paths are relative to `here`.
    pub fn open(root: &Path, here: &Path) -> Self {
        Project::open_in(root, here, &FileCache::default())
    }

    /// The same among these files.
    pub fn open_in(root: &Path, here: &Path, files: &dyn FileSource) -> Self {
        let mut project = Project {
            root: root.to_owned(),
            ..Project::default()
        };
        project.read_course(here, files);
        project.find_tests(here, files);
        let names: Vec<&str> = project.tests().map(|test| test.name.as_str()).collect();
        let mut said = Vec::new();
        let has = |path: &str| files.has_file(&here.join(root).join(path));
        project.course.check_files(&has, &mut said);
        // Tests that nobody may see are not missing.
        if project.unreadable.is_empty() {
            project.course.check_patterns(&names, &mut said);
        }
        project.diagnostics.extend(said);
        project
    }

    /// All tests.
    pub fn tests(&self) -> impl Iterator<Item = &Test> {
        self.folders.iter().flat_map(|folder| &folder.tests)
    }

    /// The folder with this name.
    pub fn folder(&self, name: &str) -> Option<&Folder> {
        self.folders.iter().find(|folder| folder.name == name)
    }

    /// Whether the course file is so wrong that tests would run by other rules than it means.
    pub fn has_errors(&self) -> bool {
        let mut severities = self.diagnostics.iter().map(|d| d.severity);
        severities.any(|severity| severity == Severity::Error)
    }

    fn read_course(&mut self, here: &Path, files: &dyn FileSource) {
        let path = self.root.join(course::FILE);
        // As guarded as sources are: nobody waits for a pipe, or reads what never ends.
        let file = files.read(&here.join(&path), None, LARGEST_COURSE);
        let bytes = match file {
            Ok(file) => file.text,
            Err(LoadFailure::NotFound) => return,
            Err(error) => {
                let title = format!("cannot read `{}`: {error}", path.display());
                self.diagnostics
                    .push(Diagnostic::error(codes::UNREADABLE, title));
                return;
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        self.course = Course::read(
            &path.to_string_lossy(),
            &text,
            &mut self.sources,
            &mut self.diagnostics,
        );
    }

    fn find_tests(&mut self, here: &Path, source: &dyn FileSource) {
        let tests = self.root.join(TESTS);
        let Some((files, folders)) = self.list("", &tests, here, source) else {
            return;
        };
        let mut beside = Folder {
            name: String::new(),
            path: tests.clone(),
            tests: tests_in(&files, "", &tests, &self.root),
            files,
        };
        // What is beside the folders may be a library for the tests in them.
        let has_reference = |test: &Test| {
            test.kind == TestKind::Unit || beside.files.contains(&format!("{}.ref", test.name))
        };
        beside.tests.retain(has_reference);
        if !beside.tests.is_empty() {
            self.folders.push(beside);
        }
        for name in folders.iter().filter(|name| !is_of_a_tool(name)) {
            self.add_folder_in(name, here, source);
        }
    }

    /// Finds the tests in a folder below `tests/`.
    pub(crate) fn add_folder(&mut self, name: &str, here: &Path) {
        self.add_folder_in(name, here, &FileCache::default());
    }

    fn add_folder_in(&mut self, name: &str, here: &Path, source: &dyn FileSource) {
        let path = self.root.join(TESTS).join(name);
        let Some((files, _)) = self.list(name, &path, here, source) else {
            return;
        };
        let tests = tests_in(&files, name, &path, &self.root);
        if !tests.is_empty() {
            self.folders.push(Folder {
                name: name.to_owned(),
                path,
                tests,
                files,
            });
        }
    }

    /// The names of the files and the folders in a folder; that it is closed is kept.
    fn list(
        &mut self,
        name: &str,
        path: &Path,
        here: &Path,
        source: &dyn FileSource,
    ) -> Option<Listing> {
        match list(&here.join(path), source) {
            Ok(listing) => Some(listing),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                self.unreadable.push(Unreadable {
                    name: name.to_owned(),
                    path: path.to_owned(),
                    why: error.to_string(),
                });
                None
            }
        }
    }

    /// A folder of tests that belongs to no project.
    pub(crate) fn of_folder(path: &Path, here: &Path) -> Self {
        let mut project = Project {
            root: path.to_owned(),
            ..Project::default()
        };
        if let Some((files, _)) = project.list("", path, here, &FileCache::default()) {
            let tests = tests_in(&files, "", path, path);
            project.folders.push(Folder {
                name: String::new(),
                path: path.to_owned(),
                tests,
                files,
            });
        }
        project
    }
}

/// Whether a folder has tests or a course file.
pub(crate) fn is_project(folder: &Path) -> bool {
    folder.join(TESTS).is_dir() || folder.join(course::FILE).is_file()
}

/// The path of a real folder as a person would write it from `here`.
pub fn shown(real: &Path, here: &Path) -> PathBuf {
    let here = here.canonicalize().unwrap_or_else(|_| here.to_owned());
    shown_from(real, &here)
}

/// The same from a real folder.
fn shown_from(real: &Path, here: &Path) -> PathBuf {
    let mut up = PathBuf::new();
    for ancestor in here.ancestors().take(4) {
        if let Ok(below) = real.strip_prefix(ancestor) {
            // What is joined with nothing ends with a slash.
            return up.iter().chain(below.iter()).collect();
        }
        up.push("..");
    }
    real.to_owned()
}

/// The names of the files and the folders in a folder.
type Listing = (BTreeSet<String>, Vec<String>);

fn list(folder: &Path, source: &dyn FileSource) -> io::Result<Listing> {
    let FolderEntries { files, mut folders } = source.entries(folder)?;
    // The public tests come first: they are what everybody has to pass.
    folders.sort_by(|a, b| (a != PUBLIC).cmp(&(b != PUBLIC)).then(natural(a, b)));
    Ok((files, folders))
}

/// Whether a file or folder is one that editors and systems keep beside those of people: `.#t.s`,
/// `._t.s`, `#t.s#`.
pub(crate) fn is_of_a_tool(name: &str) -> bool {
    name.starts_with(['.', '#'])
}

/// The tests among the files of a folder.
fn tests_in(files: &BTreeSet<String>, folder: &str, path: &Path, root: &Path) -> Vec<Test> {
    let mut tests: Vec<Test> = files
        .iter()
        .filter(|file| !is_of_a_tool(file))
        .filter_map(|file| {
            let (name, kind) = kind_of(file)?;
            Some(Test {
                name: name.to_owned(),
                folder: folder.to_owned(),
                kind,
                project: root.to_owned(),
                source: path.join(file),
            })
        })
        .collect();
    tests.sort_by(|a, b| natural(&a.name, &b.name).then_with(|| a.source.cmp(&b.source)));
    tests
}

/// The name of a test, and what kind of file describes it; nothing for other files.
pub fn kind_of(file: &str) -> Option<(&str, TestKind)> {
    if let Some(name) = file.strip_suffix(UNIT) {
        return Some((name, TestKind::Unit));
    }
    let (name, ending) = file.rsplit_once('.')?;
    matches!(ending, "s" | "S" | "asm").then_some((name, TestKind::Program))
}

/// The order in which people count: `test_2` before `test_10`.
pub(crate) fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        let (Some(x), Some(y)) = (left.chars().next(), right.chars().next()) else {
            return left.len().cmp(&right.len()).then_with(|| a.cmp(b));
        };
        if x.is_ascii_digit() && y.is_ascii_digit() {
            let ((m, rest_left), (n, rest_right)) = (number(left), number(right));
            // Without leading zeros, the longer number is the larger one.
            let order = m.len().cmp(&n.len()).then_with(|| m.cmp(n));
            if order != Ordering::Equal {
                return order;
            }
            (left, right) = (rest_left, rest_right);
            continue;
        }
        if x != y {
            return x.cmp(&y);
        }
        (left, right) = (&left[x.len_utf8()..], &right[y.len_utf8()..]);
    }
}

/// The digits that a text begins with, without leading zeros, and the rest.
fn number(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    (digits.trim_start_matches('0'), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_in_which_people_count() {
        let mut names = ["t_10", "t_2", "t_1b", "t_1", "t", "t_02", "s_3"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["s_3", "t", "t_1", "t_1b", "t_02", "t_2", "t_10"]);
    }

    #[test]
    fn endings_tell_the_kind() {
        assert_eq!(kind_of("a b.s"), Some(("a b", TestKind::Program)));
        assert_eq!(kind_of("x.asm"), Some(("x", TestKind::Program)));
        assert_eq!(kind_of("m.unit.toml"), Some(("m", TestKind::Unit)));
        assert_eq!(kind_of("m.toml"), None);
        assert_eq!(kind_of("README"), None);
    }

    #[test]
    fn folders_are_shown_as_people_write_them() {
        let here = std::env::temp_dir().canonicalize().unwrap();
        assert_eq!(shown(&here, &here), Path::new(""));
        assert_eq!(shown(&here.join("a/b"), &here), Path::new("a/b"));
        let parent = here.parent().unwrap();
        assert_eq!(shown(parent, &here), Path::new(".."));
    }
}
