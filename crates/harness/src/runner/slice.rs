//! What a wrong byte of the output was computed from: the test runs again up to the call that prints the
//! byte, instruction by instruction, and what that call was given is followed back through registers and
//! memory.

use super::execute::{self, Ready};
use super::printed::UpTo;
use super::{Job, RunOptions};
use assembler::{Assembler, FileSource};
use machine::isa::{Class, Reg};
use machine::observe::Off;
use machine::reading::provenance::{Dependency, Source, StepFlow};
use runtime::{End, Session};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A longer run is not followed: each instruction is kept until the end.
const MOST_STEPS: usize = 100_000;

/// The instructions that a value came from, each with how many others it is away from the output at
/// least.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slice {
    hops: FxHashMap<u32, usize>,
}

impl Slice {
    /// How far a statement at these addresses is away, if it is part of it.
    pub(crate) fn distance(&self, address: u32, size: u32) -> Option<usize> {
        let inside = (address..address.saturating_add(size)).filter_map(|pc| self.hops.get(&pc));
        inside.min().copied()
    }
}

/// An instruction that has run: what it wrote, and from what.
struct Step {
    pc: u32,
    writes: Vec<(Source, Vec<Source>)>,
}

/// What the byte at `offset` of a test's output was computed from.
pub(crate) fn slice(
    job: &Job<'_>,
    options: &RunOptions,
    source: &Arc<dyn FileSource>,
    assembler: &mut Assembler,
    offset: usize,
) -> Option<Slice> {
    let mut found = None;
    execute::prepare(job, options, source, assembler, |ready, _| {
        found = follow(ready, offset);
    });
    found
}

fn follow(ready: &Ready<'_>, offset: usize) -> Option<Slice> {
    let mut session = ready.session().ok()?;
    let mut host = UpTo {
        console: ready.console(),
        offset,
    };
    let mut steps = Vec::new();
    let mut reached = false;
    while steps.len() < MOST_STEPS {
        let pc = session.machine.pc;
        match traced(&mut session) {
            Some(flow) => steps.push(step(pc, &flow)),
            None => match session.advance(&mut Off, &mut host, 1) {
                None => {}
                Some(end) => {
                    reached = end == End::Waiting;
                    break;
                }
            },
        }
    }
    let abi = session.machine.desc().abi;
    session.recycle();
    let given = abi.args.iter().take(2).chain(abi.results);
    reached.then(|| back(&steps, given.copied()))
}

/// Carries out an instruction that is not for the host.
fn traced(session: &mut Session) -> Option<StepFlow> {
    let machine = &mut session.machine;
    let decoded = machine.desc().decode_any(machine.word_at(machine.pc))?;
    let row = machine.desc().rows.get(decoded.row)?;
    match row.class {
        Class::System => None,
        _ => machine.trace_step(),
    }
}

fn step(pc: u32, flow: &StepFlow) -> Step {
    let sources = |inputs: Vec<Dependency>| inputs.into_iter().map(|input| input.source).collect();
    let writes = flow.writes.iter().filter_map(|write| {
        let found = match write.target {
            Source::Register(reg) => flow.register(reg, u64::MAX)?,
            Source::Memory { address, size } => {
                let last = address.wrapping_add(u32::from(size).saturating_sub(1));
                flow.memory(address, last)?.2
            }
        };
        Some((write.target, sources(found.inputs)))
    });
    Step {
        pc,
        writes: writes.collect(),
    }
}

/// Goes back from the registers that the output was given in.
fn back(steps: &[Step], given: impl Iterator<Item = Reg>) -> Slice {
    let mut registers: FxHashMap<Reg, usize> = given.map(|reg| (reg, 0)).collect();
    let mut bytes: FxHashMap<u32, usize> = FxHashMap::default();
    let mut slice = Slice::default();
    for step in steps.iter().rev() {
        let mut wanted: Option<usize> = None;
        let mut inputs: FxHashSet<Source> = FxHashSet::default();
        for (target, sources) in &step.writes {
            let found = match target {
                Source::Register(reg) => registers.remove(reg),
                memory => memory.addresses().filter_map(|at| bytes.remove(&at)).min(),
            };
            if let Some(hops) = found {
                wanted = Some(wanted.map_or(hops, |known| known.min(hops)));
                inputs.extend(sources.iter().copied());
            }
        }
        let Some(hops) = wanted else {
            continue;
        };
        let known = slice.hops.entry(step.pc).or_insert(hops);
        *known = (*known).min(hops);
        for input in inputs {
            match input {
                Source::Register(reg) => {
                    registers.entry(reg).or_insert(hops + 1);
                }
                memory => memory.addresses().for_each(|at| {
                    bytes.entry(at).or_insert(hops + 1);
                }),
            }
        }
    }
    slice
}
