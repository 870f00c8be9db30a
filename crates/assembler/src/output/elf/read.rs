//! From the bytes of an ELF file to a [`Program`].
//!
//! goblin decodes single headers and symbols; where they are and how many there are is checked
//! here first, so that no file makes it fail half-way or reserve memory for what is not there.

use std::ops::Range;

use goblin::container::{Container, Ctx, Endian};
use goblin::elf::header::{
    EI_CLASS, ELFCLASS32, ELFCLASS64, ELFMAG, ET_DYN, ET_EXEC, ET_REL, Header,
};
use goblin::elf::program_header::{PT_DYNAMIC, PT_INTERP, PT_LOAD, PT_NOTE, ProgramHeader};
use goblin::elf::section_header::{
    SHF_ALLOC, SHF_COMPRESSED, SHN_ABS, SHN_COMMON, SHN_UNDEF, SHT_NOBITS, SHT_SYMTAB,
    SectionHeader,
};
use goblin::elf::sym::{STB_LOCAL, STT_FILE, STT_SECTION, STT_TLS, Sym};
use machine::image::{Access, Image, ProgramHeaders, Segment, Symbol};

use super::{ElfError, JalNote, MIPS, NOTE_OWNER, NOTE_TYPE, Program, RISCV};

/// Sizes of the parts of a 32-bit ELF file.
const HEADER: usize = 52;
const PROGRAM_HEADER: usize = 32;
const SECTION_HEADER: usize = 40;
const SYMBOL: usize = 16;

/// Longer names are cut: no person reads them, and a file could give a long one many times.
const NAME_LIMIT: usize = 4096;

/// A note beyond these is none of ours.
const NOTE_SEGMENTS: usize = 16;
const NOTE_BYTES: usize = 0x1_0000;

/// What an ELF file yields.
#[derive(Clone, Debug)]
pub struct LoadedElf {
    /// The program; its line table is empty.
    pub program: Program,
    /// The ELF machine number: [`RISCV`] or [`MIPS`].
    pub machine: u16,
    /// What its header says about the processor (`e_flags`).
    pub flags: u32,
    /// Whether numbers in its memory have their highest byte first.
    pub big_endian: bool,
    /// Our own note, if the file has one.
    pub note: Option<JalNote>,
}

/// Whether these bytes begin as an ELF file does.
#[must_use]
pub fn is_elf(bytes: &[u8]) -> bool {
    bytes.starts_with(ELFMAG)
}

/// Loads a static 32-bit executable whose segments take at most `limit` bytes of memory.
///
/// Segments without any memory are left out, symbols come by ascending address, and of the
/// symbols those that no person wrote are left out: files, sections, `$x`, `.L…`.
///
/// # Errors
///
/// When the file is none of that, or is damaged: see [`ElfError`].
pub fn read(bytes: &[u8], limit: u64) -> Result<LoadedElf, ElfError> {
    let file = File::open(bytes)?;
    match file.header.e_type {
        ET_EXEC | ET_DYN => {}
        ET_REL => return Err(ElfError::Object),
        kind => return Err(ElfError::NotExecutable { kind }),
    }
    let headers = file.program_headers()?;
    file.check_linkage(&headers)?;
    let sections = file.sections()?;
    let note = file.note(&headers);
    let mut segments = file.segments(&headers, limit)?;
    if note.is_none() {
        // Other tools do not mean it when they leave reading out.
        segments.iter_mut().for_each(|s| s.access.read = true);
    }
    name_segments(&mut segments, &file, &sections);
    let entry = narrow(file.header.e_entry);
    if !segments
        .iter()
        .any(|s| s.access.execute && s.contains(entry) && entry.is_multiple_of(2))
    {
        return Err(ElfError::BadEntry { entry });
    }
    let image = Image {
        segments,
        symbols: file.symbols(&sections)?.into(),
        entry,
        big_endian: file.ctx.le == Endian::Big,
        delay_slots: file.header.e_machine == MIPS && !says_no_delay_slots(note.as_ref()),
        program_headers: file.headers_in_memory(&headers),
        ..Image::default()
    };
    Ok(LoadedElf {
        program: Program {
            image,
            ..Program::default()
        },
        machine: file.header.e_machine,
        flags: file.header.e_flags,
        big_endian: file.ctx.le == Endian::Big,
        note,
    })
}

/// The bytes of the section with this name, if the file has one that is not compressed.
#[must_use]
pub fn section<'a>(bytes: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let file = File::open(bytes).ok()?;
    let sections = file.sections().ok()?;
    let strings = sections.get(usize::from(file.header.e_shstrndx))?;
    let strings = file.slice(strings.sh_offset, strings.sh_size)?;
    let is_called = |section: &&SectionHeader| {
        let rest = strings.get(section.sh_name..).unwrap_or_default();
        let rest = rest.strip_prefix(name.as_bytes());
        rest.is_some_and(|rest| rest.first() == Some(&0))
    };
    let has_bytes = |section: &&SectionHeader| {
        section.sh_type != SHT_NOBITS && section.sh_flags & u64::from(SHF_COMPRESSED) == 0
    };
    let found = sections.iter().filter(has_bytes).find(is_called)?;
    file.slice(found.sh_offset, found.sh_size)
}

/// MIPS processors have delay slots, and simulators for courses have none: our note tells.
fn says_no_delay_slots(note: Option<&JalNote>) -> bool {
    note.and_then(|note| note.get(JalNote::DELAY_SLOTS)) == Some(JalNote::OFF)
}

/// The file and what its first header says.
pub(crate) struct File<'a> {
    bytes: &'a [u8],
    pub(crate) header: Header,
    pub(crate) ctx: Ctx,
}

impl<'a> File<'a> {
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, ElfError> {
        if !is_elf(bytes) {
            return Err(ElfError::NotElf);
        }
        let cut_off = ElfError::Truncated {
            what: "the file header",
        };
        match bytes.get(EI_CLASS) {
            None => return Err(cut_off),
            Some(&ELFCLASS32 | &ELFCLASS64) => {}
            Some(_) => return Err(inconsistent("it has neither 32 nor 64 bits")),
        }
        if bytes.len() < HEADER {
            return Err(cut_off);
        }
        let header = goblin::elf::Elf::parse_header(bytes)
            .map_err(|_| inconsistent("the file header cannot be read"))?;
        let machine = header.e_machine;
        if machine != RISCV && machine != MIPS {
            return Err(ElfError::WrongMachine { machine });
        }
        if header.e_ident[EI_CLASS] != ELFCLASS32 {
            return Err(ElfError::Not32Bit { machine });
        }
        let endian = header
            .endianness()
            .map_err(|_| inconsistent("the byte order is neither low nor high byte first"))?;
        Ok(File {
            bytes,
            header,
            ctx: Ctx::new(Container::Little, endian),
        })
    }

    /// The `count` entries of `size` bytes at `offset`, if the file has them all.
    fn table(&self, offset: u64, count: usize, size: usize) -> Option<&'a [u8]> {
        let length = u64::try_from(count.checked_mul(size)?).ok()?;
        self.slice(offset, length)
    }

    /// Bytes of the file. Where none are wanted, the place does not matter: linkers put the start
    /// of a segment of zeros beyond the end of the file.
    pub(crate) fn slice(&self, offset: u64, length: u64) -> Option<&'a [u8]> {
        if length == 0 {
            return Some(&[]);
        }
        self.bytes.get(range(offset, length)?)
    }

    fn program_headers(&self) -> Result<Vec<ProgramHeader>, ElfError> {
        let count = usize::from(self.header.e_phnum);
        if count == 0 {
            return Err(ElfError::Empty);
        }
        if usize::from(self.header.e_phentsize) != PROGRAM_HEADER || count == 0xffff {
            return Err(inconsistent("the program headers have a wrong size"));
        }
        let what = "the program header table";
        let table = self
            .table(self.header.e_phoff, count, PROGRAM_HEADER)
            .ok_or(ElfError::Truncated { what })?;
        ProgramHeader::parse(table, 0, count, self.ctx).map_err(|_| ElfError::Truncated { what })
    }

    /// Where the program headers are in memory, if a segment brings them along.
    fn headers_in_memory(&self, headers: &[ProgramHeader]) -> Option<ProgramHeaders> {
        let (start, count) = (self.header.e_phoff, u64::from(self.header.e_phnum));
        let end = start.checked_add(count * PROGRAM_HEADER as u64)?;
        let holds = |load: &&ProgramHeader| {
            let covered = load.p_offset.checked_add(load.p_filesz);
            load.p_type == PT_LOAD && load.p_offset <= start && covered.is_some_and(|c| end <= c)
        };
        let load = headers.iter().find(holds)?;
        Some(ProgramHeaders {
            address: narrow(load.p_vaddr).wrapping_add(narrow(start - load.p_offset)),
            size: PROGRAM_HEADER as u32,
            count: count as u32,
        })
    }

    fn check_linkage(&self, headers: &[ProgramHeader]) -> Result<(), ElfError> {
        let has = |kind| headers.iter().any(|h| h.p_type == kind);
        if has(PT_INTERP) {
            Err(ElfError::Dynamic)
        } else if self.header.e_type == ET_DYN {
            Err(ElfError::PositionIndependent)
        } else if has(PT_DYNAMIC) {
            Err(ElfError::Dynamic)
        } else {
            Ok(())
        }
    }

    pub(crate) fn sections(&self) -> Result<Vec<SectionHeader>, ElfError> {
        let count = usize::from(self.header.e_shnum);
        if self.header.e_shoff == 0 || count == 0 {
            return Ok(Vec::new());
        }
        if usize::from(self.header.e_shentsize) != SECTION_HEADER {
            return Err(inconsistent("the section headers have a wrong size"));
        }
        let what = "the section header table";
        let table = self
            .table(self.header.e_shoff, count, SECTION_HEADER)
            .ok_or(ElfError::Truncated { what })?;
        SectionHeader::parse_from(table, 0, count, self.ctx)
            .map_err(|_| ElfError::Truncated { what })
    }

    /// The loadable segments by ascending address, not yet named by their sections.
    fn segments(&self, headers: &[ProgramHeader], limit: u64) -> Result<Vec<Segment>, ElfError> {
        let mut loads: Vec<&ProgramHeader> = headers
            .iter()
            .filter(|h| h.p_type == PT_LOAD && h.p_memsz > 0)
            .collect();
        if loads.is_empty() {
            return Err(ElfError::Empty);
        }
        loads.sort_by_key(|h| h.p_vaddr);
        for load in &loads {
            let (address, size) = (narrow(load.p_vaddr), narrow(load.p_memsz));
            if u64::from(address) + u64::from(size) > 1 << 32 {
                return Err(ElfError::Outside { address, size });
            }
            if load.p_filesz > load.p_memsz {
                return Err(inconsistent("a segment has more bytes than memory"));
            }
        }
        for (lower, upper) in loads.iter().zip(loads.iter().skip(1)) {
            if upper.p_vaddr - lower.p_vaddr < lower.p_memsz {
                return Err(ElfError::Overlap {
                    first: narrow(lower.p_vaddr),
                    second: narrow(upper.p_vaddr),
                });
            }
        }
        let size = loads.iter().map(|h| h.p_memsz).sum();
        if size > limit {
            return Err(ElfError::TooLarge { size, limit });
        }
        loads.into_iter().map(|load| self.segment(load)).collect()
    }

    fn segment(&self, load: &ProgramHeader) -> Result<Segment, ElfError> {
        let what = "a segment";
        let bytes = self
            .slice(load.p_offset, load.p_filesz)
            .ok_or(ElfError::Truncated { what })?;
        let access = Access {
            read: load.is_read(),
            write: load.is_write(),
            execute: load.is_executable(),
        };
        let name = match access {
            Access { execute: true, .. } => "text",
            Access { write: true, .. } => "data",
            Access { .. } => "rodata",
        };
        Ok(Segment {
            name: name.to_owned(),
            address: narrow(load.p_vaddr),
            bytes: bytes.to_vec(),
            size: narrow(load.p_memsz),
            access,
        })
    }

    fn symbols(&self, sections: &[SectionHeader]) -> Result<Vec<Symbol>, ElfError> {
        let Some(table) = sections.iter().find(|s| s.sh_type == SHT_SYMTAB) else {
            return Ok(Vec::new());
        };
        let what = "the symbol table";
        let entries = self
            .slice(table.sh_offset, table.sh_size)
            .ok_or(ElfError::Truncated { what })?;
        let Some(strings) = sections.get(table.sh_link as usize) else {
            return Err(inconsistent("the symbols have no names"));
        };
        let mut names = Names {
            strings: self
                .slice(strings.sh_offset, strings.sh_size)
                .ok_or(ElfError::Truncated { what })?,
            budget: self.bytes.len(),
        };
        let mut symbols = Vec::new();
        // In pieces, as goblin's symbols are much larger than those in the file.
        for piece in entries.chunks(SYMBOL * 1024) {
            let count = piece.len() / SYMBOL;
            let piece = Sym::parse(piece, 0, count, self.ctx)
                .map_err(|_| inconsistent("the symbol table cannot be read"))?;
            symbols.extend(piece.iter().filter_map(|sym| symbol(sym, &mut names)));
        }
        symbols.sort_by_key(|symbol| symbol.address);
        Ok(symbols)
    }

    fn note(&self, headers: &[ProgramHeader]) -> Option<JalNote> {
        headers
            .iter()
            .filter(|h| h.p_type == PT_NOTE)
            .take(NOTE_SEGMENTS)
            .filter_map(|h| self.slice(h.p_offset, h.p_filesz))
            .find_map(|notes| self.note_in(notes.get(..NOTE_BYTES).unwrap_or(notes)))
    }

    fn note_in(&self, mut notes: &[u8]) -> Option<JalNote> {
        loop {
            let (head, rest) = notes.split_at_checked(12)?;
            let word = |k: usize| {
                let word = head.get(k..k + 4)?.try_into().ok()?;
                Some(match self.ctx.le {
                    Endian::Big => u32::from_be_bytes(word),
                    Endian::Little => u32::from_le_bytes(word),
                })
            };
            let (owner, rest) = padded(rest, word(0)?)?;
            let (text, rest) = padded(rest, word(4)?)?;
            if owner == NOTE_OWNER && word(8)? == NOTE_TYPE {
                let text = String::from_utf8_lossy(text);
                let text = text.trim_end_matches('\0');
                return Some(JalNote { text: text.into() });
            }
            notes = rest;
        }
    }
}

/// The first `length` bytes, and what comes after them and the padding to whole words.
fn padded(bytes: &[u8], length: u32) -> Option<(&[u8], &[u8])> {
    let length = usize::try_from(length).ok()?;
    let head = bytes.get(..length)?;
    let rest = bytes.get(length.checked_next_multiple_of(4)?..);
    Some((head, rest.unwrap_or_default()))
}

/// Names each segment after its main section, if the file has sections.
fn name_segments(segments: &mut [Segment], file: &File<'_>, sections: &[SectionHeader]) {
    const MAIN: [&str; 3] = ["text", "data", "rodata"];
    let Some(strings) = sections.get(usize::from(file.header.e_shstrndx)) else {
        return;
    };
    let Some(strings) = file.slice(strings.sh_offset, strings.sh_size) else {
        return;
    };
    let mut names = Names {
        strings,
        budget: file.bytes.len(),
    };
    let mut placed: Vec<&SectionHeader> = sections
        .iter()
        .filter(|s| s.sh_flags & u64::from(SHF_ALLOC) != 0 && s.sh_size > 0)
        .collect();
    placed.sort_by_key(|s| s.sh_addr);
    for segment in segments {
        let first = placed.partition_point(|s| s.sh_addr < u64::from(segment.address));
        let inside = placed
            .get(first..)
            .unwrap_or_default()
            .iter()
            .take_while(|s| segment.contains(narrow(s.sh_addr)));
        let mut best: Option<(usize, String)> = None;
        for section in inside {
            let Some(name) = names.get(section.sh_name) else {
                continue;
            };
            let name = name.strip_prefix('.').unwrap_or(&name).to_owned();
            let rank = MAIN.iter().position(|m| *m == name).unwrap_or(MAIN.len());
            if !name.is_empty() && best.as_ref().is_none_or(|(b, _)| rank < *b) {
                best = Some((rank, name));
            }
        }
        if let Some((_, name)) = best {
            segment.name = name;
        }
    }
}

/// A string table, and how many of its bytes may still be read: names may share their bytes, so
/// without that a small file could ask for very much text.
pub(crate) struct Names<'a> {
    pub(crate) strings: &'a [u8],
    pub(crate) budget: usize,
}

impl Names<'_> {
    pub(crate) fn get(&mut self, offset: usize) -> Option<String> {
        let text = self.strings.get(offset..)?;
        let text = text.get(..NAME_LIMIT).unwrap_or(text);
        let text = text.get(..self.budget).unwrap_or(text);
        let end = text.iter().position(|b| *b == 0).unwrap_or(text.len());
        self.budget -= end;
        let text = String::from_utf8_lossy(text.get(..end)?);
        Some(text.chars().map(diag::visible_char).collect())
    }
}

fn symbol(sym: &Sym, names: &mut Names<'_>) -> Option<Symbol> {
    let section = u32::try_from(sym.st_shndx).ok()?;
    if section == SHN_UNDEF || section == SHN_COMMON {
        return None;
    }
    if matches!(sym.st_type(), STT_FILE | STT_SECTION | STT_TLS) {
        return None;
    }
    let name = names.get(sym.st_name)?;
    let global = sym.st_bind() != STB_LOCAL;
    if name.is_empty() || (!global && is_internal(&name)) {
        return None;
    }
    Some(Symbol {
        name,
        address: narrow(sym.st_value),
        global,
        absolute: section == SHN_ABS,
    })
}

/// Whether a compiler or assembler made this name for its own use: its labels, and the marks
/// that say where instructions (`$x`) and data (`$d`) begin.
pub(crate) fn is_internal(name: &str) -> bool {
    name.starts_with(".L")
        || ["$x", "$d"].iter().any(|mark| {
            name.strip_prefix(mark)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', 'r']))
        })
}

fn range(offset: u64, length: u64) -> Option<Range<usize>> {
    let end = offset.checked_add(length)?;
    Some(usize::try_from(offset).ok()?..usize::try_from(end).ok()?)
}

/// A field that a 32-bit file holds in 32 bits, and goblin in 64.
fn narrow(value: u64) -> u32 {
    value as u32
}

fn inconsistent(what: &'static str) -> ElfError {
    ElfError::Inconsistent { what }
}
