//! What a source says, whether or not it can be assembled: its words, statements and names, and where
//! these are used. Editors and the formatter read it; the assembler itself does not.
//!
//! A source is read as it is written: macros are not expanded, other files are not read, and nothing is
//! wrong with any text. What a word is, the dialect's tables say, as they do for the assembler.

mod comments;
mod lines;
mod words;

use std::ops::Range;

use crate::dialect::Directive;
use crate::options::AssembleOptions;
use crate::tables::Tables;

pub(crate) use comments::comments_between;
pub(crate) use lines::{SourceLine, SourceLines};

/// A range of bytes of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ByteRange {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

/// What a source says.
#[derive(Clone, Debug, Default)]
pub struct SourceOutline {
    /// Its words, operators and comments, in order.
    pub words: Vec<OutlineWord>,
    /// Its statements, in order; labels belong to the statement after them in the same line.
    pub statements: Vec<OutlineStatement>,
    /// The names that it defines, in order.
    pub symbols: Vec<OutlineSymbol>,
    /// Where names are used or declared, in order.
    pub references: Vec<OutlineReference>,
    /// Its macros, in order.
    pub macros: Vec<OutlineMacro>,
    /// Other files that it names.
    pub files: Vec<FileMention>,
}

/// A word, an operator, or a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutlineWord {
    /// Its place.
    pub at: ByteRange,
    /// What it is.
    pub kind: WordKind,
}

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordKind {
    /// A label where it is defined.
    Label,
    /// A constant where it is defined.
    Constant,
    /// A macro where it is defined.
    Macro,
    /// A parameter of a macro.
    Parameter,
    /// An instruction.
    Instruction,
    /// A pseudo-instruction.
    Pseudo,
    /// A directive.
    Directive,
    /// A call of a macro of this source.
    Call,
    /// The beginning of a statement that nobody knows; a macro of another file, perhaps.
    Unknown,
    /// A register.
    Register,
    /// A number.
    Number,
    /// A string.
    Text,
    /// A character.
    Character,
    /// A name that is used.
    Name,
    /// A function of expressions, such as `%hi`.
    Function,
    /// A word with a fixed meaning: `.`, or a mode.
    Keyword,
    /// The name of a section.
    Section,
    /// The path of a file.
    Path,
    /// An operator.
    Operator,
    /// A parenthesis or a colon.
    Punctuation,
    /// A comment.
    Comment,
    /// `#define` and the like.
    Preprocessor,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct OutlineStatement {
    /// From its first word to its last one, labels included.
    pub at: ByteRange,
    /// Its words.
    pub words: Range<usize>,
    /// The word that says what it does, if there is more than labels.
    pub head: Option<usize>,
    /// The words of each operand.
    pub operands: Vec<Range<usize>>,
    /// What it is.
    pub kind: StatementKind,
    /// Whether it belongs to the program's instructions.
    pub is_code: bool,
    /// The macro whose definition it is part of.
    pub scope: Option<usize>,
}

/// What a statement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// Only labels.
    Labels,
    /// An instruction or a pseudo-instruction.
    Instruction,
    /// A directive.
    Directive(Directive),
    /// `NAME = VALUE`
    Assignment,
    /// A call of a macro of this source.
    Call,
    /// Data that go on from the line before.
    Data,
    /// A line for the preprocessor.
    Preprocessor,
    /// Nobody knows.
    Unknown,
}

/// A name where it is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineSymbol {
    /// The name.
    pub name: String,
    /// Its place.
    pub at: ByteRange,
    /// What it names.
    pub kind: SymbolKind,
    /// The statement that defines it.
    pub statement: usize,
    /// The macro that it belongs to, if nobody outside sees it.
    pub scope: Option<usize>,
    /// Whether it is a place among instructions.
    pub is_code: bool,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// A place.
    Label,
    /// A place that `1f` and `1b` mean.
    NumericLabel,
    /// A number or a piece of text.
    Constant,
    /// A macro.
    Macro,
    /// A parameter of a macro.
    Parameter,
    /// A variable that is declared with its size.
    Variable,
}

/// A name where it is not defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineReference {
    /// The name as definitions write it.
    pub name: String,
    /// Its place.
    pub at: ByteRange,
    /// What is done with it.
    pub role: ReferenceRole,
    /// The statement that it is part of.
    pub statement: usize,
    /// The macro whose definition it is part of.
    pub scope: Option<usize>,
}

/// What is done with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceRole {
    /// Its value is used.
    Use,
    /// It is declared for other files.
    Declaration,
    /// A macro is called.
    Call,
    /// A numeric label after this place is meant.
    Forward,
    /// A numeric label before this place is meant.
    Backward,
}

/// A macro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineMacro {
    /// Its name.
    pub name: String,
    /// Where that is.
    pub at: ByteRange,
    /// Its parameters as they are written.
    pub parameters: Vec<String>,
    /// From the directive that begins it to the one that ends it.
    pub lines: ByteRange,
}

/// Another file that a source names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileMention {
    /// Its path as written.
    pub path: String,
    /// Where that is.
    pub at: ByteRange,
    /// Whether its text takes the place of the statement, rather than being linked.
    pub is_included: bool,
}

/// Reads sources in one language.
pub struct OutlineReader {
    tables: Tables,
}

impl ByteRange {
    /// The bytes from `start` up to but without `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        ByteRange { start, end }
    }

    /// As the standard library writes it.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Whether a place is in it, or at its end.
    pub const fn touches(self, offset: usize) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// From here to the end of the other one.
    #[must_use]
    pub fn to(self, other: ByteRange) -> ByteRange {
        ByteRange::new(self.start, other.end.max(self.start))
    }
}

impl OutlineReader {
    /// A reader for a machine and a language with their settings.
    pub fn new(options: &AssembleOptions) -> Self {
        OutlineReader {
            tables: Tables::new(options),
        }
    }

    /// What a text says.
    pub fn read(&self, text: &str) -> SourceOutline {
        words::read(&self.tables, text)
    }

    /// All names of instructions, pseudo-instructions included.
    pub fn instructions(&self) -> impl Iterator<Item = &'static str> {
        self.tables.mnemonics()
    }

    /// Whether a word is the name of an instruction.
    pub fn is_instruction(&self, word: &str) -> bool {
        self.tables.mnemonic(word).is_some()
    }

    /// Whether a word is the name of a register.
    pub fn is_register(&self, word: &str) -> bool {
        self.tables.register(word).is_some()
    }

    /// Whether a word can be the name of a label or a constant.
    pub fn is_name(&self, word: &str) -> bool {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
        let begins = |c: char| c.is_alphabetic() || matches!(c, '_' | '.' | '$');
        word.starts_with(begins)
            && word.chars().all(is_plain)
            && !self.is_register(word)
            && !self.is_instruction(word)
            && self.tables.directive(word).is_none()
    }

    pub(crate) fn tables(&self) -> &Tables {
        &self.tables
    }
}

impl SourceOutline {
    /// The word at a place; of two that meet there, the one that is not an operator.
    pub fn word_at(&self, offset: usize) -> Option<usize> {
        let after = self.words.partition_point(|word| word.at.start <= offset);
        let found = after.checked_sub(1)?;
        let touches = |index: &usize| self.words[*index].at.touches(offset);
        let is_sign = |index: usize| {
            let kind = self.words[index].kind;
            matches!(kind, WordKind::Operator | WordKind::Punctuation)
        };
        let before = found.checked_sub(1).filter(touches);
        match Some(found).filter(touches) {
            Some(at) if is_sign(at) && before.is_some_and(|b| !is_sign(b)) => before,
            at => at,
        }
    }

    /// The statement at a place: one whose words are there, or the last one before it in its line.
    pub fn statement_at(&self, offset: usize) -> Option<usize> {
        let after = self.statements.partition_point(|s| s.at.start <= offset);
        after.checked_sub(1)
    }

    /// The definition that a reference means, if this source has it.
    pub fn definition(&self, reference: &OutlineReference) -> Option<&OutlineSymbol> {
        let named = |symbol: &&OutlineSymbol| symbol.name == reference.name;
        let is_numeric = |s: &&OutlineSymbol| s.kind == SymbolKind::NumericLabel;
        let mut found = self.symbols.iter().filter(named);
        match reference.role {
            ReferenceRole::Forward => found
                .filter(is_numeric)
                .find(|symbol| symbol.at.start > reference.at.start),
            ReferenceRole::Backward => found
                .filter(is_numeric)
                .rfind(|symbol| symbol.at.start <= reference.at.start),
            ReferenceRole::Call => found.find(|symbol| symbol.kind == SymbolKind::Macro),
            ReferenceRole::Use | ReferenceRole::Declaration => {
                let own = |s: &&OutlineSymbol| s.scope.is_some() && s.scope == reference.scope;
                let inner = found.clone().find(own);
                let is_outer =
                    |s: &&OutlineSymbol| s.scope.is_none() && s.kind != SymbolKind::Macro;
                inner.or_else(|| found.find(is_outer))
            }
        }
    }

    /// The definition of a name that other files can see.
    pub fn symbol(&self, name: &str) -> Option<&OutlineSymbol> {
        let mut symbols = self.symbols.iter();
        symbols.find(|symbol| symbol.name == name && symbol.scope.is_none())
    }

    /// Whether a name is declared for other files.
    pub fn declares(&self, name: &str) -> bool {
        let mut references = self.references.iter();
        references.any(|r| r.role == ReferenceRole::Declaration && r.name == name)
    }
}
