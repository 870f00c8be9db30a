//! Line information that the assembler writes says where each statement comes from.

use assembler::elf::{self, ElfExtras};
use assembler::{DebugSources, MemoryLoader};
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};

fn load(files: &[(&str, &str)]) -> LoadedProgram {
    let mut loader = MemoryLoader::default();
    for (name, text) in files {
        loader = loader.with(name, *text);
    }
    let options = LoadOptions::new(".".into());
    let request = LoadRequest::new(files[0].0, &options).from_loader(&mut loader);
    request.load()
}

/// Address, file and line of each piece of code, as far as they differ from those before.
fn lines(loaded: &LoadedProgram) -> Vec<(u32, String, u32)> {
    let program = loaded.program.as_ref().expect("it assembles");
    let code = program
        .lines
        .iter()
        .filter(|line| line.code && line.size > 0);
    let mut lines: Vec<(u32, String, u32)> = Vec::new();
    for line in code {
        let (file, at) = (line.span.file, line.span.start);
        let name = loaded.sources.name(file).rsplit('/').next().unwrap_or("");
        let place = (name.to_owned(), loaded.sources.position(file, at).line);
        // The reader joins what follows each other in one line.
        if lines
            .last()
            .is_none_or(|(_, file, line)| (file, *line) != (&place.0, place.1))
        {
            lines.push((line.address, place.0, place.1));
        }
    }
    lines
}

#[track_caller]
fn check(files: &[(&str, &str)]) {
    let mut loaded = load(files);
    let expected = lines(&loaded);
    assert!(!expected.is_empty());
    let program = loaded.program.as_ref().expect("it assembles");
    let (sources, folder) = (&loaded.sources, "/home/student");
    let extras = ElfExtras {
        note: None,
        lines: Some(DebugSources { sources, folder }),
    };
    let bytes = elf::write(program, loaded.desc(), &extras).expect("it fits");
    let mut program = program.clone();
    program.lines = assembler::LineTable::default();
    loaded.program = Some(program);
    // The sources themselves, where they were assembled.
    let mut loader = MemoryLoader::default();
    for (name, text) in files {
        loader = loader.with(&format!("{folder}/{name}"), *text);
    }
    debug::dwarf::add_lines(&mut loaded, &bytes, &mut loader);
    assert_eq!(lines(&loaded), expected);
}

#[test]
fn statements_macros_and_includes_keep_their_lines() {
    check(&[("a.s", "main: li a0, 0x12345678\n\n\naddi a0, a0, 1\nret\n")]);
    check(&[
        (
            "main.asm",
            ".include \"part.asm\"\n.macro twice(%r)\nadd %r, %r, %r\nadd %r, %r, %r\n.end_macro\n\
             .text\nmain: twice($t0)\ntwice($t1)\njal half\n.ktext\nmfc0 $k0, $13\neret\n",
        ),
        ("part.asm", ".text\nhalf: sra $t0, $t0, 1\njr $ra\n"),
    ]);
}
