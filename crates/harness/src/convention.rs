//! The calling convention in runs: what is to be checked, and how findings become messages.

use crate::handed_in::HandedIn;
use callconv::report::Reporter;
use callconv::{CheckOptions, Checker, Contract, Finding, Returns, Scrambler, codes};
use diag::{Code, Diagnostic};
use machine::run::Isa;
use runtime::Session;
use runtime::load::Loaded;

/// What is agreed about the calling convention.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    /// Which registers carry results.
    pub returns: Option<Returns>,
    /// Registers that functions share, such as `t1-t6,s0`.
    pub global: Vec<String>,
    /// Codes of findings that are left out.
    pub allow: Vec<String>,
    /// Codes of findings that are looked for only if wanted.
    pub warn: Vec<String>,
}

/// Findings that are looked for only if wanted.
pub const ON_REQUEST: [Code; 1] = [codes::MISALIGNED_STACK];

impl Agreement {
    /// Whether findings with this code are left out.
    pub fn allows(&self, code: Code) -> bool {
        names_code(&self.allow, code)
    }
}

/// Whether a list of codes names this one.
pub fn names_code(list: &[String], code: Code) -> bool {
    list.iter().any(|named| named.eq_ignore_ascii_case(code.0))
}

/// The check of one program.
pub struct Convention<'a> {
    agreement: &'a Agreement,
    loaded: &'a Loaded,
    contract: Contract,
    /// What is wrong with the comments that describe the contract.
    pub warnings: Vec<Diagnostic>,
}

impl<'a> Convention<'a> {
    /// The check of a program; none if it was not loaded.
    pub fn new(agreement: &'a Agreement, loaded: &'a Loaded) -> Option<Self> {
        Convention::of_course(agreement, loaded, &HandedIn::default())
    }

    /// The same where comments in files that students hand in cannot weaken the check.
    pub fn of_course(
        agreement: &'a Agreement,
        loaded: &'a Loaded,
        handed_in: &HandedIn,
    ) -> Option<Self> {
        let program = loaded.program.as_ref()?;
        let (mut contract, warnings) =
            Contract::read_restricted(&loaded.sources, program, loaded.desc(), &|name| {
                handed_in.has(name)
            });
        for registers in &agreement.global {
            // Whoever made the agreement has told about mistakes.
            let _ = contract.share(registers, loaded.desc());
        }
        Some(Convention {
            agreement,
            loaded,
            contract,
            warnings,
        })
    }

    /// What is to be checked.
    pub fn options(&self) -> CheckOptions {
        CheckOptions {
            returns: self.agreement.returns.unwrap_or(Returns::Two),
            contract: self.contract.clone(),
            alignment: names_code(&self.agreement.warn, codes::MISALIGNED_STACK),
        }
    }

    /// What watches a run.
    pub fn checker<I: Isa>(&self, session: &Session<I>) -> Checker {
        let program = self.loaded.program.as_ref();
        Checker::new(
            self.loaded.desc(),
            program.unwrap_or(&Default::default()),
            &session.machine.registers,
            session.environment.calls(),
            self.options(),
        )
    }

    /// What watches a run and puts random values wherever the convention leaves some undefined.
    pub fn scrambler<I: Isa>(&self, session: &Session<I>, seed: u64) -> Scrambler {
        Scrambler::new(self.checker(session), seed)
    }

    /// The findings that are not left out, as messages.
    pub fn diagnostics(&self, findings: &[Finding]) -> Vec<Diagnostic> {
        let Some(program) = &self.loaded.program else {
            return Vec::new();
        };
        let reporter = Reporter {
            desc: self.loaded.desc(),
            program,
        };
        let told = findings
            .iter()
            .filter(|finding| !self.agreement.allows(finding.what.code()));
        told.map(|finding| reporter.diagnostic(finding)).collect()
    }
}
