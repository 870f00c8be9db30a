//! Faults of calls: what the environment was asked and could not do.

use super::words::Words;
use super::{Reporter, codes};
use crate::session::Session;
use diag::Diagnostic;
use diag::number::count;
use machine::env::{CallFault, CallTable, LINUX_MIPS};
use machine::trap::Trap;

/// The most characters of the input that a report shows.
const SHOWN_INPUT: usize = 40;

impl Reporter<'_> {
    pub(super) fn call(&self, session: &mut Session, pc: u32, fault: &CallFault) -> Diagnostic {
        let words = Words::of(self.desc, &session.environment.calls());
        match fault {
            CallFault::EndOfInput { wanted } => {
                let title = format!("the program reads {wanted}, but the input has ended");
                self.at(Self::error(codes::END_OF_INPUT, title), pc, "reads here")
                    .help(words.end_of_input)
            }
            CallFault::BadInput { wanted, found } => self.bad_input(pc, wanted, found),
            CallFault::HeapFull { asked } => {
                let heap = session.machine.memory.heap_end;
                let sp = session.machine.registers.get(self.desc.abi.sp);
                let why =
                    format!("the heap ends at 0x{heap:08x} and the stack begins at 0x{sp:08x}");
                self.no_room(pc, *asked, words.heap_bytes).note(why)
            }
            CallFault::HeapLimit { asked, room } => {
                let heap = session.machine.memory.heap_end;
                let room = count((*room).into(), "byte");
                let why = format!("the heap ends at 0x{heap:08x} and may grow by {room} more");
                self.no_room(pc, *asked, words.heap_bytes).note(why)
            }
            CallFault::NegativeHeap { asked } => {
                let title = format!("the heap cannot grow by {asked} bytes");
                self.at(Self::error(codes::NEGATIVE_HEAP, title), pc, "asks here")
                    .help(format!(
                        "{} is the number of bytes; memory cannot be given back: reuse it",
                        words.heap_bytes
                    ))
            }
            CallFault::NoWindow => {
                let title = "the program opens a window, but there is none";
                self.at(Self::error(codes::END_OF_INPUT, title), pc, "asks here")
            }
            CallFault::RandomBound { bound } => {
                let title = format!("there is no random number from 0 up to {bound}");
                self.at(Self::error(codes::RANDOM_BOUND, title), pc, "asks here")
                    .help(format!(
                        "{} is the bound, which must be 1 or more: the number is always below it",
                        self.argument(1)
                    ))
            }
            CallFault::UnknownService { number } => {
                self.unknown_service(pc, &session.environment.calls(), *number)
            }
            CallFault::Memory(trap) => {
                let address = match trap {
                    Trap::Load { address, .. } | Trap::Store { address, .. } => *address,
                    _ => 0,
                };
                let title = format!(
                    "the environment call uses 0x{address:08x}, which is not usable memory"
                );
                self.at(Self::error(codes::BAD_ADDRESS, title), pc, "called here")
                    .note(self.whereabouts(session, address))
                    .help("is the address in the right register? `la` loads the address of a label, `lw` its contents")
            }
        }
    }

    fn bad_input(&self, pc: u32, wanted: &str, found: &[u8]) -> Diagnostic {
        let mut found = String::from_utf8_lossy(found).into_owned();
        if let Some((cut, _)) = found.char_indices().nth(SHOWN_INPUT) {
            found.truncate(cut);
            found.push('…');
        }
        let title = match found.as_str() {
            "" => format!("the program reads {wanted}, but the line is empty"),
            found => format!("the program reads {wanted}, but the input is `{found}`"),
        };
        let help = match wanted {
            "a float" | "a double" => "a number looks like `3`, `-1.5` or `2.5e-3`",
            "a character" => "type the character before the end of the line",
            _ => "an integer is between -2147483648 and 2147483647, in decimal digits",
        };
        self.at(Self::error(codes::BAD_INPUT, title), pc, "reads here")
            .help(help)
    }

    fn no_room(&self, pc: u32, asked: u32, register: &str) -> Diagnostic {
        let asked = count(asked.into(), "byte");
        let title = format!("the heap has no room for {asked} more");
        self.at(Self::error(codes::HEAP_FULL, title), pc, "asks here")
            .help(format!(
                "{register} is the number of bytes: or does it hold an address?"
            ))
    }

    /// The name of an argument's register.
    fn argument(&self, index: usize) -> &'static str {
        let register = self.desc.abi.args.get(index);
        register.map_or("?", |reg| self.desc.register_name(*reg))
    }

    fn unknown_service(&self, pc: u32, calls: &CallTable, number: u32) -> Diagnostic {
        let (register, first) = (self.desc.register_name(calls.number), self.argument(0));
        let number = number as i32;
        let title = format!("unknown service {number}");
        let diagnostic = Self::error(codes::UNKNOWN_CALL, title);
        let diagnostic = self.at(diagnostic, pc, format!("{register} is {number} here"));
        match LINUX_MIPS.knows(number as u32) && self.desc.name == LINUX_MIPS.isa {
            true => diagnostic.help(format!(
                "{number} is a Linux call: run the program with `--env linux`"
            )),
            false => self.with_nearest(diagnostic, calls, number as u32).help(format!(
                "the number of the service belongs in {register}: 1 prints the integer in {first}, \
                 4 the string at {first}, 10 ends the program"
            )),
        }
    }
}
