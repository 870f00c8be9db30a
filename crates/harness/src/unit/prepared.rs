//! One program, prepared once, whose functions are called again and again.

use super::memory::{DataItem, DataValue, GAP, Layout, MemoryPlaces};
use crate::cause::Bounds;
use callconv::{CheckOptions, Checker, Finding, Scrambler};
use diag::Diagnostic;
use machine::image::Image;
use machine::isa::{IsaDesc, Reg};
use machine::observe::Off;
use runtime::load::LoadedProgram;
use runtime::observers::{Calls, Coverage, Frame};
use runtime::report::Reporter;
use runtime::subroutine::{Return, SubroutineError};
use runtime::{
    BoundaryFinding, BoundaryRules, Console, End, EnvironmentSetup, Limit, Limits, Outcome,
    Subroutine,
};
use std::io::Cursor;
use std::sync::Arc;

/// How far a call may go unless told otherwise.
pub(crate) const LIMITS: Limits = Limits {
    steps: Some(1_000_000),
    output: Some(1 << 20),
    memory: 64 << 20,
    time: None,
    free_calls: false,
};

/// Who watches a call.
#[derive(Clone, Copy)]
pub(crate) enum CallWatch<'a> {
    /// Nobody: the fastest.
    Nobody,
    /// The calling convention is checked.
    Check(&'a CheckOptions),
    /// It is checked, and what it leaves undefined gets other values, by this seed.
    Scramble(&'a CheckOptions, u64),
    /// Which calls are open is kept.
    Calls,
    /// How often each instruction runs is counted, beyond the calls of a case.
    Counts,
}

/// What a call did, beyond memory.
#[derive(Clone, Debug)]
pub(crate) struct Called {
    /// How it ended, with results and steps.
    pub back: Return,
    /// What is wrong with the calling convention.
    pub findings: Vec<Finding>,
    /// The calls that were open at the end.
    pub open: Vec<Frame>,
    /// What showed at the boundary of handed-in code.
    pub crossings: Vec<BoundaryFinding>,
}

/// A byte that changed although nothing said that it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stray {
    /// Its address.
    pub address: u32,
    /// What it is now.
    pub now: u8,
}

/// A program whose functions can be called.
pub(crate) struct Runner {
    program: Subroutine,
    /// The assembled program, for the check of the calling convention.
    assembled: Arc<assembler::Program>,
    big_endian: bool,
    console: Console<Cursor<Vec<u8>>, Vec<u8>, Vec<u8>>,
    /// The functions that were called, so that a name is looked up once.
    functions: Vec<(String, runtime::subroutine::Function)>,
    base: u32,
    layout: Layout,
    block: Vec<u8>,
    /// Where the heap ends before any call: what a call allocates is its own.
    heap: u32,
    /// The checker of the last call, which knows the code.
    checker: Option<Box<Checker>>,
    /// What was counted.
    pub(super) counts: Coverage,
    /// What sees accesses beside arrays, while it watches.
    pub(super) bounds: Option<Bounds>,
}

impl Runner {
    /// Prepares a program, as it is in memory, with the boundary of what was handed in.
    pub(crate) fn new(
        loaded: &LoadedProgram,
        image: Image,
        boundary: Option<BoundaryRules>,
        limits: Limits,
    ) -> Result<Self, SubroutineError> {
        let setup = EnvironmentSetup {
            seed: 0,
            map: loaded.map,
        };
        let environment = loaded.environment.make(loaded.target, &setup);
        let assembled = Arc::new(loaded.program.clone().unwrap_or_default());
        let big_endian = image.big_endian;
        let image = Arc::new(image);
        let mut program = Subroutine::prepare(loaded.target, image, environment, limits)?;
        if let Some(boundary) = boundary {
            program.watch_boundary(boundary);
        }
        let heap = program.session().machine.memory.heap_end;
        Ok(Runner {
            program,
            heap,
            assembled,
            big_endian,
            console: Console::new(Cursor::default(), Vec::new(), Vec::new()),
            functions: Vec::new(),
            base: 0,
            layout: Layout::default(),
            block: Vec::new(),
            checker: None,
            counts: Coverage::default(),
            bounds: None,
        })
    }

    /// Gives the program up, so that preparing the next one costs less.
    pub(crate) fn recycle(self) {
        self.program.recycle();
        if let Some(checker) = self.checker {
            checker.recycle();
        }
    }

    fn function(&mut self, name: &str) -> Result<runtime::subroutine::Function, SubroutineError> {
        if let Some((_, function)) = self.functions.iter().find(|(known, _)| known == name) {
            return Ok(*function);
        }
        let function = self.program.function(name)?;
        self.functions.push((name.to_owned(), function));
        Ok(function)
    }

    /// A checker for the call that comes next: the last one, if it asks for the same.
    fn checker(&mut self, args: usize, options: &CheckOptions) -> Box<Checker> {
        let session = self.program.session();
        let registers = &session.machine.registers;
        let mut checker = match self.checker.take() {
            Some(mut checker) if checker.options() == options => {
                checker.begin_again(registers);
                checker
            }
            _ => Box::new(Checker::new(
                session.machine.desc(),
                &self.assembled,
                registers,
                session.environment.calls(),
                options.clone(),
            )),
        };
        self.program.show_call(args, &mut *checker);
        checker
    }
}

impl Runner {
    /// The machine.
    pub(crate) fn desc(&self) -> &'static IsaDesc {
        self.program.session().machine.desc()
    }

    /// Whether words have their high byte first.
    pub(crate) fn big_endian(&self) -> bool {
        self.big_endian
    }

    /// Goes back to the beginning. Registers get values that nobody expects. The limits are those
    /// of each call, except for memory, which was set when the program was prepared.
    pub(crate) fn begin(&mut self, seed: u64, input: &str, limits: Limits) {
        self.program.reset();
        self.program.scramble(seed);
        self.program.set_limits(limits);
        // Time begins anew and passes by sleeping alone, so that every run is the same.
        self.console.clock.use_virtual_time();
        self.console.output.clear();
        self.console.errors.clear();
        let stdin = self.console.input.get_mut();
        stdin.clear();
        stdin.extend_from_slice(input.as_bytes());
        self.console.input.set_position(0);
    }

    /// Lays memory out.
    pub(crate) fn place(
        &mut self,
        items: &[DataItem],
        labels: &[u32],
    ) -> Result<(), SubroutineError> {
        self.layout.arrange(items);
        let align = items.iter().map(|item| item.align).max().unwrap_or(1);
        self.base = self
            .program
            .reserve(self.layout.size, align.max(GAP) as u32)?;
        let places = MemoryPlaces {
            base: self.base,
            labels,
            big_endian: self.big_endian,
        };
        self.layout.fill(items, &places, &mut self.block);
        self.program.write_bytes(self.base, &self.block)
    }

    /// Writes to any memory.
    pub(crate) fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), SubroutineError> {
        self.program.write_bytes(address, bytes)
    }

    /// Reads any memory.
    pub(crate) fn read(&self, address: u32, bytes: usize) -> Result<Vec<u8>, SubroutineError> {
        self.program.read_bytes(address, bytes)
    }

    /// Where the memory that was laid out begins, how, and what was in it.
    pub(crate) fn block(&self) -> (u32, &Layout, &[u8]) {
        (self.base, &self.layout, &self.block)
    }

    /// The bits of a value.
    pub(crate) fn bits(&self, items: &[DataItem], labels: &[u32], value: DataValue) -> u32 {
        let places = MemoryPlaces {
            base: self.base,
            labels,
            big_endian: self.big_endian,
        };
        self.layout.bits(items, value, &places)
    }

    /// Calls a function.
    pub(crate) fn call(
        &mut self,
        function: &str,
        args: &[u32],
        watch: CallWatch<'_>,
    ) -> Result<Called, SubroutineError> {
        let function = self.function(function)?;
        self.program.enter(function, args)?;
        let (mut findings, mut open) = (Vec::new(), Vec::new());
        let back = match watch {
            CallWatch::Nobody => {
                let console = &mut self.console;
                self.program.run(&mut Off, console)
            }
            CallWatch::Calls => {
                let mut calls = Calls::default();
                self.program.show_call(args.len(), &mut calls);
                let console = &mut self.console;
                let back = self.program.run(&mut calls, console);
                // The first is the call from outside.
                open.extend(calls.frames().iter().skip(1));
                back
            }
            CallWatch::Counts => {
                let mut watch = (std::mem::take(&mut self.counts), self.bounds.take());
                if let Some(bounds) = &mut watch.1 {
                    bounds.enter(&self.program.session().machine.registers);
                }
                let back = self.program.run(&mut watch, &mut self.console);
                (self.counts, self.bounds) = watch;
                back
            }
            CallWatch::Check(options) => {
                let mut checker = self.checker(args.len(), options);
                let console = &mut self.console;
                let back = self.program.run(&mut *checker, console);
                checker.finish();
                findings.extend_from_slice(checker.findings());
                self.checker = Some(checker);
                back
            }
            CallWatch::Scramble(options, seed) => {
                let mut scrambler = Scrambler::new(*self.checker(args.len(), options), seed);
                let console = &mut self.console;
                let back = self
                    .program
                    .run_with(&mut scrambler, console, Scrambler::apply);
                scrambler.checker.finish();
                findings.extend_from_slice(scrambler.checker.findings());
                self.checker = Some(Box::new(scrambler.checker));
                back
            }
        };
        Ok(Called {
            back,
            findings,
            open,
            crossings: self.program.crossings().to_vec(),
        })
    }

    /// Makes a call ready, and says what the stack pointer is then.
    pub(super) fn stack_for(
        &mut self,
        function: &str,
        args: &[u32],
    ) -> Result<u32, SubroutineError> {
        let function = self.function(function)?;
        self.program.enter(function, args)?;
        Ok(self.register(self.desc().abi.sp) as u32)
    }

    /// The value of a register.
    pub(crate) fn register(&self, reg: Reg) -> u64 {
        self.program.register(reg)
    }

    /// The output since the beginning.
    pub(crate) fn output(&self) -> &[u8] {
        &self.console.output
    }

    /// Bytes that changed outside of the memory that was laid out and of the stack, by address.
    pub(crate) fn strays(&self, into: &mut Vec<Stray>) {
        into.clear();
        let memory = &self.program.session().machine.memory;
        let allocated = self.heap..memory.heap_end;
        let strays = self.program.stray_writes();
        let strays = strays.filter(|address| !allocated.contains(address));
        into.extend(strays.map(|address| Stray {
            address,
            now: memory.peek(address),
        }));
    }

    /// What to say about a call that did not return.
    pub(crate) fn explain(
        &mut self,
        loaded: &LoadedProgram,
        end: &End,
        steps: u64,
    ) -> Option<Diagnostic> {
        let reporter = Reporter {
            desc: loaded.desc(),
            program: loaded.program.as_ref()?,
            sources: &loaded.sources,
        };
        let outcome = Outcome {
            end: end.clone(),
            steps,
            output: self.console.output.len() as u64,
        };
        let mut told = reporter.end(self.program.session_mut(), &outcome)?;
        // A case has a limit of its own.
        if let End::Limit(Limit::Steps(_)) = end
            && let Some(help) = told.help.last_mut()
        {
            *help =
                "if the function is correct and just needs more time, raise `max_steps`".to_owned();
        }
        Some(told)
    }
}
