//! Printing, reading, time, dialogs, leaving.

use super::*;

#[track_caller]
fn check_print(number: u32, registers: &[(Reg, u32)], expected: impl AsRef<[u8]>) {
    let mut world = world();
    let before = world.board.registers;
    let done = world.call(number, registers, &[]);
    assert_eq!(done, asked([print(1, expected)]));
    let mut after = before;
    after[usize::from(V0.0)] = number;
    for &(reg, value) in registers {
        after[usize::from(reg.0)] = value;
    }
    assert_eq!(world.board.registers, after, "no result");
}

#[test]
fn integers_are_printed() {
    check_print(1, &[(A0, u32::MAX)], "-1");
    check_print(1, &[(A0, 0x8000_0000)], "-2147483648");
    check_print(34, &[(A0, 0x2a)], "0x0000002a");
    check_print(34, &[(A0, 0xdead_beef)], "0xdeadbeef");
    check_print(35, &[(A0, 5)], "00000000000000000000000000000101");
    check_print(36, &[(A0, u32::MAX)], "4294967295");
}

#[test]
fn floats_and_doubles_are_printed_from_f12() {
    check_print(2, &[(F12, 1.5f32.to_bits())], "1.5");
    check_print(2, &[(F12, 1e10f32.to_bits())], "1.0E10");
    let bits = 0.1f64.to_bits();
    let pair = [(F12, bits as u32), (F13, (bits >> 32) as u32)];
    check_print(3, &pair, "0.1");
}

#[test]
fn characters_are_latin() {
    check_print(11, &[(A0, 0x41)], "A");
    check_print(11, &[(A0, 0)], "\0");
    check_print(11, &[(A0, 0xe9)], "é");
    check_print(11, &[(A0, 0x1_4142)], "B");
}

#[track_caller]
fn check_print_string(bytes: &[u8], expected: &str) {
    let mut world = world();
    world.write(DATA, bytes);
    let done = world.call(4, &[(A0, DATA)], &[]);
    assert_eq!(done, asked([print(1, expected)]));
}

#[test]
fn strings_are_latin_unless_they_are_utf_8() {
    check_print_string(b"hello\n\0more", "hello\n");
    check_print_string(b"\0", "");
    check_print_string(b"caf\xe9\0", "café");
    check_print_string("grün €\0".as_bytes(), "grün €");
}

#[test]
fn a_string_must_be_readable() {
    let trap = Trap::Load {
        address: 0x44,
        size: 1,
        execute_only: false,
    };
    let done = world().call(4, &[(A0, 0x44)], &[]);
    assert_eq!(done.end, Err(CallFault::Memory(trap)));
}

#[test]
fn numbers_are_read_from_whole_lines() {
    let mut world = world();
    let done = world.call(5, &[], &[line(" -42 ")]);
    assert_eq!(done, asked([Request::ReadLine]));
    assert_eq!(world.reg(V0) as i32, -42);
    world.call(6, &[], &[line("1.5")]);
    assert_eq!(f32::from_bits(world.reg(F0)), 1.5);
    world.call(7, &[], &[line("0.1")]);
    assert_eq!(double(&world.board, F0), 0.1);
    assert_eq!(world.reg(V0), 7, "no other result");
}

#[test]
fn bad_and_missing_input_is_a_fault() {
    let read = |number, answer| world().call(number, &[(A0, DATA), (A1, 8)], &[answer]).end;
    for (number, wanted, text) in [
        (5, "an integer", "4 2"),
        (6, "a float", "x"),
        (7, "a double", ""),
        (12, "a character", ""),
    ] {
        let found = text.as_bytes().to_vec();
        let bad = Err(CallFault::BadInput { wanted, found });
        assert_eq!(read(number, line(text)), bad);
        let end = Err(CallFault::EndOfInput { wanted });
        assert_eq!(read(number, Answer::End), end);
    }
    let end = Err(CallFault::EndOfInput { wanted: "a line" });
    assert_eq!(read(8, Answer::End), end);
}

#[test]
fn the_first_character_of_a_line_is_read() {
    for (text, value) in [("x", 0x78), ("xyz", 0x78), ("é", 0xe9), (" ", 0x20)] {
        let mut world = world();
        world.call(12, &[], &[line(text)]);
        assert_eq!(world.reg(V0), value, "{text:?}");
    }
}

#[track_caller]
fn check_read_string(text: &str, room: i32, expected: &[u8; 6]) {
    let mut world = world();
    world.write(DATA, [0xaa; 6]);
    let done = world.call(8, &[(A0, DATA), (A1, room as u32)], &[line(text)]);
    assert_eq!(done, asked([Request::ReadLine]));
    assert_eq!(world.read(DATA), *expected, "{text:?}, {room}");
    assert_eq!(world.reg(V0), 8, "no result");
}

#[test]
fn a_line_is_stored_with_its_end_if_there_is_room() {
    check_read_string("1", 4, b"1\n\0\xaa\xaa\xaa");
    check_read_string("", 4, b"\n\0\xaa\xaa\xaa\xaa");
    check_read_string("abc", 5, b"abc\n\0\xaa");
    check_read_string("abc", 4, b"abc\0\xaa\xaa");
    check_read_string("abcdef", 4, b"abc\0\xaa\xaa");
    check_read_string("1", 2, b"1\0\xaa\xaa\xaa\xaa");
    check_read_string("abc", 1, b"\0\xaa\xaa\xaa\xaa\xaa");
    check_read_string("abc", 0, &[0xaa; 6]);
    check_read_string("abc", -1, &[0xaa; 6]);
    check_read_string("abc", i32::MIN, &[0xaa; 6]);
    check_read_string("é", 4, b"\xe9\n\0\xaa\xaa\xaa");
    check_read_string("€", 5, b"\xe2\x82\xac\n\0\xaa");
}

#[test]
fn the_heap_grows_by_words() {
    let mut world = world();
    for (asked, at) in [(1, 0x1004_0000), (4, 0x1004_0004), (0, 0x1004_0008)] {
        assert_eq!(world.call(9, &[(A0, asked)], &[]), quiet());
        assert_eq!(world.reg(V0), at);
    }
    let room = 0x1040_0000 - 0x1004_0008;
    let done = world.call(9, &[(A0, room + 1)], &[]);
    let asked = room + 1;
    assert_eq!(done.end, Err(CallFault::HeapLimit { asked, room }));
    let done = world.call(9, &[(A0, u32::MAX)], &[]);
    assert_eq!(done.end, Err(CallFault::NegativeHeap { asked: -1 }));
    assert_eq!(world.call(9, &[(A0, room)], &[]), quiet());
    assert_eq!(world.board.memory.heap_end, 0x1040_0000);
}

#[test]
fn programs_leave() {
    assert_eq!(world().call(10, &[(A0, 5)], &[]).end, Ok(Action::Exit(0)));
    let done = world().call(17, &[(A0, 300)], &[]);
    assert_eq!(done.end, Ok(Action::Exit(300)));
}

#[test]
fn time_is_64_bits() {
    let mut world = world();
    let time = Answer::Milliseconds(0x0000_0190_1234_5678);
    assert_eq!(world.call(30, &[], &[time]), asked([Request::Time]));
    assert_eq!((world.reg(A0), world.reg(A1)), (0x1234_5678, 0x190));
}

#[test]
fn sleeping_and_notes_take_time() {
    let sleep = |milliseconds| asked([Request::Sleep { milliseconds }]);
    let mut world = world();
    assert_eq!(world.call(32, &[(A0, 250)], &[]), sleep(250));
    assert_eq!(world.call(32, &[(A0, u32::MAX)], &[]), sleep(0));
    let note = |ms| [(A0, 60), (A1, ms), (A2, 0), (A3, 100)];
    assert_eq!(world.call(31, &note(500), &[]), quiet());
    assert_eq!(world.call(33, &note(500), &[]), sleep(500));
    assert_eq!(world.call(33, &note(u32::MAX), &[]), sleep(1000));
    assert_eq!(world.call(60, &[], &[]), quiet());
}

#[test]
fn an_unknown_service_is_a_fault() {
    for number in [0, 18, 99, 4004, u32::MAX] {
        let done = world().call(number, &[], &[]);
        assert_eq!(done.end, Err(CallFault::UnknownService { number }));
    }
}

/// A dialog about the message `Go?`.
#[track_caller]
fn dialog(number: u32, answers: &[Answer]) -> (World, Vec<Request>) {
    let mut world = world();
    world.write(DATA, b"Go?\0");
    world.write(DATA + 16, [0xaa; 6]);
    for reg in [F0, F1] {
        world.board.set_reg(reg, 77);
    }
    let registers = [(A0, DATA), (A1, DATA + 16), (A2, 5)];
    let Done { requests, end } = world.call(number, &registers, answers);
    assert_eq!(end, Ok(Action::Continue));
    (world, requests)
}

#[test]
fn a_question_goes_to_standard_error_and_the_answer_is_a_line() {
    let (_, requests) = dialog(51, &[line("1")]);
    assert_eq!(requests, [print(2, "Go? "), Request::ReadLine]);
}

#[test]
fn a_question_is_confirmed_by_a_letter() {
    for (answer, button) in [
        (line("y"), 0),
        (line(" YES "), 0),
        (line("n"), 1),
        (line("c"), 2),
        (Answer::End, 2),
    ] {
        assert_eq!(dialog(50, &[answer]).0.reg(A0), button);
    }
    let (world, requests) = dialog(50, &[line("what?"), line(""), line("n")]);
    assert_eq!(world.reg(A0), 1);
    let again = print(2, "please answer y (yes), n (no) or c (cancel): ");
    assert_eq!(
        requests,
        [
            print(2, "Go? (y/n/c) "),
            Request::ReadLine,
            again.clone(),
            Request::ReadLine,
            again,
            Request::ReadLine
        ]
    );
}

#[test]
fn numbers_come_with_a_status() {
    for (answer, value, status) in [
        (line("7"), 7, 0),
        (line("seven"), 0, -1),
        (Answer::End, 0, -2),
        (line(""), 0, -3),
    ] {
        let (world, _) = dialog(51, std::slice::from_ref(&answer));
        assert_eq!((world.reg(A0), world.reg(A1) as i32), (value, status));
        let (world, _) = dialog(52, std::slice::from_ref(&answer));
        assert_eq!(f32::from_bits(world.reg(F0)), value as f32);
        assert_eq!((world.reg(A0), world.reg(A1) as i32), (DATA, status));
        let (world, _) = dialog(53, &[answer]);
        assert_eq!(double(&world.board, F0), f64::from(value));
        assert_eq!(world.reg(A1) as i32, status);
    }
}

#[test]
fn text_comes_with_a_status() {
    for (answer, bytes, status) in [
        (line("ab"), *b"ab\n\0\xaa\xaa", 0),
        (line("abcd"), *b"abcd\0\xaa", 0),
        (line("abcde"), *b"abcd\0\xaa", -4),
        (line(""), [0xaa; 6], -3),
        (Answer::End, [0xaa; 6], -2),
    ] {
        let (world, _) = dialog(54, &[answer]);
        assert_eq!(world.read(DATA + 16), bytes);
        assert_eq!(world.reg(A1) as i32, status);
    }
}

#[test]
fn messages_are_shown_with_their_values() {
    let tell = |number, a1, f12: (u32, u32)| {
        let mut world = world();
        world.write(DATA, b"It is \0fine\0");
        let registers = [(A0, DATA), (A1, a1), (F12, f12.0), (F13, f12.1)];
        world.call(number, &registers, &[])
    };
    let bits = 0.1f64.to_bits();
    let pair = (bits as u32, (bits >> 32) as u32);
    let text = |text: &str| asked([print(2, text)]);
    assert_eq!(tell(55, 1, (0, 0)), text("It is \n"));
    assert_eq!(tell(56, u32::MAX, (0, 0)), text("It is -1\n"));
    assert_eq!(tell(57, 0, (2.5f32.to_bits(), 0)), text("It is 2.5\n"));
    assert_eq!(tell(58, 0, pair), text("It is 0.1\n"));
    assert_eq!(tell(59, DATA + 7, (0, 0)), text("It is fine\n"));
}
