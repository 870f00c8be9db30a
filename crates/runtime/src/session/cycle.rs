//! Programs that never end. One that is in a state in which it was before, and has asked nobody in
//! between, does the same for ever: its rounds need not be carried out up to the limit of steps. What is
//! left out are whole rounds, so that the program ends where it would end, in the state that it would
//! be in, and nobody has missed anything.

use super::{End, Fuel, Session};
use crate::host::Host;
use machine::code::MAX_RUN;
use machine::observe::Observer;

/// So many instructions run before anybody looks for such a state; then twice as many each time.
const FIRST: u64 = 1 << 15;
/// The instructions between two looks.
const STRETCH: u64 = 256;
/// So many times.
const LOOKS: usize = 64;

/// When to look for such a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cycles {
    next: u64,
    gap: u64,
}

impl Cycles {
    /// The run begins at this step.
    pub(super) fn from(steps: u64) -> Self {
        Cycles {
            next: steps.saturating_add(FIRST),
            gap: FIRST,
        }
    }

    /// If it is time, runs on for a while, and leaves rounds out before the step `until` and the limit if
    /// the program goes round; the end of the run if it comes.
    pub(super) fn leave_out(
        &mut self,
        session: &mut Session,
        observer: &mut dyn Observer,
        host: &mut dyn Host,
        until: u64,
    ) -> Option<End> {
        let limit = session.limits.steps?.saturating_sub(session.charged);
        let steps = session.machine.steps;
        let is_due = steps >= self.next && session.environment.next_tick().is_none();
        if !is_due {
            return None;
        }
        self.gap = self.gap.saturating_mul(2);
        self.next = steps.saturating_add(self.gap);
        session.leave_out_rounds(observer, host, until.min(limit))
    }
}

impl Session {
    fn leave_out_rounds(
        &mut self,
        observer: &mut dyn Observer,
        host: &mut dyn Host,
        until: u64,
    ) -> Option<End> {
        let stops = self.stops_of_machine;
        let mut mark = None;
        for look in 1..=LOOKS {
            let fuel = Fuel {
                end: self.machine.steps + STRETCH + MAX_RUN as u64,
                is_rough: true,
            };
            if fuel.end >= until {
                return None;
            }
            if let Some(end) = self.advance_by(observer, host, fuel) {
                return Some(end);
            }
            if self.stops_of_machine != stops {
                return None;
            }
            let same = mark
                .as_ref()
                .filter(|(then, _)| self.machine.is_as_in(then) && observer.is_as_marked());
            if let Some((_, begin)) = same {
                let round = self.machine.steps - begin;
                let left = until.saturating_sub(self.machine.steps);
                self.machine.steps += left / round.max(1) * round;
                return None;
            }
            // Stretches end where straight code ends, and not at every such place of a round: a state
            // that is remembered soon enough is one in which a later stretch ends, too.
            if look.is_power_of_two() {
                observer.mark();
                mark = Some((self.machine.snapshot(), self.machine.steps));
            }
        }
        None
    }
}
