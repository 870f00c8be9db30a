//! Programs made of instructions by name, and sessions of them.

use machine::env::{Environment, Mars, MarsMap};
use machine::image::{Access, Image, Segment, Symbol};
use machine::isa::Register;
use machine::observe::{At, Observer, Off};
use runtime::{Console, End, Limits, Outcome, Session, Target};
use std::sync::Arc;

pub(crate) const TEXT: u32 = 0x0040_0000;
pub(crate) const HANDLER: u32 = 0x8000_0180;
pub(crate) const DATA: u32 = 0x1001_0000;

/// The word of one instruction, written as in a source but with distances from the next
/// instruction instead of labels.
#[track_caller]
fn encode(text: &str) -> u32 {
    let text = text.replace([',', '(', ')'], " ");
    let mut parts = text.split_whitespace();
    let name = parts.next().unwrap_or("");
    let mut operands: Vec<i64> = parts.map(operand).collect();
    // A number that fits one instruction.
    let name = match name {
        "li" => {
            operands.insert(1, 0);
            "addiu"
        }
        name => name,
    };
    // What is left out at the end has its default.
    let row = testkit::row(&mips32::DESC, name);
    let left_out = row.operands.iter().skip(operands.len());
    operands.extend(left_out.filter_map(|operand| operand.default.map(i64::from)));
    testkit::encode(&mips32::DESC, name, &operands)
}

/// A number, or the number of a register.
fn operand(text: &str) -> i64 {
    let registers = mips32::DESC.registers;
    let named = |r: &&Register| r.name == text || r.numbered == text;
    match (registers.iter().find(named), text.strip_prefix("0x")) {
        (Some(register), _) => i64::from(register.reg.0 & 31),
        (None, Some(hex)) => i64::from_str_radix(hex, 16).expect("a number"),
        (None, None) => text.parse().expect("a number"),
    }
}

/// The words of instructions, one a line.
#[track_caller]
pub(crate) fn code(text: &str) -> Vec<u32> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(encode).collect()
}

fn segment(name: &str, address: u32, bytes: Vec<u8>, execute: bool) -> Segment {
    Segment {
        name: name.to_string(),
        address,
        size: bytes.len() as u32,
        bytes,
        access: Access {
            read: !execute,
            write: !execute,
            execute,
        },
    }
}

fn bytes(words: Vec<u32>, big_endian: bool) -> Vec<u8> {
    let bytes = |word: u32| match big_endian {
        true => word.to_be_bytes(),
        false => word.to_le_bytes(),
    };
    words.into_iter().flat_map(bytes).collect()
}

/// A program with a handler of exceptions, if that is not empty.
pub(crate) fn image(main: &str, handler: &str, data: &[u8]) -> Image {
    arranged(main, handler, data, false)
}

/// The same for a machine with its high byte first.
pub(crate) fn big_endian_image(main: &str, data: &[u8]) -> Image {
    arranged(main, "", data, true)
}

fn arranged(main: &str, handler: &str, data: &[u8], big_endian: bool) -> Image {
    let mut segments = vec![
        segment("text", TEXT, bytes(code(main), big_endian), true),
        segment("data", DATA, data.to_vec(), false),
        segment("ktext", HANDLER, bytes(code(handler), big_endian), true),
    ];
    segments.retain(|segment| segment.size > 0);
    Image {
        segments,
        symbols: vec![Symbol {
            name: "main".to_string(),
            address: TEXT,
            global: true,
            absolute: false,
        }]
        .into(),
        entry: TEXT,
        big_endian,
        ..Image::default()
    }
}

pub(crate) fn mars() -> Box<dyn Environment> {
    Box::new(Mars::new(&MarsMap::DEFAULT, 0))
}

pub(crate) fn session(image: Image, limits: Limits) -> Session {
    let args = vec![b"prog".to_vec()];
    Session::new(Target::Mips, Arc::new(image), mars(), args, limits).expect("it fits")
}

pub(crate) type TestHost<'a> = Console<&'a [u8], Vec<u8>, Vec<u8>>;

pub(crate) fn host(input: &str) -> TestHost<'_> {
    let mut host = Console::new(input.as_bytes(), Vec::new(), Vec::new());
    host.clock.use_virtual_time();
    host
}

/// Runs to the end or a million steps; the end, and what was printed.
pub(crate) fn run(image: Image, input: &str) -> (End, String) {
    let limits = Limits {
        steps: Some(1_000_000),
        ..Limits::default()
    };
    let mut session = session(image, limits);
    let mut host = host(input);
    let outcome = session.run(&mut Off, &mut host);
    check_repetition(&session, &outcome);
    (outcome.end, String::from_utf8_lossy(&host.output).into())
}

/// A repetition is the same run: it gets as far, and sees every instruction once.
#[track_caller]
fn check_repetition(session: &Session, outcome: &Outcome) {
    let mut seen = Seen::default();
    session.repeat(&mut seen).expect("the run is short");
    let steps: Vec<u64> = (0..seen.0.last().map_or(0, |last| last + 1)).collect();
    let exceptions = steps.len() - seen.0.len();
    assert!(seen.0.is_sorted_by(|a, b| a < b), "each step once");
    assert!(exceptions * 2 <= steps.len());
    assert!(outcome.steps - steps.len() as u64 <= 1, "to the same end");
}

/// The steps of the instructions.
#[derive(Default)]
struct Seen(Vec<u64>);

impl Observer for Seen {
    fn instruction(&mut self, at: &At) {
        self.0.push(at.step);
    }
}
