//! What a server and its workers on other machines say to each other: JSON over HTTP, with a token.
//!
//! | request | answer |
//! |---|---|
//! | `POST /api/worker/lease` [`LeaseRequest`] | [`LeaseAnswer`] |
//! | `POST /api/worker/renew` [`RenewRequest`] | whether the run is still the worker's |
//! | `POST /api/worker/result` [`ResultRequest`] | [`ResultAnswer`] |
//! | `GET /api/worker/course` | the course's folder as a tar archive |

use super::{finish, take};
use crate::app::App;
use crate::config::seconds;
use crate::moment::now;
use crate::secret::same;
use crate::storage::{Finished, MOST_ATTEMPTS};
use anyhow::Result;
use grade::grader::ReadSubmission;
use grade::record::{Record, Standing};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of both sides: their results must be the same.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A worker asks for a run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LeaseRequest {
    pub(crate) worker: String,
    pub(crate) version: String,
    /// The rules of the course that it knows; empty if it knows none yet.
    pub(crate) rules: String,
}

/// What it gets.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(crate) enum LeaseAnswer {
    /// A run.
    Run {
        run: i64,
        lease: String,
        student: String,
        through: String,
        read: ReadSubmission,
        /// Seconds after which the server has to hear of it.
        renew: u64,
    },
    /// Nothing waits.
    Nothing,
    /// It has to get the course first.
    OtherCourse { folder: String },
    /// It is of another version.
    OtherVersion { version: String },
}

/// A worker still works on a run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RenewRequest {
    pub(crate) run: i64,
    pub(crate) lease: String,
}

/// A worker has finished a run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ResultRequest {
    pub(crate) run: i64,
    pub(crate) lease: String,
    pub(crate) record: Record,
}

/// What became of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ResultAnswer {
    Taken,
    Repeated,
    /// Somebody else has the run.
    Lost,
    /// It is not the result of this run by these rules: delivering it again would not help.
    Refused,
}

/// Whether somebody shows the token of the workers.
pub(crate) fn is_worker(app: &App, token: &str) -> bool {
    let own = app.config.file.tokens.worker.as_deref();
    own.is_some_and(|own| same(own.as_bytes(), token.as_bytes()))
}

/// Answers a worker that asks for a run.
pub(crate) async fn lease(app: &App, request: &LeaseRequest) -> Result<LeaseAnswer> {
    let name = format!("remote {}", clean(&request.worker));
    app.storage
        .see_worker(&name, &clean(&request.version), "remote", now())
        .await?;
    if request.version != VERSION {
        return Ok(LeaseAnswer::OtherVersion {
            version: VERSION.to_owned(),
        });
    }
    let course = app.course();
    if request.rules != course.grader.rules_key() {
        let folder = course.plan.course.canonicalize()?;
        let folder = folder.file_name().unwrap_or_default().to_string_lossy();
        return Ok(LeaseAnswer::OtherCourse {
            folder: folder.into_owned(),
        });
    }
    let Some(job) = take(app, &name).await? else {
        return Ok(LeaseAnswer::Nothing);
    };
    let leased = job.leased;
    if leased.attempts > MOST_ATTEMPTS {
        let why = "every process that graded it ended early".to_owned();
        let record = course.grader.failed(&leased.student, why);
        finish(app, leased.run, &leased.lease, &record).await?;
        return Ok(LeaseAnswer::Nothing);
    }
    Ok(LeaseAnswer::Run {
        run: leased.run,
        lease: leased.lease,
        student: leased.student,
        through: leased.through.name().to_owned(),
        read: job.read,
        renew: (app.config.file.queue.lease.as_secs() / 3).max(1),
    })
}

/// A worker still works on a run; whether it is still its own.
pub(crate) async fn renew(app: &App, request: &RenewRequest) -> Result<bool> {
    let until = now() + seconds(app.config.file.queue.lease);
    app.storage.renew(request.run, &request.lease, until).await
}

/// Takes a result, if it is one of this course by this version. The server knows what the record has
/// to follow from without running anything.
pub(crate) async fn result(app: &App, request: &ResultRequest) -> Result<ResultAnswer> {
    let (record, course) = (&request.record, app.course());
    let is_ours =
        record.version == grade::record::VERSION && record.rules == course.grader.rules_key();
    let Some(run) = app.storage.run(request.run).await?.filter(|_| is_ours) else {
        return Ok(ResultAnswer::Refused);
    };
    let student = app.storage.student(run.student).await?;
    if student.is_none_or(|student| student.name != record.name) {
        return Ok(ResultAnswer::Refused);
    }
    let is_failure = matches!(record.standing, Standing::GraderError(_));
    if !is_failure
        && !expected_keys(app, &run, &record.name)
            .await?
            .contains(&record.key)
    {
        return Ok(ResultAnswer::Refused);
    }
    Ok(
        match finish(app, request.run, &request.lease, record).await? {
            Finished::Taken => ResultAnswer::Taken,
            Finished::Repeated => ResultAnswer::Repeated,
            Finished::Lost => ResultAnswer::Lost,
        },
    )
}

/// The keys that the record of a run can have: which tests ran was decided when it began.
async fn expected_keys(app: &App, run: &crate::storage::Run, name: &str) -> Result<Vec<String>> {
    let submission = app.storage.submission_of(run.id).await?;
    let read = app.storage.chunk(&submission).await?;
    let read: ReadSubmission = serde_json::from_slice(&read)?;
    let looked = app.course().grader.look_at(name, read);
    let tiers = harness::grading::Tier::ALL;
    Ok(tiers.iter().map(|tier| looked.key_through(*tier)).collect())
}

/// The course as an archive, without the data of the service, should that lie in it.
pub(crate) fn course_archive(course: &Path, data: &Path) -> Result<Vec<u8>> {
    let data = data.canonicalize()?;
    let mut archive = tar::Builder::new(Vec::new());
    archive.follow_symlinks(true);
    add(&mut archive, course, Path::new(""), &data, 0)?;
    Ok(archive.into_inner()?)
}

fn add(
    archive: &mut tar::Builder<Vec<u8>>,
    folder: &Path,
    below: &Path,
    data: &Path,
    depth: usize,
) -> Result<()> {
    const DEEPEST: usize = 20;
    if depth > DEEPEST || folder.canonicalize()? == data {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), below.join(entry.file_name()));
        if entry.file_name() == ".git" {
            continue;
        }
        match std::fs::metadata(&path) {
            Ok(meta) if meta.is_dir() => add(archive, &path, &name, data, depth + 1)?,
            Ok(meta) if meta.is_file() => archive.append_path_with_name(&path, &name)?,
            _ => {}
        }
    }
    Ok(())
}

/// A name as it can be shown.
fn clean(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(60).collect()
}
