//! What an editor says and hears.

mod actions;
mod diagnostics;
mod editor;
mod grammar;
mod language;
mod protocol;
mod random;
