//! Everything that `rars` says about itself and about the end of a run, in the words that scripts
//! know. What it shares with `mars` is in `messages`.

use super::messages;
use machine::trap::Trap;
use runtime::Session;

/// The line about the program itself.
pub(super) const BANNER: &str =
    "RARS 1.6  Copyright 2003-2019 Pete Sanderson and Kenneth Vollmar\n\n";

/// What ends a report of a run that failed.
pub(super) const FAILED: &str = "\nSimulation terminated due to errors.\n";

/// The help text.
pub(super) const HELP: &str = messages::help!(
    name: "rars",
    machine: "RISC-V",
    own: "",
    numbers: "  <n>          Stop after n instructions.
  reg          Show a register at the end: t3, x5, fa0, ustatus.
"
);

/// What is said when a program ends by a call, and when it runs off its end.
pub(super) fn ended(by_call: bool) -> &'static str {
    match by_call {
        true => "\nProgram terminated by calling exit\n",
        false => "\nProgram terminated by dropping off the bottom.\n",
    }
}

/// What is said about a trap, without its place.
pub(super) fn trap_text(session: &Session, pc: u32, trap: Trap) -> String {
    match trap {
        Trap::Misaligned {
            address,
            size,
            store,
        } => {
            let boundary = match (size, store) {
                (2, false) => "Load address not aligned on halfword boundary",
                (2, true) => "store address not aligned on halfword boundary",
                (_, false) => "Load address not aligned to word boundary",
                (_, true) => "Store address not aligned to word boundary",
            };
            format!("{boundary} 0x{address:08x}")
        }
        Trap::Fetch { address } if address.is_multiple_of(4) => {
            "Instruction load access error".to_owned()
        }
        Trap::Fetch { .. } => "Instruction load alignment error".to_owned(),
        Trap::Illegal { word } if is_control(word) => {
            match session.machine.control_register(word >> 20).is_some() {
                true => "Attempt to write to read-only CSR".to_owned(),
                false => "Attempt to access unavailable CSR".to_owned(),
            }
        }
        Trap::Interrupted => {
            "Interrupt handler was not supplied, but interrupt enable was high".to_owned()
        }
        other => messages::trap_text(session, pc, other),
    }
}

/// Whether an instruction reads or writes a control register.
fn is_control(word: u32) -> bool {
    word & 0x7f == 0x73 && word >> 12 & 7 != 0
}
