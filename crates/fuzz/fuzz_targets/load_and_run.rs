//! Any bytes as an ELF file of either machine, which also reads them.

#![no_main]

use assembler::elf;
use diag::SourceMap;
use jal_fuzz::run::{LIMITS, ComparedRun};
use libfuzzer_sys::fuzz_target;
use machine::env::MarsMap;
use runtime::{EnvironmentKind, EnvironmentSetup, Target};

fuzz_target!(|bytes: &[u8]| {
    let loaded = match elf::read(bytes, LIMITS.memory) {
        Ok(loaded) => loaded,
        Err(error) => {
            let _ = error.diagnostic("program.elf");
            return;
        }
    };
    let Some(target) = Target::of_elf(loaded.machine) else {
        return;
    };
    let setup = EnvironmentSetup {
        seed: 1,
        map: &MarsMap::DEFAULT,
    };
    let kinds = EnvironmentKind::ALL.into_iter();
    for kind in kinds.filter(|kind| kind.suits(target)) {
        ComparedRun {
            target,
            program: &loaded.program,
            sources: &SourceMap::default(),
            environment: &*kind.make(target, &setup),
            input: bytes,
        }
        .check();
    }
});
