//! Random programs, as they should be and with a breach of the convention.

use super::flaw::flaws;
use super::program::programs;
use super::run::{Loading, Mode, Run};
use super::syntax::Syntax;
use super::write::write;
use assembler::MemoryLoader;
use diag::Code;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use runtime::{End, Target};

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 128,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn correct_programs_have_no_finding(program in programs(), seed: u64) {
        for target in Target::ALL {
            let source = write(&program, Syntax { target }, None);
            let (plain, _) = run(&source, target, Mode::Plain);
            prop_assume!(plain.is_short());
            prop_assert_eq!(&plain.end, &End::Exit(0), "{}", source);
            for mode in [Mode::Checked, Mode::Scrambled(seed)] {
                let (run, findings) = run(&source, target, mode);
                prop_assert!(findings.is_empty(), "{:?} in\n{}", findings, source);
                prop_assert_eq!(&run, &plain, "{:?} changes\n{}", mode, source);
            }
        }
    }

    #[test]
    fn every_breach_is_found(program in programs(), which: Index) {
        let all = flaws(&program);
        let flaw = *which.get(&all);
        for target in Target::ALL {
            let correct = write(&program, Syntax { target }, None);
            prop_assume!(run(&correct, target, Mode::Plain).0.is_short());
            let source = write(&program, Syntax { target }, Some(flaw));
            let (_, findings) = run(&source, target, Mode::Checked);
            let is_found = findings.iter().any(|code| flaw.1.codes().contains(code));
            prop_assert!(is_found, "{:?}: {:?} in\n{}", flaw, findings, source);
        }
    }

    #[test]
    fn what_is_remembered_changes_no_finding(program in programs(), which: Option<Index>) {
        let all = flaws(&program);
        let flaw = which.map(|which| *which.get(&all));
        for target in Target::ALL {
            let source = write(&program, Syntax { target }, flaw);
            let loading = loading(target);
            let mut loader = MemoryLoader::default().with(loading.path, source.as_str());
            let [remembered, walked] = loading.findings_both_ways(&mut loader);
            prop_assert_eq!(remembered, walked, "{:?} in\n{}", flaw, source);
        }
    }

    #[test]
    fn a_run_in_pieces_has_the_same_findings(
        program in programs(),
        which: Option<Index>,
        fuel in 1..2000_u64,
    ) {
        let all = flaws(&program);
        let flaw = which.map(|which| *which.get(&all));
        for target in Target::ALL {
            let source = write(&program, Syntax { target }, flaw);
            let loading = loading(target);
            let mut loader = MemoryLoader::default().with(loading.path, source.as_str());
            let [whole, pieces] = loading.whole_and_in_pieces(&mut loader, fuel);
            prop_assert_eq!(whole, pieces, "{:?} in\n{}", flaw, source);
        }
    }

    #[test]
    fn a_program_that_relies_on_nothing_does_the_same_with_other_values(
        program in programs(),
        which: Option<Index>,
        seed: u64,
    ) {
        let all = flaws(&program);
        let flaw = which.map(|which| *which.get(&all));
        for target in Target::ALL {
            let source = write(&program, Syntax { target }, flaw);
            let loading = loading(target);
            let mut loader = MemoryLoader::default().with(loading.path, source.as_str());
            let found = loading.independence(&mut loader, seed);
            let right = !found.is_claimed || found.is_true();
            prop_assert!(right, "{:?} in\n{}", flaw, source);
        }
    }

    #[test]
    fn a_checker_that_begins_again_is_as_good_as_new(
        program in programs(),
        which: Option<Index>,
        seed: u64,
    ) {
        let all = flaws(&program);
        let flaw = which.map(|which| *which.get(&all));
        for target in Target::ALL {
            let source = write(&program, Syntax { target }, flaw);
            let loading = loading(target);
            let mut loader = MemoryLoader::default().with(loading.path, source.as_str());
            let [fresh, again] = loading.fresh_and_again(&mut loader, seed);
            prop_assert_eq!(fresh, again, "{:?} in\n{}", flaw, source);
        }
    }
}

/// The law about programs that rely on nothing says something about most programs.
#[test]
fn most_correct_programs_rely_on_nothing() {
    const AT_LEAST: usize = 60;
    let mut runner = TestRunner::deterministic();
    for target in Target::ALL {
        let claimed = (0..AT_LEAST * 2).filter(|_| {
            let program = programs().new_tree(&mut runner).unwrap().current();
            let source = write(&program, Syntax { target }, None);
            let loading = loading(target);
            let mut loader = MemoryLoader::default().with(loading.path, source.as_str());
            loading.independence(&mut loader, 1).is_claimed
        });
        let claimed = claimed.count();
        println!("{}: {claimed} of {}", target.desc().title, AT_LEAST * 2);
        assert!(claimed >= AT_LEAST, "{claimed}");
    }
}

/// A call of the environment writes a register after a piece of the run has ended with a copy.
#[test]
fn what_the_host_answers_is_no_copy() {
    let source = "
main:
    li   s0, 5
    jal  f
    li   a0, 10
    ecall
f:
    addi sp, sp, -4
    sw   ra, 0(sp)
    li   t1, 300
loop:
    mv   t0, s0
    li   a0, 18
    li   a1, 1
    ecall
    addi sp, sp, -4
    sw   t1, 0(sp)
    jal  g
    lw   t1, 0(sp)
    addi sp, sp, 4
    addi t1, t1, -1
    bnez t1, loop
    lw   ra, 0(sp)
    addi sp, sp, 4
    ret
g:
    ret
";
    let loading = loading(Target::RiscV);
    for fuel in 300..340 {
        let mut loader = MemoryLoader::default().with(loading.path, source);
        let [whole, pieces] = loading.whole_and_in_pieces(&mut loader, fuel);
        assert_eq!(whole, pieces, "in pieces of {fuel}");
    }
}

/// Later calls are of other code at the same address, which gives no result.
#[test]
fn what_was_learnt_of_code_that_changed_is_forgotten() {
    let source = "
main:
    li   s0, 4000
    li   s1, 2000
    li   s2, 0
    li   a0, 0
again:
    jal  nothing
    jal  give
    addi s0, s0, -1
    blt  s0, s1, next
    mv   s2, a0
    bne  s0, s1, next
    la   t1, give
    la   t2, other
    lw   t2, 0(t2)
    sw   t2, 0(t1)
next:
    bnez s0, again
    li   a0, 10
    ecall
give:
    li   a0, 1
    ret
other:
    li   t0, 1
nothing:
    ret
";
    let loading = loading(Target::RiscV);
    let mut loader = MemoryLoader::default().with(loading.path, source);
    let [fresh, again] = loading.fresh_and_again(&mut loader, 1);
    assert_eq!(fresh[0].0.end, End::Exit(0));
    // It changes its own code on purpose.
    let mut found = fresh[0].1.iter().map(|finding| finding.what.code().0);
    assert!(
        found.all(|code| ["R0401", "R0402"].contains(&code)),
        "{:?}",
        fresh[0].1
    );
    assert_eq!(fresh, again);
}

fn run(source: &str, target: Target, mode: Mode) -> (Run, Vec<Code>) {
    let loading = loading(target);
    let mut loader = MemoryLoader::default().with(loading.path, source);
    loading.run(&mut loader, mode)
}

fn loading(target: Target) -> Loading<'static> {
    Loading {
        target,
        path: "random",
        working_dir: ".".into(),
        args: Vec::new(),
        input: String::new(),
    }
}
