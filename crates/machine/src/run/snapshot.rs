//! States of a machine that are kept.

use super::{Isa, Machine, Registers};
use crate::memory::MemorySnapshot;

/// Everything a [`Machine`] can be brought back to.
#[derive(Clone)]
pub struct Snapshot<I: Isa> {
    registers: Registers,
    state: I::State,
    pc: u32,
    delayed_target: Option<u32>,
    steps: u64,
    memory: MemorySnapshot,
    /// How many ranges of addresses are executable; a program may get more as it runs.
    pieces: usize,
}

impl<I: Isa> Snapshot<I> {
    /// The contents of memory.
    pub fn memory(&self) -> &MemorySnapshot {
        &self.memory
    }
}

impl<I: Isa> Machine<I> {
    /// Keeps the present state.
    pub fn snapshot(&mut self) -> Snapshot<I> {
        Snapshot {
            registers: self.registers.clone(),
            state: self.state.clone(),
            pc: self.pc,
            delayed_target: self.delayed_target,
            steps: self.steps,
            memory: self.memory.snapshot(),
            pieces: self.code.pieces(),
        }
    }

    /// Goes back to a kept state.
    pub fn restore(&mut self, snapshot: &Snapshot<I>) {
        self.registers = snapshot.registers.clone();
        self.state = snapshot.state.clone();
        self.pc = snapshot.pc;
        self.delayed_target = snapshot.delayed_target;
        self.steps = snapshot.steps;
        self.forget_pause();
        let fewer = self.code.keep_pieces(snapshot.pieces);
        self.in_order.keep_pieces(snapshot.pieces);
        if self.memory.restore(&snapshot.memory) || fewer {
            self.forget_code();
        }
    }
}
