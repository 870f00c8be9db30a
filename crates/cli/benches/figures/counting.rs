//! Host instructions for each instruction of a program: exact, so that small losses show, and the
//! first sign that the build setting in `.cargo/config.toml` is not in force.

use super::{has, instructions, jal};
use std::path::Path;
use std::process::{Command, Stdio};

/// Kernels, and what a guest instruction may cost.
const COUNTED: [(&str, f64); 4] = [
    ("fib.elf", 17.2),
    ("quicksort.elf", 16.9),
    ("fib.mipsel.elf", 16.4),
    ("quicksort.mipsel.elf", 15.3),
];

/// Prints them.
pub(super) fn counting(root: &Path) {
    println!("\nhost instructions for each instruction, with start-up");
    if !has("valgrind") {
        println!("valgrind counts them, which is not installed");
        return;
    }
    for (kernel, bar) in COUNTED {
        let file = root.join("crates/cli/benches/kernels").join(kernel);
        let each = host_instructions(&file).map(|host| host as f64 / instructions(&file) as f64);
        match each {
            Some(each) => println!("{kernel:<40}{each:>10.2}   (at most {bar})"),
            None => println!("{kernel:<40}valgrind does not say"),
        }
    }
}

/// How many instructions of the host a run takes.
fn host_instructions(file: &Path) -> Option<u64> {
    let jal = jal();
    let ran = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(jal.get_program())
        .arg("run")
        .arg(file)
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    let line = said.lines().find(|line| line.contains("Collected :"))?;
    line.rsplit(' ').next()?.parse().ok()
}
