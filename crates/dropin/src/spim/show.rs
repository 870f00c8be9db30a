//! Instructions, registers and memory as SPIM shows them.

use super::assembly::Assembled;
use assembler::disasm::{self, Style};
use machine::isa::Reg;
use machine::run::Machine;
use runtime::Target;
use std::fmt::Write;

/// How wide an instruction is before its source.
const WIDTH: usize = 30;

/// The instruction at an address, as a line; nothing if there is none.
pub(super) fn instruction(
    assembled: &Assembled,
    machine: &Machine,
    address: u32,
) -> Option<String> {
    let desc = Target::Mips.desc();
    let word = machine.word_at(address);
    if !machine.may_fetch(address) {
        return None;
    }
    let program = &assembled.program;
    let symbol = |target: u32| {
        let mut symbols = program.image.symbols.iter();
        let found = symbols.find(|s| s.address == target && !s.absolute);
        found.map(|s| s.name.clone())
    };
    let text = disasm::instruction(desc, word, address, &Style::SPIM, symbol);
    let mut text = text.map_or_else(|| format!(".word {word:#010x}"), |text| text.text);
    if word == 0 {
        text = "nop".to_owned();
    }
    let mut undefined = assembled.undefined.iter();
    let open = undefined.find(|(_, uses)| uses.contains(&address));
    if let Some((name, _)) = open {
        let _ = write!(text, " [{name}]");
    }
    let source = program
        .lines
        .find(address)
        .filter(|line| line.address == address);
    let mut line = format!("[0x{address:08x}]\t0x{word:08x}  ");
    match source {
        Some(source) => {
            let sources = &assembled.sources;
            let number = sources.position(source.span.file, source.span.start).line;
            let written = sources.slice(source.span);
            let _ = write!(line, "{text:WIDTH$}  ; {number}: {written}");
        }
        None => line.push_str(&text),
    }
    line.push('\n');
    Some(line)
}

/// A register by number.
pub(super) fn register(machine: &Machine, number: u8) -> String {
    let value = machine.registers.x[usize::from(number)];
    format!("Reg {number} = 0x{value:08x} ({})\n", value as i32)
}

/// A floating-point register by number.
pub(super) fn float_register(machine: &Machine, number: u8) -> String {
    let mut text = String::new();
    if number.is_multiple_of(2) {
        let value = shortest(double(machine, number));
        let _ = writeln!(text, "FP reg {number} = {value} (double)");
    }
    let value = shortest(f64::from(single(machine, number)));
    let _ = writeln!(text, "FP reg {number} = {value} (single)");
    text
}

/// About `%g`: enough for people.
fn shortest(value: f64) -> String {
    machine::env::c_double(value)
}

fn single(machine: &Machine, number: u8) -> f32 {
    f32::from_bits(machine.registers.get(Reg(32 + number)) as u32)
}

fn double(machine: &Machine, number: u8) -> f64 {
    let half = |number: u8| machine.registers.get(Reg(32 + number)) & 0xffff_ffff;
    f64::from_bits(half(number + 1) << 32 | half(number))
}

/// The word at an address of data.
pub(super) fn data(machine: &Machine, address: u32) -> String {
    let value = machine.word_at(address);
    format!(
        "Data seg @ 0x{address:08x} ({address}) = 0x{value:08x} ({})\n",
        value as i32
    )
}

/// Names as SPIM has them.
const NAMES: [&str; 32] = [
    "r0", "at", "v0", "v1", "a0", "a1", "a2", "a3", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7",
    "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "t8", "t9", "k0", "k1", "gp", "sp", "s8", "ra",
];

/// All registers.
pub(super) fn registers(machine: &Machine, hexadecimal: bool) -> String {
    let control = |number: u32| machine.control_register(number).unwrap_or(0);
    let mut text = format!(
        " PC      = {:08x}   EPC     = {:08x}   Cause   = {:08x}   BadVAddr= {:08x}\n",
        machine.pc,
        control(14),
        control(13),
        control(8)
    );
    let hidden = |name: &str| {
        let mut registers = machine.desc().registers.iter();
        let found = registers.find(|register| register.name == name);
        found.map_or(0, |register| machine.registers.get(register.reg) as u32)
    };
    let _ = writeln!(
        text,
        " Status  = {:08x}   HI      = {:08x}   LO      = {:08x}",
        control(12),
        hidden("hi"),
        hidden("lo")
    );
    text.push_str("\t\t\t\t General Registers\n");
    for row in 0..8 {
        let cells = (0..4).map(|column| {
            let number = row + 8 * column;
            let value = machine.registers.x[number];
            let value = match hexadecimal {
                true => format!("{value:08x}"),
                false => (value as i32).to_string(),
            };
            format!(
                "{:<4}({}) = {value:<10}",
                format!("R{number}"),
                NAMES[number]
            )
        });
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join(" "));
    }
    text.push_str(
        "\n FIR    = 00009800    FCSR    = 00000000    FCCR   = 00000000   FEXR    = 00000000\n",
    );
    text.push_str(" FENR   = 00000000\n\t\t\t      Double Floating Point Registers\n");
    floats(&mut text, 4, |k| {
        (2 * k, format!("{:.5}", double(machine, 2 * k)))
    });
    text.push_str("\t\t\t      Single Floating Point Registers\n");
    floats(&mut text, 8, |k| (k, format!("{:.5}", single(machine, k))));
    text.push('\n');
    text
}

fn floats(text: &mut String, rows: u8, cell: impl Fn(u8) -> (u8, String)) {
    for row in 0..rows {
        let cells = (0..4).map(|column| {
            let (number, value) = cell(row + rows * column);
            format!("{:<4} = {value:<13}", format!("FP{number}"))
        });
        let line = cells.collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "{line}");
    }
}

/// The global names.
pub(super) fn symbols(assembled: &Assembled) -> String {
    let symbols = assembled.program.image.symbols.iter();
    let mut names: Vec<(String, u32)> = symbols
        .filter(|symbol| symbol.global || symbol.name == "main")
        .filter(|symbol| !symbol.absolute)
        .map(|symbol| (symbol.name.clone(), symbol.address))
        .collect();
    names.extend(assembled.undefined.keys().map(|name| (name.clone(), 0)));
    names.sort();
    names.dedup_by(|a, b| a.0 == b.0);
    let lines = names.into_iter();
    lines
        .map(|(name, address)| format!("g\t{name} at 0x{address:08x}\n"))
        .collect()
}
