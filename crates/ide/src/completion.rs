//! What can be written at a place.

use crate::code::{call_table, register_of};
use crate::explain;
use crate::hover::markdown;
use crate::signature::{StatementForm, forms};
use crate::snippets::snippets;
use crate::source::SourceView;
use crate::workspace::Workspace;
use assembler::outline::{ByteRange, StatementKind, SymbolKind, WordKind};
use assembler::{FileSource, tidy};
use rustc_hash::FxHashSet;
use std::path::Path;

/// What a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompletionKind {
    /// An instruction.
    Instruction,
    /// A directive.
    Directive,
    /// A register.
    Register,
    /// A label among instructions.
    Label,
    /// A label of data, or a variable.
    Data,
    /// A constant.
    Constant,
    /// A macro.
    Macro,
    /// A function of expressions.
    Function,
    /// Several lines to fill in.
    Snippet,
    /// A number with a meaning.
    Number,
    /// A file.
    File,
    /// A key of a settings file.
    Key,
    /// One of the words that a value can be.
    Word,
}

/// Something that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What people see.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A few words beside it.
    pub detail: String,
    /// What is written, with `${1:name}` for what is to be filled in; the label if it is empty.
    pub snippet: String,
    /// What there is to read about it, in Markdown, if that is at hand.
    pub doc: String,
    /// The place in the list: lower ones come first.
    pub rank: u8,
}

/// What can be written at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// What would be replaced.
    pub at: ByteRange,
    /// All that fits what is there of a word.
    pub items: Vec<Completion>,
}

impl Completion {
    pub(crate) fn new(label: &str, kind: CompletionKind, detail: impl Into<String>) -> Self {
        Completion {
            label: label.to_owned(),
            kind,
            detail: detail.into(),
            snippet: String::new(),
            doc: String::new(),
            rank: 5,
        }
    }

    fn rank(self, rank: u8) -> Self {
        Completion { rank, ..self }
    }
}

impl Workspace {
    /// What can be written at a place.
    pub fn completions(&mut self, path: &Path, offset: usize) -> Option<Completions> {
        let Some(view) = self.source(path) else {
            return self.key_completions(path, offset);
        };
        let at = typed(&view, offset)?;
        let prefix = view.slice(at).to_ascii_lowercase();
        let line = view
            .slice(ByteRange::new(view.line_start(at.start), at.start))
            .to_owned();
        let position = LinePosition::of(&view, &line, at.start);
        let mut items = match position {
            LinePosition::Comment => return None,
            LinePosition::Start => self.heads(&view),
            LinePosition::Path => self.paths(&view),
            LinePosition::Operand { ref head, operand } => {
                self.values(&view, (head, operand), &line, at.start)
            }
        };
        let fits = |item: &Completion| {
            let label = item.label.to_ascii_lowercase();
            let bare = label.trim_start_matches(['.', '$', '%']);
            label.starts_with(&prefix) || bare.starts_with(&prefix)
        };
        items.retain(fits);
        let mut seen = FxHashSet::default();
        items.retain(|item| seen.insert((item.label.clone(), item.kind)));
        items.sort_by(|a, b| (a.rank, &a.label).cmp(&(b.rank, &b.label)));
        Some(Completions { at, items })
    }

    /// What there is to read about a completion.
    pub fn completion_doc(&mut self, path: &Path, label: &str, kind: CompletionKind) -> String {
        let Some(view) = self.source(path) else {
            return String::new();
        };
        let target = view.language.target();
        match kind {
            CompletionKind::Instruction => markdown(&explain::explain(&[target], label, None)),
            CompletionKind::Register => {
                let page = explain::registers::register(target, label);
                page.map(|page| markdown(&page)).unwrap_or_default()
            }
            CompletionKind::Directive => {
                let page = explain::directives::directive(target, label);
                page.map(|page| markdown(&page)).unwrap_or_default()
            }
            _ => {
                let Some(family) = self.family(path) else {
                    return String::new();
                };
                let found = family.members.iter().find_map(|member| {
                    let symbol = member.outline.symbol(label)?;
                    Some(member.comment_about(symbol.at.start))
                });
                found.unwrap_or_default()
            }
        }
    }

    /// What a statement can begin with.
    fn heads(&mut self, view: &SourceView) -> Vec<Completion> {
        let (desc, dialect) = (view.language.target().desc(), view.language.dialect());
        let mut items = snippets(view.language);
        let mut seen = FxHashSet::default();
        for name in view.reader.instructions().filter(|name| seen.insert(*name)) {
            let rows = desc.rows.iter().filter(|row| row.name == name);
            let syntax = rows.map(|row| row.syntax()).next();
            let mut pseudos = desc.pseudos.iter().filter(|pseudo| pseudo.name == name);
            let syntax = syntax.or_else(|| pseudos.next().map(|pseudo| pseudo.syntax()));
            let syntax = syntax.unwrap_or_default();
            let mut item = Completion::new(name, CompletionKind::Instruction, &*syntax);
            item.snippet = snippet(&StatementForm::new(name, &syntax, ""));
            items.push(item);
        }
        for row in dialect.directives {
            for name in row.names {
                let item = Completion::new(name, CompletionKind::Directive, row.operands);
                items.push(item.rank(6));
            }
        }
        if let Some(family) = self.family(&view.path) {
            for member in family.joined(0) {
                let member = &family.members[member];
                for found in &member.outline.macros {
                    let parameters = found.parameters.join(", ");
                    let mut item =
                        Completion::new(&found.name, CompletionKind::Macro, &*parameters);
                    item.snippet = snippet(&StatementForm::new(&found.name, &parameters, ""));
                    items.push(item.rank(3));
                }
            }
        }
        items
    }

    /// What an operand can be.
    fn values(
        &mut self,
        view: &SourceView,
        (head, operand): (&str, usize),
        line: &str,
        offset: usize,
    ) -> Vec<Completion> {
        let mut items = calls(view, head, operand, line);
        let is_directive = head.starts_with('.');
        let form = forms(view, head).into_iter().next();
        let wanted = form.as_ref().and_then(|form| {
            let (start, end) = *form.operands.get(operand)?;
            form.label.get(start..end).map(str::to_owned)
        });
        let wants_register = wanted.as_ref().is_some_and(|name| {
            let inner = name
                .trim_end_matches(')')
                .rsplit('(')
                .next()
                .unwrap_or(name);
            inner.starts_with('r') || inner.starts_with("base") || inner.starts_with('f')
        });
        let desc = view.language.target().desc();
        if !is_directive {
            for register in desc.registers {
                let rank = if wants_register { 2 } else { 7 };
                let item = Completion::new(register.name, CompletionKind::Register, register.doc);
                items.push(item.rank(rank));
            }
        }
        for (name, _) in view.language.dialect().modifiers {
            let label = format!("%{name}");
            let mut item = Completion::new(&label, CompletionKind::Function, "function");
            item.snippet = format!("%{name}(${{1:label}})");
            items.push(item.rank(8));
        }
        let Some(family) = self.family(&view.path) else {
            return items;
        };
        let statement = view.outline.statement_at(offset);
        let scope = statement.and_then(|at| view.outline.statements[at].scope);
        let (joined, linked) = (family.joined(0), family.linked(0));
        for member in linked {
            let source = &family.members[member];
            for symbol in &source.outline.symbols {
                let is_near = joined.contains(&member);
                let is_own = symbol.scope.is_none() || member == 0 && symbol.scope == scope;
                if !is_own || !is_near && !source.outline.declares(&symbol.name) {
                    continue;
                }
                let kind = match symbol.kind {
                    SymbolKind::Label if symbol.is_code => CompletionKind::Label,
                    SymbolKind::Label | SymbolKind::Variable => CompletionKind::Data,
                    SymbolKind::Constant | SymbolKind::Parameter => CompletionKind::Constant,
                    SymbolKind::Macro | SymbolKind::NumericLabel => continue,
                };
                let file = source
                    .path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy();
                let detail = if member == 0 {
                    String::new()
                } else {
                    file.into_owned()
                };
                let item = Completion::new(&symbol.name, kind, detail);
                items.push(item.rank(if wants_register { 6 } else { 3 }));
            }
        }
        items
    }

    /// The files that a source can name.
    fn paths(&mut self, view: &SourceView) -> Vec<Completion> {
        let folder = view.path.parent().unwrap_or(Path::new(""));
        let mut items = Vec::new();
        for near in ["", "../", "src/", "../src/"] {
            for name in self.files.list(&tidy(&folder.join(near))) {
                let is_source = crate::family::is_source(Path::new(&name));
                if is_source && folder.join(near).join(&name) != view.path {
                    let path = format!("{near}{name}");
                    items.push(Completion::new(&path, CompletionKind::File, ""));
                }
            }
        }
        items
    }
}

/// Where in a line something is written.
enum LinePosition {
    /// Where a statement begins.
    Start,
    /// In a comment or a string.
    Comment,
    /// Where the path of a file is.
    Path,
    /// Among the operands of a statement.
    Operand { head: String, operand: usize },
}

impl LinePosition {
    fn of(view: &SourceView, line: &str, offset: usize) -> LinePosition {
        let outline = view.reader.read(line);
        let last = outline.words.last();
        let in_string = last.is_some_and(|word| {
            let text = line.get(word.at.range()).unwrap_or("");
            word.kind == WordKind::Text && (text.len() == 1 || !text.ends_with('"'))
        });
        let at = view
            .outline
            .words
            .partition_point(|word| word.at.start < offset);
        let is_in = |kind: WordKind| {
            let word = at.checked_sub(1).map(|at| view.outline.words[at]);
            word.is_some_and(|word| word.kind == kind && offset < word.at.end)
        };
        if last.is_some_and(|word| word.kind == WordKind::Comment) || is_in(WordKind::Comment) {
            return LinePosition::Comment;
        }
        let statement = outline.statements.last();
        let head = statement.and_then(|s| Some((s, s.head?)));
        let Some((statement, head)) = head else {
            return LinePosition::Start;
        };
        let head = outline.words[head].at;
        let name = line.get(head.range()).unwrap_or("").to_owned();
        if let StatementKind::Directive(_) = statement.kind
            && [".import", ".include", ".incbin"].contains(&&*name)
        {
            return LinePosition::Path;
        }
        if in_string {
            return LinePosition::Comment;
        }
        let rest = &line[head.end..];
        match rest.trim_end_matches(['+', '-', '(']).is_empty() && rest.is_empty() {
            true => LinePosition::Start,
            false => LinePosition::Operand {
                head: name,
                operand: rest.matches(',').count(),
            },
        }
    }
}

/// The part of a word before a place, and after it as far as it goes on.
fn typed(view: &SourceView, offset: usize) -> Option<ByteRange> {
    let before = view.text.get(..offset)?;
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '%' | '\\');
    let start = before.rfind(|c| !is_part(c));
    let start = start.map_or(0, |at| {
        at + before[at..].chars().next().map_or(1, char::len_utf8)
    });
    Some(ByteRange::new(start, offset))
}

/// A form with its operands to fill in.
fn snippet(form: &StatementForm) -> String {
    let mut out = String::new();
    let mut end = 0;
    let mut number = 0;
    for (start, stop) in &form.operands {
        out.push_str(&form.label[end..*start]);
        let operand = &form.label[*start..*stop];
        // `imm(rs1)` are two.
        let parts = operand.split_inclusive(['(', ')']);
        for part in parts {
            let name = part.trim_end_matches(['(', ')']);
            if !name.is_empty() {
                number += 1;
                out.push_str(&format!("${{{number}:{name}}}"));
            }
            out.push_str(&part[name.len()..]);
        }
        end = *stop;
    }
    out.push_str(&form.label[end..]);
    out
}

/// The numbers of calls, where one is loaded.
fn calls(view: &SourceView, head: &str, operand: usize, line: &str) -> Vec<Completion> {
    let desc = view.language.target().desc();
    let Some(table) = call_table(view).filter(|_| head == "li" && operand == 1) else {
        return Vec::new();
    };
    let mut words = line.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let is_number = words.any(|word| register_of(desc, word) == Some(table.number));
    let rows = table.rows.iter().filter(|_| is_number);
    let items = rows.map(|row| {
        let label = row.number.to_string();
        let mut item = Completion::new(&label, CompletionKind::Number, row.name);
        item.doc = row.doc.to_owned();
        item.rank(1)
    });
    items.collect()
}
