//! ELF files in and out.
//!
//! [`read()`] takes a static 32-bit executable apart into a [`Program`]; [`write()`] makes one.
//! Both keep to what the kernel and the GNU tools agree on: memory comes from the program
//! headers, names from the section headers, and nothing is relocated.
//!
//! The reader trusts nothing in the file: every offset and size is checked before it is used, no
//! more is copied than the caller's memory limit, and names are cleaned of control characters.
//!
//! What an executable cannot say otherwise (which environment its system calls mean) goes into a
//! note named `jal`: see [`JalNote`].

mod error;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub use error::{ElfError, codes};
pub(crate) use read::{File, Names, is_internal};
pub use read::{LoadedElf, is_elf, read, section};
pub use write::{DoesNotFit, ElfExtras, write};

use machine::image::Image;
use machine::isa::IsaDesc;

use crate::program::Program;

/// ELF machine number of RISC-V.
pub const RISCV: u16 = goblin::elf::header::EM_RISCV;

/// ELF machine number of MIPS.
pub const MIPS: u16 = goblin::elf::header::EM_MIPS;

/// The owner's name of our note, with its terminator.
const NOTE_OWNER: &[u8; 4] = b"jal\0";

/// The type of our note: a number that nobody else gives a meaning.
const NOTE_TYPE: u32 = u32::from_be_bytes(*NOTE_OWNER);

/// What one of our executables says about how to run it: lines of `key=value`.
///
/// A reader takes the keys it knows and passes over the others, so that keys can be added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JalNote {
    /// The lines.
    pub text: String,
}

impl JalNote {
    /// The key of the environment that answers system calls.
    pub const ENV: &'static str = "env";

    /// The key for delay slots, on machines that may have them: [`JalNote::ON`] or
    /// [`JalNote::OFF`].
    pub const DELAY_SLOTS: &'static str = "delay-slots";

    /// The key of the memory map that the program was laid out for.
    pub const MEMORY: &'static str = "memory";

    /// The value of what is there.
    pub const ON: &'static str = "on";

    /// The value of what is not there.
    pub const OFF: &'static str = "off";

    /// What must be said about a program, so that it runs as it would have run at once:
    /// `environment` answers its system calls, and `memory` is its map.
    #[must_use]
    pub fn about(image: &Image, desc: &IsaDesc, environment: &str, memory: &str) -> Self {
        let note = JalNote::default().with(JalNote::ENV, environment);
        if desc.elf_machine != MIPS {
            return note;
        }
        let slots = match image.delay_slots {
            true => JalNote::ON,
            false => JalNote::OFF,
        };
        let note = note.with(JalNote::DELAY_SLOTS, slots);
        note.with(JalNote::MEMORY, memory)
    }

    /// This note and one line more.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Self {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(key);
        self.text.push('=');
        self.text.push_str(value);
        self
    }

    /// The value of `key`: of its first line, if it has several.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.text
            .lines()
            .filter_map(|line| line.split_once('='))
            .find_map(|(k, value)| (k == key).then_some(value))
    }
}
