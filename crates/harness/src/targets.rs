//! What the words of a command mean: projects, folders of tests, single tests.

use crate::project::{
    Choice, NothingFits, Project, TESTS, is_of_a_tool, is_project, kind_of, shown,
};
use crate::test::{Test, TestKind};
use crate::uses::SourceUses;
use diag::shell_word;
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
    /// Remarks about how they were found.
    pub notes: Vec<String>,
}

/// Why no tests were found.
#[derive(Debug, Error)]
pub enum NoTests {
    /// Nothing here is a project.
    #[error(
        "there are no tests here: neither this folder nor a folder above has a folder `tests` or \
         a file `course.toml`; name a project, a folder or a file"
    )]
    NoProject,
    /// A word that is no path, and fits nothing in the project.
    #[error("there is no file, folder, test or function `{word}`{}", instead(.similar))]
    Missing {
        /// The word.
        word: String,
        /// What may have been meant.
        similar: Option<String>,
    },
    /// A file that is not a test.
    #[error("`{0}` is not a test: tests end in .s, .asm or .unit.toml")]
    NotATest(String),
    /// A folder without tests.
    #[error("there are no tests in `{0}`")]
    Empty(String),
    /// The choice fits nothing.
    #[error(transparent)]
    NothingFits(#[from] NothingFits),
    /// A path that was taken for a name.
    #[error(
        "`{word}` comes after {option}, which takes names of {kind}; put paths first: jal test {}",
        shell_word(word)
    )]
    PathAfterOption {
        /// The path.
        word: String,
        /// The option.
        option: &'static str,
        /// What the option names.
        kind: &'static str,
    },
}

fn instead(similar: &Option<String>) -> String {
    match similar {
        Some(similar) => format!("; did you mean `{similar}`?"),
        None => String::new(),
    }
}

/// What the words of a command mean.
#[derive(Debug, Default)]
pub struct FoundTargets {
    /// The projects. One without tests is there for what is to be told about it.
    pub chosen: Vec<Chosen>,
    /// Why no test can run.
    pub wrong: Option<NoTests>,
}

/// Finds the tests that `paths` mean, or those of the project around `here`.
pub fn find(paths: &[PathBuf], choice: &Choice, here: &Path) -> FoundTargets {
    let mut search = Search {
        here,
        choice,
        chosen: Vec::new(),
        missing: Vec::new(),
        searched: 0,
    };
    let wrong = search.all(paths).err().or_else(|| search.wrong(paths));
    let mut chosen = search.chosen;
    // Names that are asked for need not be in every project.
    if wrong.is_none() && choice.names.is_empty() {
        let silent = |chosen: &&mut Chosen| chosen.tests.is_empty() && chosen.notes.is_empty();
        for chosen in chosen.iter_mut().filter(silent) {
            let root = chosen.project.root.display();
            let note = format!("There are no tests to run in {root}.");
            chosen.notes.push(note);
        }
    }
    FoundTargets { chosen, wrong }
}

struct Search<'a> {
    here: &'a Path,
    choice: &'a Choice,
    chosen: Vec<Chosen>,
    /// What fitted nothing in one project; another may have it.
    missing: Vec<NothingFits>,
    /// How many times a choice was looked for.
    searched: usize,
}

impl Search<'_> {
    fn all(&mut self, paths: &[PathBuf]) -> Result<(), NoTests> {
        if paths.is_empty() {
            let root = Project::root_of(Path::new(""), self.here);
            let root = root.ok_or_else(|| self.path_as_name().unwrap_or(NoTests::NoProject))?;
            self.project(&root, self.choice);
        }
        paths.iter().try_for_each(|path| self.path(path))
    }

    /// What fits nowhere, or that there is no test at all.
    fn wrong(&self, paths: &[PathBuf]) -> Option<NoTests> {
        // What is missing each time that it was looked for is nowhere.
        let nowhere = |word: &str| {
            let missing = self.missing.iter().filter(|m| m.word() == word);
            missing.count() == self.searched
        };
        if let Some(missing) = self.missing.iter().find(|m| nowhere(m.word())) {
            let path = self.path_as_name();
            return Some(path.unwrap_or_else(|| missing.clone().into()));
        }
        if self.chosen.iter().any(|chosen| !chosen.tests.is_empty()) {
            return None;
        }
        if let Some(missing) = self.missing.first() {
            return Some(missing.clone().into());
        }
        let first = paths
            .first()
            .map_or(".".into(), |path| path.to_string_lossy());
        Some(NoTests::Empty(first.into_owned()))
    }

    /// A path among the names after an option that takes several.
    fn path_as_name(&self) -> Option<NoTests> {
        let folders = self
            .choice
            .folders
            .iter()
            .map(|word| (word, "-d", "folders in tests/"));
        let names = self.choice.names.iter().map(|word| (word, "-t", "tests"));
        let mut words = folders.chain(names);
        let is_lost = |word: &str| {
            let mut missing = self.missing.iter();
            let fits_nothing = self.searched == 0 || missing.any(|m| m.word() == word);
            fits_nothing && self.here.join(word).exists()
        };
        let (word, option, kind) = words.find(|(word, ..)| is_lost(word))?;
        Some(NoTests::PathAfterOption {
            word: word.clone(),
            option,
            kind,
        })
    }

    fn path(&mut self, path: &Path) -> Result<(), NoTests> {
        let Ok(real) = self.here.join(path).canonicalize() else {
            return self.word(&path.to_string_lossy());
        };
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
            let mut project = Project::open(&shown(root, self.here), self.here);
            // A folder in a folder of tests is none of the project's, unless it is named.
            if let Some(folder) = folder.iter().find(|folder| folder.contains('/')) {
                project.add_folder(folder, self.here);
            }
            choice.folders.extend(folder);
            self.add(project, &choice);
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

    /// A word that is no path: the name of a test, of a function or of a task.
    fn word(&mut self, word: &str) -> Result<(), NoTests> {
        let root = Project::root_of(Path::new(""), self.here);
        let Some(project) = root.map(|root| Project::open(&root, self.here)) else {
            return Err(NoTests::Missing {
                word: word.to_owned(),
                similar: self.similar(word, &[]),
            });
        };
        let uses = SourceUses::new(&project, self.here);
        let mut tasks = project.course.tasks.iter();
        let wanted: Vec<Test> = match tasks.find(|task| task.name.eq_ignore_ascii_case(word)) {
            Some(task) => {
                let tests = project.tests().filter(|test| task.has(&test.name));
                tests.cloned().collect()
            }
            None => {
                let source = uses.source_of(word);
                let tests = source.iter().flat_map(|source| uses.direct(source));
                tests.cloned().collect()
            }
        };
        let chosen = project.select(self.choice).tests;
        let is_test = chosen.iter().any(|test| test.name == word);
        if !wanted.is_empty() && !is_test {
            self.those(project, &wanted, None);
            return Ok(());
        }
        let named = Choice {
            names: vec![word.to_owned()],
            ..self.choice.clone()
        };
        let selection = project.select(&named);
        if selection.missing.is_empty() {
            self.searched += 1;
            self.merge(project, selection.tests, selection.notes);
            return Ok(());
        }
        let functions = uses.functions();
        let tests = project.tests().map(|test| test.name.clone());
        let tasks = project.course.tasks.iter().map(|task| task.name.clone());
        let known: Vec<String> = functions.into_iter().chain(tests).chain(tasks).collect();
        Err(NoTests::Missing {
            word: word.to_owned(),
            similar: self.similar(word, &known),
        })
    }

    /// What a word that fits nothing may have meant: something known, or a file.
    fn similar(&self, word: &str, known: &[String]) -> Option<String> {
        let near = diag::similar(word, known.iter().map(String::as_str));
        let near = near.first().map(|name| (*name).to_owned());
        near.or_else(|| near_file(Path::new(word), self.here))
    }

    /// Those of some tests that are in the chosen folders; all of them if none is.
    fn those(&mut self, project: Project, wanted: &[Test], note: Option<String>) {
        let selection = project.select(self.choice);
        let mut tests = selection.tests;
        tests.retain(|test| wanted.contains(test));
        if tests.is_empty() && self.choice.folders.is_empty() && self.choice.names.is_empty() {
            tests = wanted.to_vec();
        }
        self.searched += 1;
        self.missing.extend(selection.missing);
        self.merge(project, tests, note.into_iter().collect());
    }

    /// The tests of a project that a choice means.
    fn project(&mut self, root: &Path, choice: &Choice) {
        self.add(Project::open(root, self.here), choice);
    }

    fn add(&mut self, project: Project, choice: &Choice) {
        let selection = project.select(choice);
        self.searched += 1;
        let before = self.missing.len();
        for missing in selection.missing {
            // Somebody may ask for the same twice.
            if !self.missing[before..].contains(&missing) {
                self.missing.push(missing);
            }
        }
        self.merge(project, selection.tests, selection.notes);
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
        if known.is_none() && kind == TestKind::Program && !real.with_extension("ref").exists() {
            // A source of the project: its tests are meant.
            let uses = SourceUses::new(&project, self.here);
            let wanted: Vec<Test> = uses.all(real).into_iter().cloned().collect();
            if !wanted.is_empty() {
                let source = source.display();
                let note = format!("`{source}` is not a test: these are the tests that use it.");
                self.those(project, &wanted, Some(note));
                return Ok(());
            }
        }
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

/// The file beside a missing one whose name is most like it.
pub fn near_file(missing: &Path, here: &Path) -> Option<String> {
    let folder = missing.parent().unwrap_or(Path::new(""));
    let entries = fs::read_dir(here.join(folder)).ok()?.flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| !is_of_a_tool(name)).collect();
    names.sort();
    let wanted = missing.file_name()?.to_str()?;
    let near = diag::similar(wanted, names.iter().map(String::as_str));
    let near = folder.join(near.first()?);
    Some(near.to_string_lossy().replace('\\', "/"))
}

/// The project in whose `tests/` a folder is, and the name of the folder there.
fn tests_around(real: &Path) -> Option<(&Path, Option<String>)> {
    let tests = real
        .ancestors()
        .find(|folder| folder.file_name().is_some_and(|name| name == TESTS))?;
    let below = real.strip_prefix(tests).ok()?.iter();
    let below: Vec<_> = below.map(|name| name.to_string_lossy()).collect();
    let folder = (!below.is_empty()).then(|| below.join("/"));
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
