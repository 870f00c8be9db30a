//! States of a machine that are kept.

use super::delayed_loads::LoadDelay;
use super::{ControlState, Machine, Registers};
use crate::code::CodeSide;
use crate::isa::{Class, Reg};
use crate::memory::MemorySnapshot;

/// Everything a [`Machine`] can be brought back to.
pub struct Snapshot {
    registers: Registers,
    state: Box<dyn ControlState>,
    pc: u32,
    delayed_target: Option<u32>,
    steps: u64,
    side: CodeSide,
    load_delay: LoadDelay,
    memory: MemorySnapshot,
    /// How many ranges of addresses are executable; a program may get more as it runs.
    pieces: usize,
}

impl Snapshot {
    /// A register.
    pub fn register(&self, reg: Reg) -> u64 {
        self.registers.get(reg)
    }

    /// The contents of memory.
    pub fn memory(&self) -> &MemorySnapshot {
        &self.memory
    }
}

impl Machine {
    /// Keeps the present state.
    pub fn snapshot(&mut self) -> Snapshot {
        Snapshot {
            registers: self.registers.clone(),
            state: self.state.fork(),
            pc: self.pc,
            delayed_target: self.delayed_target,
            steps: self.steps,
            side: self.side,
            load_delay: self.load_delay,
            memory: self.memory.snapshot(),
            pieces: self.code.pieces(),
        }
    }

    /// Whether all that decides what the program does is as it was then. Where that is not sure, it says
    /// no: with a handler of exceptions, and with instructions that use control registers.
    pub fn is_as_in(&self, snapshot: &Snapshot) -> bool {
        let then = &snapshot.registers;
        let now = &self.registers;
        self.pc == snapshot.pc
            && (self.delayed_target, snapshot.delayed_target) == (None, None)
            && self.side == snapshot.side
            && now.x[..32] == then.x[..32]
            && now.x[64..128] == then.x[64..128]
            && now.f == then.f
            && self.code.pieces() == snapshot.pieces
            && self.memory.is_as_in(&snapshot.memory)
            && self.handler().is_none()
            && self.has_plain_code()
    }

    /// Whether all code that can have run uses registers and memory alone.
    fn has_plain_code(&self) -> bool {
        let decoded = [&self.code, &self.in_order];
        let mut addresses = decoded.into_iter().flat_map(|code| code.addresses());
        addresses.all(|pc| {
            let found = self.desc().decode_any(self.word_at(pc));
            found.is_none_or(|found| {
                let class = self.desc().rows[found.row].class;
                !matches!(
                    class,
                    Class::Csr | Class::Float | Class::Atomic | Class::Fence
                )
            })
        })
    }

    /// Goes back to a kept state.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.registers = snapshot.registers.clone();
        self.state = snapshot.state.fork();
        self.pc = snapshot.pc;
        self.delayed_target = snapshot.delayed_target;
        self.steps = snapshot.steps;
        self.side = snapshot.side;
        self.load_delay = snapshot.load_delay;
        self.forget_pause();
        let fewer = self.code.keep_pieces(snapshot.pieces);
        self.in_order.keep_pieces(snapshot.pieces);
        if self.memory.restore(&snapshot.memory) || fewer {
            self.forget_code();
        }
    }
}
