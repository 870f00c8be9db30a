//! How a function is written: a few instructions in a row, with their registers, and the names and
//! comments among them. That does not survive a disguise, but it tells two who had the same idea from two who have the same text.

use super::flow::{Function, Step};
use super::read::{Item, Part, Source};
use super::value::Feature;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// How many instructions in a row make a feature.
const WINDOW: usize = 3;

/// Features about how a function is written, and about what people read in its lines.
pub(super) fn written(
    function: &Function<'_>,
    source: &Source,
    lines: &std::ops::Range<u32>,
) -> Vec<Feature> {
    let windows = function.steps.windows(WINDOW).map(|window| {
        let mut hasher = FxHasher::default();
        for step in window {
            hash(step, &mut hasher);
        }
        (hasher.finish(), window[0].line())
    });
    let mut found: Vec<Feature> = windows.collect();
    let comments = source.comments.iter();
    let comments = comments.filter(|(_, line)| lines.contains(line));
    found.extend(comments.map(|(text, line)| (number("comment", text), *line)));
    let labels = source.items.iter().filter_map(|item| match item {
        Item::Label(label, line) if lines.contains(line) && *line != function.first_line => {
            Some((number("label", label), *line))
        }
        _ => None,
    });
    found.extend(labels);
    found.sort_unstable();
    found.dedup();
    found
}

fn number(kind: &str, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    (kind, text).hash(&mut hasher);
    hasher.finish()
}

fn hash(step: &Step<'_>, hasher: &mut FxHasher) {
    match step {
        Step::Call(_) => "call".hash(hasher),
        Step::Jump(_) => "jump".hash(hasher),
        Step::Code(plain) => {
            plain.row.name.hash(hasher);
            for part in &plain.parts {
                match part {
                    Part::Register(reg) => (0u8, reg).hash(hasher),
                    Part::Number(number) => (1u8, number).hash(hasher),
                    Part::Label(_) => 2u8.hash(hasher),
                }
            }
        }
    }
}
