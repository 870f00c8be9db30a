//! Random programs, and how they are run and compared.

use crate::{encode, segment};
use machine::image::Image;
use machine::isa::{Bank, Class, Operand, OperandKind, Reg, Role, Row};
use machine::observe::Observer;
use machine::run::{Isa, Machine, Processor, Stop};
use machine::trap::Trap;
use proptest::prelude::*;
use std::marker::PhantomData;

/// Where programs begin.
pub const TEXT: u32 = 0x1000;
/// Three pages for the text.
pub const TEXT_SIZE: u32 = 0x3000;
/// Where their data are.
pub const DATA: u32 = 0x8000;
/// Two pages for the data.
pub const DATA_SIZE: u32 = 0x2000;

/// Points into the data; programs do not write it.
const DATA_POINTER: u32 = 8;
/// The first that points to the text; programs do not write it.
const CODE_POINTER: u32 = 9;

/// Where the bytes of a word stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The low byte is the first.
    LittleEndian,
    /// The high byte is the first.
    BigEndian,
}

impl Order {
    /// The bytes of a word.
    pub fn bytes(self, word: u32) -> [u8; 4] {
        match self {
            Order::LittleEndian => word.to_le_bytes(),
            Order::BigEndian => word.to_be_bytes(),
        }
    }
}

/// The random programs of one machine.
///
/// They run for ever: straight code with branches, jumps and calls inside it, loads and stores of
/// data and sometimes of the program itself. Register 8 points into the data and those after it to
/// the program; programs do not write them.
pub struct Programs<I: Isa> {
    /// Instructions that belong together and that random choice would seldom put together.
    pub common: &'static [&'static str],
    /// How many registers point to the program.
    pub code_pointers: u32,
    /// What leads from the end, after this many instructions, back to the beginning.
    pub closing: fn(usize) -> Vec<u32>,
    /// A program as it is loaded.
    pub image: fn(&[u32]) -> Image,
    /// What a machine needs besides.
    pub prepare: fn(&mut Machine),
    /// The instruction set.
    pub isa: PhantomData<I>,
}

/// A program with room for text and data. Its words have their low byte first.
pub fn image(words: &[u32]) -> Image {
    Image {
        segments: vec![
            segment("text", TEXT, TEXT_SIZE, words),
            segment("data", DATA, DATA_SIZE, &[]),
        ],
        entry: TEXT,
        ..Image::default()
    }
}

/// Runs `fuel` instructions. What cannot be carried out is passed over, so that a program goes on
/// whatever it does; only leaving the text ends it.
pub fn drive(machine: &mut Machine, observer: &mut dyn Observer, fuel: u64) {
    let end = machine.steps + fuel;
    while machine.steps < end {
        match machine.run(observer, end - machine.steps) {
            Stop::OutOfFuel | Stop::Paused | Stop::Trap(Trap::Fetch { .. }) => return,
            Stop::Crossing => {}
            Stop::Host | Stop::Trap(_) => machine.skip(),
        }
    }
}

/// All that a program can change.
#[derive(Clone, Debug, PartialEq)]
pub struct Whole<S> {
    /// Where it is.
    pub pc: u32,
    /// Where it goes after a delay slot.
    pub delayed_target: Option<u32>,
    /// How far it is.
    pub steps: u64,
    /// The registers that can be read, the floating-point ones from 32 on.
    pub registers: Vec<u64>,
    /// Control registers.
    pub state: S,
    /// Text and data.
    pub memory: Vec<u8>,
}

impl<S: Clone + std::fmt::Debug> Whole<S> {
    /// The present state.
    pub fn of<I: Isa<State = S>>(machine: &Machine) -> Whole<S> {
        let registers = (0..Reg::COUNT).map(|number| machine.registers.get(Reg(number)));
        Whole {
            pc: machine.pc,
            delayed_target: machine.delayed_target,
            steps: machine.steps,
            registers: registers.collect(),
            state: crate::state::<I>(machine).clone(),
            memory: addresses().map(|at| machine.memory.peek(at)).collect(),
        }
    }

    /// Where two states differ, without their memory.
    pub fn difference(&self, other: &Whole<S>) -> String {
        let short = |whole: &Whole<S>| {
            let place = (whole.pc, whole.delayed_target, whole.steps);
            format!("{place:x?} {:x?} {:x?}", whole.registers, whole.state)
        };
        format!("{}\n{}", short(self), short(other))
    }
}

/// The addresses that a program can change.
pub fn addresses() -> impl Iterator<Item = u32> {
    (TEXT..TEXT + TEXT_SIZE).chain(DATA..DATA + DATA_SIZE)
}

/// Material for one instruction: which row, and a number for each operand.
type Raw = (u16, [u32; 5]);

impl<I: Isa> Programs<I> {
    /// A machine with this program, its pointers set.
    pub fn machine(&self, words: &[u32]) -> Machine {
        let mut machine = Machine::new(Processor::of::<I>());
        machine.load(&(self.image)(words)).expect("it fits");
        machine.registers.x[DATA_POINTER as usize] = DATA + 0x800;
        for k in 0..self.code_pointers {
            machine.registers.x[(CODE_POINTER + k) as usize] = TEXT + 12 * k;
        }
        (self.prepare)(&mut machine);
        machine
    }

    /// Any program.
    pub fn any(&'static self) -> impl Strategy<Value = Vec<u32>> {
        let raw = (any::<u16>(), any::<[u32; 5]>());
        prop::collection::vec(raw, 3..40).prop_map(|raw| self.assemble(&raw))
    }

    fn assemble(&self, raw: &[Raw]) -> Vec<u32> {
        let count = raw.len();
        let mut words: Vec<u32> = raw
            .iter()
            .enumerate()
            .map(|(at, (choice, numbers))| {
                let row = self.pick(*choice);
                let operands: Vec<i64> = row
                    .operands
                    .iter()
                    .zip(numbers)
                    .map(|(operand, &number)| self.value(row, operand, number, at, count))
                    .collect();
                encode(I::DESC, row.name, &operands)
            })
            .collect();
        words.extend((self.closing)(count));
        words
    }

    fn pick(&self, choice: u16) -> &'static Row {
        let index = usize::from(choice / 2);
        if choice.is_multiple_of(2) {
            crate::row(I::DESC, self.common[index % self.common.len()])
        } else {
            &I::DESC.rows[index % I::DESC.rows.len()]
        }
    }

    fn value(&self, row: &Row, operand: &Operand, number: u32, at: usize, count: usize) -> i64 {
        let target = i64::from(TEXT) + 4 * target(number as usize, at, count) as i64;
        match operand.kind {
            OperandKind::Register {
                bank: Bank::Int,
                role,
            } => self.register(row, operand, role, number).into(),
            kind if kind.is_target() => kind.field_value(target, i64::from(TEXT) + 4 * at as i64),
            OperandKind::Immediate if row.class == Class::JumpRegister => target - i64::from(TEXT),
            OperandKind::Named(names) => names[number as usize % names.len()].1.into(),
            _ => {
                let (low, high) = operand.field.range();
                low + i64::from(number) % (high - low + 1)
            }
        }
    }

    fn register(&self, row: &Row, operand: &Operand, role: Role, number: u32) -> u32 {
        let any = number % 32;
        let pointer = any >= DATA_POINTER && any < CODE_POINTER + self.code_pointers;
        let code_pointer = CODE_POINTER + number / 32 % self.code_pointers;
        match role {
            Role::Write | Role::Update if pointer => any + 1 + self.code_pointers,
            Role::Read if row.class == Class::JumpRegister => code_pointer,
            Role::Read if operand.base && number.is_multiple_of(16) => code_pointer,
            Role::Read if operand.base => DATA_POINTER,
            _ => any,
        }
    }
}

/// Mostly forward, so that few programs are caught in a small loop.
fn target(number: usize, at: usize, count: usize) -> usize {
    if number.is_multiple_of(8) {
        number / 8 % (count + 1)
    } else {
        at + 1 + number % (count - at)
    }
}
