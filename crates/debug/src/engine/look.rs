//! Questions about the state at the present step.

use super::{Engine, Wrote};
use crate::observers::{CallFrame, Collect, StepEffect};
use crate::place::SourceLine;
use crate::stops::WatchTarget;
use crate::timeline::Timeline;
use diag::Diagnostic;
use machine::env::{CallFault, MemoryPlace};
use machine::isa::{Bank, Class, Meaning, OperandKind, Reg, Register, Role};
use machine::observe::Observer;
use machine::trap::Trap;
use runtime::observers::{Coverage, Stats};
use runtime::report::Reporter;
use runtime::{Devices, End, FaultKind, Outcome};

/// How many instructions of a function are looked at for the registers that it saves.
const PROLOGUE: u64 = 48;

/// Where the program is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Where {
    /// The address of the next instruction.
    pub pc: u32,
    /// The nearest label and the distance from it: `merge+8`.
    pub name: String,
    /// The source line.
    pub line: Option<SourceLine>,
    /// The calls of macros that it is in, the outermost first.
    pub calls: Vec<SourceLine>,
    /// The instructions of the statement: address, text, and whether it is the next one.
    pub instructions: Vec<(u32, String, bool)>,
    /// The statement is a pseudo-instruction.
    pub pseudo: bool,
}

/// A register, and whether it has changed since the stop before.
#[derive(Clone, Copy, Debug)]
pub struct ChangedRegister {
    /// Its names.
    pub register: &'static Register,
    /// Its value.
    pub value: u64,
    /// Its value at the stop before, if that was another.
    pub before: Option<u64>,
}

/// A register that a function has saved on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedRegister {
    /// The register.
    pub reg: Reg,
    /// Where it is.
    pub address: u32,
}

/// An instruction that is part of what a pseudo-instruction becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PseudoPart {
    /// Which one, from 1.
    pub index: u32,
    /// Of how many.
    pub count: u32,
}

impl Engine {
    /// Where the program is.
    pub fn location(&self) -> Where {
        self.location_of(self.pc())
    }

    /// A place in the program.
    pub fn location_of(&self, pc: u32) -> Where {
        let map = self.map();
        let statement = map.statement(pc);
        let (mut at, end) = match statement {
            Some(line) => (line.address, line.address.saturating_add(line.size)),
            None => (pc, pc.saturating_add(1)),
        };
        let mut instructions = Vec::new();
        while at < end && self.is_code(at) {
            let word = self.session.machine.word_at(at);
            instructions.push((at, map.instruction(word, at), at == pc));
            at = at.saturating_add(self.length_at(at));
        }
        Where {
            pc,
            name: map.name(pc),
            line: map.line(pc),
            calls: map.macro_calls(pc),
            instructions,
            pseudo: statement.is_some_and(|line| line.pseudo),
        }
    }

    /// The instructions from an address on.
    pub fn instructions(&self, from: u32, count: usize) -> Vec<(u32, String)> {
        let map = self.map();
        let mut found = Vec::new();
        let mut at = from;
        while found.len() < count && self.is_code(at) {
            let word = self.session.machine.word_at(at);
            found.push((at, map.instruction(word, at)));
            at = at.saturating_add(self.length_at(at));
        }
        found
    }

    /// All registers but the constant zero, with what has changed since the stop before.
    pub fn changed_registers(&self) -> Vec<ChangedRegister> {
        let registers = self.desc().registers.iter();
        let named = registers.filter(|register| register.reg != Reg(0));
        let changed = named.map(|register| {
            let value = self.registers().get(register.reg);
            let before = self.previous.get(register.reg);
            ChangedRegister {
                register,
                value,
                before: (before != value).then_some(before),
            }
        });
        changed.collect()
    }

    /// Which instruction of a pseudo-instruction is at an address; none for the first one, where nothing
    /// of it has run yet.
    pub fn part_of_pseudo(&self, pc: u32) -> Option<PseudoPart> {
        let statement = self.map().statement(pc).filter(|line| line.pseudo)?;
        let end = statement.address + statement.size;
        let (mut at, mut index, mut count) = (statement.address, 0, 0);
        while at < end {
            count += 1;
            index += u32::from(at <= pc);
            at = at.saturating_add(self.length_at(at).max(1));
        }
        (index > 1).then_some(PseudoPart { index, count })
    }

    /// Whether the next instruction calls the environment.
    pub fn at_environment_call(&self) -> bool {
        let next = self.instruction_at(self.pc());
        next.is_some_and(|(_, row)| row.meaning == Meaning::EnvironmentCall)
    }

    /// The devices of the program.
    pub fn devices(&self) -> Devices<'_> {
        Devices {
            machine: &self.session.machine,
            environment: &*self.session.environment,
        }
    }

    /// The parts of memory that have names: segments, heap, stack.
    pub fn memory_places(&mut self) -> Vec<(String, u32, u32)> {
        let segments = self.program.image.segments.iter().filter(|s| s.size > 0);
        let segments = segments.map(|s| (s.name.clone(), s.address, s.end()));
        let mut places: Vec<_> = segments.collect();
        for MemoryPlace { name, first, end } in self.session.places() {
            places.push((name.to_owned(), first, end));
        }
        places.sort_by_key(|place| place.1);
        places
    }

    /// All that can be said about the end of the program.
    pub fn end_report(&mut self) -> Option<Diagnostic> {
        let end = self.ended.clone()?;
        let reporter = Reporter {
            desc: self.loaded.desc(),
            program: self.loaded.program.as_ref()?,
            sources: &self.loaded.sources,
        };
        let outcome = Outcome {
            end,
            steps: self.session.machine.steps,
            output: 0,
        };
        reporter.end(&mut self.session, &outcome)
    }

    /// The registers that the function of this frame has saved, by ascending address. A frame's
    /// function begins right after its call.
    pub fn saved_registers(&mut self, frame: &CallFrame) -> Vec<SavedRegister> {
        let step = self.step();
        let begin = (frame.step + 1).min(step);
        let end = step.min(frame.step.saturating_add(PROLOGUE));
        let mut saved = self.and_back(|engine| {
            engine.replay_to(begin);
            engine.saved_before(end, frame)
        });
        saved.sort_by_key(|saved| saved.address);
        saved
    }

    /// The registers that instructions from here to the step `end` save, as long as they do not
    /// leave the function of this frame.
    fn saved_before(&mut self, end: u64, frame: &CallFrame) -> Vec<SavedRegister> {
        let mut saved: Vec<SavedRegister> = Vec::new();
        let entry = self.registers().clone();
        while self.step() < end && self.ended.is_none() {
            // One that holds something else by now is not saved.
            let stored = self.stored_register();
            let stored = stored.filter(|reg| self.registers().get(*reg) == entry.get(*reg));
            let before = self.step();
            let mut collect = Collect::default();
            self.observe(&mut collect, 1);
            if self.step() == before || !collect.transfers.is_empty() {
                break;
            }
            let stores = collect.effects.iter().filter_map(|effect| match effect {
                StepEffect::Memory(access) => Some(access.address),
                StepEffect::Register { .. } => None,
            });
            for address in stores.filter(|address| *address < frame.sp) {
                let new = saved.iter().all(|s| s.address != address);
                if let Some(reg) = stored.filter(|_| new) {
                    saved.push(SavedRegister { reg, address });
                }
            }
        }
        saved
    }

    /// The register that the next instruction stores, if it is one that functions save.
    fn stored_register(&self) -> Option<Reg> {
        let abi = self.desc().abi;
        let (decoded, row) = self.instruction_at(self.pc())?;
        if row.class != Class::Store {
            return None;
        }
        let values = row.operands.iter().filter(|operand| !operand.base);
        let mut registers = values.filter_map(|operand| match operand.kind {
            OperandKind::Register { bank, role } if role != Role::Write => {
                Some(Reg::of(bank, operand.field.extract(decoded.word) as u8))
            }
            _ => None,
        });
        registers.find(|reg| *reg == abi.ra || *reg != abi.sp && abi.saved.contains(reg))
    }

    /// How often each instruction ran up to this step.
    pub fn coverage(&mut self) -> Coverage {
        let mut coverage = Coverage::default();
        self.watch_all(&mut coverage);
        coverage
    }

    /// What the run up to this step was made of.
    pub fn stats(&mut self) -> Stats {
        let mut stats = Stats::new(self.desc());
        self.watch_all(&mut stats);
        stats
    }

    /// Repeats the whole history up to this step.
    fn watch_all(&mut self, observer: &mut dyn Observer) {
        let step = self.step();
        self.and_back(|engine| {
            engine.restore(Timeline::beginning);
            while engine.step() < step {
                engine.cross_edit();
                let edit = engine.timeline.next_edit(engine.edits);
                let before = engine.step();
                let slice = before.saturating_add(1_000_000);
                let end = step.min(edit.unwrap_or(u64::MAX)).min(slice);
                let fuel = end.saturating_sub(before);
                engine.observe(observer, fuel);
                if engine.step() == before && fuel > 0 || engine.take_interrupt() {
                    break;
                }
            }
        });
    }
}

/// The register that led to a fault, and what wrote it last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultCause {
    /// The register.
    pub reg: Reg,
    /// The write; `None` if nothing wrote it.
    pub wrote: Option<Wrote>,
}

impl Engine {
    /// What led to the fault that the program has ended with.
    pub fn fault_cause(&mut self) -> Option<FaultCause> {
        let Some(End::Fault(fault)) = self.ended.clone() else {
            return None;
        };
        let reg = match fault.kind {
            FaultKind::Trap(Trap::Fetch { .. }) => self.jumped_to()?,
            FaultKind::Trap(_) => self.faulting_register()?,
            FaultKind::Call(CallFault::UnknownService { .. }) => {
                self.session.environment.calls().number
            }
            FaultKind::Call(_) => {
                let table = self.session.environment.calls();
                let number = self.registers().get(table.number) as u32;
                table.reads(number).next()?
            }
        };
        let wrote = self.writes(WatchTarget::Register(reg), 1);
        Some(FaultCause {
            reg,
            wrote: wrote.first().copied(),
        })
    }

    /// The base register of the instruction at the program counter, or else the first that it
    /// reads.
    fn faulting_register(&self) -> Option<Reg> {
        let (decoded, row) = self.instruction_at(self.pc())?;
        let base = row.operands.iter().find(|operand| operand.base);
        let base =
            base.map(|operand| Reg::of(Bank::Int, operand.field.extract(decoded.word) as u8));
        let reads = row.registers(decoded.word, Role::Read);
        let mut candidates = base.into_iter().chain(reads);
        candidates.find(|reg| *reg != Reg(0))
    }

    /// The register with the address that the instruction before went to.
    fn jumped_to(&mut self) -> Option<Reg> {
        let before = self.step().saturating_sub(1);
        self.and_back(|engine| {
            engine.replay_to(before);
            engine.faulting_register()
        })
    }
}
