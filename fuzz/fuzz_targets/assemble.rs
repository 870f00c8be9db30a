//! Any bytes as source.

#![no_main]

use assembler::{MainFile, MemoryLoader, Options, VENUS, assemble, elf};
use diag::{RenderOptions, render, to_json};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let main = MainFile::Text {
        name: "main.s".to_string(),
        text: text.to_vec(),
    };
    let mut loader = MemoryLoader::default()
        .with("main.s", text)
        .with("a.s", "main: .globl main f\nf: ret\n")
        .with("lib/b.s", ".import \"../a.s\"\n.data\nx: .word x\n");
    let options = Options::new(&rv32::DESC, &VENUS);
    let assembly = assemble(main, &[], &options, &mut loader);
    for diagnostic in &assembly.diagnostics {
        let _ = render(&assembly.sources, diagnostic, &RenderOptions::default());
        let _ = to_json(&assembly.sources, diagnostic);
    }
    if let Some(program) = &assembly.program
        && program.image.segments.iter().all(|s| s.size < 1 << 20)
        && let Ok(bytes) = elf::write(program, &rv32::DESC, None)
    {
        let _ = elf::read(&bytes, 64 << 20);
    }
});
