//! The calls of Linux that a C library needs: memory, files, time, the process.

use crate::world::{A0, A1, A2, A3, A4, A7, DATA, Done, ROM, World, image, input, print};
use machine::env::{Action, Answer, Environment, Linux, OpenMode, Request, SeekStart};

const EBADF: i32 = -9;
const ENOENT: i32 = -2;
const ENOMEM: i32 = -12;
const EFAULT: i32 = -14;
const ENODEV: i32 = -19;
const EINVAL: i32 = -22;
const ENOTTY: i32 = -25;
const ESPIPE: i32 = -29;

const ANONYMOUS: u32 = 0x22;
const READ_WRITE: u32 = 3;

fn world() -> World<Linux> {
    World::start(Linux::default(), &image(), &["prog"])
}

impl World<Linux> {
    /// Makes a call; its result, and what was asked of the host.
    #[track_caller]
    fn system(&mut self, number: u32, args: &[u32], answers: &[Answer]) -> (i32, Vec<Request>) {
        let names = [A0, A1, A2, A3, A4];
        let mut registers = vec![(A7, number)];
        registers.extend(names.into_iter().zip(args.iter().copied()));
        let done = self.call(&registers, answers);
        assert_eq!(done.end, Ok(Action::Continue));
        (self.x(A0) as i32, done.requests)
    }

    #[track_caller]
    fn quiet(&mut self, number: u32, args: &[u32]) -> i32 {
        let (result, requests) = self.system(number, args, &[]);
        assert_eq!(requests, []);
        result
    }

    #[track_caller]
    fn mmap(&mut self, size: u32) -> u32 {
        self.quiet(222, &[0, size, READ_WRITE, ANONYMOUS]) as u32
    }

    fn usable(&mut self, address: u32) -> bool {
        self.machine.memory.store::<1>(address, 1).is_ok()
    }
}

#[test]
fn mapped_memory_is_usable_and_zero() {
    let mut world = world();
    let first = world.mmap(5000);
    assert!(first.is_multiple_of(0x1000));
    assert!(world.usable(first) && world.usable(first + 0x1fff));
    assert!(!world.usable(first - 1) && !world.usable(first + 0x2000));
    let second = world.mmap(1);
    assert_eq!(second, first - 0x1000, "the next one lies below");
    assert_eq!(world.quiet(215, &[first, 5000]), 0);
    assert!(!world.usable(first) && world.usable(second));
    // The same place again, and what was stored there is gone.
    assert_eq!(world.mmap(0x2000), first);
    assert_eq!(world.machine.memory.peek(first), 0);
}

#[test]
fn a_part_of_a_mapping_may_go() {
    let mut world = world();
    let first = world.mmap(0x4000);
    assert_eq!(world.quiet(215, &[first + 0x1000, 0x1000]), 0);
    let usable = [0, 0x1000, 0x2000, 0x3000].map(|k| world.usable(first + k));
    assert_eq!(usable, [true, false, true, true]);
    assert_eq!(world.mmap(0x1000), first + 0x1000, "the hole is used again");
    assert_eq!(
        world.quiet(215, &[first, 0x10_0000]),
        0,
        "more than there is"
    );
    assert!(!world.usable(first));
}

#[test]
fn mappings_that_are_refused() {
    let mut world = world();
    let mmap = |world: &mut World<Linux>, args: [u32; 4]| world.quiet(222, &args);
    assert_eq!(mmap(&mut world, [0, 0, READ_WRITE, ANONYMOUS]), EINVAL);
    assert_eq!(
        mmap(&mut world, [0, u32::MAX, READ_WRITE, ANONYMOUS]),
        EINVAL
    );
    assert_eq!(
        mmap(&mut world, [0, 0x7ff0_0000, READ_WRITE, ANONYMOUS]),
        ENOMEM
    );
    assert_eq!(mmap(&mut world, [0, 4096, READ_WRITE, 2]), ENODEV, "a file");
    assert_eq!(
        mmap(&mut world, [DATA, 4096, READ_WRITE, ANONYMOUS | 0x10]),
        ENOMEM,
        "over data"
    );
    assert_eq!(world.quiet(215, &[1, 4096]), EINVAL);
    assert_eq!(
        world.quiet(216, &[DATA, 4096, 8192, 1]),
        EINVAL,
        "not mapped"
    );
    // However many there are, nothing grows without end: every other one is for reading only.
    let results: Vec<i32> = (0..2000)
        .map(|k| mmap(&mut world, [0, 1, 1 + 2 * (k % 2), ANONYMOUS]))
        .collect();
    let given = results.iter().filter(|result| **result > 0).count();
    assert_eq!(given, 1024);
    assert_eq!(results.last(), Some(&ENOMEM));
}

#[test]
fn a_mapping_at_a_given_address_replaces_others() {
    let mut world = world();
    let first = world.mmap(0x3000);
    assert!(world.usable(first + 0x1000));
    let fixed = [first + 0x1000, 0x1000, READ_WRITE, ANONYMOUS | 0x10];
    assert_eq!(world.quiet(222, &fixed) as u32, first + 0x1000);
    assert_eq!(world.machine.memory.peek(first + 0x1000), 0);
    assert!(world.usable(first) && world.usable(first + 0x1000) && world.usable(first + 0x2000));
}

#[test]
fn protection_and_growth() {
    let mut world = world();
    let first = world.mmap(0x2000);
    world.write(first, b"hello");
    assert_eq!(world.quiet(226, &[first, 0x1000, 1]), 0);
    assert!(!world.usable(first) && world.usable(first + 0x1000));
    assert!(world.machine.memory.readable(first));
    assert_eq!(world.quiet(226, &[first, 0x1000, READ_WRITE]), 0);
    assert!(world.usable(first + 8));
    // What the program brings along keeps its rules.
    assert_eq!(world.quiet(226, &[DATA, 0x1000, 1]), 0);
    assert!(world.usable(DATA));
    world.mmap(0x1000);
    let moved = world.quiet(216, &[first, 0x2000, 0x8000, 1]) as u32;
    assert_ne!(moved, first);
    assert_eq!(world.read(moved), *b"hello");
    assert!(world.usable(moved + 0x7fff) && !world.usable(first));
    assert_eq!(world.quiet(216, &[moved, 0x8000, 0x1000, 0]) as u32, moved);
    assert!(!world.usable(moved + 0x1000));
    assert_eq!(
        world.quiet(216, &[moved, 0x1000, 0x8000, 0]),
        ENOMEM,
        "it may not move"
    );
}

/// The heap ends where mappings begin.
#[test]
fn brk_stays_below_mappings() {
    let mut world = world();
    let first = world.mmap(0x4000_0000);
    let end = world.quiet(214, &[0]);
    assert_eq!(world.quiet(214, &[first]), end);
    assert_eq!(world.quiet(214, &[first - 0x1000]) as u32, first - 0x1000);
}

#[test]
fn a_snapshot_keeps_mappings() {
    let mut world = world();
    let before = (world.machine.snapshot(), world.environment.fork());
    let first = world.mmap(0x1000);
    assert!(world.usable(first));
    world.machine.restore(&before.0);
    assert!(!world.usable(first));
}

/// A list of pieces: addresses and lengths.
fn pieces(world: &mut World<Linux>, at: u32, pieces: &[(u32, u32)]) {
    for (k, (address, length)) in pieces.iter().enumerate() {
        world.write(at + 8 * k as u32, address.to_le_bytes());
        world.write(at + 8 * k as u32 + 4, length.to_le_bytes());
    }
}

#[test]
fn several_pieces_are_written_and_read_at_once() {
    let mut world = world();
    world.write(DATA, b"hello, world");
    let list = DATA + 0x100;
    pieces(&mut world, list, &[(DATA + 7, 5), (0, 0), (DATA, 5)]);
    let (result, requests) = world.system(66, &[1, list, 3], &[Answer::Done]);
    assert_eq!((result, requests), (10, vec![print(1, "worldhello")]));
    pieces(&mut world, list, &[(DATA, 2), (DATA + 16, 4)]);
    let (result, requests) = world.system(65, &[0, list, 2], &[input("abcde")]);
    assert_eq!(
        (result, requests),
        (5, vec![Request::Read { file: 0, count: 6 }])
    );
    assert_eq!((world.read(DATA), world.read(DATA + 16)), (*b"ab", *b"cde"));
    pieces(&mut world, list, &[(ROM, 4)]);
    assert_eq!(world.system(65, &[0, list, 1], &[input("abcd")]).0, EFAULT);
    pieces(&mut world, list, &[(0x0900_0000, 4)]);
    assert_eq!(world.quiet(66, &[1, list, 1]), EFAULT);
}

#[test]
fn files_are_described() {
    let seek = |offset, from| Request::Seek {
        file: 3,
        offset,
        from,
    };
    let mut world = world();
    let answers = [Answer::Number(7), Answer::Number(1000), Answer::Number(7)];
    let (result, requests) = world.system(80, &[3, DATA], &answers);
    assert_eq!(result, 0);
    let asked = [
        seek(0, SeekStart::Here),
        seek(0, SeekStart::End),
        seek(7, SeekStart::Beginning),
    ];
    assert_eq!(requests, asked);
    assert_eq!(
        (world.word(DATA + 16), world.word(DATA + 48)),
        (0o100_644, 1000)
    );
    // Standard streams are pipes.
    assert_eq!(world.quiet(80, &[1, DATA]), 0);
    assert_eq!(world.word(DATA + 16), 0o010_600);
    assert_eq!(world.system(80, &[9, DATA], &[Answer::Failed]).0, EBADF);
    // By their path, they are opened and closed.
    world.write(DATA + 0x200, b"a.txt\0\0");
    let answers = [Answer::Number(3), Answer::Number(5), Answer::Done];
    let (result, requests) = world.system(291, &[0, DATA + 0x200, 0, 0x7ff, DATA], &answers);
    let open = Request::Open {
        path: b"a.txt".to_vec(),
        mode: OpenMode::READ,
    };
    assert_eq!(
        (result, requests),
        (
            0,
            vec![open, seek(0, SeekStart::End), Request::Close { file: 3 }]
        )
    );
    assert_eq!((world.word(DATA), world.word(DATA + 40)), (0x7ff, 5));
    let (result, _) = world.system(79, &[0, DATA + 0x200, DATA, 0], &[Answer::Failed]);
    assert_eq!(result, ENOENT);
    // An empty path means the open file itself, if that is allowed.
    assert_eq!(world.quiet(291, &[1, DATA + 0x206, 0x1000, 0, DATA]), 0);
    assert_eq!(world.quiet(291, &[1, DATA + 0x206, 0, 0, DATA]), ENOENT);
    assert_eq!(
        world.system(48, &[0, DATA + 0x200], &[Answer::Failed]).0,
        ENOENT
    );
}

#[test]
fn places_in_files() {
    let mut world = world();
    let (result, requests) = world.system(
        62,
        &[3, u32::MAX, -4i32 as u32, DATA, 1],
        &[Answer::Number(96)],
    );
    let request = Request::Seek {
        file: 3,
        offset: -4,
        from: SeekStart::Here,
    };
    assert_eq!((result, requests, world.word(DATA)), (0, vec![request], 96));
    assert_eq!(world.quiet(62, &[1, 0, 0, DATA, 0]), ESPIPE);
    assert_eq!(world.quiet(62, &[3, 1, 0, DATA, 0]), EINVAL, "too far");
    assert_eq!(world.quiet(62, &[3, 0, 0, DATA, 3]), EINVAL);
}

#[test]
fn time_comes_from_the_host_or_from_steps() {
    let mut world = world();
    let (result, requests) = world.system(403, &[0, DATA], &[Answer::Milliseconds(1500)]);
    assert_eq!((result, requests), (0, vec![Request::Time]));
    assert_eq!((world.word(DATA), world.word(DATA + 8)), (1, 500_000_000));
    world.machine.steps = 3_000_000_001;
    assert_eq!(world.quiet(403, &[1, DATA]), 0);
    assert_eq!((world.word(DATA), world.word(DATA + 8)), (3, 1));
    assert_eq!(world.quiet(403, &[99, DATA]), EINVAL);
    world.write(DATA, [2, 0, 0, 0, 0, 0, 0, 0, 0, 0xca, 0x9a, 0x3b]);
    let (_, requests) = world.system(407, &[0, 0, DATA], &[Answer::Done]);
    assert_eq!(requests, [Request::Sleep { milliseconds: 3000 }]);
}

#[test]
fn questions_about_the_system() {
    let mut world = world();
    assert_eq!(world.quiet(160, &[DATA]), 0);
    assert_eq!(
        (world.read(DATA), world.read(DATA + 4 * 65)),
        (*b"Linux\0", *b"riscv32\0")
    );
    assert_eq!(world.quiet(261, &[0, 3, 0, DATA]), 0);
    assert_eq!((world.word(DATA), world.word(DATA + 4)), (8 << 20, 0));
    assert_eq!(world.quiet(179, &[DATA]), 0);
    assert_eq!(world.word(DATA + 16), 1 << 30);
    assert_eq!(
        [172, 178, 96, 174].map(|number| world.quiet(number, &[DATA])),
        [1, 1, 1, 0]
    );
    assert_eq!(world.quiet(29, &[1, 0x5401, DATA]), ENOTTY);
    assert_eq!(world.quiet(78, &[0, DATA, DATA, 4]), ENOENT);
    assert_eq!(world.quiet(160, &[ROM]), EFAULT);
    assert_eq!(world.quiet(98, &[DATA, 129, 1]), 0, "nobody to wake");
    assert_eq!(world.quiet(98, &[DATA, 128, 0]), -11, "nobody to wait for");
}

#[test]
fn a_signal_ends_the_program() {
    let done = world().call(&[(A7, 131), (A0, 1), (A1, 1), (A2, 6)], &[]);
    assert_eq!(
        done,
        Done {
            requests: vec![],
            end: Ok(Action::Exit(134))
        }
    );
}

/// What a program finds besides its arguments, as kinds and values.
#[test]
fn the_stack_holds_auxiliary_values() {
    let world = world();
    let mut at = world.x(2) + 4 * 4;
    let mut found = Vec::new();
    while world.word(at) != 0 {
        found.push((world.word(at), world.word(at + 4)));
        at += 8;
    }
    let kinds: Vec<u32> = found.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, [6, 9, 23, 25]);
    assert_eq!(found[0].1, 4096);
    let random: [u8; 16] = world.read(found[3].1);
    assert_ne!(random, [0; 16]);
}
