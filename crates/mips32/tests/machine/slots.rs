//! What is unusual in a delay slot: jumps, traps, calls, the end of the code, stores over code; and
//! runs that end between a branch and its slot.

use crate::common::encode;
use crate::program::{Watch, add, at, check, delayed, go_on, j, machine, run, syscall};
use machine::image::Image;
use machine::observe::Off;
use machine::run::Stop;
use machine::trap::Trap;
use mips32::Mips32;
use testkit::program::{TEXT, Whole};
use testkit::segment;

/// The manual leaves it open. Here one instruction of the first target runs, as the slot of the
/// second jump.
#[test]
fn a_jump_in_a_slot() {
    let words = [
        j(4),
        j(6),
        add(6, 1),
        syscall(),
        add(6, 10),
        syscall(),
        add(6, 100),
        syscall(),
    ];
    check(&words, &[], (110, at(7), 4));
}

#[test]
fn a_branch_in_a_slot_that_is_not_taken() {
    for name in ["bne", "bnel"] {
        let branch = encode(name, &[0, 0, 16]);
        let words = [j(4), branch, add(6, 1), syscall(), add(6, 10), syscall()];
        check(&words, &[], (10, at(5), 3));
        // The same when what follows it has been decoded before.
        let words = [
            encode("bne", &[5, 0, 4 * 5]),
            0,
            j(8),
            branch,
            add(6, 1),
            syscall(),
            encode("beq", &[0, 0, -4 * 3]),
            add(5, -1),
            add(6, 10),
            syscall(),
        ];
        check(&words, &[(5, 1)], (1, at(5), 5));
    }
}

/// It goes where it goes, and the branch is forgotten.
#[test]
fn a_return_from_an_exception_in_a_slot() {
    let words = [
        j(4),
        encode("eret", &[]),
        add(6, 1),
        syscall(),
        add(6, 10),
        syscall(),
    ];
    for decoded in [false, true] {
        let (stop, machine) = run(&delayed(&words), |machine| {
            testkit::state_mut::<Mips32>(machine).epc = at(2);
            if decoded {
                machine.pc = at(2);
                assert_eq!(machine.run(&mut Off, 5000), Stop::Host);
                machine.registers.x[6] = 0;
                (machine.pc, machine.steps) = (TEXT, 0);
            }
        });
        assert_eq!((stop, machine.pc, machine.steps), (Stop::Host, at(3), 3));
        assert_eq!((machine.registers.x[6], machine.delayed_target), (1, None));
    }
}

#[test]
fn a_trap_in_a_slot() {
    let missing = Trap::Load {
        address: 4,
        size: 4,
        execute_only: false,
    };
    for (slot, trap) in [
        (encode("add", &[6, 5, 5]), Trap::Overflow),
        (encode("lw", &[6, 4, 0]), missing),
        (encode("break", &[3]), Trap::Breakpoint { code: 3 }),
        (encode("teq", &[0, 0, 0]), Trap::Conditional),
        (0xffff_ffff, Trap::Illegal { word: 0xffff_ffff }),
    ] {
        for (branch, goes_to) in [
            (j(4), Some(at(4))),
            (encode("beq", &[0, 0, 12]), Some(at(4))),
            (encode("beql", &[0, 0, 12]), Some(at(4))),
            (encode("jalr", &[31, 9]), Some(at(4))),
            (encode("bne", &[0, 0, 12]), None),
        ] {
            let words = [branch, slot, 0, syscall(), add(6, 100), syscall()];
            let (stop, mut machine) = run(&delayed(&words), |machine| {
                machine.registers.x[5] = 0x7fff_ffff;
                machine.registers.x[9] = at(4);
            });
            assert_eq!((stop, machine.pc), (Stop::Trap(trap), at(1)));
            assert_eq!((machine.delayed_target, machine.steps), (goes_to, 1));
            // Who passes over it goes where the branch goes.
            machine.skip();
            assert_eq!(machine.pc, goes_to.unwrap_or(at(2)));
            assert_eq!((machine.delayed_target, machine.steps), (None, 2));
        }
    }
}

#[test]
fn a_call_of_the_environment_in_a_slot() {
    let words = [j(3), syscall(), syscall(), add(6, 10), syscall()];
    let (stop, mut machine) = run(&delayed(&words), |_| {});
    assert_eq!((stop, machine.pc, machine.steps), (Stop::Host, at(1), 1));
    assert_eq!(machine.delayed_target, Some(at(3)));
    assert_eq!(machine.next_pc(), at(3));
    machine.skip();
    assert_eq!(go_on(&mut machine), Stop::Host);
    assert_eq!((machine.pc, machine.steps), (at(4), 3));
    assert_eq!(machine.registers.x[6], 10);
}

#[test]
fn fuel_may_end_between_a_branch_and_its_slot() {
    let words = [j(3), add(6, 1), syscall(), add(6, 10), syscall()];
    let mut machine = machine(&delayed(&words));
    assert_eq!(machine.run(&mut Off, 1), Stop::OutOfFuel);
    assert_eq!((machine.pc, machine.steps), (at(1), 1));
    assert_eq!(machine.delayed_target, Some(at(3)));
    assert_eq!(machine.run(&mut Off, 0), Stop::OutOfFuel);
    assert_eq!(machine.delayed_target, Some(at(3)));

    let between = machine.snapshot();
    assert_eq!(go_on(&mut machine), Stop::Host);
    let end = Whole::of::<Mips32>(&machine);
    assert_eq!((end.pc, end.steps, machine.registers.x[6]), (at(4), 3, 11));
    machine.pc = at(2);
    machine.restore(&between);
    assert_eq!((machine.pc, machine.delayed_target), (at(1), Some(at(3))));
    assert_eq!(machine.run(&mut Watch, 100), Stop::Host);
    assert_eq!(Whole::of::<Mips32>(&machine), end);
}

/// A snapshot that was not taken between a branch and its slot ends the state between them.
#[test]
fn a_restored_machine_has_no_branch_left() {
    let words = [add(6, 1), j(4), add(6, 10), syscall(), syscall()];
    let mut machine = machine(&delayed(&words));
    let start = machine.snapshot();
    assert_eq!(machine.run(&mut Off, 2), Stop::OutOfFuel);
    assert_eq!(machine.delayed_target, Some(at(4)));
    machine.restore(&start);
    assert_eq!((machine.pc, machine.delayed_target), (TEXT, None));
    assert_eq!(go_on(&mut machine), Stop::Host);
    assert_eq!((machine.pc, machine.registers.x[6]), (at(4), 11));
}

fn pieces(segments: Vec<machine::image::Segment>) -> Image {
    Image {
        segments,
        entry: TEXT,
        delay_slots: true,
        ..Image::default()
    }
}

/// The branch runs, the fetch of its slot does not succeed.
#[test]
fn a_slot_beyond_the_end_of_the_code() {
    for (branch, goes_to) in [
        (j(0), Some(at(0))),
        (encode("beq", &[0, 0, -8]), Some(at(0))),
        (encode("bne", &[0, 0, -8]), None),
        (encode("jal", &[at(0).into()]), Some(at(0))),
    ] {
        let words = [add(6, 1), branch];
        let (stop, machine) = run(&pieces(vec![segment("text", TEXT, 8, &words)]), |_| {});
        assert_eq!(stop, Stop::Trap(Trap::Fetch { address: at(2) }));
        assert_eq!((machine.pc, machine.steps), (at(2), 2));
        assert_eq!(machine.delayed_target, goes_to);
    }
}

#[test]
fn a_slot_in_the_next_piece_of_code() {
    let first = [add(6, 1), encode("jal", &[at(4).into()])];
    let second = [add(6, 10), syscall(), add(6, 100), syscall()];
    let image = pieces(vec![
        segment("text", TEXT, 8, &first),
        segment("text", at(2), 16, &second),
    ]);
    let (stop, machine) = run(&image, |_| {});
    assert_eq!((stop, machine.pc, machine.steps), (Stop::Host, at(5), 4));
    assert_eq!(
        (machine.registers.x[6], machine.registers.x[31]),
        (111, at(3))
    );
}

/// A store in the slot of a branch at index 1, over the instruction with index `replaced`, which
/// becomes `add(6, 1000)`.
#[track_caller]
fn check_store(branch: u32, replaced: i64, expected: (u32, u32, u64)) {
    let words = [
        add(6, 1),
        branch,
        encode("sw", &[5, 4 * replaced, 9]),
        add(6, 10),
        syscall(),
        add(6, 100),
        syscall(),
    ];
    check(&words, &[(5, add(6, 1000)), (9, TEXT)], expected);
}

#[test]
fn a_store_in_a_slot_over_code() {
    let taken = [
        j(5),
        encode("beq", &[0, 0, 12]),
        encode("beql", &[0, 0, 12]),
        encode("bgezal", &[0, 12]),
    ];
    for branch in taken {
        // Over the target; what is passed over; the branch itself; the store itself.
        check_store(branch, 5, (1001, at(6), 4));
        for replaced in [3, 1, 2] {
            check_store(branch, replaced, (101, at(6), 4));
        }
    }
    let passed = encode("bne", &[0, 0, 12]);
    check_store(passed, 3, (1001, at(4), 4));
    for replaced in [5, 1, 2] {
        check_store(passed, replaced, (11, at(4), 4));
    }
}

/// The second time the slot is what was stored.
#[test]
fn a_slot_that_replaces_itself_in_a_loop() {
    let words = [
        encode("bne", &[10, 0, 8]),
        encode("sw", &[5, 4, 9]),
        syscall(),
        encode("addiu", &[10, 10, -1]),
        j(0),
        0,
    ];
    // Three rounds; the last branch is not taken, but its slot runs.
    let slot = add(6, 1000);
    check(&words, &[(5, slot), (9, TEXT), (10, 3)], (3000, at(2), 17));
}
