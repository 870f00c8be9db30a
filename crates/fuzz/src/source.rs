//! From a text to all that is made of it.

use assembler::disasm::{self, Style};
use assembler::elf::{self, JalNote};
use assembler::{Assembly, MainFile, MemoryLoader, AssembleOptions, Program, assemble, listing};
use assembler::{mars_text, venus_text};
use diag::{RenderOptions, render, to_json};
use machine::image::Segment;
use std::io;

/// Larger programs are not written as text.
const TEXT_LIMIT: u32 = 1 << 14;
/// Larger programs are not written at all.
const FILE_LIMIT: u32 = 1 << 20;

/// Ends a file, and begins the next.
const FILE_END: u8 = 0x1c;
/// Ends the files, and begins the input.
const TEXT_END: u8 = 0x04;

/// Files with these names, and the input of the program.
pub fn parts<'a>(
    names: &[&'static str],
    bytes: &'a [u8],
) -> (Vec<(&'static str, &'a [u8])>, &'a [u8]) {
    let mut halves = bytes.splitn(2, |byte| *byte == TEXT_END);
    let (texts, input) = (halves.next(), halves.next());
    let texts = texts.unwrap_or_default().split(|byte| *byte == FILE_END);
    (
        names.iter().copied().zip(texts).collect(),
        input.unwrap_or_default(),
    )
}

/// Files by name; the first is the one to assemble.
pub type SourceFiles<'a> = [(&'a str, &'a [u8])];

/// Assembles the first of the files, and those of `extra` besides. Every diagnostic must render;
/// a program must survive being written as an ELF file and read back.
pub fn assembled(files: &SourceFiles<'_>, extra: &[String], options: &AssembleOptions) -> Assembly {
    let mut loader = MemoryLoader::default();
    for (name, text) in files {
        loader = loader.with(*name, *text);
    }
    let main = MainFile::Path(files.first().map_or("", |(name, _)| name).to_owned());
    let assembly = assemble(main, extra, options, &mut loader);
    word(&assembly);
    if let Some(program) = &assembly.program {
        let size = program.image.segments.iter().map(|s| s.size).max();
        if size < Some(TEXT_LIMIT) {
            write_texts(program, &assembly, options);
        }
        if size < Some(FILE_LIMIT) {
            write_and_read(program, options);
        }
    }
    assembly
}

/// Words every fault in all the ways there are.
fn word(assembly: &Assembly) {
    let sources = &assembly.sources;
    for diagnostic in &assembly.diagnostics {
        let _ = render(sources, diagnostic, &RenderOptions::default());
        let _ = to_json(sources, diagnostic);
    }
    for fault in &assembly.errors {
        let _ = venus_text::message(&fault.error);
        if let Some(span) = fault.span {
            let number = sources.position(span.file, span.start).line;
            let line = sources.line_text(span.file, number);
            let scene = mars_text::Scene {
                text: sources.slice(span),
                line,
                place: &|span| {
                    let name = sources.name(span.file).to_owned();
                    (name, sources.position(span.file, span.start).line)
                },
            };
            let _ = mars_text::message(fault, &scene);
        }
    }
}

fn write_texts(program: &Program, assembly: &Assembly, options: &AssembleOptions) {
    let (sources, isa) = (&assembly.sources, options.isa);
    let mut written = vec![listing::write(&mut io::sink(), program, sources, isa)];
    for style in [Style::JAL, Style::VENUS, Style::MARS, Style::SPIM, Style::SOURCE] {
        let mut sink = io::sink();
        written.push(disasm::program(&mut sink, program, sources, isa, &style));
    }
    assert!(written.iter().all(Result::is_ok));
}

fn write_and_read(program: &Program, options: &AssembleOptions) {
    let note = JalNote::about(&program.image, options.isa, "fuzz", options.map.name);
    let Ok(bytes) = elf::write(program, options.isa, &(&note).into()) else {
        return;
    };
    let Ok(read) = elf::read(&bytes, u64::MAX) else {
        return;
    };
    let (there, back) = (&program.image, &read.program.image);
    assert!(memory(&there.segments).eq(memory(&back.segments)));
    assert_eq!(there.entry, back.entry);
    assert_eq!(there.delay_slots, back.delay_slots);
}

/// What a segment means for a run.
fn memory(segments: &[Segment]) -> impl Iterator<Item = impl PartialEq + '_> {
    let segments = segments.iter().filter(|s| s.size > 0);
    segments.map(|s| (s.address, s.size, &s.bytes, s.access))
}
