//! The calling convention in runs: what the options ask for, and how findings are told.

use super::args::ConventionArgs;
use super::devices::RunHost;
use super::say::Voice;
use crate::error::ExpectedError;
use callconv::agreement::{AgreedCheck, Agreement, ON_REQUEST};
use callconv::{Checker, Contract, Finding, Scrambler, codes};
use clap::ValueEnum;
use diag::number::count;
use diag::{Code, Severity};
use harness::codes::registry;
use runtime::load::LoadedProgram;
use runtime::{EnvironmentKind, Outcome, Session};

/// What is to be checked in a run.
pub(super) struct RunConvention<'a> {
    args: &'a ConventionArgs,
    loaded: &'a LoadedProgram,
    check: AgreedCheck<'a>,
    /// Only what the environment checks by itself.
    is_narrow: bool,
}

impl ConventionArgs {
    /// What the options agree on.
    pub(super) fn agreement(&self) -> Agreement {
        Agreement {
            returns: Some(self.returns.into()),
            global: self.global.clone(),
            allow: self.allow.clone(),
            warn: self.warn.clone(),
            functions: Vec::new(),
        }
    }
}

impl ConventionArgs {
    /// The same with what the environment checks by itself, unless more was asked for.
    pub(super) fn with_checks_of(&self, kind: EnvironmentKind) -> ConventionArgs {
        let mut args = self.clone();
        if kind.reports_uninitialised() && !args.check && args.scramble.is_none() {
            args.check = true;
            let others = codes::PAGES.iter().map(|page| page.code);
            let others = others.filter(|code| !UNINITIALISED.contains(&Code(code)));
            args.allow.extend(others.map(str::to_owned));
        }
        args
    }
}

/// Findings about values that are used before they are set.
const UNINITIALISED: [Code; 4] = [
    codes::NO_ARGUMENT,
    codes::NEVER_WRITTEN,
    codes::UNWRITTEN_STACK,
    codes::CALL_WITHOUT,
];

impl<'a> RunConvention<'a> {
    /// What the options ask for, if anything.
    pub(super) fn of(
        args: &'a ConventionArgs,
        agreement: &'a Agreement,
        loaded: &'a LoadedProgram,
    ) -> Option<Self> {
        if !args.check && args.scramble.is_none() {
            return None;
        }
        let program = loaded.program.as_ref()?;
        let (sources, desc) = (&loaded.sources, loaded.desc());
        let check = AgreedCheck::new(agreement, sources, program, desc, &|_| false);
        let is_narrow = agreement.allows(codes::NOT_RESTORED) && agreement.allows(codes::BY_LUCK);
        Some(RunConvention {
            args,
            loaded,
            check,
            is_narrow,
        })
    }

    /// Refuses options that cannot be followed.
    pub(super) fn check_options(
        args: &ConventionArgs,
        loaded: &LoadedProgram,
    ) -> Result<(), ExpectedError> {
        for registers in &args.global {
            if let Err(wrong) = Contract::default().share(registers, loaded.desc()) {
                let wrong = format!("--global {registers}: {wrong}");
                return Err(ExpectedError::Usage(wrong));
            }
        }
        refuse_unknown_codes("--allow", &args.allow)?;
        refuse_idle_warnings(&args.warn)
    }

    /// A checker that scrambles, if that was asked for.
    pub(super) fn scrambler(&self, session: &Session) -> Option<Scrambler> {
        let seed = self.args.scramble?;
        let calls = session.environment.calls();
        let registers = &session.machine.registers;
        Some(self.check.scrambler(registers, calls, seed))
    }

    /// A checker that does not.
    pub(super) fn checker(&self, session: &Session) -> Checker {
        let calls = session.environment.calls();
        self.check.checker(&session.machine.registers, calls)
    }

    /// Runs to the end, and says what was found; whether the convention was broken.
    pub(super) fn run(
        &self,
        session: &mut Session,
        host: &mut dyn RunHost,
        voice: &Voice,
    ) -> (Outcome, bool) {
        let Some(mut scrambler) = self.scrambler(session) else {
            let mut checker = self.checker(session);
            let outcome = session.run(&mut checker, host);
            voice.follow(host);
            checker.finish();
            return (outcome, self.say(checker.findings(), voice));
        };
        let outcome = session.run_with(&mut scrambler, host, Scrambler::apply);
        voice.follow(host);
        scrambler.checker.finish();
        let broken = self.say(scrambler.checker.findings(), voice);
        (outcome, broken)
    }

    /// Says what was found, if that was asked for; whether the convention was broken.
    pub(super) fn say(&self, findings: &[Finding], voice: &Voice) -> bool {
        if !self.args.check {
            return false;
        }
        // What a function finds in a register, another may have left there on purpose; nobody has
        // before the first one.
        let is_unset = |finding: &&Finding| {
            finding.what.code() != codes::NO_ARGUMENT || finding.calls.len() <= 1
        };
        let unset: Vec<Finding> = match self.is_narrow {
            true => findings.iter().filter(is_unset).cloned().collect(),
            false => Vec::new(),
        };
        let findings = if self.is_narrow { &unset[..] } else { findings };
        let told = self.check.diagnostics(findings);
        voice.say_each(&self.loaded.sources, &self.check.warnings);
        voice.say_each(&self.loaded.sources, &told);
        let mut broken = told.iter().filter(|d| d.severity == Severity::Error);
        let Some(first) = broken.next() else {
            return false;
        };
        let places = count(1 + broken.count() as u64, "place");
        let wrong = match self.is_narrow {
            true => "A value is used before it is set",
            false => "The calling convention is broken",
        };
        voice.note(&format!(
            "{wrong} in {places}. `jal explain {}` explains the first.",
            first.code
        ));
        true
    }
}

/// Refuses a code of `--warn` that changes nothing.
pub(super) fn refuse_idle_warnings(list: &[String]) -> Result<(), ExpectedError> {
    let on_request = |code: &&String| {
        ON_REQUEST
            .iter()
            .any(|known| code.eq_ignore_ascii_case(known.0))
    };
    let Some(code) = list.iter().find(|code| !on_request(code)) else {
        return Ok(());
    };
    refuse_unknown_codes("--warn", list)?;
    let known = ON_REQUEST.map(|code| code.0).join(", ");
    Err(ExpectedError::Usage(format!(
        "--warn {code}: this is always reported; --warn is for {known}"
    )))
}

/// Refuses a code in the list of an option that does not exist.
pub(super) fn refuse_unknown_codes(option: &str, list: &[String]) -> Result<(), ExpectedError> {
    let Some(code) = list.iter().find(|code| registry().explain(code).is_none()) else {
        return Ok(());
    };
    let similar = registry().similar(code);
    Err(ExpectedError::Usage(match similar.first() {
        Some(similar) => format!("{option} {code}: there is no such code; did you mean {similar}?"),
        None => format!("{option} {code}: there is no such code; `jal explain` lists all of them"),
    }))
}

/// Which registers carry results; on MIPS, $v0 and $v1 stand for a0 and a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReturnsName {
    /// The first result register
    #[value(name = "a0")]
    One,
    /// Both result registers
    #[value(name = "a0-a1")]
    Two,
    /// All argument registers as well
    #[value(name = "all-a")]
    Arguments,
}

impl From<ReturnsName> for callconv::Returns {
    fn from(name: ReturnsName) -> Self {
        match name {
            ReturnsName::One => callconv::Returns::One,
            ReturnsName::Two => callconv::Returns::Two,
            ReturnsName::Arguments => callconv::Returns::Arguments,
        }
    }
}
