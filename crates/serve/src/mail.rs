//! Letters to students, and calls of another service, when a run has changed something. They are
//! written down together with the result, and sent by a task of their own until they have gone.

pub(crate) mod compose;
pub(crate) mod send;

use crate::app::App;
use crate::moment::{DAY, now};
use crate::outcome::Outcome;
use crate::storage::{NewLetter, Run, Student};
use anyhow::Result;
use harness::grading::Tier;
use serde::{Deserialize, Serialize};

/// What a letter is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LetterBody {
    pub(crate) run: i64,
    pub(crate) student: String,
    pub(crate) commit: String,
    pub(crate) received_at: i64,
    pub(crate) outcome: Outcome,
    /// It sums up a day.
    pub(crate) is_digest: bool,
}

/// The letters that a finished run asks for.
pub(crate) fn letters_for(
    app: &App,
    student: &Student,
    run: &Run,
    outcome: &Outcome,
) -> Vec<NewLetter> {
    let file = &app.config.file;
    // What is found at the end is for the staff to publish.
    if run.through == Tier::Eval {
        return Vec::new();
    }
    let body = LetterBody {
        run: run.id,
        student: student.name.clone(),
        commit: run.commit.clone(),
        received_at: run.received_at,
        outcome: outcome.clone(),
        is_digest: false,
    };
    let mut letters = Vec::new();
    let is_wanted = student.wants_mail && !student.email.is_empty() && file.mail.host.is_some();
    if is_wanted && file.mail.digest_hour.is_none() && outcome.changes.is_worth_a_letter() {
        letters.push(letter(
            student,
            format!("run {}", run.id),
            "mail",
            &student.email,
            &body,
        ));
    }
    if let Some(url) = &file.webhook.url {
        letters.push(letter(
            student,
            format!("call {}", run.id),
            "webhook",
            url,
            &body,
        ));
    }
    letters
}

fn letter(
    student: &Student,
    cause: String,
    kind: &'static str,
    recipient: &str,
    body: &LetterBody,
) -> NewLetter {
    NewLetter {
        student: Some(student.id),
        cause,
        kind,
        recipient: recipient.to_owned(),
        // Texts and numbers can always be written.
        body: serde_json::to_string(body).unwrap_or_default(),
        next_at: now(),
    }
}

/// Writes the summaries of a day, once its hour has come. Being interrupted does no harm: each student
/// gets one for each day, whoever writes it.
pub(crate) async fn digest(app: &App, moment: i64) -> Result<()> {
    let mail = &app.config.file.mail;
    let (Some(hour), Some(_)) = (mail.digest_hour, &mail.host) else {
        return Ok(());
    };
    let hour = i64::try_from(hour).unwrap_or(0) * 3600;
    // The last moment at which it was that hour.
    let local = moment + app.config.file.time_zone - hour;
    let due = local.div_euclid(DAY) * DAY + hour - app.config.file.time_zone;
    let last = app
        .storage
        .setting("digest")
        .await?
        .and_then(|text| text.parse::<i64>().ok());
    let Some(last) = last else {
        return app.storage.set("digest", Some(&due.to_string())).await;
    };
    if last >= due {
        return Ok(());
    }
    for (student, run) in app.storage.changed_since(last, due).await? {
        let found = (
            app.storage.student(student).await?,
            app.storage.run(run).await?,
        );
        let (Some(student), Some(run)) = found else {
            continue;
        };
        let Some(outcome) = run
            .outcome
            .clone()
            .filter(|_| student.wants_mail && !student.email.is_empty())
        else {
            continue;
        };
        let body = LetterBody {
            run: run.id,
            student: student.name.clone(),
            commit: run.commit.clone(),
            received_at: run.received_at,
            outcome,
            is_digest: true,
        };
        let cause = format!("digest {due} {}", student.id);
        let letter = letter(&student, cause, "mail", &student.email, &body);
        app.storage.add_letter(&letter).await?;
    }
    app.storage.set("digest", Some(&due.to_string())).await?;
    app.letters.notify_one();
    Ok(())
}
