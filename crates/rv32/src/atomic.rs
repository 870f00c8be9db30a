//! Atomic memory instructions. With one hart each is a load and a store; only the reservation of
//! `lr.w` and the alignment rule remain.

use crate::Rv32;
use machine::isa::Insn;
use machine::observe::Listener;
use machine::reading::Reading;
use machine::run::Cx;
use machine::trap::Trap;

type Hart<'a, L, const RULES: u8> = Cx<'a, Rv32, L, RULES>;

/// `lr.w`
#[inline(always)]
pub(crate) fn load_reserved<L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
) -> Result<(), Trap> {
    let address = x.rs1(insn);
    x.align::<4>(address, false)?;
    let value = x.load::<4>(address)? as u32;
    x.state.reservation = Some(address);
    x.set_rd(insn, value);
    Ok(())
}

/// `sc.w`
#[inline(always)]
pub(crate) fn store_conditional<L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
) -> Result<(), Trap> {
    let address = x.rs1(insn);
    x.align::<4>(address, true)?;
    let reserved = x.state.reservation.take() == Some(address);
    let stored = if reserved {
        x.store::<4>(address, x.rs2(insn).into())
    } else {
        Ok(())
    };
    if matches!(stored, Ok(()) | Err(Trap::CodeModified)) {
        x.set_rd(insn, (!reserved).into());
    }
    stored
}

/// The `amo` instructions: memory becomes `operation(old, rs2)`, rd the old value.
#[inline(always)]
pub(crate) fn modify<X: Reading<Isa = Rv32>>(
    x: &mut X,
    insn: &Insn,
    operation: impl Fn(X::Word, X::Word) -> X::Word,
) -> Result<(), Trap> {
    let address = x.rs1(insn);
    x.align::<4>(address, true)?;
    let old = x.load::<4>(address)?;
    let stored = x.store::<4>(address, operation(old, x.rs2(insn)));
    if matches!(stored, Ok(()) | Err(Trap::CodeModified)) {
        x.set_rd(insn, old);
    }
    stored
}
