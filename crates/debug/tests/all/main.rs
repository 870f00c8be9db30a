//! What always holds: wherever moves lead, the state is that of a fresh run to that step; and
//! breakpoints, conditions and watchpoints stop where single-stepping finds that they should.
//! Sessions at the prompt, as people read them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod boundary;
mod calls;
mod commands;
mod diff;
#[cfg(feature = "dwarf")]
mod dwarf;
#[cfg(feature = "dwarf")]
mod lines;
mod macros;
mod moves;
mod program;
mod prompt;
mod pursuit;
mod robust;
mod sessions;
mod stops;
mod timeline;
#[cfg(feature = "tui")]
mod tui;
mod values;
mod why;
