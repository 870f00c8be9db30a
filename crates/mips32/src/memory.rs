//! Loads and stores of parts of a word that need not be aligned.

use crate::Mips32;
use machine::isa::Insn;
use machine::observe::Listener;
use machine::reading::{DomainWord, Reading, Word32};
use machine::run::Cx;
use machine::trap::Trap;

type Cpu<'a, L, const RULES: u8> = Cx<'a, Mips32, L, RULES>;

/// How far the bytes from `address` to the end of its word are from the left end of a register, in
/// bits.
#[inline(always)]
fn left_shift<W: DomainWord>(address: W, big_endian: bool) -> W {
    let bits = (address & 3) << 3;
    if big_endian { bits } else { W::from(24) - bits }
}

/// Puts the bytes from `address` to the most significant end of its word at the left of a register.
#[inline(always)]
pub(crate) fn load_left<X: Reading>(x: &mut X, insn: &Insn, address: X::Word) -> Result<(), Trap> {
    let shift = left_shift(address, x.big_endian());
    let word = x.load::<4>(address & !3)?;
    let kept = x.rd(insn) & !(X::Word::from(u32::MAX) << shift);
    x.set_rd(insn, word << shift | kept);
    Ok(())
}

/// Puts the bytes from `address` to the least significant end of its word at the right of a
/// register.
#[inline(always)]
pub(crate) fn load_right<X: Reading>(x: &mut X, insn: &Insn, address: X::Word) -> Result<(), Trap> {
    let shift = X::Word::from(24) - left_shift(address, x.big_endian());
    let word = x.load::<4>(address & !3)?;
    let kept = x.rd(insn) & !(X::Word::from(u32::MAX) >> shift);
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
    let count = (32 - left_shift(Word32(address), x.big_endian()).0) / 8;
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
    let count = left_shift(Word32(address), x.big_endian()).0 / 8 + 1;
    let upwards = !x.big_endian();
    store_bytes(x, address, upwards, (0..count).map(|k| value >> (8 * k)))
}

/// Stores a register and sets it to 1, for the store always succeeds.
#[inline(always)]
pub(crate) fn store_conditional<X: Reading>(
    x: &mut X,
    insn: &Insn,
    address: X::Word,
) -> Result<(), Trap> {
    // The constant zero is predecoded as a register that takes writes.
    let value = match insn.rd {
        Insn::SINK => 0.into(),
        register => x.x(register),
    };
    let stored = x.store_aligned::<4>(address, value);
    if let Ok(()) | Err(Trap::CodeModified) = stored {
        x.set_rd(insn, 1.into());
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
