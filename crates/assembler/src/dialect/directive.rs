//! What directives do, whatever their names are.

use super::SegmentKind;

/// What a directive does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    /// Go on in this segment.
    Segment(SegmentKind),
    /// Go on in this segment, at an address if one is written.
    Place(SegmentKind),
    /// Go on in the segment of this name.
    Section,
    /// Integers of this many bytes. A value that needs more is an error if this is
    /// `strict`, and cut otherwise.
    Integers {
        /// Size of each.
        bytes: u8,
        /// Smallest and largest legal value.
        strict: bool,
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
    Global {
        /// Whether there must be at least one.
        some: bool,
    },
    /// Another file to link.
    Import,
    /// A named constant.
    Constant {
        /// Whether it may be defined again.
        again: bool,
    },
    /// A name for a piece of text.
    Substitute,
    /// The text of another file.
    Include,
    /// The start of a macro's definition.
    Macro,
    /// The end of a macro's definition.
    EndMacro,
    /// The address of the data segment.
    DataStart,
    /// A zeroed variable with a size.
    Common,
    /// A zeroed variable with a size, unless a file defines it.
    Extern,
    /// Go on in the section of this name.
    Named(&'static str),
    /// Go on in the section that is declared.
    Declared,
    /// The same, and remember the current one.
    PushSection,
    /// Go on in the section that was remembered last.
    PopSection,
    /// Go on in the section before this one.
    Previous,
    /// Go on in this part of the section.
    Subsection,
    /// A variable that exists once, or once in each file.
    Variable {
        /// Whether only its file knows it.
        local: bool,
    },
    /// Symbols that others may define as well.
    Weak,
    /// Symbols that belong to this file.
    Local,
    /// Integers of this many bytes, wherever they are.
    Packed(u8),
    /// Bytes of one value, as many as an operand says.
    Fill(FillKind),
    /// Padding with a value, and only if it is not too much.
    Pad(AlignUnit),
    /// Numbers of any length, seven bits a byte.
    Leb {
        /// Whether they have a sign.
        signed: bool,
    },
    /// Words with the distances of labels from the global pointer.
    FromPointer,
    /// Instructions: a form of this name is in the table of pseudo-instructions.
    Instructions,
    /// A constant, or a mode.
    Set,
    /// A hint for a linker about an instruction.
    LinkerHint,
    /// Nothing below it is read.
    Stop,
    /// The author's own error or warning.
    Complain {
        /// Whether the program is refused.
        error: bool,
    },
    /// A part of the lines is repeated, chosen or taken from elsewhere.
    Block(Block),
    /// Not supported; what to say about it.
    Refused(&'static str),
    /// Harmless: nothing is done.
    Ignored,
    /// Harmless: nothing is done, with a warning.
    Noted,
}

impl Directive {
    /// Whether it lists data of any number.
    pub fn is_list(self) -> bool {
        matches!(
            self,
            Directive::Integers { .. }
                | Directive::Packed(_)
                | Directive::Strings { .. }
                | Directive::Floats(_)
        )
    }
}

/// What [`Directive::Fill`] fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillKind {
    /// `COUNT [, VALUE]`
    Bytes,
    /// `COUNT [, SIZE [, VALUE]]`
    Repeated,
    /// `PLACE [, VALUE]`: up to a place of the section.
    Origin,
}

/// A directive that decides which lines are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// The start of a macro's definition.
    Macro,
    /// Its end.
    EndMacro,
    /// Leaves the macro that is being expanded.
    ExitMacro,
    /// Forgets macros.
    Purge,
    /// Lines that are repeated so many times.
    Repeat,
    /// Lines that are repeated for each value.
    ForEach,
    /// Lines that are repeated for each character.
    ForEachCharacter,
    /// The end of lines that are repeated.
    EndRepeat,
    /// The start of lines that are read on a condition.
    If(LineTest),
    /// Another condition, if none before it held.
    ElseIf,
    /// The lines that are read otherwise.
    Else,
    /// The end of a condition.
    EndIf,
    /// The text of another file.
    Include,
    /// The bytes of another file.
    Binary,
}

/// A condition of [`Block::If`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineTest {
    /// The number is not zero.
    NotZero,
    /// It is zero.
    Zero,
    /// It is greater than zero.
    Positive,
    /// It is not less than zero.
    NotNegative,
    /// It is less than zero.
    Negative,
    /// It is not greater than zero.
    NotPositive,
    /// The name is defined.
    Defined(bool),
    /// There is nothing.
    Blank(bool),
    /// The two texts are the same.
    Same(bool),
    /// The two strings are the same.
    SameStrings(bool),
}

/// How the operand of an alignment directive is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlignUnit {
    /// As a power of two, at most this.
    Power(u8),
    /// The same, but instructions stay where they are.
    PowerOfData(u8),
    /// As a number of bytes, a power of two.
    Bytes,
}

/// A way to assemble that a source can switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Whether the assembler puts a `nop` after branches.
    Reorder(bool),
    /// Remember how it is.
    Push,
    /// Make it as it was.
    Pop,
    /// Nothing that makes a difference here.
    Harmless,
}
