//! What is translated does as the interpreter does, wherever the run is cut.

use machine::observe::Off;
use machine::run::{Isa, Machine};
use proptest::prelude::*;
use std::fmt::Debug;
use testkit::program::{Programs, Whole, drive};
use translate::{TranslateOptions, TranslateStats, attach};

/// Everything is hot at once.
pub(crate) const EAGER: TranslateOptions = TranslateOptions {
    threshold: 0,
    slice: 16,
    in_background: false,
    most_bytes: 1 << 20,
};

fn native_steps(stats: &std::sync::Mutex<TranslateStats>) -> u64 {
    stats.lock().map_or(0, |stats| stats.steps)
}

/// Runs a program in pieces, once translated and once interpreted, and compares after each piece.
pub(crate) fn goes_the_same_way<I: Isa>(
    programs: &Programs<I>,
    words: &[u32],
    chunks: &[u64],
    prepare: fn(&mut Machine),
) -> Result<u64, TestCaseError>
where
    I::State: PartialEq + Clone + Debug,
{
    let (mut native, mut plain) = (programs.machine(words), programs.machine(words));
    prepare(&mut native);
    prepare(&mut plain);
    let stats = attach(&mut native, EAGER).expect("code is generated for this host");
    for chunk in chunks {
        drive(&mut native, &mut Off, *chunk);
        drive(&mut plain, &mut Off, *chunk);
        let (one, other) = (Whole::of::<I>(&native), Whole::of::<I>(&plain));
        prop_assert!(one == other, "{}", one.difference(&other));
    }
    Ok(native_steps(&stats))
}

/// Long pieces, and short ones between them.
pub(crate) fn chunks() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(prop_oneof![0u64..40, 900u64..6000, 1024u64..1100], 1..12)
}
