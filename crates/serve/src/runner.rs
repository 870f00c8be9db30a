//! Who takes a run, and what happens with its result. Workers on this machine and elsewhere go through
//! the same two functions.

pub(crate) mod local;
pub(crate) mod protocol;
pub(crate) mod remote;

use crate::app::{App, Event};
use crate::mail;
use crate::moment::{DAY, now};
use crate::outcome::Outcome;
use crate::queue::{self, Placed, RecentRuns};
use crate::storage::{Finished, FinishedRun, Leased};
use anyhow::{Context, Result, ensure};
use grade::grader::ReadSubmission;
use grade::record::{Record, Standing};
use harness::grading::Tier;
use std::collections::VecDeque;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// For so long the order of the queue is good. Whether a run still waits is asked again when it is
/// taken.
const ORDER_HOLDS: Duration = Duration::from_millis(500);

/// The runs that can be taken, in their order, as they were found a moment ago.
#[derive(Debug, Default)]
pub(crate) struct ReadyRuns {
    found: Option<Instant>,
    runs: VecDeque<i64>,
}

/// A run with all that a worker needs.
pub(crate) struct Job {
    pub(crate) leased: Leased,
    pub(crate) read: ReadSubmission,
}

/// The whole queue, in its order.
pub(crate) async fn queue(app: &App) -> Result<Vec<Placed>> {
    let waiting = app.storage.waiting().await?;
    let moment = now();
    let recent = app.storage.started_since(moment - DAY).await?;
    let recent: RecentRuns = recent
        .into_iter()
        .map(|(student, count, first)| (student, (count, first)))
        .collect();
    let brakes = app.brakes().await?;
    Ok(queue::order(
        &waiting,
        &recent,
        &app.config.rules(),
        &brakes,
        moment,
    ))
}

/// The staff has changed something about the order.
pub(crate) fn reorder(app: &App) {
    *app.ready_runs
        .lock()
        .unwrap_or_else(PoisonError::into_inner) = ReadyRuns::default();
    app.ready.notify_waiters();
    app.tell(Event::Queue);
}

/// The next run that may be taken, if the order is known.
fn next_ready(app: &App) -> Option<Option<i64>> {
    let mut ready = app
        .ready_runs
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let is_fresh = ready
        .found
        .is_some_and(|found| found.elapsed() < ORDER_HOLDS);
    is_fresh.then(|| ready.runs.pop_front())
}

/// Takes the run whose turn it is.
pub(crate) async fn take(app: &App, worker: &str) -> Result<Option<Job>> {
    if app.is_stopping() {
        return Ok(None);
    }
    let mut has_looked = false;
    loop {
        let id = match next_ready(app) {
            Some(Some(id)) => id,
            // An empty order is looked at again, once.
            _ if has_looked => return Ok(None),
            _ => {
                let ready = queue(app).await?;
                let runs = ready
                    .iter()
                    .filter(|placed| placed.is_ready())
                    .map(|placed| placed.run);
                let found = ReadyRuns {
                    found: Some(Instant::now()),
                    runs: runs.collect(),
                };
                *app.ready_runs
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner) = found;
                has_looked = true;
                continue;
            }
        };
        let moment = now();
        let until = moment + crate::config::seconds(app.config.file.queue.lease);
        let Some(mut leased) = app.storage.lease(id, worker, moment, until).await? else {
            continue;
        };
        // Tests may have opened or closed since the run began to wait.
        if leased.through == Tier::Daily {
            leased.through = app.through(moment);
        }
        let read = app.storage.chunk(&leased.submission).await?;
        let read = serde_json::from_slice(&read).context("a submission is damaged")?;
        app.tell(Event::Queue);
        return Ok(Some(Job { leased, read }));
    }
}

/// Keeps the result of a run, if it is the result of this run and of nothing else.
pub(crate) async fn finish(app: &App, run: i64, lease: &str, record: &Record) -> Result<Finished> {
    let found = app
        .storage
        .run(run)
        .await?
        .context("there is no such run")?;
    let student = app.storage.student(found.student).await?;
    let student = student.context("there is no such student")?;
    ensure!(
        record.name == student.name,
        "the result is about another student"
    );
    let before = app.storage.last_done(student.id).await?;
    let before = before
        .filter(|before| before.id != run)
        .and_then(|before| before.outcome);
    let outcome = Outcome::of(record, before.as_ref());
    let letters = mail::letters_for(app, &student, &found, &outcome);
    let bytes = serde_json::to_vec(record)?;
    let finished = app
        .storage
        .finish(&FinishedRun {
            run,
            lease,
            record: &bytes,
            outcome: &outcome,
            now: now(),
            letters: &letters,
        })
        .await?;
    if finished == Finished::Taken {
        let standing = record.standing.words();
        tracing::info!(
            run,
            student = student.name,
            standing,
            score = record.score,
            "run finished"
        );
        app.metrics.finished(&found, now());
        if matches!(record.standing, Standing::GraderError(_)) {
            app.metrics.grader_errors.fetch_add(1, Ordering::Relaxed);
        }
        app.letters.notify_one();
        app.ready.notify_waiters();
        app.tell(Event::Student(student.id));
        app.tell(Event::Queue);
    }
    Ok(finished)
}

/// Returns the runs of silent workers to the queue, from time to time.
pub(crate) async fn watch_leases(app: std::sync::Arc<App>) {
    let each = (app.config.file.queue.lease / 4)
        .clamp(Duration::from_millis(250), Duration::from_secs(10));
    while !app.is_stopping() {
        tokio::time::sleep(each).await;
        match app.storage.release(now(), None).await {
            Ok(0) => {}
            Ok(count) => {
                tracing::warn!(count, "runs of silent workers wait again");
                reorder(&app);
            }
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "leases cannot be looked at");
            }
        }
    }
}
