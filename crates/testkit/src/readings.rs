//! Whatever reads a row, it reads the same: values are those of the interpreter, and what is added to
//! them is true.

use crate::program::{Programs, Whole, addresses, drive};
use machine::isa::{Class, Insn, Reg};
use machine::observe::Off;
use machine::reading::definedness::Definedness;
use machine::reading::provenance::{Dependencies, NextStep, Source, StepFlow, StepWrite};
use machine::run::{Isa, Machine};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// How far programs are read.
const STEPS: u64 = 80;

type Verdict = Result<(), TestCaseError>;

impl<I: Isa> Programs<I>
where
    I::State: PartialEq + Clone + Debug,
{
    /// Every reading says of each instruction what the interpreter does, and a run that is read step by
    /// step ends as any other.
    pub fn readings_agree_with_the_interpreter(&self, words: &[u32]) -> Verdict {
        let (mut traced, mut defined) = (self.machine(words), self.machine(words));
        let mut bits = Definedness::default();
        for _ in 0..STEPS {
            match traced.trace_step() {
                Some(flow) => says_what_was_done(&flow, &traced)?,
                None => drive(&mut traced, &mut Off, 1),
            }
            match bits.step(&mut defined) {
                Some(step) if step.is_opaque => {}
                Some(step) => prop_assert_eq!(sorted(step.predicted), sorted(step.writes)),
                None => drive(&mut defined, &mut Off, 1),
            }
        }
        let mut plain = self.machine(words);
        drive(&mut plain, &mut Off, STEPS);
        let plain = Whole::of::<I>(&plain);
        for machine in [&traced, &defined] {
            let whole = Whole::of::<I>(machine);
            prop_assert!(whole == plain, "{}", whole.difference(&plain));
        }
        Ok(())
    }

    /// Whatever a result did not depend on may be something else, and the result is the same.
    pub fn a_result_depends_on_nothing_else(&self, words: &[u32], noise: u64) -> Verdict {
        let mut machine = self.machine(words);
        for _ in 0..STEPS {
            let before = machine.snapshot();
            let Some(flow) = machine.trace_step() else {
                drive(&mut machine, &mut Off, 1);
                continue;
            };
            let after = machine.snapshot();
            for write in &flow.writes {
                let Some(found) = dependencies(&flow, write) else {
                    return Err(TestCaseError::fail(format!("{write:?} is not explained")));
                };
                machine.restore(&before);
                scramble(&mut machine, &found, noise);
                // Whether it can be carried out is another question.
                let Some(again) = machine.trace_step().map(|flow| flow.writes) else {
                    continue;
                };
                let same = again.contains(write);
                prop_assert!(same, "{} {write:x?} {again:x?} {found:x?}", flow.row().name);
            }
            machine.restore(&after);
        }
        Ok(())
    }

    /// Undefined bits may be anything: as long as nothing is decided by them, all defined bits stay the
    /// same.
    pub fn defined_bits_do_not_depend_on_undefined_ones(
        &self,
        words: &[u32],
        undefined: &BTreeMap<u8, u32>,
        noise: u32,
    ) -> Verdict {
        let (mut one, mut two) = (self.machine(words), self.machine(words));
        let mut bits = Definedness::default();
        for (&number, &mask) in undefined {
            bits.set_register(Reg(number), mask.into());
            two.registers.x[usize::from(number)] ^= mask & noise;
        }
        for _ in 0..STEPS {
            let (row, reads_undefined) = next_row(&one, &bits);
            let Some(step) = bits.step(&mut one) else {
                break;
            };
            // What control registers keep of undefined values is not followed.
            let moves = matches!(row, Some(Class::Load | Class::Store));
            if !step.decisions.is_empty() || step.is_opaque && reads_undefined && !moves {
                break;
            }
            drive(&mut two, &mut Off, 1);
            prop_assert_eq!((one.pc, one.steps), (two.pc, two.steps));
            for number in 0..Reg::COUNT {
                let of = |machine: &Machine| machine.registers.get(Reg(number));
                let differ = (of(&one) ^ of(&two)) & !bits.register(Reg(number));
                prop_assert_eq!(differ, 0, "register {} after {:x?}", number, step);
            }
        }
        for at in addresses() {
            let differ = (one.memory.peek(at) ^ two.memory.peek(at)) & !bits.byte(at);
            prop_assert!(differ == 0 || one.steps != two.steps, "byte {at:#x}");
        }
        Ok(())
    }
}

/// What the row said has happened.
fn says_what_was_done(flow: &StepFlow, after: &Machine) -> Verdict {
    if flow.is_opaque() {
        return Ok(());
    }
    prop_assert_eq!(sorted(flow.predicted()), sorted(flow.writes.clone()));
    match flow.next {
        NextStep::To(to) => prop_assert!(after.pc == to || after.delayed_target == Some(to)),
        NextStep::Now(to) => prop_assert_eq!(after.pc, to),
        NextStep::Straight | NextStep::Over => {}
        other => prop_assert!(false, "{other:?} was carried out"),
    }
    Ok(())
}

fn sorted(mut writes: Vec<StepWrite>) -> Vec<StepWrite> {
    writes.sort_by_key(|write| (write.target, write.value));
    writes
}

/// What a result depended on.
fn dependencies(flow: &StepFlow, write: &StepWrite) -> Option<Dependencies> {
    match write.target {
        Source::Register(reg) => flow.register(reg, u64::MAX),
        Source::Memory { address, size } => {
            let last = address.wrapping_add(u32::from(size) - 1);
            let found = flow.memory(address, last);
            found.map(|(_, _, dependencies)| dependencies)
        }
    }
}

/// Changes all bits of registers that nothing depended on.
fn scramble(machine: &mut Machine, found: &Dependencies, noise: u64) {
    for number in 1..Reg::COUNT {
        let reg = Reg(number);
        let of_it = found.inputs.iter();
        let of_it = of_it.filter(|input| input.source == Source::Register(reg));
        let bits = of_it.fold(0, |bits, input| bits | input.bits);
        let value = machine.registers.get(reg);
        machine.registers.set(reg, value ^ noise & !bits);
    }
}

/// The class of the next instruction, and whether it declares to read undefined registers.
fn next_row(machine: &Machine, bits: &Definedness) -> (Option<Class>, bool) {
    let desc = machine.desc();
    let decoded = desc.decode_any(machine.word_at(machine.pc));
    let Some((decoded, row)) = decoded.and_then(|d| Some((d, desc.rows.get(d.row)?))) else {
        return (None, false);
    };
    let insn: Insn = row.predecode(decoded.word, machine.pc);
    let named = row.operand_registers(insn).map(|(_, _, reg)| reg);
    let mut all = named.chain(row.implicit.iter().map(|(reg, _)| *reg));
    let undefined = all.any(|reg| bits.register(reg) | bits.register(Reg(reg.0 ^ 1)) != 0);
    (Some(row.class), undefined)
}
