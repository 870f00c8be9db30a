//! Runs that stop between two sides of the code.

use super::Machine;
use crate::code::{CodeSide, CodeSides};
use std::sync::Arc;

impl Machine {
    /// From now on the run stops with [`Stop::Crossing`](super::Stop::Crossing) whenever control comes
    /// from one side to the other, in whatever way. Without sides it never does.
    pub fn set_sides(&mut self, sides: Option<Arc<CodeSides>>) {
        self.code.set_sides(sides.clone());
        self.in_order.set_sides(sides.clone());
        self.forget_decoded();
        self.sides = sides;
        self.meet_side();
    }

    /// The side of the code that runs.
    pub fn side(&self) -> CodeSide {
        self.side
    }

    /// The side of the instruction at an address; none if there can be no instruction.
    pub fn side_of(&self, address: u32) -> Option<CodeSide> {
        let sides = self.sides.as_ref()?;
        self.may_fetch(address).then(|| sides.of(address))
    }

    /// Whether control came to the other side without a jump: the code of one side ends where that of
    /// the other begins.
    pub fn ran_across(&self) -> bool {
        self.runs_on
    }

    /// Takes the side of the next instruction for the one that runs: it was not jumped to.
    pub fn meet_side(&mut self) {
        self.side = self.side_of(self.pc).unwrap_or_default();
    }

    /// Whether control is at its first instruction on the other side, and nobody was told: a run that used
    /// up its fuel there would stop for it next. From now on that side is the one that runs.
    pub fn take_crossing(&mut self) -> bool {
        self.sides.is_some() && self.crosses()
    }

    /// Whether control has come to the other side; from now on that is the one that runs.
    pub(super) fn crosses(&mut self) -> bool {
        let side = self.sides.as_ref().map(|sides| sides.of(self.pc));
        let Some(side) = side.filter(|side| *side != self.side) else {
            return false;
        };
        // Where there is no code there is a fault to report, and no crossing.
        let crosses = self.may_fetch(self.pc);
        if crosses {
            self.side = side;
        }
        crosses
    }
}
