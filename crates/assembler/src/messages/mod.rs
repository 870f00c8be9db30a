//! What can be wrong with a program, and the words for it.

pub mod codes;
pub(crate) mod diagnose;
pub mod error;
pub mod mars_text;
pub(crate) mod mismatch;
pub(crate) mod operands;
pub(crate) mod slips;
pub(crate) mod statement;
pub(crate) mod suggest;
pub(crate) mod title;
pub mod venus_text;
