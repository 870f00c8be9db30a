//! What can be typed after `jal serve`.

use crate::config::ConfigArgs;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// What stands below the options.
const HELP: &str = "\
Without a command, the server starts. docs/serving.md goes from nothing to the first result.

Exit codes: 0 good, 1 something failed that was asked for, 2 wrong usage, 3 the server could not work.";

/// Run a course's tests after every push, and show each student the results.
#[derive(Debug, Parser)]
#[command(name = "jal serve", bin_name = "jal serve", version, max_term_width = 100, after_help = HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<ServeCommand>,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// The address to listen at
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) listen: Option<String>,
    /// Write a serve.toml and a roster with explanations into the data folder
    #[arg(long)]
    pub(crate) init: bool,
    /// How to log: text or json
    #[arg(long, value_name = "FORM", default_value = "text", value_parser = ["text", "json"])]
    pub(crate) log: String,
    /// Serve even if the system cannot confine the processes that read submissions
    #[arg(long)]
    pub(crate) trust: bool,
}

/// Where course and data are.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlaceArgs {
    /// The course: a folder with a course.toml
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) course: Option<PathBuf>,
    /// The folder for all that the server keeps
    #[arg(long, value_name = "DIR", default_value = "jal-data", global = true)]
    pub(crate) data: PathBuf,
    /// The settings; serve.toml in the data folder if there is one
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// A PostgreSQL database in place of SQLite
    #[arg(long, value_name = "URL", global = true)]
    pub(crate) database: Option<String>,
}

impl PlaceArgs {
    /// What the command line says about the configuration.
    pub(crate) fn config(&self, listen: Option<&String>) -> ConfigArgs {
        ConfigArgs {
            file: self.config.clone(),
            course: self.course.clone(),
            data: self.data.clone(),
            listen: listen.cloned(),
            database: self.database.clone(),
        }
    }
}

/// What to do beside serving.
#[derive(Debug, Subcommand)]
pub(crate) enum ServeCommand {
    /// Print the personal links of all students, or of some, as CSV
    Links {
        /// Names of students; all if none is given
        names: Vec<String>,
    },
    /// Set the password of a member of the staff; it is read from standard input
    Staff {
        /// The name
        name: String,
        /// Remove this member
        #[arg(long)]
        remove: bool,
    },
    /// Write the post-receive hook into all repositories on this machine, or into those of some students
    Hook {
        /// Names of students; all if none is given
        names: Vec<String>,
    },
    /// Announce a push; the hook does this
    Notify {
        #[arg(long)]
        url: String,
        #[arg(long)]
        student: String,
        #[arg(long)]
        token: String,
        #[arg(long)]
        commit: String,
    },
    /// Freeze all submissions, grade them with all tests, and write the reports of jal grade
    Close {
        /// Also if the time is not over for everybody
        #[arg(long)]
        early: bool,
    },
    /// Give a student more time
    Extend {
        /// The student
        name: String,
        /// How much later the deadline is, such as 24h or 2d; 0 for none
        #[arg(long, value_name = "TIME")]
        by: String,
    },
    /// Work for a server on another machine
    Worker {
        /// The address of the server
        #[arg(long)]
        url: String,
        /// `worker` in [tokens] of its serve.toml; without it, the variable JAL_WORKER_TOKEN
        #[arg(long)]
        token: Option<String>,
        /// The name of this worker; the name of the machine if not given
        #[arg(long)]
        name: Option<String>,
        /// How many runs at the same time; one per core by default
        #[arg(long)]
        jobs: Option<u64>,
        /// End when nothing waits
        #[arg(long)]
        once: bool,
    },
    /// Copy all data into one file while the server runs
    Backup {
        /// The file
        file: PathBuf,
    },
    /// Put the data of a backup into an empty data folder
    Restore {
        /// The file
        file: PathBuf,
    },
    /// Print the JSON schema of serve.toml, for editors
    Schema,
    /// Read and grade what the server hands out
    #[command(hide = true)]
    Process {
        #[arg(long)]
        read: Vec<PathBuf>,
    },
}
