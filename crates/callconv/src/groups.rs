//! The registers of a calling convention by the part that they have in calls.

use machine::isa::{Abi, Reg, RegisterSet};

/// Which registers carry results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Returns {
    /// The first result register.
    One,
    /// Both, as the conventions say.
    #[default]
    Two,
    /// All argument registers, as some courses teach.
    Arguments,
}

/// A convention in sets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConventionGroups {
    pub(crate) sp: Reg,
    pub(crate) ra: Reg,
    /// What a function leaves as it found it, but the stack pointer.
    pub(crate) saved: RegisterSet,
    /// What a call may change, but the return address.
    pub(crate) temporaries: RegisterSet,
    pub(crate) args: RegisterSet,
    pub(crate) results: RegisterSet,
    /// What no function writes.
    pub(crate) reserved: RegisterSet,
    /// Those of them that the kernel may change at any time.
    pub(crate) kernel: RegisterSet,
    /// What only expansions of pseudo-instructions write.
    pub(crate) assembler: RegisterSet,
    /// A double takes two floating-point registers.
    pub(crate) has_pairs: bool,
}

impl ConventionGroups {
    /// The convention, without the registers that a program uses in its own way.
    pub(crate) fn new(abi: &Abi, returns: Returns, global: RegisterSet) -> Self {
        let of = RegisterSet::of;
        let results = match returns {
            Returns::One => of(&abi.results[..1]),
            Returns::Two => of(abi.results),
            Returns::Arguments => of(abi.results) | of(abi.args),
        };
        // Where doubles take two registers, the convention names the even ones.
        let has_pairs = abi.float_args.iter().all(|reg| reg.0 % 2 == 0);
        let floats = |registers: &[Reg]| {
            let halves = registers.iter().filter(|_| has_pairs);
            let halves: RegisterSet = halves.map(|reg| Reg(reg.0 + 1)).collect();
            of(registers) | halves
        };
        ConventionGroups {
            sp: abi.sp,
            ra: abi.ra,
            saved: of(abi.saved) - of(&[abi.sp]) - global,
            temporaries: of(abi.temporaries) - of(&[abi.ra]) - global,
            args: (of(abi.args) | floats(abi.float_args)) - global,
            results: (results | floats(abi.float_results)) - global,
            kernel: of(abi.kernel) - global,
            reserved: (of(abi.fixed) | of(abi.kernel)) - global,
            assembler: of(abi.assembler.as_slice()) - global,
            has_pairs,
        }
    }
}
