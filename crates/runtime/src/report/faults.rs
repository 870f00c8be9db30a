//! Faults: what the program did that cannot be done.

use super::{Reporter, codes, count};
use crate::session::{Fault, FaultKind, Session};
use diag::Diagnostic;
use machine::env::CallFault;
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
            Trap::Load { address, size } => {
                let title = format!("load from 0x{address:08x}, where there is no memory");
                let label = format!("reads {}", count(size.into(), "byte"));
                self.at(Self::error(codes::LOAD, title), pc, label)
                    .note(self.whereabouts(session, address))
                    .help(address_help(address))
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
                    .help(address_help(address))
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
            Trap::Breakpoint => {
                let title = "breakpoint without a debugger";
                self.at(Self::error(codes::BREAKPOINT, title), pc, "stops here")
                    .help("remove the `ebreak`")
            }
            Trap::Fetch { .. } | Trap::MemoryLimit { .. } | Trap::CodeModified => {
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
        let help = match word {
            0 => {
                "memory that holds no code is zero: a function before this place has no `ret`, or a jump went to data"
            }
            _ => {
                "execution ran into data, into the middle of an instruction, or code was overwritten"
            }
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
            None => self.at(diagnostic, last.pc, "after this instruction"),
        };
        diagnostic = diagnostic.note(self.whereabouts(session, address));
        let help = if address == text_end {
            "end the program with `li a0, 10` and `ecall`, or a function with `ret`"
        } else {
            "a return address was overwritten or not restored: a function that calls others must save ra on the stack and load it again before `ret`"
        };
        let diagnostic = self.with_calls(diagnostic.help(help), session);
        diagnostic.note(format!("after {} instructions", session.machine.steps))
    }

    fn call<I: Isa>(&self, session: &mut Session<I>, pc: u32, fault: &CallFault) -> Diagnostic {
        match fault {
            CallFault::EndOfInput { wanted } => {
                let title = format!("the program reads {wanted}, but the input has ended");
                self.at(Self::error(codes::END_OF_INPUT, title), pc, "reads here")
                    .help("give it more input, or test for the end: read_char (ecall 12) gives 65535 there")
            }
            CallFault::BadInput { wanted, found } => {
                let found = String::from_utf8_lossy(found);
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
                    .help("a1 is the number of bytes; is it a pointer or a negative number?")
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

fn address_help(address: u32) -> &'static str {
    if address < 4096 {
        "an address this small is a null pointer plus an offset: the pointer was never set, or a call that failed returned 0"
    } else {
        "the address comes from a pointer that was not set, or from an index out of range"
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
