//! Every call of MARS, and the keyboard and display, on a guest that is nothing but registers and
//! memory.

mod calls;
mod devices;
mod files;
mod lab;
mod start;
mod streams;

use super::*;
use crate::image::{Access, Segment};
use crate::isa::Reg;
use crate::memory::Memory;

const V0: Reg = Reg(2);
const A0: Reg = Reg(4);
const A1: Reg = Reg(5);
const A2: Reg = Reg(6);
const A3: Reg = Reg(7);
const GP: Reg = Reg(28);
const SP: Reg = Reg(29);
const F0: Reg = Reg(32);
const F1: Reg = Reg(33);
const F12: Reg = Reg(44);
const F13: Reg = Reg(45);

/// The double in a register and the one after it.
fn double(guest: &dyn Guest, reg: Reg) -> f64 {
    let (low, high) = (guest.reg(reg), guest.reg(Reg(reg.0 + 1)));
    f64::from_bits(u64::from(high) << 32 | u64::from(low))
}

/// Where the data segment begins.
const DATA: u32 = 0x1001_0000;

/// Registers and memory.
struct Board {
    registers: [u32; 66],
    memory: Memory,
    steps: u64,
    vector: Option<u32>,
    /// Whether interrupts are accepted, and those that were.
    accepts: bool,
    interrupts: Vec<u32>,
}

impl Guest for Board {
    fn reg(&self, reg: Reg) -> u32 {
        self.registers[usize::from(reg.0)]
    }

    fn set_reg(&mut self, reg: Reg, value: u32) {
        self.registers[usize::from(reg.0)] = value;
    }

    fn wide_reg(&self, reg: Reg) -> u64 {
        self.reg(reg).into()
    }

    fn set_wide_reg(&mut self, reg: Reg, value: u64) {
        self.set_reg(reg, value as u32);
    }

    fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn set_pc(&mut self, _pc: u32) {}

    fn check_gap(&mut self, _check: bool) {}

    fn check_alignment(&mut self, _check: bool) {}

    fn allow_user_traps(&mut self) {}

    fn steps(&self) -> u64 {
        self.steps
    }

    fn set_exception_vector(&mut self, vector: u32) {
        self.vector = Some(vector);
    }

    fn interrupt(&mut self, lines: u32) -> bool {
        if self.accepts {
            self.interrupts.push(lines);
        }
        self.accepts
    }

    fn add_executable(&mut self, _first: u32, _last: u32) {}
}

/// A program in its environment.
struct World {
    board: Board,
    mars: Mars,
}

/// What a call did.
#[derive(Debug, PartialEq)]
struct Done {
    /// What it asked, in order.
    requests: Vec<Request>,
    /// How it ended.
    end: Result<Action, CallFault>,
}

/// A call that asked these things, and then the program goes on.
fn asked(requests: impl IntoIterator<Item = Request>) -> Done {
    Done {
        requests: requests.into_iter().collect(),
        end: Ok(Action::Continue),
    }
}

/// A call that asked nothing.
fn quiet() -> Done {
    asked([])
}

fn print(stream: u8, bytes: impl AsRef<[u8]>) -> Request {
    Request::Print {
        stream,
        bytes: bytes.as_ref().to_vec(),
    }
}

fn line(text: impl AsRef<[u8]>) -> Answer {
    Answer::Bytes(text.as_ref().to_vec())
}

fn segment(name: &str, address: u32, size: u32, execute: bool) -> Segment {
    Segment {
        name: name.to_string(),
        address,
        bytes: Vec::new(),
        size,
        access: Access {
            read: !execute,
            write: !execute,
            execute,
        },
    }
}

fn image() -> Image {
    Image {
        segments: vec![
            segment("text", 0x0040_0000, 8, true),
            segment("data", DATA, 0x100, false),
        ],
        ..Image::default()
    }
}

/// A started program.
fn world() -> World {
    World::start(Mars::new(&MarsMap::DEFAULT, 0), &image(), &["prog"])
}

impl World {
    fn start(mut mars: Mars, image: &Image, args: &[&str]) -> World {
        let mut board = Board {
            registers: [0; 66],
            memory: Memory::default(),
            steps: 0,
            vector: None,
            accepts: false,
            interrupts: Vec::new(),
        };
        let args: Vec<Vec<u8>> = args.iter().map(|arg| arg.as_bytes().to_vec()).collect();
        mars.start(&mut board, image, &args).unwrap();
        World { board, mars }
    }

    /// Makes a call with these registers; the host gives these answers, all of which must be
    /// asked for.
    #[track_caller]
    fn call(&mut self, number: u32, registers: &[(Reg, u32)], answers: &[Answer]) -> Done {
        self.board.set_reg(V0, number);
        for &(reg, value) in registers {
            self.board.set_reg(reg, value);
        }
        let action = self.mars.call(&mut self.board);
        self.settle(action, answers)
    }

    #[track_caller]
    fn settle(&mut self, mut action: Result<Action, CallFault>, answers: &[Answer]) -> Done {
        let mut answers = answers.iter().cloned();
        let mut requests = Vec::new();
        while let Ok(Action::Ask(request)) = action {
            let answer = match request.tells_nothing() {
                true => Answer::Done,
                false => answers.next().expect("the test has an answer"),
            };
            requests.push(request);
            action = self.mars.answer(&mut self.board, answer);
        }
        assert_eq!(answers.next(), None, "all answers are used");
        Done {
            requests,
            end: action,
        }
    }

    fn reg(&self, reg: Reg) -> u32 {
        self.board.reg(reg)
    }

    fn write(&mut self, address: u32, bytes: impl AsRef<[u8]>) {
        let memory = &mut self.board.memory;
        memory.write_host(address, bytes.as_ref()).unwrap();
    }

    fn read<const N: usize>(&self, address: u32) -> [u8; N] {
        self.board.memory.peek_bytes(address)
    }

    fn word(&self, address: u32) -> u32 {
        u32::from_le_bytes(self.read(address))
    }
}
