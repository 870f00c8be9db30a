//! What differs between the command lines of MARS and RARS. Everything else is shared.

use super::args::{MarsArgs, Shown, ShownRegister};
use super::{messages, rars_messages};
use assembler::disasm::Style;
use machine::env::{Mars, MarsMap};
use machine::isa::{Bank, IsaDesc};
use machine::trap::Trap;
use runtime::{Language, Session};
use std::path::Path;

/// One of the two programs.
#[derive(Debug)]
pub(super) struct Flavour {
    /// What people type.
    pub name: &'static str,
    /// What to do about a folder that cannot be used.
    pub elsewhere: &'static str,
    /// The language of its sources.
    pub language: Language,
    /// The line about the program itself.
    pub banner: &'static str,
    /// The help text.
    pub help: &'static str,
    /// Words that it alone has.
    pub own_switches: &'static [&'static str],
    /// Words that the original has and this program does not, with the reason.
    pub unsupported: &'static [(&'static str, &'static str)],
    /// A number is always a limit, and a file comes before a register of the same name.
    pub plain_numbers: bool,
    /// Registers are written with `$`, and a double takes two.
    pub marked_registers: bool,
    /// Whether the end of a run is always reported, unless the program has printed something and
    /// messages go where it printed.
    pub reports_end: bool,
    /// The last line about a run that failed.
    pub run_failed: &'static str,
    /// The environment.
    pub environment: fn(&'static MarsMap, u64) -> Mars,
    /// What is said about a trap.
    pub trap: fn(&Session, u32, Trap) -> String,
    /// The first line of dumped instructions, and how wide they are.
    pub window_head: &'static str,
    pub window_width: usize,
    /// How instructions are shown.
    pub style: &'static Style,
}

pub(super) static MARS: Flavour = Flavour {
    name: "mars",
    elsewhere: "start mars in another one",
    language: Language::Mars,
    banner: messages::BANNER,
    help: messages::HELP,
    own_switches: &["db"],
    unsupported: &[],
    plain_numbers: false,
    marked_registers: true,
    reports_end: false,
    run_failed: messages::FAILED,
    environment: Mars::new,
    trap: messages::trap_text,
    window_head: " Address    Code        Basic                     Source",
    window_width: 22,
    style: &Style::MARS,
};

pub(super) static RARS: Flavour = Flavour {
    name: "rars",
    elsewhere: "start rars in another one",
    language: Language::Rars,
    banner: rars_messages::BANNER,
    help: rars_messages::HELP,
    own_switches: &[],
    unsupported: &[
        ("rv64", "this rars runs 32-bit programs only"),
        ("g", "there is no window"),
    ],
    plain_numbers: true,
    marked_registers: false,
    reports_end: true,
    run_failed: rars_messages::FAILED,
    environment: Mars::rars,
    trap: rars_messages::trap_text,
    window_head: "Address     Code        Basic                        Line Source",
    window_width: 29,
    style: &Style::RARS,
};

impl Flavour {
    /// The machine.
    pub(super) fn isa(&self) -> &'static IsaDesc {
        self.language.target().desc()
    }

    /// A word that only the original knows.
    pub(super) fn unsupported(&self, word: &str) -> Option<(&'static str, &'static str)> {
        let mut words = self.unsupported.iter();
        words.find(|(known, _)| *known == word).copied()
    }

    /// What a word that is not a switch can be first: a register or a file. False if it is neither.
    pub(super) fn register_or_file(&self, args: &mut MarsArgs, text: &str) -> bool {
        let file = Path::new(text).exists();
        if self.plain_numbers {
            if file {
                args.files.push(text.to_owned());
            } else if let Some(shown) = self.register(text) {
                args.registers.push(shown);
            } else {
                return false;
            }
            return true;
        }
        if let Some(shown) = self.register(&format!("${text}")) {
            args.registers.push(shown);
        } else if file {
            args.files.push(text.to_owned());
        } else {
            return false;
        }
        true
    }

    /// A register that can be shown, by its whole name.
    pub(super) fn register(&self, text: &str) -> Option<ShownRegister> {
        let isa = self.isa();
        let registers = isa.registers.iter();
        let mut shown = registers.filter(|register| register.reg.bank() != Bank::Hidden);
        let plain = shown.find(|register| register.names().any(|name| name == text));
        let control = || {
            let mut all = isa.control_registers.iter();
            all.find(|register| register.name == text && !self.marked_registers)
        };
        let value = match plain {
            Some(register) => Shown::Register(register.reg),
            None => Shown::Control(control()?.number),
        };
        let name = text.to_owned();
        Some(ShownRegister { name, value })
    }
}
