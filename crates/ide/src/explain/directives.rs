//! Directives, as the rows of the assembly languages describe them.

use runtime::Target;
use std::fmt::Write as _;

/// What the language of a machine says about the directive `name`; nothing if it has none.
pub fn directive(target: Target, name: &str) -> Option<String> {
    let mut rows = target.dialect().directives.iter();
    let row = rows.find(|row| row.names.contains(&name))?;
    let mut text = format!("{} {}", name, row.operands).trim_end().to_owned();
    let _ = write!(text, "\n    {}\n", row.doc);
    for other in row.names.iter().filter(|other| **other != name).take(SHOWN) {
        let _ = writeln!(text, "    also {other}");
    }
    Some(text)
}

/// The most other names that are shown: what compilers write has dozens.
const SHOWN: usize = 4;

/// The names of all directives of the language of a machine.
pub fn names(target: Target) -> impl Iterator<Item = &'static str> {
    target.dialect().directive_names().map(|(name, _)| name)
}
