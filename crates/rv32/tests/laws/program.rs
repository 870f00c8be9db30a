//! Random programs, and how they are run and compared.

use crate::common::{encode, segment};
use machine::image::Image;
use machine::isa::{Bank, Class, Operand, OperandKind, Role, Row};
use machine::observe::Observer;
use machine::run::{Machine, Registers, Stop};
use machine::trap::Trap;
use proptest::prelude::*;
use rv32::{DESC, Rv32, State};

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
/// Points to the text; programs do not write it.
const TEXT_POINTER: u32 = 9;

/// A machine with this program, its pointers set.
pub fn machine(words: &[u32]) -> Machine<Rv32> {
    let image = Image {
        segments: vec![
            segment("text", TEXT, TEXT_SIZE, words),
            segment("data", DATA, DATA_SIZE, &[]),
        ],
        entry: TEXT,
        ..Image::default()
    };
    let mut machine = Machine::default();
    machine.load(&image).expect("it fits");
    machine.registers.x[DATA_POINTER as usize] = DATA + 0x800;
    machine.registers.x[TEXT_POINTER as usize] = TEXT;
    machine
}

/// Runs `fuel` instructions. What cannot be carried out is passed over, so that a program goes on
/// whatever it does; only leaving the text ends it.
pub fn drive<O: Observer>(machine: &mut Machine<Rv32>, observer: &mut O, fuel: u64) {
    let end = machine.steps + fuel;
    while machine.steps < end {
        match machine.run(observer, end - machine.steps) {
            Stop::OutOfFuel | Stop::Trap(Trap::Fetch { .. }) => return,
            Stop::Host | Stop::Trap(_) => machine.skip(),
        }
    }
}

/// All that a program can change.
#[derive(Clone, Debug, PartialEq)]
pub struct Whole {
    /// Where it is.
    pub pc: u32,
    /// How far it is.
    pub steps: u64,
    /// The registers that can be read.
    pub x: Vec<u32>,
    /// The floating-point registers.
    pub f: [u64; 32],
    /// Flags, rounding mode, reservation.
    pub state: State,
    /// Text and data.
    pub memory: Vec<u8>,
}

impl Whole {
    /// The present state.
    pub fn of(machine: &Machine<Rv32>) -> Whole {
        let Registers { x, f } = &machine.registers;
        let bytes = (TEXT..TEXT + TEXT_SIZE).chain(DATA..DATA + DATA_SIZE);
        Whole {
            pc: machine.pc,
            steps: machine.steps,
            x: x[..32].to_vec(),
            f: *f,
            state: machine.state.clone(),
            memory: bytes.map(|at| machine.memory.peek(at)).collect(),
        }
    }

    /// Where two states differ, without their memory.
    pub fn difference(&self, other: &Whole) -> String {
        let short = |whole: &Whole| format!("{:?}", (whole.pc, whole.steps, &whole.x, &whole.f));
        format!("{}\n{}", short(self), short(other))
    }
}

/// Material for one instruction: which row, and a number for each operand.
type Raw = (u16, [u32; 5]);

/// The instructions that pairs are made of, which random choice would seldom put together.
const COMMON: &[&str] = &[
    "addi", "add", "lw", "sw", "slli", "srli", "andi", "mul", "lbu", "sb", "lhu", "sh", "xor",
    "lui", "auipc", "beq", "bne", "blt", "bge", "bltu", "bgeu", "jal", "jalr",
];

/// Programs that run for ever: straight code with branches, jumps and calls inside it, loads and
/// stores of data and sometimes of the program itself.
pub fn programs() -> impl Strategy<Value = Vec<u32>> {
    let raw = (any::<u16>(), any::<[u32; 5]>());
    prop::collection::vec(raw, 3..40).prop_map(|raw| assemble(&raw))
}

fn assemble(raw: &[Raw]) -> Vec<u32> {
    let count = raw.len();
    let mut words: Vec<u32> = raw
        .iter()
        .enumerate()
        .map(|(at, (choice, numbers))| {
            let row = pick(*choice);
            let operands: Vec<i64> = row
                .operands
                .iter()
                .zip(numbers)
                .map(|(operand, &number)| value(row, operand, number, at, count))
                .collect();
            encode(row.name, &operands)
        })
        .collect();
    words.push(encode("jal", &[0, -4 * count as i64]));
    words
}

fn pick(choice: u16) -> &'static Row {
    let index = usize::from(choice / 2);
    if choice.is_multiple_of(2) {
        crate::common::row(COMMON[index % COMMON.len()])
    } else {
        &DESC.rows[index % DESC.rows.len()]
    }
}

fn value(row: &Row, operand: &Operand, number: u32, at: usize, count: usize) -> i64 {
    let target = target(number as usize, at, count) as i64;
    match operand.kind {
        OperandKind::Register {
            bank: Bank::Int,
            role,
        } => register(row, operand, role, number).into(),
        OperandKind::Register { .. } => (number % 32).into(),
        OperandKind::PcRelative(_)
        | OperandKind::Region
        | OperandKind::Control
        | OperandKind::Width { .. } => 4 * (target - at as i64),
        OperandKind::Immediate if row.class == Class::JumpRegister => 4 * target,
        OperandKind::Immediate => {
            let (low, high) = operand.field.range();
            low + i64::from(number) % (high - low + 1)
        }
        OperandKind::Named(names) => names[number as usize % names.len()].1.into(),
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

fn register(row: &Row, operand: &Operand, role: Role, number: u32) -> u32 {
    let any = number % 32;
    match role {
        Role::Write if matches!(any, DATA_POINTER | TEXT_POINTER) => any + 2,
        Role::Read if row.class == Class::JumpRegister => TEXT_POINTER,
        Role::Read if operand.base && number.is_multiple_of(16) => TEXT_POINTER,
        Role::Read if operand.base => DATA_POINTER,
        _ => any,
    }
}
