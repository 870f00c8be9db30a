//! What the tables say about whatever has a name: diagnostic codes, instructions, calls of the
//! environment, registers, directives, views of a run. `jal explain` prints it, and editors show it.

pub mod calls;
pub mod directives;
pub mod registers;
pub mod views;

use assembler::Dialect;
use harness::codes::registry;
use machine::isa::{DialectSet, IsaDesc, Pseudo, Row};
use runtime::{Language, Target};
use std::fmt::Write as _;

/// What the tables of these machines say about `what`.
pub fn explain(machines: &[Target], what: &str, which: Option<&str>) -> String {
    let name = what.to_ascii_lowercase();
    if which.is_some() {
        return calls::called_by(machines, &name, which);
    }
    let instructions = by_machine(machines, |target| instruction(target.desc(), &name));
    let all = [
        instructions,
        calls::called_by(machines, &name, None),
        calls::named(machines, &name),
        by_machine(machines, |target| registers::register(target, &name)),
        by_machine(machines, |target| directives::directive(target, &name)),
        views::view(&name).unwrap_or_default(),
    ];
    match all.concat() {
        text if text.is_empty() => calls::in_place_of(machines, &name),
        text => text,
    }
}

/// What is known about a word of a program for this machine or of a message, for the debugger.
pub fn word(desc: &'static IsaDesc, word: &str) -> Option<String> {
    if let Some(entry) = registry().explain(word) {
        return Some(entry.page.to_owned());
    }
    let target = Target::ALL
        .into_iter()
        .find(|target| target.desc().name == desc.name)?;
    let (what, which) = match word.split_once(' ') {
        Some((what, which)) => (what, Some(which.trim())),
        None => (word, None),
    };
    Some(explain(&[target], what, which)).filter(|text| !text.is_empty())
}

/// The page of a code, or what is known about a word for all machines.
pub fn page(word: &str) -> Option<String> {
    let code = registry().explain(word).map(|entry| entry.page.to_owned());
    let known = || explain(&Target::ALL, word, None);
    code.or_else(|| Some(known()).filter(|text| !text.is_empty()))
}

/// What each of these machines says; the machine's name is above it where there are two.
fn by_machine(machines: &[Target], say: impl Fn(Target) -> Option<String>) -> String {
    let known = |target: &Target| Some((target.desc().title, say(*target)?));
    let found: Vec<_> = machines.iter().filter_map(known).collect();
    match found.as_slice() {
        [(_, text)] => text.clone(),
        several => {
            let texts = several
                .iter()
                .map(|(title, text)| format!("{title}:\n{text}"));
            texts.collect::<Vec<_>>().join("\n")
        }
    }
}

/// All that the tables of one machine say about `name`.
pub fn instruction(desc: &IsaDesc, name: &str) -> Option<String> {
    let rows: Vec<&Row> = desc.rows.iter().filter(|row| row.name == name).collect();
    let pseudos: Vec<&Pseudo> = desc.pseudos.iter().filter(|p| p.name == name).collect();
    let short = desc.compressed.iter().find(|c| c.name == name);
    if rows.is_empty() && pseudos.is_empty() && short.is_none() {
        return None;
    }
    let mut text = String::new();
    if let Some(short) = short {
        let _ = writeln!(text, "{name}\n    The 16-bit form of `{}`.", short.base);
    }
    for row in rows {
        let _ = writeln!(text, "{} {}", row.name, row.syntax());
        let _ = writeln!(text, "    {}", row.doc);
        let _ = writeln!(
            text,
            "    extension {}, {}",
            row.extension,
            row.class.name()
        );
        let _ = writeln!(text, "    {}", pattern(row));
        for suffix in row.suffixes {
            let _ = writeln!(text, "    also {}{}", row.name, suffix.text);
        }
    }
    let mut functions = Vec::new();
    for pseudo in pseudos {
        functions.extend(desc.functions_of(pseudo));
        let range = desc.range(pseudo);
        let range = range.map_or(String::new(), |range| format!(" ({range})"));
        let _ = writeln!(text, "{} {}{range}", pseudo.name, pseudo.syntax());
        let _ = writeln!(text, "    {}", pseudo.doc);
        let _ = writeln!(text, "    expands to: {}", pseudo.expansion_text());
        if let Some(languages) = only_in(pseudo, desc) {
            let _ = writeln!(text, "    only in {languages} sources");
        }
    }
    functions.sort_unstable();
    functions.dedup();
    for (function, meaning) in functions {
        let _ = writeln!(text, "`{function}` means {meaning}.");
    }
    Some(text)
}

/// The languages that have a form, if others for the same machine lack it.
fn only_in(pseudo: &Pseudo, desc: &IsaDesc) -> Option<String> {
    let all = Language::ALL
        .into_iter()
        .filter(|l| l.target().desc().name == desc.name);
    let all: Vec<&Dialect> = all.map(Language::dialect).collect();
    // A language has several forms for its settings: any of them.
    let has = |dialect: &&&Dialect| {
        (0..4).any(|bits| pseudo.dialects.meets(DialectSet(dialect.pseudos.0 << bits)))
    };
    let having: Vec<&str> = all.iter().filter(has).map(|dialect| dialect.name).collect();
    (having.len() < all.len()).then(|| having.join(", "))
}

/// The 32 bits: fixed ones as 0 and 1, operands by their names.
fn pattern(row: &Row) -> String {
    let mut cells: Vec<String> = Vec::new();
    let mut bit = 32;
    while bit > 0 {
        bit -= 1;
        let cell = match row.pattern.mask >> bit & 1 {
            1 => (row.pattern.bits >> bit & 1).to_string(),
            _ => {
                let owner = row.operands.iter().find(|o| o.field.mask() >> bit & 1 != 0);
                format!(" {} ", owner.map_or("-", |o| o.name))
            }
        };
        if cells.last() != Some(&cell) || row.pattern.mask >> bit & 1 == 1 {
            cells.push(cell);
        }
    }
    cells
        .concat()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The names of all instructions and pseudo-instructions.
pub fn instruction_names(desc: &'static IsaDesc) -> impl Iterator<Item = &'static str> {
    let rows = desc.rows.iter().map(|row| row.name);
    rows.chain(desc.pseudos.iter().map(|pseudo| pseudo.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever a program can name has a page.
    #[test]
    fn every_name_of_every_dialect_has_a_page() {
        for target in Target::ALL {
            let desc = target.desc();
            let only = [target];
            let shorts = desc.compressed.iter().map(|short| short.name);
            let names = instruction_names(desc)
                .chain(shorts)
                .chain(registers::names(desc))
                .chain(directives::names(target))
                .chain(calls::names(&only));
            for name in names {
                let text = explain(&[target], name, None);
                assert!(text.lines().count() >= 2, "{}: {name}: {text}", desc.name);
            }
        }
        for page in registry().pages() {
            assert!(word(Target::RiscV.desc(), page.code).is_some());
        }
    }

    #[test]
    fn every_call_has_a_page_by_its_number() {
        for table in &machine::env::CALL_TABLES {
            for row in table.rows {
                let text = explain(
                    &Target::ALL,
                    table.instruction,
                    Some(&row.number.to_string()),
                );
                assert!(
                    text.contains(row.name),
                    "{} {}",
                    table.environment,
                    row.number
                );
            }
        }
    }

    #[test]
    fn pseudo_instructions_are_shown_with_their_expansion() {
        for target in Target::ALL {
            for pseudo in target.desc().pseudos {
                let text = explain(&[target], pseudo.name, None);
                assert!(text.contains("expands to: "), "{}", pseudo.name);
            }
        }
    }
}
