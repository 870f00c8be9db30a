//! What maintainers run: `cargo xtask dist` makes the release files, `cargo xtask deps` checks what
//! the program is built from, `cargo xtask pictures` renews the pictures of the README, `cargo xtask
//! order` the order in which functions are linked.

mod archive;
mod deb;
mod deps;
mod dist;
mod order;
mod pages;
mod pictures;
mod sbom;
mod studio;
mod verify;
mod wheel;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use std::path::PathBuf;
use std::process::Command;

/// What a maintainer can ask for.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Task {
    /// Make the release files in target/dist-files, install each, and run it
    Dist {
        /// Make them from the binaries of this build profile
        #[arg(long, default_value = "dist")]
        profile: String,
        /// Make only what this platform runs on, and say what is left out
        #[arg(long)]
        only: Option<String>,
    },
    /// Check licences and duplicates of dependencies against deny.toml
    Deps,
    /// Build the page into target/studio, and as one file into target/studio.html
    Studio {
        /// Build only these modules, not the page around them: rv32, mips32, editor
        #[arg(long, value_name = "NAME")]
        module: Vec<String>,
        /// Build them with this profile
        #[arg(long, default_value = "studio")]
        profile: String,
    },
    /// Draw the pictures in docs/pictures from what the program prints
    Pictures,
    /// Name what runs when a program starts in crates/cli/start.ld, for the linker (needs valgrind)
    Order,
}

fn main() -> Result<()> {
    match Task::parse() {
        Task::Dist { profile, only } => dist::run(&profile, only.as_deref()),
        Task::Deps => deps::run(),
        Task::Studio { module, profile } => studio::run(&profile, &module),
        Task::Pictures => pictures::run(),
        Task::Order => order::run(),
    }
}

/// The top folder of the project.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command in the project's folder and returns what it prints; its failure is an error.
fn output(command: &mut Command) -> Result<Vec<u8>> {
    let said = format!("{command:?}");
    let output = command.current_dir(root()).output();
    let output = output.with_context(|| format!("{said} cannot be started"))?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{said} failed: {error}");
    Ok(output.stdout)
}

/// What `cargo metadata` says, for one platform or for all.
fn metadata(target: Option<&str>) -> Result<serde_json::Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--locked"]);
    if let Some(target) = target {
        cargo.args(["--filter-platform", target]);
    }
    Ok(serde_json::from_slice(&output(&mut cargo)?)?)
}

/// Where cargo puts what it builds.
fn target() -> Result<PathBuf> {
    let metadata = metadata(None)?;
    let folder = metadata["target_directory"].as_str();
    Ok(folder.context("cargo names no target folder")?.into())
}
