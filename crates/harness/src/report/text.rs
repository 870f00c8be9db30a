//! The report on a terminal: the first failures in full, the others in a line each, a table of what
//! passed, and how to go on.

mod cause;
mod failure;
mod points;
mod warnings;

use crate::bless::{self, Blessing};
use crate::diff::Page;
use crate::points::Outlook;
use crate::project::Project;
use crate::report::facts;
use crate::result::TestResult;
use crate::suite::SuiteResult;
use crate::test::Test;
use crate::verdict::Verdict;
use diag::number::count;
use diag::{shell_path, shell_word};
use std::fmt::Write as _;
use std::path::{Component, Path};

/// How many failures are shown in full, unless all are wanted.
const IN_FULL: usize = 3;
/// How many further failures get a line of their own.
const IN_LINES: usize = 12;

/// How to report.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextOptions {
    /// How the text is set.
    pub page: Page,
    /// Tell all failures in full.
    pub all: bool,
    /// Show warnings about tests that pass, and not only how many there are.
    pub warnings: bool,
}

/// The whole report. `projects` are those that the tests belong to, in their order.
pub fn render(suite: &SuiteResult, projects: &[&Project], options: &TextOptions) -> String {
    let mut out = String::new();
    let all_told = failures(&mut out, suite, projects, options);
    warnings::show(&mut out, suite, options);
    let outlooks = points::outlooks(suite, projects);
    table(&mut out, suite, projects, &outlooks, options);
    summary(&mut out, suite, options);
    points::sum_up(&mut out, suite, projects, &outlooks);
    advice(&mut out, suite, projects, all_told);
    out
}

/// All that is to be said about one failure.
pub(crate) fn failure_in_full(result: &TestResult, options: &TextOptions) -> (String, String) {
    let (mut head, mut body) = (String::new(), String::new());
    failure::head(&mut head, &[result], &[], options);
    failure::body(&mut body, result, &[], options);
    (head, body)
}

/// A failure in a few words.
pub(crate) fn failure_in_a_line(result: &TestResult) -> String {
    failure::in_a_line(result)
}

/// `69 passed, 2 failed` with the time, and what did not run.
fn summary(out: &mut String, suite: &SuiteResult, options: &TextOptions) {
    let (passed, failed) = (suite.passed(), suite.failed());
    let color = if failed == 0 { GREEN } else { RED };
    let line = format!("{passed} passed, {failed} failed");
    let line = painted(&line, color, options);
    let _ = write!(out, "{line} in {}", time(suite));
    if suite.skipped > 0 {
        let skipped = count(suite.skipped as u64, "test");
        let _ = write!(out, "; {skipped} not run");
    }
    if let warnings @ 1.. = warnings::count(suite) {
        let warnings = count(warnings, "warning");
        let how = if options.warnings {
            ""
        } else {
            ": -v shows them"
        };
        let _ = write!(out, "; {warnings} in tests that pass{how}");
    }
    out.push('\n');
}

fn time(suite: &SuiteResult) -> String {
    match suite.time.as_millis() {
        0 => "less than 1 ms".to_owned(),
        ms @ 1..=9_999 => format!("{ms} ms"),
        ms => format!("{}.{} s", ms / 1000, ms % 1000 / 100),
    }
}

/// One thing to type next.
fn advice(out: &mut String, suite: &SuiteResult, projects: &[&Project], all_told: bool) {
    let failed = suite.failures();
    let Some(first) = failed.first() else {
        return;
    };
    if failed.len() > 1 {
        let this = words_for(&first.test, projects);
        let _ = writeln!(out, "To see one of them on its own: jal test {this}");
    }
    if !all_told {
        let _ = writeln!(
            out,
            "To see all of them in full: the same command with --all"
        );
    }
    let without = failed.iter().find(|result| {
        let can_be_taken = matches!(bless::judge(result), Blessing::Possible(_));
        can_be_taken && result.verdict == Verdict::NoReference
    });
    if let Some(result) = without {
        let this = words_for(&result.test, projects);
        let _ = writeln!(
            out,
            "To accept what `{}` prints now as its expected output: jal test {this} --bless",
            result.test.name
        );
    }
}

/// What to type after `jal test` for one test: its name, where that is enough, or else its file.
fn words_for(test: &Test, projects: &[&Project]) -> String {
    let by_name = match projects {
        [] => true,
        [project] => {
            let same = project.tests().filter(|other| other.name == test.name);
            let mut same = same.map(|other| &other.source);
            let alone = same.next() == Some(&test.source) && same.next().is_none();
            alone && is_around(&project.root)
        }
        _ => false,
    };
    let source = test.source.to_string_lossy();
    match by_name && !test.name.starts_with('-') && !keys::glob::is_pattern(&test.name) {
        true => format!("-t {}", shell_word(&test.name)),
        false => shell_path(&source),
    }
}

/// Whether a project is the folder where the command was given, or around it.
fn is_around(root: &Path) -> bool {
    let mut parts = root.components();
    parts.all(|part| part == Component::ParentDir)
}

/// The failures. Those with the same cause are shown once. Returns whether all were shown in full.
fn failures(
    out: &mut String,
    suite: &SuiteResult,
    projects: &[&Project],
    options: &TextOptions,
) -> bool {
    if let Some(first) = &suite.first_step {
        let others = match first.others {
            1 => "another failing test calls it".to_owned(),
            others => format!("{others} other failing tests call it"),
        };
        let begin = painted(&format!("Begin with `{}`", first.function), BOLD, options);
        let _ = writeln!(out, "{begin}: {others}.\n");
    }
    let groups = facts::grouped(suite.failures().into_iter(), failure::cause);
    let full = if options.all { groups.len() } else { IN_FULL };
    for group in groups.iter().take(full) {
        failure::in_full(out, group, projects, options);
        out.truncate(out.trim_end_matches('\n').len());
        out.push_str("\n\n");
    }
    let rest: Vec<&TestResult> = groups.iter().skip(full).flatten().copied().collect();
    if rest.is_empty() {
        return true;
    }
    let width = rest
        .iter()
        .take(IN_LINES)
        .map(|r| r.test.to_string().chars().count());
    let width = width.max().unwrap_or(0);
    let _ = writeln!(out, "{}", painted("Also failed:", BOLD, options));
    for result in rest.iter().take(IN_LINES) {
        let name = result.test.to_string();
        let gap = " ".repeat(width - name.chars().count());
        let _ = writeln!(out, "  {name}{gap}  {}", failure::in_a_line(result));
    }
    if rest.len() > IN_LINES {
        let more = count((rest.len() - IN_LINES) as u64, "test");
        let _ = writeln!(out, "  … and {more} more");
    }
    out.push('\n');
    false
}

/// What passed, by project, task and folder.
fn table(
    out: &mut String,
    suite: &SuiteResult,
    projects: &[&Project],
    outlooks: &[Option<Outlook>],
    options: &TextOptions,
) {
    // A few tests speak for themselves.
    if suite.results.len() < 2 {
        return;
    }
    let mut rows: Vec<Row> = Vec::new();
    for (index, project) in projects.iter().enumerate() {
        for result in suite
            .results
            .iter()
            .filter(|r| r.test.project == project.root)
        {
            let (order, name) = row_name(project, result);
            let known = rows
                .iter()
                .position(|r| r.project == index && r.name == name);
            let at = known.unwrap_or_else(|| {
                rows.push(Row {
                    project: index,
                    order,
                    name,
                    passed: 0,
                    all: 0,
                });
                rows.len() - 1
            });
            rows[at].passed += usize::from(result.passes());
            rows[at].all += 1;
        }
    }
    rows.sort_by_key(|row| (row.project, row.order));
    let width = rows.iter().map(|row| row.name.chars().count());
    let width = width.max().unwrap_or(0);
    let digits = rows.iter().map(|row| row.all.to_string().len());
    let digits = digits.max().unwrap_or(0);
    let mut last = None;
    for Row {
        project: index,
        order,
        name,
        passed,
        all,
    } in rows
    {
        if last != Some(index) {
            if last.is_some() {
                out.push('\n');
            }
            if let Some(title) = projects.get(index).and_then(|p| title(p, projects)) {
                let _ = writeln!(out, "{}", painted(&title, BOLD, options));
            }
            last = Some(index);
        }
        let gap = " ".repeat(width - name.chars().count());
        let color = if passed == all { GREEN } else { RED };
        let numbers = painted(
            &format!("{passed:digits$} of {all:digits$} passed"),
            color,
            options,
        );
        let outlook = outlooks.get(index).and_then(Option::as_ref);
        let points = points::of_task(outlook, order);
        let _ = writeln!(out, "  {name}{gap}  {numbers}{points}");
    }
    if last.is_some() {
        out.push('\n');
    }
}

/// A line of the table.
struct Row {
    project: usize,
    order: usize,
    name: String,
    passed: usize,
    all: usize,
}

/// The task that a test decides, or else its folder, and where that stands in the table.
fn row_name(project: &Project, result: &TestResult) -> (usize, String) {
    let tasks = &project.course.tasks;
    let usual = project.is_usual(&result.test.folder);
    let task = tasks.iter().position(|task| task.has(&result.test.name));
    match task
        .filter(|_| usual)
        .and_then(|at| Some((at, tasks.get(at)?)))
    {
        Some((at, task)) => (at, task.name.clone()),
        None => match result.test.folder.as_str() {
            "" => (tasks.len(), "tests".to_owned()),
            folder => (tasks.len(), format!("tests/{folder}")),
        },
    }
}

/// A project's heading. The only project, around the current folder, needs none.
fn title(project: &Project, projects: &[&Project]) -> Option<String> {
    if is_around(&project.root) && projects.len() == 1 {
        return None;
    }
    let root = project.root.display().to_string();
    let root = if root.is_empty() {
        ".".to_owned()
    } else {
        root
    };
    let machine = project.course.target.map(|target| target.desc().title);
    Some(match (&project.course.name, machine) {
        (Some(name), Some(machine)) => format!("{root}: {name} on {machine}"),
        (Some(name), None) => format!("{root}: {name}"),
        _ => root,
    })
}

const BOLD: &str = "\u{1b}[1m";
const RED: &str = "\u{1b}[31m";
const GREEN: &str = "\u{1b}[32m";

fn painted(text: &str, color: &str, options: &TextOptions) -> String {
    match options.page.color {
        true => format!("{color}{text}\u{1b}[0m"),
        false => text.to_owned(),
    }
}
