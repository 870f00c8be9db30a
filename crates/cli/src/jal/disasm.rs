//! `jal disasm`: print a program's instructions.

use super::args::DisasmArgs;
use super::run::usage;
use super::say::Voice;
use super::source::load_file;
use crate::exit;
use assembler::disasm::{self, Style};
use runtime::Limits;
use std::io::{self, BufWriter, Write};

/// Runs the command; the exit code.
pub fn run(args: &DisasmArgs) -> anyhow::Result<u8> {
    let voice = Voice::new(&args.messages);
    let loaded = match load_file(&args.file, &args.source, Limits::DEFAULT_MEMORY)? {
        Ok(loaded) => loaded,
        Err(wrong) => return Ok(usage(&wrong)),
    };
    voice.say_all(&loaded.sources, &loaded.diagnostics, &args.file);
    let Some(program) = loaded.program.as_ref().filter(|_| !loaded.has_errors()) else {
        return Ok(exit::NOT_LOADED);
    };
    let style = Style {
        numbered: args.numeric,
        ..Style::JAL
    };
    let mut out = BufWriter::new(io::stdout().lock());
    disasm::program(&mut out, program, &loaded.sources, loaded.desc(), &style)?;
    out.flush()?;
    Ok(0)
}
