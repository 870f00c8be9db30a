//! A reference that can be run, but not read. A course puts it into its hand-out, so that `jal fuzz`
//! works for students, too.
//!
//! It holds an assembled program for each function that has a generator. There is no source in it,
//! and of the labels of its code only those that a comparison asks for. What is left, the
//! instructions, is sealed: no editor, disassembler or debugger shows them. That is not encryption.
//! Like any compiled program, it gives its instructions to whoever takes the trouble to take it
//! apart.

use super::FuzzSpec;
use crate::unit::Word;
use assembler::{MemoryLoader, Program, elf};
use machine::image::{Image, Symbol};
use machine::random::mix;
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
use std::path::PathBuf;
use thiserror::Error;

/// The file's name in a hand-out.
pub const FILE: &str = "reference.sealed";

/// What the file begins with: people who open it read what it is.
const MAGIC: &[u8] = b"A reference for `jal fuzz`: it can be run, but not read. Version 1\n";

/// What is wrong with a sealed reference.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SealedError {
    /// It is something else.
    #[error("this is not a sealed reference")]
    Other,
    /// It was changed, or is not all there.
    #[error("this reference is damaged: get the file from the hand-out again")]
    Damaged,
}

/// Programs to compare functions with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SealedReference {
    /// Each function with its program, which is an ELF file.
    programs: Vec<(String, Vec<u8>)>,
}

impl SealedReference {
    /// Whether a file may be one.
    pub fn is_sealed(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Adds the program of a function; one that does not load, or does not fit into a file, is not
    /// added.
    pub fn add(&mut self, spec: &FuzzSpec, loaded: &LoadedProgram) -> bool {
        let Some(program) = &loaded.program else {
            return false;
        };
        let bare = Program {
            image: without_names(&program.image, spec),
            ..Program::default()
        };
        let note = loaded.note(program);
        let file = elf::write(&bare, loaded.desc(), &(&note).into()).ok();
        self.programs
            .extend(file.into_iter().map(|file| (spec.call.clone(), file)));
        self.has(&spec.call)
    }

    /// Whether it has a program for this function.
    pub fn has(&self, function: &str) -> bool {
        self.programs.iter().any(|(name, _)| name == function)
    }

    /// The program of a function.
    pub fn program(&self, function: &str) -> Option<LoadedProgram> {
        let (_, file) = self.programs.iter().find(|(name, _)| name == function)?;
        let mut loader = MemoryLoader::default().with(FILE, file.clone());
        let options = LoadOptions::new(PathBuf::new());
        let loaded = LoadRequest::new(FILE, &options).from_loader(&mut loader);
        Some(loaded.load())
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut plain = Vec::new();
        for part in self
            .programs
            .iter()
            .flat_map(|(name, file)| [name.as_bytes(), file])
        {
            plain.extend_from_slice(&(part.len() as u64).to_le_bytes());
            plain.extend_from_slice(part);
        }
        let digest = digest(&plain);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&digest.to_le_bytes());
        bytes.extend(veiled(&plain, digest));
        bytes
    }

    /// Reads a file.
    pub fn read(bytes: &[u8]) -> Result<Self, SealedError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(SealedError::Other)?;
        let (key, sealed) = rest.split_first_chunk().ok_or(SealedError::Damaged)?;
        let key = u64::from_le_bytes(*key);
        let plain = veiled(sealed, key);
        if digest(&plain) != key {
            return Err(SealedError::Damaged);
        }
        let mut rest = plain.as_slice();
        let mut programs = Vec::new();
        while !rest.is_empty() {
            let (name, after) = part(rest).ok_or(SealedError::Damaged)?;
            let (file, after) = part(after).ok_or(SealedError::Damaged)?;
            let name = String::from_utf8_lossy(name).into_owned();
            programs.push((name, file.to_vec()));
            rest = after;
        }
        Ok(SealedReference { programs })
    }
}

/// The first part of some bytes that begin with its length, and the rest.
fn part(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    rest.split_at_checked(length)
}

/// Bytes that look like noise; veiled again, they are what they were.
fn veiled(bytes: &[u8], key: u64) -> Vec<u8> {
    let noise = (0..).flat_map(|n| mix(key.wrapping_add(n)).to_le_bytes());
    bytes
        .iter()
        .zip(noise)
        .map(|(byte, noise)| byte ^ noise)
        .collect()
}

fn digest(bytes: &[u8]) -> u64 {
    let start = mix(bytes.len() as u64);
    bytes
        .iter()
        .fold(start, |digest, byte| mix(digest ^ u64::from(*byte)))
}

/// The image without the labels of its code. A comparison needs the function, what its arguments
/// name, and the names of data: what both programs have a name for must be the same in both.
fn without_names(image: &Image, spec: &FuzzSpec) -> Image {
    let is_code = |symbol: &Symbol| {
        let segment = image.segment_at(symbol.address);
        segment.is_some_and(|segment| segment.access.execute)
    };
    let is_argument = |name: &str| {
        let mut words = spec.args.iter().map(|(word, _)| word);
        words.any(|word| matches!(word, Word::Text(text) if text.contains(name)))
    };
    let is_kept = |symbol: &&Symbol| {
        let is_asked_for = symbol.name == spec.call || is_argument(&symbol.name);
        is_asked_for || !symbol.absolute && !is_code(symbol)
    };
    Image {
        symbols: image.symbols.iter().filter(is_kept).cloned().collect(),
        ..image.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> SealedReference {
        SealedReference {
            programs: vec![
                ("merge".to_owned(), b"\x7fELF merge".to_vec()),
                ("place".to_owned(), Vec::new()),
            ],
        }
    }

    #[test]
    fn what_is_sealed_can_be_opened() {
        for reference in [some(), SealedReference::default()] {
            let bytes = reference.bytes();
            assert!(SealedReference::is_sealed(&bytes));
            assert_eq!(SealedReference::read(&bytes), Ok(reference));
        }
    }

    #[test]
    fn what_is_sealed_cannot_be_read() {
        let bytes = some().bytes();
        let shows = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
        assert!(!shows(b"merge") && !shows(b"ELF") && !shows(b"place"));
    }

    #[test]
    fn a_file_that_is_damaged_or_something_else_is_refused() {
        let whole = some().bytes();
        for length in 0..whole.len() {
            let expect = match length < MAGIC.len() {
                true => SealedError::Other,
                false => SealedError::Damaged,
            };
            // Nothing at all is a reference without programs, if its digest says so.
            assert_eq!(SealedReference::read(&whole[..length]), Err(expect));
        }
        for place in MAGIC.len()..whole.len() {
            let mut changed = whole.clone();
            changed[place] ^= 0x10;
            let read = SealedReference::read(&changed);
            assert_eq!(read, Err(SealedError::Damaged), "{place}");
        }
    }
}
