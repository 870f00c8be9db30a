//! Any bytes as source in the language of MARS or RARS, and what becomes of it.
//!
//! The first byte chooses the options. Then come files, which may include one another, and after
//! them what the program reads: see [`parts`].

use crate::run::ComparedRun;
use crate::source::{assembled, parts};
use assembler::{Additions, AssembleOptions};
use machine::env::{Mars, MarsMap};
use runtime::Language;

/// The names of the files.
const NAMES: [&str; 3] = ["main.asm", "a.asm", "lib/b.asm"];

/// Assembles the bytes, also as the simulator itself does, and runs what comes of it.
pub fn check(language: Language, environment: fn(&'static MarsMap, u64) -> Mars, bytes: &[u8]) {
    let Some((&choice, bytes)) = bytes.split_first() else {
        return;
    };
    let chosen = |bit: u8| choice >> bit & 1 == 1;
    let map = MarsMap::ALL[usize::from(choice & 3) % MarsMap::ALL.len()];
    let options = AssembleOptions {
        delay_slots: chosen(2) && language == Language::Mars,
        pseudos: !chosen(3),
        self_modifying: chosen(4),
        start_at_entry: !chosen(5),
        ..language.options(map)
    };
    let (files, input) = parts(&NAMES, bytes);
    let extra = if chosen(6) { &files[1..] } else { &[] };
    let extra: Vec<String> = extra.iter().map(|(name, _)| (*name).to_owned()).collect();
    for additions in [Additions::Noted, Additions::Refused] {
        let options = AssembleOptions {
            additions,
            ..options.clone()
        };
        assembled(&files, &extra, &options);
    }
    let assembly = assembled(&files, &extra, &options);
    if let Some(program) = &assembly.program {
        let mars = environment(map, 1);
        let environment = if chosen(7) {
            mars.as_command_line()
        } else {
            mars
        };
        ComparedRun {
            target: language.target(),
            program,
            sources: &assembly.sources,
            environment: &environment,
            input,
        }
        .check();
    }
}
