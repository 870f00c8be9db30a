//! What the semantics of an instruction evaluate to, and how the loop goes on from it.

use super::{Cx, Isa, Leave, Stop};
use crate::isa::Insn;
use crate::observe::Listener;
use crate::trap::Trap;

/// Where control goes after an instruction that may change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// To the next instruction.
    Next,
    /// To the target of this direct jump, a slot.
    Direct(u32),
    /// To an address.
    Indirect(u32),
    /// To an address, at once even if there are delay slots.
    Now(u32),
    /// Over the next instruction, if that is a delay slot: a branch that annuls it.
    Annul,
    /// To the host, to answer a call of the environment.
    Host,
}

/// What the semantics of an instruction may evaluate to. Each kind knows how the loop goes on
/// from it; it answers false if the loop must be left.
pub trait Settle {
    /// Moves the machine on.
    fn settle<I: Isa, L: Listener, const RULES: u8>(
        self,
        cx: &mut Cx<'_, I, L, RULES>,
        insn: &Insn,
    ) -> bool;
}

impl Settle for () {
    #[inline(always)]
    fn settle<I: Isa, L: Listener, const RULES: u8>(
        self,
        cx: &mut Cx<'_, I, L, RULES>,
        _insn: &Insn,
    ) -> bool {
        cx.advance();
        true
    }
}

impl Settle for Flow {
    #[inline(always)]
    fn settle<I: Isa, L: Listener, const RULES: u8>(
        self,
        cx: &mut Cx<'_, I, L, RULES>,
        insn: &Insn,
    ) -> bool {
        match self {
            Flow::Next => ().settle(cx, insn),
            Flow::Direct(target) => cx.go_direct(insn, target),
            Flow::Indirect(address) => cx.go_indirect(insn, address),
            Flow::Now(address) => cx.go_now(insn, address),
            Flow::Annul => cx.annul(),
            Flow::Host => cx.leave(Leave::Stop(Stop::Host), cx.pc()),
        }
    }
}

impl<T: Settle> Settle for Result<T, Trap> {
    #[inline(always)]
    fn settle<I: Isa, L: Listener, const RULES: u8>(
        self,
        cx: &mut Cx<'_, I, L, RULES>,
        insn: &Insn,
    ) -> bool {
        match self {
            Ok(outcome) => outcome.settle(cx, insn),
            Err(trap) => cx.leave(Leave::Stop(Stop::Trap(trap)), cx.pc()),
        }
    }
}
