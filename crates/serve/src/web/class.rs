//! What several pages show: the state of students in few words, and the class as it was a moment ago.

use crate::app::App;
use crate::moment::{self, DAY, now};
use crate::outcome::Outcome;
use crate::queue::{Placed, WhyWaiting};
use crate::runner;
use crate::storage::{Run, RunState, Student};
use anyhow::Result;
use harness::grading::Tier;
use harness::points::number;
use minijinja::{Value, context};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// For so long a look at the whole queue or class is good.
const HOLDS: Duration = Duration::from_millis(700);

/// Something that is looked at again after a while.
struct Looked<T>(Mutex<Option<(Instant, Arc<T>)>>);

impl<T> Looked<T> {
    const fn new() -> Self {
        Looked(Mutex::new(None))
    }

    fn get(&self) -> Option<Arc<T>> {
        let looked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, value) = looked.as_ref()?;
        (at.elapsed() < HOLDS).then(|| Arc::clone(value))
    }

    fn set(&self, value: T) -> Arc<T> {
        let value = Arc::new(value);
        let mut looked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *looked = Some((Instant::now(), Arc::clone(&value)));
        value
    }
}

static QUEUE: Looked<HashMap<i64, Placed>> = Looked::new();

/// The place of each student in the queue, as of a moment ago: hundreds may watch.
pub(super) async fn places(app: &App) -> Result<Arc<HashMap<i64, Placed>>> {
    if let Some(places) = QUEUE.get() {
        return Ok(places);
    }
    let queue = runner::queue(app).await?;
    Ok(QUEUE.set(
        queue
            .into_iter()
            .map(|placed| (placed.student, placed))
            .collect(),
    ))
}

/// How long a run takes until the next one begins.
pub(super) fn pace(app: &App) -> Option<f64> {
    app.metrics.pace()
}

/// Why somebody waits, as a sentence without its full stop.
pub(super) fn why(app: &App, why: WhyWaiting) -> String {
    why.words(now(), pace(app), &|at| app.config.moment(at))
}

/// Passed tests of a tier as "3 of 4", and how that looks.
pub(super) fn share(outcome: &Outcome, tier: Tier) -> (String, &'static str) {
    match outcome.passed(tier) {
        (_, 0) => ("–".to_owned(), "soft"),
        (passed, all) if passed == all => (format!("{passed} of {all}"), "good"),
        (passed, all) => (format!("{passed} of {all}"), "bad"),
    }
}

/// A run as a line of a history.
pub(super) fn line(app: &App, run: &Run) -> Value {
    let outcome = run.outcome.clone().unwrap_or_default();
    let (public, public_class) = share(&outcome, Tier::Public);
    let (daily, daily_class) = share(&outcome, Tier::Daily);
    context! {
        id => run.id,
        received => app.config.moment(run.received_at),
        commit => run.commit.get(..10),
        through => run.through.name(),
        done => run.state == RunState::Done,
        state => match run.state {
            RunState::Leased => "at work",
            _ => "waiting",
        },
        public, public_class, daily, daily_class,
        score => number(outcome.score),
        changes => outcome.changes.words(),
        passing => outcome.changes.passing,
        failing => outcome.changes.failing,
        worker => run.worker.clone(),
    }
}

/// The deadline of a student or of everybody, as pages show it.
pub(super) fn deadline(app: &App, end: Option<i64>, extension: i64) -> Option<Value> {
    let end = end?;
    let left = end - now();
    Some(context! {
        at => app.config.moment(end),
        iso => moment::iso(end),
        seconds => end,
        left => moment::span(left),
        is_over => left < 0,
        is_near => left < 2 * DAY,
        extension => (extension > 0).then(|| moment::span(extension)),
    })
}

/// What happens to a student's newest push now.
pub(super) async fn state(app: &App, student: &Student, runs: &[Run]) -> Result<Option<Value>> {
    let shown = |title: &str, commit: &str, words: String| {
        Some(context! { title, commit => commit.get(..10), words })
    };
    if let Some(run) = runs.iter().find(|run| run.state == RunState::Waiting) {
        let places = places(app).await?;
        let words = places.get(&student.id).map(|placed| why(app, placed.why));
        return Ok(shown("Waiting", &run.commit, words.unwrap_or_default()));
    }
    if let Some(run) = runs.iter().find(|run| run.state == RunState::Leased) {
        return Ok(shown(
            "Running",
            &run.commit,
            "the tests are at work".to_owned(),
        ));
    }
    let newest = app.storage.newest_push(student.id).await?;
    let Some(push) = newest.filter(|push| runs.iter().all(|run| run.commit != push.commit)) else {
        return Ok(None);
    };
    if push.submission.is_none() {
        return Ok(shown(
            "Received",
            &push.commit,
            "it is about to be read".to_owned(),
        ));
    }
    let is_late = app
        .end_for(student)
        .is_some_and(|end| push.received_at > end);
    Ok(match is_late {
        true => shown(
            "Too late",
            &push.commit,
            format!(
                "it came after the deadline, at {}, and does not count",
                app.config.moment(push.received_at)
            ),
        ),
        false => None,
    })
}

/// The share of tests of the class that pass, for one day.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct DayRates {
    /// Students with a run.
    pub(crate) students: usize,
    /// By tier: students who pass all of it, and the tests that pass of all.
    pub(crate) tiers: HashMap<String, (usize, usize, usize)>,
    /// By test: its tier, and how often it passes of how many.
    pub(crate) tests: std::collections::BTreeMap<String, (String, usize, usize)>,
}

/// The rates of the class now.
pub(crate) fn rates(runs: &[Run]) -> DayRates {
    let mut rates = DayRates::default();
    for outcome in runs.iter().filter_map(|run| run.outcome.as_ref()) {
        rates.students += 1;
        for tier in [Tier::Public, Tier::Daily] {
            let (passed, all) = outcome.passed(tier);
            let entry = rates.tiers.entry(tier.name().to_owned()).or_default();
            entry.0 += usize::from(all > 0 && passed == all);
            entry.1 += passed;
            entry.2 += all;
        }
        for test in &outcome.tests {
            let entry = rates.tests.entry(test.name.clone());
            let entry = entry.or_insert_with(|| (test.tier.clone(), 0, 0));
            entry.1 += usize::from(test.passed);
            entry.2 += 1;
        }
    }
    rates
}

/// Writes down the rates of today, so that there is something to draw.
pub(crate) async fn note_rates(app: &App) -> Result<()> {
    let runs = app.storage.all_last_done().await?;
    if runs.is_empty() {
        return Ok(());
    }
    let day = moment::iso(now() + app.config.file.time_zone)[..10].to_owned();
    let text = serde_json::to_string(&rates(&runs))?;
    app.storage.set(&format!("rates {day}"), Some(&text)).await
}
