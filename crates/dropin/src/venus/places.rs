//! From addresses to source, and the table of registers, as reports show them.

use assembler::Program;
use diag::SourceMap;
use machine::isa::{Meaning, Reg};
use machine::observe::{At, Observer};

/// The source of a program's instructions.
#[derive(Clone, Copy)]
pub(super) struct CodePlaces<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its sources.
    pub sources: &'a SourceMap,
}

impl CodePlaces<'_> {
    /// `file:line` of the instruction at `pc`.
    pub(super) fn location(&self, pc: u32) -> Option<String> {
        let span = self.program.lines.find(pc)?.span;
        let line = self.sources.position(span.file, span.start).line;
        Some(format!("{}:{line}", self.sources.name(span.file)))
    }

    /// The line of source of the instruction at `pc`.
    pub(super) fn source(&self, pc: u32) -> &str {
        let Some(line) = self.program.lines.find(pc) else {
            return "";
        };
        let number = self.sources.position(line.span.file, line.span.start).line;
        self.sources.line_text(line.span.file, number).trim()
    }

    /// `file:line source`
    pub(super) fn describe(&self, pc: u32) -> String {
        match self.location(pc) {
            Some(location) => format!("{location} {}", self.source(pc)),
            None => "not an instruction".to_owned(),
        }
    }

    /// The executable bytes as instructions: address and bits, in order.
    pub(super) fn instructions(&self) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        for segment in self
            .program
            .image
            .segments
            .iter()
            .filter(|s| s.access.execute)
        {
            let mut rest = &segment.bytes[..];
            let mut pc = segment.address;
            while let [low, high, ..] = *rest {
                let short = u32::from(u16::from_le_bytes([low, high]));
                let (bits, len) = match *rest {
                    [a, b, c, d, ..] if short & 3 == 3 => (u32::from_le_bytes([a, b, c, d]), 4),
                    _ => (short, 2),
                };
                found.push((pc, bits));
                rest = &rest[len..];
                pc += len as u32;
            }
        }
        found
    }
}

/// The integer registers, four in a row; the place of `x0` stays empty.
pub(super) fn register_table(x: &[u32; 32], prefix: &str) -> String {
    let mut text = format!("{prefix}{:20}", "");
    for (number, value) in x.iter().enumerate().skip(1) {
        if number.is_multiple_of(4) {
            text.truncate(text.trim_end().len());
            text.push('\n');
            text.push_str(prefix);
        }
        let name = rv32::DESC.register_name(Reg(number as u8));
        text.push_str(&format!(
            "{:>8}=0x{value:08X} ",
            format!("x{number}({name})")
        ));
    }
    text.truncate(text.trim_end().len());
    text
}

/// The integer registers as an observer knows them.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShadowRegisters(pub [u32; 32]);

impl ShadowRegisters {
    /// The value of register `number`.
    pub(super) fn get(&self, number: usize) -> u32 {
        self.0.get(number).copied().unwrap_or(0)
    }
}

impl Observer for ShadowRegisters {
    fn register(&mut self, reg: Reg, _old: u64, new: u64) {
        if let Some(value) = self.0.get_mut(usize::from(reg.0)) {
            *value = new as u32;
        }
    }
}

/// Where the program counter goes when an exit call ends the program.
pub(super) const AFTER_EXIT: u32 = 0x1000_0000;

/// Whether a word calls the environment.
pub(super) fn is_call(word: u32) -> bool {
    let row = (rv32::DESC.decode)(word).and_then(|row| rv32::DESC.rows.get(row));
    row.is_some_and(|row| row.meaning == Meaning::EnvironmentCall)
}

/// What the instruction that runs does.
pub(super) fn meaning(at: &At) -> Meaning {
    let row = rv32::DESC.rows.get(usize::from(at.row));
    row.map_or(Meaning::Other, |row| row.meaning)
}
