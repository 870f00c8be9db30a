//! One line an instruction: `--trace`.

use assembler::Program;
use assembler::disasm::{self, Style};
use diag::SourceMap;
use machine::isa::{IsaDesc, Reg};
use machine::observe::{At, MemoryAccess, Observer};
use rustc_hash::FxHashMap;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Writes what each instruction did. A line is written when the next instruction begins, because
/// only then everything it changed is known.
pub struct Trace<'a> {
    desc: &'static IsaDesc,
    program: &'a Program,
    sources: &'a SourceMap,
    out: Box<dyn Write + 'a>,
    /// The executable bytes as they are now: stores of the program are followed.
    text: Vec<(u32, Vec<u8>)>,
    current: Option<(u32, u64)>,
    /// What it did.
    effects: Vec<u8>,
    /// What lines say of instructions, by address, as long as the code does not change.
    described: FxHashMap<u32, Box<[u8]>>,
    /// The line that is being written.
    line: Vec<u8>,
    error: Option<std::io::Error>,
    /// Set when nothing can be written any more, so that the run stops.
    stop: Arc<AtomicBool>,
}

impl<'a> Trace<'a> {
    /// Traces `program` into `out`. `stop` is set when that fails.
    pub fn new(
        desc: &'static IsaDesc,
        program: &'a Program,
        sources: &'a SourceMap,
        out: Box<dyn Write + 'a>,
        stop: Arc<AtomicBool>,
    ) -> Self {
        let executable = program.image.segments.iter().filter(|s| s.access.execute);
        let text = executable.map(|s| (s.address, s.bytes.clone())).collect();
        Trace {
            desc,
            program,
            sources,
            out,
            text,
            current: None,
            effects: Vec::new(),
            described: FxHashMap::default(),
            line: Vec::new(),
            error: None,
            stop,
        }
    }

    /// Writes the last line, and says whether everything could be written.
    pub fn finish(&mut self) -> std::io::Result<()> {
        self.write_line();
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }

    fn word(&self, pc: u32) -> u32 {
        let mut bytes = [0; 4];
        for (address, text) in &self.text {
            let Some(offset) = pc.checked_sub(*address).map(|o| o as usize) else {
                continue;
            };
            for (k, byte) in bytes.iter_mut().enumerate() {
                *byte = text.get(offset + k).copied().unwrap_or(*byte);
            }
        }
        match self.program.image.big_endian {
            true => u32::from_be_bytes(bytes),
            false => u32::from_le_bytes(bytes),
        }
    }

    /// What a line says of the instruction at an address: all but the step, and what it did.
    fn describe(&self, pc: u32) -> Box<[u8]> {
        let bits = self.word(pc);
        let symbol = |_| None;
        let decoded = disasm::instruction(self.desc, bits, pc, &Style::JAL, symbol);
        let (text, word) = match &decoded {
            Some(text) if text.len == 2 => (text.text.as_str(), format!("{:04x}", bits & 0xffff)),
            Some(text) => (text.text.as_str(), format!("{bits:08x}")),
            None => ("?", format!("{bits:08x}")),
        };
        let place = match self.program.lines.find(pc) {
            Some(line) => {
                let position = self.sources.position(line.span.file, line.span.start);
                format!("{}:{}", self.sources.name(line.span.file), position.line)
            }
            None => self
                .program
                .image
                .symbol_before(pc)
                .map_or(String::new(), |symbol| {
                    format!("{}+{}", symbol.name, pc - symbol.address)
                }),
        };
        let described = format!("  {pc:08x}: {word:<8}  {text:<28} {place:<16}");
        described.into_bytes().into()
    }

    fn write_line(&mut self) {
        let Some((pc, step)) = self.current.take() else {
            return;
        };
        self.line.clear();
        push_step(&mut self.line, step);
        if let Some(described) = self.described.get(&pc) {
            self.line.extend_from_slice(described);
        } else {
            let described = self.describe(pc);
            self.line.extend_from_slice(&described);
            self.described.insert(pc, described);
        }
        self.line.extend_from_slice(&self.effects);
        self.effects.clear();
        let length = self.line.trim_ascii_end().len();
        self.line.truncate(length);
        self.line.push(b'\n');
        if self.error.is_none()
            && let Err(error) = self.out.write_all(&self.line)
        {
            self.error = Some(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The program has stored bytes: those of its code are followed.
    fn follow(&mut self, address: u32, stored: &[u8]) {
        for (start, text) in &mut self.text {
            for (k, new) in (0..).zip(stored) {
                let at = address.wrapping_add(k);
                if let Some(byte) = text.get_mut(at.wrapping_sub(*start) as usize) {
                    *byte = *new;
                    // Of a word that begins up to three bytes before it, too.
                    for pc in 0..4 {
                        self.described.remove(&at.wrapping_sub(pc));
                    }
                }
            }
        }
    }
}

/// The step, right-aligned in eight columns.
fn push_step(line: &mut Vec<u8>, mut step: u64) {
    let mut digits = [b' '; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (step % 10) as u8;
        step /= 10;
        if step == 0 {
            break;
        }
    }
    line.extend_from_slice(&digits[first.min(digits.len() - 8)..]);
}

/// ` = 0x` and a number with at least so many digits.
fn push_value(line: &mut Vec<u8>, value: u64, digits: usize) {
    line.extend_from_slice(b" = ");
    push_hex(line, value, digits);
}

fn push_hex(line: &mut Vec<u8>, value: u64, digits: usize) {
    let needed = (u64::BITS - value.leading_zeros()).div_ceil(4) as usize;
    line.extend_from_slice(b"0x");
    for place in (0..needed.max(digits)).rev() {
        let digit = (value >> (4 * place)) as usize & 0xf;
        line.push(b"0123456789abcdef"[digit]);
    }
}

impl Observer for Trace<'_> {
    fn instruction(&mut self, at: &At) {
        self.write_line();
        self.current = Some((at.pc, at.step));
    }

    fn register(&mut self, reg: Reg, _old: u64, new: u64) {
        self.effects.extend_from_slice(b"  ");
        let name = self.desc.register_name(reg);
        self.effects.extend_from_slice(name.as_bytes());
        push_value(&mut self.effects, new, 8);
    }

    fn memory(&mut self, access: &MemoryAccess) {
        if !access.store {
            return;
        }
        self.effects.extend_from_slice(b"  [");
        push_hex(&mut self.effects, access.address.into(), 8);
        self.effects.push(b']');
        push_value(&mut self.effects, access.new, 2 * usize::from(access.size));
        let mut bytes = access.new.to_le_bytes();
        let stored = &mut bytes[..usize::from(access.size)];
        if self.program.image.big_endian {
            stored.reverse();
        }
        self.follow(access.address, stored);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_standard_formats_do() {
        for step in [0, 7, 12_345_678, 123_456_789, u64::MAX] {
            let mut line = Vec::new();
            push_step(&mut line, step);
            assert_eq!(line, format!("{step:>8}").into_bytes());
        }
        for value in [0, 0xf, 0x10, 0xdead_beef, 0x1_0000_0000, u64::MAX] {
            let mut line = Vec::new();
            push_value(&mut line, value, 8);
            assert_eq!(line, format!(" = 0x{value:08x}").into_bytes());
        }
    }
}
