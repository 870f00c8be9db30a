//! Any bytes as the instructions of either machine.
//!
//! The first byte chooses the machine and how it is set up, the second where runs are cut. The
//! laws are those of the machines' own tests; then the same words run as a program of the
//! environments, with a handler of exceptions in the middle of them.

#![no_main]

#[path = "../../mips32/tests/common/mod.rs"]
mod common;
#[path = "../../mips32/tests/laws/program.rs"]
mod mips_programs;

use assembler::Program;
use diag::SourceMap;
use jal_fuzz::run::ComparedRun;
use libfuzzer_sys::fuzz_target;
use machine::env::MarsMap;
use machine::image::Image;
use machine::run::Isa;
use runtime::{EnvironmentKind, EnvironmentSetup, Target};
use std::fmt::Debug;
use testkit::program::Programs;
use testkit::segment;

/// The most instructions.
const COUNT: usize = 1000;

fuzz_target!(|bytes: &[u8]| {
    let [choice, cut, code @ ..] = bytes else {
        return;
    };
    let words = code
        .as_chunks()
        .0
        .iter()
        .map(|word| u32::from_le_bytes(*word));
    let words: Vec<u32> = words.take(COUNT).collect();
    match mips_programs::KINDS.get(usize::from(choice & 7)) {
        Some((_, programs)) => {
            check_laws(programs, &words, *cut);
            let setting = (programs.image)(&[]);
            check_runs(Target::Mips, &words, &setting, *cut);
        }
        None => check_runs(Target::RiscV, &words, &Image::default(), *cut),
    }
});

/// However a run is cut, watched or taken back, it goes the same way.
fn check_laws<I: Isa>(programs: &Programs<I>, words: &[u32], cut: u8)
where
    I::State: PartialEq + Clone + Debug,
{
    let (first, second) = (u64::from(cut) * 6, 1300);
    let verdicts = [
        programs.an_observer_changes_nothing_and_sees_everything(words),
        programs.may_be_cut_anywhere(words, &[first, 1, second, 2, u64::from(cut & 3)]),
        programs.a_restored_machine_goes_the_same_way(words, first, second),
    ];
    for verdict in verdicts {
        verdict.expect("a law of the machine holds");
    }
}

/// Runs the words in every environment of the machine, with byte order and delay slots as in
/// `setting`.
fn check_runs(target: Target, words: &[u32], setting: &Image, cut: u8) {
    let map = &MarsMap::DEFAULT;
    let program = Program {
        image: image(words, setting, map),
        ..Program::default()
    };
    let setup = EnvironmentSetup { seed: 1, map };
    let kinds = EnvironmentKind::ALL.into_iter();
    for kind in kinds.filter(|kind| kind.suits(target)) {
        ComparedRun {
            target,
            program: &program,
            sources: &SourceMap::default(),
            environment: &*kind.make(target, &setup),
            input: &[cut, b'1', b'\n', cut],
        }
        .check();
    }
}

/// A program of these words, the second half of which is the handler of exceptions too.
fn image(words: &[u32], setting: &Image, map: &MarsMap) -> Image {
    let swap = |word: &u32| {
        if setting.big_endian {
            word.swap_bytes()
        } else {
            *word
        }
    };
    let words: Vec<u32> = words.iter().map(swap).collect();
    let text = |address, words: &[u32]| segment("text", address, 4 * words.len() as u32, words);
    Image {
        segments: vec![
            text(map.text, &words),
            segment("data", map.data, 0x1000, &[]),
            text(map.handler, &words[words.len() / 2..]),
        ],
        entry: map.text,
        ..setting.clone()
    }
}
