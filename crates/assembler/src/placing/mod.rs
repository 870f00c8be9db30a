//! From parsed files to one image: the bytes of each file, their addresses, and the symbols
//! between files.

pub(crate) mod addresses;
pub(crate) mod layout;
pub(crate) mod link;
pub(crate) mod passes;
pub(crate) mod scope;
pub(crate) mod section;
