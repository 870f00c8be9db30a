//! Sends what is written down. A letter is claimed, sent, and marked as sent; between the last two a
//! process can be killed, and then the letter goes again, under the same name (`Message-ID`).

use super::LetterBody;
use super::compose::{LetterLinks, Letterhead, message};
use crate::app::App;
use crate::config::Encryption;
use crate::moment::now;
use crate::secret::{hex, sign};
use crate::storage::Letter;
use anyhow::{Context, Result, bail};
use lettre::address::Envelope;
use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// How long sending may take; nobody else takes the letter meanwhile.
const CLAIM: i64 = 180;
/// A letter that could not be sent so often is given up: that is after about two days.
const MOST_ATTEMPTS: i64 = 18;
/// So many letters are looked at together.
const AT_ONCE: i64 = 20;

/// What came of sending.
enum Sent {
    /// The other side has it.
    Gone,
    /// It may work later.
    Later(String),
    /// It never will.
    Never(String),
}

/// Sends letters until the server ends.
pub(crate) async fn send_forever(app: Arc<App>) {
    let mut post = None;
    while !app.is_stopping() {
        match send_due(&app, &mut post).await {
            Ok(0) => {
                let _ = tokio::time::timeout(Duration::from_secs(2), app.letters.notified()).await;
            }
            Ok(_) => {}
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "letters cannot be sent");
                post = None;
                tokio::time::sleep(Duration::from_secs(10)).await;
            }
        }
    }
}

/// Sends what is due; how many letters that were.
async fn send_due(app: &App, post: &mut Option<(Transport, Letterhead)>) -> Result<usize> {
    let due = app.storage.due_letters(now(), AT_ONCE).await?;
    for letter in &due {
        if !app.storage.claim(letter, now() + CLAIM).await? {
            continue;
        }
        let sent = match letter.kind.as_str() {
            "webhook" => call(app, letter).await?,
            _ => {
                if post.is_none() {
                    *post = Some(open(app)?);
                }
                let (transport, head) = post.as_ref().context("there is no post")?;
                mail(app, transport, head, letter).await?
            }
        };
        let (state, again, said) = match sent {
            Sent::Gone => ("sent", 0, String::new()),
            Sent::Never(why) => ("failed", 0, why),
            Sent::Later(why) if letter.attempts + 1 >= MOST_ATTEMPTS => ("failed", 0, why),
            Sent::Later(why) => ("waiting", now() + pause(letter.attempts), why),
        };
        match state {
            "sent" => app.metrics.letters_sent.fetch_add(1, Ordering::Relaxed),
            _ => {
                tracing::warn!(letter = letter.id, state, said, "a letter was not sent");
                app.metrics.letters_failed.fetch_add(1, Ordering::Relaxed)
            }
        };
        app.storage
            .settle(letter, state, now(), again, &said)
            .await?;
    }
    Ok(due.len())
}

/// Seconds until the next attempt: twice as long each time, up to four hours.
fn pause(attempts: i64) -> i64 {
    const LONGEST: i64 = 4 * 3600;
    15_i64
        .checked_shl(u32::try_from(attempts).unwrap_or(0).min(20))
        .unwrap_or(LONGEST)
        .min(LONGEST)
}

/// The connection to the server, and what all letters have.
fn open(app: &App) -> Result<(Transport, Letterhead)> {
    let mail = &app.config.file.mail;
    let host = mail
        .host
        .as_deref()
        .context("`host` in [mail] is missing")?;
    let mut parameters = TlsParameters::builder(host.to_owned());
    if let Some(authority) = &mail.authority {
        let path = app.config.path(authority);
        let pem = fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
        parameters = parameters.add_root_certificate(Certificate::from_pem(&pem)?);
    }
    let (tls, usual) = match mail.encryption {
        Encryption::StartTls => (Tls::Required(parameters.build()?), 587),
        Encryption::Tls => (Tls::Wrapper(parameters.build()?), 465),
        Encryption::None => (Tls::None, 25),
    };
    let port =
        u16::try_from(mail.port.unwrap_or(usual)).context("`port` in [mail] is not a port")?;
    let mut builder = Transport::builder_dangerous(host)
        .port(port)
        .tls(tls)
        .timeout(Some(Duration::from_secs(60)));
    if let Some(user) = &mail.user {
        let file = mail.password_file.as_deref();
        let path = app
            .config
            .path(file.context("`password_file` in [mail] is missing")?);
        let password = fs::read_to_string(&path);
        let password = password.with_context(|| format!("cannot read `{}`", path.display()))?;
        let password = password.trim_end_matches(['\n', '\r']).to_owned();
        builder = builder.credentials(Credentials::new(user.clone(), password));
    }
    let mailbox = |text: &str| {
        let read: Result<Mailbox, _> = text.parse();
        read.with_context(|| format!("`{text}` in [mail] is not an address"))
    };
    let url = app.config.url();
    let name = url.split("://").nth(1).unwrap_or("localhost");
    let name = name
        .split(['/', ':'])
        .next()
        .filter(|name| !name.is_empty());
    let head = Letterhead {
        from: mailbox(&mail.from)?,
        reply_to: mail.reply_to.as_deref().map(mailbox).transpose()?,
        course: app.course().grader.course(),
        host: name.unwrap_or("localhost").to_owned(),
        time_zone: app.config.file.time_zone,
    };
    Ok((builder.build(), head))
}

async fn mail(
    app: &App,
    transport: &Transport,
    head: &Letterhead,
    letter: &Letter,
) -> Result<Sent> {
    let student = match letter.student {
        Some(id) => app.storage.student(id).await?,
        None => None,
    };
    let Some(student) = student.filter(|student| student.wants_mail && student.is_active) else {
        return Ok(Sent::Never("the student does not want letters".to_owned()));
    };
    let body: LetterBody = serde_json::from_str(&letter.body)?;
    let token = app.secret.unsubscribe(&student.name, student.link_number);
    let links = LetterLinks {
        page: app.link(&student),
        unsubscribe: format!("{}/unsubscribe/{}/{token}", app.config.url(), student.id),
    };
    let Ok(address) = letter.recipient.parse::<lettre::Address>() else {
        return Ok(Sent::Never("the address is not one".to_owned()));
    };
    let to = Mailbox::new(None, address.clone());
    let message = message(head, to, &letter.cause, &body, &links)?;
    let envelope = Envelope::new(Some(head.from.email.clone()), vec![address])?;
    Ok(
        match transport.send_raw(&envelope, &message.formatted()).await {
            Ok(_) => Sent::Gone,
            Err(error) if error.is_permanent() => Sent::Never(error.to_string()),
            Err(error) => Sent::Later(error.to_string()),
        },
    )
}

/// Calls the service that `serve.toml` names, and no other: it cannot send us on.
async fn call(app: &App, letter: &Letter) -> Result<Sent> {
    let webhook = &app.config.file.webhook;
    let Some(url) = webhook.url.clone().filter(|url| *url == letter.recipient) else {
        return Ok(Sent::Never("`url` in [webhook] has changed".to_owned()));
    };
    let secret = webhook.secret.clone().unwrap_or_default();
    let (body, cause) = (letter.body.clone(), letter.cause.clone());
    let called = tokio::task::spawn_blocking(move || {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(30)))
            .max_redirects(0)
            .http_status_as_error(false)
            .build();
        let agent: ureq::Agent = config.into();
        let signature = hex(&sign(secret.as_bytes(), body.as_bytes()));
        let answer = agent
            .post(&url)
            .header("content-type", "application/json")
            .header("x-jal-signature", format!("sha256={signature}"))
            .header("x-jal-delivery", cause)
            .send(body);
        match answer {
            Ok(answer) if answer.status().is_success() => Ok(()),
            Ok(answer) => bail!("the service answered {}", answer.status()),
            Err(error) => bail!("{error}"),
        }
    });
    Ok(match called.await? {
        Ok(()) => Sent::Gone,
        Err(error) => Sent::Later(error.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_do_not_go_are_tried_for_two_days() {
        let pauses: Vec<i64> = (0..MOST_ATTEMPTS).map(pause).collect();
        assert_eq!(&pauses[..4], &[15, 30, 60, 120]);
        let all: i64 = pauses.iter().sum();
        assert!((1..3).contains(&(all / 86_400)), "{all}");
    }
}
