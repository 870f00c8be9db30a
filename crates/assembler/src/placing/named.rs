//! Sections with names, as object files have them: what a file puts into each, and what may be
//! done with it there. A source in the language of GNU as becomes these values, and so can an
//! object file: contents and alignment are here, symbols and the values that are still to be
//! computed are in the rest of the [`Object`](crate::placing::layout::Object).

use machine::image::Access;

use crate::dialect::SectionRef;
use crate::placing::layout::PlacedLine;
use crate::placing::section::Section;

/// What a section is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SectionTraits {
    /// It becomes memory; what does not is for linkers and debuggers, and is dropped.
    pub alloc: bool,
    /// The program may change it.
    pub write: bool,
    /// Instructions stand in it.
    pub execute: bool,
    /// It holds only zeros.
    pub zeroed: bool,
}

impl SectionTraits {
    /// Those of the letters in `.section NAME, "LETTERS"`.
    pub(crate) fn of_letters(letters: &str) -> Self {
        SectionTraits {
            alloc: letters.contains('a'),
            write: letters.contains('w'),
            execute: letters.contains('x'),
            zeroed: false,
        }
    }

    /// Those that a section has because of its name, if the source does not say.
    pub(crate) fn of_name(name: &str) -> Self {
        let is = |families: &[&str]| families.iter().any(|family| is_of(name, family));
        let data = [
            ".data",
            ".sdata",
            ".tdata",
            ".init_array",
            ".fini_array",
            ".preinit_array",
        ];
        let zeroed = is(&[".bss", ".sbss", ".tbss"]);
        let execute = is(&[".text", ".init", ".fini"]);
        let write = zeroed || is(&data) || is(&[".ctors", ".dtors", ".got"]);
        let constant = is(&[
            ".rodata",
            ".rdata",
            ".srodata",
            ".eh_frame",
            ".gcc_except_table",
        ]);
        SectionTraits {
            alloc: execute || write || constant,
            write,
            execute,
            zeroed,
        }
    }

    /// What the program may do with its memory.
    pub(crate) fn access(self) -> Access {
        Access {
            read: true,
            write: self.write,
            execute: self.execute,
        }
    }
}

/// Whether a section is the one of this name, or one of its family: `.text.startup` of `.text`.
pub(crate) fn is_of(name: &str, family: &str) -> bool {
    let rest = name.strip_prefix(family);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// A section as a file declares it. A numbered part of one counts as a section of its own that comes
/// after those with smaller numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SectionHead {
    /// Its name.
    pub name: Box<str>,
    /// The number of the part; usually 0.
    pub part: i32,
    /// What it is for.
    pub traits: SectionTraits,
}

impl SectionHead {
    /// A section that is what its name says.
    pub(crate) fn named(name: &str) -> Self {
        SectionHead {
            name: name.into(),
            part: 0,
            traits: SectionTraits::of_name(name),
        }
    }

    /// How it is referred to when it has this index among the sections of its file.
    pub(crate) fn at(&self, index: usize) -> SectionRef {
        SectionRef {
            index: index as u16,
            code: self.traits.execute,
        }
    }
}

/// What a file puts into a section.
#[derive(Clone, Debug, Default)]
pub(crate) struct NamedSection {
    /// Its name and what it is for.
    pub head: SectionHead,
    /// It begins at a multiple of this, a power of two; 0 counts as 1.
    pub align: u32,
    /// The bytes.
    pub contents: Section,
    /// Where the statements' bytes are.
    pub lines: Vec<PlacedLine>,
}
