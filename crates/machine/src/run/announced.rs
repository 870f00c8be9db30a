//! Traps that the environment sees before the guest's own handler does.

use super::Machine;

impl Machine {
    /// Stops at every trap from now on, before the guest's own handler sees it: [`Machine::raise`] hands
    /// it on. The guest begins with this status register.
    pub fn announce_exceptions(&mut self, status: u32) {
        self.announces = true;
        self.state.announce_exceptions(status);
    }

    /// Whether it does so.
    pub fn announces_exceptions(&self) -> bool {
        self.announces
    }
}
