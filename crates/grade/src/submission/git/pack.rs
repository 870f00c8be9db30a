//! Packs: many objects in one file, and the index that finds them.

use super::object::{ObjectId, ObjectKind};
use super::store::{Allowance, LARGEST, inflate};
use super::{damaged, delta};
use crate::submission::ReadError;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::PathBuf;

/// Git itself makes chains of 4095 changes at most.
const LONGEST_CHAIN: usize = 4096;

/// A pack with its index.
pub(super) struct Pack {
    index: PackIndex,
    place: PathBuf,
}

impl Pack {
    /// The pack at `place`, whose index has these bytes.
    pub(super) fn new(place: PathBuf, index: Vec<u8>) -> Result<Self, ReadError> {
        let index = PackIndex::new(index)
            .ok_or_else(|| damaged("the index of a pack is not of version 2, or is damaged"))?;
        Ok(Pack { index, place })
    }

    /// Where an object lies in it.
    pub(super) fn find(&self, id: ObjectId) -> Option<u64> {
        self.index.find(id)
    }

    /// The size of an object, without reading it whole.
    pub(super) fn size(&self, at: u64, allowance: &Allowance) -> Result<u64, ReadError> {
        let (entry, source) = self.entry(at)?;
        if let Stored::Whole(_) = entry.stored {
            return Ok(entry.size);
        }
        let mut start = Vec::new();
        let most = entry.size.min(20);
        allowance.take(most)?;
        let mut source = flate2::bufread::ZlibDecoder::new(source).take(most);
        source.read_to_end(&mut start).map_err(damaged)?;
        let sizes = delta::sizes(&mut &start[..]);
        let (_, size) = sizes.ok_or_else(|| damaged("a change in a pack has no size"))?;
        Ok(size)
    }

    /// An object, put together from its changes.
    pub(super) fn read(
        &self,
        mut at: u64,
        allowance: &Allowance,
    ) -> Result<(ObjectKind, Vec<u8>), ReadError> {
        let mut deltas = Vec::new();
        let mut held = 0;
        let (kind, mut data) = loop {
            let (entry, source) = self.entry(at)?;
            held += entry.size;
            if held > LARGEST {
                return Err(ReadError::TooLarge { limit: LARGEST });
            }
            let data = inflate(source, entry.size, allowance)?;
            let base = match entry.stored {
                Stored::Whole(kind) => break (kind, data),
                Stored::Before(distance) => at.checked_sub(distance),
                Stored::Named(id) => self.find(id),
            };
            at = base.ok_or_else(|| damaged("what a change in a pack applies to is missing"))?;
            deltas.push(data);
            if deltas.len() > LONGEST_CHAIN {
                return Err(damaged("a chain of changes in a pack has no end"));
            }
        };
        while let Some(delta) = deltas.pop() {
            data = delta::apply(&data, &delta, LARGEST)
                .ok_or_else(|| damaged("a change in a pack does not fit"))?;
            allowance.take(data.len() as u64)?;
        }
        Ok((kind, data))
    }

    /// The head of an entry, and its packed bytes.
    fn entry(&self, at: u64) -> Result<(Entry, impl BufRead + use<>), ReadError> {
        let mut file = BufReader::new(File::open(&self.place)?);
        let mut head = [0; 8];
        file.read_exact(&mut head)?;
        if !matches!(head, [b'P', b'A', b'C', b'K', 0, 0, 0, 2 | 3]) {
            return Err(damaged("a pack is not of version 2"));
        }
        file.seek(SeekFrom::Start(at))?;
        let entry = Entry::read(&mut file);
        let entry = entry.ok_or_else(|| damaged("an entry of a pack makes no sense"))?;
        Ok((entry, file))
    }
}

/// How an object is stored.
enum Stored {
    Whole(ObjectKind),
    /// As a change to the object that begins so many bytes before it.
    Before(u64),
    /// As a change to an object of the same pack.
    Named(ObjectId),
}

struct Entry {
    stored: Stored,
    /// The size of what is packed: the object, or the change.
    size: u64,
}

impl Entry {
    fn read(source: &mut impl Read) -> Option<Self> {
        let first = byte(source)?;
        let (mut size, mut shift, mut more) = (u64::from(first & 15), 4, first & 0x80 != 0);
        while more {
            let next = byte(source).filter(|_| shift < 57)?;
            size |= u64::from(next & 0x7f) << shift;
            shift += 7;
            more = next & 0x80 != 0;
        }
        let stored = match first >> 4 & 7 {
            1 => Stored::Whole(ObjectKind::Commit),
            2 => Stored::Whole(ObjectKind::Tree),
            3 => Stored::Whole(ObjectKind::Blob),
            4 => Stored::Whole(ObjectKind::Tag),
            6 => Stored::Before(distance(source)?),
            7 => {
                let mut id = [0; 20];
                source.read_exact(&mut id).ok()?;
                Stored::Named(ObjectId(id))
            }
            _ => return None,
        };
        Some(Entry { stored, size })
    }
}

/// Seven bits in a byte, the highest first, and no number in two ways.
fn distance(source: &mut impl Read) -> Option<u64> {
    let mut next = byte(source)?;
    let mut value = u64::from(next & 0x7f);
    while next & 0x80 != 0 {
        next = byte(source).filter(|_| value < 1 << 50)?;
        value = (value + 1) << 7 | u64::from(next & 0x7f);
    }
    (value > 0).then_some(value)
}

fn byte(source: &mut impl Read) -> Option<u8> {
    let mut byte = [0];
    source.read_exact(&mut byte).ok()?;
    Some(byte[0])
}

/// The names of a pack's objects in order, and where these lie.
struct PackIndex {
    bytes: Vec<u8>,
    count: usize,
}

impl PackIndex {
    const MAGIC: &[u8] = b"\xfftOc\0\0\0\x02";
    /// How many names begin with each byte or a smaller one.
    const FANOUT: usize = 8;
    const NAMES: usize = Self::FANOUT + 256 * 4;

    fn new(bytes: Vec<u8>) -> Option<Self> {
        let mut index = PackIndex { bytes, count: 0 };
        index.count = index.below(0xff)?;
        // Name, check sum and place of each; the check sums of both files.
        let least = index.count.checked_mul(20 + 4 + 4)? + Self::NAMES + 40;
        (index.bytes.starts_with(Self::MAGIC) && index.bytes.len() >= least).then_some(index)
    }

    fn below(&self, first: u8) -> Option<usize> {
        self.word(Self::FANOUT + 4 * usize::from(first))
            .map(|count| count as usize)
    }

    fn word(&self, at: usize) -> Option<u32> {
        let bytes = self.bytes.get(at..)?.first_chunk()?;
        Some(u32::from_be_bytes(*bytes))
    }

    fn find(&self, id: ObjectId) -> Option<u64> {
        let names = self.bytes.get(Self::NAMES..)?.get(..20 * self.count)?;
        let (names, _) = names.as_chunks::<20>();
        let first = id.0[0];
        let from = first.checked_sub(1).map_or(Some(0), |k| self.below(k))?;
        let found = names.get(from..self.below(first)?)?.binary_search(&id.0);
        let places = Self::NAMES + 24 * self.count;
        let place = self.word(places + 4 * (from + found.ok()?))?;
        // A place that needs more than 31 bits is in a table of its own.
        if place >> 31 == 0 {
            return Some(place.into());
        }
        let large = (place & 0x7fff_ffff) as usize;
        let at = places + 4 * self.count + large.checked_mul(8)?;
        let bytes = self.bytes.get(at..)?.first_chunk()?;
        Some(u64::from_be_bytes(*bytes))
    }
}
