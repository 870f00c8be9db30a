//! What all parts of a running server share.

use crate::config::{Config, read_roster};
use crate::course::{self, ProcessPlan, SharedReader};
use crate::ingest::fetch::local_place;
use crate::moment::now;
use crate::queue::QueueBrakes;
use crate::runner::ReadyRuns;
use crate::secret::Secret;
use crate::storage::backend::{Backend, Postgres, Sqlite};
use crate::storage::{Storage, Student};
use crate::web::metrics::Metrics;
use crate::web::throttle::Throttle;
use anyhow::{Context, Result};
use grade::grader::Grader;
use harness::grading::Tier;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use tokio::sync::{Notify, broadcast};

/// The file of the database in the data folder.
pub(crate) const DATABASE: &str = "jal.sqlite";
/// So many events may wait for a page that reads slowly; it then looks at everything again.
const EVENTS: usize = 256;

/// Something that pages show has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// About one student.
    Student(i64),
    /// About the queue as a whole.
    Queue,
}

/// The course as it was last read.
pub(crate) struct OpenCourse {
    pub(crate) grader: Grader,
    pub(crate) reader: SharedReader,
    /// For the processes that grade.
    pub(crate) plan: ProcessPlan,
}

/// What all parts of a running server share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) storage: Storage,
    pub(crate) secret: Secret,
    pub(crate) events: broadcast::Sender<Event>,
    course: RwLock<Arc<OpenCourse>>,
    /// There is something to read.
    pub(crate) unread: Notify,
    /// There is something to run.
    pub(crate) ready: Notify,
    /// There is something to send.
    pub(crate) letters: Notify,
    /// All repositories are to be looked at now.
    pub(crate) scan: Notify,
    pub(crate) ready_runs: Mutex<ReadyRuns>,
    pub(crate) metrics: Metrics,
    pub(crate) throttle: Throttle,
    pub(crate) started_at: i64,
    is_stopping: AtomicBool,
}

impl App {
    /// Opens course and data.
    pub(crate) async fn open(config: Config) -> Result<Arc<Self>> {
        make_private(&config.data)?;
        let secret = Secret::open(&config.data)?;
        let storage = Storage::open(backend(&config)).await?;
        let course = open_course(&config, Vec::new())?;
        let app = Arc::new(App {
            secret,
            storage,
            course: RwLock::new(Arc::new(course)),
            events: broadcast::channel(EVENTS).0,
            unread: Notify::new(),
            ready: Notify::new(),
            letters: Notify::new(),
            scan: Notify::new(),
            ready_runs: Mutex::default(),
            metrics: Metrics::default(),
            throttle: Throttle::default(),
            started_at: now(),
            is_stopping: AtomicBool::new(false),
            config,
        });
        app.reload().await?;
        Ok(app)
    }

    /// The course.
    pub(crate) fn course(&self) -> Arc<OpenCourse> {
        let course = self.course.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&course)
    }

    /// Reads roster and course again. Processes that still work with the old course finish what they
    /// do.
    pub(crate) async fn reload(&self) -> Result<()> {
        let path = self.config.file.repositories.path.as_deref();
        let roster = read_roster(&self.config.roster, path)?;
        self.storage.take_roster(&roster, &self.secret).await?;
        let mut read: Vec<PathBuf> = vec![self.uploads(), self.mirrors()];
        for entry in &roster {
            if let Some(place) = local_place(&self.config, &entry.repository) {
                read.extend(place.parent().map(Path::to_owned));
            }
        }
        read.sort();
        read.dedup();
        for folder in [self.uploads(), self.mirrors()] {
            fs::create_dir_all(&folder)
                .with_context(|| format!("cannot create `{}`", folder.display()))?;
        }
        let course = Arc::new(open_course(&self.config, read)?);
        *self.course.write().unwrap_or_else(PoisonError::into_inner) = course;
        self.scan.notify_one();
        Ok(())
    }

    /// Where archives lie while they are read.
    pub(crate) fn uploads(&self) -> PathBuf {
        self.config.data.join("uploads")
    }

    /// Where copies of repositories on other machines are.
    pub(crate) fn mirrors(&self) -> PathBuf {
        self.config.data.join("mirrors")
    }

    /// Something has changed. Nobody may be looking.
    pub(crate) fn tell(&self, event: Event) {
        let _ = self.events.send(event);
    }

    /// The server is about to end.
    pub(crate) fn stop(&self) {
        self.is_stopping.store(true, Ordering::SeqCst);
        self.tell(Event::Queue);
    }

    /// Whether the server is about to end.
    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::SeqCst)
    }

    /// What holds back everybody.
    pub(crate) async fn brakes(&self) -> Result<QueueBrakes> {
        let opens = self.config.file.times.public_from.as_ref();
        Ok(QueueBrakes {
            is_paused: self.storage.setting("paused").await?.is_some(),
            is_draining: self.is_stopping() || self.storage.setting("draining").await?.is_some(),
            opens_at: opens.map(|moment| moment.seconds),
        })
    }

    /// The tests that run at a moment.
    pub(crate) fn through(&self, moment: i64) -> Tier {
        let times = &self.config.file.times;
        let is_early = times
            .daily_from
            .as_ref()
            .is_some_and(|from| moment < from.seconds);
        let is_late = times
            .daily_until
            .as_ref()
            .is_some_and(|end| moment > end.seconds);
        match is_early || is_late {
            true => Tier::Public,
            false => Tier::Daily,
        }
    }

    /// The deadline for everybody.
    pub(crate) fn deadline(&self) -> Option<i64> {
        deadline(&self.config, &self.course().grader)
    }

    /// Until when pushes of a student count.
    pub(crate) fn end_for(&self, student: &Student) -> Option<i64> {
        let grace = crate::config::seconds(self.config.file.times.grace);
        let end = self.deadline()?.saturating_add(grace);
        Some(end.saturating_add(student.extension))
    }

    /// The personal page of a student.
    pub(crate) fn link(&self, student: &Student) -> String {
        let link = self.secret.link(&student.name, student.link_number);
        format!("{}/s/{link}", self.config.url())
    }
}

/// The deadline for everybody: the one of the service, or that of the course.
pub(crate) fn deadline(config: &Config, grader: &Grader) -> Option<i64> {
    let own = config.file.times.deadline.as_ref();
    let course = grader.project().course.grading.deadline.as_ref();
    own.or(course).map(|moment| moment.seconds)
}

/// The database that the configuration names.
pub(crate) fn backend(config: &Config) -> Box<dyn Backend> {
    match &config.file.database {
        Some(url) => Box::new(Postgres::at(url)),
        None => Box::new(Sqlite::at(&config.data.join(DATABASE))),
    }
}

/// Makes the data folder, for nobody else to look into.
pub(crate) fn make_private(data: &Path) -> Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(data)
        .with_context(|| format!("cannot create `{}`", data.display()))
}

fn open_course(config: &Config, read: Vec<PathBuf>) -> Result<OpenCourse> {
    let plan = ProcessPlan {
        course: config.course.clone(),
        apart: config.data.clone(),
        read,
        temporary: config.data.join("temporary"),
    };
    let grader = course::open(&plan.course, &[&plan.apart])?;
    let reader = SharedReader::new(plan.clone(), &grader);
    Ok(OpenCourse {
        plan: ProcessPlan {
            read: Vec::new(),
            ..plan
        },
        grader,
        reader,
    })
}
