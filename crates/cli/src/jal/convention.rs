//! The calling convention in runs: what the options ask for, and how findings are told.

use super::args::{ConventionArgs, ReturnsName};
use super::say::Voice;
use crate::console::StdHost;
use callconv::codes;
use callconv::report::Reporter;
use callconv::{CheckOptions, Checker, Contract, Finding, Returns, Scrambler};
use diag::{Diagnostic, Severity};
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
        let codes = args.allow.iter().chain(&args.warn);
        let unknown = codes.into_iter().find(|code| !is_code(code))?;
        Some(format!(
            "there is no finding `{unknown}`; `jal explain` lists the codes"
        ))
    }

    fn checker<I: Isa>(&self, session: &Session<I>) -> Checker {
        let options = CheckOptions {
            returns: match self.args.returns {
                ReturnsName::One => Returns::One,
                ReturnsName::Two => Returns::Two,
                ReturnsName::Arguments => Returns::Arguments,
            },
            contract: self.contract.clone(),
            alignment: asks_for(&self.args.warn, codes::MISALIGNED_STACK.0),
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
            .filter(|finding| !asks_for(&self.args.allow, finding.what.code().0));
        let told: Vec<Diagnostic> = told.map(|finding| reporter.diagnostic(finding)).collect();
        voice.say_each(&self.loaded.sources, &self.warnings);
        voice.say_each(&self.loaded.sources, &told);
        let mut broken = told.iter().filter(|d| d.severity == Severity::Error);
        let Some(first) = broken.next() else {
            return false;
        };
        let places = match 1 + broken.count() {
            1 => "1 place".to_string(),
            n => format!("{n} places"),
        };
        voice.note(&format!(
            "The calling convention is broken in {places}. `jal explain {}` tells more about the \
             first.",
            first.code
        ));
        true
    }
}

fn asks_for(codes: &[String], code: &str) -> bool {
    codes.iter().any(|asked| asked.eq_ignore_ascii_case(code))
}

fn is_code(code: &str) -> bool {
    diag::registry::explain(&code.to_ascii_uppercase()).is_some()
}
