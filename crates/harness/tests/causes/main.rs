//! Mistakes that beginners make, planted into the subroutines of the course project: the first lines of
//! `jal test` name the line, the function and the kind of mistake. `cargo bench -p harness --bench
//! causes` plants hundreds of them; here are a few.

#![expect(
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

#[path = "../mutants/files.rs"]
mod files;
mod judge;
#[path = "../mutants/lines.rs"]
mod lines;
mod rules;
mod slips;
mod table;

use assembler::FileCache;
use judge::Suite;
use std::sync::Arc;

/// Of so many kinds, a mistake of one is planted here.
const EVERY: usize = 9;

/// Plants a few mistakes, and compares how many the first lines name.
#[track_caller]
fn check(suite: Suite) {
    let files = Arc::new(FileCache::default());
    for (number, course) in judge::courses().iter().enumerate() {
        let mut told = Vec::new();
        let mut missed = String::new();
        let chosen = course.sample(1);
        for mutant in chosen.iter().skip(2 * number).step_by(EVERY) {
            if let Some((this, begin)) = mutant.judge(suite, &files) {
                told.push((mutant.slip.kind, this));
                if this.fails && !(this.line && this.function) {
                    missed.push_str(&format!("{}\n{begin}\n\n", mutant.slip.words));
                }
            }
        }
        let total = table::total(&told);
        let machines = [(course.machine(), told)];
        let table = table::table(suite, &machines);
        let table = format!("{table}\n{}", table::silent(&machines));
        println!("{table}\n{missed}");
        assert!(total.found >= 3, "{total:?}");
        assert!(total.percent(total.line) >= 80.0, "{table}\n{missed}");
        assert!(total.percent(total.function) >= 95.0, "{table}\n{missed}");
        if suite == Suite::Public {
            assert_eq!(total.silent, total.silent_told, "{table}");
        }
    }
}

#[test]
fn most_mistakes_are_named() {
    check(Suite::Public);
}

#[test]
fn unit_tests_name_them_too() {
    check(Suite::Unit);
}
