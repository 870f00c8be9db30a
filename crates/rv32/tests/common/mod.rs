//! What the test programs share: RISC-V instructions by mnemonic.

/// The word of an instruction, its operands in the order in which they are written. Targets are
/// distances.
#[track_caller]
pub(crate) fn encode(name: &str, operands: &[i64]) -> u32 {
    testkit::encode(&rv32::DESC, name, operands)
}
