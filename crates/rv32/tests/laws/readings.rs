//! Whatever reads a row, it reads the same.

use crate::common::encode;
use crate::program::{PROGRAMS, machine};
use machine::isa::Reg;
use machine::reading::provenance::Source;
use proptest::prelude::*;
use testkit::program::DATA;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn readings_agree_with_the_interpreter(words in PROGRAMS.any()) {
        PROGRAMS.readings_agree_with_the_interpreter(&words)?;
    }

    #[test]
    fn a_result_depends_on_nothing_else(words in PROGRAMS.any(), noise in any::<u64>()) {
        PROGRAMS.a_result_depends_on_nothing_else(&words, noise)?;
    }

    #[test]
    fn defined_bits_do_not_depend_on_undefined_ones(
        words in PROGRAMS.any(),
        undefined in prop::collection::btree_map(10u8..32, any::<u32>(), 1..6),
        noise in any::<u32>(),
    ) {
        PROGRAMS.defined_bits_do_not_depend_on_undefined_ones(&words, &undefined, noise)?;
    }
}

/// What the result of an instruction depended on: registers and memory, with the bits that counted.
/// Register 5 holds 0x1234, register 6 holds 8, and register 8 points to data.
#[track_caller]
fn check(name: &str, operands: &[i64], bits: u64, expected: &[(Source, u64)], is_move: bool) {
    let mut machine = machine(&[encode(name, operands)]);
    (machine.registers.x[5], machine.registers.x[6]) = (0x1234, 8);
    let flow = machine.trace_step().expect("it is carried out");
    let found = match flow.writes[0].target {
        Source::Register(reg) => flow.register(reg, bits).expect("it was written"),
        Source::Memory { address, .. } => {
            let (_, _, found) = flow.memory(address, address).expect("it was written");
            found
        }
    };
    let inputs = found.inputs.iter().filter(|input| !input.is_address);
    let inputs: Vec<(Source, u64)> = inputs.map(|input| (input.source, input.bits)).collect();
    assert_eq!(inputs, expected, "{name}");
    assert_eq!(found.is_move, is_move, "{name}");
}

#[test]
fn results_depend_on_the_bits_that_counted() {
    const ALL: u64 = 0xffff_ffff;
    let x5 = |bits| (Source::Register(Reg(5)), bits);
    let x6 = |bits| (Source::Register(Reg(6)), bits);
    let memory = |address, size, bits| (Source::Memory { address, size }, bits);
    check("add", &[7, 5, 6], ALL, &[x5(ALL), x6(ALL)], false);
    check("add", &[7, 5, 6], 0xff00, &[x5(0xffff), x6(0xffff)], false);
    check("addi", &[7, 5, 1], ALL, &[x5(ALL)], false);
    check("addi", &[7, 5, 0], ALL, &[x5(ALL)], true);
    check("add", &[7, 0, 5], ALL, &[x5(ALL)], true);
    check("addi", &[7, 0, 1], ALL, &[], false);
    check("lui", &[7, 1], ALL, &[], false);
    check("and", &[7, 5, 0], ALL, &[], false);
    check("andi", &[7, 5, 0xf0], ALL, &[x5(0xf0)], false);
    check("ori", &[7, 5, -16], ALL, &[x5(0xf)], false);
    check("sub", &[7, 5, 5], ALL, &[], false);
    check("xor", &[7, 5, 5], ALL, &[], false);
    check("slli", &[7, 5, 8], 0xff00, &[x5(0xff)], false);
    check("srai", &[7, 5, 24], ALL, &[x5(0xff00_0000)], false);
    check("srl", &[7, 5, 6], 0xff, &[x5(0xff00), x6(31)], false);
    check("sltu", &[7, 6, 5], ALL, &[x6(ALL), x5(ALL)], false);
    check("sltu", &[7, 6, 5], 2, &[], false);
    check("mul", &[7, 5, 0], ALL, &[], false);
    check("lw", &[7, 4, 8], ALL, &[memory(DATA + 0x804, 4, ALL)], true);
    check(
        "lb",
        &[7, 1, 8],
        ALL,
        &[memory(DATA + 0x801, 1, 0xff)],
        true,
    );
    check(
        "lh",
        &[7, 2, 8],
        0xff,
        &[memory(DATA + 0x802, 2, 0xff)],
        true,
    );
    check("sw", &[5, 0, 8], ALL, &[x5(0xff)], true);
    check("jal", &[7, 8], ALL, &[], false);
    check("fmv.w.x", &[7, 5], ALL, &[x5(u64::MAX)], true);
    check(
        "amoadd.w",
        &[7, 5, 8],
        ALL,
        &[memory(DATA + 0x800, 4, 0xff), x5(0xff)],
        false,
    );
}
