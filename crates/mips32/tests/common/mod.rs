//! What the test programs share: MIPS instructions by mnemonic.

/// The word of an instruction, its operands in the order in which they are written. Targets of
/// branches are distances from the next instruction, sizes of bit fields the number of their last
/// bit.
#[track_caller]
pub(crate) fn encode(name: &str, operands: &[i64]) -> u32 {
    testkit::encode(&mips32::DESC, name, operands)
}
