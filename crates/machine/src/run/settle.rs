//! Where control goes after an instruction, and how the loop goes on from there.

use super::{Cx, Isa, Leave, Stop};
use crate::isa::Insn;
use crate::observe::Listener;
use crate::reading::{DomainWord, Reading, Word32};
use crate::trap::Trap;

/// Where control goes after an instruction that may change it.
#[derive(Clone, Copy, Debug)]
pub enum Flow<W: DomainWord> {
    /// To the next instruction.
    Next,
    /// To the target of this direct jump.
    Direct,
    /// To the target of this direct branch if something holds, else to the next instruction.
    Branch(W::Bit),
    /// To the target of this direct branch if something holds, else over its delay slot.
    BranchLikely(W::Bit),
    /// To an address.
    Indirect(W),
    /// To an address, at once even if there are delay slots.
    Now(W),
    /// To the host, to answer a call of the environment.
    Host,
}

/// The interpreter: what a row says is done.
impl<I: Isa, L: Listener, const RULES: u8> Reading for Cx<'_, I, L, RULES> {
    type Isa = I;
    type Word = Word32;
    /// Whether the loop goes on.
    type Outcome = bool;

    #[inline(always)]
    fn x(&self, number: u8) -> Word32 {
        Word32(Cx::x(self, number))
    }

    #[inline(always)]
    fn set_x(&mut self, number: u8, value: Word32) {
        Cx::set_x(self, number, value.0);
    }

    #[inline(always)]
    fn set_x_if(&mut self, condition: bool, number: u8, value: Word32) {
        if condition {
            Cx::set_x(self, number, value.0);
        }
    }

    #[inline(always)]
    fn load<const N: usize>(&mut self, address: Word32) -> Result<Word32, Trap> {
        Cx::load::<N>(self, address.0).map(|value| Word32(value as u32))
    }

    #[inline(always)]
    fn store<const N: usize>(&mut self, address: Word32, value: Word32) -> Result<(), Trap> {
        Cx::store::<N>(self, address.0, value.0.into())
    }

    #[inline(always)]
    fn align<const N: usize>(&mut self, address: Word32, store: bool) -> Result<(), Trap> {
        Cx::align::<N>(self, address.0, store)
    }

    // As one: if `align` passed its trap on, every access would copy it once more.
    #[inline(always)]
    fn load_aligned<const N: usize>(&mut self, address: Word32) -> Result<Word32, Trap> {
        Cx::load_aligned::<N>(self, address.0).map(|value| Word32(value as u32))
    }

    #[inline(always)]
    fn store_aligned<const N: usize>(
        &mut self,
        address: Word32,
        value: Word32,
    ) -> Result<(), Trap> {
        Cx::store_aligned::<N>(self, address.0, value.0.into())
    }

    #[inline(always)]
    fn pc(&self) -> Word32 {
        Word32(Cx::pc(self))
    }

    #[inline(always)]
    fn next_pc(&self) -> Word32 {
        Word32(Cx::next_pc(self))
    }

    #[inline(always)]
    fn big_endian(&self) -> bool {
        Cx::big_endian(self)
    }

    #[inline(always)]
    fn state(&self) -> &I::State {
        self.state
    }

    #[inline(always)]
    fn trap_if(&mut self, condition: bool, trap: Trap) -> Result<(), Trap> {
        if condition { Err(trap) } else { Ok(()) }
    }

    #[inline(always)]
    fn go(&mut self, insn: &Insn, flow: Flow<Word32>) -> bool {
        match flow {
            Flow::Next | Flow::Branch(false) => {
                self.advance();
                true
            }
            Flow::Direct | Flow::Branch(true) | Flow::BranchLikely(true) => {
                self.go_direct(insn, insn.imm())
            }
            Flow::BranchLikely(false) => self.annul(),
            Flow::Indirect(address) => self.go_indirect(insn, address.0),
            Flow::Now(address) => self.go_now(insn, address.0),
            Flow::Host => self.leave(Leave::Stop(Stop::Host), Cx::pc(self)),
        }
    }

    #[inline(always)]
    fn stop(&mut self, trap: Trap) -> bool {
        self.leave(Leave::Stop(Stop::Trap(trap)), Cx::pc(self))
    }
}
