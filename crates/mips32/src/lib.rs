//! The MIPS machine: MIPS32 with its floating-point unit, traps and exceptions, and the usual
//! instructions of release 2.
//!
//! Owns the instruction table with its semantics, the registers and their convention, the
//! pseudo-instructions and coprocessor 0. Knows no dialect by name and no diagnostics.

mod control;
mod decode;
mod fp;
mod idioms;
mod integer;
mod memory;
mod operand;
mod pseudo;
mod registers;
mod table;

pub use control::Mips32State;

use machine::isa::{Insn, IsaDesc};
use machine::observe::{Listener, Observer, TransferKind};
use machine::run::{Cx, Isa, Machine, Processor, Stop, rules};

/// The MIPS instruction set.
#[derive(Clone, Copy, Debug)]
pub struct Mips32;

/// The tables of the MIPS instruction set.
pub static DESC: IsaDesc = IsaDesc {
    name: "mips32",
    title: "MIPS",
    rows: table::ROWS,
    compressed: &[],
    pseudos: pseudo::PSEUDOS,
    functions: pseudo::FUNCTIONS,
    registers: registers::REGISTERS,
    control_registers: registers::CONTROL_REGISTERS,
    decode: decode::decode,
    abi: &registers::ABI,
    idioms: &idioms::IDIOMS,
    elf_machine: 8,
    is_pair: fp::is_double,
};

/// What makes a machine a MIPS machine.
pub const PROCESSOR: Processor = Processor::of::<Mips32>();

impl Isa for Mips32 {
    type State = Mips32State;

    const RULES: u8 = rules::BIG_ENDIAN | rules::DELAYED;

    const DESC: &'static IsaDesc = &DESC;

    fn fuse(first: u8, second: u8, third: u8) -> Option<u8> {
        table::fuse(first, second, third)
    }

    #[inline(always)]
    fn unfuse(handler: u8) -> u8 {
        table::unfuse(handler)
    }

    #[inline(always)]
    fn row_of(insn: &Insn) -> usize {
        table::row_of(insn)
    }

    fn transfer_kind(insn: &Insn) -> TransferKind {
        table::transfer_kind(insn)
    }

    fn run(machine: &mut Machine, observer: &mut dyn Observer, fuel: u64) -> Stop {
        machine.run_loops::<Self>(observer, fuel)
    }

    #[inline(always)]
    fn execute<L: Listener, const RULES: u8>(cx: &mut Cx<'_, Self, L, RULES>, insn: &Insn) -> bool {
        table::execute(cx, insn)
    }
}
