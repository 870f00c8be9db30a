//! Files and standard streams.

use super::*;

#[track_caller]
fn open(world: &mut World, name: &str, flags: u32, answers: &[Answer]) -> Done {
    world.write(DATA, format!("{name}\0"));
    world.call(13, &[(A0, DATA), (A1, flags)], answers)
}

fn request(name: &str, mode: OpenMode) -> Request {
    let path = name.as_bytes().to_vec();
    Request::Open { path, mode }
}

#[test]
fn files_are_opened_by_their_flags() {
    for (flags, mode) in [
        (0, OpenMode::READ),
        (1, OpenMode::REPLACE),
        (9, OpenMode::APPEND),
    ] {
        let mut world = world();
        let done = open(&mut world, "a.txt", flags, &[Answer::Number(3)]);
        assert_eq!(done, asked([request("a.txt", mode)]));
        assert_eq!(world.reg(V0), 3);
    }
    for flags in [2, 3, 8, u32::MAX] {
        let mut world = world();
        assert_eq!(open(&mut world, "a.txt", flags, &[]), quiet());
        assert_eq!(world.reg(V0) as i32, -1);
    }
}

#[test]
fn a_file_that_cannot_be_opened_changes_nothing() {
    let mut world = world();
    open(&mut world, "a.txt", 0, &[Answer::Failed]);
    assert_eq!(world.reg(V0) as i32, -1);
    open(&mut world, "a.txt", 0, &[Answer::Number(3)]);
    assert_eq!(world.reg(V0), 3);
}

#[test]
fn an_open_file_is_not_opened_twice() {
    let mut world = world();
    open(&mut world, "a.txt", 1, &[Answer::Number(3)]);
    assert_eq!(open(&mut world, "a.txt", 0, &[]), quiet());
    assert_eq!(world.reg(V0) as i32, -1);
    let done = world.call(16, &[(A0, 3)], &[Answer::Done]);
    assert_eq!(done, asked([Request::Close { file: 3 }]));
    assert_eq!(world.reg(V0), 16, "no result");
    open(&mut world, "a.txt", 0, &[Answer::Number(3)]);
    assert_eq!(world.reg(V0), 3);
}

#[test]
fn files_are_few() {
    let mut world = world();
    for file in 3..32 {
        open(&mut world, &format!("{file}"), 1, &[Answer::Number(file)]);
        assert_eq!(world.reg(V0) as i32, file);
    }
    assert_eq!(open(&mut world, "one more", 1, &[]), quiet());
    assert_eq!(world.reg(V0) as i32, -1);
}

#[test]
fn standard_streams_stay_open() {
    for file in 0..3 {
        assert_eq!(world().call(16, &[(A0, file)], &[]), quiet());
    }
}

#[test]
fn reading_stores_and_counts() {
    for (answer, result) in [
        (line("abc"), 3),
        (line(""), 0),
        (Answer::End, 0),
        (Answer::Failed, -1),
    ] {
        let mut world = world();
        let done = world.call(14, &[(A0, 0), (A1, DATA), (A2, 10)], &[answer]);
        assert_eq!(done, asked([Request::Read { file: 0, count: 10 }]));
        assert_eq!(world.reg(V0) as i32, result);
        if result == 3 {
            assert_eq!(world.read(DATA), *b"abc\0");
        }
    }
    let mut world = world();
    let done = world.call(14, &[(A0, 3), (A1, DATA), (A2, u32::MAX)], &[]);
    assert_eq!((done, world.reg(V0) as i32), (quiet(), -1));
}

#[test]
fn writing_is_of_plain_bytes() {
    let mut world = world();
    world.write(DATA, b"a\0\xff");
    let registers = |file| [(A0, file), (A1, DATA), (A2, 3)];
    for stream in [1, 2] {
        let done = world.call(15, &registers(stream.into()), &[]);
        assert_eq!(done, asked([print(stream, b"a\0\xff")]));
        assert_eq!(world.reg(V0), 3);
    }
    let bytes = b"a\0\xff".to_vec();
    let request = Request::Write { file: 3, bytes };
    let done = world.call(15, &registers(3), &[Answer::Done]);
    assert_eq!(done, asked([request.clone()]));
    assert_eq!(world.reg(V0), 3);
    let done = world.call(15, &registers(3), &[Answer::Failed]);
    assert_eq!(done, asked([request]));
    assert_eq!(world.reg(V0) as i32, -1);
    let done = world.call(15, &[(A0, 1), (A1, DATA), (A2, u32::MAX)], &[]);
    assert_eq!((done, world.reg(V0) as i32), (quiet(), -1));
}
