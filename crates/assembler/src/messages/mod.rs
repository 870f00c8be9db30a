//! What can be wrong with a program, and the words for it.
//!
//! Every fault is a row in [`faults`]. Where the surroundings of one fault tell more, [`slips`],
//! [`mismatch`] and [`operands`] add a hint of their own.

pub(crate) mod advice;
pub mod codes;
pub(crate) mod environment;
pub mod error;
pub(crate) mod faults;
pub(crate) mod free;
pub mod mars_text;
pub(crate) mod mismatch;
pub(crate) mod operands;
pub(crate) mod slips;
pub(crate) mod statement;
pub mod venus_text;
pub(crate) mod words;
