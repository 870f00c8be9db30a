//! The debug adapter protocol: what editors say and hear when they debug.
//!
//! [`Adapter::handle`] answers one message, and [`Adapter::tick`] lets the program run for some
//! instructions. Both return messages and do nothing else: no input, no output, no thread, no clock. Who
//! owns those ([`wire`] helps with the bytes) calls `tick` while [`Adapter::is_running`], and looks for
//! messages in between, so that a program can be paused. What is said comes from the engine of the
//! debugger, its prompt and [`debug::view`]; this crate only translates.

mod adapter;
mod arguments;
mod breakpoints;
mod console;
mod extras;
mod launch;
mod memory;
mod message;
mod moves;
mod progress;
mod sources;
mod stack;
mod variables;
pub mod wire;

pub use adapter::Adapter;
pub use arguments::LaunchArguments;
pub use launch::{DebuggedBoard, LaunchRefusal, Launcher};
