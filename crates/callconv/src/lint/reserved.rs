//! Writes to registers that programs leave alone.

use super::is_handler;
use crate::codes;
use crate::contract::Contract;
use crate::effect::registers;
use crate::flow::{ProgramFlow, Step};
use diag::Diagnostic;
use machine::isa::{Abi, Reg, RegisterSet, Role};
use rustc_hash::FxHashSet;

/// One finding for each register.
pub(super) fn check(flow: &ProgramFlow, contract: &Contract) -> Vec<Diagnostic> {
    let abi = flow.desc.abi;
    let reserved = abi.fixed.iter().chain(abi.kernel).copied();
    let reserved: RegisterSet = reserved.chain(abi.assembler).collect();
    let handlers = handlers(flow);
    let mut findings = Vec::new();
    for reg in (reserved - contract.global).iter() {
        let writes = flow
            .steps
            .iter()
            .enumerate()
            .filter(|(k, step)| !handlers.contains(k) && writes(flow, step, reg));
        let writes: Vec<&Step> = writes.map(|(_, step)| step).collect();
        findings.extend(finding(flow, reg, &writes));
    }
    findings
}

/// Whether an instruction writes a register that it should not.
fn writes(flow: &ProgramFlow, step: &Step, reg: Reg) -> bool {
    let own = step.pseudo && flow.desc.abi.assembler == Some(reg);
    !own && registers(flow.desc, step.row, step.word, Role::Write).contains(reg)
}

/// The instructions of handlers, which are part of a kernel.
fn handlers(flow: &ProgramFlow) -> FxHashSet<usize> {
    let handlers = flow.functions.iter().filter(|f| is_handler(flow, f));
    handlers.flat_map(|f| flow.body(f.entry)).collect()
}

fn finding(flow: &ProgramFlow, reg: Reg, writes: &[&Step]) -> Option<Diagnostic> {
    let first = writes.first()?;
    let name = flow.desc.register_name(reg);
    let owner = owner(flow.desc.abi, reg);
    let finding = Diagnostic::error(codes::RESERVED, format!("`{name}` is written, but {owner}"))
        .primary(first.span, format!("writes `{name}`"))
        .help("use a temporary register, or save a saved register first and use that");
    Some(match writes.len() - 1 {
        0 => finding,
        1 => finding.note("it is written in one more place"),
        more => finding.note(format!("it is written in {more} more places")),
    })
}

/// Whose register it is.
fn owner(abi: &Abi, reg: Reg) -> &'static str {
    if abi.kernel.contains(&reg) {
        "it belongs to the kernel, which may change it at any time"
    } else if abi.assembler == Some(reg) {
        "it belongs to the assembler: pseudo-instructions change it"
    } else if abi.tp == Some(reg) {
        "it points to the data of a thread in the whole program"
    } else {
        "it points to global data in the whole program"
    }
}
