//! The lines of a macro, made ready to be written many times.

use crate::macros::definitions::Read;
use crate::macros::overloads::{Macro, MacroPart};
use crate::source::include::statement;
use crate::text::lex::TokenKind;

/// A line of a macro.
pub(crate) struct BodyLine<'t> {
    /// Its parts, and what becomes of each.
    pub parts: Vec<(MacroPart<'t>, BodyRole)>,
    call: MayCall,
}

/// What becomes of a part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyRole {
    /// It stays.
    Text,
    /// It is a label of the macro, which has another name in each expansion.
    Label,
    /// The argument of this index takes its place.
    Parameter(usize),
}

/// Whether a line calls a macro.
#[derive(Clone, Copy, Debug)]
enum MayCall {
    /// It does not.
    No,
    /// It does not, unless the argument of this index begins with `:`, which makes a label of what
    /// is before it.
    UnlessColon(usize),
    /// It does, or it depends on arguments.
    Maybe,
}

impl BodyLine<'_> {
    /// Whether the line calls no macro with these arguments.
    pub(crate) fn calls_none(&self, arguments: &[&[MacroPart<'_>]]) -> bool {
        match self.call {
            MayCall::No => true,
            MayCall::UnlessColon(parameter) => {
                let first = arguments
                    .get(parameter)
                    .and_then(|argument| argument.first());
                first.is_some_and(|part| part.token.kind != TokenKind::Colon)
            }
            MayCall::Maybe => false,
        }
    }
}

/// The lines of a macro.
pub(crate) fn compile<'t>(called: &Macro<'t>, read: &Read<'t>) -> Vec<BodyLine<'t>> {
    let lines = called.body.iter().map(|range| read.parts(*range));
    lines.map(|line| compile_line(called, read, line)).collect()
}

fn compile_line<'t>(called: &Macro<'t>, read: &Read<'t>, line: &[MacroPart<'t>]) -> BodyLine<'t> {
    let at = statement(line.iter().map(|part| &part.token));
    let role = |(k, part): (usize, &MacroPart<'t>)| {
        let word = part.word();
        if let Some(parameter) = word.and_then(|word| called.parameters.get(word)) {
            return BodyRole::Parameter(*parameter);
        }
        let label = k != at && word.is_some_and(|word| called.labels.contains(word));
        if label {
            BodyRole::Label
        } else {
            BodyRole::Text
        }
    };
    let roles: Vec<BodyRole> = line.iter().enumerate().map(role).collect();
    let is_parameter = |role: &BodyRole| matches!(role, BodyRole::Parameter(_));
    let head = line.get(at).and_then(MacroPart::word);
    let call = if roles.iter().take(at + 1).any(is_parameter)
        || head.is_some_and(|name| read.macros.named(name).is_some())
    {
        MayCall::Maybe
    } else if let Some(BodyRole::Parameter(parameter)) = roles.get(at + 1) {
        MayCall::UnlessColon(*parameter)
    } else {
        MayCall::No
    };
    BodyLine {
        parts: line.iter().copied().zip(roles).collect(),
        call,
    }
}
