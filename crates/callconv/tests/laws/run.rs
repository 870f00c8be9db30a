//! Runs a program, plainly or under the check.

use super::project::signatures;
use assembler::Loader;
use callconv::agreement::{AgreedCheck, Agreement};
use callconv::{Checker, Finding, Scrambler};
use diag::Code;
use machine::env::MarsMap;
use machine::isa::Reg;
use machine::observe::Off;
use machine::reading::definedness::{Decision, Definedness};
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
use runtime::{Console, End, EnvironmentSetup, Limits, Session, Target};
use std::path::PathBuf;
use std::sync::Arc;

/// Longer programs are stopped.
const MAX_STEPS: u64 = 50_000;

/// A program and where it is.
pub(crate) struct Loading<'a> {
    pub target: Target,
    pub path: &'a str,
    /// Paths are relative to this.
    pub working_dir: PathBuf,
    /// The program's arguments, behind its name.
    pub args: Vec<String>,
    /// What it reads.
    pub input: String,
}

/// How to run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mode {
    Plain,
    Checked,
    Scrambled(u64),
}

/// What a program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub end: End,
    pub printed: String,
}

/// What several runs did, and what was found in each.
pub(crate) type Watched = Vec<(Run, Vec<Finding>)>;

/// Whether a program relies on undefined values, as the checker says and as runs show.
pub(crate) struct Independence {
    pub is_claimed: bool,
    pub plain: Run,
    pub other: (Run, Vec<Code>),
}

impl Independence {
    /// The two runs do the same, and nothing is found.
    pub(crate) fn is_true(&self) -> bool {
        self.plain == self.other.0 && self.other.1.is_empty()
    }
}

impl Run {
    /// It ended before the limit.
    pub(crate) fn is_short(&self) -> bool {
        !matches!(self.end, End::Limit(_))
    }
}

impl Loading<'_> {
    fn load(&self, loader: &mut dyn Loader) -> LoadedProgram {
        let options = LoadOptions {
            target: Some(self.target),
            language: Some(self.target.language()),
            ..LoadOptions::new(self.working_dir.clone())
        };
        let loaded = LoadRequest::new(self.path, &options)
            .from_loader(loader)
            .load();
        assert!(!loaded.has_errors(), "{:#?}", loaded.diagnostics);
        loaded
    }

    /// Runs the program; what it did, and what was found.
    pub(crate) fn run(&self, loader: &mut dyn Loader, mode: Mode) -> (Run, Vec<Code>) {
        let loaded = self.load(loader);
        self.run_on(&loaded, mode)
    }

    fn run_on(&self, loaded: &LoadedProgram, mode: Mode) -> (Run, Vec<Code>) {
        let mut session = self.session(loaded);
        let mut printed = Vec::new();
        let mut host = Console::new(self.input.as_bytes(), &mut printed, std::io::sink());
        let (outcome, findings) = match mode {
            Mode::Plain => (session.run(&mut Off, &mut host), Vec::new()),
            Mode::Checked => {
                let mut checker = checker(loaded, &session);
                let outcome = session.run(&mut checker, &mut host);
                (outcome, codes(&checker))
            }
            Mode::Scrambled(seed) => {
                let mut scrambler = Scrambler::new(checker(loaded, &session), seed);
                let outcome = session.run_with(&mut scrambler, &mut host, Scrambler::apply);
                (outcome, codes(&scrambler.checker))
            }
        };
        let run = Run {
            end: outcome.end,
            printed: String::from_utf8_lossy(&printed).into_owned(),
        };
        (run, findings)
    }

    /// What is found in the program if what came of code is remembered, and if not.
    pub(crate) fn findings_both_ways(&self, loader: &mut dyn Loader) -> [Vec<Finding>; 2] {
        let loaded = self.load(loader);
        [true, false].map(|remember| self.findings_on(&loaded, remember))
    }

    fn findings_on(&self, loaded: &LoadedProgram, remember: bool) -> Vec<Finding> {
        let mut session = self.session(loaded);
        let mut host = Console::new(self.input.as_bytes(), std::io::sink(), std::io::sink());
        let mut checker = checker(loaded, &session);
        if !remember {
            checker = checker.without_memory();
        }
        session.run(&mut checker, &mut host);
        checker.finish();
        checker.findings().to_vec()
    }

    /// What a scrambled run and a checked one do and find, with a checker of their own, and with one
    /// that has watched other runs before.
    pub(crate) fn fresh_and_again(&self, loader: &mut dyn Loader, seed: u64) -> [Watched; 2] {
        let loaded = self.load(loader);
        [false, true].map(|again| self.watched(&loaded, seed, again))
    }

    fn watched(&self, loaded: &LoadedProgram, seed: u64, again: bool) -> Watched {
        let mut session = self.session(loaded);
        let start = session.keep();
        let mut scrambler = Scrambler::new(checker(loaded, &session), seed);
        let mut watched = Vec::new();
        let modes = [Some(seed), None, Some(seed), None];
        for (index, seed) in modes.into_iter().enumerate() {
            session.go_back(&start);
            let mut checker = match again {
                true => scrambler.checker,
                false => checker(loaded, &session),
            };
            if again && index > 0 {
                checker.begin_again(&session.machine.registers);
            }
            let mut printed = Vec::new();
            let mut host = Console::new(self.input.as_bytes(), &mut printed, std::io::sink());
            scrambler = Scrambler::new(checker, seed.unwrap_or(0));
            let outcome = match seed {
                Some(_) => session.run_with(&mut scrambler, &mut host, Scrambler::apply),
                None => session.run(&mut scrambler.checker, &mut host),
            };
            scrambler.checker.finish();
            let run = Run {
                end: outcome.end,
                printed: String::from_utf8_lossy(&printed).into_owned(),
            };
            watched.push((run, scrambler.checker.findings().to_vec()));
        }
        watched
    }

    /// Whether the checker says that a run relies on no undefined value; what that run and one with
    /// other such values do, and what is found in the second.
    pub(crate) fn independence(&self, loader: &mut dyn Loader, seed: u64) -> Independence {
        let loaded = self.load(loader);
        let mut session = self.session(&loaded);
        let mut checker = checker(&loaded, &session);
        let mut host = Console::new(self.input.as_bytes(), std::io::sink(), std::io::sink());
        session.run(&mut checker, &mut host);
        checker.finish();
        Independence {
            is_claimed: checker.is_independent(),
            plain: self.run_on(&loaded, Mode::Plain).0,
            other: self.run_on(&loaded, Mode::Scrambled(seed)),
        }
    }

    /// What is found in a run, and in one that is stopped and goes on every `fuel` instructions.
    pub(crate) fn whole_and_in_pieces(
        &self,
        loader: &mut dyn Loader,
        fuel: u64,
    ) -> [Vec<Finding>; 2] {
        let loaded = self.load(loader);
        [u64::MAX, fuel].map(|fuel| self.in_pieces(&loaded, fuel))
    }

    fn in_pieces(&self, loaded: &LoadedProgram, fuel: u64) -> Vec<Finding> {
        let mut session = self.session(loaded);
        let mut host = Console::new(self.input.as_bytes(), std::io::sink(), std::io::sink());
        let mut checker = checker(loaded, &session);
        while session.advance(&mut checker, &mut host, fuel).is_none() {}
        checker.finish();
        checker.findings().to_vec()
    }

    /// What undefined bits decide in a function of which these registers, and so many bytes of its frame,
    /// are undefined when it begins.
    pub(crate) fn decisions(
        &self,
        loader: &mut dyn Loader,
        function: &str,
        undefined: &[u8],
        frame: u32,
    ) -> Vec<Decision> {
        let loaded = self.load(loader);
        let image = &loaded.program.as_ref().unwrap().image;
        let entry = image.symbol(function).unwrap().address;
        let machine = &mut self.session(&loaded).machine;
        while machine.pc != entry {
            machine.run(&mut Off, 1);
        }
        let abi = loaded.desc().abi;
        let back = machine.registers.get(abi.ra) as u32;
        let sp = machine.registers.get(abi.sp) as u32;
        let mut bits = Definedness::default();
        for &number in undefined {
            bits.set_register(Reg(number), u64::MAX);
        }
        for k in 1..=frame {
            bits.set_byte(sp - k, 0xff);
        }
        let mut decisions = Vec::new();
        while machine.pc != back {
            decisions.extend(bits.step(machine).unwrap().decisions);
        }
        decisions
    }

    fn session(&self, loaded: &LoadedProgram) -> Session {
        let setup = EnvironmentSetup {
            seed: 0,
            map: &MarsMap::DEFAULT,
        };
        let environment = loaded.environment.make(loaded.target, &setup);
        let image = Arc::new(loaded.program.as_ref().unwrap().image.clone());
        let limits = Limits {
            steps: Some(MAX_STEPS),
            ..Limits::default()
        };
        let name = [self.path.to_owned()];
        let args = name.iter().chain(&self.args);
        let args = args.map(|arg| arg.clone().into_bytes()).collect();
        Session::new(loaded.target, image, environment, args, limits).unwrap()
    }
}

fn checker(loaded: &LoadedProgram, session: &Session) -> Checker {
    let program = loaded.program.as_ref().unwrap();
    let agreement = Agreement {
        functions: signatures(),
        ..Agreement::default()
    };
    let check = AgreedCheck::new(&agreement, &loaded.sources, program, loaded.desc(), &|_| {
        false
    });
    assert!(check.warnings.is_empty(), "{:#?}", check.warnings);
    check.checker(&session.machine.registers, session.environment.calls())
}

fn codes(checker: &Checker) -> Vec<Code> {
    let findings = checker.findings().iter();
    findings.map(|finding| finding.what.code()).collect()
}
