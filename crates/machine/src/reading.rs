//! What the semantics of a row may say, whatever its values are.
//!
//! A row is one line over a [`Reading`]: registers, memory and control flow, whose values are words of
//! a domain ([`DomainWord`]). The interpreter reads it with machine words ([`Word32`]) and carries it
//! out; [`provenance`] reads it as an expression, to see what a result depends on; [`definedness`]
//! reads it with words of which some bits are undefined.
//!
//! A row never asks what a value is: `if` on a value is [`DomainBit::select`], [`Reading::set_x_if`],
//! [`Reading::trap_if`] or [`Flow::Branch`]. So a reading need not know values.
//!
//! An *opaque* row is carried out by the interpreter only. Of it, other readings know what it
//! declares: the registers that it reads and writes.

pub mod definedness;
pub mod provenance;
mod word32;

pub use word32::Word32;

use crate::isa::{Insn, IsaDesc, Reg, Role, Row};
use crate::run::{Flow, Isa};
use crate::trap::Trap;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Not, Shl, Shr, Sub};

/// The operators of a word: arithmetic wraps around, and shifts are by the low five bits.
pub trait Operators<Rhs = Self>:
    Sized
    + Add<Rhs, Output = Self>
    + Sub<Rhs, Output = Self>
    + Mul<Rhs, Output = Self>
    + BitAnd<Rhs, Output = Self>
    + BitOr<Rhs, Output = Self>
    + BitXor<Rhs, Output = Self>
    + Shl<Rhs, Output = Self>
    + Shr<Rhs, Output = Self>
{
}

impl<W, Rhs> Operators<Rhs> for W where
    W: Add<Rhs, Output = W>
        + Sub<Rhs, Output = W>
        + Mul<Rhs, Output = W>
        + BitAnd<Rhs, Output = W>
        + BitOr<Rhs, Output = W>
        + BitXor<Rhs, Output = W>
        + Shl<Rhs, Output = W>
        + Shr<Rhs, Output = W>
{
}

/// 32 bits of a domain. The operators work with another word or a number.
pub trait DomainWord: Copy + From<u32> + Operators + Operators<u32> + Not<Output = Self> {
    /// Whether something holds, in this domain.
    type Bit: DomainBit<Word = Self>;

    /// Shifted right by the low five bits of `amount`, filled with copies of the sign.
    fn shr_signed(self, amount: Self) -> Self;

    /// Rotated right by the low five bits of `amount`.
    fn rotate_right(self, amount: Self) -> Self;

    /// The low byte, its sign extended.
    fn sext8(self) -> Self;

    /// The low half-word, its sign extended.
    fn sext16(self) -> Self;

    /// How many of the highest bits are zero.
    fn leading_zeros(self) -> Self;

    /// Whether two words are equal.
    fn equals(self, other: Self) -> Self::Bit;

    /// Whether it is less, as a signed number.
    fn less_signed(self, other: Self) -> Self::Bit;

    /// Whether it is less, as an unsigned number.
    fn less_unsigned(self, other: Self) -> Self::Bit;

    /// The sum, and whether it does not fit into a signed number.
    fn add_overflowing(self, other: Self) -> (Self, Self::Bit);

    /// The difference, and whether it does not fit into a signed number.
    fn sub_overflowing(self, other: Self) -> (Self, Self::Bit);

    /// The high and the low half of the product of two signed numbers.
    fn product_signed(self, other: Self) -> (Self, Self);

    /// The high and the low half of the product of two unsigned numbers.
    fn product_unsigned(self, other: Self) -> (Self, Self);

    /// The high and the low half of the product of a signed and an unsigned number.
    fn product_mixed(self, other: Self) -> (Self, Self);

    /// The signed quotient, rounded towards zero; all ones if the divisor is zero.
    fn div_signed(self, divisor: Self) -> Self;

    /// The unsigned quotient; all ones if the divisor is zero.
    fn div_unsigned(self, divisor: Self) -> Self;

    /// What the signed division leaves; the dividend if the divisor is zero.
    fn rem_signed(self, divisor: Self) -> Self;

    /// What the unsigned division leaves; the dividend if the divisor is zero.
    fn rem_unsigned(self, divisor: Self) -> Self;

    /// Whether it is zero.
    #[inline(always)]
    fn is_zero(self) -> Self::Bit {
        self.equals(0.into())
    }

    /// Whether it is less than zero, as a signed number.
    #[inline(always)]
    fn is_negative(self) -> Self::Bit {
        self.less_signed(0.into())
    }

    /// Whether it is greater than zero, as a signed number.
    #[inline(always)]
    fn is_positive(self) -> Self::Bit {
        Self::from(0).less_signed(self)
    }
}

/// Whether something holds, in a domain.
pub trait DomainBit: Copy + Not<Output = Self> {
    /// The words of the domain.
    type Word;

    /// 1 if it holds, else 0.
    fn word(self) -> Self::Word;

    /// One of two words: the first if it holds.
    fn select(self, yes: Self::Word, no: Self::Word) -> Self::Word;
}

/// A context of one instruction: what its row reads and writes, and how control goes on.
pub trait Reading: Sized {
    /// The instruction set.
    type Isa: Isa;
    /// The values.
    type Word: DomainWord;
    /// What is known once an instruction has been read.
    type Outcome;

    /// Integer or hidden register `number`.
    fn x(&self, number: u8) -> Self::Word;

    /// Sets integer or hidden register `number`, which is not the constant zero.
    fn set_x(&mut self, number: u8, value: Self::Word);

    /// The same, if something holds; otherwise nothing is written.
    fn set_x_if(&mut self, condition: Bit<Self>, number: u8, value: Self::Word);

    /// Loads `N` bytes, at most four, zero-extended.
    fn load<const N: usize>(&mut self, address: Self::Word) -> Result<Self::Word, Trap>;

    /// Stores the low `N` bytes of `value`.
    fn store<const N: usize>(&mut self, address: Self::Word, value: Self::Word)
    -> Result<(), Trap>;

    /// Causes a trap unless an address is a multiple of `N`.
    fn align<const N: usize>(&mut self, address: Self::Word, store: bool) -> Result<(), Trap>;

    /// The address of this instruction.
    fn pc(&self) -> Self::Word;

    /// The address of the next instruction (of that after the delay slot), which calls keep.
    fn next_pc(&self) -> Self::Word;

    /// Whether words have their high byte first.
    fn big_endian(&self) -> bool;

    /// The registers of this instruction set only: rows look at what does not change while a program
    /// runs.
    fn state(&self) -> &<Self::Isa as Isa>::State;

    /// Causes a trap if something holds.
    fn trap_if(&mut self, condition: Bit<Self>, trap: Trap) -> Result<(), Trap>;

    /// The instruction is done.
    fn go(&mut self, insn: &Insn, flow: Flow<Self::Word>) -> Self::Outcome;

    /// The instruction cannot be carried out.
    fn stop(&mut self, trap: Trap) -> Self::Outcome;

    /// The first source register.
    #[inline(always)]
    fn rs1(&self, insn: &Insn) -> Self::Word {
        self.x(insn.rs1)
    }

    /// The second source register.
    #[inline(always)]
    fn rs2(&self, insn: &Insn) -> Self::Word {
        self.x(insn.rs2)
    }

    /// What the destination register holds before.
    #[inline(always)]
    fn rd(&self, insn: &Insn) -> Self::Word {
        self.x(insn.rd)
    }

    /// The immediate.
    #[inline(always)]
    fn imm(&self, insn: &Insn) -> Self::Word {
        insn.imm().into()
    }

    /// Loads `N` bytes from an address that must be a multiple of `N`.
    #[inline(always)]
    fn load_aligned<const N: usize>(&mut self, address: Self::Word) -> Result<Self::Word, Trap> {
        self.align::<N>(address, false)?;
        self.load::<N>(address)
    }

    /// Stores `N` bytes to an address that must be a multiple of `N`.
    #[inline(always)]
    fn store_aligned<const N: usize>(
        &mut self,
        address: Self::Word,
        value: Self::Word,
    ) -> Result<(), Trap> {
        self.align::<N>(address, true)?;
        self.store::<N>(address, value)
    }

    /// Sets the destination register.
    #[inline(always)]
    fn set_rd(&mut self, insn: &Insn, value: Self::Word) {
        self.set_x(insn.rd, value);
    }

    /// Sets the destination register if something holds; otherwise nothing is written.
    #[inline(always)]
    fn set_rd_if(&mut self, condition: Bit<Self>, insn: &Insn, value: Self::Word) {
        self.set_x_if(condition, insn.rd, value);
    }
}

/// A reading that also meets opaque rows, which only the interpreter carries out.
pub trait OpaqueRows: Reading {
    /// The row of this instruction is opaque: all that is known is what it declares.
    fn opaque(&mut self, insn: &Insn) -> Self::Outcome;
}

/// Whether something holds, in the domain of a reading.
pub type Bit<X> = <<X as Reading>::Word as DomainWord>::Bit;

/// What the semantics of an instruction may evaluate to.
pub trait Settle<X: Reading> {
    /// Ends the reading.
    fn settle(self, x: &mut X, insn: &Insn) -> X::Outcome;
}

impl<X: Reading> Settle<X> for () {
    #[inline(always)]
    fn settle(self, x: &mut X, insn: &Insn) -> X::Outcome {
        x.go(insn, Flow::Next)
    }
}

impl<X: Reading> Settle<X> for Flow<X::Word> {
    #[inline(always)]
    fn settle(self, x: &mut X, insn: &Insn) -> X::Outcome {
        x.go(insn, self)
    }
}

impl<X: Reading, T: Settle<X>> Settle<X> for Result<T, Trap> {
    #[inline(always)]
    fn settle(self, x: &mut X, insn: &Insn) -> X::Outcome {
        match self {
            Ok(outcome) => outcome.settle(x, insn),
            Err(trap) => x.stop(trap),
        }
    }
}

/// The registers that an instruction declares to read, each with whether it is the base of an address.
fn declared_reads(
    desc: &'static IsaDesc,
    row: &'static Row,
    insn: Insn,
) -> impl Iterator<Item = (Reg, bool)> {
    let named = row
        .operand_registers(insn)
        .flat_map(move |(operand, role, reg)| {
            let pair = (desc.is_pair)(row, operand).then_some(Reg(reg.0 ^ 1));
            let both = [Some(reg), pair].into_iter().flatten();
            both.map(move |reg| (role, reg, operand.base))
        });
    let implicit = row.implicit.iter().map(|(reg, role)| (*role, *reg, false));
    let all = named.chain(implicit);
    let read = all.filter(|(role, reg, _)| role.includes(Role::Read) && *reg != Reg(0));
    read.map(|(_, reg, base)| (reg, base))
}

/// Implements the operators of a word, and those with a number, by one function each.
macro_rules! operators {
    (one [$($generics:tt)*] $word:ty, $trait:ident $method:ident = $function:expr) => {
        impl<$($generics)*> std::ops::$trait for $word {
            type Output = $word;

            #[inline(always)]
            fn $method(self, other: $word) -> $word {
                let function: fn($word, $word) -> $word = $function;
                function(self, other)
            }
        }

        impl<$($generics)*> std::ops::$trait<u32> for $word {
            type Output = $word;

            #[inline(always)]
            fn $method(self, other: u32) -> $word {
                std::ops::$trait::$method(self, <$word>::from(other))
            }
        }
    };
    ($generics:tt $word:ty: $( $trait:ident $method:ident = $function:expr; )*) => {
        $( $crate::reading::operators! { one $generics $word, $trait $method = $function } )*
    };
}
pub(crate) use operators;
