//! The processes that grade, seen from the one that hands out the work.

use super::worker::GradedAnswer;
use crate::exit;
use crate::jal::say;
use anyhow::Context;
use grade::grader::Grader;
use grade::store::Store;
use grade::submission::SubmissionCandidate;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// So much of what a process that failed has said is told.
const LAST_WORDS: usize = 2000;

/// What the processes are told.
pub(super) struct Orders<'a> {
    pub(super) course: &'a Path,
    pub(super) submissions: &'a Path,
    /// That is one submission, not a folder of them.
    pub(super) is_one: bool,
    pub(super) output: &'a Path,
    pub(super) resume: bool,
    /// How many processes; one for each core without.
    pub(super) jobs: Option<NonZero<usize>>,
}

/// Grades submissions on all cores.
pub(super) fn run(
    orders: &Orders<'_>,
    grader: &Grader,
    store: &Store,
    chosen: &[&SubmissionCandidate],
) -> anyhow::Result<()> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let count = orders.jobs.map_or(cores, NonZero::get);
    let folder = store.temporary();
    fs::create_dir_all(&folder).with_context(|| format!("cannot create `{}`", folder.display()))?;
    let class = Class {
        orders,
        grader,
        store,
        chosen,
        next: AtomicUsize::new(0),
        bar: bar(chosen.len()),
        warned: Once::new(),
        started: AtomicUsize::new(0),
    };
    tell_interruption(&class.bar);
    let done = thread::scope(|scope| {
        let workers: Vec<_> = (0..count.min(chosen.len()))
            .map(|_| scope.spawn(|| class.work()))
            .collect();
        let joined = workers.into_iter().map(|worker| match worker.join() {
            Ok(done) => done,
            Err(_) => Err(anyhow::anyhow!("a thread ended early")),
        });
        joined.collect::<anyhow::Result<Vec<()>>>()
    });
    class.bar.finish_and_clear();
    done.map(|_| ())
}

/// Has an interrupted run say how to go on. Its processes end with it, or with its pipes.
fn tell_interruption(bar: &ProgressBar) {
    let bar = bar.clone();
    // Failing to install a handler leaves the system's own, which ends the process.
    let _ = ctrlc::set_handler(move || {
        bar.finish_and_clear();
        say::note("interrupted; run the same command with --resume to continue");
        std::process::exit(exit::INTERRUPTED.into());
    });
}

/// How far it is: shown on a terminal.
fn bar(count: usize) -> ProgressBar {
    let target = match io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(Some(count as u64), target);
    let style =
        ProgressStyle::with_template("{bar:20} {pos}/{len} {rate}, {eta} left").map(|style| {
            style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
                // A line that cannot be written is not shown.
                let _ = write!(out, "{:.1}/s", state.per_sec());
            })
        });
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// What all threads share.
struct Class<'a> {
    orders: &'a Orders<'a>,
    grader: &'a Grader,
    store: &'a Store,
    chosen: &'a [&'a SubmissionCandidate],
    next: AtomicUsize,
    bar: ProgressBar,
    warned: Once,
    /// How many processes were started.
    started: AtomicUsize,
}

/// The allocator of the GNU library gives memory back after nearly every test, and gets it again for
/// the next: a seventh of all time. Others ignore this.
const KEEP_MEMORY: [(&str, &str); 2] = [
    ("MALLOC_TRIM_THRESHOLD_", "67108864"),
    ("MALLOC_MMAP_THRESHOLD_", "67108864"),
];

/// What systems call the folder for temporary files.
const TEMPORARY: [&str; 3] = ["TMPDIR", "TMP", "TEMP"];

/// A process that grades.
struct Worker {
    child: Child,
    input: ChildStdin,
    output: Receiver<io::Result<String>>,
    /// The file with its messages.
    said: PathBuf,
    /// The longest time that one submission may take.
    longest: Duration,
}

impl Class<'_> {
    /// Hands out submissions until there are none left.
    fn work(&self) -> anyhow::Result<()> {
        let mut worker: Option<Worker> = None;
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(candidate) = self.chosen.get(index) else {
                if let Some(worker) = worker.take() {
                    worker.dismiss();
                }
                return Ok(());
            };
            let mut done = worker
                .take()
                .and_then(|busy| busy.grade(candidate, self.store).ok());
            // What others have left behind is no fault of this one: a fresh process decides.
            if done.is_none() {
                done = match self.start()?.grade(candidate, self.store) {
                    Ok(done) => Some(done),
                    Err(why) => {
                        let record = self.grader.failed(&candidate.name, why);
                        self.store.keep(&record)?;
                        None
                    }
                };
            }
            self.bar.inc(1);
            // How long the rest takes is not to be told from those that took no time.
            if done.as_ref().is_some_and(|(_, was_kept)| *was_kept) {
                self.bar.reset_eta();
            }
            worker = done.map(|(worker, _)| worker);
        }
    }

    fn start(&self) -> anyhow::Result<Worker> {
        let program = std::env::current_exe().context("jal cannot find its own program file")?;
        let count = self.started.fetch_add(1, Ordering::Relaxed);
        let said = self.store.temporary().join(format!("said-{count}"));
        let errors = File::create(&said).context("cannot start a process")?;
        let mut child = Command::new(program)
            .arg("grade")
            .arg("--worker")
            .arg("--course")
            .arg(self.orders.course)
            .arg("-o")
            .arg(self.orders.output)
            .args(self.orders.resume.then_some("--resume"))
            .args(self.orders.is_one.then_some("--classroom"))
            .arg("--")
            .arg(self.orders.submissions)
            .envs(TEMPORARY.map(|name| (name, self.store.temporary())))
            .envs(KEEP_MEMORY)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .context("cannot start a process")?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.context("a process has no pipes")?;
        let mut worker = Worker {
            child,
            input,
            output: lines(output),
            said,
            longest: self.grader.longest(),
        };
        let words = worker.line().context("a process did not start")?;
        self.warn(words.trim());
        Ok(worker)
    }

    /// Tells once if the processes are not confined.
    fn warn(&self, words: &str) {
        if words == "confined" {
            return;
        }
        self.warned.call_once(|| {
            let why = words
                .strip_prefix("open ")
                .unwrap_or("this kernel supports only a part of it");
            say::note(&format!(
                "the system does not confine the grading processes ({why}); submissions are still \
                 only read, never run natively"
            ));
        });
    }
}

impl Worker {
    /// Has a submission graded, and tells whether that was done already. If it fails, the process
    /// has ended: why.
    fn grade(
        mut self,
        candidate: &SubmissionCandidate,
        store: &Store,
    ) -> Result<(Self, bool), String> {
        match self.ask(candidate, store) {
            Ok(was_kept) => Ok((self, was_kept)),
            Err(error) => Err(self.end(&error)),
        }
    }

    fn ask(&mut self, candidate: &SubmissionCandidate, store: &Store) -> io::Result<bool> {
        writeln!(self.input, "{}", serde_json::to_string(candidate)?)?;
        self.input.flush()?;
        let done: GradedAnswer = serde_json::from_str(&self.line()?)?;
        // That the record is about this submission is checked when the report is written.
        match done.name == candidate.name && store.has(&done.name) {
            true => Ok(done.was_kept),
            false => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    /// The next line, which comes in time.
    fn line(&mut self) -> io::Result<String> {
        self.output
            .recv_timeout(self.longest)
            .unwrap_or_else(|none| {
                Err(match none {
                    RecvTimeoutError::Timeout => io::ErrorKind::TimedOut.into(),
                    RecvTimeoutError::Disconnected => io::ErrorKind::UnexpectedEof.into(),
                })
            })
    }

    /// Lets the process come to its end.
    fn dismiss(self) {
        let mut child = self.child;
        drop(self.input);
        // Its work is done, however it ends.
        let _ = child.wait();
    }

    /// Ends the process; why it could not go on.
    fn end(mut self, error: &io::Error) -> String {
        // One that has ended keeps its status.
        let _ = self.child.kill();
        match (error.kind(), self.child.wait()) {
            (io::ErrorKind::TimedOut, _) | (_, Err(_)) => {
                "grading took too long, or did not finish".to_owned()
            }
            (_, Ok(status)) => {
                let words = self.last_words();
                format!("the process that graded it ended early ({status}){words}")
            }
        }
    }

    /// What the process has said at its end.
    fn last_words(&self) -> String {
        let said = fs::read(&self.said).unwrap_or_default();
        let begin = said.len().saturating_sub(LAST_WORDS);
        let said = String::from_utf8_lossy(&said[begin..]);
        match said.trim() {
            "" => String::new(),
            said => format!(": {said}"),
        }
    }
}

/// The lines of a pipe, read by a thread of their own: so whoever wants one need not wait for ever.
fn lines(pipe: ChildStdout) -> Receiver<io::Result<String>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut lines = BufReader::new(pipe).lines();
        while lines.next().is_some_and(|line| sender.send(line).is_ok()) {}
    });
    receiver
}
