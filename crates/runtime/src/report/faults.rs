//! Faults: what the program did that cannot be done.

use super::words::Words;
use super::{Reporter, codes};
use crate::session::{Fault, FaultKind, Session};
use diag::Diagnostic;
use diag::number::count;
use machine::float::Flags;
use machine::isa::{Decoded, Reg, Role, Subset};
use machine::trap::Trap;
use std::sync::Arc;

/// The bits of a MIPS word that say that it is `teq`, and its code.
const TEQ_CODE: u32 = 0xfc00_ffff;
/// What compilers put after a division: `teq` with code 7.
const DIVIDED_BY_ZERO: u32 = 7 << 6 | 0x34;

impl Reporter<'_> {
    pub(super) fn fault(&self, session: &mut Session, fault: &Fault) -> Diagnostic {
        let pc = fault.pc;
        let diagnostic = match &fault.kind {
            FaultKind::Trap(Trap::Fetch { address }) => return self.fetch(session, *address),
            FaultKind::Trap(trap) => self.trap(session, pc, *trap),
            FaultKind::Call(call) => self.call(session, pc, call),
        };
        self.with_context(diagnostic, session, pc)
    }

    /// Adds how a program may use its own instructions, if it can be allowed to.
    fn about_own_code(&self, diagnostic: Diagnostic, session: &Session) -> Diagnostic {
        if self.program.lines.is_empty() {
            return diagnostic;
        }
        match session.environment.name() {
            "mars" => diagnostic.help(
                "if the program is meant to read or change its own instructions, run it with \
                 --self-modifying; tests of a course need `readable_code = true` or \
                 `self_modifying = true` in [tests]",
            ),
            // Only tests of a course keep it from that.
            "venus" => diagnostic.help(
                "if the program is meant to read or change its own instructions, the course needs \
                 `readable_code = true` or `self_modifying = true` in [tests]",
            ),
            _ => diagnostic,
        }
    }

    fn trap(&self, session: &mut Session, pc: u32, trap: Trap) -> Diagnostic {
        match trap {
            Trap::Load {
                address,
                size,
                execute_only: true,
            } => {
                let title = format!("load from 0x{address:08x}, which holds instructions");
                let label = format!("reads {}", count(size.into(), "byte"));
                let diagnostic = self
                    .at(Self::error(codes::EXECUTE_ONLY, title), pc, label)
                    .note(self.whereabouts(session, address))
                    .help(
                        "instructions cannot be read as data: does the label belong to an \
                           instruction? Put data into .data",
                    );
                self.about_own_code(diagnostic, session)
            }
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
                let diagnostic = self.at(Self::error(codes::READ_ONLY, title), pc, label)
                    .note(self.whereabouts(session, address))
                    .help("instructions and constants cannot be overwritten: put data that changes into .data");
                self.about_own_code(diagnostic, session)
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
                self.at(
                    Self::error(codes::MISALIGNED, title),
                    pc,
                    "needs an aligned address",
                )
                .help(self.alignment_help(session, pc, size))
            }
            Trap::Illegal { word } => self.illegal(session, pc, word),
            Trap::Breakpoint { code } => self.breakpoint(session, pc, code),
            Trap::Overflow => {
                let name = self.mnemonic(session, pc);
                let title = format!("the result of `{name}` does not fit in 32 bits");
                self.at(Self::error(codes::OVERFLOW, title), pc, "overflows here")
                    .help("`addu`, `addiu` and `subu` do the same without this check: they keep the low 32 bits")
            }
            Trap::Conditional if session.machine.word_at(pc) & TEQ_CODE == DIVIDED_BY_ZERO => {
                self.division(pc)
            }
            Trap::Conditional => {
                let name = self.mnemonic(session, pc);
                let title = format!("the condition of `{name}` holds");
                self.at(Self::error(codes::CONDITIONAL, title), pc, "stops here")
                    .help(
                        "a trap instruction stops the program when its condition holds: find \
                           out why the values are wrong, or branch around it",
                    )
            }
            Trap::FloatException { raised } => {
                let name = self.mnemonic(session, pc);
                let title = format!("`{name}` raised {}", float_causes(raised));
                self.at(Self::error(codes::FLOAT, title), pc, "stops here")
                    .help(
                        "bits 7 to 11 of the control register $31 choose what stops the program: \
                           clear them with `ctc1` to go on with infinities and NaN",
                    )
            }
            Trap::OddFloat { register } => {
                let name = self.mnemonic(session, pc);
                let title = format!("`{name}` works on doubles, and $f{register} cannot hold one");
                self.at(Self::error(codes::ODD_FLOAT, title), pc, "needs even registers")
                    .help("a double takes a register with an even number and the one after it: use $f0, $f2, $f4, …")
            }
            Trap::Fetch { .. }
            | Trap::MemoryLimit { .. }
            | Trap::CodeModified
            | Trap::Interrupted
            | Trap::Call
            | Trap::Device { .. } => {
                let title = "the program cannot continue here";
                self.at(Self::error(codes::ILLEGAL, title), pc, "stopped here")
            }
        }
    }

    /// Which part of an address is to blame that is not a multiple of `size`.
    fn alignment_help(&self, session: &Session, pc: u32, size: u8) -> String {
        let (size, power) = (u32::from(size), size.trailing_zeros());
        let general = format!(
            "multiply an index by {size}; or, if other data come before, write `.align {power}` \
             before the label"
        );
        let Some(decoded) = self.desc.decode_any(session.machine.word_at(pc)) else {
            return general;
        };
        let mut operands = self.desc.rows[decoded.row].operands.iter();
        let Some(base) = operands.find(|operand| operand.base) else {
            return general;
        };
        let reg = Reg(base.field.extract(decoded.word) as u8);
        let value = session.machine.registers.get(reg) as u32;
        let name = self.desc.register_name(reg);
        let symbols = &self.program.image.symbols;
        let label = symbols.iter().find(|s| s.address == value && !s.absolute);
        match label {
            _ if value.is_multiple_of(size) => {
                format!("{name} is a multiple of {size}, so the offset must be one, too")
            }
            _ if reg == self.desc.abi.sp => {
                format!("take from {name} a multiple of {size} bytes, and give as many back")
            }
            Some(label) => format!("write `.align {power}` before the label `{}`", label.name),
            None => general,
        }
    }

    /// The name of the instruction at `pc`.
    fn mnemonic(&self, session: &Session, pc: u32) -> &'static str {
        let decoded = self.desc.decode_any(session.machine.word_at(pc));
        decoded.map_or("?", |decoded| self.desc.rows[decoded.row].name)
    }

    fn breakpoint(&self, session: &Session, pc: u32, code: u32) -> Diagnostic {
        let name = self.mnemonic(session, pc);
        let from_pseudo = self.program.lines.find(pc).is_some_and(|line| line.pseudo);
        // Of the pseudo-instructions only divisions have a breakpoint, for a divisor of zero.
        if from_pseudo {
            return self.division(pc);
        }
        let title = match code {
            0 => "breakpoint without a debugger".to_string(),
            code => format!("breakpoint {code} without a debugger"),
        };
        self.at(Self::error(codes::BREAKPOINT, title), pc, "stops here")
            .help(format!("remove the `{name}`"))
    }

    fn division(&self, pc: u32) -> Diagnostic {
        let diagnostic = Self::error(codes::DIVISION, "division by zero");
        self.at(diagnostic, pc, "the divisor is 0 here")
            .help("test the divisor before dividing")
    }

    fn gap(
        &self,
        session: &mut Session,
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
            diagnostic = diagnostic.note(self.whereabouts(session, address)).help(
                "the address comes from a pointer that was not set, or from an index out of \
                       range; use ecall 9 (sbrk) to get more heap",
            );
        }
        diagnostic
    }

    fn address_help(&self, session: &mut Session, address: u32) -> &'static str {
        const NEAR: u32 = 1 << 20;
        let places = session.environment.places(&mut session.machine);
        let below_stack = places.iter().any(|place| {
            place.name == "stack" && address < place.first && place.first - address < NEAR
        });
        if below_stack {
            "the stack is full: a function calls itself without end, or uses too much of it"
        } else if address < 4096 {
            "an address this small is a null pointer plus an offset: the pointer was never set, or a call that failed returned 0"
        } else {
            "the address comes from a pointer that was not set, or from an index out of range"
        }
    }

    fn illegal(&self, session: &mut Session, pc: u32, word: u32) -> Diagnostic {
        let title = match (self.desc.decode_any(word), &session.machine.subset) {
            (Some(decoded), Some(subset)) if !subset.allows(self.desc, &decoded) => {
                let subset = Arc::clone(subset);
                return self.lacking(session, pc, &decoded, &subset);
            }
            (Some(_), _) => format!("the instruction 0x{word:08x} is not allowed here"),
            (None, _) => format!("0x{word:08x} is not an instruction"),
        };
        let diagnostic = self.at(
            Self::error(codes::ILLEGAL, title),
            pc,
            "execution reached this place",
        );
        let now: [u8; 4] = session.machine.memory.peek_bytes(pc);
        let loaded = session.image().segment_at(pc).and_then(|segment| {
            let offset = (pc - segment.address) as usize;
            segment.bytes.get(offset..offset + 4)
        });
        let help = match word {
            _ if loaded.is_some_and(|bytes| bytes != now) => {
                "the instruction here was overwritten: a store went to a wrong address, or past \
                 the end of an array"
            }
            0 => {
                "memory without code is zero: a function before this place has no `ret`, or a \
                 jump went to data"
            }
            _ => "execution ran into data or into the middle of an instruction",
        };
        let place = self.whereabouts(session, pc);
        diagnostic.note(place).help(help)
    }

    /// An instruction that the processor does not have, which others of its kind do.
    fn lacking(
        &self,
        session: &mut Session,
        pc: u32,
        decoded: &Decoded,
        subset: &Subset,
    ) -> Diagnostic {
        let row = &self.desc.rows[decoded.row];
        let title = format!("{} cannot carry out this `{}`", subset.name, row.name);
        let diagnostic = Self::error(codes::ILLEGAL, title);
        let place = self.whereabouts(session, pc);
        let help = match subset.has_row(decoded.row) {
            true if subset.has_compressed() || decoded.short.is_none() => {
                "it has only some of the registers: compile the program for it, or name another \
                 processor with --march, as in `--march rv32i`"
                    .to_owned()
            }
            _ => format!(
                "`{}` belongs to {}: name a processor that has it with --march, as in \
                 `--march rv32imac_zbb`",
                row.name, row.extension
            ),
        };
        self.at(diagnostic, pc, "execution reached this place")
            .note(place)
            .help(help)
    }

    fn fetch(&self, session: &mut Session, address: u32) -> Diagnostic {
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
        let help = self.fetch_help(session, from, address);
        let diagnostic = self.with_calls(diagnostic.help(help), session);
        let steps = count(session.machine.steps, "instruction");
        diagnostic.note(format!("after {steps}"))
    }

    fn fetch_help(&self, session: &Session, from: Option<u32>, address: u32) -> String {
        let Words { exit, ret, ra, .. } = Words::of(self.desc, &session.environment.calls());
        if address == session.image().text_end() {
            return format!("end the program with {exit}, or a function with `{ret}`");
        }
        let bits = from.map_or(0, |from| session.machine.word_at(from));
        let decoded = self.desc.decode_any(bits);
        let through =
            decoded.and_then(|d| self.desc.rows[d.row].registers(d.word, Role::Read).next());
        match through {
            Some(reg) if reg != self.desc.abi.ra => format!(
                "the jump goes to the address in {}: it must be the address of a label in .text, \
                 loaded with `la`",
                self.desc.register_name(reg)
            ),
            Some(_) if address == 0 => format!(
                "{ra} is 0: nothing called this code, or it lost its return address; end a \
                 program with {exit}"
            ),
            _ => format!(
                "a return address was overwritten or not restored: a function that calls others must save {ra} on the stack and load it again before `{ret}`"
            ),
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
    fn wants(&self) -> machine::observe::Wants {
        machine::observe::Wants::INSTRUCTIONS
    }

    fn instruction(&mut self, at: &machine::observe::At) {
        self.pc = at.pc;
    }

    fn transfer(&mut self, transfer: &machine::observe::Transfer) {
        self.from = Some(transfer.from);
        self.to = transfer.to;
    }
}

/// Floating-point exceptions in words.
fn float_causes(raised: u8) -> String {
    let names = [
        (Flags::INVALID, "an invalid operation"),
        (Flags::DIVIDE_BY_ZERO, "a division by zero"),
        (Flags::OVERFLOW, "an overflow"),
        (Flags::UNDERFLOW, "an underflow"),
        (Flags::INEXACT, "an inexact result"),
    ];
    let raised = names
        .iter()
        .filter(|(flag, _)| Flags(raised).contains(*flag));
    let words: Vec<&str> = raised.map(|(_, words)| *words).collect();
    match words.is_empty() {
        true => "an unimplemented operation".to_owned(),
        false => words.join(" and "),
    }
}
