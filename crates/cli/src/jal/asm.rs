//! `jal asm`: assemble to an ELF file, a listing, or the plain words.

use super::args::{AsmArgs, EmitStage};
use super::say::Voice;
use super::source::load_file;
use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use assembler::elf::{self, ElfExtras};
use assembler::{DebugSources, Program, listing};
use runtime::Limits;
use runtime::load::LoadedProgram;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Runs the command; the exit code.
pub(super) fn run(args: &AsmArgs) -> Result<u8, ExpectedError> {
    let voice = Voice::new(&args.messages);
    let loaded = load_file(&args.file, None, &args.source, Limits::DEFAULT_MEMORY, None)?;
    voice.say_all(&loaded.sources, &loaded.diagnostics, &args.file);
    if let Some(stage @ (EmitStage::Tokens | EmitStage::Items)) = args.emit {
        let mut out = text_output(args.output.as_deref())?;
        out.write_all(early_stage(stage, &loaded).as_bytes())?;
        out.flush()?;
        return match loaded.has_errors() {
            true => Err(ExpectedError::NotLoaded),
            false => Ok(exit::SUCCESS),
        };
    }
    let Some(program) = loaded.program.as_ref().filter(|_| !loaded.has_errors()) else {
        return Err(ExpectedError::NotLoaded);
    };
    if args.listing || args.dump || args.emit.is_some() {
        let mut out = text_output(args.output.as_deref())?;
        match args.emit {
            Some(EmitStage::Image) => image(&mut out, program)?,
            None if args.dump => dump(&mut out, program)?,
            _ => listing::write(&mut out, program, &loaded.sources, loaded.desc())?,
        }
        out.flush()?;
    } else {
        let path = args.output.as_deref().unwrap_or(Path::new("a.out"));
        let real = path.canonicalize().ok();
        if real.is_some() && real == Path::new(&args.file).canonicalize().ok() {
            let wrong = "the output would overwrite the source: choose another file with -o";
            return Err(ExpectedError::Usage(wrong.to_owned()));
        }
        write_elf(path, program, &loaded)
            .with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok(exit::SUCCESS)
}

fn text_output(path: Option<&Path>) -> anyhow::Result<Box<dyn Write>> {
    Ok(match path {
        Some(path) => {
            let file =
                File::create(path).with_context(|| format!("cannot write `{}`", path.display()))?;
            Box::new(BufWriter::new(file))
        }
        None => Box::new(BufWriter::new(io::stdout().lock())),
    })
}

/// What the first stages make of the main file. They work on text with errors too.
fn early_stage(stage: EmitStage, loaded: &LoadedProgram) -> String {
    let Some(file) = loaded.sources.files().next() else {
        return String::new();
    };
    let text = loaded.sources.text(file);
    match stage {
        EmitStage::Items => assembler::dump::items(text, loaded.desc(), loaded.target.dialect()),
        _ => assembler::dump::tokens(text, loaded.target.dialect()),
    }
}

/// Segments and symbols.
fn image(out: &mut dyn Write, program: &Program) -> io::Result<()> {
    writeln!(out, "entry 0x{:08x}", program.image.entry)?;
    for segment in &program.image.segments {
        let (address, size) = (segment.address, segment.size);
        let rights = match (segment.access.write, segment.access.execute) {
            (true, true) => "rwx",
            (true, false) => "rw-",
            (false, true) => "r-x",
            (false, false) => "r--",
        };
        writeln!(
            out,
            "segment 0x{address:08x} {size:>8} {rights} {}",
            segment.name
        )?;
    }
    for symbol in &program.image.symbols {
        let kind = match (symbol.absolute, symbol.global) {
            (true, _) => "constant",
            (false, true) => "global",
            (false, false) => "local",
        };
        writeln!(out, "{kind:<8} 0x{:08x} {}", symbol.address, symbol.name)?;
    }
    Ok(())
}

/// One word of the text a line.
fn dump(out: &mut dyn Write, program: &Program) -> io::Result<()> {
    for segment in program.image.segments.iter().filter(|s| s.access.execute) {
        for chunk in segment.bytes.chunks(4) {
            let mut bytes = [0; 4];
            bytes[..chunk.len()].copy_from_slice(chunk);
            let word = match program.image.big_endian {
                true => u32::from_be_bytes(bytes),
                false => u32::from_le_bytes(bytes),
            };
            writeln!(out, "0x{word:08X}")?;
        }
    }
    Ok(())
}

fn write_elf(path: &Path, program: &Program, loaded: &LoadedProgram) -> anyhow::Result<()> {
    let folder = std::env::current_dir().unwrap_or_default();
    let extras = ElfExtras {
        note: Some(&loaded.note(program)),
        lines: Some(DebugSources {
            sources: &loaded.sources,
            folder: &folder.to_string_lossy(),
        }),
    };
    let bytes = elf::write(program, loaded.desc(), &extras)?;
    std::fs::write(path, bytes)?;
    platform::make_executable(path)?;
    Ok(())
}
