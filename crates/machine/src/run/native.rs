//! Hot code that something else runs: the loops ask it, and go on from wherever it leaves the machine.

use super::Machine;
use super::loops::Seen;
use crate::code::MAX_RUN;

/// Runs hot code faster than the loops do, with the same results.
///
/// It may leave the machine between any two instructions, but never between a branch and its delay slot. What it
/// cannot carry out it leaves to the loops: calls of the environment, traps, everything that is rare. So all of
/// these happen at the same instruction and step as without it.
pub trait NativeCode: Send {
    /// Runs from the program counter on, about `fuel` instructions and at most [`MAX_RUN`] more, or none; how
    /// many the loops shall run before it is asked again. With 0 they run to the next jump.
    fn run(&mut self, machine: &mut Machine, fuel: u64) -> u64;

    /// Instructions in these addresses were overwritten.
    fn overwritten(&mut self, first: u32, last: u32);

    /// Nothing that it knows of the code holds any longer.
    fn forget(&mut self);
}

impl Machine {
    /// From now on, this runs hot code when nobody watches.
    pub fn set_native(&mut self, native: Option<Box<dyn NativeCode>>) {
        self.native = native;
    }

    /// The rules that hold, as bits ([`rules`](super::rules)).
    pub fn rules(&self) -> u8 {
        self.rules
    }

    /// Whether the run is to stop before the instruction at an address.
    pub fn is_stop(&self, address: u32) -> bool {
        self.code.stops_at(address)
    }

    /// Notes that these bytes were translated: a store to them must tell.
    pub fn note_translated(&mut self, address: u32, length: u32) {
        self.memory.note_decoded(address, length);
    }

    /// Forgets what was decoded and translated.
    pub(super) fn forget_decoded(&mut self) {
        self.memory.forget_decoded();
        if let Some(native) = &mut self.native {
            native.forget();
        }
    }

    /// Lets native code run, if there is any, at most to a little before the step `end`; how many instructions
    /// the loops shall run then.
    pub(super) fn run_native(&mut self, seen: &Seen<'_>, end: u64) -> u64 {
        let left = (end - self.steps).saturating_sub(MAX_RUN as u64);
        let is_plain = seen.sees_nothing() && self.sides.is_none() && !self.load_delay.is_on;
        if left == 0 || !is_plain || self.delayed_target.is_some() {
            return u64::MAX;
        }
        let Some(mut native) = self.native.take() else {
            return u64::MAX;
        };
        let slice = native.run(self, left);
        self.native = Some(native);
        slice
    }
}
