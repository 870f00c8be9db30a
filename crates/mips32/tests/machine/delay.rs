//! Delay slots: the instruction after a jump or branch runs before the target does.

use crate::common::encode;
use crate::program::{add, at, check, delayed, j, run, syscall};
use machine::run::Stop;
use testkit::program::Order;

const MIN: u32 = 0x8000_0000;

/// A branch to the instruction with index 4; 1 for the slot, 10 if it is not taken, 100 if it is.
fn around(branch: u32) -> [u32; 6] {
    [
        branch,
        add(6, 1),
        add(6, 10),
        syscall(),
        add(6, 100),
        syscall(),
    ]
}

const TAKEN: (u32, u32, u64) = (101, 5, 3);
const PASSED: (u32, u32, u64) = (11, 3, 3);
/// A likely branch that is not taken: its slot has not run.
const ANNULLED: (u32, u32, u64) = (10, 3, 2);

#[track_caller]
fn check_branch(branch: u32, registers: &[(usize, u32)], expected: (u32, u32, u64)) {
    let (sum, index, steps) = expected;
    check(&around(branch), registers, (sum, at(index), steps));
}

/// Branches on one register, with a value that takes them and one that does not.
const ON_SIGN: [(&str, u32, u32); 6] = [
    ("bltz", MIN, 0),
    ("bgez", 0, MIN),
    ("blez", 0, 1),
    ("bgtz", 1, 0),
    ("bltzal", MIN, 0),
    ("bgezal", 0, MIN),
];

#[test]
fn branches_on_signs() {
    for (name, takes, passes) in ON_SIGN {
        let likely = format!("{name}l");
        for (name, otherwise) in [(name, PASSED), (&likely, ANNULLED)] {
            check_branch(encode(name, &[5, 12]), &[(5, takes)], TAKEN);
            check_branch(encode(name, &[5, 12]), &[(5, passes)], otherwise);
        }
    }
}

#[test]
fn comparing_branches() {
    let (equal, different) = ([(5, 9), (7, 9)], [(5, 9), (7, 8)]);
    for (name, takes, passes, otherwise) in [
        ("beq", equal, different, PASSED),
        ("bne", different, equal, PASSED),
        ("beql", equal, different, ANNULLED),
        ("bnel", different, equal, ANNULLED),
    ] {
        check_branch(encode(name, &[5, 7, 12]), &takes, TAKEN);
        check_branch(encode(name, &[5, 7, 12]), &passes, otherwise);
    }
}

#[test]
fn branches_on_conditions() {
    for (name, takes, passes, otherwise) in [
        ("bc1t", 1 << 3, 0, PASSED),
        ("bc1f", 0, 1 << 3, PASSED),
        ("bc1tl", 1 << 3, 0, ANNULLED),
        ("bc1fl", 0, 1 << 3, ANNULLED),
    ] {
        check_branch(encode(name, &[3, 12]), &[(66, takes)], TAKEN);
        check_branch(encode(name, &[3, 12]), &[(66, passes)], otherwise);
    }
}

#[test]
fn jumps() {
    let target = i64::from(at(4));
    check_branch(encode("j", &[target]), &[], TAKEN);
    check_branch(encode("jal", &[target]), &[], TAKEN);
    check_branch(encode("jr", &[5]), &[(5, at(4))], TAKEN);
    check_branch(encode("jalr", &[31, 5]), &[(5, at(4))], TAKEN);
    check_branch(encode("jalr", &[0, 5]), &[(5, at(4))], TAKEN);
}

#[test]
fn the_other_byte_order() {
    let words = around(encode("beq", &[0, 0, 12]));
    let mut image = delayed(&[]);
    image.segments[0].bytes = words
        .iter()
        .flat_map(|&word| Order::BigEndian.bytes(word))
        .collect();
    image.big_endian = true;
    let (stop, machine) = run(&image, |_| {});
    assert_eq!((stop, machine.registers.x[6]), (Stop::Host, 101));
}

/// The instruction after the slot.
#[test]
fn a_return_address_is_after_the_slot() {
    let target = i64::from(at(4));
    for (branch, value, link) in [
        (encode("jal", &[target]), 0, 31),
        (encode("jalr", &[31, 5]), at(4), 31),
        (encode("jalr", &[10, 5]), at(4), 10),
        (encode("bltzal", &[5, 12]), MIN, 31),
        (encode("bltzal", &[5, 12]), 0, 31),
        (encode("bgezal", &[5, 12]), 0, 31),
        (encode("bgezal", &[5, 12]), MIN, 31),
        (encode("bltzall", &[5, 12]), MIN, 31),
        (encode("bltzall", &[5, 12]), 0, 31),
        (encode("bgezall", &[5, 12]), 0, 31),
    ] {
        let (stop, machine) = run(&delayed(&around(branch)), |machine| {
            machine.registers.x[5] = value;
        });
        assert_eq!((stop, machine.registers.x[link]), (Stop::Host, at(2)));
    }
}

#[test]
fn simulators_link_only_if_taken() {
    for (name, value, link) in [
        ("bgezal", 0, at(2)),
        ("bgezal", MIN, 0),
        ("bltzall", MIN, at(2)),
        ("bltzall", 0, 0),
    ] {
        let words = around(encode(name, &[5, 12]));
        let (stop, machine) = run(&delayed(&words), |machine| {
            machine.registers.x[5] = value;
            machine.relax();
        });
        assert_eq!((stop, machine.registers.x[31]), (Stop::Host, link));
    }
}

/// The branch has read its registers when the slot writes them.
#[test]
fn a_slot_may_change_what_its_branch_reads() {
    let to_four = |branch, slot| [branch, slot, add(6, 10), syscall(), add(6, 100), syscall()];
    let taken = (100, at(5), 3);
    let passed = (10, at(3), 3);
    for (name, takes, slot) in [
        ("bltz", MIN, encode("addu", &[5, 0, 0])),
        ("bgez", 0, encode("lui", &[5, 0x8000])),
        ("blez", 0, add(5, 1)),
        ("bgtz", 1, add(5, -1)),
        ("bgezal", 0, encode("nor", &[5, 0, 0])),
    ] {
        let words = to_four(encode(name, &[5, 12]), slot);
        check(&words, &[(5, takes)], taken);
        let likely = format!("{name}l");
        check(
            &to_four(encode(&likely, &[5, 12]), slot),
            &[(5, takes)],
            taken,
        );
    }
    for (a, b) in [(5, 7), (7, 5)] {
        let words = to_four(encode("beq", &[a, b, 12]), add(5, 1));
        check(&words, &[(5, 3), (7, 3)], taken);
        check(&words, &[(5, 2), (7, 3)], passed);
        let words = to_four(encode("bne", &[a, b, 12]), add(5, 1));
        check(&words, &[(5, 2), (7, 3)], taken);
        check(&words, &[(5, 3), (7, 3)], passed);
    }
    for branch in [encode("jr", &[5]), encode("jalr", &[31, 5])] {
        check(&to_four(branch, add(5, -8)), &[(5, at(4))], taken);
    }
    // A load that writes it, and a call that jumps by the register that it writes.
    let load = encode("lw", &[5, 0, 8]);
    let words = to_four(encode("bne", &[5, 0, 12]), load);
    check(&words, &[(5, 1), (8, testkit::program::DATA)], taken);
    let words = to_four(encode("jalr", &[5, 5]), encode("addu", &[10, 5, 0]));
    let (stop, machine) = run(&delayed(&words), |m| m.registers.x[5] = at(4));
    assert_eq!((stop, machine.pc), (Stop::Host, at(5)));
    assert_eq!(
        (machine.registers.x[5], machine.registers.x[10]),
        (at(2), at(2))
    );
}

#[test]
fn a_slot_may_compare_anew() {
    // The slot clears the condition bit that the branch tests: `c.f` never holds.
    let clear = encode("c.f.s", &[0, 0, 0]);
    let set = encode("c.eq.s", &[0, 0, 0]);
    let words = |branch, slot| [branch, slot, add(6, 10), syscall(), add(6, 100), syscall()];
    check(
        &words(encode("bc1t", &[0, 12]), clear),
        &[(66, 1)],
        (100, at(5), 3),
    );
    check(
        &words(encode("bc1t", &[0, 12]), set),
        &[(66, 0)],
        (10, at(3), 3),
    );
    check(
        &words(encode("bc1f", &[0, 12]), set),
        &[(66, 0)],
        (100, at(5), 3),
    );
    check(
        &words(encode("bc1f", &[0, 12]), clear),
        &[(66, 1)],
        (10, at(3), 3),
    );
}

/// A call has kept its return address when its slot runs.
#[test]
fn a_slot_may_use_the_return_address() {
    let target = i64::from(at(4));
    for (call, passes) in [
        (encode("jal", &[target]), false),
        (encode("jalr", &[31, 9]), false),
        (encode("bgezal", &[0, 12]), false),
        (encode("bltzal", &[0, 12]), true),
    ] {
        let end = at(if passes { 3 } else { 4 });
        for (slot, copy, link) in [
            (encode("addu", &[6, 31, 0]), at(2), at(2)),
            (encode("addiu", &[31, 0, 5]), 0, 5),
            (add(31, 12), 0, at(5)),
        ] {
            let words = [call, slot, 0, syscall(), syscall()];
            let (stop, machine) = run(&delayed(&words), |machine| {
                machine.registers.x[9] = at(4);
            });
            assert_eq!((stop, machine.pc), (Stop::Host, end));
            let found = (machine.registers.x[6], machine.registers.x[31]);
            assert_eq!(found, (copy, link));
        }
    }
}

/// A call and a return, many times: the fast loop must not lose count.
#[test]
fn a_loop_of_calls() {
    let words = [
        encode("addiu", &[5, 0, 1000]),
        encode("jal", &[at(6).into()]),
        add(6, 1),
        encode("bne", &[5, 0, -12]),
        add(5, -1),
        syscall(),
        encode("jr", &[31]),
        add(6, 2),
    ];
    check(&words, &[], (3003, at(5), 1 + 6 * 1001));
}

/// Nothing of the branch is left when control comes to its slot from elsewhere.
#[test]
fn a_jump_into_a_slot() {
    let words = [
        j(3),
        add(6, 1),
        j(5),
        // Reached by a jump, and as the slot of the one before.
        add(6, 10),
        encode("bne", &[6, 7, -12]),
        add(6, 100),
        syscall(),
    ];
    // 1, 10, then back to 2 (with 100), 10 in its slot, and 100 at 5.
    check(&words, &[(7, 0)], (221, at(6), 8));
}
