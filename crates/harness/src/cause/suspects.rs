//! The most suspicious lines, where no change of a single one is enough: those that failing tests run and
//! passing tests do not, and that the first wrong byte was computed from. Of equally suspicious ones, those
//! come first that are nearer to the output.

use super::spectrum::Spectrum;
use super::survey::{Survey, SurveyLine};
use super::{Cause, CauseKind, Confidence};
use crate::runner::Slice;
use machine::isa::IsaDesc;

/// How many lines are named.
const MOST_PLACES: usize = 3;
/// What is left of the suspicion of a line that the wrong byte was not computed from: a branch may have
/// decided that another line ran.
const OUTSIDE: f64 = 0.4;
const BRANCH: f64 = 0.7;

/// The lines to look at first.
pub(crate) fn suspects(
    desc: &'static IsaDesc,
    survey: &Survey,
    spectrum: &Spectrum,
    slice: Option<&Slice>,
) -> Option<Cause> {
    // What saves and restores registers is checked by others.
    let counts = |line: &&SurveyLine| {
        line.own && line.ran > 0 && !line.reads.contains(&desc.abi.sp) && !line.is_return(desc)
    };
    let distance = |line: &SurveyLine| slice.and_then(|s| s.distance(line.address, line.size));
    let mut lines: Vec<(f64, usize, &SurveyLine)> = { survey.lines.iter().filter(counts) }
        .map(|line| {
            let near = distance(line);
            let part = match (slice, near) {
                (None, _) | (_, Some(_)) => 1.0,
                _ if line.is_branch() => BRANCH,
                _ => OUTSIDE,
            };
            let suspicion = part * spectrum.suspicion(line);
            (suspicion, near.unwrap_or(usize::MAX), line)
        })
        .collect();
    lines.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let (_, near, first) = lines.first()?;
    let words = match near {
        &usize::MAX => "Tests that fail run these lines more often than tests that pass.",
        _ => {
            "The first wrong value was computed here, and tests that fail run these lines more often \
             than tests that pass."
        }
    };
    let same = lines
        .iter()
        .filter(|(_, _, line)| line.function == first.function);
    Some(Cause {
        kind: CauseKind::Suspicious,
        confidence: Confidence::Possible,
        places: same
            .take(MOST_PLACES)
            .map(|(_, _, line)| line.place())
            .collect(),
        words: words.to_owned(),
    })
}
