//! Any bytes as source in the language of SPIM or mipsy, and what becomes of it.
//!
//! The first byte chooses the options. Then come files, and after them what the program reads: see
//! [`parts`].

#![no_main]

use assembler::{Additions, AssembleOptions};
use jal_fuzz::run::ComparedRun;
use jal_fuzz::source::{assembled, parts};
use libfuzzer_sys::fuzz_target;
use machine::env::{MarsMap, Spim};
use runtime::Language;

/// The names of the files.
const NAMES: [&str; 2] = ["main.s", "a.s"];

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else {
        return;
    };
    let chosen = |bit: u8| choice >> bit & 1 == 1;
    let language = if chosen(0) { Language::Mipsy } else { Language::Spim };
    let options = AssembleOptions {
        delay_slots: chosen(2),
        pseudos: !chosen(3),
        self_modifying: chosen(4),
        ..language.options(&MarsMap::DEFAULT)
    };
    let (files, input) = parts(&NAMES, bytes);
    let extra: Vec<String> = files.iter().skip(1).map(|(name, _)| (*name).to_owned()).collect();
    for additions in [Additions::Noted, Additions::Refused] {
        let options = AssembleOptions {
            additions,
            ..options.clone()
        };
        assembled(&files, &extra, &options);
    }
    let assembly = assembled(&files, &extra, &options);
    if let Some(program) = &assembly.program {
        let mut environment = if chosen(0) { Spim::mipsy() } else { Spim::new() };
        if chosen(5) {
            environment = environment.without_devices();
        }
        if chosen(6) {
            environment = environment.with_delayed_loads();
        }
        ComparedRun {
            target: language.target(),
            program,
            sources: &assembly.sources,
            environment: &environment,
            input,
        }
        .check();
    }
});
