//! A run, plain and observed: the two must end alike.

use assembler::Program;
use diag::{RenderOptions, SourceMap, render};
use machine::env::Environment;
use machine::isa::Reg;
use machine::observe::{Observer, Off};
use mips32::Mips32;
use runtime::observers::{Calls, Coverage, Stats, Trace};
use runtime::report::Reporter;
use runtime::{Console, Limits, Outcome, Session, Target};
use rv32::Rv32;
use std::io;
use std::sync::Arc;

/// How far runs go: enough for the fast loop, which leaves the last 1024 steps to the exact one.
pub const LIMITS: Limits = Limits {
    steps: Some(5_000),
    output: Some(10_000),
    memory: 1 << 20,
    time: None,
    free_calls: false,
};

/// A program, where it comes from and what it runs in.
pub struct ComparedRun<'a> {
    /// The machine.
    pub target: Target,
    /// The program.
    pub program: &'a Program,
    /// Its sources, if it has any.
    pub sources: &'a SourceMap,
    /// The environment at its beginning.
    pub environment: &'a dyn Environment,
    /// What the program can read.
    pub input: &'a [u8],
}

impl ComparedRun<'_> {
    /// Runs the program plain and observed, and compares everything that it changed. Then the
    /// report about its end must render; that about a limit takes long and is made now and then.
    pub fn check(&self) {
        let stop = Arc::default();
        let (desc, program) = (self.target.desc(), self.program);
        let trace = Trace::new(desc, program, self.sources, Box::new(io::sink()), stop);
        let mut watching = (
            (Calls::default(), Coverage::default()),
            (Stats::new(desc), trace),
        );
        let observed = self.run(&mut watching);
        let plain = self.run(&mut Off);
        let (mut session, end) = match (plain, observed) {
            (None, None) => return,
            (None, Some(_)) | (Some(_), None) => panic!("one of the runs cannot start"),
            (Some((mut session, end)), Some((mut other, seen))) => {
                assert_eq!(end, seen);
                let (memory, other) = (
                    session.machine.memory.snapshot(),
                    other.machine.memory.snapshot(),
                );
                assert!(memory == other, "memory is not the same");
                (session, end)
            }
        };
        if matches!(end.outcome.end, runtime::End::Limit(_)) && !end.pc.is_multiple_of(64) {
            return;
        }
        let reporter = Reporter {
            desc,
            program,
            sources: self.sources,
        };
        if let Some(report) = reporter.end(&mut session, &end.outcome) {
            let _ = render(self.sources, &report, &RenderOptions::default());
        }
    }

    fn run(&self, observer: &mut dyn Observer) -> Option<(Session, End)> {
        let image = Arc::new(self.program.image.clone());
        let args = ["program", "one", ""].map(|arg| arg.as_bytes().to_vec());
        let environment = self.environment.fork();
        let session = Session::new(self.target, image, environment, args.to_vec(), LIMITS);
        let mut session = session.ok()?;
        let mut host = Console::new(self.input, Vec::new(), Vec::new());
        host.clock.use_virtual_time();
        let outcome = session.run(observer, &mut host);
        let machine = &session.machine;
        let end = End {
            outcome,
            pc: machine.pc,
            delayed_target: machine.delayed_target,
            registers: (0..Reg::COUNT)
                .map(|number| machine.registers.get(Reg(number)))
                .collect(),
            state: (
                machine.state_of::<Rv32>().cloned(),
                machine.state_of::<Mips32>().cloned(),
            ),
            output: host.output,
            errors: host.errors,
        };
        Some((session, end))
    }
}

/// All that can be told apart after a run, but memory.
#[derive(Debug, PartialEq)]
struct End {
    outcome: Outcome,
    pc: u32,
    delayed_target: Option<u32>,
    /// Those that a program can read.
    registers: Vec<u64>,
    state: (Option<rv32::Rv32State>, Option<mips32::Mips32State>),
    output: Vec<u8>,
    errors: Vec<u8>,
}
