//! The page: a module for each machine, what the page is made of, and all of it in one file.

use crate::{output, root, target};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What is built for pages.
const TRIPLE: &str = "wasm32-unknown-unknown";
/// The folder of the page.
const PAGE: &str = "crates/web/page";

/// A module of the page.
struct Module {
    name: &'static str,
    features: &'static str,
}

/// A page loads one of them, and the other one when a program for it is opened.
const MODULES: [Module; 2] = [
    Module {
        name: "rv32",
        features: "only-rv32,course",
    },
    Module {
        name: "mips32",
        features: "only-mips32,course",
    },
];

/// Builds the page.
pub(crate) fn run(profile: &str, only_modules: bool) -> Result<()> {
    add_target()?;
    for module in &MODULES {
        build(module, profile)?;
    }
    if only_modules {
        return Ok(());
    }
    let page = root().join(PAGE);
    node(&page, "npm", &["ci", "--no-audit", "--no-fund"])?;
    node(&page, "npm", &["run", "build"])?;
    publish(&page.join("dist"), &target()?)
}

/// Adds the target to the toolchain, unless it is there.
fn add_target() -> Result<()> {
    let known = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let sysroot = String::from_utf8(known)?;
    let library = Path::new(sysroot.trim()).join("lib/rustlib").join(TRIPLE);
    if library.is_dir() {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    follow(rustup.args(["target", "add", TRIPLE]).current_dir(root()))
        .context("the page needs Rust's target for WebAssembly")
}

/// Builds one module and what a worker calls it by.
fn build(module: &Module, profile: &str) -> Result<()> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--package", "web", "--lib", "--locked"]);
    cargo.args([
        "--target",
        TRIPLE,
        "--profile",
        profile,
        "--no-default-features",
    ]);
    cargo.args(["--features", module.features]);
    // The names of functions alone would be a tenth of the module.
    follow(cargo.current_dir(root()))?;
    let folder = match profile {
        "dev" => "debug",
        other => other,
    };
    let wasm = target()?.join(TRIPLE).join(folder).join("web.wasm");
    bind(&wasm, &root().join(PAGE).join("wasm").join(module.name))
}

/// Makes a module for pages of what the compiler has written.
fn bind(wasm: &Path, folder: &Path) -> Result<()> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "run",
        "--quiet",
        "--locked",
        "--package",
        "pagepack",
        "--features",
        "bind",
        "--",
    ]);
    follow(cargo.arg(wasm).arg(folder).current_dir(root()))
}

/// Runs one of Node's programs in the page's folder.
fn node(page: &Path, program: &str, words: &[&str]) -> Result<()> {
    // On Windows they are scripts, which are started by their full names alone.
    let program = match cfg!(windows) {
        true => format!("{program}.cmd"),
        false => program.to_owned(),
    };
    let mut command = Command::new(&program);
    follow(command.args(words).current_dir(page))
        .context("the page is built with Node.js: install it from your system's packages")
}

/// Puts what was built where it is served and packed from.
fn publish(dist: &Path, target: &Path) -> Result<()> {
    let folder = target.join("studio");
    let _ = fs::remove_dir_all(&folder);
    copy(dist, &folder)?;
    println!("{}", folder.display());
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let entries = fs::read_dir(from).with_context(|| format!("there is no {}", from.display()))?;
    for entry in entries {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match entry.file_type()?.is_dir() {
            true => copy(&from, &to)?,
            false => {
                fs::copy(&from, &to)?;
            }
        }
    }
    Ok(())
}

/// Runs a command whose output everybody sees.
fn follow(command: &mut Command) -> Result<()> {
    let said = format!("{command:?}");
    let status = command.status();
    let status = status.with_context(|| format!("{said} cannot be started"))?;
    ensure!(status.success(), "{said} failed");
    Ok(())
}
