//! The page: a module for each machine, what the page is made of, and all of it in one file.

use crate::{output, root, target};
use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// What is built for pages.
const TRIPLE: &str = "wasm32-unknown-unknown";
/// The folder of the page.
const PAGE: &str = "crates/web/page";

/// The whole page as one file, which `jal studio` has no use for.
const ONE_FILE: &str = "jal-studio.html";
/// The page as a part of the program, in the target folder.
pub(crate) const PACK: &str = "studio.pack";

/// A module of the page.
struct Module {
    name: &'static str,
    features: &'static str,
}

/// A page loads one of the first two, and the other one when a program for it is opened. The last is for
/// extensions of editors: both machines, language server and debug adapter alone.
const MODULES: [Module; 3] = [
    Module {
        name: "rv32",
        features: "only-rv32,course,without-pages",
    },
    Module {
        name: "mips32",
        features: "only-mips32,course,without-pages",
    },
    Module {
        name: "editor",
        features: "without-pages",
    },
];

/// What the page is made of.
const OF_PAGE: [&str; 2] = ["rv32", "mips32"];

/// Builds the page; or only the modules with these names, if there are names.
pub(crate) fn run(profile: &str, only: &[String]) -> Result<()> {
    add_target()?;
    let names: Vec<&str> = match only {
        [] => OF_PAGE.to_vec(),
        only => only.iter().map(String::as_str).collect(),
    };
    for name in names {
        let module = MODULES.iter().find(|module| module.name == name);
        let module = module.with_context(|| format!("there is no module `{name}`"))?;
        build(module, profile)?;
    }
    if !only.is_empty() {
        return Ok(());
    }
    let page = root().join(PAGE);
    node(&page, "npm", &["ci", "--no-audit", "--no-fund"])?;
    node(&page, "node", &["../bundle.mjs"])?;
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
    let program = match cfg!(windows) && program != "node" {
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
    let mut pack = Vec::new();
    add_to_pack(&folder, "", &mut pack)?;
    fs::write(target.join(PACK), pack)?;
    println!("{}", folder.display());
    Ok(())
}

/// Adds the files of a folder to what `jal studio` serves: for each its name, a zero, the number of its
/// bytes in four, and these, compressed.
fn add_to_pack(folder: &Path, below: &str, pack: &mut Vec<u8>) -> Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if name == ONE_FILE {
            continue;
        }
        if entry.file_type()?.is_dir() {
            add_to_pack(&entry.path(), &format!("{name}/"), pack)?;
            continue;
        }
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&fs::read(entry.path())?)?;
        let bytes = gzip.finish()?;
        pack.extend(name.bytes().chain([0]));
        pack.extend(u32::try_from(bytes.len())?.to_le_bytes());
        pack.extend(bytes);
    }
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
