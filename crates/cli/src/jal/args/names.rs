//! What options choose among: machines, languages, environments and layouts of memory.

use clap::ValueEnum;

/// The instruction sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::jal) enum IsaName {
    /// RISC-V, 32 bits
    Rv32,
    /// MIPS, 32 bits
    Mips32,
}

/// The assembly dialects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::jal) enum DialectName {
    /// The language of the Venus simulator (RISC-V)
    Venus,
    /// The language of the RARS simulator (RISC-V)
    Rars,
    /// The language of the MARS simulator (MIPS)
    Mars,
    /// The language of the SPIM simulator (MIPS)
    Spim,
    /// The language of the mipsy simulator (MIPS)
    Mipsy,
    /// The language of GNU as, which gcc -S writes (RISC-V and MIPS)
    Gnu,
}

/// The environments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::jal) enum EnvName {
    /// Call number in a0 (the default for RISC-V sources)
    Venus,
    /// Call number in a7, with the numbers of RARS
    Rars,
    /// Call number in $v0 (the default for MIPS sources)
    Mars,
    /// Call number in $v0, with the calls and exceptions of SPIM
    Spim,
    /// Call number in $v0, with the calls of mipsy
    Mipsy,
    /// Linux: call number in a7, or in $v0 starting at 4000 (the default for ELF files)
    Linux,
}

/// The memory configurations of MARS and RARS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::jal) enum MemoryName {
    /// The whole address space
    #[default]
    Default,
    /// 32 KiB with the data at address 0
    CompactData,
    /// 32 KiB with the text at address 0
    CompactText,
}
