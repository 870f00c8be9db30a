//! The calling convention in runs: what the options ask for, and how findings are told.

use super::args::{ConventionArgs, ReturnsName};
use super::say::Voice;
use crate::console::StdHost;
use callconv::codes;
use callconv::report::Reporter;
use callconv::{CheckOptions, Checker, Contract, Finding, Returns, Scrambler};
use diag::number::count;
use diag::{Code, Diagnostic, Severity, registry};
use machine::run::{Isa, Machine};
use runtime::load::Loaded;
use runtime::{Outcome, Session};

/// What is to be checked in a run.
pub struct Convention<'a> {
    args: &'a ConventionArgs,
    loaded: &'a Loaded,
    contract: Contract,
    /// What is wrong with the comments that describe the contract.
    warnings: Vec<Diagnostic>,
}

impl<'a> Convention<'a> {
    /// What the options ask for, if anything.
    pub fn of(args: &'a ConventionArgs, loaded: &'a Loaded) -> Option<Self> {
        if !args.check && args.scramble.is_none() {
            return None;
        }
        let program = loaded.program.as_ref()?;
        let (mut contract, warnings) = Contract::read(&loaded.sources, program, loaded.desc());
        for registers in &args.global {
            // Mistakes were told before.
            let _ = contract.share(registers, loaded.desc());
        }
        Some(Convention {
            args,
            loaded,
            contract,
            warnings,
        })
    }

    /// What is wrong with the options.
    pub fn mistake(args: &ConventionArgs, loaded: &Loaded) -> Option<String> {
        for registers in &args.global {
            if let Err(wrong) = Contract::default().share(registers, loaded.desc()) {
                return Some(format!("--global {registers}: {wrong}"));
            }
        }
        unknown_code("--allow", &args.allow).or_else(|| unknown_code("--warn", &args.warn))
    }

    fn checker<I: Isa>(&self, session: &Session<I>) -> Checker {
        let options = CheckOptions {
            returns: match self.args.returns {
                ReturnsName::One => Returns::One,
                ReturnsName::Two => Returns::Two,
                ReturnsName::Arguments => Returns::Arguments,
            },
            contract: self.contract.clone(),
            alignment: names_code(&self.args.warn, codes::MISALIGNED_STACK),
        };
        let program = self.loaded.program.as_ref();
        Checker::new(
            self.loaded.desc(),
            program.unwrap_or(&Default::default()),
            &session.machine.registers,
            session.environment.calls(),
            options,
        )
    }

    /// A checker that can scramble.
    pub fn scrambler<I: Isa>(&self, session: &Session<I>) -> Scrambler {
        Scrambler::new(self.checker(session), self.args.scramble.unwrap_or(0))
    }

    /// Scrambles, if that was asked for.
    pub fn scramble<I: Isa>(&self, scrambler: &mut Scrambler, machine: &mut Machine<I>) {
        match self.args.scramble {
            Some(_) => scrambler.apply(machine),
            None => {
                scrambler.checker.take_event();
            }
        }
    }

    /// Runs to the end, and says what was found; whether the convention was broken.
    pub fn run<I: Isa>(
        &self,
        session: &mut Session<I>,
        host: &mut StdHost,
        voice: &Voice,
    ) -> (Outcome, bool) {
        if self.args.scramble.is_none() {
            let mut checker = self.checker(session);
            let outcome = session.run(&mut checker, host);
            checker.finish();
            return (outcome, self.say(checker.findings(), voice));
        }
        let mut scrambler = self.scrambler(session);
        let outcome = session.run_with(&mut scrambler, host, Scrambler::apply);
        scrambler.checker.finish();
        let broken = self.say(scrambler.checker.findings(), voice);
        (outcome, broken)
    }

    /// Says what was found, if that was asked for; whether the convention was broken.
    pub fn say(&self, findings: &[Finding], voice: &Voice) -> bool {
        let (Some(program), true) = (&self.loaded.program, self.args.check) else {
            return false;
        };
        let reporter = Reporter {
            desc: self.loaded.desc(),
            program,
        };
        let told = findings
            .iter()
            .filter(|finding| !names_code(&self.args.allow, finding.what.code()));
        let told: Vec<Diagnostic> = told.map(|finding| reporter.diagnostic(finding)).collect();
        voice.say_each(&self.loaded.sources, &self.warnings);
        voice.say_each(&self.loaded.sources, &told);
        let mut broken = told.iter().filter(|d| d.severity == Severity::Error);
        let Some(first) = broken.next() else {
            return false;
        };
        let places = count(1 + broken.count() as u64, "place");
        voice.note(&format!(
            "The calling convention is broken in {places}. `jal explain {}` tells more about the \
             first.",
            first.code
        ));
        true
    }
}

/// Whether a list of codes names this one.
pub fn names_code(list: &[String], code: Code) -> bool {
    list.iter().any(|named| named.eq_ignore_ascii_case(code.0))
}

/// What to say about a code in the list of an option that does not exist.
pub fn unknown_code(option: &str, list: &[String]) -> Option<String> {
    let code = list.iter().find(|code| registry::explain(code).is_none())?;
    let similar = registry::similar(code);
    Some(match similar.first() {
        Some(similar) => format!("{option} {code}: there is no such code; did you mean {similar}?"),
        None => format!("{option} {code}: there is no such code; `jal explain` lists all of them"),
    })
}
