//! What a course or the options agree on about the calling convention, and the check of one program
//! by it.

use crate::report::FindingReporter;
use crate::{CheckOptions, Checker, Contract, Finding, Returns, Scrambler, codes};
use assembler::Program;
use diag::{Code, Diagnostic, SourceMap};
use machine::env::CallTable;
use machine::isa::IsaDesc;
use machine::run::Registers;

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
    /// Functions of which it is known what they take and give.
    pub functions: Vec<Signature>,
}

/// What a function takes and gives, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Its label.
    pub name: String,
    /// How many words of arguments.
    pub args: u32,
    /// How many words of results.
    pub results: u32,
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

/// The check of one program by an agreement.
pub struct AgreedCheck<'a> {
    agreement: &'a Agreement,
    program: &'a Program,
    desc: &'static IsaDesc,
    contract: Contract,
    /// What is wrong with the comments that describe the contract.
    pub warnings: Vec<Diagnostic>,
}

impl<'a> AgreedCheck<'a> {
    /// The check of a program. Comments in sources for which `is_handed_in` is true cannot weaken
    /// it.
    pub fn new(
        agreement: &'a Agreement,
        sources: &SourceMap,
        program: &'a Program,
        desc: &'static IsaDesc,
        is_handed_in: &dyn Fn(&str) -> bool,
    ) -> Self {
        let (mut contract, warnings) =
            Contract::read_restricted(sources, program, desc, is_handed_in);
        for registers in &agreement.global {
            // Whoever made the agreement has reported mistakes already.
            let _ = contract.share(registers, desc);
        }
        let symbols = &program.image.symbols;
        for function in &agreement.functions {
            let symbol = symbols.iter().find(|symbol| symbol.name == function.name);
            if let Some(symbol) = symbol.filter(|symbol| !symbol.absolute) {
                contract.declare(symbol.address, function);
            }
        }
        AgreedCheck {
            agreement,
            program,
            desc,
            contract,
            warnings,
        }
    }

    /// What the program says about its own conventions.
    pub fn contract(&self) -> &Contract {
        &self.contract
    }

    /// What is to be checked.
    pub fn options(&self) -> CheckOptions {
        CheckOptions {
            returns: self.agreement.returns.unwrap_or(Returns::Two),
            contract: self.contract.clone(),
            alignment: names_code(&self.agreement.warn, codes::MISALIGNED_STACK),
        }
    }

    /// What watches a run that begins with these registers.
    pub fn checker(&self, registers: &Registers, calls: CallTable) -> Checker {
        Checker::new(self.desc, self.program, registers, calls, self.options())
    }

    /// What watches a run and puts random values wherever the convention leaves some undefined.
    pub fn scrambler(&self, registers: &Registers, calls: CallTable, seed: u64) -> Scrambler {
        Scrambler::new(self.checker(registers, calls), seed)
    }

    /// The findings that are not left out, as messages.
    pub fn diagnostics(&self, findings: &[Finding]) -> Vec<Diagnostic> {
        let reporter = FindingReporter::new(self.desc, self.program);
        let told = findings
            .iter()
            .filter(|finding| !self.agreement.allows(finding.what.code()));
        told.map(|finding| reporter.diagnostic(finding)).collect()
    }
}
