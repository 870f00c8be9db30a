//! docs/isa/rv32.md is what the tables say. `UPDATE_ISA_DOCS=1` writes it anew.

use machine::isa::Row;
use std::fmt::Write as _;
use std::path::Path;

#[test]
fn the_page_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/isa/rv32.md");
    let page = page();
    if std::env::var_os("UPDATE_ISA_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == page,
        "docs/isa/rv32.md is old: UPDATE_ISA_DOCS=1 cargo test -p rv32"
    );
}

fn page() -> String {
    let mut text = String::from(
        "# RISC-V instructions\n\nWritten from the instruction table; `jal explain NAME` prints the same \
         about one of them.\n",
    );
    let mut extension = "";
    for row in rv32::DESC.rows {
        if row.extension != extension {
            extension = row.extension;
            let _ = write!(
                text,
                "\n## {extension}\n\n| instruction | does |\n|---|---|\n"
            );
        }
        let _ = writeln!(text, "| `{}` | {} |", written(row), row.doc);
    }
    text.push_str("\n## C\n\n| 16-bit instruction | stands for |\n|---|---|\n");
    for short in rv32::DESC.compressed {
        let _ = writeln!(text, "| `{}` | `{}` |", short.name, short.base);
    }
    text.push_str("\n## Pseudo-instructions\n\n| written | stands for | does |\n|---|---|---|\n");
    for pseudo in rv32::DESC.pseudos {
        let _ = writeln!(
            text,
            "| `{}` | `{}` | {} |",
            format!("{} {}", pseudo.name, pseudo.syntax()).trim(),
            pseudo.expansion_text(),
            pseudo.doc
        );
    }
    text
}

fn written(row: &Row) -> String {
    format!("{} {}", row.name, row.syntax()).trim().to_string()
}
