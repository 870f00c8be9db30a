//! Exit codes of `jal`, each with one meaning.

/// All is well.
pub const SUCCESS: u8 = 0;
/// The program does not keep to the calling convention, and that was asked for.
pub const CONVENTION: u8 = 123;
/// A limit was hit.
pub const LIMIT: u8 = 124;
/// The program faulted.
pub const FAULT: u8 = 126;
/// The program does not assemble or load.
pub const NOT_LOADED: u8 = 127;
/// Something was found (`jal check`).
pub const FINDINGS: u8 = 1;
/// Wrong usage.
pub const USAGE: u8 = 2;
/// `jal` itself could not work (a disk that is full, a file that cannot be written).
pub const BROKEN: u8 = 3;
/// Interrupted by the user.
pub use terminal::console::INTERRUPTED;

/// The exit code of the process for the program's own.
pub fn of_guest(code: i32) -> u8 {
    code as u8
}
