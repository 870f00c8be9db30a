//! What a program finds at its start, and how it may end.

use super::*;

fn started(map: &'static MarsMap, args: &[&str]) -> World {
    World::start(Mars::new(map, 0), &image(), args)
}

#[test]
fn registers_are_those_of_the_configuration() {
    for map in MarsMap::ALL {
        let world = started(map, &["prog"]);
        assert_eq!((world.reg(GP), world.reg(SP)), (map.gp, map.sp));
        assert_eq!((world.reg(A0), world.reg(A1)), (0, 0));
        assert_eq!(world.board.vector, Some(map.handler));
    }
}

#[test]
fn arguments_are_on_the_stack() {
    let world = started(&MarsMap::DEFAULT, &["prog", "one", "x"]);
    assert_eq!((world.reg(SP), world.reg(A0)), (0x7fff_eff0, 2));
    assert_eq!(world.reg(A1), 0x7fff_eff4);
    let words = [0x7fff_eff0, 0x7fff_eff4, 0x7fff_eff8, 0x7fff_effc].map(|at| world.word(at));
    assert_eq!(words, [2, 0x7fff_fff9, 0x7fff_fff7, 0]);
    assert_eq!(world.read(0x7fff_fff7), *b"x\0one\0");
}

#[test]
fn arguments_make_room_in_a_small_memory() {
    let world = started(&MarsMap::COMPACT_DATA_AT_ZERO, &["prog", "one", "x"]);
    assert_eq!(world.read(0x2ff7), *b"x\0one\0");
    let sp = world.reg(SP);
    assert_eq!((sp, world.reg(A1)), (0x2fe4, sp + 4));
    let words = [0, 4, 8, 12].map(|offset| world.word(sp + offset));
    assert_eq!(words, [2, 0x2ff9, 0x2ff7, 0]);
}

#[test]
fn arguments_are_in_the_order_of_bytes() {
    let image = Image {
        big_endian: true,
        ..image()
    };
    let mars = Mars::new(&MarsMap::DEFAULT, 0);
    let world = World::start(mars, &image, &["prog", "one"]);
    assert_eq!(world.read(world.reg(SP)), [0, 0, 0, 1]);
    assert_eq!(world.read(0xffff_0008), [0, 0, 0, 1], "display ready");
}

#[test]
fn the_heap_begins_after_large_data() {
    let mut image = image();
    image
        .segments
        .push(segment("data", 0x1002_0000, 0x2_0001, false));
    let mars = Mars::new(&MarsMap::DEFAULT, 0);
    let mut world = World::start(mars, &image, &[]);
    world.call(9, &[(A0, 4)], &[]);
    assert_eq!(world.reg(V0), 0x1004_0004);
}

#[test]
fn memory_is_usable_where_it_should_be() {
    let world = started(&MarsMap::DEFAULT, &[]);
    for (address, usable) in [
        (0x0fff_ffff, false),
        (0x1000_0000, true),
        (0x103f_ffff, true),
        (0x1040_0000, false),
        (0x7fbf_ffff, false),
        (0x7fc0_0000, true),
        (0x7fff_ffff, true),
        (0x9000_0000, true),
        (0x9040_0000, false),
        (0xffff_0000, true),
        (0, false),
    ] {
        assert_eq!(world.board.memory.readable(address), usable, "{address:x}");
    }
}

#[test]
fn running_past_the_end_is_a_good_end() {
    let World { mut board, mars } = world();
    assert_eq!(mars.ends_at(&mut board, 0x0040_0008), Some(0));
    for pc in [0, 0x0040_000c, 0x1001_0100] {
        assert_eq!(mars.ends_at(&mut board, pc), None);
    }
    assert!(!mars.ignores_breakpoints());
}
