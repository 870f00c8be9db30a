//! What can be typed after `jal test`.

use super::super::args::{Color, ReturnsName};
use super::outputs::OutputArgs;
use clap::Args;
use keys::units;
use std::path::PathBuf;
use std::time::Duration;

/// What is printed below the options.
pub(crate) const TEST_HELP: &str = "\
A test is a program NAME.s or NAME.asm with its expected output NAME.ref. NAME.in is its input, \
NAME.args its arguments (one per line), NAME.toml its settings. A test whose name ends in _cc also \
checks the calling convention.

Exit codes: 0 all tests passed, 1 some failed, 2 wrong usage or no tests, 3 jal itself failed, for \
example because course.toml has mistakes.";

// `jal test`
#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// Projects, folders of tests or single tests, or a source or function to run the tests of; by
    /// default the project around this folder
    #[arg(value_name = "DIR|FILE|NAME")]
    pub paths: Vec<PathBuf>,
    /// Run the tests in these folders of tests/ instead of those in pub
    #[arg(short = 'd', long = "dirs", value_name = "DIRS", num_args = 1..)]
    pub folders: Vec<String>,
    /// Run only tests with these names; * matches any text, ? one character
    #[arg(short = 't', long = "tests", value_name = "NAMES", num_args = 1..)]
    pub names: Vec<String>,
    /// Run only the case with this name or number (unit tests)
    #[arg(long, value_name = "NAME|N")]
    pub case: Option<String>,
    /// List the tests instead of running them
    #[arg(short, long)]
    pub list: bool,
    /// Show all failures in full, not only the first ones
    #[arg(long)]
    pub all: bool,
    /// Show warnings about tests that pass, too
    #[arg(short, long)]
    pub verbose: bool,
    /// Stop at the first test that fails
    #[arg(long)]
    pub fail_fast: bool,
    /// Run tests again whenever one of their files is saved; stop with Ctrl-C
    #[arg(long, conflicts_with_all = ["list", "bless"])]
    pub watch: bool,
    /// Accept what failing tests print as the expected output: show the change and write NAME.ref
    #[arg(long, conflicts_with = "list")]
    pub bless: bool,
    /// Run each test this many times
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// Check in all tests that functions follow the calling convention
    #[arg(long)]
    pub check: bool,
    /// Do not check the calling convention as the course's grader will: a quick look
    #[arg(long, conflicts_with_all = ["check", "scramble"])]
    pub no_check: bool,
    /// Run each test with N seeds of random values wherever the calling convention leaves registers and stack undefined
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "8", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub scramble: Option<u64>,
    /// Which registers carry results
    #[arg(long, value_enum, value_name = "REGS")]
    pub returns: Option<ReturnsName>,
    /// Registers that the program's functions share, such as t1-t6,s0
    #[arg(long, value_name = "REGS", allow_hyphen_values = true)]
    pub global: Vec<String>,
    /// Leave out findings with this code (may be given several times)
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub allow: Vec<String>,
    /// Also report findings with this code: CC0305, a misaligned stack pointer
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub warn: Vec<String>,
    #[command(flatten)]
    pub outputs: OutputArgs,
    /// Stop each test after this many instructions (10000, 5M)
    #[arg(long, value_name = "N", value_parser = units::count, allow_negative_numbers = true)]
    pub max_steps: Option<u64>,
    /// Stop each test after this many bytes of output (4096, 10M)
    #[arg(long, value_name = "BYTES", value_parser = units::size, allow_negative_numbers = true)]
    pub max_output: Option<u64>,
    /// Maximum memory for a test (64M, 1G)
    #[arg(long, value_name = "BYTES", value_parser = units::size, allow_negative_numbers = true)]
    pub max_memory: Option<u64>,
    /// Stop each test after this time (2s, 500ms, 1.5)
    #[arg(long, value_name = "TIME", value_parser = units::duration, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
    /// When to use colour
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: Color,
    /// Do not use colour; the same as -nc
    #[arg(long)]
    pub no_color: bool,
}

/// The words of a command line in which `-nc` after `test` is what clap can read: the course's
/// script has that option, and it looks like two short ones.
pub(crate) fn with_long_names(
    words: impl Iterator<Item = std::ffi::OsString>,
) -> Vec<std::ffi::OsString> {
    let mut words: Vec<_> = words.collect();
    if words.get(1).is_some_and(|word| word == "test") {
        let options = words.iter_mut().skip(2).take_while(|word| *word != "--");
        for word in options.filter(|word| *word == "-nc") {
            *word = "--no-color".into();
        }
    }
    words
}
