//! `jal explain`: what the tables say about whatever has a name: diagnostic codes, instructions,
//! calls of the environment, registers, directives.

mod calls;
mod directives;
mod registers;

use super::args::ExplainArgs;
use crate::error::ExpectedError;
use crate::exit;
use harness::codes::registry;
use machine::isa::{IsaDesc, Pseudo, Row};
use runtime::Target;
use std::fmt::Write as _;
use std::io::{self, Write as _};

/// Runs the command; the exit code.
pub(super) fn run(args: &ExplainArgs) -> Result<u8, ExpectedError> {
    let Some(what) = args.what.as_deref().map(str::trim) else {
        io::stdout().write_all(list().as_bytes())?;
        return Ok(exit::SUCCESS);
    };
    // `jal explain "ecall 4"` means the same as without quotes.
    let (what, which) = match (what.split_once(' '), args.which.as_deref()) {
        (Some((what, which)), None) => (what, Some(which.trim())),
        (_, which) => (what, which),
    };
    if let Some(entry) = registry().explain(what) {
        io::stdout().write_all(entry.page.as_bytes())?;
        return Ok(exit::SUCCESS);
    }
    let machines = match args.isa {
        Some(isa) => vec![isa.target()],
        None => Target::ALL.to_vec(),
    };
    let text = explain(&machines, what, which);
    if !text.is_empty() {
        io::stdout().write_all(text.as_bytes())?;
        return Ok(exit::SUCCESS);
    }
    Err(ExpectedError::Unknown(unknown(&machines, what, which)))
}

/// What the tables of these machines say about `what`.
fn explain(machines: &[Target], what: &str, which: Option<&str>) -> String {
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
    ];
    all.concat()
}

/// Says that `what` is not known, and what is near it.
fn unknown(machines: &[Target], what: &str, which: Option<&str>) -> String {
    if let Some(which) = which {
        return format!(
            "there is no call `{what} {which}`. `jal explain ecall` and `jal explain syscall` list the calls."
        );
    }
    let mut near: Vec<&str> = registry().similar(what);
    let names = machines.iter().flat_map(|machine| {
        let desc = machine.desc();
        let registers = registers::names(desc);
        let directives = directives::names(*machine);
        instruction_names(desc).chain(registers).chain(directives)
    });
    near.extend(diag::similar(what, names.chain(calls::names(machines))));
    let hint = match near.as_slice() {
        [] => String::new(),
        near => format!(" Similar: {}.", near.join(", ")),
    };
    format!("nothing is named `{what}`.{hint} `jal explain` lists the diagnostic codes.")
}

fn list() -> String {
    let mut text = String::new();
    for entry in registry().pages() {
        let _ = writeln!(text, "{:<8}{}", entry.code, entry.title);
    }
    text
}

/// What is known about a code or an instruction of this machine, for the debugger.
pub(super) fn word(desc: &'static IsaDesc, word: &str) -> Option<String> {
    match registry().explain(word) {
        Some(entry) => Some(entry.page.to_owned()),
        None => instruction(desc, word),
    }
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
pub(super) fn instruction(desc: &IsaDesc, name: &str) -> Option<String> {
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
    }
    functions.sort_unstable();
    functions.dedup();
    for (function, meaning) in functions {
        let _ = writeln!(text, "`{function}` means {meaning}.");
    }
    Some(text)
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

fn instruction_names(desc: &'static IsaDesc) -> impl Iterator<Item = &'static str> {
    let rows = desc.rows.iter().map(|row| row.name);
    rows.chain(desc.pseudos.iter().map(|pseudo| pseudo.name))
}
