//! What an editor says and hears.

mod diagnostics;
mod editor;
mod grammar;
mod protocol;
