//! Mutated functions: those that break the calling convention do not pass a graded test, and those
//! that keep to it are not accused. `cargo bench -p harness --bench mutants` judges all of them; here
//! is a part.

#![expect(
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

mod bench;
mod files;
mod lines;
mod mutate;
mod oracle;
mod subjects;
mod table;

use bench::Grade;
use mutate::Mutation;
use oracle::Judgement;

/// So many mutants of each kind and project are judged here.
const OF_EACH_KIND: usize = 2;

#[test]
fn a_part_of_the_mutants_is_judged_rightly() {
    let courses = subjects::courses();
    let mutants = subjects::sample(&courses, OF_EACH_KIND);
    let judged = bench::judge_all(&mutants);
    let total = table::total(&judged);
    let mistakes = table::mistakes(&mutants, &judged);
    println!("{}\n{mistakes}", table::table(&mutants, &judged));
    assert!(total.harmful > 80, "{total:?}");
    assert_eq!(total.missed, 0, "{mistakes}");
    assert_eq!(total.accused + total.false_alarms, 0, "{mistakes}");
}

/// The oracle accuses nobody of what the course and the compiler wrote, and neither does the check.
#[test]
fn unchanged_functions_are_harmless() {
    let courses = subjects::courses();
    let same = |source: &str| {
        vec![Mutation {
            kind: "nothing",
            line: 1,
            before: String::new(),
            after: String::new(),
            text: source.to_owned(),
        }]
    };
    let all: Vec<_> = courses.iter().flat_map(|course| course.all(same)).collect();
    let judged = bench::judge_all(&all);
    assert_eq!(judged.len(), 48);
    for judged in judged {
        let file = &all[judged.index].file;
        let verdict = (judged.truth, judged.grade);
        assert_eq!(
            verdict,
            (Judgement::Harmless, Grade::Passed),
            "{}",
            file.display()
        );
    }
}
