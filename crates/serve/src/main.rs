//! `jal serve`: runs a course's tests after every push, shows each student the results, and grades the
//! class at the deadline.
//!
//! Reading and grading are the grader's ([`grade`]); this program owns the queue, the database, the
//! pages and the post.

mod app;
mod args;
mod closing;
mod commands;
mod config;
mod course;
mod ingest;
mod mail;
mod moment;
mod outcome;
mod queue;
mod runner;
mod secret;
mod storage;
#[cfg(test)]
mod testing;
mod web;

use anyhow::Result;
use args::{Cli, ServeCommand};
use clap::Parser;
use commands::WorkerArgs;
use ingest::hook::HookMessage;
use std::io::IsTerminal;
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// Exit codes, as those of jal.
const FAILED: u8 = 1;
const USAGE: u8 = 2;
const BROKEN: u8 = 3;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no mistakes; a closed pipe while printing them is none either.
            let _ = error.print();
            return match error.use_stderr() {
                true => USAGE.into(),
                false => ExitCode::SUCCESS,
            };
        }
    };
    let is_server = cli.command.is_none();
    let works_on = is_server || matches!(cli.command, Some(ServeCommand::Worker { .. }));
    log(&cli.log, if works_on { "info" } else { "warn" });
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("jal serve: {error:#}");
            if is_server { BROKEN } else { FAILED }.into()
        }
    }
}

/// Messages for who runs the server go to standard error, as lines for people or as JSON.
fn log(form: &str, level: &str) {
    let filter = EnvFilter::try_from_env("JAL_LOG").unwrap_or_else(|_| EnvFilter::new(level));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    match form {
        "json" => log.json().init(),
        _ => log
            .with_ansi(std::io::stderr().is_terminal())
            .with_target(false)
            .init(),
    }
}

fn run(cli: Cli) -> Result<()> {
    let place = &cli.place;
    // These need no runtime.
    match &cli.command {
        Some(ServeCommand::Process { read }) => {
            let plan = course::ProcessPlan {
                course: place.course.clone().unwrap_or_default(),
                apart: place.data.clone(),
                read: read.clone(),
                temporary: std::env::temp_dir(),
            };
            return course::work(&plan);
        }
        Some(ServeCommand::Notify {
            url,
            student,
            token,
            commit,
        }) => {
            let message = HookMessage {
                student: student.clone(),
                token: token.clone(),
                commit: commit.clone(),
            };
            return commands::notify(url, &message);
        }
        Some(ServeCommand::Worker {
            url,
            token,
            name,
            jobs,
            once,
        }) => {
            return commands::worker(&WorkerArgs {
                url: url.clone(),
                token: token.clone(),
                name: name.clone(),
                jobs: *jobs,
                once: *once,
            });
        }
        Some(ServeCommand::Restore { file }) => return commands::restore(place, file),
        Some(ServeCommand::Schema) => {
            println!("{:#}", config::schema());
            return Ok(());
        }
        None if cli.init => return commands::init(place),
        _ => {}
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        match &cli.command {
            Some(ServeCommand::Links { names }) => commands::links(place, names).await,
            Some(ServeCommand::Staff { name, remove }) => {
                commands::staff(place, name, *remove).await
            }
            Some(ServeCommand::Hook { names }) => commands::hooks(place, names).await,
            Some(ServeCommand::Close { early }) => commands::close(place, *early).await,
            Some(ServeCommand::Extend { name, by }) => commands::extend(place, name, by).await,
            Some(ServeCommand::Backup { file }) => commands::backup(place, file).await,
            _ => commands::serve(place, cli.listen.as_ref(), cli.trust).await,
        }
    })
}
