//! Why a program cannot go on. Traps are small `Copy` values: making one allocates nothing.

/// What an instruction tried that the machine does not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trap {
    /// A load from memory that does not exist.
    Load {
        /// The address.
        address: u32,
        /// How many bytes.
        size: u8,
        /// The memory exists, but only instructions may be fetched from it.
        execute_only: bool,
    },
    /// A store to memory that does not exist or is read-only.
    Store {
        /// The address.
        address: u32,
        /// How many bytes.
        size: u8,
        /// The memory exists, but may not be written.
        read_only: bool,
    },
    /// An access to the unused memory between heap and stack, below the stack pointer.
    Gap {
        /// The address.
        address: u32,
        /// How many bytes.
        size: u8,
        /// It was a store.
        store: bool,
    },
    /// An access whose address must be a multiple of its size and is not.
    Misaligned {
        /// The address.
        address: u32,
        /// How many bytes.
        size: u8,
        /// It was a store.
        store: bool,
    },
    /// The word at the program counter is not an instruction.
    Illegal {
        /// The word.
        word: u32,
    },
    /// The program counter left the executable memory.
    Fetch {
        /// Where it went.
        address: u32,
    },
    /// A breakpoint instruction.
    Breakpoint {
        /// The number it carries; 0 if none.
        code: u32,
    },
    /// A signed sum or difference that 32 bits cannot hold.
    Overflow,
    /// The condition of a trap instruction holds.
    Conditional,
    /// A pair of floating-point registers that does not begin with an even one.
    OddFloat {
        /// The register's number.
        register: u8,
    },
    /// A floating-point exception that the program has enabled.
    FloatException {
        /// What the operation raised, as [`Flags`](crate::float::Flags); 0 if it is what the
        /// processor leaves to software.
        raised: u8,
    },
    /// A call that the environment refused.
    Call,
    /// The program has interrupted itself by its last instruction, which is done.
    Interrupted,
    /// Not a fault: an access to a device, which the host carries out.
    Device {
        /// The address.
        address: u32,
        /// How many bytes.
        size: u8,
        /// It is a store.
        store: bool,
    },
    /// The program needs more memory than it was given.
    MemoryLimit {
        /// The address that would need it.
        address: u32,
    },
    /// Not a fault: an instruction was overwritten, so code has to be decoded again. The run
    /// loop handles it and never returns it.
    CodeModified,
}
