//! The server itself, and the files that it begins with.

use crate::app::{self, App};
use crate::args::PlaceArgs;
use crate::closing;
use crate::config::{self, Config};
use crate::ingest;
use crate::mail::send::send_forever;
use crate::moment::now;
use crate::runner::{self, local};
use crate::web;
use anyhow::{Context, Result, bail, ensure};
use platform::confine;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::runtime::Handle;

/// How long runs may take to finish at the end; what takes longer runs again after the start.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves until a signal comes.
pub(crate) async fn serve(place: &PlaceArgs, listen: Option<&String>, trust: bool) -> Result<()> {
    ensure!(
        confine::IS_POSSIBLE || trust,
        "jal serve confines the processes that read submissions, and only Linux can do that; --trust \
         serves without it (submissions are read, never run natively)"
    );
    let config = Config::open(&place.config(listen))?;
    let app = App::open(config).await?;
    let address = app.config.file.listen.clone();
    let listener = TcpListener::bind(&address).await;
    let listener = listener.with_context(|| format!("cannot listen at {address}"))?;
    let address = listener.local_addr()?;
    recover(&app).await?;
    let handle = Handle::current();
    let workers = local::start(&app, &handle);
    let tasks = [
        tokio::spawn(ingest::scan_forever(Arc::clone(&app))),
        tokio::spawn(ingest::read_forever(Arc::clone(&app))),
        tokio::spawn(runner::watch_leases(Arc::clone(&app))),
        tokio::spawn(send_forever(Arc::clone(&app))),
        tokio::spawn(closing::watch_clock(Arc::clone(&app))),
    ];
    let router = web::router(Arc::clone(&app));
    // Scripts wait for this line.
    println!(
        "jal serve: {} at http://{address}",
        app.course().grader.course()
    );
    tracing::info!(%address, database = app.storage.kind(), workers = workers.len(), "serving");
    let serving = tokio::spawn(web::accept::serve(Arc::clone(&app), listener, router));
    signal().await?;
    tracing::info!("ending: what runs may finish");
    app.stop();
    app.ready.notify_waiters();
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until && workers.iter().any(|worker| !worker.is_finished()) {
        tokio::time::sleep(Duration::from_millis(50)).await;
        app.ready.notify_waiters();
    }
    for task in tasks {
        task.abort();
    }
    serving.abort();
    app.storage.close().await;
    // Threads that are not finished are not waited for: their runs wait again after the next start.
    std::process::exit(0);
}

/// Goes on where a process that was killed has left off.
async fn recover(app: &App) -> Result<()> {
    let temporary = app.course().plan.temporary.clone();
    for folder in [temporary, app.uploads()] {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot create `{}`", folder.display()))?;
    }
    let released = app
        .storage
        .release(now(), Some(&local::prefix(app)))
        .await?;
    app.storage.release_letters(now()).await?;
    let mut forgotten = 0;
    for push in app.storage.forgotten_pushes().await? {
        let Some(student) = app.storage.student(push.student).await? else {
            continue;
        };
        if app
            .end_for(&student)
            .is_none_or(|end| push.received_at <= end)
        {
            app.storage
                .queue_run(&push, app.through(now()), now())
                .await?;
            forgotten += 1;
        }
    }
    if released + forgotten > 0 {
        tracing::info!(released, forgotten, "runs of the process before wait again");
    }
    Ok(())
}

/// Waits for the signal to end.
async fn signal() -> Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut ended = signal(SignalKind::terminate())?;
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = ended.recv() => {}
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await?;
    Ok(())
}

/// Writes the first `serve.toml` and roster.
pub(crate) fn init(place: &PlaceArgs) -> Result<()> {
    app::make_private(&place.data)?;
    let file = place
        .config
        .clone()
        .unwrap_or_else(|| place.data.join(config::FILE));
    let here = file.parent().unwrap_or(Path::new("")).to_owned();
    let roster = here.join("roster.csv");
    if let Some(there) = [&file].into_iter().find(|file| file.exists()) {
        bail!(
            "`{}` is there already: change it, or remove it first",
            there.display()
        );
    }
    let course = match &place.course {
        Some(course) => std::path::absolute(course)?,
        None => Path::new("course").to_owned(),
    };
    // A text in JSON is one in TOML.
    let course = serde_json::to_string(&course.display().to_string())?;
    let token = serde_json::to_string(&crate::secret::random())?;
    let text = config::commented(&[("course", course.as_str()), ("worker", token.as_str())]);
    fs::write(&file, text).with_context(|| format!("cannot write `{}`", file.display()))?;
    println!("{}", file.display());
    if !roster.exists() {
        fs::write(&roster, "name,email,repository\n")
            .with_context(|| format!("cannot write `{}`", roster.display()))?;
        println!("{}", roster.display());
    }
    Ok(())
}
