//! How the programs are linked on Linux, so that they start fast.
//!
//! - A program that may lie anywhere in memory is relocated each time it starts: every pointer in
//!   its tables, of which there are some 29,000, is corrected, and every page that holds one is
//!   copied. Here the programs lie where the linker puts them; stack, heap and libraries are placed
//!   at random as before.
//! - Every library that is loaded costs a tenth of the start. What walks up the stack for the
//!   backtrace of a panic is linked into the programs, if the compiler has it in that form.
//! - Linux maps 64 KiB around each page of code that is touched. `start.ld` names the functions that run
//!   at the start, and the linker puts them side by side (`cargo xtask order` writes it).
//!
//! Other systems want programs that can be moved, and a static program (musl) has all this already.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_STUDIO").is_some() {
        find_studio();
    }
    let read = |key: &str| std::env::var(key).unwrap_or_default();
    let glibc = read("CARGO_CFG_TARGET_OS") == "linux" && read("CARGO_CFG_TARGET_ENV") == "gnu";
    if !glibc {
        return;
    }
    println!("cargo::rustc-link-arg-bins=-no-pie");
    // The linker of another system knows other libraries.
    if read("HOST") != read("TARGET") {
        return;
    }
    if link_statically().is_none() {
        link_unwinder();
    }
    // Not every linker that somebody may choose reads scripts.
    let flags = read("CARGO_ENCODED_RUSTFLAGS");
    let is_usual = !flags.contains("linker") && !flags.contains("fuse-ld");
    if read("PROFILE") == "release" && is_usual {
        order_functions(&read("CARGO_MANIFEST_DIR"));
    }
}

/// Finds the page that `cargo xtask studio` has made, which becomes a part of the program.
fn find_studio() {
    println!("cargo::rerun-if-env-changed=JAL_STUDIO_PACK");
    let given = std::env::var_os("JAL_STUDIO_PACK").map(PathBuf::from);
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let mut folders = out.ancestors().map(|folder| folder.join("studio.pack"));
    let Some(pack) = given.or_else(|| folders.find(|pack| pack.is_file())) else {
        println!(
            "cargo::error=the feature `studio` needs the page: run `cargo xtask studio` first"
        );
        return;
    };
    println!("cargo::rerun-if-changed={}", pack.display());
    println!("cargo::rustc-env=JAL_STUDIO_PACK={}", pack.display());
}

/// Links the system's libraries into the programs, if the system has all of them in that form. The
/// linker is told to look for dynamic ones, but takes what it finds first: a folder without them.
fn link_statically() -> Option<()> {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR")?).join("static");
    std::fs::create_dir_all(&folder).ok()?;
    let unwinder = file_of("libgcc_eh.a")?;
    for name in ["c", "m", "rt", "pthread", "util", "dl"] {
        let library = file_of(&format!("lib{name}.a"))?;
        write_library(&folder, name, &library)?;
    }
    write_library(&folder, "gcc_s", &unwinder)?;
    // For the programs alone: tests are linked as usual, and cannot start with half of it.
    println!("cargo::rustc-link-arg-bins=-L{}", folder.display());
    println!("cargo::rustc-link-arg-bins=-static");
    Some(())
}

/// Puts what runs at the start of a program side by side.
fn order_functions(folder: &str) {
    let script = Path::new(folder).join("start.ld");
    println!("cargo::rerun-if-changed={}", script.display());
    println!("cargo::rustc-link-arg-bins=-Wl,-T,{}", script.display());
}

/// Gives the linker a library under a name: a library can be a text that names others.
fn write_library(folder: &Path, name: &str, library: &Path) -> Option<()> {
    let text = format!("INPUT({})\n", library.display());
    std::fs::write(folder.join(format!("lib{name}.a")), text).ok()
}

/// Links what walks up the stack into the programs.
fn link_unwinder() {
    if let Some(library) = file_of("libgcc_eh.a")
        && let Some(folder) = library.parent()
    {
        println!("cargo::rustc-link-search=native={}", folder.display());
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
    }
}

/// The file in which the linker finds a library.
fn file_of(library: &str) -> Option<PathBuf> {
    let linker = std::env::var("RUSTC_LINKER").unwrap_or("cc".to_owned());
    let question = format!("-print-file-name={library}");
    let answer = Command::new(linker).arg(question).output().ok()?;
    let path = String::from_utf8(answer.stdout).ok()?;
    // Without a folder it is not there.
    Path::new(path.trim()).canonicalize().ok()
}
