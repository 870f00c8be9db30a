//! The source lines of an ELF program, from the line tables (DWARF) that its compiler has written.
//!
//! A source is read if it is still where it was compiled, by the rules for all sources. Of one that is not,
//! the lines have numbers and no text.

use assembler::elf::section;
use assembler::{CodeLine, LineTable, Loader, SourceRequest};
use diag::{FileId, SourceMap};
use gimli::{AttributeValue, Dwarf, EndianSlice, LineRow, RunTimeEndian, SectionId, Unit};
use runtime::load::LoadedProgram;
use rustc_hash::FxHashMap;

/// The most lines of all tables.
const MOST_ROWS: usize = 4_000_000;
/// The longest source of which the lines have only numbers.
const MOST_LINES: u32 = 1_000_000;
/// The largest source that is read.
const LARGEST: u64 = 64 << 20;

type Slice<'a> = EndianSlice<'a, RunTimeEndian>;

/// A piece of code, and its line.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Piece {
    first: u32,
    end: u32,
    file: usize,
    line: u32,
}

/// What was found.
#[derive(Default)]
struct Tables {
    paths: Vec<String>,
    known: FxHashMap<String, usize>,
    pieces: Vec<Piece>,
}

/// Gives a program that was loaded from these bytes the lines of its sources, which come from `loader`.
/// One without line tables, or whose tables cannot be read, keeps none.
pub fn add_lines(loaded: &mut LoadedProgram, bytes: &[u8], loader: &mut dyn Loader) {
    let Some(program) = loaded.program.as_mut().filter(|p| p.lines.is_empty()) else {
        return;
    };
    let endian = match program.image.big_endian {
        true => RunTimeEndian::Big,
        false => RunTimeEndian::Little,
    };
    let mut tables = Tables::default();
    // What could be read before a mistake is good.
    let _ = tables.read(bytes, endian);
    tables.arrange();
    if tables.pieces.is_empty() {
        return;
    }
    let files = tables.sources(&mut loaded.sources, loader);
    let lines = tables.pieces.iter().filter_map(|piece| {
        let file = *files.get(piece.file)?;
        Some(CodeLine {
            address: piece.first,
            size: piece.end - piece.first,
            span: loaded.sources.line_span(file, piece.line)?,
            code: true,
            pseudo: false,
        })
    });
    program.lines = LineTable::new(lines.collect());
}

impl Tables {
    fn read(&mut self, bytes: &[u8], endian: RunTimeEndian) -> gimli::Result<()> {
        let load = |id: SectionId| -> gimli::Result<Slice<'_>> {
            let found = section(bytes, id.name()).unwrap_or_default();
            Ok(EndianSlice::new(found, endian))
        };
        let dwarf = Dwarf::load(load)?;
        let mut units = dwarf.units();
        while let Some(header) = units.next()? {
            let unit = dwarf.unit(header)?;
            self.read_unit(&dwarf, &unit)?;
        }
        Ok(())
    }

    fn read_unit(&mut self, dwarf: &Dwarf<Slice<'_>>, unit: &Unit<Slice<'_>>) -> gimli::Result<()> {
        let Some(program) = unit.line_program.clone() else {
            return Ok(());
        };
        let mut rows = program.rows();
        let mut open: Option<Piece> = None;
        while let Some((header, row)) = rows.next_row()? {
            let address = row.address() as u32;
            if let Some(piece) = open.take() {
                self.pieces.push(Piece {
                    end: address,
                    ..piece
                });
            }
            if row.end_sequence() || self.pieces.len() >= MOST_ROWS {
                continue;
            }
            let path = path(dwarf, unit, header, row);
            if let (Some(path), Some(line)) = (path, row.line()) {
                open = Some(Piece {
                    first: address,
                    end: address,
                    file: self.file(path),
                    line: u32::try_from(line.get()).unwrap_or(u32::MAX),
                });
            }
        }
        Ok(())
    }

    fn file(&mut self, path: String) -> usize {
        let next = self.paths.len();
        let index = *self.known.entry(path.clone()).or_insert(next);
        if index == next {
            self.paths.push(path);
        }
        index
    }

    /// Puts pieces in order: each address once, and pieces of one line that follow each other together.
    fn arrange(&mut self) {
        self.pieces.retain(|piece| piece.first < piece.end);
        self.pieces.sort_by_key(|piece| piece.first);
        let mut arranged: Vec<Piece> = Vec::new();
        for mut piece in std::mem::take(&mut self.pieces) {
            if let Some(last) = arranged.last_mut() {
                piece.first = piece.first.max(last.end);
                if (last.file, last.line) == (piece.file, piece.line) && last.end == piece.first {
                    last.end = last.end.max(piece.end);
                    continue;
                }
            }
            if piece.first < piece.end {
                arranged.push(piece);
            }
        }
        self.pieces = arranged;
    }

    /// The sources, read or made of empty lines.
    fn sources(&self, sources: &mut SourceMap, loader: &mut dyn Loader) -> Vec<FileId> {
        let mut longest = vec![0; self.paths.len()];
        for piece in &self.pieces {
            longest[piece.file] = piece.line.min(MOST_LINES).max(longest[piece.file]);
        }
        let files = self.paths.iter().zip(longest);
        let files = files.map(|(path, lines)| {
            let found = loader.load(&SourceRequest {
                path,
                importer: None,
                importer_key: None,
                relative: false,
                limit: LARGEST,
            });
            let text = found
                .ok()
                .map(|file| String::from_utf8_lossy(&file.text).into_owned());
            let is_long_enough = |text: &String| text.lines().count() >= lines as usize;
            // An older or newer source would show wrong lines; a shorter one is surely another.
            let text = text.filter(is_long_enough);
            sources.add(path, text.unwrap_or_else(|| "\n".repeat(lines as usize)))
        });
        files.collect()
    }
}

/// The path of the source of a row, from where it was compiled.
fn path(
    dwarf: &Dwarf<Slice<'_>>,
    unit: &Unit<Slice<'_>>,
    header: &gimli::LineProgramHeader<Slice<'_>>,
    row: &LineRow,
) -> Option<String> {
    let text = |value: AttributeValue<Slice<'_>>| {
        let text = dwarf.attr_string(unit, value).ok()?;
        Some(text.to_string_lossy().into_owned())
    };
    let file = row.file(header)?;
    let name = text(file.path_name())?;
    let folder = file.directory(header).and_then(text);
    let compiled = unit
        .comp_dir
        .map(|folder| folder.to_string_lossy().into_owned());
    let mut path = std::path::PathBuf::from(compiled.unwrap_or_default());
    path.push(folder.unwrap_or_default());
    path.push(name);
    let path = path.to_string_lossy().into_owned();
    let path = path.trim_start_matches("./");
    (!path.is_empty()).then(|| path.to_owned())
}
