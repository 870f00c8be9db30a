//! How things are spelled on a machine and in an environment, where advice has to name them.

use machine::env::{CallRow, CallTable};
use machine::isa::IsaDesc;

/// The words for one machine in one environment.
#[derive(Clone)]
pub(super) struct Words {
    /// The end of a program.
    pub(super) exit: String,
    /// The end of a function.
    pub(super) ret: &'static str,
    /// The return address.
    pub(super) ra: &'static str,
    /// What a program with too little input can do.
    pub(super) end_of_input: &'static str,
    /// Where the number of bytes for the heap is.
    pub(super) heap_bytes: &'static str,
}

impl Words {
    pub(super) fn of(desc: &'static IsaDesc, calls: &CallTable) -> Words {
        let named = |name: &str| calls.rows.iter().find(move |row| row.name == name);
        let (li, reg) = (desc.idioms.load_number, desc.register_name(calls.number));
        let (number, instruction) = (named("exit").map_or(0, |row| row.number), calls.instruction);
        let bytes = |row: &CallRow| row.takes.regs().next();
        Words {
            exit: format!("`{li} {reg}, {number}` and `{instruction}`"),
            ret: desc.idioms.ret,
            ra: desc.register_name(desc.abi.ra),
            end_of_input: calls.end_of_input,
            heap_bytes: named("sbrk")
                .and_then(bytes)
                .map_or("it", |reg| desc.register_name(reg)),
        }
    }
}
