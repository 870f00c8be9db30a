//! A class that is made up: solutions that are independent of each other, and disguised copies.

pub(crate) mod code;
pub(crate) mod disguise;
pub(crate) mod student;
mod writer;
