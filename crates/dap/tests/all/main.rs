//! Sessions with an editor, message by message, and laws about them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod editor;
mod hostile;
mod laws;
mod sessions;
