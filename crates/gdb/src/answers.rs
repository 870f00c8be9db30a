//! What gdb asks for, and the answers. An empty one: this is not known here.

use crate::moves::Way;
use crate::packet::{LONGEST, decode_hex, hex, number, two_numbers};
use crate::registers;
use crate::server::GdbServer;
use debug::stops::{Kind, StopCause, WatchTarget};

/// The most breakpoints and watchpoints.
const MOST_PLANTED: usize = 4096;
/// The most bytes that one watchpoint watches.
const LONGEST_WATCHED: u32 = 1 << 16;
/// It was understood, and cannot be done.
const REFUSED: &[u8] = b"E01";

type Answer = Option<Vec<u8>>;

fn ok() -> Answer {
    Some(b"OK".to_vec())
}

fn refused() -> Answer {
    Some(REFUSED.to_vec())
}

fn said(text: &str) -> Answer {
    Some(text.as_bytes().to_vec())
}

impl GdbServer {
    /// The answer to a packet; none if it comes later, when the program stops.
    pub(crate) fn answer(&mut self, packet: &[u8]) -> Answer {
        let Some((first, rest)) = packet.split_first() else {
            return said("");
        };
        if *first == b'X' {
            return self.write_binary(rest);
        }
        let Ok(rest) = std::str::from_utf8(rest) else {
            return self.file_or_nothing(packet);
        };
        match first {
            b'?' => said("T05thread:1;"),
            b'g' => self.read_all(),
            b'G' => self.write_all(rest).map_or_else(refused, |()| ok()),
            b'p' => self.read_one(rest).map_or_else(refused, Some),
            b'P' => self.write_one(rest).map_or_else(refused, |()| ok()),
            b'm' => self.read_memory(rest).map_or_else(refused, Some),
            b'M' => self.write_memory(rest).map_or_else(refused, |()| ok()),
            b'Z' => self.plant(rest),
            b'z' => self.pull_out(rest),
            b'c' | b'C' => self.go(Way::Continue),
            b's' | b'S' => self.go(Way::Step),
            b'b' => match rest {
                "c" => self.go_back(Way::Continue),
                "s" => self.go_back(Way::Step),
                _ => said(""),
            },
            b'H' | b'T' => ok(),
            b'D' => {
                self.done = true;
                ok()
            }
            b'k' => {
                self.done = true;
                None
            }
            b'q' => self.query(rest),
            b'Q' if rest == "StartNoAckMode" => {
                self.acknowledges = false;
                ok()
            }
            b'v' => self.verb(packet, rest),
            _ => said(""),
        }
    }

    fn file_or_nothing(&mut self, packet: &[u8]) -> Answer {
        match packet.starts_with(b"vFile:") {
            true => Some(self.file(&packet[6..])),
            false => said(""),
        }
    }

    fn verb(&mut self, packet: &[u8], rest: &str) -> Answer {
        if let Some(actions) = rest.strip_prefix("Cont;") {
            return match actions.bytes().next() {
                Some(b'c' | b'C') => self.go(Way::Continue),
                Some(b's' | b'S') => self.go(Way::Step),
                _ => refused(),
            };
        }
        if rest == "Cont?" {
            return said("vCont;c;C;s;S");
        }
        if rest.starts_with("Kill") {
            self.done = true;
            return ok();
        }
        self.file_or_nothing(packet)
    }

    fn query(&mut self, rest: &str) -> Answer {
        if let Some(features) = rest.strip_prefix("Supported") {
            self.knows_breakpoints = features.contains("swbreak+");
            let mut text = format!(
                "PacketSize={LONGEST:x};QStartNoAckMode+;vContSupported+;qXfer:features:read+;\
                 ReverseStep+;ReverseContinue+;swbreak+;hwbreak+"
            );
            if !self.program.elf.is_empty() {
                text += ";qXfer:exec-file:read+";
            }
            return said(&text);
        }
        if let Some(wanted) = rest.strip_prefix("Xfer:features:read:target.xml:") {
            let text = registers::description(self.repl.program(), &self.registers);
            return Some(match two_numbers(wanted) {
                Some((first, length)) => GdbServer::part(text.as_bytes(), first, length),
                None => REFUSED.to_vec(),
            });
        }
        if let Some(wanted) = rest.strip_prefix("Xfer:exec-file:read:") {
            let wanted = wanted
                .split_once(':')
                .and_then(|(_, place)| two_numbers(place));
            return Some(match wanted.filter(|_| !self.program.elf.is_empty()) {
                Some((first, length)) => {
                    GdbServer::part(self.file_name().as_bytes(), first, length)
                }
                None => REFUSED.to_vec(),
            });
        }
        if let Some(command) = rest.strip_prefix("Rcmd,") {
            return self.monitor(command);
        }
        match rest {
            "C" => said("QC1"),
            "fThreadInfo" => said("m1"),
            "sThreadInfo" => said("l"),
            _ if rest.starts_with("Attached") => said("1"),
            _ if rest.starts_with("Symbol") => ok(),
            _ => said(""),
        }
    }

    /// Carries out a command of the prompt.
    fn monitor(&mut self, digits: &str) -> Answer {
        let Some(bytes) = decode_hex(digits.as_bytes()) else {
            return refused();
        };
        let line = String::from_utf8_lossy(&bytes).into_owned();
        let (step, edits) = self.place();
        let text = match self.repl.answer(&line) {
            Ok(text) | Err(text) => text,
        };
        self.show_output();
        self.show(text.as_bytes());
        if self.repl.is_done() {
            self.done = true;
        } else if (step, edits) != self.place() {
            self.end_told = false;
            self.show(
                b"gdb does not notice: `maintenance flush register-cache` shows it the new state.\n",
            );
        }
        ok()
    }

    fn place(&self) -> (u64, usize) {
        let engine = self.repl.program();
        (engine.step(), engine.edits().len())
    }

    fn read_all(&self) -> Answer {
        let engine = self.repl.program();
        let all = self.registers.iter();
        let all: Vec<u8> = all.flat_map(|register| register.read(engine)).collect();
        Some(hex(&all).into_bytes())
    }

    fn write_all(&mut self, digits: &str) -> Option<()> {
        let bytes = decode_hex(digits.as_bytes())?;
        let size: usize = self.registers.iter().map(|register| register.size).sum();
        if bytes.len() != size {
            return None;
        }
        let mut rest = bytes.as_slice();
        for register in &self.registers {
            let (mine, others) = rest.split_at(register.size);
            register.write(self.repl.engine(), mine).ok()?;
            rest = others;
        }
        Some(())
    }

    fn read_one(&self, rest: &str) -> Option<Vec<u8>> {
        let register = self.registers.get(number(rest)? as usize)?;
        Some(hex(&register.read(self.repl.program())).into_bytes())
    }

    fn write_one(&mut self, rest: &str) -> Option<()> {
        let (which, digits) = rest.split_once('=')?;
        let register = self.registers.get(number(which)? as usize)?;
        let bytes = decode_hex(digits.as_bytes())?;
        if bytes.len() != register.size {
            return None;
        }
        register.write(self.repl.engine(), &bytes).ok()
    }

    /// As many bytes as can be read of those that were asked for, at least one.
    fn read_memory(&self, rest: &str) -> Option<Vec<u8>> {
        let (address, length) = two_numbers(rest)?;
        let engine = self.repl.program();
        let last = address.saturating_add(length.min(LONGEST as u32 / 2).checked_sub(1)?);
        let readable = (address..=last).take_while(|at| engine.has_memory(*at));
        let bytes: Vec<u8> = readable.map(|at| engine.memory().peek(at)).collect();
        (!bytes.is_empty()).then(|| hex(&bytes).into_bytes())
    }

    fn write_memory(&mut self, rest: &str) -> Option<()> {
        let (place, digits) = rest.split_once(':')?;
        let bytes = decode_hex(digits.as_bytes())?;
        self.change_memory(place, &bytes)
    }

    fn write_binary(&mut self, rest: &[u8]) -> Answer {
        let colon = rest.iter().position(|byte| *byte == b':');
        let place = colon.and_then(|at| Some((std::str::from_utf8(&rest[..at]).ok()?, at)));
        let written = place.and_then(|(place, at)| self.change_memory(place, &rest[at + 1..]));
        written.map_or_else(refused, |()| ok())
    }

    fn change_memory(&mut self, place: &str, bytes: &[u8]) -> Option<()> {
        let (address, length) = two_numbers(place)?;
        if length as usize != bytes.len() {
            return None;
        }
        if bytes.is_empty() {
            return Some(());
        }
        let what = format!("set {length} bytes at 0x{address:08x} (gdb)");
        let engine = self.repl.engine();
        engine.set_memory(address, bytes, &what).ok()
    }

    /// A breakpoint or a watchpoint, if it is one: type, address, and length or kind.
    fn point(rest: &str) -> Option<(u8, u32, u32)> {
        let (kind, place) = rest.split_once(',')?;
        // Conditions, which we have not said that we know, would follow.
        let place = place.split(';').next()?;
        let (address, length) = two_numbers(place)?;
        Some((kind.parse().ok()?, address, length))
    }

    fn plant(&mut self, rest: &str) -> Answer {
        let Some(point) = GdbServer::point(rest) else {
            return refused();
        };
        if self.planted.iter().any(|(known, _)| *known == point) {
            return ok();
        }
        let (kind, address, length) = point;
        let engine = self.repl.engine();
        let watched = |kind: Kind| {
            let length = length.max(1);
            let last = address.checked_add(length - 1)?;
            if length > LONGEST_WATCHED {
                return None;
            }
            let what = WatchTarget::Memory {
                first: address,
                last,
            };
            Some(StopCause::Watch { what, kind })
        };
        let cause = match kind {
            0 | 1 if engine.is_code(address) => Some(StopCause::Break {
                addresses: vec![address],
            }),
            2 => watched(Kind::Write),
            3 => watched(Kind::Read),
            4 => watched(Kind::Access),
            _ => None,
        };
        match cause.filter(|_| self.planted.len() < MOST_PLANTED) {
            None if kind > 4 => said(""),
            None => refused(),
            Some(cause) => {
                let stop = engine.stops.add(cause, "gdb", None, false);
                self.planted.push((point, stop));
                ok()
            }
        }
    }

    fn pull_out(&mut self, rest: &str) -> Answer {
        let Some(point) = GdbServer::point(rest) else {
            return refused();
        };
        if let Some(at) = self.planted.iter().position(|(known, _)| *known == point) {
            let (_, stop) = self.planted.remove(at);
            self.repl.engine().stops.remove(stop);
        }
        ok()
    }
}
