//! Traps that a program handles itself.

use crate::common::encode;
use crate::hart::{AT, DATA, Hart};
use machine::run::Stop;
use machine::trap::Trap;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    a_handler_learns_what_happened,
    nobody_handles_a_trap_unless_it_is_allowed,
    a_program_interrupts_itself,
    interrupts_have_places_of_their_own,
    a_handler_returns,
    without_handlers_there_is_no_return,
    alignment_is_a_rule_of_some_environments,
];

const USTATUS: i64 = 0x000;
const UIE: i64 = 0x004;
const UTVEC: i64 = 0x005;
const USCRATCH: i64 = 0x040;
const UEPC: i64 = 0x041;
const UCAUSE: i64 = 0x042;
const UTVAL: i64 = 0x043;
const UIP: i64 = 0x044;

const HANDLER: u32 = AT + 0x40;

/// A machine whose program has a handler.
fn hart() -> Hart {
    let mut hart = Hart::new().with(&[(8, DATA)]);
    hart.machine.allow_user_traps();
    hart.machine.check_alignment(true);
    write(&mut hart, UTVEC, HANDLER);
    write(&mut hart, USTATUS, 1);
    hart
}

fn write(hart: &mut Hart, csr: i64, value: u32) {
    hart.machine.registers.x[6] = value;
    hart.run(encode("csrrw", &[0, csr, 6]));
}

fn read(hart: &mut Hart, csr: i64) -> u32 {
    hart.run(encode("csrrs", &[5, csr, 0]));
    hart.x(5)
}

/// Instructions that cannot be carried out: the cause, and the address.
fn causes() -> Vec<(u32, u32, u32)> {
    vec![
        (encode("csrrs", &[5, 0x300, 0]), 2, 0),
        (encode("csrrw", &[0, 0xc00, 6]), 2, 0),
        (encode("lw", &[6, 2, 8]), 4, DATA + 2),
        (encode("lhu", &[6, 1, 8]), 4, DATA + 1),
        (encode("lw", &[6, 4, 0]), 5, 4),
        (encode("sh", &[6, 3, 8]), 6, DATA + 3),
        (encode("fsd", &[6, 2, 8]), 6, DATA + 2),
        (encode("sb", &[6, 4, 0]), 7, 4),
    ]
}

#[test]
fn a_handler_learns_what_happened() {
    for (word, cause, address) in causes() {
        let mut hart = hart();
        assert_eq!(hart.step(word), Stop::OutOfFuel, "{word:#x}");
        assert_eq!(hart.machine.pc, HANDLER);
        assert_eq!(read(&mut hart, UCAUSE), cause, "{word:#x}");
        assert_eq!(read(&mut hart, UTVAL), address, "{word:#x}");
        assert_eq!(read(&mut hart, UEPC), AT);
        assert_eq!(read(&mut hart, USTATUS), 16, "no handler within a handler");
    }
}

#[test]
fn nobody_handles_a_trap_unless_it_is_allowed() {
    let misaligned = encode("lw", &[6, 2, 8]);
    for (csr, value) in [(USTATUS, 0), (USTATUS, 16), (UTVEC, 0)] {
        let mut hart = hart();
        write(&mut hart, csr, value);
        let trap = Trap::Misaligned {
            address: DATA + 2,
            size: 4,
            store: false,
        };
        assert_eq!(hart.step(misaligned), Stop::Trap(trap));
        // What happened can be seen all the same.
        assert_eq!(read(&mut hart, UCAUSE), 4);
        assert_eq!(read(&mut hart, UTVAL), DATA + 2);
    }
}

#[test]
fn a_program_interrupts_itself() {
    let mut hart = hart();
    write(&mut hart, UIE, 1);
    hart.machine.registers.x[6] = 1;
    assert_eq!(hart.step(encode("csrrs", &[5, UIP, 6])), Stop::OutOfFuel);
    assert_eq!(hart.machine.pc, HANDLER);
    assert_eq!(read(&mut hart, UCAUSE), 0x8000_0000);
    assert_eq!(read(&mut hart, UEPC), AT + 4, "it is done");
    assert_eq!(read(&mut hart, UIP), 0);
}

#[test]
fn interrupts_have_places_of_their_own() {
    for (vector, to) in [(HANDLER, HANDLER), (HANDLER | 2, HANDLER + 4 * 8)] {
        let mut hart = hart();
        write(&mut hart, UTVEC, vector);
        assert!(!hart.machine.interrupt(0x40), "it is not allowed");
        write(&mut hart, UIE, 1 << 8);
        let here = hart.machine.pc;
        assert!(hart.machine.interrupt(0x40));
        assert_eq!(hart.machine.pc, to);
        assert!(!hart.machine.interrupt(0x40), "one is being handled");
        assert_eq!(read(&mut hart, UCAUSE), 0x8000_0008);
        assert_eq!(read(&mut hart, UTVAL), 0x40);
        assert_eq!(read(&mut hart, UEPC), here);
    }
}

#[test]
fn a_device_that_keeps_time_is_a_timer() {
    let mut hart = hart();
    write(&mut hart, UTVEC, HANDLER);
    write(&mut hart, UIE, 1 << 8);
    assert!(!hart.machine.interrupt(0x100), "it is not allowed");
    write(&mut hart, UIE, 1 << 4);
    assert!(hart.machine.interrupt(0x100));
    assert_eq!(read(&mut hart, UCAUSE), 0x8000_0004);
    assert_eq!(read(&mut hart, UTVAL), 0x100);
}

#[test]
fn a_handler_returns() {
    let mut hart = hart();
    write(&mut hart, USCRATCH, 77);
    write(&mut hart, UEPC, AT + 0x20);
    write(&mut hart, USTATUS, 0xffff_fffe);
    assert_eq!(read(&mut hart, USTATUS), 16, "the other bits do not exist");
    assert_eq!(hart.step(encode("uret", &[])), Stop::OutOfFuel);
    assert_eq!(hart.machine.pc, AT + 0x20);
    assert_eq!(read(&mut hart, USTATUS), 1);
    assert_eq!(hart.step(encode("uret", &[])), Stop::OutOfFuel);
    assert_eq!(read(&mut hart, USTATUS), 0);
    assert_eq!(read(&mut hart, USCRATCH), 77);
}

#[test]
fn without_handlers_there_is_no_return() {
    let word = encode("uret", &[]);
    assert_eq!(Hart::new().step(word), Stop::Trap(Trap::Illegal { word }));
}

#[test]
fn alignment_is_a_rule_of_some_environments() {
    let word = encode("lw", &[6, 2, 8]);
    let mut hart = Hart::new().with(&[(8, DATA)]);
    hart.run(word);
    hart.machine.check_alignment(true);
    assert!(matches!(
        hart.step(word),
        Stop::Trap(Trap::Misaligned { .. })
    ));
    // A double need only be at a word.
    hart.run(encode("fld", &[6, 4, 8]));
}
