//! Lines to items: labels, instructions, directives.
//!
//! Never fails: what is wrong is reported, and the statement is left out.

use diag::{FileId, Span};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::dialect::{Directive, FillKind, SegmentKind};
use crate::macros::hash_lines::{Feed, Texts};
use crate::messages::error::{AsmError, FaultStage, LabelDirection, Located, MAX_FAULTS};
use crate::messages::words::is_numeric;
use crate::tables::Tables;
use crate::text::constants::Constants;
use crate::text::escape;
use crate::text::evaluate::{Env, ExprFault, ExprValue};
use crate::text::lex::{Op, Token, TokenKind};
use crate::text::parsed::{Def, Item, ItemKind, ParsedFile, Sym, SymId, SymbolBinding};
use crate::text::sections::OpenSections;

/// About as many bytes of text have one name.
const BYTES_OF_NAME: usize = 128;

/// Reads one file.
pub(crate) struct Parser<'t> {
    pub(crate) tables: &'t Tables,
    pub(crate) feed: Feed<'t>,
    pub(crate) tokens: Vec<Token>,
    pub(crate) pos: usize,
    pub(crate) parsed: ParsedFile,
    pub(crate) errors: Vec<Located>,
    pub(crate) names: FxHashMap<&'t str, SymId>,
    pub(crate) segment: SegmentKind,
    /// Whether data stand without gaps, although the language aligns them.
    pub(crate) packed: bool,
    /// The current address of each segment that is at one where nothing can be stored.
    pub(crate) outside: [Option<u32>; 4],
    /// The last directive that lists data.
    pub(crate) list: Option<(&'t str, Directive)>,
    /// Whether the simulator keeps the register that expansions use for itself.
    pub(crate) keeps_register: bool,
    /// What is known about constants so far.
    pub(crate) constants: Constants,
    /// What was placed already, when a file is placed while it is read.
    pub(crate) placed: PlacedSoFar,
    /// The sections with names, where the language has some.
    pub(crate) sections: OpenSections,
    /// Whether a `nop` follows branches, and how that was before.
    pub(crate) reorders: bool,
    pub(crate) modes: Vec<bool>,
    locals: FxHashMap<&'t str, Local>,
    missing: Vec<(&'t str, LabelDirection, Span)>,
}

/// The part of a file that was placed, and is not kept as statements any more.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlacedSoFar {
    /// Symbols that it may name.
    pub symbols: usize,
    /// Statements.
    pub items: usize,
    /// Bytes of data directives.
    pub bytes: usize,
    /// A constant was defined that it may name: it may have to be placed in another way.
    pub is_late: bool,
}

/// The definitions of one numeric label so far.
#[derive(Default)]
struct Local {
    last: Option<SymId>,
    /// Used as `1f`, and not defined since.
    wanted: Option<(SymId, Span)>,
}

/// Parses `texts.main`.
pub(crate) fn parse(tables: &Tables, texts: Texts<'_>) -> (ParsedFile, Vec<Located>) {
    let mut parser = Parser::new(tables, texts, FxHashSet::default());
    parser.run();
    // Labels with operators in their names change how other lines are read.
    if !parser.feed.lexer.odd_names.is_empty() {
        let odd_names = std::mem::take(&mut parser.feed.lexer.odd_names);
        parser = Parser::new(tables, texts, odd_names);
        parser.run();
    }
    parser.errors.append(&mut parser.feed.lexer.errors);
    (parser.parsed, parser.errors)
}

impl<'t> Parser<'t> {
    pub(crate) fn new(tables: &'t Tables, texts: Texts<'t>, odd_names: FxHashSet<&'t str>) -> Self {
        // Most texts define a name in every few lines.
        let names = texts.main.1.len() / BYTES_OF_NAME;
        let mut parser = Parser {
            tables,
            feed: Feed::new(tables, texts, odd_names),
            tokens: Vec::new(),
            pos: 0,
            parsed: ParsedFile::new(texts.main.0),
            errors: Vec::new(),
            names: FxHashMap::with_capacity_and_hasher(names, FxBuildHasher),
            segment: tables.dialect.first_segment(),
            packed: false,
            outside: [None; 4],
            list: None,
            keeps_register: true,
            constants: Constants::default(),
            placed: PlacedSoFar::default(),
            sections: OpenSections::default(),
            reorders: tables.dialect.reorders,
            modes: Vec::new(),
            locals: FxHashMap::default(),
            missing: Vec::new(),
        };
        parser.open_first_section();
        parser
    }

    fn run(&mut self) {
        while self.read_line() {
            if self.errors.len() >= MAX_FAULTS {
                return;
            }
        }
        self.report_missing();
    }

    /// Reads one line. False at the end.
    pub(crate) fn read_line(&mut self) -> bool {
        let lexical = self.feed.lexer.errors.len();
        let more = self.next_line();
        if more && self.tables.original.is_some() && !self.is_original() {
            // The simulator has said it in its own words.
            self.feed.lexer.errors.truncate(lexical);
        } else if more {
            self.line();
        }
        more
    }

    /// Whether something is wrong, or lines above must be read in another way.
    pub(crate) fn is_in_doubt(&self) -> bool {
        let lexer = &self.feed.lexer;
        let is_wrong = !self.errors.is_empty() || !lexer.errors.is_empty();
        is_wrong || !lexer.odd_names.is_empty() || self.placed.is_late
    }

    /// Reports the numeric labels that were looked for in vain, now that all are known.
    pub(crate) fn report_missing(&mut self) {
        let mut missing = std::mem::take(&mut self.missing);
        for (number, local) in &self.locals {
            let wanted = local.wanted.map(|(_, span)| span);
            missing.extend(wanted.map(|span| (*number, LabelDirection::Forward, span)));
        }
        missing.sort_by_key(|(_, _, span)| span.start);
        for (number, direction, span) in missing {
            let defined = self
                .locals
                .get(number)
                .is_some_and(|local| local.last.is_some());
            let number = number.to_owned();
            self.error(
                AsmError::MissingLocal {
                    number,
                    direction,
                    defined,
                },
                span,
            );
        }
    }

    fn next_line(&mut self) -> bool {
        let mut tokens = std::mem::take(&mut self.tokens);
        let more = self.feed.next_line(&mut tokens);
        self.tokens = tokens;
        self.pos = 0;
        more
    }

    fn line(&mut self) {
        while let [name, colon, ..] = self.tokens[self.pos..] {
            if colon.kind != TokenKind::Colon || !self.is_label_name(name) {
                break;
            }
            self.define_label(name.span);
            self.pos += 2;
        }
        let Some(first) = self.peek() else { return };
        let dialect = self.tables.dialect;
        if dialect.assignments && self.assignment() {
            return;
        }
        if (dialect.loose_data || dialect.repeats_values) && self.loose_line(first) {
            return;
        }
        if let Some(at) = self.tokens[self.pos..]
            .iter()
            .position(|t| t.kind == TokenKind::Colon)
        {
            return self.stray_colon(self.pos + at);
        }
        if first.kind != TokenKind::Word {
            return self.error_here("an instruction, a directive or a label");
        }
        self.pos += 1;
        let word = self.text(first.span);
        if word.starts_with('.') {
            self.directive(word, first.span);
        } else {
            self.instruction(word, first.span);
        }
    }

    /// `name = value`, and `. = place`. False if it is neither.
    fn assignment(&mut self) -> bool {
        let [name, sign, ..] = self.tokens[self.pos..] else {
            return false;
        };
        let again = match sign.kind {
            TokenKind::Op(Op::Assign) => true,
            TokenKind::Op(Op::Equal) => false,
            _ => return false,
        };
        if name.kind != TokenKind::Word {
            return false;
        }
        self.pos += 2;
        match self.text(name.span) {
            "." => self.fill("=", name.span, FillKind::Origin),
            _ => self.define_constant("=", name.span, name, again),
        }
        true
    }

    /// Whether a token before `:` can only be a label, not a number that is repeated.
    fn is_label_name(&self, token: Token) -> bool {
        let dialect = self.tables.dialect;
        if token.kind != TokenKind::Word || !dialect.repeats_values {
            return token.kind == TokenKind::Word;
        }
        let word = self.text(token.span);
        let repeated = !self.segment.is_text() && is_numeric(word);
        !(repeated || dialect.loose_data && self.tables.directive(word).is_some())
    }

    fn stray_colon(&mut self, at: usize) {
        let name = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        match name.filter(|t| t.kind == TokenKind::Word) {
            Some(token) => {
                let (span, name) = (token.span, self.text(token.span).to_owned());
                let hint = self.colon_slip(at, *token);
                let fault = Located::new(AsmError::LateLabel { name }, span, FaultStage::Pass1);
                self.errors.push(fault.hint(hint));
            }
            None => {
                self.pos = at;
                self.error_here("a label before `:`");
            }
        }
    }

    pub(crate) fn instruction(&mut self, word: &str, span: Span) {
        let Some((forms, suffix)) = self.tables.mnemonic(word) else {
            let name = word.to_owned();
            let error = AsmError::UnknownInstruction { name };
            let hint = self.instruction_hint(word, span);
            let fault = Located::new(error, span, FaultStage::Pass2);
            self.errors.push(fault.hint(hint));
            return;
        };
        if self.tables.dialect.strict_segments && !self.segment.is_text() {
            let name = word.to_owned();
            return self.error(AsmError::CodeInData { name }, span);
        }
        let first = self.parsed.operands.len();
        while self.pos < self.tokens.len() {
            let Some(operand) = self.operand() else {
                self.parsed.operands.truncate(first);
                return;
            };
            self.parsed.operands.push(operand);
        }
        let kind = ItemKind::Insn {
            forms,
            suffix,
            first: first as u32,
            count: (self.parsed.operands.len() - first) as u32,
            name_len: span.len(),
        };
        self.push_item(kind, span);
    }

    /// Adds a statement that begins at `first` and ends with the line.
    pub(crate) fn push_item(&mut self, kind: ItemKind, first: Span) {
        let line = self.feed.line_span();
        // A word that a definition has put there stands elsewhere in the text.
        let inside = first.file == line.file && line.start <= first.start && first.end <= line.end;
        let start = if inside { first.start } else { line.start };
        let span = Span::new(line.file, start, line.end);
        self.parsed.items.push(Item { kind, span });
    }

    /// Defines the label whose name is at `span`.
    pub(crate) fn define_label(&mut self, span: Span) {
        let name = self.text(span);
        let numeric =
            self.tables.dialect.numeric_labels && name.bytes().all(|b| b.is_ascii_digit());
        let sym = if numeric {
            let local = self.locals.entry(name).or_default();
            let wanted = local.wanted.take().map(|(sym, _)| sym);
            let sym = wanted.unwrap_or_else(|| add_symbol(&mut self.parsed, span, true));
            local.last = Some(sym);
            sym
        } else {
            let sym = self.intern(span);
            if let Some(first) = self.parsed.symbols[sym.0 as usize].defined {
                let name = name.to_owned();
                self.error(AsmError::DuplicateLabel { name, first }, span);
                return;
            }
            if let Some(reg) = self.tables.register(name) {
                self.parsed.shadows.push((reg, sym));
            }
            sym
        };
        let symbol = &mut self.parsed.symbols[sym.0 as usize];
        symbol.def = Def::Label { at: None };
        symbol.defined = Some(span);
        self.parsed.items.push(Item {
            kind: ItemKind::Label(sym),
            span,
        });
    }

    /// A hidden label for the current place.
    pub(crate) fn here(&mut self, span: Span) -> SymId {
        let sym = add_symbol(&mut self.parsed, span, true);
        let symbol = &mut self.parsed.symbols[sym.0 as usize];
        symbol.def = Def::Label { at: None };
        symbol.defined = Some(span);
        self.parsed.items.push(Item {
            kind: ItemKind::Label(sym),
            span,
        });
        sym
    }

    /// The label that `1f` or `1b` means; nothing if `text` is neither, an inner nothing after
    /// an error.
    pub(crate) fn numeric_label(&mut self, text: &'t str, span: Span) -> Option<Option<SymId>> {
        let digits = text.strip_suffix(['f', 'b'])?;
        if !self.tables.dialect.numeric_labels || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let local = self.locals.entry(digits).or_default();
        if text.ends_with('f') {
            let wanted = local.wanted;
            let (sym, _) =
                wanted.unwrap_or_else(|| (add_symbol(&mut self.parsed, span, true), span));
            local.wanted = Some(wanted.unwrap_or((sym, span)));
            return Some(Some(sym));
        }
        if local.last.is_none() {
            self.missing.push((digits, LabelDirection::Backward, span));
        }
        Some(local.last)
    }

    /// The symbol with the name at `span`.
    pub(crate) fn intern(&mut self, span: Span) -> SymId {
        let name = self.text(span);
        let parsed = &mut self.parsed;
        *self
            .names
            .entry(name)
            .or_insert_with(|| add_symbol(parsed, span, false))
    }

    /// What is known at this point.
    pub(crate) fn known_here(&self) -> KnownSoFar<'_> {
        KnownSoFar {
            parsed: &self.parsed,
            constants: &self.constants,
        }
    }

    pub(crate) fn peek(&self) -> Option<Token> {
        self.tokens.get(self.pos).copied()
    }

    pub(crate) fn text(&self, span: Span) -> &'t str {
        self.feed.texts.get(span)
    }

    pub(crate) fn file(&self) -> FileId {
        self.parsed.file
    }

    pub(crate) fn error(&mut self, error: AsmError, span: Span) {
        self.errors
            .push(Located::new(error, span, FaultStage::Pass1));
    }

    /// Reports that the current token is not what is wanted.
    pub(crate) fn error_here(&mut self, wanted: &'static str) {
        let span = self.peek().map(|t| t.span).unwrap_or_else(|| {
            let end = self.feed.line_span().end;
            Span::new(self.file(), end, end)
        });
        let text = self.text(span).chars().take(40).collect();
        let hint = self.operand_slip();
        let fault = Located::new(
            AsmError::Unexpected { text, wanted },
            span,
            FaultStage::Pass1,
        );
        self.errors.push(fault.hint(hint));
    }

    /// Reports what is wrong inside the literal at `span`.
    pub(crate) fn report_faults(&mut self, span: Span, faults: Vec<escape::EscapeFault>) {
        for (range, fault) in faults {
            let start = span.start + 1 + range.start as u32;
            let place = Span::new(span.file, start, start + range.len() as u32);
            self.error(fault, place);
        }
    }
}

pub(crate) fn add_symbol(parsed: &mut ParsedFile, name: Span, hidden: bool) -> SymId {
    let id = SymId(parsed.symbols.len() as u32);
    parsed.symbols.push(Sym {
        name,
        def: Def::Undefined,
        defined: None,
        global: None,
        hidden,
        binding: SymbolBinding::Usual,
    });
    id
}

/// What is known while reading: constants that stand above.
pub(crate) struct KnownSoFar<'a> {
    parsed: &'a ParsedFile,
    constants: &'a Constants,
}

impl Env for KnownSoFar<'_> {
    fn parsed(&self) -> &ParsedFile {
        self.parsed
    }

    fn label(&self, _: SymId, _: Span) -> Result<ExprValue, ExprFault> {
        Err(ExprFault::NotYet)
    }

    fn is_missing(&self, sym: SymId) -> bool {
        let symbol = self.parsed.symbols.get(sym.0 as usize);
        symbol.is_some_and(|s| !matches!(s.def, Def::Constant(..)))
    }

    fn constants(&self) -> &Constants {
        self.constants
    }
}
