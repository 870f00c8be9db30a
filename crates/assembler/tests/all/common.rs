//! What the integration tests share.

use assembler::{
    AssembleOptions, Assembly, MARS, MainFile, MemoryLoader, Program, RARS, VENUS, assemble,
};
use std::sync::Arc;

/// Assembles one text.
pub(crate) fn run(text: &str) -> Assembly {
    run_with(text, MemoryLoader::default())
}

/// Assembles one text for the RISC-V processor of this name.
pub(crate) fn run_for(processor: &str, text: &str) -> Assembly {
    let subset = (rv32::DESC.subset)(processor).expect("it is a processor");
    let options = AssembleOptions {
        subset: Some(Arc::new(subset)),
        ..AssembleOptions::new(&rv32::DESC, &VENUS)
    };
    let main = MainFile::Text {
        name: "main.s".to_owned(),
        text: text.as_bytes().to_vec(),
    };
    assemble(main, &[], &options, &mut MemoryLoader::default())
}

/// Assembles one text with these further files.
pub(crate) fn run_with(text: &str, mut loader: MemoryLoader) -> Assembly {
    let options = AssembleOptions::new(&rv32::DESC, &VENUS);
    let main = MainFile::Text {
        name: "main.s".to_owned(),
        text: text.as_bytes().to_vec(),
    };
    assemble(main, &[], &options, &mut loader)
}

/// Assembles one text for RISC-V in the RARS dialect.
pub(crate) fn run_rars(text: &str) -> Assembly {
    run_mips_with(text, &AssembleOptions::new(&rv32::DESC, &RARS))
}

/// Assembles one text for MIPS in the MARS dialect.
pub(crate) fn run_mips(text: &str) -> Assembly {
    run_mips_with(text, &AssembleOptions::new(&mips32::DESC, &MARS))
}

/// The same with these options.
pub(crate) fn run_mips_with(text: &str, options: &AssembleOptions) -> Assembly {
    let main = MainFile::Text {
        name: "main.asm".to_owned(),
        text: text.as_bytes().to_vec(),
    };
    assemble(main, &[], options, &mut MemoryLoader::default())
}

/// Everything that was reported, as people see it.
pub(crate) fn report(assembly: &Assembly) -> String {
    let options = diag::RenderOptions::default();
    let texts = assembly.diagnostics.iter();
    let texts = texts.map(|d| diag::render(&assembly.sources, d, &options));
    texts.collect::<Vec<_>>().join("\n")
}

/// The program, which must assemble.
#[track_caller]
pub(crate) fn program(assembly: Assembly) -> Program {
    let report = report(&assembly);
    assembly.program.unwrap_or_else(|| panic!("{report}"))
}

/// The bytes of the segments named `name`.
pub(crate) fn bytes(program: &Program, name: &str) -> Vec<u8> {
    let segments = program.image.segments.iter().filter(|s| s.name == name);
    segments.flat_map(|s| s.bytes.clone()).collect()
}

/// The text segment as words.
pub(crate) fn words(program: &Program) -> Vec<u32> {
    bytes(program, "text")
        .chunks(4)
        .map(|c| {
            c.iter()
                .rev()
                .fold(0, |word, byte| word << 8 | u32::from(*byte))
        })
        .collect()
}
