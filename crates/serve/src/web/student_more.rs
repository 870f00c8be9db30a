//! What a student's page leads to: live updates, badge, feed, uploads and e-mail.

use super::student::found;
use super::{Answer, WebError, pages};
use crate::app::{App, Event};
use crate::ingest::upload::{self, Uploaded};
use crate::moment;
use crate::outcome::Outcome;
use crate::secret::same;
use crate::storage::{Change, Run, RunState, Student};
use axum::body::Bytes;
use axum::extract::{Form, Multipart, Path, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect};
use futures_util::Stream;
use futures_util::stream::unfold;
use harness::grading::Tier;
use harness::report::xml::escaped;
use minijinja::context;
use serde::Deserialize;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

/// The most entries of a feed.
const ENTRIES: i64 = 20;

/// Events of a student, or of the whole class.
pub(super) fn stream(
    app: &Arc<App>,
    student: Option<i64>,
) -> Sse<impl Stream<Item = Result<sse::Event, Infallible>> + use<>> {
    let state = (Arc::clone(app), app.events.subscribe());
    let events = unfold(state, move |(app, mut events)| async move {
        let changed = next(&app, &mut events, student).await?;
        Some((Ok(sse::Event::default().data(changed)), (app, events)))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(20)))
}

/// Waits for a change; none at the end of the server.
async fn next(
    app: &App,
    events: &mut Receiver<Event>,
    student: Option<i64>,
) -> Option<&'static str> {
    loop {
        let event = events.recv().await;
        if app.is_stopping() {
            return None;
        }
        match (event, student) {
            (Err(RecvError::Closed), _) => return None,
            // Who was too slow looks at everything again.
            (Err(RecvError::Lagged(_)), _) => return Some("all"),
            (Ok(Event::Student(changed)), Some(own)) if changed == own => return Some("result"),
            (Ok(_), None) => return Some("queue"),
            // The place in the queue of one changes with every run of the others: pages that wait look
            // at it when their own turn comes, and when somebody reloads them.
            (Ok(_), Some(_)) => {}
        }
    }
}

pub(super) async fn events(State(app): State<Arc<App>>, Path(link): Path<String>) -> Answer {
    let student = found(&app, &link).await?;
    Ok(stream(&app, Some(student.id)).into_response())
}

/// The tests of the newest run as a small picture.
pub(super) async fn badge(State(app): State<Arc<App>>, Path(link): Path<String>) -> Answer {
    let student = found(&app, &link).await?;
    let outcome = app
        .storage
        .last_done(student.id)
        .await?
        .and_then(|run| run.outcome);
    let kind = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "max-age=60"),
    ];
    Ok((kind, picture(outcome.as_ref())).into_response())
}

fn picture(outcome: Option<&Outcome>) -> String {
    let (words, colour) = match outcome {
        None => ("no run yet".to_owned(), "#5b6675"),
        Some(outcome) => {
            let (public, all) = outcome.passed(Tier::Public);
            let (daily, of) = outcome.passed(Tier::Daily);
            let (passed, all) = (public + daily, all + of);
            let colour = if passed == all && all > 0 {
                "#1a7f4b"
            } else {
                "#b3261e"
            };
            (format!("{passed} of {all}"), colour)
        }
    };
    let wide = 14 + words.len() * 7;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all}\" height=\"20\" role=\"img\" \
         aria-label=\"tests: {words}\"><rect width=\"{all}\" height=\"20\" rx=\"3\" fill=\"#3a4450\"/>\
         <path d=\"M44 0h{inner}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H44z\" fill=\"{colour}\"/>\
         <g fill=\"#fff\" font-family=\"Verdana,sans-serif\" font-size=\"11\" text-anchor=\"middle\">\
         <text x=\"22\" y=\"14\">tests</text><text x=\"{middle}\" y=\"14\">{words}</text></g></svg>",
        all = 44 + wide,
        inner = wide - 3,
        middle = 44 + wide / 2,
    )
}

/// Runs as an Atom feed.
pub(super) async fn feed(State(app): State<Arc<App>>, Path(link): Path<String>) -> Answer {
    let student = found(&app, &link).await?;
    let runs = app.storage.runs_of(student.id, ENTRIES).await?;
    let runs: Vec<Run> = (runs.into_iter())
        .filter(|run| run.state == RunState::Done && run.through != Tier::Eval)
        .collect();
    let kind = [(header::CONTENT_TYPE, "application/atom+xml; charset=utf-8")];
    let (page, course) = (app.link(&student), app.course().grader.course());
    Ok((kind, atom(&student, &course, &page, &runs)).into_response())
}

fn atom(student: &Student, course: &str, page: &str, runs: &[Run]) -> String {
    // Names that say nothing about the link.
    let name =
        |what: &str| crate::secret::hash(format!("{course} {} {what}", student.name).as_bytes());
    let updated = runs.first().and_then(|run| run.finished_at).unwrap_or(0);
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <title>{}: {}</title>\n<id>urn:sha256:{}</id>\n<updated>{}</updated>\n<link href=\"{}\"/>\n\
         <author><name>jal serve</name></author>\n",
        escaped(course),
        escaped(&student.name),
        name("feed"),
        moment::iso(updated),
        escaped(page),
    );
    for run in runs {
        let outcome = run.outcome.clone().unwrap_or_default();
        let (public, all) = outcome.passed(Tier::Public);
        let (daily, of) = outcome.passed(Tier::Daily);
        let words = format!(
            "{} of {} tests pass: {}",
            public + daily,
            all + of,
            outcome.changes.words()
        );
        let _ = writeln!(
            text,
            "<entry><title>{}</title><id>urn:sha256:{}</id><updated>{}</updated>\
             <link href=\"{}/run/{}\"/><summary>Commit {}</summary></entry>",
            escaped(&words),
            name(&run.id.to_string()),
            moment::iso(run.finished_at.unwrap_or(0)),
            escaped(page),
            run.id,
            escaped(run.commit.get(..10).unwrap_or_default()),
        );
    }
    text + "</feed>\n"
}

fn back(link: &str, said: &str) -> Redirect {
    Redirect::to(&format!("/s/{link}?said={said}"))
}

/// Takes an archive from the form.
pub(super) async fn upload(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    mut form: Multipart,
) -> Answer {
    let student = allowed(&app, &link).await?;
    let refused = |status: StatusCode| match status {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(&app),
        status => WebError::Wrong(status, "This is not the form of your page.".to_owned()),
    };
    let mut bytes = Bytes::new();
    while let Some(field) = form
        .next_field()
        .await
        .map_err(|error| refused(error.status()))?
    {
        if field.name() == Some("archive") {
            bytes = field
                .bytes()
                .await
                .map_err(|error| refused(error.status()))?;
        }
    }
    if bytes.is_empty() {
        return Ok(back(&link, "empty").into_response());
    }
    let said = match upload::take(&app, &student, &bytes).await? {
        Uploaded::Queued => "queued",
        Uploaded::Same => "same",
        Uploaded::Late => "late",
        Uploaded::Refused(_) => "unreadable",
    };
    Ok(back(&link, said).into_response())
}

/// Takes an archive as the body of a request, for scripts.
pub(super) async fn upload_plain(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    bytes: Bytes,
) -> Answer {
    let student = allowed(&app, &link).await?;
    let (status, words) = match upload::take(&app, &student, &bytes).await? {
        Uploaded::Queued => (StatusCode::ACCEPTED, "It waits for its tests.".to_owned()),
        Uploaded::Same => (
            StatusCode::OK,
            "This is what you handed in last.".to_owned(),
        ),
        Uploaded::Late => (
            StatusCode::OK,
            "It came after the deadline and does not count.".to_owned(),
        ),
        Uploaded::Refused(why) => (StatusCode::UNPROCESSABLE_ENTITY, format!("{why}.")),
    };
    Ok((status, format!("{words}\n")).into_response())
}

async fn allowed(app: &App, link: &str) -> Result<Student, WebError> {
    let student = found(app, link).await?;
    match app.config.file.repositories.uploads {
        true => Ok(student),
        false => Err(WebError::Wrong(
            StatusCode::FORBIDDEN,
            "This course takes no archives: push to your repository.".to_owned(),
        )),
    }
}

fn too_large(app: &App) -> WebError {
    let limit = app.config.file.repositories.upload_limit >> 10;
    WebError::Wrong(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("The archive is larger than {limit} KiB."),
    )
}

#[derive(Debug, Deserialize)]
pub(super) struct MailForm {
    #[serde(default)]
    wanted: String,
}

/// Switches e-mail on or off.
pub(super) async fn mail(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    Form(form): Form<MailForm>,
) -> Answer {
    let student = found(&app, &link).await?;
    let wanted = form.wanted == "yes";
    app.storage
        .change(student.id, Change::WantsMail(wanted))
        .await?;
    Ok(back(&link, if wanted { "mail-on" } else { "mail-off" }).into_response())
}

/// The student whom a letter went to.
async fn of_letter(app: &App, id: i64, token: &str) -> Result<Student, WebError> {
    let student = app.storage.student(id).await?.ok_or(WebError::Missing)?;
    let expected = app.secret.unsubscribe(&student.name, student.link_number);
    match same(expected.as_bytes(), token.as_bytes()) {
        true => Ok(student),
        false => Err(WebError::Missing),
    }
}

/// Asks first: programs that look at every link of a letter would stop letters otherwise.
pub(super) async fn ask_unsubscribe(
    State(app): State<Arc<App>>,
    Path((id, token)): Path<(i64, String)>,
) -> Answer {
    of_letter(&app, id, &token).await?;
    let action = format!("/unsubscribe/{id}/{token}");
    Ok(pages::render("unsubscribe.html", context! { action })?.into_response())
}

/// Stops letters; mail programs do this with one click (RFC 8058).
pub(super) async fn unsubscribe(
    State(app): State<Arc<App>>,
    Path((id, token)): Path<(i64, String)>,
) -> Answer {
    let student = of_letter(&app, id, &token).await?;
    app.storage
        .change(student.id, Change::WantsMail(false))
        .await?;
    Ok(pages::render("unsubscribe.html", context! { done => true })?.into_response())
}
