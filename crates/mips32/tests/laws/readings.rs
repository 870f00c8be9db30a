//! Whatever reads a row, it reads the same.

use crate::common::encode;
use crate::program::KINDS;
use machine::isa::Reg;
use machine::reading::provenance::Source;
use proptest::prelude::*;
use testkit::program::DATA;

/// Any kind of machine and a program for it.
fn kinds() -> impl Strategy<Value = (usize, Vec<u32>)> {
    (0..KINDS.len()).prop_flat_map(|kind| (Just(kind), KINDS[kind].1.any()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn readings_agree_with_the_interpreter((kind, words) in kinds()) {
        KINDS[kind].1.readings_agree_with_the_interpreter(&words)?;
    }

    #[test]
    fn a_result_depends_on_nothing_else((kind, words) in kinds(), noise in any::<u64>()) {
        KINDS[kind].1.a_result_depends_on_nothing_else(&words, noise)?;
    }

    #[test]
    fn defined_bits_do_not_depend_on_undefined_ones(
        (kind, words) in kinds(),
        undefined in prop::collection::btree_map(10u8..32, any::<u32>(), 1..6),
        noise in any::<u32>(),
    ) {
        KINDS[kind].1.defined_bits_do_not_depend_on_undefined_ones(&words, &undefined, noise)?;
    }
}

/// The registers and the memory that a result depended on, with the bits that counted: on the machines
/// with this index. Register 4 holds 0x1234, register 5 holds 0, and register 8 points to data.
fn depends(kind: usize, name: &str, operands: &[i64], target: Reg) -> Vec<(Source, u64)> {
    let mut machine = KINDS[kind].1.machine(&[encode(name, operands)]);
    (machine.registers.x[4], machine.registers.x[5]) = (0x1234, 0);
    let flow = machine.trace_step().expect("it is carried out");
    let found = flow.register(target, u64::MAX).unwrap_or_default();
    let inputs = found.inputs.iter().filter(|input| !input.is_address);
    inputs.map(|input| (input.source, input.bits)).collect()
}

#[test]
fn results_depend_on_what_was_chosen() {
    const ALL: u64 = 0xffff_ffff;
    let (little, big) = (0, 1);
    let reg = |number, bits| (Source::Register(Reg(number)), bits);
    let (hi, lo) = (Reg(64), Reg(65));
    let moved = depends(little, "movz", &[6, 4, 5], Reg(6));
    assert_eq!(moved, [reg(5, ALL), reg(4, ALL)]);
    // Nothing is written.
    assert_eq!(depends(little, "movn", &[6, 4, 5], Reg(6)), []);
    assert_eq!(depends(little, "div", &[4, 5], lo), []);
    let both = [reg(5, ALL), reg(4, ALL)];
    assert_eq!(depends(little, "div", &[5, 4], hi), both);
    assert_eq!(depends(little, "jal", &[0x2000], Reg(31)), []);
    let word = |bits| {
        let address = DATA + 0x800;
        (Source::Memory { address, size: 4 }, bits)
    };
    let kept = [reg(8, 3), word(0xffff), reg(4, 0xffff)];
    assert_eq!(depends(little, "lwl", &[4, 1, 8], Reg(4)), kept);
    let kept = [reg(8, 3), word(0x00ff_ffff), reg(4, 0xff)];
    assert_eq!(depends(big, "lwl", &[4, 1, 8], Reg(4)), kept);
    let inserted = [reg(6, 0xffff_ff0f), reg(4, 0xf)];
    assert_eq!(depends(little, "ins", &[6, 4, 4, 7], Reg(6)), inserted);
}
