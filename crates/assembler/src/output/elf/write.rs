//! From a [`Program`] to the bytes of an ELF file.
//!
//! The file has, in this order: file header, program headers, the segments, the note, line information
//! (`dwarf.rs`), the symbol table, the two string tables, the section headers. Each segment stands at an offset that is
//! congruent to its address modulo the page size, as systems that map pages want it.

use goblin::elf::header::{ELFMAG, ET_EXEC};
use goblin::elf::program_header::{PF_R, PF_W, PF_X, PT_LOAD, PT_NOTE};
use goblin::elf::section_header::{
    SHF_ALLOC, SHF_EXECINSTR, SHF_WRITE, SHN_ABS, SHT_NOBITS, SHT_NOTE, SHT_PROGBITS, SHT_STRTAB,
    SHT_SYMTAB,
};
use goblin::elf::sym::{STB_GLOBAL, STB_LOCAL, STT_FUNC, STT_NOTYPE, STT_OBJECT};
use machine::float::NanRule;
use machine::image::{Image, Segment, Symbol};
use machine::isa::{IsaDesc, Reg};
use thiserror::Error;

use crate::output::dwarf::{self, DebugSection, DebugSources};

use super::{JalNote, MIPS, NOTE_OWNER, NOTE_TYPE, Program, RISCV};

const HEADER: usize = 52;
const PROGRAM_HEADER: usize = 32;
const SECTION_HEADER: usize = 40;
const SYMBOL: usize = 16;
const PAGE: usize = 0x1000;

/// In `e_flags` of RISC-V: there are 16-bit instructions.
const EF_RISCV_RVC: u32 = 1;

/// In `e_flags` of RISC-V: only the first 16 integer registers are used.
const EF_RISCV_RVE: u32 = 8;

/// In `e_flags` of MIPS: the assembler has not moved instructions into delay slots.
const EF_MIPS_NOREORDER: u32 = 1;

/// In `e_flags` of MIPS: the calling convention.
const EF_MIPS_ABI_O32: u32 = 0x1000;

/// In `e_flags` of MIPS: quiet NaNs have their top fraction bit set.
const EF_MIPS_NAN2008: u32 = 0x400;

/// In `e_flags` of MIPS: MIPS32, release 2.
const EF_MIPS_ARCH_32R2: u32 = 0x7000_0000;

/// A program whose parts are too many or too large for the fields of a 32-bit ELF file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the program has more parts or bytes than a 32-bit ELF file can hold")]
pub struct DoesNotFit;

/// What an executable says besides the program.
#[derive(Clone, Copy, Default)]
pub struct ElfExtras<'a> {
    /// How to run it.
    pub note: Option<&'a JalNote>,
    /// Which source lines its instructions come from.
    pub lines: Option<DebugSources<'a>>,
}

impl<'a> From<&'a JalNote> for ElfExtras<'a> {
    fn from(note: &'a JalNote) -> Self {
        let (note, lines) = (Some(note), None);
        ElfExtras { note, lines }
    }
}

/// The program as a static executable for the machine that `desc` describes.
///
/// Each segment becomes one loadable segment at the very same address, also when that is 0, as
/// for the text of Venus programs: systems that map pages refuse those, our own loader does not.
/// A segment without any memory is left out.
///
/// # Errors
///
/// When the program has more than about 32000 segments or 4 GiB.
pub fn write(
    program: &Program,
    desc: &IsaDesc,
    extras: &ElfExtras<'_>,
) -> Result<Vec<u8>, DoesNotFit> {
    let note = extras.note;
    let image = &program.image;
    let segments: Vec<&Segment> = image.segments.iter().filter(|s| s.size > 0).collect();
    let big_endian = image.big_endian;
    let mut file = Writer {
        big_endian,
        ..Writer::default()
    };
    let headers = segments.len() + usize::from(note.is_some());
    file.out.resize(HEADER + headers * PROGRAM_HEADER, 0);

    let mut table = Vec::with_capacity(headers * PROGRAM_HEADER);
    for segment in segments {
        let header = file.segment(segment)?;
        header
            .iter()
            .for_each(|word| put(&mut table, *word, big_endian));
    }
    let sections_with_memory = file.sections.len();
    if let Some(note) = note {
        let header = file.note(note)?;
        header
            .iter()
            .for_each(|word| put(&mut table, *word, big_endian));
    }
    if let Some(lines) = &extras.lines {
        for section in dwarf::sections(program, lines)? {
            file.debug(section)?;
        }
    }
    file.symbols(image, sections_with_memory)?;
    let (section_table, count) = file.section_table()?;

    let flags = match desc.elf_machine {
        RISCV => riscv_flags(program, desc),
        MIPS => mips_flags(program),
        _ => 0,
    };
    let mut head = Vec::with_capacity(HEADER);
    head.extend_from_slice(ELFMAG);
    // 32 bits, byte order, version 1, no particular system; then padding.
    let order = if big_endian { 2 } else { 1 };
    head.extend_from_slice(&[1, order, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    put_half(&mut head, ET_EXEC, big_endian);
    put_half(&mut head, desc.elf_machine, big_endian);
    put(&mut head, 1, big_endian);
    put(&mut head, image.entry, big_endian);
    put(&mut head, to_word(HEADER)?, big_endian);
    put(&mut head, section_table, big_endian);
    put(&mut head, flags, big_endian);
    put_half(&mut head, to_half(HEADER)?, big_endian);
    put_half(&mut head, to_half(PROGRAM_HEADER)?, big_endian);
    put_half(&mut head, to_half(headers)?, big_endian);
    put_half(&mut head, to_half(SECTION_HEADER)?, big_endian);
    put_half(&mut head, count, big_endian);
    // The section names are the last section.
    put_half(&mut head, count - 1, big_endian);
    head.extend_from_slice(&table);
    for (to, from) in file.out.iter_mut().zip(head) {
        *to = from;
    }
    Ok(file.out)
}

/// A section header to be.
#[derive(Default)]
struct Section {
    name: String,
    kind: u32,
    flags: u32,
    address: u32,
    offset: u32,
    size: u32,
    link: u32,
    info: u32,
    align: u32,
    entry_size: u32,
}

/// The file as far as it is written. Its first bytes, for the headers, come last.
#[derive(Default)]
struct Writer {
    out: Vec<u8>,
    big_endian: bool,
    /// Without the empty section that comes before all others.
    sections: Vec<Section>,
}

impl Writer {
    /// Adds zeros until the offset is a multiple of `align`, and `rest` more; gives the offset.
    fn align(&mut self, align: usize, rest: usize) -> Result<u32, DoesNotFit> {
        let short = (align + rest - self.out.len() % align) % align;
        self.out.resize(self.out.len() + short, 0);
        to_word(self.out.len())
    }

    /// Adds a segment and its sections; gives its program header.
    fn segment(&mut self, segment: &Segment) -> Result<[u32; 8], DoesNotFit> {
        let bytes = segment
            .bytes
            .get(..segment.size as usize)
            .unwrap_or(&segment.bytes);
        let length = to_word(bytes.len())?;
        let offset = if bytes.is_empty() {
            self.align(1, 0)?
        } else {
            self.align(PAGE, segment.address as usize % PAGE)?
        };
        self.out.extend_from_slice(bytes);

        let mut flags = SHF_ALLOC;
        let mut permissions = if segment.access.read { PF_R } else { 0 };
        if segment.access.write {
            flags |= SHF_WRITE;
            permissions |= PF_W;
        }
        if segment.access.execute {
            flags |= SHF_EXECINSTR;
            permissions |= PF_X;
        }
        if length > 0 {
            self.sections.push(Section {
                name: format!(".{}", segment.name),
                kind: SHT_PROGBITS,
                flags,
                address: segment.address,
                offset,
                size: length,
                align: alignment(segment.address),
                ..Section::default()
            });
        }
        if length < segment.size {
            let address = segment.address.wrapping_add(length);
            let name = match (length, segment.name.as_str()) {
                (0, name) => format!(".{name}"),
                (_, "data") => ".bss".to_owned(),
                (_, name) => format!(".{name}.bss"),
            };
            self.sections.push(Section {
                name,
                kind: SHT_NOBITS,
                flags,
                address,
                offset: to_word(self.out.len())?,
                size: segment.size - length,
                align: alignment(address),
                ..Section::default()
            });
        }
        let align = if length > 0 { to_word(PAGE)? } else { 1 };
        Ok([
            PT_LOAD,
            offset,
            segment.address,
            segment.address,
            length,
            segment.size,
            permissions,
            align,
        ])
    }

    /// Adds the note; gives its program header.
    fn note(&mut self, note: &JalNote) -> Result<[u32; 8], DoesNotFit> {
        let offset = self.align(4, 0)?;
        put(&mut self.out, to_word(NOTE_OWNER.len())?, self.big_endian);
        put(&mut self.out, to_word(note.text.len())?, self.big_endian);
        put(&mut self.out, NOTE_TYPE, self.big_endian);
        self.out.extend_from_slice(NOTE_OWNER);
        self.out.extend_from_slice(note.text.as_bytes());
        let size = self.align(4, 0)? - offset;
        self.sections.push(Section {
            name: ".note.jal".to_owned(),
            kind: SHT_NOTE,
            offset,
            size,
            align: 4,
            ..Section::default()
        });
        Ok([PT_NOTE, offset, 0, 0, size, size, PF_R, 4])
    }

    /// Adds a section of line information.
    fn debug(&mut self, section: DebugSection) -> Result<(), DoesNotFit> {
        let offset = self.align(1, 0)?;
        self.out.extend_from_slice(&section.bytes);
        self.sections.push(Section {
            name: section.name.to_owned(),
            kind: SHT_PROGBITS,
            offset,
            size: to_word(section.bytes.len())?,
            align: 1,
            ..Section::default()
        });
        Ok(())
    }

    /// Adds the symbol table and its names; the first `places` sections have addresses.
    fn symbols(&mut self, image: &Image, places: usize) -> Result<(), DoesNotFit> {
        let mut names = vec![0];
        let offset = self.align(4, 0)?;
        self.out.resize(self.out.len() + SYMBOL, 0);
        let locals = image.symbols.iter().filter(|s| !s.global);
        let globals = image.symbols.iter().filter(|s| s.global);
        let first_global = 1 + locals.clone().count();
        for symbol in locals.chain(globals) {
            let (section, kind) = match self.section_of(symbol, places) {
                Some((index, section)) => (to_half(index)?, kind(symbol, section, image)),
                None => (to_half(SHN_ABS as usize)?, STT_NOTYPE),
            };
            let bind = if symbol.global { STB_GLOBAL } else { STB_LOCAL };
            let name = add_name(&mut names, &symbol.name)?;
            put(&mut self.out, name, self.big_endian);
            put(&mut self.out, symbol.address, self.big_endian);
            put(&mut self.out, 0, self.big_endian);
            self.out.extend_from_slice(&[bind << 4 | kind, 0]);
            put_half(&mut self.out, section, self.big_endian);
        }
        let size = to_word(self.out.len())? - offset;
        self.sections.push(Section {
            name: ".symtab".to_owned(),
            kind: SHT_SYMTAB,
            offset,
            size,
            // The names are the next section, and the numbers count from 1.
            link: to_word(self.sections.len() + 2)?,
            info: to_word(first_global)?,
            align: 4,
            entry_size: to_word(SYMBOL)?,
            ..Section::default()
        });
        self.strings(".strtab", &names)
    }

    fn strings(&mut self, name: &str, strings: &[u8]) -> Result<(), DoesNotFit> {
        let offset = self.align(1, 0)?;
        self.out.extend_from_slice(strings);
        self.sections.push(Section {
            name: name.to_owned(),
            kind: SHT_STRTAB,
            offset,
            size: to_word(strings.len())?,
            align: 1,
            ..Section::default()
        });
        Ok(())
    }

    /// The section that holds a place, and its number. A place outside of all (the end of the
    /// last segment, say) goes to the nearest below, else to the first.
    fn section_of(&self, symbol: &Symbol, places: usize) -> Option<(usize, &Section)> {
        if symbol.absolute {
            return None;
        }
        let places = || (1..).zip(&self.sections).take(places);
        let distance = |s: &Section| symbol.address.checked_sub(s.address);
        places()
            .filter_map(|(index, s)| Some((distance(s)?, index, s)))
            .min_by_key(|(distance, ..)| *distance)
            .map(|(_, index, s)| (index, s))
            .or_else(|| places().next())
    }

    /// Adds the section names and the section headers; gives the offset and number of these.
    fn section_table(&mut self) -> Result<(u32, u16), DoesNotFit> {
        const NAME: &str = ".shstrtab";
        let mut names = vec![0];
        let mut name_offsets = Vec::with_capacity(self.sections.len() + 1);
        for name in self.sections.iter().map(|s| s.name.as_str()).chain([NAME]) {
            name_offsets.push(add_name(&mut names, name)?);
        }
        self.strings(NAME, &names)?;
        let offset = self.align(4, 0)?;
        self.out.resize(self.out.len() + SECTION_HEADER, 0);
        for (s, name) in self.sections.iter().zip(name_offsets) {
            let words = [
                name,
                s.kind,
                s.flags,
                s.address,
                s.offset,
                s.size,
                s.link,
                s.info,
                s.align,
                s.entry_size,
            ];
            words
                .iter()
                .for_each(|word| put(&mut self.out, *word, self.big_endian));
        }
        Ok((offset, to_half(self.sections.len() + 1)?))
    }
}

/// A label in code that other files see is a function; one that they do not see may be any
/// place in a function.
fn kind(symbol: &Symbol, section: &Section, image: &Image) -> u8 {
    if section.flags & SHF_EXECINSTR == 0 {
        STT_OBJECT
    } else if symbol.global || symbol.address == image.entry {
        STT_FUNC
    } else {
        STT_NOTYPE
    }
}

/// What the header says about a RISC-V program.
fn mips_flags(program: &Program) -> u32 {
    let nans = match program.image.nans {
        NanRule::Legacy => 0,
        NanRule::Canonical | NanRule::Payload => EF_MIPS_NAN2008,
    };
    EF_MIPS_NOREORDER | EF_MIPS_ABI_O32 | EF_MIPS_ARCH_32R2 | nans
}

fn riscv_flags(program: &Program, desc: &IsaDesc) -> u32 {
    let subset = program.image.subset.as_deref();
    let is_small = subset.is_some_and(|subset| !subset.has_register(Reg(31)));
    let short = has_short_instructions(program, desc);
    (EF_RISCV_RVC * u32::from(short)) | (EF_RISCV_RVE * u32::from(is_small))
}

/// Whether the program has an instruction of 16 bits. Without a line table all executable bytes
/// count as instructions.
fn has_short_instructions(program: &Program, desc: &IsaDesc) -> bool {
    if desc.compressed.is_empty() {
        return false;
    }
    let code = program.image.segments.iter().filter(|s| s.access.execute);
    if program.lines.is_empty() {
        return code.into_iter().any(|s| has_short(&s.bytes, desc));
    }
    program.lines.iter().filter(|line| line.code).any(|line| {
        let segment = program.image.segment_at(line.address);
        let bytes = segment.and_then(|s| {
            let start = (line.address - s.address) as usize;
            s.bytes.get(start..start.checked_add(line.size as usize)?)
        });
        bytes.is_some_and(|bytes| has_short(bytes, desc))
    })
}

fn has_short(mut bytes: &[u8], desc: &IsaDesc) -> bool {
    while let Some((&[low, high], rest)) = bytes.split_first_chunk() {
        let half = u32::from(u16::from_le_bytes([low, high]));
        if half & 3 == 3 {
            bytes = rest.get(2..).unwrap_or_default();
        } else if desc.decode_any(half).is_some() {
            return true;
        } else {
            bytes = rest;
        }
    }
    false
}

/// The largest alignment up to a word that an address has.
fn alignment(address: u32) -> u32 {
    1 << address.trailing_zeros().min(2)
}

/// Adds a name, as far as it has no NUL, to a string table; gives its offset.
fn add_name(names: &mut Vec<u8>, name: &str) -> Result<u32, DoesNotFit> {
    let name = name.split('\0').next().unwrap_or_default();
    if name.is_empty() {
        return Ok(0);
    }
    let offset = to_word(names.len())?;
    names.extend_from_slice(name.as_bytes());
    names.push(0);
    Ok(offset)
}

fn put(out: &mut Vec<u8>, word: u32, big_endian: bool) {
    out.extend_from_slice(&match big_endian {
        true => word.to_be_bytes(),
        false => word.to_le_bytes(),
    });
}

fn put_half(out: &mut Vec<u8>, half: u16, big_endian: bool) {
    out.extend_from_slice(&match big_endian {
        true => half.to_be_bytes(),
        false => half.to_le_bytes(),
    });
}

fn to_word(value: usize) -> Result<u32, DoesNotFit> {
    u32::try_from(value).map_err(|_| DoesNotFit)
}

fn to_half(value: usize) -> Result<u16, DoesNotFit> {
    u16::try_from(value).map_err(|_| DoesNotFit)
}
