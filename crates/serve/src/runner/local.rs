//! Workers on the machine of the server: a thread each, with a confined process that grades.

use super::{Job, finish, take};
use crate::app::App;
use crate::config::seconds;
use crate::course::Helper;
use crate::moment::now;
use crate::storage::Finished;
use anyhow::{Context, Result};
use grade::record::Record;
use std::num::NonZero;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::runtime::Handle;

/// How long a worker without work sleeps, if nobody wakes it.
const IDLE: Duration = Duration::from_secs(2);

/// The name of the workers of this server begins so: after a restart, it knows that they are gone.
pub(crate) fn prefix(app: &App) -> String {
    let place = std::path::absolute(&app.config.data).unwrap_or_default();
    let place = crate::secret::hash(place.as_os_str().as_encoded_bytes());
    format!("local {} ", &place[..8])
}

/// How many workers this machine has.
pub(crate) fn count(app: &App) -> u64 {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    app.config.file.queue.workers.unwrap_or(cores as u64)
}

/// Starts the workers.
pub(crate) fn start(app: &Arc<App>, handle: &Handle) -> Vec<JoinHandle<()>> {
    let workers = (0..count(app)).map(|number| {
        let (app, handle) = (Arc::clone(app), handle.clone());
        std::thread::spawn(move || {
            let name = format!("{}{number}", prefix(&app));
            let mut worker = LocalWorker {
                course: app.course(),
                helper: None,
                app,
                handle,
                name,
            };
            worker.work();
        })
    });
    workers.collect()
}

struct LocalWorker {
    app: Arc<App>,
    handle: Handle,
    name: String,
    course: Arc<crate::app::OpenCourse>,
    helper: Option<Helper>,
}

impl LocalWorker {
    fn work(&mut self) {
        while !self.app.is_stopping() {
            match self.step() {
                Ok(true) => {}
                Ok(false) => {
                    let app = Arc::clone(&self.app);
                    let idle =
                        async move { tokio::time::timeout(IDLE, app.ready.notified()).await };
                    let _ = self.handle.block_on(idle);
                }
                Err(error) => {
                    tracing::error!(error = format!("{error:#}"), "a worker has failed");
                    std::thread::sleep(IDLE);
                }
            }
        }
    }

    /// Does a run; whether there was one.
    fn step(&mut self) -> Result<bool> {
        let app = Arc::clone(&self.app);
        let seen = app
            .storage
            .see_worker(&self.name, env!("CARGO_PKG_VERSION"), "local", now());
        self.handle.block_on(seen)?;
        let Some(job) = self.handle.block_on(take(&app, &self.name))? else {
            return Ok(false);
        };
        let course = app.course();
        if !Arc::ptr_eq(&course, &self.course) {
            self.course = course;
            self.helper = None;
        }
        let (run, lease) = (job.leased.run, job.leased.lease.clone());
        let renewing = self
            .handle
            .spawn(renew(Arc::clone(&app), run, lease.clone()));
        let record = self.grade(job);
        renewing.abort();
        let done = self.handle.block_on(finish(&app, run, &lease, &record));
        if done.context("a result cannot be kept")? == Finished::Lost {
            tracing::warn!(run, "a result came too late");
        }
        Ok(true)
    }

    fn grade(&mut self, job: Job) -> Record {
        let grader = &self.course.grader;
        let name = &job.leased.student;
        if job.leased.attempts > crate::storage::MOST_ATTEMPTS {
            return grader.failed(name, "every process that graded it ended early".to_owned());
        }
        let plan = &self.course.plan;
        let helper = self
            .helper
            .get_or_insert_with(|| Helper::new(plan.clone(), grader));
        match helper.grade(name, job.leased.through, job.read) {
            Ok(record) => record,
            Err(why) => {
                tracing::error!(student = name, why, "the grader has failed");
                grader.failed(name, why)
            }
        }
    }
}

/// Says from time to time that a run is still worked on.
async fn renew(app: Arc<App>, run: i64, lease: String) {
    let time = app.config.file.queue.lease;
    loop {
        tokio::time::sleep(time / 3).await;
        let renewed = app.storage.renew(run, &lease, now() + seconds(time)).await;
        if let Err(error) = renewed {
            tracing::warn!(error = format!("{error:#}"), "a lease cannot be renewed");
        }
    }
}
