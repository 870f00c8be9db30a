//! Branches, jumps, fences and calls of the environment.

use crate::common::encode;
use crate::hart::{AT, Hart};
use machine::run::Stop;
use machine::trap::Trap;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    equality_branches,
    signed_branches,
    unsigned_branches,
    jal_links_and_jumps,
    jalr_links_and_jumps,
    a_jump_out_of_the_text_fails_at_its_target,
    jalr_may_jump_by_its_destination,
    fences_do_nothing,
    ecall_hands_over_to_the_host,
    ebreak_is_a_trap,
];

const MIN: u32 = 0x8000_0000;
const MAX: u32 = 0x7fff_ffff;
const ONES: u32 = 0xffff_ffff;

#[track_caller]
fn check_branch(name: &str, a: u32, b: u32, taken: bool) {
    for offset in [2, 64, 4094, -2, -64, -4096] {
        let mut hart = Hart::new().with(&[(6, a), (7, b)]);
        let stop = hart.step(encode(name, &[6, 7, offset]));
        assert_eq!(stop, Stop::OutOfFuel);
        let distance = if taken { offset } else { 4 };
        let target = AT.wrapping_add_signed(distance as i32);
        assert_eq!(hart.machine.pc, target, "{name} {a:#x}, {b:#x}, {offset}");
        assert_eq!(hart.machine.steps, 1);
        hart.retire();
    }
}

#[test]
fn equality_branches() {
    check_branch("beq", 5, 5, true);
    check_branch("beq", ONES, ONES, true);
    check_branch("beq", 0, MIN, false);
    check_branch("bne", 5, 5, false);
    check_branch("bne", 0, MIN, true);
    check_branch("bne", 0x1_0000, 0, true);
}

#[test]
fn signed_branches() {
    check_branch("blt", 5, 5, false);
    check_branch("blt", ONES, 0, true);
    check_branch("blt", 0, ONES, false);
    check_branch("blt", MIN, MAX, true);
    check_branch("blt", MAX, MIN, false);
    check_branch("bge", 5, 5, true);
    check_branch("bge", ONES, 0, false);
    check_branch("bge", 0, ONES, true);
    check_branch("bge", MIN, MAX, false);
    check_branch("bge", MAX, MIN, true);
}

#[test]
fn unsigned_branches() {
    check_branch("bltu", 5, 5, false);
    check_branch("bltu", ONES, 0, false);
    check_branch("bltu", 0, ONES, true);
    check_branch("bltu", MIN, MAX, false);
    check_branch("bltu", MAX, MIN, true);
    check_branch("bgeu", 5, 5, true);
    check_branch("bgeu", ONES, 0, true);
    check_branch("bgeu", 0, ONES, false);
    check_branch("bgeu", MIN, MAX, true);
    check_branch("bgeu", MAX, MIN, false);
}

#[test]
fn jal_links_and_jumps() {
    for offset in [2, 4, 0x800, 0xffffe, -2, -0x1000, -0x10_0000] {
        for rd in [1, 5, 31, 0] {
            let mut hart = Hart::new();
            let to = AT.wrapping_add_signed(offset as i32);
            // A step that leaves the code has no next one to run out of fuel for.
            let stop = match hart.step(encode("jal", &[rd, offset])) {
                Stop::Trap(Trap::Fetch { address }) => address,
                Stop::OutOfFuel => hart.machine.pc,
                other => panic!("{other:?}"),
            };
            assert_eq!((stop, hart.machine.pc, hart.machine.steps), (to, to, 1));
            assert_eq!(hart.x(rd), if rd == 0 { 0 } else { AT + 4 });
        }
    }
}

#[track_caller]
fn check_jalr(base: u32, offset: i64, target: u32) {
    for rd in [1, 5, 0] {
        let mut hart = Hart::new().with(&[(6, base)]);
        let stop = hart.step(encode("jalr", &[rd, 6, offset]));
        assert_eq!(stop, Stop::OutOfFuel);
        assert_eq!((hart.machine.pc, hart.machine.steps), (target, 1));
        assert_eq!(hart.x(rd), if rd == 0 { 0 } else { AT + 4 });
        assert_eq!(hart.x(6), base);
    }
}

/// Bit 0 of the sum is cleared, not that of the base.
#[test]
fn jalr_links_and_jumps() {
    check_jalr(AT + 0x100, 0, AT + 0x100);
    check_jalr(AT + 0x101, 0, AT + 0x100);
    check_jalr(AT + 0x100, 1, AT + 0x100);
    check_jalr(AT + 0x101, 1, AT + 0x102);
    check_jalr(AT + 0x100, 2047, AT + 0x8fe);
    check_jalr(AT + 0x800, -2048, AT);
}

/// The jump itself succeeds: it is counted and links, and the fetch at its target fails.
#[test]
fn a_jump_out_of_the_text_fails_at_its_target() {
    let address = 0xdead_beee;
    let mut hart = Hart::new().with(&[(6, address + 1)]);
    let stop = hart.step(encode("jalr", &[1, 6, 0]));
    assert_eq!(stop, Stop::Trap(Trap::Fetch { address }));
    assert_eq!((hart.machine.pc, hart.machine.steps), (address, 1));
    assert_eq!(hart.x(1), AT + 4);
}

#[test]
fn jalr_may_jump_by_its_destination() {
    let mut hart = Hart::new().with(&[(1, AT + 0x40)]);
    assert_eq!(hart.step(encode("jalr", &[1, 1, 8])), Stop::OutOfFuel);
    assert_eq!((hart.machine.pc, hart.x(1)), (AT + 0x48, AT + 4));
}

#[test]
fn fences_do_nothing() {
    let mut words = vec![
        encode("fence.tso", &[]),
        encode("fence.i", &[]),
        encode("wfi", &[]),
        // The unused fields are to be ignored.
        encode("fence.i", &[]) | 0xfff << 20 | 31 << 15 | 31 << 7,
        encode("fence", &[15, 15]) | 31 << 15 | 31 << 7,
    ];
    for sets in 0..256 {
        words.push(encode("fence", &[sets >> 4, sets & 15]));
    }
    let mut hart = Hart::new().with(&[(5, 55)]);
    let before = (hart.machine.registers.clone(), hart.state().clone());
    for word in words {
        hart.run(word);
        let after = (hart.machine.registers.clone(), hart.state().clone());
        assert_eq!(before, after);
    }
}

#[test]
fn ecall_hands_over_to_the_host() {
    let mut hart = Hart::new();
    assert_eq!(hart.step(encode("ecall", &[])), Stop::Host);
    assert_eq!((hart.machine.pc, hart.machine.steps), (AT, 0));
    hart.machine.skip();
    assert_eq!((hart.machine.pc, hart.machine.steps), (AT + 4, 1));
}

#[test]
fn ebreak_is_a_trap() {
    let mut hart = Hart::new();
    hart.traps(encode("ebreak", &[]), Trap::Breakpoint { code: 0 });
    hart.machine.skip();
    assert_eq!((hart.machine.pc, hart.machine.steps), (AT + 4, 1));
}
