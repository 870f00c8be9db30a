//! Man pages and shell completions, from the description of the command line.

use crate::archive::Member;
use anyhow::Result;
use clap_complete::Shell;

/// A page for `jal` and one for each of its commands: `jal-run.1` and so on.
pub(crate) fn man() -> Result<Vec<Member>> {
    let mut command = cli::jal::command();
    command.build();
    let mut pages = Vec::new();
    let names: Vec<String> = command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help" && !sub.is_hide_set())
        .map(|sub| sub.get_name().to_owned())
        .collect();
    pages.push(page(command.clone(), "jal")?);
    for name in names {
        if let Some(sub) = command.find_subcommand(&name) {
            pages.push(page(sub.clone(), &format!("jal-{name}"))?);
        }
    }
    Ok(pages)
}

fn page(command: clap::Command, name: &str) -> Result<Member> {
    let mut bytes = Vec::new();
    clap_mangen::Man::new(command)
        .title(name)
        .render(&mut bytes)?;
    Ok(Member::text(format!("{name}.1"), bytes))
}

/// Completions, with the names that each shell looks for.
pub(crate) fn completions() -> Vec<Member> {
    let shells = [
        (Shell::Bash, "jal.bash"),
        (Shell::Fish, "jal.fish"),
        (Shell::PowerShell, "jal.ps1"),
        (Shell::Zsh, "_jal"),
    ];
    let complete = |(shell, name): (Shell, &str)| {
        let mut bytes = Vec::new();
        clap_complete::generate(shell, &mut cli::jal::command(), "jal", &mut bytes);
        Member::text(name, bytes)
    };
    shells.into_iter().map(complete).collect()
}
