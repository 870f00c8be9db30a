//! How submissions come in. However a push is announced, what counts is what is in the repository, and
//! the moment at which this server learnt of it.

pub(crate) mod fetch;
pub(crate) mod forge;
pub(crate) mod hook;
pub(crate) mod tip;
pub(crate) mod upload;

use crate::app::{App, Event};
use crate::moment::now;
use crate::storage::{Push, ReceivedPush, Student};
use anyhow::Result;
use fetch::Place;
use grade::submission::{SubmissionCandidate, SubmissionForm};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A push was announced by somebody who may: writes it down. `received_at` is now, or earlier, if it
/// is known when the repository changed.
pub(crate) async fn receive(
    app: &App,
    student: &Student,
    commit: &str,
    origin: &str,
    received_at: i64,
) -> Result<bool> {
    let received = ReceivedPush {
        student: student.id,
        commit,
        origin,
        received_at,
        submission: None,
    };
    let is_new = app.storage.receive(&received).await?.is_some();
    if is_new {
        tracing::info!(student = student.name, commit, origin, "push");
        app.metrics.pushes.fetch_add(1, Ordering::Relaxed);
        app.unread.notify_one();
        app.tell(Event::Student(student.id));
    }
    Ok(is_new)
}

/// Looks at the repository of a student, and writes down what is new in it.
pub(crate) async fn look(app: &Arc<App>, student: &Student, origin: &str) -> Result<bool> {
    let Some(place) = Place::of(app, student) else {
        return Ok(false);
    };
    place.refresh(app).await?;
    let folder = place.folder().to_owned();
    let tip = tokio::task::spawn_blocking(move || tip::tip(&folder)).await?;
    let Some(tip) = tip else {
        return Ok(false);
    };
    // On this machine, the repository itself says when it changed: also while no server ran.
    let received_at = match place {
        Place::Here(_) => tip.moved_at.min(now()),
        Place::Elsewhere { .. } => now(),
    };
    receive(app, student, &tip.commit, origin, received_at).await
}

/// Looks at all repositories from time to time, and when somebody asks for it.
pub(crate) async fn scan_forever(app: Arc<App>) {
    let each = app
        .config
        .file
        .repositories
        .scan
        .max(Duration::from_secs(1));
    while !app.is_stopping() {
        if let Err(error) = scan(&app).await {
            tracing::error!(
                error = format!("{error:#}"),
                "the repositories cannot be scanned"
            );
        }
        let _ = tokio::time::timeout(each, app.scan.notified()).await;
    }
}

/// Looks at all repositories.
pub(crate) async fn scan(app: &Arc<App>) -> Result<()> {
    let known: HashMap<i64, String> = app.storage.newest_commits().await?.into_iter().collect();
    for student in app.storage.students().await? {
        let Some(place) = Place::of(app, &student) else {
            continue;
        };
        if let Place::Here(folder) = &place {
            // Nearly always nothing has changed, and that is cheap to see.
            let folder = folder.clone();
            let tip = tokio::task::spawn_blocking(move || tip::tip(&folder)).await?;
            let is_known = |tip: &tip::Tip| known.get(&student.id) == Some(&tip.commit);
            if tip.as_ref().is_none_or(is_known) {
                continue;
            }
        }
        if let Err(error) = look(app, &student, "scan").await {
            let error = format!("{error:#}");
            tracing::warn!(
                student = student.name,
                error,
                "a repository cannot be looked at"
            );
        }
    }
    Ok(())
}

/// Reads what was pushed, and puts it into the queue.
pub(crate) async fn read_forever(app: Arc<App>) {
    while !app.is_stopping() {
        match read_all(&app).await {
            Ok(0) => {
                let _ = tokio::time::timeout(Duration::from_secs(5), app.unread.notified()).await;
            }
            Ok(_) => {}
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "pushes cannot be read");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

/// Reads all pushes that nobody has read yet; how many there were.
pub(crate) async fn read_all(app: &Arc<App>) -> Result<usize> {
    let unread = app.storage.unread_pushes().await?;
    for push in &unread {
        let Some(student) = app.storage.student(push.student).await? else {
            continue;
        };
        let read = read(app, &student, push).await?;
        let counts = app
            .end_for(&student)
            .is_none_or(|end| push.received_at <= end);
        let through = counts.then(|| app.through(now()));
        let kept = app.storage.keep_submission(push, &read, through, now());
        kept.await?;
        app.ready.notify_waiters();
        app.tell(Event::Student(student.id));
        app.tell(Event::Queue);
    }
    Ok(unread.len())
}

/// What was handed in with a push, in the form that is kept.
async fn read(app: &Arc<App>, student: &Student, push: &Push) -> Result<Vec<u8>> {
    let place = Place::of(app, student);
    let candidate = SubmissionCandidate {
        name: student.name.clone(),
        place: place
            .map(|place| place.folder().to_owned())
            .unwrap_or_default(),
        form: SubmissionForm::Git,
    };
    let (course, commit) = (app.course(), push.commit.clone());
    let read = tokio::task::spawn_blocking(move || course.reader.read(candidate, Some(&commit)));
    Ok(serde_json::to_vec(&read.await?)?)
}
