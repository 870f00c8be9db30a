//! From addresses to source, and the table of registers, as reports show them.

use assembler::Program;
use diag::SourceMap;
use machine::isa::Reg;
use machine::observe::Observer;

/// The source of a program's instructions.
#[derive(Clone, Copy)]
pub struct CodePlaces<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its sources.
    pub sources: &'a SourceMap,
}

impl CodePlaces<'_> {
    /// `file:line` of the instruction at `pc`.
    pub fn location(&self, pc: u32) -> Option<String> {
        let span = self.program.lines.find(pc)?.span;
        let line = self.sources.position(span.file, span.start).line;
        Some(format!("{}:{line}", self.sources.name(span.file)))
    }

    /// The line of source of the instruction at `pc`.
    pub fn source(&self, pc: u32) -> &str {
        let Some(line) = self.program.lines.find(pc) else {
            return "";
        };
        let number = self.sources.position(line.span.file, line.span.start).line;
        self.sources.line_text(line.span.file, number).trim()
    }

    /// `file:line source`
    pub fn describe(&self, pc: u32) -> String {
        match self.location(pc) {
            Some(location) => format!("{location} {}", self.source(pc)),
            None => "not an instruction".to_owned(),
        }
    }

    /// The executable bytes as instructions: address and bits, in order.
    pub fn instructions(&self) -> Vec<(u32, u32)> {
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
pub fn register_table(x: &[u32; 32], prefix: &str) -> String {
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
pub struct ShadowRegisters(pub [u32; 32]);

impl ShadowRegisters {
    /// The value of register `number`.
    pub fn get(&self, number: usize) -> u32 {
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

/// The index of an instruction's row, by which observers recognise it.
pub fn row_of(name: &str) -> Option<u8> {
    let row = rv32::DESC.rows.iter().position(|row| row.name == name)?;
    u8::try_from(row).ok()
}
