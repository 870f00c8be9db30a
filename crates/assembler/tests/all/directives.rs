//! The tables of directives in docs/assembly.md are what the rows say. `UPDATE_DOCS=1` writes them
//! anew.

use assembler::dialect::{Dialect, DirectiveRow};
use assembler::{GNU_MIPS, GNU_RISCV, MARS, VENUS};
use std::fmt::Write as _;

/// Each with the page that lists its directives.
const DIALECTS: [(&Dialect, &str, &str); 4] = [
    (&VENUS, "assembly.md", "directives of venus"),
    (&MARS, "assembly.md", "directives of mars"),
    (&GNU_RISCV, "gnu.md", "directives of GNU as for RISC-V"),
    (&GNU_MIPS, "gnu.md", "directives of GNU as for MIPS"),
];

fn table(dialect: &Dialect) -> String {
    let mut text = String::from("| directive | also | does |\n|---|---|---|\n");
    for row in dialect.directives {
        let also: Vec<String> = row.names[1..]
            .iter()
            .map(|name| format!("`{name}`"))
            .collect();
        let (syntax, also) = (row.syntax(), also.join(", "));
        let _ = writeln!(text, "| `{syntax}` | {also} | {} |", row.doc);
    }
    text
}

#[test]
fn the_tables_of_directives_are_current() {
    for (dialect, page, name) in DIALECTS {
        testkit::page::check_table(page, name, &table(dialect), "assembler");
    }
}

#[test]
fn a_directive_has_one_row_and_a_sentence() {
    for (dialect, ..) in DIALECTS {
        let mut names: Vec<&str> = dialect.directive_names().map(|(name, _)| name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{}", dialect.name);
        let ends = |row: &&DirectiveRow| !row.doc.ends_with('.');
        let bad: Vec<_> = dialect.directives.iter().filter(ends).collect();
        assert!(bad.is_empty(), "{bad:?}");
    }
}
