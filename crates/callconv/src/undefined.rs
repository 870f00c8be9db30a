//! Values that nobody may rely on, from where they were read first until something depends on them.
//!
//! A copy of such a value, or a sum with it, breaks nothing. A branch, an address or a call of the
//! environment that depends on it does, and then the place where it was read first is reported.

use crate::finding::{OpenCall, What};
use machine::isa::{Reg, RegisterSet};
use rustc_hash::FxHashMap;

/// A register with a value that nobody may rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Undefined {
    pub(crate) reg: Reg,
    /// Which of its bits.
    pub(crate) bits: u64,
    /// The number of its [`Origin`].
    pub(crate) origin: u32,
}

/// Where an undefined value was read first.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) what: What,
    pub(crate) pc: u32,
    pub(crate) step: u64,
    pub(crate) calls: Vec<OpenCall>,
}

impl Origin {
    /// It is memory that nothing was stored in: often only padding.
    pub(crate) fn is_memory(&self) -> bool {
        matches!(self.what, What::Unwritten { .. })
    }
}

/// All of them, each place once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins {
    all: Vec<Origin>,
    numbers: FxHashMap<(&'static str, u32, u8, u32), u32>,
}

impl Origins {
    /// The number of an origin. `new` is only asked if it is a new one.
    pub(crate) fn number(
        &mut self,
        what: What,
        pc: u32,
        new: impl FnOnce() -> (u64, Vec<OpenCall>),
    ) -> u32 {
        let (reg, other) = what.detail();
        let key = (what.code().0, pc, reg, other);
        *self.numbers.entry(key).or_insert_with(|| {
            let (step, calls) = new();
            self.all.push(Origin {
                what,
                pc,
                step,
                calls,
            });
            self.all.len() as u32 - 1
        })
    }

    /// The origin with a number.
    pub(crate) fn get(&self, number: u32) -> Option<&Origin> {
        self.all.get(number as usize)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }
}

/// Memory that holds undefined values, by word.
#[derive(Clone, Debug, Default)]
pub(crate) struct UndefinedMemory {
    words: FxHashMap<u32, (u8, u32)>,
}

/// So many words are remembered: a program that has more is not worth more memory.
const MOST: usize = 1 << 16;

impl UndefinedMemory {
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether anything is known of the words that an access touches.
    pub(crate) fn meets(&self, address: u32, size: u8) -> bool {
        let mut words = words(address, size);
        !self.is_empty() && words.any(|word| self.words.contains_key(&word))
    }

    /// Bytes are stored. `undefined` has a bit for each of them, the first in memory lowest.
    pub(crate) fn store(&mut self, address: u32, size: u8, undefined: u8, origin: u32) {
        for k in 0..size {
            let byte = address.wrapping_add(k.into());
            let (word, bit) = (byte & !3, 1u8 << (byte & 3));
            if undefined >> k & 1 != 0
                && (self.words.len() < MOST || self.words.contains_key(&word))
            {
                let entry = self.words.entry(word).or_insert((0, origin));
                *entry = (entry.0 | bit, origin);
            } else if let Some(entry) = self.words.get_mut(&word) {
                entry.0 &= !bit;
                if entry.0 == 0 {
                    self.words.remove(&word);
                }
            }
        }
    }

    /// Which of the loaded bytes are undefined, the first in memory lowest, and where that came
    /// from.
    pub(crate) fn load(&self, address: u32, size: u8) -> Option<(u8, u32)> {
        let mut found = None;
        for k in 0..size {
            let byte = address.wrapping_add(k.into());
            let entry = self.words.get(&(byte & !3)).copied();
            if let Some((_, origin)) = entry.filter(|entry| entry.0 >> (byte & 3) & 1 != 0) {
                let (bytes, _) = found.unwrap_or((0, origin));
                found = Some((bytes | 1 << k, origin));
            }
        }
        found
    }
}

fn words(address: u32, size: u8) -> impl Iterator<Item = u32> {
    let first = address & !3;
    let last = address.wrapping_add(u32::from(size.max(1)) - 1) & !3;
    (0..=last.wrapping_sub(first) / 4).map(move |k| first.wrapping_add(4 * k))
}

/// The bits of a register that these bytes of an access are, the first in memory lowest.
pub(crate) fn bits_of(bytes: u8, size: u8, big_endian: bool) -> u64 {
    let places = (0..size).filter(|k| bytes >> k & 1 != 0);
    let place = |k: u8| if big_endian { size - 1 - k } else { k };
    places.fold(0, |bits, k| bits | 0xff << (8 * place(k)))
}

/// The bytes of an access of which all bits are undefined, the first in memory lowest.
pub(crate) fn bytes_of(bits: u64, size: u8, big_endian: bool) -> u8 {
    (0..size).fold(0, |bytes, k| {
        let place = if big_endian { size - 1 - k } else { k };
        let all = bits >> (8 * place) & 0xff == 0xff;
        bytes | u8::from(all) << k
    })
}

/// The registers of these.
pub(crate) fn registers(values: &[Undefined]) -> RegisterSet {
    values.iter().map(|value| value.reg).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_memory_are_bits_of_a_register() {
        assert_eq!(bits_of(0b0001, 4, false), 0x0000_00ff);
        assert_eq!(bits_of(0b0001, 4, true), 0xff00_0000);
        assert_eq!(bytes_of(0xff00_0fff, 4, false), 0b1001);
        assert_eq!(bytes_of(0xff00_0fff, 4, true), 0b1001);
        assert_eq!(bytes_of(0xff, 4, true), 0b1000);
    }

    #[test]
    fn what_is_stored_over_is_defined() {
        let mut memory = UndefinedMemory::default();
        memory.store(0x1002, 4, 0b1111, 7);
        assert_eq!(memory.load(0x1000, 4), Some((0b1100, 7)));
        assert!(memory.meets(0x1006, 1) && !memory.meets(0x1008, 4));
        memory.store(0x1003, 1, 0, 0);
        assert_eq!(memory.load(0x1000, 4), Some((0b0100, 7)));
        memory.store(0x1000, 8, 0, 0);
        assert!(memory.is_empty());
    }
}
