//! Where values come from, as a value.

use crate::program::{Machine, load};
use crate::sessions::{COME_FAR, MIPS_COME_FAR, MIPS_PROGRAM, PROGRAM};
use debug::engine::{HopCause, Lineage};
use debug::stops::WatchTarget;
use debug::{DebugSetup, Engine};
use machine::isa::Reg;

fn start(machine: Machine, text: &str) -> Engine {
    let loaded = load(machine, text);
    let setup = DebugSetup {
        input: Some("8\n".into()),
        ..DebugSetup::new(&loaded)
    };
    Engine::new(loaded, setup).unwrap()
}

/// The values of a hop and, in brackets, of what it depended on.
fn tree(lineage: &Lineage, hop: usize) -> String {
    let hop = lineage.origin(hop);
    let (value, cause) = (lineage.hops[hop].value, lineage.hops[hop].cause);
    let below: Vec<String> = lineage
        .followed(hop)
        .map(|hop| tree(lineage, hop))
        .collect();
    match cause {
        HopCause::Computed { .. } if below.is_empty() => format!("constant {value}"),
        HopCause::Computed { .. } => format!("{value} ({})", below.join(", ")),
        HopCause::Given { .. } => format!("input {value}"),
        HopCause::Initial => format!("initial {value}"),
        HopCause::Parts => format!("parts ({})", below.join(", ")),
        HopCause::Changed { .. } => format!("changed {value}"),
        HopCause::Open => format!("open {value}"),
    }
}

#[track_caller]
fn check(engine: &mut Engine, register: u8, expected: &str) {
    let lineage = engine.why(WatchTarget::Register(Reg(register)), 100);
    let lineage = lineage.expect("nobody interrupts");
    assert_eq!(tree(&lineage, 0), expected);
}

#[test]
fn values_come_through_memory_calls_and_bytes() {
    let mut engine = start(Machine::RiscV, COME_FAR);
    engine.run_on();
    // t3 = 8 * 14, t4 = t3 & 0, t6 = what t3 was stored into a byte of.
    check(&mut engine, 28, "112 (input 8, 14 (initial 7))");
    check(&mut engine, 29, "constant 0");
    check(
        &mut engine,
        31,
        "parts (initial 3, 112 (input 8, 14 (initial 7)), initial 0)",
    );
    let mut engine = start(Machine::Mips, MIPS_COME_FAR);
    engine.run_on();
    check(&mut engine, 11, "112 (input 8, 14 (initial 7))");
    check(
        &mut engine,
        15,
        "112 (input 8, 112 (input 8, 14 (initial 7)))",
    );
}

#[test]
fn a_sum_comes_from_its_summands() {
    let mut engine = start(Machine::RiscV, PROGRAM);
    engine.run_on();
    let sum = "30 (14 (6 (2 (constant 0, initial 2), initial 4), initial 8), initial 16)";
    check(&mut engine, 8, sum);
    let mut engine = start(Machine::Mips, MIPS_PROGRAM);
    engine.run_on();
    check(&mut engine, 16, sum);
}

/// Every hop is the last write of its place before the hop that asks about it.
#[test]
fn hops_are_last_writes() {
    let programs = [
        (Machine::RiscV, PROGRAM),
        (Machine::RiscV, COME_FAR),
        (Machine::Mips, MIPS_PROGRAM),
        (Machine::Mips, MIPS_COME_FAR),
    ];
    for (machine, text) in programs {
        let mut engine = start(machine, text);
        engine.run_on();
        let end = engine.step();
        let mut checked = 0;
        for number in 1..32 {
            engine.go_to(end);
            let lineage = engine.why(WatchTarget::Register(Reg(number)), 50);
            let lineage = lineage.expect("nobody interrupts");
            assert_eq!(engine.step(), end);
            for hop in 0..lineage.hops.len() {
                let HopCause::Computed { step, .. } = lineage.hops[hop].cause else {
                    continue;
                };
                for input in lineage.followed(hop) {
                    let input = &lineage.hops[input];
                    engine.go_to(step);
                    let wrote = engine.writes(input.place, 1);
                    let wrote = wrote.first().map(|wrote| wrote.step);
                    match input.cause {
                        HopCause::Computed { step, .. } | HopCause::Given { step, .. } => {
                            assert_eq!(wrote, Some(step), "{input:?}");
                        }
                        HopCause::Initial => assert_eq!(wrote, None, "{input:?}"),
                        _ => {}
                    }
                    checked += 1;
                }
            }
        }
        assert!(checked > 20, "{checked}");
    }
}

/// A search that has enough leaves the rest open.
#[test]
fn long_ways_are_cut() {
    let mut engine = start(Machine::RiscV, PROGRAM);
    engine.run_on();
    let lineage = engine.why(WatchTarget::Register(Reg(8)), 4);
    let lineage = lineage.expect("nobody interrupts");
    assert!(tree(&lineage, 0).contains("open"), "{}", tree(&lineage, 0));
}

/// A long place is written in parts, whatever its length.
#[test]
fn long_places_have_parts() {
    let mut engine = start(Machine::RiscV, COME_FAR);
    engine.run_on();
    let table = engine.evaluate("&table").unwrap() as u32;
    for length in [3, 8, 255, 256, 4000] {
        let what = WatchTarget::Memory {
            first: table,
            last: table + length,
        };
        let lineage = engine.why(what, 100).expect("nobody interrupts");
        assert_eq!(lineage.hops[0].cause, HopCause::Parts, "{length}");
        // The first word is 3 and a byte of 112 above it; the next one is 112.
        let values: Vec<u64> = lineage.hops.iter().map(|hop| hop.value).collect();
        assert!(values.contains(&3) && values.contains(&112), "{values:?}");
    }
}

/// A loop with a branch around what is asked about, and functions that are called and are not.
const DECISIONS: &str = "\
.text
.globl main
main:
    li   t0, 0
    li   t1, 4
loop:
    li   t2, 9
    bne  t0, t2, skip
    jal  found
skip:
    addi t0, t0, 1
    blt  t0, t1, loop
    beqz t0, never
    j    end
never:
    jal  found
end:
    li   a0, 10
    ecall
found:
    ret
lonely:
    ret
";

#[test]
fn why_not_names_the_branch_that_decided() {
    let commands = "run\nwhy not found\nwhy not 9\nwhy not skip\nback 4\nwhy not skip\nwhy not never\nrun\nwhy not never\nwhy not lonely\nwhy not nowhere\nreset\nwhy not found\n";
    let engine = crate::sessions::start(false, DECISIONS, None, false);
    insta::assert_snapshot!("why_not", crate::sessions::session(engine, commands));
    let engine = crate::sessions::start(false, PROGRAM, None, false);
    let commands = "b 31\nrun\nwhy row[1]\nwhy t0\n";
    insta::assert_snapshot!("why_element", crate::sessions::session(engine, commands));
}
