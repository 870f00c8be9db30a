//! From parsed files to one image: the bytes of each file, their addresses, and the symbols
//! between files.

pub(crate) mod addresses;
pub(crate) mod declared;
pub(crate) mod filling;
pub(crate) mod globals;
pub(crate) mod layout;
pub(crate) mod link;
pub(crate) mod named;
pub(crate) mod outputs;
pub(crate) mod passes;
pub(crate) mod scope;
pub(crate) mod section;
pub(crate) mod slots;
