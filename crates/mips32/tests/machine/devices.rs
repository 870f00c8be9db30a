//! Devices, whose accesses the host carries out, and memory that can be executed but not read.

use crate::common::encode;
use crate::program::{Watch, add, at, delayed, j, machine, run, syscall, with_handler};
use machine::memory::Region;
use machine::observe::Off;
use machine::run::{Machine, Stop};
use machine::trap::Trap;
use mips32::Mips32;
use testkit::program::{DATA, TEXT, Whole, image};

const DEVICE: u32 = 0xffff_0000;

/// Four words of devices, and plain memory after them on the same page.
fn attach(machine: &mut Machine) {
    machine.memory.add_region(Region {
        first: DEVICE,
        last: DEVICE + 0xff,
        read: true,
        write: true,
    });
    machine.memory.add_devices(DEVICE, DEVICE + 15);
    machine.registers.x[8] = DEVICE;
    machine.registers.x[6] = 0x1122_3344;
}

/// Accesses, their size, and whether they store.
const ACCESSES: [(&str, u8, bool); 12] = [
    ("lb", 1, false),
    ("lbu", 1, false),
    ("lh", 2, false),
    ("lhu", 2, false),
    ("lw", 4, false),
    ("lwc1", 4, false),
    ("ldc1", 8, false),
    ("sb", 1, true),
    ("sh", 2, true),
    ("sw", 4, true),
    ("swc1", 4, true),
    ("sdc1", 8, true),
];

#[test]
fn an_access_to_a_device_is_for_the_host() {
    for (name, size, store) in ACCESSES {
        for offset in [0, 8] {
            let words = [add(10, 1), encode(name, &[6, offset, 8]), syscall()];
            let (stop, mut machine) = run(&image(&words), attach);
            let address = DEVICE + offset as u32;
            let trap = Trap::Device {
                address,
                size,
                store,
            };
            assert_eq!(stop, Stop::Trap(trap), "{name}");
            assert_eq!((machine.pc, machine.steps), (at(1), 1));
            assert_eq!(machine.registers.x[6], 0x1122_3344);
            assert_eq!(machine.memory.peek_bytes(address), [0; 8]);

            assert_eq!(machine.device_step(&mut Off), Stop::OutOfFuel);
            assert_eq!((machine.pc, machine.steps), (at(2), 2));
            assert_eq!(machine.run(&mut Off, 5000), Stop::Host);
        }
    }
}

#[test]
fn the_host_carries_an_access_out_once() {
    let words = [
        encode("lw", &[7, 4, 8]),
        encode("sw", &[6, 0, 8]),
        encode("sw", &[7, 0, 8]),
        syscall(),
    ];
    for watched in [false, true] {
        let mut machine = machine(&image(&words));
        attach(&mut machine);
        machine.memory.write_host(DEVICE + 4, b"key!").unwrap();
        let step = |machine: &mut Machine| {
            let stop = match watched {
                true => machine.run(&mut Watch, 5000),
                false => machine.run(&mut Off, 5000),
            };
            assert!(matches!(stop, Stop::Trap(Trap::Device { .. })), "{stop:?}");
            match watched {
                true => machine.device_step(&mut Watch),
                false => machine.device_step(&mut Off),
            }
        };
        assert_eq!(step(&mut machine), Stop::OutOfFuel);
        assert_eq!(machine.registers.x[7], u32::from_le_bytes(*b"key!"));
        assert_eq!(step(&mut machine), Stop::OutOfFuel);
        assert_eq!(machine.word_at(DEVICE), 0x1122_3344);
        // The next access stops again.
        assert_eq!(step(&mut machine), Stop::OutOfFuel);
        assert_eq!(machine.word_at(DEVICE), u32::from_le_bytes(*b"key!"));
        assert_eq!((machine.pc, machine.steps), (at(3), 3));
    }
}

#[test]
fn neighbours_of_a_device_are_memory() {
    let words = [
        encode("sw", &[6, 16, 8]),
        encode("lw", &[7, 16, 8]),
        encode("sb", &[6, 0x7f, 8]),
        encode("lbu", &[10, 0x7f, 8]),
        encode("lw", &[11, 12, 8]),
    ];
    let (stop, machine) = run(&image(&words), attach);
    assert!(matches!(stop, Stop::Trap(Trap::Device { address, .. }) if address == DEVICE + 12));
    assert_eq!(
        (machine.registers.x[7], machine.registers.x[10]),
        (0x1122_3344, 0x44)
    );
}

#[test]
fn a_device_in_a_delay_slot() {
    let words = [
        j(3),
        encode("sw", &[6, 0, 8]),
        syscall(),
        add(6, 1),
        syscall(),
    ];
    let (stop, mut machine) = run(&delayed(&words), attach);
    let trap = Trap::Device {
        address: DEVICE,
        size: 4,
        store: true,
    };
    assert_eq!((stop, machine.pc), (Stop::Trap(trap), at(1)));
    assert_eq!(machine.delayed_target, Some(at(3)));
    assert_eq!(machine.device_step(&mut Off), Stop::OutOfFuel);
    assert_eq!((machine.pc, machine.delayed_target), (at(3), None));
    assert_eq!(machine.word_at(DEVICE), 0x1122_3344);
    assert_eq!(machine.run(&mut Off, 5000), Stop::Host);
    assert_eq!((machine.pc, machine.steps), (at(4), 3));
}

#[test]
fn a_device_is_not_for_the_handler() {
    let image = with_handler(image(&[encode("lw", &[7, 0, 8])]), &[syscall()]);
    let (stop, machine) = run(&image, |machine| {
        attach(machine);
        machine.exception_vector = Some(crate::program::HANDLER);
    });
    assert!(matches!(stop, Stop::Trap(Trap::Device { .. })));
    assert_eq!(machine.pc, TEXT);
}

#[test]
fn a_snapshot_keeps_what_devices_hold() {
    let words = [
        encode("sw", &[6, 0, 8]),
        encode("lw", &[7, 0, 8]),
        syscall(),
    ];
    let mut machine = machine(&image(&words));
    attach(&mut machine);
    let start = machine.snapshot();
    let before = Whole::of::<Mips32>(&machine);
    for _ in 0..2 {
        assert!(matches!(
            machine.run(&mut Off, 5000),
            Stop::Trap(Trap::Device { .. })
        ));
        assert_eq!(machine.device_step(&mut Off), Stop::OutOfFuel);
        assert_eq!(machine.word_at(DEVICE), 0x1122_3344);
        machine.restore(&start);
        assert_eq!(machine.word_at(DEVICE), 0);
        assert_eq!(Whole::of::<Mips32>(&machine), before);
    }
}

/// Memory that has been used may become a device.
#[test]
fn a_device_may_be_added_later() {
    let words = [
        encode("sw", &[6, 0, 8]),
        encode("lw", &[7, 0, 8]),
        syscall(),
    ];
    let mut machine = machine(&image(&words));
    machine.registers.x[8] = DATA;
    assert_eq!(machine.run(&mut Off, 5000), Stop::Host);
    machine.memory.add_devices(DATA, DATA + 3);
    for index in [0, 1] {
        machine.pc = at(index);
        assert!(matches!(
            machine.run(&mut Off, 5000),
            Stop::Trap(Trap::Device { .. })
        ));
        assert_eq!(machine.pc, at(index));
    }
}

/// Instructions may be fetched from it, but not loaded or stored.
#[test]
fn code_that_cannot_be_read() {
    for delay_slots in [false, true] {
        for (name, size, store) in ACCESSES {
            let words = [add(6, 1), encode(name, &[6, 0, 9]), syscall()];
            let mut image = image(&words);
            image.delay_slots = delay_slots;
            image.segments[0].access.read = false;
            image.segments[0].access.write = false;
            let (stop, machine) = run(&image, |machine| machine.registers.x[9] = TEXT);
            let trap = match store {
                false => Trap::Load {
                    address: TEXT,
                    size,
                    execute_only: true,
                },
                true => Trap::Store {
                    address: TEXT,
                    size,
                    read_only: true,
                },
            };
            assert_eq!(stop, Stop::Trap(trap), "{name}");
            assert_eq!((machine.pc, machine.registers.x[6]), (at(1), 1));
        }
    }
}
