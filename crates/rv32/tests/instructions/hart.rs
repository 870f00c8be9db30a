//! A machine for one instruction at a time, which remembers what it has executed.

use crate::common::segment;
use machine::image::{Access, Image, Segment};
use machine::observe::Off;
use machine::run::{Machine, Snapshot, Stop};
use machine::trap::Trap;
use rv32::{DESC, Rv32};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Where the instruction stands, with executable memory on both sides.
pub const AT: u32 = 0x1_2000;
/// Two pages that may be written.
pub const DATA: u32 = 0x2_0000;
/// How many bytes they have.
pub const DATA_SIZE: u32 = 0x2000;
/// A page that may only be read.
pub const ROM: u32 = 0x3_0000;
/// Sixteen bytes that may be written, and nothing after them.
pub const SCRAP: u32 = 0x4_0000;

thread_local! {
    /// Machines that are not in use, and the state they started in.
    static POOL: RefCell<Vec<Hart>> = const { RefCell::new(Vec::new()) };
    static EXECUTED: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// The names of the rows that this thread has executed.
pub fn executed_rows() -> BTreeSet<&'static str> {
    EXECUTED.with_borrow(Clone::clone)
}

/// A machine with an empty program.
pub struct Hart {
    /// The machine itself.
    pub machine: Machine<Rv32>,
    start: Snapshot<Rv32>,
}

impl Hart {
    /// A machine whose registers are zero.
    pub fn new() -> Self {
        let Some(mut hart) = POOL.with_borrow_mut(Vec::pop) else {
            return Hart::build();
        };
        hart.machine.restore(&hart.start);
        hart
    }

    fn build() -> Self {
        let rom = Segment {
            access: Access {
                read: true,
                write: false,
                execute: false,
            },
            ..segment("rom", ROM, 0x1000, &[0x1234_5678])
        };
        let image = Image {
            segments: vec![
                segment("text", AT - 0x2000, 0x4000, &[]),
                segment("data", DATA, DATA_SIZE, &[]),
                rom,
                segment("scrap", SCRAP, 16, &[0x0302_0100]),
            ],
            entry: AT,
            ..Image::default()
        };
        let mut machine = Machine::default();
        machine.load(&image).expect("it fits");
        let start = machine.snapshot();
        Hart { machine, start }
    }

    /// Leaves the machine to the next case.
    pub fn retire(self) {
        POOL.with_borrow_mut(|pool| pool.push(self));
    }

    /// Sets integer registers.
    pub fn with(mut self, registers: &[(i64, u32)]) -> Self {
        for &(number, value) in registers {
            self.machine.registers.x[number as usize] = value;
        }
        self
    }

    /// Sets floating-point registers.
    pub fn with_f(mut self, registers: &[(i64, u64)]) -> Self {
        for &(number, value) in registers {
            self.machine.registers.f[number as usize] = value;
        }
        self
    }

    /// Puts bytes into memory.
    pub fn with_bytes(mut self, address: u32, bytes: &[u8]) -> Self {
        self.machine
            .memory
            .write_host(address, bytes)
            .expect("there is no limit");
        self
    }

    /// An integer register.
    pub fn x(&self, number: i64) -> u32 {
        self.machine.registers.x[number as usize]
    }

    /// A floating-point register.
    pub fn f(&self, number: i64) -> u64 {
        self.machine.registers.f[number as usize]
    }

    /// The word at an address.
    pub fn word(&self, address: u32) -> u32 {
        self.machine.word_at(address)
    }

    /// Executes `word` at [`AT`], and says why the machine stopped.
    pub fn step(&mut self, word: u32) -> Stop {
        let before = self.machine.steps;
        self.machine
            .memory
            .write_host(AT, &word.to_le_bytes())
            .expect("there is no limit");
        self.machine.pc = AT;
        let stop = self.machine.run(&mut Off, 1);
        let done = self.machine.steps > before;
        if done || matches!(stop, Stop::Host | Stop::Trap(Trap::Breakpoint { .. })) {
            let decoded = DESC.decode_any(word).expect("it was executed");
            EXECUTED.with_borrow_mut(|rows| rows.insert(DESC.rows[decoded.row].name));
        }
        stop
    }

    /// Executes `word`, which must go on with the next instruction.
    #[track_caller]
    pub fn run(&mut self, word: u32) {
        let before = self.machine.steps;
        assert_eq!(self.step(word), Stop::OutOfFuel, "{word:#010x}");
        assert_eq!(self.machine.pc, AT + 4);
        assert_eq!(self.machine.steps, before + 1);
    }

    /// Executes `word`, which must change nothing and raise `trap`.
    #[track_caller]
    pub fn traps(&mut self, word: u32, trap: Trap) {
        let before = (self.machine.registers.clone(), self.machine.state.clone());
        let steps = self.machine.steps;
        assert_eq!(self.step(word), Stop::Trap(trap), "{word:#010x}");
        let after = (self.machine.registers.clone(), self.machine.state.clone());
        assert_eq!(before, after);
        assert_eq!((self.machine.pc, self.machine.steps), (AT, steps));
    }

    /// Executes `word`, which must be illegal.
    #[track_caller]
    pub fn is_illegal(&mut self, word: u32) {
        self.traps(word, Trap::Illegal { word });
    }
}
