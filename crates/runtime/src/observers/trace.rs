//! One line an instruction: `--trace`.

use assembler::Program;
use assembler::disasm::{self, Style};
use diag::SourceMap;
use machine::isa::{IsaDesc, Reg};
use machine::observe::{At, MemoryAccess, Observer};
use std::fmt::Write as _;
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
    effects: String,
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
            effects: String::new(),
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

    fn write_line(&mut self) {
        let Some((pc, step)) = self.current.take() else {
            return;
        };
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
        let effects = std::mem::take(&mut self.effects);
        let line = format!("{step:>8}  {pc:08x}: {word:<8}  {text:<28} {place:<16}{effects}");
        if self.error.is_none()
            && let Err(error) = writeln!(self.out, "{}", line.trim_end())
        {
            self.error = Some(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Observer for Trace<'_> {
    fn instruction(&mut self, at: &At) {
        self.write_line();
        self.current = Some((at.pc, at.step));
    }

    fn register(&mut self, reg: Reg, _old: u64, new: u64) {
        let _ = write!(
            self.effects,
            "  {} = 0x{new:08x}",
            self.desc.register_name(reg)
        );
    }

    fn memory(&mut self, access: &MemoryAccess) {
        if !access.store {
            return;
        }
        let width = 2 * access.size as usize;
        let _ = write!(
            self.effects,
            "  [0x{:08x}] = 0x{:0width$x}",
            access.address, access.new
        );
        let mut bytes = access.new.to_le_bytes();
        let stored = &mut bytes[..usize::from(access.size)];
        if self.program.image.big_endian {
            stored.reverse();
        }
        for (address, text) in &mut self.text {
            for (k, new) in (0..).zip(&*stored) {
                let offset = access.address.wrapping_add(k).wrapping_sub(*address) as usize;
                if let Some(byte) = text.get_mut(offset) {
                    *byte = *new;
                }
            }
        }
    }
}
