//! A worker on another machine: `jal serve worker`.

use super::protocol::{
    LeaseAnswer, LeaseRequest, RenewRequest, ResultAnswer, ResultRequest, VERSION,
};
use crate::course::{self, Helper, ProcessPlan};
use anyhow::{Context, Result, bail};
use grade::grader::Grader;
use grade::record::Record;
use harness::grading::Tier;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

/// How long a worker without work waits before it asks again.
const IDLE: Duration = Duration::from_secs(2);
/// How often a result is delivered that did not arrive.
const TRIES: u32 = 8;
/// The most that a course may be large.
const LARGEST: u64 = 256 << 20;

/// Where the server is, and by what it knows its workers.
#[derive(Clone, Debug)]
pub(crate) struct RemoteServer {
    url: String,
    token: String,
    agent: ureq::Agent,
}

impl RemoteServer {
    /// The server at an address.
    pub(crate) fn new(url: &str, token: &str) -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(60)))
            .max_redirects(0)
            .http_status_as_error(false)
            .build();
        RemoteServer {
            url: url.trim_end_matches('/').to_owned(),
            token: token.to_owned(),
            agent: config.into(),
        }
    }

    fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T> {
        let url = format!("{}/api/worker/{path}", self.url);
        let request = self
            .agent
            .post(&url)
            .header("authorization", format!("Bearer {}", self.token));
        let mut answer = request
            .send_json(body)
            .with_context(|| format!("no answer from {url}"))?;
        let status = answer.status();
        let body = answer.body_mut().with_config().limit(LARGEST);
        match status.as_u16() {
            200 => Ok(body.read_json()?),
            401 => {
                bail!("the server does not know this token: compare it with `worker` in [tokens]")
            }
            status => bail!("{url}: {status} {}", body.read_to_string()?.trim()),
        }
    }

    fn course(&self) -> Result<Vec<u8>> {
        let url = format!("{}/api/worker/course", self.url);
        let request = self
            .agent
            .get(&url)
            .header("authorization", format!("Bearer {}", self.token));
        let mut answer = request
            .call()
            .with_context(|| format!("no answer from {url}"))?;
        if answer.status().as_u16() != 200 {
            bail!("{url}: {}", answer.status());
        }
        Ok(answer
            .body_mut()
            .with_config()
            .limit(LARGEST)
            .read_to_vec()?)
    }
}

/// Works for a server until it is ended; with `once`, until nothing waits.
pub(crate) fn work(
    server: &RemoteServer,
    name: &str,
    folder: &Path,
    jobs: u64,
    once: bool,
) -> Result<()> {
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1))
            .map(|number| {
                let worker = RemoteWorker {
                    server: server.clone(),
                    name: format!("{name} {number}"),
                    folder: folder.join(number.to_string()),
                    course: None,
                };
                scope.spawn(move || worker.work(once))
            })
            .collect();
        for worker in workers {
            worker
                .join()
                .unwrap_or_else(|_| bail!("a thread ended early"))?;
        }
        Ok(())
    })
}

struct RemoteWorker {
    server: RemoteServer,
    name: String,
    folder: PathBuf,
    course: Option<(Grader, Helper)>,
}

impl RemoteWorker {
    fn work(mut self, once: bool) -> Result<()> {
        let mut fetched = 0;
        loop {
            let rules = self.course.as_ref().map(|(grader, _)| grader.rules_key());
            let request = LeaseRequest {
                worker: self.name.clone(),
                version: VERSION.to_owned(),
                rules: rules.unwrap_or_default(),
            };
            match self.server.post("lease", &request) {
                Ok(LeaseAnswer::Run {
                    run,
                    lease,
                    student,
                    through,
                    read,
                    renew,
                }) => {
                    fetched = 0;
                    let through = Tier::named(&through).context("the server names no tier")?;
                    let renewing = self.renew(run, &lease, Duration::from_secs(renew.max(1)));
                    let (grader, helper) = self.course.as_mut().context("there is no course")?;
                    let record = helper.grade(&student, through, read);
                    let record = record.unwrap_or_else(|why| grader.failed(&student, why));
                    drop(renewing);
                    self.deliver(run, lease, record);
                }
                Ok(LeaseAnswer::Nothing) if once => return Ok(()),
                Ok(LeaseAnswer::Nothing) => thread::sleep(IDLE),
                Ok(LeaseAnswer::OtherCourse { folder }) => {
                    // If it is another one again, it has just been changed.
                    if fetched > 0 {
                        thread::sleep(IDLE * fetched);
                    }
                    fetched = (fetched + 1).min(30);
                    self.fetch(&folder)?;
                }
                Ok(LeaseAnswer::OtherVersion { version }) => bail!(
                    "the server is jal-serve {version}, and this is {VERSION}: install the same"
                ),
                Err(error) if once => return Err(error),
                Err(error) => {
                    tracing::warn!(error = format!("{error:#}"), "the server cannot be reached");
                    thread::sleep(IDLE);
                }
            }
        }
    }

    /// Gets the course.
    fn fetch(&mut self, name: &str) -> Result<()> {
        static FETCHED: AtomicU64 = AtomicU64::new(0);
        self.course = None;
        let bytes = self.server.course()?;
        let number = FETCHED.fetch_add(1, Ordering::Relaxed);
        let around = self
            .folder
            .join(format!("course-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&self.folder);
        // The name of the folder can be that of the course.
        let is_plain = Path::new(name).components().count() == 1 && !name.starts_with('.');
        let folder = around.join(if is_plain { name } else { "course" });
        std::fs::create_dir_all(&folder)?;
        tar::Archive::new(&bytes[..])
            .unpack(&folder)
            .context("the course cannot be unpacked")?;
        let plan = ProcessPlan {
            course: folder.clone(),
            apart: around.join("apart"),
            read: Vec::new(),
            temporary: around.join("temporary"),
        };
        let grader = course::open(&folder, &[&plan.apart])?;
        let helper = Helper::new(plan, &grader);
        tracing::info!(course = grader.course(), "the course is here");
        self.course = Some((grader, helper));
        Ok(())
    }

    /// Says from time to time that a run is still worked on, until what it returns is dropped.
    fn renew(&self, run: i64, lease: &str, each: Duration) -> mpsc::Sender<()> {
        let (sender, receiver) = mpsc::channel::<()>();
        let server = Arc::new(self.server.clone());
        let request = RenewRequest {
            run,
            lease: lease.to_owned(),
        };
        thread::spawn(move || {
            while receiver.recv_timeout(each) == Err(mpsc::RecvTimeoutError::Timeout) {
                if let Err(error) = server.post::<bool>("renew", &request) {
                    tracing::warn!(error = format!("{error:#}"), "a lease cannot be renewed");
                }
            }
        });
        sender
    }

    /// Delivers a result, again and again if it does not arrive: the server takes it once.
    fn deliver(&self, run: i64, lease: String, record: Record) {
        let request = ResultRequest { run, lease, record };
        for attempt in 0..TRIES {
            match self.server.post::<ResultAnswer>("result", &request) {
                Ok(ResultAnswer::Taken | ResultAnswer::Repeated) => {
                    tracing::info!(run, "run delivered");
                    return;
                }
                Ok(ResultAnswer::Refused) => {
                    tracing::warn!(run, "the course has changed meanwhile");
                    return;
                }
                Ok(ResultAnswer::Lost) => {
                    tracing::warn!(run, "the run was given to another worker");
                    return;
                }
                Err(error) => {
                    tracing::warn!(
                        run,
                        error = format!("{error:#}"),
                        "a result cannot be delivered"
                    );
                    thread::sleep(IDLE * attempt);
                }
            }
        }
    }
}
