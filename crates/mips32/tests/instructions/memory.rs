//! Loads and stores of whole numbers.

use crate::common::encode;
use crate::hart::{AT, DATA, Hart, ORDERS, Order, ROM, SCRAP};
use machine::run::Stop;
use machine::trap::Trap;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    loads,
    stores,
    offsets,
    floats,
    doubles,
    misaligned,
    missing_memory,
    odd_doubles,
    load_linked_and_store_conditional,
    a_store_conditional_over_code_succeeds,
];

/// Loads: the name, the offset, and the result in both byte orders.
const LOADS: [(&str, i64, u32, u32); 10] = [
    ("lb", 0, 0xffff_ff81, 0xffff_ff81),
    ("lb", 1, 0x02, 0x02),
    ("lbu", 0, 0x81, 0x81),
    ("lbu", 3, 0x84, 0x84),
    ("lh", 0, 0x0281, 0xffff_8102),
    ("lh", 2, 0xffff_8403, 0x0384),
    ("lhu", 0, 0x0281, 0x8102),
    ("lhu", 2, 0x8403, 0x0384),
    ("lw", 0, 0x8403_0281, 0x8102_0384),
    ("ll", 0, 0x8403_0281, 0x8102_0384),
];

#[test]
fn loads() {
    for (name, offset, little, big) in LOADS {
        for order in ORDERS {
            for rt in [10, 6, 0] {
                let mut hart = Hart::with_order(order)
                    .with_bytes(DATA, &[0x81, 0x02, 0x03, 0x84])
                    .with(&[(6, DATA)]);
                hart.run(encode(name, &[rt, offset, 6]));
                let expected = match order {
                    _ if rt == 0 => 0,
                    Order::LittleEndian => little,
                    Order::BigEndian => big,
                };
                assert_eq!(hart.x(rt), expected, "{name} {offset} {order:?}");
                hart.retire();
            }
        }
    }
}

#[test]
fn stores() {
    for (name, little, big) in [
        ("sb", [0x44, 9, 9, 9], [0x44, 9, 9, 9]),
        ("sh", [0x44, 0x33, 9, 9], [0x33, 0x44, 9, 9]),
        ("sw", [0x44, 0x33, 0x22, 0x11], [0x11, 0x22, 0x33, 0x44]),
    ] {
        for order in ORDERS {
            let mut hart = Hart::with_order(order)
                .with_bytes(DATA, &[9; 4])
                .with(&[(6, DATA), (7, 0x1122_3344)]);
            hart.run(encode(name, &[7, 0, 6]));
            let expected = if order == Order::BigEndian {
                big
            } else {
                little
            };
            assert_eq!(hart.machine.memory.peek_bytes(DATA), expected, "{name}");
            hart.retire();
        }
    }
}

#[test]
fn offsets() {
    let mut hart = Hart::new().with(&[(6, DATA + 0x1000), (7, 0x1234)]);
    hart.run(encode("sw", &[7, -0x1000, 6]));
    hart.run(encode("sw", &[7, 0xffc, 6]));
    assert_eq!(
        (hart.word(DATA), hart.word(DATA + 0x1ffc)),
        (0x1234, 0x1234)
    );
    let mut hart = Hart::new()
        .with(&[(6, DATA + 0x8000)])
        .with_bytes(DATA, &[7]);
    hart.run(encode("lw", &[10, -0x8000, 6]));
    assert_eq!(hart.x(10), 7);
}

#[test]
fn floats() {
    for order in ORDERS {
        let mut hart = Hart::with_order(order)
            .with_bytes(DATA, &order.bytes(0x4048_f5c3))
            .with(&[(6, DATA)])
            .with_f(&[(9, 9), (11, 11)]);
        hart.run(encode("lwc1", &[10, 0, 6]));
        assert_eq!([9, 10, 11].map(|n| hart.f(n)), [9, 0x4048_f5c3, 11]);
        hart.run(encode("swc1", &[10, 4, 6]));
        assert_eq!(hart.word(DATA + 4), 0x4048_f5c3);
        hart.retire();
    }
}

/// The even register holds the low word whatever the byte order of memory.
#[test]
fn doubles() {
    for (order, bytes) in [
        (Order::LittleEndian, [8, 7, 6, 5, 4, 3, 2, 1]),
        (Order::BigEndian, [1, 2, 3, 4, 5, 6, 7, 8]),
    ] {
        let mut hart = Hart::with_order(order)
            .with_bytes(DATA, &bytes)
            .with(&[(6, DATA)]);
        hart.run(encode("ldc1", &[10, 0, 6]));
        assert_eq!((hart.f(10), hart.f(11)), (0x0506_0708, 0x0102_0304));
        hart.run(encode("sdc1", &[10, 8, 6]));
        assert_eq!(hart.machine.memory.peek_bytes(DATA + 8), bytes);
        hart.retire();
    }
}

/// Accesses, their size, and whether they store.
const ACCESSES: [(&str, u8, bool); 14] = [
    ("lb", 1, false),
    ("lbu", 1, false),
    ("lh", 2, false),
    ("lhu", 2, false),
    ("lw", 4, false),
    ("ll", 4, false),
    ("lwc1", 4, false),
    ("ldc1", 8, false),
    ("sb", 1, true),
    ("sh", 2, true),
    ("sw", 4, true),
    ("sc", 4, true),
    ("swc1", 4, true),
    ("sdc1", 8, true),
];

#[test]
fn misaligned() {
    for (name, size, store) in ACCESSES {
        for distance in 0..8 {
            let address = DATA + distance;
            let mut hart = Hart::new().with(&[(6, address - 4), (10, 5)]);
            let word = encode(name, &[10, 4, 6]);
            if distance.is_multiple_of(size.into()) {
                hart.run(word);
            } else {
                let trap = Trap::Misaligned {
                    address,
                    size,
                    store,
                };
                hart.traps(word, trap);
                assert_eq!(hart.word(address), 0, "nothing is stored");
            }
            hart.retire();
        }
    }
}

#[test]
fn missing_memory() {
    for (name, size, store) in ACCESSES {
        let address = SCRAP + 0x1000;
        let mut hart = Hart::new().with(&[(6, address), (10, 5)]);
        let trap = match store {
            false => Trap::Load {
                address,
                size,
                execute_only: false,
            },
            true => Trap::Store {
                address,
                size,
                read_only: false,
            },
        };
        hart.traps(encode(name, &[10, 0, 6]), trap);
        if store {
            hart = hart.with(&[(6, ROM)]);
            let trap = Trap::Store {
                address: ROM,
                size,
                read_only: true,
            };
            hart.traps(encode(name, &[10, 0, 6]), trap);
            assert_eq!(hart.word(ROM), 0x1234_5678);
        }
        hart.retire();
    }
}

#[test]
fn odd_doubles() {
    for name in ["ldc1", "sdc1"] {
        let mut hart = Hart::new().with(&[(6, DATA)]);
        hart.traps(encode(name, &[11, 0, 6]), Trap::OddFloat { register: 11 });
        hart.retire();
    }
}

#[test]
fn load_linked_and_store_conditional() {
    let mut hart = Hart::new().with(&[(6, DATA), (7, 0x55)]);
    hart.run(encode("ll", &[10, 0, 6]));
    hart.run(encode("sc", &[7, 0, 6]));
    assert_eq!((hart.x(7), hart.word(DATA)), (1, 0x55));
    // The constant zero is stored as zero, whatever was written to it before.
    hart.run(encode("ori", &[0, 6, 0x77]));
    hart.run(encode("sc", &[0, 0, 6]));
    assert_eq!((hart.x(0), hart.word(DATA)), (0, 0));
}

#[test]
fn a_store_conditional_over_code_succeeds() {
    let mut hart = Hart::new().with(&[(6, AT), (7, 0x55)]);
    assert_eq!(hart.step(encode("sc", &[7, 0, 6])), Stop::OutOfFuel);
    assert_eq!((hart.x(7), hart.word(AT)), (1, 0x55));
    assert_eq!((hart.machine.pc, hart.machine.steps), (AT + 4, 1));
}
