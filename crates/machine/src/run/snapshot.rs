//! States of a machine that are kept.

use super::{ControlState, Machine, Registers};
use crate::code::CodeSide;
use crate::isa::Reg;
use crate::memory::MemorySnapshot;

/// Everything a [`Machine`] can be brought back to.
pub struct Snapshot {
    registers: Registers,
    state: Box<dyn ControlState>,
    pc: u32,
    delayed_target: Option<u32>,
    steps: u64,
    side: CodeSide,
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
            memory: self.memory.snapshot(),
            pieces: self.code.pieces(),
        }
    }

    /// Goes back to a kept state.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.registers = snapshot.registers.clone();
        self.state = snapshot.state.fork();
        self.pc = snapshot.pc;
        self.delayed_target = snapshot.delayed_target;
        self.steps = snapshot.steps;
        self.side = snapshot.side;
        self.forget_pause();
        let fewer = self.code.keep_pieces(snapshot.pieces);
        self.in_order.keep_pieces(snapshot.pieces);
        if self.memory.restore(&snapshot.memory) || fewer {
            self.forget_code();
        }
    }
}
