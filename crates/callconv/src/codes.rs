//! The codes of findings. Each has a page in docs/diagnostics.

use diag::Code;

/// A register that a function must leave as it was comes back with another value.
pub const NOT_RESTORED: Code = Code("CC0101");
/// It was restored from a place where something else was saved.
pub const WRONG_PLACE: Code = Code("CC0102");
/// It was saved or restored with fewer bytes than it has.
pub const WRONG_WIDTH: Code = Code("CC0103");
/// The place where it was saved was written over.
pub const SAVE_OVERWRITTEN: Code = Code("CC0104");
/// The stack pointer is another at the return.
pub const STACK_POINTER: Code = Code("CC0105");
/// The return address was lost in a nested call.
pub const RETURN_ADDRESS_LOST: Code = Code("CC0106");
/// A return goes to an address from which nobody called.
pub const WRONG_RETURN: Code = Code("CC0107");
/// A register that was not restored has its old value by luck.
pub const BY_LUCK: Code = Code("CC0108");
/// A register that a call may change is read after it.
pub const READ_AFTER_CALL: Code = Code("CC0201");
/// A result is read that the function never gives.
pub const NO_RESULT: Code = Code("CC0202");
/// A function reads a register in which no argument was passed.
pub const NO_ARGUMENT: Code = Code("CC0203");
/// A register is read that nothing ever wrote.
pub const NEVER_WRITTEN: Code = Code("CC0204");
/// A function uses what its caller left in a saved register.
pub const CALLERS_VALUE: Code = Code("CC0205");
/// Memory below the stack pointer is used.
pub const BELOW_STACK: Code = Code("CC0301");
/// A function uses the frame of its caller.
pub const CALLERS_FRAME: Code = Code("CC0302");
/// Memory of the stack is read that nothing was stored in.
pub const UNWRITTEN_STACK: Code = Code("CC0303");
/// The stack pointer leaves the stack.
pub const OUTSIDE_STACK: Code = Code("CC0304");
/// The stack pointer is not aligned at a call.
pub const MISALIGNED_STACK: Code = Code("CC0305");
/// A register that belongs to others is written.
pub const RESERVED: Code = Code("CC0401");
/// Control runs from one function into the next.
pub const FELL_THROUGH: Code = Code("CC0402");
/// The program switches stacks, and the check ends.
pub const STACK_SWITCHED: Code = Code("CC0501");
/// A path leads to a return with another stack pointer.
pub const PATH_STACK: Code = Code("CC0601");
/// A path leads to a return without restoring a register.
pub const PATH_NOT_RESTORED: Code = Code("CC0602");
/// A register that a call may change is read after it on every path.
pub const PATH_READ_AFTER_CALL: Code = Code("CC0603");
/// Control runs past the end of a function.
pub const NO_RETURN: Code = Code("CC0604");
/// No path leads to an instruction.
pub const UNREACHABLE: Code = Code("CC0605");
/// Nothing uses a label.
pub const UNUSED_LABEL: Code = Code("CC0606");
/// A comment about the conventions of a program has a mistake.
pub const CONTRACT: Code = Code("W0801");
