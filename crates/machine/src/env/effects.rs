//! Which registers the calls of an environment read and write, for who watches a program without
//! answering its calls.

use crate::isa::Reg;

/// What a call does to registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallEffect {
    /// Registers whose values matter, besides the one with the number of the call.
    pub reads: &'static [Reg],
    /// Registers that hold a result afterwards.
    pub writes: &'static [Reg],
    /// The registers with the address and the size of memory that it fills.
    pub fills: Option<(Reg, Reg)>,
}

/// The calls of an environment.
#[derive(Clone, Copy, Debug)]
pub struct CallTable {
    /// The register with the number of the call.
    pub number: Reg,
    /// What the call with a number does. A call that does not exist does nothing.
    pub effect: fn(u32) -> CallEffect,
}

const fn effect(reads: &'static [Reg], writes: &'static [Reg]) -> CallEffect {
    CallEffect {
        reads,
        writes,
        fills: None,
    }
}

impl CallEffect {
    const fn fills(self, address: Reg, size: Reg) -> Self {
        CallEffect {
            fills: Some((address, size)),
            ..self
        }
    }
}

/// The calls of Venus.
pub const VENUS: CallTable = CallTable {
    number: Reg(10),
    effect: |number| {
        const A: [Reg; 7] = [
            Reg(10),
            Reg(11),
            Reg(12),
            Reg(13),
            Reg(14),
            Reg(15),
            Reg(16),
        ];
        const RESULT: &[Reg] = &[A[0]];
        match number {
            1 | 4 | 11 | 17 | 34 => effect(&[A[1]], &[]),
            5 | 9 | 16 | 18 | 19 | 20 => effect(&[A[1]], RESULT),
            6 | 12 => effect(&[], RESULT),
            8 => effect(&[A[1], A[2]], &[]).fills(A[1], A[2]),
            13 => effect(&[A[1], A[2]], RESULT),
            14 => effect(&[A[1], A[2], A[3]], RESULT).fills(A[2], A[3]),
            15 => effect(&[A[1], A[2], A[3], A[4]], RESULT),
            0x131 => effect(&[], &[A[0], A[1]]),
            0x3cc => effect(&[A[6]], RESULT),
            _ => effect(&[], &[]),
        }
    },
};

/// The calls of MARS.
pub const MARS: CallTable = CallTable {
    number: Reg(2),
    effect: |number| {
        const A: [Reg; 3] = [Reg(4), Reg(5), Reg(6)];
        const RESULT: &[Reg] = &[Reg(2)];
        const FLOAT_RESULT: &[Reg] = &[Reg(32), Reg(33)];
        match number {
            1 | 4 | 11 | 16 | 17 | 32 | 34 | 35 | 36 => effect(&[A[0]], &[]),
            2 => effect(&[Reg(44)], &[]),
            3 => effect(&[Reg(44), Reg(45)], &[]),
            5 | 12 => effect(&[], RESULT),
            6 | 7 => effect(&[], FLOAT_RESULT),
            8 => effect(&[A[0], A[1]], &[]).fills(A[0], A[1]),
            40 | 55 | 56 | 59 => effect(&[A[0], A[1]], &[]),
            9 => effect(&[A[0]], RESULT),
            13 => effect(&[A[0], A[1]], RESULT),
            14 => effect(&[A[0], A[1], A[2]], RESULT).fills(A[1], A[2]),
            15 => effect(&[A[0], A[1], A[2]], RESULT),
            30 => effect(&[], &[A[0], A[1]]),
            // Unused stream numbers are common: any value in $a0 gives random numbers.
            41 => effect(&[], &[A[0]]),
            42 => effect(&[A[1]], &[A[0]]),
            43 | 44 => effect(&[], FLOAT_RESULT),
            50 => effect(&[A[0]], &[A[0]]),
            51 => effect(&[A[0]], &[A[0], A[1]]),
            52 | 53 => effect(&[A[0]], &[Reg(32), Reg(33), A[1]]),
            54 => effect(&[A[0], A[1], A[2]], &[A[1]]).fills(A[1], A[2]),
            57 | 58 => effect(&[A[0], Reg(44)], &[]),
            _ => effect(&[], &[]),
        }
    },
};

/// The calls of Linux on RISC-V: the arguments that matter differ, the result does not.
pub const LINUX_RISCV: CallTable = CallTable {
    number: Reg(17),
    effect: |number| match number {
        63 => effect(&[], &[Reg(10)]).fills(Reg(11), Reg(12)),
        _ => effect(&[], &[Reg(10)]),
    },
};

/// The calls of Linux on MIPS.
pub const LINUX_MIPS: CallTable = CallTable {
    number: Reg(2),
    effect: |number| match number {
        4003 => effect(&[], &[Reg(2), Reg(7)]).fills(Reg(5), Reg(6)),
        _ => effect(&[], &[Reg(2), Reg(7)]),
    },
};
