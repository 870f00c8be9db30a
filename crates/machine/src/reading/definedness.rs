//! Reads a row with words of which some bits are undefined: slow and simple, the oracle for whatever
//! follows undefined values faster.
//!
//! The rules are those of memcheck. Where an operation has an exact one, it is used: `and`, `or`,
//! `xor`, shifts by a defined amount, comparisons. A sum, difference or product is undefined from the
//! lowest undefined bit on. Of everything else all bits are undefined if one was. A branch, an address,
//! a jump, a trap or an instruction that depends on undefined bits is a [`Decision`].
//!
//! Of an opaque row, everything that it writes is undefined if anything was that it declares to read or
//! has loaded.

mod result;
mod word;

pub use result::{is_taken, result};
pub use word::{DefinedBit, DefinedWord};

use super::provenance::{Effects, Source, StepWrite};
use super::{OpaqueRows, Reading, declared_reads};
use crate::isa::{Insn, Reg, Row};
use crate::run::{Flow, Isa, Machine};
use crate::trap::Trap;
use rustc_hash::FxHashMap;

/// What depends on undefined bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Whether a branch is taken.
    Branch,
    /// Where in memory something is.
    Address,
    /// Where control goes.
    Jump,
    /// Whether there is a trap.
    Trap,
    /// Which instruction it is.
    Code,
}

/// Which bits of a machine are undefined.
#[derive(Clone, Debug)]
pub struct Definedness {
    x: [u32; 256],
    f: [u64; 32],
    /// Bytes of which some bits are.
    memory: FxHashMap<u32, u8>,
    pending: DefinedStep,
    /// Writes to come: integer registers, and memory.
    registers: Vec<(u8, DefinedWord)>,
    stores: Vec<(u32, u8, DefinedWord)>,
}

/// An instruction that was carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DefinedStep {
    /// What in it depended on undefined bits.
    pub decisions: Vec<Decision>,
    /// What its row says that it writes, in order; nothing if it is opaque.
    pub predicted: Vec<StepWrite>,
    /// What it has written, as observers were told.
    pub writes: Vec<StepWrite>,
    /// Only what the row declares is known.
    pub is_opaque: bool,
}

impl Default for Definedness {
    /// Everything is defined.
    fn default() -> Self {
        Definedness {
            x: [0; 256],
            f: [0; 32],
            memory: FxHashMap::default(),
            pending: DefinedStep::default(),
            registers: Vec::new(),
            stores: Vec::new(),
        }
    }
}

impl Definedness {
    /// The undefined bits of a register.
    pub fn register(&self, reg: Reg) -> u64 {
        match reg.0 {
            number @ 32..64 => self.f[usize::from(number & 31)],
            number => self.x[usize::from(number)].into(),
        }
    }

    /// Sets the undefined bits of a register.
    pub fn set_register(&mut self, reg: Reg, bits: u64) {
        match reg.0 {
            0 => {}
            number @ 32..64 => self.f[usize::from(number & 31)] = bits,
            number => self.x[usize::from(number)] = bits as u32,
        }
    }

    /// The undefined bits of a byte in memory.
    pub fn byte(&self, address: u32) -> u8 {
        self.memory.get(&address).copied().unwrap_or(0)
    }

    /// Sets the undefined bits of a byte in memory.
    pub fn set_byte(&mut self, address: u32, bits: u8) {
        match bits {
            0 => self.memory.remove(&address),
            bits => self.memory.insert(address, bits),
        };
    }

    /// Carries out the instruction at the program counter; nothing if it could not be carried out, or
    /// is for the host.
    pub fn step(&mut self, machine: &mut Machine) -> Option<DefinedStep> {
        let decoded = machine.desc().decode_any(machine.word_at(machine.pc))?;
        let row = machine.desc().rows.get(decoded.row)?;
        let insn = row.predecode(decoded.word, machine.pc);
        self.pending = DefinedStep::default();
        self.registers.clear();
        self.stores.clear();
        let fetched = (0..u32::from(decoded.len)).map(|k| machine.pc.wrapping_add(k));
        if { fetched }.any(|at| self.byte(at) != 0) {
            self.pending.decisions.push(Decision::Code);
        }
        (machine.processor.define)(self, machine, row, &insn)?;
        let effects = machine.run_one()?;
        let mut step = std::mem::take(&mut self.pending);
        if step.is_opaque {
            self.spread(machine, row, insn, &effects, &mut step);
        } else {
            self.apply(machine.is_big_endian());
        }
        step.writes = effects.writes;
        Some(step)
    }

    /// Writes what the row has said.
    fn apply(&mut self, big_endian: bool) {
        for (number, word) in std::mem::take(&mut self.registers) {
            self.x[usize::from(number)] = word.undefined();
        }
        for (address, size, word) in std::mem::take(&mut self.stores) {
            let bytes = word.undefined().to_le_bytes();
            for k in 0..size {
                let place = if big_endian { size - 1 - k } else { k };
                let at = address.wrapping_add(k.into());
                self.set_byte(at, bytes[usize::from(place)]);
            }
        }
    }

    /// An opaque instruction was carried out.
    fn spread(
        &mut self,
        machine: &Machine,
        row: &'static Row,
        insn: Insn,
        effects: &Effects,
        step: &mut DefinedStep,
    ) {
        let mut undefined = false;
        for (reg, is_address) in declared_reads(machine.desc(), row, insn) {
            let bits = self.register(reg) != 0;
            if bits && is_address {
                step.decisions.push(Decision::Address);
            }
            undefined |= bits && !is_address;
        }
        for load in &effects.loads {
            undefined |= load.target.addresses().any(|at| self.byte(at) != 0);
        }
        for write in &effects.writes {
            let bits = if undefined { u64::MAX } else { 0 };
            match write.target {
                Source::Register(reg) => self.set_register(reg, bits),
                Source::Memory { .. } => {
                    let addresses = write.target.addresses();
                    addresses.for_each(|at| self.set_byte(at, bits as u8));
                }
            }
        }
    }
}

/// Reads the row of an instruction on the state before it; nothing if the machine is not one of this
/// instruction set.
pub fn define<I: Isa>(
    defined: &mut Definedness,
    machine: &Machine,
    _row: &'static Row,
    insn: &Insn,
) -> Option<()> {
    let mut definer = Definer::<I> {
        machine,
        state: machine.state_of::<I>()?,
        defined,
    };
    I::read(&mut definer, insn)
}

/// The machine before an instruction, and which of its bits are undefined.
pub struct Definer<'a, I: Isa> {
    machine: &'a Machine,
    state: &'a I::State,
    defined: &'a mut Definedness,
}

impl<I: Isa> Definer<'_, I> {
    fn decide(&mut self, decision: Decision, is_undefined: bool) {
        if is_undefined {
            self.defined.pending.decisions.push(decision);
        }
    }

    /// The address that a word is.
    fn address(&mut self, word: DefinedWord) -> u32 {
        self.decide(Decision::Address, word.undefined() != 0);
        word.value()
    }

    /// Whether a bit holds.
    fn holds(&mut self, bit: DefinedBit, decision: Decision) -> bool {
        self.decide(decision, bit.is_undefined());
        bit.holds()
    }
}

impl<I: Isa> Reading for Definer<'_, I> {
    type Isa = I;
    type Word = DefinedWord;
    type Outcome = ();

    fn x(&self, number: u8) -> DefinedWord {
        match number {
            0 | Insn::SINK => 0.into(),
            _ => {
                let number = usize::from(number);
                DefinedWord::new(self.machine.registers.x[number], self.defined.x[number])
            }
        }
    }

    fn set_x(&mut self, number: u8, value: DefinedWord) {
        if number != Insn::SINK {
            self.defined.registers.push((number, value));
            self.defined.pending.predicted.push(StepWrite {
                target: Source::Register(Reg(number)),
                value: value.value().into(),
            });
        }
    }

    fn set_x_if(&mut self, condition: DefinedBit, number: u8, value: DefinedWord) {
        let value = condition.spoils(value);
        if condition.holds() {
            self.set_x(number, value);
        } else if condition.is_undefined() && number != Insn::SINK {
            let kept = condition.spoils(self.x(number));
            self.defined.registers.push((number, kept));
        }
    }

    fn load<const N: usize>(&mut self, address: DefinedWord) -> Result<DefinedWord, Trap> {
        let address = self.address(address);
        let value = self.machine.peek_number(address, N as u8);
        let undefined = (0..N as u32).fold(0, |bits, k| {
            let place = match self.machine.is_big_endian() {
                true => N as u32 - 1 - k,
                false => k,
            };
            let byte = self.defined.byte(address.wrapping_add(k));
            bits | u32::from(byte) << (8 * place)
        });
        Ok(DefinedWord::new(value as u32, undefined))
    }

    fn store<const N: usize>(
        &mut self,
        address: DefinedWord,
        value: DefinedWord,
    ) -> Result<(), Trap> {
        let address = self.address(address);
        let size = N as u8;
        self.defined.stores.push((address, size, value));
        self.defined.pending.predicted.push(StepWrite {
            target: Source::Memory { address, size },
            value: u64::from(value.value()) & u64::from(u32::MAX >> (32 - 8 * N)),
        });
        Ok(())
    }

    fn align<const N: usize>(&mut self, address: DefinedWord, store: bool) -> Result<(), Trap> {
        let address = address.value();
        match address % N as u32 {
            0 => Ok(()),
            _ => Err(Trap::Misaligned {
                address,
                size: N as u8,
                store,
            }),
        }
    }

    fn pc(&self) -> DefinedWord {
        self.machine.pc.into()
    }

    fn next_pc(&self) -> DefinedWord {
        self.machine.link_address().into()
    }

    fn big_endian(&self) -> bool {
        self.machine.is_big_endian()
    }

    fn state(&self) -> &I::State {
        self.state
    }

    fn trap_if(&mut self, condition: DefinedBit, trap: Trap) -> Result<(), Trap> {
        match self.holds(condition, Decision::Trap) {
            true => Err(trap),
            false => Ok(()),
        }
    }

    fn go(&mut self, _insn: &Insn, flow: Flow<DefinedWord>) {
        match flow {
            Flow::Branch(taken) | Flow::BranchLikely(taken) => {
                self.holds(taken, Decision::Branch);
            }
            Flow::Indirect(to) | Flow::Now(to) => {
                self.decide(Decision::Jump, to.undefined() != 0);
            }
            Flow::Next | Flow::Direct | Flow::Host => {}
        }
    }

    fn stop(&mut self, _trap: Trap) {}
}

impl<I: Isa> OpaqueRows for Definer<'_, I> {
    fn opaque(&mut self, _insn: &Insn) {
        self.defined.pending.is_opaque = true;
    }
}
