//! Runs forward that watch for something: quick looks, and close ones where something may happen.
//!
//! To see each instruction makes a run several times slower. So a stretch of it is only looked at
//! quickly, as straight code. Once something may have happened in such code, the run goes back to
//! where the code began, and does it once more, watched closely.

use super::Engine;
use crate::observers::{Scan, Watch};
use runtime::End;

/// The longest stretch that is looked at quickly: as much may have to be repeated.
pub(super) const SCANNED_SLICE: u64 = 1 << 18;
/// How much is looked at closely once something may have happened; four times as much each time, so
/// that little is repeated where much happens that does not count.
const CLOSE: u64 = 1 << 10;

/// How a run forward is looked at.
pub(super) struct Look {
    pub(super) scan: Scan,
    /// Up to this step it is looked at closely.
    closely_to: u64,
    /// How much is looked at closely the next time.
    length: u64,
}

impl Look {
    pub(super) fn new(watch: Watch) -> Self {
        let mut scan = Scan::new(watch);
        scan.pauses = true;
        Look {
            scan,
            closely_to: 0,
            length: CLOSE,
        }
    }

    /// Whether the run is to be looked at closely at this step.
    fn is_close(&mut self, step: u64) -> bool {
        if self.scan.watch.is_waiting() {
            self.closely_to = self.closely_to.max(step + 1);
        }
        self.closely_to > step
    }
}

impl Engine {
    /// Runs on for about `fuel` instructions, unless something may have happened before.
    pub(super) fn look(&mut self, look: &mut Look, fuel: u64) -> Option<End> {
        let step = self.step();
        // Where it is in calls, a goal has to know all the time.
        if look.scan.watch.goal.is_some() {
            return self.observe(&mut look.scan.watch, fuel);
        }
        if !look.is_close(step) {
            let (moment, world) = (self.session.keep(), self.world.state());
            look.scan.last = None;
            let stop = self.observe(&mut look.scan, fuel);
            let Some(found) = look.scan.last else {
                return stop;
            };
            // Where time passes, a pause may be another state than a stop at the same step.
            if found < self.step() || self.session.environment.next_tick().is_some() {
                self.session.go_back(&moment);
                self.world.go_back(&world);
                self.run_to(found);
            }
            self.session.machine.forget_pause();
            look.closely_to = self.step() + look.length;
            look.length = (4 * look.length).min(SCANNED_SLICE);
            look.scan.watch.restart(&self.session.machine);
            if let Some(transfer) = self.session.machine.arriving() {
                look.scan.watch.arrivals.leave(&transfer);
            }
        }
        let done = self.step() - step;
        let fuel = fuel.saturating_sub(done).min(look.closely_to - self.step());
        match fuel {
            0 => None,
            _ => self.observe(&mut look.scan.watch, fuel),
        }
    }
}
