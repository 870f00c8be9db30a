//! `jal completions` and `jal man`: what shells and `man` know of the command line, from the
//! description of its options. The release files contain the same.

use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use clap::Args;
use clap_complete::Shell;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// What is printed below the options.
pub(super) const COMPLETIONS_HELP: &str = "\
To use them from the next shell on:
  bash        jal completions bash > ~/.local/share/bash-completion/completions/jal
  zsh         jal completions zsh > DIR/_jal, with a DIR of $fpath
  fish        jal completions fish > ~/.config/fish/completions/jal.fish
  powershell  jal completions powershell >> $PROFILE
  elvish      jal completions elvish >> ~/.config/elvish/rc.elv";

// `jal completions`
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

// `jal man`
#[derive(Debug, Args)]
pub(super) struct ManArgs {
    /// The folder
    pub dir: PathBuf,
}

/// A file with its name.
pub type NamedPage = (String, Vec<u8>);

/// A page for `jal` and one for each of its commands: `jal-run.1` and so on.
pub fn man_pages() -> io::Result<Vec<NamedPage>> {
    let mut command = super::command();
    command.build();
    let shown = |sub: &&clap::Command| sub.get_name() != "help" && !sub.is_hide_set();
    let mut pages = vec![page(command.clone(), "jal")?];
    for sub in command.get_subcommands().filter(shown) {
        let name = format!("jal-{}", sub.get_name());
        pages.push(page(sub.clone(), &name)?);
    }
    Ok(pages)
}

fn page(command: clap::Command, name: &str) -> io::Result<NamedPage> {
    let mut bytes = Vec::new();
    let man = clap_mangen::Man::new(command).title(name);
    man.render(&mut bytes)?;
    Ok((format!("{name}.1"), bytes))
}

/// Completions for all shells, with the names that each looks for.
pub fn completion_files() -> Vec<NamedPage> {
    let shells = [
        (Shell::Bash, "jal.bash"),
        (Shell::Elvish, "jal.elv"),
        (Shell::Fish, "jal.fish"),
        (Shell::PowerShell, "jal.ps1"),
        (Shell::Zsh, "_jal"),
    ];
    let files = shells.map(|(shell, name)| (name.to_owned(), completions_for(shell)));
    files.into()
}

fn completions_for(shell: Shell) -> Vec<u8> {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut super::command(), "jal", &mut bytes);
    bytes
}

/// Prints the completions of a shell; the exit code.
pub(super) fn completions(args: &CompletionsArgs) -> Result<u8, ExpectedError> {
    io::stdout().write_all(&completions_for(args.shell))?;
    Ok(exit::SUCCESS)
}

/// Writes the man pages; the exit code.
pub(super) fn man(args: &ManArgs) -> Result<u8, ExpectedError> {
    let cannot = || format!("cannot write into `{}`", args.dir.display());
    fs::create_dir_all(&args.dir).with_context(cannot)?;
    let pages = man_pages()?;
    for (name, bytes) in &pages {
        fs::write(args.dir.join(name), bytes).with_context(cannot)?;
    }
    let pages = diag::number::count(pages.len() as u64, "page");
    let dir = diag::shell_path(&args.dir.to_string_lossy());
    writeln!(
        io::stdout(),
        "{pages} in `{dir}`; read one with `man {dir}/jal-test.1`"
    )?;
    Ok(exit::SUCCESS)
}
