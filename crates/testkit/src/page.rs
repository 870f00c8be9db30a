//! Pages and tables of docs/ that are written from the tables of the program.

use machine::isa::{DialectSet, IsaDesc, Pseudo, Reg, Register, Role, Row};
use std::fmt::Write as _;
use std::path::Path;

/// Checks that the page of an instruction set is current; with `UPDATE_DOCS=1`, writes it anew.
#[track_caller]
pub fn check_page(desc: &IsaDesc) {
    let name = desc.name;
    check_text(&format!("isa/{name}.md"), name, |_| page(desc));
}

/// Checks that the table of this name in a file of docs/ is current; with `UPDATE_DOCS=1`, writes
/// it anew. The table is between the lines `<!-- table: NAME -->` and `<!-- end -->`.
#[track_caller]
pub fn check_table(file: &str, name: &str, table: &str, package: &str) {
    check_text(file, package, |found| {
        let begin = format!("<!-- table: {name} -->\n");
        let cut = found.split_once(&begin);
        let cut = cut.and_then(|(before, rest)| Some((before, rest.split_once("<!-- end -->")?.1)));
        let (before, after) = cut.unwrap_or_else(|| panic!("docs/{file} has no table `{name}`"));
        format!("{before}{begin}\n{table}\n<!-- end -->{after}")
    });
}

#[track_caller]
fn check_text(file: &str, package: &str, expected: impl Fn(&str) -> String) {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let path = docs.join(file);
    let mut found = std::fs::read_to_string(&path).unwrap_or_default();
    let text = expected(&found);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &text).expect("docs can be written");
        found.clone_from(&text);
    }
    assert!(
        found == text,
        "docs/{file} is old: UPDATE_DOCS=1 cargo test -p {package}"
    );
}

fn page(desc: &IsaDesc) -> String {
    let mut text = format!(
        "# {} instructions\n\nWritten from the instruction table; `jal explain NAME` prints the same \
         about one of them.\n",
        desc.title
    );
    // Only where there are such instructions is there a column for it.
    let besides = desc.rows.iter().any(|row| !row.implicit.is_empty());
    for extension in extensions(desc) {
        let (title, line) = if besides {
            (" uses besides |", "---|")
        } else {
            ("", "")
        };
        let _ = write!(
            text,
            "\n## {extension}\n\n| instruction | does |{title}\n|---|---|{line}\n"
        );
        for row in desc.rows.iter().filter(|row| row.extension == extension) {
            let _ = write!(text, "| `{}` | {} |", written(row), row.doc);
            if besides {
                let _ = write!(text, " {} |", implicit(desc, row));
            }
            text.push('\n');
        }
    }
    if !desc.compressed.is_empty() {
        text.push_str("\n## C\n\n| 16-bit instruction | stands for |\n|---|---|\n");
    }
    for short in desc.compressed {
        let _ = writeln!(text, "| `{}` | `{}` |", short.name, short.base);
    }
    if !desc.pseudos.is_empty() {
        text.push_str("\n## Pseudo-instructions\n");
        text.push_str(&functions(desc));
        text.push_str("\n| written | stands for | does |\n|---|---|---|\n");
    }
    // The usual language of the machine comes first.
    let usual = |pseudo: &&Pseudo| pseudo.dialects.meets(DialectSet(0b1111));
    let others: Vec<&Pseudo> = desc.pseudos.iter().filter(|p| !usual(p)).collect();
    add_pseudos(&mut text, desc, desc.pseudos.iter().filter(usual));
    if !others.is_empty() {
        text.push_str("\nForms of other languages; `jal explain NAME` says which:\n");
        text.push_str("\n| written | stands for | does |\n|---|---|---|\n");
        add_pseudos(&mut text, desc, others.into_iter());
    }
    text.push_str(&registers(desc));
    text
}

fn add_pseudos<'a>(text: &mut String, desc: &IsaDesc, pseudos: impl Iterator<Item = &'a Pseudo>) {
    for pseudo in pseudos {
        let range = desc.range(pseudo);
        let _ = writeln!(
            text,
            "| `{}`{} | `{}` | {} |",
            format!("{} {}", pseudo.name, pseudo.syntax()).trim(),
            range.map_or(String::new(), |range| format!(", {range}")),
            pseudo.expansion_text(),
            pseudo.doc
        );
    }
}

/// The registers; neighbours that differ in their names only are one line.
fn registers(desc: &IsaDesc) -> String {
    let mut text = String::from("\n## Registers\n\n| register | is | saved by |\n|---|---|---|\n");
    let alike = |a: &Register, b: &Register| a.doc == b.doc && a.saver == b.saver;
    let names = |row: &Register| {
        let names = row.names().map(|name| format!("`{name}`"));
        names.collect::<Vec<_>>().join(", ")
    };
    for rows in desc.registers.chunk_by(alike) {
        let shown = match rows {
            [first, .., last] => format!("{} to {}", names(first), names(last)),
            [first] => names(first),
            [] => continue,
        };
        let (doc, saver) = (rows[0].doc, rows[0].saver.text());
        let _ = writeln!(text, "| {shown} | {doc} | {saver} |");
    }
    text.push_str("\n| control register | number | holds |\n|---|---|---|\n");
    for row in desc.control_registers {
        let _ = writeln!(text, "| `{}` | {:#x} | {} |", row.name, row.number, row.doc);
    }
    text
}

/// What the functions of the expansions mean.
fn functions(desc: &IsaDesc) -> String {
    if desc.functions.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "\nThe first form that fits is taken. Some expansions compute with a number; programs \
         cannot write these functions:\n\n| function | gives |\n|---|---|\n",
    );
    for (function, meaning) in desc.functions {
        let _ = writeln!(text, "| `{function}` | {meaning} |");
    }
    text
}

/// The extensions in the order in which the table names them first. A table may come back to one.
fn extensions(desc: &IsaDesc) -> Vec<&'static str> {
    let mut found = Vec::new();
    for row in desc.rows {
        if !found.contains(&row.extension) {
            found.push(row.extension);
        }
    }
    found
}

fn written(row: &Row) -> String {
    format!("{} {}", row.name, row.syntax()).trim().to_string()
}

/// The registers that an instruction uses without naming them.
fn implicit(desc: &IsaDesc, row: &Row) -> String {
    let one = |(reg, role): &(Reg, Role)| {
        let verb = match role {
            Role::Read => "reads",
            Role::Write => "sets",
            Role::Update => "changes",
        };
        format!("{verb} `{}`", desc.register_name(*reg))
    };
    row.implicit.iter().map(one).collect::<Vec<_>>().join(", ")
}
