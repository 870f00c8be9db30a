//! Archives that students upload, for courses without git.

use crate::app::{App, Event};
use crate::moment::now;
use crate::storage::{ReceivedPush, Student, UPLOAD};
use anyhow::{Context, Result};
use grade::record::Standing;
use grade::submission::{SubmissionCandidate, SubmissionForm};
use std::fs;
use std::sync::Arc;

/// What came of an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Uploaded {
    /// It waits for its run.
    Queued,
    /// It is what was handed in last.
    Same,
    /// It came after the deadline: it was kept, and does not run.
    Late,
    /// It is not an archive that can be read.
    Refused(String),
}

/// Takes an archive.
pub(crate) async fn take(app: &Arc<App>, student: &Student, bytes: &[u8]) -> Result<Uploaded> {
    let received_at = now();
    let hash = crate::secret::hash(bytes);
    let place = app
        .uploads()
        .join(format!("{}-{}.zip", &hash[..40], crate::secret::random()));
    fs::write(&place, bytes).context("an upload cannot be written")?;
    let candidate = SubmissionCandidate {
        name: student.name.clone(),
        place: place.clone(),
        form: SubmissionForm::Zip,
    };
    let course = app.course();
    let read = tokio::task::spawn_blocking(move || course.reader.read(candidate, None)).await;
    // What a process that was killed has left here is removed at the next start.
    let _ = fs::remove_file(&place);
    let read = match read? {
        Err(Standing::Unreadable(why)) => return Ok(Uploaded::Refused(why)),
        read => serde_json::to_vec(&read)?,
    };
    let received = ReceivedPush {
        student: student.id,
        commit: &hash[..40],
        origin: UPLOAD,
        received_at,
        submission: Some(&read),
    };
    let Some(id) = app.storage.receive(&received).await? else {
        return Ok(Uploaded::Same);
    };
    tracing::info!(student = student.name, archive = &hash[..40], "upload");
    app.tell(Event::Student(student.id));
    let counts = app.end_for(student).is_none_or(|end| received_at <= end);
    let push = app.storage.push(id).await?.filter(|_| counts);
    let Some(push) = push else {
        return Ok(Uploaded::Late);
    };
    app.storage
        .queue_run(&push, app.through(received_at), received_at)
        .await?;
    app.ready.notify_waiters();
    app.tell(Event::Queue);
    Ok(Uploaded::Queued)
}
