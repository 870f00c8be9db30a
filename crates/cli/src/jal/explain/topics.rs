//! What there is to explain.

use harness::codes::registry;
use ide::explain::{calls, directives, instruction_names, registers, views};
use runtime::Target;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The kinds of topics: an example of what is meant, examples of names, and what lists all of them.
pub(super) const KINDS: [(&str, &str, &str); 6] = [
    ("a code", "E0402, CC0201, R0205", "codes"),
    ("an instruction", "lw, addi, li, call", "instructions"),
    ("a directive", ".word, .align", "directives"),
    ("a register", "sp, a0, '$v0'", "registers"),
    ("a call", "print_string, ecall 4, syscall 42", "calls"),
    ("a view of a run", "cache, pipeline", "views"),
];

/// All kinds, and all codes with their titles.
pub(super) fn overview() -> String {
    let mut text = "`jal explain` describes whatever a program or a message names:\n\n".to_owned();
    for (what, examples, list) in KINDS {
        let _ = writeln!(text, "  {what:<16}{examples:<36}jal explain {list}");
    }
    text + "\n" + &codes()
}

/// The topics of a kind.
pub(super) fn list(machines: &[Target], kind: &str) -> Option<String> {
    let names = |of: &dyn Fn(Target) -> BTreeSet<&'static str>| {
        let mut text = String::new();
        for target in machines {
            let names: Vec<&str> = of(*target).into_iter().collect();
            let _ = writeln!(text, "{}:\n\n{}", target.desc().title, in_lines(&names));
        }
        text
    };
    Some(match kind {
        "codes" => codes(),
        "instructions" => names(&|target| instruction_names(target.desc()).collect()),
        "directives" => names(&|target| directives::names(target).collect()),
        "registers" => names(&|target| registers::names(target.desc()).collect()),
        "views" => views::list(),
        "calls" => names(&|target| calls::names(&[target]).collect()),
        _ => return None,
    })
}

fn codes() -> String {
    let mut text = String::new();
    for entry in registry().pages() {
        let _ = writeln!(text, "  {:<8}{}", entry.code, entry.title);
    }
    text
}

/// Names, as many in a line as fit.
fn in_lines(names: &[&str]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for name in names {
        let width = name.len().max(7) + 1;
        if column + width > 78 {
            text.push('\n');
            column = 0;
        }
        let lead = if column == 0 { "  " } else { " " };
        let _ = write!(text, "{lead}{name:<7}");
        column += width;
    }
    text + "\n"
}
