//! The MIPS machine: MIPS32 with its floating-point unit, traps and exceptions, and the usual
//! instructions of release 2.
//!
//! Owns the instruction table with its semantics, the registers and their convention, the
//! pseudo-instructions and coprocessor 0. Knows no dialect by name and no diagnostics.
//!
//! ```
//! use machine::observe::Off;
//! use machine::run::{Machine, Stop};
//!
//! // `li $a0, 42` and `syscall`, as words.
//! let words: [u32; 2] = [0x2404_002a, 0x0000_000c];
//! let mut machine = Machine::new(mips32::PROCESSOR);
//! let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
//! machine.memory.write_host(0, &bytes)?;
//! machine.add_executable(0, 7);
//! assert_eq!(machine.run(&mut Off, 1000), Stop::Host);
//! assert_eq!(machine.registers.x[4], 42);
//! assert_eq!(mips32::DESC.decode_any(words[1]).map(|d| mips32::DESC.rows[d.row].name), Some("syscall"));
//! # Ok::<(), machine::trap::Trap>(())
//! ```

mod control;
mod decode;
mod fp;
mod gnu_memory;
mod idioms;
mod integer;
mod memory;
mod operand;
mod pseudo;
mod pseudo_gnu;
mod registers;
mod spim_pseudo;
mod table;

pub use control::Mips32State;

use machine::isa::{Insn, IsaDesc, Row};
use machine::observe::{Listener, Observer, TransferKind};
use machine::reading::OpaqueRows;
use machine::reading::definedness::{self, Definedness};
use machine::reading::provenance::{self, StepFlow};
use machine::run::{Ahead, Cx, Isa, Machine, Processor, Stop, rules};

/// The MIPS instruction set.
#[derive(Clone, Copy, Debug)]
pub struct Mips32;

/// The tables of the MIPS instruction set.
pub static DESC: IsaDesc = IsaDesc {
    name: "mips32",
    title: "MIPS",
    rows: table::ROWS,
    compressed: &[],
    pseudos: &pseudo::ALL,
    functions: pseudo::FUNCTIONS,
    registers: registers::REGISTERS,
    control_registers: registers::CONTROL_REGISTERS,
    decode: decode::decode,
    abi: &registers::ABI,
    idioms: &idioms::IDIOMS,
    subset: |_| Err("parts of MIPS have no names here".to_owned()),
    elf_machine: 8,
    is_pair: fp::is_double,
    undefined_result: definedness::result::<Mips32>,
    is_taken: definedness::is_taken::<Mips32>,
};

/// What makes a machine a MIPS machine.
pub const PROCESSOR: Processor = Processor::of::<Mips32>();

impl Isa for Mips32 {
    type State = Mips32State;

    const RULES: u8 = rules::BIG_ENDIAN | rules::DELAYED | rules::FLOAT_EXCEPTIONS;

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

    fn read<X: OpaqueRows<Isa = Self>>(x: &mut X, insn: &Insn) -> Option<X::Outcome> {
        table::read(x, insn)
    }

    fn trace(machine: &Machine, row: &'static Row, insn: &Insn) -> Option<StepFlow> {
        provenance::trace::<Self>(machine, row, insn)
    }

    fn define(
        defined: &mut Definedness,
        machine: &Machine,
        row: &'static Row,
        insn: &Insn,
    ) -> Option<()> {
        definedness::define::<Self>(defined, machine, row, insn)
    }

    #[inline(always)]
    fn execute<L: Listener, const RULES: u8>(
        cx: &mut Cx<'_, Self, L, RULES>,
        insns: &Ahead,
    ) -> bool {
        table::execute(cx, insns)
    }
}
