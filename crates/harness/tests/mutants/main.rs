//! Mutated functions: those that break the calling convention do not pass a graded test, and those
//! that keep to it are not accused. `cargo bench -p harness --bench mutants` judges all of them; here
//! is a part.

#![expect(
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

mod bench;
mod mutate;
mod oracle;
mod subjects;
mod table;

/// So many mutants of each kind and project are judged here.
const OF_EACH_KIND: usize = 2;
/// At most so many harmful ones may pass.
const MISSED: usize = 2;
/// At most so many that compute a wrong answer may be accused of more than that.
const ACCUSED: usize = 0;

#[test]
fn a_part_of_the_mutants_is_judged_rightly() {
    let courses = subjects::courses();
    let mutants = subjects::sample(&courses, OF_EACH_KIND);
    let judged = bench::judge_all(&mutants);
    let total = table::total(&judged);
    let mistakes = table::mistakes(&mutants, &judged);
    println!("{}\n{mistakes}", table::table(&mutants, &judged));
    assert!(total.harmful > 80, "{total:?}");
    assert!(total.missed <= MISSED, "{mistakes}");
    assert!(total.accused <= ACCUSED, "{mistakes}");
    assert_eq!(total.false_alarms, 0, "{mistakes}");
}
