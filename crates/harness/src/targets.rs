//! What the words of a command mean: projects, folders of tests, single tests.

use crate::project::{Choice, NothingFits, Project, TESTS, is_project, kind_of, shown};
use crate::test::{Test, TestKind};
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A project, and those of its tests that are to run.
#[derive(Debug)]
pub struct Chosen {
    /// The project.
    pub project: Project,
    /// The tests, in order.
    pub tests: Vec<Test>,
    /// Things to tell about how they were found.
    pub notes: Vec<String>,
}

/// Why no tests were found.
#[derive(Debug, Error)]
pub enum NoTests {
    /// Nothing here is a project.
    #[error(
        "there are no tests here: neither this folder nor one above has a folder `tests` or a \
         file `course.toml`; name a project, a folder or a file"
    )]
    NoProject,
    /// A path that does not exist.
    #[error("`{0}` is not there")]
    Missing(String),
    /// A file that is no test.
    #[error("`{0}` is not a test: tests end with .s, .asm or .unit.toml")]
    NotATest(String),
    /// A folder without tests.
    #[error("there are no tests in `{0}`")]
    Empty(String),
    /// The choice fits nothing.
    #[error(transparent)]
    NothingFits(#[from] NothingFits),
}

/// Finds the tests that `paths` mean, or those of the project around `here`.
pub fn find(paths: &[PathBuf], choice: &Choice, here: &Path) -> Result<Vec<Chosen>, NoTests> {
    let mut search = Search {
        here,
        choice,
        chosen: Vec::new(),
        wrong: None,
    };
    if paths.is_empty() {
        let root = Project::root_of(Path::new(""), here).ok_or(NoTests::NoProject)?;
        search.project(&root, choice);
    }
    for path in paths {
        search.path(path)?;
    }
    search.chosen.retain(|chosen| !chosen.tests.is_empty());
    match (search.chosen.is_empty(), search.wrong) {
        (true, Some(wrong)) => Err(wrong.into()),
        (true, None) => {
            let shown = paths
                .first()
                .map_or(".".into(), |path| path.to_string_lossy());
            Err(NoTests::Empty(shown.into_owned()))
        }
        (false, _) => Ok(search.chosen),
    }
}

struct Search<'a> {
    here: &'a Path,
    choice: &'a Choice,
    chosen: Vec<Chosen>,
    /// What fitted nothing in one project; another may have it.
    wrong: Option<NothingFits>,
}

impl Search<'_> {
    fn path(&mut self, path: &Path) -> Result<(), NoTests> {
        let words = || path.to_string_lossy().into_owned();
        let real = self.here.join(path).canonicalize();
        let real = real.map_err(|_| NoTests::Missing(words()))?;
        if real.is_file() {
            return self.file(path, &real);
        }
        let choice = self.choice;
        if is_project(&real) {
            self.project(&shown(&real, self.here), choice);
            return Ok(());
        }
        if let Some((root, folder)) = tests_around(&real) {
            let mut choice = choice.clone();
            choice.folders.extend(folder);
            self.project(&shown(root, self.here), &choice);
            return Ok(());
        }
        let below = projects_below(&real);
        for root in &below {
            self.project(&shown(root, self.here), choice);
        }
        if below.is_empty() {
            self.add(
                Project::of_folder(&shown(&real, self.here), self.here),
                choice,
            );
        }
        Ok(())
    }

    /// The tests of a project that a choice means.
    fn project(&mut self, root: &Path, choice: &Choice) {
        self.add(Project::open(root, self.here), choice);
    }

    fn add(&mut self, project: Project, choice: &Choice) {
        match project.select(choice) {
            Ok(selection) => {
                let notes = selection.note.into_iter().collect();
                self.merge(project, selection.tests, notes);
            }
            Err(wrong) => {
                self.wrong.get_or_insert(wrong);
                // What is wrong with its course file is told all the same.
                self.merge(project, Vec::new(), Vec::new());
            }
        }
    }

    /// One test, by its file.
    fn file(&mut self, path: &Path, real: &Path) -> Result<(), NoTests> {
        let wrong = || NoTests::NotATest(path.to_string_lossy().into_owned());
        let name = real.file_name().and_then(|name| name.to_str());
        let (name, kind) = name.and_then(kind_of).ok_or_else(wrong)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let project = match Project::root_of(folder, self.here) {
            Some(root) => Project::open(&root, self.here),
            None => Project {
                root: folder.to_owned(),
                ..Project::default()
            },
        };
        let source = shown(real, self.here);
        let known = project.tests().find(|test| test.source == source).cloned();
        let test = known.unwrap_or_else(|| Test {
            name: name.to_owned(),
            folder: String::new(),
            kind,
            project: project.root.clone(),
            source,
        });
        self.merge(project, vec![test], Vec::new());
        Ok(())
    }

    /// Adds tests to those of the same project.
    fn merge(&mut self, project: Project, tests: Vec<Test>, notes: Vec<String>) {
        let known = self
            .chosen
            .iter_mut()
            .find(|c| c.project.root == project.root);
        let Some(known) = known else {
            self.chosen.push(Chosen {
                project,
                tests,
                notes,
            });
            return;
        };
        for test in tests {
            if !known.tests.contains(&test) {
                known.tests.push(test);
            }
        }
        for note in notes {
            if !known.notes.contains(&note) {
                known.notes.push(note);
            }
        }
    }
}

/// The project in whose `tests/` a folder is, and the name of the folder there.
fn tests_around(real: &Path) -> Option<(&Path, Option<String>)> {
    let tests = real
        .ancestors()
        .find(|folder| folder.file_name().is_some_and(|name| name == TESTS))?;
    let folder = real.strip_prefix(tests).ok()?.iter().next();
    let folder = folder.map(|name| name.to_string_lossy().into_owned());
    Some((tests.parent()?, folder))
}

/// The projects in a folder.
fn projects_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    let mut projects: Vec<PathBuf> = folders.filter(|path| is_project(path)).collect();
    projects.sort();
    projects
}

/// What there is to choose from, a line for each test below the name of its folder.
pub fn list(chosen: &[Chosen]) -> String {
    let mut out = String::new();
    for Chosen { project, tests, .. } in chosen {
        let mut folder: Option<&str> = None;
        for test in tests {
            if folder != Some(&test.folder) {
                if !out.is_empty() {
                    out.push('\n');
                }
                let path = project.root.join(TESTS).join(&test.folder);
                let count = tests.iter().filter(|t| t.folder == test.folder).count();
                let count = diag::number::count(count as u64, "test");
                out.push_str(&format!("{}: {count}\n", path.display()));
                folder = Some(&test.folder);
            }
            let kind = match test.kind {
                TestKind::Program => "",
                TestKind::Unit => " (unit test)",
            };
            out.push_str(&format!("  {}{kind}\n", test.name));
        }
    }
    out
}
