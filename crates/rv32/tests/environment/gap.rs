//! The unused memory between heap and stack, which Venus lets nobody touch.
//!
//! With heap end H, an access at `a` of `n` bytes fails if `a` or `a + n` is above H and below the
//! stack pointer, as signed numbers.

use crate::common::encode;
use crate::world::{A0, A1, A2, DATA, SP, World, image, input, venus};
use machine::env::{Action, Venus};
use machine::image::Image;
use machine::observe::Off;
use machine::run::Stop;
use machine::trap::Trap;
use testkit::segment;

const HEAP: u32 = 0x1000_8000;
const STACK: u32 = 0x7fff_ffe0;

const ACCESSES: [(&str, u8, bool); 12] = [
    ("lb", 1, false),
    ("lbu", 1, false),
    ("lh", 2, false),
    ("lhu", 2, false),
    ("lw", 4, false),
    ("flw", 4, false),
    ("fld", 8, false),
    ("sb", 1, true),
    ("sh", 2, true),
    ("sw", 4, true),
    ("fsw", 4, true),
    ("fsd", 8, true),
];

/// A program with one access through register 6, in the environment.
fn access(environment: Venus, name: &str, address: u32, sp: u32) -> Stop {
    let image = Image {
        segments: vec![segment("text", 0, 8, &[encode(name, &[5, 0, 6])])],
        ..Image::default()
    };
    let mut world = World::start(environment, &image, &["args.s"]);
    world.set(6, address);
    world.set(SP, sp);
    world.machine.run(&mut Off, 1)
}

/// Whether each kind of access at `address` is in the gap, by its size.
#[track_caller]
fn check(address: u32, sp: u32, in_gap: impl Fn(u8) -> bool) {
    for (name, size, store) in ACCESSES {
        let stop = access(Venus::default(), name, address, sp);
        let trap = Stop::Trap(Trap::Gap {
            address,
            size,
            store,
        });
        let done = stop != trap;
        assert_eq!(!done, in_gap(size), "{name} at {address:#x}: {stop:?}");
        assert!(!done || stop == Stop::OutOfFuel, "{stop:?}");
    }
}

#[test]
fn the_lower_border_is_the_end_of_the_heap() {
    check(HEAP - 9, STACK, |_| false);
    check(HEAP - 8, STACK, |_| false);
    check(HEAP - 7, STACK, |size| size > 7);
    check(HEAP - 4, STACK, |size| size > 4);
    check(HEAP - 2, STACK, |size| size > 2);
    check(HEAP - 1, STACK, |size| size > 1);
    check(HEAP, STACK, |_| true);
    check(HEAP + 1, STACK, |_| true);
}

#[test]
fn the_upper_border_is_the_stack_pointer() {
    check(STACK - 16, STACK, |_| true);
    check(STACK - 4, STACK, |_| true);
    check(STACK - 1, STACK, |_| true);
    check(STACK, STACK, |_| false);
    check(STACK + 8, STACK, |_| false);
    check(0x7fff_fff8, STACK, |_| false);
}

#[test]
fn text_data_and_the_upper_half_are_free() {
    for address in [0, 8, 0x0fff_fff8, DATA, 0x8000_0000, 0xffff_fff8] {
        check(address, STACK, |_| false);
    }
    check(0x4000_0000, STACK, |_| true);
}

/// The rule follows the stack pointer wherever it points.
#[test]
fn a_moved_stack_pointer_moves_the_border() {
    check(0x4000_0000, 0x4000_0000, |_| false);
    check(0x4000_0000, 0x4000_0001, |_| true);
    check(0x4000_0000, 0, |_| false);
    check(0x4000_0000, 0x8000_0000, |_| false);
}

#[test]
fn the_heap_may_be_used_up_to_its_end() {
    let mut world = World::start(Venus::default(), &image(), &["args.s"]);
    assert_eq!(world.machine.memory.heap_end, HEAP);
    let done = world.call(&[(A0, 9), (A1, 16)], &[]);
    assert_eq!(done.end, Ok(Action::Continue));
    let mut load = |address| {
        world.write(0, encode("lw", &[5, 0, 6]).to_le_bytes());
        world.machine.pc = 0;
        world.set(6, address);
        world.machine.run(&mut Off, 1)
    };
    assert_eq!(load(HEAP + 12), Stop::OutOfFuel);
    let trap = Trap::Gap {
        address: HEAP + 13,
        size: 4,
        store: false,
    };
    assert_eq!(load(HEAP + 13), Stop::Trap(trap));
}

#[test]
fn the_check_can_be_left_out() {
    let unchecked = || venus(|v| v.check_gap = false);
    for (name, _, _) in ACCESSES {
        let stop = access(unchecked(), name, 0x4000_0000, STACK);
        assert_eq!(stop, Stop::OutOfFuel, "{name}");
    }
}

#[test]
fn calls_are_not_checked() {
    let mut world = World::start(Venus::default(), &image(), &["args.s"]);
    let at = 0x4000_0000;
    let done = world.call(&[(A0, 8), (A1, at), (A2, 9)], &[input("text")]);
    assert_eq!(done.end, Ok(Action::Continue));
    assert_eq!(world.read(at), *b"text\0");
}
