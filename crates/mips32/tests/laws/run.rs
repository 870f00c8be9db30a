//! A run does not depend on how it is cut into pieces, on who watches, or on where it came from.

use crate::program::KINDS;
use proptest::prelude::*;

/// Any kind of machine and a program for it.
fn kinds() -> impl Strategy<Value = (usize, Vec<u32>)> {
    (0..KINDS.len()).prop_flat_map(|kind| (Just(kind), KINDS[kind].1.any()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_run_may_be_cut_anywhere(
        (kind, words) in kinds(),
        chunks in prop::collection::vec(prop_oneof![0u64..20, 0u64..1500], 1..20),
    ) {
        KINDS[kind].1.may_be_cut_anywhere(&words, &chunks)?;
    }

    #[test]
    fn an_observer_changes_nothing_and_sees_everything((kind, words) in kinds()) {
        KINDS[kind].1.an_observer_changes_nothing_and_sees_everything(&words)?;
    }

    #[test]
    fn runs_are_told_as_instructions_are((kind, words) in kinds()) {
        KINDS[kind].1.runs_are_told_as_instructions_are(&words)?;
    }

    #[test]
    fn two_observers_see_the_same((kind, words) in kinds()) {
        KINDS[kind].1.two_observers_see_the_same(&words)?;
    }

    #[test]
    fn a_restored_machine_goes_the_same_way(
        (kind, words) in kinds(),
        (first, second) in (0u64..1500, 0u64..1500),
    ) {
        KINDS[kind].1.a_restored_machine_goes_the_same_way(&words, first, second)?;
    }
}
