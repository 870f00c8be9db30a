//! What differs between assembly languages for the same machine, as data.
//!
//! A [`Dialect`] is a set of tables and named policies. Nobody outside this module asks which
//! dialect it is; the stages ask for the policy they need.

mod directive;
mod gnu;
mod gnu_directives;
mod gnu_mips;
mod mars;
mod mars_directives;
mod mars_original;
mod mipsy;
mod original;
mod rars;
mod rars_original;
mod riscv;
mod spim;
mod spim_original;
mod venus;
mod venus_original;

pub use directive::{AlignUnit, Block, Directive, FillKind, LineTest, Mode};
pub use gnu::GNU_RISCV;
pub use gnu_mips::GNU_MIPS;
pub use mars::MARS;
pub use mipsy::MIPSY;
pub use original::{DataRanges, FormRow, Original, OriginalNumbers, Phrases, WordRules};
pub use rars::RARS;
pub use spim::SPIM;
pub use venus::VENUS;

use machine::image::Access;
use machine::isa::DialectSet;

/// One assembly language.
#[derive(Debug)]
pub struct Dialect {
    /// Its name on the command line.
    pub name: &'static str,
    /// How text is cut into tokens.
    pub lexical: Lexical,
    /// Its directives.
    pub directives: &'static [DirectiveRow],
    /// Functions of expressions, written `%name(…)`.
    pub modifiers: &'static [(&'static str, Modifier)],
    /// Further functions that expansions of pseudo-instructions use.
    pub expansion_modifiers: &'static [(&'static str, Modifier)],
    /// Which pseudo-instructions exist without delay slots and with the first memory map.
    pub pseudos: DialectSet,
    /// Where the program's parts may go: the usual way first.
    pub maps: &'static [MemoryMap],
    /// How the parts of several files come together.
    pub placement: Placement,
    /// Whether data stand at multiples of their size, with the labels before them.
    pub auto_align: bool,
    /// Whether instructions stand in text segments only, and data in data segments only.
    pub strict_segments: bool,
    /// Whether `.word` may stand in a text segment all the same, as an instruction.
    pub words_in_text: bool,
    /// Whether a number that a form of an instruction cannot hold leads to the next form.
    pub forms_by_value: bool,
    /// Whether line-leading `#define`, `#ifdef` … are directives.
    pub preprocessor: bool,
    /// What is carried out before the lines are read: macros, included files and so on.
    pub macros: MacroStyle,
    /// Whether `NAME = VALUE` names a constant.
    pub assignments: bool,
    /// Whether the assembler puts a `nop` after branches unless the source says otherwise.
    pub reorders: bool,
    /// How the names of labels begin that nobody else sees.
    pub local_labels: &'static [&'static str],
    /// Words that are numbers.
    pub numbers: &'static [(&'static str, i64)],
    /// What `.set` switches: words without a value.
    pub modes: &'static [(&'static str, Mode)],
    /// Whether a line that is no statement goes on with the data of the line before.
    pub loose_data: bool,
    /// Whether `value : count` repeats a value.
    pub repeats_values: bool,
    /// Whether `.float 0x3f800000` gives the bits of a number.
    pub float_bits: bool,
    /// Whether an unknown directive is left out with a warning, rather than an error.
    pub skips_unknown_directives: bool,
    /// Whether `1:` may be defined many times and used as `1f`, `1b`.
    pub numeric_labels: bool,
    /// What a number means as the target of a branch or jump.
    pub numeric_target: NumericTarget,
    /// The label where the program starts, if it is global.
    pub entry: &'static str,
    /// Whether it does so, rather than with its first instruction.
    pub starts_at_entry: bool,
    /// Labels that all files share, also if they are not declared global.
    pub shared_labels: &'static [&'static str],
    /// Sources that go before the program.
    pub prelude: &'static [PreludeFile],
    /// The function that these call.
    pub main: Option<&'static str>,
    /// In which order imported files are linked.
    pub import_order: ImportOrder,
    /// Instructions and directives that are a sure sign of this language.
    pub signs: &'static [&'static str],
    /// Instructions and directives that other languages for the same machine lack.
    pub own_words: &'static [&'static str],
    /// Directives that others have as well, but not with this among their operands.
    pub own_shapes: &'static [(&'static str, &'static str)],
    /// How the names of files in this language end, if that tells it.
    pub extension: Option<&'static str>,
    /// Words of other assembly languages, and what to write instead; `{}` is the first operand.
    pub foreign: &'static [&'static [(&'static str, &'static str)]],
    /// What advice is made of.
    pub words: Words,
    /// What the simulator of this language accepts itself, if that is known.
    pub original: Option<&'static Original>,
}

impl Dialect {
    /// The names of all directives, with their meanings.
    pub fn directive_names(&self) -> impl Iterator<Item = (&'static str, Directive)> {
        let rows = self.directives.iter();
        rows.flat_map(|row| row.names.iter().map(|name| (*name, row.meaning)))
    }

    /// Where a file begins.
    pub(crate) fn first_segment(&self) -> SegmentKind {
        match self.placement {
            Placement::PerFile | Placement::Continuous => SegmentKind::Text,
            Placement::Sections(_) => SegmentKind::Named(SectionRef {
                index: 0,
                code: true,
            }),
        }
    }
}

/// A source that goes before every program, unless the program does its work itself.
#[derive(Debug)]
pub struct PreludeFile {
    /// Its name, as shown to people.
    pub name: &'static str,
    /// The source.
    pub text: &'static str,
    /// A program with this word in it does without.
    pub unless: &'static str,
}

/// One directive of a language: what the assembler, the documentation and advice know of it.
#[derive(Clone, Copy, Debug)]
pub struct DirectiveRow {
    /// Its names with their dots, the usual one first.
    pub names: &'static [&'static str],
    /// What is written after the name.
    pub operands: &'static str,
    /// What it does, in one sentence.
    pub doc: &'static str,
    /// What the assembler does.
    pub meaning: Directive,
}

impl DirectiveRow {
    const fn new(
        names: &'static [&'static str],
        operands: &'static str,
        doc: &'static str,
        meaning: Directive,
    ) -> Self {
        assert!(
            !names.is_empty() && !doc.is_empty(),
            "a directive needs words"
        );
        DirectiveRow {
            names,
            operands,
            doc,
            meaning,
        }
    }

    /// How it is written, with its usual name.
    pub fn syntax(&self) -> String {
        let name = self.names[0];
        format!("{name} {}", self.operands).trim_end().to_owned()
    }
}

/// Names and examples for advice.
#[derive(Debug)]
pub struct Words {
    /// How integer registers are spelled.
    pub integer_registers: &'static str,
    /// How floating-point registers are spelled.
    pub float_registers: &'static str,
    /// The first integer registers that come to mind.
    pub some_integer_registers: &'static str,
    /// The first floating-point registers that come to mind.
    pub some_float_registers: &'static str,
    /// What every register begins with.
    pub register_prefix: &'static str,
    /// Registers that an example may overwrite.
    pub spare: [&'static str; 4],
    /// An instruction that anybody may write.
    pub instruction: &'static str,
    /// Names a constant; `{name}` and `{value}` stand for both.
    pub constant: &'static str,
    /// What to do about a jump that does not reach its target.
    pub far_jump: &'static str,
}

/// Lexical rules.
#[derive(Debug)]
pub struct Lexical {
    /// The character that begins a comment.
    pub comment: u8,
    /// Whether `//` and `/* */` are comments, too.
    pub slash_comments: bool,
    /// Whether labels may have operators in their names, as in `print-board:`.
    pub odd_labels: bool,
    /// Whether `%name` is one word: a parameter of a macro.
    pub parameters: bool,
    /// The names that are functions instead if `(` follows.
    pub functions: &'static [&'static str],
    /// Whether `;` ends a statement.
    pub separators: bool,
    /// What linkers write after a name and means nothing here; often nothing.
    pub linkage_suffix: &'static str,
    /// How numbers are written.
    pub numbers: NumberRules,
    /// How tightly operators bind, and what is true.
    pub operators: OperatorRules,
    /// Which escape sequences there are.
    pub escapes: Escapes,
    /// Whether a string without its closing quote ends before the last character of its line.
    pub open_strings: bool,
    /// How characters become bytes.
    pub encoding: Encoding,
}

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberRules {
    /// Decimal, or with the prefixes `0x`, `0b` and `0o`; up to 64 bits.
    Wide,
    /// The same, and octal with a leading `0`. All arithmetic is done modulo 2^32, with a sign.
    Word,
    /// As [`NumberRules::Wide`], and octal with a leading `0`.
    WideOctal,
    /// As [`NumberRules::Word`], but a leading `0` means nothing.
    PlainWord,
}

/// How tightly operators bind, and what is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatorRules {
    /// As in C: a comparison that holds is 1.
    C,
    /// As in GNU as: multiplication and shifts before logic, and this before sums and
    /// comparisons; one that holds is -1.
    Gnu,
}

/// What is carried out before the lines of a text are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MacroStyle {
    /// Nothing.
    None,
    /// Macros with parameters `%name`, `.eqv` and `.include`.
    Percent,
    /// Macros with parameters `\\name`, repetitions, conditions and `.include`.
    Backslash,
}

/// Which escape sequences strings and character literals have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escapes {
    /// Those of C and `\e`. An unknown one stays as it is.
    Full,
    /// Single letters, and three octal digits in a character literal. Before any other character
    /// the backslash is dropped.
    Letters,
    /// The same, and `\u` with four hexadecimal digits.
    LettersAndUnicode,
    /// In strings `\n`, `\t`, `\"`, `\0`, three octal digits, and `\X` with two hexadecimal ones;
    /// before any other character the backslash stays. Characters have single letters.
    Few,
}

/// How the characters of strings become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// As UTF-8.
    Utf8,
    /// One byte each; if that is not possible, the whole string as UTF-8. A file that is not
    /// UTF-8 is read as Latin-1.
    Latin1,
}

/// What a number means as a branch target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumericTarget {
    /// The distance in bytes from the instruction; reported as a warning.
    Distance,
    /// An address.
    Address,
}

/// In which order imported files are linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportOrder {
    /// That in which a Java hash map would yield the paths.
    JavaHash,
    /// That in which they are found.
    Source,
}

/// How the parts of several files come together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Each file is laid out for itself, and then put behind the one before.
    PerFile,
    /// Each file goes on where the one before ended, and may choose addresses.
    Continuous,
    /// As a linker does: what all files put into sections of one name is one run of memory.
    Sections(&'static LinkRules),
}

/// What a linker adds to a program.
#[derive(Debug, PartialEq, Eq)]
pub struct LinkRules {
    /// Names that the linker defines unless a file does, and where they are.
    pub symbols: &'static [(&'static str, LinkerSymbol)],
    /// How far the global pointer is behind the start of the small data.
    pub pointer_offset: u32,
    /// Another name for the label where the program starts.
    pub other_entry: &'static str,
    /// The text of a file that calls the program's main function, for programs without a start.
    pub start: &'static str,
}

/// A place that a linker names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkerSymbol {
    /// The first address of the program.
    Start,
    /// The end of the instructions.
    TextEnd,
    /// The end of the data that are not zeroed.
    DataEnd,
    /// The start of the zeroed data.
    ZerosStart,
    /// The end of the program.
    End,
    /// What the global pointer points to.
    GlobalPointer,
    /// The table of addresses.
    AddressTable,
    /// The start of the section of this name, or the address 0.
    SectionStart(&'static str),
    /// The end of the section of this name, or the address 0.
    SectionEnd(&'static str),
}

/// A part of memory that a program fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its first address.
    pub first: u32,
    /// Where contents begin, unless the program chooses an address.
    pub start: u32,
    /// How many bytes it has from `first` on.
    pub size: u32,
}

impl Area {
    /// An area whose contents begin with it.
    pub const fn new(first: u32, size: u32) -> Self {
        Area {
            first,
            start: first,
            size,
        }
    }

    /// Whether the address is one of its own.
    pub const fn contains(&self, address: u32) -> bool {
        address.wrapping_sub(self.first) < self.size
    }

    /// How many bytes there are before the contents.
    pub const fn lead(&self) -> u32 {
        self.start - self.first
    }
}

/// Where the program's parts go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryMap {
    /// Its name on the command line.
    pub name: &'static str,
    /// Instructions.
    pub text: Area,
    /// Data.
    pub data: Area,
    /// Instructions and data of the kernel, if programs may bring some.
    pub kernel: Option<(Area, Area)>,
    /// Variables that no file defines, but one declares with a size.
    pub externs: Option<Area>,
    /// Stack and devices: data come there only if the program chooses an address.
    pub spare: &'static [Area],
    /// Whether every address fits 15 bits.
    pub compact: bool,
    /// What may be done with instructions.
    pub code: Access,
    /// What may be done with data.
    pub plain: Access,
}

impl MemoryMap {
    /// The access that data usually have.
    pub const READ_WRITE: Access = Access {
        read: true,
        write: true,
        execute: false,
    };

    /// The area of a segment, if it has one.
    pub fn area(&self, segment: SegmentKind) -> Option<Area> {
        match segment {
            SegmentKind::Text => Some(self.text),
            SegmentKind::Data => Some(self.data),
            SegmentKind::KernelText => self.kernel.map(|(text, _)| text),
            SegmentKind::KernelData => self.kernel.map(|(_, data)| data),
            SegmentKind::Dropped | SegmentKind::Named(_) => None,
        }
    }

    /// Where the bytes of a segment may stand from `address` on: its own area, and for data all
    /// the others that data can have.
    pub fn area_at(&self, segment: SegmentKind, address: u32) -> Option<Area> {
        let own = self.area(segment).into_iter();
        let data = [Some(self.data), self.kernel.map(|(_, data)| data)];
        let others = data.into_iter().flatten().chain(self.spare.iter().copied());
        let others = others.filter(|_| !segment.is_text());
        own.chain(others).find(|area| area.contains(address))
    }
}

/// A part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SegmentKind {
    /// Instructions.
    Text,
    /// Data.
    Data,
    /// Instructions of the kernel.
    KernelText,
    /// Data of the kernel.
    KernelData,
    /// What compilers write for linkers and debuggers; it is read and dropped.
    Dropped,
    /// A section that the file names.
    Named(SectionRef),
}

/// Which of the sections that a file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SectionRef {
    /// Its index among them.
    pub index: u16,
    /// Whether instructions stand in it.
    pub code: bool,
}

impl SegmentKind {
    /// Those that become memory.
    pub const PLACED: [SegmentKind; 4] = [
        SegmentKind::Text,
        SegmentKind::Data,
        SegmentKind::KernelText,
        SegmentKind::KernelData,
    ];

    /// Its place in [`SegmentKind::PLACED`], unless it is dropped or named.
    pub fn place(self) -> usize {
        match self {
            SegmentKind::Text => 0,
            SegmentKind::Data => 1,
            SegmentKind::KernelText => 2,
            SegmentKind::KernelData => 3,
            SegmentKind::Dropped | SegmentKind::Named(_) => 4,
        }
    }

    /// Whether instructions stand in it.
    pub fn is_text(self) -> bool {
        match self {
            SegmentKind::Text | SegmentKind::KernelText => true,
            SegmentKind::Named(section) => section.code,
            SegmentKind::Data | SegmentKind::KernelData | SegmentKind::Dropped => false,
        }
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            SegmentKind::Text => "text",
            SegmentKind::Data => "data",
            SegmentKind::KernelText => "ktext",
            SegmentKind::KernelData => "kdata",
            SegmentKind::Dropped => "dropped",
            SegmentKind::Named(_) => "section",
        }
    }
}

/// A function of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// The upper 20 bits, rounded so that [`Modifier::Lo12`] completes them.
    Hi20,
    /// The lower 12 bits as a signed number.
    Lo12,
    /// [`Modifier::Hi20`] of the distance from this instruction.
    PcrelHi20,
    /// [`Modifier::Lo12`] of the distance that the instruction at this label is about.
    PcrelLo12,
    /// [`Modifier::Lo12`] of the distance from the instruction this many bytes before
    /// (only in pseudo-instructions).
    PcrelLoBack(u8),
    /// The upper 16 bits, rounded so that [`Modifier::Lo16`] completes them.
    Hi16,
    /// The lower 16 bits as a signed number.
    Lo16,
    /// The upper 16 bits as they are.
    Upper16,
    /// The lower 16 bits as an unsigned number.
    Lower16,
    /// The upper 32 of 64 bits.
    High32,
    /// The lower 5 bits.
    Shift,
    /// The address after this many instructions behind this one.
    Skip,
    /// The distance from the global pointer.
    GpRel,
    /// The distance from the global pointer to the slot of the table of addresses that holds it.
    Slot,
    /// [`Modifier::Hi20`] of the distance from this instruction to the slot that holds it.
    SlotPcrelHi20,
    /// [`Modifier::Hi16`] of the distance from this instruction to what the global pointer points
    /// to, and a number.
    PointerHi16,
    /// The part that completes it, in the next instruction.
    PointerLo16,
    /// A place in the memory of a thread: there is none.
    ThreadLocal,
}
