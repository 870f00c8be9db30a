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
