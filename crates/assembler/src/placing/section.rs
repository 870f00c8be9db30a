//! The contents of a segment while it grows: bytes, and large runs of zeros that take no memory.

use std::collections::BTreeMap;

/// A run of zeros this long is not stored.
const GAP: u64 = 1 << 24;

/// A growing segment. Going back to a place that is filled replaces what stands there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section {
    /// The piece that grows.
    open: SectionPiece,
    /// The others, by their places. None overlaps another, or the one that grows.
    closed: BTreeMap<u64, SectionPiece>,
    /// Where the next piece behind the open one begins.
    next: Option<u64>,
    at: u64,
    first: Option<u64>,
}

/// A run of memory without gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SectionPiece {
    /// Its place in the segment.
    pub offset: u64,
    /// Its first bytes; the others are zero.
    pub bytes: Vec<u8>,
    /// How long it is.
    pub size: u64,
}

impl SectionPiece {
    fn at(offset: u64) -> Self {
        SectionPiece {
            offset,
            ..SectionPiece::default()
        }
    }

    fn end(&self) -> u64 {
        self.offset.saturating_add(self.size)
    }

    /// Puts bytes at a place inside of the piece or at its end.
    fn put(&mut self, place: u64, bytes: &[u8]) {
        let at = place.saturating_sub(self.offset) as usize;
        if self.bytes.len() < at {
            self.bytes.resize(at, 0);
        }
        let old = self.bytes.len().min(at + bytes.len());
        let (over, behind) = bytes.split_at(old - at);
        if let Some(place) = self.bytes.get_mut(at..old) {
            place.copy_from_slice(over);
        }
        self.bytes.extend_from_slice(behind);
        self.size = self.size.max((at + bytes.len()) as u64);
    }
}

impl Section {
    /// How many bytes of memory it holds, beside those that are zero because nothing is there.
    pub(crate) fn bytes(&self) -> usize {
        let closed = self.closed.values().map(|piece| piece.bytes.len());
        self.open.bytes.len() + closed.sum::<usize>()
    }

    /// An empty section whose first byte will stand at this place of the segment.
    pub(crate) fn starting_at(at: u64) -> Self {
        Section {
            open: SectionPiece::at(at),
            at,
            ..Section::default()
        }
    }

    /// Where the next byte goes.
    pub(crate) fn len(&self) -> u64 {
        self.at
    }

    /// Goes on at another place.
    pub(crate) fn seek(&mut self, at: u64) {
        if at == self.at {
            return;
        }
        self.at = at;
        self.close();
        let before = self.closed.range(..=at).next_back();
        let reaches = before.filter(|(_, piece)| piece.end() >= at);
        if let Some(start) = reaches.map(|(start, _)| *start) {
            self.open = self.closed.remove(&start).unwrap_or(SectionPiece::at(at));
        }
        self.next = self.closed.range(at..).next().map(|(start, _)| *start);
    }

    /// Ends the piece that grows.
    fn close(&mut self) {
        let piece = std::mem::replace(&mut self.open, SectionPiece::at(self.at));
        if piece.size > 0 {
            self.closed.insert(piece.offset, piece);
        }
    }

    /// Adds bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        // Nearly always they go on where all others end.
        let stored = self
            .open
            .offset
            .saturating_add(self.open.bytes.len() as u64);
        if self.at == stored && self.open.end() == stored && self.next.is_none() {
            self.first.get_or_insert(self.at);
            self.open.bytes.extend_from_slice(bytes);
            self.open.size += bytes.len() as u64;
            self.at = stored.saturating_add(bytes.len() as u64);
            return;
        }
        if self.at.saturating_sub(stored) >= GAP {
            self.split();
        }
        self.first.get_or_insert(self.at);
        let end = self.at.saturating_add(bytes.len() as u64);
        self.join_up_to(end);
        self.open.put(self.at, bytes);
        self.at = end;
    }

    /// Adds zeros, where nothing stands yet.
    pub(crate) fn skip(&mut self, count: u64) {
        if count == 0 {
            return;
        }
        self.first.get_or_insert(self.at);
        self.at = self.at.saturating_add(count);
        self.join_up_to(self.at);
        let size = self.at - self.open.offset;
        self.open.size = self.open.size.max(size);
    }

    /// Divides the open piece at the current place: what is before it are only zeros.
    fn split(&mut self) {
        let rest = self.open.end().saturating_sub(self.at);
        self.open.size -= rest;
        self.close();
        self.open.size = rest;
    }

    /// Takes in the pieces that begin before `end`.
    fn join_up_to(&mut self, end: u64) {
        while let Some(start) = self.next.filter(|start| *start < end) {
            if let Some(piece) = self.closed.remove(&start) {
                if !piece.bytes.is_empty() {
                    self.open.put(start, &piece.bytes);
                }
                self.open.size = self.open.size.max(piece.end() - self.open.offset);
            }
            self.next = self.closed.range(start..).next().map(|(start, _)| *start);
        }
    }

    /// The stored bytes from `offset` on.
    pub(crate) fn bytes_mut(&mut self, offset: u64) -> Option<&mut [u8]> {
        let piece = match offset >= self.open.offset && offset < self.open.end() {
            true => &mut self.open,
            false => self.closed.range_mut(..=offset).next_back()?.1,
        };
        piece.bytes.get_mut((offset - piece.offset) as usize..)
    }

    /// Adds all of `other`, whose places count from `base` on.
    pub(crate) fn append(&mut self, other: Section, base: u64) {
        if base == 0 && self.at == 0 && self.pieces().next().is_none() {
            *self = other;
            return;
        }
        let (end, first) = (base + other.at, other.first.map(|first| base + first));
        self.first = self.first.or(first);
        for piece in other.into_pieces() {
            self.seek(base + piece.offset);
            let zeros = piece.size - piece.bytes.len() as u64;
            self.push(&piece.bytes);
            self.skip(zeros);
        }
        self.seek(end);
    }

    /// The place of the byte that was added first.
    pub(crate) fn first(&self) -> Option<u64> {
        self.first
    }

    /// Whether something was put at this place.
    pub(crate) fn covers(&self, place: u64) -> bool {
        let mut pieces = self.pieces();
        pieces.any(|piece| piece.offset <= place && place < piece.end())
    }

    fn pieces(&self) -> impl Iterator<Item = &SectionPiece> {
        let open = Some(&self.open).filter(|piece| piece.size > 0);
        self.closed.values().chain(open)
    }

    /// The pieces as runs of places, in any order: where each begins and ends.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (u64, u64)> {
        self.pieces().map(|piece| (piece.offset, piece.end()))
    }

    /// The pieces, in the order of their places.
    pub(crate) fn into_pieces(mut self) -> Vec<SectionPiece> {
        self.close();
        self.closed.into_values().collect()
    }

    /// The end of the piece that reaches furthest.
    pub(crate) fn end(&self) -> u64 {
        self.pieces().map(SectionPiece::end).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_gaps_are_filled_and_long_ones_are_not_stored() {
        let mut section = Section::default();
        section.push(&[1]);
        section.skip(2);
        section.push(&[2]);
        section.skip(3_000_000_000);
        section.push(&[3, 4]);
        assert_eq!(section.len(), 3_000_000_006);
        assert_eq!(section.bytes_mut(3).map(|b| b.to_vec()), Some(vec![2]));
        assert_eq!(
            section.bytes_mut(3_000_000_005).map(|b| b.to_vec()),
            Some(vec![4])
        );
        let mut whole = Section::default();
        whole.push(&[9]);
        whole.append(section, 1);
        let pieces = whole.into_pieces();
        assert_eq!(pieces.len(), 2);
        assert_eq!(pieces[0].bytes, [9, 1, 0, 0, 2]);
        assert_eq!(pieces[0].size, 3_000_000_005);
        assert_eq!(
            (pieces[1].offset, &pieces[1].bytes[..]),
            (3_000_000_005, &[3, 4][..])
        );
    }

    #[test]
    fn a_chosen_place_begins_a_piece() {
        let mut section = Section::starting_at(0x100);
        section.push(&[1]);
        section.seek(0x10);
        section.push(&[2]);
        section.seek(0x101);
        section.push(&[3]);
        assert_eq!(section.first(), Some(0x100));
        assert_eq!(section.bytes_mut(0x10).map(|b| b.to_vec()), Some(vec![2]));
        assert_eq!(
            section.bytes_mut(0x100).map(|b| b.to_vec()),
            Some(vec![1, 3])
        );
        assert_eq!(section.end(), 0x102);
        let offsets: Vec<u64> = section.into_pieces().iter().map(|p| p.offset).collect();
        assert_eq!(offsets, [0x10, 0x100]);
    }

    #[test]
    fn bytes_replace_what_stands_there_and_zeros_do_not() {
        let mut section = Section::starting_at(0x10);
        section.push(&[1, 2, 3, 4]);
        section.seek(0x16);
        section.push(&[7, 8, 9]);
        section.seek(0x11);
        section.push(&[20]);
        section.skip(2);
        section.push(&[50, 60, 70]);
        let pieces = section.into_pieces();
        let expect = SectionPiece {
            offset: 0x10,
            bytes: vec![1, 20, 3, 4, 50, 60, 70, 8, 9],
            size: 9,
        };
        assert_eq!(pieces, [expect]);
    }

    #[test]
    fn a_place_after_many_zeros_is_filled_without_storing_them() {
        let mut section = Section::default();
        section.skip(3_000_000_000);
        section.seek(2_000_000_000);
        section.push(&[1]);
        let pieces = section.into_pieces();
        let sizes: Vec<(u64, u64)> = pieces.iter().map(|p| (p.offset, p.size)).collect();
        assert_eq!(sizes, [(0, 2_000_000_000), (2_000_000_000, 1_000_000_000)]);
    }
}
