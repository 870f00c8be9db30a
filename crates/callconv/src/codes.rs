//! The codes of findings. Each has a page in docs/diagnostics.

diag::codes! {
    /// A register that a function must leave as it was comes back with another value.
    NOT_RESTORED = "CC0101";
    /// It was restored from a place where something else was saved.
    WRONG_PLACE = "CC0102";
    /// It was saved or restored with fewer bytes than it has.
    WRONG_WIDTH = "CC0103";
    /// The place where it was saved was written over.
    SAVE_OVERWRITTEN = "CC0104";
    /// The stack pointer is another at the return.
    STACK_POINTER = "CC0105";
    /// The return address was lost in a nested call.
    RETURN_ADDRESS_LOST = "CC0106";
    /// A return goes to an address from which nobody called.
    WRONG_RETURN = "CC0107";
    /// A register that was not restored has its old value by luck.
    BY_LUCK = "CC0108";
    /// A register that a call may change is read after it.
    READ_AFTER_CALL = "CC0201";
    /// A result is read that the function never gives.
    NO_RESULT = "CC0202";
    /// A function reads a register in which no argument was passed.
    NO_ARGUMENT = "CC0203";
    /// A register is read that nothing ever wrote.
    NEVER_WRITTEN = "CC0204";
    /// A function uses what its caller left in a saved register.
    CALLERS_VALUE = "CC0205";
    /// Memory below the stack pointer is used.
    BELOW_STACK = "CC0301";
    /// A function uses the frame of its caller.
    CALLERS_FRAME = "CC0302";
    /// Memory of the stack is read that nothing was stored in.
    UNWRITTEN_STACK = "CC0303";
    /// The stack pointer leaves the stack.
    OUTSIDE_STACK = "CC0304";
    /// The stack pointer is not aligned at a call.
    MISALIGNED_STACK = "CC0305";
    /// A register that belongs to others is written.
    RESERVED = "CC0401";
    /// Control runs from one function into the next.
    FELL_THROUGH = "CC0402";
    /// The program switches stacks, and the check ends.
    STACK_SWITCHED = "CC0501";
    /// Calls are nested too deeply, and the check ends.
    TOO_DEEP = "CC0502";
    /// A path leads to a return with another stack pointer.
    PATH_STACK = "CC0601";
    /// A path leads to a return without restoring a register.
    PATH_NOT_RESTORED = "CC0602";
    /// A register that a call may change is read after it on every path.
    PATH_READ_AFTER_CALL = "CC0603";
    /// Control runs past the end of a function.
    NO_RETURN = "CC0604";
    /// No path leads to an instruction.
    UNREACHABLE = "CC0605";
    /// Nothing uses a label.
    UNUSED_LABEL = "CC0606";
    /// Data are used with another size than they were declared with.
    OTHER_SIZE = "CC0607";
    /// Something is stored over instructions.
    WROTE_CODE = "R0401";
    /// An access goes to an address that is no pointer.
    LOW_ACCESS = "R0402";
    /// An access goes to an address that is not a multiple of its size.
    ODD_ADDRESS = "R0403";
    /// A division by zero.
    DIVIDED_BY_ZERO = "R0404";
    /// A function runs past the end of the program.
    RAN_OFF = "R0405";
    /// A string is printed from where there is none.
    NO_STRING = "R0406";
    /// A call of the environment uses a register that nothing ever wrote.
    CALL_WITHOUT = "R0407";
    /// Memory of the heap is read before anything was stored there.
    NEW_MEMORY = "R0408";
    /// The check of Venus reports something, and the course grades by it.
    VENUS = "CC0801";
    /// A comment about the conventions of a program has a mistake.
    CONTRACT = "W0801";
}

/// Findings with which the check ends: what comes after them is not checked.
pub const ENDS_CHECK: &[diag::Code] = &[STACK_SWITCHED, TOO_DEEP];
