//! Takes a program's memory apart into pieces that are shown on one line each: instructions,
//! rows of data, runs of zeros. Listing and disassembly both walk this way.

use diag::SourceMap;
use machine::image::{Image, Segment, Symbol};
use machine::isa::IsaDesc;

use crate::program::{CodeLine, Program};

/// Most bytes that a row of data has.
pub(crate) const ROW: usize = 16;

/// A run of at least this many zeros is one piece.
const ZEROS: u32 = 32;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    /// An instruction; these are its bits, and perhaps more after it.
    Code(u32),
    /// Bytes among instructions that are none.
    NoCode,
    /// Data.
    Data,
    /// Nothing but zeros.
    Zeros,
}

/// What is shown on one line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
    /// Address of the first byte.
    pub address: u32,
    /// How many bytes it has.
    pub size: u32,
    /// What it is.
    pub kind: PieceKind,
    /// The statement that it comes from.
    pub line: Option<&'a CodeLine>,
    row: [u8; ROW],
    big_endian: bool,
}

impl<'a> Piece<'a> {
    /// Its bytes; of a run of zeros the first ones only.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.row.get(..self.size as usize).unwrap_or(&self.row)
    }

    /// The statement, if this is its first piece.
    pub(crate) fn statement(&self) -> Option<&'a CodeLine> {
        self.line.filter(|line| line.address == self.address)
    }

    /// The bytes as the number that people read: of an instruction or another half-word or word,
    /// the number it is in memory.
    pub(crate) fn number(&self) -> String {
        let bytes = self.bytes();
        match bytes.len() {
            2 | 4 if self.big_endian => bytes.iter().map(|b| format!("{b:02x}")).collect(),
            2 | 4 => bytes.iter().rev().map(|b| format!("{b:02x}")).collect(),
            _ => hex(bytes),
        }
    }

    /// The directive that makes these bytes.
    pub(crate) fn directive(&self) -> String {
        match (self.kind, self.size) {
            (PieceKind::Zeros, size) => format!(".space {size}"),
            (_, 4) => format!(".word 0x{}", self.number()),
            (_, 2) => format!(".half 0x{}", self.number()),
            _ => {
                let bytes = self.bytes().iter().map(|b| format!("{b:#04x}"));
                format!(".byte {}", bytes.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// Bytes as pairs of digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let pairs: Vec<_> = bytes.iter().map(|b| format!("{b:02x}")).collect();
    pairs.join(" ")
}

/// Source text as it may be shown: one line, without what steers a terminal.
pub(crate) fn clean(text: &str) -> String {
    diag::one_line(text.trim())
}

/// The number of the source line that a statement begins on.
pub(crate) fn line_number(sources: &SourceMap, line: &CodeLine) -> u32 {
    sources.position(line.span.file, line.span.start).line
}

/// The names of places by ascending address.
pub(crate) struct Places<'a> {
    image: &'a Image,
    symbols: Vec<&'a Symbol>,
}

impl<'a> Places<'a> {
    /// The places of an image.
    pub(crate) fn new(image: &'a Image) -> Self {
        let mut symbols: Vec<_> = image.symbols.iter().filter(|s| !s.absolute).collect();
        symbols.sort_by_key(|s| (s.address, !s.global));
        Places { image, symbols }
    }

    /// All names from `from` up to but without `to`.
    pub(crate) fn within(&self, from: u32, to: u64) -> &[&'a Symbol] {
        let start = self.symbols.partition_point(|s| s.address < from);
        let end = self.symbols.partition_point(|s| u64::from(s.address) < to);
        self.symbols.get(start..end).unwrap_or_default()
    }

    /// The address of the first name after `address`.
    fn after(&self, address: u32) -> Option<u32> {
        let next = self.symbols.partition_point(|s| s.address <= address);
        self.symbols.get(next).map(|s| s.address)
    }

    /// `name` or `name+0x4`, from the nearest name at or below in the same segment.
    pub(crate) fn describe(&self, address: u32) -> Option<String> {
        let segment = self.image.segment_at(address)?;
        let nearest = self
            .within(segment.address, u64::from(address) + 1)
            .last()?;
        let symbol = self
            .within(nearest.address, u64::from(address) + 1)
            .first()?;
        Some(match address - symbol.address {
            0 => symbol.name.clone(),
            distance => format!("{}+{distance:#x}", symbol.name),
        })
    }
}

/// The way through one program.
pub(crate) struct Walk<'a> {
    program: &'a Program,
    desc: &'a IsaDesc,
    lines: Vec<&'a CodeLine>,
    /// The names of places.
    pub places: Places<'a>,
}

impl<'a> Walk<'a> {
    /// The way through `program`.
    pub(crate) fn new(program: &'a Program, desc: &'a IsaDesc) -> Self {
        Walk {
            program,
            desc,
            lines: program.lines.iter().filter(|l| l.size > 0).collect(),
            places: Places::new(&program.image),
        }
    }

    /// The pieces of a segment, without gaps.
    pub(crate) fn pieces<'w>(
        &'w self,
        segment: &'w Segment,
    ) -> impl Iterator<Item = Piece<'a>> + 'w {
        let mut offset = 0;
        std::iter::from_fn(move || {
            if offset >= segment.size {
                return None;
            }
            let piece = self.piece(segment, offset);
            offset = offset.saturating_add(piece.size);
            Some(piece)
        })
    }

    fn piece(&self, segment: &Segment, offset: u32) -> Piece<'a> {
        let address = segment.address.wrapping_add(offset);
        let after = self.lines.partition_point(|l| l.address <= address);
        let line = after
            .checked_sub(1)
            .and_then(|index| self.lines.get(index))
            .filter(|l| address - l.address < l.size)
            .copied();
        let next_line = self.lines.get(after).map(|l| l.address);
        // From here on sizes, as the end of the last segment may be no address.
        let mut left = segment.size - offset;
        let until = |left: u32, next: Option<u32>| next.map_or(left, |n| left.min(n - address));
        left = until(left, next_line);
        if let Some(line) = line {
            left = left.min(line.size - (address - line.address));
        }
        let code = match line {
            Some(line) => line.code,
            None if !segment.access.execute => false,
            None => {
                let start = self.code_start(segment);
                if address < start {
                    left = until(left, Some(start));
                }
                address >= start
            }
        };
        let bytes = Bytes {
            segment,
            offset,
            left,
        };
        let (kind, size) = self.measure(&bytes, code, until(left, self.places.after(address)));
        Piece {
            address,
            size,
            kind,
            line,
            row: bytes.row(size),
            big_endian: self.program.image.big_endian,
        }
    }

    /// What begins here and how many bytes it has; `label` bytes from here is the next name.
    fn measure(&self, bytes: &Bytes<'_>, code: bool, label: u32) -> (PieceKind, u32) {
        let bits = match self.program.image.big_endian {
            true => bytes.word().swap_bytes(),
            false => bytes.word(),
        };
        if code && let Some(decoded) = self.desc.decode_any(bits) {
            let size = u32::from(decoded.len);
            if size <= bytes.left {
                return (PieceKind::Code(bits), size);
            }
        }
        let zeros = bytes.zeros().min(label);
        if zeros >= ZEROS {
            return (PieceKind::Zeros, zeros);
        }
        if !code {
            return (PieceKind::Data, label.min(ROW as u32));
        }
        let half = !self.desc.compressed.is_empty() && bits & 3 != 3;
        (PieceKind::NoCode, label.min(if half { 2 } else { 4 }))
    }

    /// Where instructions begin in an executable segment that has no source: linkers put the
    /// file's own headers before them.
    fn code_start(&self, segment: &Segment) -> u32 {
        if !self.lines.is_empty() {
            return segment.address;
        }
        let end = u64::from(segment.address) + u64::from(segment.size);
        let entry = self.program.image.entry;
        let entry = segment.contains(entry).then_some(entry);
        let first = self.places.within(segment.address, end).first();
        let first = first.map(|s| s.address);
        entry
            .into_iter()
            .chain(first)
            .min()
            .unwrap_or(segment.address)
    }
}

/// What is left of a run of memory.
struct Bytes<'a> {
    segment: &'a Segment,
    offset: u32,
    left: u32,
}

impl Bytes<'_> {
    fn stored(&self) -> &[u8] {
        let start = self.offset as usize;
        let stored = self.segment.bytes.get(start..).unwrap_or_default();
        stored.get(..self.left as usize).unwrap_or(stored)
    }

    fn row(&self, size: u32) -> [u8; ROW] {
        let mut row = [0; ROW];
        let size = row.len().min(size as usize);
        for (to, from) in row.iter_mut().zip(self.stored()).take(size) {
            *to = *from;
        }
        row
    }

    fn word(&self) -> u32 {
        let [a, b, c, d, ..] = self.row(4);
        u32::from_le_bytes([a, b, c, d])
    }

    /// How many zeros come next; what is not stored is zero.
    fn zeros(&self) -> u32 {
        let stored = self.stored();
        match stored.iter().position(|b| *b != 0) {
            Some(count) => count as u32,
            None => self.left,
        }
    }
}
