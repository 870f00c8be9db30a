//! The definitions of macros, and how a call is matched with one of them.

use std::collections::BTreeMap;

use diag::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::messages::error::{AsmError, FaultStage, Located};
use crate::tables::Tables;
use crate::text::lex::{Op, Token, TokenKind};

/// A token on its way through macros.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MacroPart<'t> {
    /// What it is; its span says where its text is written.
    pub token: Token,
    /// Its text.
    pub text: &'t str,
    /// Where it stands in the line of the source that it is now part of.
    pub place: Span,
    /// The expansion that it is a label of.
    pub local: Option<u32>,
}

impl<'t> MacroPart<'t> {
    /// A token of the source itself.
    pub(crate) fn new(token: Token, text: &'t str) -> Self {
        MacroPart {
            token,
            text,
            place: token.span,
            local: None,
        }
    }

    /// The text of a word that is not a renamed label.
    pub(crate) fn word(&self) -> Option<&'t str> {
        let plain = self.token.kind == TokenKind::Word && self.local.is_none();
        plain.then_some(self.text)
    }
}

/// A macro.
#[derive(Debug)]
pub(crate) struct Macro<'t> {
    /// Its name.
    pub name: &'t str,
    /// Where that stands.
    pub span: Span,
    /// The places of its parameters, by their names.
    pub parameters: FxHashMap<&'t str, usize>,
    /// How many parameters it has.
    pub count: usize,
    /// Its lines, as ranges of the reader's parts.
    pub body: Vec<(usize, usize)>,
    /// The labels that it defines.
    pub labels: FxHashSet<&'t str>,
    /// How many lines outside of macros stand before it.
    pub line: usize,
}

/// All macros of a file.
#[derive(Debug, Default)]
pub(crate) struct Macros<'t> {
    all: Vec<Macro<'t>>,
    names: FxHashMap<&'t str, Overloads>,
}

/// The macros of one name, by their number of parameters, in the order of the source.
pub(crate) type Overloads = BTreeMap<usize, Vec<usize>>;

impl<'t> Macros<'t> {
    /// Adds a macro; the one before it that has the same name and as many parameters.
    pub(crate) fn add(&mut self, new: Macro<'t>) -> Option<Span> {
        let same = self.names.entry(new.name).or_default();
        let same = same.entry(new.count).or_default();
        let old = same.last().and_then(|k| self.all.get(*k));
        let old = old.map(|old| old.span);
        same.push(self.all.len());
        self.all.push(new);
        old
    }

    /// All of them, in the order of the source.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Macro<'t>> {
        self.all.iter()
    }

    /// The macro of this index.
    pub(crate) fn get(&self, index: usize) -> Option<&Macro<'t>> {
        self.all.get(index)
    }

    /// The macros of this name, if there are any.
    pub(crate) fn named(&self, name: &str) -> Option<&Overloads> {
        self.names.get(name)
    }

    /// Whether the macro is defined above a line.
    pub(crate) fn is_above(&self, index: usize, line: usize) -> bool {
        self.all.get(index).is_some_and(|m| m.line <= line)
    }

    /// The one that a call in line `line` means: the last one above it, else the first below.
    pub(crate) fn choose(&self, same: &Overloads, arguments: usize, line: usize) -> Option<usize> {
        let same = same.get(&arguments)?;
        let is_above = |k: &usize| self.all.get(*k).is_some_and(|m| m.line <= line);
        let above = same.partition_point(is_above);
        same.get(above.saturating_sub(1)).copied()
    }
}

/// The name and the parameters of the line `.macro tokens…`.
pub(crate) fn heading<'t>(
    tables: &Tables,
    directive: Token,
    tokens: &[Token],
    text: impl Fn(Span) -> &'t str,
) -> Result<(&'t str, Span, Vec<&'t str>), Box<Located>> {
    let fault = |error, span| Box::new(Located::new(error, span, FaultStage::Pass1));
    let Some((first, rest)) = tokens.split_first() else {
        let name = String::new();
        return Err(fault(AsmError::MacroName { name }, directive.span));
    };
    let name = text(first.span);
    let letter = |c: char| c.is_alphabetic() || matches!(c, '_' | '$');
    let taken = tables.register(name).is_some() || tables.mnemonic(name).is_some();
    if first.kind != TokenKind::Word || taken || !name.starts_with(letter) {
        let name = name.to_owned();
        return Err(fault(AsmError::MacroName { name }, first.span));
    }
    let mut parameters = Vec::new();
    for token in rest
        .iter()
        .filter(|t| !matches!(t.kind, TokenKind::Open | TokenKind::Close))
    {
        let word = text(token.span);
        let marked = word.len() > 1 && word.starts_with(['%', '$']);
        if token.kind != TokenKind::Word || !marked || tables.register(word).is_some() {
            let text = word.to_owned();
            return Err(fault(AsmError::MacroParameter { text }, token.span));
        }
        parameters.push(word);
    }
    Ok((name, first.span, parameters))
}

/// The arguments of a call: ranges of the parts behind the name.
///
/// An argument is what stands between blanks or commas, so also `4($t0)` and `x+4`.
pub(crate) fn arguments<'p, 't>(parts: &'p [MacroPart<'t>]) -> Vec<&'p [MacroPart<'t>]> {
    let (mut start, mut depth) = (0, 0usize);
    let parts = inside(parts);
    let mut out = Vec::new();
    for (k, part) in parts.iter().enumerate() {
        if k > start && begins(parts, k, depth) {
            out.push(&parts[start..k]);
            start = k;
        }
        match part.token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    if start < parts.len() {
        out.push(&parts[start..]);
    }
    out
}

/// The arguments when each word is one, with its sign: `$t0-5` are two.
pub(crate) fn words<'p, 't>(parts: &'p [MacroPart<'t>]) -> Vec<&'p [MacroPart<'t>]> {
    let parts = inside(parts);
    let (mut out, mut start) = (Vec::new(), 0);
    for (k, part) in parts.iter().enumerate() {
        let next = parts.get(k + 1);
        let sign = matches!(part.token.kind, TokenKind::Op(Op::Plus | Op::Minus))
            && next.is_some_and(|n| n.token.kind == TokenKind::Word && !n.token.spaced);
        if !sign {
            out.push(&parts[start..=k]);
            start = k + 1;
        }
    }
    out
}

/// How many arguments a call has in a simulator: each word is one. A sign belongs to the number after
/// it, unless a name stands before it, as that of the macro does.
pub(crate) fn original_count(tables: &Tables, parts: &[MacroPart<'_>]) -> usize {
    let (inner, mut after_name) = match inside(parts) {
        inner if inner.len() < parts.len() => (inner, false),
        inner => (inner, true),
    };
    let mut count = 0;
    let mut sign = false;
    for part in inner {
        let number = part.text.starts_with(|c: char| c.is_ascii_digit());
        if !(sign && number && !part.token.spaced) {
            count += 1;
        }
        let is_sign = matches!(part.token.kind, TokenKind::Op(Op::Plus | Op::Minus));
        sign = is_sign && !after_name;
        let word = part.token.kind == TokenKind::Word;
        let register = tables.register(part.text).is_some();
        let parameter = part.text.starts_with('%');
        after_name = word && !number && !register && !parameter;
    }
    count
}

/// Whether the part at `k` begins an argument.
fn begins(parts: &[MacroPart<'_>], k: usize, depth: usize) -> bool {
    let token = parts[k].token;
    let before = parts[k - 1].token.kind;
    if token.comma {
        return true;
    }
    // Behind an operator with a blank, its second value; `-5` behind a blank is a new one.
    let operator = matches!(before, TokenKind::Op(_)) && parts[k - 1].token.spaced;
    let binary = matches!(token.kind, TokenKind::Op(_))
        && parts
            .get(k + 1)
            .is_some_and(|next| next.token.spaced && !next.token.comma);
    depth == 0 && token.spaced && !operator && !binary
}

/// The parts without the parentheses around all of them.
fn inside<'p, 't>(parts: &'p [MacroPart<'t>]) -> &'p [MacroPart<'t>] {
    let [first, inner @ .., last] = parts else {
        return parts;
    };
    if first.token.kind != TokenKind::Open || last.token.kind != TokenKind::Close {
        return parts;
    }
    let mut depth = 0usize;
    for part in inner {
        match part.token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close if depth == 0 => return parts,
            TokenKind::Close => depth -= 1,
            _ => {}
        }
    }
    inner
}
