//! How floating-point instructions read their operands, round, raise flags and compare.
//!
//! Registers have 32 bits. A double lives in an even register (its low half) and the next one.

use crate::Mips32;
use crate::operand::CONDITIONS;
use machine::float::{self, Double, Flags, Format, NanRule, Rounding, Single};
use machine::isa::{Bank, Insn, Operand, OperandKind, Role, Row};
use machine::observe::Listener;
use machine::reading::{Bit, DomainWord, Reading};
use machine::run::{Cx, rules};
use machine::trap::Trap;

type Cpu<'a, L, const RULES: u8> = Cx<'a, Mips32, L, RULES>;
type Done = Result<(), Trap>;

/// Whether an operand of an instruction is a double: its name tells the formats, of the result
/// first if they differ.
pub(crate) fn is_double(row: &Row, operand: &Operand) -> bool {
    let OperandKind::Register {
        bank: Bank::Float,
        role,
    } = operand.kind
    else {
        return false;
    };
    let mut parts = row.name.split('.');
    let format = match (parts.next(), parts.next(), parts.next()) {
        (Some("ldc1" | "sdc1" | "mthc1" | "mfhc1"), ..) => "d",
        (Some("c"), _, Some(format)) => format,
        (_, Some(to), Some(_)) if role == Role::Write => to,
        (_, Some(_), Some(from)) => from,
        (_, Some(format), None) => format,
        _ => return false,
    };
    format == "d"
}

/// How numbers of a format are held in registers.
pub(crate) trait Held: Format {
    /// The number in register `number`.
    fn get<L: Listener, const RULES: u8>(
        x: &Cpu<'_, L, RULES>,
        number: u8,
    ) -> Result<Self::Bits, Trap>;

    /// Sets register `number`.
    fn set<L: Listener, const RULES: u8>(
        x: &mut Cpu<'_, L, RULES>,
        number: u8,
        bits: Self::Bits,
    ) -> Done;
}

impl Held for Single {
    #[inline(always)]
    fn get<L: Listener, const RULES: u8>(x: &Cpu<'_, L, RULES>, number: u8) -> Result<u32, Trap> {
        Ok(x.f(number) as u32)
    }

    #[inline(always)]
    fn set<L: Listener, const RULES: u8>(x: &mut Cpu<'_, L, RULES>, number: u8, bits: u32) -> Done {
        x.set_f(number, bits.into());
        Ok(())
    }
}

impl Held for Double {
    #[inline(always)]
    fn get<L: Listener, const RULES: u8>(x: &Cpu<'_, L, RULES>, number: u8) -> Result<u64, Trap> {
        even(number)?;
        Ok(x.f(number) & 0xffff_ffff | x.f(number + 1) << 32)
    }

    #[inline(always)]
    fn set<L: Listener, const RULES: u8>(x: &mut Cpu<'_, L, RULES>, number: u8, bits: u64) -> Done {
        even(number)?;
        x.set_f(number, bits & 0xffff_ffff);
        x.set_f(number + 1, bits >> 32);
        Ok(())
    }
}

#[inline(always)]
fn even(register: u8) -> Done {
    if register & 1 != 0 {
        return Err(Trap::OddFloat { register });
    }
    Ok(())
}

/// Carries out an operation with the rounding and the flags of the machine; where each operation
/// says what it has raised, with flags of its own.
#[inline(always)]
fn compute<T, L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    operation: impl FnOnce(Rounding, &mut Flags) -> T,
) -> Result<T, Trap> {
    let rounding = x.state.rounding();
    if !x.rule(rules::FLOAT_EXCEPTIONS) {
        return Ok(operation(rounding, &mut x.state.flags));
    }
    let mut raised = x.state.flags.with_raised(0);
    let result = operation(rounding, &mut raised);
    x.state.record_raised(raised)?;
    Ok(result)
}

/// Two operands, rounded.
#[inline(always)]
pub(crate) fn arithmetic<F: Held, L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    insn: &Insn,
    operation: impl Fn(F::Bits, F::Bits, Rounding, &mut Flags) -> F::Bits,
) -> Done {
    even_if_pair::<F>(insn.rd)?;
    let (a, b) = (F::get(x, insn.rs1)?, F::get(x, insn.rs2)?);
    let result = compute(x, |rounding, flags| operation(a, b, rounding, flags))?;
    F::set(x, insn.rd, result)
}

/// One operand, maybe of another format, rounded.
#[inline(always)]
pub(crate) fn convert<From: Held, To: Held, L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    insn: &Insn,
    operation: impl Fn(From::Bits, Rounding, &mut Flags) -> To::Bits,
) -> Done {
    even_if_pair::<To>(insn.rd)?;
    let value = From::get(x, insn.rs1)?;
    let result = compute(x, |rounding, flags| operation(value, rounding, flags))?;
    To::set(x, insn.rd, result)
}

/// One operand of which only the sign changes: that raises nothing, whatever the operand.
#[inline(always)]
pub(crate) fn change_sign<F: Held, L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    insn: &Insn,
    operation: impl Fn(F::Bits) -> F::Bits,
) -> Done {
    even_if_pair::<F>(insn.rd)?;
    let value = F::get(x, insn.rs1)?;
    F::set(x, insn.rd, operation(value))
}

/// ±(fs × ft ± fr), each step rounded.
#[inline(always)]
pub(crate) fn multiply_add<F: Held, L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    insn: &Insn,
    second: impl Fn(F::Bits, F::Bits, Rounding, &mut Flags) -> F::Bits,
    negate: bool,
) -> Done {
    even_if_pair::<F>(insn.rd)?;
    let addend = F::get(x, (insn.imm() >> 8) as u8 & 31)?;
    let (a, b) = (F::get(x, insn.rs1)?, F::get(x, insn.rs2)?);
    let sum = compute(x, |rounding, flags| {
        let product = float::mul::<F>(a, b, rounding, flags);
        second(product, addend, rounding, flags)
    })?;
    let result = if negate { float::negate::<F>(sum) } else { sum };
    F::set(x, insn.rd, result)
}

/// Copies a register if `wanted`.
#[inline(always)]
pub(crate) fn move_if<F: Held, L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    insn: &Insn,
    wanted: bool,
) -> Done {
    let value = F::get(x, insn.rs1)?;
    even_if_pair::<F>(insn.rd)?;
    if wanted {
        F::set(x, insn.rd, value)?;
    }
    Ok(())
}

/// What cannot be set must be known before flags are raised.
#[inline(always)]
fn even_if_pair<F: Format>(register: u8) -> Done {
    if size_of::<F::Bits>() == 8 {
        return even(register);
    }
    Ok(())
}

/// To a 32-bit integer. What does not fit gives the largest, whatever its sign; since 2008 the one
/// of its sign, and zero for a NaN.
#[inline(always)]
pub(crate) fn to_integer<F: Held, L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    insn: &Insn,
    rounding: Rounding,
) -> Done {
    let value = F::get(x, insn.rs1)?;
    let mut flags = Flags::default();
    let integer = float::to_i32::<F>(value, rounding, &mut flags);
    record(x, flags)?;
    let integer = match flags.contains(Flags::INVALID) {
        true if x.state.flags.nans() != NanRule::Payload => i32::MAX,
        true if !is_number::<F>(value) => 0,
        _ => integer,
    };
    Single::set(x, insn.rd, integer as u32)
}

fn is_number<F: Format>(value: F::Bits) -> bool {
    float::eq::<F>(value, value, &mut Flags::default())
}

/// Records what an operation has raised.
#[inline(always)]
fn record<L: Listener, const RULES: u8>(x: &mut Cpu<'_, L, RULES>, raised: Flags) -> Done {
    if x.rule(rules::FLOAT_EXCEPTIONS) {
        return x.state.record_raised(raised);
    }
    x.state.flags |= raised;
    Ok(())
}

/// `cvt.w`: rounded as the control register says. The simulators cut the fraction off instead,
/// give the nearest integer for what does not fit, and zero for what is no number.
#[inline(always)]
pub(crate) fn convert_to_integer<F: Held, L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    insn: &Insn,
) -> Done {
    if !x.state.simulator {
        let rounding = x.state.rounding();
        return to_integer::<F, L, RULES>(x, insn, rounding);
    }
    let value = F::get(x, insn.rs1)?;
    let integer = match is_number::<F>(value) {
        true => compute(x, |_, flags| {
            float::to_i32::<F>(value, Rounding::TowardZero, flags)
        })?,
        false => {
            record(x, Flags::default())?;
            0
        }
    };
    Single::set(x, insn.rd, integer as u32)
}

/// Compares and sets a condition bit. `condition` is that of the instruction: bit 0 accepts
/// unordered operands, bit 1 equal ones, bit 2 a first that is less; bit 3 objects to any that is
/// no number.
#[inline(always)]
pub(crate) fn compare<F: Held, L: Listener, const RULES: u8>(
    x: &mut Cpu<'_, L, RULES>,
    insn: &Insn,
    condition: u8,
) -> Done {
    let (a, b) = (F::get(x, insn.rs1)?, F::get(x, insn.rs2)?);
    let mut loud = Flags::default();
    let mut quiet = Flags::default().with_nans(x.state.flags.nans());
    let less = float::lt::<F>(a, b, &mut loud);
    let equal = float::eq::<F>(a, b, &mut quiet);
    let unordered = loud.contains(Flags::INVALID);
    record(x, if condition & 8 != 0 { loud } else { quiet })?;
    let holds = condition & 4 != 0 && less
        || condition & 2 != 0 && equal
        || condition & 1 != 0 && unordered;
    let bit = 1 << (insn.rd & 7);
    let others = x.x(CONDITIONS) & !bit;
    x.set_x(CONDITIONS, if holds { others | bit } else { others });
    Ok(())
}

/// Whether the condition bit that the instruction tests is set.
#[inline(always)]
pub(crate) fn condition<X: Reading>(x: &X, insn: &Insn) -> Bit<X> {
    !(x.x(CONDITIONS) & 1 << (insn.rs2 & 7)).is_zero()
}
