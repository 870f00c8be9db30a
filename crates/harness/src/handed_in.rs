//! Which files of a program students have written: what these say about the check that they are
//! graded by does not count.

use crate::grading::GradingRules;
use crate::project::Project;
use assembler::tidy;
use callconv::agreement::{AgreedCheck, Agreement};
use runtime::load::LoadedProgram;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The most names that are kept with what they turned out to be.
const MOST_NAMES: usize = 1 << 10;

/// The files that students hand in, as far as a course names them. Copies share what they know.
#[derive(Clone, Debug, Default)]
pub struct HandedIn(Arc<Files>);

#[derive(Debug, Default)]
struct Files {
    /// The project's folder.
    root: PathBuf,
    /// Where the command was given; names of sources begin there.
    here: PathBuf,
    /// Patterns for paths from the project's folder.
    patterns: Vec<String>,
    /// The paths of names that were asked for: every test asks for the same few.
    known: Mutex<FxHashMap<String, Option<String>>>,
}

/// The handed-in files of a project, found out when they are first asked for.
#[derive(Debug, Default)]
pub(crate) struct HandedInOnce(OnceLock<HandedIn>);

impl HandedIn {
    /// The files of a project. If its course names none, there are none.
    pub fn of(project: &Project, here: &Path) -> Self {
        let first = project.handed_in.0.get_or_init(|| Self::new(project, here));
        match first.0.here == here {
            true => first.clone(),
            false => Self::new(project, here),
        }
    }

    fn new(project: &Project, here: &Path) -> Self {
        let course = &project.course;
        let files_of_tasks = course.tasks.iter().any(|task| !task.files.is_empty());
        let names_files = course.grading.files.is_some() || files_of_tasks;
        HandedIn(Arc::new(Files {
            root: tidy(&here.join(&project.root)),
            here: here.to_owned(),
            patterns: match names_files {
                true => course.handed_in(),
                false => Vec::new(),
            },
            known: Mutex::default(),
        }))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.patterns.is_empty()
    }

    /// Whether the source of this name is one of them.
    pub fn has(&self, name: &str) -> bool {
        self.path(name).is_some()
    }

    /// The path of such a source in the project's folder.
    pub(crate) fn path(&self, name: &str) -> Option<String> {
        if self.is_empty() {
            return None;
        }
        // What another thread leaves there is whole, whatever happened to it.
        let known = self.0.known.lock();
        let mut known = known.unwrap_or_else(PoisonError::into_inner);
        if let Some(path) = known.get(name) {
            return path.clone();
        }
        // Names come from submissions, too.
        if known.len() >= MOST_NAMES {
            known.clear();
        }
        let path = self.0.path(name);
        known.insert(name.to_owned(), path.clone());
        path
    }
}

impl Files {
    fn path(&self, name: &str) -> Option<String> {
        // A source may be imported by any way that leads to it.
        let path = tidy(&self.here.join(name));
        let below = path.strip_prefix(&self.root).ok()?.to_string_lossy();
        GradingRules::fits(&self.patterns, &below).then(|| below.into_owned())
    }
}

impl HandedIn {
    /// The check of a program's calling convention, which comments in these files cannot weaken;
    /// none if nothing was loaded.
    pub fn check<'a>(
        &self,
        agreement: &'a Agreement,
        loaded: &'a LoadedProgram,
    ) -> Option<AgreedCheck<'a>> {
        let program = loaded.program.as_ref()?;
        let (sources, desc) = (&loaded.sources, loaded.desc());
        let has = |name: &str| self.has(name);
        Some(AgreedCheck::new(agreement, sources, program, desc, &has))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::Course;
    use diag::SourceMap;

    fn handed_in(course: &str, root: &str, here: &str) -> HandedIn {
        let mut said = Vec::new();
        let course = Course::read("course.toml", course, &mut SourceMap::default(), &mut said);
        assert!(said.is_empty(), "{said:?}");
        let project = Project {
            root: root.into(),
            course,
            ..Project::default()
        };
        HandedIn::of(&project, Path::new(here))
    }

    #[test]
    fn files_are_told_by_any_way_that_leads_to_them() {
        let course = "[[task]]\nname = \"a\"\npoints = 1\nfiles = [\"src/a.s\"]\n";
        for (root, here, way) in [
            ("", "/home/2048", ""),
            ("2048", "/home", "2048/"),
            ("..", "/home/2048/src", "../"),
            ("/home/2048", "/elsewhere", "/home/2048/"),
        ] {
            let files = handed_in(course, root, here);
            let has = |path: &str| files.has(&format!("{way}{path}"));
            assert!(has("src/a.s") && has("./tests/pub/../../src/a.s"), "{root}");
            assert!(has("tests/student/mine.s"), "{root}");
            assert!(!has("src/b.s") && !has("tests/pub/src/a.s"), "{root}");
            assert!(files.has("/home/2048/src/a.s"), "{root}");
            assert!(!files.has("/other/2048/src/a.s"), "{root}");
        }
    }

    #[test]
    fn a_course_that_names_no_files_has_none() {
        for course in [
            "",
            "[course]\nname = \"a\"\n",
            "[[task]]\nname = \"a\"\npoints = 1\n",
        ] {
            assert!(!handed_in(course, "", "/home").has("tests/student/mine.s"));
        }
        let files = handed_in("[grade]\nfiles = [\"src/*.s\"]\n", "", "/home");
        assert!(files.has("src/any.s") && !files.has("tests/pub/a.s"));
    }
}
