//! `jal asm`: assemble to an ELF file, a listing, or the plain words.

use super::args::AsmArgs;
use super::run::load_options;
use super::say::Voice;
use crate::exit;
use anyhow::Context;
use assembler::elf::{self, JalNote};
use assembler::{Program, listing};
use runtime::Limits;
use runtime::load::{Loaded, load};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Runs the command; the exit code.
pub fn run(args: &AsmArgs) -> anyhow::Result<u8> {
    let voice = Voice::new(&args.messages);
    let loaded = load(&args.file, &load_options(Limits::DEFAULT_MEMORY)?);
    voice.say_all(&loaded.sources, &loaded.diagnostics, &args.file);
    let Some(program) = loaded.program.as_ref().filter(|_| !loaded.has_errors()) else {
        return Ok(exit::NOT_LOADED);
    };
    if args.listing || args.dump {
        let mut out = text_output(args.output.as_deref())?;
        if args.listing {
            listing::write(&mut out, program, &loaded.sources, loaded.desc)?;
        } else {
            dump(&mut out, program)?;
        }
        out.flush()?;
    } else {
        let path = args.output.as_deref().unwrap_or(Path::new("a.out"));
        write_elf(path, program, &loaded)
            .with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok(0)
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

/// One word of the text a line.
fn dump(out: &mut dyn Write, program: &Program) -> io::Result<()> {
    for segment in program.image.segments.iter().filter(|s| s.access.execute) {
        for chunk in segment.bytes.chunks(4) {
            let mut bytes = [0; 4];
            bytes[..chunk.len()].copy_from_slice(chunk);
            writeln!(out, "0x{:08X}", u32::from_le_bytes(bytes))?;
        }
    }
    Ok(())
}

fn write_elf(path: &Path, program: &Program, loaded: &Loaded) -> anyhow::Result<()> {
    let note = JalNote::default().with(JalNote::ENV, loaded.environment.name());
    let bytes = elf::write(program, loaded.desc, Some(&note))?;
    std::fs::write(path, bytes)?;
    make_executable(path)?;
    Ok(())
}

/// qemu and shells want the executable bit.
fn make_executable(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mut permissions = std::fs::metadata(path)?.permissions();
        if std::fs::metadata(path)?.is_file() {
            permissions.set_mode(permissions.mode() | 0o111);
            std::fs::set_permissions(path, permissions)?;
        }
    }
    Ok(())
}
