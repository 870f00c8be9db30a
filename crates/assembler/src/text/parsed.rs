//! One file after parsing: items in order, with their operands, expressions and symbols in
//! tables beside them.

use diag::{FileId, Span};
use machine::isa::Reg;

use crate::dialect::{Modifier, SegmentKind};
use crate::placing::named::SectionHead;
use crate::text::lex::Op;

/// A symbol of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SymId(pub u32);

impl SymId {
    /// No symbol: the word is a register.
    pub(crate) const NONE: SymId = SymId(u32::MAX);
}

/// An expression: a run of [`ExprNode`]s in postfix order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExprId {
    /// Index of the first node.
    pub start: u32,
    /// Number of nodes.
    pub len: u32,
}

/// A step of a postfix expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExprNode {
    /// A number.
    Int(i64),
    /// A symbol's value.
    Sym(SymId),
    /// The address of the statement that the expression stands in.
    Unary(Op),
    /// An operator of two operands.
    Binary(Op),
    /// A function.
    Modifier(Modifier),
}

/// The value of an operand, as far as it is known without symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arg {
    /// A single word: a register, or else a symbol.
    Name {
        /// The symbol; [`SymId::NONE`] for a register.
        sym: SymId,
        /// The register.
        reg: Option<Reg>,
    },
    /// A number.
    Int(i64),
    /// An expression with symbols.
    Expr(ExprId),
    /// A register in parentheses.
    Base(Reg),
    /// A string.
    Str,
}

/// An operand with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ParsedOperand {
    /// Its value.
    pub arg: Arg,
    /// Its place.
    pub span: Span,
}

/// A symbol's definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Def {
    /// None in this file.
    Undefined,
    /// A label; its place is known after layout.
    Label {
        /// Where it is, once placed.
        at: Option<(SegmentKind, u32)>,
    },
    /// A constant, and where its value is written.
    Constant(Arg, Span),
    /// A variable that files only declare: it exists once, if no file defines it.
    Common {
        /// Its size.
        size: u32,
        /// Its address is a multiple of this.
        align: u32,
    },
}

/// Who else sees a symbol, beside that it is declared global.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SymbolBinding {
    /// As usual.
    #[default]
    Usual,
    /// It is declared to belong to its file.
    Local,
    /// Another file may define it as well, and then that is meant. If nobody defines it, it is 0.
    Weak,
}

/// A symbol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sym {
    /// Where its name is first written.
    pub name: Span,
    /// What it stands for.
    pub def: Def,
    /// Where it is defined.
    pub defined: Option<Span>,
    /// Where it is made global.
    pub global: Option<Span>,
    /// A label that people do not see: numeric ones, and `.`.
    pub hidden: bool,
    /// What else is declared about it.
    pub binding: SymbolBinding,
}

/// What a statement is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ItemKind {
    /// A label, or `.` inside an expression.
    Label(SymId),
    /// An instruction.
    Insn {
        /// Head of its list of forms, see `Tables`.
        forms: u32,
        /// Bits set by a suffix of the mnemonic.
        suffix: u32,
        /// Index of the first operand.
        first: u32,
        /// Number of operands.
        count: u32,
        /// Length of the mnemonic in the source.
        name_len: u32,
    },
    /// Bytes of [`ParsedFile::bytes`] with the relocations for them.
    Data {
        /// Offset of the first byte.
        start: u32,
        /// Number of bytes.
        len: u32,
        /// Index of the first of [`ParsedFile::relocs`].
        first: u32,
        /// Number of relocations.
        count: u32,
    },
    /// A number of zero bytes.
    Space {
        /// The operand that says how many.
        operand: u32,
    },
    /// Padding.
    Align {
        /// To a multiple of this.
        bytes: u32,
        /// Pad the current segment, rather than always the data.
        here: bool,
    },
    /// Bytes of one value.
    Fill {
        /// The operand that says how many or up to which place, and the one that is the value.
        operand: u32,
        /// How many bytes each value has.
        size: u8,
        /// Up to a place of the section.
        to: bool,
    },
    /// Padding with a value.
    Pad {
        /// To a multiple of this.
        bytes: u32,
        /// The value of each byte, unless the section has a usual one.
        value: Option<u8>,
        /// If it takes more bytes than these, none.
        most: u32,
    },
    /// Whether a `nop` follows branches.
    Reorder(bool),
    /// Go on in another segment.
    Segment(SegmentKind),
    /// Go on at this offset of the segment.
    Address(u32),
}

/// A statement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// From mnemonic to last operand.
    pub span: Span,
}

/// A number among data that depends on symbols.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reloc {
    /// Offset in [`ParsedFile::bytes`].
    pub offset: u32,
    /// Size in bytes.
    pub bytes: u8,
    /// Whether a value that needs more is an error, and not cut.
    pub strict: bool,
    /// The value.
    pub operand: ParsedOperand,
}

/// A request to link another file.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    /// The path as written.
    pub path: String,
    /// Relative to this file's directory, not to the working directory.
    pub relative: bool,
    /// The path in the source.
    pub span: Span,
}

/// One parsed file.
#[derive(Clone, Debug)]
pub(crate) struct ParsedFile {
    /// The file.
    pub file: FileId,
    /// Its statements.
    pub items: Vec<Item>,
    /// Operands of instructions.
    pub operands: Vec<ParsedOperand>,
    /// Nodes of all expressions.
    pub nodes: Vec<ExprNode>,
    /// Places of the nodes.
    pub node_spans: Vec<Span>,
    /// All symbols.
    pub symbols: Vec<Sym>,
    /// Symbols that have the name of a register.
    pub shadows: Vec<(Reg, SymId)>,
    /// Bytes of data directives.
    pub bytes: Vec<u8>,
    /// Symbolic numbers among them.
    pub relocs: Vec<Reloc>,
    /// Files to link.
    pub imports: Vec<Import>,
    /// The address of the data segment, if the file sets it.
    pub data_start: Option<u32>,
    /// Variables that exist even if no file defines them, and their sizes.
    pub externs: Vec<(SymId, u32)>,
    /// The sections that it names, in the order of the file.
    pub sections: Vec<SectionHead>,
}

impl ParsedFile {
    /// An empty one.
    pub(crate) fn new(file: FileId) -> Self {
        ParsedFile {
            file,
            items: Vec::new(),
            operands: Vec::new(),
            nodes: Vec::new(),
            node_spans: Vec::new(),
            symbols: Vec::new(),
            shadows: Vec::new(),
            bytes: Vec::new(),
            relocs: Vec::new(),
            imports: Vec::new(),
            data_start: None,
            externs: Vec::new(),
            sections: Vec::new(),
        }
    }

    /// Forgets the statements, which were placed, and leaves the room for more.
    pub(crate) fn forget_statements(&mut self) {
        self.items.clear();
        self.operands.clear();
        self.bytes.clear();
        self.relocs.clear();
    }

    /// Gives up the statements and their room.
    pub(crate) fn drop_statements(&mut self) {
        self.items = Vec::new();
        self.operands = Vec::new();
        self.bytes = Vec::new();
        self.relocs = Vec::new();
    }

    /// The nodes of an expression.
    pub(crate) fn expr(&self, id: ExprId) -> &[ExprNode] {
        let (start, len) = (id.start as usize, id.len as usize);
        self.nodes.get(start..start + len).unwrap_or(&[])
    }

    /// Whether a definition names the symbol.
    pub(crate) fn uses(&self, def: Def, sym: SymId) -> bool {
        match def {
            Def::Constant(Arg::Name { sym: used, .. }, _) => used == sym,
            Def::Constant(Arg::Expr(id), _) => self.expr(id).contains(&ExprNode::Sym(sym)),
            _ => false,
        }
    }

    /// The symbol that has the name of this register, if it is defined.
    pub(crate) fn shadow(&self, reg: Reg) -> Option<SymId> {
        self.shadows
            .iter()
            .find(|(r, _)| *r == reg)
            .map(|(_, s)| *s)
    }
}
