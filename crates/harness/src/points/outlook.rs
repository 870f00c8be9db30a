//! What a student can know of the points before a submission is graded.

use super::{CountedTest, TaskPoints, TaskScore, round, score};
use crate::course::Task;
use crate::grading::{ConventionRule, Gate, GradingRules, Points, Tier};
use crate::project::Project;
use crate::result::TestResult;
use rustc_hash::FxHashSet;
use std::path::Path;

/// What the tests that ran say about the points of a project.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The tasks, in the order of the course.
    pub tasks: Vec<TaskOutlook>,
    /// What all are worth.
    pub points: f64,
    /// The most that can be reached.
    pub most: f64,
    /// That much is earned already: nothing else decides.
    pub is_final: bool,
    /// Why there are no points at all.
    pub gate: Option<String>,
}

/// What the tests that ran say about the points of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskOutlook {
    /// What it is worth.
    pub points: f64,
    /// The most that can be reached.
    pub most: f64,
}

/// A test that gives points, and what came of it.
struct Ran {
    name: String,
    tier: Tier,
    tasks: Vec<usize>,
    findings: Vec<String>,
    passed: bool,
}

impl Ran {
    fn of(project: &Project, result: &TestResult) -> Option<Ran> {
        let test = &result.test;
        let tasks = project.course.tasks.iter().enumerate();
        let decides = |(index, task): (usize, &Task)| task.has(&test.name).then_some(index);
        Some(Ran {
            name: test.to_string(),
            tier: project.course.grading.tier(&test.folder)?,
            tasks: tasks.filter_map(decides).collect(),
            findings: result.broken_codes(),
            passed: result.passes(),
        })
    }

    fn counted(&self) -> CountedTest<'_> {
        CountedTest {
            name: &self.name,
            tier: self.tier,
            tasks: &self.tasks,
            passed: self.passed,
            findings: &self.findings,
        }
    }
}

impl Outlook {
    /// What these results say, if they are those of all public tests of a project that gives points.
    pub fn of(project: &Project, results: &[&TestResult]) -> Option<Outlook> {
        let (rules, tasks) = (&project.course.grading, &project.course.tasks);
        if tasks.iter().all(|task| task.points == 0.0) || !has_all_public(project, results) {
            return None;
        }
        let ran = results.iter().filter_map(|result| Ran::of(project, result));
        let ran: Vec<Ran> = ran.collect();
        let tests: Vec<CountedTest<'_>> = ran.iter().map(Ran::counted).collect();
        let worth = tasks.iter().map(|task| TaskPoints {
            name: task.name.clone(),
            points: task.points,
        });
        let worth: Vec<TaskPoints> = worth.collect();
        let score = score(&worth, &tests, &[], rules);
        let hidden = has_hidden(project, &tests);
        let closed = score.gate.is_some();
        let tasks = score.tasks.iter().enumerate();
        let tasks = tasks.map(|(index, task)| TaskOutlook {
            points: task.points,
            most: match hidden {
                true => most(index, task, closed, &tests, rules),
                false => task.earned,
            },
        });
        let tasks: Vec<TaskOutlook> = tasks.collect();
        Some(Outlook {
            points: score.points,
            most: tasks.iter().map(|task| task.most).sum(),
            is_final: !hidden,
            tasks,
            gate: score.gate,
        })
    }
}

/// Whether all public tests of a project ran.
fn has_all_public(project: &Project, results: &[&TestResult]) -> bool {
    let rules = &project.course.grading;
    let is_public = |folder: &str| rules.tier(folder) == Some(Tier::Public);
    let mut public = project.tests().filter(|test| is_public(&test.folder));
    let tests = results.iter().map(|result| &result.test);
    let ran: FxHashSet<&Path> = tests
        .filter(|test| is_public(&test.folder))
        .map(|test| test.source.as_path())
        .collect();
    !ran.is_empty() && public.all(|test| ran.contains(test.source.as_path()))
}

/// Whether something decides besides the tests that ran: tests of another tier, or a comparison with
/// the course's own functions. A course that gives nothing for public tests has others, although
/// students do not see them.
fn has_hidden(project: &Project, tests: &[CountedTest<'_>]) -> bool {
    let rules = &project.course.grading;
    let ran = |tier: Tier| tests.iter().any(|test| test.tier == tier);
    let has = |tier: Tier| {
        let mut all = project.tests();
        all.any(|test| rules.tier(&test.folder) == Some(tier))
    };
    let mut others = [Tier::Daily, Tier::Eval].into_iter();
    rules.fuzz > 0
        || rules.weights.of(Tier::Public) == 0.0
        || others.any(|tier| has(tier) && !ran(tier))
}

/// The most that a task can earn, whatever hidden tests say.
fn most(
    index: usize,
    task: &TaskScore,
    closed: bool,
    tests: &[CountedTest<'_>],
    rules: &GradingRules,
) -> f64 {
    let own = || tests.iter().filter(|test| test.tasks.contains(&index));
    let failed = || own().filter(|test| !test.passed);
    let counts = |test: &CountedTest<'_>| rules.weights.of(test.tier) > 0.0;
    let gate = rules.gate == Gate::Task && failed().any(|test| test.tier == Tier::Public);
    let all = rules.points == Points::AllOrNothing && failed().any(counts);
    if closed || gate || all {
        return 0.0;
    }
    match rules.convention {
        ConventionRule::Deduction(part) if own().any(|test| !test.findings.is_empty()) => {
            round(task.points - task.points * part)
        }
        _ => task.points,
    }
}
