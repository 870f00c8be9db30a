//! Floating-point numbers in registers and memory.
//!
//! Where a double takes one register, a single in it is boxed: all bits above it are set. Where it
//! takes two, an even register and the next one, nothing shows which of both a register holds.

use super::{EditError, Engine};
use crate::expr::Assignable;
use machine::isa::{Abi, Bank, Reg};
use machine::run::Registers;
use std::fmt;

/// What is above a single in a register for doubles.
const BOX: u64 = 0xffff_ffff_0000_0000;

/// The length of a floating-point number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatWidth {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

impl FloatWidth {
    /// The length of this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "single" | "float" => Some(FloatWidth::Single),
            "double" => Some(FloatWidth::Double),
            _ => None,
        }
    }

    /// How many bytes.
    pub fn size(self) -> u32 {
        match self {
            FloatWidth::Single => 4,
            FloatWidth::Double => 8,
        }
    }
}

/// A floating-point number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FloatNumber {
    /// Of 32 bits.
    Single(f32),
    /// Of 64 bits.
    Double(f64),
}

impl FloatNumber {
    /// The number of these bits.
    pub fn of(width: FloatWidth, bits: u64) -> Self {
        match width {
            FloatWidth::Single => FloatNumber::Single(f32::from_bits(bits as u32)),
            FloatWidth::Double => FloatNumber::Double(f64::from_bits(bits)),
        }
    }
}

impl fmt::Display for FloatNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The other form writes all zeros of very large and very small numbers.
        match self {
            FloatNumber::Single(number) => write!(f, "{number:?}"),
            FloatNumber::Double(number) => write!(f, "{number:?}"),
        }
    }
}

/// What a floating-point register holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatValue {
    /// Its bits.
    pub bits: u64,
    /// What they are.
    pub number: FloatNumber,
    /// What they are together with the next register, if that may be the high word of a double.
    pub pair: Option<FloatNumber>,
}

/// What a floating-point register holds among these.
pub(crate) fn float_value(abi: &Abi, registers: &Registers, reg: Reg) -> FloatValue {
    let bits = registers.get(reg);
    let has_next = abi.has_float_pairs() && reg.0.is_multiple_of(2);
    let high = has_next.then(|| registers.get(Reg(reg.0 + 1)));
    // Numbers without a high word are too small for anybody to compute with.
    let pair = high.filter(|high| *high != 0).map(|high| pair(bits, high));
    FloatValue {
        bits,
        number: float_number(abi, bits),
        pair,
    }
}

/// The number in one floating-point register that holds these bits.
pub(crate) fn float_number(abi: &Abi, bits: u64) -> FloatNumber {
    let is_double = !abi.has_float_pairs() && bits & BOX != BOX;
    match is_double {
        true => FloatNumber::of(FloatWidth::Double, bits),
        false => FloatNumber::of(FloatWidth::Single, bits),
    }
}

/// The double in two registers.
pub(crate) fn pair(low: u64, high: u64) -> FloatNumber {
    FloatNumber::of(FloatWidth::Double, high << 32 | low & !BOX)
}

impl Engine {
    /// What memory holds, as a floating-point number; an error is the address that cannot be read.
    pub fn float_at(&self, address: u32, width: FloatWidth) -> Result<FloatNumber, u32> {
        let mut places = (0..width.size()).map(|k| address.wrapping_add(k));
        match places.find(|at| !self.memory().readable(*at)) {
            Some(wrong) => Err(wrong),
            None => {
                let bits = self
                    .session
                    .machine
                    .peek_number(address, width.size() as u8);
                Ok(FloatNumber::of(width, bits))
            }
        }
    }

    /// Sets a floating-point register or memory to a number. If nobody says how long that is, a
    /// register keeps the length that it has.
    pub fn set_float(
        &mut self,
        place: Assignable,
        width: Option<FloatWidth>,
        number: f64,
        what: &str,
    ) -> Result<(), EditError> {
        let abi = self.desc().abi;
        match place {
            Assignable::Register(reg) if reg.bank() == Bank::Float => {
                let bits = self.registers().get(reg);
                let known = match float_number(abi, bits) {
                    FloatNumber::Double(_) if bits != 0 => FloatWidth::Double,
                    _ => FloatWidth::Single,
                };
                let written = written(abi, reg, width.unwrap_or(known), number)?;
                self.edit(what, |engine| {
                    for (reg, bits) in written {
                        engine.session.machine.registers.set(reg, bits);
                    }
                    Ok(())
                })
            }
            Assignable::Memory(address, _) => {
                let width = width.unwrap_or(FloatWidth::Single);
                let mut bytes = bits_of(width, number).to_le_bytes();
                let bytes = &mut bytes[..width.size() as usize];
                if self.program.image.big_endian {
                    bytes.reverse();
                }
                self.edit(what, |engine| engine.change_memory(address, bytes))
            }
            _ => Err(EditError::NotFloat),
        }
    }
}

/// The bits of a number.
fn bits_of(width: FloatWidth, number: f64) -> u64 {
    match width {
        FloatWidth::Single => u64::from((number as f32).to_bits()),
        FloatWidth::Double => number.to_bits(),
    }
}

/// What registers hold if this one holds a number.
fn written(
    abi: &Abi,
    reg: Reg,
    width: FloatWidth,
    number: f64,
) -> Result<Vec<(Reg, u64)>, EditError> {
    let bits = bits_of(width, number);
    Ok(match (width, abi.has_float_pairs()) {
        (FloatWidth::Single, true) => vec![(reg, bits)],
        (FloatWidth::Single, false) => vec![(reg, boxed(abi, bits))],
        (FloatWidth::Double, false) => vec![(reg, bits)],
        (FloatWidth::Double, true) if reg.0.is_multiple_of(2) => {
            vec![(reg, bits & !BOX), (Reg(reg.0 + 1), bits >> 32)]
        }
        (FloatWidth::Double, true) => return Err(EditError::OddDouble),
    })
}

/// The bits of a single as a register holds them.
pub(super) fn boxed(abi: &Abi, bits: u64) -> u64 {
    match abi.has_float_pairs() {
        true => bits,
        false => BOX | bits,
    }
}
