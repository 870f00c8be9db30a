//! Whatever the words of a program are, the machine neither panics nor hangs.

use crate::program::KINDS;
use machine::observe::Off;
use mips32::DESC;
use proptest::prelude::*;
use testkit::program::drive;

const FUEL: u64 = 3000;

/// Any word, or an instruction with any operands.
fn word() -> impl Strategy<Value = u32> {
    let instruction = (0..DESC.rows.len(), any::<u32>()).prop_map(|(index, bits)| {
        let pattern = DESC.rows[index].pattern;
        pattern.bits | bits & !pattern.mask
    });
    prop_oneof![1 => any::<u32>(), 6 => instruction]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn random_words(
        kind in 0..KINDS.len(),
        words in prop::collection::vec(word(), 1..64),
        registers in any::<[u32; 31]>(),
    ) {
        let mut machine = KINDS[kind].1.machine(&words);
        machine.memory.set_limit(1 << 20);
        machine.registers.x[1..32].copy_from_slice(&registers);
        drive(&mut machine, &mut Off, FUEL);
        prop_assert!(machine.steps <= FUEL);
    }
}
