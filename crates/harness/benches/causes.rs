//! Mistakes that beginners make, planted into the subroutines of the course project, and whether the
//! first lines of `jal test` name them, for the public tests and for the unit tests: prints tables, and with `-- -v` what was not named.
//! `UPDATE_DOCS=1` writes the table into docs/testing.md.

#![expect(
    clippy::indexing_slicing,
    reason = "a bench that cannot go on has failed"
)]

#[path = "../tests/mutants/files.rs"]
mod files;
#[path = "../tests/causes/judge.rs"]
mod judge;
#[path = "../tests/mutants/lines.rs"]
mod lines;
#[path = "../tests/causes/rules.rs"]
mod rules;
#[path = "../tests/causes/slips.rs"]
mod slips;
#[path = "../tests/causes/table.rs"]
mod table;

use assembler::FileCache;
use judge::{Suite, Told};
use std::sync::Arc;

/// So many mistakes of each kind and machine are planted, unless the command says another number.
const OF_EACH_KIND: usize = 20;

fn main() {
    let count = std::env::args().find_map(|arg| arg.parse().ok());
    let verbose = std::env::args().any(|arg| arg == "-v");
    let public = measure(Suite::Public, count.unwrap_or(OF_EACH_KIND), verbose);
    let unit = measure(Suite::Unit, count.unwrap_or(OF_EACH_KIND), verbose);
    let table = format!(
        "{}\n\n{}\n\n{}",
        table::table(Suite::Public, &public),
        table::silent(&public),
        table::table(Suite::Unit, &unit)
    );
    println!("{table}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        testkit::page::check_table("testing.md", "causes", &table, "harness");
    }
}

/// What the first lines say about so many mistakes of each kind, by machine.
fn measure(suite: Suite, count: usize, verbose: bool) -> Vec<(&'static str, Vec<(usize, Told)>)> {
    let files = Arc::new(FileCache::default());
    let mut machines = Vec::new();
    for course in judge::courses() {
        let mut told = Vec::new();
        for mutant in course.sample(count) {
            let Some((this, begin)) = mutant.judge(suite, &files) else {
                continue;
            };
            told.push((mutant.slip.kind, this));
            if verbose && this.fails && !(this.line && this.function && this.kind) {
                println!(
                    "--- {}: {} in `{}`: {} ({}{}{})\n{begin}\n",
                    mutant.file.file_name().unwrap_or_default().display(),
                    slips::KINDS[mutant.slip.kind].name,
                    mutant.slip.function,
                    mutant.slip.words,
                    if this.line { "" } else { "no line " },
                    if this.function { "" } else { "no function " },
                    if this.kind { "" } else { "no kind" },
                );
            }
        }
        machines.push((course.machine(), told));
    }
    machines
}
