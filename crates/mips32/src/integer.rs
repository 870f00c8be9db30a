//! What integer instructions do, where that is more than an expression.

use crate::Mips32;
use crate::operand::{HI, LO};
use machine::isa::Insn;
use machine::observe::Listener;
use machine::run::Cx;
use machine::trap::Trap;

type Cpu<'a, L, const RULES: u8> = Cx<'a, Mips32, L, RULES>;

/// The signed number of a rare instruction, whose immediate has other bits besides.
#[inline(always)]
pub(crate) fn small(insn: &Insn) -> u32 {
    insn.imm as i16 as u32
}

#[inline(always)]
pub(crate) fn trap_if(condition: bool) -> Result<(), Trap> {
    if condition {
        return Err(Trap::Conditional);
    }
    Ok(())
}

#[inline(always)]
pub(crate) fn signed_product<L: Listener, const RULES: u8>(
    x: &Cpu<'_, L, RULES>,
    insn: &Insn,
) -> u64 {
    (i64::from(x.rs1(insn) as i32) * i64::from(x.rs2(insn) as i32)) as u64
}

#[inline(always)]
pub(crate) fn unsigned_product<L: Listener, const RULES: u8>(
    x: &Cpu<'_, L, RULES>,
    insn: &Insn,
) -> u64 {
    u64::from(x.rs1(insn)) * u64::from(x.rs2(insn))
}

#[inline(always)]
pub(crate) fn hi_lo<L: Listener, const RULES: u8>(x: &Cpu<'_, L, RULES>) -> u64 {
    u64::from(x.x(HI)) << 32 | u64::from(x.x(LO))
}

#[inline(always)]
pub(crate) fn set_hi_lo<L: Listener, const RULES: u8>(x: &mut Cpu<'_, L, RULES>, value: u64) {
    x.set_x(HI, (value >> 32) as u32);
    x.set_x(LO, value as u32);
}

/// Keeps the return address; the simulators do so only if the branch is taken.
#[inline(always)]
pub(crate) fn link_if<L: Listener, const RULES: u8>(x: &mut Cpu<'_, L, RULES>, taken: bool) {
    if taken || !x.state.simulator {
        let link = x.next_pc();
        x.set_x(31, link);
    }
}

#[inline(always)]
pub(crate) fn insert<L: Listener, const RULES: u8>(x: &mut Cpu<'_, L, RULES>, insn: &Insn) {
    let (low, high) = (insn.imm() & 31, insn.imm() >> 8 & 31);
    // A field that ends before it begins is unpredictable: here, nothing is replaced.
    let mask = if high < low {
        0
    } else {
        (u32::MAX >> (31 - (high - low))) << low
    };
    let value = x.x(insn.rd) & !mask | x.rs1(insn) << low & mask;
    x.set_rd(insn, value);
}
