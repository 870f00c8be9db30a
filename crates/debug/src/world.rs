//! The world of a program in the debugger, as a value: its input, output, files and time.
//!
//! All that a program gets from outside is part of the [`WorldState`], so a run is a function of the
//! state that it begins with, and nothing has to be recorded to repeat it. The input is kept whole,
//! with the place up to which it was read; time passes by sleeping and by looking at the clock.

use machine::env::{Answer, Request};
use runtime::files::{Copies, Files};
use runtime::{Console, Host};
use std::collections::VecDeque;

/// The most bytes of output that are kept to be shown again.
const OUTPUT_KEPT: usize = 16 << 20;

/// The world of one program.
pub(crate) struct World {
    console: Console<VecDeque<u8>, Vec<u8>, Vec<u8>>,
    /// All input that was ever given.
    input: Vec<u8>,
    /// What was printed, from `forgotten` on. Behind what was printed up to the present state may
    /// be what comes later, so that one can go forward to a state that was kept.
    output: Vec<u8>,
    /// How many bytes of the output are not kept any more.
    forgotten: u64,
    disk: Files,
    /// Looking at the clock lets no time pass.
    virtual_time: bool,
    /// How often the program may sleep before the run is paused; any number of times without one.
    sleeps_left: Option<u32>,
    /// The milliseconds that it has slept, wherever it is now.
    slept: u64,
    state: WorldState,
}

/// What goes back when time does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WorldState {
    /// How much of the input the program could read so far.
    pub(crate) given: usize,
    /// There will be no more input.
    pub(crate) ended: bool,
    /// How much it has read.
    pub(crate) read: usize,
    after_word: bool,
    /// Bytes printed, on both streams.
    pub(crate) printed: u64,
    /// Bytes printed on standard output.
    pub(crate) stdout: u64,
    /// The time in milliseconds.
    now: u64,
    pub(crate) files: Copies,
}

impl World {
    /// A world with this input (`None`: it will be typed), these files, and this time.
    pub(crate) fn new(input: Option<Vec<u8>>, disk: Files, now: u64, virtual_time: bool) -> Self {
        let ended = input.is_some();
        let input = input.unwrap_or_default();
        World {
            console: Console::new(input.iter().copied().collect(), Vec::new(), Vec::new()),
            state: WorldState {
                given: input.len(),
                ended,
                read: 0,
                after_word: false,
                printed: 0,
                stdout: 0,
                now,
                files: Copies::default(),
            },
            input,
            output: Vec::new(),
            forgotten: 0,
            disk,
            virtual_time,
            sleeps_left: None,
            slept: 0,
        }
    }

    /// From now on the program may sleep so often; how often it might before.
    pub(crate) fn allow_sleeps(&mut self, count: Option<u32>) -> Option<u32> {
        std::mem::replace(&mut self.sleeps_left, count)
    }

    /// Whether it may not sleep any more.
    pub(crate) fn is_sleepless(&self) -> bool {
        self.sleeps_left == Some(0)
    }

    /// The milliseconds that it has slept since this was last asked.
    pub(crate) fn take_slept(&mut self) -> u64 {
        std::mem::take(&mut self.slept)
    }

    /// The present state.
    pub(crate) fn state(&self) -> WorldState {
        let (rest, after_word) = self.console.rest();
        WorldState {
            read: self.state.given - rest,
            after_word,
            ..self.state.clone()
        }
    }

    /// Goes back to a state of this world.
    pub(crate) fn go_back(&mut self, state: &WorldState) {
        self.state = state.clone();
        let rest = self.input.get(state.read..state.given).unwrap_or_default();
        let rest = rest.iter().copied().collect();
        self.console.go_back(rest, state.after_word);
        let known = self.forgotten + self.output.len() as u64;
        if !(self.forgotten..=known).contains(&state.printed) {
            self.output.clear();
            self.forgotten = state.printed;
        }
    }

    /// Gives the program input.
    pub(crate) fn give(&mut self, bytes: &[u8]) {
        // What was given later in a history that is gone is not part of this one.
        self.input.truncate(self.state.given);
        self.input.extend_from_slice(bytes);
        self.state.given = self.input.len();
        self.console.input.extend(bytes);
    }

    /// There is no more input.
    pub(crate) fn end_input(&mut self) {
        self.state.ended = true;
    }

    /// The output that is kept, from byte `from` of all that was printed.
    pub(crate) fn output(&self, from: u64) -> &[u8] {
        let skipped = from.saturating_sub(self.forgotten) as usize;
        self.output.get(skipped..self.kept()).unwrap_or_default()
    }

    /// How many bytes of the output up to the present state are kept.
    fn kept(&self) -> usize {
        (self.state.printed - self.forgotten) as usize
    }

    /// The input that was given and not read yet.
    pub(crate) fn unread(&self) -> Vec<u8> {
        self.console.input.iter().copied().collect()
    }

    /// The first file that was refused since the last time this was asked, with the reason.
    pub(crate) fn take_refusal(&mut self) -> Option<String> {
        self.disk.take_refusal()
    }

    fn take_printed(&mut self) {
        let kept = self.kept();
        let World {
            console, output, ..
        } = self;
        self.state.stdout += console.output.len() as u64;
        let mut new = std::mem::take(&mut console.output);
        new.append(&mut console.errors);
        self.state.printed += new.len() as u64;
        let known = output.get(kept..kept + new.len());
        if known != Some(&new) {
            output.truncate(kept);
            output.append(&mut new);
        }
        if output.len() > OUTPUT_KEPT {
            let cut = (output.len() - OUTPUT_KEPT / 2).min(kept);
            output.drain(..cut);
            self.forgotten += cut as u64;
        }
    }
}

impl Host for World {
    fn is_ready(&self, request: &Request) -> bool {
        if matches!(request, Request::Sleep { .. }) {
            return !self.is_sleepless();
        }
        let waits = request.reads_input() && *request != Request::PollKey;
        !waits || self.state.ended || self.console.has_input_for(request)
    }

    fn perform(&mut self, request: &Request) -> Answer {
        match request {
            Request::Time => {
                self.state.now += u64::from(!self.virtual_time);
                Answer::Milliseconds(self.state.now)
            }
            Request::Sleep { milliseconds } => {
                self.state.now += u64::from(*milliseconds);
                // What runs once more has slept already.
                if let Some(left) = &mut self.sleeps_left {
                    *left = left.saturating_sub(1);
                    self.slept = self.slept.saturating_add((*milliseconds).into());
                }
                Answer::Done
            }
            Request::PollKey if !self.state.ended && !self.console.has_input_for(request) => {
                Answer::Bytes(Vec::new())
            }
            Request::Open { .. }
            | Request::Write { .. }
            | Request::Close { .. }
            | Request::Flush { .. }
            | Request::Seek { .. }
            | Request::AtEnd { .. } => self.state.files.perform(request, &mut self.disk),
            Request::Read { file, .. } if *file != 0 => {
                self.state.files.perform(request, &mut self.disk)
            }
            _ => {
                let answer = self.console.perform(request);
                self.take_printed();
                answer
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(world: &mut World, text: &str) -> WorldState {
        let bytes = text.as_bytes().to_vec();
        world.perform(&Request::Print { stream: 1, bytes });
        world.state()
    }

    #[test]
    fn output_comes_back_when_time_goes_forward() {
        let mut world = World::new(None, Files::none(), 0, true);
        let begin = world.state();
        let one = print(&mut world, "one ");
        let two = print(&mut world, "two ");
        world.go_back(&begin);
        assert_eq!(world.output(0), b"");
        // To a kept state, without printing again.
        world.go_back(&two);
        assert_eq!(world.output(0), b"one two ");
        // By printing some of it again.
        world.go_back(&begin);
        print(&mut world, "one ");
        assert_eq!(world.output(0), b"one ");
        world.go_back(&two);
        assert_eq!(world.output(2), b"e two ");
        // Another history.
        world.go_back(&one);
        print(&mut world, "three");
        assert_eq!(world.output(0), b"one three");
    }
}
