//! The reading of rows that makes native code of them.

use super::abi::Access;
use super::emit::{Emit, Place, Span};
use super::word::{NativeBit, NativeWord};
use cranelift_codegen::ir::Value;
use machine::isa::Insn;
use machine::reading::{DomainBit, OpaqueRows, Reading};
use machine::run::{Flow, Isa};
use machine::trap::Trap;

/// What came of an instruction.
pub(crate) enum Done<'e, 'f> {
    /// Control goes on so.
    Goes(Flow<NativeWord<'e, 'f>>),
    /// It is for the loops: a trap, or a row that only they know.
    Undone,
}

/// An instruction, or a branch and the one in its delay slot, while they are read.
pub(crate) struct NativeReading<'r, 'e, 'f, I: Isa> {
    pub(crate) emit: &'e Emit<'f>,
    pub(crate) state: &'r I::State,
    pub(crate) big_endian: bool,
    pub(crate) pc: u32,
    pub(crate) next_pc: u32,
    /// Where the loops begin if this cannot be carried out.
    pub(crate) place: Place,
    /// Where accesses from here on go that have the same base.
    pub(crate) ahead: Option<Span>,
    /// Registers that it has set. They are set once nothing can go wrong any more.
    pub(crate) set: &'r mut Vec<(u8, NativeWord<'e, 'f>)>,
    /// It has stored something: from now on it must be carried out.
    pub(crate) has_stored: &'r mut bool,
    /// Something cannot be translated.
    pub(crate) failed: &'r mut bool,
}

/// What a reading says that stops here: which trap it is, the loops will find.
const SOME_TRAP: Trap = Trap::Conditional;

impl<'e, 'f, I: Isa> NativeReading<'_, 'e, 'f, I> {
    fn may_leave(&mut self) {
        // The loops would store again. No row does so.
        *self.failed |= *self.has_stored;
    }

    fn place_of(&mut self, address: NativeWord<'e, 'f>, size: usize, store: bool) -> Value {
        self.may_leave();
        let access = Access {
            size: size as u32,
            store,
        };
        self.emit.place(address, access, self.place, self.ahead)
    }
}

impl<'e, 'f, I: Isa> Reading for NativeReading<'_, 'e, 'f, I> {
    type Isa = I;
    type Word = NativeWord<'e, 'f>;
    type Outcome = Done<'e, 'f>;

    fn x(&self, number: u8) -> NativeWord<'e, 'f> {
        if number == 0 || number == Insn::SINK {
            return NativeWord::Known(0);
        }
        let set = self.set.iter().rev().find(|(set, _)| *set == number);
        match set {
            Some((_, word)) => *word,
            None => NativeWord::later(self.emit.register(number), self.emit),
        }
    }

    fn set_x(&mut self, number: u8, value: NativeWord<'e, 'f>) {
        if number != Insn::SINK {
            self.set.push((number, value));
        }
    }

    fn set_x_if(&mut self, condition: NativeBit<'e, 'f>, number: u8, value: NativeWord<'e, 'f>) {
        let old = self.x(number);
        self.set_x(number, condition.select(value, old));
    }

    fn load<const N: usize>(
        &mut self,
        address: NativeWord<'e, 'f>,
    ) -> Result<NativeWord<'e, 'f>, Trap> {
        let place = self.place_of(address, N, false);
        Ok(NativeWord::later(
            self.emit.load(place, N as u32),
            self.emit,
        ))
    }

    fn store<const N: usize>(
        &mut self,
        address: NativeWord<'e, 'f>,
        value: NativeWord<'e, 'f>,
    ) -> Result<(), Trap> {
        let place = self.place_of(address, N, true);
        let value = value.value(self.emit);
        self.emit.store(place, N as u32, value);
        *self.has_stored = true;
        Ok(())
    }

    fn align<const N: usize>(
        &mut self,
        address: NativeWord<'e, 'f>,
        _store: bool,
    ) -> Result<(), Trap> {
        self.may_leave();
        match address {
            NativeWord::Known(address) if !address.is_multiple_of(N as u32) => Err(SOME_TRAP),
            NativeWord::Known(_) => Ok(()),
            NativeWord::Later { value, .. } => {
                self.emit.check_aligned(value, N as u32, self.place);
                Ok(())
            }
        }
    }

    fn pc(&self) -> NativeWord<'e, 'f> {
        NativeWord::Known(self.pc)
    }

    fn next_pc(&self) -> NativeWord<'e, 'f> {
        NativeWord::Known(self.next_pc)
    }

    fn big_endian(&self) -> bool {
        self.big_endian
    }

    fn state(&self) -> &I::State {
        self.state
    }

    fn trap_if(&mut self, condition: NativeBit<'e, 'f>, _trap: Trap) -> Result<(), Trap> {
        self.may_leave();
        match self.emit.leave_if_holds(condition, self.place) {
            true => Err(SOME_TRAP),
            false => Ok(()),
        }
    }

    fn go(&mut self, _insn: &Insn, flow: Flow<NativeWord<'e, 'f>>) -> Done<'e, 'f> {
        Done::Goes(flow)
    }

    fn stop(&mut self, _trap: Trap) -> Done<'e, 'f> {
        self.may_leave();
        Done::Undone
    }
}

impl<'e, 'f, I: Isa> OpaqueRows for NativeReading<'_, 'e, 'f, I> {
    fn opaque(&mut self, _insn: &Insn) -> Done<'e, 'f> {
        self.may_leave();
        Done::Undone
    }
}
