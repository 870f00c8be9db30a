//! Everything that `mars` says about itself and about the end of a run, in the words that scripts
//! know.

use super::flavour::Flavour;
use machine::env::CallFault;
use machine::isa::{OperandKind, Row};
use machine::trap::Trap;
use runtime::{Fault, FaultKind, Limit, Session};

/// The line about the program itself.
pub(super) const BANNER: &str =
    "MARS 4.5  Copyright 2003-2014 Pete Sanderson and Kenneth Vollmar\n\n";

/// The help text: what differs between the two programs is given.
macro_rules! help {
    (name: $name:literal, machine: $machine:literal, own: $own:literal, numbers: $numbers:literal) => {
        concat!(
            "Usage: ",
            $name,
            " [words] file [file...] [pa argument...]

Assembles and runs ",
            $machine,
            " programs. The words may come in any place and in upper or
lower case.

  a            Assemble only.
  ae<n>, se<n> Exit code after an assembly error, or after a run-time error (0).
  hex dec ascii  How registers and memory are shown at the end (hex).
  b            Show them without names and addresses.
  d            Accepted, but has no effect.
",
            $own,
            "  dump <segment> <format> <file>
               Write memory to a file. Segment: .text, .data or m-n.
               Format: HexText, BinaryText, Binary, AsciiText, HEX, SegmentWindow.
  h            This help, if it is the only word.
  ic           Show how many instructions ran.
  mc <name>    Memory: Default, CompactDataAtZero or CompactTextAtZero.
  me           Print messages to standard error, but not the program's output.
  nc           Do not print the copyright line.
  np, ne       Pseudo-instructions are errors.
  p            Also assemble all .asm and .s files beside the first one.
  sm           Start at the global label main.
  smc          Code may be read and changed, and data executed.
  we           Warnings are errors.
",
            $numbers,
            "  m-n          Show the words of memory from m to n at the end.
  pa           Everything after it goes to the program.

`jal run` runs the same programs with better messages.
"
        )
    };
}
pub(super) use help;

/// The help text.
pub(super) const HELP: &str = help!(
    name: "mars",
    machine: "MIPS",
    own: "  db           Delayed branching.\n",
    numbers: "  <n>          Stop after n instructions. n is at least 32: 0 to 31 are registers.
  $reg, reg    Show a register at the end: $t3, t3, $5, f10.
"
);

/// What ends a report of errors.
pub(super) fn failed(report: &str) -> String {
    format!("{report}{FAILED}")
}

/// The last line of a report of errors.
pub(super) const FAILED: &str = "\nProcessing terminated due to errors.\n";

/// What is said at the limit of steps.
pub(super) fn step_limit(steps: &str) -> String {
    format!("\nProgram terminated when maximum step limit {steps} reached.\n")
}

/// What is said at another limit, as the line of a report.
pub(super) fn limit(limit: Limit) -> String {
    match limit {
        Limit::Memory { bytes, address } => format!(
            "Error in : the program needs more than {} MiB of memory, at address 0x{address:08x}\n",
            bytes >> 20
        ),
        Limit::Steps(steps) => format!("Error in : {steps} instructions ran\n"),
        Limit::Output(bytes) => format!("Error in : the program printed {bytes} bytes\n"),
        Limit::Time(time) => format!("Error in : the program ran for {} s\n", time.as_secs_f64()),
    }
}

/// What is said about a fault, without its place.
pub(super) fn fault(flavour: &Flavour, session: &Session, fault: &Fault) -> String {
    match &fault.kind {
        FaultKind::Trap(trap) => (flavour.trap)(session, fault.pc, *trap),
        FaultKind::Call(call) => call_text(flavour, session, call),
    }
}

pub(super) fn trap_text(session: &Session, pc: u32, trap: Trap) -> String {
    match trap {
        Trap::Misaligned {
            address, size: 8, ..
        } => format!("address not aligned on doubleword boundary 0x{address:08x}"),
        Trap::Misaligned {
            address,
            size,
            store,
        } => {
            let what = if store { "store" } else { "fetch" };
            let unit = if size == 2 { "halfword" } else { "word" };
            format!("{what} address not aligned on {unit} boundary 0x{address:08x}")
        }
        Trap::Load {
            address,
            execute_only: true,
            ..
        } => format!("Cannot read directly from text segment!0x{address:08x}"),
        Trap::Store {
            address,
            read_only: true,
            ..
        } => format!("Cannot write directly to text segment!0x{address:08x}"),
        Trap::Load { address, .. } | Trap::Store { address, .. } | Trap::Gap { address, .. } => {
            format!("address out of range 0x{address:08x}")
        }
        Trap::Illegal { word } => format!("undefined instruction (0x{word:08x})"),
        Trap::Fetch { address } => format!("invalid program counter value: 0x{address:08x}"),
        Trap::Breakpoint { code: 0 } => "break instruction executed; no code given.".to_owned(),
        Trap::Breakpoint { code } => format!("break instruction executed; code = {code}."),
        Trap::Overflow => "arithmetic overflow".to_owned(),
        Trap::Conditional => "trap".to_owned(),
        Trap::OddFloat { register } => odd_register(session, pc, register),
        Trap::FloatException { .. } => "floating-point exception".to_owned(),
        Trap::Call => "the environment refused a call".to_owned(),
        Trap::Interrupted => "interrupted".to_owned(),
        Trap::Device { address, .. } => format!("no device at 0x{address:08x}"),
        Trap::MemoryLimit { .. } | Trap::CodeModified => "out of memory".to_owned(),
    }
}

/// Which operands must be even: by how many of them are doubles, and where.
fn odd_register(session: &Session, pc: u32, register: u8) -> String {
    let word = session.machine.word_at(pc);
    let row = (mips32::DESC.decode)(word).and_then(|row| mips32::DESC.rows.get(row));
    let which = row.and_then(which_are_even);
    match which {
        Some(which) => format!("{which} must be even-numbered"),
        None => format!("register $f{register} must be even-numbered"),
    }
}

/// The operands of an instruction that hold doubles, in words.
fn which_are_even(row: &Row) -> Option<&'static str> {
    let operands = row.operands.iter();
    let floats = operands.filter(|o| matches!(o.kind, OperandKind::Register { .. }) && !o.base);
    let pairs: Vec<bool> = floats.map(|o| (mips32::DESC.is_pair)(row, o)).collect();
    match pairs.iter().filter(|pair| **pair).count() {
        0 => None,
        1 if pairs.first() == Some(&true) => Some("first register"),
        1 => Some("second register"),
        2 => Some("both registers"),
        _ => Some("all registers"),
    }
}

fn call_text(flavour: &Flavour, session: &Session, call: &CallFault) -> String {
    let register = session.calls().number;
    let number = session.machine.registers.get(register) as i32;
    match call {
        CallFault::Memory(trap) => (flavour.trap)(session, session.machine.pc, *trap),
        CallFault::EndOfInput { .. } if flavour.reports_end => {
            format!("invalid {} input (syscall {number})", kind_of(number))
        }
        CallFault::EndOfInput { wanted } => {
            format!("the program reads {wanted}, but the input has ended (syscall {number})")
        }
        CallFault::BadInput { .. } => {
            format!("invalid {} input (syscall {number})", kind_of(number))
        }
        CallFault::NegativeHeap { asked } => {
            format!("request ({asked}) is negative heap amount (syscall {number})")
        }
        CallFault::HeapLimit { asked, .. } | CallFault::HeapFull { asked } => {
            format!("request ({asked}) exceeds available heap storage (syscall {number})")
        }
        CallFault::NoWindow => format!("there is no window to ask in (syscall {number})"),
        CallFault::RandomBound { .. } => {
            format!("Upper bound of range cannot be negative (syscall {number})")
        }
        CallFault::UnknownService { number } => {
            let number = *number as i32;
            format!("invalid or unimplemented syscall service: {number} ")
        }
    }
}

/// What a call of this number reads.
fn kind_of(number: i32) -> &'static str {
    match number {
        5 => "integer",
        6 => "float",
        7 => "double",
        _ => "char",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_that_hold_doubles() {
        for (name, which) in [
            ("add.d", Some("all registers")),
            ("sqrt.d", Some("both registers")),
            ("c.lt.d", Some("both registers")),
            ("cvt.d.s", Some("first register")),
            ("ldc1", Some("first register")),
            ("cvt.w.d", Some("second register")),
            ("floor.w.d", Some("second register")),
            ("add.s", None),
        ] {
            let row = mips32::DESC.rows.iter().find(|row| row.name == name);
            assert_eq!(row.and_then(which_are_even), which, "{name}");
        }
    }
}
