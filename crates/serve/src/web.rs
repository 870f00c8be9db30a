//! The pages, and what other programs ask for. Handlers translate: what is shown comes from the
//! storage, the queue and the reports of the grader.

pub(crate) mod accept;
mod api;
mod class;
mod guard;
pub(crate) mod metrics;
mod pages;
mod plot;
mod report;
mod session;
mod staff;
mod staff_acts;
mod student;
mod student_more;
pub(crate) mod throttle;

pub(crate) use class::note_rates;
pub(crate) use session::password_hash;

use crate::app::App;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use std::sync::Arc;

/// What a page can be but a page.
pub(crate) enum WebError {
    /// There is nothing, or nothing for this person.
    Missing,
    /// The request cannot be answered, and why.
    Wrong(StatusCode, String),
    /// Somebody has to log in first.
    Login,
    /// The server has failed.
    Broken(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for WebError {
    fn from(error: E) -> Self {
        WebError::Broken(error.into())
    }
}

impl IntoResponse for WebError {
    fn into_response(self) -> Response {
        let (status, words) = match self {
            WebError::Missing => (StatusCode::NOT_FOUND, "There is no such page.".to_owned()),
            WebError::Wrong(status, words) => (status, words),
            WebError::Login => return Redirect::to("/staff/login").into_response(),
            WebError::Broken(error) => {
                tracing::error!(error = format!("{error:#}"), "a request has failed");
                let words = "The server has failed on this request; its log says how.";
                (StatusCode::INTERNAL_SERVER_ERROR, words.to_owned())
            }
        };
        (status, pages::message(status, &words)).into_response()
    }
}

type Answer = Result<Response, WebError>;

/// Small requests are enough for everything but uploads and results.
const SMALL: usize = 64 << 10;
/// Forges send all commits of a push.
const MESSAGE: usize = 4 << 20;
/// A record of a run.
const RESULT: usize = 64 << 20;

/// All that the server answers.
pub(crate) fn router(app: Arc<App>) -> Router {
    let upload = usize::try_from(app.config.file.repositories.upload_limit).unwrap_or(usize::MAX);
    let student = Router::new()
        .route("/s/{link}", get(student::page))
        .route("/s/{link}/run/{run}", get(student::run))
        .route("/s/{link}/events", get(student_more::events))
        .route("/s/{link}/badge.svg", get(student_more::badge))
        .route("/s/{link}/feed.atom", get(student_more::feed))
        .route("/s/{link}/mail", post(student_more::mail))
        .route(
            "/s/{link}/upload",
            post(student_more::upload)
                .put(student_more::upload_plain)
                .layer(DefaultBodyLimit::max(upload.saturating_add(16 << 10))),
        )
        .route(
            "/unsubscribe/{student}/{token}",
            get(student_more::ask_unsubscribe).post(student_more::unsubscribe),
        );
    let staff = Router::new()
        .route("/staff", get(staff::overview))
        .route("/staff/login", get(session::form).post(session::login))
        .route("/staff/logout", post(session::logout))
        .route("/staff/queue", get(staff::queue))
        .route("/staff/tests", get(staff::tests))
        .route("/staff/audit", get(staff::audit))
        .route("/staff/events", get(staff::events))
        .route("/staff/student/{student}", get(staff::student))
        .route("/staff/student/{student}/run/{run}", get(staff::run))
        .route("/staff/act", post(staff_acts::act))
        .route("/staff/report", get(report::index))
        .route("/staff/report/{*path}", get(report::file));
    let programs = Router::new()
        .route("/health", get(api::health))
        .route("/metrics", get(api::metrics))
        .route(
            "/hook/{forge}",
            post(api::forge).layer(DefaultBodyLimit::max(MESSAGE)),
        )
        .route("/api/hook", post(api::hook))
        .route("/api/worker/lease", post(api::lease))
        .route("/api/worker/renew", post(api::renew))
        .route("/api/worker/course", get(api::course))
        .route(
            "/api/worker/result",
            post(api::result).layer(DefaultBodyLimit::max(RESULT)),
        );
    Router::new()
        .route("/", get(pages::front))
        // Browsers ask for one, whatever the page says.
        .route("/favicon.ico", get(|| async { StatusCode::NO_CONTENT }))
        .route("/static/style.css", get(style))
        .route("/static/live.js", get(script))
        .merge(student)
        .merge(staff)
        .merge(programs)
        .fallback(|| async { WebError::Missing })
        .method_not_allowed_fallback(|| async {
            let words = "This address does not take such a request.".to_owned();
            WebError::Wrong(StatusCode::METHOD_NOT_ALLOWED, words)
        })
        .layer(DefaultBodyLimit::max(SMALL))
        .layer(from_fn(guard::headers))
        .layer(from_fn_with_state(Arc::clone(&app), guard::watch))
        .with_state(app)
}

async fn style() -> impl IntoResponse {
    let kind = [
        (header::CONTENT_TYPE, "text/css; charset=utf-8"),
        (header::CACHE_CONTROL, "max-age=3600"),
    ];
    (kind, include_str!("templates/style.css"))
}

async fn script() -> impl IntoResponse {
    let kind = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "max-age=3600"),
    ];
    (kind, include_str!("templates/live.js"))
}
