//! Line information (DWARF 4), so that other debuggers and disassemblers show the source.
//!
//! There is one unit for all of the program. Its line table has a row where a statement begins; a statement
//! out of a macro has the place of its text in the definition, one of an included file that of the file.

use super::elf::DoesNotFit;
use crate::Program;
use diag::{FileId, SourceMap};
use machine::image::{Image, Symbol};

/// The sources that line information is about.
#[derive(Clone, Copy)]
pub struct DebugSources<'a> {
    /// The sources.
    pub sources: &'a SourceMap,
    /// The folder that their names begin in.
    pub folder: &'a str,
}

/// A section of line information.
pub(crate) struct DebugSection {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
}

mod code {
    pub(super) const COMPILE_UNIT: u8 = 0x11;
    pub(super) const SUBPROGRAM: u8 = 0x2e;
    pub(super) const NAME: u8 = 0x03;
    pub(super) const STATEMENTS: u8 = 0x10;
    pub(super) const LOW_PC: u8 = 0x11;
    pub(super) const HIGH_PC: u8 = 0x12;
    pub(super) const LANGUAGE: u8 = 0x13;
    pub(super) const FOLDER: u8 = 0x1b;
    pub(super) const PRODUCER: u8 = 0x25;
    pub(super) const EXTERNAL: u8 = 0x3f;
    pub(super) const RANGES: u8 = 0x55;
    pub(super) const FORM_ADDRESS: u8 = 0x01;
    pub(super) const FORM_HALF: u8 = 0x05;
    pub(super) const FORM_TEXT: u8 = 0x08;
    pub(super) const FORM_OFFSET: u8 = 0x17;
    pub(super) const FORM_PRESENT: u8 = 0x19;
    /// The only language of assembly that DWARF has a number for, whatever the machine.
    pub(super) const ASSEMBLER: u16 = 0x8001;
    pub(super) const COPY: u8 = 1;
    pub(super) const ADVANCE_PC: u8 = 2;
    pub(super) const ADVANCE_LINE: u8 = 3;
    pub(super) const SET_FILE: u8 = 4;
    pub(super) const SET_COLUMN: u8 = 5;
    pub(super) const END_SEQUENCE: u8 = 1;
    pub(super) const SET_ADDRESS: u8 = 2;
}

/// Where a piece of code comes from.
struct Piece {
    first: u32,
    end: u32,
    file: usize,
    line: u32,
    column: u32,
}

/// The sections with the line information of a program; none if it has no lines.
pub(crate) fn sections(
    program: &Program,
    from: &DebugSources<'_>,
) -> Result<Vec<DebugSection>, DoesNotFit> {
    let mut files: Vec<FileId> = Vec::new();
    let lines = program
        .lines
        .iter()
        .filter(|line| line.code && line.size > 0);
    let pieces: Vec<Piece> = lines
        .map(|line| {
            let at = line.span;
            let known = files.iter().position(|file| *file == at.file);
            let file = known.unwrap_or_else(|| {
                files.push(at.file);
                files.len() - 1
            });
            let position = from.sources.position(at.file, at.start);
            Piece {
                first: line.address,
                end: line.address.saturating_add(line.size),
                file,
                line: position.line,
                column: position.column,
            }
        })
        .collect();
    let Some(main) = files.first() else {
        return Ok(Vec::new());
    };
    let big_endian = program.image.big_endian;
    let main = from.sources.files().next().unwrap_or(*main);
    let ranges = stretches(&pieces);
    let names: Vec<&str> = files.iter().map(|file| from.sources.name(*file)).collect();
    let unit = Unit {
        name: from.sources.name(main),
        folder: from.folder,
        functions: functions(&program.image, &ranges),
    };
    let mut range_words = Bytes::new(big_endian);
    for (first, end) in ranges.iter().chain([&(0, 0)]) {
        range_words.word(*first);
        range_words.word(*end);
    }
    Ok(vec![
        DebugSection {
            name: ".debug_info",
            bytes: unit.info(big_endian)?,
        },
        DebugSection {
            name: ".debug_abbrev",
            bytes: abbreviations(),
        },
        DebugSection {
            name: ".debug_ranges",
            bytes: range_words.all,
        },
        DebugSection {
            name: ".debug_line",
            bytes: line_table(&names, &pieces, big_endian)?,
        },
    ])
}

/// The addresses of code without gaps.
fn stretches(pieces: &[Piece]) -> Vec<(u32, u32)> {
    let mut found: Vec<(u32, u32)> = Vec::new();
    for piece in pieces {
        match found.last_mut() {
            Some((_, end)) if *end == piece.first => *end = piece.end,
            _ => found.push((piece.first, piece.end)),
        }
    }
    found
}

/// The functions that other files see, and the first one: each up to the next.
fn functions<'a>(image: &'a Image, code: &[(u32, u32)]) -> Vec<(&'a Symbol, u32)> {
    let end_of = |address: u32| {
        let inside = code
            .iter()
            .find(|(first, end)| (*first..*end).contains(&address));
        inside.map(|(_, end)| *end)
    };
    let is_function =
        |symbol: &&Symbol| !symbol.absolute && (symbol.global || symbol.address == image.entry);
    let mut symbols: Vec<&Symbol> = image.symbols.iter().filter(is_function).collect();
    symbols.sort_by_key(|symbol| symbol.address);
    symbols.dedup_by_key(|symbol| symbol.address);
    let nexts = symbols.iter().skip(1).map(|symbol| symbol.address);
    let nexts: Vec<u32> = nexts.chain([u32::MAX]).collect();
    let found = symbols.iter().zip(nexts).filter_map(|(symbol, next)| {
        let end = end_of(symbol.address)?.min(next);
        Some((*symbol, end))
    });
    found.collect()
}

/// The only unit.
struct Unit<'a> {
    name: &'a str,
    folder: &'a str,
    functions: Vec<(&'a Symbol, u32)>,
}

impl Unit<'_> {
    fn info(&self, big_endian: bool) -> Result<Vec<u8>, DoesNotFit> {
        let mut body = Bytes::new(big_endian);
        // Version, offset of the abbreviations, length of an address.
        body.half(4);
        body.word(0);
        body.all.push(4);
        body.all.push(1);
        body.text(concat!("jal ", env!("CARGO_PKG_VERSION")));
        body.half(code::ASSEMBLER);
        body.text(self.name);
        body.text(self.folder);
        body.word(0);
        body.word(0);
        body.word(0);
        for (symbol, end) in &self.functions {
            body.all.push(2);
            body.text(&symbol.name);
            body.word(symbol.address);
            body.word(*end);
        }
        body.all.push(0);
        body.with_length()
    }
}

fn abbreviations() -> Vec<u8> {
    use code::*;
    let unit = [
        (PRODUCER, FORM_TEXT),
        (LANGUAGE, FORM_HALF),
        (NAME, FORM_TEXT),
        (FOLDER, FORM_TEXT),
        // With ranges, this is what they count from.
        (LOW_PC, FORM_ADDRESS),
        (RANGES, FORM_OFFSET),
        (STATEMENTS, FORM_OFFSET),
    ];
    let function = [
        (EXTERNAL, FORM_PRESENT),
        (NAME, FORM_TEXT),
        (LOW_PC, FORM_ADDRESS),
        (HIGH_PC, FORM_ADDRESS),
    ];
    let mut all = Vec::new();
    for (number, tag, has_children, attributes) in [
        (1, COMPILE_UNIT, 1, unit.as_slice()),
        (2, SUBPROGRAM, 0, function.as_slice()),
    ] {
        all.extend([number, tag, has_children]);
        all.extend(attributes.iter().flat_map(|(name, form)| [*name, *form]));
        all.extend([0, 0]);
    }
    all.push(0);
    all
}

fn line_table(names: &[&str], pieces: &[Piece], big_endian: bool) -> Result<Vec<u8>, DoesNotFit> {
    let mut head = Bytes::new(big_endian);
    // Instructions are counted in bytes, and one row is one statement. Special opcodes are not used.
    head.all.extend([1, 1, 1, 0, 1, 13]);
    head.all.extend([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]);
    // No folders; the files.
    head.all.push(0);
    for name in names {
        head.text(name);
        head.all.extend([0, 0, 0]);
    }
    head.all.push(0);
    let mut body = Bytes::new(big_endian);
    body.half(4);
    body.word(word(head.all.len())?);
    body.all.extend(head.all);
    body.rows(pieces);
    body.with_length()
}

fn word(length: usize) -> Result<u32, DoesNotFit> {
    u32::try_from(length).map_err(|_| DoesNotFit)
}

/// Bytes in the order of a machine.
struct Bytes {
    all: Vec<u8>,
    big_endian: bool,
}

impl Bytes {
    fn new(big_endian: bool) -> Self {
        let all = Vec::new();
        Bytes { all, big_endian }
    }

    fn half(&mut self, half: u16) {
        self.all.extend(match self.big_endian {
            true => half.to_be_bytes(),
            false => half.to_le_bytes(),
        });
    }

    fn word(&mut self, word: u32) {
        self.all.extend(match self.big_endian {
            true => word.to_be_bytes(),
            false => word.to_le_bytes(),
        });
    }

    /// Text up to its first NUL, and one.
    fn text(&mut self, text: &str) {
        self.all.extend(text.bytes().take_while(|byte| *byte != 0));
        self.all.push(0);
    }

    /// A number of any length, seven bits a byte.
    fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.all.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.all.push(number as u8);
    }

    /// The same with a sign.
    fn signed(&mut self, mut number: i64) {
        while !(-0x40..0x40).contains(&number) {
            self.all.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.all.push(number as u8 & 0x7f);
    }

    fn rows(&mut self, pieces: &[Piece]) {
        let mut pieces = pieces.iter().peekable();
        while let Some(begin) = pieces.peek() {
            self.all.extend([0, 5, code::SET_ADDRESS]);
            self.word(begin.first);
            let (mut at, mut file, mut line, mut column) = (begin.first, 0, 1, 0);
            while let Some(piece) = pieces.next_if(|piece| piece.first == at) {
                if piece.file != file {
                    self.all.push(code::SET_FILE);
                    self.number(piece.file as u32 + 1);
                }
                if piece.column != column {
                    self.all.push(code::SET_COLUMN);
                    self.number(piece.column);
                }
                if piece.line != line {
                    self.all.push(code::ADVANCE_LINE);
                    self.signed(i64::from(piece.line) - i64::from(line));
                }
                (file, line, column) = (piece.file, piece.line, piece.column);
                self.all.extend([code::COPY, code::ADVANCE_PC]);
                self.number(piece.end - piece.first);
                at = piece.end;
            }
            self.all.extend([0, 1, code::END_SEQUENCE]);
        }
    }

    /// These bytes after their length.
    fn with_length(self) -> Result<Vec<u8>, DoesNotFit> {
        let mut whole = Bytes::new(self.big_endian);
        whole.word(word(self.all.len())?);
        whole.all.extend(self.all);
        Ok(whole.all)
    }
}
