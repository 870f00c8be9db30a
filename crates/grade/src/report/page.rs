//! Pages for people, from templates. Everything that comes from a submission is escaped.

use super::ReportError;
use super::alike::{self, Alike, AlikeGroup};
use super::class::Class;
use super::groups::grouped;
use super::student::{Shown, has_points, not_graded, shown};
use super::words::{clean, html_with_code, link, markdown, markdown_with_code, sentence};
use crate::record::{
    CoverageRecord, FuzzRecord, PictureRecord, Record, ShownPicture, Standing, TestRecord,
};
use crate::similarity::FunctionMatch;
use harness::grading::Tier;
use harness::points::number;
use harness::report::xml::escaped;
use minijinja::{AutoEscape, Environment, Value, context, escape_formatter};

/// How many submissions are named that one looks like.
const MOST_FLAGS: usize = 8;
/// How many of the hardest tests are listed.
const HARDEST: usize = 15;

/// The templates.
pub(super) struct Pages {
    templates: Environment<'static>,
}

impl Pages {
    pub(super) fn new() -> Result<Self, ReportError> {
        let mut templates = Environment::new();
        templates.set_auto_escape_callback(|name| match name.ends_with(".html") {
            true => AutoEscape::Html,
            false => AutoEscape::None,
        });
        templates.set_formatter(|out, state, value| match value.as_str() {
            Some(text) if *state.auto_escape() == AutoEscape::Html && !value.is_safe() => {
                Ok(out.write_str(&escaped(text))?)
            }
            _ => escape_formatter(out, state, value),
        });
        templates.add_filter("fenced", |text: String| text.replace("```", "` ` `"));
        templates.add_filter("md", |text: String| markdown(&text));
        templates.add_filter("md_code", |text: String| markdown_with_code(&text));
        templates.add_filter("code", |text: String| {
            Value::from_safe_string(html_with_code(&text))
        });
        for (name, text) in [
            ("base.html", include_str!("../../templates/base.html")),
            ("report.html", include_str!("../../templates/report.html")),
            (
                "submission.html",
                include_str!("../../templates/submission.html"),
            ),
            ("alike.html", include_str!("../../templates/alike.html")),
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
    pub(super) fn staff(&self, record: &Record, flags: &[&Alike]) -> Result<String, ReportError> {
        let more_flags = flags.len().saturating_sub(MOST_FLAGS);
        let flags = flags.iter().take(MOST_FLAGS).filter_map(|pair| {
            let name = clean(pair.other(&record.name)?);
            let (score, page, functions) = (pair.score, &pair.page, pair.named());
            Some(context! { name, score, page, functions })
        });
        let flags: Vec<Value> = flags.collect();
        let told = record.standing.why().map(|why| {
            let words = record.standing.words();
            sentence(&format!("{words}: {why}"))
        });
        let own = context! {
            staff => true,
            own_link => link(&record.name),
            told,
            flags,
            more_flags,
            suspicions => record.suspicions.iter().map(|s| sentence(s)).collect::<Vec<_>>(),
            tiers => tiers(record, true),
        };
        let both = context! { ..own, ..common(record) };
        self.render("submission.html", both)
    }

    /// The page for the student.
    pub(super) fn student(&self, record: &Record) -> Result<String, ReportError> {
        self.render("submission.html", for_student(record))
    }

    /// The same as Markdown.
    pub(super) fn markdown(&self, record: &Record) -> Result<String, ReportError> {
        self.render("feedback.md", for_student(record))
    }

    /// The page with two submissions side by side.
    pub(super) fn pair(
        &self,
        pair: &Alike,
        first: &Record,
        matches: &[FunctionMatch],
    ) -> Result<String, ReportError> {
        self.render("alike.html", alike::shown(pair, first, matches))
    }

    /// The page about the class.
    pub(super) fn class(&self, class: &Class) -> Result<String, ReportError> {
        let groups = class.alike.iter().map(AlikeGroup::shown);
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
            groups => groups.collect::<Vec<_>>(),
            hardest => hardest.collect::<Vec<_>>(),
        };
        self.render("report.html", context)
    }
}

/// What a student sees.
fn for_student(record: &Record) -> Value {
    let told = not_graded(record).map(|(words, why)| match has_points(record) {
        true => sentence(&format!("{words}: {why}")),
        // These words take the place of the points.
        false => sentence(why),
    });
    let own = context! { told, tiers => tiers(record, false) };
    context! { ..own, ..common(record) }
}

/// What both staff and students see.
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
        name => clean(&record.name),
        has_points => has_points(record),
        score => number(record.score),
        points => number(record.points),
        commit => record.commit.clone(),
        gate => record.gate.clone(),
        remarks => record.remarks.iter().map(|r| sentence(r)).collect::<Vec<_>>(),
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
        // Only where messages are shown can they be the same.
        let in_full = staff || tier == Tier::Public;
        // What is to be done comes first.
        let shown = |passed: bool| -> Vec<Value> {
            let some = tests.iter().copied().filter(|test| test.passed == passed);
            let groups = match in_full {
                true => grouped(some),
                false => some.map(|test| vec![test]).collect(),
            };
            let entries = groups.iter();
            entries
                .filter_map(|group| entry(record, group, staff))
                .collect()
        };
        Some(context! {
            title,
            summary => format!("{passed} of {} tests pass.", tests.len()),
            failed => shown(false),
            passed => shown(true),
        })
    });
    tiers.collect()
}

/// A test, and the names of those of which the same is to be told.
fn entry(record: &Record, group: &[&TestRecord], staff: bool) -> Option<Value> {
    let (test, others) = group.split_first()?;
    let what = match staff {
        true => Shown::All,
        false => shown(record, test),
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
            pictures => test.pictures.as_ref().map(pictures),
            others => others.iter().map(|test| with_hint(test)).collect::<Vec<_>>().join(", "),
            more => match others.len() {
                0 => String::new(),
                1 => "and another one".to_owned(),
                more => format!("and {more} others"),
            },
            open => !staff && !test.passed,
        }),
        // What a hidden test is called, and how it fails, may give away what it does.
        Shown::Hint(hint) => Some(context! {
            class,
            name => hint,
            words => if test.passed { "passed" } else { "failed" },
        }),
        Shown::Count => None,
    }
}

/// The pictures of a test, side by side.
fn pictures(record: &PictureRecord) -> Vec<Value> {
    let (wanted, found) = (record.expected.as_ref(), record.actual.as_ref());
    let all = [
        ("Expected", wanted),
        ("Actual", found),
        ("What differs, in red", record.difference.as_ref()),
    ];
    let all = all.into_iter().map(|(title, picture)| match picture {
        None => context! { title => format!("{title}: no picture") },
        Some(picture) => {
            let ShownPicture { columns, rows, png } = picture;
            let (width, height) = shown_size(*columns, *rows);
            context! { title, columns, rows, width, height, png => png.as_str() }
        }
    });
    all.collect()
}

/// How large a picture is shown: small ones several times as large, large ones smaller.
fn shown_size(columns: u32, rows: u32) -> (u32, u32) {
    const SIDE: u32 = 256;
    let longest = columns.max(rows).max(1);
    match SIDE / longest {
        0 => {
            let part = |side: u32| (u64::from(side) * u64::from(SIDE) / u64::from(longest)) as u32;
            (part(columns).max(1), part(rows).max(1))
        }
        times => (columns * times, rows * times),
    }
}

fn with_hint(test: &TestRecord) -> String {
    match &test.hint {
        Some(hint) => format!("{} ({hint})", test.name),
        None => test.name.clone(),
    }
}

fn fuzz(fuzz: &FuzzRecord) -> Value {
    let words = match &fuzz.difference {
        Some(difference) => format!("{difference}."),
        None => format!("does the same as the model on {} inputs.", fuzz.cases),
    };
    context! { function => fuzz.function.as_str(), words, counterexample => fuzz.counterexample.clone() }
}

fn coverage(coverage: &CoverageRecord) -> Value {
    let words = match coverage.tests {
        0 => "There are no tests.".to_owned(),
        tests => format!(
            "{} of {tests} tests pass; they run {} of {} lines.",
            coverage.passed, coverage.run, coverage.lines
        ),
    };
    context! { words, failed => coverage.failed.clone() }
}

fn percent(part: usize, whole: usize) -> usize {
    (part * 200 + whole).checked_div(whole * 2).unwrap_or(0)
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
            name => clean(&row.name),
            link => link(&row.name),
            standing => row.standing.words(),
            class => if row.standing == Standing::Graded { "soft" } else { "bad" },
            value => row.score,
            score => number(row.score),
            tasks => earned,
            passed => row.passed,
            of => row.tests,
            notes => row.notes.join("; "),
            // The full text of what the notes cut short.
            more => clean(&row.standing.why().map_or_else(|| [&row.suspicions[..], &row.remarks].concat().join("; "), str::to_owned)),
        }
    });
    rows.collect()
}

/// How many submissions have which standing.
fn standings(class: &Class) -> String {
    let standings = class.standings().into_iter();
    let parts: Vec<String> = standings.map(|(w, count)| format!("{count} {w}")).collect();
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
            words => format!("{count} submissions with {label} points or slightly more"),
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
