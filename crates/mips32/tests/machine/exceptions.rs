//! The program's own handler of exceptions and interrupts.

use crate::common::encode;
use crate::program::{HANDLER, add, at, delayed, go_on, j, machine, run, syscall, with_handler};
use machine::image::Image;
use machine::observe::Off;
use machine::run::{Machine, Stop};
use machine::trap::Trap;
use mips32::Mips32;
use testkit::program::{DATA, TEXT, image};

const START: u32 = 0xff11;
const HANDLING: u32 = 0xff13;
const BRANCH_DELAY: u32 = 1 << 31;

fn install(machine: &mut Machine) {
    machine.exception_vector = Some(HANDLER);
    machine.registers.x[5] = 0x7fff_ffff;
    machine.registers.x[8] = DATA;
    testkit::state_mut::<Mips32>(machine).bad_address = 77;
}

/// Instructions that cannot be carried out: the code of the cause, and the address.
fn causes() -> Vec<(u32, u32, u32)> {
    vec![
        (encode("lw", &[6, 4, 0]), 4, 4),
        (encode("lw", &[6, 1, 8]), 4, DATA + 1),
        (encode("lh", &[6, 3, 8]), 4, DATA + 3),
        (encode("ldc1", &[6, 4, 8]), 4, DATA + 4),
        (encode("sw", &[6, 4, 0]), 5, 4),
        (encode("sw", &[6, 2, 8]), 5, DATA + 2),
        (encode("sc", &[6, 2, 8]), 5, DATA + 2),
        (encode("swl", &[6, 8, 0]), 5, 8),
        (encode("break", &[7]), 9, 77),
        (0xffff_ffff, 10, 77),
        (encode("mov.d", &[2, 3]), 10, 77),
        (encode("add", &[6, 5, 5]), 12, 77),
        (encode("addi", &[6, 5, 1]), 12, 77),
        (encode("teq", &[0, 0, 0]), 13, 77),
        (encode("tgei", &[0, 0]), 13, 77),
    ]
}

#[test]
fn the_handler_learns_what_happened() {
    for (word, code, address) in causes() {
        for delay_slots in [false, true] {
            let words = [add(10, 1), word, syscall()];
            let mut image = with_handler(image(&words), &[syscall()]);
            image.delay_slots = delay_slots;
            let (stop, machine) = run(&image, install);
            assert_eq!((stop, machine.pc), (Stop::Host, HANDLER), "{word:#x}");
            // It counts, so that a handler that does nothing but fault runs out of fuel.
            assert_eq!(machine.steps, 2);
            let state = testkit::state::<Mips32>(&machine);
            assert_eq!((state.cause, state.epc), (code << 2, at(1)), "{word:#x}");
            assert_eq!((state.bad_address, state.status), (address, HANDLING));
            assert_eq!(machine.registers.x[6], 0);
        }
    }
}

/// The return address is the branch, so that both run again.
#[test]
fn an_exception_in_a_delay_slot() {
    for (word, code, address) in causes() {
        for branch in [j(3), encode("beq", &[0, 0, 4]), encode("jr", &[9])] {
            let words = [add(10, 1), branch, word, syscall()];
            let image = with_handler(delayed(&words), &[syscall()]);
            let (stop, machine) = run(&image, |machine| {
                install(machine);
                machine.registers.x[9] = at(3);
            });
            assert_eq!((stop, machine.pc), (Stop::Host, HANDLER));
            assert_eq!((machine.steps, machine.delayed_target), (3, None));
            let state = testkit::state::<Mips32>(&machine);
            assert_eq!((state.cause, state.epc), (code << 2 | BRANCH_DELAY, at(1)));
            assert_eq!((state.bad_address, state.status), (address, HANDLING));
        }
    }
}

/// After a branch that is not taken there is nothing to come back to but the instruction itself.
#[test]
fn an_exception_after_a_branch_that_is_not_taken() {
    let words = [encode("bne", &[0, 0, 4]), encode("break", &[0]), syscall()];
    let image = with_handler(delayed(&words), &[syscall()]);
    let (_, machine) = run(&image, install);
    assert_eq!(
        (
            testkit::state::<Mips32>(&machine).cause,
            testkit::state::<Mips32>(&machine).epc
        ),
        (9 << 2, at(1))
    );
}

/// What the host refuses.
#[test]
fn a_call_may_be_an_exception() {
    let image = with_handler(image(&[syscall()]), &[syscall()]);
    let (stop, mut machine) = run(&image, install);
    assert_eq!((stop, machine.pc), (Stop::Host, TEXT));
    assert!(machine.raise(Trap::Call));
    assert_eq!((machine.pc, machine.steps), (HANDLER, 1));
    assert_eq!(
        (
            testkit::state::<Mips32>(&machine).cause,
            testkit::state::<Mips32>(&machine).epc
        ),
        (8 << 2, TEXT)
    );
}

/// Goes on after the instruction, and counts in register 10.
fn skipping() -> [u32; 5] {
    [
        add(10, 1),
        encode("mfc0", &[26, 14, 0]),
        encode("addiu", &[26, 26, 4]),
        encode("mtc0", &[26, 14, 0]),
        encode("eret", &[]),
    ]
}

#[test]
fn a_handler_may_return() {
    for delay_slots in [false, true] {
        let mut words = vec![encode("addiu", &[7, 0, 300])];
        words.extend([
            encode("break", &[0]),
            add(7, -1),
            encode("bne", &[7, 0, -12]),
            0,
            syscall(),
        ]);
        let mut image = with_handler(image(&words), &skipping());
        image.delay_slots = delay_slots;
        let (stop, machine) = run(&image, install);
        assert_eq!((stop, machine.pc), (Stop::Host, at(5)));
        assert_eq!(
            (
                machine.registers.x[10],
                testkit::state::<Mips32>(&machine).status
            ),
            (300, START)
        );
    }
}

#[test]
fn without_a_handler_a_trap_stops_the_run() {
    let words = [encode("add", &[6, 5, 5]), syscall()];
    // None; one that is not there; one that is not aligned; one that is not code.
    for vector in [None, Some(0x8000_0180), Some(HANDLER + 2), Some(DATA)] {
        let image = with_handler(image(&words), &[syscall()]);
        let (stop, machine) = run(&image, |machine| {
            install(machine);
            machine.exception_vector = vector;
        });
        assert_eq!(stop, Stop::Trap(Trap::Overflow));
        assert_eq!((machine.pc, machine.steps), (TEXT, 0));
        assert_eq!(
            (
                testkit::state::<Mips32>(&machine).cause,
                testkit::state::<Mips32>(&machine).status
            ),
            (0, START)
        );
    }
}

#[test]
fn a_fetch_that_fails_is_not_for_the_handler() {
    for address in [0x0040_0000, at(0) + 2, DATA] {
        for delay_slots in [false, true] {
            let words = [encode("jr", &[9]), 0, syscall()];
            let mut image = with_handler(image(&words), &[syscall()]);
            image.delay_slots = delay_slots;
            let (stop, machine) = run(&image, |machine| {
                install(machine);
                machine.registers.x[9] = address;
            });
            assert_eq!(stop, Stop::Trap(Trap::Fetch { address }));
            assert_eq!(machine.pc, address);
            assert_eq!(testkit::state::<Mips32>(&machine).status, START);
        }
    }
}

/// Each exception uses fuel, even if no instruction is ever carried out.
#[test]
fn a_handler_that_faults_at_once_runs_out_of_fuel() {
    for delay_slots in [false, true] {
        let broken = [encode("break", &[0])];
        let mut image = with_handler(image(&broken), &broken);
        image.delay_slots = delay_slots;
        for fuel in [1, 2, 100, 5000] {
            let mut machine = machine(&image);
            install(&mut machine);
            assert_eq!(machine.run(&mut Off, fuel), Stop::OutOfFuel);
            assert_eq!((machine.pc, machine.steps), (HANDLER, fuel));
            assert_eq!(go_on(&mut machine), Stop::OutOfFuel);
        }
    }
}

fn interruptible(delay_slots: bool) -> Machine {
    let words = [add(6, 1), j(3), add(6, 10), add(6, 100), syscall()];
    let mut image = with_handler(image(&words), &[add(10, 1), encode("eret", &[])]);
    image.delay_slots = delay_slots;
    let mut machine = machine(&image);
    install(&mut machine);
    machine
}

#[test]
fn an_interrupt_comes_back() {
    let mut machine = interruptible(false);
    assert_eq!(machine.run(&mut Off, 1), Stop::OutOfFuel);
    assert!(machine.interrupt(0x100));
    assert_eq!((machine.pc, machine.steps), (HANDLER, 1));
    let state = testkit::state::<Mips32>(&machine);
    assert_eq!(
        (state.cause, state.epc, state.status),
        (0x100, at(1), HANDLING)
    );
    // Not while it is handled.
    assert!(!machine.interrupt(0x200));
    assert_eq!(machine.run(&mut Off, 2), Stop::OutOfFuel);
    assert_eq!(
        (machine.pc, testkit::state::<Mips32>(&machine).status),
        (at(1), START)
    );
    assert!(machine.interrupt(0x200));
    assert_eq!(testkit::state::<Mips32>(&machine).cause, 0x200);
    assert_eq!(go_on(&mut machine), Stop::Host);
    assert_eq!((machine.registers.x[6], machine.registers.x[10]), (101, 2));
}

#[test]
fn interrupts_need_to_be_enabled() {
    for status in [0, 0xff10, 0xff13, 2] {
        let mut machine = interruptible(false);
        testkit::state_mut::<Mips32>(&mut machine).status = status;
        assert!(!machine.interrupt(0x100));
        assert_eq!(
            (machine.pc, testkit::state::<Mips32>(&machine).status),
            (TEXT, status)
        );
    }
    let mut machine = interruptible(false);
    machine.exception_vector = None;
    assert!(!machine.interrupt(0x100));
}

#[test]
fn no_interrupt_comes_between_a_branch_and_its_slot() {
    let mut machine = interruptible(true);
    assert_eq!(machine.run(&mut Off, 2), Stop::OutOfFuel);
    assert_eq!((machine.pc, machine.delayed_target), (at(2), Some(at(3))));
    assert!(!machine.interrupt(0x100));
    assert_eq!(machine.run(&mut Off, 1), Stop::OutOfFuel);
    assert!(machine.interrupt(0x100));
    assert_eq!(testkit::state::<Mips32>(&machine).epc, at(3));
    assert_eq!(go_on(&mut machine), Stop::Host);
    assert_eq!(machine.registers.x[6], 111);
}

/// Bits of the control register of the floating-point unit: what is enabled, what an operation has
/// raised, and what stays.
const ENABLES_DIVISION: u32 = 0x400;
const CAUSES_DIVISION: u32 = 0x8000;
const FLAGS_DIVISION: u32 = 0x20;

/// `ctc1`, then 1 / 0 between two instructions or in a delay slot, then `cfc1`.
fn divide(delay_slots: bool) -> Vec<u32> {
    let mut words = vec![encode("ctc1", &[4, 31]), encode("mtc1", &[5, 2])];
    if delay_slots {
        words.push(encode("beq", &[0, 0, 4]));
    }
    words.push(encode("div.s", &[6, 2, 0]));
    words.extend([encode("cfc1", &[7, 31]), syscall()]);
    words
}

fn with_floats(words: &[u32], delay_slots: bool, float_exceptions: bool) -> Image {
    let image = with_handler(image(words), &[syscall()]);
    Image {
        delay_slots,
        float_exceptions,
        ..image
    }
}

fn install_division(machine: &mut Machine, control: u32) {
    machine.exception_vector = Some(HANDLER);
    machine.registers.x[4] = control;
    machine.registers.x[5] = 0x3f80_0000;
    machine.registers.f[6] = 77;
}

#[test]
fn floating_point_instructions_trap_if_that_is_enabled() {
    for delay_slots in [false, true] {
        let image = with_floats(&divide(delay_slots), delay_slots, true);
        let (stop, machine) = run(&image, |m| install_division(m, ENABLES_DIVISION));
        assert_eq!((stop, machine.pc), (Stop::Host, HANDLER));
        let state = testkit::state::<Mips32>(&machine);
        let delay = if delay_slots { BRANCH_DELAY } else { 0 };
        assert_eq!((state.cause, state.epc), (15 << 2 | delay, at(2)));
        // Neither the register nor the flags have changed.
        assert_eq!((machine.registers.f[6], state.flags.raised()), (77, 0));
        assert_eq!(u32::from(state.raised) << 12, CAUSES_DIVISION);
        let last = machine.entered_exception().expect("it is in the handler");
        assert_eq!((last.name, last.code), ("floating-point exception", 15));
    }
}

#[test]
fn causes_are_those_of_the_last_instruction() {
    for delay_slots in [false, true] {
        let mut words = divide(delay_slots);
        for (float_exceptions, more, expected) in [
            (true, false, CAUSES_DIVISION | FLAGS_DIVISION | 0x800),
            (true, true, FLAGS_DIVISION | 0x800),
            // Without the option there are flags alone, and nothing traps.
            (false, false, FLAGS_DIVISION),
        ] {
            if more {
                words.insert(words.len() - 2, encode("add.s", &[8, 2, 2]));
            }
            let image = with_floats(&words, delay_slots, float_exceptions);
            let (stop, machine) = run(&image, |m| install_division(m, 0x800));
            assert_eq!(stop, Stop::Host);
            assert_eq!(machine.registers.f[6], 0x7f80_0000);
            assert_eq!(machine.registers.x[7], expected, "{delay_slots} {more}");
            if more {
                words.remove(words.len() - 3);
            }
        }
    }
}

/// To set a cause that is enabled traps as well, and so does what the processor leaves to software.
#[test]
fn setting_an_enabled_cause_traps() {
    for control in [ENABLES_DIVISION | CAUSES_DIVISION, 1 << 17] {
        let image = with_floats(&divide(false), false, true);
        let (_, machine) = run(&image, |m| install_division(m, control));
        let state = testkit::state::<Mips32>(&machine);
        assert_eq!((state.cause, state.epc), (15 << 2, at(0)), "{control:#x}");
    }
}
