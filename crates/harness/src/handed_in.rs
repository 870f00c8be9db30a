//! Which files of a program students have written: what these say about the check that they are
//! graded by does not count.

use crate::grading::GradingRules;
use crate::project::Project;
use assembler::tidy;
use callconv::agreement::{AgreedCheck, Agreement};
use runtime::load::LoadedProgram;
use std::path::{Path, PathBuf};

/// The files that students hand in, as far as a course names them.
#[derive(Clone, Debug, Default)]
pub struct HandedIn {
    /// The project's folder.
    root: PathBuf,
    /// Where the command was given; names of sources begin there.
    here: PathBuf,
    /// Patterns for paths from the project's folder.
    patterns: Vec<String>,
}

impl HandedIn {
    /// The files of a project. If its course names none, there are none.
    pub fn of(project: &Project, here: &Path) -> Self {
        let course = &project.course;
        let files_of_tasks = course.tasks.iter().any(|task| !task.files.is_empty());
        if course.grading.files.is_none() && !files_of_tasks {
            return HandedIn::default();
        }
        HandedIn {
            root: tidy(&here.join(&project.root)),
            here: here.to_owned(),
            patterns: course.handed_in(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
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
