//! The tests of the project, one at a time, so that a page can show each as it ends and stop in between.

use assembler::{Assembler, FileSource, VirtualFiles};
use harness::coverage::{CoverageView, SuiteCoverage};
use harness::points::Outlook;
use harness::project::Choice;
use harness::report::json;
use harness::{Job, Project, RunOptions, Test, TestKind, TestResult, explained, run_one};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::sync::Arc;

/// The failures of which the most probable cause is looked for.
const EXPLAINED: usize = 3;

/// Tests that run, or will.
pub(crate) struct SuiteRun {
    files: Arc<dyn FileSource>,
    project: Project,
    tests: Vec<Arc<Test>>,
    next: usize,
    results: Vec<TestResult>,
    options: RunOptions,
    assembler: Assembler,
}

impl SuiteRun {
    /// The tests with these names, or the usual ones if there are no names.
    pub(crate) fn open(files: &Arc<VirtualFiles>, names: Vec<String>, coverage: bool) -> Self {
        let files: Arc<dyn FileSource> = Arc::<VirtualFiles>::clone(files);
        let here = Path::new("/");
        let project = Project::open_in(Path::new(""), here, &*files);
        let choice = Choice {
            names,
            ..Choice::default()
        };
        let selection = project.select(&choice);
        SuiteRun {
            tests: selection.tests.into_iter().map(Arc::new).collect(),
            project,
            files,
            next: 0,
            results: Vec::new(),
            options: RunOptions {
                as_graded: true,
                coverage,
                explain: EXPLAINED,
                repeat: 1,
                here: here.to_owned(),
                ..RunOptions::default()
            },
            assembler: Assembler::default(),
        }
    }

    /// All tests of the project.
    pub(crate) fn all(&self) -> Value {
        self.project
            .tests()
            .map(|test| self.described(test))
            .collect()
    }

    /// Those that run.
    pub(crate) fn chosen(&self) -> Value {
        self.tests.iter().map(|test| self.described(test)).collect()
    }

    fn described(&self, test: &Test) -> Value {
        let mut tasks = self.project.course.tasks.iter();
        let task = tasks.find(|task| task.has(&test.name));
        json!({
            "name": test.name,
            "folder": test.folder,
            "group": task.map(|task| &task.name),
            "points": task.map(|task| task.points),
            "kind": match test.kind {
                TestKind::Program => "program",
                TestKind::Unit => "unit",
            },
            "source": test.source,
        })
    }

    /// What is wrong with the course file, as text.
    pub(crate) fn remarks(&self) -> String {
        let all = self.project.diagnostics.iter();
        let options = diag::RenderOptions::default();
        let texts = all.map(|diagnostic| diag::render(&self.project.sources, diagnostic, &options));
        texts.collect()
    }

    /// Runs the next test; none if there is none left, or the course file is wrong.
    pub(crate) fn next(&mut self) -> Option<Value> {
        if self.project.has_errors() {
            return None;
        }
        let test = self.tests.get(self.next)?;
        self.next += 1;
        let job = Job {
            test: Arc::clone(test),
            project: &self.project,
        };
        let result = run_one(&job, &self.options, &self.files, &mut self.assembler);
        let told = json::test(&result);
        self.results.push(result);
        Some(told)
    }

    /// What came of all that ran: as `jal test --json`, with the groups of tests and what they earn.
    pub(crate) fn summary(&mut self) -> Value {
        let jobs = self.tests.iter().take(self.next).map(|test| Job {
            test: Arc::clone(test),
            project: &self.project,
        });
        let jobs: Vec<Job<'_>> = jobs.collect();
        let results = std::mem::take(&mut self.results);
        let mut suite = explained(results, &jobs, &self.options, &self.files);
        suite.skipped = self.tests.len() - self.next;
        let view = CoverageView {
            projects: vec![self.project.root.clone()],
            with_tests: false,
        };
        let coverage = self.options.coverage.then(|| SuiteCoverage::of(&suite));
        let covered = coverage.as_ref().map(|coverage| (coverage, &view));
        let mut report = json::report(&suite, covered);
        report["groups"] = self.groups(&suite.results);
        report["lines"] = coverage.map_or(Value::Null, |coverage| lines(&coverage, &view));
        report["remarks"] = self.remarks().into();
        report
    }

    /// The tasks of the course, each with its tests and what it earns.
    fn groups(&self, results: &[TestResult]) -> Value {
        let all: Vec<&TestResult> = results.iter().collect();
        let outlook = Outlook::of(&self.project, &all);
        let tasks = self.project.course.tasks.iter().enumerate();
        let groups = tasks.map(|(index, task)| {
            let own = results.iter().filter(|result| task.has(&result.test.name));
            let own: Vec<&TestResult> = own.collect();
            let reached = outlook
                .as_ref()
                .and_then(|outlook| outlook.tasks.get(index));
            json!({
                "name": task.name,
                "passed": own.iter().filter(|result| result.passes()).count(),
                "total": own.len(),
                "points": reached.map(|task| task.most),
                "of": task.points,
            })
        });
        groups.collect()
    }
}

/// How often each line of the sources ran.
fn lines(coverage: &SuiteCoverage, view: &CoverageView) -> Value {
    let files = coverage.total.files(view).into_iter();
    let files = files.map(|(name, file)| {
        let lines = file.lines().into_iter();
        let counts = lines.map(|line| (line.line.to_string(), json!(line.ran)));
        (name.to_owned(), Value::Object(counts.collect()))
    });
    Value::Object(files.collect::<Map<String, Value>>())
}
