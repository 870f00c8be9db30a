//! The values of registers.

use crate::isa::Reg;

/// The registers both machines have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registers {
    /// Integer registers. 0 stays zero; 32 takes writes to it; 64 on are the hidden ones; 128
    /// and 129 hold what a branch reads while its delay slot runs. The rest is there so that a
    /// byte as an index needs no bounds check.
    pub x: [u32; 256],
    /// Floating-point registers.
    pub f: [u64; 32],
}

impl Default for Registers {
    fn default() -> Self {
        Registers {
            x: [0; 256],
            f: [0; 32],
        }
    }
}

impl Registers {
    /// The value of `reg`.
    pub fn get(&self, reg: Reg) -> u64 {
        match reg.0 {
            n @ 32..64 => self.f[(n & 31) as usize],
            n => self.x[n as usize].into(),
        }
    }

    /// Sets `reg`; a write to the constant-zero register is dropped.
    pub fn set(&mut self, reg: Reg, value: u64) {
        match reg.0 {
            0 => {}
            n @ 32..64 => self.f[(n & 31) as usize] = value,
            n => self.x[n as usize] = value as u32,
        }
    }
}
