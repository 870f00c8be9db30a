//! The model against one that goes cycle by cycle, and against tables worked out by hand.

use super::model::{ControlKind, Pipe, Stages};
use super::*;
use machine::isa::Reg;
use proptest::prelude::*;

/// An instruction of a test: where it goes on is part of it.
#[derive(Clone, Debug)]
struct Step {
    stages: Stages,
    taken: bool,
}

/// The first cycle in EX and the cycle in MEM of each instruction, from 1 on.
fn quickly(steps: &[Step], delays: bool, spec: &PipelineSpec) -> Vec<(i64, i64)> {
    let mut pipe = Pipe::empty();
    let mut now = 3;
    let times = steps.iter().map(|step| {
        let passage = pipe.pass(&step.stages, step.taken, delays, spec);
        let lost: u32 = passage.lost.iter().map(|(_, _, cycles)| cycles).sum();
        assert_eq!(
            passage.memory,
            1 + lost as i32,
            "every lost cycle has a cause"
        );
        let times = (
            now + i64::from(passage.execute),
            now + i64::from(passage.memory),
        );
        now = times.1;
        times
    });
    times.collect()
}

/// The stages of a cycle, by the index of the instruction that is in each.
#[derive(Clone, Default)]
struct Latches {
    fetch: Option<usize>,
    decode: Option<usize>,
    /// With the cycles that it still needs.
    execute: Option<(usize, u32)>,
    memory: Option<usize>,
    write: Option<usize>,
}

/// The same, cycle by cycle.
fn slowly(steps: &[Step], delays: bool, spec: &PipelineSpec) -> Vec<(i64, i64)> {
    let mut times = vec![(0, 0); steps.len()];
    let mut now = Latches {
        fetch: (!steps.is_empty()).then_some(0),
        ..Latches::default()
    };
    let (mut fetched, mut cycle, mut written) = (1, 1, 0);
    while written < steps.len() {
        // What is still before a stage in this cycle.
        let in_flight = |k: usize, stages: &[Option<usize>]| stages.contains(&Some(k));
        let executing = now.execute.map(|(k, _)| k);
        let leaves = now.execute.filter(|(_, left)| *left == 1).map(|(k, _)| k);
        let may_execute = |j: usize| {
            let stages = &steps[j].stages;
            let compares = stages.control.is_some() && spec.decides == BranchStage::Id;
            stages.reads.iter().all(|reg| {
                let writer = (0..j).rev().find(|i| steps[*i].stages.writes.contains(reg));
                let Some(i) = writer else { return true };
                let loads = steps[i].stages.loads;
                let blocking: &[Option<usize>] = match (spec.forwarding, compares, loads) {
                    // In the last cycle of ID, it must be in WB.
                    (false, _, _) | (true, true, true) => &[executing, now.memory],
                    // It must have left MEM when EX begins: now in MEM is early enough.
                    (true, false, true) => &[executing],
                    (true, true, false) => &[executing],
                    (true, false, false) => &[],
                };
                !in_flight(i, blocking)
            })
        };
        let mut next = Latches {
            memory: leaves,
            write: now.memory,
            execute: now
                .execute
                .filter(|(_, left)| *left > 1)
                .map(|(k, left)| (k, left - 1)),
            decode: now.decode,
            fetch: now.fetch,
        };
        if let Some(j) = now.decode
            && next.execute.is_none()
            && may_execute(j)
        {
            next.execute = Some((j, steps[j].stages.cycles));
            next.decode = None;
        }
        if next.decode.is_none() {
            next.decode = next.fetch.take();
        }
        // What decides about the next fetch: the branch before it, and its delay slot.
        let candidate = |b: usize| {
            let slot = delays
                && steps
                    .get(b + 1)
                    .is_some_and(|s| s.stages.pc == steps[b].stages.pc + 4);
            fetched == b + 1 + usize::from(slot)
        };
        let branches = (0..fetched).rev().take(2).filter(|b| candidate(*b));
        let mut waits = branches.filter_map(|b| {
            let control = steps[b].stages.control?;
            // In a slot, the branch before it decides.
            if delays
                && b > 0
                && steps[b - 1].stages.control.is_some()
                && steps[b].stages.pc == steps[b - 1].stages.pc + 4
            {
                return None;
            }
            let taken = steps[b].taken;
            let after_id = [next.fetch, next.decode];
            let after_ex = [next.fetch, next.decode, next.execute.map(|(k, _)| k)];
            let decided = match spec.decides {
                BranchStage::Id => !in_flight(b, &after_id),
                BranchStage::Ex => !in_flight(b, &after_ex),
            };
            Some(match (spec.predicts, control) {
                (Prediction::NotTaken, _) if !taken => false,
                (Prediction::Taken, ControlKind::Branch | ControlKind::Jump) if taken => {
                    in_flight(b, &after_id)
                }
                _ => !decided,
            })
        });
        if next.fetch.is_none() && fetched < steps.len() && !waits.any(|waits| waits) {
            next.fetch = Some(fetched);
            fetched += 1;
        }
        cycle += 1;
        if let Some((k, _)) = next
            .execute
            .filter(|_| next.execute.map(|e| e.0) != executing)
        {
            times[k].0 = cycle;
        }
        if let Some(k) = next.memory {
            times[k].1 = cycle;
        }
        written += usize::from(next.write.is_some());
        now = next;
    }
    times
}

fn specs() -> impl Strategy<Value = PipelineSpec> {
    let decides = prop_oneof![Just(BranchStage::Id), Just(BranchStage::Ex)];
    let predicts = prop_oneof![
        Just(Prediction::NotTaken),
        Just(Prediction::Taken),
        Just(Prediction::Stall)
    ];
    (any::<bool>(), decides, predicts).prop_map(|(forwarding, decides, predicts)| PipelineSpec {
        forwarding,
        decides,
        predicts,
        ..PipelineSpec::default()
    })
}

/// Instructions one after the other. With delay slots, what follows a branch is in its slot, and is
/// not a branch.
fn programs() -> impl Strategy<Value = (Vec<Step>, bool)> {
    let regs = || proptest::collection::vec((1u8..5).prop_map(Reg), 0..3);
    let one = (regs(), regs(), 0u8..8, any::<bool>(), 1u32..6);
    (proptest::collection::vec(one, 0..40), any::<bool>()).prop_map(|(all, delays)| {
        let mut pc = 0;
        let mut in_slot = false;
        let mut leaves_slot = false;
        let mut steps = Vec::new();
        for (reads, writes, kind, taken, cycles) in all {
            let control = match kind {
                _ if in_slot => None,
                0 => Some(ControlKind::Branch),
                1 => Some(ControlKind::Jump),
                2 => Some(ControlKind::Register),
                _ => None,
            };
            let taken = control.is_some_and(|c| taken || c != ControlKind::Branch);
            steps.push(Step {
                stages: Stages {
                    pc,
                    reads,
                    writes,
                    loads: control.is_none() && kind == 3,
                    control,
                    cycles: if control.is_none() && kind == 4 {
                        cycles
                    } else {
                        1
                    },
                },
                taken,
            });
            pc += 4;
            // Somewhere else, but never right behind a branch.
            let goes = if delays {
                in_slot && leaves_slot
            } else {
                taken
            };
            pc += if goes { 100 } else { 0 };
            in_slot = delays && control.is_some();
            leaves_slot = taken;
        }
        (steps, delays)
    })
}

proptest! {
    #[test]
    fn the_model_is_exact((steps, delays) in programs(), spec in specs()) {
        prop_assert_eq!(quickly(&steps, delays, &spec), slowly(&steps, delays, &spec));
    }
}

/// Cycles lost before each instruction of a sequence. An instruction is written as
/// `result <- operands`, with `load`, `branch`, `jump`, `to` (a taken branch) or a number of cycles
/// before it.
#[track_caller]
fn check(spec: &str, sequence: &[&str], expect: &[u32]) {
    let spec = PipelineSpec::read(spec).expect("a pipeline");
    let mut pipe = Pipe::empty();
    let mut pc = 0;
    let lost = sequence.iter().map(|text| {
        let (left, reads) = text.split_once("<-").unwrap_or((text, ""));
        let mut words: Vec<&str> = left.split_whitespace().collect();
        let registers = |text: &str| -> Vec<Reg> {
            let names = text.split_whitespace();
            names
                .map(|name| Reg(name[1..].parse().expect("a register")))
                .collect()
        };
        let kind = words.first().copied().filter(|word| !word.starts_with('r'));
        if kind.is_some() {
            words.remove(0);
        }
        let control = match kind {
            Some("branch" | "to") => Some(ControlKind::Branch),
            Some("jump") => Some(ControlKind::Jump),
            _ => None,
        };
        let stages = Stages {
            pc,
            reads: registers(reads),
            writes: registers(&words.join(" ")),
            loads: kind == Some("load"),
            control,
            cycles: kind.and_then(|kind| kind.parse().ok()).unwrap_or(1),
        };
        let taken = matches!(kind, Some("to" | "jump"));
        pc += if taken { 100 } else { 4 };
        pipe.pass(&stages, taken, false, &spec).memory as u32 - 1
    });
    assert_eq!(lost.collect::<Vec<u32>>(), expect);
}

#[test]
fn results_are_forwarded_except_from_memory() {
    let chain = ["r1 <- r2 r3", "r4 <- r1", "r5 <- r1 r4"];
    check("ripes", &chain, &[0, 0, 0]);
    check("no-forwarding", &chain, &[0, 2, 2]);
    let load = ["load r1 <- r2", "r3 <- r1", "r4 <- r1"];
    check("ripes", &load, &[0, 1, 0]);
    check("no-forwarding", &load, &[0, 2, 0]);
    let apart = ["load r1 <- r2", "r5 <- r6", "r3 <- r1"];
    check("ripes", &apart, &[0, 0, 0]);
    check("no-forwarding", &apart, &[0, 0, 1]);
}

#[test]
fn branches_cost_what_was_fetched_in_vain() {
    let taken = ["to <- r1", "r2 <-"];
    check("ripes", &taken, &[0, 2]);
    check("textbook", &taken, &[0, 1]);
    check("taken", &taken, &[0, 1]);
    let not_taken = ["branch <- r1", "r2 <-"];
    check("ripes", &not_taken, &[0, 0]);
    check("stall", &not_taken, &[0, 2]);
    check("textbook,stall", &not_taken, &[0, 1]);
    check("taken", &not_taken, &[0, 2]);
    check("ripes", &["jump", "r2 <-"], &[0, 2]);
}

#[test]
fn branches_in_id_wait_for_what_they_compare() {
    check("textbook", &["r1 <- r2", "to <- r1", "r3 <-"], &[0, 1, 1]);
    check(
        "textbook",
        &["load r1 <- r2", "to <- r1", "r3 <-"],
        &[0, 2, 1],
    );
    check(
        "textbook",
        &["load r1 <- r2", "r5 <-", "branch <- r1"],
        &[0, 0, 1],
    );
    check("ripes", &["load r1 <- r2", "to <- r1", "r3 <-"], &[0, 1, 2]);
}

#[test]
fn long_operations_hold_up_what_follows() {
    check(
        "ripes",
        &["4 r1 <- r2 r3", "r4 <- r5", "r6 <- r1"],
        &[3, 0, 0],
    );
}
