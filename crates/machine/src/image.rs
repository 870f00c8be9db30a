//! A program ready to be loaded: bytes at addresses, symbols, an entry point.
//!
//! The assembler and the ELF reader make one; the machine loads it. It knows nothing of source
//! text: code that maps addresses back to lines keeps that map beside it.

mod symbols;

pub use symbols::SymbolTable;

use crate::float::NanRule;
use crate::isa::Subset;
use std::sync::Arc;

/// What may be done with a segment's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Loads are allowed.
    pub read: bool,
    /// Stores are allowed.
    pub write: bool,
    /// Instructions may be fetched.
    pub execute: bool,
}

/// A run of memory that the program brings along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// What people call it (`text`, `data`).
    pub name: String,
    /// Its first address.
    pub address: u32,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// Its size in memory: what `bytes` does not cover is zero.
    pub size: u32,
    /// What may be done with it.
    pub access: Access,
}

impl Segment {
    /// The address after the last byte.
    pub fn end(&self) -> u32 {
        self.address.saturating_add(self.size)
    }

    /// Whether `address` lies in it.
    pub fn contains(&self, address: u32) -> bool {
        address >= self.address && address - self.address < self.size
    }
}

/// A name for an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The label.
    pub name: String,
    /// Its address (or value, when `absolute`).
    pub address: u32,
    /// Visible in other files.
    pub global: bool,
    /// A plain number (`.equ`), not a place.
    pub absolute: bool,
}

/// Where the program headers of an ELF file are in its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramHeaders {
    /// The first address.
    pub address: u32,
    /// The size of each.
    pub size: u32,
    /// How many there are.
    pub count: u32,
}

/// A program ready to be loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// The memory it brings along, by ascending address.
    pub segments: Vec<Segment>,
    /// Its names, by ascending address.
    pub symbols: SymbolTable,
    /// Where execution starts.
    pub entry: u32,
    /// Words have their high byte first.
    pub big_endian: bool,
    /// The instruction after a jump or branch runs before control goes to the target.
    pub delay_slots: bool,
    /// Where the program finds the headers of its file, if they are in its memory.
    pub program_headers: Option<ProgramHeaders>,
    /// The part of the instruction set that it is meant for, if not all of it.
    pub subset: Option<Arc<Subset>>,
    /// What its floating-point instructions make of NaNs.
    pub nans: NanRule,
    /// Its floating-point instructions say what they have raised, and trap where that is enabled,
    /// on machines where this is an option.
    pub float_exceptions: bool,
}

impl Image {
    /// The address after the last executable byte.
    pub fn text_end(&self) -> u32 {
        self.segments
            .iter()
            .filter(|s| s.access.execute)
            .map(Segment::end)
            .max()
            .unwrap_or(0)
    }

    /// The segment that holds `address`.
    pub fn segment_at(&self, address: u32) -> Option<&Segment> {
        self.segments.iter().find(|s| s.contains(address))
    }

    /// The place symbol at or nearest below `address`, if it is in the same segment.
    pub fn symbol_before(&self, address: u32) -> Option<&Symbol> {
        let segment = self.segment_at(address)?;
        let end = self.symbols.partition_point(|s| s.address <= address);
        let before = self.symbols[..end].iter().rev();
        let mut places = before.filter(|s| !s.absolute).peekable();
        let nearest = places.peek().map(|s| s.address)?;
        let same = places.take_while(|s| s.address == nearest);
        // The last of them, a global one first.
        let found = same.reduce(|found, s| if s.global && !found.global { s } else { found });
        found.filter(|s| s.address >= segment.address)
    }

    /// The symbol named `name`, a global one first.
    pub fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.symbols.named(name)
    }
}

/// The first four bytes of what may be fewer, filled up with zeros, and how many there are of them.
#[inline]
pub fn first_word(bytes: &[u8]) -> ([u8; 4], usize) {
    if let Some(word) = bytes.first_chunk() {
        return (*word, 4);
    }
    let mut word = [0; 4];
    word[..bytes.len()].copy_from_slice(bytes);
    (word, bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;

    #[test]
    fn the_symbol_before_an_address_is_the_nearest_one() {
        let segment = |address, size| Segment {
            name: String::new(),
            address,
            bytes: Vec::new(),
            size,
            access: Access {
                read: true,
                write: true,
                execute: false,
            },
        };
        for seed in 0..50 {
            let bits = |k: u64| mix(seed * 1000 + k);
            let symbols = (0..20).map(|k| Symbol {
                name: format!("s{k}"),
                address: (bits(k) % 48) as u32,
                global: bits(k) & 0x100 != 0,
                absolute: bits(k) & 0x600 == 0,
            });
            let mut symbols: Vec<Symbol> = symbols.collect();
            symbols.sort_by_key(|symbol| symbol.address);
            let image = Image {
                segments: vec![segment(4, 12), segment(20, 20)],
                symbols: symbols.into(),
                ..Image::default()
            };
            for address in 0..64 {
                let slow = image.segment_at(address).and_then(|segment| {
                    let symbols = image.symbols.iter().filter(|s| !s.absolute);
                    let symbols =
                        symbols.filter(|s| (segment.address..=address).contains(&s.address));
                    symbols.max_by_key(|s| (s.address, s.global))
                });
                assert_eq!(image.symbol_before(address), slow, "{address} of {image:?}");
            }
        }
    }
}
