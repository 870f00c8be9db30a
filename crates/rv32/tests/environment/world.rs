//! A machine that does nothing but call its environment, and the host it talks to.

use crate::common::encode;
use machine::env::{Action, Answer, CallFault, Environment, Request, Venus};
use machine::image::{Access, Image, Segment};
use machine::observe::Off;
use machine::run::{Machine, Stop};
use testkit::segment;

/// Where the data segment begins.
pub(crate) const DATA: u32 = 0x1000_0000;
/// How many bytes it has.
pub(crate) const DATA_SIZE: u32 = 0x1000;
/// A page that the program may only read.
pub(crate) const ROM: u32 = 0x0800_0000;
/// The address after the text.
pub(crate) const TEXT_END: u32 = 8;

/// Registers that calls use.
pub(crate) const SP: u8 = 2;
/// First argument.
pub(crate) const A0: u8 = 10;
/// Second argument.
pub(crate) const A1: u8 = 11;
/// Third argument.
pub(crate) const A2: u8 = 12;
/// Fourth argument.
pub(crate) const A3: u8 = 13;
/// Fifth argument.
pub(crate) const A4: u8 = 14;
/// Seventh argument.
pub(crate) const A6: u8 = 16;
/// Eighth argument.
pub(crate) const A7: u8 = 17;

/// What a call did.
#[derive(Debug, PartialEq)]
pub(crate) struct Done {
    /// What it asked the host, in order.
    pub requests: Vec<Request>,
    /// How it ended.
    pub end: Result<Action, CallFault>,
}

impl Done {
    /// A call that asked nothing.
    pub(crate) fn quiet() -> Done {
        Done {
            requests: Vec::new(),
            end: Ok(Action::Continue),
        }
    }

    /// A call that asked one thing, and then the program goes on.
    pub(crate) fn asked(request: Request) -> Done {
        Done {
            requests: vec![request],
            end: Ok(Action::Continue),
        }
    }
}

/// Print on a standard stream.
pub(crate) fn print(stream: u8, bytes: impl AsRef<[u8]>) -> Request {
    Request::Print {
        stream,
        bytes: bytes.as_ref().to_vec(),
    }
}

/// Input for the program.
pub(crate) fn input(bytes: impl AsRef<[u8]>) -> Answer {
    Answer::Bytes(bytes.as_ref().to_vec())
}

/// Venus with other settings.
pub(crate) fn venus(change: impl Fn(&mut Venus)) -> Venus {
    let mut environment = Venus::default();
    change(&mut environment);
    environment
}

/// A program: an `ecall` and a jump back to it, data and a page that is read-only.
pub(crate) fn image() -> Image {
    let words = [encode("ecall", &[]), encode("jal", &[0, -4])];
    let rom = Segment {
        access: Access {
            read: true,
            write: false,
            execute: false,
        },
        ..segment("rom", ROM, 0x1000, &[])
    };
    Image {
        segments: vec![
            segment("text", 0, TEXT_END, &words),
            rom,
            segment("data", DATA, DATA_SIZE, &[]),
        ],
        ..Image::default()
    }
}

/// A machine in an environment.
pub(crate) struct World<E> {
    /// The machine.
    pub machine: Machine,
    /// Its environment.
    pub environment: E,
}

impl<E: Environment> World<E> {
    /// Starts the program with these arguments.
    pub(crate) fn start(mut environment: E, image: &Image, args: &[&str]) -> Self {
        let mut machine = Machine::new(rv32::PROCESSOR);
        machine.load(image).expect("it fits");
        let args: Vec<Vec<u8>> = args.iter().map(|arg| arg.as_bytes().to_vec()).collect();
        environment
            .start(&mut machine, image, &args)
            .expect("it fits");
        World {
            machine,
            environment,
        }
    }

    /// A register.
    pub(crate) fn x(&self, number: u8) -> u32 {
        self.machine.registers.x[usize::from(number)]
    }

    /// Sets a register.
    pub(crate) fn set(&mut self, number: u8, value: u32) {
        self.machine.registers.x[usize::from(number)] = value;
    }

    /// Puts bytes into memory.
    pub(crate) fn write(&mut self, address: u32, bytes: impl AsRef<[u8]>) {
        let memory = &mut self.machine.memory;
        memory.write_host(address, bytes.as_ref()).expect("it fits");
    }

    /// Bytes of memory.
    pub(crate) fn read<const N: usize>(&self, address: u32) -> [u8; N] {
        self.machine.memory.peek_bytes(address)
    }

    /// A word of memory.
    pub(crate) fn word(&self, address: u32) -> u32 {
        self.machine.word_at(address)
    }

    /// Executes an `ecall` with these registers; the host gives these answers, all of which must
    /// be asked for.
    #[track_caller]
    pub(crate) fn call(&mut self, registers: &[(u8, u32)], answers: &[Answer]) -> Done {
        for &(number, value) in registers {
            self.set(number, value);
        }
        self.machine.pc = 0;
        assert_eq!(self.machine.run(&mut Off, 1), Stop::Host);
        let mut answers = answers.iter().cloned();
        let mut requests = Vec::new();
        let mut end = self.environment.call(&mut self.machine);
        while let Ok(Action::Ask(request)) = end {
            requests.push(request);
            let answer = answers.next().expect("the test has an answer");
            end = self.environment.answer(&mut self.machine, answer);
        }
        assert_eq!(answers.next(), None, "all answers are used");
        Done { requests, end }
    }
}
