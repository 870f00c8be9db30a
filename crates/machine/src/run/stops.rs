//! Instructions before which a run pauses.

use super::Machine;

impl Machine {
    /// From now on the run pauses whenever it comes to the instruction at one of these addresses,
    /// before it runs. To run on goes on from there.
    pub fn set_stops(&mut self, stops: &[u32]) {
        if self.code.set_stops(stops) {
            self.in_order.set_stops(stops);
            self.forget_decoded();
            self.stopped_at = None;
        }
    }

    /// Whether the run is to stop here and has not done so.
    pub(super) fn stops_here(&self) -> bool {
        self.code.stops_at(self.pc) && !self.is_at_stop()
    }

    /// Whether the run has stopped at one of these addresses, and not yet gone on.
    pub fn is_at_stop(&self) -> bool {
        self.stopped_at == Some((self.pc, self.steps))
    }

    /// Forgets that the run has paused before the next instruction.
    pub fn forget_pause(&mut self) {
        self.announced = false;
        self.stopped_at = None;
    }
}
