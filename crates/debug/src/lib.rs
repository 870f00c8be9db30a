//! A debugger that goes backwards.
//!
//! Owns the [`Engine`]: a program at one step of its history, commands as calls that return what
//! happened as values, and questions about its state. Its faces are modules: [`repl`] is the prompt
//! with its commands, [`tui`] the full screen around them. Knows no command line of the process and no exit codes.

mod copies;
pub mod engine;
pub mod expr;
mod observers;
pub mod place;
pub mod repl;
pub mod stops;
mod timeline;
#[cfg(feature = "tui")]
pub mod tui;
mod world;

pub use engine::{DebugSetup, Engine, EngineError, Stopped, Why};
pub use observers::{CallFrame, Hit, StepEffect, WatchedAccess};
pub use timeline::Edit;
