//! Any bytes as source in the language of GNU as, and what becomes of it.
//!
//! The first byte chooses the machine and the byte order. Then come files, which may include one
//! another or are linked, and after them what the program reads: see [`parts`].

#![no_main]

use assembler::AssembleOptions;
use jal_fuzz::run::ComparedRun;
use jal_fuzz::source::{assembled, parts};
use libfuzzer_sys::fuzz_target;
use machine::env::{Linux, LinuxAbi, MarsMap};
use runtime::{Language, Target};

/// The names of the files.
const NAMES: [&str; 3] = ["main.s", "a.s", "b.inc"];

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else {
        return;
    };
    let chosen = |bit: u8| choice >> bit & 1 == 1;
    let (language, abi) = match chosen(0) {
        true => (Language::GnuMips, &LinuxAbi::MIPS_O32),
        false => (Language::Gnu, &LinuxAbi::RISCV),
    };
    let options = AssembleOptions {
        big_endian: chosen(1) && language.target() == Target::Mips,
        ..language.options(&MarsMap::DEFAULT)
    };
    let (files, input) = parts(&NAMES, bytes);
    let extra = if chosen(2) { &files[1..] } else { &[] };
    let extra: Vec<String> = extra.iter().map(|(name, _)| (*name).to_owned()).collect();
    let assembly = assembled(&files, &extra, &options);
    if let Some(program) = &assembly.program {
        ComparedRun {
            target: language.target(),
            program,
            sources: &assembly.sources,
            environment: &Linux::new(abi, 1),
            input,
        }
        .check();
    }
});
