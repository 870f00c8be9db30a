//! Calls of the environment, breakpoints, traps, coprocessor 0, and what orders or announces
//! memory accesses.

use crate::common::encode;
use crate::hart::{AT, Hart, ORDERS};
use machine::run::Stop;
use machine::trap::Trap;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    syscall_hands_over_to_the_host,
    break_carries_a_code,
    traps_on_registers,
    traps_on_numbers,
    a_trap_may_carry_a_code,
    control_registers,
    registers_of_the_hardware,
    other_selections_are_other_registers,
    eret_goes_to_the_return_address,
    words_that_mean_nothing,
    what_there_is_no_cache_for,
];

const MIN: u32 = 0x8000_0000;
const ONES: u32 = 0xffff_ffff;

#[test]
fn syscall_hands_over_to_the_host() {
    for word in [encode("syscall", &[]), encode("syscall", &[]) | 0x1234 << 6] {
        let mut hart = Hart::new();
        assert_eq!(hart.step(word), Stop::Host);
        assert_eq!((hart.machine.pc, hart.machine.steps), (AT, 0));
        hart.machine.skip();
        assert_eq!((hart.machine.pc, hart.machine.steps), (AT + 4, 1));
        hart.retire();
    }
}

#[test]
fn break_carries_a_code() {
    for code in [0, 5, 0x1ff, 0xf_ffff] {
        let mut hart = Hart::new();
        let trap = Trap::Breakpoint { code };
        hart.traps(encode("break", &[code.into()]), trap);
        hart.retire();
    }
}

#[track_caller]
fn check(word: u32, registers: &[(i64, u32)], traps: bool) {
    let mut hart = Hart::new().with(registers);
    if traps {
        hart.traps(word, Trap::Conditional);
    } else {
        hart.run(word);
    }
    hart.retire();
}

#[test]
fn traps_on_registers() {
    for (a, b, less, below) in [
        (1, 2, true, true),
        (2, 1, false, false),
        (5, 5, false, false),
        (ONES, 1, true, false),
        (1, ONES, false, true),
        (MIN, 0, true, false),
    ] {
        let check = |name, traps| check(encode(name, &[6, 7, 0]), &[(6, a), (7, b)], traps);
        check("tlt", less);
        check("tge", !less);
        check("tltu", below);
        check("tgeu", !below);
        check("teq", a == b);
        check("tne", a != b);
    }
}

/// The number is sign-extended before an unsigned comparison.
#[test]
fn traps_on_numbers() {
    for (a, number, less, below) in [
        (1, 2, true, true),
        (2, 1, false, false),
        (5, 5, false, false),
        (ONES, -1, false, false),
        (ONES, 1, true, false),
        (1, -1, false, true),
        (0x8000, -32768, false, true),
        (0xffff_8000, -32768, false, false),
        (0x7fff, 32767, false, false),
    ] {
        let equal = a == number as i32 as u32;
        let check = |name, traps| check(encode(name, &[6, number]), &[(6, a)], traps);
        check("tlti", less);
        check("tgei", !less);
        check("tltiu", below);
        check("tgeiu", !below);
        check("teqi", equal);
        check("tnei", !equal);
    }
}

/// Its code is for whoever handles it; compilers write 7 for a division by zero.
#[test]
fn a_trap_may_carry_a_code() {
    for code in [7, 0x3ff] {
        check(encode("teq", &[6, 0, code]), &[(6, 0)], true);
        check(encode("teq", &[6, 0, code]), &[(6, 1)], false);
    }
}

#[test]
fn registers_of_the_hardware() {
    const THREAD_AREA: i64 = 67;
    for (register, value) in [(29, 0x7000_1234), (3, 1), (0, 0), (31, 0)] {
        let mut hart = Hart::new().with(&[(THREAD_AREA, 0x7000_1234)]);
        hart.run(encode("rdhwr", &[3, register]));
        assert_eq!(hart.x(3), value, "${register}");
        hart.run(encode("rdhwr", &[0, register]));
        assert_eq!(hart.x(0), 0);
    }
}

#[test]
fn control_registers() {
    let mut hart = Hart::new();
    for (register, start) in [(8, 0), (12, 0xff11), (13, 0), (14, 0)] {
        hart.run(encode("mfc0", &[10, register, 0]));
        assert_eq!(hart.x(10), start, "${register}");
        hart = hart.with(&[(7, 0x1234_5600 | register as u32)]);
        hart.run(encode("mtc0", &[7, register, 0]));
    }
    for register in [8, 12, 13, 14] {
        hart.run(encode("mfc0", &[10, register, 0]));
        assert_eq!(hart.x(10), 0x1234_5600 | register as u32);
    }
    // Those that do not exist are zero and stay so.
    for register in (0..32).filter(|r| ![8, 12, 13, 14].contains(r)) {
        hart.run(encode("mtc0", &[7, register, 0]));
        hart.run(encode("mfc0", &[10, register, 0]));
        assert_eq!(hart.x(10), 0, "${register}");
    }
    hart.run(encode("mfc0", &[0, 14, 0]));
    assert_eq!(hart.x(0), 0);
}

#[test]
fn other_selections_are_other_registers() {
    for register in [8, 12, 13, 14] {
        for selection in 1..8 {
            let mut hart = Hart::new().with(&[(7, ONES), (10, 5)]);
            hart.state_mut().epc = 0x44;
            let before = hart.state().clone();
            hart.run(encode("mtc0", &[7, register, selection]));
            assert_eq!(*hart.state(), before);
            hart.run(encode("mfc0", &[10, register, selection]));
            assert_eq!(hart.x(10), 0);
            hart.retire();
        }
    }
}

#[test]
fn eret_goes_to_the_return_address() {
    let mut hart = Hart::new();
    hart.state_mut().epc = AT + 0x40;
    hart.state_mut().status = 0xff13;
    assert_eq!(hart.step(encode("eret", &[])), Stop::OutOfFuel);
    assert_eq!((hart.machine.pc, hart.machine.steps), (AT + 0x40, 1));
    assert_eq!(hart.state().status, 0xff11);
}

/// The report names the word as the manual writes it, in either byte order.
#[test]
fn words_that_mean_nothing() {
    for order in ORDERS {
        // Opcodes 0x3f and 0x1f, a function of opcode 0, and a format of the coprocessor.
        for word in [0xfc00_0001, 0x7c00_003f, 0x0000_0005, 0x46e0_0000] {
            let mut hart = Hart::with_order(order);
            hart.is_illegal(word);
            hart.retire();
        }
    }
}

#[test]
fn what_there_is_no_cache_for() {
    let mut hart = Hart::new();
    for word in [
        encode("sync", &[0]),
        encode("sync", &[31]),
        encode("pref", &[0, 0, 6]),
        encode("pref", &[31, -32768, 6]),
        encode("cache", &[0x15, 4, 6]),
        encode("synci", &[32767, 6]),
    ] {
        let before = (hart.machine.registers.clone(), hart.state().clone());
        hart.run(word);
        let after = (hart.machine.registers.clone(), hart.state().clone());
        assert_eq!(before, after);
    }
}
