//! The boards of the Venus extension: LEDs, digits and buttons.

use crate::world::{A0, A1, A2, Done, World, image, print, venus};
use machine::env::{Answer, CallFault, Environment, Request, Venus};
use machine::screen::{DeviceSetup, Panel, Picture};

fn world() -> World<Venus> {
    World::start(Venus::default(), &image(), &["args.s"])
}

/// What the boards show after these calls, each with a0, a1 and a2.
fn shown(calls: &[[u32; 3]]) -> Vec<Panel> {
    let mut world = world();
    for [number, a1, a2] in calls {
        let done = world.call(&[(A0, *number), (A1, *a1), (A2, *a2)], &[]);
        assert_eq!(done, Done::quiet());
        assert_eq!(world.x(A0), *number, "no result");
    }
    world.environment.panels()
}

#[test]
fn leds_have_places_and_colours() {
    assert_eq!(shown(&[]), []);
    let mut expected = Picture::black(10, 10);
    expected.fill(0x10_2030);
    expected.set(2, 4, 0xff_0000);
    let calls = [
        [0x101, 0x10_2030, 0],
        [0x100, 2 << 16 | 4, 0xff_0000],
        [0x100, 10 << 16, 7],
    ];
    assert_eq!(shown(&calls), [Panel::Leds(expected)]);
}

#[test]
fn the_matrix_has_the_size_that_was_chosen() {
    let mut environment = Venus::default();
    environment.set_devices(&DeviceSetup {
        led_matrix: (3, 2),
        ..DeviceSetup::default()
    });
    let mut world = World::start(environment, &image(), &["args.s"]);
    world.call(&[(A0, 0x100), (A1, 2 << 16 | 1), (A2, 5)], &[]);
    let Some(Panel::Leds(picture)) = world.environment.panels().pop() else {
        panic!("there is a matrix");
    };
    assert_eq!(picture.pixels, [0, 0, 0, 0, 0, 5]);
}

#[test]
fn the_robot_has_rows_from_the_bottom() {
    let panels = shown(&[[0x110, 0, 0x8001], [0x110, 12, 0xffff]]);
    let [Panel::Leds(robot)] = panels.as_slice() else {
        panic!("{panels:?}");
    };
    let lit = (0..robot.rows).flat_map(|y| (0..robot.columns).map(move |x| (x, y)));
    let lit: Vec<_> = lit.filter(|(x, y)| robot.get(*x, *y) != 0).collect();
    assert_eq!(lit, [(0, 11), (15, 11)]);
}

#[test]
fn digits_change_where_the_mask_says() {
    let calls = [
        [0x120, 0b0110_0110_0101_1011, 0xffff],
        [0x120, 0b100, 0b1_0100],
    ];
    let (left, right) = (0x66, 0x4f);
    assert_eq!(shown(&calls), [Panel::Digits { left, right }]);
    let lamps = shown(&[[0x121, 2, 0]]);
    let [Panel::Leds(lamps)] = lamps.as_slice() else {
        panic!("{lamps:?}");
    };
    assert!(lamps.get(2, 1) > 0xff_0000 && lamps.get(4, 1) < 0x20_4020);
}

#[test]
fn buttons_are_keys() {
    for (key, buttons) in [("0", 1), ("1", 2), ("x", 0), ("", 0)] {
        let mut world = world();
        let done = world.call(&[(A0, 0x122)], &[Answer::Bytes(key.into())]);
        assert_eq!(done, Done::asked(Request::PollKey));
        assert_eq!(world.x(A0), buttons, "{key}");
    }
}

#[test]
fn buttons_after_the_end_of_input_are_looked_at_in_vain_for_so_long() {
    let mut world = world();
    let mut ends = (0..1_000_000).map(|_| world.call(&[(A0, 0x122)], &[Answer::End]).end);
    let wanted = "a button";
    assert!(ends.any(|end| end == Err(CallFault::EndOfInput { wanted })));
}

#[test]
fn the_command_line_of_venus_has_no_boards() {
    let environment = venus(|venus| venus.has_boards = false);
    let mut world = World::start(environment, &image(), &["args.s"]);
    let done = world.call(&[(A0, 0x100)], &[Answer::Done]);
    assert_eq!(done, Done::asked(print(1, "Invalid ecall 256")));
}
