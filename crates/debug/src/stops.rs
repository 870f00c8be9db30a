//! Where a run is to stop: breakpoints, watchpoints and events to catch.

use crate::expr::Expr;
use crate::observers::{Points, Watch, WatchedRange, WatchedRegister};
use machine::isa::Reg;

/// Which accesses a watchpoint stops at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Writes that change something.
    Change,
    /// Reads.
    Read,
    /// Every access.
    Access,
    /// Every write.
    Write,
}

impl Kind {
    fn reads(self) -> bool {
        matches!(self, Kind::Read | Kind::Access)
    }

    fn writes(self) -> bool {
        self != Kind::Read
    }
}

/// What a watchpoint watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchTarget {
    /// A register.
    Register(Reg),
    /// Memory.
    Memory {
        /// First address.
        first: u32,
        /// Last address.
        last: u32,
    },
}

/// What can be caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A call of the environment.
    Ecall,
    /// One that reads input.
    Input,
    /// One that prints.
    Output,
    /// A call of a function.
    Call,
    /// A return from one.
    Return,
    /// An exception or an interrupt that the program's own handler gets to see.
    Exception,
    /// A fault. The run ends there anyway.
    Fault,
    /// A finding about the calling convention.
    Finding,
}

impl Event {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Event); 8] = [
        ("ecall", Event::Ecall),
        ("input", Event::Input),
        ("output", Event::Output),
        ("call", Event::Call),
        ("return", Event::Return),
        ("exception", Event::Exception),
        ("fault", Event::Fault),
        ("finding", Event::Finding),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        let known = Event::ALL.iter().find(|(_, event)| *event == self);
        known.map_or("?", |(name, _)| name)
    }
}

/// What a stop is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopCause {
    /// Instructions.
    Break {
        /// Their addresses.
        addresses: Vec<u32>,
    },
    /// Accesses.
    Watch {
        /// What is watched.
        what: WatchTarget,
        /// Which accesses count.
        kind: Kind,
    },
    /// Events.
    Catch(Event),
}

/// A place or an event that stops the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopPoint {
    /// Its number.
    pub id: u32,
    /// What it is about.
    pub cause: StopCause,
    /// As it was written.
    pub text: String,
    /// Only if this holds, with how it was written.
    pub condition: Option<(Expr, String)>,
    /// Whether it stops the run now.
    pub enabled: bool,
    /// It is gone after it has stopped the run.
    pub temporary: bool,
    /// How many of the next hits do not stop the run.
    pub ignore: u64,
    /// How often it was hit in forward runs.
    pub hits: u64,
    /// Commands to carry out when it stops the run.
    pub commands: Vec<String>,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub struct Stops {
    all: Vec<StopPoint>,
    given: u32,
}

impl Stops {
    /// Adds one; its number.
    pub fn add(
        &mut self,
        cause: StopCause,
        text: &str,
        condition: Option<(Expr, String)>,
        temporary: bool,
    ) -> u32 {
        self.given += 1;
        self.all.push(StopPoint {
            id: self.given,
            cause,
            text: text.to_owned(),
            condition,
            enabled: true,
            temporary,
            ignore: 0,
            hits: 0,
            commands: Vec::new(),
        });
        self.given
    }

    /// Every one, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &StopPoint> {
        self.all.iter()
    }

    /// The one with this number.
    pub fn get_mut(&mut self, id: u32) -> Option<&mut StopPoint> {
        let index = self.index(id)?;
        self.all.get_mut(index)
    }

    /// The one with this number.
    pub fn get(&self, id: u32) -> Option<&StopPoint> {
        self.all.get(self.index(id)?)
    }

    /// Where the one with this number is: numbers ascend.
    fn index(&self, id: u32) -> Option<usize> {
        self.all.binary_search_by_key(&id, |stop| stop.id).ok()
    }

    /// Takes one away; whether it was there.
    pub fn remove(&mut self, id: u32) -> bool {
        let index = self.index(id);
        if let Some(index) = index {
            self.all.remove(index);
        }
        index.is_some()
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// Those that are enabled.
    pub(crate) fn enabled(&self) -> impl Iterator<Item = &StopPoint> {
        self.all.iter().filter(|stop| stop.enabled)
    }

    /// Whether an enabled one catches this.
    pub(crate) fn catches(&self, event: Event) -> Option<u32> {
        let catches = |stop: &&StopPoint| stop.cause == StopCause::Catch(event);
        self.enabled().find(catches).map(|stop| stop.id)
    }

    /// Makes `watch` pause wherever one of them may stop the run, and at `more`.
    pub(crate) fn watch_for(&self, watch: &mut Watch, more: &[u32]) {
        let mut addresses = more.to_vec();
        for stop in self.enabled() {
            match &stop.cause {
                StopCause::Break { addresses: at } => addresses.extend(at),
                StopCause::Watch { what, kind } => {
                    watch_access(watch, stop.id, *what, *kind);
                    if let Some((condition, _)) = &stop.condition {
                        watch.add_condition(stop.id, condition);
                    }
                }
                StopCause::Catch(Event::Ecall | Event::Input | Event::Output) => {
                    watch.around_calls = true;
                }
                StopCause::Catch(Event::Call | Event::Return) => watch.transfers = true,
                StopCause::Catch(Event::Exception | Event::Fault | Event::Finding) => {}
            }
        }
        watch.points = Points::new(&addresses);
    }
}

/// Makes `watch` note these accesses.
pub(crate) fn watch_access(watch: &mut Watch, id: u32, what: WatchTarget, kind: Kind) {
    let (read, write) = (kind.reads(), kind.writes());
    let change = kind == Kind::Change;
    match what {
        WatchTarget::Register(reg) => watch.registers.push(WatchedRegister {
            id,
            reg,
            read,
            write,
            change,
        }),
        WatchTarget::Memory { first, last } => watch.ranges.push(WatchedRange {
            id,
            first,
            last,
            read,
            write,
            change,
        }),
    }
}
