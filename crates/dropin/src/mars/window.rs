//! The `SegmentWindow` format: instructions or data as the windows of the classic program show
//! them.

use super::args::Range;
use super::display::word_at;
use super::dump::{DumpState, addresses};
use super::flavour::Flavour;
use assembler::disasm;
use std::io::{self, Write};

/// Words in a line of data.
const WORDS_IN_LINE: usize = 8;

/// Writes the words of a range.
pub(super) fn write(out: &mut dyn Write, range: Range, state: &DumpState<'_>) -> io::Result<()> {
    let segment = state.program.image.segment_at(range.first);
    match segment.is_some_and(|segment| segment.access.execute) {
        true => instructions(out, range, state),
        false => data(out, range, state),
    }
}

fn instructions(out: &mut dyn Write, range: Range, state: &DumpState<'_>) -> io::Result<()> {
    writeln!(out, "{}\n", state.flavour.window_head)?;
    let width = state.flavour.window_width;
    for address in addresses(range) {
        let word = word_at(state.memory, address);
        let source = source(address, state);
        let line = format!(
            "0x{address:08x}  0x{word:08x}  {:<width$}{source}",
            basic(state.flavour, word, address)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Line number and text of the statement that begins at `address`.
fn source(address: u32, state: &DumpState<'_>) -> String {
    let line = state.program.lines.find(address);
    let Some(line) = line.filter(|line| line.address == address) else {
        return String::new();
    };
    let number = state.sources.position(line.span.file, line.span.start).line;
    let text = state.sources.line_text(line.span.file, number).trim();
    format!("{number:<5}{text}")
}

fn data(out: &mut dyn Write, range: Range, state: &DumpState<'_>) -> io::Result<()> {
    write!(out, " Address  ")?;
    for k in 0..WORDS_IN_LINE {
        write!(out, "  {:<10}", format!("Value +{:x}", 4 * k))?;
    }
    writeln!(out, "\n")?;
    let all: Vec<u32> = addresses(range).collect();
    for line in all.chunks(WORDS_IN_LINE) {
        let first = line.first().copied().unwrap_or(range.first);
        write!(out, "0x{first:08x}")?;
        for address in line {
            write!(out, "  0x{:08x}", word_at(state.memory, *address))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The instruction at `address`, as `addiu $2,$0,0x00000004`.
fn basic(flavour: &Flavour, word: u32, address: u32) -> String {
    let text = disasm::instruction(flavour.isa(), word, address, flavour.style, |_| None);
    text.map_or(String::new(), |text| text.text)
}

#[cfg(test)]
mod tests {
    use super::super::flavour::{MARS, RARS};
    use super::*;

    #[test]
    fn basic_instructions() {
        for (word, text) in [
            (0x2402_0004, "addiu $2,$0,0x00000004"),
            (0x8d09_fff0, "lw $9,0xfffffff0($8)"),
            (0x1100_0003, "beq $8,$0,0x00000003"),
            (0x0000_000c, "syscall"),
            (0x4600_0847, "neg.s $f1,$f1"),
            (0x0810_0004, "j 0x00400010"),
            (0x0c10_000a, "jal 0x00400028"),
        ] {
            assert_eq!(basic(&MARS, word, 0x0040_0000), text);
        }
        assert_eq!(basic(&MARS, 0x0800_0060, 0x8000_0180), "j 0x80000180");
        assert_eq!(basic(&RARS, 0x0001_22b7, 0x0040_0000), "lui x5,18");
    }
}
