//! What integer instructions do, where that is more than an expression.

use crate::Mips32;
use crate::operand::{HI, LO, USER_LOCAL};
use machine::isa::Insn;
use machine::reading::{Bit, DomainBit, DomainWord, Reading};

/// The signed number of a rare instruction, whose immediate has other bits besides.
#[inline(always)]
pub(crate) fn small<W: DomainWord>(insn: &Insn) -> W {
    (insn.imm as i16 as u32).into()
}

/// HI and LO.
#[inline(always)]
pub(crate) fn hi_lo<X: Reading>(x: &X) -> (X::Word, X::Word) {
    (x.x(HI), x.x(LO))
}

/// Sets HI and LO.
#[inline(always)]
pub(crate) fn set_hi_lo<X: Reading>(x: &mut X, (high, low): (X::Word, X::Word)) {
    x.set_x(HI, high);
    x.set_x(LO, low);
}

/// The sum of two numbers of 64 bits, each as its high and its low half.
#[inline(always)]
pub(crate) fn add<W: DomainWord>(a: (W, W), b: (W, W)) -> (W, W) {
    let low = a.1 + b.1;
    let carry = low.less_unsigned(b.1).word();
    (a.0 + b.0 + carry, low)
}

/// The difference of two numbers of 64 bits, each as its high and its low half.
#[inline(always)]
pub(crate) fn subtract<W: DomainWord>(a: (W, W), b: (W, W)) -> (W, W) {
    let borrow = a.1.less_unsigned(b.1).word();
    (a.0 - b.0 - borrow, a.1 - b.1)
}

/// Keeps the return address; the simulators do so only if the branch is taken.
#[inline(always)]
pub(crate) fn link_if<X: Reading<Isa = Mips32>>(x: &mut X, taken: Bit<X>) {
    let link = x.next_pc();
    let state = x.state();
    if state.simulator && !state.has_bus_errors {
        x.set_x_if(taken, 31, link);
    } else {
        x.set_x(31, link);
    }
}

#[inline(always)]
pub(crate) fn insert<X: Reading>(x: &mut X, insn: &Insn) {
    let (low, high) = (insn.imm() & 31, insn.imm() >> 8 & 31);
    // A field that ends before it begins is unpredictable: here, nothing is replaced.
    let mask = if high < low {
        0
    } else {
        (u32::MAX >> (31 - (high - low))) << low
    };
    let value = x.rd(insn) & !mask | x.rs1(insn) << low & mask;
    x.set_rd(insn, value);
}

/// A register of the hardware that programs may read; those that do not exist are zero.
#[inline(always)]
pub(crate) fn hardware_register<X: Reading>(x: &X, insn: &Insn) -> X::Word {
    const CYCLES_PER_COUNT: u8 = 3;
    const THREAD_AREA: u8 = 29;
    match insn.rs1 {
        CYCLES_PER_COUNT => 1.into(),
        THREAD_AREA => x.x(USER_LOCAL),
        _ => 0.into(),
    }
}
