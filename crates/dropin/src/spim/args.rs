//! The command line of `spim`: one row for each option.

use machine::env::SpimSizes;
use std::ffi::OsString;

/// What the command line says.
#[derive(Clone, Debug)]
pub(super) struct SpimArgs {
    /// Pseudo-instructions may be written.
    pub pseudos: bool,
    pub delayed_branches: bool,
    pub delayed_loads: bool,
    /// What goes before the program.
    pub exceptions: ExceptionCode,
    pub mapped_io: bool,
    pub quiet: bool,
    pub sizes: SpimSizes,
    /// What to write to files before the run.
    pub dump: Option<DumpKind>,
    /// Leave after that.
    pub assemble_only: bool,
    /// The program.
    pub file: Option<String>,
    /// Its arguments, without its name.
    pub program: Vec<Vec<u8>>,
    /// What is said about the command line.
    pub remarks: String,
}

/// The start code and the exception handler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExceptionCode {
    Usual,
    None,
    File(String),
}

/// What is written to files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DumpKind {
    /// The program's own text and data.
    User,
    /// With those of the kernel.
    Full,
}

/// How an option is used.
#[derive(Clone, Copy)]
enum Effect {
    Plain(fn(&mut SpimArgs)),
    /// It takes the next word.
    Value(fn(&mut SpimArgs, String)),
    /// It takes a number.
    Size(fn(&mut SpimSizes, u32)),
    /// It ends the options: the program and its arguments follow.
    File,
}

/// One option: its names without the dash, what follows it, what it does; without words it is not in
/// the list of options.
struct OptionRow {
    names: &'static [&'static str],
    operand: &'static str,
    doc: &'static str,
    effect: Effect,
}

const fn row(
    names: &'static [&'static str],
    operand: &'static str,
    doc: &'static str,
    effect: Effect,
) -> OptionRow {
    OptionRow {
        names,
        operand,
        doc,
        effect,
    }
}

static OPTIONS: &[OptionRow] = &[
    row(
        &["bare", "b"],
        "",
        "Bare machine (no pseudo-ops, delayed branches and loads)",
        Effect::Plain(|args| set_bare(args, true)),
    ),
    row(
        &["asm", "a"],
        "",
        "Extended machine (pseudo-ops, no delayed branches and loads) (default)",
        Effect::Plain(|args| set_bare(args, false)),
    ),
    row(
        &["delayed_branches", "db"],
        "",
        "Execute delayed branches",
        Effect::Plain(|args| args.delayed_branches = true),
    ),
    row(
        &["delayed_loads", "dl"],
        "",
        "Execute delayed loads",
        Effect::Plain(|args| args.delayed_loads = true),
    ),
    row(
        &["exception", "e"],
        "",
        "Load exception handler (default)",
        Effect::Plain(|args| args.exceptions = ExceptionCode::Usual),
    ),
    row(
        &["noexception", "ne"],
        "",
        "Do not load exception handler",
        Effect::Plain(|args| args.exceptions = ExceptionCode::None),
    ),
    row(
        &["exception_file", "ef", "trap_file"],
        "<file>",
        "Specify exception handler in place of default",
        Effect::Value(|args, file| args.exceptions = ExceptionCode::File(file)),
    ),
    row(
        &["quiet", "q"],
        "",
        "Do not print warnings",
        Effect::Plain(|args| args.quiet = true),
    ),
    row(
        &["noquiet", "nq"],
        "",
        "Print warnings (default)",
        Effect::Plain(|args| args.quiet = false),
    ),
    row(
        &["mapped_io", "mio"],
        "",
        "Enable memory-mapped IO",
        Effect::Plain(|args| args.mapped_io = true),
    ),
    row(
        &["nomapped_io", "nmio"],
        "",
        "Do not enable memory-mapped IO (default)",
        Effect::Plain(|args| args.mapped_io = false),
    ),
    row(
        &["file", "f"],
        "<file> <args>",
        "Assembly code file and arguments to program",
        Effect::File,
    ),
    row(
        &["assemble"],
        "",
        "Write assembled code to <file>.out and exit",
        Effect::Plain(|args| args.assemble_only = true),
    ),
    row(
        &["dump"],
        "",
        "Write user data and text segments into files",
        Effect::Plain(|args| args.dump = Some(DumpKind::User)),
    ),
    row(
        &["full_dump"],
        "",
        "Write user and kernel data and text into files",
        Effect::Plain(|args| args.dump = Some(DumpKind::Full)),
    ),
    row(
        &["pseudo", "p"],
        "",
        "",
        Effect::Plain(|args| args.pseudos = true),
    ),
    row(
        &["nopseudo", "np"],
        "",
        "",
        Effect::Plain(|args| args.pseudos = false),
    ),
    row(
        &["trap", "t"],
        "",
        "",
        Effect::Plain(|args| args.exceptions = ExceptionCode::Usual),
    ),
    row(
        &["notrap", "nt"],
        "",
        "",
        Effect::Plain(|args| args.exceptions = ExceptionCode::None),
    ),
    // Segments grow as needed up to their limits, and so their first sizes mean nothing.
    row(
        &[
            "stext", "st", "sdata", "sd", "sstack", "ss", "sktext", "skt", "skdata", "skd",
            "lkdata", "lkd",
        ],
        "<size>",
        "",
        Effect::Size(|_, _| ()),
    ),
    row(
        &["ldata", "ld"],
        "<size>",
        "",
        Effect::Size(|sizes, size| sizes.data = size),
    ),
    row(
        &["lstack", "ls"],
        "<size>",
        "",
        Effect::Size(|sizes, size| sizes.stack = size),
    ),
];

fn set_bare(args: &mut SpimArgs, bare: bool) {
    args.pseudos = !bare;
    args.delayed_branches = bare;
    args.delayed_loads = bare;
}

/// The list of options.
pub(super) fn usage() -> String {
    let listed = OPTIONS.iter().filter(|row| !row.doc.is_empty());
    let lines = listed.map(|row| {
        let name = format!("-{} {}", row.names[0], row.operand);
        let name = name.trim_end();
        // In columns of eight, as the original does it with tabs.
        let tabs = (24usize.saturating_sub(name.len())).div_ceil(8).max(1);
        format!("\t{name}{}{}\n", "\t".repeat(tabs), row.doc)
    });
    format!("Usage: spim\n{}", lines.collect::<String>())
}

/// Reads the command line without the name of the program.
pub(super) fn parse(arguments: &[OsString]) -> SpimArgs {
    let mut args = SpimArgs {
        pseudos: true,
        delayed_branches: false,
        delayed_loads: false,
        exceptions: ExceptionCode::Usual,
        mapped_io: false,
        quiet: false,
        sizes: SpimSizes::SPIM,
        dump: None,
        assemble_only: false,
        file: None,
        program: Vec::new(),
        remarks: String::new(),
    };
    let mut words = arguments.iter().map(|word| word.to_string_lossy());
    while let Some(word) = words.next() {
        let name = word.strip_prefix('-');
        let known = OPTIONS
            .iter()
            .find(|row| name.is_some_and(|name| row.names.contains(&name)));
        match known.map(|row| row.effect) {
            Some(Effect::Plain(apply)) => apply(&mut args),
            Some(Effect::Value(apply)) => {
                if let Some(value) = words.next() {
                    apply(&mut args, value.into_owned());
                }
            }
            Some(Effect::Size(apply)) => {
                let size = words.next().and_then(|text| text.parse().ok());
                if let Some(size) = size.filter(|size| (4..=1 << 28).contains(size)) {
                    apply(&mut args.sizes, size);
                }
            }
            Some(Effect::File) => {
                args.file = words.next().map(|file| file.into_owned());
                args.program = words
                    .by_ref()
                    .map(|word| word.into_owned().into_bytes())
                    .collect();
            }
            None => {
                let remark = format!("\nUnknown argument: {word} (ignored)\n{}", usage());
                args.remarks.push_str(&remark);
            }
        }
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> SpimArgs {
        parse(&words.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn the_file_ends_the_options() {
        let args = read(&["-bare", "-file", "a.s", "-quiet", "x"]);
        assert_eq!(args.file.as_deref(), Some("a.s"));
        assert_eq!(args.program, [b"-quiet".to_vec(), b"x".to_vec()]);
        assert!(!args.quiet && !args.pseudos && args.delayed_loads && args.delayed_branches);
    }

    #[test]
    fn later_options_override_earlier_ones() {
        let args = read(&["-b", "-asm", "-dl", "-ne", "-ls", "1000000", "-sdata", "7"]);
        assert!(args.pseudos && !args.delayed_branches && args.delayed_loads);
        assert_eq!(args.exceptions, ExceptionCode::None);
        assert_eq!(args.sizes.stack, 1_000_000);
        assert!(args.remarks.is_empty());
    }

    #[test]
    fn what_is_not_an_option_is_ignored_with_a_remark() {
        let args = read(&["prog.s", "-foo"]);
        assert!(
            args.remarks.starts_with(
                "\nUnknown argument: prog.s (ignored)\nUsage: spim\n\t-bare\t\t\tBare"
            )
        );
        assert_eq!(args.file, None);
    }
}
