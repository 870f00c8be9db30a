//! The contents of a segment while it grows: bytes, and large runs of zeros that take no memory.

/// A run of zeros this long is not stored.
const GAP: u64 = 1 << 24;

/// A growing segment.
#[derive(Clone, Debug, Default)]
pub struct Section {
    chunks: Vec<Chunk>,
    len: u64,
}

/// A stored run of bytes.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Its place in the segment.
    pub offset: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Chunk {
    fn at(offset: u64) -> Self {
        Chunk {
            offset,
            bytes: Vec::new(),
        }
    }
}

impl Section {
    /// How long it is.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Adds bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        let at = self.len;
        self.len += bytes.len() as u64;
        let end = self
            .chunks
            .last()
            .map_or(0, |c| c.offset + c.bytes.len() as u64);
        if bytes.is_empty() {
            return;
        }
        if at - end >= GAP {
            self.chunks.push(Chunk::at(at));
        } else if self.chunks.is_empty() {
            self.chunks.push(Chunk::at(0));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.bytes.resize((at - chunk.offset) as usize, 0);
            chunk.bytes.extend_from_slice(bytes);
        }
    }

    /// Adds zeros.
    pub fn skip(&mut self, count: u64) {
        self.len = self.len.saturating_add(count);
    }

    /// The stored bytes from `offset` on.
    pub fn bytes_mut(&mut self, offset: u64) -> Option<&mut [u8]> {
        let after = self.chunks.partition_point(|c| c.offset <= offset);
        let chunk = self.chunks.get_mut(after.checked_sub(1)?)?;
        chunk.bytes.get_mut((offset - chunk.offset) as usize..)
    }

    /// Adds all of `other`.
    pub fn append(&mut self, other: Section) {
        if self.chunks.is_empty() && self.len == 0 {
            *self = other;
            return;
        }
        let base = self.len;
        for chunk in other.chunks {
            self.len = base + chunk.offset;
            self.push(&chunk.bytes);
        }
        self.len = base + other.len;
    }

    /// The stored runs, by ascending offset.
    pub fn into_chunks(self) -> Vec<Chunk> {
        self.chunks
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
        whole.append(section);
        let chunks = whole.into_chunks();
        assert_eq!(chunks.len(), 2);
        assert_eq!(chunks[0].bytes, [9, 1, 0, 0, 2]);
        assert_eq!(
            (chunks[1].offset, &chunks[1].bytes[..]),
            (3_000_000_005, &[3, 4][..])
        );
    }
}
