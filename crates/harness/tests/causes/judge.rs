//! Runs the public tests on a mistake, as `jal test` does, and reads the first lines of the report.

use super::files::{Changed, root};
use super::slips::{self, KINDS, Slip};
use assembler::FileCache;
use harness::diff::Page;
use harness::report::text::{self, TextOptions};
use harness::{Job, Project, RunOptions, SuiteResult, Test, run_from};
use machine::random::SplitMix64;
use runtime::Target;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many lines of the report must be enough.
const LINES: usize = 6;
/// How wide they are.
const WIDTH: usize = 100;
/// As many failures are explained as the command explains.
const EXPLAINED: usize = 3;

/// The subroutines of 2048.
const SUBROUTINES: [&str; 8] = [
    "check_victory",
    "place",
    "move_check",
    "move_one",
    "merge",
    "move_left",
    "complete_move",
    "printboard",
];

/// The course project on one machine.
pub(crate) struct Course {
    pub target: Target,
    pub project: Project,
    tests: Vec<Arc<Test>>,
    /// Its unit tests.
    units: Vec<Arc<Test>>,
}

/// Which tests are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suite {
    /// The public tests, as they are graded.
    Public,
    /// The unit tests.
    Unit,
}

/// A mistake in a file of a course.
pub(crate) struct Mutant<'a> {
    pub course: &'a Course,
    pub file: PathBuf,
    pub slip: Slip,
}

/// What `jal test` says about a mistake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    /// A public test fails as it is graded.
    pub fails: bool,
    /// All public tests pass if nothing but their output counts.
    pub passes_plainly: bool,
    /// The report says that points are lost.
    pub names_points: bool,
    /// The first lines name the wrong line,
    pub line: bool,
    /// its function,
    pub function: bool,
    /// and what kind of mistake it is.
    pub kind: bool,
}

/// Both of them.
pub(crate) fn courses() -> Vec<Course> {
    let all = Target::ALL.into_iter();
    all.map(|target| {
        let machine = match target {
            Target::RiscV => "rv32",
            Target::Mips => "mips32",
        };
        let project = Project::open(Path::new(&format!("asm/{machine}/2048")), &root());
        let of = |folder: &str| {
            let tests = project.tests().filter(|test| test.folder == folder);
            tests.cloned().map(Arc::new).collect()
        };
        Course {
            target,
            tests: of("pub"),
            units: of("unit"),
            project,
        }
    })
    .collect()
}

impl Course {
    /// The machine, as the table calls it.
    pub(crate) fn machine(&self) -> &'static str {
        self.target.desc().title
    }

    fn files(&self) -> impl Iterator<Item = PathBuf> {
        let ending = match self.target {
            Target::RiscV => "s",
            Target::Mips => "asm",
        };
        let folder = root().join(&self.project.root).join("src");
        SUBROUTINES
            .iter()
            .map(move |name| folder.join(format!("{name}.{ending}")))
    }

    /// At most so many mistakes of each kind, spread over all files.
    pub(crate) fn sample(&self, of_each_kind: usize) -> Vec<Mutant<'_>> {
        let mut random = SplitMix64::new(2048);
        let mut all: Vec<Mutant<'_>> = Vec::new();
        for file in self.files() {
            let source = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(!source.is_empty(), "{}", file.display());
            let slips = slips::slips(&source, self.target);
            all.extend(slips.into_iter().map(|slip| Mutant {
                course: self,
                file: file.clone(),
                slip,
            }));
        }
        let mut chosen = Vec::new();
        for kind in 0..KINDS.len() {
            let (mut of_kind, others): (Vec<_>, Vec<_>) =
                all.into_iter().partition(|mutant| mutant.slip.kind == kind);
            all = others;
            for _ in 0..of_each_kind.min(of_kind.len()) {
                let index = random.draw() as usize % of_kind.len();
                chosen.push(of_kind.swap_remove(index));
            }
        }
        chosen
    }
}

impl Mutant<'_> {
    /// What `jal test` says, and the first lines of it; nothing if the source does not assemble.
    pub(crate) fn judge(&self, suite: Suite, files: &Arc<FileCache>) -> Option<(Told, String)> {
        let plain = self.run(suite, files, false);
        let does_not_assemble = |suite: &SuiteResult| {
            let mut verdicts = suite.results.iter().map(|result| result.verdict);
            verdicts.any(harness::Verdict::is_error)
        };
        if does_not_assemble(&plain) {
            return None;
        }
        let graded = self.run(suite, files, true);
        let options = TextOptions {
            page: Page {
                width: WIDTH,
                color: false,
            },
            ..TextOptions::default()
        };
        let report = text::render(&graded, &[&self.course.project], &options);
        let begin: Vec<&str> = report.lines().take(LINES).collect();
        let begin = begin.join("\n");
        let causes = KINDS[self.slip.kind].causes;
        let told = Told {
            fails: graded.failed() > 0,
            passes_plainly: plain.failed() == 0,
            names_points: report.contains(" of 11 points"),
            line: self.names_line(&begin),
            function: begin.contains(&format!("`{}`", self.slip.function)),
            kind: graded
                .first_cause()
                .is_some_and(|cause| causes.contains(&cause.kind)),
        };
        Some((told, begin))
    }

    fn run(&self, suite: Suite, files: &Arc<FileCache>, graded: bool) -> SuiteResult {
        let tests = match suite {
            Suite::Public => &self.course.tests,
            Suite::Unit => &self.course.units,
        };
        let jobs = tests.iter().map(|test| Job {
            test: Arc::clone(test),
            project: &self.course.project,
        });
        let jobs: Vec<Job<'_>> = jobs.collect();
        let options = RunOptions {
            as_graded: graded,
            explain: if graded { EXPLAINED } else { 0 },
            repeat: 1,
            here: root(),
            ..RunOptions::default()
        };
        let files = Arc::new(Changed {
            files: Arc::clone(files),
            path: self.file.clone(),
            text: self.slip.text.as_bytes().into(),
        });
        run_from(&jobs, &options, files, &|_| {})
    }

    /// Whether a text names a wrong line: as `FILE:12`, as a short range `FILE:12-14`, or as `(or at
    /// line 12 or line 15)`.
    fn names_line(&self, text: &str) -> bool {
        let name = self.file.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{name}:");
        let places = text.split(&name).skip(1);
        let others = text.lines().filter_map(|line| line.split_once("(or at "));
        let others = others.filter_map(|(_, rest)| rest.split_once(')'));
        let others = others.flat_map(|(lines, _)| lines.split("line ").skip(1));
        let mut ranges = places.chain(others).filter_map(range);
        ranges.any(|range| self.slip.lines.iter().any(|line| range.contains(line)))
    }
}

/// The lines at the beginning of a text: `12` or `12-14`.
fn range(text: &str) -> Option<RangeInclusive<u32>> {
    const LONGEST: u32 = 6;
    let mut numbers = text.split(|c: char| !c.is_ascii_digit());
    let first: u32 = numbers.next()?.parse().ok()?;
    let is_range = text
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .starts_with('-');
    let last = numbers.next().filter(|_| is_range);
    let last = last.and_then(|last| last.parse().ok()).unwrap_or(first);
    Some(first..=last.min(first + LONGEST))
}
