//! The calls of Linux, its heap and its stack.

use crate::common::encode;
use crate::world::{A0, A1, A2, A7, DATA, DATA_SIZE, Done, ROM, SP, World, image, input, print};
use machine::env::{Action, Answer, Environment, Linux, OpenMode, Request};
use machine::image::Image;
use machine::observe::Off;
use machine::run::Stop;
use machine::trap::Trap;
use testkit::segment;

const OPENAT: u32 = 56;
const CLOSE: u32 = 57;
const READ: u32 = 63;
const WRITE: u32 = 64;
const EXIT: u32 = 93;
const BRK: u32 = 214;

const EBADF: i32 = -9;
const EFAULT: i32 = -14;
const ENOENT: i32 = -2;
const ENOSYS: i32 = -38;

/// Nothing is there.
const NOWHERE: u32 = 0x0900_0000;
const HEAP: u32 = DATA + DATA_SIZE;

fn world() -> World<Linux> {
    let mut world = World::start(Linux::default(), &image(), &["prog"]);
    world.write(DATA, b"file.txt\0");
    world
}

impl World<Linux> {
    #[track_caller]
    fn linux(&mut self, number: u32, [a0, a1, a2]: [u32; 3], answers: &[Answer]) -> Done {
        let registers = [(A7, number), (A0, a0), (A1, a1), (A2, a2)];
        self.call(&registers, answers)
    }

    fn result(&self) -> i32 {
        self.x(A0) as i32
    }

    #[track_caller]
    fn brk(&mut self, address: u32) -> u32 {
        assert_eq!(self.linux(BRK, [address, 0, 0], &[]), Done::quiet());
        self.x(A0)
    }
}

#[track_caller]
fn check(number: u32, args: [u32; 3], answer: Answer, request: Request, result: i32) {
    let mut world = world();
    let done = world.linux(number, args, &[answer]);
    assert_eq!(done, Done::asked(request));
    assert_eq!(world.result(), result);
}

/// A call that fails without the host.
#[track_caller]
fn check_refused(number: u32, args: [u32; 3], result: i32) {
    let mut world = world();
    assert_eq!(world.linux(number, args, &[]), Done::quiet());
    assert_eq!(world.result(), result);
}

/// The return address.
const RA: u8 = 1;

#[test]
fn write_prints_or_writes() {
    let args = |file| [file, DATA, 4];
    check(WRITE, args(1), Answer::Done, print(1, "file"), 4);
    check(WRITE, args(2), Answer::Done, print(2, "file"), 4);
    let request = || Request::Write {
        file: 3,
        bytes: b"file".to_vec(),
    };
    check(WRITE, args(3), Answer::Done, request(), 4);
    check(WRITE, args(3), Answer::Failed, request(), EBADF);
    check(WRITE, [1, DATA, 0], Answer::Done, print(1, ""), 0);
}

#[test]
fn write_of_memory_that_is_not_there() {
    check_refused(WRITE, [1, NOWHERE, 1], EFAULT);
    check_refused(WRITE, [1, HEAP - 1, 2], EFAULT);
    let last = HEAP - 1;
    check(WRITE, [1, last, 1], Answer::Done, print(1, "\0"), 1);
}

#[test]
fn read_stores_and_counts() {
    let request = || Request::Read { file: 0, count: 10 };
    let args = [0, DATA, 10];
    check(READ, args, input("abc"), request(), 3);
    check(READ, args, input(""), request(), 0);
    check(READ, args, Answer::End, request(), 0);
    check(READ, args, Answer::Failed, request(), EBADF);
    check(READ, [0, NOWHERE, 10], input("abc"), request(), EFAULT);
    check(READ, [0, ROM, 10], input("abc"), request(), EFAULT);
    let mut world = world();
    world.linux(READ, args, &[input("abc")]);
    assert_eq!(world.read(DATA), *b"abce.txt\0");
}

#[test]
fn openat_reads_its_flags() {
    let open = |flags, letters: &str| {
        let mode = OpenMode {
            read: letters.contains('r'),
            write: letters.contains('w'),
            append: letters.contains('a'),
            create: letters.contains('c'),
            truncate: letters.contains('t'),
        };
        let path = b"file.txt".to_vec();
        let request = || Request::Open {
            path: path.clone(),
            mode,
        };
        let args = [-100i32 as u32, DATA, flags];
        check(OPENAT, args, Answer::Number(3), request(), 3);
        check(OPENAT, args, Answer::Failed, request(), ENOENT);
    };
    open(0, "r");
    open(1, "w");
    open(2, "rw");
    open(0o1101, "wct");
    open(0o2101, "wca");
    check_refused(OPENAT, [0, NOWHERE, 0], EFAULT);
}

#[test]
fn close_gives_zero_or_an_error() {
    let request = || Request::Close { file: 3 };
    check(CLOSE, [3, 0, 0], Answer::Done, request(), 0);
    check(CLOSE, [3, 0, 0], Answer::Failed, request(), EBADF);
}

#[test]
fn exit_gives_its_code() {
    for number in [EXIT, 94] {
        for (a0, code) in [(0, 0), (7, 7), (u32::MAX, -1)] {
            let done = world().linux(number, [a0, 0, 0], &[]);
            assert_eq!(done.requests, []);
            assert_eq!(done.end, Ok(Action::Exit(code)));
        }
    }
}

#[test]
fn unknown_calls_are_not_implemented() {
    for number in [0, 1, 10, 18, 1000, u32::MAX] {
        check_refused(number, [1, 2, 3], ENOSYS);
    }
}

/// Loads or stores with an instruction; whether it was carried out.
fn touch(world: &mut World<Linux>, name: &str, address: u32) -> bool {
    world.write(4, encode(name, &[5, 0, 6]).to_le_bytes());
    world.set(6, address);
    world.machine.pc = 4;
    match world.machine.run(&mut Off, 1) {
        Stop::Trap(Trap::Load { .. } | Trap::Store { .. }) => false,
        stop => {
            let past_text = Stop::Trap(Trap::Fetch { address: 8 });
            assert!(stop == Stop::OutOfFuel || stop == past_text);
            true
        }
    }
}

#[track_caller]
fn check_usable(world: &mut World<Linux>, address: u32, usable: bool) {
    assert_eq!(touch(world, "lw", address), usable, "lw {address:#x}");
    assert_eq!(touch(world, "sw", address), usable, "sw {address:#x}");
    assert_eq!(touch(world, "lw", address), usable, "lw {address:#x}");
}

#[test]
fn brk_moves_the_end_of_the_heap() {
    let mut world = world();
    assert_eq!(world.brk(0), HEAP);
    check_usable(&mut world, HEAP + 4, false);
    assert_eq!(world.brk(HEAP + 0x1800), HEAP + 0x1800);
    check_usable(&mut world, HEAP, true);
    check_usable(&mut world, HEAP + 0x17fc, true);
    check_usable(&mut world, HEAP + 0x17fd, false);
    check_usable(&mut world, HEAP + 0x1800, false);
}

#[test]
fn brk_gives_memory_back() {
    let mut world = world();
    world.brk(HEAP + 0x4000);
    check_usable(&mut world, HEAP + 0x2000, true);
    assert_eq!(world.brk(HEAP + 0x1000), HEAP + 0x1000);
    check_usable(&mut world, HEAP + 0xffc, true);
    check_usable(&mut world, HEAP + 0x1000, false);
    check_usable(&mut world, HEAP + 0x2000, false);
    check_usable(&mut world, HEAP + 0x3000, false);
}

#[test]
fn brk_refuses_what_it_cannot_give() {
    let mut world = world();
    for wanted in [DATA, HEAP - 1, 0x7fff_f000, u32::MAX] {
        assert_eq!(world.brk(wanted), HEAP, "{wanted:#x}");
    }
}

/// Going back to a snapshot takes the heap back too.
#[test]
fn a_snapshot_keeps_the_heap() {
    let mut world = world();
    let start = world.machine.snapshot();
    world.brk(HEAP + 0x3000);
    for offset in [0, 0x1000, 0x2ffc] {
        check_usable(&mut world, HEAP + offset, true);
    }
    assert!(touch(&mut world, "lw", HEAP + 0x2000));
    let grown = world.machine.snapshot();
    world.machine.restore(&start);
    for offset in [4, 0x1000, 0x2000, 0x2ffc] {
        check_usable(&mut world, HEAP + offset, false);
    }
    world.machine.restore(&grown);
    for offset in [4, 0x1000, 0x2000, 0x2ffc] {
        check_usable(&mut world, HEAP + offset, true);
    }
}

/// The count, the strings' addresses, and no environment variables.
#[test]
fn the_stack_holds_the_arguments() {
    let world = World::start(Linux::default(), &image(), &["prog", "one", ""]);
    let sp = world.x(SP);
    assert_eq!(sp % 16, 0);
    let words: [u32; 6] = std::array::from_fn(|k| world.word(sp + 4 * k as u32));
    let strings = [0x7fff_effb, 0x7fff_eff7, 0x7fff_eff6];
    assert_eq!(words[0], 3);
    assert_eq!(words[1..4], strings);
    assert_eq!(words[4..], [0; 2]);
    assert_eq!(world.read(0x7fff_eff6), *b"\0one\0prog\0");
    assert!((0..32).all(|k| k == SP || k == RA || world.x(k) == 0));
    assert_eq!(
        world.x(RA),
        0xffff_f000,
        "the text begins at 0: a return must not begin it again"
    );
}

#[test]
fn the_stack_is_eight_megabytes() {
    let mut world = world();
    let (top, size) = (0x7fff_f000, 8 << 20);
    check_usable(&mut world, top - 4, true);
    check_usable(&mut world, top, false);
    check_usable(&mut world, top - size, true);
    check_usable(&mut world, top - size - 4, false);
}

/// A program without data still has a heap.
#[test]
fn the_heap_begins_at_the_page_after_the_program() {
    let image = Image {
        segments: vec![segment("text", 0x1_0000, 8, &[])],
        ..Image::default()
    };
    let mut world = World::start(Linux::default(), &image, &[]);
    let heap = world.machine.memory.heap_end;
    assert_eq!(heap, 0x1_1000);
    let places = world.environment.places(&mut world.machine);
    let found: Vec<_> = places.iter().map(|p| (p.name, p.first, p.end)).collect();
    let stack = ("stack", 0x7f7f_f000, 0x7fff_f000);
    assert_eq!(found, [("heap", heap, heap), stack]);
}

#[test]
fn a_linux_program_ends_only_by_a_call() {
    let mut world = world();
    let end = world.environment.ends_at(&mut world.machine, 8);
    assert_eq!(end, None);
    assert!(!world.environment.ignores_breakpoints());
    assert_eq!(world.environment.name(), "linux");
}

/// The same seed gives the same bytes, another seed others.
#[test]
fn random_bytes_depend_on_the_seed_alone() {
    let draw = |seed| {
        let image = image();
        let mut world = World::start(Linux::with_seed(seed), &image, &["prog"]);
        assert_eq!(world.linux(278, [DATA, 16, 0], &[]), Done::quiet());
        assert_eq!(world.result(), 16);
        world.read::<16>(DATA)
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
    check_refused(278, [NOWHERE, 4, 0], EFAULT);
    check_refused(278, [ROM, 4, 0], EFAULT);
}
