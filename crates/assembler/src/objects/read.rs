//! From the bytes of a relocatable file to its sections, symbols and relocations.
//!
//! Nothing in the file is trusted: what lies beyond its end, or contradicts itself, is an error.

use goblin::container::Endian;
use goblin::elf::header::ET_REL;
use goblin::elf::section_header::{
    SHF_ALLOC, SHF_EXECINSTR, SHF_TLS, SHF_WRITE, SHN_ABS, SHN_COMMON, SHN_LORESERVE, SHN_UNDEF,
    SHT_GROUP, SHT_NOBITS, SHT_NOTE, SHT_REL, SHT_RELA, SHT_SYMTAB, SectionHeader,
};
use goblin::elf::sym::{STB_LOCAL, STB_WEAK, STT_FILE, STT_FUNC, STT_SECTION, STT_TLS, Sym};

use super::ObjectError;
use crate::elf::{ElfError, File, Names, is_elf};

const SYMBOL: usize = 16;
/// A group of sections of which a program has one, by the name of the group.
const GRP_COMDAT: u32 = 1;
/// What describes a file of MIPS to its linker.
const SHT_MIPS_REGINFO: u32 = 0x7000_0006;
const SHT_MIPS_ABIFLAGS: u32 = 0x7000_002a;
/// In the flags of MIPS: the code is position-independent.
pub(super) const EF_MIPS_PIC: u32 = 2;
/// In `st_other` of MIPS: the function is position-independent.
const STO_MIPS_PIC: u8 = 0x20;
/// The largest alignment.
const MAX_ALIGN: u32 = 1 << 16;

/// An object.
#[derive(Debug)]
pub(super) struct RelocatableObject<'a> {
    /// What people call it.
    pub name: String,
    pub machine: u16,
    pub flags: u32,
    pub big_endian: bool,
    /// Its sections, by their numbers in the file.
    pub sections: Vec<InputSection<'a>>,
    /// Its symbols, by their numbers in the file.
    pub symbols: Vec<InputSymbol>,
    /// Groups of sections of which a program has one: name, and numbers of sections.
    pub groups: Vec<(String, Vec<usize>)>,
}

/// A section of an object.
#[derive(Debug, Default)]
pub(super) struct InputSection<'a> {
    pub name: String,
    /// It is memory of the program.
    pub alloc: bool,
    pub write: bool,
    pub execute: bool,
    /// It holds variables of which each thread has its own.
    pub thread_local: bool,
    /// It is all zeros and takes no place in the file.
    pub zeroed: bool,
    pub align: u32,
    pub size: u32,
    pub bytes: &'a [u8],
    pub relocations: Vec<Relocation>,
}

/// A value to fill in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Relocation {
    pub offset: u32,
    pub kind: u32,
    pub symbol: usize,
    /// What is added; without one, it is in the place itself.
    pub addend: Option<i32>,
}

/// Where a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SymbolPlace {
    Undefined,
    Absolute,
    /// A variable that has no section yet; its value is the alignment.
    Common,
    /// In the section of this number.
    Section(usize),
}

/// A symbol of an object.
#[derive(Debug)]
pub(super) struct InputSymbol {
    pub name: String,
    pub value: u32,
    pub size: u32,
    pub place: SymbolPlace,
    pub local: bool,
    pub weak: bool,
    /// It stands for a section.
    pub section: bool,
    /// It is a function, and must find its own address in a register when it is called (MIPS).
    pub position_independent: bool,
    pub thread_local: bool,
}

/// Whether these bytes are a relocatable ELF file.
#[must_use]
pub fn is_object(bytes: &[u8]) -> bool {
    is_elf(bytes) && File::open(bytes).is_ok_and(|file| file.header.e_type == ET_REL)
}

/// The machine and the byte order of an object.
pub(super) fn machine_of(name: &str, bytes: &[u8]) -> Result<(u16, bool), ObjectError> {
    let file = open(name, bytes)?;
    Ok((file.header.e_machine, file.ctx.le == Endian::Big))
}

fn open<'a>(name: &str, bytes: &'a [u8]) -> Result<File<'a>, ObjectError> {
    File::open(bytes).map_err(|error| elf(name, error))
}

fn elf(name: &str, error: ElfError) -> ObjectError {
    ObjectError::Elf {
        file: name.to_owned(),
        error,
    }
}

/// Reads an object.
pub(super) fn read<'a>(name: &str, bytes: &'a [u8]) -> Result<RelocatableObject<'a>, ObjectError> {
    let file = open(name, bytes)?;
    let reader = Reader {
        name,
        headers: file.sections().map_err(|error| elf(name, error))?,
        big_endian: file.ctx.le == Endian::Big,
        length: bytes.len(),
        file,
    };
    if reader.file.header.e_type != ET_REL {
        return Err(reader.damaged("it is not a relocatable object"));
    }
    let (symbols, table) = reader.symbols()?;
    let mut sections = reader.sections()?;
    for (number, header) in reader.headers.iter().enumerate() {
        let of = header.sh_info as usize;
        let is_table = matches!(header.sh_type, SHT_REL | SHT_RELA);
        if is_table && sections.get(of).is_some_and(|section| section.alloc) {
            if Some(header.sh_link as usize) != table {
                return Err(
                    reader.damaged("relocations are about a table of symbols that is missing")
                );
            }
            let found = reader.relocations(header, symbols.len(), &sections[of])?;
            sections[of].relocations.extend(found);
            sections[number].alloc = false;
        }
    }
    let groups = reader.groups(&symbols)?;
    Ok(RelocatableObject {
        name: name.to_owned(),
        machine: reader.file.header.e_machine,
        flags: reader.file.header.e_flags,
        big_endian: reader.big_endian,
        sections,
        symbols,
        groups,
    })
}

/// The names that an object defines for others.
pub(super) fn defined_names(name: &str, bytes: &[u8]) -> Result<Vec<String>, ObjectError> {
    let file = open(name, bytes)?;
    let reader = Reader {
        name,
        headers: file.sections().map_err(|error| elf(name, error))?,
        big_endian: file.ctx.le == Endian::Big,
        length: bytes.len(),
        file,
    };
    let (symbols, _) = reader.symbols()?;
    let defined = |symbol: &InputSymbol| !symbol.local && symbol.place != SymbolPlace::Undefined;
    let names = symbols.into_iter().filter(defined);
    Ok(names.map(|symbol| symbol.name).collect())
}

struct Reader<'a, 'n> {
    name: &'n str,
    file: File<'a>,
    headers: Vec<SectionHeader>,
    big_endian: bool,
    length: usize,
}

impl<'a> Reader<'a, '_> {
    fn damaged(&self, what: &'static str) -> ObjectError {
        ObjectError::Damaged {
            file: self.name.to_owned(),
            what,
        }
    }

    fn bytes(&self, header: &SectionHeader) -> Result<&'a [u8], ObjectError> {
        let bytes = self.file.slice(header.sh_offset, header.sh_size);
        bytes.ok_or_else(|| self.damaged("a section is beyond the end of the file"))
    }

    fn names(&self, section: usize) -> Result<Names<'a>, ObjectError> {
        let header = self.headers.get(section);
        let header = header.ok_or_else(|| self.damaged("a table of names is missing"))?;
        Ok(Names {
            strings: self.bytes(header)?,
            budget: 4 * self.length,
        })
    }

    fn sections(&self) -> Result<Vec<InputSection<'a>>, ObjectError> {
        let mut names = self.names(usize::from(self.file.header.e_shstrndx))?;
        let mut sections = Vec::with_capacity(self.headers.len());
        for header in &self.headers {
            let has = |flag: u32| header.sh_flags & u64::from(flag) != 0;
            let ignored = [SHT_NOTE, SHT_MIPS_REGINFO, SHT_MIPS_ABIFLAGS, SHT_GROUP];
            let zeroed = header.sh_type == SHT_NOBITS;
            let align = u32::try_from(header.sh_addralign)
                .unwrap_or(u32::MAX)
                .max(1);
            if !align.is_power_of_two() || align > MAX_ALIGN {
                return Err(self.damaged("the alignment of a section is wrong"));
            }
            let alloc = has(SHF_ALLOC) && !ignored.contains(&header.sh_type);
            sections.push(InputSection {
                name: names.get(header.sh_name).unwrap_or_default(),
                alloc,
                write: has(SHF_WRITE),
                execute: has(SHF_EXECINSTR),
                thread_local: has(SHF_TLS),
                zeroed,
                align,
                size: u32::try_from(header.sh_size)
                    .map_err(|_| self.damaged("a section is too large"))?,
                bytes: match alloc && !zeroed {
                    true => self.bytes(header)?,
                    false => &[],
                },
                relocations: Vec::new(),
            });
        }
        Ok(sections)
    }

    /// The symbols, and the number of the section that they are in.
    fn symbols(&self) -> Result<(Vec<InputSymbol>, Option<usize>), ObjectError> {
        let found = self.headers.iter().position(|h| h.sh_type == SHT_SYMTAB);
        let Some(number) = found else {
            return Ok((Vec::new(), None));
        };
        let header = &self.headers[number];
        let bytes = self.bytes(header)?;
        let mut names = self.names(header.sh_link as usize)?;
        let mut symbols = Vec::with_capacity(bytes.len() / SYMBOL);
        for piece in bytes.chunks(SYMBOL * 1024) {
            let count = piece.len() / SYMBOL;
            let read = Sym::parse(piece, 0, count, self.file.ctx)
                .map_err(|_| self.damaged("the table of symbols cannot be read"))?;
            for symbol in &read {
                symbols.push(self.symbol(symbol, &mut names)?);
            }
        }
        Ok((symbols, Some(number)))
    }

    fn symbol(&self, symbol: &Sym, names: &mut Names<'_>) -> Result<InputSymbol, ObjectError> {
        let number = symbol.st_shndx as u32;
        let kind = symbol.st_type();
        let place = match number {
            SHN_UNDEF => SymbolPlace::Undefined,
            SHN_ABS => SymbolPlace::Absolute,
            SHN_COMMON => SymbolPlace::Common,
            // The small variables of MIPS.
            0xff03 => SymbolPlace::Common,
            0xff04 => SymbolPlace::Undefined,
            SHN_LORESERVE.. => return Err(self.damaged("a symbol is in a section that cannot be")),
            number if (number as usize) < self.headers.len() => {
                SymbolPlace::Section(number as usize)
            }
            _ => return Err(self.damaged("a symbol is in a section that is missing")),
        };
        let place = match kind {
            STT_FILE => SymbolPlace::Undefined,
            _ => place,
        };
        let pic_file = self.file.header.e_flags & EF_MIPS_PIC != 0;
        let is_mips = self.file.header.e_machine == crate::elf::MIPS;
        Ok(InputSymbol {
            name: names.get(symbol.st_name).unwrap_or_default(),
            value: symbol.st_value as u32,
            size: symbol.st_size as u32,
            place,
            local: symbol.st_bind() == STB_LOCAL,
            weak: symbol.st_bind() == STB_WEAK,
            section: kind == STT_SECTION,
            position_independent: is_mips
                && kind == STT_FUNC
                && (pic_file || symbol.st_other & 0xe0 == STO_MIPS_PIC),
            thread_local: kind == STT_TLS,
        })
    }

    fn word(&self, bytes: &[u8], at: usize) -> u32 {
        let word = bytes.get(at..).and_then(|rest| rest.first_chunk::<4>());
        let word = word.copied().unwrap_or_default();
        match self.big_endian {
            true => u32::from_be_bytes(word),
            false => u32::from_le_bytes(word),
        }
    }

    fn relocations(
        &self,
        header: &SectionHeader,
        symbols: usize,
        section: &InputSection<'_>,
    ) -> Result<Vec<Relocation>, ObjectError> {
        let bytes = self.bytes(header)?;
        let has_addend = header.sh_type == SHT_RELA;
        let size = if has_addend { 12 } else { 8 };
        let mut found = Vec::with_capacity(bytes.len() / size);
        for entry in bytes.chunks_exact(size) {
            let info = self.word(entry, 4);
            let relocation = Relocation {
                offset: self.word(entry, 0),
                kind: info & 0xff,
                symbol: (info >> 8) as usize,
                addend: has_addend.then(|| self.word(entry, 8) as i32),
            };
            if relocation.symbol >= symbols.max(1) {
                return Err(self.damaged("a relocation is about a symbol that is missing"));
            }
            if relocation.offset >= section.size.max(1) {
                return Err(self.damaged("a relocation is beyond the end of its section"));
            }
            found.push(relocation);
        }
        Ok(found)
    }

    fn groups(&self, symbols: &[InputSymbol]) -> Result<Vec<(String, Vec<usize>)>, ObjectError> {
        let mut groups = Vec::new();
        for header in self.headers.iter().filter(|h| h.sh_type == SHT_GROUP) {
            let bytes = self.bytes(header)?;
            if self.word(bytes, 0) != GRP_COMDAT {
                continue;
            }
            let symbol = symbols.get(header.sh_info as usize);
            let symbol = symbol.ok_or_else(|| self.damaged("a group of sections has no name"))?;
            let name = match (&symbol.place, symbol.section) {
                (SymbolPlace::Section(number), true) => {
                    format!("section {number} of {}", self.name)
                }
                _ => symbol.name.clone(),
            };
            let members = bytes.chunks_exact(4).skip(1);
            groups.push((
                name,
                members.map(|word| self.word(word, 0) as usize).collect(),
            ));
        }
        Ok(groups)
    }
}
