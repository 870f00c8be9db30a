//! Where the repository of a student is: on this machine, or elsewhere, with a copy here that
//! `git fetch` keeps up to date. Addresses come from the roster alone, never from a request.

use crate::app::App;
use crate::config::Config;
use crate::storage::Student;
use anyhow::{Context, Result, bail, ensure};
use grade::submission::file_name;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::process::Command;

/// What addresses may begin with.
const SCHEMES: [&str; 4] = ["https://", "ssh://", "git@", "file://"];

/// Where the repository of a student is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// On this machine.
    Here(PathBuf),
    /// On another machine, with a copy on this one.
    Elsewhere { address: String, copy: PathBuf },
}

impl Place {
    /// Where the repository of a student is; none if there is none.
    pub(crate) fn of(app: &App, student: &Student) -> Option<Self> {
        let text = student.repository.as_str();
        if let Some(folder) = local_place(&app.config, text) {
            return Some(Place::Here(folder));
        }
        if !text.is_empty() {
            let copy = app
                .mirrors()
                .join(format!("{}.git", file_name(&student.name)));
            return Some(Place::Elsewhere {
                address: text.to_owned(),
                copy,
            });
        }
        None
    }

    /// The folder that can be read.
    pub(crate) fn folder(&self) -> &Path {
        match self {
            Place::Here(folder) => folder,
            Place::Elsewhere { copy, .. } => copy,
        }
    }

    /// Fetches what is new.
    pub(crate) async fn refresh(&self, app: &App) -> Result<()> {
        let Place::Elsewhere { address, copy } = self else {
            return Ok(());
        };
        let limit = app.config.file.repositories.fetch_timeout;
        let fetched = async {
            if !copy.join("HEAD").is_file() {
                git(&["init", "--quiet", "--bare", "--"], copy, None).await?;
            }
            let refspec = "+refs/heads/*:refs/heads/*";
            let options = [
                "fetch",
                "--quiet",
                "--no-tags",
                "--prune",
                "--no-recurse-submodules",
            ];
            let rest = ["--", address.as_str(), refspec];
            git(&[&options[..], &rest].concat(), copy, Some(copy)).await
        };
        match tokio::time::timeout(limit, fetched).await {
            Ok(done) => done,
            Err(_) => bail!(
                "git fetch took longer than {}",
                crate::moment::span(crate::config::seconds(limit))
            ),
        }
    }
}

/// The folder that the roster names, if that is on this machine. A relative one begins at the folder of
/// `serve.toml`.
pub(crate) fn local_place(config: &Config, text: &str) -> Option<PathBuf> {
    if text.is_empty() || SCHEMES.iter().any(|scheme| text.starts_with(scheme)) {
        return None;
    }
    let place = std::path::absolute(config.path(text)).ok()?;
    // A link would be refused, and what is not there yet will be in the same folder.
    let folder = place
        .parent()?
        .canonicalize()
        .unwrap_or(place.parent()?.to_owned());
    Some(folder.join(place.file_name()?))
}

/// Runs git with no more of the surroundings than it needs: no questions, no settings of a user, no
/// hooks, no protocol that runs programs.
async fn git(arguments: &[&str], folder: &Path, inside: Option<&Path>) -> Result<()> {
    let mut command = Command::new("git");
    for setting in [
        "protocol.allow=never",
        "protocol.https.allow=always",
        "protocol.ssh.allow=always",
        "protocol.file.allow=always",
        "core.hooksPath=/dev/null",
        "fetch.fsckObjects=true",
        "http.followRedirects=false",
        "gc.auto=0",
    ] {
        command.args(["-c", setting]);
    }
    if let Some(inside) = inside {
        command.arg("--git-dir").arg(inside);
    }
    command.args(arguments);
    if inside.is_none() {
        command.arg(folder);
    }
    command
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_SSH_COMMAND", "ssh -o BatchMode=yes")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let output = command
        .output()
        .await
        .context("git cannot be started: is it installed?")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git: {}", said.trim());
    Ok(())
}
