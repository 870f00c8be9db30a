//! Grades submissions, one at a time: reads what was handed in, runs every test of the course on a
//! fresh machine, and writes down what came of it. The same submission gives the same record.

mod course;
mod extras;
mod look;
mod model;
mod picture;
mod suspicion;

pub use look::{Looked, ReadSubmission};

use crate::record::{FuzzRecord, Record, Standing, TaskRecord, TestRecord, VERSION};
use crate::similarity::Prints;
use crate::store::Store;
use crate::submission::{
    self, FoundSubmissions, Passed, ReadLimits, Refusal, Submission, SubmissionCandidate,
    SubmissionFiles, SubmissionForm, SubmissionRemark, WantedFiles, is_own_test, is_source,
};
use crate::view::{ROOT, Staff, SubmissionView};
use assembler::{Assembler, FileSource, FsLoader, SourceLimits};
use harness::course::{OWN_TESTS, Task};
use harness::grading::{GradingRules, Tier};
use harness::points::{TaskPoints, score};
use harness::report::facts::{self, Story};
use harness::{Job, Project, RunOptions, TestResult, Verdict, run_one};
use keys::glob;
use model::ModelComparison;
use rustc_hash::FxHasher;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// The folder of a course with what students begin with.
const HANDOUT: &str = "handout";
/// The longest time for everything but running tests.
const LONGEST: Duration = Duration::from_secs(900);
/// The most runs of a test that only explain why it failed: what repeated, what printed the wrong
/// byte, and where two runs went apart.
const EXPLAINING: usize = 4;
/// The most files that are named as not taken.
const MOST_NAMED: usize = 10;
/// The most source that one program may have and expand to. Each test pays for it.
const MOST_SOURCE: u64 = 2 << 20;
/// The most text that is kept of the sources of a submission.
const MOST_KEPT: usize = 256 << 10;
/// The most text that is kept about one failure.
const LONGEST_DETAILS: usize = 8 << 10;

/// A course, ready to grade.
pub struct Grader {
    /// The folder of the course.
    folder: PathBuf,
    project: Project,
    /// Patterns for the files that are taken from a submission.
    handed_in: Vec<String>,
    /// Those among them for what students write, without what else must be handed in.
    written: Vec<String>,
    /// Folders that are not part of a submission, wherever they are: the course, the report and the
    /// class.
    apart: Vec<PathBuf>,
    staff: Arc<Staff>,
    /// What lies in the course's folder in the place of what students hand in.
    model: SubmissionFiles,
    comparisons: Vec<ModelComparison>,
    /// What every student was given of the files that are handed in.
    given: Prints,
    /// The sources that they were given besides.
    staff_prints: Prints,
    digest: u64,
}

/// Why a course cannot be used for grading.
#[derive(Debug, Error)]
pub enum CourseError {
    /// Its files cannot be read.
    #[error("the course cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Its `course.toml` is wrong; the project says how.
    #[error("the course file has mistakes")]
    Wrong(Box<Project>),
    /// There is no `course.toml`.
    #[error("there is no course.toml: `jal grade --init` writes one for a project with tests")]
    NoFile,
    /// It has no tasks.
    #[error("there are no tasks: add [[task]] entries with points to course.toml")]
    NoTasks,
    /// No test takes part.
    #[error("no test gives points: there are none in {0}")]
    NoTests(String),
}

impl Grader {
    /// The project with its rules.
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// Patterns for the files that students hand in.
    pub fn handed_in(&self) -> &[String] {
        &self.handed_in
    }

    fn rules(&self) -> &GradingRules {
        &self.project.course.grading
    }

    /// The submissions in a folder. The course and the report may lie among them and are none.
    pub fn find(&self, folder: &Path) -> io::Result<FoundSubmissions> {
        let mut found = submission::find(folder)?;
        let why_not = |place: &Path| {
            let real = place.canonicalize().ok()?;
            if real == self.folder {
                Some("it is the course")
            } else if self.apart.contains(&real) || Store::is_at(&real) {
                Some("it is a report of jal grade")
            } else {
                None
            }
        };
        found.candidates.retain(|candidate| {
            let why = why_not(&candidate.place);
            found.passed.extend(why.map(|why| Passed {
                name: candidate.name.clone(),
                why,
            }));
            why.is_none()
        });
        Ok(found)
    }

    /// Grades a submission that was read. The assembler may know files from other submissions.
    pub fn grade(&self, name: &str, looked: Looked, assembler: &mut Assembler) -> Record {
        self.grade_through(name, looked, Tier::Eval, assembler)
    }

    /// The same with the tests of the tiers up to one. Before the last tier, daily tests run only if
    /// all public tests pass, and nothing is compared with the model: its inputs are for the end.
    pub fn grade_through(
        &self,
        name: &str,
        looked: Looked,
        through: Tier,
        assembler: &mut Assembler,
    ) -> Record {
        let seed = looked.seed;
        let mut record = self.empty(name, looked.key_through(through));
        let submission = match looked.read {
            Ok(submission) => submission,
            Err(standing) => {
                record.standing = standing;
                return record;
            }
        };
        record.commit = submission.commit.as_ref().map(|commit| commit.id.clone());
        record.remarks = submission.remarks.iter().map(words).collect();
        let mut files = submission.files.keys();
        let is_empty = !files.any(|file| GradingRules::fits(&self.written, file));
        record
            .remarks
            .extend(self.about_files(&submission, is_empty));
        if is_empty {
            let why = format!("none of the files {} exists", self.written.join(", "));
            record.standing = Standing::Missing(why);
            return record;
        }
        self.fill(&mut record, &submission, seed, through, assembler);
        record
    }

    /// Files that are not there, and those that are there and do not count. If nothing is there at
    /// all, that is said elsewhere.
    fn about_files(&self, submission: &Submission, is_empty: bool) -> Vec<String> {
        let (required, tasks) = (&self.rules().required, &self.project.course.tasks);
        let wanted = required
            .iter()
            .chain(tasks.iter().flat_map(|task| &task.files));
        let mut missing: Vec<&String> = wanted
            .filter(|file| !glob::is_pattern(file) && !submission.files.contains_key(*file))
            .collect();
        missing.sort();
        missing.dedup();
        let mut remarks = Vec::new();
        let mut told = Vec::new();
        for file in missing {
            let other = look_alike(file, &submission.passed);
            told.extend(other);
            remarks.push(match other {
                Some(other) if other.eq_ignore_ascii_case(file) => {
                    format!("{file} is missing; there is {other}: upper and lower case matter")
                }
                Some(other) => {
                    format!("{file} is missing; there is {other}, which does not count there")
                }
                None if is_empty => continue,
                None => format!("{file} is missing"),
            });
        }
        let own = |file: &&String| {
            let is_staff = self.staff.has(file) || file.starts_with("tests/");
            !is_staff && !told.contains(&file.as_str())
        };
        let passed: Vec<&String> = submission.passed.iter().filter(own).collect();
        for file in passed.iter().take(MOST_NAMED) {
            remarks.push(format!(
                "{file} was ignored: the course does not ask for it"
            ));
        }
        if let more @ 1.. = passed.len().saturating_sub(MOST_NAMED) {
            remarks.push(format!("{more} more sources were ignored"));
        }
        remarks
    }

    /// A record of a submission on which grading itself failed.
    pub fn failed(&self, name: &str, why: String) -> Record {
        let mut record = self.empty(name, String::new());
        record.standing = Standing::GraderError(why);
        record
    }

    /// The longest time that one submission may take, if each of its tests takes the longest that
    /// the course allows. Most take a moment: who needs more has found a mistake of jal.
    pub fn longest(&self) -> Duration {
        let seeds = usize::try_from(self.rules().scramble).unwrap_or(usize::MAX);
        let runs = seeds.saturating_add(1 + EXPLAINING);
        let tests = self.project.tests().count() + extras::MOST_OWN_TESTS;
        // Searching for a difference, making it smaller, and showing it.
        let compared = self.comparisons.len() * 3;
        let runs = tests.saturating_mul(runs).saturating_add(compared);
        let each = self.limits().timeout.unwrap_or_default();
        let all = each.saturating_mul(runs.try_into().unwrap_or(u32::MAX));
        all.saturating_add(LONGEST)
    }

    /// The name of the course, or of its folder.
    pub fn course(&self) -> String {
        let name = self.project.course.name.clone();
        let folder = || Some(self.folder.file_name()?.to_string_lossy().into_owned());
        name.or_else(folder).unwrap_or_default()
    }

    /// The course and its rules as one number.
    pub fn rules_key(&self) -> String {
        format!("{:016x}", self.digest)
    }

    fn empty(&self, name: &str, key: String) -> Record {
        Record {
            version: VERSION,
            key,
            course: self.course(),
            rules: self.rules_key(),
            name: name.to_owned(),
            standing: Standing::Graded,
            commit: None,
            remarks: Vec::new(),
            suspicions: Vec::new(),
            tasks: Vec::new(),
            tests: Vec::new(),
            score: 0.0,
            points: self.tasks().iter().map(|task| task.points).sum(),
            gate: None,
            lints: Vec::new(),
            coverage: None,
            fuzz: Vec::new(),
            prints: Prints::default(),
            sources: Default::default(),
        }
    }

    fn tasks(&self) -> Vec<TaskPoints> {
        let tasks = self.project.course.tasks.iter();
        let tasks = tasks.map(|task| {
            // All by name: whoever adds a key is asked here whether it changes points.
            let Task {
                name,
                points,
                files: _,
                tests: _,
                prints: _,
                may_exit: _,
                files_span: _,
                tests_span: _,
            } = task;
            TaskPoints {
                name: name.clone(),
                points: *points,
            }
        });
        tasks.collect()
    }

    /// Runs everything.
    fn fill(
        &self,
        record: &mut Record,
        submission: &Submission,
        seed: u64,
        through: Tier,
        assembler: &mut Assembler,
    ) {
        let view: Arc<dyn FileSource> =
            Arc::new(SubmissionView::new(&self.staff, &submission.files));
        let options = self.run_options();
        let run = |of: &dyn Fn(Tier) -> bool, assembler: &mut Assembler| -> Vec<TestRecord> {
            let jobs = self.jobs().filter(|(_, tier)| of(*tier));
            let tests = jobs.map(|(job, tier)| {
                self.test_record(&run_one(&job, &options, &view, assembler), tier)
            });
            tests.collect()
        };
        if through == Tier::Eval {
            record.tests = run(&|_| true, assembler);
            record.fuzz = self.compare_with_model(&view, seed);
        } else {
            record.tests = run(&|tier| tier == Tier::Public, assembler);
            if through == Tier::Daily && record.tests.iter().all(|test| test.passed) {
                record
                    .tests
                    .extend(run(&|tier| tier == Tier::Daily, assembler));
            }
        }
        picture::keep_few(&mut record.tests);
        record.lints = self.lints(submission, &view, assembler);
        let students: Arc<dyn FileSource> =
            Arc::new(SubmissionView::new(&self.staff, &submission.files).for_student());
        record.coverage = self.own_tests(submission, &students, assembler);
        let prints = Prints::of(&submission.files).without_functions(&self.staff_prints);
        record.prints = prints.without(&self.given);
        record.sources = sources(&submission.files);
        let tests: Vec<_> = record.tests.iter().map(TestRecord::counted).collect();
        let fuzz: Vec<_> = record.fuzz.iter().map(FuzzRecord::compared).collect();
        let score = score(&self.tasks(), &tests, &fuzz, self.rules());
        record.tasks = score.tasks.into_iter().map(TaskRecord::from).collect();
        record.score = score.score;
        record.points = score.points;
        record.gate = score.gate;
        let looked_up = suspicion::looked_up(&record.tasks, &record.tests, &record.fuzz);
        record.suspicions.extend(looked_up);
    }

    /// The tests that take part, in their order.
    fn jobs(&self) -> impl Iterator<Item = (Job<'_>, Tier)> {
        self.project.tests().filter_map(|test| {
            let tier = self.rules().tier(&test.folder)?;
            let job = Job {
                test: Arc::new(test.clone()),
                project: &self.project,
            };
            Some((job, tier))
        })
    }

    fn run_options(&self) -> RunOptions {
        RunOptions {
            as_graded: true,
            repeat: 1,
            sources: Some(source_limits()),
            here: PathBuf::from(ROOT),
            ..RunOptions::default()
        }
    }

    fn test_record(&self, result: &TestResult, tier: Tier) -> TestRecord {
        let test = &result.test;
        let tasks = self.project.course.tasks.iter().enumerate();
        let tasks = tasks.filter(|(_, task)| task.has(&test.name));
        let findings = result.broken_codes();
        let (details, cause) = match result.verdict.is_passed() {
            true => (String::new(), String::new()),
            false => {
                let story = facts::story(result);
                let cause = cause(result, &findings, &story);
                (cut(story.text()), cause)
            }
        };
        TestRecord {
            name: test.to_string(),
            tier,
            tasks: tasks.map(|(index, _)| index).collect(),
            passed: result.passes(),
            verdict: result.verdict,
            words: match result.forgiven {
                true => format!("passed, but {}", result.verdict.words()),
                false => result.verdict.words().to_owned(),
            },
            steps: result.steps,
            findings,
            hint: result.hint.clone(),
            details,
            cause,
            pictures: picture::pictures(result),
        }
    }
}

/// The file that may be meant to be this one: it is called alike, or lies elsewhere.
fn look_alike<'a>(file: &str, others: &'a [String]) -> Option<&'a str> {
    let name = |path: &str| -> String {
        let name = path.rsplit('/').next().unwrap_or(path);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        stem.to_ascii_lowercase()
    };
    let by_case = others.iter().find(|other| other.eq_ignore_ascii_case(file));
    let found = by_case.or_else(|| others.iter().find(|other| name(other) == name(file)));
    found.map(String::as_str)
}

/// How much source a program with files of a submission may have.
fn source_limits() -> SourceLimits {
    SourceLimits::of_bytes(MOST_SOURCE)
}

/// Loads the files that the tests of a submission see.
fn loader(view: &Arc<dyn FileSource>) -> FsLoader {
    let loader = FsLoader::new(ROOT).with_full_names();
    loader.from_source(Arc::clone(view))
}

/// Where a folder is that need not be there yet.
fn real(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize().or_else(|_| std::path::absolute(path))
}

/// The sources of a submission as text, as far as there is room.
fn sources(files: &SubmissionFiles) -> BTreeMap<String, String> {
    let mut left = MOST_KEPT;
    let sources = files.iter();
    let sources = sources.filter(|(path, _)| is_source(path) && !is_own_test(path));
    let sources = sources.map_while(|(path, text)| {
        left = left.checked_sub(text.len())?;
        Some((path.clone(), String::from_utf8_lossy(text).into_owned()))
    });
    sources.collect()
}

/// What every student was given of the files that are handed in: those in `handout/`.
fn given(folder: &Path, handed_in: &[String]) -> Prints {
    let is_handed_in = |path: &str| GradingRules::fits(handed_in, path);
    prints(folder.join(HANDOUT), &is_handed_in)
}

/// The other sources that every student was given.
fn staff_prints(folder: &Path, handed_in: &[String]) -> Prints {
    let is_staff = |path: &str| {
        let is_apart = path.starts_with("tests/") || path.starts_with(HANDOUT);
        is_source(path) && !is_apart && !GradingRules::fits(handed_in, path)
    };
    prints(folder.to_owned(), &is_staff)
}

fn prints(place: PathBuf, file: &dyn Fn(&str) -> bool) -> Prints {
    let candidate = SubmissionCandidate {
        name: HANDOUT.to_owned(),
        place,
        form: SubmissionForm::Folder,
    };
    let wanted = WantedFiles {
        file,
        anywhere: false,
        apart: &[],
        commit: None,
        deadline: None,
        limits: ReadLimits::default(),
    };
    // A course without these gave nothing.
    let read = submission::read(&candidate, &wanted);
    read.map_or_else(|_| Prints::default(), |given| Prints::of(&given.files))
}

/// A remark as a sentence without its full stop.
fn words(remark: &SubmissionRemark) -> String {
    match remark {
        SubmissionRemark::Refused { path, why } => {
            let why = match why {
                Refusal::Link => "it is a link".to_owned(),
                Refusal::NotAFile => "it is not a file".to_owned(),
                Refusal::TooLarge { limit } => format!("it is larger than {limit} bytes"),
                Refusal::NoRoom { limit } => {
                    format!("all files together are larger than {limit} bytes")
                }
                Refusal::Outside => "its path leads out of the submission".to_owned(),
                Refusal::LongPath => "its path is too long".to_owned(),
                Refusal::Twice => "there is another file with that name".to_owned(),
                Refusal::Unreadable => "it cannot be read".to_owned(),
            };
            format!("{path} was ignored: {why}")
        }
        SubmissionRemark::Inside(folder) => format!("the files are in {folder}"),
        SubmissionRemark::NoDeadline => {
            "there is a repository in it that was ignored: the deadline was not applied".to_owned()
        }
        SubmissionRemark::Branch(name) => format!("there is no branch main: {name} was used"),
        SubmissionRemark::LateCommits(1) => {
            "one commit after the deadline does not count".to_owned()
        }
        SubmissionRemark::LateCommits(count) => {
            format!("{count} commits after the deadline do not count")
        }
    }
}

/// What a failure shares with others of the same cause: the kind of message and its place, or all
/// that is said about it. It does not matter what the file of the test is called.
fn cause(result: &TestResult, findings: &[String], story: &Story) -> String {
    let name = format!("{}.", result.test.name);
    let anonymous = |text: &str| text.replace(&name, "*.");
    let said = match facts::first_error(result) {
        Some((first, place)) => {
            let (code, title, file) = (first.code, &first.title, anonymous(&place.file));
            let (line, column) = place.position.map_or((0, 0), |at| (at.line, at.column));
            match file == place.file {
                true => format!("{code} {file}:{line}:{column}"),
                // What is wrong with a test itself has to be the same. If it does not assemble, it
                // matters less where each of them names the file that is missing.
                false if result.verdict == Verdict::DoesNotAssemble => format!("{code} {title}"),
                false => format!("{code} {title} {file}:{line}:{column}"),
            }
        }
        None => {
            let mut hasher = FxHasher::default();
            anonymous(&story.body).hash(&mut hasher);
            format!("{:016x}", hasher.finish())
        }
    };
    format!("{} {} {said}", result.verdict.id(), findings.join(" "))
}

/// The beginning of a long text.
fn cut(mut text: String) -> String {
    if text.len() > LONGEST_DETAILS {
        let end = text.floor_char_boundary(LONGEST_DETAILS);
        text.truncate(end);
        text.push_str("\n[...]");
    }
    text
}
