//! Any bytes as an object or an archive, linked with a good object of either machine, and run.

#![no_main]

use assembler::Program;
use assembler::objects::{self, InputFile, LinkJob, ObjectArea, ObjectError, SourceSide};
use diag::SourceMap;
use jal_fuzz::run::{ComparedRun, LIMITS};
use libfuzzer_sys::fuzz_target;
use machine::env::MarsMap;
use runtime::{EnvironmentKind, EnvironmentSetup, Target};

/// A good object beside the one that is looked at.
fn companion(target: Target, big_endian: bool) -> &'static [u8] {
    match (target, big_endian) {
        (Target::RiscV, _) => include_bytes!("../../../tests/objects/libparts.rv32imac.a"),
        (Target::Mips, false) => include_bytes!("../../../tests/objects/libparts.mipsel-pic.a"),
        (Target::Mips, true) => include_bytes!("../../../tests/objects/libparts.mips-pic.a"),
    }
}

fuzz_target!(|bytes: &[u8]| {
    let own = InputFile {
        name: "input.o",
        bytes,
    };
    let (machine, big_endian) = match objects::machine_of(own) {
        Ok(found) => found,
        Err(error) => {
            let _ = error.diagnostic();
            return;
        }
    };
    let Some(target) = Target::of_elf(machine) else {
        return;
    };
    let other = InputFile {
        name: "libparts.a",
        bytes: companion(target, big_endian),
    };
    let files = [own, other];
    let job = LinkJob {
        files: &files,
        machine,
        big_endian: None,
    };
    let sources = SourceSide {
        defined: [("write_bytes".to_owned(), 0x1_0000)].into_iter().collect(),
        wanted: vec!["main".to_owned()],
    };
    let area = ObjectArea {
        text: 0x1_0000,
        data: None,
        limit: LIMITS.memory,
    };
    let linked = match job.link(&sources, area) {
        Ok(linked) => linked,
        Err(errors) => {
            errors.iter().map(ObjectError::diagnostic).for_each(drop);
            return;
        }
    };
    let mut program = Program::default();
    program.image.entry = linked.exports.get("main").copied().unwrap_or(0);
    program.image.segments = linked.segments;
    program.image.symbols = linked.symbols.into();
    program.image.big_endian = linked.big_endian;
    program.image.delay_slots = target == Target::Mips;
    let setup = EnvironmentSetup {
        seed: 1,
        map: &MarsMap::DEFAULT,
    };
    ComparedRun {
        target,
        program: &program,
        sources: &SourceMap::default(),
        environment: &*EnvironmentKind::Linux.make(target, &setup),
        input: bytes,
    }
    .check();
});
