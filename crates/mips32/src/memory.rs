//! Loads and stores of parts of a word that need not be aligned.

use crate::Mips32;
use machine::isa::Insn;
use machine::observe::Listener;
use machine::run::Cx;
use machine::trap::Trap;

type Cpu<'a, L, const RULES: u8> = Cx<'a, Mips32, L, RULES>;

/// How far the bytes from `address` to the end of its word are from the left end of a register, in
/// bits.
#[inline(always)]
fn left_shift<L: Listener, const RULES: u8>(x: &Cpu<'_, L, RULES>, address: u32) -> u32 {
    let bits = 8 * (address & 3);
    if x.big_endian() { bits } else { 24 - bits }
}

/// Puts the bytes from `address` to the most significant end of its word at the left of a register.
#[inline(always)]
pub(crate) fn load_left<L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    insn: &Insn,
    address: u32,
) -> Result<(), Trap> {
    let shift = left_shift(x, address);
    let word = x.load::<4>(address & !3)? as u32;
    let kept = x.x(insn.rd) & !(u32::MAX << shift);
    x.set_rd(insn, word << shift | kept);
    Ok(())
}

/// Puts the bytes from `address` to the least significant end of its word at the right of a
/// register.
#[inline(always)]
pub(crate) fn load_right<L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    insn: &Insn,
    address: u32,
) -> Result<(), Trap> {
    let shift = 24 - left_shift(x, address);
    let word = x.load::<4>(address & !3)? as u32;
    let kept = x.x(insn.rd) & !(u32::MAX >> shift);
    x.set_rd(insn, word >> shift | kept);
    Ok(())
}

/// Stores the left bytes of a register, from `address` to the least significant end of its word.
#[inline(always)]
pub(crate) fn store_left<L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    address: u32,
    value: u32,
) -> Result<(), Trap> {
    let count = (32 - left_shift(x, address)) / 8;
    let upwards = x.big_endian();
    store_bytes(
        x,
        address,
        upwards,
        (0..count).map(|k| value >> (24 - 8 * k)),
    )
}

/// Stores the right bytes of a register, from `address` to the most significant end of its word.
#[inline(always)]
pub(crate) fn store_right<L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    address: u32,
    value: u32,
) -> Result<(), Trap> {
    let count = left_shift(x, address) / 8 + 1;
    let upwards = !x.big_endian();
    store_bytes(x, address, upwards, (0..count).map(|k| value >> (8 * k)))
}

/// Stores a register and sets it to 1, for the store always succeeds.
#[inline(always)]
pub(crate) fn store_conditional<L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    insn: &Insn,
    address: u32,
) -> Result<(), Trap> {
    // The constant zero is predecoded as a register that takes writes.
    let value = match insn.rd {
        Insn::SINK => 0,
        register => x.x(register),
    };
    let stored = x.store_aligned::<4>(address, value.into());
    if let Ok(()) | Err(Trap::CodeModified) = stored {
        x.set_rd(insn, 1);
    }
    stored
}

#[inline(always)]
fn store_bytes<L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    address: u32,
    upwards: bool,
    bytes: impl Iterator<Item = u32>,
) -> Result<(), Trap> {
    let mut at = address;
    let mut outcome = Ok(());
    for byte in bytes {
        match x.store::<1>(at, byte.into()) {
            // The others must be stored, too, before code is decoded again.
            Err(Trap::CodeModified) => outcome = Err(Trap::CodeModified),
            stored => stored?,
        }
        at = at.wrapping_add_signed(if upwards { 1 } else { -1 });
    }
    outcome
}
