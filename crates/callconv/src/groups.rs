//! The registers of a calling convention as sets of bits: integer registers are 0–31, the
//! floating-point ones 32–63. Hidden registers have no part in calls that could be checked.

use machine::isa::{Abi, Reg};

/// A set of registers.
pub(crate) type Mask = u64;

/// The set of one register; empty for a hidden one.
pub(crate) const fn bit(reg: Reg) -> Mask {
    if reg.0 < 64 { 1 << reg.0 } else { 0 }
}

/// The set of these registers.
pub(crate) fn mask<'a>(registers: impl IntoIterator<Item = &'a Reg>) -> Mask {
    registers.into_iter().fold(0, |set, reg| set | bit(*reg))
}

/// The registers of a set.
pub(crate) fn members(mut set: Mask) -> impl Iterator<Item = Reg> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(Reg(first))
    })
}

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
pub(crate) struct Masks {
    pub(crate) sp: Reg,
    pub(crate) ra: Reg,
    /// What a function leaves as it found it, but the stack pointer.
    pub(crate) saved: Mask,
    /// What a call may change, but the return address.
    pub(crate) temporaries: Mask,
    pub(crate) args: Mask,
    pub(crate) results: Mask,
    /// What no function writes.
    pub(crate) reserved: Mask,
    /// What only expansions of pseudo-instructions write.
    pub(crate) assembler: Mask,
    /// A double takes two floating-point registers.
    pub(crate) has_pairs: bool,
}

impl Masks {
    /// The convention, without the registers that a program uses in its own way.
    pub(crate) fn new(abi: &Abi, returns: Returns, global: Mask) -> Self {
        let results = match returns {
            Returns::One => mask(&abi.results[..1]),
            Returns::Two => mask(abi.results),
            Returns::Arguments => mask(abi.results) | mask(abi.args),
        };
        let own = !global;
        // Where doubles take two registers, the convention names the even ones.
        let has_pairs = abi.float_args.iter().all(|reg| reg.0 % 2 == 0);
        let floats = |registers: &[Reg]| {
            let even = mask(registers);
            if has_pairs { even | even << 1 } else { even }
        };
        Masks {
            sp: abi.sp,
            ra: abi.ra,
            saved: mask(abi.saved) & !bit(abi.sp) & own,
            temporaries: mask(abi.temporaries) & !bit(abi.ra) & own,
            args: (mask(abi.args) | floats(abi.float_args)) & own,
            results: (results | floats(abi.float_results)) & own,
            reserved: (mask(abi.fixed) | mask(abi.kernel)) & own,
            assembler: abi.assembler.map_or(0, bit) & own,
            has_pairs,
        }
    }
}
