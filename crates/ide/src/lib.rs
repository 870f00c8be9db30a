//! Assembly languages for editors, as values: what is wrong with a text, what stands at a place, what
//! fits there, where else it is used.
//!
//! Owns the [`Workspace`]: the documents that are open in an editor, and what is known about the programs
//! that they belong to. Must not know any protocol: places are bytes of a file, files are paths, and
//! answers are plain values. Files come through a [`FileSource`](assembler::FileSource), so there is no
//! disk, thread or clock in here.

mod analysis;
mod files;
mod findings;
mod settings;
mod workspace;

pub use analysis::Analysis;
pub use findings::{Findings, is_about_unused_code};
pub use settings::{LanguageSettings, SETTINGS, SettingRow};
pub use workspace::{SourceDocument, Workspace};
