//! The command line of `jal grade`.

use crate::jal::args::MessageArgs;
use clap::{Args, Subcommand};
use grade::store::StorePart;
use harness::grading::Tier;
use std::num::NonZero;
use std::path::PathBuf;

/// What stands below the options.
pub(crate) const GRADE_HELP: &str = "\
Each folder, .zip, .tar.gz or git repository in SUBMISSIONS is one submission. Submissions are \
never run natively. The rules are in the course's course.toml, under [grade]; see docs/grading.md.

Exit codes: 0 all submissions were graded, 1 the grader failed on some of them, 2 wrong usage, \
3 the course file cannot be used, or jal itself failed.";

// Options of `jal grade`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct GradeArgs {
    /// Other commands
    #[command(subcommand)]
    pub action: Option<GradeAction>,
    /// The folder with the submissions
    #[arg(value_name = "SUBMISSIONS")]
    pub submissions: Option<PathBuf>,
    /// The course: its folder, or its course.toml
    #[arg(long, value_name = "COURSE", default_value = ".")]
    pub course: PathBuf,
    /// The folder for the report
    #[arg(
        short,
        long,
        alias = "report",
        value_name = "DIR",
        default_value = "report"
    )]
    pub output: PathBuf,
    /// Grade this submission again, and leave the others as they are
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Continue an interrupted run: what did not change is not graded again
    #[arg(long)]
    pub resume: bool,
    /// Grade the I-th of N parts of the class, counted from 1
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    /// Run the tests up to this tier: public, daily or eval. Up to daily, daily tests run only if all
    /// public tests pass, and functions are not compared with the course's own
    #[arg(long, value_name = "TIER", default_value = "eval", value_parser = ThroughTier::parse)]
    pub through: ThroughTier,
    /// How many processes to use; one per core by default
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZero<usize>>,
    /// Print what would be done without doing it
    #[arg(long)]
    pub dry_run: bool,
    /// Write the rules for grading into the course's course.toml, with explanations
    #[arg(long)]
    pub init: bool,
    /// Also write a results.json for Gradescope for each submission; without SUBMISSIONS, grade the
    /// one in Gradescope's folders
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "/autograder")]
    pub gradescope: Option<PathBuf>,
    /// Treat SUBMISSIONS as one submission, and print the result for GitHub Classroom
    #[arg(long)]
    pub classroom: bool,
    /// Grade even if the system cannot confine the processes that read submissions
    #[arg(long)]
    pub trust: bool,
    /// Do the work that another process hands out
    #[arg(long, hide = true)]
    pub worker: bool,
    #[command(flatten)]
    pub messages: MessageArgs,
}

// What to do beside grading.
#[derive(Debug, Subcommand)]
pub(crate) enum GradeAction {
    /// Combine the reports of the parts of a class
    Merge {
        /// Folders of reports
        #[arg(value_name = "REPORT", required = true)]
        reports: Vec<PathBuf>,
        /// The folder for the combined report
        #[arg(short, long, value_name = "DIR")]
        output: PathBuf,
        /// Also write a results.json for Gradescope for each submission
        #[arg(long)]
        gradescope: bool,
    },
    /// Show how a score was computed
    Explain {
        /// The name of the submission
        #[arg(value_name = "NAME")]
        name: String,
        /// The folder of the report
        #[arg(
            short = 'o',
            long,
            value_name = "DIR",
            default_value = "report",
            alias = "output"
        )]
        report: PathBuf,
    },
}

/// The last tier of tests that runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThroughTier(pub(crate) Tier);

impl ThroughTier {
    fn parse(text: &str) -> Result<Self, String> {
        let tier = Tier::named(text).ok_or("write public, daily or eval")?;
        Ok(ThroughTier(tier))
    }
}

/// A part of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    part: usize,
    of: usize,
}

impl Shard {
    fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((part, of)) if (1..=of).contains(&part) => Ok(Shard { part, of }),
            _ => Err("write a part like 1/4: the first of four".to_owned()),
        }
    }

    /// The same with the names of all submissions.
    pub(crate) fn of_class(self, class: Vec<String>) -> StorePart {
        StorePart {
            part: self.part,
            of: self.of,
            class,
        }
    }

    /// Whether the submission with this index belongs to it.
    pub(crate) fn has(self, index: usize) -> bool {
        StorePart::with(index, self.of) == self.part
    }
}
