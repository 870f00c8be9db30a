//! `jal fmt`: gives sources one layout, without changing what they mean.

use super::args::{DialectName, IsaName, MessageArgs};
use super::lsp::DiskFiles;
use super::say::Voice;
use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use assembler::format::{self, LayoutRow};
use assembler::tidy;
use clap::Args;
use diag::number::count;
use diag::{one_line, shell_path};
use ide::{LanguageSettings, Workspace};
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) const FMT_HELP: &str = "\
Only blanks between words change, never what is assembled. Lines that cannot be read word by word stay as \
they are. Exit codes: 0 good, 1 something would change (with --check), 2 wrong usage, 3 jal itself failed.";

/// How sources are named.
const ENDINGS: [&str; 4] = ["s", "S", "asm", "mips"];
/// Lines that `--check` shows of each file.
const SHOWN: usize = 3;

// `jal fmt`
#[derive(Debug, Args)]
pub(super) struct FmtArgs {
    /// Sources, folders of sources, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Change nothing, and report what would change
    #[arg(long)]
    pub check: bool,
    /// The instruction set, if it cannot be detected from the file
    #[arg(long, value_enum)]
    pub isa: Option<IsaName>,
    /// The assembly dialect, if it cannot be detected from the source
    #[arg(long, value_enum)]
    pub dialect: Option<DialectName>,
    /// Messages
    #[command(flatten)]
    pub messages: MessageArgs,
}

/// A source with its layout.
struct LaidOut {
    name: String,
    old: String,
    rows: Vec<LayoutRow>,
    new: String,
}

/// Runs the command; the exit code.
pub(super) fn run(args: &FmtArgs) -> Result<u8, ExpectedError> {
    let voice = Voice::new(&args.messages);
    let mut sources = Vec::new();
    for file in &args.files {
        match file.as_os_str() == "-" {
            true => sources.push((file.clone(), read_input()?)),
            false => {
                for path in files(file)? {
                    let bytes = fs::read(&path).with_context(|| name_of(&path))?;
                    sources.push((path, bytes));
                }
            }
        }
    }
    let laid_out: Result<Vec<_>, _> = sources
        .into_iter()
        .map(|(path, bytes)| lay_out(args, &voice, &path, bytes).map(|out| (path, out)))
        .collect();
    let mut changed = 0;
    let laid_out = laid_out?;
    let all = laid_out.len();
    for (path, source) in laid_out {
        let is_input = path.as_os_str() == "-";
        let is_same = source.new == source.old;
        if is_input && !args.check {
            io::stdout().write_all(source.new.as_bytes())?;
            continue;
        }
        if is_same {
            continue;
        }
        changed += 1;
        match args.check {
            true => voice.note(difference(&source).trim_end()),
            false => {
                fs::write(&path, &source.new).with_context(|| source.name.clone())?;
                voice.note(&format!("{} formatted", source.name));
            }
        }
    }
    if !args.check {
        return Ok(exit::SUCCESS);
    }
    let files = count(all as u64, "file");
    voice.note(&match changed {
        0 => format!("{files} checked, nothing would change."),
        _ => format!("{files} checked, {changed} would change. `jal fmt` changes them."),
    });
    Ok(match changed {
        0 => exit::SUCCESS,
        _ => exit::FINDINGS,
    })
}

fn read_input() -> Result<Vec<u8>, ExpectedError> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn name_of(path: &Path) -> String {
    shell_path(&path.to_string_lossy()).to_string()
}

/// A file, or the sources below a folder, in order.
fn files(path: &Path) -> Result<Vec<PathBuf>, ExpectedError> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    if !path.is_dir() {
        let name = name_of(path);
        return Err(ExpectedError::Usage(format!("there is no file `{name}`")));
    }
    let mut found = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).with_context(|| name_of(&folder))?;
        for entry in entries.flatten() {
            let path = entry.path();
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            let kind = entry.file_type().context("a file without a kind")?;
            let ending = path.extension().and_then(|ending| ending.to_str());
            if kind.is_dir() && !is_hidden {
                folders.push(path);
            } else if kind.is_file() && ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    match found.is_empty() {
        false => Ok(found),
        true => {
            let name = name_of(path);
            Err(ExpectedError::Usage(format!(
                "there are no sources in `{name}`"
            )))
        }
    }
}

/// Gives a source its layout.
fn lay_out(
    args: &FmtArgs,
    voice: &Voice,
    path: &Path,
    bytes: Vec<u8>,
) -> Result<LaidOut, ExpectedError> {
    let is_input = path.as_os_str() == "-";
    let name = if is_input {
        "standard input".to_owned()
    } else {
        name_of(path)
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let why =
            format!("{name} is not UTF-8 text: see its byte {place}. Save it as UTF-8 first.");
        ExpectedError::Usage(why)
    })?;
    let here = std::env::current_dir().context("there is no working directory")?;
    let file = if is_input { Path::new("input.s") } else { path };
    let file = tidy(&here.join(file));
    let mut workspace = Workspace::new(Arc::new(DiskFiles));
    workspace.set_settings(LanguageSettings {
        target: args.isa.map(IsaName::target),
        language: args.dialect.map(DialectName::language),
        ..LanguageSettings::default()
    });
    workspace.put(&file, text.clone(), 0);
    let view = workspace.source(&file);
    let analysis = workspace.analysis(&file);
    let (Some(view), Some(analysis)) = (view, analysis) else {
        return Err(ExpectedError::Usage(format!(
            "{name} is not an assembly source"
        )));
    };
    // Without an error of the assembler, nobody knows the language.
    let loaded = &analysis.loaded;
    if loaded.program.is_none() && loaded.errors.is_empty() {
        voice.say_each(&loaded.sources, &loaded.diagnostics);
        return Err(ExpectedError::Usage(format!(
            "{name} was not formatted, nor was anything else"
        )));
    }
    Ok(LaidOut {
        name,
        rows: format::rows(&view.reader, &text),
        new: format::format(&view.reader, &text),
        old: text,
    })
}

/// How many lines of a source would change, and the first of them.
fn difference(source: &LaidOut) -> String {
    let rows = source.rows.iter().enumerate();
    let changed: Vec<_> = rows
        .filter(|(_, row)| source.old.get(row.at.range()) != Some(&row.text))
        .collect();
    let lines = count(source.rows.len() as u64, "line");
    let mut out = format!(
        "{}: {} of {lines} would change\n",
        source.name,
        changed.len()
    );
    for (number, row) in changed.iter().take(SHOWN) {
        let old = source.old.get(row.at.range()).unwrap_or("");
        let shown = |text: &str| one_line(text.trim_end_matches(['\r', '\n']));
        out.push_str(&format!("{:>5} - {}\n", number + 1, shown(old)));
        if !row.text.is_empty() {
            out.push_str(&format!("{:>5} + {}\n", number + 1, shown(&row.text)));
        }
    }
    if changed.len() > SHOWN {
        out.push_str("      …\n");
    }
    out
}
