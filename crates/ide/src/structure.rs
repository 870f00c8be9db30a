//! How a source is built: functions with what belongs to them, data, macros, sections, and who calls whom.

use crate::source::{SourcePlace, SourceView};
use crate::workspace::Workspace;
use assembler::dialect::Directive;
use assembler::outline::{
    ByteRange, OutlineStatement, OutlineSymbol, ReferenceRole, StatementKind, SymbolKind, WordKind,
};
use rustc_hash::FxHashSet;
use std::path::Path;

/// What an entry of an outline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A function, from its label to the next one.
    Function,
    /// A label in a function.
    Label,
    /// Data.
    Data,
    /// A constant.
    Constant,
    /// A macro.
    Macro,
}

/// An entry of an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineEntry {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: EntryKind,
    /// A few words beside it.
    pub detail: String,
    /// Where its name is.
    pub at: ByteRange,
    /// Everything that belongs to it.
    pub whole: ByteRange,
    /// What is in it.
    pub inner: Vec<OutlineEntry>,
}

/// A function in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionPlace {
    /// Its name.
    pub name: String,
    /// Where its name is.
    pub place: SourcePlace,
    /// All of it.
    pub whole: ByteRange,
}

/// Calls between two functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCalls {
    /// The function at the other end.
    pub function: FunctionPlace,
    /// Where the calls are, in the file of the caller.
    pub calls: Vec<ByteRange>,
}

/// Whether a statement calls a function.
pub(crate) fn is_call(view: &SourceView, statement: &OutlineStatement) -> bool {
    let calls = view.language.target().desc().idioms.call;
    let name = |call: &&str| call.split_whitespace().next().unwrap_or("").to_owned();
    statement.head.is_some_and(|head| {
        let word = view.word(head).to_ascii_lowercase();
        calls.iter().any(|call| name(call) == word)
    })
}

/// The labels at which functions begin: they are called, or other files see them.
pub(crate) fn functions(view: &SourceView) -> Vec<(&OutlineSymbol, ByteRange)> {
    let outline = &view.outline;
    let mut names: FxHashSet<&str> = FxHashSet::default();
    let dialect = view.language.dialect();
    names.insert(dialect.entry);
    names.extend(dialect.main);
    for reference in &outline.references {
        let is_called = || {
            let statement = outline.statements.get(reference.statement);
            statement.is_some_and(|statement| is_call(view, statement))
        };
        if reference.role == ReferenceRole::Declaration || is_called() {
            names.insert(&reference.name);
        }
    }
    let is_function = |symbol: &&OutlineSymbol| {
        symbol.is_code
            && symbol.kind == SymbolKind::Label
            && symbol.scope.is_none()
            && names.contains(symbol.name.as_str())
    };
    let labels: Vec<_> = outline.symbols.iter().filter(is_function).collect();
    let mut found = Vec::with_capacity(labels.len());
    for (k, label) in labels.iter().enumerate() {
        let limit = labels
            .get(k + 1)
            .map_or(view.text.len(), |next| next.at.start);
        let first = outline
            .statements
            .partition_point(|s| s.at.end < label.at.end);
        let own = outline.statements[first..].iter();
        // The function ends where the instructions end.
        let own = own.take_while(|s| {
            s.at.start < limit
                && s.is_code
                && !matches!(s.kind, StatementKind::Directive(Directive::Segment(_)))
        });
        let is_code = |s: &&OutlineStatement| !matches!(s.kind, StatementKind::Directive(_));
        let end = own.filter(is_code).map(|s| s.at.end).last();
        let whole = ByteRange::new(label.at.start, end.unwrap_or(label.at.end));
        found.push((*label, whole));
    }
    found
}

/// The outline of a source.
pub(crate) fn entries(view: &SourceView) -> Vec<OutlineEntry> {
    let functions = functions(view);
    let mut entries: Vec<OutlineEntry> = functions
        .iter()
        .map(|(label, whole)| entry(view, label, EntryKind::Function, *whole))
        .collect();
    for symbol in &view.outline.symbols {
        if symbol.scope.is_some() || functions.iter().any(|(label, _)| label.at == symbol.at) {
            continue;
        }
        let statement = view.outline.statements.get(symbol.statement);
        let whole = statement.map_or(symbol.at, |s| symbol.at.to(s.at));
        let (kind, whole) = match symbol.kind {
            SymbolKind::Label if symbol.is_code => (EntryKind::Label, symbol.at),
            SymbolKind::Label | SymbolKind::Variable => (EntryKind::Data, whole),
            SymbolKind::Constant => (EntryKind::Constant, whole),
            SymbolKind::Macro => {
                let mut macros = view.outline.macros.iter();
                let found = macros.find(|m| m.at == symbol.at);
                (EntryKind::Macro, found.map_or(whole, |m| m.lines))
            }
            SymbolKind::NumericLabel | SymbolKind::Parameter => continue,
        };
        let new = entry(view, symbol, kind, whole);
        let is_in = |outer: &&mut OutlineEntry| {
            outer.whole.start <= new.at.start && new.whole.end <= outer.whole.end
        };
        match entries.iter_mut().find(is_in) {
            Some(outer) => outer.inner.push(new),
            None => entries.push(new),
        }
    }
    entries.sort_by_key(|entry| entry.at);
    entries
}

fn entry(
    view: &SourceView,
    symbol: &OutlineSymbol,
    kind: EntryKind,
    whole: ByteRange,
) -> OutlineEntry {
    let statement = view.outline.statements.get(symbol.statement);
    let detail = match kind {
        EntryKind::Data | EntryKind::Constant => statement.map_or(String::new(), |statement| {
            let text = view.slice(statement.at);
            let rest = text.split_once(&symbol.name).map_or("", |(_, rest)| rest);
            let rest = rest.trim_start_matches([':', ',', ' ', '=']).trim();
            rest.chars().take(60).collect()
        }),
        _ => String::new(),
    };
    OutlineEntry {
        name: symbol.name.clone(),
        kind,
        detail,
        at: symbol.at,
        whole: ByteRange::new(
            whole.start.min(symbol.at.start),
            whole.end.max(symbol.at.end),
        ),
        inner: Vec::new(),
    }
}

/// Lines that can be folded: functions, macros, blocks, and comments of several lines.
pub(crate) fn folds(view: &SourceView) -> Vec<(ByteRange, bool)> {
    let mut folds: Vec<(ByteRange, bool)> = Vec::new();
    folds.extend(functions(view).into_iter().map(|(_, whole)| (whole, false)));
    folds.extend(view.outline.macros.iter().map(|m| (m.lines, false)));
    let mut comment: Option<ByteRange> = None;
    let mut before = 0;
    for word in &view.outline.words {
        let is_comment = word.kind == WordKind::Comment;
        let gap = view.text.get(before..word.at.start).unwrap_or("");
        before = word.at.end;
        let goes_on = is_comment && gap.matches('\n').count() <= 1 && gap.trim().is_empty();
        match &mut comment {
            Some(open) if goes_on => open.end = word.at.end,
            _ => {
                folds.extend(comment.take().map(|open| (open, true)));
                // A comment after a statement is not the first line of several.
                let alone = view.slice(ByteRange::new(
                    view.line_start(word.at.start),
                    word.at.start,
                ));
                comment = (is_comment && alone.trim().is_empty()).then_some(word.at);
            }
        }
    }
    folds.extend(comment.map(|open| (open, true)));
    let mut open = Vec::new();
    for statement in &view.outline.statements {
        let StatementKind::Preprocessor = statement.kind else {
            continue;
        };
        let head = statement.head.map_or("", |head| view.word(head));
        match head {
            "#if" | "#ifdef" | "#ifndef" => open.push(statement.at),
            "#endif" => folds.extend(
                open.pop()
                    .map(|first: ByteRange| (first.to(statement.at), false)),
            ),
            _ => {}
        }
    }
    folds.retain(|(range, _)| view.slice(*range).contains('\n'));
    folds
}

/// What surrounds a place, from the word to the whole text.
pub(crate) fn surroundings(view: &SourceView, offset: usize) -> Vec<ByteRange> {
    let mut ranges = Vec::new();
    let outline = &view.outline;
    ranges.extend(outline.word_at(offset).map(|word| outline.words[word].at));
    if let Some(index) = outline.statement_at(offset) {
        let statement = &outline.statements[index];
        let operands = statement.operands.iter();
        let operands = operands.map(|words| {
            let (first, last) = (words.start, words.end - 1);
            outline.words[first].at.to(outline.words[last].at)
        });
        ranges.extend(operands.filter(|at| at.touches(offset)));
        ranges.push(statement.at);
    }
    let line = ByteRange::new(view.line_start(offset), view.line_end(offset));
    ranges.push(line);
    ranges.extend(outline.macros.iter().map(|m| m.lines));
    ranges.extend(functions(view).into_iter().map(|(_, whole)| whole));
    ranges.push(ByteRange::new(0, view.text.len()));
    ranges.retain(|range| range.touches(offset));
    ranges.sort_by_key(|range| range.end - range.start);
    // Each contains the one before.
    let mut kept: Vec<ByteRange> = Vec::new();
    for range in ranges {
        let contains = |inner: &ByteRange| range.start <= inner.start && inner.end <= range.end;
        if kept
            .last()
            .is_none_or(|inner| contains(inner) && *inner != range)
        {
            kept.push(range);
        }
    }
    kept
}

impl Workspace {
    /// The outline of a document.
    pub fn entries(&mut self, path: &Path) -> Vec<OutlineEntry> {
        let view = self.source(path);
        view.map_or(Vec::new(), |view| entries(&view))
    }

    /// The parts of a document that can be folded; whether each is a comment.
    pub fn folds(&mut self, path: &Path) -> Vec<(ByteRange, bool)> {
        let view = self.source(path);
        view.map_or(Vec::new(), |view| folds(&view))
    }

    /// What surrounds a place, the smallest first.
    pub fn surroundings(&mut self, path: &Path, offset: usize) -> Vec<ByteRange> {
        let view = self.source(path);
        view.map_or(Vec::new(), |view| surroundings(&view, offset))
    }

    /// The names in all sources that are open or near, with those that have these letters in this order.
    pub fn find_symbols(&mut self, letters: &str) -> Vec<(OutlineEntry, SourcePlace)> {
        const MOST: usize = 500;
        let mut found = Vec::new();
        let first = self
            .open()
            .map(Path::to_owned)
            .find(|path| crate::family::is_source(path));
        let family = first.and_then(|path| self.family(&path));
        for member in family.iter().flat_map(|family| &family.members) {
            let mut open = entries(member);
            while let Some(mut entry) = open.pop() {
                open.append(&mut entry.inner);
                if has_letters(&entry.name, letters) && found.len() < MOST {
                    let place = SourcePlace {
                        path: member.path.clone(),
                        at: entry.at,
                    };
                    found.push((entry, place));
                }
            }
        }
        found.sort_by(|a, b| (a.0.name.len(), &a.1).cmp(&(b.0.name.len(), &b.1)));
        found
    }

    /// The function at a place: the one that is named there, or else the one around it.
    pub fn function_at(&mut self, path: &Path, offset: usize) -> Option<FunctionPlace> {
        let family = self.family(path)?;
        let named = family.defined_at(0, offset).map(|found| {
            let source = family.source(found);
            (source.clone(), family.symbol(found).at)
        });
        let around = || {
            let view = &family.members[0];
            let functions = functions(view).into_iter();
            let mut around = functions.filter(|(_, whole)| whole.touches(offset));
            around.next().map(|(label, _)| (view.clone(), label.at))
        };
        let (view, at) = named
            .filter(|(view, at)| functions(view).iter().any(|(label, _)| label.at == *at))
            .or_else(around)?;
        let functions = functions(&view).into_iter();
        let (label, whole) = functions.into_iter().find(|(label, _)| label.at == at)?;
        Some(function_place(&view, label, whole))
    }

    /// The functions that call one, or that one calls; `path` is an open document near it.
    pub fn calls(
        &mut self,
        path: &Path,
        function: &FunctionPlace,
        incoming: bool,
    ) -> Vec<FunctionCalls> {
        let Some(family) = self.family(path) else {
            return Vec::new();
        };
        let mut found: Vec<FunctionCalls> = Vec::new();
        for (member, view) in family.members.iter().enumerate() {
            let is_own = view.path == function.place.path;
            if !incoming && !is_own {
                continue;
            }
            let own = functions(view);
            for reference in &view.outline.references {
                let statement = view.outline.statements.get(reference.statement);
                if !statement.is_some_and(|s| is_call(view, s)) {
                    continue;
                }
                if incoming && reference.name != function.name
                    || !incoming && !function.whole.touches(reference.at.start)
                {
                    continue;
                }
                let Some(target) = family.resolve(member, reference) else {
                    continue;
                };
                let other = match incoming {
                    true if family.place(target) != function.place => continue,
                    true => {
                        let around = own
                            .iter()
                            .find(|(_, whole)| whole.touches(reference.at.start));
                        around.map(|(label, whole)| function_place(view, label, *whole))
                    }
                    false => {
                        let source = family.source(target);
                        let at = family.symbol(target).at;
                        let theirs = functions(source).into_iter();
                        let mut theirs = theirs.filter(|(label, _)| label.at == at);
                        theirs
                            .next()
                            .map(|(label, whole)| function_place(source, label, whole))
                    }
                };
                let Some(other) = other else { continue };
                match found.iter_mut().find(|known| known.function == other) {
                    Some(known) => known.calls.push(reference.at),
                    None => found.push(FunctionCalls {
                        function: other,
                        calls: vec![reference.at],
                    }),
                }
            }
        }
        found
    }
}

fn function_place(view: &SourceView, label: &OutlineSymbol, whole: ByteRange) -> FunctionPlace {
    FunctionPlace {
        name: label.name.clone(),
        place: SourcePlace {
            path: view.path.clone(),
            at: label.at,
        },
        whole,
    }
}

/// Whether a name has these letters in this order, in any case.
fn has_letters(name: &str, letters: &str) -> bool {
    let mut rest = name.chars().flat_map(char::to_lowercase);
    let mut letters = letters.chars().flat_map(char::to_lowercase);
    letters.all(|letter| rest.any(|c| c == letter))
}
