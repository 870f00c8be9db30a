//! The calls of Venus on files.

use crate::world::{A0, A1, A2, A3, A4, DATA, Done, ROM, World, image, input};
use machine::env::{Action, Answer, CallFault, OpenMode, Request, Venus};
use machine::trap::Trap;

const FAILED: u32 = u32::MAX;

fn world() -> World<Venus> {
    World::start(Venus::default(), &image(), &["args.s"])
}

#[track_caller]
fn check(registers: &[(u8, u32)], answer: Answer, request: Request, result: u32) {
    let mut world = world();
    world.write(DATA, b"dir/file.txt\0");
    let done = world.call(registers, &[answer]);
    assert_eq!(done, Done::asked(request));
    assert_eq!(world.x(A0), result);
}

/// The letters of a mode: read, write, append, create, truncate.
fn mode(letters: &str) -> OpenMode {
    OpenMode {
        read: letters.contains('r'),
        write: letters.contains('w'),
        append: letters.contains('a'),
        create: letters.contains('c'),
        truncate: letters.contains('t'),
    }
}

#[test]
fn open_has_six_modes() {
    let modes = ["r", "wct", "wca", "rw", "rwct", "rwca"];
    for (number, letters) in (0..).zip(modes) {
        let request = Request::Open {
            path: b"dir/file.txt".to_vec(),
            mode: mode(letters),
        };
        let registers = [(A0, 13), (A1, DATA), (A2, number)];
        check(&registers, Answer::Number(3), request.clone(), 3);
        check(&registers, Answer::Failed, request, FAILED);
    }
}

#[test]
fn open_knows_no_other_mode() {
    for number in [6, 100, u32::MAX] {
        let mut world = world();
        let done = world.call(&[(A0, 13), (A1, DATA), (A2, number)], &[]);
        assert_eq!(done, Done::quiet());
        assert_eq!(world.x(A0), FAILED);
    }
}

#[test]
fn read_stores_what_came() {
    let mut world = world();
    let request = Request::Read { file: 3, count: 10 };
    let registers = [(A0, 14), (A1, 3), (A2, DATA), (A3, 10)];
    let done = world.call(&registers, &[input("abc")]);
    assert_eq!(done, Done::asked(request));
    assert_eq!(world.x(A0), 3);
    assert_eq!(world.read(DATA), *b"abc\0");
}

#[test]
fn read_gives_minus_one_at_the_end() {
    let request = Request::Read { file: 3, count: 10 };
    let registers = [(A0, 14), (A1, 3), (A2, DATA), (A3, 10)];
    for answer in [input(""), Answer::End, Answer::Failed] {
        check(&registers, answer, request.clone(), FAILED);
    }
}

#[test]
fn read_into_read_only_memory_is_a_fault() {
    let registers = [(A0, 14), (A1, 3), (A2, ROM + 0x10), (A3, 10)];
    let done = world().call(&registers, &[input("abc")]);
    let trap = Trap::Store {
        address: ROM + 0x10,
        size: 1,
        read_only: true,
    };
    assert_eq!(done.end, Err(CallFault::Memory(trap)));
}

/// Counts items, not bytes.
#[test]
fn write_takes_items_of_a_size() {
    let request = Request::Write {
        file: 3,
        bytes: b"dir/fi".to_vec(),
    };
    let registers = [(A0, 15), (A1, 3), (A2, DATA), (A3, 3), (A4, 2)];
    check(&registers, Answer::Done, request.clone(), 3);
    check(&registers, Answer::Failed, request, FAILED);
}

#[test]
fn write_refuses_standard_streams_and_huge_lengths() {
    let cases = [
        (0, 1, 1),
        (1, 1, 1),
        (2, 1, 1),
        (3, 1 << 16, 1 << 16),
        (3, 1 << 31, 1),
    ];
    for (file, items, size) in cases {
        let mut world = world();
        let registers = [(A0, 15), (A1, file), (A2, DATA), (A3, items), (A4, size)];
        assert_eq!(world.call(&registers, &[]), Done::quiet());
        assert_eq!(world.x(A0), FAILED);
    }
}

#[test]
fn close_flush_and_error_give_zero_or_minus_one() {
    let file = 3;
    let calls = [
        (16, Request::Close { file }),
        (18, Request::Flush { file }),
        (20, Request::Flush { file }),
    ];
    for (number, request) in calls {
        let registers = [(A0, number), (A1, file)];
        check(&registers, Answer::Done, request.clone(), 0);
        check(&registers, Answer::Failed, request, FAILED);
    }
}

#[test]
fn end_of_file_is_what_the_host_says() {
    let request = Request::AtEnd { file: 3 };
    let registers = [(A0, 19), (A1, 3)];
    check(&registers, Answer::Number(0), request.clone(), 0);
    check(&registers, Answer::Number(1), request.clone(), 1);
    check(&registers, Answer::Failed, request, FAILED);
}

/// A call that fails ends nothing by itself.
#[test]
fn a_program_goes_on_after_a_failure() {
    let mut world = world();
    let done = world.call(&[(A0, 16), (A1, 9)], &[Answer::Failed]);
    assert_eq!(done.end, Ok(Action::Continue));
    world.machine.skip();
    assert_eq!((world.machine.pc, world.machine.steps), (4, 1));
}
