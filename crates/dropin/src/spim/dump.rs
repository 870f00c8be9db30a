//! Writing a program to files instead of running it.

use super::args::{DumpKind, SpimArgs};
use super::assembly::{self, Assembled, SpimFile};
use super::run;
use crate::streams::{err, out};
use std::fmt::Write;

/// The files of `-dump` and `-full_dump`: what they are called, and which part each has.
const PARTS: [(&str, &str, bool); 4] = [
    ("text.asm", "text", false),
    ("data.asm", "data", false),
    ("ktext.asm", "ktext", true),
    ("kdata.asm", "kdata", true),
];

/// Assembles, and writes what the command line wants; the exit code.
pub(super) fn write(args: &SpimArgs, file: SpimFile) -> u8 {
    let name = file.name.clone();
    let assembled = assembly::build(args, &[file]);
    err(&assembled.messages);
    out(&run::undefined(&assembled));
    if args.assemble_only {
        save(&format!("{name}.out"), &words(&assembled, "text"));
    }
    for (path, segment, kernel) in PARTS {
        let wanted = args.dump == Some(DumpKind::Full) || args.dump.is_some() && !kernel;
        if wanted {
            save(path, &words(&assembled, segment));
        }
    }
    0
}

/// The words of a part of memory with their addresses.
fn words(assembled: &Assembled, name: &str) -> String {
    let mut text = String::new();
    let segments = assembled.program.image.segments.iter();
    for segment in segments.filter(|segment| segment.name == name) {
        for (k, word) in (0u32..).zip(segment.bytes.chunks(4)) {
            let bytes = [0, 1, 2, 3].map(|k| word.get(k).copied().unwrap_or(0));
            let address = segment.address.wrapping_add(4 * k);
            let _ = writeln!(
                text,
                "[0x{address:08x}]\t0x{:08x}",
                u32::from_le_bytes(bytes)
            );
        }
    }
    text
}

fn save(path: &str, text: &str) {
    if let Err(error) = std::fs::write(path, text) {
        err(&format!("Cannot open file: `{path}': {error}\n"));
    }
}
