use super::*;
use proptest::prelude::*;

fn everything() -> Memory {
    let mut memory = Memory::default();
    memory.add_region(Region {
        first: 0,
        last: u32::MAX,
        read: true,
        write: true,
    });
    memory
}

#[test]
fn memory_starts_as_zero_and_keeps_what_is_stored() {
    let mut memory = everything();
    assert_eq!(memory.load::<4>(0x8000_0000), Ok(0));
    memory.store::<4>(0x8000_0000, 0x1234_5678).unwrap();
    assert_eq!(memory.load::<2>(0x8000_0000), Ok(0x5678));
    assert_eq!(memory.load::<1>(0x8000_0003), Ok(0x12));
    assert_eq!(memory.resident(), 4096);
}

#[test]
fn a_memory_that_was_given_up_leaves_nothing_behind() {
    let mut memory = everything();
    memory.store::<4>(0x8000_0ffe, 0x1234_5678).unwrap();
    assert_eq!(memory.load::<4>(0x1000), Ok(0));
    let kept = memory.snapshot();
    memory.store::<4>(0x7000_0000, 1).unwrap();
    memory.restore(&kept);
    memory.recycle();
    let mut memory = Memory::default();
    for address in [0x8000_0ffe, 0x8000_1000, 0x1000, 0x7000_0000] {
        assert!(memory.load::<1>(address).is_err());
        assert!(memory.store::<1>(address, 1).is_err());
    }
    assert_eq!(memory.resident(), 0);
}

#[test]
fn accesses_may_cross_pages_and_the_end_of_the_address_space() {
    let mut memory = everything();
    memory.store::<4>(0xfff, 0xaabb_ccdd).unwrap();
    assert_eq!(memory.load::<4>(0xfff), Ok(0xaabb_ccdd));
    assert_eq!(memory.load::<1>(0x1000), Ok(0xcc));
    memory.store::<4>(u32::MAX - 1, 0x0403_0201).unwrap();
    assert_eq!(memory.load::<2>(0), Ok(0x0403));
}

#[test]
fn regions_decide_who_may_load_and_store() {
    let mut memory = Memory::default();
    memory.add_region(Region {
        first: 0x1000,
        last: 0x10ff,
        read: true,
        write: false,
    });
    memory.add_region(Region {
        first: 0x1100,
        last: 0x1fff,
        read: true,
        write: true,
    });
    assert_eq!(memory.load::<4>(0x1000), Ok(0));
    let fault = Trap::Store {
        address: 0x10fe,
        size: 4,
        read_only: true,
    };
    assert_eq!(memory.store::<4>(0x10fe, 1), Err(fault));
    memory.store::<4>(0x1100, 7).unwrap();
    assert_eq!(memory.load::<4>(0x1100), Ok(7));
    assert_eq!(
        memory.load::<4>(0x2000),
        Err(Trap::Load {
            address: 0x2000,
            size: 4,
            execute_only: false
        })
    );
    assert_eq!(
        memory.load::<4>(0x1ffe),
        Err(Trap::Load {
            address: 0x1ffe,
            size: 4,
            execute_only: false
        })
    );
}

#[test]
fn the_limit_counts_pages_that_were_written() {
    let mut memory = everything();
    memory.set_limit(8192);
    assert_eq!(memory.load::<4>(0x5000_0000), Ok(0));
    memory.store::<1>(0x1000, 1).unwrap();
    memory.store::<1>(0x2000, 1).unwrap();
    assert_eq!(
        memory.store::<1>(0x3000, 1),
        Err(Trap::MemoryLimit { address: 0x3000 })
    );
    memory.store::<1>(0x2001, 1).unwrap();
}

#[test]
fn a_store_into_decoded_code_tells_and_happens() {
    let mut memory = everything();
    memory.store::<4>(0x100, 1).unwrap();
    memory.note_decoded(0x100, 4);
    assert_eq!(memory.store::<4>(0x100, 2), Err(Trap::CodeModified));
    assert_eq!(memory.load::<4>(0x100), Ok(2));
    assert_eq!(memory.take_code_written(), Some((0x100, 0x103)));
    assert_eq!(memory.store::<4>(0x200, 3), Ok(()));
    assert_eq!(memory.take_code_written(), None);
    memory.forget_decoded();
    assert_eq!(memory.store::<4>(0x100, 4), Ok(()));
}

proptest! {
    /// Whatever was stored between two snapshots, restoring brings back exactly the first.
    #[test]
    fn restore_undoes_every_store(
        before in prop::collection::vec((0u32..40_000, any::<u64>()), 0..40),
        after in prop::collection::vec((0u32..60_000, any::<u64>()), 0..40),
        again in prop::collection::vec((0u32..60_000, any::<u64>()), 0..40),
    ) {
        let mut memory = everything();
        for (at, value) in &before {
            memory.store::<8>(*at, *value).unwrap();
        }
        let expected: Vec<u8> = (0..70_000).map(|at| memory.peek(at)).collect();
        let first = memory.snapshot();
        for (at, value) in &after {
            memory.store::<4>(*at, *value).unwrap();
        }
        let expected_second: Vec<u8> = (0..70_000).map(|at| memory.peek(at)).collect();
        let second = memory.snapshot();
        for (at, value) in &again {
            memory.store::<2>(*at, *value).unwrap();
        }
        memory.restore(&first);
        prop_assert!((0..70_000).all(|at| memory.peek(at) == expected[at as usize]));
        memory.restore(&second);
        prop_assert!((0..70_000).all(|at| memory.peek(at) == expected_second[at as usize]));
        memory.restore(&first);
        prop_assert!((0..70_000).all(|at| memory.peek(at) == expected[at as usize]));
    }
}

#[test]
fn what_changed_since_a_snapshot_is_told_byte_by_byte() {
    let mut memory = everything();
    memory.store::<4>(0x1000, 0x0102_0304).unwrap();
    let first = memory.snapshot();
    assert_eq!(memory.changed_since(&first, 0..0).count(), 0);
    memory.store::<4>(0x1000, 0x0102_ff04).unwrap();
    memory.store::<1>(0x8fff, 7).unwrap();
    let changed = |memory: &Memory| memory.changed_since(&first, 0..0).collect::<Vec<_>>();
    assert_eq!(changed(&memory), [0x1001, 0x8fff]);
    memory.snapshot();
    memory.store::<1>(0x7000, 1).unwrap();
    memory.store::<1>(0x8fff, 0).unwrap();
    assert_eq!(changed(&memory), [0x1001, 0x7000]);
    memory.restore(&first);
    assert_eq!(changed(&memory), []);
}

#[test]
fn a_snapshot_costs_what_was_written_since_the_one_before() {
    let mut memory = everything();
    memory.store::<4>(0x1000, 1).unwrap();
    memory.store::<4>(0x2000, 1).unwrap();
    assert_eq!(memory.written_pages(), 2);
    let first = memory.snapshot();
    assert_eq!(memory.written_pages(), 0);
    assert!(first.bytes_beyond(None) > 8192);
    let same = memory.snapshot();
    assert_eq!(same.bytes_beyond(Some(&first)), 0);
    memory.store::<4>(0x2000, 2).unwrap();
    let second = memory.snapshot();
    assert!((4096..8192).contains(&second.bytes_beyond(Some(&first))));
}
