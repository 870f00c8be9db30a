//! What both precisions share: the check of a case, rounding modes, NaN boxing, bit moves.

use crate::common::encode;
use crate::hart::Hart;
use machine::float::Flags;
use machine::isa::{Bank, OperandKind, Role, Row};

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    reserved_rounding_modes_are_illegal,
    a_reserved_dynamic_mode_is_illegal,
    an_instruction_without_rounding_ignores_the_dynamic_mode,
    a_single_that_is_not_boxed_is_nan,
    moves_copy_bits,
];

/// To nearest, ties to even.
pub(crate) const RNE: i64 = 0;
/// Towards zero.
pub(crate) const RTZ: i64 = 1;
/// Down.
pub(crate) const RDN: i64 = 2;
/// Up.
pub(crate) const RUP: i64 = 3;
/// To nearest, ties away from zero.
pub(crate) const RMM: i64 = 4;
const DYN: i64 = 7;

/// Inexact.
pub(crate) const NX: u8 = 1;
/// Underflow.
pub(crate) const UF: u8 = 2;
/// Overflow.
pub(crate) const OF: u8 = 4;
/// Division by zero.
pub(crate) const DZ: u8 = 8;
/// Invalid.
pub(crate) const NV: u8 = 16;

/// A register that holds these bits as a single.
pub(crate) const fn boxed(bits: u32) -> u64 {
    0xffff_ffff_0000_0000 | bits as u64
}

fn has_rounding(row: &Row) -> bool {
    row.operands.iter().any(|operand| operand.name == "rm")
}

/// The word of a row with the destination in register `rd` and the sources in 1, 2, 3.
fn word(row: &Row, rd: i64, rm: i64) -> u32 {
    let mut sources = 1..;
    let operands: Vec<i64> = row
        .operands
        .iter()
        .map(|operand| match operand.kind {
            OperandKind::Register {
                role: Role::Write, ..
            } => rd,
            OperandKind::Register { .. } => sources.next().unwrap_or(0),
            _ => rm,
        })
        .collect();
    encode(row.name, &operands)
}

fn writes(row: &Row, wanted: Bank) -> bool {
    row.operands.iter().any(|operand| {
        matches!(operand.kind, OperandKind::Register { bank, role: Role::Write } if bank == wanted)
    })
}

/// A machine with the sources in both banks, this dynamic mode and these flags.
fn hart(sources: &[u64], frm: i64, flags: u8) -> Hart {
    let mut hart = Hart::new();
    for (number, &value) in (1..).zip(sources) {
        hart = hart
            .with(&[(number, value as u32)])
            .with_f(&[(number, value)]);
    }
    hart.state_mut().frm = frm as u8;
    hart.state_mut().flags = Flags(flags);
    hart
}

/// Executes `name` on these register contents: with the mode in the instruction and in `frm`,
/// with flags that were raised before, and with the destination among the sources.
#[track_caller]
pub(crate) fn check(name: &str, rm: i64, sources: &[u64], expected: u64, flags: u8) {
    let row = testkit::row(&rv32::DESC, name);
    let modes = if has_rounding(row) {
        vec![(rm, RNE), (rm, RMM), (DYN, rm)]
    } else {
        vec![(rm, rm)]
    };
    for (own, frm) in modes {
        for (raised, rd) in [(0, 5), (0, 1), (NX, 5), (0b11110, 5), (0b11111, 5)] {
            let mut hart = hart(sources, frm, raised);
            hart.run(word(row, rd, own));
            let result = if writes(row, Bank::Float) {
                hart.f(rd)
            } else {
                hart.x(rd).into()
            };
            let case = format!("{name} {sources:x?}, rm {own}, frm {frm}");
            assert_eq!(result, expected, "{case}: {result:#x}");
            let found = hart.state().flags;
            assert_eq!(found, Flags(raised | flags), "{case}: the flags");
            hart.retire();
        }
    }
}

/// The same for the five rounding modes in the order of their numbers, all with these flags.
#[track_caller]
pub(crate) fn check_rounded(name: &str, sources: &[u64], expected: [u64; 5], flags: u8) {
    for (rm, expected) in (0..).zip(expected) {
        check(name, rm, sources, expected, flags);
    }
}

fn rounding_rows() -> impl Iterator<Item = &'static Row> {
    rv32::DESC.rows.iter().filter(|row| has_rounding(row))
}

#[test]
fn reserved_rounding_modes_are_illegal() {
    assert_eq!(rounding_rows().count(), 28);
    for row in rounding_rows() {
        for rm in [5, 6] {
            hart(&[1, 2, 3], RNE, NX).is_illegal(word(row, 5, rm));
        }
    }
}

#[test]
fn a_reserved_dynamic_mode_is_illegal() {
    for row in rounding_rows() {
        for frm in 5..8 {
            hart(&[1, 2, 3], frm, NX).is_illegal(word(row, 5, DYN));
            hart(&[1, 2, 3], frm, NX).run(word(row, 5, RTZ));
        }
    }
}

#[test]
fn an_instruction_without_rounding_ignores_the_dynamic_mode() {
    let floats = rv32::DESC
        .rows
        .iter()
        .filter(|row| row.name.starts_with('f') && matches!(row.extension, "F" | "D"))
        .filter(|row| !has_rounding(row) && !row.operands.iter().any(|o| o.base));
    for row in floats {
        hart(&[1, 2, 3], 7, NX).run(word(row, 5, RNE));
    }
}

/// Whatever the low half says, a register whose high half is not all ones reads as the canonical
/// NaN, which is quiet.
#[test]
fn a_single_that_is_not_boxed_is_nan() {
    const ONE: u32 = 0x3f80_0000;
    const NAN: u64 = boxed(0x7fc0_0000);
    let one = boxed(ONE);
    for high in [0, 0xffff_fffe, 0x7fff_ffff, 0x3ff0_0000] {
        let bad = high << 32 | u64::from(ONE);
        check("fadd.s", RNE, &[bad, one], NAN, 0);
        check("fsub.s", RNE, &[one, bad], NAN, 0);
        check("fmul.s", RNE, &[bad, bad], NAN, 0);
        check("fdiv.s", RNE, &[one, bad], NAN, 0);
        check("fsqrt.s", RNE, &[bad], NAN, 0);
        check("fmadd.s", RNE, &[one, one, bad], NAN, 0);
        check("fsgnj.s", RNE, &[bad, one], NAN, 0);
        check("fsgnjn.s", RNE, &[one, bad], boxed(0xbf80_0000), 0);
        check("fsgnjx.s", RNE, &[bad, bad], NAN, 0);
        check("fmin.s", RNE, &[bad, one], one, 0);
        check("fmax.s", RNE, &[bad, bad], NAN, 0);
        check("feq.s", RNE, &[bad, bad], 0, 0);
        check("flt.s", RNE, &[bad, one], 0, NV);
        check("fle.s", RNE, &[one, bad], 0, NV);
        check("fclass.s", RNE, &[bad], 1 << 9, 0);
        check("fcvt.w.s", RNE, &[bad], 0x7fff_ffff, NV);
        check("fcvt.wu.s", RNE, &[bad], 0xffff_ffff, NV);
        check("fcvt.d.s", RNE, &[bad], 0x7ff8_0000_0000_0000, 0);
        check("fmv.x.w", RNE, &[bad], ONE.into(), 0);
    }
}

#[test]
fn moves_copy_bits() {
    check("fmv.x.w", RNE, &[boxed(0x7f80_0001)], 0x7f80_0001, 0);
    check("fmv.x.w", RNE, &[0x0123_4567_89ab_cdef], 0x89ab_cdef, 0);
    check("fmv.w.x", RNE, &[0x7f80_0001], boxed(0x7f80_0001), 0);
    check("fmv.w.x", RNE, &[0], boxed(0), 0);
    let mut hart = hart(&[boxed(1)], RNE, 0);
    hart.run(encode("fmv.x.w", &[0, 1]));
    assert_eq!(hart.x(0), 0);
}
