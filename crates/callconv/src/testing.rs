//! What the tests share: programs from text, and reports as people see them.

use assembler::{
    AssembleOptions, Assembly, MARS, MainFile, MemoryLoader, Program, VENUS, assemble,
};
use diag::{Diagnostic, RenderOptions, SourceMap, render};
use machine::isa::IsaDesc;

/// A program with its sources.
pub(crate) struct Source {
    /// The files.
    pub sources: SourceMap,
    /// What they make.
    pub program: Program,
    /// The machine it is for.
    pub desc: &'static IsaDesc,
}

/// Assembles a RISC-V program, `main.s`.
#[track_caller]
pub(crate) fn rv32(text: &str) -> Source {
    rv32_with(text, MemoryLoader::default())
}

/// The same with further files.
#[track_caller]
pub(crate) fn rv32_with(text: &str, loader: MemoryLoader) -> Source {
    let options = AssembleOptions::new(&rv32::DESC, &VENUS);
    source("main.s", text, &options, loader)
}

/// Assembles a MIPS program, `main.asm`.
#[track_caller]
pub(crate) fn mips32(text: &str) -> Source {
    let options = AssembleOptions::new(&mips32::DESC, &MARS);
    source("main.asm", text, &options, MemoryLoader::default())
}

#[track_caller]
fn source(name: &str, text: &str, options: &AssembleOptions, mut loader: MemoryLoader) -> Source {
    let main = MainFile::Text {
        name: name.to_owned(),
        text: text.as_bytes().to_vec(),
    };
    let assembly = assemble(main, &[], options, &mut loader);
    let said = report(&assembly.sources, &assembly.diagnostics);
    let Assembly {
        sources, program, ..
    } = assembly;
    Source {
        sources,
        program: program.unwrap_or_else(|| panic!("{said}")),
        desc: options.isa,
    }
}

/// Everything that was said, as people see it.
pub(crate) fn report(sources: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    let options = RenderOptions::default();
    let texts = diagnostics.iter().map(|d| render(sources, d, &options));
    texts.collect::<Vec<_>>().join("\n")
}
