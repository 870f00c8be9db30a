//! The figures that must not get worse, in one table: speed of a plain run beside qemu, what checked
//! and other observed runs cost, comparing with a reference, start-up time and memory, and
//! assembling speed. docs/performance.md has the figures reached.
//!
//! `cargo bench` builds the binary and prints them. Ratios are taken side by side, in turn, and
//! the best of several runs counts, because machines are noisy.

#[path = "figures/assembling.rs"]
mod assembling;
#[path = "figures/counting.rs"]
mod counting;

use assembling::assembling;
use counting::counting;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const KERNELS: [&str; 7] = [
    "sieve",
    "matmul",
    "fib",
    "insertion",
    "quicksort",
    "slide2048",
    "mix",
];
const ROUNDS: usize = 7;

/// Programs that run here and in another emulator.
struct Peer {
    title: &'static str,
    /// What the files are called after the kernel's name.
    ending: &'static str,
    /// The other emulator, and the Debian package that has it.
    program: Option<(&'static str, &'static str)>,
    /// What it is told before the file.
    options: &'static [&'static str],
    /// A program of a few instructions.
    small: &'static str,
    /// The ratio of its time to ours that must be reached.
    bar: f64,
    /// How often the other one runs; a slow one need not run often.
    rounds: usize,
}

const PEERS: [Peer; 5] = [
    Peer {
        title: "C kernels (rv32im ELF)",
        ending: "elf",
        program: Some(("qemu-riscv32", "qemu-user")),
        options: &[],
        small: "tests/c/hello.rv32im.elf",
        bar: 0.30,
        rounds: ROUNDS,
    },
    Peer {
        title: "C kernels (mips32 ELF, little-endian)",
        ending: "mipsel.elf",
        program: Some(("qemu-mipsel", "qemu-user")),
        options: &[],
        small: "tests/c/hello.mipsel.elf",
        bar: 0.28,
        rounds: ROUNDS,
    },
    Peer {
        title: "C kernels (mips32 ELF, big-endian)",
        ending: "mips.elf",
        program: Some(("qemu-mips", "qemu-user")),
        options: &[],
        small: "tests/c/hello.mips.elf",
        bar: 0.28,
        rounds: ROUNDS,
    },
    Peer {
        title: "assembly kernels (Venus dialect)",
        ending: "s",
        program: None,
        options: &[],
        small: "asm/hello.s",
        bar: 0.0,
        rounds: 0,
    },
    Peer {
        title: "assembly kernels (MARS dialect)",
        ending: "asm",
        program: Some(("spim", "spim")),
        options: &["-file"],
        small: "asm/hello.asm",
        bar: 150.0,
        rounds: 1,
    },
];

/// Prints a part of the table, about the project in this folder.
type Part = fn(&Path);

/// Parts of the table that can be asked for by name: `cargo bench -- assembling`.
const PARTS: [(&str, Part); 8] = [
    ("checking", checking),
    ("testing", testing),
    ("counting", counting),
    ("comparing", comparing),
    ("debugging", debugging),
    ("grading", grading),
    ("start_up", start_up),
    ("assembling", assembling),
];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let mut parts = PARTS
        .iter()
        .filter(|(name, _)| wanted.iter().any(|w| w == name));
    if let Some((_, first)) = parts.next() {
        first(&root);
        parts.for_each(|(_, part)| part(&root));
        return;
    }
    for peer in &PEERS {
        println!(
            "\nplain run, {}, best of {ROUNDS}, without start-up",
            peer.title
        );
        peer.run_kernels(&root);
    }
    PARTS.iter().for_each(|(_, part)| part(&root));
}

/// What observed runs cost beside a plain one.
fn checking(root: &Path) {
    println!("\nobserved runs, times a plain run, best of {ROUNDS}, with start-up");
    println!(
        "{:<24}{:>10}{:>12}{:>10}{:>10}{:>14}",
        "", "--check", "--scramble", "--stats", "watch", "--trace"
    );
    for kernel in OBSERVED {
        let file = root.join("crates/cli/benches/kernels").join(kernel);
        let quietly = |command: &mut Command| wall(command.stderr(Stdio::null()));
        let run = |options: &[&str]| quietly(jal().arg("run").args(options).arg(&file));
        let commands = ["debug", "-e", WATCH, "-e", "run"];
        let mut best = [Duration::MAX; 5];
        for _ in 0..ROUNDS {
            let times = [
                run(&[]),
                run(&["--check"]),
                run(&["--scramble"]),
                run(&["--stats"]),
                quietly(jal().args(commands).arg(&file)),
            ];
            for (best, time) in best.iter_mut().zip(times) {
                *best = (*best).min(time);
            }
        }
        let [plain, times @ ..] = best.map(|time| time.as_secs_f64());
        let [check, scramble, stats, watch] = times.map(|time| time / plain);
        println!(
            "{kernel:<24}{check:>10.2}{scramble:>12.2}{stats:>10.2}{watch:>10.2}{:>8.0} ns/line",
            tracing(&file)
        );
    }
    println!("at most                       2.0         4.0       2.0       3.0     300 ns/line");
}

/// Watches memory that no kernel writes: so far down the stack does none go.
const WATCH: &str = "watch *(sp - 131072)";

const OBSERVED: [&str; 6] = [
    "fib.s",
    "fib.asm",
    "quicksort.s",
    "quicksort.asm",
    "slide2048.s",
    "slide2048.asm",
];

/// What a line of a trace costs, in nanoseconds.
fn tracing(file: &Path) -> f64 {
    const LINES: u32 = 1_000_000;
    let most = LINES.to_string();
    let run = |options: &[&str]| {
        let mut run = jal();
        run.arg("run").args(["--max-steps", &most]).args(options);
        run.arg(file).stderr(Stdio::null());
        (0..3).map(|_| wall(&mut run)).min().unwrap_or_default()
    };
    let time = run(&["--trace"]).saturating_sub(run(&[]));
    time.as_secs_f64() * 1e9 / f64::from(LINES)
}

/// How many inputs `jal fuzz` tries in a second of processor time, each on two programs.
fn comparing(root: &Path) {
    const CASES: u32 = 300_000;
    println!("\njal fuzz, inputs per second of processor time, best of 3, with start-up");
    for machine in ["rv32", "mips32"] {
        let project = root.join("asm").join(machine).join("2048");
        let reference = copy_of(&project, machine);
        let mut best = f64::MAX;
        for _ in 0..3 {
            let mut fuzz = jal();
            fuzz.arg("fuzz").arg("merge");
            fuzz.arg("--project").arg(&project);
            fuzz.arg("--against").arg(&reference);
            fuzz.arg("--cases").arg(CASES.to_string());
            best = best.min(processor_time(&mut fuzz));
        }
        let rate = f64::from(CASES) / best;
        println!(
            "{:<40}{rate:>12.0}   (at least 500000)",
            format!("merge, {machine}")
        );
    }
}

/// A copy of a project's own files: nothing is compared with itself.
fn copy_of(project: &Path, name: &str) -> PathBuf {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("figures-reference")
        .join(name);
    std::fs::create_dir_all(copy.join("src")).expect("there is room");
    let sources = std::fs::read_dir(project.join("src")).expect("it has sources");
    let sources = sources
        .flatten()
        .map(|entry| Path::new("src").join(entry.file_name()));
    for file in sources.chain(["course.toml".into()]) {
        std::fs::copy(project.join(&file), copy.join(&file)).expect("there is room");
    }
    copy
}

/// What the public tests of the course project cost on both machines, in processor time.
fn testing(root: &Path) {
    const RUNS: u32 = 40;
    println!(
        "\njal test, public tests on both machines, user + system, mean of {RUNS}, with start-up"
    );
    let bars = [
        ("as graded: check, 3 seeds", None, 60),
        ("--no-check", Some("--no-check"), 25),
    ];
    for (title, option, bar) in bars {
        let before = children_time();
        for _ in 0..RUNS {
            let mut test = jal();
            test.arg("test").args(option);
            test.arg(root.join("asm/rv32/2048"));
            test.arg(root.join("asm/mips32/2048"));
            wall(&mut test);
        }
        let time = (children_time() - before) * 1e3 / f64::from(RUNS);
        println!("{title:<40}{time:>9.1} ms   (at most {bar} ms)");
    }
}

/// What the debugger costs beside a plain run, and how long searching the past takes.
fn debugging(root: &Path) {
    println!("\ndebugger, best of {ROUNDS}, with start-up");
    println!(
        "{:<40}{:>10}{:>12}{:>8}{:>8}{:>8}",
        "", "forward", "breakpoint", "rc", "watch", "why"
    );
    for kernel in ["fib.s", "fib.asm", "sieve.s", "sieve.asm"] {
        let file = root.join("crates/cli/benches/kernels").join(kernel);
        let [mut plain, mut forward, mut point] = [Duration::MAX; 3];
        let [mut register, mut memory, mut why] = [Duration::MAX; 3];
        for _ in 0..ROUNDS {
            let debug = |commands: &[&str]| {
                let mut command = jal();
                command.arg("debug");
                for text in commands {
                    command.args(["-e", text]);
                }
                wall(command.arg(&file))
            };
            plain = plain.min(wall(jal().arg("run").arg(&file)));
            let begun = debug(&["run"]);
            forward = forward.min(begun);
            point = point.min(debug(&["break main if 1 == 2", "run"]));
            // No program writes its global pointer, or so deep in the stack.
            let searched = debug(&["run", "watch gp", "rc"]);
            register = register.min(searched.saturating_sub(begun));
            let searched = debug(&["run", WATCH, "rc"]);
            memory = memory.min(searched.saturating_sub(begun));
            // From the end of the program to its beginning.
            let searched = debug(&["run", "why gp"]);
            why = why.min(searched.saturating_sub(begun));
        }
        let speed = |time: Duration| 100.0 * plain.as_secs_f64() / time.as_secs_f64();
        let scale = 1e8 / instructions(&file) as f64;
        let search = |time: Duration| scale * time.as_secs_f64();
        println!(
            "{kernel:<40}{:>8.0} %{:>10.0} %{:>6.2} s{:>6.2} s{:>6.2} s   (at least 30 %; at most 2 s for 100 million instructions)",
            speed(forward),
            speed(point),
            search(register),
            search(memory),
            search(why),
        );
    }
}

/// How long it takes to grade a class: every test of the course, public and hidden, under the check
/// of the calling convention, and with three seeds of undefined values.
fn grading(root: &Path) {
    println!("\njal grade, the whole course project, once, on all cores");
    println!(
        "{:<28}{:>12}{:>10}{:>22}",
        "", "submissions", "wall s", "processor ms each"
    );
    // The time of a submission must not grow with the class.
    let machines = [("rv32", "s", 15.0, 9.0), ("mips32", "asm", 20.0, 12.0)];
    for (machine, ending, each_bar, class_bar) in machines {
        let project = root.join("asm").join(machine).join("2048");
        for count in [250, 500, 1000] {
            let (folder, report) = (scratch("class"), scratch("report"));
            write_class(&project, &root.join("tests/fuzz"), ending, &folder, count);
            let mut grade = jal();
            grade.arg("grade").arg(&folder);
            grade.arg("--course").arg(&project).arg("-o").arg(&report);
            let begin = Instant::now();
            let each = processor_time(&mut grade) * 1e3 / count as f64;
            let time = begin.elapsed().as_secs_f64();
            println!(
                "{machine:<28}{count:>12}{time:>10.1}{each:>22.1}   (at most {each_bar} ms; 1000 on two cores at most {class_bar} s)"
            );
            for folder in [folder, report] {
                let _ = std::fs::remove_dir_all(folder);
            }
        }
    }
}

/// A class in which every fourth submission has one of the known mistakes.
fn write_class(project: &Path, mistakes: &Path, ending: &str, folder: &Path, count: usize) {
    let files = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("the folder is there");
        let paths = entries.flatten().map(|entry| entry.path());
        let mut paths: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|end| end == ending))
            .collect();
        paths.sort();
        paths
    };
    let read = |path: &Path| std::fs::read_to_string(path).expect("the file is read");
    let (right, wrong) = (files(&project.join("src")), files(mistakes));
    for index in 0..count {
        let place = folder.join(format!("student{index:04}/src"));
        std::fs::create_dir_all(&place).expect("the folder is made");
        let write = |name: &str, text: &str| {
            let text = text.replace("../../asm/rv32/2048/src/", "");
            let text = text.replace("../../asm/mips32/2048/src/", "");
            let text = format!("# Submission {index}\n{text}");
            let file = place.join(format!("{name}.{ending}"));
            std::fs::write(file, text).expect("the file is written");
        };
        let stem = |path: &Path| {
            let stem = path.file_stem().unwrap_or_default();
            stem.to_string_lossy().into_owned()
        };
        for path in &right {
            write(&stem(path), &read(path));
        }
        if index % 4 == 0 {
            let path = &wrong[index / 4 % wrong.len()];
            let stem = stem(path);
            write(stem.split('-').next().unwrap_or(&stem), &read(path));
        }
    }
}

fn jal() -> Command {
    Command::new(env!("CARGO_BIN_EXE_jal"))
}

fn has(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok()
}

/// The wall time of one run.
fn wall(command: &mut Command) -> Duration {
    let begin = Instant::now();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
    assert!(status.is_ok(), "{command:?} does not run");
    begin.elapsed()
}

impl Peer {
    /// How often the other emulator runs: not at all if it is not installed.
    fn their_rounds(&self) -> usize {
        match self.program {
            Some((program, _)) if has(program) => self.rounds,
            _ => 0,
        }
    }

    /// The best times of `file` here and there.
    fn best(
        &self,
        file: &Path,
        rounds: usize,
        their_rounds: usize,
    ) -> (Duration, Option<Duration>) {
        let (mut ours, mut theirs) = (Duration::MAX, None);
        for round in 0..rounds {
            ours = ours.min(wall(jal().arg("run").arg(file)));
            if round < their_rounds
                && let Some((program, _)) = self.program
            {
                let time = wall(Command::new(program).args(self.options).arg(file));
                theirs = Some(theirs.map_or(time, |best: Duration| best.min(time)));
            }
        }
        (ours, theirs)
    }

    fn run_kernels(&self, root: &Path) {
        // What starting costs is no part of the speed.
        let rounds = self.their_rounds();
        let (our_start, their_start) = self.best(&root.join(self.small), 3 * ROUNDS, 3 * rounds);
        let name = self.program.map_or("", |(program, _)| program);
        println!(
            "{:<12}{:>14}{:>10}{:>10}{:>16}{:>9}",
            "kernel",
            "instructions",
            "jal s",
            "M/s",
            format!("{name} s"),
            "ratio"
        );
        let mut logs = Vec::new();
        for kernel in KERNELS {
            let file = format!("crates/cli/benches/kernels/{kernel}.{}", self.ending);
            let file = root.join(file);
            let steps = instructions(&file);
            let (ours, theirs) = self.best(&file, ROUNDS, rounds);
            let ours = ours.saturating_sub(our_start).as_secs_f64();
            let speed = steps as f64 / ours / 1e6;
            let mut line = format!("{kernel:<12}{steps:>14}{ours:>10.3}{speed:>10.0}");
            if let (Some(theirs), Some(start)) = (theirs, their_start) {
                let theirs = theirs.saturating_sub(start).as_secs_f64();
                logs.push((theirs / ours).ln());
                let _ = write!(line, "{theirs:>16.3}{:>9.3}", theirs / ours);
            }
            println!("{line}");
        }
        match self.program {
            Some((program, package)) if logs.is_empty() => {
                println!("no ratio: {program} (Debian: {package}) is not installed");
            }
            Some(_) => {
                let mean = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
                println!(
                    "{:<12}{mean:>59.3}   (at least {})",
                    "geometric mean", self.bar
                );
            }
            None => {}
        }
    }
}

/// How many instructions a program runs.
fn instructions(file: &Path) -> u64 {
    let output = jal()
        .args(["run", "--stats"])
        .arg(file)
        .output()
        .expect("jal runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = text
        .lines()
        .find(|line| line.starts_with("instructions"))
        .unwrap_or_default();
    line.chars()
        .filter(char::is_ascii_digit)
        .collect::<String>()
        .parse()
        .unwrap_or(0)
}

/// Processor time and memory of ten-line programs, from start to end, beside a program that does
/// nothing, which shows what the system itself takes.
fn start_up(root: &Path) {
    const RUNS: u32 = 500;
    let (rv32, mips) = (root.join("asm/hello.s"), root.join("asm/hello.asm"));
    let commands = [
        ("jal run", env!("CARGO_BIN_EXE_jal"), Some("run"), &rv32),
        ("venus", env!("CARGO_BIN_EXE_venus"), None, &rv32),
        ("mars", env!("CARGO_BIN_EXE_mars"), None, &mips),
        ("true, of the system", "true", None, &rv32),
    ];
    println!("\nstart to finish of a ten-line program, mean of {RUNS}");
    println!("{:<32}{:>10}{:>14}", "", "wall ms", "processor ms");
    for (name, program, word, file) in commands {
        let mut command = Command::new(program);
        command.args(word).arg(file);
        let (before, begin) = (children_time(), Instant::now());
        for _ in 0..RUNS {
            wall(&mut command);
        }
        let wall = begin.elapsed().as_secs_f64() * 1e3 / f64::from(RUNS);
        let cpu = (children_time() - before) * 1e3 / f64::from(RUNS);
        println!("{name:<32}{wall:>10.2}{cpu:>14.2}   (ours: at most 1.2)");
    }
    match resident() {
        Some(kib) => println!(
            "{:<40}{:>10.2} MiB  (at most 4.5)",
            "jal run, resident",
            kib as f64 / 1024.0
        ),
        None => println!("resident memory is read from /proc, which is not there"),
    }
}

/// Seconds of processor time, user and system, that a command takes.
fn processor_time(command: &mut Command) -> f64 {
    let before = children_time();
    wall(command);
    children_time() - before
}

/// User and system time of all children so far, in seconds, as far as Linux counts it: to 10 ms.
fn children_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or("")
        .split_whitespace()
        .collect();
    let ticks: u64 = [13, 14]
        .iter()
        .filter_map(|&k| fields.get(k)?.parse::<u64>().ok())
        .sum();
    ticks as f64 / 100.0
}

/// The peak resident memory of a small program, in KiB.
fn resident() -> Option<u64> {
    let file = scratch("wait.s");
    std::fs::write(&file, "li a0, 12\necall\nli a0, 10\necall\n").ok()?;
    resident_of(&file)
}

/// The peak resident memory of a program that waits for input while it is looked at, in KiB.
fn resident_of(file: &Path) -> Option<u64> {
    let mut child = jal()
        .arg("run")
        .arg(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .ok()?;
    let read = |child: &Child| {
        std::thread::sleep(Duration::from_millis(100));
        std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()
    };
    let mut status = read(&child);
    while status
        .as_ref()
        .is_some_and(|status| !status.contains("S (sleeping)"))
    {
        status = read(&child);
    }
    // The program may run for ever without its input.
    child.kill().ok()?;
    child.wait().ok()?;
    let line = status?
        .lines()
        .find(|line| line.starts_with("VmHWM"))?
        .to_string();
    line.split_whitespace().nth(1)?.parse().ok()
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("jal-bench-{}-{name}", std::process::id()))
}
