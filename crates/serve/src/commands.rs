//! The commands beside the server.

mod backup;
mod serve;

pub(crate) use backup::{backup, restore};
pub(crate) use serve::{init, serve};

use crate::app::App;
use crate::args::PlaceArgs;
use crate::closing;
use crate::config::Config;
use crate::ingest::fetch::Place;
use crate::ingest::hook::{self, HookMessage};
use crate::moment::now;
use crate::runner::remote::{self, RemoteServer};
use crate::storage::{Change, Student};
use anyhow::{Context, Result, bail, ensure};
use harness::points::number;
use keys::units;
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

async fn open(place: &PlaceArgs) -> Result<Arc<App>> {
    App::open(Config::open(&place.config(None))?).await
}

/// The students of these names, or all.
async fn named(app: &App, names: &[String]) -> Result<Vec<Student>> {
    let all = app.storage.students().await?;
    for name in names {
        if !all.iter().any(|student| student.name == *name) {
            let near = diag::similar(name, all.iter().map(|student| student.name.as_str()));
            let meant = near
                .first()
                .map_or_else(String::new, |best| format!("; did you mean `{best}`?"));
            bail!("there is no student `{name}` in the roster{meant}");
        }
    }
    let chosen = all
        .into_iter()
        .filter(|s| names.is_empty() || names.contains(&s.name));
    Ok(chosen.collect())
}

/// Prints personal links.
pub(crate) async fn links(place: &PlaceArgs, names: &[String]) -> Result<()> {
    let app = open(place).await?;
    let mut out = io::stdout().lock();
    writeln!(out, "name,link")?;
    for student in named(&app, names).await? {
        let name = match student.name.contains([',', '"']) {
            true => format!("\"{}\"", student.name.replace('"', "\"\"")),
            false => student.name.clone(),
        };
        writeln!(out, "{name},{}", app.link(&student))?;
    }
    Ok(())
}

/// Sets the password of a member of the staff.
pub(crate) async fn staff(place: &PlaceArgs, name: &str, remove: bool) -> Result<()> {
    let app = open(place).await?;
    if remove {
        ensure!(
            app.storage.remove_staff(name).await?,
            "there is no member of the staff called `{name}`"
        );
        app.storage
            .audit(now(), "the command line", &format!("removed {name}"))
            .await?;
        return Ok(());
    }
    const SHORTEST: usize = 10;
    eprintln!("Password of {name} ({SHORTEST} characters or more):");
    let mut password = String::new();
    io::stdin().read_line(&mut password)?;
    let password = password.trim_end_matches(['\n', '\r']);
    ensure!(
        password.chars().count() >= SHORTEST,
        "the password is too short: {SHORTEST} characters or more"
    );
    app.storage
        .set_password(name, &crate::web::password_hash(password)?)
        .await?;
    app.storage
        .audit(
            now(),
            "the command line",
            &format!("set the password of {name}"),
        )
        .await?;
    println!("{name} can log in at {}/staff", app.config.url());
    Ok(())
}

/// Writes the hooks.
pub(crate) async fn hooks(place: &PlaceArgs, names: &[String]) -> Result<()> {
    let app = open(place).await?;
    // The hook runs on this machine.
    let url = format!("http://{}", app.config.file.listen);
    let (mut written, mut failed) = (0, Vec::new());
    for student in named(&app, names).await? {
        let Some(Place::Here(folder)) = Place::of(&app, &student) else {
            continue;
        };
        match hook::write(
            &folder,
            &student.name,
            &app.secret.hook(&student.name),
            &url,
        ) {
            Ok(()) => written += 1,
            Err(error) => failed.push(format!("{}: {error:#}", student.name)),
        }
    }
    println!("{}", diag::number::count(written, "hook") + " written");
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

/// Announces a push. Nobody waits for this: on a busy machine it may take a few attempts, and if none
/// succeeds, the next scan finds the push.
pub(crate) fn notify(url: &str, message: &HookMessage) -> Result<()> {
    const ATTEMPTS: u64 = 5;
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(Duration::from_secs(20)))
        .max_redirects(0)
        .build();
    let agent: ureq::Agent = config.into();
    let mut attempt = 1;
    loop {
        match agent.post(format!("{url}/api/hook")).send_json(message) {
            Ok(_) => return Ok(()),
            // Asking again does not make a wrong token right.
            Err(ureq::Error::StatusCode(code)) => bail!("the server answered {code}"),
            Err(error) if attempt == ATTEMPTS => return Err(error.into()),
            Err(_) => std::thread::sleep(Duration::from_secs(attempt)),
        }
        attempt += 1;
    }
}

/// Freezes and grades all.
pub(crate) async fn close(place: &PlaceArgs, early: bool) -> Result<()> {
    let app = open(place).await?;
    let end = closing::last_end(&app).await?;
    if let Some(end) = end.filter(|end| now() <= *end && !early) {
        bail!(
            "the last student has time until {}: pass --early to freeze all submissions now",
            app.config.moment(end)
        );
    }
    let closed = closing::close(&app).await?;
    app.storage
        .audit(now(), "the command line", "close")
        .await?;
    println!(
        "{}: {} graded, mean {} of {} points\n{}",
        diag::number::count(closed.students as u64, "submission"),
        closed.graded,
        number(closed.mean),
        number(closed.points),
        app.config
            .data
            .join(closing::FINAL)
            .join("report.html")
            .display()
    );
    ensure!(
        closed.errors == 0,
        "the grader failed on {} of them",
        closed.errors
    );
    Ok(())
}

/// Gives a student more time.
pub(crate) async fn extend(place: &PlaceArgs, name: &str, by: &str) -> Result<()> {
    let app = open(place).await?;
    let by = units::duration(by).map_err(|why| anyhow::anyhow!("--by: {why}"))?;
    let students = named(&app, &[name.to_owned()]).await?;
    let student = students.first().context("there is no such student")?;
    let seconds = crate::config::seconds(by);
    app.storage
        .change(student.id, Change::Extension(seconds))
        .await?;
    let span = crate::moment::span(seconds);
    app.storage
        .audit(
            now(),
            "the command line",
            &format!("extend: {name} by {span}"),
        )
        .await?;
    let student = app
        .storage
        .student(student.id)
        .await?
        .context("there is no such student")?;
    match app.end_for(&student) {
        Some(end) => println!("{name} has time until {}", app.config.moment(end)),
        None => println!("{name} gets {span}, once there is a deadline"),
    }
    Ok(())
}

/// What a worker elsewhere is started with.
pub(crate) struct WorkerArgs {
    pub(crate) url: String,
    pub(crate) token: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) jobs: Option<u64>,
    pub(crate) once: bool,
}

/// Works for a server on another machine.
pub(crate) fn worker(args: &WorkerArgs) -> Result<()> {
    let token = args
        .token
        .clone()
        .or_else(|| std::env::var("JAL_WORKER_TOKEN").ok());
    let token = token.context("the token is missing: pass --token, or set JAL_WORKER_TOKEN")?;
    let host = || {
        let mut name = String::new();
        let file = std::fs::File::open("/etc/hostname").ok()?;
        file.take(100).read_to_string(&mut name).ok()?;
        Some(name.trim().to_owned()).filter(|name| !name.is_empty())
    };
    let name = args
        .name
        .clone()
        .or_else(host)
        .unwrap_or_else(|| "worker".to_owned());
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let folder = std::env::temp_dir().join(format!("jal-worker-{}", std::process::id()));
    let server = RemoteServer::new(&args.url, &token);
    let done = remote::work(
        &server,
        &name,
        &folder,
        args.jobs.unwrap_or(cores as u64),
        args.once,
    );
    let _ = std::fs::remove_dir_all(&folder);
    done
}
