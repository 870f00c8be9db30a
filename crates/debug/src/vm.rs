//! The run under the debugger, whatever its machine: the part of the engine that is generic.

use crate::observers::{Each, Scan, Sees, Watch};
use callconv::{CheckOptions, Checker};
use diag::Diagnostic;
use machine::env::{Environment, MemoryPlace};
use machine::isa::IsaDesc;
use machine::memory::{Memory, MemorySnapshot};
use machine::observe::{Observer, Off, Transfer};
use machine::run::{Isa, Registers};
use runtime::load::Loaded;
use runtime::report::Reporter;
use runtime::session::Kept;
use runtime::{End, Host, Outcome, Session};
use std::any::Any;
use std::rc::Rc;

/// Who watches a stretch of the run.
pub(crate) enum Observe<'a> {
    /// Nobody.
    Nobody,
    /// Nobody, but the run pauses before the instructions at these addresses, which are ascending.
    Points(&'a [u32]),
    /// The same, and the calling convention is checked.
    Checked(&'a [u32], &'a mut Checker),
    /// Pauses where the debugger may have to stop.
    Watch(&'a mut Watch),
    /// Looks for where it would have paused last.
    Scan(&'a mut Scan),
    /// Somebody who need not be fast: the loop is not compiled for each of them.
    Each(&'a mut dyn Sees),
}

/// A state of the run that was kept.
#[derive(Clone)]
pub(crate) struct Moment {
    kept: Rc<dyn Any>,
    memory: MemorySnapshot,
}

impl Moment {
    /// About how many bytes it keeps alive that an earlier one does not.
    pub(crate) fn bytes_beyond(&self, before: Option<&Moment>) -> u64 {
        /// Registers and environment.
        const REST: u64 = 4096;
        let before = before.map(|moment| &moment.memory);
        REST + self.memory.bytes_beyond(before)
    }
}

/// A run of a program on some machine.
pub(crate) trait Vm {
    fn desc(&self) -> &'static IsaDesc;
    fn registers(&self) -> &Registers;
    fn registers_mut(&mut self) -> &mut Registers;
    fn memory(&self) -> &Memory;
    fn memory_mut(&mut self) -> &mut Memory;
    fn pc(&self) -> u32;
    /// The transfer that the next instruction is in the delay slot of.
    fn arriving(&self) -> Option<Transfer>;
    /// Goes on at another instruction.
    fn set_pc(&mut self, pc: u32);
    fn steps(&self) -> u64;
    fn set_steps(&mut self, steps: u64);
    fn word_at(&self, pc: u32) -> u32;
    fn may_fetch(&self, pc: u32) -> bool;
    fn environment(&self) -> &dyn Environment;
    fn places(&mut self) -> Vec<MemoryPlace>;
    /// An address where no code can be and no program ends.
    fn nowhere(&mut self) -> Option<u32>;
    fn keep(&mut self) -> Moment;
    fn go_back(&mut self, moment: &Moment);
    /// Runs at most `fuel` instructions; `None`: there is more to run.
    fn advance(&mut self, observe: Observe<'_>, host: &mut dyn Host, fuel: u64) -> Option<End>;
    /// Forgets that the run has paused before the next instruction.
    fn forget_pause(&mut self);
    /// What to say about an end.
    fn report(&mut self, loaded: &Loaded, end: &End) -> Option<Diagnostic>;
    /// A checker for the program, which stands before its first instruction.
    fn checker(&self, loaded: &Loaded, options: CheckOptions) -> Option<Checker>;
}

impl<I: Isa> Vm for Session<I> {
    fn desc(&self) -> &'static IsaDesc {
        I::DESC
    }

    fn registers(&self) -> &Registers {
        &self.machine.registers
    }

    fn registers_mut(&mut self) -> &mut Registers {
        &mut self.machine.registers
    }

    fn memory(&self) -> &Memory {
        &self.machine.memory
    }

    fn memory_mut(&mut self) -> &mut Memory {
        &mut self.machine.memory
    }

    fn pc(&self) -> u32 {
        self.machine.pc
    }

    fn arriving(&self) -> Option<Transfer> {
        let to = self.machine.delayed_target?;
        let from = self.machine.pc.wrapping_sub(4);
        let decoded = I::DESC.decode_any(self.machine.word_at(from))?;
        let row = I::DESC.rows.get(decoded.row)?;
        let kind = I::transfer_kind(&row.predecode(decoded.word, from));
        Some(Transfer { kind, from, to })
    }

    fn set_pc(&mut self, pc: u32) {
        self.machine.pc = pc;
        self.machine.delayed_target = None;
    }

    fn steps(&self) -> u64 {
        self.machine.steps
    }

    fn set_steps(&mut self, steps: u64) {
        self.machine.steps = steps;
    }

    fn word_at(&self, pc: u32) -> u32 {
        self.machine.word_at(pc)
    }

    fn may_fetch(&self, pc: u32) -> bool {
        self.machine.may_fetch(pc)
    }

    fn environment(&self) -> &dyn Environment {
        &*self.environment
    }

    fn places(&mut self) -> Vec<MemoryPlace> {
        self.environment.places(&mut self.machine)
    }

    fn nowhere(&mut self) -> Option<u32> {
        const UNLIKELY: u32 = 0xc0de_0000;
        let mut candidates = (0..16).map(|k| UNLIKELY ^ (k << 28));
        candidates.find(|&address| {
            !self.machine.may_fetch(address)
                && (self.environment)
                    .ends_at(&mut self.machine, address)
                    .is_none()
        })
    }

    fn keep(&mut self) -> Moment {
        let kept = Session::keep(self);
        Moment {
            memory: kept.machine().memory().clone(),
            kept: Rc::new(kept),
        }
    }

    fn go_back(&mut self, moment: &Moment) {
        // Moments are made by this very session.
        if let Some(kept) = moment.kept.downcast_ref::<Kept<I>>() {
            Session::go_back(self, kept);
        }
    }

    fn advance(&mut self, observe: Observe<'_>, host: &mut dyn Host, fuel: u64) -> Option<End> {
        fn run<I: Isa, O: Observer>(
            session: &mut Session<I>,
            observer: &mut O,
            host: &mut dyn Host,
            fuel: u64,
        ) -> Option<End> {
            Session::advance(session, observer, host, fuel)
        }
        self.machine.set_stops(match &observe {
            Observe::Points(points) | Observe::Checked(points, _) => points,
            _ => &[],
        });
        match observe {
            Observe::Nobody | Observe::Points(_) => run(self, &mut Off, host, fuel),
            Observe::Checked(_, checker) => run(self, checker, host, fuel),
            Observe::Watch(watch) => run(self, watch, host, fuel),
            Observe::Scan(scan) => run(self, scan, host, fuel),
            Observe::Each(seer) => run(self, &mut Each(seer), host, fuel),
        }
    }

    fn forget_pause(&mut self) {
        self.machine.forget_pause();
    }

    fn report(&mut self, loaded: &Loaded, end: &End) -> Option<Diagnostic> {
        let reporter = Reporter {
            desc: I::DESC,
            program: loaded.program.as_ref()?,
            sources: &loaded.sources,
        };
        let outcome = Outcome {
            end: end.clone(),
            steps: self.machine.steps,
            output: 0,
        };
        reporter.end(self, &outcome)
    }

    fn checker(&self, loaded: &Loaded, options: CheckOptions) -> Option<Checker> {
        Some(Checker::new(
            I::DESC,
            loaded.program.as_ref()?,
            &self.machine.registers,
            self.environment.calls(),
            options,
        ))
    }
}
