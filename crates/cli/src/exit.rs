//! Exit codes of `jal`, each with one meaning: [`TABLE`] is the table of docs/running.md.

pub use terminal::console::INTERRUPTED;

/// All is well.
pub const SUCCESS: u8 = 0;
/// Something was found.
pub const FINDINGS: u8 = 1;
/// Wrong usage.
pub const USAGE: u8 = 2;
/// `jal` itself could not work.
pub const BROKEN: u8 = 3;
/// The program does not keep to the calling convention, and that was asked for.
pub const CONVENTION: u8 = 123;
/// A limit was hit.
pub const LIMIT: u8 = 124;
/// The program faulted.
pub const FAULT: u8 = 126;
/// The program does not assemble or load.
pub const NOT_LOADED: u8 = 127;

/// What an exit code means.
pub struct ExitCodeRow {
    /// The code.
    pub code: u8,
    /// What scripts may call it.
    pub name: &'static str,
    /// When a command ends with it.
    pub meaning: &'static str,
}

const fn row(code: u8, name: &'static str, meaning: &'static str) -> ExitCodeRow {
    ExitCodeRow {
        code,
        name,
        meaning,
    }
}

/// All codes that are not the program's own.
pub const TABLE: [ExitCodeRow; 8] = [
    row(
        FINDINGS,
        "findings",
        "`jal test`, `check`, `fuzz`, `explain` or `grade`: a test failed, or something was found",
    ),
    row(USAGE, "usage", "wrong usage"),
    row(
        BROKEN,
        "broken",
        "`jal` itself failed, for instance because it could not write a file",
    ),
    row(
        CONVENTION,
        "convention",
        "the program ended normally, but broke the calling convention (with `--check`)",
    ),
    row(LIMIT, "limit", "the program hit a limit"),
    row(FAULT, "fault", "the program faulted"),
    row(
        NOT_LOADED,
        "not-loaded",
        "the program does not assemble or load",
    ),
    row(INTERRUPTED, "interrupted", "interrupted with Ctrl-C"),
];

/// The exit code of the process for the program's own.
pub fn of_guest(code: i32) -> u8 {
    code as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_on_running_has_the_table() {
        let page = include_str!("../../../docs/running.md").replace("\r\n", "\n");
        let rows = TABLE.iter().map(|row| {
            let ExitCodeRow {
                code,
                name,
                meaning,
            } = row;
            format!("| {code} | {name} | {meaning} |\n")
        });
        let table = format!(
            "| code | name | meaning |\n|---|---|---|\n\
             | the program's own | | the program ended normally |\n{}\n",
            rows.collect::<String>()
        );
        assert!(page.contains(&table), "docs/running.md lacks:\n{table}");
    }
}
