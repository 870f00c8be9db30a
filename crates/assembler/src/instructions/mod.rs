//! From a statement to the bits of its instruction: the form that fits, the expansion of a
//! pseudo-instruction, and what is filled in once addresses are known.

pub(crate) mod fixup;
pub(crate) mod instruction;
pub(crate) mod select;
pub(crate) mod template;
