//! The subroutines of the course project, each broken in one line in many ways: every one of them
//! is found. `tests/callconv/mutations.txt` is the table.

use super::project::{Project, SUBROUTINES, root};
use super::run::Mode;
use runtime::Target;
use std::collections::BTreeMap;

/// So many mutations of each subroutine there are at least.
const AT_LEAST: usize = 5;
#[test]
fn every_mutation_on_rv32_is_found() {
    check_all(Target::RiscV);
}

#[test]
fn every_mutation_on_mips32_is_found() {
    check_all(Target::Mips);
}

/// Applies each mutation for this machine, and collects those that are not found.
#[track_caller]
fn check_all(target: Target) {
    let table = table();
    let of_machine = table.iter().filter(|m| m.target == target);
    let missed: Vec<String> = of_machine.filter_map(Mutation::missed).collect();
    assert!(missed.is_empty(), "not found:\n{}", missed.join("\n"));
}

#[test]
fn the_table_has_enough_of_each() {
    let mut counts = BTreeMap::new();
    for mutation in table() {
        let key = (mutation.target.desc().name, mutation.subroutine);
        *counts.entry(key).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 2 * SUBROUTINES.len());
    let few: Vec<_> = counts.iter().filter(|(_, n)| **n < AT_LEAST).collect();
    assert!(few.is_empty(), "{few:?}");
}

/// One row of the table.
struct Mutation {
    target: Target,
    subroutine: String,
    line: String,
    instead: Vec<String>,
    codes: Vec<String>,
    /// Where it stands in the table.
    row: usize,
}

/// Reads the table.
fn table() -> Vec<Mutation> {
    let text = std::fs::read_to_string(root().join("tests/callconv/mutations.txt")).unwrap();
    let mut head = None;
    let mut mutations = Vec::new();
    for (row, line) in (1..).zip(text.lines()) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(names) = line.strip_prefix('[') {
            let (machine, subroutine) = names.trim_end_matches(']').split_once(' ').unwrap();
            head = Some((Target::named(machine).unwrap(), subroutine));
            continue;
        }
        let columns: Vec<&str> = line.split('|').collect();
        let (Some((target, subroutine)), [line, instead, codes]) = (head, &columns[..]) else {
            panic!("row {row} has not three columns");
        };
        let instead = instead.split(';').map(str::trim);
        let instead = instead.filter(|instruction| !instruction.is_empty());
        mutations.push(Mutation {
            target,
            subroutine: subroutine.to_owned(),
            line: tidy(line),
            instead: instead.map(str::to_owned).collect(),
            codes: codes.split_whitespace().map(str::to_owned).collect(),
            row,
        });
    }
    mutations
}

impl Mutation {
    /// What is to be told if the mutation is not found, or only something else.
    fn missed(&self) -> Option<String> {
        let project = Project {
            target: self.target,
        };
        let file = format!("src/{}.{}", self.subroutine, project.ending());
        let path = project.folder().join(file).canonicalize().unwrap();
        let text = self.apply(&std::fs::read_to_string(&path).unwrap());
        let known = SUBROUTINES
            .iter()
            .find(|(name, _)| *name == self.subroutine);
        let mut all = Vec::new();
        for program in project.tests(known.unwrap().1) {
            let found = project.findings(&program, Some((&path, &text)), Mode::Checked);
            if found
                .iter()
                .any(|code| self.codes.iter().any(|c| c == code.0))
            {
                return None;
            }
            all.extend(found);
        }
        Some(format!(
            "row {} ({}): `{}` becomes `{}`: {all:?} instead of {:?}",
            self.row,
            self.subroutine,
            self.line,
            self.instead.join("; "),
            self.codes
        ))
    }

    /// Changes the first such line of the subroutine.
    fn apply(&self, source: &str) -> String {
        let label = format!("{}:", self.subroutine);
        let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
        let start = lines.iter().position(|line| *line == label).unwrap();
        let at = lines[start..].iter().position(|l| tidy(l) == self.line);
        let at = start + at.unwrap_or_else(|| panic!("row {}: no such line", self.row));
        lines.splice(at..=at, self.instead.iter().map(|i| format!("    {i}")));
        lines.join("\n") + "\n"
    }
}

/// A line without its comment, with one blank between words.
fn tidy(line: &str) -> String {
    let code = line.split('#').next().unwrap_or_default();
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}
