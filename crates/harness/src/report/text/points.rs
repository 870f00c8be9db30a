//! What a project is worth, beside the tests that decide it.

use crate::points::{Outlook, number};
use crate::project::Project;
use crate::result::TestResult;
use crate::suite::SuiteResult;
use crate::verdict::Verdict;
use std::fmt::Write as _;

/// What is known about the points of each project.
pub(super) fn outlooks(suite: &SuiteResult, projects: &[&Project]) -> Vec<Option<Outlook>> {
    let of = |project: &&Project| Outlook::of(project, &results(suite, project));
    projects.iter().map(of).collect()
}

fn results<'a>(suite: &'a SuiteResult, project: &Project) -> Vec<&'a TestResult> {
    let all = suite.results.iter();
    all.filter(|result| result.test.project == project.root)
        .collect()
}

/// The end of a task's line in the table.
pub(super) fn of_task(outlook: Option<&Outlook>, task: usize) -> String {
    let Some((outlook, task)) = outlook.and_then(|all| Some((all, all.tasks.get(task)?))) else {
        return String::new();
    };
    format!("   {}", words(task.most, task.points, outlook.is_final))
}

/// `up to 5 points`, `3.5 of 5 points`
fn words(most: f64, points: f64, is_final: bool) -> String {
    let noun = if points == 1.0 { "point" } else { "points" };
    let whole = number(points);
    match is_final || most < points {
        true => format!("{} of {whole} {noun}", number(most)),
        false => format!("up to {whole} {noun}"),
    }
}

/// What all of it is worth, as far as that is known, and why that is less than it could be.
pub(super) fn sum_up(
    out: &mut String,
    suite: &SuiteResult,
    projects: &[&Project],
    outlooks: &[Option<Outlook>],
) {
    for (project, outlook) in projects.iter().zip(outlooks) {
        let Some(outlook) = outlook else {
            continue;
        };
        let words = words(outlook.most, outlook.points, outlook.is_final);
        let line = match why(&results(suite, project), outlook) {
            Some(why) => format!("{words}: {why}"),
            None if outlook.is_final => words,
            None => format!("{words}; the hidden tests decide"),
        };
        let _ = match projects {
            [_] => writeln!(out, "{}", capitalised(&line)),
            _ => writeln!(out, "{}: {line}", project.root.display()),
        };
    }
}

/// Why points are lost, if they are.
fn why(results: &[&TestResult], outlook: &Outlook) -> Option<String> {
    if outlook.most >= outlook.points {
        return None;
    }
    let breaks = |result: &&&TestResult| {
        let verdict = result.verdict;
        matches!(verdict, Verdict::Convention | Verdict::Scrambled)
    };
    let failed: Vec<&TestResult> = results.iter().filter(|r| !r.passes()).copied().collect();
    let (all, broken) = (results.len(), failed.iter().filter(breaks).count());
    if failed.is_empty() {
        return Some("functions break the calling convention".to_owned());
    }
    if broken < failed.len() {
        let counted = match (failed.len(), all) {
            (1, 1) => "the test fails".to_owned(),
            (1, _) => format!("1 of {all} tests fails"),
            (failed, _) => format!("{failed} of {all} tests fail"),
        };
        return Some(outlook.gate.clone().unwrap_or(counted));
    }
    let verb = if broken == 1 { "breaks" } else { "break" };
    Some(match all {
        1 => format!("the test gives the right answer, but {verb} the calling convention"),
        _ => format!(
            "all {all} tests give the right answer, but {broken} of them {verb} the calling convention"
        ),
    })
}

fn capitalised(line: &str) -> String {
    let mut letters = line.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
