//! A debugger that goes backwards.
//!
//! Owns the [`Engine`]: a program at one step of its history, commands as calls that return what
//! happened as values, and questions about its state. Its faces are modules: [`repl`] is the prompt
//! with its commands, [`tui`] the full screen around them. Knows no command line of the process
//! and no exit codes.
//!
//! ```
//! use assembler::MemoryLoader;
//! use debug::{DebugSetup, Engine};
//! use runtime::load::{LoadOptions, LoadRequest};
//! use runtime::Target;
//!
//! let text = "li a0, 1\nli a0, 2\nli a1, 3\n";
//! let mut files = MemoryLoader::default().with("two.s", text);
//! let options = LoadOptions { target: Some(Target::RiscV), ..LoadOptions::new(".".into()) };
//! let loaded = LoadRequest::new("two.s", &options).from_loader(&mut files).load();
//! let setup = DebugSetup::new(&loaded);
//! let mut engine = Engine::new(loaded, setup).unwrap();
//! engine.step_lines(2);
//! assert_eq!(engine.evaluate("a0").unwrap(), 2);
//! engine.back(1);
//! assert_eq!(engine.evaluate("a0").unwrap(), 1);
//! ```

#[cfg(feature = "dwarf")]
pub mod dwarf;
pub mod engine;
pub mod expr;
mod observers;
pub mod place;
pub mod progress;
pub mod repl;
pub mod stops;
mod timeline;
#[cfg(feature = "tui")]
pub mod tui;
pub mod view;
mod world;

pub use engine::{DebugSetup, Engine, EngineError, SearchProgress, StartState, Stopped, Why};
pub use observers::{CallFrame, Hit, StepEffect, WatchedAccess};
pub use timeline::Edit;
