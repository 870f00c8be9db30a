//! The end: submissions are frozen by the server's clock, and graded with all tests into the reports of
//! `jal grade`. Each step can be interrupted and done again.

use crate::app::{App, Event};
use crate::course::Helper;
use crate::moment::now;
use crate::outcome::Outcome;
use crate::storage::{Change, Push, Student};
use anyhow::{Context, Result, ensure};
use grade::grader::ReadSubmission;
use grade::record::{Record, Standing};
use grade::report;
use grade::store::Store;
use harness::grading::Tier;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::Mutex;

/// The folder of the report with all tests, below the data folder.
pub(crate) const FINAL: &str = "final";
/// The folder of the report over the newest runs.
pub(crate) const NOW: &str = "report";

/// What is said about a student who has handed in nothing in time.
const NOTHING: &str = "nothing was handed in before the deadline";

/// What became of the class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Closed {
    pub(crate) students: usize,
    pub(crate) graded: usize,
    pub(crate) mean: f64,
    pub(crate) points: f64,
    pub(crate) errors: usize,
}

/// Freezes each submission: the last push that was received before the student's own deadline.
pub(crate) async fn freeze(app: &App) -> Result<Vec<(Student, Option<Push>)>> {
    let end = app.deadline().context(
        "there is no deadline: write `deadline` into [times] of serve.toml, or into [grade] of the \
         course",
    )?;
    let mut frozen = Vec::new();
    for student in app.storage.students().await? {
        let end = app.end_for(&student).unwrap_or(end);
        let push = app.storage.last_push_until(student.id, end).await?;
        app.storage
            .change(
                student.id,
                Change::Frozen(push.as_ref().map(|push| push.id)),
            )
            .await?;
        frozen.push((student, push));
    }
    app.storage.set("closed", Some(&now().to_string())).await?;
    Ok(frozen)
}

/// When the time is over for everybody.
pub(crate) async fn last_end(app: &App) -> Result<Option<i64>> {
    let students = app.storage.students().await?;
    Ok(students
        .iter()
        .filter_map(|student| app.end_for(student))
        .max()
        .or(app.deadline()))
}

/// Freezes and grades the class.
pub(crate) async fn close(app: &Arc<App>) -> Result<Closed> {
    // What was pushed and is not read yet counts, too.
    crate::ingest::scan(app).await?;
    while crate::ingest::read_all(app).await? > 0 {}
    let frozen = freeze(app).await?;
    ensure!(!frozen.is_empty(), "the roster is empty");
    let mut all = Vec::new();
    for (student, push) in frozen {
        let read = match push.as_ref().and_then(|push| push.submission.as_ref()) {
            Some(hash) => serde_json::from_slice(&app.storage.chunk(hash).await?)?,
            None => Err(Standing::Missing(NOTHING.to_owned())),
        };
        all.push((student, push, read));
    }
    let folder = app.config.data.join(FINAL);
    let (own, handle) = (Arc::clone(app), Handle::current());
    let summary =
        tokio::task::spawn_blocking(move || grade_all(&own, &handle, &folder, &all)).await??;
    app.tell(Event::Queue);
    Ok(summary)
}

/// Grades frozen submissions on all cores, as `jal grade` does.
fn grade_all(
    app: &Arc<App>,
    handle: &Handle,
    folder: &Path,
    all: &[(Student, Option<Push>, ReadSubmission)],
) -> Result<Closed> {
    let course = app.course();
    let store = Store::open(folder)?;
    let names: Vec<String> = all
        .iter()
        .map(|(student, ..)| student.name.clone())
        .collect();
    store.keep_only(&names)?;
    store.set_part(None)?;
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let work = || -> Result<()> {
            let mut helper = Helper::new(course.plan.clone(), &course.grader);
            while let Some((student, push, read)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                let key = course.grader.look_at(&student.name, read.clone()).key;
                let record = match store.kept(&student.name, &key) {
                    // An earlier attempt was interrupted after this one.
                    Some(record) => record,
                    None => {
                        let graded = helper.grade(&student.name, Tier::Eval, read.clone());
                        let record =
                            graded.unwrap_or_else(|why| course.grader.failed(&student.name, why));
                        store.keep(&record)?;
                        record
                    }
                };
                if let Some(push) = push {
                    handle.block_on(keep_final(app, student, push, &record))?;
                }
            }
            Ok(())
        };
        let workers: Vec<_> = (0..cores.min(all.len()))
            .map(|_| scope.spawn(work))
            .collect();
        for worker in workers {
            worker
                .join()
                .unwrap_or_else(|_| anyhow::bail!("a thread ended early"))?;
        }
        anyhow::Ok(())
    })?;
    let summary = report::write(&store, false)?;
    store.clean();
    Ok(Closed {
        students: all.len(),
        graded: all.len() - summary.errors,
        mean: summary.mean,
        points: summary.points,
        errors: summary.errors,
    })
}

/// Keeps what came of a student at the end, for the pages.
async fn keep_final(app: &App, student: &Student, push: &Push, record: &Record) -> Result<()> {
    let bytes = serde_json::to_vec(record)?;
    let outcome = Outcome::of(record, None);
    app.storage
        .keep_final(student.id, push.id, &bytes, &outcome, now())
        .await
}

/// One report at a time.
static WRITING: Mutex<()> = Mutex::const_new(());

/// Writes the report over the newest runs.
pub(crate) async fn report_now(app: &App) -> Result<()> {
    let _alone = WRITING.lock().await;
    let mut records = Vec::new();
    for run in app.storage.all_last_done().await? {
        if let Some(hash) = &run.record {
            records.push(app.storage.chunk(hash).await?);
        }
    }
    let folder = app.config.data.join(NOW);
    tokio::task::spawn_blocking(move || {
        let store = Store::open(&folder)?;
        store.remove_records()?;
        for bytes in records {
            store.keep(&serde_json::from_slice(&bytes)?)?;
        }
        if let Err(error) = report::write(&store, false)
            && !matches!(error, report::ReportError::Empty)
        {
            return Err(error.into());
        }
        store.clean();
        anyhow::Ok(())
    })
    .await?
}

/// Does what has its time: summaries, the opening of tests, the end.
pub(crate) async fn watch_clock(app: Arc<App>) {
    while !app.is_stopping() {
        if let Err(error) = tick(&app).await {
            tracing::error!(
                error = format!("{error:#}"),
                "what has its time could not be done"
            );
        }
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
}

async fn tick(app: &Arc<App>) -> Result<()> {
    let moment = now();
    crate::mail::digest(app, moment).await?;
    open_daily(app, moment).await?;
    note_day(app, moment).await?;
    if app.config.file.times.close
        && app.storage.setting("closed").await?.is_none()
        && last_end(app).await?.is_some_and(|end| moment > end)
    {
        let closed = close(app).await?;
        tracing::info!(
            students = closed.students,
            mean = closed.mean,
            "submissions are frozen and graded"
        );
        app.storage.audit(now(), "the clock", "close").await?;
    }
    Ok(())
}

/// Once daily tests are open, they run for everybody who has pushed before.
async fn open_daily(app: &App, moment: i64) -> Result<()> {
    let Some(from) = &app.config.file.times.daily_from else {
        return Ok(());
    };
    let opened = app.storage.setting("daily-opened").await?;
    if moment < from.seconds || opened.as_ref() == Some(&from.text) {
        return Ok(());
    }
    let count = app.storage.queue_all(app.through(moment), moment).await?;
    app.storage.set("daily-opened", Some(&from.text)).await?;
    tracing::info!(count, "daily tests are open");
    app.ready.notify_waiters();
    Ok(())
}

/// Notes once in an hour how the class is doing.
async fn note_day(app: &App, moment: i64) -> Result<()> {
    let noted = app.storage.setting("rates-noted").await?;
    let noted = noted.and_then(|text| text.parse::<i64>().ok()).unwrap_or(0);
    if moment - noted < 3600 {
        return Ok(());
    }
    crate::web::note_rates(app).await?;
    app.storage
        .set("rates-noted", Some(&moment.to_string()))
        .await
}
