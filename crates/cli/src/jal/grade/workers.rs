//! The processes that grade, seen from the one that hands out the work.

use super::worker::GradedAnswer;
use crate::exit;
use crate::jal::say;
use anyhow::Context;
use grade::grader::Grader;
use grade::process::GradingProcess;
use grade::store::Store;
use grade::submission::SubmissionCandidate;
use harness::grading::Tier;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::fs;
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What the processes are told.
pub(super) struct Orders<'a> {
    pub(super) course: &'a Path,
    pub(super) submissions: &'a Path,
    /// That is one submission, not a folder of them.
    pub(super) is_one: bool,
    pub(super) output: &'a Path,
    pub(super) resume: bool,
    /// The last tier of tests that runs.
    pub(super) through: Tier,
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

impl Class<'_> {
    /// Hands out submissions until there are none left.
    fn work(&self) -> anyhow::Result<()> {
        let mut worker: Option<GradingProcess> = None;
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
                .and_then(|busy| grade(busy, candidate, self.store).ok());
            // What others have left behind is no fault of this one: a fresh process decides.
            if done.is_none() {
                done = match grade(self.start()?, candidate, self.store) {
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

    fn start(&self) -> anyhow::Result<GradingProcess> {
        let program = std::env::current_exe().context("jal cannot find its own program file")?;
        let count = self.started.fetch_add(1, Ordering::Relaxed);
        let through = self.orders.through;
        let mut command = Command::new(program);
        command
            .arg("grade")
            .arg("--worker")
            .arg("--course")
            .arg(self.orders.course)
            .arg("-o")
            .arg(self.orders.output)
            .args(["--through", through.name()])
            .args(self.orders.resume.then_some("--resume"))
            .args(self.orders.is_one.then_some("--classroom"))
            .arg("--")
            .arg(self.orders.submissions);
        let (folder, longest) = (self.store.temporary(), self.grader.longest());
        let (process, open) =
            GradingProcess::start(&mut command, &folder, &count.to_string(), longest)
                .context("cannot start a process")?;
        if let Some(why) = open {
            self.warn(&why);
        }
        Ok(process)
    }

    /// Tells once that the processes are not confined.
    fn warn(&self, why: &str) {
        self.warned.call_once(|| {
            say::note(&format!(
                "the system does not confine the grading processes ({why}); submissions are still \
                 only read, never run natively"
            ));
        });
    }
}

/// Has a submission graded, and tells whether that was done already. If it fails, the process has
/// ended: why.
fn grade(
    mut process: GradingProcess,
    candidate: &SubmissionCandidate,
    store: &Store,
) -> Result<(GradingProcess, bool), String> {
    match ask(&mut process, candidate, store) {
        Ok(was_kept) => Ok((process, was_kept)),
        Err(error) => Err(process.end(&error)),
    }
}

fn ask(
    process: &mut GradingProcess,
    candidate: &SubmissionCandidate,
    store: &Store,
) -> io::Result<bool> {
    let answer = process.ask(&serde_json::to_string(candidate)?)?;
    let done: GradedAnswer = serde_json::from_str(&answer)?;
    // That the record is about this submission is checked when the report is written.
    match done.name == candidate.name && store.has(&done.name) {
        true => Ok(done.was_kept),
        false => Err(io::ErrorKind::InvalidData.into()),
    }
}
