//! The reference page of an instruction set, docs/isa/NAME.md: what the tables say.

use machine::isa::{IsaDesc, Reg, Role, Row};
use std::fmt::Write as _;
use std::path::Path;

/// Checks that the page is current; with `UPDATE_ISA_DOCS=1`, writes it anew.
#[track_caller]
pub fn check_page(desc: &IsaDesc) {
    let name = desc.name;
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/isa");
    let path = docs.join(format!("{name}.md"));
    let page = page(desc);
    if std::env::var_os("UPDATE_ISA_DOCS").is_some() {
        std::fs::write(&path, &page).expect("docs/isa can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == page,
        "docs/isa/{name}.md is old: UPDATE_ISA_DOCS=1 cargo test -p {name}"
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
    for pseudo in desc.pseudos {
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
