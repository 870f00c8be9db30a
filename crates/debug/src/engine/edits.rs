//! Changes by hand. They are part of the history: going back before one undoes it, and going
//! forward again makes it again.

use super::Engine;
use super::floats::boxed;
use crate::expr::Assignable;
use crate::observers::{Collect, StepEffect};
use crate::timeline::Edit;
use machine::isa::{Abi, Argument, Bank, Reg};
use machine::observe::Off;
use machine::run::Registers;
use machine::trap::Trap;
use runtime::{End, FaultKind};
use std::rc::Rc;
use thiserror::Error;

/// The most instructions that a function which is called by hand may run.
const LONGEST_CALL: u64 = 200_000_000;
/// How many of them run between two looks at whether the user has enough.
const SLICE: u64 = 4_000_000;

/// Why something was not changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EditError {
    /// There is no memory.
    #[error("there is no memory at 0x{0:08x}")]
    Memory(u32),
    /// A control register that cannot be set.
    #[error("this control register cannot be set")]
    Control,
    /// A number with a fraction for something else.
    #[error("only floating-point registers and memory can hold such a number")]
    NotFloat,
    /// A double for an odd register.
    #[error("a double takes an even register and the next one")]
    OddDouble,
    /// The program has ended.
    #[error("the program has ended: go back first (`back 1`)")]
    Ended,
    /// The instruction failed.
    #[error("the instruction could not be executed; nothing has changed")]
    Failed(End),
    /// The function did not return.
    #[error("the function did not return; nothing has changed")]
    NoReturn(End),
    /// It ran too long.
    #[error("the function did not end; nothing has changed")]
    Endless,
    /// No address is free.
    #[error("there is no free address to return to")]
    NoReturnAddress,
    /// Nothing was changed by hand.
    #[error("there is no change by hand before this step")]
    Nothing,
}

/// A function that was called by hand and has returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallResult {
    /// The registers before the call.
    pub before: Registers,
    /// The registers when it returned.
    pub after: Registers,
    /// How many instructions it ran.
    pub steps: u64,
}

impl CallResult {
    /// The registers that hold its results. Those for floating-point numbers count only if there is
    /// something in them.
    pub fn results(&self, abi: &Abi) -> Vec<Reg> {
        let floats = abi.float_results.iter().take(1);
        let is_used = |reg: &&Reg| self.before.get(**reg) != 0 || self.after.get(**reg) != 0;
        let floats = floats.filter(is_used);
        abi.results.iter().chain(floats).copied().collect()
    }
}

impl Engine {
    /// Sets a register, the program counter or memory.
    pub fn set(&mut self, place: Assignable, value: i64, what: &str) -> Result<(), EditError> {
        let big_endian = self.program.image.big_endian;
        self.edit(what, |engine| match place {
            Assignable::Register(reg) => {
                let value = match reg.bank() {
                    Bank::Float => boxed(engine.desc().abi, u64::from(value as u32)),
                    _ => u64::from(value as u32),
                };
                engine.session.machine.registers.set(reg, value);
                Ok(())
            }
            Assignable::Control(number) => {
                let machine = &mut engine.session.machine;
                match machine.set_control_register(number, value as u32) {
                    true => Ok(()),
                    false => Err(EditError::Control),
                }
            }
            Assignable::Pc => {
                engine.session.machine.go_to(value as u32);
                // Nobody has called what is there.
                engine.session.machine.meet_side();
                Ok(())
            }
            Assignable::Memory(address, width) => {
                let size = width.size() as usize;
                let mut bytes = value.to_le_bytes();
                let bytes = &mut bytes[..size];
                if big_endian {
                    bytes.reverse();
                }
                engine.change_memory(address, bytes)
            }
        })
    }

    /// Sets all bits of a register.
    pub fn set_register_bits(&mut self, reg: Reg, bits: u64, what: &str) -> Result<(), EditError> {
        self.edit(what, |engine| {
            engine.session.machine.registers.set(reg, bits);
            Ok(())
        })
    }

    /// Sets memory that the program has.
    pub fn set_memory(&mut self, address: u32, bytes: &[u8], what: &str) -> Result<(), EditError> {
        self.edit(what, |engine| engine.change_memory(address, bytes))
    }

    /// Writes into memory that the program has.
    pub(super) fn change_memory(&mut self, address: u32, bytes: &[u8]) -> Result<(), EditError> {
        let mut places = (0..bytes.len() as u32).map(|k| address.wrapping_add(k));
        match places.find(|at| !self.memory().readable(*at)) {
            Some(wrong) => Err(EditError::Memory(wrong)),
            None => self.poke(address, bytes),
        }
    }

    /// Gives the program input.
    pub fn give_input(&mut self, bytes: &[u8]) -> Result<(), EditError> {
        let what = format!("input {:?}", String::from_utf8_lossy(bytes));
        self.edit(&what, |engine| {
            engine.world.give(bytes);
            Ok(())
        })
    }

    /// Ends the input.
    pub fn end_input(&mut self) -> Result<(), EditError> {
        self.edit("the end of the input", |engine| {
            engine.world.end_input();
            Ok(())
        })
    }

    /// Carries out instructions as if they stood at the program counter, which stays unless they
    /// jump. What they changed.
    pub fn execute(&mut self, words: &[u32], what: &str) -> Result<Vec<StepEffect>, EditError> {
        let bytes = words.iter().flat_map(|word| self.word_bytes(*word));
        let bytes: Vec<u8> = bytes.collect();
        let count = words.len() as u64;
        let mut collect = Collect::default();
        self.edit(what, |engine| {
            let aside = engine.session.put_boundary_aside();
            let executed = engine.execute_now(&bytes, count, &mut collect);
            engine.session.put_boundary_back(aside);
            executed
        })?;
        Ok(collect.effects)
    }

    fn execute_now(
        &mut self,
        bytes: &[u8],
        count: u64,
        collect: &mut Collect,
    ) -> Result<(), EditError> {
        let (pc, step) = (self.pc(), self.step());
        let size = bytes.len() as u32;
        let old: Vec<u8> = (0..size)
            .map(|k| self.memory().peek(pc.wrapping_add(k)))
            .collect();
        self.poke(pc, bytes)?;
        // A jump ends it early.
        while self.step() < step + count && (pc..pc + size).contains(&self.pc()) {
            if let Some(end) = self.observe(collect, 1) {
                return Err(EditError::Failed(end));
            }
        }
        self.poke(pc, &old)?;
        if self.pc() == pc.wrapping_add(size) {
            self.session.machine.go_to(pc);
        }
        self.session.machine.steps = step;
        Ok(())
    }

    /// Calls a function and comes back: registers are as before, memory and output are what it
    /// made of them.
    pub fn call(
        &mut self,
        function: u32,
        args: &[u32],
        what: &str,
    ) -> Result<CallResult, EditError> {
        let nowhere = self
            .session
            .unused_address()
            .ok_or(EditError::NoReturnAddress)?;
        let mut result = CallResult {
            before: self.registers().clone(),
            after: Registers::default(),
            steps: 0,
        };
        self.edit(what, |engine| {
            let aside = engine.session.put_boundary_aside();
            let called = engine.call_now(function, args, nowhere, &mut result);
            engine.session.put_boundary_back(aside);
            called
        })?;
        Ok(result)
    }

    /// The call itself.
    fn call_now(
        &mut self,
        function: u32,
        args: &[u32],
        nowhere: u32,
        result: &mut CallResult,
    ) -> Result<(), EditError> {
        let abi = self.desc().abi;
        let (pc, step, before) = (self.pc(), self.step(), self.registers().clone());
        let sp = before.get(abi.sp) as u32;
        let space = abi.argument_space(args.len());
        let sp = (sp & !(abi.stack_alignment - 1)).wrapping_sub(space);
        let registers = &mut self.session.machine.registers;
        registers.set(abi.sp, sp.into());
        registers.set(abi.ra, nowhere.into());
        let mut on_stack = Vec::new();
        for (index, value) in args.iter().enumerate() {
            match abi.argument(index) {
                Argument::Register(reg) => registers.set(reg, u64::from(*value)),
                Argument::Stack(offset) => on_stack.push((sp.wrapping_add(offset), *value)),
            }
        }
        for (address, value) in on_stack {
            self.poke(address, &self.word_bytes(value))?;
        }
        self.session.machine.go_to(function);
        self.run_until_return(nowhere, step)?;
        result.steps = self.step() - step;
        result.after = self.registers().clone();
        self.session.machine.registers = before;
        self.session.machine.go_to(pc);
        self.session.machine.steps = step;
        Ok(())
    }

    fn run_until_return(&mut self, nowhere: u32, begin: u64) -> Result<(), EditError> {
        let returned = FaultKind::Trap(Trap::Fetch { address: nowhere });
        loop {
            match self.observe(&mut Off, SLICE) {
                Some(End::Fault(fault)) if fault.kind == returned => return Ok(()),
                Some(end) => return Err(EditError::NoReturn(end)),
                None if self.step() - begin > LONGEST_CALL || self.take_interrupt() => {
                    return Err(EditError::Endless);
                }
                None => {}
            }
        }
    }

    /// Takes the last change back, and goes to where it was made; what it was.
    pub fn undo(&mut self) -> Result<Edit, EditError> {
        let last = self.edits.checked_sub(1).ok_or(EditError::Nothing)?;
        let edit = self.timeline.edits().get(last).cloned();
        let edit = edit.ok_or(EditError::Nothing)?;
        self.remember_registers();
        let before = self.registers().clone();
        self.restore(|timeline| timeline.before_edit(last));
        self.timeline.cut(edit.step, last);
        self.calls.cut(edit.step);
        self.run_to(edit.step);
        self.check_edit(&before);
        Ok(edit)
    }

    /// Writes into memory, whatever the program may do there.
    fn poke(&mut self, address: u32, bytes: &[u8]) -> Result<(), EditError> {
        let written = self.session.machine.memory.write_host(address, bytes);
        written.map_err(|_| EditError::Memory(address))
    }

    /// Changes the present state. What came after it is forgotten; if the change fails, nothing
    /// has happened.
    pub(super) fn edit(
        &mut self,
        what: &str,
        change: impl FnOnce(&mut Engine) -> Result<(), EditError>,
    ) -> Result<(), EditError> {
        if self.ended.is_some() {
            return Err(EditError::Ended);
        }
        let step = self.step();
        let (moment, world) = (Rc::new(self.session.keep()), self.world.state());
        let before = self.registers().clone();
        if let Err(wrong) = change(self) {
            self.session.go_back(&moment);
            self.world.go_back(&world);
            return Err(wrong);
        }
        self.waiting = false;
        self.timeline.cut(step, self.edits);
        self.calls.cut(step);
        let edit = Edit {
            step,
            what: what.to_owned(),
        };
        let moment = Rc::new(self.session.keep());
        self.timeline.edit(edit, moment, self.world.state());
        self.edits = self.timeline.edits().len();
        self.previous = before.clone();
        self.check_edit(&before);
        Ok(())
    }
}
