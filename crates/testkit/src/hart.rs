//! A machine for one instruction at a time, which remembers what it has executed.

use crate::program::Order;
use crate::segment;
use machine::image::{Access, Image, Segment};
use machine::observe::Off;
use machine::run::{Isa, Machine, Processor, Snapshot, Stop};
use machine::trap::Trap;
use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::marker::PhantomData;

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

/// A word that is no instruction of either machine: decoding ends there.
const NOTHING: u32 = 0xffff_ffff;

thread_local! {
    /// Machines that are not in use; a test program has those of one instruction set.
    static POOL: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
    static EXECUTED: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// The names of the rows that this thread has executed.
pub fn executed_rows() -> BTreeSet<&'static str> {
    EXECUTED.with_borrow(Clone::clone)
}

/// A machine with an empty program.
pub struct Hart<I: Isa> {
    /// The machine itself.
    pub machine: Machine,
    start: Snapshot,
    order: Order,
    isa: PhantomData<I>,
}

impl<I: Isa> Default for Hart<I>
where
    I::State: PartialEq + Clone + Debug,
{
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Isa> Hart<I>
where
    I::State: PartialEq + Clone + Debug,
{
    /// A machine whose registers are zero, with the low byte of a word first.
    pub fn new() -> Self {
        Hart::with_order(Order::LittleEndian)
    }

    /// The same, with this byte order.
    pub fn with_order(order: Order) -> Self {
        match POOL.with_borrow_mut(|pool| take(pool, order)) {
            Some(mut hart) => {
                hart.machine.restore(&hart.start);
                hart
            }
            None => Hart::build(order),
        }
    }

    fn build(order: Order) -> Self {
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
                segment("text", AT - 0x2000, 0x4000, &[NOTHING; 0x1000]),
                segment("data", DATA, DATA_SIZE, &[]),
                rom,
                segment("scrap", SCRAP, 16, &[0x0302_0100]),
            ],
            entry: AT,
            big_endian: order == Order::BigEndian,
            ..Image::default()
        };
        let mut machine = Machine::new(Processor::of::<I>());
        machine.load(&image).expect("it fits");
        let start = machine.snapshot();
        Hart {
            machine,
            start,
            order,
            isa: PhantomData,
        }
    }

    /// The registers of this instruction set only.
    pub fn state(&self) -> &I::State {
        crate::state::<I>(&self.machine)
    }

    /// The same, to change them.
    pub fn state_mut(&mut self) -> &mut I::State {
        crate::state_mut::<I>(&mut self.machine)
    }

    /// Leaves the machine to the next case.
    pub fn retire(self) {
        POOL.with_borrow_mut(|pool| pool.push(Box::new(self)));
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

    /// An integer or hidden register.
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
            .write_host(AT, &self.order.bytes(word))
            .expect("there is no limit");
        self.machine.pc = AT;
        let stop = self.machine.run(&mut Off, 1);
        let done = self.machine.steps > before;
        if done || matches!(stop, Stop::Host | Stop::Trap(Trap::Breakpoint { .. })) {
            let decoded = I::DESC.decode_any(word).expect("it was executed");
            EXECUTED.with_borrow_mut(|rows| rows.insert(I::DESC.rows[decoded.row].name));
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
        let before = (self.machine.registers.clone(), self.state().clone());
        let steps = self.machine.steps;
        assert_eq!(self.step(word), Stop::Trap(trap), "{word:#010x}");
        let after = (self.machine.registers.clone(), self.state().clone());
        assert_eq!(before, after);
        assert_eq!((self.machine.pc, self.machine.steps), (AT, steps));
    }

    /// Executes `word`, which must be illegal.
    #[track_caller]
    pub fn is_illegal(&mut self, word: u32) {
        self.traps(word, Trap::Illegal { word });
    }
}

/// A machine of this byte order that is not in use.
fn take<I: Isa>(pool: &mut Vec<Box<dyn Any>>, order: Order) -> Option<Hart<I>> {
    let fits = |hart: &Box<dyn Any>| {
        hart.downcast_ref::<Hart<I>>()
            .is_some_and(|hart| hart.order == order)
    };
    let found = pool.iter().position(fits)?;
    pool.swap_remove(found).downcast().ok().map(|hart| *hart)
}
