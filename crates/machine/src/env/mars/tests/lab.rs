//! The Digital Lab Sim, and what can be chosen about devices.

use super::devices::key;
use super::*;
use crate::screen::{DeviceSetup, Panel};

const RIGHT: u32 = 0xffff_0010;
const LEFT: u32 = 0xffff_0011;
const ROW: u32 = 0xffff_0012;
const COUNTER: u32 = 0xffff_0013;
const KEY: u32 = 0xffff_0014;

impl World {
    /// Looks at a row of the keypad, while these keys are typed.
    fn look_at(&mut self, row: u32, answers: &[Answer]) {
        let access = DeviceAccess {
            address: ROW,
            size: 1,
            store: true,
        };
        let action = self.mars.before_access(&mut self.board, access);
        assert_eq!(action, Ok(Action::Continue));
        self.write(ROW, [row as u8]);
        let action = self.mars.after_access(&mut self.board, access);
        let end = self.settle(action, answers).end;
        assert_eq!(end, Ok(Action::Continue));
    }

    /// Looks at a row of the keypad, while these keys are typed; what the program reads then.
    fn scan(&mut self, row: u32, answers: &[Answer]) -> u32 {
        self.look_at(row, answers);
        self.access(KEY, 1, None, &[]).0 & 0xff
    }
}

#[test]
fn digits_show_what_was_stored() {
    let mut world = world();
    assert_eq!(world.mars.panels(), []);
    world.access(RIGHT, 1, Some(0x5b), &[]);
    let digits = |left, right| [Panel::Digits { left, right }];
    assert_eq!(world.mars.panels(), digits(0, 0x5b));
    world.access(LEFT, 1, Some(0xe6), &[]);
    assert_eq!(world.mars.panels(), digits(0xe6, 0x5b));
    world.access(RIGHT, 2, Some(0x0102), &[]);
    assert_eq!(world.mars.panels(), digits(1, 2));
}

#[test]
fn a_key_shows_in_its_row_until_it_was_seen() {
    let mut world = world();
    assert_eq!(world.scan(1, &[key("")]), 0);
    assert_eq!(world.scan(1, &[key("6")]), 0, "6 is in the second row");
    assert_eq!(world.scan(2, &[]), 0x42);
    assert_eq!(world.scan(4, &[key("")]), 0, "it was seen");
    for (k, digit) in "0123456789abcdef".char_indices() {
        let code = 1 << (k / 4) | 1 << (4 + k % 4);
        assert_eq!(world.scan(0xf, &[key(&digit.to_string())]), code);
    }
    assert_eq!(world.scan(0xf, &[key("x")]), 0, "there is no such key");
}

#[test]
fn a_scan_after_the_end_of_input_is_in_vain_for_so_long() {
    let mut world = world();
    assert_eq!(world.scan(1, &[Answer::End]), 0);
    let access = DeviceAccess {
        address: ROW,
        size: 1,
        store: true,
    };
    let mut scans =
        || (0..1_000_000).find_map(|_| world.mars.after_access(&mut world.board, access).err());
    assert_eq!(scans(), Some(CallFault::EndOfInput { wanted: "a key" }));
}

#[test]
fn a_pressed_key_interrupts() {
    let mut world = world();
    world.board.accepts = true;
    world.look_at(0x81, &[key("")]);
    assert_eq!(world.pass(100_000, &[key("1")]), [Request::PollKey]);
    assert_eq!(world.board.interrupts, [0x800]);
    assert_eq!(world.scan(0x81, &[]), 0x21);
    world.look_at(0, &[]);
    assert_eq!(world.mars.next_tick(), None);
}

#[test]
fn the_counter_interrupts_every_thirty_instructions() {
    let mut world = world();
    world.board.accepts = true;
    world.access(COUNTER, 1, Some(1), &[]);
    world.pass(29, &[]);
    assert_eq!(world.board.interrupts, []);
    world.pass(1, &[]);
    world.pass(30, &[]);
    assert_eq!(world.board.interrupts, [0x400; 2]);
    world.access(COUNTER, 1, Some(0), &[]);
    assert_eq!(world.mars.next_tick(), None);
}

#[test]
fn the_lines_of_rars_are_its_own() {
    let mut world = World::start(Mars::rars(&MarsMap::DEFAULT, 0), &image(), &[]);
    world.board.accepts = true;
    world.access(COUNTER, 1, Some(1), &[]);
    world.look_at(0x11, &[key("")]);
    world.pass(30, &[key("7")]);
    world.board.interrupts.sort_unstable();
    assert_eq!(world.board.interrupts, [0x100, 0x200]);
}

#[test]
fn devices_are_as_they_were_chosen() {
    let mut mars = Mars::new(&MarsMap::DEFAULT, 0);
    mars.set_devices(&DeviceSetup {
        display_delay: 20,
        ..DeviceSetup::default()
    });
    let mut slow = World::start(mars, &image(), &[]);
    slow.store(0xffff_000c, 0x41);
    slow.board.steps += 19;
    assert_eq!(slow.load(0xffff_0008, &[]), 0);
    assert_eq!(slow.load(0xffff_0008, &[]), 1);
    let mut mars = Mars::new(&MarsMap::DEFAULT, 0);
    mars.set_devices(&DeviceSetup {
        plain_memory: true,
        ..DeviceSetup::default()
    });
    let mut plain = World::start(mars, &image(), &[]);
    assert_eq!(plain.store(0xffff_000c, 0x41), []);
    assert_eq!(plain.load(0xffff_0000, &[]), 0);
}
