//! What the fuzz targets share.
//!
//! `source` assembles a text and looks at everything that can be made of it, `run` runs a program
//! plain and observed and compares the two. A difference, like anything else that must not be,
//! is a panic: the fuzzer reports it.

pub mod run;
pub mod simulator;
pub mod source;
