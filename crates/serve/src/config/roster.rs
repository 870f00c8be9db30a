//! The roster: a table in CSV with the students.

use crate::storage::RosterEntry;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Names are shown on pages, in letters and as names of files.
const LONGEST_NAME: usize = 100;

/// Reads the roster. `path` is where repositories are that it does not name.
pub(crate) fn read_roster(file: &Path, path: Option<&str>) -> Result<Vec<RosterEntry>> {
    if !file.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(file);
    let text = text.with_context(|| format!("cannot read `{}`", file.display()))?;
    parse(&text, path).with_context(|| format!("`{}` is not a roster", file.display()))
}

fn parse(text: &str, path: Option<&str>) -> Result<Vec<RosterEntry>> {
    let lines = records(text.trim_start_matches('\u{feff}'))?;
    let mut lines = lines
        .into_iter()
        .filter(|(_, cells)| cells.iter().any(|c| !c.is_empty()));
    let Some((_, head)) = lines.next() else {
        return Ok(Vec::new());
    };
    let column = |name: &str| head.iter().position(|cell| cell.eq_ignore_ascii_case(name));
    let name = column("name").context(
        "its first line names the columns: `name`, and if you like `email` and `repository`",
    )?;
    let (email, repository) = (column("email"), column("repository"));
    let mut names = BTreeSet::new();
    let mut roster = Vec::new();
    for (number, cells) in lines {
        let cell = |column: Option<usize>| {
            column
                .and_then(|k| cells.get(k))
                .cloned()
                .unwrap_or_default()
        };
        let entry = RosterEntry {
            name: cell(Some(name)),
            email: cell(email),
            repository: cell(repository),
        };
        let entry = complete(entry, path).with_context(|| format!("line {number}"))?;
        ensure!(
            names.insert(entry.name.clone()),
            "line {number}: there are two students `{}`",
            entry.name
        );
        roster.push(entry);
    }
    Ok(roster)
}

fn complete(mut entry: RosterEntry, path: Option<&str>) -> Result<RosterEntry> {
    let name = &entry.name;
    ensure!(!name.is_empty(), "the name is missing");
    ensure!(
        name.len() <= LONGEST_NAME,
        "`{name}` is too long for a name"
    );
    if name.starts_with('.')
        || name
            .chars()
            .any(|c| c.is_control() || "/\\\u{2028}\u{2029}".contains(c))
    {
        bail!("{name:?} cannot be a name: it becomes the name of files");
    }
    if !entry.email.is_empty() {
        ensure!(
            entry.email.parse::<lettre::Address>().is_ok(),
            "{:?} is not an e-mail address",
            entry.email
        );
    }
    ensure!(
        !entry.repository.chars().any(char::is_control) && !entry.repository.starts_with('-'),
        "{:?} is not the place of a repository",
        entry.repository
    );
    if let (true, Some(path)) = (entry.repository.is_empty(), path) {
        entry.repository = path.replace("{name}", &entry.name);
    }
    Ok(entry)
}

/// The lines of a table in CSV, with their numbers. Cells may be in double quotes.
fn records(text: &str) -> Result<Vec<(usize, Vec<String>)>> {
    let mut records = Vec::new();
    let mut chars = text.chars().peekable();
    let mut line = 1;
    while chars.peek().is_some() {
        let (first, mut cells, mut cell, mut quoted) = (line, Vec::new(), String::new(), false);
        loop {
            match chars.next() {
                Some('"') if quoted && chars.peek() == Some(&'"') => {
                    chars.next();
                    cell.push('"');
                }
                Some('"') if quoted || cell.trim().is_empty() => quoted = !quoted,
                Some(',' | ';') if !quoted => {
                    cells.push(std::mem::take(&mut cell).trim().to_owned())
                }
                Some('\n') if !quoted => break,
                Some('\r') if !quoted && chars.peek() == Some(&'\n') => {}
                Some(c) => {
                    line += usize::from(c == '\n');
                    cell.push(c);
                }
                None if quoted => bail!("line {first}: a quote does not end"),
                None => break,
            }
        }
        line += 1;
        cells.push(cell.trim().to_owned());
        records.push((first, cells));
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        let shown = parse(text, Some("/srv/{name}.git")).map(|roster| {
            let lines = roster
                .iter()
                .map(|e| format!("{}|{}|{}", e.name, e.email, e.repository));
            lines.collect::<Vec<_>>().join("\n")
        });
        let shown = shown.map_err(|error| format!("{error:#}"));
        assert_eq!(shown.as_deref().map_err(|e| &**e), expected);
    }

    #[test]
    fn rosters_come_from_spreadsheets() {
        check(
            "Name,Email,Repository\r\nalice,a@x.org,\r\n\r\n\"Bob, \"\"B\"\"\",,/r.git\n",
            Ok("alice|a@x.org|/srv/alice.git\nBob, \"B\"||/r.git"),
        );
        check(
            "email;name\na@x.org;alice",
            Ok("alice|a@x.org|/srv/alice.git"),
        );
        check("", Ok(""));
    }

    #[test]
    fn what_would_do_harm_is_refused() {
        check(
            "name\n../x",
            Err("line 2: \"../x\" cannot be a name: it becomes the name of files"),
        );
        check(
            "name,email\na,\"a@x.org\nBcc: b@x.org\"",
            Err("line 2: \"a@x.org\\nBcc: b@x.org\" is not an e-mail address"),
        );
        check(
            "name,repository\na,--upload-pack=x",
            Err("line 2: \"--upload-pack=x\" is not the place of a repository"),
        );
        check("name\na\na", Err("line 3: there are two students `a`"));
        check(
            "students\na",
            Err(
                "its first line names the columns: `name`, and if you like `email` and `repository`",
            ),
        );
        check("name\n\"a", Err("line 2: a quote does not end"));
    }
}
