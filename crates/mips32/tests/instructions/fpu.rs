//! Moves of the floating-point unit, its control registers, and its pairs of registers.

use crate::common::encode;
use crate::float::{Held, RN, d, flags, put, rounding};
use crate::hart::Hart;
use machine::isa::OperandKind;
use machine::trap::Trap;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    moves_to_and_from_integers,
    halves_of_doubles,
    doubles_are_pairs,
    doubles_in_odd_registers,
    an_odd_destination_raises_no_flag,
    moves_on_condition_bits,
    moves_on_registers,
    the_control_register,
    the_condition_register,
    the_other_control_registers,
];

const CONDITIONS: i64 = 66;

#[test]
fn moves_to_and_from_integers() {
    let mut hart = Hart::new().with(&[(6, 0xdead_beef)]);
    hart.run(encode("mtc1", &[6, 11]));
    assert_eq!([10, 11, 12].map(|n| hart.f(n)), [0, 0xdead_beef, 0]);
    hart.run(encode("mfc1", &[7, 11]));
    assert_eq!(hart.x(7), 0xdead_beef);
    hart.run(encode("mfc1", &[0, 11]));
    assert_eq!(hart.x(0), 0);
    hart.run(encode("mtc1", &[0, 11]));
    assert_eq!(hart.f(11), 0);
}

#[test]
fn halves_of_doubles() {
    let mut hart = Hart::new()
        .with(&[(6, 0x1111_1111)])
        .with_f(&[(10, 0xaaaa_aaaa), (11, 0xbbbb_bbbb)]);
    hart.run(encode("mfhc1", &[7, 10]));
    assert_eq!(hart.x(7), 0xbbbb_bbbb);
    hart.run(encode("mthc1", &[6, 10]));
    assert_eq!((hart.f(10), hart.f(11)), (0xaaaa_aaaa, 0x1111_1111));
    hart.traps(encode("mfhc1", &[7, 11]), Trap::OddFloat { register: 11 });
    hart.traps(encode("mthc1", &[6, 11]), Trap::OddFloat { register: 11 });
}

/// The low word is in the even register.
#[test]
fn doubles_are_pairs() {
    let mut hart = Hart::new().with_f(&[(2, 0x5555_5555), (3, 0x3fd5_5555), (9, 9), (12, 12)]);
    hart.run(encode("neg.d", &[10, 2]));
    let found = [9, 10, 11, 12].map(|n| hart.f(n));
    assert_eq!(found, [9, 0x5555_5555, 0xbfd5_5555, 12]);
    hart.run(encode("mov.d", &[30, 2]));
    assert_eq!((hart.f(30), hart.f(31)), (0x5555_5555, 0x3fd5_5555));
}

/// Which operands of a row of doubles are doubles.
fn is_double(row: &str, operand: &str) -> bool {
    match row {
        "cvt.d.s" | "cvt.d.w" => operand == "fd",
        "cvt.s.d" | "cvt.w.d" | "round.w.d" | "trunc.w.d" | "ceil.w.d" | "floor.w.d" => {
            operand == "fs"
        }
        _ => row.ends_with(".d") && operand.starts_with('f'),
    }
}

#[test]
fn doubles_in_odd_registers() {
    let mut count = 0;
    for row in mips32::DESC
        .rows
        .iter()
        .filter(|row| row.name.contains(".d"))
    {
        for (odd, operand) in row.operands.iter().enumerate() {
            let OperandKind::Register { .. } = operand.kind else {
                continue;
            };
            let mut operands = vec![2; row.operands.len()];
            operands[odd] = 7;
            let mut hart = Hart::new();
            if is_double(row.name, operand.name) {
                let trap = Trap::OddFloat { register: 7 };
                hart.traps(encode(row.name, &operands), trap);
                count += 1;
            } else {
                hart.run(encode(row.name, &operands));
            }
            hart.retire();
        }
    }
    assert_eq!(count, 16 * 2 + 4 * 3 + 4 * 2 + 4 * 2 + 4 * 4 + 8);
}

#[test]
fn an_odd_destination_raises_no_flag() {
    let mut hart = put(
        put(rounding(RN, 0), Held::Double, 2, d(1.0)),
        Held::Double,
        4,
        d(3.0),
    );
    for word in [
        encode("div.d", &[11, 2, 4]),
        encode("sqrt.d", &[11, 4]),
        encode("madd.d", &[11, 2, 4, 4]),
    ] {
        hart.traps(word, Trap::OddFloat { register: 11 });
    }
    assert_eq!(flags(&mut hart), 0);
}

#[test]
fn moves_on_condition_bits() {
    for cc in 0..8 {
        for (bits, set) in [(1 << cc, true), (0xff & !(1 << cc), false)] {
            for (name, moves) in [("movt", set), ("movf", !set)] {
                let mut hart = Hart::new()
                    .with(&[(CONDITIONS, bits), (6, 66), (10, 77)])
                    .with_f(&[(2, 22), (3, 33), (10, 10), (11, 11)]);
                hart.run(encode(name, &[10, 6, cc]));
                assert_eq!(hart.x(10), if moves { 66 } else { 77 });
                hart.run(encode(&format!("{name}.s"), &[10, 2, cc]));
                let single = (hart.f(10), hart.f(11));
                assert_eq!(single, (if moves { 22 } else { 10 }, 11));
                hart.run(encode(&format!("{name}.d"), &[10, 2, cc]));
                let double = (hart.f(10), hart.f(11));
                assert_eq!(double, if moves { (22, 33) } else { (10, 11) });
                hart.retire();
            }
        }
    }
}

#[test]
fn moves_on_registers() {
    for (name, value, moves) in [
        ("movz", 0, true),
        ("movz", 1, false),
        ("movn", 0, false),
        ("movn", 0x8000_0000, true),
    ] {
        let mut hart =
            Hart::new()
                .with(&[(6, value)])
                .with_f(&[(2, 22), (3, 33), (10, 10), (11, 11)]);
        hart.run(encode(&format!("{name}.s"), &[10, 2, 6]));
        assert_eq!((hart.f(10), hart.f(11)), (if moves { 22 } else { 10 }, 11));
        hart.run(encode(&format!("{name}.d"), &[10, 2, 6]));
        let double = (hart.f(10), hart.f(11));
        assert_eq!(double, if moves { (22, 33) } else { (10, 11) });
        hart.retire();
    }
}

/// Condition 0 at bit 23, the others from 25 on; flags at 2 to 6; rounding at 0 and 1.
#[test]
fn the_control_register() {
    for (written, read, conditions) in [
        (0, 0, 0),
        (0xffff_ffff, 0xfe80_007f, 0xff),
        (0x0080_0000, 0x0080_0000, 0b0000_0001),
        (0x0200_0000, 0x0200_0000, 0b0000_0010),
        (0x8000_0000, 0x8000_0000, 0b1000_0000),
        (0x0000_0046, 0x0000_0046, 0),
    ] {
        let mut hart = Hart::new().with(&[(6, written)]);
        hart.run(encode("ctc1", &[6, 31]));
        assert_eq!(hart.x(CONDITIONS), conditions);
        hart.run(encode("cfc1", &[7, 31]));
        assert_eq!(hart.x(7), read, "{written:#x}");
        hart.retire();
    }
}

#[test]
fn the_condition_register() {
    let mut hart = Hart::new().with(&[(6, 0xffff_ffa5)]);
    hart.run(encode("ctc1", &[6, 25]));
    hart.run(encode("cfc1", &[7, 25]));
    assert_eq!((hart.x(CONDITIONS), hart.x(7)), (0xa5, 0xa5));
    hart.run(encode("cfc1", &[7, 31]));
    assert_eq!(hart.x(7), 0xa480_0000);
}

#[test]
fn the_other_control_registers() {
    let mut hart = Hart::new().with(&[(6, 0xffff_ffff)]);
    for number in (0..31).filter(|&n| n != 25) {
        hart.run(encode("ctc1", &[6, number]));
        hart.run(encode("cfc1", &[7, number]));
        // The first says that there are floats and doubles.
        assert_eq!(hart.x(7), if number == 0 { 0x3_0000 } else { 0 });
    }
    assert_eq!(flags(&mut hart), 0);
    hart.run(encode("cfc1", &[0, 0]));
    assert_eq!(hart.x(0), 0);
}
