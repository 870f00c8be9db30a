//! One instruction on registers that somebody else knows, for those who follow undefined bits without a
//! machine.

use super::{DefinedBit, DefinedWord};
use crate::isa::Insn;
use crate::reading::{OpaqueRows, Reading};
use crate::run::{Flow, Isa};
use crate::trap::Trap;

/// The undefined bits of the register that an instruction sets, if it computes that from registers
/// alone and its row is not opaque.
pub fn result<I: Isa>(insn: &Insn, registers: &dyn Fn(u8) -> DefinedWord) -> Option<u32> {
    let mut reading = OfRegisters::<I> {
        registers,
        state: I::State::default(),
        destination: insn.rd,
        result: None,
        taken: None,
    };
    I::read(&mut reading, insn)?;
    reading.result.map(DefinedWord::undefined)
}

/// Whether a branch is taken, if its row is not opaque.
pub fn is_taken<I: Isa>(insn: &Insn, registers: &dyn Fn(u8) -> DefinedWord) -> Option<bool> {
    let mut reading = OfRegisters::<I> {
        registers,
        state: I::State::default(),
        destination: insn.rd,
        result: None,
        taken: None,
    };
    I::read(&mut reading, insn)?;
    reading.taken
}

struct OfRegisters<'a, I: Isa> {
    registers: &'a dyn Fn(u8) -> DefinedWord,
    state: I::State,
    destination: u8,
    result: Option<DefinedWord>,
    taken: Option<bool>,
}

/// Memory is not known here.
const UNKNOWN: Trap = Trap::Conditional;

impl<I: Isa> Reading for OfRegisters<'_, I> {
    type Isa = I;
    type Word = DefinedWord;
    type Outcome = ();

    fn x(&self, number: u8) -> DefinedWord {
        match number {
            0 | Insn::SINK => 0.into(),
            _ => (self.registers)(number),
        }
    }

    fn set_x(&mut self, number: u8, value: DefinedWord) {
        if number == self.destination {
            self.result = Some(value);
        }
    }

    fn set_x_if(&mut self, condition: DefinedBit, number: u8, value: DefinedWord) {
        let kept = self.x(number);
        let chosen = if condition.holds() { value } else { kept };
        self.set_x(number, condition.spoils(chosen));
    }

    fn load<const N: usize>(&mut self, _address: DefinedWord) -> Result<DefinedWord, Trap> {
        Err(UNKNOWN)
    }

    fn store<const N: usize>(
        &mut self,
        _address: DefinedWord,
        _value: DefinedWord,
    ) -> Result<(), Trap> {
        Err(UNKNOWN)
    }

    fn align<const N: usize>(&mut self, _address: DefinedWord, _store: bool) -> Result<(), Trap> {
        Ok(())
    }

    fn pc(&self) -> DefinedWord {
        0.into()
    }

    fn next_pc(&self) -> DefinedWord {
        0.into()
    }

    fn big_endian(&self) -> bool {
        false
    }

    fn state(&self) -> &I::State {
        &self.state
    }

    fn trap_if(&mut self, _condition: DefinedBit, _trap: Trap) -> Result<(), Trap> {
        Ok(())
    }

    fn go(&mut self, _insn: &Insn, flow: Flow<DefinedWord>) {
        if let Flow::Branch(taken) | Flow::BranchLikely(taken) = flow {
            self.taken = Some(taken.holds());
        }
    }

    fn stop(&mut self, _trap: Trap) {}
}

impl<I: Isa> OpaqueRows for OfRegisters<'_, I> {
    fn opaque(&mut self, _insn: &Insn) {}
}
