//! What programs ask for: health and figures, hooks, and workers on other machines.

use super::metrics::StoredFigure;
use super::{Answer, WebError};
use crate::app::App;
use crate::ingest::forge::{self, Forge, ForgeAnswer};
use crate::ingest::hook::{self, HookMessage};
use crate::runner::protocol::{self, LeaseRequest, RenewRequest, ResultRequest};
use crate::secret::same;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use serde_json::json;
use std::sync::Arc;

pub(super) async fn health(State(app): State<Arc<App>>) -> Answer {
    let answers = app.storage.answers().await;
    let body = Json(json!({
        "status": if answers { "ok" } else { "the database does not answer" },
        "version": protocol::VERSION,
        "database": app.storage.kind(),
        "up": crate::moment::now() - app.started_at,
    }));
    let status = if answers {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    Ok((status, body).into_response())
}

pub(super) async fn metrics(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer {
    let token = app.config.file.tokens.metrics.as_deref();
    // Without a token, only this machine: a proxy says for whom it asks.
    let is_allowed = match token {
        Some(token) => same(token.as_bytes(), bearer(&headers).as_bytes()),
        None => {
            is_loopback(&app.config.file.listen)
                && !["x-forwarded-for", "forwarded", "x-real-ip"]
                    .iter()
                    .any(|name| headers.contains_key(*name))
        }
    };
    if !is_allowed {
        return Err(WebError::Missing);
    }
    let labelled = |counts: Vec<(String, i64)>| {
        counts
            .into_iter()
            .map(|(state, count)| (format!("{{state=\"{state}\"}}"), count))
            .collect()
    };
    let active = app.storage.workers(crate::moment::now() - 60).await?.len();
    let figure = |name, help, values| StoredFigure { name, help, values };
    let stored = [
        figure(
            "jal_runs",
            "Runs by state.",
            labelled(app.storage.run_counts().await?),
        ),
        figure(
            "jal_letters",
            "Letters by state.",
            labelled(app.storage.letter_counts().await?),
        ),
        figure(
            "jal_workers",
            "Workers heard of in the last minute.",
            vec![(String::new(), active as i64)],
        ),
    ];
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    Ok((kind, app.metrics.text(&stored)).into_response())
}

pub(super) async fn forge(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let forge = Forge::named(&name).ok_or(WebError::Missing)?;
    Ok(match forge::take(&app, forge, &headers, &body).await? {
        ForgeAnswer::Taken => (StatusCode::ACCEPTED, "taken\n").into_response(),
        ForgeAnswer::Ignored(why) => (StatusCode::OK, format!("ignored: {why}\n")).into_response(),
        ForgeAnswer::Refused => {
            tracing::warn!(forge = name, "a webhook with a wrong signature");
            (StatusCode::UNAUTHORIZED, "the signature is wrong\n").into_response()
        }
    })
}

pub(super) async fn hook(State(app): State<Arc<App>>, Json(message): Json<HookMessage>) -> Answer {
    Ok(match hook::take(&app, &message).await? {
        true => StatusCode::ACCEPTED.into_response(),
        false => StatusCode::UNAUTHORIZED.into_response(),
    })
}

/// Whether only this machine reaches an address.
fn is_loopback(listen: &str) -> bool {
    ["127.", "localhost:", "[::1]:"]
        .iter()
        .any(|start| listen.starts_with(start))
}

/// The token in a request.
fn bearer(headers: &HeaderMap) -> &str {
    let value = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    value
        .and_then(|value| value.strip_prefix("Bearer "))
        .unwrap_or_default()
}

fn is_worker(app: &App, headers: &HeaderMap) -> Result<(), WebError> {
    match protocol::is_worker(app, bearer(headers)) {
        true => Ok(()),
        false => Err(WebError::Wrong(
            StatusCode::UNAUTHORIZED,
            "The token is wrong.".to_owned(),
        )),
    }
}

pub(super) async fn lease(State(app): State<Arc<App>>, headers: HeaderMap, body: Bytes) -> Answer {
    is_worker(&app, &headers)?;
    let request: LeaseRequest = read(&body)?;
    Ok(Json(protocol::lease(&app, &request).await?).into_response())
}

pub(super) async fn renew(State(app): State<Arc<App>>, headers: HeaderMap, body: Bytes) -> Answer {
    is_worker(&app, &headers)?;
    let request: RenewRequest = read(&body)?;
    Ok(Json(protocol::renew(&app, &request).await?).into_response())
}

pub(super) async fn result(State(app): State<Arc<App>>, headers: HeaderMap, body: Bytes) -> Answer {
    is_worker(&app, &headers)?;
    let request: ResultRequest = read(&body)?;
    Ok(Json(protocol::result(&app, &request).await?).into_response())
}

pub(super) async fn course(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer {
    is_worker(&app, &headers)?;
    let (course, data) = (app.config.course.clone(), app.config.data.clone());
    let packed = tokio::task::spawn_blocking(move || protocol::course_archive(&course, &data));
    let kind = [(header::CONTENT_TYPE, "application/x-tar")];
    Ok((kind, packed.await??).into_response())
}

fn read<T: serde::de::DeserializeOwned>(body: &[u8]) -> Result<T, WebError> {
    serde_json::from_slice(body).map_err(|error| {
        WebError::Wrong(
            StatusCode::BAD_REQUEST,
            format!("This is not a request: {error}."),
        )
    })
}
