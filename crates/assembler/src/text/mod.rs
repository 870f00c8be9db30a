//! From a text to a [`parsed::ParsedFile`]: tokens, expressions, statements, directives.

pub(crate) mod constants;
pub(crate) mod data_lines;
pub(crate) mod directive;
pub(crate) mod escape;
pub(crate) mod expr;
pub(crate) mod floats;
pub(crate) mod lex;
pub mod literal;
pub(crate) mod parse;
pub(crate) mod parsed;
pub(crate) mod segments;
