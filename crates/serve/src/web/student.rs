//! The page of a student.

use super::class::{self, deadline, line, share};
use super::{Answer, WebError, pages};
use crate::app::App;
use crate::outcome::Outcome;
use crate::storage::{Run, RunState, Student};
use anyhow::{Context, Result};
use axum::extract::{Path, Query, State};
use axum::response::IntoResponse;
use grade::record::Record;
use harness::grading::Tier;
use harness::points::number;
use minijinja::{Value, context};
use serde::Deserialize;
use std::sync::Arc;

/// So many runs are listed.
const RUNS: i64 = 40;
/// No link is longer: longer texts are not looked for.
const LONGEST_LINK: usize = 64;

/// The student whose link this is. A wrong link, a link that was replaced and the link of somebody who
/// has left give the same answer.
pub(super) async fn found(app: &App, link: &str) -> Result<Student, WebError> {
    if link.len() > LONGEST_LINK {
        return Err(WebError::Missing);
    }
    let hash = crate::secret::hash(link.as_bytes());
    app.storage
        .student_with_link(&hash)
        .await?
        .ok_or(WebError::Missing)
}

/// What a page says after a form was sent.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Notice {
    #[serde(default)]
    said: String,
}

/// The sentences that a page may say: an address cannot make it say others.
const NOTICES: [(&str, bool, &str); 7] = [
    (
        "queued",
        false,
        "Your archive has arrived and waits for its tests.",
    ),
    ("same", false, "This is what you handed in last."),
    (
        "late",
        true,
        "Your archive has arrived, but after the deadline: it does not count.",
    ),
    (
        "unreadable",
        true,
        "This is not a zip file that can be read: nothing was handed in.",
    ),
    ("empty", true, "Choose a zip file first."),
    ("mail-on", false, "E-mail is on."),
    ("mail-off", false, "E-mail is off."),
];

pub(super) async fn page(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    Query(notice): Query<Notice>,
) -> Answer {
    let student = found(&app, &link).await?;
    let runs = app.storage.runs_of(student.id, RUNS).await?;
    let is_published = app.storage.setting("published").await?.is_some();
    let (shown, finals): (Vec<&Run>, Vec<&Run>) =
        runs.iter().partition(|run| run.through != Tier::Eval);
    let last = shown.iter().find(|run| run.state == RunState::Done);
    let latest = last.and_then(|run| Some(latest(run, run.outcome.as_ref()?)));
    let last = finals.first().filter(|_| is_published);
    let last = last.and_then(|run| {
        let outcome = run.outcome.as_ref()?;
        Some(context! { id => run.id, score => number(outcome.score), points => number(outcome.points) })
    });
    let frozen = match student.frozen_push {
        Some(push) => app
            .storage
            .push(push)
            .await?
            .and_then(|push| push.commit.get(..10).map(str::to_owned)),
        None => None,
    };
    let said = NOTICES.iter().find(|(name, ..)| *name == notice.said);
    let context = context! {
        here => format!("/s/{link}"),
        name => student.name.as_str(),
        course => app.course().grader.course(),
        notice => said.map(|(_, _, words)| *words),
        notice_bad => said.is_some_and(|(_, bad, _)| *bad),
        deadline => deadline(&app, app.end_for(&student), student.extension),
        frozen,
        state => class::state(&app, &student, &runs).await?,
        latest,
        final => last,
        runs => shown.iter().map(|run| line(&app, run)).collect::<Vec<Value>>(),
        has_repository => !student.repository.is_empty(),
        uploads => app.config.file.repositories.uploads,
        // Without a mail server, there is nothing to switch on or off.
        email => app.config.file.mail.host.as_ref().map(|_| student.email.as_str()),
        wants_mail => student.wants_mail,
    };
    Ok(pages::render("student.html", context)?.into_response())
}

/// The newest result.
fn latest(run: &Run, outcome: &Outcome) -> Value {
    let (public, public_class) = share(outcome, Tier::Public);
    let (daily, daily_class) = share(outcome, Tier::Daily);
    let (passed, all) = outcome.passed(Tier::Public);
    context! {
        id => run.id,
        public, public_class, daily, daily_class,
        score => number(outcome.score),
        points => number(outcome.points),
        why => outcome.why.clone(),
        is_broken => outcome.is_broken && outcome.why.is_none(),
        no_daily => !outcome.has_daily && passed < all,
    }
}

/// What the tests of a run say, as `jal grade` writes it for students.
pub(super) async fn run(
    State(app): State<Arc<App>>,
    Path((link, run)): Path<(String, i64)>,
) -> Answer {
    let student = found(&app, &link).await?;
    let run = app
        .storage
        .run(run)
        .await?
        .filter(|run| run.student == student.id);
    let run = run.ok_or(WebError::Missing)?;
    if run.through == Tier::Eval && app.storage.setting("published").await?.is_none() {
        return Err(WebError::Missing);
    }
    let record = record(&app, &run).await?.ok_or(WebError::Missing)?;
    Ok(pages::foreign(grade::report::student_page(&record)?))
}

/// The record of a run.
pub(super) async fn record(app: &App, run: &Run) -> Result<Option<Record>> {
    let Some(hash) = &run.record else {
        return Ok(None);
    };
    let bytes = app.storage.chunk(hash).await?;
    Ok(Some(
        serde_json::from_slice(&bytes).context("a record is damaged")?,
    ))
}
