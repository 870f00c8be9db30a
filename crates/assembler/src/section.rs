//! The contents of a segment while it grows: bytes, and large runs of zeros that take no memory.

/// A run of zeros this long is not stored.
const GAP: u64 = 1 << 24;

/// A growing segment.
#[derive(Clone, Debug, Default)]
pub struct Section {
    pieces: Vec<Piece>,
    at: u64,
}

/// A run of memory without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its place in the segment.
    pub offset: u64,
    /// Its first bytes; the others are zero.
    pub bytes: Vec<u8>,
    /// How long it is.
    pub size: u64,
}

impl Piece {
    fn at(offset: u64) -> Self {
        Piece {
            offset,
            bytes: Vec::new(),
            size: 0,
        }
    }

    fn end(&self) -> u64 {
        self.offset.saturating_add(self.size)
    }
}

impl Section {
    /// An empty section whose first byte will stand at this place of the segment.
    pub fn starting_at(at: u64) -> Self {
        Section {
            pieces: Vec::new(),
            at,
        }
    }

    /// Where the next byte goes.
    pub fn len(&self) -> u64 {
        self.at
    }

    /// Goes on at another place.
    pub fn seek(&mut self, at: u64) {
        self.at = at;
    }

    /// Adds bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let (at, len) = (self.at, bytes.len() as u64);
        let piece = self.piece_here();
        if piece.size - piece.bytes.len() as u64 >= GAP {
            self.pieces.push(Piece::at(at));
        }
        let piece = self.piece_here();
        piece.bytes.resize(piece.size as usize, 0);
        piece.bytes.extend_from_slice(bytes);
        piece.size += len;
        self.at += len;
    }

    /// Adds zeros.
    pub fn skip(&mut self, count: u64) {
        if count > 0 {
            let piece = self.piece_here();
            piece.size = piece.size.saturating_add(count);
            self.at = self.at.saturating_add(count);
        }
    }

    /// The piece that ends where the next byte goes.
    fn piece_here(&mut self) -> &mut Piece {
        let at = self.at;
        if self.pieces.last().is_none_or(|piece| piece.end() != at) {
            self.pieces.push(Piece::at(at));
        }
        let last = self.pieces.len() - 1;
        &mut self.pieces[last]
    }

    /// The stored bytes from `offset` on, once the pieces are sorted.
    pub fn bytes_mut(&mut self, offset: u64) -> Option<&mut [u8]> {
        let after = self.pieces.partition_point(|p| p.offset <= offset);
        let piece = self.pieces.get_mut(after.checked_sub(1)?)?;
        piece.bytes.get_mut((offset - piece.offset) as usize..)
    }

    /// Adds all of `other`, whose places count from `base` on.
    pub fn append(&mut self, other: Section, base: u64) {
        for piece in other.pieces {
            self.at = base + piece.offset;
            let zeros = piece.size - piece.bytes.len() as u64;
            self.push(&piece.bytes);
            self.skip(zeros);
        }
        self.at = base + other.at;
    }

    /// Puts the pieces in the order of their places. Padding that reaches into the next piece is
    /// cut off.
    pub fn sort(&mut self) {
        self.pieces.sort_by_key(|piece| piece.offset);
        let starts: Vec<u64> = self.pieces.iter().skip(1).map(|p| p.offset).collect();
        for (piece, next) in self.pieces.iter_mut().zip(starts) {
            if piece.end() > next {
                piece.size = next - piece.offset;
                piece.bytes.truncate(piece.size as usize);
            }
        }
        self.pieces.retain(|piece| piece.size > 0);
    }

    /// The place of the first byte that was added, before sorting.
    pub fn first(&self) -> Option<u64> {
        self.pieces.first().map(|piece| piece.offset)
    }

    /// The pieces as runs of places: where each begins and ends.
    pub fn runs(&self) -> impl Iterator<Item = (u64, u64)> {
        self.pieces.iter().map(|piece| (piece.offset, piece.end()))
    }

    /// The pieces.
    pub fn into_pieces(self) -> Vec<Piece> {
        self.pieces
    }

    /// The end of the piece that reaches furthest.
    pub fn end(&self) -> u64 {
        self.pieces.iter().map(Piece::end).max().unwrap_or(0)
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
        section.sort();
        assert_eq!(section.bytes_mut(0x10).map(|b| b.to_vec()), Some(vec![2]));
        assert_eq!(section.bytes_mut(0x100).map(|b| b.to_vec()), Some(vec![1]));
        assert_eq!(section.end(), 0x102);
        let offsets: Vec<u64> = section.into_pieces().iter().map(|p| p.offset).collect();
        assert_eq!(offsets, [0x10, 0x100, 0x101]);
    }

    #[test]
    fn padding_gives_way_to_the_next_piece() {
        let mut section = Section::starting_at(0x10);
        section.push(&[1]);
        section.skip(0x100);
        section.seek(0x20);
        section.push(&[2]);
        section.sort();
        let runs: Vec<(u64, u64)> = section.runs().collect();
        assert_eq!(runs, [(0x10, 0x20), (0x20, 0x21)]);
    }
}
