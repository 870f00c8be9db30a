//! Pages for people, from templates. Everything that comes from a submission is escaped.

use super::ReportError;
use super::class::Class;
use super::words::link;
use crate::record::{CoverageRecord, FuzzRecord, Record, Standing, TestRecord};
use crate::score::number;
use harness::grading::Tier;
use minijinja::{AutoEscape, Environment, Value, context};

/// How many of the hardest tests are told.
const HARDEST: usize = 15;

/// The templates.
pub(super) struct Pages {
    templates: Environment<'static>,
}

/// What a student may know about a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shown<'a> {
    /// Everything.
    All,
    /// What its hint says.
    Hint(&'a str),
    /// Nothing but that it is counted.
    Count,
}

/// What a student may know about a test.
pub(super) fn shown(test: &TestRecord) -> Shown<'_> {
    match (&test.hint, test.tier) {
        (_, Tier::Public) => Shown::All,
        (Some(hint), _) => Shown::Hint(hint),
        (None, _) => Shown::Count,
    }
}

impl Pages {
    pub(super) fn new() -> Result<Self, ReportError> {
        let mut templates = Environment::new();
        templates.set_auto_escape_callback(|name| match name.ends_with(".html") {
            true => AutoEscape::Html,
            false => AutoEscape::None,
        });
        templates.add_filter("fenced", |text: String| text.replace("```", "` ` `"));
        for (name, text) in [
            ("base.html", include_str!("../../templates/base.html")),
            ("report.html", include_str!("../../templates/report.html")),
            (
                "submission.html",
                include_str!("../../templates/submission.html"),
            ),
            ("feedback.md", include_str!("../../templates/feedback.md")),
        ] {
            templates.add_template(name, text)?;
        }
        Ok(Pages { templates })
    }

    fn render(&self, name: &str, context: Value) -> Result<String, ReportError> {
        Ok(self.templates.get_template(name)?.render(context)?)
    }

    /// The page about a submission, for the staff.
    pub(super) fn staff(
        &self,
        record: &Record,
        flags: &[(&str, u32, String)],
    ) -> Result<String, ReportError> {
        let flags = flags.iter().map(|(name, score, files)| {
            context! { name => *name, score => *score, files => files.as_str(), link => link(name) }
        });
        let flags: Vec<Value> = flags.collect();
        let own = context! { staff => true, flags, tiers => tiers(record, true) };
        let both = context! { ..own, ..common(record) };
        self.render("submission.html", both)
    }

    /// The page for the student.
    pub(super) fn student(&self, record: &Record) -> Result<String, ReportError> {
        let own = context! { tiers => tiers(record, false) };
        self.render("submission.html", context! { ..own, ..common(record) })
    }

    /// The same as Markdown.
    pub(super) fn markdown(&self, record: &Record) -> Result<String, ReportError> {
        let own = context! { tiers => tiers(record, false) };
        self.render("feedback.md", context! { ..own, ..common(record) })
    }

    /// The page about the class.
    pub(super) fn class(&self, class: &Class) -> Result<String, ReportError> {
        let pairs = class.alike.iter().map(|pair| {
            context! {
                score => pair.score,
                first => pair.first.as_str(),
                second => pair.second.as_str(),
                first_link => link(&pair.first),
                second_link => link(&pair.second),
                files => pair.files.join(", "),
            }
        });
        let hardest = class.hardest(HARDEST).into_iter();
        let hardest = hardest.map(|(tier, name, passed, of)| {
            context! { tier => tier.name(), name, passed, of }
        });
        let context = context! {
            course => class.course.as_str(),
            points => number(class.points()),
            standings => standings(class),
            mean => number(class.mean()),
            median => number(class.median()),
            plot => plot(class),
            tasks => tasks(class),
            rows => rows(class),
            pairs => pairs.collect::<Vec<_>>(),
            hardest => hardest.collect::<Vec<_>>(),
        };
        self.render("report.html", context)
    }
}

/// What both staff and student are told.
fn common(record: &Record) -> Value {
    let tasks = record.tasks.iter().map(|task| {
        context! {
            name => task.name.as_str(),
            earned => number(task.earned),
            points => number(task.points),
            arithmetic => task.arithmetic.as_str(),
            class => if task.earned >= task.points { "good" } else { "bad" },
        }
    });
    context! {
        course => record.course.as_str(),
        name => record.name.as_str(),
        score => number(record.score),
        points => number(record.points),
        commit => record.commit.clone(),
        standing => record.standing.words(),
        why => record.standing.why(),
        gate => record.gate.clone(),
        remarks => record.remarks.clone(),
        lints => record.lints.clone(),
        tasks => tasks.collect::<Vec<_>>(),
        fuzz => record.fuzz.iter().map(fuzz).collect::<Vec<_>>(),
        coverage => record.coverage.as_ref().map(coverage),
    }
}

/// The tests, by tier, as far as they may be seen.
fn tiers(record: &Record, staff: bool) -> Vec<Value> {
    let tiers = Tier::ALL.into_iter().filter_map(|tier| {
        let tests = record.tests.iter().filter(|test| test.tier == tier);
        let tests: Vec<&TestRecord> = tests.collect();
        if tests.is_empty() {
            return None;
        }
        let passed = tests.iter().filter(|test| test.passed).count();
        let title = match tier {
            Tier::Public => "Public tests",
            Tier::Daily => "Daily tests",
            Tier::Eval => "Evaluation tests",
        };
        // What is to be done comes first.
        let shown = |passed: bool| -> Vec<Value> {
            let some = tests.iter().filter(|test| test.passed == passed);
            some.filter_map(|test| test_shown(test, staff)).collect()
        };
        Some(context! {
            title,
            summary => format!("{passed} of {} pass.", tests.len()),
            failed => shown(false),
            passed => shown(true),
        })
    });
    tiers.collect()
}

fn test_shown(test: &TestRecord, staff: bool) -> Option<Value> {
    let what = match staff {
        true => Shown::All,
        false => shown(test),
    };
    let class = if test.passed { "good" } else { "bad" };
    match what {
        Shown::All => Some(context! {
            class,
            name => test.name.as_str(),
            words => test.words.as_str(),
            findings => test.findings.join(", "),
            hint => test.hint.clone(),
            details => test.details.as_str(),
            open => !staff && !test.passed,
        }),
        // What a hidden test is called, and how it fails, may tell what it does.
        Shown::Hint(hint) => Some(context! {
            class,
            name => hint,
            words => if test.passed { "passed" } else { "failed" },
        }),
        Shown::Count => None,
    }
}

fn fuzz(fuzz: &FuzzRecord) -> Value {
    let words = match &fuzz.counterexample {
        Some(_) => "this input tells it apart from the model.".to_owned(),
        None => format!("the same as the model on {} inputs.", fuzz.cases),
    };
    context! { function => fuzz.function.as_str(), words, counterexample => fuzz.counterexample.clone() }
}

fn coverage(coverage: &CoverageRecord) -> String {
    match coverage.tests {
        0 => "There are no own tests.".to_owned(),
        tests => format!(
            "{} of {tests} own tests pass; they run {} of {} lines.",
            coverage.passed, coverage.run, coverage.lines
        ),
    }
}

fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or(0)
}

fn tasks(class: &Class) -> Vec<Value> {
    let count = class.rows.len().max(1);
    let tasks = class.tasks.iter().map(|task| {
        context! {
            name => task.name.as_str(),
            points => number(task.points),
            full => task.full,
            full_percent => percent(task.full, count),
            mean => number(task.earned / count as f64),
            tests_percent => percent(task.tests_passed, task.tests),
        }
    });
    tasks.collect()
}

fn rows(class: &Class) -> Vec<Value> {
    let rows = class.rows.iter().map(|row| {
        let mut earned: Vec<String> = row.tasks.iter().map(|points| number(*points)).collect();
        earned.resize(class.tasks.len(), "0".to_owned());
        context! {
            name => row.name.as_str(),
            link => link(&row.name),
            standing => row.standing.words(),
            class => if row.standing == Standing::Graded { "soft" } else { "bad" },
            value => row.score,
            score => number(row.score),
            tasks => earned,
            passed => row.passed,
            of => row.tests,
            notes => row.notes.join("; "),
        }
    });
    rows.collect()
}

/// How many submissions have which standing.
fn standings(class: &Class) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for row in &class.rows {
        let words = row.standing.words();
        match counts.iter_mut().find(|(known, _)| *known == words) {
            Some((_, count)) => *count += 1,
            None => counts.push((words, 1)),
        }
    }
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let parts: Vec<String> = counts
        .iter()
        .map(|(w, count)| format!("{count} {w}"))
        .collect();
    format!("{}.", parts.join(", "))
}

/// The distribution of scores as bars.
fn plot(class: &Class) -> Value {
    const BARS: usize = 12;
    const WIDTH: f64 = 600.0;
    const HEIGHT: f64 = 180.0;
    let points = class.points();
    let step = (points / (BARS - 1) as f64).max(f64::MIN_POSITIVE);
    // Whole points are easier to read.
    let step = if step < 1.0 && points >= 1.0 {
        1.0
    } else {
        step.ceil()
    };
    let bars = (points / step).ceil() as usize + 1;
    let mut counts = vec![0usize; bars.clamp(1, BARS + 1)];
    for row in &class.rows {
        let bar = (row.score / step).floor().max(0.0) as usize;
        let last = counts.len() - 1;
        counts[bar.min(last)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let wide = WIDTH / counts.len() as f64;
    let bars = counts.iter().enumerate().map(|(k, count)| {
        let height = (*count as f64 / most * (HEIGHT - 50.0)).round();
        let label = number(k as f64 * step);
        context! {
            x => (k as f64 * wide + 2.0).round(),
            y => HEIGHT - 20.0 - height,
            width => (wide - 4.0).round(),
            height,
            middle => (k as f64 * wide + wide / 2.0).round(),
            count => *count,
            words => format!("{count} submissions with {label} points or a little more"),
            label,
        }
    });
    context! {
        width => WIDTH,
        height => HEIGHT,
        bars => bars.collect::<Vec<_>>(),
        words => format!("Scores of {} submissions", class.rows.len()),
    }
}
