//! How floating-point instructions read their operands, round, and raise flags.
//!
//! A single-precision number lives in the low half of a register whose high half is all ones
//! (NaN boxing); any other register content reads as the canonical NaN.

use crate::Rv32;
use machine::float::{self, Double, Flags, Format, Rounding, Single};
use machine::isa::Insn;
use machine::observe::Listener;
use machine::run::Cx;
use machine::trap::Trap;

/// How numbers of a format are held in registers.
pub(crate) trait Held: Format {
    /// The number in a register.
    fn unbox(register: u64) -> Self::Bits;
    /// The register content of a number.
    fn boxed(bits: Self::Bits) -> u64;
}

impl Held for Single {
    #[inline(always)]
    fn unbox(register: u64) -> u32 {
        if register >> 32 == 0xffff_ffff {
            register as u32
        } else {
            0x7fc0_0000
        }
    }

    #[inline(always)]
    fn boxed(bits: u32) -> u64 {
        0xffff_ffff_0000_0000 | u64::from(bits)
    }
}

impl Held for Double {
    #[inline(always)]
    fn unbox(register: u64) -> u64 {
        register
    }

    #[inline(always)]
    fn boxed(bits: u64) -> u64 {
        bits
    }
}

type Hart<'a, L, const RULES: u8> = Cx<'a, Rv32, L, RULES>;
type Done = Result<(), Trap>;

/// The rounding mode of `insn`: its own, or the one in `frm`.
#[inline(always)]
fn rounding<L: Listener, const RULES: u8>(
    x: &Hart<'_, L, RULES>,
    insn: &Insn,
) -> Result<Rounding, Trap> {
    const DYNAMIC: u32 = 7;
    let bits = match insn.imm() & 7 {
        DYNAMIC => x.state.frm.into(),
        own => own,
    };
    Rounding::from_bits(bits).ok_or_else(|| x.illegal())
}

#[inline(always)]
fn source<F: Held, L: Listener, const RULES: u8>(x: &Hart<'_, L, RULES>, number: u8) -> F::Bits {
    F::unbox(x.f(number))
}

#[inline(always)]
fn set<F: Held, L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
    bits: F::Bits,
) {
    x.set_f(insn.rd, F::boxed(bits));
}

/// Sets the destination to a single-precision number.
#[inline(always)]
pub(crate) fn set_single<L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
    bits: u32,
) {
    set::<Single, L, RULES>(x, insn, bits);
}

/// Two operands, rounded.
#[inline(always)]
pub(crate) fn arithmetic<F: Held, L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
    operation: impl Fn(F::Bits, F::Bits, Rounding, &mut Flags) -> F::Bits,
) -> Done {
    let rm = rounding(x, insn)?;
    let (a, b) = (
        source::<F, L, RULES>(x, insn.rs1),
        source::<F, L, RULES>(x, insn.rs2),
    );
    let result = operation(a, b, rm, &mut x.state.flags);
    set::<F, L, RULES>(x, insn, result);
    Ok(())
}

/// ±(rs1 × rs2) ± rs3, rounded once.
#[inline(always)]
pub(crate) fn fused<F: Held, L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
    negate_product: bool,
    negate_addend: bool,
) -> Done {
    let rm = rounding(x, insn)?;
    let negate_if = |wanted, bits| {
        if wanted {
            float::negate::<F>(bits)
        } else {
            bits
        }
    };
    let a = negate_if(negate_product, source::<F, L, RULES>(x, insn.rs1));
    let b = source::<F, L, RULES>(x, insn.rs2);
    let c = negate_if(
        negate_addend,
        source::<F, L, RULES>(x, (insn.imm() >> 8) as u8),
    );
    let result = float::fused::<F>(a, b, c, rm, &mut x.state.flags);
    set::<F, L, RULES>(x, insn, result);
    Ok(())
}

/// The square root, rounded.
#[inline(always)]
pub(crate) fn square_root<F: Held, L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
) -> Done {
    let rm = rounding(x, insn)?;
    let a = source::<F, L, RULES>(x, insn.rs1);
    let result = float::sqrt::<F>(a, rm, &mut x.state.flags);
    set::<F, L, RULES>(x, insn, result);
    Ok(())
}

/// Two operands, no rounding and no flags.
#[inline(always)]
pub(crate) fn quiet<F: Held, L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
    operation: impl Fn(F::Bits, F::Bits) -> F::Bits,
) {
    let (a, b) = (
        source::<F, L, RULES>(x, insn.rs1),
        source::<F, L, RULES>(x, insn.rs2),
    );
    set::<F, L, RULES>(x, insn, operation(a, b));
}

/// One of two operands.
#[inline(always)]
pub(crate) fn choose<F: Held, L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
    operation: impl Fn(F::Bits, F::Bits, &mut Flags) -> F::Bits,
) {
    let (a, b) = (
        source::<F, L, RULES>(x, insn.rs1),
        source::<F, L, RULES>(x, insn.rs2),
    );
    let result = operation(a, b, &mut x.state.flags);
    set::<F, L, RULES>(x, insn, result);
}

/// A comparison into an integer register.
#[inline(always)]
pub(crate) fn compare<F: Held, L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
    operation: impl Fn(F::Bits, F::Bits, &mut Flags) -> bool,
) {
    let (a, b) = (
        source::<F, L, RULES>(x, insn.rs1),
        source::<F, L, RULES>(x, insn.rs2),
    );
    let result = operation(a, b, &mut x.state.flags);
    x.set_rd(insn, result.into());
}

/// The class of a number into an integer register.
#[inline(always)]
pub(crate) fn classify<F: Held, L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
) {
    let class = float::classify::<F>(source::<F, L, RULES>(x, insn.rs1));
    x.set_rd(insn, class);
}

/// A conversion into an integer register.
#[inline(always)]
pub(crate) fn to_integer<F: Held, L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
    operation: impl Fn(F::Bits, Rounding, &mut Flags) -> u32,
) -> Done {
    let rm = rounding(x, insn)?;
    let a = source::<F, L, RULES>(x, insn.rs1);
    let result = operation(a, rm, &mut x.state.flags);
    x.set_rd(insn, result);
    Ok(())
}

/// A conversion from an integer register.
#[inline(always)]
pub(crate) fn from_integer<F: Held, L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
    operation: impl Fn(u32, Rounding, &mut Flags) -> F::Bits,
) -> Done {
    let rm = rounding(x, insn)?;
    let result = operation(x.rs1(insn), rm, &mut x.state.flags);
    set::<F, L, RULES>(x, insn, result);
    Ok(())
}

/// Double to single precision.
#[inline(always)]
pub(crate) fn narrow<L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
) -> Done {
    let rm = rounding(x, insn)?;
    let result = float::narrow(x.f(insn.rs1), rm, &mut x.state.flags);
    set::<Single, L, RULES>(x, insn, result);
    Ok(())
}

/// Single to double precision.
#[inline(always)]
pub(crate) fn widen<L: Listener, const RULES: u8>(x: &mut Hart<'_, L, RULES>, insn: &Insn) -> Done {
    rounding(x, insn)?;
    let single = source::<Single, L, RULES>(x, insn.rs1);
    let result = float::widen(single, &mut x.state.flags);
    x.set_f(insn.rd, result);
    Ok(())
}
