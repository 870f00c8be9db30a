//! What is replaced before the parser sees it.
//!
//! `.macro`, `.eqv` and `.include` make a new text: [`definitions`] reads the lines and collects
//! the macros, [`overloads`] finds the one that a call means, [`body`] makes its lines ready to be
//! written, [`expand`] writes the text without macros, and [`origin`] leads back to the source. Lines such as `#define` and `#ifdef`
//! ([`hash_lines`]) are carried out token by token, while the parser reads.

pub(crate) mod blocks;
pub(crate) mod body;
pub(crate) mod defines;
pub(crate) mod definitions;
pub(crate) mod expand;
pub(crate) mod hash_lines;
pub(crate) mod number;
pub(crate) mod origin;
pub(crate) mod overloads;
