//! A loop that never ends: which lines it is, and which registers that decide about its end never change
//! in it.

use super::survey::{Survey, SurveyLine};
use super::{Cause, CauseKind, CausePlace, Confidence};
use machine::isa::{IsaDesc, Reg};

/// A line that ran so often is part of the loop.
const OFTEN: u64 = 500;

/// The loop in which a test was stopped, if it is in the code that is tested.
pub(crate) fn endless(desc: &'static IsaDesc, survey: &Survey) -> Option<Cause> {
    let most = survey
        .lines
        .iter()
        .filter(|line| line.own)
        .map(|line| line.ran)
        .max()?;
    let often = |line: &&SurveyLine| line.own && line.ran >= OFTEN && line.ran >= most / 4;
    let hot: Vec<&SurveyLine> = survey.lines.iter().filter(often).collect();
    // The calls in a loop are part of it, but the loop is where they come from.
    let calls = hot.iter().filter(|line| line.is_call(desc));
    let callers: Vec<&str> = calls.map(|line| line.function.as_str()).collect();
    let function = match callers.first() {
        Some(caller) => (*caller).to_owned(),
        None => hot.first()?.function.clone(),
    };
    let inside: Vec<&&SurveyLine> = hot
        .iter()
        .filter(|line| line.function == function)
        .collect();
    let (first, last) = (inside.first()?, inside.last()?);
    let ends = |line: &&&&SurveyLine| line.is_branch();
    let branches: Vec<&&&SurveyLine> = inside.iter().filter(ends).collect();
    let written: Vec<Reg> = hot
        .iter()
        .flat_map(|line| line.writes.iter().copied())
        .collect();
    let stuck = { branches.iter() }
        .find(|line| !line.reads.is_empty() && line.reads.iter().all(|reg| !written.contains(reg)));
    let words = match (stuck, branches.first()) {
        (Some(line), _) => {
            let names = line
                .reads
                .iter()
                .map(|reg| format!("`{}`", desc.register_name(*reg)));
            let names = names.collect::<Vec<_>>().join(" or ");
            format!(
                "`{}` (line {}) always decides the same: nothing in the loop changes {names}.",
                line.text, line.line
            )
        }
        (None, Some(line)) => format!(
            "Its end is decided by `{}` in line {}, but what that waits for never happens.",
            line.text, line.line
        ),
        (None, None) => "No branch leads out of it.".to_owned(),
    };
    let place = CausePlace {
        file: first.file.clone(),
        first: first.line,
        last: last.line,
        text: String::new(),
        function,
    };
    Some(Cause {
        kind: CauseKind::EndlessLoop,
        confidence: Confidence::Likely,
        places: vec![place],
        words,
    })
}
