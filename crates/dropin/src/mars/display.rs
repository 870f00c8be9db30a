//! Registers and memory as they are shown when a run is over.

use super::args::{MarsArgs, NumberFormat, Range, Shown};
use machine::env::{double_text, float_text};
use machine::isa::{Bank, Reg};
use machine::memory::Memory;
use machine::run::{Machine, Registers};
use std::io::{self, Write};

/// Words in a line of memory.
const WORDS_IN_LINE: u32 = 4;

/// Writes the registers and the memory that were asked for.
pub(super) fn write(out: &mut dyn Write, args: &MarsArgs, machine: &Machine) -> io::Result<()> {
    for shown in &args.registers {
        let value = match shown.value {
            Shown::Register(reg) => register(args, reg, &machine.registers),
            Shown::Control(csr) => {
                let value = machine.control_register(csr).unwrap_or(0);
                number(value, args.format)
            }
        };
        if !args.brief {
            write!(out, "{}\t", shown.name)?;
        }
        writeln!(out, "{value}")?;
    }
    let memory = &machine.memory;
    for range in &args.memory {
        memory_range(out, args, range, memory)?;
    }
    Ok(())
}

fn register(args: &MarsArgs, reg: Reg, registers: &Registers) -> String {
    let (low, format) = (registers.get(reg) as u32, args.format);
    if reg.bank() == Bank::Int {
        return number(low, format);
    }
    let single = match format {
        NumberFormat::Decimal => float_text(f32::from_bits(low)),
        _ => number(low, format),
    };
    if !args.flavour.marked_registers || !reg.number().is_multiple_of(2) {
        return single;
    }
    let high = registers.get(Reg(reg.0 + 1)) as u32;
    let double = match format {
        NumberFormat::Hexadecimal => format!("0x{high:08x}{low:08x}"),
        NumberFormat::Decimal => {
            double_text(f64::from_bits(u64::from(high) << 32 | u64::from(low)))
        }
        NumberFormat::Ascii => ascii(high) + &ascii(low),
    };
    format!("{single}\t{double}")
}

fn memory_range(
    out: &mut dyn Write,
    args: &MarsArgs,
    range: &Range,
    memory: &Memory,
) -> io::Result<()> {
    let words = (range.last - range.first) / 4;
    for k in 0..=words {
        let address = range.first + 4 * k;
        if k.is_multiple_of(WORDS_IN_LINE) {
            if k > 0 {
                writeln!(out)?;
            }
            if !args.brief {
                write!(out, "Mem[0x{address:08x}]\t")?;
            }
        }
        write!(out, "{}\t", number(word_at(memory, address), args.format))?;
    }
    writeln!(out)
}

/// The word at `address`.
pub(super) fn word_at(memory: &Memory, address: u32) -> u32 {
    u32::from_le_bytes(memory.peek_bytes(address))
}

fn number(value: u32, format: NumberFormat) -> String {
    match format {
        NumberFormat::Hexadecimal => format!("0x{value:08x}"),
        NumberFormat::Decimal => (value as i32).to_string(),
        NumberFormat::Ascii => ascii(value),
    }
}

/// The four bytes of a word as characters, the high one first, three columns each.
pub(super) fn ascii(word: u32) -> String {
    let cell = |byte: u8| match byte {
        0 => " \\0".to_owned(),
        b'\t' => " \\t".to_owned(),
        b'\n' => " \\n".to_owned(),
        b'\r' => " \\r".to_owned(),
        0x08 => " \\b".to_owned(),
        0x0b => " \\v".to_owned(),
        0x0c => " \\f".to_owned(),
        b' '..=b'~' => format!("  {}", char::from(byte)),
        _ => "  .".to_owned(),
    };
    word.to_be_bytes().map(cell).concat()
}

#[cfg(test)]
mod tests {
    use super::super::args::ShownRegister;
    use super::*;

    fn shown(args: MarsArgs) -> String {
        let mut machine = runtime::Target::Mips.machine();
        let registers = &mut machine.registers;
        registers.set(Reg(8), 0x0000_0a31);
        registers.set(Reg(9), 0xffff_ffff);
        registers.set(Reg(34), 0x3fc0_0000);
        registers.set(Reg(36), 0);
        registers.set(Reg(37), 0x4004_0000);
        let memory = &mut machine.memory;
        for (k, text) in (0..).zip([b"hi\0\0", b"abcd", b"\n\t\x01\x7f", b"0123", b"last"]) {
            memory.write_host(0x1001_0000 + 4 * k, text).unwrap();
        }
        let mut out = Vec::new();
        write(&mut out, &args, &machine).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn all(format: NumberFormat, brief: bool) -> MarsArgs {
        let names = [("$t0", 8), ("$9", 9), ("$f2", 34), ("$f3", 35), ("$f4", 36)];
        let registers = names.map(|(name, reg)| ShownRegister {
            name: name.to_owned(),
            value: Shown::Register(Reg(reg)),
        });
        MarsArgs {
            format,
            brief,
            registers: registers.to_vec(),
            memory: vec![Range {
                first: 0x1001_0000,
                last: 0x1001_0010,
            }],
            ..MarsArgs::default()
        }
    }

    #[test]
    fn hexadecimal() {
        insta::assert_snapshot!(shown(all(NumberFormat::Hexadecimal, false)).replace('\t', "→"));
    }

    #[test]
    fn decimal() {
        insta::assert_snapshot!(shown(all(NumberFormat::Decimal, false)).replace('\t', "→"));
    }

    #[test]
    fn characters_without_names() {
        insta::assert_snapshot!(shown(all(NumberFormat::Ascii, true)).replace('\t', "→"));
    }
}
