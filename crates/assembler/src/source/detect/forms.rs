//! Which of several simulators of one machine a text is written for, by what their languages accept.
//!
//! Where all accept a line and mean the same, it tells nothing. What tells is a line that only one of
//! them reads: `NAME = value`, an instruction with operands that the others do
//! not take, a word of its own, a call that only one has.
//!
//! Weak signs decide only when nothing else does, not even the name of the file: two statements in
//! a line, which many people write by mistake, and a function where the program starts that returns,
//! although the program never exits.

use std::ops::Range;

use diag::{Diagnostic, FileId, Span};
use machine::isa::{IsaDesc, Pseudo, Reg, Row};
use memchr::memmem;
use rustc_hash::{FxHashMap, FxHashSet};

use super::LanguageVerdict;
use super::calls::SimulatorCandidate;
use crate::dialect::{Dialect, NumberRules};
use crate::messages::codes;
use crate::source::include::statement;
use crate::text::expr::number;
use crate::text::lex::{Lexer, Op, Token, TokenKind};

/// How much of a text is looked at.
const LOOKED_AT: usize = 1 << 16;

/// Looks for signs of the two simulators in `text`, the file `name`. The lines are read by the rules of the second, which is the
/// one that accepts more.
pub fn detect(
    text: &str,
    name: &str,
    isa: &'static IsaDesc,
    candidates: [SimulatorCandidate; 2],
) -> LanguageVerdict {
    let cut = text.get(..LOOKED_AT).map_or(text.len(), |head| {
        head.rfind('\n').map_or(LOOKED_AT, |end| end + 1)
    });
    let text = text.get(..cut).unwrap_or(text);
    let mut search = Search {
        text,
        isa,
        candidates,
        forms: FxHashMap::default(),
        signs: [None, None],
        has_separators: false,
        called: FxHashSet::default(),
        start: StartCode::default(),
    };
    let file = diag::SourceMap::default().add("", "");
    let rules = &candidates[1].dialect.lexical;
    let mut lexer = Lexer::new(text, file, rules, FxHashSet::default());
    let (mut tokens, mut begin) = (Vec::new(), 0);
    while lexer.line(&mut tokens) {
        lexer.errors.clear();
        let goes_on =
            rules.separators && begin > 0 && text.as_bytes().get(begin - 1) == Some(&b';');
        search.line(&tokens, goes_on);
        begin = lexer.position();
    }
    search.verdict(name)
}

/// The message about a text with signs of both.
pub fn ambiguous(
    file: FileId,
    places: &[Range<usize>; 2],
    candidates: [SimulatorCandidate; 2],
) -> Diagnostic {
    let span = |range: &Range<usize>| Span::new(file, range.start as u32, range.end as u32);
    let [a, b] = candidates.map(|c| c.dialect.name);
    let title = format!("the program is written for two simulators, {a} and {b}");
    Diagnostic::error(codes::MIXED_LANGUAGES, title)
        .primary(span(&places[0]), format!("only {a} reads this"))
        .secondary(span(&places[1]), format!("only {b} reads this"))
        .help(format!("choose one: `--dialect {a}` or `--dialect {b}`"))
}

/// What an operand looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Register,
    Base,
    Other,
}

/// What the code where the program starts does.
#[derive(Default)]
struct StartCode {
    /// It is being read.
    is_here: bool,
    /// It returns.
    returns: bool,
    /// The program exits by itself.
    exits: bool,
}

struct Search<'t> {
    text: &'t str,
    isa: &'static IsaDesc,
    candidates: [SimulatorCandidate; 2],
    /// Whether each of the two accepts operands of these kinds.
    forms: FxHashMap<(&'t str, Vec<Kind>), [bool; 2]>,
    signs: [Option<Range<usize>>; 2],
    /// There are several statements in a line.
    has_separators: bool,
    /// Labels that are called.
    called: FxHashSet<&'t str>,
    start: StartCode,
}

impl<'t> Search<'t> {
    fn word(&self, token: &Token) -> &'t str {
        let range = token.span.start as usize..token.span.end as usize;
        self.text.get(range).unwrap_or("")
    }

    fn note(&mut self, side: usize, first: &Token, last: &Token) {
        let place = first.span.start as usize..last.span.end as usize;
        self.signs[side].get_or_insert(place);
    }

    fn line(&mut self, tokens: &[Token], goes_on: bool) {
        let head = statement(tokens);
        self.labels(&tokens[..head.min(tokens.len())]);
        let Some([first, rest @ ..]) = tokens.get(head..) else {
            return;
        };
        let last = rest.last().unwrap_or(first);
        let name = self.word(first);
        let known = [0, 1].map(|side| self.knows(side, name));
        let assigns = |t: &Token| t.kind == TokenKind::Op(Op::Assign);
        let [_, more] = self.candidates.map(|c| c.dialect);
        if more.assignments && rest.first().is_some_and(assigns) {
            return self.note(1, first, last);
        }
        if goes_on && (known[1] || head > 0) {
            self.has_separators = true;
        }
        for side in [0, 1] {
            let own = self.candidates[side].dialect.own_words;
            if own.contains(&name) && !known[1 - side] {
                self.note(side, first, last);
            }
        }
        if !name.starts_with('.') && known[0] && known[1] {
            self.operands(first, rest);
        }
        self.follow(name, first, rest);
    }

    /// Labels before a statement: where the program starts, and where that code ends.
    fn labels(&mut self, tokens: &[Token]) {
        for label in tokens.iter().step_by(2) {
            let name = self.word(label);
            let [less, more] = self.candidates.map(|c| c.dialect);
            if name == more.entry && name != less.entry {
                self.note(1, label, label);
            }
            if name == less.entry {
                self.start.is_here = true;
            } else if self.called.contains(name) {
                self.start.is_here = false;
            }
        }
    }

    /// Whether a word is an instruction or a directive.
    fn knows(&self, side: usize, name: &str) -> bool {
        let dialect = self.candidates[side].dialect;
        if name.starts_with('.') {
            return dialect.directive_names().any(|(known, _)| known == name);
        }
        let active = |pseudo: &&Pseudo| pseudo.dialects.meets(dialect.pseudos);
        let mut pseudos = self.isa.pseudos.iter().filter(active);
        self.isa.rows.iter().any(|row| row.name == name)
            || pseudos.any(|pseudo| pseudo.name == name)
    }

    /// Notes operands that only one of the two accepts.
    fn operands(&mut self, head: &Token, operands: &[Token]) {
        let Some(kinds) = self.kinds(operands) else {
            return;
        };
        let name = self.word(head);
        let key = (name, kinds);
        let accepted = match self.forms.get(&key) {
            Some(known) => *known,
            None => {
                let dialects = self.candidates.map(|c| c.dialect);
                let accepted = dialects.map(|dialect| accepts(self.isa, dialect, name, &key.1));
                self.forms.insert(key, accepted);
                accepted
            }
        };
        let last = operands.last().unwrap_or(head);
        match accepted {
            [true, false] => self.note(0, head, last),
            [false, true] => self.note(1, head, last),
            _ => {}
        }
    }

    /// What the operands look like; nothing if they are not plain.
    fn kinds(&self, operands: &[Token]) -> Option<Vec<Kind>> {
        let mut kinds = Vec::new();
        let mut tokens = operands.iter().peekable();
        while let Some(token) = tokens.next() {
            match token.kind {
                TokenKind::Word if self.word(token).starts_with('$') => kinds.push(Kind::Register),
                TokenKind::Word | TokenKind::Char => kinds.push(Kind::Other),
                TokenKind::Op(Op::Minus) => {}
                TokenKind::Op(Op::Plus) => {
                    tokens.next();
                }
                TokenKind::Open => {
                    tokens.next();
                    tokens.next_if(|token| token.kind == TokenKind::Close)?;
                    kinds.push(Kind::Base);
                }
                _ => return None,
            }
        }
        Some(kinds)
    }

    /// Follows what the program calls, where it exits and returns.
    fn follow(&mut self, name: &str, head: &Token, operands: &[Token]) {
        let idioms = self.isa.idioms;
        let first = operands.first();
        if idioms.call.contains(&name)
            && let Some(target) = first
        {
            self.called.insert(self.word(target));
        }
        let number_register = self.candidates[0].calls.number;
        if name == idioms.load_number
            && let [register, value] = operands
            && self.register(register) == Some(number_register)
        {
            let value = number(self.word(value), NumberRules::Wide).and_then(Result::ok);
            let value = value.and_then(|value| u32::try_from(value).ok());
            self.call(value, head, operands);
        }
        let ret = idioms.ret.split_once(' ');
        let returns = ret.is_some_and(|(jump, register)| {
            let is_jump = name == jump || idioms.jump.contains(&name);
            is_jump && first.is_some_and(|first| self.word(first) == register)
        });
        self.start.returns |= returns && self.start.is_here;
    }

    /// The program makes the call with this number.
    fn call(&mut self, value: Option<u32>, head: &Token, operands: &[Token]) {
        let Some(value) = value else { return };
        let rows = self.candidates.map(|c| c.calls.row(value));
        self.start.exits |= rows[0].is_some_and(|row| row.ends);
        let last = operands.last().unwrap_or(head);
        if rows[0].is_some() && rows[1].is_none() {
            self.note(0, head, last);
        }
    }

    fn register(&self, token: &Token) -> Option<Reg> {
        let text = self.word(token);
        let mut registers = self.isa.registers.iter();
        let found = registers.find(|register| register.names().any(|name| name == text));
        found.map(|register| register.reg)
    }

    fn verdict(self, name: &str) -> LanguageVerdict {
        let extension = self.candidates[0].dialect.extension;
        let is_named = extension.is_some_and(|extension| name.ends_with(extension));
        let returns = self.start.returns && !self.start.exits;
        match self.signs {
            [Some(a), Some(b)] => LanguageVerdict::Both([a, b]),
            [Some(_), None] => LanguageVerdict::Is(0),
            [None, Some(_)] => LanguageVerdict::Is(1),
            [None, None] if !is_named && (returns || self.has_separators) => LanguageVerdict::Is(1),
            [None, None] => LanguageVerdict::Unknown,
        }
    }
}

/// Whether a language has a form of an instruction for operands of these kinds.
fn accepts(isa: &IsaDesc, dialect: &Dialect, name: &str, kinds: &[Kind]) -> bool {
    let mut rows = isa.rows.iter().filter(|row| row.name == name);
    let active = |p: &&Pseudo| p.name == name && p.dialects.meets(dialect.pseudos);
    let mut pseudos = isa.pseudos.iter().filter(active);
    rows.any(|row| row_accepts(row, kinds)) || pseudos.any(|p| pseudo_accepts(p, kinds))
}

fn row_accepts(row: &Row, kinds: &[Kind]) -> bool {
    use machine::isa::OperandKind;
    let optional = row.operands.iter().filter(|o| o.default.is_some()).count();
    let based = row.operands.iter().any(|o| o.base);
    // Operands that may be left out, and addresses, are a matter of the assembler.
    if optional > 0 || based || kinds.contains(&Kind::Base) {
        return true;
    }
    let fits = |(operand, kind): (&machine::isa::Operand, &Kind)| match operand.kind {
        OperandKind::Register { .. } | OperandKind::Control => *kind == Kind::Register,
        _ => *kind == Kind::Other,
    };
    row.operands.len() == kinds.len() && row.operands.iter().zip(kinds).all(fits)
}

fn pseudo_accepts(pseudo: &Pseudo, kinds: &[Kind]) -> bool {
    let classes = pseudo.operands.split(',').map(str::trim);
    let classes: Vec<Kind> = classes
        .filter(|operand| !operand.is_empty())
        .map(|operand| match operand.split_once(':') {
            Some((_, "x" | "f" | "x2" | "f2")) => Kind::Register,
            Some((_, "(x)")) => Kind::Base,
            _ => Kind::Other,
        })
        .collect();
    classes == kinds
}

/// Whether a text mentions one of the words that only a language has, so that looking is worthwhile.
pub fn mentions_own_words(text: &str, dialect: &Dialect) -> bool {
    let mut words = dialect.own_words.iter();
    words.any(|word| memmem::find(text.as_bytes(), word.as_bytes()).is_some())
}
