//! From a text to a [`parsed::ParsedFile`]: tokens, expressions, statements, directives.

pub(crate) mod characters;
pub(crate) mod constants;
pub(crate) mod data_lines;
pub(crate) mod directive;
pub(crate) mod escape;
pub(crate) mod evaluate;
pub(crate) mod expr;
pub(crate) mod filling;
pub(crate) mod floats;
pub(crate) mod lex;
pub mod literal;
pub(crate) mod naming;
pub(crate) mod parse;
pub(crate) mod parsed;
pub(crate) mod sections;
pub(crate) mod segments;
