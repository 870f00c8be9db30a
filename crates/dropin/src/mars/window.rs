//! The `SegmentWindow` format: instructions or data as the windows of the classic program show
//! them.

use super::args::Range;
use super::display::word_at;
use super::dump::{DumpState, addresses};
use machine::isa::{Operand, OperandKind, Reg};
use std::io::{self, Write};

/// Words in a line of data.
const WORDS_IN_LINE: usize = 8;

/// Writes the words of a range.
pub fn write(out: &mut dyn Write, range: Range, state: &DumpState<'_>) -> io::Result<()> {
    let segment = state.program.image.segment_at(range.first);
    match segment.is_some_and(|segment| segment.access.execute) {
        true => instructions(out, range, state),
        false => data(out, range, state),
    }
}

fn instructions(out: &mut dyn Write, range: Range, state: &DumpState<'_>) -> io::Result<()> {
    writeln!(
        out,
        " Address    Code        Basic                     Source\n"
    )?;
    for address in addresses(range) {
        let word = word_at(state.memory, address);
        let source = source(address, state);
        let line = format!(
            "0x{address:08x}  0x{word:08x}  {:<22}{source}",
            basic(word, address)
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

/// The instruction at `address` with registers by number and numbers in hexadecimal:
/// `addiu $2,$0,0x00000004`.
fn basic(word: u32, address: u32) -> String {
    let row = (mips32::DESC.decode)(word).and_then(|row| mips32::DESC.rows.get(row));
    let Some(row) = row else {
        return String::new();
    };
    let mut text = format!("{} ", row.name);
    for (k, operand) in row.operands.iter().enumerate() {
        if k > 0 && !operand.base {
            text.push(',');
        }
        text.push_str(&written(operand, word, address));
    }
    text.trim_end().to_owned()
}

fn written(operand: &Operand, word: u32, address: u32) -> String {
    let value = operand.field.extract(word);
    let text = match operand.kind {
        OperandKind::Register { bank, .. } => {
            let register = mips32::DESC.register(Reg::of(bank, value as u8));
            register.map_or(String::new(), |register| register.numbered.to_owned())
        }
        OperandKind::Control => format!("${value}"),
        // Distances are counted in instructions.
        OperandKind::PcRelative(_) => format!("0x{:08x}", value >> 2),
        OperandKind::Region => {
            let region = address.wrapping_add(4) & 0xf000_0000;
            format!("0x{:08x}", region | value as u32)
        }
        _ => format!("0x{value:08x}"),
    };
    match operand.base {
        true => format!("({text})"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
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
            assert_eq!(basic(word, 0x0040_0000), text);
        }
        assert_eq!(basic(0x0800_0060, 0x8000_0180), "j 0x80000180");
    }
}
