//! The pages of the staff.

use super::class::{self, DayRates, deadline, line, share};
use super::session::session;
use super::{Answer, WebError, pages, plot};
use crate::app::App;
use crate::moment::{self, DAY, now};
use crate::queue::WhyWaiting;
use crate::storage::{RunState, Session};
use anyhow::Result;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use harness::grading::Tier;
use harness::points::number;
use minijinja::{Value, context};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;

/// Who has handed in nothing for so many days is silent.
const SILENT_DAYS: i64 = 7;
/// So many runs are listed.
const MOST: usize = 200;

/// What every page of the staff has.
pub(super) fn common(app: &App, session: &Session) -> Value {
    context! {
        course => app.course().grader.course(),
        csrf => session.csrf.as_str(),
        who => session.staff.as_str(),
    }
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Notice {
    #[serde(default)]
    said: String,
}

impl Notice {
    /// What is said after an act.
    pub(super) fn words(&self) -> Option<&'static str> {
        super::staff_acts::notice(&self.said)
    }
}

pub(super) async fn overview(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer {
    let session = session(&app, &headers).await?;
    let students = app.storage.students().await?;
    let done = app.storage.all_last_done().await?;
    let done: HashMap<i64, _> = done.iter().map(|run| (run.student, run)).collect();
    let pushed: HashMap<i64, i64> = app.storage.last_received().await?.into_iter().collect();
    let places = class::places(&app).await?;
    let at_work = app.storage.at_work().await?;
    let moment = now();
    let (mut passing, mut silent, mut sum, mut points) = (0, 0, 0.0, 0.0);
    let rows = students.iter().map(|student| {
        let outcome = done.get(&student.id).and_then(|run| run.outcome.clone()).unwrap_or_default();
        let (public, public_class) = share(&outcome, Tier::Public);
        let (daily, daily_class) = share(&outcome, Tier::Daily);
        let last = pushed.get(&student.id).copied();
        let is_silent = last.is_none_or(|last| moment - last > SILENT_DAYS * DAY);
        passing += usize::from(public_class == "good");
        silent += usize::from(is_silent);
        sum += outcome.score;
        points = outcome.points.max(points);
        let place = places.get(&student.id).map(|placed| match placed.why {
            WhyWaiting::Turn { ahead } => format!("waiting, place {}", ahead + 1),
            why => class::why(&app, why),
        });
        let is_at_work = at_work.iter().any(|run| run.student == student.id);
        let words = match outcome.why {
            Some(_) => outcome.standing.clone(),
            None if outcome.is_broken => "does not assemble".to_owned(),
            None => String::new(),
        };
        context! {
            id => student.id,
            name => student.name.as_str(),
            public, public_class, daily, daily_class,
            score => if done.contains_key(&student.id) { number(outcome.score) } else { "–".to_owned() },
            pushed => last.map_or("never".to_owned(), |last| format!("{} ago", moment::span(moment - last))),
            is_silent,
            now => if is_at_work { "running".to_owned() } else { place.unwrap_or(words) },
        }
    });
    let rows: Vec<Value> = rows.collect();
    let own = context! {
        passing, silent,
        mean => number(sum / rows.len().max(1) as f64),
        points => number(points),
        silent_days => SILENT_DAYS,
        waiting => places.len(),
        running => at_work.len(),
        deadline => deadline(&app, app.deadline(), 0),
        closed => app.storage.setting("closed").await?.is_some(),
        roster => app.config.roster.display().to_string(),
        rows,
    };
    Ok(pages::render(
        "overview.html",
        context! { ..own, ..common(&app, &session) },
    )?
    .into_response())
}

pub(super) async fn queue(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(notice): Query<Notice>,
) -> Answer {
    let session = session(&app, &headers).await?;
    let students = app.storage.students().await?;
    let names: HashMap<i64, &str> = students.iter().map(|s| (s.id, s.name.as_str())).collect();
    let name = |id: i64| names.get(&id).copied().unwrap_or("?");
    let queue = crate::runner::queue(&app).await?;
    let pinned: Vec<i64> = app
        .storage
        .waiting()
        .await?
        .iter()
        .filter(|run| run.is_pinned)
        .map(|run| run.id)
        .collect();
    let waiting = queue.iter().take(MOST).map(|placed| {
        context! {
            student => placed.student,
            name => name(placed.student),
            why => class::why(&app, placed.why),
            is_pinned => pinned.contains(&placed.run),
        }
    });
    let moment = now();
    let at_work = app.storage.at_work().await?;
    let at_work = at_work.iter().map(|run| {
        context! {
            student => run.student,
            name => name(run.student),
            commit => run.commit.get(..10),
            through => format!("up to {}", run.through.name()),
            worker => run.worker.clone(),
            since => moment::span(moment - run.started_at.unwrap_or(moment)),
        }
    });
    let workers = app.storage.workers(moment - DAY).await?;
    let workers = workers.iter().map(|worker| {
        context! {
            name => worker.name.as_str(),
            place => worker.place.as_str(),
            version => worker.version.as_str(),
            is_other => worker.version != crate::runner::protocol::VERSION,
            finished => worker.finished,
            seen => moment::span(moment - worker.seen_at),
            is_silent => moment - worker.seen_at > 30,
        }
    });
    let letters = app.storage.letter_counts().await?;
    let letters = letters
        .iter()
        .map(|(state, count)| context! { state, count });
    let own = context! {
        notice => super::staff_acts::notice(&notice.said),
        paused => app.storage.setting("paused").await?.is_some(),
        draining => app.storage.setting("draining").await?.is_some(),
        at_work => at_work.collect::<Vec<_>>(),
        waiting => waiting.collect::<Vec<_>>(),
        more => queue.len().saturating_sub(MOST),
        workers => workers.collect::<Vec<_>>(),
        letters => letters.collect::<Vec<_>>(),
        trouble => app.storage.letter_trouble().await?,
    };
    Ok(pages::render("queue.html", context! { ..own, ..common(&app, &session) })?.into_response())
}

/// The rates of the class, day by day, with today as the last.
async fn days(app: &App) -> Result<Vec<(String, DayRates)>> {
    const DAYS: usize = 120;
    class::note_rates(app).await?;
    let stored = app.storage.settings("rates ").await?;
    let skipped = stored.len().saturating_sub(DAYS);
    let days = stored.into_iter().skip(skipped);
    days.map(|(day, text)| Ok((day, serde_json::from_str(&text)?)))
        .collect()
}

pub(super) async fn tests(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer {
    let session = session(&app, &headers).await?;
    let days = days(&app).await?;
    let today = days
        .last()
        .map(|(_, rates)| rates.clone())
        .unwrap_or_default();
    let mut tests: Vec<_> = today.tests.iter().collect();
    tests.sort_by(|(a, (_, p, n)), (b, (_, q, m))| (p * m).cmp(&(q * n)).then(a.cmp(b)));
    let tests = tests.into_iter().map(|(name, (tier, passed, of))| {
        let history: Vec<Option<f64>> = days
            .iter()
            .map(|(_, rates)| {
                let (_, passed, of) = rates.tests.get(name)?;
                Some(*passed as f64 / (*of).max(1) as f64)
            })
            .collect();
        context! {
            name, tier, passed, of,
            bar => plot::bar(*passed, *of),
            line => plot::spark(&history),
        }
    });
    let own = context! { plot => plot::rates(&days), tests => tests.collect::<Vec<_>>() };
    Ok(pages::render("tests.html", context! { ..own, ..common(&app, &session) })?.into_response())
}

pub(super) async fn audit(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer {
    let session = session(&app, &headers).await?;
    let entries = app.storage.audits(500).await?;
    let entries = entries.iter().map(|entry| {
        context! { at => app.config.moment(entry.at), who => entry.who.as_str(), what => entry.what.as_str() }
    });
    let own = context! { entries => entries.collect::<Vec<_>>() };
    Ok(pages::render("audit.html", context! { ..own, ..common(&app, &session) })?.into_response())
}

pub(super) async fn events(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer {
    session(&app, &headers).await?;
    Ok(super::student_more::stream(&app, None).into_response())
}

pub(super) async fn student(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<i64>,
    Query(notice): Query<Notice>,
) -> Answer {
    let session = session(&app, &headers).await?;
    one(&app, &session, id, &notice.said, None).await
}

/// The page about one student. A new link is shown once.
pub(super) async fn one(
    app: &App,
    session: &Session,
    id: i64,
    said: &str,
    link: Option<String>,
) -> Answer {
    let student = app.storage.student(id).await?.ok_or(WebError::Missing)?;
    let runs = app.storage.runs_of(id, MOST as i64).await?;
    let places = class::places(app).await?;
    let state = match runs.iter().find(|run| run.state != RunState::Done) {
        Some(run) if run.state == RunState::Leased => Some("Running now".to_owned()),
        Some(_) => places
            .get(&id)
            .map(|placed| format!("Waiting: {}", class::why(app, placed.why))),
        None => None,
    };
    let own = context! {
        id, state, link,
        here => format!("/staff/student/{id}"),
        notice => super::staff_acts::notice(said),
        name => student.name.as_str(),
        email => student.email.as_str(),
        repository => student.repository.as_str(),
        wants_mail => student.wants_mail,
        paused => student.is_paused,
        deadline => app.end_for(&student).map(|end| app.config.moment(end)),
        hours => student.extension / 3600,
        runs => runs.iter().map(|run| line(app, run)).collect::<Vec<_>>(),
    };
    Ok(pages::render("one.html", context! { ..own, ..common(app, session) })?.into_response())
}

pub(super) async fn run(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path((student, run)): Path<(i64, i64)>,
) -> Answer {
    session(&app, &headers).await?;
    let run = app
        .storage
        .run(run)
        .await?
        .filter(|run| run.student == student);
    let run = run.ok_or(WebError::Missing)?;
    let record = super::student::record(&app, &run)
        .await?
        .ok_or(WebError::Missing)?;
    Ok(pages::foreign(grade::report::staff_page(&record)?))
}
