//! How a Venus program begins and ends.

use crate::world::{A0, A1, DATA, SP, TEXT_END, World, image, venus};
use machine::env::{Environment, Venus};
use machine::image::{Image, Symbol};

const RA: u8 = 1;
const GP: u8 = 3;

fn start(environment: Venus, args: &[&str]) -> World<Venus> {
    World::start(environment, &image(), args)
}

#[test]
fn registers_at_the_start() {
    let world = start(Venus::default(), &["args.s"]);
    assert_eq!(world.x(SP), 0x7fff_ffe0);
    assert_eq!(world.x(A1), 0x7fff_ffe0);
    assert_eq!((world.x(A0), world.x(GP), world.x(RA)), (1, DATA, 0));
    let named = [RA, SP, GP, A0, A1];
    assert!((0..32).all(|k| named.contains(&k) || world.x(k) == 0));
    assert_eq!(world.machine.pc, 0);
}

/// Strings from the top down, then a null word and the pointers below them.
#[test]
fn arguments_are_on_the_stack() {
    let world = start(Venus::default(), &["args.s"]);
    assert_eq!(world.read(0x7fff_ffe9), *b"args.s\0");
    assert_eq!(world.word(0x7fff_ffe0), 0x7fff_ffe9);
    assert_eq!(world.word(0x7fff_ffe4), 0);

    let world = start(Venus::default(), &["a.s", "first", "", "x"]);
    assert_eq!(world.x(A0), 4);
    let argv = world.x(A1);
    assert_eq!((argv, world.x(SP)), (0x7fff_ffcc, 0x7fff_ffcc));
    let words: [u32; 5] = std::array::from_fn(|k| world.word(argv + 4 * k as u32));
    let strings = [0x7fff_ffec, 0x7fff_ffe6, 0x7fff_ffe5, 0x7fff_ffe3];
    assert_eq!(words[..4], strings);
    assert_eq!(words[4], 0);
    assert_eq!(world.read(0x7fff_ffe3), *b"x\0\0first\0a.s\0");
}

#[test]
fn unset_registers_are_all_zero() {
    let environment = venus(|v| v.unset_registers = true);
    let world = start(environment, &["args.s", "x"]);
    assert!((0..32).all(|number| world.x(number) == 0));
    assert_eq!(world.machine.memory.heap_end, 0x1000_8000);
}

fn with_main(global: bool) -> Image {
    Image {
        symbols: vec![Symbol {
            name: "main".to_string(),
            address: 0,
            global,
            absolute: false,
        }]
        .into(),
        ..image()
    }
}

/// A global `main` may return.
#[test]
fn main_returns_to_the_end_of_the_text() {
    let only_exit_call = || venus(|v| v.only_exit_call = true);
    let mut world = World::start(only_exit_call(), &with_main(true), &["a.s"]);
    assert_eq!(world.x(RA), TEXT_END);
    world.set(A0, 5);
    let code = world.environment.ends_at(&mut world.machine, TEXT_END);
    assert_eq!(code, Some(5));
    let mut world = World::start(only_exit_call(), &with_main(false), &["a.s"]);
    assert_eq!(world.x(RA), 0);
    let code = world.environment.ends_at(&mut world.machine, TEXT_END);
    assert_eq!(code, None);
}

#[track_caller]
fn check_end(environment: Venus, pc: u32, expected: Option<i32>) {
    let mut world = start(environment, &["args.s"]);
    world.set(A0, u32::MAX);
    let code = world.environment.ends_at(&mut world.machine, pc);
    assert_eq!(code, expected, "{pc:#x}");
}

#[test]
fn a_program_ends_at_the_end_of_its_text() {
    let lenient = || venus(|v| v.lenient_end = true);
    check_end(Venus::default(), TEXT_END, Some(-1));
    check_end(Venus::default(), TEXT_END + 4, None);
    check_end(Venus::default(), DATA, None);
    check_end(lenient(), TEXT_END, Some(-1));
    check_end(lenient(), TEXT_END + 4, Some(-1));
    check_end(lenient(), DATA, Some(-1));
    check_end(lenient(), 0x8000_0000, None);
}

#[test]
fn breakpoints_are_passed_over() {
    assert!(Venus::default().ignores_breakpoints());
    assert!(Venus::default().is_lenient());
    assert_eq!(Venus::default().name(), "venus");
}

#[test]
fn heap_and_stack_have_their_places() {
    let mut world = start(Venus::default(), &["args.s"]);
    world.machine.memory.heap_end += 16;
    let places = world.environment.places(&mut world.machine);
    let found: Vec<_> = places.iter().map(|p| (p.name, p.first, p.end)).collect();
    let heap = ("heap", 0x1000_8000, 0x1000_8010);
    assert_eq!(found, [heap, ("stack", 0x7fff_ffe0, 0x7fff_fff0)]);
}
