//! How to assemble: the machine, the language, and the settings of both.

use machine::image::Access;
use machine::isa::{IsaDesc, Subset};
use rustc_hash::FxHashMap;
use std::sync::Arc;

use crate::dialect::{Area, Dialect, MemoryMap};

/// How to assemble.
#[derive(Clone, Debug)]
pub struct AssembleOptions {
    /// The instruction set.
    pub isa: &'static IsaDesc,
    /// The language.
    pub dialect: &'static Dialect,
    /// Names defined for the preprocessor, with their texts.
    pub defines: Vec<(String, String)>,
    /// How much source is read.
    pub limits: SourceLimits,
    /// Whether each data directive is followed by a gap of its own size.
    pub red_zones: bool,
    /// Where the program's parts go: one of the language's maps.
    pub map: MemoryMap,
    /// Whether the instruction after a jump or branch runs before control goes to the target.
    pub delay_slots: bool,
    /// Whether numbers have their highest byte first.
    pub big_endian: bool,
    /// The part of the instruction set that may be used, if not all of it.
    pub subset: Option<Arc<Subset>>,
    /// What objects define that are linked with the sources.
    pub foreign: Option<Arc<ForeignSymbols>>,
    /// Whether pseudo-instructions may be written.
    pub pseudos: bool,
    /// What goes before the program.
    pub prelude: Prelude,
    /// Whether instructions may be read and changed, and data run.
    pub self_modifying: bool,
    /// Whether the program starts at the language's entry label, if that is global; otherwise it
    /// starts with its first instruction.
    pub start_at_entry: bool,
    /// What becomes of statements that the simulator of the language does not accept itself.
    pub additions: Additions,
}

/// What becomes of statements that the simulator of a language does not accept itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Additions {
    /// They are accepted.
    #[default]
    Accepted,
    /// They are accepted, and each is reported.
    Noted,
    /// They are errors, in the words of the simulator.
    Refused,
}

impl AssembleOptions {
    /// The usual options for a machine and a language.
    pub fn new(isa: &'static IsaDesc, dialect: &'static Dialect) -> Self {
        AssembleOptions {
            isa,
            dialect,
            defines: Vec::new(),
            limits: SourceLimits::default(),
            red_zones: false,
            map: dialect.maps.first().copied().unwrap_or(NOTHING),
            delay_slots: false,
            big_endian: false,
            subset: None,
            foreign: None,
            pseudos: true,
            prelude: Prelude::AsNeeded,
            self_modifying: false,
            start_at_entry: dialect.starts_at_entry,
            additions: Additions::default(),
        }
    }

    /// Whether what becomes of a file is the same with the other options. Neither has definitions.
    pub(crate) fn reads_the_same(&self, other: &AssembleOptions) -> bool {
        let order = |o: &AssembleOptions| (o.big_endian, o.red_zones);
        let flags = |o: &AssembleOptions| (order(o), o.delay_slots, o.pseudos, o.self_modifying);
        std::ptr::eq(self.isa, other.isa)
            && std::ptr::eq(self.dialect, other.dialect)
            && self.map == other.map
            && self.additions == other.additions
            && self.subset == other.subset
            && flags(self) == flags(other)
    }

    /// Whether the instruction of this name is wanted by name of its extension, rather than what
    /// assemblers have always made of that name.
    pub(crate) fn asks_for_row(&self, name: &str) -> bool {
        let row = self.isa.rows.iter().position(|row| row.name == name);
        let subset = self.subset.as_deref();
        row.is_some_and(|row| subset.is_some_and(|subset| subset.has_row(row)))
    }

    /// The memory map with what these options allow.
    pub(crate) fn memory_map(&self) -> MemoryMap {
        let all = Access {
            read: true,
            write: true,
            execute: true,
        };
        match self.self_modifying {
            true => MemoryMap {
                code: all,
                plain: all,
                ..self.map
            },
            false => self.map,
        }
    }
}

/// What goes before the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prelude {
    /// Those files of the language whose work the program does not do itself.
    AsNeeded,
    /// Nothing.
    Nothing,
    /// A text of this name.
    Text {
        /// Its name as shown to people.
        name: String,
        /// The text.
        text: Vec<u8>,
    },
}

/// The map of a language that has none: no room for anything.
const NOTHING: MemoryMap = MemoryMap {
    name: "",
    text: Area::new(0, 0),
    data: Area::new(0, 0),
    kernel: None,
    externs: None,
    spare: &[],
    compact: false,
    code: MemoryMap::READ_WRITE,
    plain: MemoryMap::READ_WRITE,
};

/// Names that something else than the sources defines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignSymbols {
    /// Where they are.
    pub addresses: FxHashMap<String, u32>,
    /// Where all others are, while nobody knows yet.
    pub guess: Option<u32>,
}

impl ForeignSymbols {
    /// Where a name is.
    pub(crate) fn address(&self, name: &str) -> Option<u32> {
        self.addresses.get(name).copied().or(self.guess)
    }
}

/// How much source is read.
#[derive(Clone, Copy, Debug)]
pub struct SourceLimits {
    /// Bytes of all files together.
    pub max_bytes: u64,
    /// Bytes of all texts together that macros and includes make of files. Each file has limits of
    /// its own beside this: what its macros add, and the bytes and number of its includes.
    pub max_expanded: u64,
    /// Files.
    pub max_files: usize,
    /// Imports inside imports.
    pub max_import_depth: usize,
}

impl SourceLimits {
    /// The usual limits, but only so many bytes of files, and as many of what they expand to.
    pub fn of_bytes(bytes: u64) -> Self {
        SourceLimits {
            max_bytes: bytes,
            max_expanded: bytes,
            ..SourceLimits::default()
        }
    }
}

impl Default for SourceLimits {
    fn default() -> Self {
        SourceLimits {
            max_bytes: 256 << 20,
            max_expanded: u64::MAX,
            max_files: 4096,
            max_import_depth: 256,
        }
    }
}
