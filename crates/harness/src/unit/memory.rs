//! Memory that a call gets: named pieces of data, laid out one after the other in a block.
//!
//! Between two pieces lies a gap, so that a function that reads or writes beyond the end of an array
//! meets neither zeros nor the next array. Numbers have a pattern there. Behind addresses the same
//! addresses come again: one too many leads to a field that a function can work on, so that it
//! shows, even where every address can be read.

/// What a piece of data is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataKind {
    /// Numbers of one byte.
    Bytes,
    /// Numbers of two bytes.
    Halfwords,
    /// Numbers of four bytes.
    Words,
    /// Floating-point numbers of four bytes.
    Floats,
    /// Addresses.
    Pointers,
    /// Text with a zero at its end.
    Text,
    /// Text without one.
    Ascii,
    /// So many bytes, all zero.
    Space,
}

impl DataKind {
    /// All of them.
    pub const ALL: [DataKind; 8] = [
        DataKind::Bytes,
        DataKind::Halfwords,
        DataKind::Words,
        DataKind::Floats,
        DataKind::Pointers,
        DataKind::Text,
        DataKind::Ascii,
        DataKind::Space,
    ];

    /// How it is called in a file.
    pub fn name(self) -> &'static str {
        match self {
            DataKind::Bytes => "bytes",
            DataKind::Halfwords => "halfwords",
            DataKind::Words => "words",
            DataKind::Floats => "floats",
            DataKind::Pointers => "pointers",
            DataKind::Text => "string",
            DataKind::Ascii => "ascii",
            DataKind::Space => "space",
        }
    }

    /// The kind of this name; `asciiz` is another word for a string.
    pub fn named(name: &str) -> Option<DataKind> {
        let known = DataKind::ALL.into_iter().find(|kind| kind.name() == name);
        known.or((name == "asciiz").then_some(DataKind::Text))
    }

    /// Bytes of an element.
    pub fn size(self) -> usize {
        match self {
            DataKind::Bytes | DataKind::Text | DataKind::Ascii | DataKind::Space => 1,
            DataKind::Halfwords => 2,
            DataKind::Words | DataKind::Floats | DataKind::Pointers => 4,
        }
    }

    /// Whether its elements are characters.
    pub fn is_text(self) -> bool {
        matches!(self, DataKind::Text | DataKind::Ascii)
    }
}

/// An element of a piece of data, or an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DataValue {
    /// A number, as its bits.
    Number(u32),
    /// The address of an element of another piece.
    Address {
        /// Which piece.
        item: usize,
        /// Which element, from 0; the one after the last is allowed.
        index: usize,
    },
    /// The address of a label of the program, by its place in the list of labels.
    Label(usize),
    /// How many elements a piece has.
    Length(usize),
}

/// The elements of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Elements {
    /// These.
    Values(Vec<DataValue>),
    /// The addresses of all elements of another piece.
    AddressesOf(usize),
}

/// A named piece of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DataItem {
    /// Its name.
    pub name: String,
    /// What it is made of.
    pub kind: DataKind,
    /// Its address is a multiple of this.
    pub align: usize,
    /// What it holds.
    pub elements: Elements,
    /// Whether it is there only because an argument needs it.
    pub is_hidden: bool,
}

impl DataItem {
    /// A piece of data that is aligned as its elements need it.
    pub(crate) fn new(name: impl Into<String>, kind: DataKind, elements: Elements) -> Self {
        DataItem {
            name: name.into(),
            kind,
            align: kind.size(),
            elements,
            is_hidden: false,
        }
    }
}

/// Bytes of a gap, and the alignment of the block.
pub(crate) const GAP: usize = 16;

/// What the gaps are filled with: no small number, and as an address one without memory.
const PATTERN: u8 = 0xa5;

/// Where things are that values may speak of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryPlaces<'a> {
    /// The address of the block.
    pub base: u32,
    /// The addresses of the labels.
    pub labels: &'a [u32],
    /// Whether words have their high byte first.
    pub big_endian: bool,
}

/// Where each piece of a block begins, and how many elements it has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// Offset and number of elements of each piece, in their order.
    pub pieces: Vec<(usize, usize)>,
    /// Bytes of the whole block.
    pub size: usize,
}

impl Layout {
    /// Finds a place for each of these.
    pub(crate) fn arrange(&mut self, items: &[DataItem]) {
        self.pieces.clear();
        let mut end = 0;
        for item in items {
            let count = count(items, item);
            let start = (end + GAP).next_multiple_of(item.align.max(item.kind.size()));
            self.pieces.push((start, count));
            end = start + count * item.kind.size();
        }
        self.size = match items {
            [] => 0,
            _ => (end + GAP).next_multiple_of(GAP),
        };
    }

    /// The bytes of a piece, as offsets.
    pub(crate) fn range(&self, items: &[DataItem], item: usize) -> std::ops::Range<usize> {
        let (start, count) = self.pieces.get(item).copied().unwrap_or_default();
        start..start + count * items.get(item).map_or(0, |item| item.kind.size())
    }

    /// The bits of a value.
    pub(crate) fn bits(
        &self,
        items: &[DataItem],
        value: DataValue,
        places: &MemoryPlaces<'_>,
    ) -> u32 {
        match value {
            DataValue::Number(bits) => bits,
            DataValue::Address { item, index } => {
                let (start, _) = self.pieces.get(item).copied().unwrap_or_default();
                let size = items.get(item).map_or(1, |item| item.kind.size());
                places.base.wrapping_add((start + index * size) as u32)
            }
            DataValue::Label(label) => places.labels.get(label).copied().unwrap_or(0),
            DataValue::Length(item) => self.pieces.get(item).map_or(0, |(_, count)| *count as u32),
        }
    }

    /// Writes the block as memory has it.
    pub(crate) fn fill(&self, items: &[DataItem], places: &MemoryPlaces<'_>, block: &mut Vec<u8>) {
        block.clear();
        block.resize(self.size, PATTERN);
        for (item, &(start, count)) in items.iter().zip(&self.pieces) {
            let size = item.kind.size();
            for index in 0..count {
                let value = match &item.elements {
                    Elements::Values(values) => values.get(index).copied(),
                    Elements::AddressesOf(item) => Some(DataValue::Address { item: *item, index }),
                };
                let bits = self.bits(items, value.unwrap_or(DataValue::Number(0)), places);
                put(
                    &mut block[start + index * size..][..size],
                    bits,
                    places.big_endian,
                );
            }
            if item.kind == DataKind::Pointers && count > 0 {
                let end = start + count * size;
                for at in (end..end + GAP).step_by(size) {
                    let again = at - count * size;
                    block.copy_within(again..again + size, at);
                }
            }
        }
    }
}

fn count(items: &[DataItem], item: &DataItem) -> usize {
    match &item.elements {
        Elements::Values(values) => values.len(),
        // Addresses of addresses of … end at the first array that is none.
        Elements::AddressesOf(of) => match items.get(*of).map(|item| &item.elements) {
            Some(Elements::Values(values)) => values.len(),
            _ => 0,
        },
    }
}

/// Writes the low bytes of a number.
pub(crate) fn put(bytes: &mut [u8], bits: u32, big_endian: bool) {
    let size = bytes.len();
    match big_endian {
        true => bytes.copy_from_slice(&bits.to_be_bytes()[4 - size..]),
        false => bytes.copy_from_slice(&bits.to_le_bytes()[..size]),
    }
}

/// The number that up to four bytes hold.
pub(crate) fn get(bytes: &[u8], big_endian: bool) -> u32 {
    let add = |bits: u32, byte: &u8| bits << 8 | u32::from(*byte);
    match big_endian {
        true => bytes.iter().fold(0, add),
        false => bytes.iter().rev().fold(0, add),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(values: &[u32]) -> Elements {
        Elements::Values(values.iter().map(|v| DataValue::Number(*v)).collect())
    }

    #[test]
    fn pieces_lie_apart_and_know_each_other() {
        let items = [
            DataItem::new("row", DataKind::Halfwords, numbers(&[2, 4, 8])),
            DataItem::new("fields", DataKind::Pointers, Elements::AddressesOf(0)),
        ];
        let mut layout = Layout::default();
        layout.arrange(&items);
        assert_eq!(layout.pieces, [(16, 3), (40, 3)]);
        assert_eq!(layout.size, 80);
        let places = MemoryPlaces {
            base: 0x1000,
            labels: &[],
            big_endian: false,
        };
        let mut block = Vec::new();
        layout.fill(&items, &places, &mut block);
        assert_eq!(
            block[14..24],
            [PATTERN, PATTERN, 2, 0, 4, 0, 8, 0, PATTERN, PATTERN]
        );
        assert_eq!(get(&block[44..48], false), 0x1012);
        let last = DataValue::Address { item: 1, index: 2 };
        assert_eq!(layout.bits(&items, last, &places), 0x1000 + 48);
        assert_eq!(layout.bits(&items, DataValue::Length(1), &places), 3);
    }

    #[test]
    fn numbers_have_either_byte_order() {
        let mut bytes = [0; 2];
        put(&mut bytes, 0x1234, true);
        assert_eq!((bytes, get(&bytes, true)), ([0x12, 0x34], 0x1234));
        put(&mut bytes, 0x1234, false);
        assert_eq!((bytes, get(&bytes, false)), ([0x34, 0x12], 0x1234));
    }

    #[test]
    fn kinds_have_names() {
        for kind in DataKind::ALL {
            assert_eq!(DataKind::named(kind.name()), Some(kind));
        }
        assert_eq!(DataKind::named("asciiz"), Some(DataKind::Text));
        assert_eq!(DataKind::named("halfs"), None);
    }
}
