//! The operands of the statement that is being written.

use crate::source::SourceView;
use crate::workspace::Workspace;
use assembler::outline::{StatementKind, WordKind};
use std::path::Path;

/// A way to write a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementForm {
    /// How it is written.
    pub label: String,
    /// Where its operands are in that, as ranges of bytes.
    pub operands: Vec<(usize, usize)>,
    /// What it does.
    pub doc: String,
}

/// The ways to write a statement, and how much of it there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementForms {
    /// The ways.
    pub forms: Vec<StatementForm>,
    /// The one that fits what is written best.
    pub active: usize,
    /// The operand that is being written.
    pub operand: usize,
}

impl StatementForm {
    /// From the name of a statement and its operands as people write them.
    pub(crate) fn new(name: &str, syntax: &str, doc: impl Into<String>) -> Self {
        let label = format!("{name} {syntax}").trim_end().to_owned();
        let mut operands = Vec::new();
        let mut start = name.len() + 1;
        for operand in syntax.split(',').filter(|_| !syntax.is_empty()) {
            let blanks = operand.len() - operand.trim_start().len();
            let text = operand.trim();
            operands.push((start + blanks, start + blanks + text.len()));
            start += operand.len() + 1;
        }
        let doc = doc.into();
        StatementForm {
            label,
            operands,
            doc,
        }
    }
}

/// The ways to write an instruction, a directive or a call of a macro.
pub(crate) fn forms(view: &SourceView, name: &str) -> Vec<StatementForm> {
    let (desc, dialect) = (view.language.target().desc(), view.language.dialect());
    let lower = name.to_ascii_lowercase();
    let rows = desc.rows.iter().filter(|row| row.name == lower);
    let mut forms: Vec<_> = rows
        .map(|row| StatementForm::new(row.name, &row.syntax(), row.doc))
        .collect();
    let pseudos = desc.pseudos.iter().filter(|pseudo| pseudo.name == lower);
    let pseudos = pseudos.filter(|pseudo| pseudo.dialects.meets(dialect.pseudos));
    forms.extend(pseudos.map(|pseudo| {
        let doc = format!("{}\n\nExpands to: {}", pseudo.doc, pseudo.expansion_text());
        StatementForm::new(pseudo.name, &pseudo.syntax(), doc)
    }));
    let directives = dialect.directives.iter();
    let directives = directives.filter(|row| row.names.contains(&lower.as_str()));
    forms.extend(directives.map(|row| StatementForm::new(name, row.operands, row.doc)));
    let macros = view.outline.macros.iter().filter(|m| m.name == name);
    forms.extend(macros.map(|found| {
        let doc = view.comment_about(found.at.start);
        StatementForm::new(name, &found.parameters.join(", "), doc)
    }));
    forms
}

impl Workspace {
    /// The ways to write the statement at a place, if that is among its operands.
    pub fn statement_forms(&mut self, path: &Path, offset: usize) -> Option<StatementForms> {
        let view = self.source(path)?;
        let index = view.outline.statement_at(offset)?;
        let statement = &view.outline.statements[index];
        let head = view.outline.words.get(statement.head?)?;
        let between = view.text.get(head.at.end..offset)?;
        // After the name, in the same line, and not in the comment.
        if between.is_empty() || between.contains('\n') || between.contains(';') {
            return None;
        }
        let at = view.outline.word_at(offset.saturating_sub(1));
        if at.is_some_and(|at| view.outline.words[at].kind == WordKind::Comment) {
            return None;
        }
        if statement.kind == StatementKind::Preprocessor {
            return None;
        }
        let name = view.slice(head.at).to_owned();
        let forms = match head.kind {
            WordKind::Unknown => self.macro_forms(path, &name),
            _ => forms(&view, &name),
        };
        if forms.is_empty() {
            return None;
        }
        let operand = between.matches(',').count();
        let written = statement.operands.len().max(operand + 1);
        let fits = |form: &StatementForm| form.operands.len() >= written;
        let exact = |form: &StatementForm| form.operands.len() == statement.operands.len();
        let active = forms.iter().position(exact).filter(|at| fits(&forms[*at]));
        let active = active.or_else(|| forms.iter().position(fits)).unwrap_or(0);
        // The last operand may be written several times.
        let last = forms[active].operands.len().saturating_sub(1);
        let goes_on = forms[active].label.ends_with('…');
        Some(StatementForms {
            active,
            operand: if goes_on { operand.min(last) } else { operand },
            forms,
        })
    }

    /// The ways to call a macro of another file.
    fn macro_forms(&mut self, path: &Path, name: &str) -> Vec<StatementForm> {
        let Some(family) = self.family(path) else {
            return Vec::new();
        };
        let joined = family.joined(0).into_iter();
        joined
            .flat_map(|member| forms(&family.members[member], name))
            .collect()
    }
}
