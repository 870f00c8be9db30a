//! Branches and jumps on a machine without delay slots.

use crate::common::encode;
use crate::hart::{AT, Hart};
use machine::run::Stop;
use machine::trap::Trap;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    comparing_branches,
    branches_on_signs,
    branches_that_link,
    simulators_link_only_if_taken,
    branches_on_conditions,
    jumps_in_the_region,
    register_jumps,
    a_jump_to_an_address_that_is_not_aligned,
];

const MIN: u32 = 0x8000_0000;
const MAX: u32 = 0x7fff_ffff;
const ONES: u32 = 0xffff_ffff;

/// Executes a branch over several distances.
#[track_caller]
fn check(name: &str, registers: &[(i64, u32)], operands: &[i64], taken: bool) {
    for offset in [4, 64, 0x1000, 0, -4, -64, -0x1000] {
        let mut hart = Hart::new().with(registers);
        let operands = [operands, &[offset]].concat();
        assert_eq!(hart.step(encode(name, &operands)), Stop::OutOfFuel);
        let distance = 4 + if taken { offset } else { 0 };
        let target = AT.wrapping_add_signed(distance as i32);
        assert_eq!(hart.machine.pc, target, "{name} {registers:x?} {offset}");
        assert_eq!(hart.machine.steps, 1);
        hart.retire();
    }
}

#[test]
fn comparing_branches() {
    for (a, b, equal) in [
        (5, 5, true),
        (ONES, ONES, true),
        (0, MIN, false),
        (0x1_0000, 0, false),
    ] {
        for likely in ["", "l"] {
            let registers = [(6, a), (7, b)];
            check(&format!("beq{likely}"), &registers, &[6, 7], equal);
            check(&format!("bne{likely}"), &registers, &[6, 7], !equal);
        }
    }
}

#[test]
fn branches_on_signs() {
    for (value, less, equal) in [
        (0, false, true),
        (1, false, false),
        (MAX, false, false),
        (ONES, true, false),
        (MIN, true, false),
    ] {
        for likely in ["", "l"] {
            let check = |name: &str, taken| {
                check(&format!("{name}{likely}"), &[(6, value)], &[6], taken);
            };
            check("bltz", less);
            check("bgez", !less);
            check("blez", less || equal);
            check("bgtz", !less && !equal);
            check("bltzal", less);
            check("bgezal", !less);
        }
    }
}

const LINKING: [(&str, u32, u32); 4] = [
    ("bltzal", ONES, 0),
    ("bltzall", MIN, 1),
    ("bgezal", 0, ONES),
    ("bgezall", 1, MIN),
];

/// The manual has the return address kept whether the branch is taken or not.
#[test]
fn branches_that_link() {
    for (name, takes, passes) in LINKING {
        for value in [takes, passes] {
            let mut hart = Hart::new().with(&[(6, value)]);
            assert_eq!(hart.step(encode(name, &[6, 16])), Stop::OutOfFuel);
            assert_eq!(hart.x(31), AT + 4, "{name} {value:#x}");
            hart.retire();
        }
    }
}

#[test]
fn simulators_link_only_if_taken() {
    for (name, takes, passes) in LINKING {
        for (value, link) in [(takes, AT + 4), (passes, 7)] {
            let mut hart = Hart::new().with(&[(6, value), (31, 7)]);
            hart.machine.relax();
            assert_eq!(hart.step(encode(name, &[6, 16])), Stop::OutOfFuel);
            assert_eq!(hart.x(31), link, "{name} {value:#x}");
            hart.retire();
        }
    }
}

#[test]
fn branches_on_conditions() {
    for cc in 0..8 {
        for (bits, set) in [(1 << cc, true), (0xff & !(1 << cc), false)] {
            for likely in ["", "l"] {
                check(&format!("bc1t{likely}"), &[(66, bits)], &[cc], set);
                check(&format!("bc1f{likely}"), &[(66, bits)], &[cc], !set);
            }
        }
    }
}

/// The top four bits are those of the next instruction.
#[test]
fn jumps_in_the_region() {
    for target in [AT, AT + 4, AT - 0x2000, AT + 0x1ffc] {
        let mut hart = Hart::new().with(&[(31, 7)]);
        assert_eq!(hart.step(encode("j", &[target.into()])), Stop::OutOfFuel);
        assert_eq!((hart.machine.pc, hart.x(31)), (target, 7));
        assert_eq!(hart.step(encode("jal", &[target.into()])), Stop::OutOfFuel);
        assert_eq!((hart.machine.pc, hart.x(31)), (target, AT + 4));
        hart.retire();
    }
    // It can be far: the fetch there fails.
    let mut hart = Hart::new();
    let address = 0x0fff_fffc;
    let stop = hart.step(encode("jal", &[address.into()]));
    assert_eq!(stop, Stop::Trap(Trap::Fetch { address }));
    assert_eq!((hart.machine.pc, hart.machine.steps), (address, 1));

    let row = testkit::row(&mips32::DESC, "j");
    let target = |pc: u32| row.predecode(encode("j", &[0x40]), pc).imm();
    assert_eq!(target(0x9000_0000), 0x9000_0040);
    assert_eq!(target(0x8fff_fffc), 0x9000_0040);
    assert_eq!(target(0x8fff_fff8), 0x8000_0040);
}

#[test]
fn register_jumps() {
    for target in [AT, AT + 0x100, AT - 0x2000] {
        let mut hart = Hart::new().with(&[(6, target)]);
        assert_eq!(hart.step(encode("jr", &[6])), Stop::OutOfFuel);
        assert_eq!((hart.machine.pc, hart.machine.steps), (target, 1));
        for rd in [31, 10, 6, 0] {
            hart = hart.with(&[(6, target)]);
            assert_eq!(hart.step(encode("jalr", &[rd, 6])), Stop::OutOfFuel);
            let link = if rd == 0 { 0 } else { AT + 4 };
            assert_eq!((hart.machine.pc, hart.x(rd)), (target, link));
        }
        hart.retire();
    }
}

/// The jump itself succeeds; the fetch at its target fails, whatever code is near.
#[test]
fn a_jump_to_an_address_that_is_not_aligned() {
    for distance in 1..4 {
        for name in ["jr", "jalr", "eret"] {
            let address = AT + distance;
            let mut hart = Hart::new().with(&[(6, address)]);
            hart.state_mut().epc = address;
            let word = match name {
                "jr" => encode("jr", &[6]),
                "jalr" => encode("jalr", &[31, 6]),
                _ => encode("eret", &[]),
            };
            let stop = hart.step(word);
            assert_eq!(stop, Stop::Trap(Trap::Fetch { address }), "{name}");
            assert_eq!((hart.machine.pc, hart.machine.steps), (address, 1));
            hart.retire();
        }
    }
}
