//! Reads a row as an expression: what each bit of a result depended on.
//!
//! A word is its value and a [`Term`] of the instruction that runs; a constant has no term. From the
//! bits of a result that somebody asks about, the demand goes back through the terms to registers and
//! memory: `and rd, rs, 0` depends on nothing, a shift moves the demand, a selection depends on its
//! condition and the side that was chosen. What decided that the instruction ran at all is another
//! question.
//!
//! An opaque row depends on all registers that it declares and on all memory that it has loaded.

mod terms;
mod traced;

pub use traced::{Traced, TracedBit};

use super::{OpaqueRows, Reading, declared_reads};
use crate::isa::{Insn, Meaning, Reg, Row};
use crate::observe::{MemoryAccess, Observer};
use crate::run::{Flow, Isa, Machine};
use crate::trap::Trap;
use terms::{Term, TermKind, Terms};

/// Where an input of an instruction was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// In a register.
    Register(Reg),
    /// In memory.
    Memory {
        /// The first address.
        address: u32,
        /// How many bytes.
        size: u8,
    },
}

impl Source {
    /// Its addresses, if it is memory.
    pub fn addresses(self) -> impl Iterator<Item = u32> {
        let (address, size) = match self {
            Source::Memory { address, size } => (address, size),
            Source::Register(_) => (0, 0),
        };
        (0..u32::from(size)).map(move |k| address.wrapping_add(k))
    }
}

/// What a result depended on: some bits of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The input.
    pub source: Source,
    /// Which of its bits, as the number that the machine makes of it.
    pub bits: u64,
    /// What it held.
    pub value: u64,
    /// It only told where in memory the value is.
    pub is_address: bool,
}

/// What one result of an instruction depended on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    /// The inputs, each once.
    pub inputs: Vec<Dependency>,
    /// The result is the number that the only input was: a copy, a load, a store.
    pub is_move: bool,
}

/// Something that an instruction has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepWrite {
    /// Where.
    pub target: Source,
    /// What, as a number of the machine.
    pub value: u64,
}

/// Where control goes, as far as the row says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// To the next instruction.
    Straight,
    /// To an address, after the delay slot if there is one.
    To(u32),
    /// To an address, at once.
    Now(u32),
    /// Over the next instruction, if that is a delay slot.
    Over,
    /// To the host.
    Host,
    /// Nowhere: it cannot be carried out.
    Trap,
    /// The row is opaque.
    Unknown,
}

/// What an instruction computes, and from what.
#[derive(Clone, Debug)]
pub struct StepFlow {
    row: &'static Row,
    big_endian: bool,
    terms: Vec<Term>,
    /// The registers that an opaque instruction reads.
    declared: Vec<Dependency>,
    registers: Vec<(Reg, Operand)>,
    stores: Vec<StoredTerm>,
    /// What it has written, as observers were told.
    pub writes: Vec<StepWrite>,
    /// What it has loaded, as observers were told.
    pub loads: Vec<StepWrite>,
    /// Where control goes, as its row says.
    pub next: NextStep,
}

/// A value in an expression: a term, or a constant if it has none.
#[derive(Clone, Copy, Debug)]
struct Operand {
    value: u32,
    term: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
struct StoredTerm {
    address: u32,
    size: u8,
    value: Operand,
    at: Operand,
}

impl Machine {
    /// Carries out the instruction at the program counter, and says what it has computed from what;
    /// nothing if it could not be carried out, or is for the host.
    pub fn trace_step(&mut self) -> Option<StepFlow> {
        let decoded = self.desc().decode_any(self.word_at(self.pc))?;
        let row = self.desc().rows.get(decoded.row)?;
        let insn = row.predecode(decoded.word, self.pc);
        let mut flow = (self.processor.trace)(self, row, &insn)?;
        let effects = self.run_one()?;
        flow.writes = effects.writes;
        flow.loads = effects.loads;
        Some(flow)
    }

    /// Carries out the instruction at the program counter; nothing if it cannot be carried out, or is
    /// for the host. No handler of the program gets to see that.
    pub(super) fn run_one(&mut self) -> Option<Effects> {
        let before = self.steps;
        let mut effects = Effects::default();
        let handler = self.exception_vector.take();
        // A step that leaves the code is carried out, too, whatever the run says then.
        self.run(&mut effects, 1);
        self.exception_vector = handler;
        (self.steps > before).then_some(effects)
    }
}

/// Collects what an instruction reads from memory, and what it writes.
#[derive(Default)]
pub(super) struct Effects {
    pub(super) writes: Vec<StepWrite>,
    pub(super) loads: Vec<StepWrite>,
}

impl Observer for Effects {
    fn register(&mut self, reg: Reg, _old: u64, new: u64) {
        self.writes.push(StepWrite {
            target: Source::Register(reg),
            value: new,
        });
    }

    fn memory(&mut self, access: &MemoryAccess) {
        let list = match access.store {
            true => &mut self.writes,
            false => &mut self.loads,
        };
        list.push(StepWrite {
            target: Source::Memory {
                address: access.address,
                size: access.size,
            },
            value: access.new,
        });
    }
}

/// Reads the row of an instruction on the state before it; nothing if the machine is not one of this
/// instruction set.
pub fn trace<I: Isa>(machine: &Machine, row: &'static Row, insn: &Insn) -> Option<StepFlow> {
    let terms = Terms::default();
    let mut tracer = Tracer::<I> {
        machine,
        state: machine.state_of::<I>()?,
        row,
        terms: &terms,
        registers: Vec::new(),
        stores: Vec::new(),
        declared: Vec::new(),
    };
    let next = I::read(&mut tracer, insn)?;
    let registers = tracer.registers.iter();
    let stores = tracer.stores.iter();
    let (registers, stores) = (
        registers
            .map(|(reg, word)| (*reg, word.operand()))
            .collect(),
        stores
            .map(|(address, size, word)| StoredTerm {
                address: address.value(),
                size: *size,
                value: word.operand(),
                at: address.operand(),
            })
            .collect(),
    );
    Some(StepFlow {
        row,
        declared: tracer.declared,
        big_endian: machine.is_big_endian(),
        registers,
        stores,
        terms: terms.into_list(),
        writes: Vec::new(),
        loads: Vec::new(),
        next,
    })
}

/// The machine before an instruction, and what its row has said so far.
pub struct Tracer<'a, I: Isa> {
    machine: &'a Machine,
    state: &'a I::State,
    row: &'static Row,
    terms: &'a Terms,
    registers: Vec<(Reg, Traced<'a>)>,
    stores: Vec<(Traced<'a>, u8, Traced<'a>)>,
    declared: Vec<Dependency>,
}

impl<'a, I: Isa> Reading for Tracer<'a, I> {
    type Isa = I;
    type Word = Traced<'a>;
    type Outcome = NextStep;

    fn x(&self, number: u8) -> Traced<'a> {
        match number {
            0 | Insn::SINK => 0.into(),
            _ => {
                let value = self.machine.registers.x[usize::from(number)];
                self.terms.input(Source::Register(Reg(number)), value)
            }
        }
    }

    fn set_x(&mut self, number: u8, value: Traced<'a>) {
        if number != Insn::SINK {
            self.registers.push((Reg(number), value));
        }
    }

    fn set_x_if(&mut self, condition: TracedBit<'a>, number: u8, value: Traced<'a>) {
        if condition.holds() {
            self.set_x(number, condition.chooses(value));
        }
    }

    fn load<const N: usize>(&mut self, address: Traced<'a>) -> Result<Traced<'a>, Trap> {
        let value = self.machine.peek_number(address.value(), N as u8);
        Ok(self.terms.load(address, N as u8, value as u32))
    }

    fn store<const N: usize>(
        &mut self,
        address: Traced<'a>,
        value: Traced<'a>,
    ) -> Result<(), Trap> {
        self.stores.push((address, N as u8, value));
        Ok(())
    }

    fn align<const N: usize>(&mut self, address: Traced<'a>, store: bool) -> Result<(), Trap> {
        match address.value() % N as u32 {
            0 => Ok(()),
            _ => Err(Trap::Misaligned {
                address: address.value(),
                size: N as u8,
                store,
            }),
        }
    }

    fn pc(&self) -> Traced<'a> {
        self.machine.pc.into()
    }

    fn next_pc(&self) -> Traced<'a> {
        self.machine.link_address().into()
    }

    fn big_endian(&self) -> bool {
        self.machine.is_big_endian()
    }

    fn state(&self) -> &I::State {
        self.state
    }

    fn trap_if(&mut self, condition: TracedBit<'a>, trap: Trap) -> Result<(), Trap> {
        match condition.holds() {
            true => Err(trap),
            false => Ok(()),
        }
    }

    fn go(&mut self, insn: &Insn, flow: Flow<Traced<'a>>) -> NextStep {
        match flow {
            Flow::Next => NextStep::Straight,
            Flow::Direct => NextStep::To(insn.imm()),
            Flow::Branch(taken) if !taken.holds() => NextStep::Straight,
            Flow::BranchLikely(taken) if !taken.holds() => NextStep::Over,
            Flow::Branch(_) | Flow::BranchLikely(_) => NextStep::To(insn.imm()),
            Flow::Indirect(address) => NextStep::To(address.value()),
            Flow::Now(address) => NextStep::Now(address.value()),
            Flow::Host => NextStep::Host,
        }
    }

    fn stop(&mut self, _trap: Trap) -> NextStep {
        NextStep::Trap
    }
}

impl<I: Isa> OpaqueRows for Tracer<'_, I> {
    fn opaque(&mut self, insn: &Insn) -> NextStep {
        let registers = declared_reads(I::DESC, self.row, *insn);
        self.declared = registers
            .map(|(reg, is_address)| Dependency {
                source: Source::Register(reg),
                bits: u64::MAX,
                value: self.machine.registers.get(reg),
                is_address,
            })
            .collect();
        NextStep::Unknown
    }
}

impl StepFlow {
    /// Whether only what the row declares is known.
    pub fn is_opaque(&self) -> bool {
        self.next == NextStep::Unknown
    }

    /// The row of the instruction.
    pub fn row(&self) -> &'static Row {
        self.row
    }

    /// What the row says that it writes, in order; nothing if it is opaque.
    pub fn predicted(&self) -> Vec<StepWrite> {
        let registers = self.registers.iter().map(|(reg, operand)| StepWrite {
            target: Source::Register(*reg),
            value: operand.value.into(),
        });
        let stores = self.stores.iter().map(|stored| StepWrite {
            target: Source::Memory {
                address: stored.address,
                size: stored.size,
            },
            value: u64::from(stored.value.value) & low_bytes(stored.size),
        });
        registers.chain(stores).collect()
    }

    /// What these bits of a register depended on, if the instruction has written it.
    pub fn register(&self, reg: Reg, bits: u64) -> Option<Dependencies> {
        if self.is_opaque() {
            let written = |write: &StepWrite| write.target == Source::Register(reg);
            return self.writes.iter().any(written).then(|| self.all_declared());
        }
        let written = self.registers.iter().rev().find(|(r, _)| *r == reg);
        written.map(|(_, operand)| self.demand(*operand, bits as u32, None))
    }

    /// What some bytes of memory depended on, those from `first` to `last`, as far as the instruction
    /// has written them; and which it has written.
    pub fn memory(&self, first: u32, last: u32) -> Option<(u32, u32, Dependencies)> {
        let overlap = |address: u32, size: u8| {
            let end = address.wrapping_add(u32::from(size) - 1);
            (address <= last && end >= first).then(|| (address.max(first), end.min(last)))
        };
        if self.is_opaque() {
            let stores = self.writes.iter().filter_map(|write| match write.target {
                Source::Memory { address, size } => overlap(address, size),
                Source::Register(_) => None,
            });
            let all = stores.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
            return all.map(|(first, last)| (first, last, self.all_declared()));
        }
        let mut stores = self.stores.iter().rev();
        stores.find_map(|stored| {
            let (first, last) = overlap(stored.address, stored.size)?;
            let bits = (first..=last).fold(0, |bits, at| {
                let place = at - stored.address;
                let place = match self.big_endian {
                    true => u32::from(stored.size) - 1 - place,
                    false => place,
                };
                bits | 0xff << (8 * place)
            });
            Some((
                first,
                last,
                self.demand(stored.value, bits, Some(stored.at)),
            ))
        })
    }

    /// Goes back from these bits of a value to the inputs.
    fn demand(&self, result: Operand, bits: u32, address: Option<Operand>) -> Dependencies {
        let is_move = terms::is_move(&self.terms, result);
        let mut inputs = terms::demand(&self.terms, result, bits);
        let loaded: Vec<usize> = inputs.iter().map(|(term, _)| *term).collect();
        let loads = loaded
            .iter()
            .filter_map(|&term| match self.terms[term].kind {
                TermKind::Load { at, .. } => Some(at),
                _ => None,
            });
        let addresses: Vec<Operand> = loads.chain(address).collect();
        inputs.sort_unstable();
        let mut found = Dependencies {
            inputs: Vec::new(),
            is_move: is_move && inputs.len() == 1,
        };
        for (term, bits) in inputs {
            self.add(&mut found, term, bits, false);
        }
        for operand in addresses {
            for (term, bits) in terms::demand(&self.terms, operand, u32::MAX) {
                self.add(&mut found, term, bits, true);
            }
        }
        found
    }

    fn add(&self, found: &mut Dependencies, term: usize, bits: u32, is_address: bool) {
        let term = &self.terms[term];
        let Some(source) = term.source() else {
            return;
        };
        let same =
            |known: &&mut Dependency| known.source == source && known.is_address == is_address;
        match found.inputs.iter_mut().find(same) {
            Some(known) => known.bits |= u64::from(bits),
            None => found.inputs.push(Dependency {
                source,
                bits: bits.into(),
                value: term.value.into(),
                is_address,
            }),
        }
    }

    /// What a result of an opaque instruction depended on: all that it declares, and what it has
    /// loaded.
    fn all_declared(&self) -> Dependencies {
        let loads = self.loads.iter().map(|load| Dependency {
            source: load.target,
            bits: u64::MAX,
            value: load.value,
            is_address: false,
        });
        let inputs: Vec<Dependency> = loads.chain(self.declared.iter().copied()).collect();
        let values = inputs.iter().filter(|input| !input.is_address).count();
        let is_move = matches!(self.row.meaning, Meaning::Move(_) | Meaning::Copy) && values == 1;
        Dependencies { inputs, is_move }
    }
}

const fn low_bytes(count: u8) -> u64 {
    match count {
        8.. => u64::MAX,
        _ => (1 << (8 * count as u32)) - 1,
    }
}
