//! Faults: what the program did that cannot be done.

use super::{Reporter, codes, count};
use crate::session::{Fault, FaultKind, Session};
use diag::Diagnostic;
use machine::env::CallFault;
use machine::isa::Role;
use machine::run::Isa;
use machine::trap::Trap;

impl Reporter<'_> {
    pub(super) fn fault<I: Isa>(&self, session: &mut Session<I>, fault: &Fault) -> Diagnostic {
        let pc = fault.pc;
        let diagnostic = match &fault.kind {
            FaultKind::Trap(Trap::Fetch { address }) => return self.fetch(session, *address),
            FaultKind::Trap(trap) => self.trap(session, pc, *trap),
            FaultKind::Call(call) => self.call(session, pc, call),
        };
        self.with_context(diagnostic, session, pc)
    }

    fn trap<I: Isa>(&self, session: &mut Session<I>, pc: u32, trap: Trap) -> Diagnostic {
        match trap {
            Trap::Load { address, size, .. } => {
                let title = format!("load from 0x{address:08x}, where there is no memory");
                let label = format!("reads {}", count(size.into(), "byte"));
                self.at(Self::error(codes::LOAD, title), pc, label)
                    .note(self.whereabouts(session, address))
                    .help(self.address_help(session, address))
            }
            Trap::Store {
                address,
                size,
                read_only: false,
            } => {
                let title = format!("store to 0x{address:08x}, where there is no memory");
                let label = format!("writes {}", count(size.into(), "byte"));
                self.at(Self::error(codes::STORE, title), pc, label)
                    .note(self.whereabouts(session, address))
                    .help(self.address_help(session, address))
            }
            Trap::Store {
                address,
                size,
                read_only: true,
            } => {
                let title = format!("store to 0x{address:08x}, which is read-only");
                let label = format!("writes {}", count(size.into(), "byte"));
                self.at(Self::error(codes::READ_ONLY, title), pc, label)
                    .note(self.whereabouts(session, address))
                    .help("instructions and constants cannot be overwritten: put data that changes into .data")
            }
            Trap::Gap {
                address,
                size,
                store,
            } => self.gap(session, pc, address, size, store),
            Trap::Misaligned {
                address,
                size,
                store,
            } => {
                let verb = if store { "store to" } else { "load from" };
                let title = format!("{verb} 0x{address:08x}, which is not a multiple of {size}");
                self.at(Self::error(codes::MISALIGNED, title), pc, "needs an aligned address")
                    .help(format!(
                        "an index must be multiplied by {size}; data gets aligned by `.align` before its label"
                    ))
            }
            Trap::Illegal { word } => self.illegal(session, pc, word),
            Trap::Breakpoint { .. } => {
                let title = "breakpoint without a debugger";
                self.at(Self::error(codes::BREAKPOINT, title), pc, "stops here")
                    .help("remove the `ebreak`")
            }
            _ => {
                let title = "the program cannot go on here";
                self.at(Self::error(codes::ILLEGAL, title), pc, "stopped here")
            }
        }
    }

    fn gap<I: Isa>(
        &self,
        session: &mut Session<I>,
        pc: u32,
        address: u32,
        size: u8,
        store: bool,
    ) -> Diagnostic {
        let sp = session.machine.registers.get(self.desc.abi.sp) as u32;
        let verb = if store { "store to" } else { "load from" };
        let title = format!("{verb} 0x{address:08x}, unused memory between heap and stack");
        let label = format!(
            "{} {}",
            if store { "writes" } else { "reads" },
            count(size.into(), "byte")
        );
        let mut diagnostic = self.at(Self::error(codes::GAP, title), pc, label);
        let below = sp.wrapping_sub(address);
        if (1..=4096).contains(&below) {
            diagnostic = diagnostic
                .note(format!(
                    "sp is 0x{sp:08x}: the address is {} below it",
                    count(below.into(), "byte")
                ))
                .help("make room first: `addi sp, sp, -16`, then use 0(sp) to 12(sp), and add 16 again before `ret`");
        } else {
            diagnostic = diagnostic
                .note(self.whereabouts(session, address))
                .help("the address comes from a pointer that was not set, or from an index out of range; ecall 9 (sbrk) gets more heap");
        }
        diagnostic
    }

    fn address_help<I: Isa>(&self, session: &mut Session<I>, address: u32) -> &'static str {
        const NEAR: u32 = 1 << 20;
        let places = session.environment.places(&mut session.machine);
        let below_stack = places.iter().any(|place| {
            place.name == "stack" && address < place.first && place.first - address < NEAR
        });
        if below_stack {
            "the stack is full: a function calls itself without end, or takes too much room on it"
        } else if address < 4096 {
            "an address this small is a null pointer plus an offset: the pointer was never set, or a call that failed returned 0"
        } else {
            "the address comes from a pointer that was not set, or from an index out of range"
        }
    }

    fn illegal<I: Isa>(&self, session: &mut Session<I>, pc: u32, word: u32) -> Diagnostic {
        let title = match self.desc.decode_any(word) {
            Some(_) => format!("the instruction 0x{word:08x} is not allowed here"),
            None => format!("0x{word:08x} is not an instruction"),
        };
        let diagnostic = self.at(
            Self::error(codes::ILLEGAL, title),
            pc,
            "execution arrived here",
        );
        let loaded = session.image().segment_at(pc).and_then(|segment| {
            let offset = (pc - segment.address) as usize;
            segment
                .bytes
                .get(offset..offset + 4)
                .map(|bytes| bytes != word.to_le_bytes())
        });
        let help = match word {
            _ if loaded == Some(true) => {
                "the instruction here was overwritten: a store went to a wrong address, or beyond the end of an array"
            }
            0 => {
                "memory that holds no code is zero: a function before this place has no `ret`, or a jump went to data"
            }
            _ => "execution ran into data or into the middle of an instruction",
        };
        let place = self.whereabouts(session, pc);
        diagnostic.note(place).help(help)
    }

    fn fetch<I: Isa>(&self, session: &mut Session<I>, address: u32) -> Diagnostic {
        let text_end = session.image().text_end();
        let title = if address == text_end {
            "execution ran past the last instruction".to_string()
        } else {
            format!("jump to 0x{address:08x}, where there is no code")
        };
        let mut last = LastJump::default();
        let known = session.repeat(&mut last).is_some();
        let mut diagnostic = Self::error(codes::FETCH, title);
        let from = last.from.filter(|_| known && last.to == address);
        diagnostic = match from {
            Some(from) => self.at(diagnostic, from, "jumped from here"),
            None if known => self.at(diagnostic, last.pc, "after this instruction"),
            None => diagnostic,
        };
        diagnostic = diagnostic.note(self.whereabouts(session, address));
        let help = self.fetch_help(session, from, address == text_end);
        let diagnostic = self.with_calls(diagnostic.help(help), session);
        let steps = count(session.machine.steps, "instruction");
        diagnostic.note(format!("after {steps}"))
    }

    fn fetch_help<I: Isa>(
        &self,
        session: &Session<I>,
        from: Option<u32>,
        past_end: bool,
    ) -> String {
        if past_end {
            let exit = match session.environment.name() {
                "linux" => "`li a7, 93` and `ecall`",
                _ => "`li a0, 10` and `ecall`",
            };
            return format!("end the program with {exit}, or a function with `ret`");
        }
        let bits = from.map_or(0, |from| session.machine.word_at(from));
        let decoded = self.desc.decode_any(bits);
        let through =
            decoded.and_then(|d| self.desc.rows[d.row].registers(d.word, Role::Read).next());
        match through {
            Some(reg) if reg != self.desc.abi.ra => format!(
                "the jump goes to the address in {}: it must be that of a label in .text, loaded with `la`",
                self.desc.register_name(reg)
            ),
            _ => "a return address was overwritten or not restored: a function that calls others must save ra on the stack and load it again before `ret`".to_string(),
        }
    }

    fn call<I: Isa>(&self, session: &mut Session<I>, pc: u32, fault: &CallFault) -> Diagnostic {
        match fault {
            CallFault::EndOfInput { wanted } => {
                let title = format!("the program reads {wanted}, but the input has ended");
                self.at(Self::error(codes::END_OF_INPUT, title), pc, "reads here")
                    .help("give it more input, or test for the end: read_char (ecall 12) gives 65535 there")
            }
            CallFault::BadInput { wanted, found } => {
                let mut found = String::from_utf8_lossy(found).into_owned();
                if let Some((cut, _)) = found.char_indices().nth(40) {
                    found.truncate(cut);
                    found.push('…');
                }
                let title = format!("the program reads {wanted}, but the input is `{found}`");
                self.at(Self::error(codes::BAD_INPUT, title), pc, "reads here")
                    .help("an integer is between -2147483648 and 2147483647, in decimal digits")
            }
            CallFault::HeapFull { asked } => {
                let title = format!(
                    "no room for {} more on the heap",
                    count((*asked).into(), "byte")
                );
                let heap = session.machine.memory.heap_end;
                let sp = session.machine.registers.get(self.desc.abi.sp);
                self.at(Self::error(codes::HEAP_FULL, title), pc, "asks here")
                    .note(format!(
                        "the heap ends at 0x{heap:08x} and the stack begins at 0x{sp:08x}"
                    ))
                    .help("a1 is the number of bytes: is it really one, or an address?")
            }
            CallFault::Memory(trap) => {
                let address = match trap {
                    Trap::Load { address, .. } | Trap::Store { address, .. } => *address,
                    _ => 0,
                };
                let title =
                    format!("the environment call uses 0x{address:08x}, which is not usable");
                self.at(Self::error(codes::BAD_ADDRESS, title), pc, "called here")
                    .note(self.whereabouts(session, address))
                    .help("is the address in the right register? `la` loads the address of a label, `lw` its contents")
            }
        }
    }
}

/// The last instruction and the last jump of a run.
#[derive(Default)]
struct LastJump {
    pc: u32,
    from: Option<u32>,
    to: u32,
}

impl machine::observe::Observer for LastJump {
    fn instruction(&mut self, at: &machine::observe::At) {
        self.pc = at.pc;
    }

    fn transfer(&mut self, transfer: &machine::observe::Transfer) {
        self.from = Some(transfer.from);
        self.to = transfer.to;
    }
}
