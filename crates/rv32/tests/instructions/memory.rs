//! Loads and stores of every width: sign extension, alignment, pages, borders.

use crate::common::encode;
use crate::hart::{DATA, DATA_SIZE, Hart, ROM, SCRAP};
use machine::trap::Trap;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    loads_extend_and_need_no_alignment,
    loads_cross_pages,
    offsets_reach_both_ways_and_wrap,
    the_base_may_be_the_destination,
    a_load_to_x0_is_made_and_dropped,
    float_loads,
    stores_of_each_width,
    stores_cross_pages,
    float_stores,
    loads_outside_memory_trap,
    stores_outside_memory_trap,
    a_segment_brings_its_whole_page,
];

const BYTES: &[u8] = &[0x80, 0x7f, 0xff, 0x01, 0x00, 0x80, 0xfe, 0xca];

#[track_caller]
fn check_load(name: &str, offset: i64, expected: u32) {
    let mut hart = Hart::new().with_bytes(DATA, BYTES).with(&[(6, DATA)]);
    hart.run(encode(name, &[5, offset, 6]));
    let result = hart.x(5);
    assert_eq!(result, expected, "{name} {offset}: {result:#x}");
}

#[test]
fn loads_extend_and_need_no_alignment() {
    check_load("lb", 0, 0xffff_ff80);
    check_load("lb", 1, 0x0000_007f);
    check_load("lb", 2, 0xffff_ffff);
    check_load("lb", 3, 0x0000_0001);
    check_load("lbu", 0, 0x80);
    check_load("lbu", 1, 0x7f);
    check_load("lbu", 2, 0xff);
    check_load("lh", 0, 0x0000_7f80);
    check_load("lh", 4, 0xffff_8000);
    check_load("lh", 1, 0xffff_ff7f);
    check_load("lh", 3, 0x0000_0001);
    check_load("lhu", 0, 0x7f80);
    check_load("lhu", 4, 0x8000);
    check_load("lhu", 1, 0xff7f);
    check_load("lw", 0, 0x01ff_7f80);
    check_load("lw", 4, 0xcafe_8000);
    check_load("lw", 1, 0x0001_ff7f);
    check_load("lw", 2, 0x8000_01ff);
    check_load("lw", 3, 0xfe80_0001);
}

#[test]
fn loads_cross_pages() {
    let edge = DATA + 0x1000;
    let bytes = [0x11, 0x22, 0x33, 0x84, 0x55, 0x66, 0x77, 0x88];
    let hart = || Hart::new().with_bytes(edge - 4, &bytes).with(&[(6, edge)]);
    let integer = |name, offset| {
        let mut hart = hart();
        hart.run(encode(name, &[5, offset, 6]));
        hart.x(5)
    };
    assert_eq!(integer("lw", -3), 0x5584_3322);
    assert_eq!(integer("lw", -2), 0x6655_8433);
    assert_eq!(integer("lw", -1), 0x7766_5584);
    assert_eq!(integer("lh", -1), 0x0000_5584);
    assert_eq!(integer("lhu", -1), 0x0000_5584);
    let float = |name, offset| {
        let mut hart = hart();
        hart.run(encode(name, &[5, offset, 6]));
        hart.f(5)
    };
    assert_eq!(float("fld", -4), 0x8877_6655_8433_2211);
    assert_eq!(float("flw", -2), 0xffff_ffff_6655_8433);
}

#[test]
fn offsets_reach_both_ways_and_wrap() {
    let loads = |base: u32, offset| {
        let mut hart = Hart::new().with_bytes(DATA, BYTES).with(&[(6, base)]);
        hart.run(encode("lw", &[5, offset, 6]));
        hart.x(5)
    };
    assert_eq!(loads(DATA + 2048, -2048), 0x01ff_7f80);
    assert_eq!(loads(DATA - 2047, 2047), 0x01ff_7f80);
    let trap = Trap::Load {
        address: 4,
        size: 4,
        execute_only: false,
    };
    let mut hart = Hart::new().with(&[(6, 0xffff_fffc)]);
    hart.traps(encode("lw", &[5, 8, 6]), trap);
}

#[test]
fn the_base_may_be_the_destination() {
    let mut hart = Hart::new().with_bytes(DATA, BYTES).with(&[(6, DATA)]);
    hart.run(encode("lw", &[6, 4, 6]));
    assert_eq!(hart.x(6), 0xcafe_8000);
}

#[test]
fn a_load_to_x0_is_made_and_dropped() {
    for name in ["lb", "lh", "lw", "lbu", "lhu"] {
        let mut hart = Hart::new().with_bytes(DATA, BYTES).with(&[(6, DATA)]);
        hart.run(encode(name, &[0, 0, 6]));
        assert_eq!(hart.x(0), 0);
        let missing = Hart::new().step(encode(name, &[0, 0, 6]));
        assert!(matches!(
            missing,
            machine::run::Stop::Trap(Trap::Load { .. })
        ));
    }
}

/// A loaded single is boxed in ones; a double fills the register.
#[test]
fn float_loads() {
    let load = |name, offset| {
        let mut hart = Hart::new().with_bytes(DATA, BYTES).with(&[(6, DATA)]);
        hart.run(encode(name, &[0, offset, 6]));
        hart.f(0)
    };
    assert_eq!(load("flw", 0), 0xffff_ffff_01ff_7f80);
    assert_eq!(load("flw", 1), 0xffff_ffff_0001_ff7f);
    assert_eq!(load("fld", 0), 0xcafe_8000_01ff_7f80);
    assert_eq!(load("fld", 3), 0x0000_00ca_fe80_0001);
}

/// Stores into sixteen bytes of `aa` and compares them all.
#[track_caller]
fn check_store(name: &str, offset: i64, expected: [u8; 16]) {
    let mut hart = Hart::new()
        .with_bytes(DATA, &[0xaa; 16])
        .with(&[(6, DATA + 4), (7, 0x0403_0201)])
        .with_f(&[(7, 0x0807_0605_0403_0201)]);
    hart.run(encode(name, &[7, offset, 6]));
    let found: [u8; 16] = hart.machine.memory.peek_bytes(DATA);
    assert_eq!(found, expected, "{name} {offset}");
}

/// Sixteen bytes of `aa` with 1, 2, 3, … from `at` on.
fn counted(at: usize, count: u8) -> [u8; 16] {
    counted_in([0xaa; 16], at, count)
}

fn counted_in(mut bytes: [u8; 16], at: usize, count: u8) -> [u8; 16] {
    for value in 1..=count {
        bytes[at + usize::from(value) - 1] = value;
    }
    bytes
}

#[test]
fn stores_of_each_width() {
    check_store("sb", 0, counted(4, 1));
    check_store("sb", 3, counted(7, 1));
    check_store("sb", -1, counted(3, 1));
    check_store("sh", 0, counted(4, 2));
    check_store("sh", 1, counted(5, 2));
    check_store("sh", -3, counted(1, 2));
    check_store("sw", 0, counted(4, 4));
    check_store("sw", 1, counted(5, 4));
    check_store("sw", 2, counted(6, 4));
    check_store("sw", -1, counted(3, 4));
}

/// `fsw` takes the low half of the register, boxed or not.
#[test]
fn float_stores() {
    check_store("fsw", 0, counted(4, 4));
    check_store("fsw", 3, counted(7, 4));
    check_store("fsd", 0, counted(4, 8));
    check_store("fsd", -3, counted(1, 8));
    check_store("fsd", 4, counted(8, 8));
}

#[test]
fn stores_cross_pages() {
    let edge = DATA + 0x1000;
    for (name, size) in [("sh", 2), ("sw", 4), ("fsw", 4), ("fsd", 8)] {
        for before in 1..size {
            let mut hart = Hart::new()
                .with(&[(6, edge), (7, 0x0403_0201)])
                .with_f(&[(7, 0x0807_0605_0403_0201)]);
            hart.run(encode(name, &[7, -before, 6]));
            let found: [u8; 16] = hart.machine.memory.peek_bytes(edge - 8);
            let expected = counted_in([0; 16], 8 - before as usize, size as u8);
            assert_eq!(found, expected, "{name} at {before} before the page");
        }
    }
}

#[test]
fn loads_outside_memory_trap() {
    let end = DATA + DATA_SIZE;
    let cases = [
        ("lb", 1),
        ("lbu", 1),
        ("lh", 2),
        ("lhu", 2),
        ("lw", 4),
        ("flw", 4),
        ("fld", 8),
    ];
    for (name, size) in cases {
        let mut hart = Hart::new().with(&[(6, end), (5, 77)]);
        let word = encode(name, &[5, 0, 6]);
        let trap = |address| Trap::Load {
            address,
            size,
            execute_only: false,
        };
        hart.traps(word, trap(end));
        if size > 1 {
            hart.traps(encode(name, &[5, -1, 6]), trap(end - 1));
        }
        hart.run(encode(name, &[5, -i64::from(size), 6]));
    }
}

#[test]
fn stores_outside_memory_trap() {
    let end = DATA + DATA_SIZE;
    let cases = [("sb", 1), ("sh", 2), ("sw", 4), ("fsw", 4), ("fsd", 8)];
    for (name, size) in cases {
        let mut hart = Hart::new().with(&[(6, end), (7, 0x0403_0201), (8, ROM)]);
        let trap = |address, read_only| Trap::Store {
            address,
            size,
            read_only,
        };
        hart.traps(encode(name, &[7, 0, 6]), trap(end, false));
        if size > 1 {
            hart.traps(encode(name, &[7, -1, 6]), trap(end - 1, false));
        }
        hart.traps(encode(name, &[7, 0, 8]), trap(ROM, true));
        assert_eq!(hart.machine.memory.peek(end - 1), 0, "nothing was stored");
        assert_eq!(hart.word(ROM), 0x1234_5678);
        hart.run(encode(name, &[7, -i64::from(size), 6]));
    }
}

#[test]
fn a_segment_brings_its_whole_page() {
    let mut hart = Hart::new().with(&[(6, SCRAP), (7, 7)]);
    hart.run(encode("lw", &[5, 0, 6]));
    assert_eq!(hart.x(5), 0x0302_0100);
    for offset in [12, 13, 16, 2040] {
        hart.run(encode("sw", &[7, offset, 6]));
        hart.run(encode("lw", &[5, offset, 6]));
        assert_eq!(hart.x(5), 7);
    }
    let end = SCRAP + 4096;
    for address in [end - 3, end - 1, end] {
        let mut hart = Hart::new().with(&[(6, address), (7, 7)]);
        let load = Trap::Load {
            address,
            size: 4,
            execute_only: false,
        };
        let store = Trap::Store {
            address,
            size: 4,
            read_only: false,
        };
        hart.traps(encode("lw", &[5, 0, 6]), load);
        hart.traps(encode("sw", &[7, 0, 6]), store);
    }
}
