//! `lwl`, `lwr`, `swl`, `swr`: parts of a word that need not be aligned. The tables are those of
//! the manual: memory holds 11 22 33 44 from the aligned address on, the register aabbccdd.

use crate::common::encode;
use crate::hart::{DATA, Hart, Order, ROM, SCRAP};
use machine::trap::Trap;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    loads,
    stores,
    a_pair_makes_a_word,
    what_memory_forbids,
    the_constant_zero,
];

const MEMORY: [u8; 4] = [0x11, 0x22, 0x33, 0x44];

fn hart(order: Order) -> Hart {
    Hart::with_order(order)
        .with_bytes(DATA, &MEMORY)
        .with(&[(6, DATA), (7, 0xaabb_ccdd)])
}

#[test]
fn loads() {
    use Order::{BigEndian, LittleEndian};
    for (name, order, expected) in [
        (
            "lwl",
            BigEndian,
            [0x1122_3344, 0x2233_44dd, 0x3344_ccdd, 0x44bb_ccdd],
        ),
        (
            "lwr",
            BigEndian,
            [0xaabb_cc11, 0xaabb_1122, 0xaa11_2233, 0x1122_3344],
        ),
        (
            "lwl",
            LittleEndian,
            [0x11bb_ccdd, 0x2211_ccdd, 0x3322_11dd, 0x4433_2211],
        ),
        (
            "lwr",
            LittleEndian,
            [0x4433_2211, 0xaa44_3322, 0xaabb_4433, 0xaabb_cc44u32],
        ),
    ] {
        for (offset, expected) in (0..).zip(expected) {
            let mut hart = hart(order);
            hart.run(encode(name, &[7, offset, 6]));
            assert_eq!(hart.x(7), expected, "{name} {order:?} {offset}");
            hart.retire();
        }
    }
}

#[test]
fn stores() {
    use Order::{BigEndian, LittleEndian};
    for (name, order, expected) in [
        (
            "swl",
            BigEndian,
            [0xaabb_ccdd, 0x11aa_bbcc, 0x1122_aabb, 0x1122_33aa],
        ),
        (
            "swr",
            BigEndian,
            [0xdd22_3344, 0xccdd_3344, 0xbbcc_dd44, 0xaabb_ccdd],
        ),
        (
            "swl",
            LittleEndian,
            [0xaa22_3344, 0xbbaa_3344, 0xccbb_aa44, 0xddcc_bbaa],
        ),
        (
            "swr",
            LittleEndian,
            [0xddcc_bbaa, 0x11dd_ccbb, 0x1122_ddcc, 0x1122_33ddu32],
        ),
    ] {
        for (offset, expected) in (0..).zip(expected) {
            let mut hart = hart(order);
            hart.run(encode(name, &[7, offset, 6]));
            let bytes: [u8; 4] = hart.machine.memory.peek_bytes(DATA);
            assert_eq!(bytes, expected.to_be_bytes(), "{name} {order:?} {offset}");
            let around = [DATA - 1, DATA + 4].map(|at| hart.machine.memory.peek(at));
            assert_eq!(around, [0, 0]);
            hart.retire();
        }
    }
}

/// The usual pairs: `lwl` and `swl` at the most significant byte, `lwr` and `swr` at the other.
#[test]
fn a_pair_makes_a_word() {
    for (order, left, right) in [(Order::BigEndian, 0, 3), (Order::LittleEndian, 3, 0)] {
        for offset in 0..4 {
            let bytes = [1, 2, 3, 4, 5, 6, 7, 8];
            let mut hart = Hart::with_order(order)
                .with_bytes(DATA, &bytes)
                .with(&[(6, DATA), (7, 0)]);
            hart.run(encode("lwl", &[7, offset + left, 6]));
            hart.run(encode("lwr", &[7, offset + right, 6]));
            let wanted = &bytes[offset as usize..][..4];
            assert_eq!(order.bytes(hart.x(7)), wanted);

            hart.run(encode("swl", &[7, offset + left + 0x101, 6]));
            hart.run(encode("swr", &[7, offset + right + 0x101, 6]));
            let stored: [u8; 4] = hart.machine.memory.peek_bytes(DATA + 0x101 + offset as u32);
            assert_eq!(stored, wanted);
            hart.retire();
        }
    }
}

#[test]
fn what_memory_forbids() {
    let nowhere = SCRAP + 0x2000;
    for name in ["lwl", "lwr"] {
        let mut hart = Hart::new().with(&[(6, nowhere), (7, 5)]);
        let trap = Trap::Load {
            address: nowhere,
            size: 4,
            execute_only: false,
        };
        hart.traps(encode(name, &[7, 0, 6]), trap);
        hart.retire();
    }
    for (name, base, read_only) in [
        ("swl", nowhere, false),
        ("swr", nowhere, false),
        ("swl", ROM, true),
        ("swr", ROM, true),
    ] {
        let mut hart = Hart::new().with(&[(6, base), (7, 5)]);
        let trap = Trap::Store {
            address: base,
            size: 1,
            read_only,
        };
        hart.traps(encode(name, &[7, 0, 6]), trap);
        hart.retire();
    }
}

#[test]
fn the_constant_zero() {
    let mut hart = hart(Order::LittleEndian);
    hart.run(encode("lwl", &[0, 3, 6]));
    hart.run(encode("lwr", &[0, 0, 6]));
    assert_eq!(hart.x(0), 0);
    hart.run(encode("swl", &[0, 3, 6]));
    assert_eq!(hart.word(DATA), 0);
}
