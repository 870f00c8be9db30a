//! What is wrong with a document and everything that is read with it.

use callconv::codes;
use diag::{Code, Diagnostic, FileId, Severity, SourceMap, Span};
use std::path::{Path, PathBuf};

/// What is wrong with a document and everything that is read with it.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The document.
    pub document: PathBuf,
    /// Everything that is wrong.
    pub list: Vec<Diagnostic>,
    /// The texts in which the places are.
    pub sources: SourceMap,
    /// Where the texts are; nothing for those that no file has.
    pub(crate) paths: Vec<Option<PathBuf>>,
}

impl Findings {
    /// Where a text is.
    pub fn path(&self, file: FileId) -> Option<&Path> {
        self.paths.get(file.index())?.as_deref()
    }

    /// The text at a path.
    pub fn file(&self, path: &Path) -> Option<FileId> {
        self.files()
            .find(|(_, known)| *known == path)
            .map(|(file, _)| file)
    }

    /// All files that were read.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &Path)> {
        let known = self.sources.files().zip(&self.paths);
        known.filter_map(|(file, path)| Some((file, path.as_deref()?)))
    }

    /// Where a finding is shown: at its place, if a file has that; else where the way to it begins.
    pub fn place(&self, finding: &Diagnostic) -> Option<Span> {
        let trail = finding.trail.iter().map(|label| label.span);
        let mut places = finding.primary_span().into_iter().chain(trail);
        places.find(|span| self.path(span.file).is_some())
    }

    /// Whether something does not assemble, or cannot be read.
    pub fn has_errors(&self) -> bool {
        let mut all = self.list.iter();
        all.any(|finding| finding.severity == Severity::Error)
    }
}

/// Whether findings with this code are about something that nobody uses.
pub fn is_about_unused_code(code: Code) -> bool {
    [codes::UNREACHABLE, codes::UNUSED_LABEL].contains(&code)
}
