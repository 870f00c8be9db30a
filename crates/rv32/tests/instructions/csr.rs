//! Control and status registers: the floating-point ones and the counters.

use crate::common::encode;
use crate::hart::{AT, Hart};
use machine::float::Flags;
use machine::observe::Off;
use machine::run::Stop;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    register_forms,
    immediate_forms,
    the_three_float_registers_are_one,
    reading_forms_write_nothing_with_a_zero_source,
    counters_count_executed_instructions,
    counters_have_high_halves,
    read_only_registers_cannot_be_written,
    unknown_registers_are_illegal,
    a_relaxed_machine_stores_in_unknown_registers,
];

const FFLAGS: i64 = 0x001;
const FRM: i64 = 0x002;
const FCSR: i64 = 0x003;
const CYCLE: i64 = 0xc00;
const TIME: i64 = 0xc01;
const INSTRET: i64 = 0xc02;
const CYCLEH: i64 = 0xc80;
const COUNTERS: [i64; 6] = [CYCLE, TIME, INSTRET, CYCLEH, 0xc81, 0xc82];

/// A machine with these flags and this rounding mode.
fn hart(flags: u8, frm: u8) -> Hart {
    let mut hart = Hart::new();
    hart.state_mut().flags = Flags(flags);
    hart.state_mut().frm = frm;
    hart
}

/// Flags and mode are 0b10101 and 3 before; `operand` is a register's value or the number itself.
#[track_caller]
fn check(name: &str, csr: i64, operand: u32, old: u32, flags: u8, frm: u8) {
    let mut hart = hart(0b10101, 3).with(&[(6, operand)]);
    let source = if name.ends_with('i') {
        operand.into()
    } else {
        6
    };
    hart.run(encode(name, &[5, csr, source]));
    let state = hart.state();
    assert_eq!(hart.x(5), old, "{name}: the old value");
    assert_eq!((state.flags, state.frm), (Flags(flags), frm), "{name}");
}

#[test]
fn register_forms() {
    check("csrrw", FFLAGS, 0b01010, 0b10101, 0b01010, 3);
    check("csrrw", FFLAGS, 0xffff_ffe0, 0b10101, 0, 3);
    check("csrrw", FRM, 4, 3, 0b10101, 4);
    check("csrrw", FRM, 0xffff_fff8, 3, 0b10101, 0);
    check("csrrw", FCSR, 0xffff_ffff, 0b011_10101, 0b11111, 7);
    check("csrrw", FCSR, 0b010_00001, 0b011_10101, 1, 2);
    check("csrrw", FCSR, 0xffff_ff00, 0b011_10101, 0, 0);
    check("csrrs", FFLAGS, 0b00010, 0b10101, 0b10111, 3);
    check("csrrs", FRM, 4, 3, 0b10101, 7);
    check("csrrs", FCSR, 0b100_01000, 0b011_10101, 0b11101, 7);
    check("csrrc", FFLAGS, 0b00110, 0b10101, 0b10001, 3);
    check("csrrc", FRM, 1, 3, 0b10101, 2);
    check("csrrc", FCSR, 0b001_00001, 0b011_10101, 0b10100, 2);
}

#[test]
fn immediate_forms() {
    check("csrrwi", FFLAGS, 0b01010, 0b10101, 0b01010, 3);
    check("csrrwi", FRM, 1, 3, 0b10101, 1);
    check("csrrwi", FRM, 0, 3, 0b10101, 0);
    check("csrrwi", FCSR, 31, 0b011_10101, 31, 0);
    check("csrrsi", FFLAGS, 0b00010, 0b10101, 0b10111, 3);
    check("csrrsi", FCSR, 0b01010, 0b011_10101, 31, 3);
    check("csrrci", FFLAGS, 0b00100, 0b10101, 0b10001, 3);
    check("csrrci", FRM, 2, 3, 0b10101, 1);
}

#[test]
fn the_three_float_registers_are_one() {
    let mut hart = Hart::new().with(&[(6, 0b101_10011)]);
    hart.run(encode("csrrw", &[0, FCSR, 6]));
    hart.run(encode("csrrs", &[5, FFLAGS, 0]));
    hart.run(encode("csrrs", &[7, FRM, 0]));
    assert_eq!((hart.x(0), hart.x(5), hart.x(7)), (0, 0b10011, 0b101));
}

#[test]
fn reading_forms_write_nothing_with_a_zero_source() {
    for name in ["csrrs", "csrrc", "csrrsi", "csrrci"] {
        let mut hart = hart(0b10101, 3);
        hart.run(encode(name, &[5, FCSR, 0]));
        assert_eq!(hart.x(5), 0b011_10101);
        assert_eq!(hart.state().flags, Flags(0b10101));
        // So they may read what cannot be written.
        hart.run(encode(name, &[5, CYCLE, 0]));
        assert_eq!(hart.x(5), 1);
    }
}

/// Each counter is read after `before` other instructions, in one run.
#[test]
fn counters_count_executed_instructions() {
    for csr in [CYCLE, TIME, INSTRET] {
        let mut words = Vec::new();
        for rd in 5..16 {
            words.push(encode("csrrs", &[rd, csr, 0]));
            words.extend(vec![encode("addi", &[1, 1, 1]); rd as usize]);
        }
        let mut hart = Hart::new();
        for (at, word) in (AT..).step_by(4).zip(&words) {
            hart = hart.with_bytes(at, &word.to_le_bytes());
        }
        let stop = hart.machine.run(&mut Off, words.len() as u64);
        assert_eq!(stop, Stop::OutOfFuel);
        let read: Vec<u32> = (5..16).map(|rd| hart.x(rd)).collect();
        assert_eq!(read, [0, 6, 13, 21, 30, 40, 51, 63, 76, 90, 105]);
        assert_eq!(hart.machine.steps, 121);
    }
}

#[test]
fn counters_have_high_halves() {
    let values = [0x2345_6789, 0x2345_678a, 0x2345_678b, 1, 1, 1];
    let mut hart = Hart::new();
    hart.machine.steps = 0x1_2345_6789;
    for (csr, value) in COUNTERS.into_iter().zip(values) {
        hart.run(encode("csrrs", &[5, csr, 0]));
        assert_eq!(hart.x(5), value, "{csr:#x}");
    }
}

#[test]
fn read_only_registers_cannot_be_written() {
    for csr in COUNTERS {
        let mut hart = Hart::new().with(&[(6, 0)]);
        for name in ["csrrw", "csrrs", "csrrc", "csrrwi", "csrrsi", "csrrci"] {
            hart.is_illegal(encode(name, &[5, csr, 6]));
            hart.is_illegal(encode(name, &[0, csr, 6]));
        }
        hart.is_illegal(encode("csrrw", &[5, csr, 0]));
        hart.is_illegal(encode("csrrwi", &[5, csr, 0]));
    }
}

#[test]
fn unknown_registers_are_illegal() {
    for csr in [0, 4, 0x300, 0x7ff, 0xc03, 0xc83, 0xf14, 0xfff] {
        let mut hart = Hart::new();
        for name in ["csrrw", "csrrs", "csrrc", "csrrwi", "csrrsi", "csrrci"] {
            hart.is_illegal(encode(name, &[5, csr, 6]));
            hart.is_illegal(encode(name, &[0, csr, 0]));
        }
    }
}

#[test]
fn a_relaxed_machine_stores_in_unknown_registers() {
    let mut hart = Hart::new().with(&[(6, 0x1234_5678)]);
    hart.state_mut().free_csrs = true;
    hart.run(encode("csrrw", &[5, 0x300, 6]));
    assert_eq!(hart.x(5), 0);
    hart.run(encode("csrrci", &[5, 0x300, 8]));
    assert_eq!(hart.x(5), 0x1234_5678);
    hart.run(encode("csrrs", &[5, 0x300, 0]));
    assert_eq!(hart.x(5), 0x1234_5670);
    hart.is_illegal(encode("csrrw", &[5, CYCLE, 6]));
    hart.is_illegal(encode("csrrw", &[5, 0xf14, 6]));
}
