//! What the staff does with buttons. Each act is a row: its name, what is said afterwards, and what is
//! written into the log.

use super::session::session_of_form;
use super::{Answer, WebError, staff};
use crate::app::{App, Event};
use crate::closing;
use crate::moment::now;
use crate::runner;
use crate::storage::{Change, Student};
use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect};
use serde::Deserialize;
use std::sync::Arc;

/// What can be done: the name of the button, and what the page says when it is done.
const ACTS: [(&str, &str); 16] = [
    ("pause", "The queue is paused."),
    ("resume", "The queue goes on."),
    ("drain", "What runs is finished, and nothing begins."),
    ("undrain", "The queue goes on."),
    ("reload", "Roster and course were read again."),
    ("rerun-all", "Everybody runs again."),
    ("scan", "All repositories are looked at."),
    ("rerun", "The newest push waits for its tests again."),
    ("pin", "It comes first."),
    ("hold", "Runs are held back."),
    ("release", "Runs are no longer held back."),
    ("revoke", "The link was replaced."),
    ("extend", "The extension was set."),
    ("report", "The report was written."),
    ("publish", "Students see their final results."),
    ("unpublish", "Students no longer see final results."),
];

/// What a page says after an act. An address cannot make it say anything else.
pub(super) fn notice(said: &str) -> Option<&'static str> {
    ACTS.iter()
        .find(|(name, _)| *name == said)
        .map(|(_, words)| *words)
}

#[derive(Debug, Deserialize)]
pub(super) struct ActForm {
    #[serde(default)]
    csrf: String,
    act: String,
    #[serde(default)]
    back: String,
    student: Option<i64>,
    hours: Option<i64>,
}

pub(super) async fn act(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Form(form): Form<ActForm>,
) -> Answer {
    let session = session_of_form(&app, &headers, &form.csrf).await?;
    let wrong = |words: &str| WebError::Wrong(StatusCode::BAD_REQUEST, words.to_owned());
    let student = match form.student {
        Some(id) => app.storage.student(id).await?,
        None => None,
    };
    let of_student = || {
        student
            .as_ref()
            .ok_or_else(|| wrong("There is no such student."))
    };
    match form.act.as_str() {
        "pause" => app.storage.set("paused", Some("yes")).await?,
        "resume" => app.storage.set("paused", None).await?,
        "drain" => app.storage.set("draining", Some("yes")).await?,
        "undrain" => app.storage.set("draining", None).await?,
        "reload" => reload(&app).await?,
        "scan" => app.scan.notify_one(),
        "rerun-all" => {
            reload(&app).await?;
            app.storage.queue_all(app.through(now()), now()).await?;
        }
        "rerun" => rerun(&app, of_student()?).await?,
        "pin" => {
            let student = of_student()?;
            if !app.storage.pin(student.id, true).await? {
                rerun(&app, student).await?;
                app.storage.pin(student.id, true).await?;
            }
        }
        "hold" => {
            app.storage
                .change(of_student()?.id, Change::Paused(true))
                .await?
        }
        "release" => {
            app.storage
                .change(of_student()?.id, Change::Paused(false))
                .await?
        }
        "extend" => {
            let hours = form.hours.filter(|hours| (0..=8760).contains(hours));
            let hours = hours.ok_or_else(|| wrong("An extension is 0 to 8760 hours."))?;
            app.storage
                .change(of_student()?.id, Change::Extension(hours * 3600))
                .await?;
        }
        "revoke" => {
            let student = of_student()?;
            app.storage.replace_link(student, &app.secret).await?;
            log(&app, &session.staff, &form, Some(student)).await?;
            let id = student.id;
            let student = app.storage.student(id).await?.ok_or(WebError::Missing)?;
            let link = app.link(&student);
            return staff::one(&app, &session, id, "revoke", Some(link)).await;
        }
        "report" => closing::report_now(&app).await?,
        "publish" => app.storage.set("published", Some("yes")).await?,
        "unpublish" => app.storage.set("published", None).await?,
        _ => return Err(wrong("There is no such button.")),
    }
    log(&app, &session.staff, &form, student.as_ref()).await?;
    runner::reorder(&app);
    if let Some(student) = student {
        app.tell(Event::Student(student.id));
    }
    // Only back to our own pages.
    let is_ours = form.back == "/staff" || form.back.starts_with("/staff/");
    let back = if is_ours {
        form.back.as_str()
    } else {
        "/staff"
    };
    let back: String = back
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || "/-".contains(*c))
        .collect();
    Ok(Redirect::to(&format!("{back}?said={}", form.act)).into_response())
}

/// Reads the course again; what is wrong with it is for the staff to see.
async fn reload(app: &App) -> Result<(), WebError> {
    let reloaded = app.reload().await;
    reloaded.map_err(|error| WebError::Wrong(StatusCode::CONFLICT, format!("{error:#}")))
}

async fn rerun(app: &App, student: &Student) -> Result<(), WebError> {
    let push = app.storage.newest_push(student.id).await?;
    let push = push
        .filter(|push| push.submission.is_some())
        .ok_or_else(|| {
            let words = "This student has handed in nothing yet.".to_owned();
            WebError::Wrong(StatusCode::BAD_REQUEST, words)
        })?;
    Ok(app
        .storage
        .queue_run(&push, app.through(now()), now())
        .await?)
}

async fn log(
    app: &App,
    who: &str,
    form: &ActForm,
    student: Option<&Student>,
) -> Result<(), WebError> {
    let about = student.map_or_else(String::new, |student| format!(": {}", student.name));
    let hours = form
        .hours
        .map_or_else(String::new, |hours| format!(" by {hours} hours"));
    Ok(app
        .storage
        .audit(now(), who, &format!("{}{about}{hours}", form.act))
        .await?)
}
