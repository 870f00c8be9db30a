//! What differs between assembly languages for the same machine, as data.
//!
//! A [`Dialect`] is a set of tables and named policies. Nobody outside this module asks which
//! dialect it is; the stages ask for the policy they need.

mod venus;

pub use venus::VENUS;

use machine::isa::DialectSet;

/// One assembly language.
#[derive(Debug)]
pub struct Dialect {
    /// Its name on the command line.
    pub name: &'static str,
    /// How text is cut into tokens.
    pub lexical: Lexical,
    /// Directives with their dots.
    pub directives: &'static [(&'static str, Directive)],
    /// Functions of expressions, written `%name(…)`.
    pub modifiers: &'static [(&'static str, Modifier)],
    /// Which pseudo-instructions exist.
    pub pseudos: DialectSet,
    /// Where the program's parts go.
    pub map: MemoryMap,
    /// Whether line-leading `#define`, `#ifdef` … are directives.
    pub preprocessor: bool,
    /// Whether `1:` may be defined many times and used as `1f`, `1b`.
    pub numeric_labels: bool,
    /// What a number means as the target of a branch or jump.
    pub numeric_target: NumericTarget,
    /// The label where the program starts, if it is global.
    pub entry: &'static str,
    /// In which order imported files are linked.
    pub import_order: ImportOrder,
    /// Words of other assembly languages, and what to write instead; `{}` is the first operand.
    pub foreign: &'static [(&'static str, &'static str)],
    /// How integer registers are spelled, for advice.
    pub integer_registers: &'static str,
    /// How floating-point registers are spelled, for advice.
    pub float_registers: &'static str,
}

/// Lexical rules.
#[derive(Debug)]
pub struct Lexical {
    /// The character that begins a comment.
    pub comment: u8,
    /// Whether `//` and `/* */` are comments, too.
    pub slash_comments: bool,
    /// Whether a number that begins with `0` is octal.
    pub octal: bool,
    /// Whether characters beyond ASCII may stand in strings.
    pub unicode_strings: bool,
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

/// Where the program's parts go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryMap {
    /// First address of the instructions.
    pub text: u32,
    /// How many bytes of instructions there may be.
    pub text_limit: u32,
    /// First address of the data.
    pub data: u32,
    /// How many bytes of data there may be.
    pub data_limit: u32,
    /// Whether stores into the instructions are allowed.
    pub text_writable: bool,
}

/// A part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// Instructions.
    Text = 0,
    /// Data.
    Data = 1,
    /// What compilers write for linkers and debuggers; it is read and dropped.
    Dropped = 2,
}

/// What a directive does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    /// Go on in this segment.
    Segment(Segment),
    /// Go on in the segment of this name.
    Section,
    /// Integers of this many bytes. Values outside of `strict` are errors; without, they are cut.
    Integers {
        /// Size of each.
        bytes: u8,
        /// Smallest and largest legal value.
        strict: Option<(i64, i64)>,
    },
    /// Strings.
    Strings {
        /// Whether a zero byte ends each.
        terminated: bool,
        /// Whether there must be exactly one.
        single: bool,
    },
    /// Floating-point numbers of 4 or 8 bytes.
    Floats(u8),
    /// A number of zero bytes.
    Space,
    /// Padding of the data to a multiple.
    Align {
        /// How the operand is read.
        unit: AlignUnit,
        /// Whether the current segment is padded, rather than always the data.
        here: bool,
    },
    /// Labels visible in other files.
    Global,
    /// Another file to link.
    Import,
    /// A named constant.
    Constant {
        /// Whether it may be defined again.
        again: bool,
    },
    /// A name for a piece of text.
    Substitute,
    /// The address of the data segment.
    DataStart,
    /// A zeroed variable with a size.
    Common,
    /// Harmless: nothing is done.
    Ignored,
    /// Harmless: nothing is done, with a warning.
    Noted,
}

/// How the operand of an alignment directive is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlignUnit {
    /// As a power of two, at most this.
    Power(u8),
    /// As a number of bytes, a power of two.
    Bytes,
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
}
