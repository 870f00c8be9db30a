//! What can be typed after `jal`.

mod names;

pub(super) use super::convention::ReturnsName;
use super::devices::DeviceArgs;
use super::doctor::{DOCTOR_HELP, DoctorArgs};
use super::fmt::{FMT_HELP, FmtArgs};
use super::fuzz::{FUZZ_HELP, FuzzArgs};
#[cfg(feature = "grade")]
use super::grade::{GRADE_HELP, GradeArgs};
#[cfg(feature = "pages")]
use super::pages::{COMPLETIONS_HELP, CompletionsArgs, ManArgs};
use super::schema::SchemaArgs;
use super::serve::ServeArgs;
use super::studio::StudioArgs;
use super::test::{TEST_HELP, TestArgs};
use assembler::Additions;
use clap::{Args, Parser, Subcommand, ValueEnum};
use keys::units;
pub(super) use names::{DialectName, EnvName, IsaName, MemoryName};
#[cfg(feature = "play")]
use play::table::{MAX_SEED, SIDES};
use runtime::observers::{CacheSpec, PipelineSpec};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Assemble, run and inspect RISC-V and MIPS assembly programs.
#[derive(Debug, Parser)]
#[command(
    name = "jal",
    version,
    max_term_width = 100,
    arg_required_else_help = true
)]
pub(super) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: JalCommand,
}

/// The subcommands. Only the options of the one that is called are put together, which is most of
/// what reading the command line costs.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(super) enum JalCommand {
    /// Assemble a source file, or load an ELF, and run it
    #[command(after_help = RUN_HELP)]
    Run(RunArgs),
    /// Check programs for likely mistakes, without running them
    #[command(after_help = CHECK_HELP)]
    Check(CheckArgs),
    /// Give sources one layout: columns, blanks and empty lines
    #[command(after_help = FMT_HELP)]
    Fmt(FmtArgs),
    /// Run the tests of a project and show what went wrong
    #[command(after_help = TEST_HELP)]
    Test(TestArgs),
    /// Compare functions with a reference on generated inputs
    #[command(after_help = FUZZ_HELP)]
    Fuzz(FuzzArgs),
    /// Debug a program: run it forward and backward, stop it anywhere, find out what wrote a value
    #[command(after_help = DEBUG_HELP)]
    Debug(DebugArgs),
    /// Debug for an editor: the debug adapter protocol on standard input and output
    Dap,
    /// Help an editor with assembly: the language server protocol on standard input and output
    Lsp(LspArgs),
    /// Grade a folder of submissions
    #[cfg(feature = "grade")]
    #[command(after_help = GRADE_HELP)]
    Grade(GradeArgs),
    /// Open the studio in a browser: editor, debugger, tests and games in one page
    Studio(StudioArgs),
    /// Run a course's tests after every push, and show students the results: a server
    Serve(ServeArgs),
    /// Assemble to an ELF file, a listing, or plain words
    Asm(AsmArgs),
    /// Print the instructions of an ELF file or of an assembled source
    Disasm(DisasmArgs),
    /// Explain a diagnostic code or an instruction
    Explain(ExplainArgs),
    /// Print a JSON schema, so that editors know the keys of a settings file
    Schema(SchemaArgs),
    /// Check that jal can work here, and say what to do if not
    #[command(after_help = DOCTOR_HELP)]
    Doctor(DoctorArgs),
    /// Print completions for a shell
    #[cfg(feature = "pages")]
    #[command(after_help = COMPLETIONS_HELP)]
    Completions(CompletionsArgs),
    /// Write the man pages into a folder
    #[cfg(feature = "pages")]
    Man(ManArgs),
    /// Play 2048 or another bundled assembly game, full screen
    #[cfg(feature = "play")]
    Play(PlayArgs),
    /// List the bundled games
    #[cfg(feature = "play")]
    Games,
    /// Write the hand-out of a course into a new folder: the bundled project 2048, or your own
    #[cfg(feature = "play")]
    New(NewArgs),
}

const RUN_HELP: &str = "\
Exit codes: the program's own; 123 the calling convention was broken (with --check), 124 a limit \
was hit, 126 the program faulted, 127 it does not assemble or load, 2 wrong usage, 3 jal itself \
failed, 130 interrupted.";

const DEBUG_HELP: &str = "\
Type commands at the prompt, or pass them on standard input if that is not a terminal; `help` \
lists them. Exit codes: 0, 127 the program does not assemble or load, 2 wrong usage, 3 jal itself \
failed.";

const CHECK_HELP: &str = "\
Exit codes: 0 nothing was found, 1 something was found, or a file does not assemble, 2 wrong \
usage, 3 jal itself failed.";

/// How messages look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// Coloured on a terminal.
    Auto,
    /// Always coloured.
    Always,
    /// Never coloured.
    Never,
}

/// Who reads messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MessageFormat {
    /// People.
    Human,
    /// Programs: one JSON object per line.
    Json,
}

/// The stages of the assembler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum EmitStage {
    /// The tokens of the main file
    Tokens,
    /// Its statements
    Items,
    /// Addresses, words, basic instructions and source lines
    Listing,
    /// Segments and symbols
    Image,
}

// Options about messages, common to all commands.
#[derive(Clone, Debug, Args)]
pub(crate) struct MessageArgs {
    /// When to use colour
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: Color,
    /// Messages for people, or one JSON object per line for programs
    #[arg(long, value_enum, default_value = "human", value_name = "FORMAT")]
    pub message_format: MessageFormat,
}

// Options about the source language, common to all commands that read programs.
#[derive(Clone, Debug, Args)]
pub(super) struct SourceArgs {
    /// The instruction set, if it cannot be detected from the file
    #[arg(long, value_enum)]
    pub isa: Option<IsaName>,
    /// The assembly dialect, if it cannot be detected from the source
    #[arg(long, value_enum)]
    pub dialect: Option<DialectName>,
    /// Another source, object (.o) or archive (.a) of the program (may be given several times)
    #[arg(long, value_name = "FILE")]
    pub with: Vec<String>,
    /// The RISC-V processor that the program is for (rv32im, rv32e, rv32imac_zba_zbb)
    #[arg(long, value_name = "NAME")]
    pub march: Option<String>,
    /// MIPS sources: the instruction after a branch runs before the branch is taken
    #[arg(long)]
    pub delay_slots: bool,
    /// MIPS sources: numbers have their highest byte first
    #[arg(long)]
    pub big_endian: bool,
    /// MIPS: floating-point instructions record their causes and trap if that is enabled (slower)
    #[arg(long)]
    pub fpu_exceptions: bool,
    /// MARS and RARS sources: the program may read and change its own instructions, and execute data
    #[arg(long)]
    pub self_modifying: bool,
    /// MARS and RARS sources: the memory layout
    #[arg(long, value_enum)]
    pub memory: Option<MemoryName>,
    /// What becomes of statements that the simulator of the dialect does not accept itself
    #[arg(skip)]
    pub additions: Additions,
}

// `jal run`
#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// The program (an assembly source or an ELF file), objects and archives to link with it, and its arguments
    #[arg(
        required = true,
        num_args = 1..,
        trailing_var_arg = true,
        value_names = ["FILE", "ARGS"]
    )]
    pub program: Vec<OsString>,
    /// How the program calls its environment
    #[arg(long, value_enum)]
    pub env: Option<EnvName>,
    /// Let the program use files below this directory
    #[arg(long, value_name = "DIR")]
    pub files: Option<PathBuf>,
    /// Stop after this many instructions (10000, 5M)
    #[arg(long, value_name = "N", value_parser = units::count, allow_negative_numbers = true)]
    pub max_steps: Option<u64>,
    /// Stop after this many bytes of output (4096, 10M)
    #[arg(long, value_name = "BYTES", value_parser = units::size, allow_negative_numbers = true)]
    pub max_output: Option<u64>,
    /// Maximum memory for the program (64M, 1G)
    #[arg(long, value_name = "BYTES", value_parser = units::size, default_value = "512M", allow_negative_numbers = true)]
    pub max_memory: u64,
    /// Stop after this time (2s, 500ms, 1.5)
    #[arg(long, value_name = "TIME", value_parser = units::duration, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
    /// Seed for the environment's random numbers, or `random`
    #[arg(long, value_name = "N|random", default_value = "0", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: Seed,
    /// Start the clock at 0 and only advance it when the program sleeps; sleeping returns at once
    #[arg(long)]
    pub virtual_time: bool,
    /// Print statistics after the run
    #[arg(long)]
    pub stats: bool,
    /// Interpret all code, also where it is hot
    #[cfg(feature = "translate")]
    #[arg(long)]
    pub no_translate: bool,
    /// Print how much of the run was native code, and what translating it took
    #[cfg(feature = "translate")]
    #[arg(long)]
    pub translate_stats: bool,
    /// Print what caches would do, such as 4KiB:32:2:lru or mars (`jal explain cache`)
    #[arg(long, value_name = "SPEC", value_parser = CacheSpec::read)]
    pub cache: Option<CacheSpec>,
    /// Print the cycles of a 5-stage pipeline, such as no-forwarding,branch-id (`jal explain pipeline`)
    #[arg(long, value_name = "SPEC", num_args = 0..=1, require_equals = true, default_missing_value = "ripes", value_parser = PipelineSpec::read)]
    pub pipeline: Option<PipelineSpec>,
    /// Write one line per instruction to FILE or standard error
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub trace: Option<Option<PathBuf>>,
    /// Devices
    #[command(flatten)]
    pub devices: DeviceArgs,
    /// Calling convention
    #[command(flatten)]
    pub convention: ConventionArgs,
    /// Source language
    #[command(flatten)]
    pub source: SourceArgs,
    /// Messages
    #[command(flatten)]
    pub messages: MessageArgs,
}

// Options about the calling convention, common to all commands that run programs.
#[derive(Clone, Debug, Args)]
pub(super) struct ConventionArgs {
    /// Check that functions follow the calling convention
    #[arg(long)]
    pub check: bool,
    /// Put random values wherever the calling convention leaves registers and stack undefined
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub scramble: Option<u64>,
    /// Which registers carry results
    #[arg(long, value_enum, default_value = "a0-a1", value_name = "REGS")]
    pub returns: ReturnsName,
    /// Registers that the program's functions share, such as t1-t6,s0
    #[arg(long, value_name = "REGS", allow_hyphen_values = true)]
    pub global: Vec<String>,
    /// Leave out findings with this code (may be given several times)
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub allow: Vec<String>,
    /// Also report findings with this code: CC0305, a misaligned stack pointer
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub warn: Vec<String>,
}

impl RunArgs {
    /// The program's path as shown to people.
    pub(super) fn file(&self) -> String {
        let file = self
            .program
            .first()
            .map(|file| file.to_string_lossy().into_owned());
        file.unwrap_or_default()
    }
}

// `jal lsp`
#[derive(Debug, Args)]
pub(super) struct LspArgs {
    /// What editors add to the command of a server; it is the only way there is
    #[arg(long, hide = true)]
    pub stdio: bool,
}

// `jal debug`
#[derive(Debug, Args)]
pub(super) struct DebugArgs {
    /// The program (an assembly source, an ELF file, or a unit test with --case), followed by its
    /// arguments
    #[arg(
        required = true,
        num_args = 1..,
        trailing_var_arg = true,
        value_names = ["FILE", "ARGS"]
    )]
    pub program: Vec<OsString>,
    /// The program's standard input; without it, use the command `input`
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// Start on a full screen: source, registers, stack, memory, console and a timeline
    #[cfg(feature = "tui")]
    #[arg(long)]
    pub tui: bool,
    /// Run the commands in this file first
    #[arg(short = 'x', value_name = "SCRIPT")]
    pub script: Vec<PathBuf>,
    /// Run this command first (may be given several times)
    #[arg(short = 'e', value_name = "COMMAND")]
    pub command: Vec<String>,
    /// Wait for gdb at this address (default 127.0.0.1:1234), or talk to it on standard input and
    /// output (`-`)
    #[arg(
        long,
        value_name = "ADDR",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "127.0.0.1:1234",
        conflicts_with_all = ["script", "command", "to_output"]
    )]
    pub gdb: Option<String>,
    /// Start right before this byte of standard output is printed, counted from 0
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub to_output: Option<u64>,
    /// Maximum memory for the history (64M, 1G)
    #[arg(long, value_name = "SIZE", value_parser = units::size, default_value = "256M")]
    pub history: u64,
    /// How the program calls its environment
    #[arg(long, value_enum)]
    pub env: Option<EnvName>,
    /// Let the program use copies of the files below this directory
    #[arg(long, value_name = "DIR")]
    pub files: Option<PathBuf>,
    /// Maximum memory for the program (64M, 1G)
    #[arg(long, value_name = "BYTES", value_parser = units::size, default_value = "512M", allow_negative_numbers = true)]
    pub max_memory: u64,
    /// Seed for the environment's random numbers, or `random`
    #[arg(long, value_name = "N|random", default_value = "0", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: Seed,
    /// Start the clock at 0 and only advance it when the program sleeps
    #[arg(long)]
    pub virtual_time: bool,
    /// Stop where functions break the calling convention
    #[arg(long)]
    pub check: bool,
    /// Debug the case with this name or number of a unit test
    #[arg(long, value_name = "CASE")]
    pub case: Option<String>,
    /// Run a test as it is graded: registers that handed-in code may not rely on get random values
    #[arg(long)]
    pub graded: bool,
    /// Source language
    #[command(flatten)]
    pub source: SourceArgs,
    /// Messages
    #[command(flatten)]
    pub messages: MessageArgs,
}

// `jal check`
#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// The sources; each is a program or a library
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Leave out findings with this code (may be given several times)
    #[arg(long, value_name = "CODE")]
    pub allow: Vec<String>,
    /// Registers that all functions share on purpose, such as t1-t6,s0
    #[arg(long, value_name = "REGISTERS")]
    pub global: Vec<String>,
    /// List only what this simulator itself does not accept, although jal does
    #[arg(long, value_parser = super::portable::simulators(), value_name = "DIALECT", conflicts_with_all = ["dialect", "isa"])]
    pub portable: Option<DialectName>,
    /// Source language
    #[command(flatten)]
    pub source: SourceArgs,
    /// Messages
    #[command(flatten)]
    pub messages: MessageArgs,
}

// `jal asm`
#[derive(Debug, Args)]
pub(super) struct AsmArgs {
    /// The source file
    pub file: String,
    /// The file to write; an ELF file goes to a.out by default
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print address, word, basic instruction and source line instead of writing an ELF file
    #[arg(long, conflicts_with = "dump")]
    pub listing: bool,
    /// Print the machine words of the text instead of writing an ELF file
    #[arg(long)]
    pub dump: bool,
    /// Print the result of one stage of the assembler instead of writing an ELF file
    #[arg(long, value_enum, value_name = "STAGE", conflicts_with_all = ["listing", "dump"])]
    pub emit: Option<EmitStage>,
    /// Source language
    #[command(flatten)]
    pub source: SourceArgs,
    /// Messages
    #[command(flatten)]
    pub messages: MessageArgs,
}

// `jal disasm`
#[derive(Debug, Args)]
pub(super) struct DisasmArgs {
    /// An ELF file or a source file
    pub file: String,
    /// Write registers by number: x10 instead of a0, $4 instead of $a0
    #[arg(long)]
    pub numeric: bool,
    /// Source language
    #[command(flatten)]
    pub source: SourceArgs,
    /// Messages
    #[command(flatten)]
    pub messages: MessageArgs,
}

// `jal explain`
#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// A code such as E0301, an instruction such as addi, a directive such as .align, a register
    /// such as sp, a call such as print_string; lists the topics if omitted
    pub what: Option<String>,
    /// After ecall or syscall: the number or the name of the call
    #[arg(value_name = "CALL")]
    pub which: Option<String>,
    /// Only for this machine
    #[arg(long, value_enum)]
    pub isa: Option<IsaName>,
    /// When to show headings and code in colour
    #[arg(long, value_enum, default_value = "auto")]
    pub color: Color,
}

// `jal play`
#[cfg(feature = "play")]
#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    /// A bundled game (`jal games` lists them), or the folder of your own project
    #[arg(value_name = "GAME|DIR")]
    pub what: Option<OsString>,
    /// The machine, if the game exists for both
    #[arg(long, value_enum)]
    pub isa: Option<IsaName>,
    /// Seed of the game; by default, every game is different
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_SEED)))]
    pub seed: Option<u32>,
    /// Rows and columns, for a game that asks for them (mp8)
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = parse_board_size)]
    pub size: Option<(usize, usize)>,
    /// Record the game in this file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Replay a recorded game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "size"])]
    pub replay: Option<PathBuf>,
    /// Messages
    #[command(flatten)]
    pub messages: MessageArgs,
}

// `jal new`
#[cfg(feature = "play")]
#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// The folder, which must be new or empty
    pub dir: PathBuf,
    /// The machine that the project is for
    #[arg(long, value_enum, default_value = "rv32")]
    pub isa: IsaName,
    /// For teachers: make the hand-out of the course in this folder, with the stubs in handout/
    /// instead of the solutions, without hidden tests, and with a sealed reference for jal fuzz
    #[arg(long, value_name = "DIR", conflicts_with = "isa")]
    pub course: Option<PathBuf>,
    /// Messages
    #[command(flatten)]
    pub messages: MessageArgs,
}

/// Where random numbers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seed {
    /// The same each time.
    Fixed(u64),
    /// Another each time.
    Random,
}

impl Seed {
    /// The number to begin with.
    pub(super) fn number(self) -> u64 {
        match self {
            Seed::Fixed(seed) => seed,
            Seed::Random => std::time::SystemTime::UNIX_EPOCH
                .elapsed()
                .map_or(0, |time| time.as_nanos() as u64),
        }
    }
}

#[cfg(feature = "play")]
fn parse_board_size(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once(['x', 'X', '×']);
    let size = numbers.and_then(|(rows, columns)| {
        let (rows, columns) = (rows.trim().parse().ok()?, columns.trim().parse().ok()?);
        (SIDES.contains(&rows) && SIDES.contains(&columns)).then_some((rows, columns))
    });
    size.ok_or_else(|| "expected rows and columns from 1 to 20, such as 4x5".to_string())
}

fn parse_seed(text: &str) -> Result<Seed, String> {
    if text == "random" {
        return Ok(Seed::Random);
    }
    let number = text
        .parse::<i64>()
        .map(|n| n as u64)
        .or_else(|_| text.parse::<u64>());
    number
        .map(Seed::Fixed)
        .map_err(|_| "expected a whole number or `random`".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// A doc comment on a struct of options would become the description of the command.
    #[test]
    fn help_describes_a_command_as_the_list_of_commands_does() {
        let listed = Cli::command();
        let mut built = Cli::command();
        built.build();
        for command in listed.get_subcommands() {
            let name = command.get_name();
            let found = built.find_subcommand(name).expect("the same commands");
            let texts = |command: &clap::Command| {
                let texts = [
                    command.get_about(),
                    command.get_long_about(),
                    command.get_after_help(),
                ];
                texts.map(|text| text.map(ToString::to_string))
            };
            assert_eq!(texts(found), texts(command), "jal {name}");
        }
    }

    #[test]
    fn seeds_are_numbers_or_random() {
        assert_eq!(parse_seed("7"), Ok(Seed::Fixed(7)));
        assert_eq!(parse_seed("-1"), Ok(Seed::Fixed(u64::MAX)));
        assert_eq!(parse_seed("random"), Ok(Seed::Random));
        assert!(parse_seed("x").is_err());
    }
}
