//! The tables of commands in docs/debugging.md are what the rows say. `UPDATE_DOCS=1` writes them
//! anew.

use debug::repl::{COMMANDS, Command, Group};
use std::fmt::Write as _;

/// A line of the table: what to type, and what it does.
fn line(command: &Command) -> String {
    let names = std::iter::once(&command.name).chain(command.aliases);
    let mut typed = names
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ");
    if !command.usage.is_empty() {
        // A bar in a cell would end it, even in code.
        let _ = write!(typed, " `{}`", command.usage.replace('|', "\\|"));
    }
    format!("| {typed} | {} |\n", command.about)
}

#[test]
fn the_tables_of_commands_are_current() {
    for (group, title) in Group::ALL {
        let rows = COMMANDS.iter().filter(|command| command.group == group);
        let rows: String = rows.map(line).collect();
        let table = format!("| command | does |\n|---|---|\n{rows}");
        let name = format!("commands: {title}");
        testkit::page::check_table("debugging.md", &name, &table, "debug --test all commands");
    }
}

#[test]
fn no_name_means_two_commands() {
    let mut names: Vec<&str> = COMMANDS
        .iter()
        .flat_map(|command| command.aliases.iter().chain([&command.name]))
        .copied()
        .collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}
