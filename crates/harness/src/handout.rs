//! What students get of a course: everything but the hidden tests, with stubs in place of the
//! solutions, and a reference that can be run but not read.
//!
//! Owns which files of a course's folder belong to a hand-out. It reads and writes no files itself.

use crate::course::{self, Course};
use crate::fuzz::FuzzSpec;
use crate::fuzz::sealed::{self, SealedReference};
use crate::grading::{GradingRules, Tier};
use crate::project::{TESTS, is_of_a_tool};
use crate::unit::link::Sources;
use assembler::error::LoadFailure;
use assembler::{FileSource, FsLoader, LoadError, RealFile};
use diag::{Diagnostic, Severity, SourceMap};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// The folder of a course whose files students get in place of the course's own.
pub const FOLDER: &str = "handout";

/// Where the course seems to lie while its reference is assembled.
const ROOT: &str = "/course";

/// Files with their paths from the course's folder, with slashes.
pub type HandoutFiles = BTreeMap<String, Arc<[u8]>>;

/// Why there is no hand-out.
#[derive(Debug, Error)]
pub enum HandoutError {
    /// There is no course file.
    #[error("there is no {}", course::FILE)]
    NoCourse,
    /// The course file, or the reference, has mistakes.
    #[error("the course has mistakes")]
    Mistakes {
        /// What they speak of.
        sources: Box<SourceMap>,
        /// The mistakes.
        diagnostics: Vec<Diagnostic>,
    },
    /// Solutions that have no stub.
    #[error(
        "the hand-out would contain the solution in {}: put what students get in its place into \
         `{FOLDER}/`", .0.join(", ")
    )]
    Solutions(Vec<String>),
}

/// Makes the hand-out of a course from all of its files.
pub fn of_course(files: &HandoutFiles) -> Result<HandoutFiles, HandoutError> {
    let text = files.get(course::FILE).ok_or(HandoutError::NoCourse)?;
    let text = String::from_utf8_lossy(text).replace("\r\n", "\n");
    let (mut sources, mut diagnostics) = (SourceMap::default(), Vec::new());
    let course = Course::read(course::FILE, &text, &mut sources, &mut diagnostics);
    diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
    if !diagnostics.is_empty() {
        let sources = Box::new(sources);
        return Err(HandoutError::Mistakes {
            sources,
            diagnostics,
        });
    }
    let mut given = HandoutFiles::new();
    let mut solutions = Vec::new();
    let solved = solved(files, &course);
    let stub = |path: &str| files.get(&format!("{FOLDER}/{path}"));
    for (path, contents) in files.iter().filter(|(path, _)| is_given(path, &course)) {
        let path = path.strip_prefix(&format!("{FOLDER}/")).unwrap_or(path);
        // A copy in another folder is a solution, too.
        if solved.contains(file_name(path)) && stub(path).is_none() {
            solutions.push(format!("`{path}`"));
        }
        let contents = stub(path).unwrap_or(contents);
        given.insert(path.to_owned(), Arc::clone(contents));
    }
    if !solutions.is_empty() {
        return Err(HandoutError::Solutions(solutions));
    }
    if let Some(reference) = reference(files, &text, &course)? {
        given.insert(sealed::FILE.to_owned(), reference.bytes().into());
    }
    Ok(given)
}

/// The names of the files that students write.
fn solved<'a>(files: &'a HandoutFiles, course: &Course) -> BTreeSet<&'a str> {
    let is_written = |path: &&String| {
        let mut tasks = course.tasks.iter();
        tasks.any(|task| GradingRules::fits(&task.files, path))
    };
    let written = files.keys().filter(is_written);
    written.map(|path| file_name(path)).collect()
}

fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Whether students get a file, or what is in its place.
fn is_given(path: &str, course: &Course) -> bool {
    let hidden = [Tier::Daily, Tier::Eval].into_iter();
    let mut hidden = hidden.flat_map(|tier| course.grading.folders(tier));
    let is_hidden = hidden.any(|folder| path.starts_with(&format!("{TESTS}/{folder}/")));
    !is_hidden && !path.split('/').any(is_of_a_tool)
}

/// The reference for what `[[fuzz]]` compares, if it compares anything.
fn reference(
    files: &HandoutFiles,
    text: &str,
    course: &Course,
) -> Result<Option<SealedReference>, HandoutError> {
    let mut sources = SourceMap::default();
    let (specs, wrong) = FuzzSpec::read(sources.add(course::FILE, text), text);
    let mistakes = |sources: SourceMap, diagnostics: Vec<Diagnostic>| HandoutError::Mistakes {
        sources: Box::new(sources),
        diagnostics,
    };
    if !wrong.is_empty() {
        return Err(mistakes(sources, wrong));
    }
    let patterns = course.tests.link.as_deref().unwrap_or_default();
    let source: Arc<dyn FileSource> = Arc::new(CourseFiles(files.clone()));
    let (place, here) = (Path::new(""), Path::new(ROOT));
    let mut reference = SealedReference::default();
    for spec in &specs {
        let found = Sources::to_compare(place, here, &spec.call, patterns, &*source);
        let found = match found {
            Ok(found) => found,
            Err(missing) => {
                let missing = missing.diagnostic(Some(spec.at));
                return Err(mistakes(sources, vec![missing]));
            }
        };
        let loader = FsLoader::new(here).with_full_names();
        let found = found.in_language(course.language);
        let loaded = found.load(here, &mut loader.from_source(Arc::clone(&source)));
        if loaded.has_errors() || !reference.add(spec, &loaded) {
            return Err(mistakes(loaded.sources, loaded.diagnostics));
        }
    }
    Ok((!specs.is_empty()).then_some(reference))
}

/// The course's files as sources.
#[derive(Debug)]
struct CourseFiles(HandoutFiles);

impl CourseFiles {
    /// The name of a file below the root.
    fn name(path: &Path) -> Option<String> {
        let path = assembler::tidy(path);
        let path = path.strip_prefix(ROOT).ok()?;
        let parts = path.iter().map(|part| part.to_str());
        Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
    }
}

impl FileSource for CourseFiles {
    fn read(
        &self,
        path: &Path,
        _importer: Option<&str>,
        limit: u64,
    ) -> Result<RealFile, LoadError> {
        let name = CourseFiles::name(path).ok_or(LoadFailure::NotAllowed)?;
        let text = self.0.get(&name).ok_or(LoadFailure::NotFound)?;
        match text.len() as u64 > limit {
            true => Err(LoadFailure::TooLarge),
            false => Ok(RealFile {
                path: PathBuf::from(ROOT).join(name),
                text: Arc::clone(text),
            }),
        }
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        let Some(folder) = CourseFiles::name(folder) else {
            return Vec::new();
        };
        let names = self.0.keys().filter_map(|path| {
            let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
            (parent == folder).then(|| name.to_owned())
        });
        names.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COURSE: &str = "[[task]]\nname = \"Adding\"\npoints = 1\nfiles = [\"src/add.s\"]\n\
                          tests = [\"test_add_*\"]\n[grade]\neval = [\"secret\"]\n\
                          [[fuzz]]\ncall = \"add\"\nx = \"int(0..=9)\"\nargs = [\"x\", 1]\n";
    const ADD: &str = ".globl add\nadd: add a0, a0, a1\nhelper_of_the_staff: ret\n";

    fn files(more: &[(&str, &str)]) -> HandoutFiles {
        let usual = [
            ("course.toml", COURSE),
            ("src/add.s", ADD),
            ("tests/pub/test_add_1.s", "main: ret"),
            ("tests/secret/test_add_2.s", "main: ret"),
            (".git/config", ""),
        ];
        let all = usual.iter().chain(more);
        let all = all.map(|(path, text)| ((*path).to_owned(), text.as_bytes().into()));
        all.collect()
    }

    #[test]
    fn a_handout_has_stubs_and_no_hidden_tests() {
        let all = files(&[
            ("handout/src/add.s", "add: ret"),
            ("handout/LLM.txt", "none"),
        ]);
        let given = of_course(&all).unwrap();
        let names: Vec<&str> = given.keys().map(String::as_str).collect();
        let expect = [
            "LLM.txt",
            "course.toml",
            sealed::FILE,
            "src/add.s",
            "tests/pub/test_add_1.s",
        ];
        assert_eq!(names, expect);
        assert_eq!(&*given["src/add.s"], b"add: ret");
        let reference = SealedReference::read(&given[sealed::FILE]).unwrap();
        let program = reference.program("add").unwrap().program.unwrap();
        let labels: Vec<&str> = program
            .image
            .symbols
            .iter()
            .map(|s| s.name.as_str())
            .collect();
        assert_eq!(labels, ["add"]);
        assert!(program.lines.is_empty());
    }

    #[test]
    fn a_solution_is_not_handed_out() {
        let error = of_course(&files(&[])).unwrap_err();
        insta::assert_snapshot!(error, @"the hand-out would contain the solution in `src/add.s`: put what students get in its place into `handout/`");
        let copy = [("handout/src/add.s", "add: ret"), ("solution/add.s", ADD)];
        let error = of_course(&files(&copy)).unwrap_err();
        assert!(error.to_string().contains("`solution/add.s`"), "{error}");
    }

    #[test]
    fn mistakes_of_the_course_are_said() {
        let said = |more: &[(&str, &str)]| match of_course(&files(more)) {
            Err(HandoutError::Mistakes { diagnostics, .. }) => diagnostics[0].title.clone(),
            other => panic!("{other:?}"),
        };
        let stub = ("handout/src/add.s", "add: ret");
        insta::assert_snapshot!(said(&[("src/add.s", "ad: ret"), stub]), @"`src/add.s` has no label `add`");
        insta::assert_snapshot!(said(&[("src/add.s", "add: rte"), stub]), @"unknown instruction `rte`");
        insta::assert_snapshot!(said(&[("course.toml", "[grade]\ngate = 3"), stub]), @"`gate` in [grade] has an invalid value");
        assert!(matches!(
            of_course(&HandoutFiles::new()),
            Err(HandoutError::NoCourse)
        ));
    }
}
