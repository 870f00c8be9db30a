//! Tests of assembly programs: finds them, runs them, gives verdicts, compares, and reports.
//!
//! Owns what a project's `course.toml` says, which files are tests, what a run of them means, and
//! how that is reported. Must not know the command line or the terminal: a caller says what
//! to run and how wide its page is, and prints what it gets.
//!
//! ```
//! use harness::{Job, Project, RunOptions, run};
//! use std::path::{Path, PathBuf};
//! use std::sync::Arc;
//!
//! let here = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
//! let project = Project::open(Path::new("asm/rv32/2048"), &here);
//! let tests = project.tests().take(3).cloned().map(Arc::new);
//! let jobs: Vec<Job> = tests.map(|test| Job { test, project: &project }).collect();
//! let suite = run(&jobs, &RunOptions { here, ..RunOptions::default() }, &|_done| ());
//! assert_eq!(suite.results.len(), 3);
//! assert!(suite.results.iter().all(|result| result.verdict.is_passed()));
//! ```

pub mod bless;
mod boundary;
mod cause;
pub mod codes;
mod compare;
pub mod course;
pub mod coverage;
mod debugger;
pub mod diff;
pub mod fuzz;
pub mod grading;
pub mod handed_in;
pub mod handout;
pub mod lints;
pub mod points;
pub mod project;
pub mod report;
mod result;
mod runner;
pub mod schema;
pub mod settings;
mod suite;
pub mod targets;
mod test;
pub mod unit;
pub mod uses;
mod verdict;
pub mod watch;

pub use boundary::MayExit;
pub use cause::{Cause, CauseKind, CausePlace, Confidence, FirstStep};
pub use compare::{Compare, Comparison, Mismatch};
pub use course::Course;
pub use project::Project;
pub use result::{Apart, CallSite, CaseResult, PrintedAt, TestResult};
pub use runner::{
    GradedProgram, Job, RunOptions, debug_case, explained, graded_program, run, run_from, run_one,
};
pub use settings::{ExitRule, Overrides, Settings};
pub use suite::SuiteResult;
pub use test::{Test, TestKind};
pub use verdict::{LimitKind, Verdict};
