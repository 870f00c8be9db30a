//! Two observers as one, and an observer that may be absent.

use super::{
    At, MemoryAccess, Observer, Recalled, Run, RunSummary, Touches, Transfer, TrippedAccess, Wants,
};
use crate::isa::Reg;
use crate::memory::{Memory, Tripwires};
use crate::run::Registers;

impl<A: Observer, B: Observer> Observer for (A, B) {
    fn wants(&self) -> Wants {
        self.0.wants().or(self.1.wants())
    }

    #[inline(always)]
    fn wants_pause(&mut self) -> bool {
        // Both are asked: an answer may be given once.
        let first = self.0.wants_pause();
        self.1.wants_pause() || first
    }

    #[inline(always)]
    fn instruction(&mut self, at: &At) {
        self.0.instruction(at);
        self.1.instruction(at);
    }

    #[inline(always)]
    fn register(&mut self, reg: Reg, old: u64, new: u64) {
        self.0.register(reg, old, new);
        self.1.register(reg, old, new);
    }

    #[inline(always)]
    fn memory(&mut self, access: &MemoryAccess) {
        self.0.memory(access);
        self.1.memory(access);
    }

    #[inline(always)]
    fn transfer(&mut self, transfer: &Transfer) {
        self.0.transfer(transfer);
        self.1.transfer(transfer);
    }

    #[inline(always)]
    fn answer(&mut self, reg: Reg, old: u64, new: u64) {
        self.0.answer(reg, old, new);
        self.1.answer(reg, old, new);
    }

    fn answers(&mut self, written: &[(Reg, u64)]) {
        self.0.answers(written);
        self.1.answers(written);
    }

    fn call_from_outside(&mut self, call: &Transfer) {
        self.0.call_from_outside(call);
        self.1.call_from_outside(call);
    }

    fn given(&mut self, reg: Reg, value: u64) {
        self.0.given(reg, value);
        self.1.given(reg, value);
    }

    // What one of them knows the other must still see: no summary for two.

    fn knows(&mut self, run: &RunSummary<'_>) -> bool {
        match self.only_one() {
            Some(only) => only.knows(run),
            None => false,
        }
    }

    fn enter_loop(&mut self, touches: &mut Touches) {
        if let Some(only) = self.only_one() {
            only.enter_loop(touches);
        }
    }

    fn leave_loop(&mut self, touches: &mut Touches) {
        if let Some(only) = self.only_one() {
            only.leave_loop(touches);
        }
    }

    fn recalls(
        &mut self,
        data: u32,
        to: u32,
        registers: &Registers,
        touches: &mut Touches,
    ) -> Recalled {
        match self.only_one() {
            Some(only) => only.recalls(data, to, registers, touches),
            None => Recalled::No,
        }
    }

    fn run(&mut self, run: &Run<'_>, touches: &mut Touches) {
        self.0.run(run, touches);
        self.1.run(run, touches);
    }

    fn forget_code(&mut self) {
        self.0.forget_code();
        self.1.forget_code();
    }

    fn tripwires(&self) -> Tripwires {
        self.0.tripwires().or(self.1.tripwires())
    }

    fn tripped(&mut self, access: &TrippedAccess) {
        self.0.tripped(access);
        self.1.tripped(access);
    }

    fn environment_call(&mut self, pc: u32, registers: &Registers, memory: &Memory) {
        self.0.environment_call(pc, registers, memory);
        self.1.environment_call(pc, registers, memory);
    }

    fn ran_out(&mut self, pc: u32) {
        self.0.ran_out(pc);
        self.1.ran_out(pc);
    }
}

/// Two observers.
trait Two {
    /// The one that sees runs, if the other one does not.
    fn only_one(&mut self) -> Option<&mut dyn Observer>;
}

impl<A: Observer, B: Observer> Two for (A, B) {
    fn only_one(&mut self) -> Option<&mut dyn Observer> {
        match (self.0.wants().runs, self.1.wants().runs) {
            (true, false) => Some(&mut self.0),
            (false, true) => Some(&mut self.1),
            _ => None,
        }
    }
}

/// An observer that may be absent.
impl<A: Observer> Observer for Option<A> {
    fn wants(&self) -> Wants {
        self.as_ref().map_or(Wants::NOTHING, A::wants)
    }

    #[inline(always)]
    fn wants_pause(&mut self) -> bool {
        self.as_mut().is_some_and(A::wants_pause)
    }

    #[inline(always)]
    fn instruction(&mut self, at: &At) {
        if let Some(observer) = self {
            observer.instruction(at);
        }
    }

    #[inline(always)]
    fn register(&mut self, reg: Reg, old: u64, new: u64) {
        if let Some(observer) = self {
            observer.register(reg, old, new);
        }
    }

    #[inline(always)]
    fn memory(&mut self, access: &MemoryAccess) {
        if let Some(observer) = self {
            observer.memory(access);
        }
    }

    #[inline(always)]
    fn transfer(&mut self, transfer: &Transfer) {
        if let Some(observer) = self {
            observer.transfer(transfer);
        }
    }

    #[inline(always)]
    fn answer(&mut self, reg: Reg, old: u64, new: u64) {
        if let Some(observer) = self {
            observer.answer(reg, old, new);
        }
    }

    fn answers(&mut self, written: &[(Reg, u64)]) {
        if let Some(observer) = self {
            observer.answers(written);
        }
    }

    fn call_from_outside(&mut self, call: &Transfer) {
        if let Some(observer) = self {
            observer.call_from_outside(call);
        }
    }

    fn given(&mut self, reg: Reg, value: u64) {
        if let Some(observer) = self {
            observer.given(reg, value);
        }
    }

    #[inline(always)]
    fn knows(&mut self, run: &RunSummary<'_>) -> bool {
        self.as_mut().is_none_or(|observer| observer.knows(run))
    }

    fn run(&mut self, run: &Run<'_>, touches: &mut Touches) {
        if let Some(observer) = self {
            observer.run(run, touches);
        }
    }

    fn enter_loop(&mut self, touches: &mut Touches) {
        if let Some(observer) = self {
            observer.enter_loop(touches);
        }
    }

    fn leave_loop(&mut self, touches: &mut Touches) {
        if let Some(observer) = self {
            observer.leave_loop(touches);
        }
    }

    #[inline(always)]
    fn recalls(
        &mut self,
        data: u32,
        to: u32,
        registers: &Registers,
        touches: &mut Touches,
    ) -> Recalled {
        match self {
            Some(observer) => observer.recalls(data, to, registers, touches),
            None => Recalled::No,
        }
    }

    fn forget_code(&mut self) {
        if let Some(observer) = self {
            observer.forget_code();
        }
    }

    fn tripwires(&self) -> Tripwires {
        self.as_ref().map_or(Tripwires::NONE, A::tripwires)
    }

    fn tripped(&mut self, access: &TrippedAccess) {
        if let Some(observer) = self {
            observer.tripped(access);
        }
    }

    fn environment_call(&mut self, pc: u32, registers: &Registers, memory: &Memory) {
        if let Some(observer) = self {
            observer.environment_call(pc, registers, memory);
        }
    }

    fn ran_out(&mut self, pc: u32) {
        if let Some(observer) = self {
            observer.ran_out(pc);
        }
    }
}
