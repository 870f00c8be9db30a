//! The RISC-V machine: RV32I with M, A, F, D, C, Zicsr, Zifencei, the bit
//! manipulation of Zba, Zbb, Zbc and Zbs, Zicond, and traps that programs handle themselves.
//!
//! Owns the instruction table with its semantics, the registers and their convention, the
//! pseudo-instructions and the control registers. Knows no dialect by name and no diagnostics.
//!
//! ```
//! use machine::observe::Off;
//! use machine::run::{Machine, Stop};
//!
//! // `li a0, 42` and `ecall`, as words.
//! let words: [u32; 2] = [0x02a0_0513, 0x0000_0073];
//! let mut machine = Machine::new(rv32::PROCESSOR);
//! let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
//! machine.memory.write_host(0, &bytes)?;
//! machine.add_executable(0, 7);
//! assert_eq!(machine.run(&mut Off, 1000), Stop::Host);
//! assert_eq!(machine.registers.x[10], 42);
//! assert_eq!(rv32::DESC.decode_any(words[1]).map(|d| rv32::DESC.rows[d.row].name), Some("ecall"));
//! # Ok::<(), machine::trap::Trap>(())
//! ```

mod atomic;
mod bits;
mod compressed;
mod control;
mod decode;
mod fp;
mod idioms;
mod march;
mod operand;
mod pseudo;
mod registers;
mod table;
mod user_traps;

pub use control::Rv32State;
pub use user_traps::UserTraps;

use machine::isa::{Insn, IsaDesc, Row};
use machine::observe::{Listener, Observer, TransferKind};
use machine::reading::OpaqueRows;
use machine::reading::definedness::{self, Definedness};
use machine::reading::provenance::{self, StepFlow};
use machine::run::{
    Ahead, ControlState, Cx, Exception, HandledException, Isa, Machine, Processor, Stop, rules,
};

/// The RISC-V instruction set.
#[derive(Clone, Copy, Debug)]
pub struct Rv32;

/// The tables of the RISC-V instruction set.
pub static DESC: IsaDesc = IsaDesc {
    name: "rv32",
    title: "RISC-V",
    rows: table::ROWS,
    compressed: compressed::COMPRESSED,
    pseudos: pseudo::PSEUDOS,
    functions: &[],
    registers: registers::REGISTERS,
    control_registers: registers::CONTROL_REGISTERS,
    decode: decode::decode,
    abi: &registers::ABI,
    idioms: &idioms::IDIOMS,
    subset: march::subset,
    elf_machine: 243,
    is_pair: |_, _| false,
    undefined_result: definedness::result::<Rv32>,
    is_taken: definedness::is_taken::<Rv32>,
};

/// What makes a machine a RISC-V machine.
pub const PROCESSOR: Processor = Processor::of::<Rv32>();

impl Isa for Rv32 {
    type State = Rv32State;

    const RULES: u8 = rules::GAP | rules::ALIGNED;

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

impl ControlState for Rv32State {
    fn fork(&self) -> Box<dyn ControlState> {
        Box::new(self.clone())
    }

    fn relax(&mut self) {
        self.free_csrs = true;
    }

    fn control_register(&self, number: u32, steps: u64) -> Option<u32> {
        let csr = u16::try_from(number).ok()?;
        // Where programs cannot handle traps, these are storage like any other number.
        let exists = self.traps.is_some() || UserTraps::default().read(csr).is_none();
        self.read(csr, steps).filter(|_| exists)
    }

    fn set_control_register(&mut self, number: u32, value: u32) -> bool {
        let number = u16::try_from(number).ok();
        number.and_then(|csr| self.write(csr, value)).is_some()
    }

    fn last_exception(&self) -> Option<HandledException> {
        self.traps.as_ref().and_then(UserTraps::last)
    }

    fn allow_user_traps(&mut self) {
        self.traps.get_or_insert_default();
    }

    fn exception_vector(&self) -> Option<u32> {
        self.traps.as_ref().map(UserTraps::vector)
    }

    fn interrupt_offset(&self) -> u32 {
        self.traps.as_ref().map_or(0, UserTraps::offset)
    }

    fn note_exception(&mut self, exception: &Exception) {
        if let Some(traps) = &mut self.traps {
            traps.note(exception);
        }
    }

    fn enter_exception(&mut self, exception: &Exception) -> bool {
        let traps = self.traps.as_mut();
        traps.is_some_and(|traps| traps.enter(exception.trap))
    }

    fn enter_interrupt(&mut self, lines: u32, resume: u32) -> bool {
        let traps = self.traps.as_mut();
        traps.is_some_and(|traps| traps.interrupt(lines, resume))
    }
}
