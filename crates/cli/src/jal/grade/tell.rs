//! What `jal grade` says.

use crate::error::ExpectedError;
use crate::exit;
use grade::grader::Grader;
use grade::record::{Record, Standing};
use grade::report::Summary;
use grade::store::Store;
use grade::submission::{FoundSubmissions, SubmissionCandidate};
use harness::grading::Tier;
use harness::points::number;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

/// The end of a run.
pub(super) fn summary(summary: &Summary, output: &Path) -> String {
    let mut text = String::new();
    let submissions = diag::number::count(summary.submissions as u64, "submission");
    let standings = summary.standings.iter();
    let standings: Vec<String> = standings.map(|(w, count)| format!("{count} {w}")).collect();
    let (mean, points) = (number(summary.mean), number(summary.points));
    let _ = match standings.len() {
        1 => writeln!(
            text,
            "{submissions}: {}, mean {mean} of {points} points",
            standings[0]
        ),
        _ => writeln!(
            text,
            "{submissions}: {}\nmean of all: {mean} of {points} points",
            standings.join(", ")
        ),
    };
    if summary.errors > 0 {
        let _ = writeln!(
            text,
            "the grader failed on {}: see the report",
            summary.errors
        );
    }
    if summary.alike > 0 {
        let groups = match summary.groups {
            1 => String::new(),
            groups => format!(", in {groups} groups"),
        };
        let alike = summary.alike;
        let _ = writeln!(
            text,
            "{alike} submissions look alike{groups}: see the report"
        );
    }
    if summary.suspected > 0 {
        let submissions = diag::number::count(summary.suspected as u64, "submission");
        let _ = writeln!(
            text,
            "{submissions}: looked-up answers? Tasks pass their public tests only: see the report"
        );
    }
    let _ = writeln!(text, "{}", output.join("report.html").display());
    text
}

/// The same for programs.
pub(super) fn summary_as_json(summary: &Summary, output: &Path) -> String {
    let standings: serde_json::Map<String, Value> = summary
        .standings
        .iter()
        .map(|(words, count)| ((*words).to_owned(), (*count).into()))
        .collect();
    let json = json!({
        "submissions": summary.submissions,
        "standings": standings,
        "mean": summary.mean,
        "points": summary.points,
        "alike": summary.alike,
        "suspected": summary.suspected,
        "report": output.join("report.html").display().to_string(),
    });
    format!("{json}\n")
}

/// What would be done.
pub(super) fn plan(
    grader: &Grader,
    found: &FoundSubmissions,
    chosen: &[&SubmissionCandidate],
) -> io::Result<()> {
    let mut text = String::new();
    let course = &grader.project().course;
    let rules = &course.grading;
    let _ = writeln!(text, "Files that are taken from a submission:");
    for pattern in grader.handed_in() {
        let _ = writeln!(text, "  {pattern}");
    }
    let _ = writeln!(text, "Everything else comes from the course.\n\nRules:");
    for rule in rules.words() {
        let _ = writeln!(text, "  {rule}");
    }
    let _ = writeln!(text, "\nTasks:");
    for task in &course.tasks {
        let points = match task.points {
            1.0 => "1 point".to_owned(),
            points => format!("{} points", number(points)),
        };
        let counts = Tier::ALL.into_iter().filter_map(|tier| {
            let tests = grader.project().tests();
            let tests =
                tests.filter(|test| rules.tier(&test.folder) == Some(tier) && task.has(&test.name));
            let count = tests.count();
            (count > 0).then(|| format!("{count} {}", tier.name()))
        });
        let counts: Vec<String> = counts.collect();
        let tests = match counts.is_empty() {
            true => "no tests".to_owned(),
            false => format!("tests: {}", counts.join(", ")),
        };
        let _ = writeln!(text, "  {} ({points}), {tests}", task.name);
    }
    let stray: Vec<String> = grader
        .project()
        .tests()
        .filter(|test| rules.tier(&test.folder).is_some())
        .filter(|test| !course.tasks.iter().any(|task| task.has(&test.name)))
        .map(ToString::to_string)
        .collect();
    if !stray.is_empty() {
        let _ = writeln!(
            text,
            "\nTests that do not give points: {}",
            stray.join(", ")
        );
    }
    let _ = writeln!(text, "\nSubmissions:");
    for candidate in chosen {
        let _ = writeln!(text, "  {} ({})", candidate.name, candidate.form.word());
    }
    if !found.passed.is_empty() {
        let _ = writeln!(text, "\nIgnored:");
        for passed in &found.passed {
            let _ = writeln!(text, "  {}: {}", passed.name, passed.why);
        }
    }
    io::stdout().write_all(text.as_bytes())
}

/// How a score came about.
pub(super) fn explain(name: &str, report: &Path) -> Result<u8, ExpectedError> {
    if !report.join("records").is_dir() {
        return Err(ExpectedError::Usage(format!(
            "`{}` is not a report of jal grade: it contains no records",
            report.display()
        )));
    }
    let store = Store::open(report)?;
    if !store.has(name) {
        let names: Vec<String> = store
            .records()?
            .filter_map(|record| Some(record.ok()?.name))
            .collect();
        let meant = diag::similar(name, names.iter().map(String::as_str));
        let meant = meant
            .first()
            .map_or_else(String::new, |best| format!("; did you mean `{best}`?"));
        return Err(ExpectedError::Usage(format!(
            "there is no record of `{name}` in `{}`{meant}",
            report.display()
        )));
    }
    let record = store.record(name)?;
    io::stdout().write_all(explanation(&record).as_bytes())?;
    Ok(exit::SUCCESS)
}

fn explanation(record: &Record) -> String {
    let mut text = String::new();
    let (score, points) = (number(record.score), number(record.points));
    let _ = match record.standing {
        Standing::GraderError(_) => writeln!(text, "{}: not graded", record.name),
        _ => writeln!(text, "{}: {score} of {points} points", record.name),
    };
    if let Some(why) = record.standing.why() {
        let _ = writeln!(text, "  {}: {why}", record.standing.words());
    }
    if let Some(gate) = &record.gate {
        let _ = writeln!(text, "  no points: {gate}");
    }
    for remark in record.suspicions.iter().chain(&record.remarks) {
        let _ = writeln!(text, "  {remark}");
    }
    for (index, task) in record.tasks.iter().enumerate() {
        let _ = writeln!(text, "\n{}", task.name);
        let _ = writeln!(text, "  {}", task.arithmetic);
        for test in record
            .tests
            .iter()
            .filter(|test| test.tasks.contains(&index))
        {
            if !test.passed || !test.findings.is_empty() {
                let _ = writeln!(text, "  {}: {}", test.name, test.words);
            }
        }
        let fuzz = record
            .fuzz
            .iter()
            .filter(|fuzz| fuzz.tasks.contains(&index));
        for fuzz in fuzz {
            if let Some(difference) = &fuzz.difference {
                let _ = writeln!(text, "  `{}` {difference}", fuzz.function);
            }
            for line in fuzz
                .counterexample
                .iter()
                .flat_map(|example| example.lines())
            {
                let _ = writeln!(text, "{}", format!("    {line}").trim_end());
            }
        }
    }
    text
}
