//! Places in a program: from what people write (`merge`, `12`, `slide.s:12`, `0x40`) to addresses,
//! and from addresses to source lines and labels.

mod macros;

pub use macros::MacroCode;

use crate::engine::FloatWidth;
use crate::expr::{Names, Width, number};
use crate::view::Element;
use assembler::disasm::{self, Style};
use assembler::{CodeLine, Program};
use diag::{FileId, SourceMap, Span, one_line};
use machine::isa::IsaDesc;
use runtime::load::LoadedProgram;
use thiserror::Error;

/// Why a place was not found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlaceError {
    /// Nothing was written.
    #[error("which place? Name a label, a line, file:line or an address")]
    Nothing,
    /// There is no such label.
    #[error("there is no label `{name}`{}", hint(.similar))]
    Unknown {
        /// The name.
        name: String,
        /// A label that looks like it.
        similar: Option<String>,
    },
    /// There is no such file.
    #[error("the program has no file `{0}`")]
    NoFile(String),
    /// There is no code at or after the line.
    #[error("there is no instruction in line {line} of {file} or below it")]
    NoCode {
        /// The file.
        file: String,
        /// The line.
        line: u32,
    },
    /// There is no code at the address.
    #[error("there is no instruction at 0x{0:08x}")]
    NotCode(u32),
    /// The program has no lines.
    #[error("the program has no source: use a label or an address")]
    NoSource,
}

fn hint(similar: &Option<String>) -> String {
    match similar {
        Some(similar) => format!("; did you mean `{similar}`?"),
        None => String::new(),
    }
}

/// A source line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The file.
    pub file: FileId,
    /// Its name.
    pub name: String,
    /// The line, from 1.
    pub line: u32,
    /// Its text.
    pub text: String,
}

impl SourceLine {
    /// `slide.s:12`; for a line of a macro, where that was called: `slide.s:12 (macro, line 3)`.
    pub fn position(&self, call: Option<&SourceLine>) -> String {
        match call {
            None => format!("{}:{}", self.name, self.line),
            Some(call) if call.file == self.file => {
                format!("{}:{} (macro, line {})", call.name, call.line, self.line)
            }
            Some(call) => format!(
                "{}:{} (macro, {}:{})",
                call.name, call.line, self.name, self.line
            ),
        }
    }
}

/// The way between addresses and what people write.
#[derive(Clone, Copy)]
pub struct Map<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its sources.
    pub sources: &'a SourceMap,
    /// The code of calls of macros, by first address, the outer call first.
    pub macros: &'a [MacroCode],
    /// The machine.
    pub desc: &'static IsaDesc,
}

/// The code that the calls of macros in a program became.
pub(crate) fn macro_code(program: &Program) -> Vec<MacroCode> {
    macros::find(&program.lines)
}

impl<'a> Map<'a> {
    /// The map of a program that was loaded; `macros` is the code of its calls of macros.
    pub(crate) fn of(
        loaded: &'a LoadedProgram,
        program: &'a Program,
        macros: &'a [MacroCode],
    ) -> Self {
        Map {
            program,
            sources: &loaded.sources,
            macros,
            desc: loaded.desc(),
        }
    }

    /// The statement that an address belongs to.
    pub fn statement(&self, pc: u32) -> Option<&'a CodeLine> {
        self.program.lines.find(pc).filter(|line| line.code)
    }

    /// The source line of an address.
    pub fn line(&self, pc: u32) -> Option<SourceLine> {
        let statement = self.program.lines.find(pc)?;
        Some(self.line_of(statement.span))
    }

    fn line_of(&self, span: Span) -> SourceLine {
        let (file, line) = (span.file, self.sources.position(span.file, span.start).line);
        SourceLine {
            file,
            name: self.sources.name(file).to_owned(),
            line,
            text: one_line(self.sources.line_text(file, line)),
        }
    }

    /// The code of the calls of macros that an address is in, the outermost first.
    pub fn macros_at(&self, pc: u32) -> impl Iterator<Item = &'a MacroCode> + use<'a> {
        let begun = self.macros.partition_point(|code| code.first <= pc);
        // Calls that are not in another one do not overlap.
        let outer = self.macros[..begun]
            .iter()
            .rposition(|code| code.depth == 0);
        let candidates = &self.macros[outer.unwrap_or(begun)..begun];
        candidates.iter().filter(move |code| code.contains(pc))
    }

    /// The lines of the calls of macros that an address is in, the outermost first.
    pub fn macro_calls(&self, pc: u32) -> Vec<SourceLine> {
        self.macros_at(pc)
            .map(|code| self.line_of(code.call))
            .collect()
    }

    /// `slide.s:12`, if there is a source; in a macro, that of its call, `slide.s:12 (macro, line 3)`.
    pub fn position(&self, pc: u32) -> Option<String> {
        let line = self.line(pc)?;
        let call = self.macros_at(pc).next();
        let call = call.map(|code| self.line_of(code.call));
        Some(match call {
            // Nothing of the macro has run yet.
            Some(call) if self.macros_at(pc).all(|code| code.first == pc) => call.position(None),
            call => line.position(call.as_ref()),
        })
    }

    /// `merge+8`, or the address if there is no label.
    pub fn name(&self, address: u32) -> String {
        match self.label_before(address) {
            Some((name, 0)) => name,
            Some((name, offset)) => format!("{name}+{offset}"),
            None => format!("0x{address:08x}"),
        }
    }

    /// The label at or before an address, and how far the address is from it.
    pub fn label_before(&self, address: u32) -> Option<(String, u32)> {
        let symbol = self.program.image.symbol_before(address)?;
        Some((one_line(&symbol.name), address - symbol.address))
    }

    /// The instruction at `pc` as text.
    pub fn instruction(&self, word: u32, pc: u32) -> String {
        let symbol = |address: u32| match self.label_before(address) {
            Some((name, 0)) => Some(name),
            Some((name, offset)) => Some(format!("{name}+{offset}")),
            None => None,
        };
        let text = disasm::instruction(self.desc, word, pc, &Style::JAL, symbol);
        text.map_or_else(|| format!("0x{word:08x} (not an instruction)"), |t| t.text)
    }

    /// The addresses of a place. `file` is where line numbers count, `here` where `+4` does.
    pub fn resolve(
        &self,
        text: &str,
        file: Option<FileId>,
        is_code: impl Fn(u32) -> bool,
    ) -> Result<Vec<u32>, PlaceError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(PlaceError::Nothing);
        }
        if let Some((name, line)) = text.rsplit_once(':')
            && let Ok(line) = line.trim().parse()
        {
            let file = match name.trim() {
                "" => file.ok_or(PlaceError::NoSource)?,
                name => self.file(name)?,
            };
            return self.line_addresses(file, line);
        }
        if let Ok(line) = text.parse() {
            return self.line_addresses(file.ok_or(PlaceError::NoSource)?, line);
        }
        let calls = self.calls_of_macro(text);
        if !calls.is_empty() {
            return Ok(calls);
        }
        let address = self.address(text.trim_start_matches('*').trim())?;
        match is_code(address) {
            true => Ok(vec![address]),
            false => Err(PlaceError::NotCode(address)),
        }
    }

    /// Where the calls of the macro of this name begin, unless a label has it.
    fn calls_of_macro(&self, name: &str) -> Vec<u32> {
        if self.program.image.symbol(name).is_some() {
            return Vec::new();
        }
        let calls = self.macros.iter().filter(|code| {
            let call = self.sources.slice(code.call).trim_start();
            let end = call.find(|c: char| c.is_whitespace() || c == '(');
            call.get(..end.unwrap_or(call.len())) == Some(name)
        });
        let mut calls: Vec<u32> = calls.map(|code| code.first).collect();
        calls.sort_unstable();
        calls.dedup();
        calls
    }

    /// An address: a number, a label, or a label and a distance.
    fn address(&self, text: &str) -> Result<u32, PlaceError> {
        let (name, offset) = match text.split_once('+') {
            Some((name, offset)) => (name.trim(), number(offset.trim()).unwrap_or(0)),
            None => (text, 0),
        };
        if name.starts_with(|c: char| c.is_ascii_digit())
            && let Ok(address) = number(name)
        {
            return Ok((address + offset) as u32);
        }
        let symbol = self.program.image.symbol(name).filter(|s| !s.absolute);
        match symbol {
            Some(symbol) => Ok(symbol.address.wrapping_add(offset as u32)),
            None => Err(PlaceError::Unknown {
                name: one_line(name),
                similar: self.similar_label(name),
            }),
        }
    }

    fn file(&self, name: &str) -> Result<FileId, PlaceError> {
        let ends = |file: &FileId| {
            let known = self.sources.name(*file);
            known == name || known.ends_with(&format!("/{name}"))
        };
        let found = self.sources.files().find(ends);
        found.ok_or_else(|| PlaceError::NoFile(one_line(name)))
    }

    /// The statements of a line and the calls of macros in it, or those of the next line that has some.
    fn line_addresses(&self, file: FileId, line: u32) -> Result<Vec<u32>, PlaceError> {
        let code = self.program.lines.iter().filter(|l| l.code && l.size > 0);
        let statements = code.map(|l| (l.span, l.address));
        let calls = self.macros.iter().map(|code| (code.call, code.first));
        let in_file = statements.chain(calls).filter(|(at, _)| at.file == file);
        let lines =
            in_file.map(|(at, address)| (self.sources.position(file, at.start).line, address));
        let behind: Vec<(u32, u32)> = lines.filter(|(at, _)| *at >= line).collect();
        let nearest = behind.iter().map(|(at, _)| *at).min();
        let Some(nearest) = nearest else {
            return Err(PlaceError::NoCode {
                file: self.sources.name(file).to_owned(),
                line,
            });
        };
        let there = behind.iter().filter(|(at, _)| *at == nearest);
        let mut addresses: Vec<u32> = there.map(|(_, address)| *address).collect();
        addresses.sort_unstable();
        addresses.dedup();
        Ok(addresses)
    }

    /// All labels.
    pub fn labels(&self) -> impl Iterator<Item = &'a str> {
        let symbols = self.program.image.symbols.iter();
        symbols.map(|symbol| symbol.name.as_str())
    }

    /// A label that looks like `name`.
    pub fn similar_label(&self, name: &str) -> Option<String> {
        nearest(name, self.labels()).map(one_line)
    }

    /// The directive that made the data at an address.
    fn directive_at(&self, address: u32) -> &'a str {
        let line = self.program.lines.find(address).filter(|line| !line.code);
        let text = line.map_or("", |line| self.sources.slice(line.span));
        text.split_whitespace().next().unwrap_or("")
    }

    /// The length of the floating-point numbers that were declared at an address.
    pub fn float_at(&self, address: u32) -> Option<FloatWidth> {
        match self.directive_at(address) {
            ".float" | ".single" => Some(FloatWidth::Single),
            ".double" => Some(FloatWidth::Double),
            _ => None,
        }
    }

    /// How the data at an address is divided, from the directive that made it.
    pub fn element_at(&self, address: u32) -> Element {
        match self.directive_at(address) {
            ".ascii" | ".asciz" | ".asciiz" | ".string" => Element::Text,
            _ => match self.float_at(address) {
                Some(width) => Element::Float(width),
                None => Element::Number(self.width_at(address)),
            },
        }
    }

    /// How wide the data at an address is, from the directive that made it.
    fn width_at(&self, address: u32) -> Width {
        match self.directive_at(address) {
            ".half" | ".short" | ".2byte" => Width::Half,
            ".byte" | ".ascii" | ".asciz" | ".asciiz" | ".string" => Width::Byte,
            _ => Width::Word,
        }
    }
}

impl Names for Map<'_> {
    fn desc(&self) -> &'static IsaDesc {
        self.desc
    }

    fn label(&self, name: &str) -> Option<(u32, Width)> {
        let symbol = self.program.image.symbol(name)?;
        Some((symbol.address, self.width_at(symbol.address)))
    }

    fn float_label(&self, address: u32) -> Option<FloatWidth> {
        self.float_at(address)
    }

    fn similar(&self, name: &str) -> Option<String> {
        let registers = self.desc.registers.iter().map(|register| register.name);
        nearest(name, self.labels().chain(registers)).map(one_line)
    }
}

/// The candidate that looks most like `name`, if any does.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    diag::similar(name, candidates).first().copied()
}
