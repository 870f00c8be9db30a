//! Breakpoints, watchpoints and catches at the prompt.

use super::arguments::split_condition;
use super::{Complaint, Done, Repl, complain};
use crate::expr::Expr;
use crate::stops::{Event, Kind, StopCause, StopPoint, WatchTarget};
use callconv::{CheckOptions, Contract};
use diag::number::{count, grouped};

impl Repl<'_> {
    pub(super) fn add_break(&mut self, rest: &str, temporary: bool) -> Done {
        let (place, condition) = split_condition(rest);
        let addresses = match place {
            "" => vec![self.engine.pc()],
            place => self.place(place)?,
        };
        let condition = self.condition(condition)?;
        let text = match place {
            "" => self.engine.map().name(self.engine.pc()),
            place => place.to_owned(),
        };
        let cause = StopCause::Break { addresses };
        let id = self.engine.stops.add(cause, &text, condition, temporary);
        self.tell_stop(id);
        Ok(())
    }

    pub(super) fn add_watch(&mut self, rest: &str, kind: Kind) -> Done {
        let (what, condition) = split_condition(rest);
        let watched = self.watched(what)?;
        let condition = self.condition(condition)?;
        let cause = StopCause::Watch {
            what: watched,
            kind,
        };
        let id = self.engine.stops.add(cause, what, condition, false);
        self.tell_stop(id);
        Ok(())
    }

    pub(super) fn add_catch(&mut self, rest: &str) -> Done {
        let name = rest.trim();
        let known = Event::ALL.iter().find(|(known, _)| *known == name);
        let Some((_, event)) = known.copied() else {
            let names: Vec<&str> = Event::ALL.iter().map(|(name, _)| *name).collect();
            return complain(format!("What to catch? One of: {}.", names.join(", ")));
        };
        if event == Event::Exception && self.engine.exception_handler().is_none() {
            return complain(
                "The program has no handler of exceptions: an exception ends it, and stops there.",
            );
        }
        if event == Event::Finding && !self.engine.is_checking() {
            let map = self.engine.map();
            let (contract, _) = Contract::read(map.sources, map.program, map.desc);
            let options = CheckOptions {
                contract,
                ..CheckOptions::default()
            };
            if !self.engine.check_convention(options) {
                return complain(
                    "The beginning of the history is gone, so calls cannot be checked: start with \
                     `--check`.",
                );
            }
        }
        let id = self
            .engine
            .stops
            .add(StopCause::Catch(event), name, None, false);
        self.tell_stop(id);
        Ok(())
    }

    fn condition(&self, text: Option<&str>) -> Result<Option<(Expr, String)>, Complaint> {
        match text {
            Some(text) => Ok(Some((self.engine.parse(text)?, text.to_owned()))),
            None => Ok(None),
        }
    }

    fn tell_stop(&mut self, id: u32) {
        if let Some(stop) = self.engine.stops.get(id) {
            let text = self.stop_text(stop);
            self.say(&text);
        }
    }

    /// One line about a stop.
    pub(super) fn stop_text(&self, stop: &StopPoint) -> String {
        let map = self.engine.map();
        let what = match &stop.cause {
            StopCause::Break { addresses } => {
                let kind = if stop.temporary {
                    "Temporary breakpoint"
                } else {
                    "Breakpoint"
                };
                let first = addresses.first().copied().unwrap_or(0);
                let name = map.name(first);
                let place = match map.position(first) {
                    Some(position) => format!("{position} in {name}"),
                    None => format!("0x{first:08x} in {name}"),
                };
                let more = match addresses.len() {
                    0 | 1 => String::new(),
                    n => format!(" and {}", count(n as u64 - 1, "other place")),
                };
                format!("{kind} {} at {place}{more}", stop.id)
            }
            StopCause::Watch { what, kind } => {
                let verb = match kind {
                    Kind::Change | Kind::Write => "changes",
                    Kind::Read => "reads",
                    Kind::Access => "accesses",
                };
                let place = match what {
                    WatchTarget::Register(_) => String::new(),
                    WatchTarget::Memory { first, last } if last - first < 4 => {
                        format!(", 0x{first:08x}")
                    }
                    WatchTarget::Memory { first, last } => {
                        format!(", 0x{first:08x} to 0x{last:08x}")
                    }
                };
                format!("Watchpoint {} for {verb} of {}{place}", stop.id, stop.text)
            }
            StopCause::Catch(event) => format!("Catch {}: {}", stop.id, event.name()),
        };
        let condition = match &stop.condition {
            Some((_, text)) => format!(", if {text}"),
            None => String::new(),
        };
        let enabled = if stop.enabled { "" } else { ", disabled" };
        let hits = match stop.hits {
            0 => String::new(),
            hits => format!(", hit {}", count(hits, "time")),
        };
        let ignore = match stop.ignore {
            0 => String::new(),
            n => format!(", the next {} ignored", grouped(n)),
        };
        format!("{what}{condition}{enabled}{hits}{ignore}")
    }

    /// The numbers of stops in a text.
    fn ids(&self, text: &str) -> Result<Vec<u32>, Complaint> {
        let mut ids = Vec::new();
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let id = word.trim_start_matches('!').parse().ok();
            match id.filter(|id| self.engine.stops.get(*id).is_some()) {
                Some(id) => ids.push(id),
                None => {
                    return complain(format!(
                        "There is no breakpoint `{word}`: `info break` lists them."
                    ));
                }
            }
        }
        Ok(ids)
    }

    pub(super) fn delete(&mut self, rest: &str) -> Done {
        let ids = self.ids(rest)?;
        if ids.is_empty() {
            let all = self.engine.stops.iter().count() as u64;
            self.engine.stops.clear();
            self.say(&format!("{} deleted.", count(all, "stop")));
        }
        for id in ids {
            self.engine.stops.remove(id);
        }
        Ok(())
    }

    pub(super) fn enable(&mut self, rest: &str, enabled: bool) -> Done {
        let mut ids = self.ids(rest)?;
        if ids.is_empty() {
            ids = self.engine.stops.iter().map(|stop| stop.id).collect();
        }
        for id in ids {
            if let Some(stop) = self.engine.stops.get_mut(id) {
                stop.enabled = enabled;
            }
        }
        Ok(())
    }

    /// The first number in a text, which must be that of a stop, and the rest.
    fn id_and<'t>(&self, text: &'t str) -> Result<(u32, &'t str), Complaint> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match self.ids(word)?.first() {
            Some(id) => Ok((*id, rest.trim())),
            None => complain("Which one? `info break` lists them."),
        }
    }

    pub(super) fn set_condition(&mut self, rest: &str) -> Done {
        let (id, text) = self.id_and(rest)?;
        let condition = self.condition(Some(text).filter(|text| !text.is_empty()))?;
        if let Some(stop) = self.engine.stops.get_mut(id) {
            stop.condition = condition;
        }
        self.tell_stop(id);
        Ok(())
    }

    pub(super) fn ignore(&mut self, rest: &str) -> Done {
        let (id, text) = self.id_and(rest)?;
        let ignore = self.whole(text)?;
        if let Some(stop) = self.engine.stops.get_mut(id) {
            stop.ignore = ignore;
        }
        self.tell_stop(id);
        Ok(())
    }

    pub(super) fn set_commands(&mut self, rest: &str) -> Done {
        let (id, text) = self.id_and(rest)?;
        if text.is_empty() {
            self.collecting = Some((id, Vec::new()));
            return Ok(());
        }
        let commands = text.split(';').map(|command| command.trim().to_owned());
        let commands: Vec<String> = commands.filter(|command| !command.is_empty()).collect();
        if let Some(stop) = self.engine.stops.get_mut(id) {
            stop.commands = commands;
        }
        Ok(())
    }
}
