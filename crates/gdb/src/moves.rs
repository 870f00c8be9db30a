//! Moves, and what gdb hears when they end.

use crate::server::GdbServer;
use debug::engine::Move;
use debug::{Stopped, Why};
use machine::trap::Trap;
use runtime::{End, FaultKind};

/// How far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// One instruction.
    Step,
    /// Until something stops the program.
    Continue,
}

/// In which direction the program goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heading {
    Forward,
    Back,
}

/// The signals of gdb.
mod signal {
    pub(super) const INTERRUPT: u8 = 2;
    pub(super) const ILLEGAL: u8 = 4;
    pub(super) const TRAP: u8 = 5;
    pub(super) const ARITHMETIC: u8 = 8;
    pub(super) const BUS: u8 = 10;
    pub(super) const MEMORY: u8 = 11;
    pub(super) const SYSTEM_CALL: u8 = 12;
    pub(super) const WANTS_INPUT: u8 = 21;
    pub(super) const LIMIT: u8 = 24;
}

impl GdbServer {
    /// Sets out; the answer comes when the program stops.
    pub(crate) fn go(&mut self, way: Way) -> Option<Vec<u8>> {
        self.forget_interrupt();
        let engine = self.repl.engine();
        let way = match way {
            Way::Step => Move::StepInstruction,
            Way::Continue => Move::RunOn,
        };
        let pursuit = engine.set_out(&way);
        self.under_way = Some((pursuit, Heading::Forward));
        None
    }

    /// Runs on; says it when the program has stopped.
    pub(crate) fn run(&mut self, fuel: u64) {
        let Some((mut pursuit, heading)) = self.under_way.take() else {
            return;
        };
        let stopped = self.repl.engine().run_for(&mut pursuit, fuel);
        self.show_output();
        match stopped {
            None => self.under_way = Some((pursuit, heading)),
            Some(stopped) => {
                if self.watch_of(&stopped).is_some() {
                    // On both machines gdb expects to be stopped before the access, and steps over it.
                    self.repl.engine().back(1);
                }
                self.tell(&stopped, heading);
            }
        }
    }

    /// Ctrl-C.
    pub(crate) fn pause(&mut self) {
        self.forget_interrupt();
        if let Some((pursuit, heading)) = self.under_way.take() {
            let stopped = self.repl.engine().give_up(pursuit);
            self.tell(&stopped, heading);
        }
    }

    /// Goes back. After an access of what is watched, gdb is stopped, and steps back over it.
    pub(crate) fn go_back(&mut self, way: Way) -> Option<Vec<u8>> {
        self.end_told = false;
        let stopped = match way {
            Way::Step => self.repl.engine().back(1),
            Way::Continue => match self.access_just_before() {
                Some(stopped) => stopped,
                None => self.repl.engine().reverse_continue(),
            },
        };
        self.tell(&stopped, Heading::Back);
        None
    }

    /// What the last instruction accessed, if that is watched.
    fn access_just_before(&mut self) -> Option<Stopped> {
        if !self.planted.iter().any(|((kind, ..), _)| *kind >= 2) {
            return None;
        }
        let engine = self.repl.engine();
        let why = engine.stops_here();
        let stopped = Stopped {
            why,
            ..engine.stopped_here()
        };
        self.watch_of(&stopped).is_some().then_some(stopped)
    }

    /// The watchpoint of gdb that has stopped the program: its type and address.
    fn watch_of(&self, stopped: &Stopped) -> Option<(u8, u32)> {
        let stops = stopped.why.iter().filter_map(|why| match why {
            Why::Watch(id, _) => Some(*id),
            _ => None,
        });
        let mut planted = stops.filter_map(|id| self.planted.iter().find(|(_, stop)| *stop == id));
        planted
            .next()
            .map(|((kind, address, _), _)| (*kind, *address))
    }

    /// Says that the program has stopped, and why.
    fn tell(&mut self, stopped: &Stopped, heading: Heading) {
        self.show_output();
        let ended = stopped.why.iter().find_map(|why| match why {
            Why::Ended(end) => Some(end.clone()),
            _ => None,
        });
        if let Some(End::Exit(code)) = ended
            && heading == Heading::Forward
        {
            return self.tell_exit(code);
        }
        self.end_told = false;
        let own: Vec<u32> = self.planted.iter().map(|(_, stop)| *stop).collect();
        let is_own = |id: u32| own.contains(&id);
        let is_news = stopped.why.iter().any(|why| match why {
            Why::Step | Why::Beginning | Why::Interrupted => false,
            why => !why.stop().is_some_and(is_own),
        });
        if is_news {
            let text = self.repl.report(stopped);
            self.show(text.as_bytes());
        }
        let mut said = format!("T{:02x}thread:1;", signal_of(&stopped.why));
        if stopped.why.contains(&Why::Waiting) {
            self.show(b"`monitor input TEXT` gives it a line; then continue.\n");
        }
        if let Some((kind, address)) = self.watch_of(stopped) {
            let word = match kind {
                2 => "watch",
                3 => "rwatch",
                _ => "awatch",
            };
            said += &format!("{word}:{address:x};");
        } else if stopped.why.contains(&Why::Beginning) {
            said += "replaylog:begin;";
        } else if self.knows_breakpoints
            && stopped
                .why
                .iter()
                .any(|why| matches!(why, Why::Break(id) if is_own(*id)))
        {
            said += "swbreak:;";
        }
        self.send(said.as_bytes());
    }

    /// The program has ended. For gdb that would be all, so it hears of it only when it goes on from there:
    /// before, one can go back.
    fn tell_exit(&mut self, code: i32) {
        if self.end_told {
            self.send(format!("W{:02x}", code as u8).as_bytes());
            self.done = true;
            return;
        }
        self.end_told = true;
        let text = format!(
            "The program has ended with exit code {code}: `reverse-stepi` and `reverse-continue` go back, \
             `continue` ends the session.\n"
        );
        self.show(text.as_bytes());
        self.send(b"T05thread:1;replaylog:end;");
    }
}

/// The signal that stands for a stop.
fn signal_of(why: &[Why]) -> u8 {
    let signals = why.iter().map(|why| match why {
        Why::Ended(End::Fault(fault)) => match &fault.kind {
            FaultKind::Trap(trap) => signal_of_trap(*trap),
            FaultKind::Call(_) => signal::SYSTEM_CALL,
        },
        Why::Ended(End::Limit(_)) => signal::LIMIT,
        Why::Waiting => signal::WANTS_INPUT,
        Why::Interrupted => signal::INTERRUPT,
        _ => signal::TRAP,
    });
    signals
        .max_by_key(|number| *number != signal::TRAP)
        .unwrap_or(signal::TRAP)
}

fn signal_of_trap(trap: Trap) -> u8 {
    match trap {
        Trap::Load { .. } | Trap::Store { .. } | Trap::Gap { .. } | Trap::Fetch { .. } => {
            signal::MEMORY
        }
        Trap::Misaligned { .. } => signal::BUS,
        Trap::Illegal { .. } | Trap::OddFloat { .. } => signal::ILLEGAL,
        Trap::Overflow | Trap::FloatException { .. } => signal::ARITHMETIC,
        _ => signal::TRAP,
    }
}
