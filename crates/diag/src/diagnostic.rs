//! Owns the [`Diagnostic`] value: what is wrong, where, how we got there, and what to do.

use std::fmt;

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Stops the program from being assembled or run.
    Error,
    /// Probably a mistake, but the work goes on.
    Warning,
    /// For information.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The stable name of a kind of diagnostic, such as `E0101`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub &'static str);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A remark about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The remark; may be empty, then only the place is underlined.
    pub text: String,
    /// Whether this is where the fault is (`^^^`) or only related to it (`---`).
    pub primary: bool,
}

/// A fix that a program may apply: put `replacement` where `span` is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// What to take out; an empty span inserts.
    pub span: Span,
    /// What to put there; empty deletes.
    pub replacement: String,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its kind, which names a page of the [registry](crate::registry).
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub title: String,
    /// Where it is wrong, and related places.
    pub labels: Vec<Label>,
    /// How we got there: import chain, macro calls, call chain; shown after the labels.
    pub trail: Vec<Label>,
    /// Facts that need no place.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Vec<String>,
    /// The fix, where there is a certain one.
    pub patch: Option<Patch>,
    /// Those that it stands for and that are not shown.
    pub unshown: Unshown,
}

/// How many diagnostics are not shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unshown {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// There are more, which nobody counted.
    pub more: bool,
}

impl Diagnostic {
    /// A new error.
    #[must_use]
    pub fn error(code: Code, title: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, title)
    }

    /// A new warning.
    #[must_use]
    pub fn warning(code: Code, title: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, title)
    }

    /// A new diagnostic of severity [`Severity::Note`].
    #[must_use]
    pub fn info(code: Code, title: impl Into<String>) -> Self {
        Self::new(code, Severity::Note, title)
    }

    /// A new diagnostic of any severity.
    #[must_use]
    pub fn new(code: Code, severity: Severity, title: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            title: title.into(),
            labels: Vec::new(),
            trail: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            patch: None,
            unshown: Unshown::default(),
        }
    }

    /// Makes it stand for others that are not shown.
    #[must_use]
    pub fn for_unshown(mut self, unshown: Unshown) -> Self {
        self.unshown = unshown;
        self
    }

    /// Adds a place where the fault is.
    #[must_use]
    pub fn primary(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label::new(span, text, true));
        self
    }

    /// Adds a related place.
    #[must_use]
    pub fn secondary(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label::new(span, text, false));
        self
    }

    /// Adds a step of the way to the fault, nearest first.
    #[must_use]
    pub fn trail(mut self, span: Span, text: impl Into<String>) -> Self {
        self.trail.push(Label::new(span, text, false));
        self
    }

    /// Adds a fact that needs no place.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Sets the fix. When shown to people, the last help text is its heading.
    #[must_use]
    pub fn patch(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.patch = Some(Patch {
            span,
            replacement: replacement.into(),
        });
        self
    }

    /// Where the fault is: the first primary label, else the first label.
    #[must_use]
    pub fn primary_span(&self) -> Option<Span> {
        let primary = self.labels.iter().find(|l| l.primary);
        primary.or(self.labels.first()).map(|l| l.span)
    }
}

impl Label {
    fn new(span: Span, text: impl Into<String>, primary: bool) -> Self {
        Self {
            span,
            text: text.into(),
            primary,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceMap;

    #[test]
    fn the_primary_span_falls_back_on_the_first_label() {
        let file = SourceMap::default().add("t.s", "abc");
        let (a, b) = (Span::new(file, 0, 1), Span::new(file, 1, 2));
        let d = Diagnostic::error(Code("E0101"), "t");
        assert_eq!(d.primary_span(), None);
        let d = d.secondary(a, "");
        assert_eq!(d.primary_span(), Some(a));
        assert_eq!(d.primary(b, "").primary_span(), Some(b));
    }
}
