//! What can be said about a program without running it.
//!
//! Each kind of finding has a file of its own; all of them read the same `ProgramFlow`. Where the flow
//! of control or a value is unknown they are silent: a finding is always about a way that the
//! program could go, or about something that no way leads to.

mod ends;
mod labels;
mod path;
mod reserved;
mod restore;
mod sizes;
mod state;
mod temporaries;
#[cfg(test)]
mod tests;
mod unreachable;

use crate::contract::Contract;
use crate::flow::{FlowFunction, Next, ProgramFlow};
use assembler::Program;
use diag::{Diagnostic, SourceMap};
use machine::isa::IsaDesc;
use rustc_hash::FxHashSet;

/// Checks a program that was assembled from source; findings in the order of the source.
pub fn check(
    sources: &SourceMap,
    program: &Program,
    desc: &'static IsaDesc,
    contract: &Contract,
) -> Vec<Diagnostic> {
    let flow = ProgramFlow::new(sources, program, desc);
    let mut findings = Vec::new();
    let sizes = sizes::Sizes::new(&flow, sources, program);
    for function in flow.functions.iter().filter(|f| !is_handler(&flow, f)) {
        let lost = temporaries::check(&flow, function, contract);
        findings.extend(restore::check(&flow, function, contract, &lost.returns));
        findings.extend(lost.findings);
        findings.extend(ends::check(&flow, function));
        findings.extend(sizes.check(function));
    }
    findings.extend(reserved::check(&flow, contract));
    let unreachable = unreachable::check(&flow, program);
    let unused = labels::check(&flow, sources, program, &unreachable.places);
    findings.extend(unreachable.findings);
    findings.extend(unused);
    in_order(findings)
}

/// Handlers of interrupts are not called, and what they interrupt wants all registers back.
fn is_handler(flow: &ProgramFlow, function: &FlowFunction) -> bool {
    let body = flow.body(function.entry);
    body.iter()
        .any(|step| flow.steps[*step].next == Next::HandlerReturn)
}

/// Sorts findings by place. Functions that share instructions find the same there.
fn in_order(mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut seen = FxHashSet::default();
    findings.retain(|finding| {
        let place = finding.primary_span();
        seen.insert((finding.code, finding.title.clone(), place))
    });
    findings.sort_by_key(|finding| {
        let place = finding.primary_span();
        place.map(|span| (span.file, span.start, finding.code))
    });
    findings
}

/// What people call a function.
fn title(function: &FlowFunction) -> String {
    match &function.name {
        Some(name) => format!("`{name}`"),
        None => "the program".to_owned(),
    }
}
