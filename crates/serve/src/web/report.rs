//! Reports of `jal grade` over the class, for the staff to look at in the browser.

use super::session::session;
use super::staff::{Notice, common};
use super::{Answer, WebError, pages};
use crate::app::App;
use crate::closing::{FINAL, NOW};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use minijinja::{Value, context};
use std::fs;
use std::path::{Component, Path as FilePath};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

pub(super) async fn index(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(notice): Query<Notice>,
) -> Answer {
    let session = session(&app, &headers).await?;
    let reports = [
        (FINAL, "At the deadline, with all tests"),
        (NOW, "Now, with public and daily tests"),
    ];
    let reports = reports.iter().filter_map(|(path, title)| {
        let meta = fs::metadata(app.config.data.join(path).join("report.html")).ok()?;
        let at = meta
            .modified()
            .ok()?
            .duration_since(UNIX_EPOCH)
            .ok()?
            .as_secs();
        let at = app.config.moment(i64::try_from(at).ok()?);
        Some(context! { path => *path, title => *title, at })
    });
    let own = context! {
        notice => notice.words(),
        reports => reports.collect::<Vec<Value>>(),
        closed => app.storage.setting("closed").await?.is_some(),
        published => app.storage.setting("published").await?.is_some(),
    };
    Ok(
        pages::render("reports.html", context! { ..own, ..common(&app, &session) })?
            .into_response(),
    )
}

/// A file of a report: of the pages and tables that it has, and nothing else.
pub(super) async fn file(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(path): Path<String>,
) -> Answer {
    session(&app, &headers).await?;
    let path = FilePath::new(&path);
    let mut parts = path.components();
    let is_plain = path
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let first = parts
        .next()
        .map(|part| part.as_os_str().to_owned())
        .unwrap_or_default();
    if !is_plain || !(first == FINAL || first == NOW) {
        return Err(WebError::Missing);
    }
    let kind = match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => None,
        Some("csv") => Some("text/csv; charset=utf-8"),
        Some("json") => Some("application/json"),
        Some("xml") => Some("application/xml"),
        Some("md") => Some("text/markdown; charset=utf-8"),
        _ => return Err(WebError::Missing),
    };
    // The names of files have signs in them that addresses write differently: they came unescaped.
    let file = app.config.data.join(path);
    let bytes = tokio::task::spawn_blocking(move || fs::read(file)).await?;
    let bytes = bytes.map_err(|_| WebError::Missing)?;
    Ok(match kind {
        None => pages::foreign(String::from_utf8_lossy(&bytes).into_owned()),
        Some(kind) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
    })
}
