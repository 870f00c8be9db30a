//! Installs every release file and runs what it installs, as far as this machine can.

use crate::{root, target};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Goes through the files by their endings.
pub(crate) fn run(folder: &Path, names: &[&str]) -> Result<()> {
    let place = folder.join("installed");
    for name in names {
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(&place)?;
        let file = folder.join(name);
        match installed(&file, &place).with_context(|| name.to_string())? {
            Some(commands) => {
                for (command, program) in commands {
                    runs(&command, &program).with_context(|| name.to_string())?;
                }
                println!("installed and run: {name}");
            }
            None => println!("NOT RUN HERE: {name}"),
        }
    }
    let _ = fs::remove_dir_all(&place);
    Ok(())
}

/// A program, with what starts it if it is for another system, and which of ours it is.
type Started = (Vec<PathBuf>, String);

fn installed(file: &Path, place: &Path) -> Result<Option<Vec<Started>>> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let here = match name.contains("mac") {
        true => cfg!(target_os = "macos"),
        false => cfg!(target_os = "linux"),
    };
    let ends = |ending: &str| name.ends_with(ending);
    if ends(".json") {
        let bill: serde_json::Value = serde_json::from_slice(&fs::read(file)?)?;
        let count = bill["components"].as_array().map_or(0, Vec::len);
        ensure!(count > 20, "the bill of materials names {count} packages");
        return Ok(Some(Vec::new()));
    }
    if !here {
        return Ok(None);
    }
    if ends(".tar.gz") {
        must(
            Command::new("tar")
                .arg("xzf")
                .arg(file)
                .arg("-C")
                .arg(place),
        )?;
        let inside = place.join(name.trim_end_matches(".tar.gz"));
        if name.starts_with("jal-serve-") {
            let program = inside.join("jal-serve");
            return Ok(Some(vec![(vec![program], "jal-serve".to_owned())]));
        }
        return Ok(Some(programs(&[], &inside, "")));
    }
    if ends(".deb") && has("dpkg-deb") {
        must(Command::new("dpkg-deb").arg("--info").arg(file))?;
        must(Command::new("dpkg-deb").arg("-x").arg(file).arg(place))?;
        ensure!(place.join("usr/share/man/man1/jal-run.1").is_file());
        return Ok(Some(programs(&[], &place.join("usr/bin"), "")));
    }
    if ends(".whl") && !name.contains("win") && has("python3") {
        let here = place.join("venv");
        must(Command::new("python3").args(["-m", "venv"]).arg(&here))?;
        let mut pip = Command::new(here.join("bin/pip"));
        must(pip.args(["install", "--quiet", "--no-index"]).arg(file))?;
        return Ok(Some(programs(&[], &here.join("bin"), "")));
    }
    if ends(".zip") && has("wine") && has("python3") {
        let mut unzip = Command::new("python3");
        must(unzip.args(["-m", "zipfile", "-e"]).arg(file).arg(place))?;
        let inside = place.join(name.trim_end_matches(".zip"));
        complete_wine(&inside)?;
        return Ok(Some(programs(&["wine"], &inside, ".exe")));
    }
    Ok(None)
}

/// Puts a library that old versions of wine lack beside the programs.
fn complete_wine(folder: &Path) -> Result<()> {
    let mut compile = Command::new("x86_64-w64-mingw32-gcc");
    compile.arg("-shared").arg("-o");
    compile.arg(folder.join("bcryptprimitives.dll"));
    compile.arg(root().join("crates/xtask/src/wine_random.c"));
    must(compile.arg("-ladvapi32"))
}

fn programs(by: &[&str], folder: &Path, ending: &str) -> Vec<Started> {
    let started = |name: &str| {
        let mut command: Vec<PathBuf> = by.iter().map(PathBuf::from).collect();
        command.push(folder.join(format!("{name}{ending}")));
        (command, name.to_owned())
    };
    ["jal", "venus", "mars", "rars", "spim"].map(started).into()
}

/// Runs a small program with it.
fn runs(command: &[PathBuf], program: &str) -> Result<()> {
    let (arguments, expected): (&[&str], &str) = match program {
        "jal" => (
            &["run", "asm/hello.s", "one", "two"],
            "Hello, RISC-V!\n2 arguments\n",
        ),
        "jal-serve" => (&["--version"], "jal serve "),
        "venus" => (&["asm/hello.s"], "Hello, RISC-V!\n"),
        "rars" => (&["nc", "asm/hello-rars.asm"], "Hello, RARS!\n"),
        "spim" => (
            &["-file", "asm/hello-spim.s"],
            "Loaded: /usr/lib/spim/exceptions.s\nHello, SPIM!\n",
        ),
        _ => (&["nc", "asm/hello.asm"], "Hello, MIPS!\n"),
    };
    let (first, rest) = command.split_first().context("there is no program")?;
    let mut run = Command::new(first);
    run.args(rest).args(arguments).current_dir(root());
    run.env("WINEDEBUG", "-all");
    run.env("WINEDLLOVERRIDES", "mscoree,mshtml=");
    run.env("WINEPREFIX", target()?.join("wine"));
    let output = run.output().with_context(|| format!("{run:?}"))?;
    let said = String::from_utf8_lossy(&output.stdout).replace('\r', "");
    ensure!(
        said.starts_with(expected),
        "{run:?} says {said:?}: {output:?}"
    );
    Ok(())
}

fn must(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?}: {error}");
    Ok(())
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}
