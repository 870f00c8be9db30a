//! What an editor says and hears.

mod actions;
mod diagnostics;
mod editor;
mod language;
mod protocol;
mod random;
