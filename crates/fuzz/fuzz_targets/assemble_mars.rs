//! Any bytes as source in the language of MARS, and what becomes of it.
//!
//! The first byte chooses the options. Then come files, which may include one another, and after
//! them what the program reads: see [`parts`].

#![no_main]

use assembler::AssembleOptions;
use jal_fuzz::run::ComparedRun;
use jal_fuzz::source::assembled;
use libfuzzer_sys::fuzz_target;
use machine::env::{Mars, MarsMap};
use runtime::Target;

/// Ends a file, and begins the next.
const FILE_END: u8 = 0x1c;
/// Ends the files, and begins the input.
const TEXT_END: u8 = 0x04;
/// The names of the files.
const NAMES: [&str; 3] = ["main.asm", "a.asm", "lib/b.asm"];

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else {
        return;
    };
    let chosen = |bit: u8| choice >> bit & 1 == 1;
    let map = MarsMap::ALL[usize::from(choice & 3) % MarsMap::ALL.len()];
    let options = AssembleOptions {
        delay_slots: chosen(2),
        pseudos: !chosen(3),
        self_modifying: chosen(4),
        start_at_entry: !chosen(5),
        ..Target::Mips.options(map)
    };
    let (files, input) = parts(bytes);
    let extra = if chosen(6) { &files[1..] } else { &[] };
    let extra: Vec<String> = extra.iter().map(|(name, _)| (*name).to_owned()).collect();
    let assembly = assembled(&files, &extra, &options);
    if let Some(program) = &assembly.program {
        let mars = Mars::new(map, 1);
        let environment = if chosen(7) {
            mars.as_command_line()
        } else {
            mars
        };
        ComparedRun {
            target: Target::Mips,
            program,
            sources: &assembly.sources,
            environment: &environment,
            input,
        }
        .check();
    }
});

/// The files, and the input of the program.
fn parts(bytes: &[u8]) -> (Vec<(&'static str, &[u8])>, &[u8]) {
    let mut halves = bytes.splitn(2, |byte| *byte == TEXT_END);
    let (texts, input) = (halves.next(), halves.next());
    let texts = texts.unwrap_or_default().split(|byte| *byte == FILE_END);
    (
        NAMES.into_iter().zip(texts).collect(),
        input.unwrap_or_default(),
    )
}
