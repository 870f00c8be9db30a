//! Runs tests: each on a fresh machine, on all cores, with results in the order of the tests.

mod allowed;
mod cover;
mod execute;
mod files;
mod graded;
mod inquiry;
mod link;
mod picture;
mod printed;
mod scramble;
mod slice;
mod venus;

pub use graded::{GradedProgram, debug_case, graded_program};
pub(crate) use inquiry::{Probe, cases, inquire, only, passes, survey};
pub(crate) use link::expand;
pub(crate) use slice::{Slice, slice};

use crate::grading::ConventionRule;
use crate::project::Project;
use crate::result::TestResult;
use crate::settings::Overrides;
use crate::suite::SuiteResult;
use crate::test::Test;
use assembler::{Assembler, FileCache, FileSource, SourceLimits};
use callconv::agreement::Agreement;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use web_time::Instant;

/// How to run tests.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Judge the tests that give points as the course says that they are graded.
    pub as_graded: bool,
    /// Check the calling convention in all tests, not only in those that say so.
    pub check: bool,
    /// Run each test once more with this many seeds of undefined values.
    pub scramble: u64,
    /// Run with every seed, even if nothing can depend on it; for tests.
    pub every_seed: bool,
    /// Count which lines of the sources each test runs.
    pub coverage: bool,
    /// What is agreed about the calling convention, beside what the course says.
    pub agreement: Agreement,
    /// Rules that go before those of the course and of the tests.
    pub overrides: Overrides,
    /// Of how many failures, which have different causes, to find the most probable cause.
    pub explain: usize,
    /// How often each test runs.
    pub repeat: u32,
    /// End with the first test that fails.
    pub fail_fast: bool,
    /// Of unit tests, run only the case of this name or number.
    pub case: Option<String>,
    /// How much source a program may have; without, as much as tests usually may.
    pub sources: Option<SourceLimits>,
    /// Where the command was given; paths of tests begin there.
    pub here: PathBuf,
}

impl RunOptions {
    /// How a test runs as it is graded, if that is wanted and it gives points.
    fn as_graded(&self, job: &Job<'_>) -> Option<RunOptions> {
        let course = &job.project.course;
        let rules = &course.grading;
        let counts = !course.tasks.is_empty() && rules.tier(&job.test.folder).is_some();
        let is_checked = rules.convention != ConventionRule::Off;
        (self.as_graded && counts && is_checked).then(|| RunOptions {
            check: true,
            scramble: match rules.convention.is_by_value() {
                true => self.scramble.max(rules.scramble),
                false => self.scramble,
            },
            ..self.clone()
        })
    }
}

/// A test that is to run.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The test.
    pub test: Arc<Test>,
    /// The project with its rules.
    pub project: &'a Project,
}

/// At least so many tests for each thread: starting one takes as long as some tests.
const TESTS_PER_THREAD: usize = 8;

/// Runs tests. Calls `done` after each one, with how many are done by then.
pub fn run(jobs: &[Job<'_>], options: &RunOptions, done: &(dyn Fn(usize) + Sync)) -> SuiteResult {
    run_from(jobs, options, Arc::new(FileCache::default()), done)
}

/// The same with files that come from `files`.
pub fn run_from(
    jobs: &[Job<'_>],
    options: &RunOptions,
    files: Arc<dyn FileSource>,
    done: &(dyn Fn(usize) + Sync),
) -> SuiteResult {
    let begin = Instant::now();
    let queue = Queue {
        jobs,
        options,
        files: Arc::clone(&files),
        next: AtomicUsize::new(0),
        end: AtomicUsize::new(jobs.len()),
        finished: AtomicUsize::new(0),
        results: Mutex::new(Vec::with_capacity(jobs.len())),
    };
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads = cores.min(jobs.len().div_ceil(TESTS_PER_THREAD));
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| queue.work(done));
        }
        queue.work(done);
    });
    let mut suite = queue.finish(begin);
    crate::cause::explain(&mut suite, jobs, options, &files);
    suite
}

/// Runs one test with files that come from `files`, by an assembler that may know some of them.
pub fn run_one(
    job: &Job<'_>,
    options: &RunOptions,
    files: &Arc<dyn FileSource>,
    assembler: &mut Assembler,
) -> TestResult {
    execute::run(job, options, files, assembler)
}

/// What is known of tests after they ran one by one, with the probable causes of failures.
pub fn explained(
    results: Vec<TestResult>,
    jobs: &[Job<'_>],
    options: &RunOptions,
    files: &Arc<dyn FileSource>,
) -> SuiteResult {
    let mut suite = SuiteResult {
        time: results.iter().map(|result| result.time).sum(),
        results,
        ..SuiteResult::default()
    };
    crate::cause::explain(&mut suite, jobs, options, files);
    suite
}

/// The tests that wait, taken in their order. So all tests before the first that fails have run,
/// and which that is does not depend on how many threads there are.
struct Queue<'a> {
    jobs: &'a [Job<'a>],
    options: &'a RunOptions,
    files: Arc<dyn FileSource>,
    next: AtomicUsize,
    /// The test with which to end, and those after it, are not taken any more.
    end: AtomicUsize,
    finished: AtomicUsize,
    results: Mutex<Vec<(usize, TestResult)>>,
}

impl Queue<'_> {
    fn work(&self, done: &(dyn Fn(usize) + Sync)) {
        let mut assembler = Assembler::default();
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.end.load(Ordering::Relaxed) {
                return;
            }
            let Some(job) = self.jobs.get(index) else {
                return;
            };
            let result = execute::run(job, self.options, &self.files, &mut assembler);
            if self.options.fail_fast && !result.passes() {
                self.end.fetch_min(index + 1, Ordering::Relaxed);
            }
            let results = self.results.lock();
            let mut results = results.unwrap_or_else(PoisonError::into_inner);
            results.push((index, result));
            drop(results);
            done(1 + self.finished.fetch_add(1, Ordering::Relaxed));
        }
    }

    fn finish(self, begin: Instant) -> SuiteResult {
        let results = self.results.into_inner();
        let mut results = results.unwrap_or_else(PoisonError::into_inner);
        results.sort_by_key(|(index, _)| *index);
        let end = self.end.into_inner();
        // What another thread had begun beyond the end does not count.
        let results = results.into_iter().take_while(|(index, _)| *index < end);
        SuiteResult {
            results: results.map(|(_, result)| result).collect(),
            skipped: self.jobs.len() - end,
            time: begin.elapsed(),
            first_step: None,
        }
    }
}
