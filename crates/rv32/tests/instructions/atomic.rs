//! Atomic memory operations, with every combination of `.aq` and `.rl`.

use crate::common::encode;
use crate::hart::{DATA, Hart, ROM};
use machine::trap::Trap;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    operations,
    signed_and_unsigned_extremes,
    operands_may_be_the_same_register,
    a_reservation_makes_one_store_succeed,
    a_store_elsewhere_fails_and_ends_the_reservation,
    misaligned_addresses_trap,
    missing_memory_traps,
];

const MIN: u32 = 0x8000_0000;
const MAX: u32 = 0x7fff_ffff;
const ONES: u32 = 0xffff_ffff;
const ORDERS: [u32; 4] = [0, 1 << 25, 2 << 25, 3 << 25];
const OPERATIONS: [&str; 9] = [
    "amoswap.w",
    "amoadd.w",
    "amoxor.w",
    "amoand.w",
    "amoor.w",
    "amomin.w",
    "amomax.w",
    "amominu.w",
    "amomaxu.w",
];

/// `memory` and a register become `expected` in memory; rd gets the old value.
#[track_caller]
fn check(name: &str, memory: u32, register: u32, expected: u32) {
    for order in ORDERS {
        let mut hart = Hart::new()
            .with_bytes(DATA, &memory.to_le_bytes())
            .with(&[(6, DATA), (7, register)]);
        hart.run(encode(name, &[5, 7, 6]) | order);
        assert_eq!(hart.x(5), memory, "{name}: the old value");
        let stored = hart.word(DATA);
        assert_eq!(stored, expected, "{name} {memory:#x}, {register:#x}");
        hart.run(encode(name, &[0, 7, 6]) | order);
        assert_eq!(hart.x(0), 0);
    }
}

#[test]
fn operations() {
    check("amoswap.w", 1, 2, 2);
    check("amoswap.w", ONES, 0, 0);
    check("amoadd.w", 40, 2, 42);
    check("amoadd.w", MAX, 1, MIN);
    check("amoadd.w", ONES, 1, 0);
    check("amoxor.w", 0b1100, 0b1010, 0b0110);
    check("amoxor.w", ONES, ONES, 0);
    check("amoand.w", 0b1100, 0b1010, 0b1000);
    check("amoand.w", MIN, ONES, MIN);
    check("amoor.w", 0b1100, 0b1010, 0b1110);
    check("amoor.w", MIN, 1, 0x8000_0001);
}

#[test]
fn signed_and_unsigned_extremes() {
    check("amomin.w", 1, 2, 1);
    check("amomin.w", MAX, MIN, MIN);
    check("amomin.w", ONES, 0, ONES);
    check("amomin.w", 5, 5, 5);
    check("amomax.w", 1, 2, 2);
    check("amomax.w", MAX, MIN, MAX);
    check("amomax.w", ONES, 0, 0);
    check("amominu.w", 1, 2, 1);
    check("amominu.w", MAX, MIN, MAX);
    check("amominu.w", ONES, 0, 0);
    check("amomaxu.w", 1, 2, 2);
    check("amomaxu.w", MAX, MIN, MIN);
    check("amomaxu.w", ONES, 0, ONES);
}

#[test]
fn operands_may_be_the_same_register() {
    let memory = 100u32.to_le_bytes();
    let mut hart = Hart::new().with_bytes(DATA, &memory).with(&[(6, DATA)]);
    hart.run(encode("amoadd.w", &[6, 6, 6]));
    assert_eq!((hart.x(6), hart.word(DATA)), (100, DATA + 100));
}

#[test]
fn a_reservation_makes_one_store_succeed() {
    for order in ORDERS {
        let mut hart =
            Hart::new()
                .with_bytes(DATA, &MIN.to_le_bytes())
                .with(&[(6, DATA), (7, 9), (8, 99)]);
        let store = |value| encode("sc.w", &[5, value, 6]) | order;
        hart.run(store(7));
        assert_eq!((hart.x(5), hart.word(DATA)), (1, MIN), "never reserved");
        hart.run(encode("lr.w", &[5, 6]) | order);
        assert_eq!(hart.x(5), MIN);
        hart.run(store(7));
        assert_eq!((hart.x(5), hart.word(DATA)), (0, 9));
        hart.run(store(8));
        assert_eq!((hart.x(5), hart.word(DATA)), (1, 9), "used up");
    }
}

#[test]
fn a_store_elsewhere_fails_and_ends_the_reservation() {
    let mut hart = Hart::new().with(&[(6, DATA), (7, DATA + 4), (8, 9)]);
    hart.run(encode("lr.w", &[0, 6]));
    assert_eq!(hart.x(0), 0);
    hart.run(encode("sc.w", &[5, 8, 7]));
    assert_eq!((hart.x(5), hart.word(DATA + 4)), (1, 0));
    hart.run(encode("sc.w", &[5, 8, 6]));
    assert_eq!((hart.x(5), hart.word(DATA)), (1, 0));
}

#[test]
fn misaligned_addresses_trap() {
    for offset in 1..4 {
        let address = DATA + offset;
        let trap = |store| Trap::Misaligned {
            address,
            size: 4,
            store,
        };
        let mut hart = Hart::new().with(&[(6, address), (7, 9)]);
        hart.traps(encode("lr.w", &[5, 6]), trap(false));
        hart.traps(encode("sc.w", &[5, 7, 6]), trap(true));
        for name in OPERATIONS {
            hart.traps(encode(name, &[5, 7, 6]), trap(true));
        }
    }
}

#[test]
fn missing_memory_traps() {
    let mut hart = Hart::new().with(&[(6, ROM), (7, 9), (8, 0x100)]);
    let read_only = Trap::Store {
        address: ROM,
        size: 4,
        read_only: true,
    };
    let missing = Trap::Load {
        address: 0x100,
        size: 4,
        execute_only: false,
    };
    for name in OPERATIONS {
        hart.traps(encode(name, &[5, 7, 6]), read_only);
        hart.traps(encode(name, &[5, 7, 8]), missing);
    }
    hart.traps(encode("lr.w", &[5, 8]), missing);
    hart.run(encode("lr.w", &[5, 6]));
    assert_eq!(hart.x(5), hart.word(ROM));
}
