//! Breakpoints of all kinds: what an editor wants, and what the engine has of it.

use crate::adapter::{Adapter, Answer, Session};
use crate::arguments::{Details, SetBreakpoints, Source, WantedBreakpoint};
use crate::launch::Launcher;
use crate::memory::address_of;
use crate::message::Request;
use crate::sources::source_of;
use debug::stops::{Event, Kind, StopCause, WatchTarget};
use machine::isa::Reg;
use serde_json::{Value, json};

/// The most breakpoints of one request.
const MOST: usize = 4096;

/// Breakpoints that are set by one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Those in a source file.
    Source(Source),
    /// Those at functions.
    Functions,
    /// Those at instructions.
    Instructions,
    /// Those on data.
    Data,
}

/// What an editor wants; it outlives the program.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    groups: Vec<(Group, Vec<WantedBreakpoint>)>,
    /// The kinds of exceptions to stop at.
    pub(crate) filters: Vec<String>,
    /// How many numbers were given to breakpoints.
    given: i64,
}

/// A breakpoint that is set.
#[derive(Debug)]
struct Placement {
    group: Group,
    /// The number of the stop in the engine.
    stop: u32,
    /// Its number in messages.
    number: i64,
    /// It does not stop the program, but prints this.
    message: Option<String>,
}

/// What the engine has of it.
#[derive(Debug, Default)]
pub(crate) struct Placed {
    all: Vec<Placement>,
    caught: Vec<u32>,
}

impl Placed {
    fn find(&self, stop: u32) -> Option<&Placement> {
        self.all.iter().find(|placed| placed.stop == stop)
    }

    /// What a stop prints instead of stopping.
    pub(crate) fn message(&self, stop: u32) -> Option<String> {
        self.find(stop)?.message.clone()
    }

    /// The number of a stop in messages.
    pub(crate) fn number(&self, stop: u32) -> Option<i64> {
        self.find(stop).map(|placed| placed.number)
    }
}

impl<L: Launcher> Adapter<L> {
    pub(crate) fn set_breakpoints(&mut self, request: &Request) -> Answer {
        let arguments = request.arguments.clone();
        let wanted: SetBreakpoints = match arguments.is_null() {
            true => SetBreakpoints::default(),
            false => serde_json::from_value(arguments).map_err(|error| error.to_string())?,
        };
        let group = match request.command.as_str() {
            "setBreakpoints" => Group::Source(wanted.source),
            "setFunctionBreakpoints" => Group::Functions,
            "setInstructionBreakpoints" => Group::Instructions,
            "setDataBreakpoints" => Group::Data,
            _ => {
                self.wanted.filters = wanted.filters;
                self.catch();
                return Ok(Value::Null.into());
            }
        };
        let mut breakpoints = wanted.breakpoints;
        breakpoints.truncate(MOST);
        self.wanted.groups.retain(|(known, _)| *known != group);
        let told = self.place(&group, &breakpoints);
        self.wanted.groups.push((group, breakpoints));
        Ok(json!({ "breakpoints": told }).into())
    }

    /// Sets all breakpoints that are wanted, in a program that is new.
    pub(crate) fn place_all(&mut self) {
        if self.launch.no_debug {
            return;
        }
        for (group, breakpoints) in self.wanted.groups.clone() {
            self.place(&group, &breakpoints);
        }
        self.catch();
    }

    /// Sets the breakpoints of a group instead of those that it had.
    fn place(&mut self, group: &Group, breakpoints: &[WantedBreakpoint]) -> Vec<Value> {
        if let Some(session) = &mut self.session {
            let placed = std::mem::take(&mut session.placed.all);
            let (old, kept) = placed
                .into_iter()
                .partition(|placed| placed.group == *group);
            session.placed.all = kept;
            let old: Vec<Placement> = old;
            for placement in old {
                session.repl.engine().stops.remove(placement.stop);
            }
        }
        let placed = breakpoints.iter().map(|wanted| {
            self.wanted.given += 1;
            let number = self.wanted.given;
            match self.place_one(group, wanted, number) {
                Ok(mut told) => {
                    told["id"] = number.into();
                    told["verified"] = true.into();
                    told
                }
                Err(why) => json!({ "id": number, "verified": false, "message": why }),
            }
        });
        placed.collect()
    }

    /// Sets one breakpoint; where it is.
    fn place_one(
        &mut self,
        group: &Group,
        wanted: &WantedBreakpoint,
        number: i64,
    ) -> Result<Value, String> {
        let (cause, text) = match group {
            Group::Source(source) => {
                let places = self.addresses_of(source, wanted.line)?;
                let addresses = places.iter().map(|(address, _)| *address).collect();
                (
                    StopCause::Break { addresses },
                    format!("line {}", wanted.line),
                )
            }
            Group::Functions => {
                let addresses = self.session()?.function(&wanted.name)?;
                (StopCause::Break { addresses }, wanted.name.clone())
            }
            Group::Instructions => {
                let address = address_of(&wanted.instruction_reference, wanted.offset)?;
                if !self.session()?.engine().is_code(address) {
                    return Err(format!("There is no instruction at 0x{address:08x}."));
                }
                let addresses = vec![address];
                (StopCause::Break { addresses }, format!("0x{address:08x}"))
            }
            Group::Data => {
                let what = watch_target(&wanted.data_id).ok_or("This cannot be watched.")?;
                let kind = match wanted.access_type.as_deref() {
                    Some("read") => Kind::Read,
                    Some("readWrite") => Kind::Access,
                    _ => Kind::Change,
                };
                (
                    StopCause::Watch { what, kind },
                    self.session()?.data_name(what),
                )
            }
        };
        let session = self.session()?;
        let condition = session.condition(wanted.condition.as_deref())?;
        let ignore = ignored_hits(wanted.hit_condition.as_deref())?;
        let engine = session.repl.engine();
        let first = match &cause {
            StopCause::Break { addresses } => addresses.first().copied(),
            _ => None,
        };
        let stop = engine.stops.add(cause, &text, condition, false);
        if let Some(point) = engine.stops.get_mut(stop) {
            point.ignore = ignore;
        }
        session.placed.all.push(Placement {
            group: group.clone(),
            stop,
            number,
            message: wanted.log_message.clone().filter(|text| !text.is_empty()),
        });
        Ok(first.map_or_else(|| json!({}), |address| self.place_told(address)))
    }

    /// Where an address is, in a message.
    fn place_told(&mut self, address: u32) -> Value {
        let mut told = json!({ "instructionReference": format!("0x{address:08x}") });
        let Some(session) = &self.session else {
            return told;
        };
        let engine = session.repl.program();
        let map = engine.map();
        // A breakpoint in a line that calls a macro stays in that line.
        let line = map.macro_calls(address).into_iter().next();
        if let Some(line) = line.or_else(|| map.line(address)) {
            told["line"] = (i64::from(line.line) - 1 + self.first_line).into();
            told["source"] = source_of(engine, &self.launcher, line.file);
        }
        told
    }

    /// The instructions of a line, or of the next one that has some: addresses and lines, as an editor
    /// counts them.
    pub(crate) fn addresses_of(
        &mut self,
        source: &Source,
        line: i64,
    ) -> Result<Vec<(u32, i64)>, String> {
        let file = self.file_of(source);
        let file = file.ok_or("This file is not part of the program.")?;
        let wanted = line - self.first_line + 1;
        let engine = self.session()?.engine();
        let found = engine
            .map()
            .resolve(&wanted.to_string(), Some(file), |_| true);
        let found = found.map_err(|error| sentence(&error.to_string()))?;
        let map = engine.map();
        let line_of = |address: u32| {
            let call = map
                .macro_calls(address)
                .into_iter()
                .find(|call| call.file == file);
            let line = call.or_else(|| map.line(address));
            line.map_or(wanted, |line| i64::from(line.line))
        };
        let places: Vec<(u32, i64)> = found.iter().map(|at| (*at, line_of(*at))).collect();
        let first = self.first_line;
        Ok(places
            .into_iter()
            .map(|(at, line)| (at, line - 1 + first))
            .collect())
    }

    pub(crate) fn breakpoint_locations(&mut self, details: &Details) -> Answer {
        const MOST_LINES: i64 = 4096;
        let last = details.end_line.unwrap_or(details.line);
        let last = last.min(details.line.saturating_add(MOST_LINES));
        let mut lines: Vec<i64> = Vec::new();
        let mut line = details.line;
        while line <= last {
            let Ok(found) = self.addresses_of(&details.source, line) else {
                break;
            };
            let Some((_, at)) = found.first().filter(|(_, at)| *at <= last) else {
                break;
            };
            lines.push(*at);
            line = (*at).max(line) + 1;
        }
        let told: Vec<Value> = lines.iter().map(|line| json!({ "line": line })).collect();
        Ok(json!({ "breakpoints": told }).into())
    }

    /// Catches the exceptions that the filters are about.
    fn catch(&mut self) {
        let wanted = |name: &str| self.wanted.filters.iter().any(|filter| filter == name);
        let events = [("finding", Event::Finding), ("exception", Event::Exception)];
        let events: Vec<Event> = { events.iter() }
            .filter(|(name, _)| wanted(name))
            .map(|(_, event)| *event)
            .collect();
        let Some(session) = &mut self.session else {
            return;
        };
        for stop in std::mem::take(&mut session.placed.caught) {
            session.repl.engine().stops.remove(stop);
        }
        for event in events {
            // The prompt knows what catching takes. One that is impossible here is not wanted either.
            let _ = session.repl.look(&format!("catch {}", event.name()));
            let stops = session.repl.program().stops.iter();
            let caught = stops.filter(|stop| stop.cause == StopCause::Catch(event));
            session.placed.caught = caught.map(|stop| stop.id).collect();
        }
    }
}

impl Session {
    /// Whether breakpoints that only print something are met.
    pub(crate) fn enable_notes(&mut self, enabled: bool) {
        for placed in &self.placed.all {
            if placed.message.is_some()
                && let Some(stop) = self.repl.engine().stops.get_mut(placed.stop)
            {
                stop.enabled = enabled;
            }
        }
    }

    /// The condition of a breakpoint.
    fn condition(
        &mut self,
        text: Option<&str>,
    ) -> Result<Option<(debug::expr::Expr, String)>, String> {
        let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        let parsed = self.engine().parse(text);
        let parsed = parsed.map_err(|error| sentence(&error.to_string()))?;
        Ok(Some((parsed, text.to_owned())))
    }

    /// Where a function begins.
    fn function(&mut self, name: &str) -> Result<Vec<u32>, String> {
        let engine = self.repl.program();
        let found = engine.map().resolve(name, None, |at| engine.is_code(at));
        found.map_err(|error| sentence(&error.to_string()))
    }

    /// The name of something that is watched.
    fn data_name(&mut self, what: WatchTarget) -> String {
        let engine = self.engine();
        match what {
            WatchTarget::Register(reg) => engine.desc().register_name(reg).to_owned(),
            WatchTarget::Memory { first, .. } => engine.map().name(first),
        }
    }
}

/// `register 5`, `memory 0x100 0x103`
pub(crate) fn data_id(what: WatchTarget) -> String {
    match what {
        WatchTarget::Register(Reg(number)) => format!("register {number}"),
        WatchTarget::Memory { first, last } => format!("memory 0x{first:x} 0x{last:x}"),
    }
}

fn watch_target(id: &str) -> Option<WatchTarget> {
    let mut words = id.split(' ');
    match (words.next()?, words.next()?, words.next()) {
        ("register", number, None) => Some(WatchTarget::Register(Reg(number.parse().ok()?))),
        ("memory", first, Some(last)) => {
            let (first, last) = (address_of(first, 0).ok()?, address_of(last, 0).ok()?);
            (first <= last).then_some(WatchTarget::Memory { first, last })
        }
        _ => None,
    }
}

/// How many hits do not count: `5` and `>= 5` stop at the fifth, `> 5` at the sixth.
fn ignored_hits(text: Option<&str>) -> Result<u64, String> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(0);
    };
    let (number, more) = match text.strip_prefix('>') {
        Some(rest) if rest.starts_with('=') => (&rest[1..], 0),
        Some(rest) => (rest, 1),
        None => (text, 0),
    };
    match number.trim().parse::<u64>() {
        Ok(hits) => Ok((hits + more).saturating_sub(1)),
        Err(_) => Err("Write how many hits it takes: `5`, `>= 5` or `> 5`.".to_owned()),
    }
}

/// A message of an error as a sentence.
pub(crate) fn sentence(text: &str) -> String {
    debug::repl::sentence(text)
}
