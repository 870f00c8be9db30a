//! The host of a game: keys that were typed wait in a queue, and when it is empty, the program
//! waits.

use machine::env::{Answer, Request};
use runtime::{Console, Host};
use std::collections::VecDeque;

/// Keys in, text out; no files.
pub(crate) struct Keyboard(Console<VecDeque<u8>, Vec<u8>, Vec<u8>>);

impl Keyboard {
    /// Nothing typed yet.
    pub(crate) fn new() -> Self {
        let mut console = Console::new(VecDeque::new(), Vec::new(), Vec::new());
        console.clock.use_virtual_time();
        Keyboard(console)
    }

    /// Types.
    pub(crate) fn type_keys(&mut self, keys: &str) {
        self.0.input.extend(keys.bytes());
    }

    /// What was printed since the last time.
    pub(crate) fn take_output(&mut self) -> String {
        let bytes = std::mem::take(&mut self.0.output);
        self.0.errors.clear();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Host for Keyboard {
    fn is_ready(&self, request: &Request) -> bool {
        *request == Request::PollKey || self.0.has_input_for(request)
    }

    fn perform(&mut self, request: &Request) -> Answer {
        match request {
            Request::PollKey if !self.0.has_input_for(request) => Answer::Bytes(Vec::new()),
            request => self.0.perform(request),
        }
    }
}
