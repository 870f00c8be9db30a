//! The templates, and the pages that need nothing else.

use super::{Answer, WebError};
use crate::app::App;
use anyhow::Result;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use harness::report::xml::escaped;
use minijinja::{AutoEscape, Environment, Value, context, escape_formatter};
use std::sync::{Arc, LazyLock};

/// The templates, checked when the first page is made. A test makes each.
static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    templates.set_auto_escape_callback(|_| AutoEscape::Html);
    // Also characters that nobody sees, and those that turn a line around.
    templates.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() => Ok(out.write_str(&escaped(text))?),
        _ => escape_formatter(out, state, value),
    });
    for (name, text) in [
        ("base.html", include_str!("../templates/base.html")),
        (
            "staff_base.html",
            include_str!("../templates/staff_base.html"),
        ),
        ("message.html", include_str!("../templates/message.html")),
        ("student.html", include_str!("../templates/student.html")),
        (
            "unsubscribe.html",
            include_str!("../templates/unsubscribe.html"),
        ),
        ("login.html", include_str!("../templates/login.html")),
        ("overview.html", include_str!("../templates/overview.html")),
        ("queue.html", include_str!("../templates/queue.html")),
        ("tests.html", include_str!("../templates/tests.html")),
        ("audit.html", include_str!("../templates/audit.html")),
        ("one.html", include_str!("../templates/one.html")),
        ("reports.html", include_str!("../templates/reports.html")),
    ] {
        if let Err(error) = templates.add_template(name, text) {
            tracing::error!(name, %error, "a template is wrong");
        }
    }
    templates
});

/// Makes a page.
pub(super) fn render(name: &str, context: Value) -> Result<Html<String>> {
    Ok(Html(TEMPLATES.get_template(name)?.render(context)?))
}

/// A page with a sentence.
pub(super) fn message(status: StatusCode, words: &str) -> Html<String> {
    let title = status.canonical_reason().unwrap_or("Error");
    let page = render("message.html", context! { title, words });
    page.unwrap_or_else(|_| Html("<!doctype html><title>Error</title>".to_owned()))
}

/// A page that was made elsewhere, with the style and script that it brings.
pub(super) fn foreign(page: String) -> Response {
    let policy = super::guard::policy_of(&page);
    let mut response = Html(page).into_response();
    // A hash is always good for a header.
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// What is seen without a link.
pub(super) async fn front(State(app): State<Arc<App>>) -> Answer {
    let course = app.course().grader.course();
    let words = "Your results are on a page of your own: its link is in the e-mails you get, or ask the \
                 course staff for it.";
    let page = render(
        "message.html",
        context! { title => course, words, front => true },
    );
    Ok(page.map_err(WebError::from)?.into_response())
}
