//! Functions that control runs out of at their end.

use super::title;
use crate::codes;
use crate::flow::{FlowFunction, Next, ProgramFlow, Way};
use diag::Diagnostic;

/// The findings of one function.
pub(super) fn check(flow: &ProgramFlow, function: &FlowFunction) -> Vec<Diagnostic> {
    let body = flow.body(function.entry);
    let ends = body.into_iter().flat_map(|step| {
        let ways = flow.ways(function.entry, step);
        ways.map(move |way| (step, way))
    });
    ends.filter_map(|(step, way)| finding(flow, function, step, way))
        .collect()
}

fn finding(
    flow: &ProgramFlow,
    function: &FlowFunction,
    step: usize,
    way: Way,
) -> Option<Diagnostic> {
    let name = title(function);
    let (heading, into) = match way {
        Way::Into(next) => {
            let other = flow.function_at(next)?;
            (
                format!("control runs from {name} into {}", title(other)),
                Some(next),
            )
        }
        // A program may end there: both environments take that for its end.
        Way::PastEnd if function.is_start => return None,
        Way::PastEnd => (format!("control runs past the end of {name}"), None),
        Way::To(_) | Way::Taken(_) | Way::Tail(_) => return None,
    };
    let last = match flow.steps[step].next {
        Next::Branch(_) => "the last instruction, if the branch is not taken",
        Next::Call(_) => "the last instruction; the call returns",
        _ => "the last instruction",
    };
    let finding = Diagnostic::error(codes::NO_RETURN, heading).primary(flow.steps[step].span, last);
    let finding = match into {
        Some(next) => finding.secondary(flow.steps[next].span, "control continues here"),
        None => finding.note("there is no instruction after it"),
    };
    Some(finding.help(advice(flow, function)))
}

/// How to end a function.
fn advice(flow: &ProgramFlow, function: &FlowFunction) -> String {
    let back = flow.desc.idioms.ret;
    match function.is_start {
        true => {
            "end the program there with the exit call, or jump to where it continues".to_owned()
        }
        false => format!(
            "write `{back}` at the end of {}, or a jump",
            title(function)
        ),
    }
}
