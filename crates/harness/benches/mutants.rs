//! All mutants of the bundled and the compiled functions, judged by an oracle and by the check that
//! grades: prints a table, and what the check got wrong. `UPDATE_DOCS=1` writes the table into
//! docs/checking.md.

#![expect(
    clippy::indexing_slicing,
    reason = "a bench that cannot go on has failed"
)]

#[path = "../tests/mutants/bench.rs"]
mod bench;
#[path = "../tests/mutants/files.rs"]
mod files;
#[path = "../tests/mutants/lines.rs"]
mod lines;
#[path = "../tests/mutants/mutate.rs"]
mod mutate;
#[path = "../tests/mutants/oracle.rs"]
mod oracle;
#[path = "../tests/mutants/subjects.rs"]
mod subjects;
#[path = "../tests/mutants/table.rs"]
mod table;

/// So many mutants of each kind and project are judged, unless the command says another number:
/// `cargo bench -p harness --bench mutants -- 500` judges all of them.
const OF_EACH_KIND: usize = 40;

fn main() {
    let courses = subjects::courses();
    let count = std::env::args().find_map(|arg| arg.parse().ok());
    let mutants = subjects::sample(&courses, count.unwrap_or(OF_EACH_KIND));
    let judged = bench::judge_all(&mutants);
    let table = table::table(&mutants, &judged);
    println!("{}\n{table}", table::mistakes(&mutants, &judged));
    let total = table::total(&judged);
    let found = 100.0 * (total.harmful - total.missed) as f64 / total.harmful.max(1) as f64;
    println!("{found:.2} % of the harmful mutants do not pass");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        testkit::page::check_table("checking.md", "mutants", table.trim_end(), "harness");
    }
}
