//! What an editor says and hears.

mod diagnostics;
mod editor;
mod protocol;
