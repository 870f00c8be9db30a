//! `jal disasm`: print a program's instructions.

use super::args::DisasmArgs;
use super::say::Voice;
use super::source::load_file;
use crate::error::ExpectedError;
use crate::exit;
use assembler::disasm::{self, Style};
use runtime::Limits;
use std::io::{self, BufWriter, Write};

/// Runs the command; the exit code.
pub(super) fn run(args: &DisasmArgs) -> Result<u8, ExpectedError> {
    let voice = Voice::new(&args.messages);
    let loaded = load_file(&args.file, None, &args.source, Limits::DEFAULT_MEMORY, None)?;
    voice.say_all(&loaded.sources, &loaded.diagnostics, &args.file);
    let Some(program) = loaded.program.as_ref().filter(|_| !loaded.has_errors()) else {
        return Err(ExpectedError::NotLoaded);
    };
    let style = Style {
        numbered: args.numeric,
        ..Style::JAL
    };
    let mut out = BufWriter::new(io::stdout().lock());
    disasm::program(&mut out, program, &loaded.sources, loaded.desc(), &style)?;
    out.flush()?;
    Ok(exit::SUCCESS)
}
