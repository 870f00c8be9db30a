//! Assembly languages for editors, as values: what is wrong with a text, what stands at a place, what
//! fits there, where else it is used.
//!
//! Owns the [`Workspace`]: the documents that are open in an editor, and what is known about the programs
//! that they belong to. Must not know any protocol: places are bytes of a file, files are paths, and
//! answers are plain values. Files come through a [`FileSource`](assembler::FileSource), so there is no
//! disk, thread or clock in here.

mod analysis;
mod code;
mod completion;
pub mod explain;
mod family;
mod files;
mod findings;
mod hints;
mod hover;
mod keys_of;
mod lenses;
mod names;
mod refactor;
mod settings;
mod signature;
mod snippets;
mod source;
mod structure;
mod workspace;

pub use analysis::Analysis;
pub use completion::{Completion, CompletionKind, Completions};
pub use findings::{Findings, is_about_unused_code};
pub use hints::CodeHint;
pub use hover::HoverText;
pub use lenses::{CodeLens, LensAction};
pub use names::RenameRefused;
pub use refactor::SourceChange;
pub use settings::{EditorSetting, LanguageSettings, SETTINGS};
pub use signature::{StatementForm, StatementForms};
pub use source::{SourcePlace, SourceView};
pub use structure::{EntryKind, FunctionCalls, FunctionPlace, OutlineEntry};
pub use workspace::{SourceDocument, Workspace};
