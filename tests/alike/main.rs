//! A small class of what `cargo bench --bench alike` measures with a large one.

mod class;
mod measure;

use class::code::{Dice, Machine};
use class::disguise::{DISGUISES, own_three};
use class::student::solution;
use grade::similarity::{Prints, groups, pairs};
use measure::{Class, course, write};
use std::process::Command;

#[test]
fn disguised_copies_are_found_and_independent_solutions_are_not() {
    for machine in [Machine::RiscV, Machine::Mips] {
        let class = Class::new(machine, 3, 60, DISGUISES.len());
        let judged = class.judge(&class.prints());
        let (found, of) = judged.found();
        let missed: Vec<&str> = judged
            .by_disguise
            .iter()
            .filter(|(_, (found, of))| found < of)
            .map(|(disguise, _)| DISGUISES[*disguise].0)
            .collect();
        assert!(found * 100 >= of * 90, "{machine:?}: not found: {missed:?}");
        let (wrong, of) = (judged.wrong, judged.independent_pairs);
        assert!(wrong * 200 <= of, "{machine:?}: {wrong} of {of} pairs");
    }
}

#[test]
fn many_copies_are_one_group() {
    let original = solution(Machine::Mips, 5);
    let copies = (0..80).map(|k| {
        let mut copy = original.clone();
        own_three(&mut copy, &mut Dice::new(k));
        Prints::of(&copy.texts())
    });
    let class: Vec<Prints> = copies.collect();
    let groups = groups(pairs(&class), class.len());
    assert_eq!(groups.len(), 1);
    assert_eq!(groups[0].members.len(), 80);
    assert!(groups[0].pairs.len() < 3 * 80);
}

#[test]
fn what_the_generator_writes_solves_the_tasks() {
    for machine in [Machine::RiscV, Machine::Mips] {
        let folder =
            std::env::temp_dir().join(format!("jal-alike-{machine:?}-{}", std::process::id()));
        let class = Class::new(machine, 4, 4, 3);
        let named = class.members.iter().enumerate();
        write(
            &folder.join("class"),
            named.map(|(k, one)| (format!("s{k}"), one)),
        );
        let ran = Command::new(env!("CARGO_BIN_EXE_jal"))
            .args(["grade", "class", "--trust", "-o", "report", "--course"])
            .arg(course(machine))
            .current_dir(&folder)
            .output()
            .expect("jal runs");
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert!(
            said.starts_with("7 submissions: 7 graded, mean 11 of 11 points\n"),
            "{said}"
        );
        assert!(
            said.contains("5 submissions look alike, in 2 groups"),
            "{said}"
        );
        let page = std::fs::read_to_string(folder.join("report/alike/1-1.html"));
        assert!(page.expect("a page").contains("<li class=\"same\">"));
        let _ = std::fs::remove_dir_all(&folder);
    }
}
