//! The calls of Venus: printing, reading, leaving.

use crate::world::{A0, A1, A2, A7, DATA, Done, ROM, World, image, input, print};
use machine::env::{Action, Answer, CallFault, Environment, Remark, Request, Venus};
use machine::trap::Trap;

/// A started Venus program.
fn world() -> World<Venus> {
    World::start(Venus::default(), &image(), &["args.s"])
}

#[track_caller]
fn check_print(number: u32, a1: u32, expected: impl AsRef<[u8]>) {
    let mut world = world();
    let done = world.call(&[(A0, number), (A1, a1)], &[Answer::Done]);
    assert_eq!(done, Done::asked(print(1, expected)));
    assert_eq!((world.x(A0), world.x(A1)), (number, a1), "no result");
}

#[track_caller]
fn check_print_string(bytes: &[u8], expected: impl AsRef<[u8]>) {
    let mut world = world();
    world.write(DATA, bytes);
    let done = world.call(&[(A0, 4), (A1, DATA)], &[Answer::Done]);
    assert_eq!(done, Done::asked(print(1, expected)));
}

#[test]
fn print_int_is_signed_and_ends_no_line() {
    check_print(1, 0, "0");
    check_print(1, 42, "42");
    check_print(1, u32::MAX, "-1");
    check_print(1, 0x8000_0000, "-2147483648");
    check_print(1, 0x7fff_ffff, "2147483647");
}

#[test]
fn print_hex_has_eight_capital_digits() {
    check_print(34, 0, "0x00000000");
    check_print(34, 0xdead_beef, "0xDEADBEEF");
    check_print(34, 0x2a, "0x0000002A");
}

/// A UTF-16 unit; half of a pair is no character.
#[test]
fn print_char_prints_a_utf_16_unit() {
    check_print(11, 0x41, "A");
    check_print(11, 0, "\0");
    check_print(11, 0xe9, "é");
    check_print(11, 0x20ac, "€");
    check_print(11, 0x0001_0041, "A");
    check_print(11, 0xffff_ff41, "\u{ff41}");
    check_print(11, 0xd83d, "?");
    check_print(11, 0xdc00, "?");
}

#[test]
fn print_string_ends_at_the_zero() {
    check_print_string(b"hello\nworld\0more", "hello\nworld");
    check_print_string(b"\0more", "");
    check_print_string("grün €".as_bytes(), "grün €");
    check_print(4, 0x2000_0000, "");
}

/// What is not UTF-8 is printed byte by byte as U+0000 to U+00FF.
#[test]
fn print_string_prints_any_bytes() {
    check_print_string(&[0xff, b'A', 0xe9, 0], [0xc3, 0xbf, b'A', 0xc3, 0xa9]);
    check_print_string(&[0xc3, 0], [0xc3, 0x83]);
}

#[test]
fn atoi_wants_the_whole_string_to_be_a_number() {
    let cases = [
        ("12", 12),
        ("-7", -7),
        ("+5", 5),
        ("-2147483648", i32::MIN),
        ("2147483648", 0),
        ("12x", 0),
        (" 12", 0),
        ("", 0),
        ("-", 0),
    ];
    for (text, expected) in cases {
        let mut world = world();
        world.write(DATA, format!("{text}\0"));
        assert_eq!(world.call(&[(A0, 5), (A1, DATA)], &[]), Done::quiet());
        assert_eq!(world.x(A0) as i32, expected, "{text:?}");
    }
}

#[test]
fn read_int_reads_a_word() {
    for (text, expected) in [("42", 42), ("-2147483648", i32::MIN), ("+7", 7)] {
        let mut world = world();
        let done = world.call(&[(A0, 6)], &[input(text)]);
        assert_eq!(done, Done::asked(Request::ReadWord));
        assert_eq!(world.x(A0) as i32, expected);
    }
}

#[test]
fn read_int_fails_on_anything_else() {
    let wanted = "an integer";
    for text in ["abc", "12x", "2147483648", "1.5", ""] {
        let done = world().call(&[(A0, 6)], &[input(text)]);
        let found = text.as_bytes().to_vec();
        assert_eq!(done.end, Err(CallFault::BadInput { wanted, found }));
    }
    let done = world().call(&[(A0, 6)], &[Answer::End]);
    assert_eq!(done.end, Err(CallFault::EndOfInput { wanted }));
}

/// Stores at most `limit` bytes and then a zero, which counts.
#[track_caller]
fn check_read_string(line: &str, limit: u32, result: u32, expected: [u8; 8]) {
    let mut world = world();
    world.write(DATA, [0xaa; 8]);
    let done = world.call(&[(A0, 8), (A1, DATA), (A2, limit)], &[input(line)]);
    assert_eq!(done, Done::asked(Request::ReadLine));
    assert_eq!(world.x(A0), result);
    assert_eq!(world.read(DATA), expected, "{line:?}, {limit}");
}

#[test]
fn read_string_stores_the_line_and_a_zero() {
    check_read_string("hello world", 5, 6, *b"hello\0\xaa\xaa");
    check_read_string("abc", 100, 4, *b"abc\0\xaa\xaa\xaa\xaa");
    check_read_string("", 5, 1, *b"\0\xaa\xaa\xaa\xaa\xaa\xaa\xaa");
    check_read_string("abc", 0, 1, *b"\0\xaa\xaa\xaa\xaa\xaa\xaa\xaa");
    check_read_string("é", 1, 2, *b"\xc3\0\xaa\xaa\xaa\xaa\xaa\xaa");
    check_read_string("abc", u32::MAX, 0, [0xaa; 8]);
}

#[test]
fn read_string_fails_at_the_end_and_on_read_only_memory() {
    let done = world().call(&[(A0, 8), (A1, DATA), (A2, 5)], &[Answer::End]);
    let wanted = "a line";
    assert_eq!(done.end, Err(CallFault::EndOfInput { wanted }));
    let done = world().call(&[(A0, 8), (A1, ROM), (A2, 5)], &[input("abc")]);
    let trap = Trap::Store {
        address: ROM,
        size: 1,
        read_only: true,
    };
    assert_eq!(done.end, Err(CallFault::Memory(trap)));
}

#[test]
fn read_char_gives_a_byte_or_65535() {
    for (answer, expected) in [
        (input("x"), 0x78),
        (input([0xff]), 0xff),
        (input([0]), 0),
        (input(""), 0xffff),
        (Answer::End, 0xffff),
    ] {
        let mut world = world();
        let done = world.call(&[(A0, 12)], &[answer]);
        assert_eq!(done, Done::asked(Request::ReadByte));
        assert_eq!(world.x(A0), expected);
    }
}

#[test]
fn exit_ends_with_zero() {
    let done = world().call(&[(A0, 10), (A1, 5)], &[]);
    assert_eq!(done.end, Ok(Action::Exit(0)));
}

#[test]
fn exit2_says_its_code() {
    for (a1, code) in [(0, 0), (7, 7), (300, 300), (u32::MAX, -1)] {
        let done = world().call(&[(A0, 17), (A1, a1)], &[Answer::Done]);
        let text = format!("\nExited with error code {code}\n");
        assert_eq!(done.requests, [print(1, text)]);
        assert_eq!(done.end, Ok(Action::Exit(code)));
    }
}

#[test]
fn activating_the_terminal_does_nothing() {
    let mut world = world();
    assert_eq!(world.call(&[(A0, 0x130)], &[]), Done::quiet());
    assert_eq!(world.x(A0), 0x130);
}

/// One line is handed out character by character, then a zero; the next poll reads another.
#[test]
fn poll_hands_out_lines() {
    let mut world = world();
    let mut poll = |answers: &[Answer]| {
        let done = world.call(&[(A0, 0x131), (A1, 99)], answers);
        let line = Done::asked(Request::ReadLine);
        assert_eq!(
            done,
            if answers.is_empty() {
                Done::quiet()
            } else {
                line
            }
        );
        (world.x(A0), world.x(A1))
    };
    assert_eq!(poll(&[input("ab")]), (2, 0x61));
    assert_eq!(poll(&[]), (2, 0x62));
    assert_eq!(poll(&[]), (0, 0));
    assert_eq!(poll(&[input("")]), (0, 0));
    assert_eq!(poll(&[input("c")]), (2, 0x63));
    let mut world = self::world();
    let done = world.call(&[(A0, 0x131)], &[Answer::End]);
    let wanted = "a key";
    assert_eq!(done.end, Err(CallFault::EndOfInput { wanted }));
}

#[test]
fn an_unknown_number_is_printed_and_remarked_on() {
    for (number, a7, text, meant) in [
        (99, 0, "Invalid ecall 99", None),
        (0, 64, "Invalid ecall 0", Some(64)),
        (u32::MAX, 1000, "Invalid ecall -1", None),
        (2, 93, "Invalid ecall 2", Some(93)),
    ] {
        let mut world = world();
        let done = world.call(&[(A0, number), (A7, a7)], &[Answer::Done]);
        assert_eq!(done, Done::asked(print(1, text)));
        let remark = Remark::UnknownCall { number, meant };
        assert_eq!(world.environment.take_remark(), Some(remark));
        assert_eq!(world.environment.take_remark(), None);
    }
}

/// A copy of the environment goes its own way.
#[test]
fn a_fork_keeps_the_polled_line() {
    let mut world = world();
    world.call(&[(A0, 0x131)], &[input("xyz")]);
    let mut fork = world.environment.fork();
    for expected in *b"yz" {
        world.call(&[(A0, 0x131)], &[]);
        assert_eq!(world.x(A1), expected.into());
    }
    world.set(A0, 0x131);
    assert_eq!(fork.call(&mut world.machine), Ok(Action::Continue));
    assert_eq!(world.x(A1), u32::from(b'y'));
}
