//! Who of the staff is logged in. A session is a random cookie, of which the database has the hash; it
//! begins anew with every login, so that nobody can prepare one for somebody else.

use super::{Answer, WebError, pages};
use crate::app::App;
use crate::moment::now;
use crate::secret::{hash, random, same};
use crate::storage::Session;
use anyhow::{Result, anyhow};
use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use axum::extract::{Form, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use minijinja::context;
use serde::Deserialize;
use std::sync::{Arc, LazyLock};
use std::time::Instant;
use tokio::sync::Semaphore;

/// The name of the cookie.
const COOKIE: &str = "jal_session";
/// How long a session lasts.
const LASTS: i64 = 12 * 3600;
/// Hashing takes memory and time on purpose: not for many at once.
static HASHING: Semaphore = Semaphore::const_new(2);
/// What is compared with if there is no such name, so that both take the same time.
static NOBODY: LazyLock<String> = LazyLock::new(|| password_hash("nobody").unwrap_or_default());

/// The argon2 hash of a password.
pub(crate) fn password_hash(password: &str) -> Result<String> {
    let salt = SaltString::encode_b64(random().as_bytes()).map_err(|error| anyhow!("{error}"))?;
    let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
    Ok(hash.map_err(|error| anyhow!("{error}"))?.to_string())
}

fn is_password(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| {
        Argon2::default()
            .verify_password(password.as_bytes(), &hash)
            .is_ok()
    })
}

/// The cookie of a request.
fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let mut pairs = cookies
        .flat_map(|text| text.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    pairs
        .find(|(name, _)| *name == COOKIE)
        .map(|(_, value)| value)
}

/// The session of a request; without one, somebody has to log in.
pub(super) async fn session(app: &App, headers: &HeaderMap) -> Result<Session, WebError> {
    let value = cookie(headers).ok_or(WebError::Login)?;
    app.storage
        .session(&hash(value.as_bytes()), now())
        .await?
        .ok_or(WebError::Login)
}

/// The same for a form, which has to come from one of our pages.
pub(super) async fn session_of_form(
    app: &App,
    headers: &HeaderMap,
    csrf: &str,
) -> Result<Session, WebError> {
    let session = session(app, headers).await?;
    let own_site = headers
        .get("sec-fetch-site")
        .and_then(|value| value.to_str().ok());
    let is_ours = own_site.is_none_or(|site| matches!(site, "same-origin" | "none"));
    match is_ours && same(session.csrf.as_bytes(), csrf.as_bytes()) {
        true => Ok(session),
        false => {
            let words =
                "This form is not from a page of this session: go back, reload, and try again.";
            Err(WebError::Wrong(StatusCode::FORBIDDEN, words.to_owned()))
        }
    }
}

pub(super) async fn form(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer {
    if session(&app, &headers).await.is_ok() {
        return Ok(Redirect::to("/staff").into_response());
    }
    login_page(&app, None).await
}

async fn login_page(app: &App, wrong: Option<&str>) -> Answer {
    let nobody = app.storage.staff_count().await? == 0;
    let course = app.course().grader.course();
    let page = pages::render("login.html", context! { course, nobody, wrong })?;
    let status = if wrong.is_some() {
        StatusCode::UNAUTHORIZED
    } else {
        StatusCode::OK
    };
    Ok((status, page).into_response())
}

#[derive(Deserialize)]
pub(super) struct LoginForm {
    name: String,
    password: String,
}

pub(super) async fn login(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Form(form): Form<LoginForm>,
) -> Answer {
    let name: String = form.name.trim().chars().take(100).collect();
    if !app.throttle.may_try(&name, Instant::now()) {
        let words = "Too many wrong passwords: wait for a quarter of an hour.".to_owned();
        return Err(WebError::Wrong(StatusCode::TOO_MANY_REQUESTS, words));
    }
    let stored = app.storage.password(&name).await?;
    let (known, hashed) = match stored {
        Some(stored) => (true, stored),
        None => (false, NOBODY.clone()),
    };
    let place = HASHING.acquire().await;
    let password = form.password;
    let is_right = tokio::task::spawn_blocking(move || is_password(&password, &hashed)).await?;
    drop(place);
    if !(known && is_right) {
        app.throttle.fail(&name, Instant::now());
        tracing::warn!(name, "a wrong password");
        return login_page(&app, Some("The name or the password is wrong.")).await;
    }
    app.throttle.forgive(&name);
    // Whatever session the browser had ends here.
    if let Some(old) = cookie(&headers) {
        app.storage.end_session(&hash(old.as_bytes())).await?;
    }
    let value = format!("{}{}", random(), random());
    let session = Session {
        staff: name.clone(),
        csrf: random(),
    };
    let moment = now();
    app.storage
        .begin_session(&hash(value.as_bytes()), &session, moment, moment + LASTS)
        .await?;
    app.storage.audit(moment, &name, "logged in").await?;
    Ok(with_cookie(&app, &value, LASTS, "/staff"))
}

fn with_cookie(app: &App, value: &str, age: i64, to: &str) -> Response {
    let secure = if app.config.url().starts_with("https://") {
        "; Secure"
    } else {
        ""
    };
    let text =
        format!("{COOKIE}={value}; Path=/staff; HttpOnly; SameSite=Strict; Max-Age={age}{secure}");
    let mut response = Redirect::to(to).into_response();
    // It has letters, digits and a few signs.
    if let Ok(value) = HeaderValue::from_str(&text) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
    response
}

#[derive(Deserialize)]
pub(super) struct LogoutForm {
    #[serde(default)]
    csrf: String,
}

pub(super) async fn logout(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Form(form): Form<LogoutForm>,
) -> Answer {
    session_of_form(&app, &headers, &form.csrf).await?;
    if let Some(value) = cookie(&headers) {
        app.storage.end_session(&hash(value.as_bytes())).await?;
    }
    Ok(with_cookie(&app, "", 0, "/staff/login"))
}
