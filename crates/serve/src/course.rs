//! The course that is graded, and the processes that read and grade submissions.

use anyhow::{Context, Result, bail};
use assembler::Assembler;
use diag::{RenderOptions, render};
use grade::grader::{CourseError, Grader, ReadSubmission};
use grade::process::{GradingProcess, first_line};
use grade::record::{Record, Standing};
use grade::submission::SubmissionCandidate;
use harness::grading::Tier;
use platform::confine::confine;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What a process is asked.
#[derive(Debug, Serialize, Deserialize)]
enum Question {
    /// To read what was handed in.
    Read {
        candidate: SubmissionCandidate,
        commit: Option<String>,
    },
    /// To grade what was read.
    Grade {
        name: String,
        through: String,
        read: ReadSubmission,
    },
}

/// Opens a course, of which these folders are no part.
pub(crate) fn open(folder: &Path, apart: &[&Path]) -> Result<Grader> {
    match Grader::open(folder, apart) {
        Ok(grader) => Ok(grader),
        Err(CourseError::Wrong(project)) => {
            let said = project.diagnostics.iter();
            let said = said.map(|d| render(&project.sources, d, &RenderOptions::default()));
            let said: Vec<String> = said.collect();
            bail!(
                "the course in `{}` has mistakes\n{}",
                folder.display(),
                said.join("\n")
            )
        }
        Err(error) => bail!("`{}` cannot be used: {error}", folder.display()),
    }
}

/// What a process needs to know when it starts.
#[derive(Clone, Debug)]
pub(crate) struct ProcessPlan {
    /// The folder of the course.
    pub(crate) course: PathBuf,
    /// A folder that is no part of it, even if it lies in it.
    pub(crate) apart: PathBuf,
    /// What it may read besides the course.
    pub(crate) read: Vec<PathBuf>,
    /// A folder for what lasts no longer than the server.
    pub(crate) temporary: PathBuf,
}

/// Answers questions until there are no more. This is the one place where what students hand in is
/// read and run, and the process has given up all other rights before.
pub(crate) fn work(plan: &ProcessPlan) -> Result<()> {
    platform::end_with_parent();
    let grader = open(&plan.course, &[&plan.apart])?;
    let temporary = std::env::temp_dir();
    let mut read: Vec<&Path> = plan.read.iter().map(PathBuf::as_path).collect();
    read.push(&plan.course);
    let confined = confine(&read, &[&temporary]);
    let mut out = io::stdout().lock();
    writeln!(out, "{}", first_line(&confined))?;
    out.flush()?;
    let mut assembler = Assembler::default();
    for line in io::stdin().lock().lines() {
        let answer = match serde_json::from_str(&line?).context("expected a question")? {
            Question::Read { candidate, commit } => {
                serde_json::to_string(&grader.read(&candidate, commit.as_deref()))?
            }
            Question::Grade {
                name,
                through,
                read,
            } => {
                let through = Tier::named(&through).context("expected a tier")?;
                let looked = grader.look_at(&name, read);
                let record = grader.grade_through(&name, looked, through, &mut assembler);
                serde_json::to_string(&record)?
            }
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

/// How many processes were started: each has a file of its own.
static STARTED: AtomicUsize = AtomicUsize::new(0);

/// A process that is started when it is needed, and again when it has failed.
pub(crate) struct Helper {
    plan: ProcessPlan,
    longest: std::time::Duration,
    process: Option<GradingProcess>,
}

impl Helper {
    /// A helper; answers may take as long as the course allows.
    pub(crate) fn new(plan: ProcessPlan, grader: &Grader) -> Self {
        Helper {
            plan,
            longest: grader.longest(),
            process: None,
        }
    }

    fn start(&self) -> io::Result<GradingProcess> {
        let program = std::env::current_exe()?;
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let mut command = Command::new(program);
        command
            .arg("process")
            .arg("--course")
            .arg(&self.plan.course);
        command.arg("--data").arg(&self.plan.apart);
        for place in &self.plan.read {
            command.arg("--read").arg(place);
        }
        std::fs::create_dir_all(&self.plan.temporary)?;
        let name = format!("{}-{number}", std::process::id());
        let started =
            GradingProcess::start(&mut command, &self.plan.temporary, &name, self.longest);
        let (process, open) = started?;
        if let Some(why) = open {
            tracing::warn!(
                why,
                "the system does not confine processes that read submissions"
            );
        }
        Ok(process)
    }

    /// The answer to a question. If a process fails on it, a fresh one decides: what others have left
    /// behind is no fault of this one.
    fn ask(&mut self, question: &Question) -> Result<String, String> {
        let line = serde_json::to_string(question).map_err(|error| error.to_string())?;
        if let Some(mut busy) = self.process.take()
            && let Ok(answer) = busy.ask(&line)
        {
            self.process = Some(busy);
            return Ok(answer);
        }
        let mut fresh = self.start().map_err(|error| error.to_string())?;
        match fresh.ask(&line) {
            Ok(answer) => {
                self.process = Some(fresh);
                Ok(answer)
            }
            Err(error) => Err(fresh.end(&error)),
        }
    }

    /// Grades what was read, with the tests up to a tier; why not, if the grader fails on it.
    pub(crate) fn grade(
        &mut self,
        name: &str,
        through: Tier,
        read: ReadSubmission,
    ) -> Result<Record, String> {
        let question = Question::Grade {
            name: name.to_owned(),
            through: through.name().to_owned(),
            read,
        };
        let answer = self.ask(&question)?;
        serde_json::from_str(&answer).map_err(|error| error.to_string())
    }

    /// Reads what was handed in.
    pub(crate) fn read(
        &mut self,
        candidate: SubmissionCandidate,
        commit: Option<&str>,
    ) -> ReadSubmission {
        let question = Question::Read {
            candidate,
            commit: commit.map(str::to_owned),
        };
        let answer = self
            .ask(&question)
            .and_then(|answer| serde_json::from_str(&answer).map_err(|error| error.to_string()));
        answer.unwrap_or_else(|why| {
            tracing::error!(why, "a submission could not be read");
            Err(Standing::Unreadable("reading it failed".to_owned()))
        })
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.dismiss();
        }
    }
}

/// The helper that reads, for all who have something to be read.
pub(crate) struct SharedReader {
    helper: Mutex<Helper>,
}

impl SharedReader {
    /// A reader.
    pub(crate) fn new(plan: ProcessPlan, grader: &Grader) -> Self {
        SharedReader {
            helper: Mutex::new(Helper::new(plan, grader)),
        }
    }

    /// Reads what was handed in. Blocks.
    pub(crate) fn read(
        &self,
        candidate: SubmissionCandidate,
        commit: Option<&str>,
    ) -> ReadSubmission {
        let mut helper = self.helper.lock().unwrap_or_else(PoisonError::into_inner);
        helper.read(candidate, commit)
    }
}
