//! Sources, spans, diagnostics, and how they are shown.
//!
//! Owns [`SourceMap`] and [`Span`], the [`Diagnostic`] value, its three renderings (plain text,
//! ANSI colours, JSON) and the [`registry`] of codes with their explanation pages.
//!
//! Must not know anything about assembly or instruction sets: a diagnostic here is text, places
//! in text, and a code. It does no I/O; callers decide where a rendering goes.
//!
//! ```
//! use diag::{Code, Diagnostic, RenderOptions, SourceMap, Span, render};
//!
//! let mut sources = SourceMap::default();
//! let file = sources.add("main.s", "addi a0, a0\n");
//! let fault = Diagnostic::error(Code("E0301"), "an operand is missing")
//!     .primary(Span::new(file, 0, 11), "`addi` has three operands")
//!     .help("add a number");
//! let text = render(&sources, &fault, &RenderOptions::default());
//! assert!(text.starts_with("error[E0301]: an operand is missing\n --> main.s:1:1\n"));
//! ```

mod clean;
mod diagnostic;
mod excerpt;
mod json;
pub mod number;
pub mod registry;
mod render;
mod shell;
mod similar;
mod source;

pub use clean::{is_invisible, one_line, source as visible, visible_char};
pub use diagnostic::{Code, Diagnostic, Label, Patch, Severity, Unshown};
pub use json::to_json;
pub use render::{RenderOptions, render};
pub use shell::{shell_path, shell_word};
pub use similar::similar;
pub use source::{FileId, Position, SourceMap, Span, Text};
