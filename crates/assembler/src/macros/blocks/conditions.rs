//! `.if` and its relatives.

use diag::Span;

use crate::dialect::{Block, LineTest};
use crate::macros::blocks::Blocks;
use crate::macros::blocks::call::arguments;
use crate::macros::origin::FrameId;
use crate::messages::error::AsmError;

/// A condition that we are inside of.
pub(super) struct OpenCondition {
    /// The lines of this branch are read.
    pub active: bool,
    /// An earlier branch was read, or none may be.
    done: bool,
    pub name: String,
    pub span: Span,
}

impl Blocks<'_> {
    /// Carries out a directive about a condition. False if it is none.
    pub(super) fn condition(
        &mut self,
        block: Block,
        (word, place): (&str, Span),
        rest: &str,
        frame: FrameId,
    ) -> bool {
        let outer = self.conditions.last().is_none_or(|c| c.active);
        match block {
            Block::If(test) => {
                let active = outer && self.holds(test, rest, place, frame);
                self.conditions.push(OpenCondition {
                    active,
                    done: active || !outer,
                    name: word.to_owned(),
                    span: place,
                });
            }
            Block::ElseIf | Block::Else => {
                let Some(done) = self.conditions.last().map(|c| c.done) else {
                    self.stray(word, place, frame);
                    return true;
                };
                let holds = !done
                    && (block == Block::Else || self.holds(LineTest::NotZero, rest, place, frame));
                if let Some(condition) = self.conditions.last_mut() {
                    condition.active = holds;
                    condition.done |= holds;
                }
            }
            Block::EndIf => {
                if self.conditions.pop().is_none() {
                    self.stray(word, place, frame);
                }
            }
            _ => return false,
        }
        true
    }

    fn stray(&mut self, word: &str, place: Span, frame: FrameId) {
        let name = word.to_owned();
        self.error(AsmError::StrayBlockEnd { name }, place, frame);
    }

    fn holds(&mut self, test: LineTest, rest: &str, place: Span, frame: FrameId) -> bool {
        let same = |(a, b): (&str, &str)| a.trim() == b.trim();
        match test {
            LineTest::Defined(wanted) => self.names.contains_key(rest.trim()) == wanted,
            LineTest::Blank(wanted) => rest.trim().is_empty() == wanted,
            LineTest::Same(wanted) => {
                let [first, second] = two(rest);
                same((&first, &second)) == wanted
            }
            LineTest::SameStrings(wanted) => {
                let [first, second] = two(rest);
                (first == second) == wanted
            }
            _ => {
                let Some(value) = self.number(rest) else {
                    self.not_constant(rest, place, frame);
                    return false;
                };
                match test {
                    LineTest::Zero => value == 0,
                    LineTest::Positive => value > 0,
                    LineTest::NotNegative => value >= 0,
                    LineTest::Negative => value < 0,
                    LineTest::NotPositive => value <= 0,
                    _ => value != 0,
                }
            }
        }
    }
}

/// The two texts of a comparison.
fn two(rest: &str) -> [String; 2] {
    let mut all = arguments(rest).into_iter().map(|argument| argument.raw);
    [
        all.next().unwrap_or_default(),
        all.next().unwrap_or_default(),
    ]
}
