//! The heap of Venus: the break, and the blocks of the C library calls.

use crate::world::{A0, A1, A2, A6, Done, SP, World, image, print};
use machine::env::{Answer, CallFault, Venus};
use machine::trap::Trap;

const HEAP: u32 = 0x1000_8000;
const FIRST: u32 = 0x1000_8030;

fn world() -> World<Venus> {
    World::start(Venus::default(), &image(), &["args.s"])
}

impl World<Venus> {
    #[track_caller]
    fn sbrk(&mut self, bytes: u32) -> u32 {
        assert_eq!(self.call(&[(A0, 9), (A1, bytes)], &[]), Done::quiet());
        self.x(A0)
    }

    /// A C library call.
    #[track_caller]
    fn library(&mut self, number: u32, a: u32, b: u32) -> u32 {
        let registers = [(A0, 0x3cc), (A6, number), (A1, a), (A2, b)];
        assert_eq!(self.call(&registers, &[]), Done::quiet());
        self.x(A0)
    }

    #[track_caller]
    fn malloc(&mut self, size: u32) -> u32 {
        self.library(1, size, 0)
    }

    #[track_caller]
    fn calloc(&mut self, count: u32, size: u32) -> u32 {
        self.library(2, count, size)
    }

    #[track_caller]
    fn realloc(&mut self, block: u32, size: u32) -> u32 {
        self.library(3, block, size)
    }

    #[track_caller]
    fn free(&mut self, block: u32) {
        self.library(4, block, 0);
    }

    #[track_caller]
    fn active(&mut self) -> u32 {
        self.library(5, 0, 0)
    }

    /// A call of `free` that complains on the error stream.
    #[track_caller]
    fn complains(&mut self, block: u32, text: &str) {
        let registers = [(A0, 0x3cc), (A6, 4), (A1, block)];
        let done = self.call(&registers, &[Answer::Done]);
        assert_eq!(done, Done::asked(print(2, text)));
    }
}

#[test]
fn sbrk_gives_the_old_end() {
    let mut world = world();
    assert_eq!(world.sbrk(0), HEAP);
    assert_eq!(world.sbrk(16), HEAP);
    assert_eq!(world.sbrk(1), HEAP + 16);
    assert_eq!(world.sbrk(0), HEAP + 17);
    assert_eq!(world.machine.memory.heap_end, HEAP + 17);
}

/// Nothing happens, and the number of the call stays where the result would be.
#[test]
fn sbrk_takes_nothing_back() {
    let mut world = world();
    world.sbrk(16);
    assert_eq!(world.sbrk(0xffff_fff0), 9);
    assert_eq!(world.machine.memory.heap_end, HEAP + 16);
}

#[test]
fn the_heap_cannot_pass_the_stack_pointer() {
    let mut world = world();
    let room = world.x(SP) - HEAP;
    let asked = room + 1;
    let done = world.call(&[(A0, 9), (A1, asked)], &[]);
    assert_eq!(done.end, Err(CallFault::HeapFull { asked }));
    assert_eq!(world.machine.memory.heap_end, HEAP);
    assert_eq!(world.sbrk(room), HEAP);
}

#[test]
fn the_heap_begins_after_large_data() {
    let mut image = image();
    for segment in image.segments.iter_mut().filter(|s| s.name == "data") {
        segment.size = 0x9000;
    }
    let mut world = World::start(Venus::default(), &image, &["args.s"]);
    assert_eq!(world.sbrk(0), 0x1000_9000);
}

#[test]
fn malloc_puts_a_header_before_each_block() {
    let mut world = world();
    assert_eq!(world.malloc(16), FIRST);
    assert_eq!(world.malloc(8), FIRST + 16 + 24);
    let words = |at| -> [u32; 6] { std::array::from_fn(|k| world.word(at + 4 * k as u32)) };
    let (first, second) = (0x3cdc_dcdc, 0x3cbc_bcbc);
    assert_eq!(words(HEAP), [first, 0, 0, HEAP + 24, 0, second]);
    let block = [first, 16, 0, FIRST + 16, HEAP, second];
    assert_eq!(words(FIRST - 24), block);
    let last = [first, 8, 0, 0, FIRST - 24, second];
    assert_eq!(words(FIRST + 16), last);
    assert_eq!(world.machine.memory.heap_end, FIRST + 48);
}

#[test]
fn malloc_of_nothing_is_null() {
    let mut world = world();
    assert_eq!(world.malloc(0), 0);
    assert_eq!(world.malloc(u32::MAX), 0);
    assert_eq!(world.calloc(0, 8), 0);
    assert_eq!(world.calloc(0x1_0000, 0x1_0000), 0);
    assert_eq!(world.active(), 0);
    assert_eq!(world.machine.memory.heap_end, HEAP);
}

#[test]
fn malloc_beyond_the_stack_fails() {
    let mut world = world();
    let registers = [(A0, 0x3cc), (A6, 1), (A1, 0x7000_0000)];
    let done = world.call(&registers, &[]);
    let asked = 0x7000_0018;
    assert_eq!(done.end, Err(CallFault::HeapFull { asked }));
}

/// The first free block that is large enough is taken, and split if the rest can be a block.
#[test]
fn freed_blocks_are_used_again() {
    let mut world = world();
    let (a, b) = (world.malloc(100), world.malloc(4));
    assert_eq!((a, b, world.active()), (FIRST, FIRST + 124, 2));
    world.free(a);
    assert_eq!(world.active(), 1);
    assert_eq!(world.malloc(101), FIRST + 124 + 28);
    assert_eq!(world.malloc(10), FIRST);
    assert_eq!(world.malloc(60), FIRST + 10 + 24);
    assert_eq!(world.active(), 4);
    world.free(b);
    assert_eq!(world.malloc(1), b);
    assert_eq!(world.active(), 4);
}

#[test]
fn calloc_clears_what_was_used() {
    let mut world = world();
    let block = world.malloc(16);
    world.write(block, [0xaa; 16]);
    world.free(block);
    assert_eq!(world.calloc(2, 8), block);
    assert_eq!(world.read(block), [0; 16]);
}

#[test]
fn realloc_moves_only_to_grow() {
    let mut world = world();
    let block = world.realloc(0, 8);
    assert_eq!(block, FIRST);
    world.write(block, b"12345678");
    assert_eq!(world.realloc(block, 4), block);
    assert_eq!(world.realloc(block, 8), block);
    let moved = world.realloc(block, 9);
    assert_eq!(moved, FIRST + 32);
    assert_eq!(world.read(moved), *b"12345678\0");
    assert_eq!(world.active(), 1);
    assert_eq!(world.realloc(moved, 0), 0);
    assert_eq!(world.active(), 0);
    assert_eq!(world.realloc(FIRST + 4, 8), 0, "no block begins there");
}

#[test]
fn free_complains_about_what_is_no_block() {
    let mut world = world();
    let block = world.malloc(8);
    world.free(0);
    world.free(block);
    world.complains(block, "Double free!\n");
    let text = "free(0x10008034): no block begins at this address!\n";
    world.complains(block + 4, text);
}

#[test]
fn other_library_numbers_are_printed() {
    for (number, text) in [(0, "0"), (6, "6"), (u32::MAX, "-1")] {
        let done = world().call(&[(A0, 0x3cc), (A6, number)], &[Answer::Done]);
        let text = format!("Invalid clib ecall {text}");
        assert_eq!(done, Done::asked(print(1, text)));
    }
}

/// The list is in the program's memory, which may damage it in any way.
#[test]
fn a_damaged_list_does_no_harm() {
    let header = |size: u32, free: u32, next: u32| -> Vec<u8> {
        let words = [0x3cdc_dcdc, size, free, next, 0, 0x3cbc_bcbc];
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    };
    for (at, size) in [
        (0xffff_ff00, 0xffff_ffff),
        (0xffff_ffe8, 0x100),
        (0xffff_ffe8, 0x7fff_ffff),
        (0x2000_0000, 0xffff_ffff),
    ] {
        for next in [0, HEAP, at, u32::MAX] {
            let mut world = world();
            world.machine.memory.set_limit(1 << 20);
            let block = world.malloc(8);
            world.write(block - 24, header(8, 0, at));
            world.write(at, header(size, 1, next));
            for (number, a, b) in [(1, 64, 0), (2, 64, 16), (3, block, 0x400), (5, 0, 0)] {
                let registers = [(A0, 0x3cc), (A6, number), (A1, a), (A2, b)];
                let done = world.call(&registers, &[]);
                let fault = matches!(done.end, Err(CallFault::Memory(Trap::MemoryLimit { .. })));
                assert!(done.end.is_ok() || fault, "{done:?}");
            }
        }
    }
}
