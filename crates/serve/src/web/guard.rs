//! What holds for every request: a time by which it has to be over, headers that browsers obey, and a
//! log without links.

use crate::app::App;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A request that takes longer is ended; events are sent after the answer has begun.
const LONGEST: Duration = Duration::from_secs(60);

/// What our own pages may do: nothing but load our style and script, and send forms to us.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
    connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Headers for every answer.
const HEADERS: [(&str, &str); 7] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    // Links are secret: no other site gets to see where somebody came from.
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), geolocation=(), microphone=()",
    ),
    ("x-robots-tag", "noindex, nofollow"),
];

/// Adds the headers.
pub(super) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let all = response.headers_mut();
    for (name, value) in HEADERS {
        all.insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    all.entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static(POLICY));
    all.entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Limits the time, counts and logs. The log has the pattern of an address, never the address.
pub(super) async fn watch(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("-", |path| path.as_str()).to_owned();
    let response = match tokio::time::timeout(LONGEST, next.run(request)).await {
        Ok(response) => response,
        Err(_) => (StatusCode::REQUEST_TIMEOUT, "The request took too long.\n").into_response(),
    };
    let took = began.elapsed();
    let status = response.status().as_u16();
    app.metrics.request(&route, status, took);
    tracing::debug!(%method, route, status, ms = took.as_secs_f64() * 1000.0, "request");
    response
}

/// The policy of a page that brings its own style, script and style attributes: these, by their
/// hashes, and no others. Pictures are in the page itself.
pub(super) fn policy_of(page: &str) -> String {
    let source = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let between = |open: &str, close: &str| -> BTreeSet<String> {
        let parts = page.split(open).skip(1);
        parts
            .filter_map(|part| Some(source(part.split_once(close)?.0)))
            .collect()
    };
    let (styles, scripts) = (
        between("<style>", "</style>"),
        between("<script>", "</script>"),
    );
    let attributes = between(" style=\"", "\"");
    let list = |sources: &BTreeSet<String>| match sources.is_empty() {
        true => "'none'".to_owned(),
        false => sources
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" "),
    };
    let attributes = match attributes.is_empty() {
        true => "'none'".to_owned(),
        false => format!("'unsafe-hashes' {}", list(&attributes)),
    };
    format!(
        "default-src 'none'; style-src-elem {}; style-src-attr {attributes}; script-src {}; \
         img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
        list(&styles),
        list(&scripts)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_may_use_what_it_brings_and_nothing_else() {
        let page = "<style>a{}</style><p style=\"width: 3%\">x</p><script>f()</script>";
        insta::assert_snapshot!(policy_of(page).replace("; ", ";\n"));
        assert!(policy_of("<p>x</p>").contains("script-src 'none'"));
    }
}
