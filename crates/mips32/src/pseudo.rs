//! The pseudo-instructions, and the forms of real ones that need more than one instruction.

use machine::isa::Pseudo;

/// All forms, in the order in which they are tried.
pub static PSEUDOS: &[Pseudo] = &[];
