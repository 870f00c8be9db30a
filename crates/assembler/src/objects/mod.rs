//! Relocatable object files and archives, linked with each other and with assembled sources.
//!
//! [`LinkJob`] takes files apart (`read.rs`, `archive.rs`), chooses the members of archives that are
//! needed and the definition that each name means (`resolve.rs`), gives sections their places
//! (`place.rs`), names the usual places (`names.rs`), makes a table of addresses where code asks for
//! one (`table.rs`), and fills in what depends on addresses (`relocate.rs`, with one table for each
//! machine: `riscv.rs`, `mips.rs`).
//!
//! The sources have been assembled already. What they define and what they need comes in as
//! [`SourceSide`]; what the objects define for them goes out as addresses.

mod archive;
mod error;
mod headers;
mod mips;
mod names;
mod place;
mod read;
mod relocate;
mod resolve;
mod riscv;
mod table;

#[cfg(test)]
mod tests;

pub use archive::is_archive;
pub use error::{ObjectError, codes};
pub use read::is_object;

use machine::image::{ProgramHeaders, Segment, Symbol};
use rustc_hash::FxHashMap;

/// A file to link, with what people call it.
#[derive(Clone, Copy, Debug)]
pub struct InputFile<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its bytes: an object or an archive.
    pub bytes: &'a [u8],
}

/// What the sources of a program bring along.
#[derive(Clone, Debug, Default)]
pub struct SourceSide {
    /// The names that they define for others, and where.
    pub defined: FxHashMap<String, u32>,
    /// The names that they need from others.
    pub wanted: Vec<String>,
}

/// Where the sections of objects go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectArea {
    /// The first address of instructions.
    pub text: u32,
    /// The first address of everything else; without one it follows the instructions.
    pub data: Option<u32>,
    /// The most memory that they may take.
    pub limit: u64,
}

/// Objects and archives to link.
#[derive(Clone, Copy, Debug)]
pub struct LinkJob<'a> {
    /// The files.
    pub files: &'a [InputFile<'a>],
    /// The machine that all of them must be for.
    pub machine: u16,
    /// Whether its words have their high byte first, if that is decided already.
    pub big_endian: Option<bool>,
}

/// Objects in memory.
#[derive(Clone, Debug, Default)]
pub struct LinkedObjects {
    /// Their memory.
    pub segments: Vec<Segment>,
    /// Their names.
    pub symbols: Vec<Symbol>,
    /// Where sources find the names that objects define.
    pub exports: FxHashMap<String, u32>,
    /// Where the program finds the headers that were made for it.
    pub program_headers: Option<ProgramHeaders>,
    /// The flags of the first file's header.
    pub flags: u32,
    /// Whether words have their high byte first.
    pub big_endian: bool,
}

/// The machine and byte order that an object, or the first object of an archive, is for.
pub fn machine_of(file: InputFile<'_>) -> Result<(u16, bool), ObjectError> {
    let object = match is_archive(file.bytes) {
        true => archive::members(file)?
            .into_iter()
            .find(|member| is_object(member.bytes)),
        false => None,
    };
    let (name, bytes) = match &object {
        Some(member) => (member.name.clone(), member.bytes),
        None => (file.name.to_owned(), file.bytes),
    };
    read::machine_of(&name, bytes)
}

impl LinkJob<'_> {
    /// Links the files with sources.
    pub fn link(
        &self,
        sources: &SourceSide,
        area: ObjectArea,
    ) -> Result<LinkedObjects, Vec<ObjectError>> {
        let chosen = resolve::resolve(self, sources)?;
        let mut placed = place::place(chosen, area)?;
        relocate::relocate(&mut placed, sources)?;
        Ok(placed.finish())
    }
}
