//! Grades submissions, one at a time: reads what was handed in, runs every test of the course on a
//! fresh machine, and writes down what came of it. The same submission gives the same record.

mod extras;

use crate::record::{Record, Standing, TestRecord, VERSION};
use crate::score::{TaskPoints, score};
use crate::similarity::Prints;
use crate::submission::{
    self, Candidate, Form, ReadError, ReadLimits, Refusal, Remark, Submission, Wanted,
};
use crate::view::{ROOT, Staff, View};
use assembler::{Assembler, FileSource};
use diag::Severity;
use harness::fuzz::FuzzSpec;
use harness::grading::{ConventionRule, Rules, Tier};
use harness::report::facts;
use harness::{Job, Project, RunOptions, TestResult, Verdict, run_one};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// The folder with the tests that students write themselves.
const OWN_TESTS: &str = "tests/student";
/// The folder of a course with what students begin with.
const HANDOUT: &str = "handout";
/// The longest time for everything but running tests.
const LONGEST: Duration = Duration::from_secs(900);
/// The most text that is kept about one failure.
const LONGEST_DETAILS: usize = 8 << 10;

/// A course, ready to grade.
pub struct Grader {
    /// The folder of the course.
    folder: PathBuf,
    project: Project,
    handed_in: Vec<String>,
    /// Folders that are no part of a submission, wherever they lie: the course, the report and the
    /// class.
    apart: Vec<PathBuf>,
    staff: Arc<Staff>,
    fuzz: Vec<FuzzSpec>,
    /// What every student was given of the files that are handed in.
    given: Prints,
    digest: u64,
}

/// Why a course cannot be used for grading.
#[derive(Debug, Error)]
pub enum CourseError {
    /// Its files cannot be read.
    #[error("the course cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Its `course.toml` is wrong; the project tells how.
    #[error("the course file has mistakes")]
    Wrong(Box<Project>),
    /// It has no tasks.
    #[error("there are no tasks: each [[task]] in course.toml gives points")]
    NoTasks,
    /// No test takes part.
    #[error("no test decides anything: there are none in {0}")]
    NoTests(String),
}

/// A submission that was looked at, and the number that tells whether it has changed.
pub struct Looked {
    read: Result<Submission, ReadError>,
    /// What its record follows from.
    pub key: String,
}

impl Grader {
    /// Reads a course. The folders of the report and of the submissions may lie in it and are no
    /// part of it.
    pub fn open(folder: &Path, apart: &[&Path]) -> Result<Self, CourseError> {
        let folder = folder.canonicalize()?;
        let mut apart = apart
            .iter()
            .map(|path| real(path))
            .collect::<io::Result<Vec<_>>>()?;
        let mut project = Project::open(Path::new(""), &folder);
        if project.has_errors() {
            return Err(CourseError::Wrong(Box::new(project)));
        }
        let rules = &project.course.grading;
        if project.course.tasks.is_empty() {
            return Err(CourseError::NoTasks);
        }
        if project
            .tests()
            .all(|test| rules.tier(&test.folder).is_none())
        {
            let folders = rules.tiers.iter().flat_map(|(_, folders)| folders);
            let folders: Vec<String> = folders.map(|name| format!("tests/{name}")).collect();
            return Err(CourseError::NoTests(folders.join(", ")));
        }
        let folders: Vec<&str> = project.tests().map(|test| test.folder.as_str()).collect();
        let mut said = Vec::new();
        rules.check_tiers(&folders, &mut said);
        project.diagnostics.extend(said);
        let rules = &project.course.grading;
        let handed_in = handed_in(&project);
        let hidden = |path: &str| is_hidden(path, rules, &handed_in);
        let left_out =
            |path: &str| Rules::fits(&handed_in, path) || apart.contains(&folder.join(path));
        let staff = Staff::read(&folder, &left_out, &hidden)?;
        apart.push(folder.clone());
        let fuzz = match rules.fuzz {
            0 => Vec::new(),
            _ => extras::fuzz_specs(&project),
        };
        let mut hasher = FxHasher::default();
        env!("CARGO_PKG_VERSION").hash(&mut hasher);
        staff.digest(&mut hasher);
        Ok(Grader {
            given: given(&folder, &handed_in),
            digest: hasher.finish(),
            staff: Arc::new(staff),
            folder,
            handed_in,
            apart,
            fuzz,
            project,
        })
    }

    /// The project with its rules.
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// Patterns for the files that students hand in.
    pub fn handed_in(&self) -> &[String] {
        &self.handed_in
    }

    fn rules(&self) -> &Rules {
        &self.project.course.grading
    }

    /// Reads a submission.
    pub fn look(&self, candidate: &Candidate) -> Looked {
        let wanted = Wanted {
            file: &|path| Rules::fits(&self.handed_in, path),
            apart: &self.apart,
            deadline: self.rules().deadline,
            limits: ReadLimits::default(),
        };
        let read = submission::read(candidate, &wanted);
        let mut hasher = FxHasher::default();
        self.digest.hash(&mut hasher);
        candidate.name.hash(&mut hasher);
        match &read {
            Ok(submission) => {
                submission.files.hash(&mut hasher);
                format!("{:?}{:?}", submission.commit, submission.remarks).hash(&mut hasher);
            }
            Err(error) => error.to_string().hash(&mut hasher),
        }
        Looked {
            read,
            key: format!("{:016x}", hasher.finish()),
        }
    }

    /// Grades a submission that was read. The assembler may know files from other submissions.
    pub fn grade(&self, name: &str, looked: Looked, assembler: &mut Assembler) -> Record {
        let mut record = self.empty(name, looked.key);
        let submission = match looked.read {
            Ok(submission) => submission,
            Err(error) => {
                record.standing = standing(&error);
                return record;
            }
        };
        record.commit = submission.commit.as_ref().map(|commit| commit.id.clone());
        record.remarks = submission.remarks.iter().map(words).collect();
        let files = submission.files.keys();
        let handed_in = |file: &&String| !self.rules().required.contains(file);
        if files.into_iter().filter(handed_in).count() == 0 {
            let why = format!("there is none of the files {}", self.handed_in.join(", "));
            record.standing = Standing::Missing(why);
            return record;
        }
        for required in &self.rules().required {
            if !submission.files.contains_key(required) {
                record.remarks.push(format!("{required} is missing"));
            }
        }
        self.fill(&mut record, &submission, assembler);
        record
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
        let tests = self.project.tests().count() + extras::MOST_OWN_TESTS;
        let each = self.limits().timeout.unwrap_or_default();
        let all = each.saturating_mul(tests.try_into().unwrap_or(u32::MAX));
        all.saturating_add(LONGEST)
    }

    /// The name of the course, or of its folder.
    pub fn course(&self) -> String {
        let name = self.project.course.name.clone();
        let folder = || Some(self.folder.file_name()?.to_string_lossy().into_owned());
        name.or_else(folder).unwrap_or_default()
    }

    fn empty(&self, name: &str, key: String) -> Record {
        Record {
            version: VERSION,
            key,
            course: self.course(),
            name: name.to_owned(),
            standing: Standing::Graded,
            commit: None,
            remarks: Vec::new(),
            tasks: Vec::new(),
            tests: Vec::new(),
            score: 0.0,
            points: self.tasks().iter().map(|task| task.points).sum(),
            gate: None,
            lints: Vec::new(),
            coverage: None,
            fuzz: Vec::new(),
            prints: Default::default(),
        }
    }

    fn tasks(&self) -> Vec<TaskPoints> {
        let tasks = self.project.course.tasks.iter();
        let tasks = tasks.map(|task| TaskPoints {
            name: task.name.clone(),
            points: task.points,
        });
        tasks.collect()
    }

    /// Runs everything.
    fn fill(&self, record: &mut Record, submission: &Submission, assembler: &mut Assembler) {
        let view: Arc<dyn FileSource> = Arc::new(View::new(&self.staff, &submission.files));
        let options = self.run_options();
        for test in self.project.tests() {
            let Some(tier) = self.rules().tier(&test.folder) else {
                continue;
            };
            let job = Job {
                test: Arc::new(test.clone()),
                project: &self.project,
            };
            let result = run_one(&job, &options, &view, assembler);
            record.tests.push(self.test_record(&result, tier));
        }
        record.fuzz = self.compare_with_model(&view);
        record.lints = self.lints(submission, &view, assembler);
        let students: Arc<dyn FileSource> =
            Arc::new(View::new(&self.staff, &submission.files).for_student());
        record.coverage = self.own_tests(submission, &students, assembler);
        record.prints = Prints::of(&submission.files).without(&self.given).lists();
        let score = score(&self.tasks(), &record.tests, &record.fuzz, self.rules());
        record.tasks = score.tasks;
        record.score = score.score;
        record.points = score.points;
        record.gate = score.gate;
    }

    fn run_options(&self) -> RunOptions {
        let off = self.rules().convention == ConventionRule::Off;
        RunOptions {
            check: !off,
            scramble: if off { 0 } else { self.rules().scramble },
            repeat: 1,
            here: PathBuf::from(ROOT),
            ..RunOptions::default()
        }
    }

    fn test_record(&self, result: &TestResult, tier: Tier) -> TestRecord {
        let test = &result.test;
        let tasks = self.project.course.tasks.iter().enumerate();
        let tasks = tasks.filter(|(_, task)| task.has(&test.name));
        let broken = matches!(result.verdict, Verdict::Convention | Verdict::Scrambled);
        let forgiven = broken && self.rules().convention != ConventionRule::Failure;
        let passed = result.verdict.is_passed() || forgiven;
        let errors = result.findings.iter();
        let errors = errors.filter(|finding| finding.severity == Severity::Error);
        let mut findings: Vec<String> = errors.map(|d| d.code.0.to_owned()).collect();
        if result.verdict == Verdict::Scrambled {
            findings.push(result.verdict.id().to_owned());
        }
        findings.sort();
        findings.dedup();
        TestRecord {
            name: test.to_string(),
            tier,
            tasks: tasks.map(|(index, _)| index).collect(),
            passed,
            verdict: result.verdict.id().to_owned(),
            words: match forgiven {
                true => format!("passed, but {}", result.verdict.words()),
                false => result.verdict.words().to_owned(),
            },
            steps: result.steps,
            findings,
            hint: result.hint.clone(),
            details: match result.verdict.is_passed() {
                true => String::new(),
                false => cut(facts::story(result)),
            },
        }
    }
}

/// Where a folder is that need not be there yet.
fn real(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize().or_else(|_| std::path::absolute(path))
}

/// The files that students hand in: those that the course names, or those of its tasks, and their
/// own tests.
fn handed_in(project: &Project) -> Vec<String> {
    let rules = &project.course.grading;
    let mut files = match &rules.files {
        Some(files) => files.clone(),
        None => {
            let files = project.course.tasks.iter().flat_map(|task| &task.files);
            let mut files: Vec<String> = files.cloned().collect();
            files.push(format!("{OWN_TESTS}/*"));
            files
        }
    };
    files.extend(rules.required.iter().cloned());
    files.sort();
    files.dedup();
    files
}

/// Whether a file of the staff is kept from what students write: hidden tests, and everything that
/// lies neither among the tests nor beside the files that are handed in. There may be a model.
fn is_hidden(path: &str, rules: &Rules, handed_in: &[String]) -> bool {
    let folder = |path: &str| path.rfind('/').map_or(0, |slash| slash);
    match path.strip_prefix("tests/") {
        Some(below) => {
            let tier = below.split('/').next().and_then(|name| rules.tier(name));
            tier.is_some_and(|tier| tier != Tier::Public)
        }
        None => {
            let own = &path[..folder(path)];
            let mut folders = handed_in.iter().map(|file| &file[..folder(file)]);
            !folders.any(|folder| folder == own)
        }
    }
}

/// What every student was given of the files that are handed in: those in `handout/`.
fn given(folder: &Path, handed_in: &[String]) -> Prints {
    let candidate = Candidate {
        name: HANDOUT.to_owned(),
        place: folder.join(HANDOUT),
        form: Form::Folder,
    };
    let wanted = Wanted {
        file: &|path| Rules::fits(handed_in, path),
        apart: &[],
        deadline: None,
        limits: ReadLimits::default(),
    };
    // A course without a hand-out gave nothing.
    let read = submission::read(&candidate, &wanted);
    read.map_or_else(|_| Prints::default(), |given| Prints::of(&given.files))
}

fn standing(error: &ReadError) -> Standing {
    let why = error.to_string();
    match error {
        ReadError::Late { .. } => Standing::Late(why),
        ReadError::NoCommit => Standing::Missing(why),
        _ => Standing::Unreadable(why),
    }
}

/// A remark as a sentence without its full stop.
fn words(remark: &Remark) -> String {
    match remark {
        Remark::Refused { path, why } => {
            let why = match why {
                Refusal::Link => "it is a link".to_owned(),
                Refusal::NotAFile => "it is not a file".to_owned(),
                Refusal::TooLarge { limit } => format!("it is larger than {limit} bytes"),
                Refusal::NoRoom { limit } => {
                    format!("all files together are larger than {limit} bytes")
                }
                Refusal::Outside => "its path leads out of the submission".to_owned(),
                Refusal::Twice => "there is another one with that name".to_owned(),
                Refusal::Unreadable => "it cannot be read".to_owned(),
            };
            format!("{path} was not taken: {why}")
        }
        Remark::Inside(folder) => format!("the files lie in {folder}"),
        Remark::Branch(name) => format!("there is no branch main: {name} was taken"),
        Remark::LateCommits(1) => "one commit after the deadline does not count".to_owned(),
        Remark::LateCommits(count) => {
            format!("{count} commits after the deadline do not count")
        }
    }
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
