//! What the words of a text are, statement by statement.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::dialect::{Block, Directive, LineTest, MacroStyle};
use crate::outline::{
    ByteRange, FileMention, OutlineMacro, OutlineReference, OutlineStatement, OutlineSymbol,
    OutlineWord, ReferenceRole, SourceLine, SourceLines, SourceOutline, StatementKind, SymbolKind,
    WordKind, comments_between,
};
use crate::source::include::statement;
use crate::tables::Tables;
use crate::text::expr;
use crate::text::lex::{Op, Token, TokenKind};

/// Reads a text.
pub(super) fn read(tables: &Tables, text: &str) -> SourceOutline {
    let lines = SourceLines::read(tables, text);
    let mut reader = WordReader {
        tables,
        text,
        macros: FxHashSet::default(),
        defined: FxHashSet::default(),
        scope: None,
        is_code: tables.dialect.first_segment().is_text(),
        before: tables.dialect.first_segment().is_text(),
        end: 0,
        out: SourceOutline::default(),
    };
    reader.collect(&lines);
    for line in &lines.lines {
        reader.line(line, lines.tokens(line));
    }
    reader.comments(text.len());
    if let Some(open) = reader.scope.take() {
        reader.out.macros[open].lines.end = text.len();
    }
    reader.out
}

struct WordReader<'a, 't> {
    tables: &'a Tables,
    text: &'t str,
    /// The names of all macros, and of all labels and constants.
    macros: FxHashSet<&'t str>,
    defined: FxHashSet<&'t str>,
    /// The macro that is being defined.
    scope: Option<usize>,
    /// Whether instructions come here, and whether they did so in the section before.
    is_code: bool,
    before: bool,
    /// The end of the last word.
    end: usize,
    out: SourceOutline,
}

/// The macro of a statement, if it begins or ends one.
fn is_macro(directive: Option<Directive>) -> bool {
    matches!(
        directive,
        Some(Directive::Macro | Directive::Block(Block::Macro))
    )
}

fn is_macro_end(directive: Option<Directive>) -> bool {
    matches!(
        directive,
        Some(Directive::EndMacro | Directive::Block(Block::EndMacro))
    )
}

impl<'t> WordReader<'_, 't> {
    fn word(&self, token: &Token) -> &'t str {
        let at = place(token);
        self.text.get(at.range()).unwrap_or("")
    }

    /// Notes the names that statements anywhere may use.
    fn collect(&mut self, lines: &SourceLines) {
        for line in &lines.lines {
            let tokens = lines.tokens(line);
            let head = statement(tokens);
            for label in tokens[..head].iter().step_by(2) {
                let name = self.word(label);
                self.defined.insert(name);
            }
            let rest = tokens.get(head..).unwrap_or(&[]);
            let [word, name, ..] = rest else { continue };
            let directive = self.tables.directive(self.word(word));
            if is_macro(directive) {
                let name = self.word(name);
                self.macros.insert(name);
            }
        }
    }

    fn line(&mut self, line: &SourceLine, tokens: &[Token]) {
        let first = self.out.words.len();
        if let Some(hash) = line.hash {
            self.comments(hash.start);
            let first = self.out.words.len();
            self.push(hash, WordKind::Preprocessor);
            return self.hash_line(first, hash, tokens);
        }
        if tokens.is_empty() {
            return;
        }
        let head = self.labels(tokens);
        let rest = &tokens[head..];
        let directive = rest
            .first()
            .and_then(|t| self.tables.directive(self.word(t)));
        let is_end = is_macro_end(directive);
        if let Some(open) = self.scope.filter(|_| is_end) {
            self.out.macros[open].lines.end = place(&tokens[tokens.len() - 1]).end;
        }
        let (kind, begin) = self.statement(rest, directive);
        self.add_statement(first, kind, begin);
        if is_end {
            self.scope = None;
        }
    }

    /// Adds the statement whose words begin at `first`, and whose head is `head` words later.
    fn add_statement(&mut self, first: usize, kind: StatementKind, head: Option<usize>) {
        // Comments inside of it are words as well.
        let words = first..self.out.words.len();
        let words = match self.out.words[first..]
            .iter()
            .position(|w| w.kind != WordKind::Comment)
        {
            Some(skipped) => words.start + skipped..words.end,
            None => return,
        };
        let at = self.out.words[words.start]
            .at
            .to(self.out.words[words.end - 1].at);
        let operands = head.map_or(Vec::new(), |head| self.operands(head + 1..words.end));
        self.out.statements.push(OutlineStatement {
            at,
            words,
            head,
            operands,
            kind,
            is_code: self.is_code,
            scope: self.scope,
        });
    }

    /// The labels before a statement; how many tokens these are.
    fn labels(&mut self, tokens: &[Token]) -> usize {
        let mut at = 0;
        while let [name, colon, ..] = &tokens[at..] {
            if colon.kind != TokenKind::Colon || !self.is_label(name) {
                break;
            }
            let word = self.word(name);
            let is_numeric = self.tables.dialect.numeric_labels
                && word.bytes().all(|byte| byte.is_ascii_digit());
            let kind = match is_numeric {
                true => SymbolKind::NumericLabel,
                false => SymbolKind::Label,
            };
            match self.is_parameter(word) {
                true => self.parameter(place(name), word),
                false => {
                    self.push(place(name), WordKind::Label);
                    self.define(place(name), word, kind, self.scope);
                }
            }
            self.push(place(colon), WordKind::Punctuation);
            at += 2;
        }
        at
    }

    fn is_label(&self, token: &Token) -> bool {
        let dialect = self.tables.dialect;
        let word = self.word(token);
        if token.kind != TokenKind::Word || !dialect.repeats_values {
            return token.kind == TokenKind::Word;
        }
        let is_repeated = !self.is_code && self.is_number(word);
        !(is_repeated || dialect.loose_data && self.tables.directive(word).is_some())
    }

    /// What a statement is, and the index of its head among the words.
    fn statement(
        &mut self,
        tokens: &[Token],
        directive: Option<Directive>,
    ) -> (StatementKind, Option<usize>) {
        let [first, rest @ ..] = tokens else {
            return (StatementKind::Labels, None);
        };
        let word = self.word(first);
        let assigns = |t: &Token| matches!(t.kind, TokenKind::Op(Op::Assign | Op::Equal));
        if self.tables.dialect.assignments && rest.first().is_some_and(assigns) && word != "." {
            self.comments(place(first).start);
            let head = self.out.words.len();
            self.push(place(first), WordKind::Constant);
            self.define(place(first), word, SymbolKind::Constant, None);
            self.rest(rest, WordKind::Name);
            return (StatementKind::Assignment, Some(head));
        }
        if first.kind != TokenKind::Word || directive.is_none() && self.is_number(word) {
            self.rest(tokens, WordKind::Name);
            return (StatementKind::Data, None);
        }
        let (kind, statement) = match directive {
            Some(directive) => (WordKind::Directive, StatementKind::Directive(directive)),
            None if self.macros.contains(word) => (WordKind::Call, StatementKind::Call),
            None => match self.tables.mnemonic(word) {
                Some((forms, _)) if self.is_pseudo(forms) => {
                    (WordKind::Pseudo, StatementKind::Instruction)
                }
                Some(_) => (WordKind::Instruction, StatementKind::Instruction),
                None if self.is_parameter(word) => (WordKind::Parameter, StatementKind::Unknown),
                None => (WordKind::Unknown, StatementKind::Unknown),
            },
        };
        self.comments(place(first).start);
        let head = self.out.words.len();
        match kind {
            WordKind::Parameter => self.parameter(place(first), word),
            _ => self.push(place(first), kind),
        }
        if matches!(kind, WordKind::Call | WordKind::Unknown) {
            self.refer(place(first), word, ReferenceRole::Call);
        }
        match directive {
            Some(directive) => self.directive(directive, first, rest),
            None => self.rest(rest, WordKind::Name),
        }
        (statement, Some(head))
    }

    fn is_pseudo(&self, forms: u32) -> bool {
        use crate::tables::InstructionForm;
        let mut forms = self.tables.forms(forms);
        forms.all(|form| matches!(form, InstructionForm::Pseudo(_)))
    }

    /// The operands of a directive.
    fn directive(&mut self, directive: Directive, head: &Token, rest: &[Token]) {
        match directive {
            Directive::Constant { .. } | Directive::Substitute | Directive::Set => {
                self.constant(rest);
            }
            Directive::Macro | Directive::Block(Block::Macro) => self.macro_head(head, rest),
            Directive::Global { .. } | Directive::Weak | Directive::Local => {
                self.declared(rest);
            }
            Directive::Common | Directive::Extern | Directive::Variable { .. } => {
                self.variable(rest);
            }
            Directive::Import => self.file(rest, false),
            Directive::Include | Directive::Block(Block::Include) => self.file(rest, true),
            Directive::Block(Block::Binary) => self.rest(rest, WordKind::Path),
            Directive::Segment(segment) | Directive::Place(segment) => {
                self.enter(segment.is_text());
                self.rest(rest, WordKind::Name);
            }
            Directive::Named(section) => self.enter(is_code_section(section)),
            Directive::Section | Directive::Declared | Directive::PushSection => {
                let name = rest.first().map_or("", |token| self.word(token));
                self.enter(is_code_section(name.trim_matches('"')));
                self.rest(rest, WordKind::Section);
            }
            Directive::PopSection | Directive::Previous => self.enter(self.before),
            Directive::Block(Block::ForEach | Block::ForEachCharacter) => self.for_each(rest),
            Directive::Block(Block::If(LineTest::Defined(_)) | Block::Purge) => {
                self.rest(rest, WordKind::Name);
            }
            _ => self.rest(rest, WordKind::Name),
        }
    }

    fn enter(&mut self, is_code: bool) {
        self.before = self.is_code;
        self.is_code = is_code;
    }

    /// A name that gets a value.
    fn constant(&mut self, rest: &[Token]) {
        let [name, value @ ..] = rest else { return };
        let word = self.word(name);
        let mut modes = self.tables.dialect.modes.iter();
        if modes.any(|(mode, _)| *mode == word) {
            self.push(place(name), WordKind::Keyword);
        } else if name.kind == TokenKind::Word && !self.is_parameter(word) {
            self.push(place(name), WordKind::Constant);
            self.define(place(name), word, SymbolKind::Constant, None);
        } else {
            self.rest(&rest[..1], WordKind::Name);
        }
        self.rest(value, WordKind::Name);
    }

    /// The name and the parameters of a macro.
    fn macro_head(&mut self, head: &Token, rest: &[Token]) {
        let [name, parameters @ ..] = rest else {
            return;
        };
        let word = self.word(name);
        self.push(place(name), WordKind::Macro);
        self.define(place(name), word, SymbolKind::Macro, None);
        let scope = self.out.macros.len();
        self.out.macros.push(OutlineMacro {
            name: word.to_owned(),
            at: place(name),
            parameters: Vec::new(),
            lines: place(head).to(place(&rest[rest.len() - 1])),
        });
        self.scope = Some(scope);
        let mut is_default = false;
        for token in parameters {
            let is_next = token.comma || token.spaced && self.is_gnu();
            is_default &= !is_next;
            match token.kind {
                TokenKind::Word if !is_default => {
                    let word = self.word(token);
                    self.push(place(token), WordKind::Parameter);
                    self.define(place(token), word, SymbolKind::Parameter, Some(scope));
                    self.out.macros[scope].parameters.push(word.to_owned());
                }
                _ => self.rest(std::slice::from_ref(token), WordKind::Keyword),
            }
            is_default |= matches!(token.kind, TokenKind::Op(Op::Assign) | TokenKind::Colon);
        }
    }

    fn is_gnu(&self) -> bool {
        self.tables.dialect.macros == MacroStyle::Backslash
    }

    /// Names that other files see, or do not see.
    fn declared(&mut self, rest: &[Token]) {
        for token in rest {
            match token.kind {
                TokenKind::Word => {
                    self.push(place(token), WordKind::Name);
                    self.refer(place(token), self.word(token), ReferenceRole::Declaration);
                }
                _ => self.rest(std::slice::from_ref(token), WordKind::Name),
            }
        }
    }

    /// A variable with its size.
    fn variable(&mut self, rest: &[Token]) {
        let [name, size @ ..] = rest else { return };
        self.push(place(name), WordKind::Label);
        let word = self.word(name);
        self.define(place(name), word, SymbolKind::Variable, None);
        self.rest(size, WordKind::Name);
    }

    /// The path of another file.
    fn file(&mut self, rest: &[Token], is_included: bool) {
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else {
            return;
        };
        let at = place(first).to(place(last));
        let path = self.text.get(at.range()).unwrap_or("");
        self.push(at, WordKind::Path);
        self.out.files.push(FileMention {
            path: path.trim_matches('"').to_owned(),
            at,
            is_included,
        });
    }

    /// The variable and the values of a repetition.
    fn for_each(&mut self, rest: &[Token]) {
        if let [variable, values @ ..] = rest {
            self.push(place(variable), WordKind::Parameter);
            self.rest(values, WordKind::Name);
        }
    }

    /// A line for the preprocessor, whose word was pushed already.
    fn hash_line(&mut self, first: usize, hash: ByteRange, tokens: &[Token]) {
        match (self.text.get(hash.range()), tokens) {
            (Some("#define"), [name, value @ ..]) => {
                self.push(place(name), WordKind::Constant);
                self.define(place(name), self.word(name), SymbolKind::Constant, None);
                self.rest(value, WordKind::Name);
            }
            (Some("#error"), [from, .., to]) => {
                self.push(place(from).to(place(to)), WordKind::Text);
            }
            _ => self.rest(tokens, WordKind::Name),
        }
        self.add_statement(first, StatementKind::Preprocessor, Some(first));
    }

    /// Operands; words that mean nothing else are of `kind`.
    fn rest(&mut self, tokens: &[Token], kind: WordKind) {
        for (k, token) in tokens.iter().enumerate() {
            let before = k.checked_sub(1).map(|before| &tokens[before]);
            let next = tokens.get(k + 1);
            self.operand_word(token, before, next, kind);
        }
    }

    fn operand_word(
        &mut self,
        token: &Token,
        before: Option<&Token>,
        next: Option<&Token>,
        kind: WordKind,
    ) {
        let (at, word) = (place(token), self.word(token));
        match token.kind {
            TokenKind::Str => self.push(at, WordKind::Text),
            TokenKind::Char => self.push(at, WordKind::Character),
            TokenKind::Op(_) => self.push(at, WordKind::Operator),
            TokenKind::Colon | TokenKind::Open | TokenKind::Close => {
                self.push(at, WordKind::Punctuation);
            }
            TokenKind::Word => {
                let follows = |op: TokenKind| before.is_some_and(|b| b.kind == op);
                let is_called = next.is_some_and(|next| next.kind == TokenKind::Open);
                let is_percent = follows(TokenKind::Op(Op::Percent)) && !token.spaced;
                if is_called && (is_percent || self.is_function(word)) {
                    self.push(at, WordKind::Function);
                } else if self.is_parameter(word) {
                    self.parameter(at, word);
                } else {
                    self.value(at, word, kind);
                }
            }
        }
    }

    /// A word that is a value.
    fn value(&mut self, at: ByteRange, word: &'t str, kind: WordKind) {
        let is_register = self.tables.register(word).is_some();
        if is_register && !self.defined.contains(word) {
            return self.push(at, WordKind::Register);
        }
        if self.is_number(word) {
            return self.push(at, WordKind::Number);
        }
        let dialect = self.tables.dialect;
        let is_mode = dialect.modes.iter().any(|(mode, _)| *mode == word);
        let is_fixed = dialect.numbers.iter().any(|(name, _)| *name == word);
        if word == "." || is_mode || is_fixed || word.starts_with('@') {
            return self.push(at, WordKind::Keyword);
        }
        self.push(at, kind);
        if kind != WordKind::Name {
            return;
        }
        match word.strip_suffix(['f', 'b']).filter(|digits| {
            let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            dialect.numeric_labels && is_number
        }) {
            Some(digits) if word.ends_with('f') => self.refer(at, digits, ReferenceRole::Forward),
            Some(digits) => self.refer(at, digits, ReferenceRole::Backward),
            None => {
                let suffix = dialect.lexical.linkage_suffix;
                let name = match suffix.is_empty() {
                    true => word,
                    false => word.strip_suffix(suffix).unwrap_or(word),
                };
                let at = ByteRange::new(at.start, at.start + name.len());
                self.refer(at, name, ReferenceRole::Use);
            }
        }
    }

    fn is_number(&self, word: &str) -> bool {
        let begins = |c: char| c.is_ascii_digit() || c == '.';
        word.starts_with(begins)
            && (expr::number(word, self.tables.dialect.lexical.numbers).is_some()
                || word.parse::<f64>().is_ok())
    }

    fn is_function(&self, word: &str) -> bool {
        let name = word.strip_prefix('%');
        let mut names = self.tables.dialect.lexical.functions.iter();
        name.is_some_and(|name| names.any(|known| *known == name))
    }

    /// Whether a word is, or has in it, a parameter of the macro that is being defined.
    fn is_parameter(&self, word: &str) -> bool {
        if self.is_gnu() {
            return word.contains('\\');
        }
        let Some(scope) = self.scope else {
            return false;
        };
        let mut parameters = self.out.macros[scope].parameters.iter();
        parameters.any(|parameter| parameter == word)
    }

    fn parameter(&mut self, at: ByteRange, word: &'t str) {
        self.push(at, WordKind::Parameter);
        let name = word.strip_prefix('\\').unwrap_or(word);
        let at = ByteRange::new(at.end - name.len(), at.end);
        self.refer(at, name, ReferenceRole::Use);
    }

    fn push(&mut self, at: ByteRange, kind: WordKind) {
        self.comments(at.start);
        self.out.words.push(OutlineWord { at, kind });
        self.end = at.end;
    }

    /// Adds the comments up to here.
    fn comments(&mut self, to: usize) {
        if self.end >= to {
            return;
        }
        let gap = ByteRange::new(self.end, to);
        let found = comments_between(self.text, gap, &self.tables.dialect.lexical);
        let words = found.into_iter().map(|at| OutlineWord {
            at,
            kind: WordKind::Comment,
        });
        self.out.words.extend(words);
        self.end = to;
    }

    fn define(&mut self, at: ByteRange, name: &str, kind: SymbolKind, scope: Option<usize>) {
        self.out.symbols.push(OutlineSymbol {
            name: name.to_owned(),
            at,
            kind,
            statement: self.out.statements.len(),
            scope,
            is_code: self.is_code,
        });
    }

    fn refer(&mut self, at: ByteRange, name: &str, role: ReferenceRole) {
        self.out.references.push(OutlineReference {
            name: name.to_owned(),
            at,
            role,
            statement: self.out.statements.len(),
            scope: self.scope,
        });
    }

    /// The words of each operand among these.
    fn operands(&self, words: Range<usize>) -> Vec<Range<usize>> {
        let mut operands = Vec::new();
        let (mut start, mut depth) = (words.start, 0usize);
        for k in words.clone() {
            if k > start && self.begins_operand(k, depth, words.end) {
                operands.push(start..k);
                start = k;
            }
            match self.text.as_bytes().get(self.out.words[k].at.start) {
                Some(b'(') => depth += 1,
                Some(b')') => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        if start < words.end {
            operands.push(start..words.end);
        }
        operands
    }

    /// Whether an operand begins with this word: after a comma, or after a blank that does not belong to
    /// an expression.
    fn begins_operand(&self, k: usize, depth: usize, end: usize) -> bool {
        let words = &self.out.words;
        let gap = |k: usize| self.text.get(words[k - 1].at.end..words[k].at.start);
        let has_comma = |k: usize| gap(k).is_some_and(|gap| gap.contains(','));
        let is_spaced = |k: usize| gap(k).is_some_and(|gap| !gap.is_empty());
        let is_operator = |k: usize| words[k].kind == WordKind::Operator;
        if has_comma(k) {
            return true;
        }
        let after_operator = is_operator(k - 1) && (k == 1 || is_spaced(k - 1));
        let is_binary = is_operator(k) && k + 1 < end && is_spaced(k + 1) && !has_comma(k + 1);
        depth == 0 && is_spaced(k) && !after_operator && !is_binary
    }
}

fn place(token: &Token) -> ByteRange {
    ByteRange::new(token.span.start as usize, token.span.end as usize)
}

/// Whether a section of this name has instructions.
fn is_code_section(name: &str) -> bool {
    [".text", ".init", ".fini", ".ktext"].iter().any(|family| {
        let rest = name.strip_prefix(family);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}
