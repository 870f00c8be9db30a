//! Random programs that call, store, print, read, write files and end or fault, for both machines.

use debug::{DebugSetup, Engine};
use proptest::prelude::*;
use runtime::Target;
use runtime::files::Files;
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The input of every program.
pub(crate) const INPUT: &str = "3\n5 8\n13\n21\n34\n55\n";

/// What a program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Machine {
    RiscV,
    Mips,
    /// MIPS with delay slots.
    Delayed,
}

impl Machine {
    pub(crate) fn is_mips(self) -> bool {
        self != Machine::RiscV
    }
}

/// Any of them.
pub(crate) fn machines() -> impl Strategy<Value = Machine> {
    prop::sample::select(vec![Machine::RiscV, Machine::Mips, Machine::Delayed])
}

/// One piece of a program.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// Adds to a register.
    Add(usize, usize, i32),
    /// Stores a register into the array.
    Store(usize, u32),
    /// Loads it.
    Load(usize, u32),
    /// Calls one of the functions.
    Call(usize),
    /// Prints a register.
    Print(usize),
    /// Reads a number.
    Read(usize),
    /// Appends the array to a file.
    Write,
    /// Repeats the pieces so many times.
    Loop(u32, Vec<Piece>),
    /// Faults.
    Fault,
}

/// Pieces that are mostly harmless.
pub(crate) fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let piece = prop_oneof![
        4 => (0..4usize, 0..4usize, -5..6i32).prop_map(|(a, b, n)| Piece::Add(a, b, n)),
        3 => (0..4usize, 0..4u32).prop_map(|(a, k)| Piece::Store(a, k)),
        2 => (0..4usize, 0..4u32).prop_map(|(a, k)| Piece::Load(a, k)),
        2 => (0..2usize).prop_map(Piece::Call),
        2 => (0..4usize).prop_map(Piece::Print),
        1 => (0..4usize).prop_map(Piece::Read),
        1 => Just(Piece::Write),
    ];
    let inner = prop::collection::vec(piece.clone(), 1..4);
    let outer = prop_oneof![
        5 => piece,
        2 => (1..6u32, inner).prop_map(|(n, pieces)| Piece::Loop(n, pieces)),
    ];
    (prop::collection::vec(outer, 1..7), 0..6u32).prop_map(|(mut pieces, fault)| {
        if fault == 0 {
            pieces.push(Piece::Fault);
        }
        pieces
    })
}

/// How a machine is written.
struct Syntax {
    registers: [&'static str; 4],
    counter: &'static str,
    base: &'static str,
    zero: &'static str,
    print: fn(&str) -> String,
    read: fn(&str) -> String,
    write: &'static str,
    exit: &'static str,
    ret: &'static str,
    add: &'static str,
}

const RISCV: Syntax = Syntax {
    registers: ["s1", "s2", "t1", "t2"],
    counter: "s3",
    base: "s4",
    zero: "zero",
    print: |reg| format!(" mv a1, {reg}\n li a0, 1\n ecall\n"),
    read: |reg| format!(" li a0, 6\n ecall\n mv {reg}, a0\n"),
    write: " la a1, file\n li a2, 2\n li a0, 13\n ecall\n mv a1, a0\n mv a2, s4\n li a3, 4\n \
            li a4, 4\n li a0, 15\n ecall\n li a0, 16\n ecall\n",
    exit: " li a0, 10\n ecall\n",
    ret: " ret\n",
    add: "addi",
};

const MIPS: Syntax = Syntax {
    registers: ["$s1", "$s2", "$t1", "$t2"],
    counter: "$s3",
    base: "$s4",
    zero: "$zero",
    print: |reg| format!(" move $a0, {reg}\n li $v0, 1\n syscall\n"),
    read: |reg| format!(" li $v0, 5\n syscall\n move {reg}, $v0\n"),
    write: " la $a0, file\n li $a1, 9\n li $v0, 13\n syscall\n move $a0, $v0\n move $a1, $s4\n \
            li $a2, 16\n li $v0, 15\n syscall\n li $v0, 16\n syscall\n",
    exit: " li $v0, 10\n syscall\n",
    ret: " jr $ra\n",
    add: "addiu",
};

fn write(text: &mut String, syntax: &Syntax, pieces: &[Piece], labels: &mut u32) {
    for piece in pieces {
        match piece {
            Piece::Add(a, b, n) => {
                let (a, b) = (syntax.registers[*a], syntax.registers[*b]);
                *text += &format!(" {} {a}, {b}, {n}\n", syntax.add);
            }
            Piece::Store(a, k) => {
                let reg = syntax.registers[*a];
                *text += &format!(" sw {reg}, {}({})\n", 4 * k, syntax.base);
            }
            Piece::Load(a, k) => {
                let reg = syntax.registers[*a];
                *text += &format!(" lw {reg}, {}({})\n", 4 * k, syntax.base);
            }
            Piece::Call(k) => {
                // Something that does no harm in a delay slot: another call would skip what comes
                // after it.
                let reg = syntax.registers[3];
                *text += &format!(" jal f{k}\n {} {reg}, {reg}, 1\n", syntax.add);
            }
            Piece::Print(a) => *text += &(syntax.print)(syntax.registers[*a]),
            Piece::Read(a) => *text += &(syntax.read)(syntax.registers[*a]),
            Piece::Write => *text += syntax.write,
            Piece::Loop(times, inner) => {
                *labels += 1;
                let label = *labels;
                let counter = syntax.counter;
                *text += &format!(" li {counter}, {times}\nl{label}:\n");
                write(text, syntax, inner, labels);
                *text += &format!(" {} {counter}, {counter}, -1\n", syntax.add);
                *text += &format!(" bne {counter}, {}, l{label}\n", syntax.zero);
                // In a delay slot, the next loop's counter would be set each time.
                *text += " nop\n";
            }
            Piece::Fault => {
                *text += &format!(" lw {}, 1(zero)\n", syntax.registers[0])
                    .replace("(zero)", &format!("({})", syntax.zero))
            }
        }
    }
}

/// The source of a program.
pub(crate) fn source(machine: Machine, pieces: &[Piece]) -> String {
    let syntax = if machine.is_mips() { &MIPS } else { &RISCV };
    let mut text = String::from(
        ".data\narray: .word 1, 2, 3, 4\nfile: .asciiz \"file\"\n.text\n.globl main\nmain:\n",
    );
    text += &format!(" la {}, array\n", syntax.base);
    write(&mut text, syntax, pieces, &mut 0);
    text += syntax.exit;
    let (s1, t1, base) = (syntax.registers[0], syntax.registers[2], syntax.base);
    text += &format!("f0:\n {0} {s1}, {s1}, 1\n{1}", syntax.add, syntax.ret);
    text += &format!("f1:\n lw {t1}, 0({base})\n {0} {t1}, {t1}, 2\n", syntax.add);
    text += &format!(" sw {t1}, 8({base})\n{} nop\n", syntax.ret);
    text
}

/// A source that was assembled.
pub(crate) fn load(machine: Machine, text: &str) -> LoadedProgram {
    let (name, target) = match machine {
        Machine::RiscV => ("p.s", Target::RiscV),
        Machine::Mips | Machine::Delayed => ("p.asm", Target::Mips),
    };
    let mut loader = assembler::MemoryLoader::default().with(name, text);
    let options = LoadOptions {
        target: Some(target),
        delay_slots: machine == Machine::Delayed,
        ..LoadOptions::new(PathBuf::new())
    };
    LoadRequest::new(name, &options)
        .from_loader(&mut loader)
        .load()
}

/// An engine for a program.
pub(crate) fn engine(machine: Machine, text: &str) -> Engine {
    let loaded = load(machine, text);
    assert!(loaded.program.is_some(), "{text}\n{:?}", loaded.diagnostics);
    let setup = DebugSetup {
        input: Some(INPUT.into()),
        // Only copies of files are written.
        files: Files::below(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap(),
        ..DebugSetup::new(&loaded)
    };
    Engine::new(loaded, setup).unwrap()
}

/// All that can be seen of a state.
#[derive(Debug, PartialEq)]
pub(crate) struct Whole {
    step: u64,
    /// Where it stands.
    pub pc: u32,
    registers: machine::run::Registers,
    /// The data of the program, which is all that it writes.
    data: Vec<u8>,
    output: Vec<u8>,
    input: (usize, usize),
    files: Vec<(String, Arc<Vec<u8>>)>,
}

impl Whole {
    /// The present state.
    pub(crate) fn of(engine: &Engine) -> Self {
        let data = engine.evaluate("array").unwrap() as u32;
        let data = (data..data + 64).map(|at| engine.memory().peek(at));
        let mut registers = engine.registers().clone();
        // What nobody can read.
        registers.x[32] = 0;
        registers.x[67..].fill(0);
        Whole {
            step: engine.step(),
            pc: engine.pc(),
            registers,
            data: data.collect(),
            output: engine.output(0).to_vec(),
            input: engine.input_read(),
            files: engine.files(),
        }
    }
}

/// All words of memory that are not zero, so that pages which were never written are like others.
pub(crate) fn memory(engine: &Engine) -> Vec<(u32, u32)> {
    let words = engine.memory().pages().flat_map(|(at, page)| {
        let words = page.chunks_exact(4).zip((at..).step_by(4));
        words.map(|(word, at)| (at, u32::from_le_bytes(word.try_into().unwrap())))
    });
    words.filter(|(_, word)| *word != 0).collect()
}

/// Every state of a run, one instruction at a time.
pub(crate) fn states(machine: Machine, text: &str) -> Vec<Whole> {
    let mut engine = engine(machine, text);
    let mut states = vec![Whole::of(&engine)];
    while engine.ended().is_none() && states.len() < 3000 {
        engine.step_instructions(1);
        let state = Whole::of(&engine);
        if state.step == states.len() as u64 {
            states.push(state);
        }
    }
    states
}
