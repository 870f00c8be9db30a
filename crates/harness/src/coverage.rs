//! Which lines of the sources the tests ran, and which branches went both ways.
//!
//! An observer counts by address ([`runtime::observers::Coverage`]). Here the counts of one run
//! become counts of the statements of its sources ([`Covered::of`]), and those of several tests are
//! added up: each test is a program of its own, with the same sources at other addresses.
//!
//! What counts as a line is a line with at least one statement that became instructions. A
//! pseudo-instruction is one statement, however many instructions it becomes. Text of a macro or of
//! an included file counts where it is written, not where it is used.

mod count;
mod page;
mod table;
#[cfg(test)]
mod tests;

pub use page::html;
pub use table::{per_file, per_test};

use crate::suite::SuiteResult;
use crate::test::TestKind;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What one test, or all of them, ran of each file. Names are those that diagnostics show.
#[derive(Clone, Debug, Default)]
pub struct Covered {
    files: BTreeMap<String, FileCoverage>,
}

/// What was run of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    text: String,
    /// By where they begin in the text.
    statements: BTreeMap<u32, Statement>,
}

/// What happened to one statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Statement {
    line: u32,
    ran: u64,
    branch: Option<Branch>,
}

/// How often a conditional branch went each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// To its target.
    pub taken: u64,
    /// On to the next instruction.
    pub not_taken: u64,
}

/// What happened to a line with code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineCoverage {
    /// The number of the line, from 1.
    pub line: u32,
    /// How often it ran: the most that one of its statements did.
    pub ran: u64,
    /// The conditional branches in it.
    pub branches: Vec<Branch>,
}

/// Sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Lines with code.
    pub lines: usize,
    /// Those that ran.
    pub lines_run: usize,
    /// Conditional branches.
    pub branches: usize,
    /// Those that were taken at least once, and not taken at least once.
    pub branches_both: usize,
}

/// The coverage of a suite: of each test, and of all together.
#[derive(Clone, Debug, Default)]
pub struct SuiteCoverage {
    /// Each test with its name, in their order.
    pub tests: Vec<(String, Covered)>,
    /// All together.
    pub total: Covered,
    /// Tests that are not among these: unit tests call functions one by one, which is not counted.
    pub unit_tests: usize,
}

/// Which files to speak of, and what to call them.
#[derive(Clone, Debug, Default)]
pub struct CoverageView {
    /// The folders of the projects.
    pub projects: Vec<PathBuf>,
    /// Whether to show the files of the tests themselves, too.
    pub with_tests: bool,
}

impl Branch {
    /// Whether it went both ways.
    pub(crate) fn is_both(self) -> bool {
        self.taken > 0 && self.not_taken > 0
    }

    /// What people read about it.
    pub fn words(self) -> &'static str {
        match (self.taken > 0, self.not_taken > 0) {
            (true, true) => "both ways",
            (true, false) => "always taken",
            (false, true) => "never taken",
            (false, false) => "never run",
        }
    }

    fn add(&mut self, other: Branch) {
        self.taken = self.taken.saturating_add(other.taken);
        self.not_taken = self.not_taken.saturating_add(other.not_taken);
    }
}

impl Statement {
    fn add(&mut self, other: &Statement) {
        self.line = other.line;
        self.ran = self.ran.saturating_add(other.ran);
        if let Some(branch) = other.branch {
            self.branch.get_or_insert_default().add(branch);
        }
    }
}

impl FileCoverage {
    /// The source.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines with code, in order.
    pub fn lines(&self) -> Vec<LineCoverage> {
        let mut lines: BTreeMap<u32, LineCoverage> = BTreeMap::new();
        for statement in self.statements.values() {
            let line = lines.entry(statement.line).or_default();
            line.line = statement.line;
            line.ran = line.ran.max(statement.ran);
            line.branches.extend(statement.branch);
        }
        lines.into_values().collect()
    }

    /// The sums of this file.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for line in self.lines() {
            totals.lines += 1;
            totals.lines_run += usize::from(line.ran > 0);
            totals.branches += line.branches.len();
            totals.branches_both += line.branches.iter().filter(|b| b.is_both()).count();
        }
        totals
    }

    /// The ranges of lines that never ran. Lines without code between two of them do not part a
    /// range.
    pub fn gaps(&self) -> Vec<(u32, u32)> {
        let mut gaps: Vec<(u32, u32)> = Vec::new();
        let mut open = false;
        for line in self.lines() {
            match gaps.last_mut() {
                Some(gap) if line.ran == 0 && open => gap.1 = line.line,
                _ if line.ran == 0 => gaps.push((line.line, line.line)),
                _ => {}
            }
            open = line.ran == 0;
        }
        gaps
    }

    /// The branches that ran, but went only one way, each with its line.
    pub(crate) fn one_way(&self) -> impl Iterator<Item = (u32, Branch)> {
        let statements = self.statements.values().filter(|s| s.ran > 0);
        let branches = statements.filter_map(|s| Some((s.line, s.branch?)));
        branches.filter(|(_, branch)| !branch.is_both())
    }

    fn add(&mut self, other: &FileCoverage) {
        if self.text.is_empty() {
            self.text.clone_from(&other.text);
        }
        for (start, statement) in &other.statements {
            self.statements.entry(*start).or_default().add(statement);
        }
    }
}

impl Covered {
    /// Adds what another test ran.
    pub fn merge(&mut self, other: &Covered) {
        for (name, file) in &other.files {
            match self.files.get_mut(name) {
                Some(known) => known.add(file),
                None => {
                    self.files.insert(name.clone(), file.clone());
                }
            }
        }
    }

    /// The files that a view shows, each with the name it has there. If there are none but files
    /// of tests, these are shown.
    pub fn files<'a>(&'a self, view: &CoverageView) -> Vec<(&'a str, &'a FileCoverage)> {
        let shown = |with_tests: bool| -> Vec<_> {
            let files = self.files.iter();
            let files = files.filter(|(name, _)| with_tests || !view.is_of_tests(name));
            files.map(|(name, file)| (view.name(name), file)).collect()
        };
        let files = shown(view.with_tests);
        match files.is_empty() {
            true => shown(true),
            false => files,
        }
    }

    /// The sums of the files that a view shows.
    pub fn totals(&self, view: &CoverageView) -> Totals {
        let files = self.files(view);
        let sums = files.iter().map(|(_, file)| file.totals());
        sums.fold(Totals::default(), Totals::plus)
    }
}

impl SuiteCoverage {
    /// What the tests of a suite ran, as far as that was counted.
    pub fn of(suite: &SuiteResult) -> SuiteCoverage {
        let mut coverage = SuiteCoverage::default();
        let first = suite.results.first().map(|result| &result.test.project);
        let one = suite.results.iter().all(|r| Some(&r.test.project) == first);
        for result in &suite.results {
            coverage.unit_tests += usize::from(result.test.kind == TestKind::Unit);
            let Some(covered) = &result.covered else {
                continue;
            };
            let name = match one {
                true => result.test.to_string(),
                false => format!("{}: {}", result.test.project.display(), result.test),
            };
            coverage.push(name, covered.clone());
        }
        coverage
    }

    /// Adds a test.
    pub fn push(&mut self, name: impl Into<String>, covered: Covered) {
        self.total.merge(&covered);
        self.tests.push((name.into(), covered));
    }
}

impl Totals {
    fn plus(self, other: Totals) -> Totals {
        Totals {
            lines: self.lines + other.lines,
            lines_run: self.lines_run + other.lines_run,
            branches: self.branches + other.branches,
            branches_both: self.branches_both + other.branches_both,
        }
    }
}

/// For each test, how many of the lines that a view shows no other test runs.
fn alone(coverage: &SuiteCoverage, view: &CoverageView) -> Vec<usize> {
    let ran = |covered: &Covered| -> Vec<(String, u32)> {
        let files = covered.files(view).into_iter();
        let lines = files.flat_map(|(name, file)| {
            let ran = file.lines().into_iter().filter(|line| line.ran > 0);
            ran.map(move |line| (name.to_owned(), line.line))
        });
        lines.collect()
    };
    let tests: Vec<_> = coverage.tests.iter().map(|(_, test)| ran(test)).collect();
    let mut runners: BTreeMap<&(String, u32), usize> = BTreeMap::new();
    for line in tests.iter().flatten() {
        *runners.entry(line).or_default() += 1;
    }
    let alone = |lines: &Vec<(String, u32)>| {
        let only = lines.iter().filter(|line| runners.get(line) == Some(&1));
        only.count()
    };
    tests.iter().map(alone).collect()
}

/// A share in per cent, rounded down, so that 100 means all.
fn percent(part: usize, whole: usize) -> Option<usize> {
    (part * 100).checked_div(whole)
}

impl CoverageView {
    /// What to call a file: its path from the project's folder, if there is only one project.
    fn name<'a>(&self, name: &'a str) -> &'a str {
        match self.projects.as_slice() {
            [_] => self.inside(name),
            _ => name,
        }
    }

    /// Whether a file belongs to the tests of a project.
    fn is_of_tests(&self, name: &str) -> bool {
        Path::new(self.inside(name)).starts_with("tests")
    }

    /// The path of a file from the folder of its project.
    fn inside<'a>(&self, name: &'a str) -> &'a str {
        let rests = self.projects.iter().filter_map(|project| {
            let rest = Path::new(name).strip_prefix(project).ok()?;
            rest.to_str()
        });
        rests.min_by_key(|rest| rest.len()).unwrap_or(name)
    }
}
