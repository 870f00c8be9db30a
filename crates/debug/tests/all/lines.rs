//! ELF programs with line tables: the lines of their sources are shown.

use crate::sessions::session;
use assembler::FsLoader;
use debug::dwarf::add_lines;
use debug::{DebugSetup, Engine};
use runtime::load::{LoadOptions, LoadRequest};
use std::path::Path;

/// A program in the folder of this module; `here` is where its sources are looked for.
fn start(file: &str, here: &Path) -> Engine {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/lines");
    let options = LoadOptions::new(folder.clone());
    let mut loaded = LoadRequest::new(file, &options).load();
    let bytes = std::fs::read(folder.join(file)).unwrap();
    add_lines(&mut loaded, &bytes, &mut FsLoader::new(folder.join(here)));
    let setup = DebugSetup::new(&loaded);
    Engine::new(loaded, setup).unwrap()
}

#[test]
fn compiled_programs_are_stepped_through_line_by_line() {
    let commands = "b sum.c:8\nrun\nbt\nlist\nn\nn\nfinish\nwho-wrote a0\nrun\n";
    let said = session(start("sum.rv32.elf", Path::new("")), commands);
    insta::assert_snapshot!("lines_rv32", said);
    let said = session(start("sum.mips.elf", Path::new("")), commands);
    insta::assert_snapshot!("lines_mips32", said);
}

#[test]
fn without_the_source_there_are_numbers() {
    let said = session(start("sum.rv32.elf", Path::new("..")), "b 8\nrun\nlist\n");
    insta::assert_snapshot!("lines_without_text", said);
}

#[test]
fn no_damage_does_harm() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/lines");
    let good = std::fs::read(folder.join("sum.rv32.elf")).unwrap();
    let options = LoadOptions::new(folder.clone());
    for at in (52..good.len()).step_by(3) {
        for value in [0, 0x7f, 0xff] {
            let mut bytes = good.clone();
            bytes[at] = value;
            let mut loaded = LoadRequest::new("sum.rv32.elf", &options).load();
            add_lines(&mut loaded, &bytes, &mut FsLoader::new(&folder));
        }
    }
}
