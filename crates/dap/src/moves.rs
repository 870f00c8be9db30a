//! Moves, and what is said when they end.

use crate::adapter::{Adapter, Answer, Next, Reply, THREAD};
use crate::arguments::Details;
use crate::launch::Launcher;
use debug::engine::Move;
use debug::expr::Assignable;
use debug::{Stopped, Why};
use runtime::End;
use serde_json::{Value, json};

/// A move, and what editors call its end.
#[derive(Clone, Debug)]
pub(crate) struct Heading {
    pub(crate) way: Move,
    reason: &'static str,
}

impl Heading {
    /// Until something stops the program.
    pub(crate) fn run_on() -> Self {
        let (way, reason) = (Move::RunOn, "pause");
        Heading { way, reason }
    }
}

impl Heading {
    /// To a step, whatever is on the way.
    pub(crate) fn to_step(step: u64) -> Self {
        let (way, reason) = (Move::ToStep(step), "goto");
        Heading { way, reason }
    }
}

/// Whether a step is one instruction.
fn by_instruction(details: &Details) -> bool {
    details.granularity.as_deref() == Some("instruction")
}

impl<L: Launcher> Adapter<L> {
    pub(crate) fn go(&mut self, details: &Details, command: &str) -> Answer {
        let way = match (command, by_instruction(details)) {
            ("next", false) => Move::NextLine,
            ("next", true) => Move::NextInstruction,
            ("stepIn", false) => Move::StepLine,
            ("stepIn", true) => Move::StepInstruction,
            ("stepOut", _) => Move::Finish,
            _ => Move::RunOn,
        };
        let reason = "step";
        let body = match command {
            "continue" => json!({ "allThreadsContinued": true }),
            _ => Value::Null,
        };
        let next = Next::Go(Heading { way, reason });
        Ok(Reply { body, next })
    }

    pub(crate) fn go_back(&mut self, details: &Details, far: bool) -> Answer {
        let session = self.session()?;
        // What is only to be noted was noted on the way here.
        session.enable_notes(false);
        let engine = session.engine();
        let stopped = match (far, by_instruction(details)) {
            (true, _) => engine.reverse_continue(),
            (false, true) => engine.back(1),
            (false, false) => engine.reverse_lines(1, true),
        };
        session.enable_notes(true);
        Ok(Reply::of(Next::Moved(stopped, "step")))
    }

    pub(crate) fn pause(&mut self) -> Answer {
        self.forget_interrupt();
        let next = match self.session.as_mut().and_then(|s| s.under_way.take()) {
            None => Next::Nothing,
            Some((pursuit, _)) => {
                let stopped = self.session()?.engine().give_up(pursuit);
                Next::Moved(stopped, "pause")
            }
        };
        Ok(Reply::of(next))
    }

    pub(crate) fn goto_targets(&mut self, details: &Details) -> Answer {
        let addresses = self.addresses_of(&details.source, details.line)?;
        let targets = addresses.iter().map(|(address, line)| {
            let label = format!("line {line}, 0x{address:08x}");
            let reference = format!("0x{address:08x}");
            json!({
                "id": address,
                "label": label,
                "line": line,
                "instructionPointerReference": reference,
            })
        });
        let targets: Vec<Value> = targets.collect();
        Ok(json!({ "targets": targets }).into())
    }

    pub(crate) fn goto(&mut self, details: &Details) -> Answer {
        let address = u32::try_from(details.target_id);
        let address = address.map_err(|_| "there is no such place".to_owned())?;
        let session = self.session()?;
        let engine = session.engine();
        if !engine.is_code(address) {
            return Err(format!("there is no instruction at 0x{address:08x}"));
        }
        let what = format!("set pc = 0x{address:08x}");
        let set = engine.set(Assignable::Pc, address.into(), &what);
        set.map_err(|error| error.to_string())?;
        let stopped = engine.stopped_here();
        session.shown = session.shown.min(session.repl.engine().printed());
        Ok(Reply::of(Next::Moved(stopped, "goto")))
    }

    /// Begins a move.
    pub(crate) fn set_out(&mut self, heading: Heading) {
        if let Some(session) = &mut self.session {
            session.forget();
            let pursuit = session.engine().set_out(&heading.way);
            session.under_way = Some((pursuit, heading));
        }
    }

    /// Lets the program run for about so many instructions.
    pub fn tick(&mut self, fuel: u64) -> Vec<Value> {
        let Some(session) = &mut self.session else {
            return self.out.take();
        };
        let Some((mut pursuit, heading)) = session.under_way.take() else {
            return self.out.take();
        };
        let fuel = session.fuel_left(fuel);
        let stopped = session.engine().run_for(&mut pursuit, fuel);
        self.show_output(stopped.is_some());
        match stopped {
            None => {
                if let Some(session) = &mut self.session {
                    session.under_way = Some((pursuit, heading));
                }
                self.pause_at_limit();
            }
            Some(stopped) => match self.without_notes(stopped) {
                Some(stopped) => self.tell_stop(&stopped, heading.reason),
                None => {
                    if let Some(session) = &mut self.session {
                        session.engine().pass(&mut pursuit);
                        session.under_way = Some((pursuit, heading));
                    }
                }
            },
        }
        self.out.take()
    }

    /// Pauses a program that has run, or printed, as much as it was allowed. To go on allows as much again.
    fn pause_at_limit(&mut self) {
        let Some(session) = &mut self.session else {
            return;
        };
        let Some(why) = session.limit_reached() else {
            return;
        };
        if let Some((pursuit, _)) = session.under_way.take() {
            let stopped = session.engine().give_up(pursuit);
            let hint = format!("{why} Continue to let it go on.\n");
            self.out.output("console", &hint);
            self.tell_stop(&stopped, "pause");
        }
    }

    /// Shows the messages that were wanted here; what else there is to stop for.
    fn without_notes(&mut self, mut stopped: Stopped) -> Option<Stopped> {
        let session = self.session.as_mut()?;
        let is_note = |why: &Why| why.stop().and_then(|id| session.placed.message(id));
        let notes: Vec<String> = stopped.why.iter().filter_map(is_note).collect();
        stopped.why.retain(|why| is_note(why).is_none());
        for note in &notes {
            let text = session.filled(note);
            self.out.output("console", &format!("{text}\n"));
        }
        (!stopped.why.is_empty()).then_some(stopped)
    }

    /// Shows what the program has printed. Unless it is all, a character whose bytes are not all there waits
    /// for the others.
    pub(crate) fn show_output(&mut self, all: bool) {
        let Some(session) = &mut self.session else {
            return;
        };
        let shown = session.shown;
        let engine = session.repl.engine();
        if engine.printed() > shown {
            let bytes = engine.output(shown);
            let rest = if all { 0 } else { unfinished(bytes) };
            let text = String::from_utf8_lossy(&bytes[..bytes.len() - rest]).into_owned();
            session.shown = engine.printed() - rest as u64;
            self.out.output("stdout", &text);
        }
    }

    /// Says that the program has stopped, and why.
    pub(crate) fn tell_stop(&mut self, stopped: &Stopped, reason: &'static str) {
        self.show_output(true);
        let Some(session) = &mut self.session else {
            return;
        };
        session.forget();
        let filters = &self.wanted.filters;
        let end = stopped.why.iter().find_map(|why| match why {
            Why::Ended(end) => Some(end.clone()),
            _ => None,
        });
        let is_over = match &end {
            None => false,
            Some(End::Exit(_)) => !self.launch.stop_at_end,
            // At a fault there is something to see, the first time.
            Some(end) => {
                let filter_name = match end {
                    End::Limit(_) => "limit",
                    _ => "fault",
                };
                let again = stopped.from == session.engine().step() && session.last.is_some();
                again || self.launch.no_debug || !filters.iter().any(|filter| filter == filter_name)
            }
        };
        let text = session.repl.report(stopped);
        session.last = Some(stopped.clone());
        if let Some(end) = end.filter(|_| is_over) {
            let code = match end {
                End::Exit(code) => i64::from(code),
                _ => {
                    self.out.output("stderr", &text);
                    126
                }
            };
            self.end(Some(code));
            return;
        }
        let (reason, description) = reason_words(&stopped.why, reason);
        let ids = stopped.why.iter().filter_map(Why::stop);
        let ids: Vec<i64> = ids.filter_map(|id| session.placed.number(id)).collect();
        let mut told = json!({
            "reason": reason,
            "description": description,
            "text": text.trim_end(),
            "threadId": THREAD,
            "allThreadsStopped": true,
            "hitBreakpointIds": ids,
        });
        let is_waiting = stopped.why.contains(&Why::Waiting);
        if is_waiting {
            // Who types in the console goes on there.
            told["preserveFocusHint"] = true.into();
        }
        self.out.event("stopped", told);
        if is_waiting {
            let hint = "The program is waiting for input: type it here.\n";
            self.out.output("console", hint);
        } else if reason == "exception"
            || stopped.why.iter().any(|why| matches!(why, Why::Watch(..)))
        {
            self.out.output("console", &text);
        }
    }
}

/// What editors call the reason of a stop, and its words.
fn reason_words(why: &[Why], usual: &'static str) -> (&'static str, &'static str) {
    let first = why.iter().find(|why| !matches!(why, Why::Step));
    match first {
        None | Some(Why::Step) => match usual {
            "entry" => ("entry", "Before the first instruction"),
            "goto" => ("goto", "Moved here by hand"),
            _ => ("step", "After a step"),
        },
        Some(Why::Returned { .. }) => ("step", "Returned"),
        Some(Why::Arrived) => ("goto", "Arrived"),
        Some(Why::Break(_)) => ("breakpoint", "At a breakpoint"),
        Some(Why::Watch(..)) => ("data breakpoint", "Data was accessed"),
        Some(Why::Exception(..)) => ("exception", "An exception is being handled"),
        Some(Why::Catch(..)) => ("exception", "Caught"),
        Some(Why::Finding(_)) => ("exception", "The calling convention is broken"),
        Some(Why::Output) => ("goto", "Before it prints"),
        Some(Why::Ended(End::Exit(_))) => ("pause", "The program has ended"),
        Some(Why::Ended(_)) => ("exception", "The program cannot go on"),
        Some(Why::Waiting) => ("pause", "Waiting for input"),
        Some(Why::Interrupted) => ("pause", "Paused"),
        Some(Why::Beginning) => ("step", "At the beginning"),
    }
}

/// How many bytes at the end are the beginning of a character.
fn unfinished(bytes: &[u8]) -> usize {
    let last = bytes.iter().rev().take(3);
    let begin = last.enumerate().find(|(_, byte)| **byte >= 0xc0);
    let Some((behind, begin)) = begin else {
        return 0;
    };
    let size = match begin {
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    };
    match behind + 1 < size {
        true => behind + 1,
        false => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_shown_whole() {
        for (text, rest) in [("", 0), ("a", 0), ("aé", 0), ("€", 0), ("𝄞", 0)] {
            assert_eq!(unfinished(text.as_bytes()), rest, "{text}");
        }
        for (bytes, rest) in [
            (&b"a\xc3"[..], 1),
            (b"\xe2\x82", 2),
            (b"\xf0\x9d\x84", 3),
            (b"\x80\x80", 0),
            (b"\xc3\xa9\xc3", 1),
        ] {
            assert_eq!(unfinished(bytes), rest, "{bytes:?}");
        }
    }
}
