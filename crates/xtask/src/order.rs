//! The order of functions: `crates/cli/start.ld` names those that run when a program starts, and the
//! linker puts them side by side. Linux maps 64 KiB around each page that is touched, so that functions
//! which are spread cost memory many times their size.
//!
//! The names come from what callgrind saw. They are without the numbers that change with every compiler
//! and every version, and a name that no longer exists does no harm.

use crate::{output, root, target};
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What starts: the program, and what it runs.
const RUNS: [(&str, &[&str]); 5] = [
    ("jal", &["run", "asm/hello.s"]),
    ("jal", &["run", "asm/hello.asm"]),
    ("jal", &["run", WAITING]),
    ("venus", &["asm/hello.s"]),
    ("mars", &["asm/hello.asm"]),
];
/// A program that reads a character.
const WAITING: &str = "target/order-waits.s";
/// A name is used if it stands for at most so many times the code that ran, and some bytes.
const MOST_TIMES: usize = 2;
/// A name in one library is used even if it stands for so many bytes: small functions that are made
/// for many types share their name.
const MOST_BYTES: usize = 24_000;

/// Writes the file.
pub(crate) fn run() -> Result<()> {
    fs::create_dir_all(root().join("target"))?;
    fs::write(root().join(WAITING), "li a0, 12\necall\nli a0, 10\necall\n")?;
    let mut names = Names::default();
    for program in ["jal", "venus", "mars"] {
        let sections = sections(program)?;
        let mut ran = BTreeSet::new();
        for (_, args) in RUNS.iter().filter(|(name, _)| *name == program) {
            ran.extend(functions_of(program, args)?);
        }
        for section in &sections {
            let has_run = section.symbols.iter().any(|symbol| ran.contains(symbol));
            names.add(section, has_run);
        }
    }
    let patterns = names.patterns();
    ensure!(!patterns.is_empty(), "the linker's map names no function");
    let mut text = String::from(
        "/* What runs when a program starts, side by side. Written by `cargo xtask order`. */\n\
         SECTIONS\n{\n  .text.begin :\n  {\n",
    );
    for pattern in &patterns {
        text += &format!("    {pattern}\n");
    }
    text += "  }\n}\nINSERT BEFORE .text;\n";
    fs::write(root().join("crates/cli/start.ld"), text)?;
    println!("crates/cli/start.ld: {} names", patterns.len());
    Ok(())
}

/// A piece of code as the linker takes it: a function, or all of a file of the C library.
#[derive(Debug, Default)]
struct InputSection {
    size: usize,
    file: String,
    name: String,
    symbols: Vec<String>,
}

/// Links a program once more, and reads where the linker has put what.
fn sections(program: &str) -> Result<Vec<InputSection>> {
    let map = target()?.join(format!("order-{program}.map"));
    let option = format!("link-arg=-Wl,-Map,{}", map.display());
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["rustc", "--quiet", "--release", "--package", "jal"]);
    cargo.args(["--bin", program, "--", "-C", &option]);
    // The profile has the names as the linker knows them.
    output(cargo.args(["-C", "link-arg=-Wl,--no-demangle"]))?;
    let map = fs::read(&map).context("the linker has written no map")?;
    Ok(read_map(&String::from_utf8_lossy(&map)))
}

/// The pieces of code in a map: each in a line with four numbers, its file and its name, and then its
/// symbols.
fn read_map(map: &str) -> Vec<InputSection> {
    let mut sections: Vec<InputSection> = Vec::new();
    let mut is_code = false;
    for line in map.lines() {
        let mut words = line.split_whitespace();
        let size = words
            .nth(2)
            .and_then(|size| usize::from_str_radix(size, 16).ok());
        let (Some(size), Some(what)) = (size, words.nth(1)) else {
            continue;
        };
        match what
            .strip_suffix(')')
            .and_then(|what| what.rsplit_once(":("))
        {
            Some((file, name)) => {
                is_code = name.starts_with(".text") && size > 0;
                if is_code {
                    sections.push(InputSection {
                        size,
                        file: file.to_owned(),
                        name: name.to_owned(),
                        symbols: Vec::new(),
                    });
                }
            }
            None => {
                if let Some(section) = sections.last_mut().filter(|_| is_code) {
                    section.symbols.push(what.to_owned());
                }
            }
        }
    }
    sections
}

/// The symbols of the functions that run.
fn functions_of(program: &str, args: &[&str]) -> Result<Vec<String>> {
    let log = target()?.join("order.callgrind");
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--demangle=no"]);
    valgrind.arg(format!("--callgrind-out-file={}", log.display()));
    valgrind.arg(target()?.join("release").join(program));
    valgrind.args(args).current_dir(root());
    valgrind.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = valgrind
        .stderr(Stdio::null())
        .spawn()
        .context("valgrind is needed")?;
    if let Some(mut input) = child.stdin.take() {
        // Most of the programs end without reading it.
        let _ = input.write_all(b"x\n");
    }
    child.wait()?;
    read_profile(&log)
}

/// The functions in a profile: `fn=(7) name`, and `cfn=` for those that are called.
fn read_profile(log: &Path) -> Result<Vec<String>> {
    let text = fs::read(log).context("callgrind has written no profile")?;
    let text = String::from_utf8_lossy(&text);
    let names = text.lines().filter_map(|line| {
        let line = line.strip_prefix('c').unwrap_or(line);
        let (_, name) = line.strip_prefix("fn=(")?.split_once(") ")?;
        // Calls of itself are counted apart.
        let name = name.rsplit_once('\'').map_or(name, |(name, _)| name);
        Some(name.to_owned())
    });
    Ok(names.collect())
}

/// Names of code as a linker script has them, with the bytes that ran and all that they stand for.
#[derive(Default)]
struct Names {
    /// In all files, and in one library.
    wide: BTreeMap<String, (usize, usize)>,
    fine: BTreeMap<String, (usize, usize)>,
    /// Of those in one library, the wide ones.
    wide_of: BTreeMap<String, String>,
}

impl Names {
    fn add(&mut self, section: &InputSection, has_run: bool) {
        let Some(name) = pattern(section) else {
            return;
        };
        let ran = if has_run { section.size } else { 0 };
        if let Some(library) = library(&section.file).filter(|_| name.starts_with("*(")) {
            let fine = format!("*lib{library}-*.rlib:{name}");
            let bytes = self.fine.entry(fine.clone()).or_default();
            *bytes = (bytes.0 + ran, bytes.1 + section.size);
            self.wide_of.insert(fine, name.clone());
        }
        let bytes = self.wide.entry(name).or_default();
        *bytes = (bytes.0 + ran, bytes.1 + section.size);
    }

    /// The names of what runs, those first that stand for little else.
    fn patterns(&self) -> Vec<&str> {
        let is_dense = |(ran, all): &(usize, usize)| *ran > 0 && *all <= MOST_TIMES * ran + 256;
        let wide = self.wide.iter().filter(|(_, bytes)| is_dense(bytes));
        let wide: BTreeSet<&str> = wide.map(|(name, _)| name.as_str()).collect();
        let fine = self.fine.iter().filter(|(name, (ran, all))| {
            let is_covered = wide.contains(self.wide_of[*name].as_str());
            let is_small = *all <= MOST_BYTES || is_dense(&(*ran, *all));
            *ran > 0 && !is_covered && is_small
        });
        let mut fine: Vec<_> = fine.collect();
        fine.sort_by_key(|(_, (ran, all))| all / ran);
        let fine = fine.into_iter().map(|(name, _)| name.as_str());
        wide.into_iter().chain(fine).collect()
    }
}

/// The library of Rust that a file of the linker belongs to.
fn library(file: &str) -> Option<&str> {
    let (archive, _) = file.split_once(".rlib(")?;
    let (library, _) = archive.rsplit('/').next()?.rsplit_once('-')?;
    library.strip_prefix("lib")
}

/// What stands for a piece of code in a linker script: its name without numbers that change.
fn pattern(section: &InputSection) -> Option<String> {
    let name = &section.name;
    if name.contains("._ZN") {
        let (path, hash) = name.rsplit_once("17h")?;
        return hash.contains('E').then(|| format!("*({path}17h*)"));
    }
    if name.contains("._R") {
        let name = name
            .split_once(".llvm.")
            .map_or(name.as_str(), |(name, _)| name);
        return Some(format!("*({}*)", without_crate_numbers(name)));
    }
    let (archive, member) = section.file.strip_suffix(')')?.rsplit_once('(')?;
    let archive = archive.rsplit('/').next()?;
    let is_system = ["libc.a", "libm.a", "libgcc.a", "libgcc_eh.a"].contains(&archive);
    is_system.then(|| format!("*{archive}:{member}({name})"))
}

/// A name of Rust's newer form, in which crates have numbers: `Cs1a2b_4core`.
fn without_crate_numbers(name: &str) -> String {
    let mut parts = name.split("Cs");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part.bytes().take_while(u8::is_ascii_alphanumeric).count();
        match part[number..].starts_with('_') {
            true => text += &format!("Cs*{}", &part[number..]),
            false => text += &format!("Cs{part}"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "\
    VMA      LMA     Size Align Out     In      Symbol
 556fc0   556fc0      100    16 .text
 556fc0   556fc0       40    16         /t/libcli-0123456789abcdef.rlib(cli.o):(.text._ZN3cli4main17h0123456789abcdefE)
 556fc0   556fc0       40     1                 _ZN3cli4main17h0123456789abcdefE
 557000   557000       20    16         /t/libcli-0123456789abcdef.rlib(cli.o):(.text._ZN3cli4rest17h0123456789abcdefE)
 557000   557000       20     1                 _ZN3cli4rest17h0123456789abcdefE
 557020   557020       20    16         /lib/libc.a(malloc.o):(.text)
 557020   557020       20     1                 malloc
 557040   557040        8     8         /t/std.o:(.text._RNvNtCs1aZ_4core3str3get)
 557040   557040        8     1                 _RNvNtCs1aZ_4core3str3get
";

    #[track_caller]
    fn check(ran: &[&str], expected: &[&str]) {
        let mut names = Names::default();
        for section in read_map(MAP) {
            let has_run = ran.iter().any(|name| section.symbols[0].contains(name));
            names.add(&section, has_run);
        }
        assert_eq!(names.patterns(), expected);
    }

    #[test]
    fn what_ran_is_named_without_its_numbers() {
        check(&["4main"], &["*(.text._ZN3cli4main17h*)"]);
        check(&["malloc"], &["*libc.a:malloc.o(.text)"]);
        check(&["3get"], &["*(.text._RNvNtCs*_4core3str3get*)"]);
        check(&["nothing"], &[]);
    }

    #[test]
    fn a_name_of_much_that_never_runs_is_used_in_one_library() {
        let code = |library: &str, size, symbol: &str| InputSection {
            size,
            file: format!("/t/lib{library}-0123456789abcdef.rlib(a.o)"),
            name: ".text._ZN5alloc4grow17h0123456789abcdefE".to_owned(),
            symbols: vec![symbol.to_owned()],
        };
        let mut names = Names::default();
        names.add(&code("cli", 100, "a"), true);
        names.add(&code("grade", 90_000, "b"), false);
        assert_eq!(
            names.patterns(),
            ["*libcli-*.rlib:*(.text._ZN5alloc4grow17h*)"]
        );
    }
}
