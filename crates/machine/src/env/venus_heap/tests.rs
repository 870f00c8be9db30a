//! The allocator against a slow and simple one that walks along the list at every call.

use super::*;
use crate::memory::Region;
use proptest::prelude::*;

/// Registers of which only the stack pointer matters, and memory.
struct Board {
    memory: Memory,
    sp: u32,
}

const HEAP: u32 = 0x1000_8000;

impl Board {
    fn new() -> Self {
        let mut memory = Memory::default();
        memory.add_region(Region {
            first: 0,
            last: u32::MAX,
            read: true,
            write: true,
        });
        memory.heap_end = HEAP;
        memory.set_limit(1 << 20);
        Board {
            memory,
            sp: 0x7fff_fff0,
        }
    }
}

impl Guest for Board {
    fn reg(&self, _reg: Reg) -> u32 {
        self.sp
    }

    fn set_reg(&mut self, _reg: Reg, _value: u32) {}

    fn wide_reg(&self, _reg: Reg) -> u64 {
        self.sp.into()
    }

    fn set_wide_reg(&mut self, _reg: Reg, _value: u64) {}

    fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn set_pc(&mut self, _pc: u32) {}

    fn check_gap(&mut self, _check: bool) {}

    fn check_alignment(&mut self, _check: bool) {}

    fn allow_user_traps(&mut self) {}

    fn steps(&self) -> u64 {
        0
    }

    fn set_exception_vector(&mut self, _vector: u32) {}

    fn interrupt(&mut self, _lines: u32) -> bool {
        false
    }

    fn add_executable(&mut self, _first: u32, _last: u32) {}
}

/// The model: nothing is known but what is in memory.
#[derive(Default)]
struct Walker {
    sentinel: Option<u32>,
}

impl Walker {
    fn malloc(&mut self, board: &mut Board, size: u32) -> Result<u32, CallFault> {
        if size as i32 <= 0 {
            return Ok(0);
        }
        if self.sentinel.is_none() {
            let at = grow(board, HEADER)?;
            put(board, at, [MAGIC_FIRST, 0, 0, 0, 0, MAGIC_LAST])?;
            self.sentinel = Some(at);
        }
        let mut last = self.sentinel.unwrap_or(0);
        while let Some((at, header)) = after(&board.memory, last) {
            if header.free && header.size >= size {
                let [_, _, _, next, previous, _] = words(board, at);
                let mut used = [MAGIC_FIRST, header.size, 0, next, previous, MAGIC_LAST];
                if header.size > size + HEADER {
                    let rest = at + HEADER + size;
                    let left = header.size - size - HEADER;
                    put(board, rest, [MAGIC_FIRST, left, 1, next, at, MAGIC_LAST])?;
                    if next != 0 {
                        let [_, size, free, next_of_next, _, _] = words(board, next);
                        let free = u32::from(free != 0);
                        let changed = [MAGIC_FIRST, size, free, next_of_next, rest, MAGIC_LAST];
                        put(board, next, changed)?;
                    }
                    used = [MAGIC_FIRST, size, 0, rest, previous, MAGIC_LAST];
                }
                put(board, at, used)?;
                return Ok(at + HEADER);
            }
            last = at;
        }
        let at = grow(board, HEADER + size)?;
        put(board, at, [MAGIC_FIRST, size, 0, 0, last, MAGIC_LAST])?;
        let [_, size, free, _, previous, _] = words(board, last);
        let free = u32::from(free != 0);
        put(
            board,
            last,
            [MAGIC_FIRST, size, free, at, previous, MAGIC_LAST],
        )?;
        Ok(at + HEADER)
    }

    fn calloc(&mut self, board: &mut Board, bytes: u32) -> Result<u32, CallFault> {
        let data = self.malloc(board, bytes)?;
        if data != 0 {
            zero(board, data, bytes)?;
        }
        Ok(data)
    }

    fn realloc(&mut self, board: &mut Board, data: u32, size: u32) -> Result<u32, CallFault> {
        if data == 0 {
            return self.malloc(board, size);
        }
        if size == 0 {
            self.free(board, data)?;
            return Ok(0);
        }
        let old = read(&board.memory, data.wrapping_sub(HEADER));
        if !old.intact || old.size >= size {
            return Ok(if old.intact { data } else { 0 });
        }
        let moved = self.malloc(board, size)?;
        if moved != 0 {
            board.memory.copy_host(data, moved, old.size)?;
            self.free(board, data)?;
        }
        Ok(moved)
    }

    fn free(&mut self, board: &mut Board, data: u32) -> Result<Option<String>, CallFault> {
        let at = data.wrapping_sub(HEADER);
        let [first, size, free, next, previous, last] = words(board, at);
        if data == 0 {
            return Ok(None);
        }
        if first != MAGIC_FIRST || last != MAGIC_LAST {
            let text = format!("free(0x{data:08X}): no block begins at this address!\n");
            return Ok(Some(text));
        }
        if free != 0 {
            return Ok(Some("Double free!\n".to_owned()));
        }
        put(
            board,
            at,
            [MAGIC_FIRST, size, 1, next, previous, MAGIC_LAST],
        )?;
        Ok(None)
    }

    fn active_blocks(&self, board: &Board) -> u32 {
        let mut count = 0;
        let mut at = self.sentinel;
        while let Some((next, header)) = at.and_then(|at| after(&board.memory, at)) {
            count += u32::from(!header.free);
            at = Some(next);
        }
        count
    }
}

fn words(board: &Board, at: u32) -> [u32; 6] {
    std::array::from_fn(|k| {
        u32::from_le_bytes(board.memory.peek_bytes(at.wrapping_add(4 * k as u32)))
    })
}

fn put(board: &mut Board, at: u32, words: [u32; 6]) -> Result<(), Trap> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    board.memory.write_host(at, &bytes)
}

/// What a program does. Blocks and places are chosen among those that there are.
#[derive(Clone, Debug)]
enum Deed {
    Malloc(u32),
    Calloc(u32),
    Realloc(usize, u32),
    Free(usize),
    FreeAnything(u32),
    Count,
    Sbrk(u32),
    /// Writes into the data of a block.
    Use(usize, u32),
    /// Writes to a word of a block's header.
    Damage(usize, u32, Damage),
    /// Goes back to where it was when this last happened.
    GoBack,
}

/// What a damaged header says.
#[derive(Clone, Copy, Debug)]
enum Damage {
    Number(u32),
    Magic(bool),
    /// The header of a block, or somewhere near it.
    Block(usize, u32),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        (0u32..200).prop_map(Damage::Number),
        prop_oneof![Just(1 << 31), Just(u32::MAX), 0u32..1 << 20].prop_map(Damage::Number),
        any::<bool>().prop_map(Damage::Magic),
        (0usize..40, prop_oneof![Just(0), Just(24), 0u32..60])
            .prop_map(|(k, o)| Damage::Block(k, o)),
    ]
}

fn deed() -> impl Strategy<Value = Deed> {
    let size = || prop_oneof![1u32..100, 1u32..3000, Just(0), Just(u32::MAX)];
    prop_oneof![
        6 => size().prop_map(Deed::Malloc),
        2 => size().prop_map(Deed::Calloc),
        2 => (0usize..40, size()).prop_map(|(k, size)| Deed::Realloc(k, size)),
        5 => (0usize..40).prop_map(Deed::Free),
        1 => (HEAP..HEAP + 4000).prop_map(Deed::FreeAnything),
        1 => Just(Deed::Count),
        1 => (0u32..5000).prop_map(Deed::Sbrk),
        4 => (0usize..40, 0u32..3000).prop_map(|(k, at)| Deed::Use(k, at)),
        2 => (0usize..40, 0u32..7, damage()).prop_map(|(k, at, what)| Deed::Damage(k, at, what)),
        1 => Just(Deed::GoBack),
    ]
}

/// Carries out the same deeds on both; they must give the same addresses, messages and memory.
fn compare(deeds: &[Deed]) {
    let (mut fast, mut slow) = (Board::new(), Board::new());
    let (mut allocator, mut model) = (Allocator::default(), Walker::default());
    let mut blocks: Vec<u32> = Vec::new();
    let mut kept = None;
    for deed in deeds {
        let block = |k: usize| {
            blocks
                .get(k % blocks.len().max(1))
                .copied()
                .unwrap_or(HEAP + 24)
        };
        let (ours, theirs) = match *deed {
            Deed::Malloc(size) => (
                allocator.malloc(&mut fast, size),
                model.malloc(&mut slow, size),
            ),
            Deed::Calloc(size) => (
                allocator.calloc(&mut fast, 1, size),
                model.calloc(&mut slow, size),
            ),
            Deed::Realloc(k, size) => (
                allocator.realloc(&mut fast, block(k), size),
                model.realloc(&mut slow, block(k), size),
            ),
            Deed::Free(k) => {
                let ours = allocator.free(&mut fast, block(k));
                assert_eq!(ours, model.free(&mut slow, block(k)));
                continue;
            }
            Deed::FreeAnything(data) => {
                let ours = allocator.free(&mut fast, data);
                assert_eq!(ours, model.free(&mut slow, data));
                continue;
            }
            Deed::Count => {
                let ours = allocator.active_blocks(&mut fast);
                assert_eq!(ours, model.active_blocks(&slow));
                continue;
            }
            Deed::Sbrk(bytes) => {
                assert_eq!(grow(&mut fast, bytes), grow(&mut slow, bytes));
                continue;
            }
            Deed::Use(k, offset) => {
                let at = block(k).wrapping_add(offset);
                for board in [&mut fast, &mut slow] {
                    let _ = board.memory.store::<1>(at, 0xab);
                }
                continue;
            }
            Deed::Damage(k, word, what) => {
                let at = block(k).wrapping_sub(HEADER).wrapping_add(4 * word);
                let value = match what {
                    Damage::Number(number) => number,
                    Damage::Magic(true) => MAGIC_FIRST,
                    Damage::Magic(false) => MAGIC_LAST,
                    Damage::Block(k, more) => block(k).wrapping_sub(HEADER).wrapping_add(more),
                };
                for board in [&mut fast, &mut slow] {
                    let _ = board.memory.store::<4>(at, value.into());
                }
                continue;
            }
            Deed::GoBack => {
                if let Some((ours, theirs, own, sentinel, known)) = kept.take() {
                    fast.memory.restore(&ours);
                    slow.memory.restore(&theirs);
                    (allocator, model.sentinel, blocks) = (own, sentinel, known);
                }
                kept = Some((
                    fast.memory.snapshot(),
                    slow.memory.snapshot(),
                    allocator.clone(),
                    model.sentinel,
                    blocks.clone(),
                ));
                continue;
            }
        };
        assert_eq!(ours, theirs, "{deed:?}");
        blocks.extend(ours.ok().filter(|data| *data != 0));
    }
    assert_eq!(fast.memory.heap_end, slow.memory.heap_end);
    let pages = |board: &Board| -> Vec<(u32, Vec<u8>)> {
        let pages = board.memory.pages();
        pages.map(|(at, frame)| (at, frame.to_vec())).collect()
    };
    assert!(pages(&fast) == pages(&slow), "memory differs");
    fast.memory.recycle();
    slow.memory.recycle();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn calls_do_what_a_walk_along_the_list_does(deeds in prop::collection::vec(deed(), 1..60)) {
        compare(&deeds);
    }
}

/// The bytes that all these calls together have looked at, a call.
fn work_of_each(count: u32, mut call: impl FnMut(&mut Allocator, &mut Board, u32)) -> u64 {
    let (mut allocator, mut board) = (Allocator::default(), Board::new());
    board.memory.set_limit(64 << 20);
    for k in 0..count {
        call(&mut allocator, &mut board, k);
    }
    allocator.work / u64::from(count)
}

#[test]
fn a_call_costs_the_same_however_many_blocks_there_are() {
    // Every block is written to, so that every page with headers has to be looked at again.
    let list = |allocator: &mut Allocator, board: &mut Board, _: u32| {
        let block = allocator.malloc(board, 8).unwrap_or_default();
        assert_eq!(board.memory.store::<4>(block, 1), Ok(()));
    };
    // Blocks that are too small for the next are freed, and stay in the list.
    let holes = |allocator: &mut Allocator, board: &mut Board, k: u32| {
        let block = allocator.malloc(board, 8 + k).unwrap_or_default();
        assert_eq!(allocator.free(board, block), Ok(None));
        assert!(allocator.malloc(board, 4).is_ok());
    };
    for count in [1000, 10_000] {
        assert!(work_of_each(count, list) < 300);
        assert!(work_of_each(count, holes) < 300);
    }
}
