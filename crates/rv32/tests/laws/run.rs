//! A run does not depend on how it is cut into pieces, on who watches, or on where it came from.

use crate::program::PROGRAMS;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_run_may_be_cut_anywhere(
        words in PROGRAMS.any(),
        chunks in prop::collection::vec(prop_oneof![0u64..20, 0u64..1500], 1..20),
    ) {
        PROGRAMS.may_be_cut_anywhere(&words, &chunks)?;
    }

    #[test]
    fn an_observer_changes_nothing_and_sees_everything(words in PROGRAMS.any()) {
        PROGRAMS.an_observer_changes_nothing_and_sees_everything(&words)?;
    }

    #[test]
    fn runs_are_told_as_instructions_are(words in PROGRAMS.any()) {
        PROGRAMS.runs_are_told_as_instructions_are(&words)?;
    }

    #[test]
    fn two_observers_see_the_same(words in PROGRAMS.any()) {
        PROGRAMS.two_observers_see_the_same(&words)?;
    }

    #[test]
    fn a_restored_machine_goes_the_same_way(
        words in PROGRAMS.any(),
        (first, second) in (0u64..1500, 0u64..1500),
    ) {
        PROGRAMS.a_restored_machine_goes_the_same_way(&words, first, second)?;
    }
}
